//! Pages that show what was measured and how well it fits.

mod accelerometers;
mod force;
mod landmarks;

pub use accelerometers::accelerometers;
pub use force::force;
pub use landmarks::landmarks;

use carom_report::{Cell, Section, Table};

use super::trial::{Impact, Measured, Trial};

const FOOTER: &str = "Made by Carom: every joule accounted for.";
/// Pages show the figures of this many trials.
const SHOWN: usize = 24;

/// A value with as many digits as its standard deviation is worth, and that.
fn with_sd(one: Measured, scale: f64) -> Cell {
    let (value, sd) = (scale * one.value, scale * one.sd);
    let digits = if sd > 0.0 { (1.0 - sd.log10().floor()).clamp(0.0, 9.0) as usize } else { 4 };
    Cell::number(format!("{value:.digits$} ± {sd:.digits$}"))
}

/// Velocities and spins of all trials.
fn velocities<'a>(trials: impl Iterator<Item = (&'a Trial, &'a Impact)>) -> Table {
    let mut table = Table::new([
        "trial",
        "vx before (m/s)",
        "vz before (m/s)",
        "spin before (rad/s)",
        "vx after (m/s)",
        "vz after (m/s)",
        "spin after (rad/s)",
        "restitution",
    ]);
    for (trial, impact) in trials {
        let values = trial.before.values().into_iter().chain(trial.after.values());
        let cells = values.chain([impact.restitution]).map(|one| with_sd(one, 1.0));
        table = table.row([Cell::text(&trial.trial)].into_iter().chain(cells));
    }
    table
}

fn warned(section: Section, warnings: &[String]) -> Section {
    warnings.iter().fold(section, |section, warning| section.warning(warning.as_str()))
}

fn left_out(section: Section, count: usize) -> Section {
    if count <= SHOWN {
        return section;
    }
    section
        .note(format!("Figures below are of the first {SHOWN} trials; the table has all {count}."))
}

const CONVENTION: &str = "The wall lies below: z points away from it, x along it, and the spin is \
    about y, so that the point that touches slides at vx − radius·spin. Values are given with their \
    standard deviation.";
