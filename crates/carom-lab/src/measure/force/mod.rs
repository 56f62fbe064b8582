//! The force between a body and a wall over time: area, height, interval and shape (iguchi 3.2).

mod shapes;
mod trace;

pub use shapes::Fit;
pub(crate) use shapes::gaussian;

use std::fmt::Write;
use std::path::Path;

use carom_files::csv::Table;
use serde::Serialize;

use super::MeasureError;
use super::times::even_times;
use super::trial::{Measured, cell};
use carom::check::check;
use trace::Trace;

/// How a trace is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The column that holds the force (N).
    pub column: String,
    /// Samples per second, if the trace has no times.
    pub rate: Option<f64>,
    /// The interval lasts while the force is above this share of its height.
    pub level: f64,
}

/// Quiet samples needed before and after the pulse.
const FEWEST_QUIET: usize = 8;
/// Samples that a pulse needs above the level.
const FEWEST: usize = 5;
/// What was measured of one pulse.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// What it is called.
    pub trial: String,
    /// The impulse: force summed over time, above the baseline (N·s).
    pub area: Measured,
    /// The largest force, by a parabola through the top (N).
    pub height: Measured,
    /// How long the force was above the level (s).
    pub interval: Measured,
    /// When it was largest (s).
    pub peak_time: f64,
    /// 1, or −1 where the sensor shows the force of the wall as negative.
    pub polarity: f64,
    /// Shapes, best first.
    pub fits: Vec<Fit>,
    /// What the sensor reads without a force (N), and its growth (N/s).
    pub baseline: [Measured; 2],
    /// Standard deviation of a sample (N).
    pub noise: f64,
    /// Samples per second.
    pub rate: f64,
    /// The share of the height that bounds the interval.
    pub level: f64,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Moments (s) and forces (N) about the pulse, free of the baseline.
    #[serde(skip)]
    pub samples: Vec<(f64, f64)>,
}

impl Measurement {
    /// The two-sided Gaussian, if it could be fitted.
    #[must_use]
    pub fn gaussian(&self) -> Option<&Fit> {
        self.fits.iter().find(|fit| fit.sigmas.is_some())
    }
}

/// What several pulses have in common (iguchi Fig. 4): heights follow areas, intervals stay.
#[derive(Clone, Debug, Serialize)]
pub struct Together {
    /// Height over area: the mean, and the standard deviation between pulses (1/s).
    pub height_per_area: Measured,
    /// The interval: the mean, and the standard deviation between pulses (s).
    pub interval: Measured,
}

/// Of two pulses or more.
#[must_use]
pub fn together(pulses: &[Measurement]) -> Option<Together> {
    let over = |value: &dyn Fn(&Measurement) -> f64| {
        let count = pulses.len() as f64;
        let mean = pulses.iter().map(value).sum::<f64>() / count;
        let squares: f64 = pulses.iter().map(|one| (value(one) - mean).powi(2)).sum();
        Measured::new(mean, (squares / (count - 1.0)).sqrt())
    };
    (pulses.len() > 1).then(|| Together {
        height_per_area: over(&|one| one.height.value / one.area.value),
        interval: over(&|one| one.interval.value),
    })
}

/// Areas, heights, intervals and the σ of both sides as a table, each followed by its standard
/// deviation (N·s, N, s).
pub fn csv<'a>(pulses: impl IntoIterator<Item = &'a Measurement>) -> String {
    let mut text = String::from("trial");
    for name in ["area", "height", "interval", "sigma_a", "sigma_b"] {
        let _ = write!(text, ",{name},{name}_sd");
    }
    text.push('\n');
    for pulse in pulses {
        text += &cell(&pulse.trial);
        let sigmas = pulse.gaussian().and_then(|fit| fit.sigmas);
        for one in [pulse.area, pulse.height, pulse.interval] {
            let _ = write!(text, ",{},{}", one.value, one.sd);
        }
        match sigmas {
            Some([a, b]) => {
                let _ = write!(text, ",{},{},{},{}", a.value, a.sd, b.value, b.sd);
            }
            None => text.push_str(",,,,"),
        }
        text.push('\n');
    }
    text
}

/// Measures a trace with a column of forces (N) and `time` (s).
pub fn measure(name: &str, file: &Path, settings: &Settings) -> Result<Measurement, MeasureError> {
    let level = settings.level;
    check((0.001..=0.9).contains(&level), "level", level, "from 0.001 to 0.9")?;
    let table = Table::read(file)?;
    let raw = table.column(&settings.column)?;
    let least = 2 * FEWEST_QUIET + FEWEST;
    if raw.len() < least {
        let message = format!("it has {} samples; at least {least} are needed", raw.len());
        return Err(table.error(message).into());
    }
    let (start, step) = even_times(&table, settings.rate)?;
    let trace = Trace::new(raw, start, step).map_err(|message| table.error(message))?;
    Ok(trace.measure(name, level).map_err(|message| table.error(message))?)
}
