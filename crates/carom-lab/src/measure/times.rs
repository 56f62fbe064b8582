//! When the rows of a recording were taken.

use carom_files::csv::Table;

use super::MeasureError;
use carom::check::positive;

/// How far a sample may lie from its place in an even row of samples, in sampling intervals.
const JITTER: f64 = 0.25;

/// The time of each row (s): from the column `time`, or from `rate` (1/s) and the column `frame`
/// or the order of rows.
pub(crate) fn times(table: &Table, rate: Option<f64>) -> Result<Vec<f64>, MeasureError> {
    let rate = rate.map(|rate| positive("rate", rate)).transpose()?;
    Ok(match rate {
        _ if table.has("time") => table.rising_column("time")?.to_vec(),
        Some(rate) if table.has("frame") => {
            table.rising_column("frame")?.iter().map(|frame| frame / rate).collect()
        }
        Some(rate) => (0..table.rows()).map(|i| i as f64 / rate).collect(),
        None => {
            let message = "it has no column \"time\", so the rate must be given";
            return Err(table.error(message).into());
        }
    })
}

/// The first time and the interval (s), where samples must follow each other evenly.
pub(crate) fn even_times(table: &Table, rate: Option<f64>) -> Result<(f64, f64), MeasureError> {
    let times = times(table, rate)?;
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return Err(table.error("it has a header and no rows").into());
    };
    let step = (last - first) / (times.len() - 1).max(1) as f64;
    for (row, time) in times.iter().enumerate() {
        let off = (time - first - step * row as f64) / step;
        if off.abs() > JITTER {
            let message = format!(
                "samples must be evenly spaced, but this one is {off:.2} intervals of {step:e} s \
                 away from its place"
            );
            let column = if table.has("time") { "time" } else { "frame" };
            return Err(table.cell_error(row, column, message).into());
        }
    }
    Ok((*first, step))
}
