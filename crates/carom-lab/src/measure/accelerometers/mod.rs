//! Two accelerometers on a body: its acceleration, velocity, place, and the force it felt (iguchi 4).
//!
//! Between pulses the body flies freely, so what the sensors read there is drift: a straight line
//! through it is taken away, and velocities change in pulses alone.

mod consistency;
mod integral;
mod signals;
mod trace;

pub use signals::Sensor;
pub use trace::Sample;

use std::ops::Range;
use std::path::Path;

use serde::Serialize;

use super::baseline::{Baseline, between, median, pulses, robust_sd};
use super::error::MeasureError;
use super::filter::zero_phase;
use super::trial::{Impact, Measured, Motion, Trial, Wall};
use crate::disc::Disc;
use carom::check::check;
use consistency::{disagreement, spin_squares, wandering};
use integral::Integral;
use signals::Signals;

/// How a recording is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The two accelerometers.
    pub sensors: [Sensor; 2],
    /// Where the wall lies in the axes of the body when the recording begins.
    pub wall: Wall,
    /// Samples per second, if the recording has no times.
    pub rate: Option<f64>,
    /// The cutoff of the low-pass filter (Hz); without it, a twentieth of the rate.
    pub cutoff: Option<f64>,
    /// How the body moves when the recording begins.
    pub start: Motion,
    /// About when the wall is struck (s); without it, the strongest pulse away from the wall.
    pub impact: Option<f64>,
    /// The body.
    pub disc: Disc,
}

/// Quiet samples needed before and after the impact.
const FEWEST_QUIET: usize = 16;

/// The drift of a channel, read in free flight.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Drift {
    /// In the middle of the recording (m/s² or rad/s²).
    pub offset: Measured,
    /// How it grows (per s).
    pub slope: Measured,
    /// What it would add to the velocity by the end of the recording (m/s or rad/s).
    pub velocity_at_end: f64,
    /// What it would add to the place by then (m or rad).
    pub place_at_end: f64,
    /// Standard deviation of one sample about it.
    pub noise: f64,
    /// The correlation length of the noise in samples.
    pub memory: f64,
}

/// Internal force and moment before the collision: momentum over the sampling interval, as iguchi (14)
/// and (16) define them. They depend on that interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Internal {
    /// Δt (s).
    pub interval: f64,
    /// m·vx/Δt and m·vz/Δt (N).
    pub force: [f64; 2],
    /// J·spin/Δt (N·m).
    pub moment: f64,
    /// The tangential force of (8), F_x + N_y/r_z with r_z = −radius (N).
    pub tangential: f64,
}

/// What was measured of one collision.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// Velocities and spins.
    #[serde(flatten)]
    pub trial: Trial,
    /// When the force of the wall was largest (s).
    pub impact_time: f64,
    /// From 5 % of the largest force to 5 % again (s), widened by the filter.
    pub contact_time: f64,
    /// The largest force away from the wall (N), lowered by the filter.
    pub peak_force: f64,
    /// What follows from the velocities.
    pub impact: Impact,
    /// Internal force and moment before.
    pub internal: Internal,
    /// Of the body's x, z, and turning, in its own axes.
    pub drift: [Drift; 3],
    /// The square of the spin before and after by the centripetal force (rad²/s²), if the recording
    /// begins with a quiet stretch.
    pub spin_square: Option<[Measured; 2]>,
    /// From when to when something happened (s).
    pub pulses: Vec<[f64; 2]>,
    /// Samples per second.
    pub rate: f64,
    /// Cutoff of the filter (Hz).
    pub cutoff: f64,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Every sample, in the axes of the wall.
    #[serde(skip)]
    pub samples: Vec<Sample>,
}

/// Measures a recording with columns `a1x`, `a1z`, `a2x`, `a2z` (m/s²) and `time` (s).
pub fn measure(name: &str, file: &Path, settings: &Settings) -> Result<Measurement, MeasureError> {
    let signals = Signals::read(file, settings)?;
    let rate = 1.0 / signals.step;
    let cutoff = settings.cutoff.unwrap_or(rate / 20.0);
    let holds = cutoff > 0.0 && cutoff < 0.4 * rate;
    check(holds, "cutoff", cutoff, "above 0 and below 0.4 of the sampling rate (Hz)")?;
    let smooth: [Vec<f64>; 3] =
        std::array::from_fn(|i| zero_phase(&signals.channels[i], cutoff / rate));
    let pulses = find_pulses(&signals.channels, &smooth, settings, rate / cutoff);
    let quiet = between(&pulses, signals.len());
    check_quiet(&signals, &quiet)?;
    let baselines = std::array::from_fn(|i| Baseline::through(&signals.channels[i], &quiet));
    let (wall, start) = (settings.wall, settings.start);
    let integral =
        Integral { signals: &signals, smooth: &smooth, baselines, pulses: &pulses, wall, start };
    let struck = find_impact(&integral, settings.impact)?;
    if quiet[struck + 1].len() < FEWEST_QUIET {
        return Err(signals.wrong(format!(
            "only {} quiet samples follow the impact at {:.6} s; at least {FEWEST_QUIET} are needed",
            quiet[struck + 1].len(),
            signals.time(pulses[struck].start)
        )));
    }
    let [before, after] = integral.measured(struck);
    let trial = Trial { trial: name.into(), before, after };
    let impact = Impact::of(&trial, Some(&settings.disc));
    let samples = trace::samples(&integral);
    let spin_square = spin_squares(&signals, &quiet, struck, &settings.start);
    let mut warnings = signals.warnings.clone();
    warnings.extend(wandering(&signals, &quiet, &integral));
    warnings.extend(spin_square.and_then(|squares| disagreement(&squares, &trial)));
    warnings.extend(impact.warning());
    let contact = Contact::of(&samples[pulses[struck].clone()], &settings.disc);
    Ok(Measurement {
        impact_time: contact.time,
        contact_time: contact.length as f64 * signals.step,
        peak_force: contact.peak,
        impact,
        internal: internal(&trial, &settings.disc, signals.step),
        drift: integral.baselines.map(|baseline| drift(&baseline, &signals)),
        spin_square,
        pulses: pulses.iter().map(|p| [signals.time(p.start), signals.time(p.end)]).collect(),
        rate,
        cutoff,
        warnings,
        samples,
        trial,
    })
}

