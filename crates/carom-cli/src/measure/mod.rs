//! `carom measure`: from what a laboratory records of collisions to the table that calibration reads.

mod accelerometers;
mod example;
mod force;
mod landmarks;
mod output;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::error::CommandError;

/// Measures recordings of collisions with a wall: velocities and spin before and after, with their
/// standard deviations, as the table that calibration reads.
///
/// The table has m/s and rad/s in the axes of the wall: z away from it, x along it, the spin about
/// +y, so that the point that touches slides at vx − radius·spin.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    kind: Option<Kind>,

    /// Write example recordings of three trials, and their truth, to a directory
    #[arg(long, value_name = "DIR")]
    example: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Kind {
    Landmarks(landmarks::Arguments),
    Accelerometers(accelerometers::Arguments),
    Force(force::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  carom measure --example lab
  carom measure landmarks lab/trial* --rate 1000 --distance 0.036 --out trials.csv
  carom measure accelerometers lab/accelerometers*.csv --sensor1 0.022,0 --sensor2=-0.022,0 \\
      --mass 0.008 --radius 0.0324
  carom measure force lab/force*.csv --report force.html

Exit status: 0 done, 2 bad input, 3 could not read or write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if let Some(directory) = &arguments.example {
        return example::write(directory);
    }
    match &arguments.kind {
        Some(Kind::Landmarks(arguments)) => landmarks::run(arguments),
        Some(Kind::Accelerometers(arguments)) => accelerometers::run(arguments),
        Some(Kind::Force(arguments)) => force::run(arguments),
        None => Err(CommandError::Input(
            "the kind of recording is missing: landmarks, accelerometers or force".into(),
        )),
    }
}
