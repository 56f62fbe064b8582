//! `carom study`: published results, rerun and set beside the printed ones.

use std::path::{Path, PathBuf};

use carom_files::{Record, check_directory};
use carom_papers::study::{self, Kind, Studied, Study, Verdict, site};
use clap::Args;

use crate::error::{CommandError, directory, print};
use crate::watch::Watch;

/// Reruns published results and sets them beside the printed ones.
///
/// Tables and figures of the papers that Carom implements, and benchmarks from elsewhere, as a
/// site of self-contained pages: the figure redrawn, published and computed numbers with their
/// difference, the parameters, and for every number that does not come out, why.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Studies such as `papetti/table-2b`, or groups such as `papetti` [default: all]
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// The directory to write to [default: carom-out/studies; with --json, nowhere]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print every check as one JSON object on standard output
    #[arg(long)]
    json: bool,

    /// List the studies and do nothing
    #[arg(long)]
    list: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom study                                    everything, into carom-out/studies/
  carom study papetti/table-2b ducceschi         one table, and all of one paper
  carom study --list                             what there is

Written: index.html with the verdicts, a page per study, and studies.json. The same version of Carom
writes the same bytes, but for the study whose subject is measured time.
Exit status: 0 done, 1 a result that reproduced before no longer does, 2 bad name, 3 could not write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let chosen = study::select(&arguments.ids).map_err(CommandError::input)?;
    if arguments.list {
        return print(&listed(&chosen));
    }
    let directory = directory(arguments.out.as_ref(), arguments.json, "carom-out/studies");
    if let Some(directory) = &directory {
        check_directory(directory).map_err(CommandError::file)?;
    }
    let results = computed(&chosen)?;
    let written = match &directory {
        Some(directory) => site::write(&results, directory)
            .map_err(|error| CommandError::writing(directory, &error))?,
        None => Vec::new(),
    };
    if arguments.json {
        print(&format!("{:#}", site::to_json(&results)))?;
    } else {
        print(&summary(&results, written.first()))?;
    }
    broken(&results)
}

/// Runs the studies of a record again and writes their pages.
pub(crate) fn rerun(
    record: &Record,
    directory: &Path,
    bad: &dyn Fn(String) -> CommandError,
) -> Result<Vec<PathBuf>, CommandError> {
    let results = computed(&site::recorded(record).map_err(bad)?)?;
    site::write(&results, directory).map_err(|error| CommandError::writing(directory, &error))
}

fn computed(chosen: &[&'static Study]) -> Result<Vec<Studied>, CommandError> {
    let mut watch = Watch::new();
    let mut done = 0;
    let results = study::run(chosen, &mut |study| {
        done += 1;
        watch.report(|| format!("{done} of {} studies, last {}", chosen.len(), study.id));
    });
    watch.clear();
    results.map_err(|error| CommandError::Check(error.to_string()))
}

fn listed(studies: &[&'static Study]) -> String {
    let width = studies.iter().map(|study| study.id.len()).max().unwrap_or(0);
    let line = |study: &&Study| format!("{:width$}  {}", study.id, study.title);
    studies.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A line per study, then the count of verdicts.
fn summary(results: &[Studied], index: Option<&PathBuf>) -> String {
    let width = results.iter().map(|result| result.study.id.len()).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for result in results {
        let findings = &result.findings;
        let tally = [Verdict::Reproduced, Verdict::Differs, Verdict::NotPublished]
            .into_iter()
            .map(|verdict| (findings.count(verdict), verdict.name()))
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{count} {name}"));
        let tally = tally.collect::<Vec<_>>().join(", ");
        lines.push(format!("{:width$}  {tally}", result.study.id));
    }
    let of = |verdict| study::count(results, verdict);
    lines.push(String::new());
    lines.push(format!(
        "{} studies: {} reproduced, {} differ, {} not published as a number",
        results.len(),
        of(Verdict::Reproduced),
        of(Verdict::Differs),
        of(Verdict::NotPublished)
    ));
    let kinds = Kind::ALL
        .map(|kind| (study::count_kind(results, Verdict::Reproduced, kind), kind))
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, kind)| format!("{count} {}", kind.name()));
    lines.push(format!("Reproduced, by kind: {}", kinds.collect::<Vec<_>>().join(", ")));
    lines.extend(index.map(|path| format!("Open {}.", path.display())));
    lines.join("\n")
}

/// Fails if a result is no longer what it was.
fn broken(results: &[Studied]) -> Result<(), CommandError> {
    let all = results.iter().flat_map(|result| {
        result.findings.broken().map(|check| {
            let (printed, now) = (check.printed_text(), check.shown());
            format!("{}: {}: published {printed}, now {now}", result.study.id, check.locator())
        })
    });
    let lines: Vec<String> = all.collect();
    if lines.is_empty() {
        return Ok(());
    }
    let count = lines.len();
    Err(CommandError::Check(format!(
        "{count} results are not what they were\n  {}",
        lines.join("\n  ")
    )))
}
