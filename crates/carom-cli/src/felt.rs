//! `carom felt`: a piano hammer against a rigid wall.

use std::fmt::Write as _;
use std::path::PathBuf;

use carom_lab::felt::{Answer, DEFAULT_KEY, FeltError, Question, figure, strike_wall};
use clap::Args;

use crate::error::{CommandError, Target, print, print_json};

/// Strikes a rigid wall with a piano hammer whose felt remembers: force against compression.
///
/// The felt is Stulov's, f = k·(x^α − ε·z) with ż = (x^α − z)/τ: it recovers more slowly than it
/// gives way, so the way back lies below the way in, and the hammer leaves while the felt is still
/// dented. The hammers are fits over the keys of a piano.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// The key, from 1 (A0) to 88 (C8)
    #[arg(long, value_name = "N", default_value_t = DEFAULT_KEY, value_parser = key)]
    key: u32,

    /// The speeds (m/s), separated by commas, each from 0.01 to 20
    #[arg(long, value_name = "LIST", default_value = "0.5,1,2,4", allow_hyphen_values = true)]
    speeds: String,

    /// Draw the loops
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,

    /// Print one JSON object, SI units, full precision
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom felt --out felt.svg                      the hammer of A4 at four speeds, drawn
  carom felt --key 16 --speeds 0.5,3 --json      a bass hammer, slow and fast, as numbers

Exit status: 0 done, 2 bad input, 3 could not write.";

fn key(text: &str) -> Result<u32, String> {
    let key = text.parse().ok().filter(|key| (1..=88).contains(key));
    key.ok_or_else(|| "it must be a whole number from 1 to 88".into())
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let question = Question { key: arguments.key, speeds: arguments.speeds()? };
    let picture = arguments.out.as_deref().map(Target::open).transpose()?;
    let answer = strike_wall(&question).map_err(|error| as_flag(&error))?;
    if let Some(mut picture) = picture {
        picture.write(&figure(&answer).to_svg())?;
        picture.commit()?;
    }
    if arguments.json { print_json(&answer) } else { print(&table(&answer)) }
}

impl Arguments {
    fn speeds(&self) -> Result<Vec<f64>, CommandError> {
        let number = |text: &str| {
            let wrong = || {
                let list = &self.speeds;
                CommandError::Input(format!(
                    "--speeds {list}: `{}` is no number; it must be numbers from 0.01 to 20 (m/s) \
                     with commas between them",
                    text.trim()
                ))
            };
            text.trim().parse::<f64>().map_err(|_| wrong())
        };
        self.speeds.split(',').map(number).collect()
    }
}

fn as_flag(error: &FeltError) -> CommandError {
    CommandError::Input(match error {
        FeltError::Value(error) => {
            format!("--{} is {}, it must be {}", error.field, error.value, error.allowed)
        }
        _ => error.to_string(),
    })
}

fn table(answer: &Answer) -> String {
    let hammer = &answer.hammer;
    let mut text = format!(
        "Hammer of key {}: {:.2} g, exponent {:.2}, hysteresis {:.4}, relaxation {:.2} µs\n\n",
        answer.key,
        1e3 * hammer.mass,
        hammer.exponent,
        hammer.hysteresis,
        1e6 * hammer.relaxation
    );
    let _ = writeln!(
        text,
        "{:>7} {:>10} {:>12} {:>10} {:>9} | {:>9} {:>8} {:>8}",
        "speed", "force", "compression", "contact", "left", "returned", "lost", "in felt"
    );
    let _ = writeln!(
        text,
        "{:>7} {:>10} {:>12} {:>10} {:>9} | {:>9} {:>8} {:>8}",
        "(m/s)", "(N)", "(mm)", "(ms)", "(%)", "(%)", "(%)", "(%)"
    );
    for one in &answer.loops {
        let _ = writeln!(
            text,
            "{:>7} {:>10.2} {:>12.4} {:>10.4} {:>9.1} | {:>9.2} {:>8.2} {:>8.2}",
            one.speed,
            one.peak_force,
            1e3 * one.peak_compression,
            1e3 * one.contact_time,
            100.0 * one.compression_left,
            100.0 * one.energy_returned,
            100.0 * one.energy_lost,
            100.0 * one.energy_in_felt
        );
    }
    text.push_str(
        "\nLeft: the compression when the hammer leaves, of the largest. The rest are shares of the \
         energy that\nthe hammer brought, when it leaves; what is in the felt is lost as the dent \
         grows back.",
    );
    text
}
