//! A collision as files, all of them or none.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use carom_files::{Record, WholeFiles};

use super::Parsed;
pub use super::answer::MOST_SAMPLES;
use super::answer::{Answer, Comparison};
use super::report;

/// What is to be written: one method, or several beside each other.
#[derive(Clone, Debug)]
pub enum Results {
    /// By one method.
    One(Box<Answer>),
    /// By several.
    All(Comparison),
}

impl Results {
    /// The answers.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        match self {
            Self::One(answer) => std::slice::from_ref(answer),
            Self::All(comparison) => &comparison.collisions,
        }
    }

    /// The answers with their record as JSON.
    pub fn to_json(&self, record: &Record) -> serde_json::Result<String> {
        let mut value = match self {
            Self::One(answer) => serde_json::to_value(answer)?,
            Self::All(comparison) => serde_json::to_value(comparison)?,
        };
        record.add_to(&mut value);
        serde_json::to_string_pretty(&value)
    }
}

/// Writes tables of the force, a picture, a summary and a page into a directory. Where no time passes
/// there is no table and no picture.
pub fn write_all(
    parsed: &Parsed,
    results: &Results,
    record: &Record,
    directory: &Path,
) -> io::Result<Vec<PathBuf>> {
    let collision = &parsed.collision;
    let json = results.to_json(record).map_err(io::Error::other)?;
    let mut files = WholeFiles::in_directory(directory)?;
    let timed = || results.answers().iter().filter(|answer| !answer.history.is_empty());
    for answer in timed() {
        let name = match results {
            Results::One(_) => "force.csv".into(),
            Results::All(_) => format!("force-{}.csv", answer.method),
        };
        files.add(&name, table(answer))?;
    }
    if timed().next().is_some() {
        files.add("force.svg", report::figure(collision, results).to_svg())?;
    }
    files.add("summary.json", json)?;
    let page = report::page(collision, &parsed.to_toml(), results);
    let page = page.data(record.to_html()).to_html();
    files.add("report.html", page)?;
    files.commit()
}

/// Each row is the mean over the period that begins at its time: times the period, rows sum to the
/// impulse.
fn table(answer: &Answer) -> String {
    let mut text = String::from("time_s,mean_force_x_n,mean_force_y_n,mean_force_z_n\n");
    for sample in &answer.history {
        let [x, y, z] = sample.force.map(|force| force + 0.0);
        let _ = writeln!(text, "{:e},{x:e},{y:e},{z:e}", sample.time);
    }
    text
}
