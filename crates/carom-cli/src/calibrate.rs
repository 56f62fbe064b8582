//! `carom calibrate`: from measured collisions to the parameters of a contact model.

use std::fmt::Write as _;
use std::path::PathBuf;

use carom_files::check_directory;
use carom_files::csv::CsvError;
use carom_lab::calibration::{
    COMPONENTS, Calibration, CalibrationError, Components, Disc, Estimate, Model, ModelAnswer,
    PulseFit, PulseShape, Setup, Trace, Trials, UNITS, calibrate, example, files, page::digits,
};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::error::{CommandError, print, print_json, report_files};
use crate::say::say;

/// Fits contact models to measured collisions of a disc with a wall, and tests them on trials left
/// out of the fit.
///
/// DATA.csv has one collision in each row and the columns vx_before, vz_before, spin_before,
/// vx_after, vz_after, spin_after in any order (m/s and rad/s): x along the wall, z away from it,
/// spin about +y, so that the point of contact slips at vx − radius·spin. Columns of the same names
/// with _sd behind them are standard deviations; without them, weights follow from the scatter.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// The measured collisions
    #[arg(value_name = "DATA.csv", required_unless_present = "print")]
    data: Option<PathBuf>,

    /// Mass of the disc (kg)
    #[arg(long, value_name = "KG", allow_hyphen_values = true, required_unless_present = "print")]
    mass: Option<f64>,

    /// Radius of the disc (m)
    #[arg(long, value_name = "M", allow_hyphen_values = true, required_unless_present = "print")]
    radius: Option<f64>,

    /// Moment of inertia about its axis (kg·m²) [default: mass·radius²/2]
    #[arg(long, value_name = "KG_M2", allow_hyphen_values = true)]
    inertia: Option<f64>,

    /// The model to fit, or all
    #[arg(long, value_name = "NAME", default_value = "all", value_parser = models())]
    model: String,

    /// A measured force (columns time and force), which shows the shape of the pulse; may be given
    /// several times
    #[arg(long, value_name = "TRACE.csv")]
    force: Vec<PathBuf>,

    /// Write calibration.json and report.html to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print one JSON object, SI units, full precision
    #[arg(long)]
    json: bool,

    /// Print an example of DATA.csv: ten measured collisions of an air hockey puck
    #[arg(long)]
    print: bool,
}

const EXAMPLES: &str = "\
Models:
  mirtich           constant restitution E and Coulomb's friction mu
  mirtich-falling   restitution that falls with speed (lambda, d), Coulomb's friction
  pulse             a pulse of prescribed shape; friction of sticking and sliding
  compliant         Hunt and Crossley's force (lambda, d) and bristles (LuGre)
  iguchi            iguchi's own method as printed, by its three steps in their order

Examples:
  carom calibrate --print > puck.csv
  carom calibrate puck.csv --mass 0.008 --radius 0.0324
  carom calibrate puck.csv --mass 0.008 --radius 0.0324 --model compliant --json
  carom calibrate puck.csv --mass 0.008 --radius 0.0324 --force blow.csv --out calibration

Exit status: 0 done, 2 bad input, 3 could not read or write.";

fn models() -> PossibleValuesParser {
    PossibleValuesParser::new(Model::ALL.map(Model::name).into_iter().chain(["all"]))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let (Some(data), Some(mass), Some(radius), false) =
        (&arguments.data, arguments.mass, arguments.radius, arguments.print)
    else {
        return print(example().trim_end());
    };
    let disc =
        Disc::new(mass, radius, arguments.inertia).map_err(|error| failure(&error.into()))?;
    let models = match arguments.model.as_str() {
        "all" => Model::ALL.to_vec(),
        name => vec![Model::named(name).map_err(|error| failure(&error))?],
    };
    let trials = Trials::read(data).map_err(|error| failure(&error))?;
    let (traces, pulses) = forces(&arguments.force).map_err(|error| failure(&error))?;
    if let Some(directory) = &arguments.out {
        check_directory(directory).map_err(|error| CommandError::writing(directory, &error))?;
    }
    if !trials.ignored.is_empty() {
        say!("note: not used: {}", trials.ignored.join(", "));
    }
    let setup = Setup { disc, pulse: PulseShape::of(&pulses) };
    let found = calibrate(&trials.trials, &setup, &models, &pulses);
    let found = found.map_err(|error| failure(&error))?;
    if let Some(directory) = &arguments.out {
        let written = files::write(directory, &found, &trials.trials, &traces);
        report_files(&written.map_err(|error| CommandError::writing(directory, &error))?);
    }
    if arguments.json {
        return print_json(&found);
    }
    print(&text(&found))
}

