//! `carom sweep`: a scene or an impact for many values.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use carom_files::Record;
use carom_files::parquet::Table;
use carom_sweep::{Again, Done, Progress, RECORD, Sweep, SweepError};
use clap::Args;

use crate::error::{CommandError, print, print_schema, report_files};
use crate::say::say;
use crate::scene::text_of;
use crate::watch::Watch;

/// Computes a scene or an impact for many values, on all cores, and writes a table.
///
/// A sweep is a file in TOML or JSON: what is varied, along which axes, and which numbers are kept of every row;
/// docs/sweeps.md describes it. Rows go to Parquet files in parts, which pandas, pyarrow, Polars and DuckDB read. A row
/// that fails has its error in the column `error`, and the others go on.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The sweep file; - reads standard input
    #[arg(required_unless_present = "schema")]
    sweep: Option<PathBuf>,

    /// The directory to write to: a new one, or that of the same sweep, which then goes on
    #[arg(short, long, value_name = "DIR", required_unless_present = "schema")]
    out: Option<PathBuf>,

    /// Change a value of the sweep; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// Write the sound of every row as a WAV file, too; the column `audio` says where
    #[arg(long)]
    audio: bool,

    /// How many threads compute [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Print the JSON Schema of sweep files
    #[arg(long, conflicts_with_all = ["sweep", "out", "set", "audio", "threads"])]
    schema: bool,

    /// With --schema, print the reference of the file instead, in Markdown
    #[arg(long, requires = "schema")]
    markdown: bool,
}

const EXAMPLES: &str = "\
A sweep file:
  version = 1
  scene = \"bar\"                                  of the gallery, or a file; or [impact]
  outcomes = [\"contacts.0.first_contact_time\", \"audio.centroid_hz\"]
  [[axis]]
  path = \"body.mallet.velocity\"                  as in carom run --set
  kind = \"log\"                                   list, linear, log; random or sobol with samples = N
  from = 0.1
  to = 10.0
  count = 50

Examples:
  carom sweep scenes/sweeps/contact-time.toml --out times
  carom sweep scenes/sweeps/contact-time.toml --out times     killed? it goes on where it was
  carom sweep sounds.toml --out sounds --audio --set samples=1000
  carom rerun times/part-00000.parquet --row 17 --out row-17  one row again, as carom impact gives it
  python -c 'import pandas; print(pandas.read_parquet(\"times\"))'

Outcomes are the numbers of summary.json for a scene and of carom impact --json for an impact, by their \
paths: contacts.0.peak_force, contacts.mallet-bar.first_restitution, contacts.0.longest_contact_time, \
contacts.0.total_contact_time, contacts.0.overall_restitution, at_first_release.bodies.mallet.velocity, \
energy.dissipated, audio.partials.0.frequency_hz; exact.contact_time, runs.verlet.v_out. A wrong one is \
refused with a list.

A part follows from the sweep and its number alone: started again, also after kill -9 and by several \
processes at once, the sweep ends with the same bytes.

Exit status: 0 done (also if rows failed), 2 bad sweep or flag, 3 could not read or write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if arguments.schema {
        return print_schema(Sweep::schema(), "Sweep files", arguments.markdown);
    }
    let (Some(path), Some(out)) = (&arguments.sweep, &arguments.out) else { return Ok(()) };
    let (name, text) = text_of(path)?;
    let audio = arguments.audio.then(|| "audio=true".to_owned());
    let set: Vec<String> = arguments.set.iter().cloned().chain(audio).collect();
    let sweep = Sweep::parse(&name, &text, &set).map_err(failure)?;
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = arguments.threads.map_or_else(cores, NonZero::get);
    let (mut watch, start) = (Watch::new(), Instant::now());
    let done = sweep.run(out, threads, &mut |progress| {
        watch.report(|| in_words(progress, start.elapsed()));
        ControlFlow::Continue(())
    });
    watch.clear();
    let done = done.map_err(failure)?;
    if done.mixed {
        say!("note: another build or processor began this sweep: last digits may differ");
    }
    print(&ended(&sweep, &done, start.elapsed(), &out.display().to_string()))
}

pub(crate) fn failure(error: SweepError) -> CommandError {
    match error {
        SweepError::File(errors) => CommandError::rendered(errors),
        SweepError::Files { message, .. } => CommandError::File(message),
        other => CommandError::input(other),
    }
}

/// How far a sweep is, how fast, and when it ends.
fn in_words(progress: &Progress, elapsed: Duration) -> String {
    let Progress { rows, found, computed, .. } = *progress;
    let rate = computed as f64 / elapsed.as_secs_f64();
    let left = (rows - found - computed) as f64 / rate;
    let done = found + computed;
    format!("{done} of {rows} rows, {rate:.3e} rows per second, {} left", time(left))
}

fn time(seconds: f64) -> String {
    match seconds {
        _ if !seconds.is_finite() => "some time".to_owned(),
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

fn ended(sweep: &Sweep, done: &Done, elapsed: Duration, out: &str) -> String {
    let (rows, parts) = (done.rows, sweep.parts());
    let mut lines = vec![format!("{rows} rows in {parts} parts in {out}")];
    if done.found > 0 {
        lines.push(format!("{} of them were there before", done.found));
    }
    if done.failed > 0 {
        lines.push(format!("{} rows failed: the column `error` says why", done.failed));
    }
    let seconds = elapsed.as_secs_f64();
    let rate = done.computed as f64 / seconds;
    lines.push(format!("{} computed in {seconds:.2} s, {rate:.4e} per second", done.computed));
    lines.join("\n")
}

/// Makes a part again.
pub(crate) fn rerun(record: &Record, out: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let (sweep, part) = Sweep::of_record(record).map_err(failure)?;
    let Some(part) = part else {
        let message = "it is about a whole sweep: give one of its parts, part-00000.parquet";
        return Err(CommandError::Input(message.into()));
    };
    std::fs::create_dir_all(out).map_err(|error| CommandError::writing(out, &error))?;
    Ok(vec![sweep.write_part(part, out).map_err(failure)?])
}

/// Makes one row of a part again, as the command for one does, and says how its numbers compare.
pub(crate) fn rerun_row(
    record: &Record,
    table: &Table,
    row: u64,
    out: &Path,
) -> Result<(), CommandError> {
    let (sweep, _) = Sweep::of_record(record).map_err(failure)?;
    let is_same_build = record.is_of_this_build();
    let verdict = match sweep.again(table, row).map_err(failure)? {
        Again::Same => "the same numbers".to_owned(),
        _ if is_same_build => {
            let message = "the same build and processor made it, but it differs";
            return Err(CommandError::Check(format!("row {row}: {message}")));
        }
        Again::Numbers(most) => format!(
            "another build or processor made it; here numbers differ by at most {most:.1e} of their size"
        ),
        Again::More => {
            "another build or processor made it; here more than digits differs".to_owned()
        }
    };
    match sweep.write_row(row, out) {
        Ok(files) => report_files(&files),
        // What it says stands in the table as well.
        Err(SweepError::Row(why)) => say!("nothing was written, as the row fails: {why}"),
        Err(error) => return Err(failure(error)),
    }
    print(&format!("sweep: row {row}: {verdict}"))
}

/// The table of a part and the text of its record.
pub(crate) fn read_part(bytes: &[u8]) -> Result<(Table, String), String> {
    let table = Table::from_bytes(bytes).map_err(|error| error.to_string())?;
    let record = table.noted(RECORD).unwrap_or_default().to_owned();
    Ok((table, record))
}

/// Whether a file is a part, by its name.
pub(crate) fn is_part(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "parquet")
}
