//! `carom collide`: two rigid bodies touch at a point, or several at several points.

mod several;
mod table;

use std::path::{Path, PathBuf};

use carom_lab::collision::several::Pile;
use carom_lab::collision::{
    CollideError, Collision, Comparison, Example, How, Method, Parsed, Results, write_all,
};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::error::{CommandError, print, print_schema, report_files};
use crate::say::say;
use crate::scene::text_of;

/// Two rigid bodies of any shape touch at a point: velocities after, and the force while it lasts.
///
/// A collision is a file with two bodies, where they touch and how fast they move, in TOML or JSON;
/// docs/collisions.md describes it. Without one, an air hockey puck meets a wall. A file with several
/// [[contact]] has any number of bodies, and all contacts act together.
#[derive(Args)]
#[command(after_help = EXAMPLES_OF_USE)]
pub(crate) struct Arguments {
    /// The file of the collision; - reads standard input
    scene: Option<PathBuf>,

    /// The method, instead of that in the file; all compares the four
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(METHODS))]
    method: Option<String>,

    /// Change a value of the file; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// The directory to write to; without it nothing is written
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Samples of the force per second in force.csv [default: 1000000, fewer for a long contact]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_negative_numbers = true)]
    rate: Option<f64>,

    /// Print one JSON object, SI units, full precision
    #[arg(long)]
    json: bool,

    /// Print the file of an example, to start from: puck, billiard, superball, rod, coin;
    /// with several contacts: cradle, box-on-a-face, stack
    #[arg(long, value_name = "NAME", conflicts_with = "scene")]
    print: Option<String>,

    /// Print the JSON Schema of the file, for editors
    #[arg(long, conflicts_with_all = ["scene", "print"])]
    schema: bool,

    /// With --schema, print the reference of the file instead, in Markdown
    #[arg(long, requires = "schema")]
    markdown: bool,
}

const METHODS: [&str; 5] = ["mirtich", "pulse", "iguchi", "compliant", "all"];

const EXAMPLES_OF_USE: &str = "\
Examples:
  carom collide                                  a puck against a wall, in numbers
  carom collide --method all --out puck          the four methods beside each other, and a page
  carom collide --print coin > coin.toml         a file to start from
  carom collide coin.toml --set body.coin.velocity=[0,0,-2] --json
  carom collide coin.toml --out coin --rate 1e5  force.csv for a device at 100 kHz
  carom collide --print cradle > cradle.toml     Newton's cradle: several contacts at once

Written with --out: force.csv, force.svg, summary.json, report.html. Each row of force.csv is
the mean force on the first body over the period that begins at its time: times the period they
sum to the impulse. With --method all each method has a table of its own: force-pulse.csv, ...
Exit status: 0 done, 2 bad file or flag, 3 could not read or write.";

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "it must be a finite number above 0 (Hz)".into())
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if arguments.schema {
        return print_schema(Collision::schema(), "Collision files", arguments.markdown);
    }
    if let Some(name) = &arguments.print {
        return print(find(name)?.text.trim_end());
    }
    let (name, text) = read(arguments.scene.as_deref())?;
    if Pile::is_in(&name, &text, &arguments.set) {
        return several::run(arguments, &name, &text);
    }
    let parsed =
        Collision::parse_with(&name, &text, &arguments.set).map_err(CommandError::rendered)?;
    let how = How { method: arguments.method(&parsed), rate: arguments.rate };
    let results = parsed.results(how).map_err(|error| failure(&error))?;
    if let Results::All(comparison) = &results {
        report_refused(comparison)?;
    }
    let record = parsed.record(how);
    let mut files = Vec::new();
    if let Some(directory) = &arguments.out {
        files = write_all(&parsed, &results, &record, directory).map_err(|error| {
            CommandError::File(format!("cannot write to {}: {error}", directory.display()))
        })?;
    }
    if !arguments.json {
        return print(&table::text(&parsed, &results, &files));
    }
    report_files(&files);
    print(&results.to_json(&record).map_err(CommandError::file)?)
}

impl Arguments {
    /// The method that is wanted; all of them without one.
    fn method(&self, parsed: &Parsed) -> Option<Method> {
        let named = |name: &String| Method::ALL.into_iter().find(|method| method.name() == name);
        self.method.as_ref().map_or(Some(parsed.collision.method), named)
    }
}

/// Warns of methods that could not compute the collision; an error if none could.
fn report_refused(comparison: &Comparison) -> Result<(), CommandError> {
    for refusal in &comparison.refused {
        say!("warning: {}: {}", refusal.method, refusal.message);
    }
    if comparison.collisions.is_empty() {
        return Err(CommandError::Input("no method could compute the collision".into()));
    }
    Ok(())
}

fn failure(error: &CollideError) -> CommandError {
    match error {
        CollideError::Scene(errors) => CommandError::rendered(errors),
        CollideError::TooManySamples { .. } => CommandError::Input(format!("--rate: {error}")),
        CollideError::Engine(_) => CommandError::input(error),
    }
}

fn find(name: &str) -> Result<&'static Example, CommandError> {
    Example::find(name).map_err(|message| CommandError::Input(format!("--print: {message}")))
}

fn read(path: Option<&Path>) -> Result<(String, String), CommandError> {
    match path {
        Some(path) => text_of(path),
        None => Ok(("the built-in collision".into(), find("puck")?.text.into())),
    }
}
