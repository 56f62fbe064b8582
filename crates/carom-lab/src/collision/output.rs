//! A collision as files, all of them or none.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use carom_files::{Document, Record, WholeFiles};

use super::answer::{Answer, Results};
use super::record::{How, KIND};
use super::several::{self, Pile};
use super::{Collision, Parsed, report};

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

/// Makes the files of a record again.
///
/// # Errors
///
/// With what is wrong with the record; inside, if a file cannot be written.
pub fn rerun(record: &Record, directory: &Path) -> Result<io::Result<Vec<PathBuf>>, String> {
    let (document, how): (Document, How) = Document::of_record(KIND, record)?;
    let (collision, _) = document.read::<Collision>().map_err(|errors| errors.to_string())?;
    if !collision.contact.is_empty() {
        let pile = Pile::new(document).map_err(|errors| errors.to_string())?;
        let answer = pile.resolve(how.rate).map_err(|error| error.to_string())?;
        return Ok(several::write_all(&pile, &answer, &pile.record(how.rate), directory));
    }
    let parsed = Parsed::new(document).map_err(|errors| errors.to_string())?;
    let results = parsed.results(how).map_err(|error| error.to_string())?;
    Ok(write_all(&parsed, &results, &parsed.record(how), directory))
}
