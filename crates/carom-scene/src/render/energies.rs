//! All energies over time, as a table from which anyone can check the account.

use std::io::{self, Write};

use super::players::Players;
use crate::plan::{Kind, Plan};

/// What is written of a body, a contact and everything together (J).
const OF_BODY: [&str; 4] = ["stored", "lost_in_material", "lost_to_supports", "radiated"];
const OF_CONTACT: [&str; 3] = ["stored", "lost", "supplied"];
const OF_ALL: [&str; 4] = ["initial", "supplied", "corrected", "residual"];

/// The names of the columns: after the time those of every body, of every contact and of all.
pub fn columns(plan: &Plan) -> Vec<String> {
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

/// Where the energy of a scene is, and where it went (J); NaN where the scheme does not know it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stores {
    /// In free masses, such as hammers.
    pub masses: f64,
    /// In bodies that ring.
    pub ringing: f64,
    /// In contacts, as long as they are compressed.
    pub contacts: f64,
    /// Lost in contacts.
    pub lost_in_contacts: f64,
    /// Lost inside the material.
    pub lost_in_material: f64,
    /// Lost to supports and edges.
    pub lost_to_supports: f64,
    /// Gone into the air.
    pub radiated: f64,
    /// What there was at the start, and what was supplied and corrected since.
    pub put_in: f64,
    /// What is missing of it, or too much: the error of the scheme.
    pub missing: f64,
}

impl Stores {
    /// Each by its name.
    #[must_use]
    pub fn named(&self) -> [(&'static str, f64); 9] {
        [
            ("masses", self.masses),
            ("ringing", self.ringing),
            ("contacts", self.contacts),
            ("lost_in_contacts", self.lost_in_contacts),
            ("lost_in_material", self.lost_in_material),
            ("lost_to_supports", self.lost_to_supports),
            ("radiated", self.radiated),
            ("put_in", self.put_in),
            ("missing", self.missing),
        ]
    }
}

/// Energies at some samples: one row each.
#[derive(Clone, Debug, Default)]
pub struct Energies {
    frames: Vec<u64>,
    values: Vec<f64>,
}

impl Energies {
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.values.clear();
    }

    /// Notes the energies now; NaN where the scheme does not know them.
    pub(super) fn note(&mut self, plan: &Plan, players: &mut Players) {
        self.frames.push(players.frames());
        let first = self.values.len();
        let after_bodies = first + OF_BODY.len() * plan.bodies.len();
        let end = after_bodies + OF_CONTACT.len() * plan.contacts.len();
        self.values.resize(end, f64::NAN);
        players.accounts(|account, bodies, contacts| {
            for (here, body) in bodies.iter().enumerate() {
                let row = &mut self.values[first + OF_BODY.len() * body..][..OF_BODY.len()];
                row[0] = account.stored(here).unwrap_or(f64::NAN);
                if let Some(losses) = account.losses(here) {
                    row[1..].copy_from_slice(&[losses.material, losses.supports, losses.radiation]);
                }
            }
            for (here, contact) in contacts.iter().enumerate() {
                let Some(energy) = account.contact(here) else { continue };
                let row = &mut self.values[after_bodies + OF_CONTACT.len() * contact..];
                let lost = energy.lost.unwrap_or(f64::NAN);
                row[..OF_CONTACT.len()].copy_from_slice(&[energy.stored, lost, energy.supplied]);
            }
        });
        let ledger = players.ledger();
        let (supplied, corrected) = (ledger.supplied(), ledger.corrected());
        self.values.extend([ledger.initial(), supplied, corrected, ledger.residual()]);
    }

    /// Those noted last, summed by what they are.
    pub(super) fn last(&self, plan: &Plan) -> Stores {
        let width = self.values.len() / self.frames.len().max(1);
        let row = &self.values[self.values.len() - width..];
        let (bodies, rest) = row.split_at(OF_BODY.len() * plan.bodies.len());
        let (contacts, all) = rest.split_at(OF_CONTACT.len() * plan.contacts.len());
        let mut stores =
            Stores { put_in: all[..3].iter().sum(), missing: all[3], ..Stores::default() };
        for (body, row) in plan.bodies.iter().zip(bodies.chunks_exact(OF_BODY.len())) {
            match body.kind {
                Kind::Mass { .. } => stores.masses += row[0],
                _ => stores.ringing += row[0],
            }
            stores.lost_in_material += row[1];
            stores.lost_to_supports += row[2];
            stores.radiated += row[3];
        }
        for row in contacts.chunks_exact(OF_CONTACT.len()) {
            stores.contacts += row[0];
            stores.lost_in_contacts += row[1];
        }
        stores
    }

    /// Writes the rows; what is not known stays empty.
    pub fn write(&self, rate: f64, file: &mut impl Write) -> io::Result<()> {
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
