//! All energies over time, as a table from which anyone can check the account.

use std::io::{self, Write};

use carom::Voice;

use crate::plan::Plan;

/// What is written of a body, a contact and everything together (J).
const OF_BODY: [&str; 4] = ["stored", "lost_in_material", "lost_to_supports", "radiated"];
const OF_CONTACT: [&str; 3] = ["stored", "lost", "supplied"];
const OF_ALL: [&str; 4] = ["initial", "supplied", "corrected", "residual"];

/// The names of the columns: after the time those of every body, of every contact and of all.
pub(super) fn columns(plan: &Plan) -> Vec<String> {
    let mut columns = vec!["time_s".to_owned()];
    for body in &plan.bodies {
        columns.extend(OF_BODY.map(|what| format!("{} {what}_j", body.name)));
    }
    for contact in &plan.contacts {
        columns.extend(OF_CONTACT.map(|what| format!("{} {what}_j", contact.name)));
    }
    columns.extend(OF_ALL.map(|what| format!("{what}_j")));
    columns
}

/// Energies at some samples: one row each.
#[derive(Clone, Debug, Default)]
pub(super) struct Energies {
    frames: Vec<u64>,
    values: Vec<f64>,
}

impl Energies {
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.values.clear();
    }

    /// Notes the energies now; NaN where the scheme does not know them.
    pub(super) fn note(&mut self, voice: &mut Voice) {
        self.frames.push(voice.frames());
        let (bodies, contacts) = (voice.model().bodies(), voice.model().contacts().len());
        let account = voice.account();
        for body in 0..bodies {
            let losses = account.losses(body);
            let losses = losses.map_or([f64::NAN; 3], |l| [l.material, l.supports, l.radiation]);
            self.values.push(account.stored(body).unwrap_or(f64::NAN));
            self.values.extend(losses);
        }
        for contact in (0..contacts).filter_map(|contact| account.contact(contact)) {
            let lost = contact.lost.unwrap_or(f64::NAN);
            self.values.extend([contact.stored, lost, contact.supplied]);
        }
        let ledger = account.ledger();
        let (supplied, corrected) = (ledger.supplied(), ledger.corrected());
        self.values.extend([ledger.initial(), supplied, corrected, ledger.residual()]);
    }

    /// Writes the rows; what is not known stays empty.
    pub(super) fn write(&self, rate: f64, file: &mut impl Write) -> io::Result<()> {
        let width = self.values.len() / self.frames.len().max(1);
        for (frame, row) in self.frames.iter().zip(self.values.chunks_exact(width.max(1))) {
            write!(file, "{:e}", *frame as f64 / rate)?;
            for value in row {
                if value.is_nan() { write!(file, ",")? } else { write!(file, ",{value:e}")? }
            }
            writeln!(file)?;
        }
        Ok(())
    }
}
