//! The arguments of the command.

use std::path::{Path, PathBuf};

use carom_lab::impact::{Impact, ImpactError};
use clap::Args;

use crate::error::CommandError;

/// A mass meets a rigid wall: the exact answer, and what each scheme makes of it.
///
/// The force is k·x^α·(1 + μ·v), Hunt and Crossley's, with x the compression and v its rate.
/// Velocities are positive into the wall, so the outgoing one is negative.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) impact: Impact,

    /// Print one JSON object, SI units, full precision
    #[arg(long)]
    pub(super) json: bool,

    /// Write every step of every run to a table
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub(super) csv: Option<PathBuf>,

    /// Draw phase portrait, force and energy, with the exact curves
    #[arg(long, value_name = "FILE.svg", value_parser = file)]
    pub(super) plot: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  A hard impact of six samples, by every scheme:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --mu 0.5 --velocity 1
  The same, drawn:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --mu 0.5 --velocity 1 --plot hard.svg
  A contact that lasts as long as it should, wherever it falls between two samples:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --velocity 1 --phase 0.3 \\
                 --scheme two-point --correct duration-phase
  A ball that bounces a hundred times:
    carom impact --mass 0.01 --stiffness 1e9 --exponent 1.5 --restitution 0.99 --velocity 1 \\
                 --force 0.0981 --rebounds 100 --rebound-kind flight

Schemes: am1, verlet, heun, rk4, two-point, three-point, quadratic, quadratised.
A run that fails (complex root, energy gained, correction refused) gives the reason in its row and
leaves the exit status 0. Exit status: 0 done, 2 bad input, 3 could not write.";

/// A file that is not standard output, which holds the report.
fn file(path: &str) -> Result<PathBuf, String> {
    let standard = ["-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"];
    if standard.contains(&path) {
        return Err("standard output holds the report; name a file".into());
    }
    Ok(Path::new(path).to_owned())
}

impl Arguments {
    /// The experiment, checked.
    pub(super) fn checked(&self) -> Result<&Impact, CommandError> {
        self.impact.check().map_err(|error| as_flag(&error))?;
        if self.csv.is_some() && self.csv == self.plot {
            return Err(CommandError::Input("--csv and --plot name the same file".into()));
        }
        Ok(&self.impact)
    }
}

/// An error of the experiment, with the field as a flag.
pub(super) fn as_flag(error: &ImpactError) -> CommandError {
    CommandError::Input(match error {
        ImpactError::Value(error) => {
            format!("--{} is {}, it must be {}", error.field, error.value, error.allowed)
        }
        ImpactError::RepeatedMethod(method) => format!("--scheme: {method} is listed twice"),
        _ => format!("--{error}"),
    })
}