/// Stretches in which the body is pushed or turned, with room for what the filter smears out.
fn find_pulses(
    raw: &[Vec<f64>],
    smooth: &[Vec<f64>; 3],
    settings: &Settings,
    period: f64,
) -> Vec<Range<usize>> {
    let [p, q] = settings.sensors.map(|sensor| sensor.place);
    let arm = 0.5 * (p[0] - q[0]).hypot(p[1] - q[1]);
    let middles: [f64; 3] = std::array::from_fn(|i| median(&smooth[i]));
    // A filter that happens to remove all noise does not make its own ends an event.
    let noises: [f64; 3] =
        std::array::from_fn(|i| robust_sd(&smooth[i]).max(0.2 * robust_sd(&raw[i])));
    let noise = noises[0].max(noises[1]).max(arm * noises[2]);
    let activity: Vec<f64> = (0..smooth[0].len())
        .map(|k| {
            let [x, z, turn] = std::array::from_fn(|i| smooth[i][k] - middles[i]);
            x.hypot(z).max(arm * turn.abs())
        })
        .collect();
    pulses(&activity, noise, period.ceil() as usize)
}

fn check_quiet(signals: &Signals, quiet: &[Range<usize>]) -> Result<(), MeasureError> {
    if quiet.len() < 2 {
        return Err(signals
            .wrong("there is no impact in the recording: nothing rises above the noise".into()));
    }
    let samples: usize = quiet.iter().map(Range::len).sum();
    if samples < 2 * FEWEST_QUIET {
        return Err(signals.wrong(format!(
            "only {samples} of its {} samples are quiet; at least {} are needed to know the drift",
            signals.len(),
            2 * FEWEST_QUIET
        )));
    }
    Ok(())
}

/// The pulse that is the wall's: it meets a body that approaches, and pushes it away.
fn find_impact(integral: &Integral, near: Option<f64>) -> Result<usize, MeasureError> {
    let signals = integral.signals;
    let motions = integral.motions();
    if let Some(time) = near {
        let from_it = |pulse: &Range<usize>| {
            let (from, to) = (signals.time(pulse.start), signals.time(pulse.end));
            (from - time).max(time - to).max(0.0)
        };
        let distances = integral.pulses.iter().map(from_it).enumerate();
        let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |one| one.0);
        if from_it(&integral.pulses[nearest]) > 0.0 || motions[nearest][0][1] >= 0.0 {
            return Err(signals.wrong(format!(
                "no body that approaches the wall is pushed at {time} s; pulses begin at {}",
                listed(integral)
            )));
        }
        return Ok(nearest);
    }
    let strength = |motion: &[[f64; 3]; 2]| {
        let away = motion[0][1] < 0.0 && motion[1][1] > motion[0][1];
        if away { motion[1][1] - motion[0][1] } else { 0.0 }
    };
    let strongest = motions.iter().map(strength).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    strongest.filter(|one| one.1 > 0.0).map(|one| one.0).ok_or_else(|| {
        signals.wrong(format!(
            "there is no impact in the recording: none of its pulses (they begin at {}) meets a body \
             that approaches the wall and pushes it away; check the place of the wall and the \
             motion at the start",
            listed(integral)
        ))
    })
}

fn listed(integral: &Integral) -> String {
    let times = integral.pulses.iter().map(|pulse| integral.signals.time(pulse.start));
    times.map(|time| format!("{time:.6} s")).collect::<Vec<_>>().join(", ")
}

fn drift(baseline: &Baseline, signals: &Signals) -> Drift {
    let (step, end) = (signals.step, (signals.len() - 1) as f64);
    let (line, variance) = (&baseline.line, baseline.slow_variance());
    let (first, slope) = (line.at(0.0), line.slope);
    Drift {
        offset: Measured::new(line.at(0.5 * end), line.sd_at(0.5 * end, variance)),
        slope: Measured::new(slope / step, line.slope_sd(variance) / step),
        velocity_at_end: step * end * (first + 0.5 * slope * end),
        place_at_end: (step * end).powi(2) * (0.5 * first + slope * end / 6.0),
        noise: baseline.variance.sqrt(),
        memory: baseline.memory,
    }
}

fn internal(trial: &Trial, disc: &Disc, interval: f64) -> Internal {
    let before = &trial.before;
    let force = [before.vx, before.vz].map(|v| disc.mass() * v.value / interval);
    let moment = disc.inertia() * before.spin.value / interval;
    Internal { interval, force, moment, tangential: force[0] - moment / disc.radius() }
}

/// The force of the wall.
struct Contact {
    time: f64,
    length: usize,
    peak: f64,
}

impl Contact {
    fn of(samples: &[Sample], disc: &Disc) -> Self {
        let force = |sample: &Sample| disc.mass() * sample.acceleration[1];
        let top = samples.iter().max_by(|a, b| force(a).total_cmp(&force(b)));
        let (time, peak) = top.map_or((0.0, 0.0), |sample| (sample.time, force(sample)));
        let length = samples.iter().filter(|sample| force(sample) > 0.05 * peak).count();
        Self { time, length, peak }
    }
}
