//! `carom measure accelerometers`.

use std::path::{Path, PathBuf};

use carom_lab::measure::accelerometers::{Measurement, Sensor, Settings, measure};
use carom_lab::measure::{Disc, Measured, Motion, Wall, csv, document, page};
use clap::Args;

use super::output::{Output, Results, named, numbers, setting};
use crate::error::CommandError;

/// Integrates two accelerometers on a body: velocities and spin before and after the impact, drift,
/// internal force and moment.
///
/// A recording is a table with the columns a1x, a1z, a2x, a2z (m/s²), each sensor along the body's
/// own x and z, and time (s). It begins with a body at rest, or one that moves as given by --start;
/// between pulses the body must fly freely.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(super) struct Arguments {
    /// Recordings, one for each trial
    #[arg(required = true, value_name = "REC.csv")]
    recordings: Vec<PathBuf>,

    /// Place of the first sensor (m) from the centre of mass, and the angle of its x axis (degrees,
    /// counter-clockwise from the body's), if it is not 0
    #[arg(long, value_name = "X,Z[,DEGREES]", value_parser = sensor, allow_hyphen_values = true)]
    sensor1: Sensor,

    /// The same of the second sensor
    #[arg(long, value_name = "X,Z[,DEGREES]", value_parser = sensor, allow_hyphen_values = true)]
    sensor2: Sensor,

    /// Mass of the body (kg)
    #[arg(long, value_name = "KG")]
    mass: f64,

    /// From its centre to the point that touches (m)
    #[arg(long, value_name = "M")]
    radius: f64,

    /// Moment of inertia (kg·m²) [default: mass·radius²/2]
    #[arg(long, value_name = "KG_M2")]
    inertia: Option<f64>,

    /// Where the wall lies in the axes of the body when the recording begins: below, right, above,
    /// left, or the angle of its x axis in degrees, counter-clockwise from the body's
    #[arg(long, value_name = "PLACE", default_value = "below", allow_hyphen_values = true)]
    wall: Wall,

    /// Samples per second, for tables without times
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,

    /// Cutoff of the low-pass filter (Hz) [default: a twentieth of the rate]
    #[arg(long, value_name = "HZ")]
    cutoff: Option<f64>,

    /// How the body moves when the recording begins: vx, vz (m/s), spin (rad/s)
    #[arg(long, value_name = "VX,VZ,SPIN", default_value = "0,0,0", value_parser = numbers::<3>, allow_hyphen_values = true)]
    start: [f64; 3],

    /// Standard deviations of that
    #[arg(long, value_name = "VX,VZ,SPIN", default_value = "0,0,0", value_parser = deviations)]
    start_sd: [f64; 3],

    /// About when the wall is struck (s) [default: the strongest pulse away from the wall]
    #[arg(long, value_name = "S")]
    impact: Option<f64>,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  carom measure accelerometers rec1.csv rec2.csv --sensor1 0.022,0 --sensor2=-0.022,0 \\
      --mass 0.008 --radius 0.0324 --out trials.csv --report recordings.html
  carom measure accelerometers rec.csv --sensor1 0,0.02 --sensor2 0,-0.02,180 --mass 0.008 \\
      --radius 0.0324 --start 1.1,-2,0 --start-sd 0.01,0.01,0.1 --json

Exit status: 0 done, 2 bad input, 3 could not read or write.";

fn sensor(text: &str) -> Result<Sensor, String> {
    let whole = if text.split(',').count() == 2 { format!("{text},0") } else { text.to_owned() };
    let [x, z, angle] = numbers::<3>(&whole)
        .map_err(|_| "it must be x,z (m), or x,z and an angle (degrees)".to_owned())?;
    if x.abs().max(z.abs()) > 100.0 {
        return Err("places must lie within 100 m".into());
    }
    Ok(Sensor { place: [x, z], angle: angle.to_radians() })
}

fn deviations(text: &str) -> Result<[f64; 3], String> {
    let values = numbers::<3>(text)?;
    if values.iter().any(|&sd| sd < 0.0) {
        return Err("standard deviations must be 0 or above".into());
    }
    Ok(values)
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let disc = Disc::new(arguments.mass, arguments.radius, arguments.inertia).map_err(setting)?;
    let start = |i: usize| Measured::new(arguments.start[i], arguments.start_sd[i]);
    let settings = Settings {
        sensors: [arguments.sensor1, arguments.sensor2],
        wall: arguments.wall,
        rate: arguments.rate,
        cutoff: arguments.cutoff,
        start: Motion { vx: start(0), vz: start(1), spin: start(2) },
        impact: arguments.impact,
        disc,
    };
    let one = |name: &str, file: &Path| measure(name, file, &settings);
    arguments.output.give(&arguments.recordings, one, |trials| results(trials, disc.mass()))
}

fn results(trials: &[Measurement], mass: f64) -> Results {
    Results {
        csv: csv(trials.iter().map(|one| &one.trial)),
        json: document("accelerometers", trials),
        page: page::accelerometers(trials, mass),
        warnings: trials.iter().flat_map(|one| named(&one.trial.trial, &one.warnings)).collect(),
    }
}
