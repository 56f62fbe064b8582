//! `carom measure force`.

use std::path::{Path, PathBuf};

use carom_lab::measure::force::{Measurement, Settings, csv, measure, together};
use carom_lab::measure::{document, page};
use clap::Args;

use super::output::{Output, Results, named};
use crate::error::CommandError;

/// Measures pulses of force: area, height, interval, and the width of both sides.
///
/// A trace is a table with the columns time (s) and force (N). The baseline is a straight line
/// through what lies before and after the pulse; a two-sided Gaussian, half a sine and a Hertzian
/// pulse are fitted.
#[derive(Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(super) struct Arguments {
    /// Traces, one for each trial
    #[arg(required = true, value_name = "TRACE.csv")]
    recordings: Vec<PathBuf>,

    /// The column that holds the force
    #[arg(long, value_name = "NAME", default_value = "force")]
    column: String,

    /// Samples per second, for tables without times
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,

    /// The interval lasts while the force is above this share of its height
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    level: f64,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  carom measure force blow1.csv blow2.csv --out pulses.csv --report pulses.html
  carom measure force sensor.csv --column fz --rate 8000 --json

Exit status: 0 done, 2 bad input, 3 could not read or write.";

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let (column, rate, level) = (arguments.column.clone(), arguments.rate, arguments.level);
    let settings = Settings { column, rate, level };
    let one = |name: &str, file: &Path| measure(name, file, &settings);
    arguments.output.give(&arguments.recordings, one, results)
}

fn results(pulses: &[Measurement]) -> Results {
    let mut json = document("force", pulses);
    if let Some(object) = json.as_object_mut() {
        object.insert("together".into(), serde_json::json!(together(pulses)));
    }
    Results {
        csv: csv(pulses),
        json,
        page: page::force(pulses),
        warnings: pulses.iter().flat_map(|one| named(&one.trial, &one.warnings)).collect(),
    }
}
