//! How well the modes of a sound are found whose modes are known.

use carom_listen::{Component, Recording, listen};
use serde_json::Value;
use std::error::Error;
use std::f64::consts::LN_10;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time of a processor that this process has used; by the clock where the system does not tell.
pub(crate) fn used(begun: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = stat.and_then(|line| line.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// Counts over one or several sounds.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) counted: usize,
    pub(crate) found: usize,
    pub(crate) reported: usize,
    pub(crate) wrong: usize,
    /// Found modes whose 95 % interval holds the truth, of frequency and of decay.
    pub(crate) covered: [usize; 2],
    /// The longest that a sound took.
    pub(crate) slowest: Duration,
    /// A line for each mode that was not found and for each that is false.
    pub(crate) missed: Vec<String>,
}

impl Score {
    /// The score of a WAV file with a JSON file of the truth beside it, and whether it is in a room.
    pub(crate) fn of(path: &Path) -> Result<(bool, Self), Box<dyn Error>> {
        let recording = Recording::read(path)?;
        let text = std::fs::read_to_string(path.with_extension("json"))?;
        let truth: Value = serde_json::from_str(&text)?;
        let number = |mode: &Value, key: &str| mode[key].as_f64().unwrap_or(f64::NAN);
        let list = truth["modes"].as_array().ok_or("no modes")?;
        let start = Instant::now();
        let begun = used(start);
        let modes = modes(&recording);
        let mut score =
            Self { reported: modes.len(), slowest: used(start) - begun, ..Self::default() };
        for mode in list.iter().filter(|mode| mode["counted"] == true) {
            score.counted += 1;
            let (f, t60) = (number(mode, "f"), number(mode, "t60"));
            let decay = t60 / (3.0 * LN_10);
            let error = |m: &Component| {
                let fall = m.decay_s.map_or(f64::INFINITY, |d| (d / decay - 1.0).abs() / 0.05);
                ((m.frequency_hz / f - 1.0).abs() / 1e-3).max(fall)
            };
            let best = modes.iter().min_by(|a, b| error(a).total_cmp(&error(b)));
            let Some(m) = best.filter(|m| error(m) < 1.0) else {
                score.missed.push(missed(&modes, f, t60, number(mode, "a")));
                continue;
            };
            score.found += 1;
            let within = |distance: f64, deviation: Option<f64>| {
                usize::from(deviation.is_some_and(|deviation| distance.abs() < 1.96 * deviation))
            };
            score.covered[0] += within(m.frequency_hz - f, m.frequency_sd_hz);
            score.covered[1] += within(m.decay_s.unwrap_or(0.0) - decay, m.decay_sd_s);
        }
        let near = |m: &Component| {
            list.iter().any(|mode| {
                let (f, t60) = (number(mode, "f"), number(mode, "t60"));
                (m.frequency_hz - f).abs() < (1e-3 * f).max(0.66 / t60)
            })
        };
        for m in modes.iter().filter(|m| !near(m)) {
            score.wrong += 1;
            let t60 = m.decay_s.map_or(f64::NAN, |d| 3.0 * LN_10 * d);
            let line =
                format!("false {:.2} Hz T60 {t60:.3} s {:.1} dB", m.frequency_hz, m.level_db);
            score.missed.push(line);
        }
        Ok((truth["room"] == true, score))
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.counted += other.counted;
        self.found += other.found;
        self.reported += other.reported;
        self.wrong += other.wrong;
        self.covered = [0, 1].map(|k| self.covered[k] + other.covered[k]);
        self.slowest = self.slowest.max(other.slowest);
    }

    pub(crate) fn found(&self) -> f64 {
        self.found as f64 / self.counted.max(1) as f64
    }

    pub(crate) fn wrong(&self) -> f64 {
        self.wrong as f64 / self.reported.max(1) as f64
    }

    /// Parts of the intervals of frequencies and of decays that hold the truth.
    pub(crate) fn covered(&self) -> [f64; 2] {
        self.covered.map(|covered| covered as f64 / self.found.max(1) as f64)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [frequencies, decays] = self.covered().map(|part| 100.0 * part);
        write!(
            f,
            "{} of {} found ({:.1} %), {} of {} false ({:.1} %), intervals hold {frequencies:.1} % \
             of frequencies, {decays:.1} % of decays, slowest {:.2} s",
            self.found,
            self.counted,
            100.0 * self.found(),
            self.wrong,
            self.reported,
            100.0 * self.wrong(),
            self.slowest.as_secs_f64()
        )
    }
}

/// All modes that are heard, those of partials with several decays one by one.
fn modes(recording: &Recording) -> Vec<Component> {
    let mut modes = Vec::new();
    for partial in listen(&recording.mono(), recording.rate).partials {
        if partial.components.is_empty() {
            modes.push(Component {
                frequency_hz: partial.frequency_hz,
                frequency_sd_hz: partial.frequency_sd_hz,
                decay_s: partial.decay_s,
                decay_sd_s: partial.decay_sd_s,
                level_db: partial.level_db,
            });
        }
        modes.extend(partial.components);
    }
    modes
}

fn missed(modes: &[Component], f: f64, t60: f64, amplitude: f64) -> String {
    let mut near: Vec<&Component> =
        modes.iter().filter(|m| (m.frequency_hz / f - 1.0).abs() < 0.01).collect();
    near.sort_by(|a, b| (a.frequency_hz - f).abs().total_cmp(&(b.frequency_hz - f).abs()));
    let near: Vec<String> = near
        .iter()
        .take(3)
        .map(|m| {
            let t60 = m.decay_s.map_or(f64::NAN, |d| 3.0 * LN_10 * d);
            format!("{:.2} Hz {t60:.3} s", m.frequency_hz)
        })
        .collect();
    format!("missed {f:.2} Hz T60 {t60:.3} s amplitude {amplitude:.4}: {}", near.join(", "))
}
