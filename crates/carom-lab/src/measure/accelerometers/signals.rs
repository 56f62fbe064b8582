//! From what two accelerometers read to the acceleration of the body.

use std::path::{Path, PathBuf};

use carom_files::csv::Table;

use super::Settings;
use crate::measure::MeasureError;
use crate::measure::times::even_times;
use carom::check::check;

/// Where an accelerometer sits and looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// Its place (m) in the axes of the body, from the centre of mass.
    pub place: [f64; 2],
    /// From the body's x to the sensor's, counter-clockwise (rad).
    pub angle: f64,
}

/// Evenly sampled accelerations of the body in its own axes.
pub(super) struct Signals {
    pub(super) file: PathBuf,
    /// The first moment and the interval (s).
    pub(super) start: f64,
    pub(super) step: f64,
    /// x, z (m/s²), about y (rad/s²), and the spin's square as the centripetal force shows it (rad²/s²).
    pub(super) channels: [Vec<f64>; 4],
    pub(super) warnings: Vec<String>,
}

const COLUMNS: [&str; 4] = ["a1x", "a1z", "a2x", "a2z"];
/// A recording needs this many samples.
const FEWEST: usize = 64;
/// A reading that stays at its extreme for this many samples is clipped.
const CLIPPED: usize = 4;

impl Signals {
    pub(super) fn read(file: &Path, settings: &Settings) -> Result<Self, MeasureError> {
        let table = Table::read(file)?;
        let mut raw = Vec::with_capacity(4);
        for name in COLUMNS {
            raw.push(table.column(name)?);
        }
        if table.rows() < FEWEST {
            let what = format!("it has {} samples; at least {FEWEST} are needed", table.rows());
            return Err(table.error(what).into());
        }
        let (start, step) = even_times(&table, settings.rate)?;
        let warnings =
            COLUMNS.iter().zip(&raw).filter_map(|(name, one)| clipped(name, one)).collect();
        let channels = body(&raw, &settings.sensors)?;
        Ok(Self { file: file.to_owned(), start, step, channels, warnings })
    }

    pub(super) fn len(&self) -> usize {
        self.channels[0].len()
    }

    pub(super) fn time(&self, sample: usize) -> f64 {
        self.start + self.step * sample as f64
    }

    pub(super) fn wrong(&self, what: String) -> MeasureError {
        MeasureError::recording(&self.file, what)
    }
}

/// In the axes of a body that turns at ω, a sensor at p reads a + α·(p_z, −p_x) − ω²·p (iguchi 4.2
/// has the first two terms). Four readings are four unknowns, a_x, a_z, α and ω², without integration.
fn body(raw: &[&[f64]], sensors: &[Sensor; 2]) -> Result<[Vec<f64>; 4], MeasureError> {
    let [p, q] = sensors.map(|sensor| sensor.place);
    let apart = [p[0] - q[0], p[1] - q[1]];
    let square = apart[0] * apart[0] + apart[1] * apart[1];
    check(square > 1e-12, "sensor2", square.sqrt(), "1e-6 m or more away from the first")?;
    let middle = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])];
    let turned = |i: usize, sample: usize| {
        let (sin, cos) = sensors[i].angle.sin_cos();
        let (x, z) = (raw[2 * i][sample], raw[2 * i + 1][sample]);
        [cos * x - sin * z, sin * x + cos * z]
    };
    let mut channels: [Vec<f64>; 4] = std::array::from_fn(|_| Vec::with_capacity(raw[0].len()));
    for sample in 0..raw[0].len() {
        let (a, b) = (turned(0, sample), turned(1, sample));
        let difference = [a[0] - b[0], a[1] - b[1]];
        let turning = (difference[0] * apart[1] - difference[1] * apart[0]) / square;
        let spin_square = -(difference[0] * apart[0] + difference[1] * apart[1]) / square;
        let mean = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
        channels[0].push(mean[0] - turning * middle[1] + spin_square * middle[0]);
        channels[1].push(mean[1] + turning * middle[0] + spin_square * middle[1]);
        channels[2].push(turning);
        channels[3].push(spin_square);
    }
    Ok(channels)
}

fn clipped(name: &str, signal: &[f64]) -> Option<String> {
    let high = signal.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = signal.iter().copied().fold(f64::INFINITY, f64::min);
    let stays = |extreme: f64| signal.windows(CLIPPED).any(|run| run.iter().all(|&v| v == extreme));
    let extreme = [high, low].into_iter().find(|&extreme| high > low && stays(extreme))?;
    Some(format!(
        "`{name}` stays at {extreme} m/s² for {CLIPPED} samples or more: it seems clipped"
    ))
}