fn forces(paths: &[PathBuf]) -> Result<(Vec<Trace>, Vec<PulseFit>), CalibrationError> {
    let traces: Vec<Trace> =
        paths.iter().map(|path| Trace::read(path)).collect::<Result<_, _>>()?;
    let pulses = traces.iter().map(Trace::pulse).collect::<Result<_, _>>()?;
    Ok((traces, pulses))
}

fn failure(error: &CalibrationError) -> CommandError {
    match error {
        CalibrationError::Table(CsvError::Unreadable { .. }) => CommandError::file(error),
        CalibrationError::Value(value) => CommandError::Input(format!("--{value}")),
        _ => CommandError::input(error),
    }
}

/// A table for each model, then what the measurements cannot decide.
fn text(found: &Calibration) -> String {
    let disc = &found.disc;
    let mut text = format!(
        "{} collisions of a disc of {} kg, radius {} m, inertia {:.4e} kg·m²\nweights: {}\n",
        found.trials,
        disc.mass(),
        disc.radius(),
        disc.inertia(),
        found.weights
    );
    let _ = writeln!(
        text,
        "restitution by the normal velocities alone: {:.4}",
        found.restitution_alone
    );
    for pulse in &found.pulses {
        text += &pulse_line(pulse);
    }
    for model in &found.models {
        text += &table(model, model.name == found.best);
    }
    for skipped in &found.skipped {
        let _ = write!(text, "\nskipped: {}\n", skipped.reason);
    }
    let _ = write!(text, "\nBest: {} ({}).\n", found.best, found.best_by);
    let undecided = found.undecided();
    if !undecided.is_empty() {
        text += "\nWhat these trials cannot decide:\n";
        for sentence in undecided {
            let _ = writeln!(text, "- {sentence}");
        }
    }
    text.trim_end().to_owned()
}

fn pulse_line(pulse: &PulseFit) -> String {
    format!(
        "{}: peak {:.4} N, sigma_A {:.4} ms, sigma_B {:.4} ms, {:.4} ms above a twentieth of the \
         peak, {:.4e} N·s\n",
        pulse.file,
        pulse.height.value,
        1e3 * pulse.sigma_a.value,
        1e3 * pulse.sigma_b.value,
        1e3 * pulse.duration,
        pulse.impulse
    )
}

fn table(model: &ModelAnswer, best: bool) -> String {
    let mark = if best { "  <- best" } else { "" };
    let mut text = format!("\n{}: {}{mark}\n", model.name, model.about);
    for estimate in &model.parameters.0 {
        text += &parameter_line(estimate);
    }
    for (name, errors) in [("fit rms", &model.rms), ("left out", &model.leave_one_out)] {
        text += &error_line(name, errors);
    }
    text
}

fn parameter_line(estimate: &Estimate) -> String {
    let sd = estimate.sd.map_or_else(|| "?".to_owned(), |sd| digits(sd, 2));
    let verdict = if estimate.identified { "" } else { "not decided" };
    let line = format!(
        "  {:<9} {:>11} ± {:<9} {:<8} {:<36} {verdict}",
        estimate.name,
        digits(estimate.value, 4),
        sd,
        estimate.unit,
        estimate.meaning
    );
    line.trim_end().to_owned() + "\n"
}

fn error_line(name: &str, errors: &Components) -> String {
    let parts = COMPONENTS.iter().zip(errors.array()).zip(UNITS);
    let cells: Vec<String> =
        parts.map(|((name, value), unit)| format!("{name} {} {unit}", digits(value, 3))).collect();
    format!("  {name:<9} {}\n", cells.join("   "))
}
