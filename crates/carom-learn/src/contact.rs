//! The contact that explains the spectra of blows.
//!
//! A mass m that meets a rigid surface with the force k·x^α at the speed v pushes it for a time in
//! proportion to θ = (m/k)^(1/(α+1))·v^((1−α)/(1+α)), with a spectrum m·v·Φ(ω·θ): all blows with one
//! exponent have one shape. What an object adds to it is the same for all blows, so that the ratios of
//! its modes between blows of different speed tell exponent and time.

use num_complex::Complex;
use serde::Serialize;

/// Exponents that are tried.
const EXPONENTS: (f64, f64, usize) = (1.0, 4.0, 25);
/// Times θ (s) at 1 m/s that are tried.
const TIMES: (f64, f64, usize) = (1e-5, 6e-3, 96);
/// Exponent that is written where one blow cannot tell it: Hertz's.
const USUAL: f64 = 1.5;
/// Least spectrum, of 2 at zero: zeros of an ideal pulse are none of a real one.
const LEAST: f64 = 2e-3;
/// Differences (natural logarithm) beyond this count as this.
const OUTLIER: f64 = 0.5;

/// A number and the range that the data allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The best.
    pub value: f64,
    /// The least.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// What is known of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// Mass of the hammer (kg): taken, since the sound does not tell it.
    pub mass_kg: f64,
    /// Stiffness (N/m^exponent) for that mass.
    pub stiffness: f64,
    /// Exponent of the force.
    pub exponent: Interval,
    /// Time of contact (s) at the speed of the first recording.
    pub duration_s: Interval,
    /// Whether several speeds separate the hammer from the object.
    pub separated: bool,
    /// For each mode, its amplitude divided by mass, speed and spectrum of the blow.
    #[serde(skip)]
    pub(crate) transfers: Vec<f64>,
}

/// The force of a blow in units of its own.
struct Pulse {
    step: f64,
    force: Vec<f64>,
}

impl Pulse {
    /// x″ = −x^α from x = 0, x′ = 1, by the classical fourth-order method.
    fn new(exponent: f64) -> Self {
        let step = 0.02;
        let push = |x: f64| -x.max(0.0).powf(exponent);
        let (mut x, mut v) = (0.0_f64, 1.0_f64);
        let mut force = vec![0.0];
        while force.len() < 1000 {
            let (k1, l1) = (v, push(x));
            let (k2, l2) = (v + 0.5 * step * l1, push(x + 0.5 * step * k1));
            let (k3, l3) = (v + 0.5 * step * l2, push(x + 0.5 * step * k2));
            let (k4, l4) = (v + step * l3, push(x + step * k3));
            x += step / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
            v += step / 6.0 * (l1 + 2.0 * (l2 + l3) + l4);
            if x <= 0.0 {
                break;
            }
            force.push(-push(x));
        }
        force.push(0.0);
        Self { step, force }
    }

    fn duration(&self) -> f64 {
        self.step * (self.force.len() - 1) as f64
    }

    /// |Φ| at a frequency in units of its own; 2 at zero.
    fn spectrum(&self, omega: f64) -> f64 {
        let turn = Complex::from_polar(1.0, -omega * self.step);
        let mut phase = Complex::new(1.0, 0.0);
        let mut sum = Complex::new(0.0, 0.0);
        for force in &self.force {
            sum += phase * *force;
            phase *= turn;
        }
        sum.norm() * self.step
    }
}

/// The spectrum of a pulse without its zeros, which no real pulse has: never less than at any higher
/// frequency.
struct Envelope(Vec<f64>);

impl Envelope {
    const STEP: f64 = 0.05;
    const COUNT: usize = 1200;

    fn new(pulse: &Pulse) -> Self {
        let mut values: Vec<f64> =
            (0..Self::COUNT).map(|n| pulse.spectrum(n as f64 * Self::STEP)).collect();
        for n in (0..Self::COUNT - 1).rev() {
            values[n] = values[n].max(values[n + 1]);
        }
        Self(values)
    }

    fn at(&self, omega: f64) -> f64 {
        let place = (omega / Self::STEP).min((Self::COUNT - 2) as f64);
        let (n, part) = (place as usize, place.fract());
        ((1.0 - part) * self.0[n] + part * self.0[n + 1]).max(LEAST)
    }
}

/// The contact that explains the amplitudes best: `amplitudes[i][k]` is that of mode k in recording
/// i, `omegas` are angular frequencies (1/s), `speeds` those of the hammer (m/s).
pub(crate) fn contact(
    amplitudes: &[Vec<f64>],
    omegas: &[f64],
    speeds: &[f64],
    mass: f64,
) -> Contact {
    let varied = speeds.iter().any(|speed| (speed / speeds[0] - 1.0).abs() > 0.05);
    let mut trials = trials(amplitudes, omegas, speeds, varied);
    trials.sort_by(|a, b| a.misfit.total_cmp(&b.misfit));
    let count = (omegas.len() * amplitudes.len()).max(4) as f64;
    // Two standard deviations, with the scatter of the best as that of the data.
    let most = (trials[0].misfit + 1e-6 * count) * (1.0 + 4.0 / (count - 3.0).max(1.0));
    let allowed: Vec<&Trial> = trials.iter().filter(|trial| trial.misfit <= most).collect();
    let range = |value: f64, of: &dyn Fn(&Trial) -> f64| {
        let low = allowed.iter().map(|trial| of(trial)).fold(f64::INFINITY, f64::min);
        let high = allowed.iter().map(|trial| of(trial)).fold(0.0, f64::max);
        Interval { value, low, high }
    };
    let duration = |trial: &Trial| {
        let slower = speeds[0].powf((1.0 - trial.exponent) / (1.0 + trial.exponent));
        trial.time * trial.pulse_duration * slower
    };
    let best = &trials[0];
    let spacing = (EXPONENTS.1 - EXPONENTS.0) / (EXPONENTS.2 - 1) as f64;
    let mut exponent = range(best.exponent, &|trial| trial.exponent);
    exponent.low = (exponent.low - spacing).max(1.0);
    exponent.high += spacing;
    if !varied {
        exponent = Interval { value: USUAL, low: EXPONENTS.0, high: EXPONENTS.1 };
    }
    Contact {
        mass_kg: mass,
        stiffness: mass / best.time.powf(best.exponent + 1.0),
        exponent,
        duration_s: range(duration(best), &duration),
        separated: varied,
        transfers: best.transfers.clone(),
    }
}

/// An exponent and a time, and how well they explain the amplitudes.
struct Trial {
    misfit: f64,
    exponent: f64,
    /// θ at 1 m/s (s).
    time: f64,
    /// Duration of the pulse in units of θ.
    pulse_duration: f64,
    transfers: Vec<f64>,
}

/// All exponents, or the usual one if speeds do not differ, with all times.
fn trials(amplitudes: &[Vec<f64>], omegas: &[f64], speeds: &[f64], varied: bool) -> Vec<Trial> {
    let part = |range: (f64, f64, usize), n: usize| n as f64 / (range.2 - 1) as f64;
    let mut trials = Vec::new();
    for n in 0..EXPONENTS.2 {
        let exponent = EXPONENTS.0 + (EXPONENTS.1 - EXPONENTS.0) * part(EXPONENTS, n);
        if !varied && (exponent - USUAL).abs() > 0.01 {
            continue;
        }
        let pulse = Pulse::new(exponent);
        let spectrum = Envelope::new(&pulse);
        for m in 0..TIMES.2 {
            let time = TIMES.0 * (TIMES.1 / TIMES.0).powf(part(TIMES, m));
            if !heard_at(&spectrum, amplitudes, omegas, time) {
                continue;
            }
            // What each recording leaves for the object, as logarithms.
            let rest = |i: usize, k: usize| {
                let theta = time * speeds[i].powf((1.0 - exponent) / (1.0 + exponent));
                (amplitudes[i][k] / (speeds[i] * spectrum.at(omegas[k] * theta))).max(1e-300).ln()
            };
            let rests: Vec<Vec<f64>> = (0..amplitudes.len())
                .map(|i| (0..omegas.len()).map(|k| rest(i, k)).collect())
                .collect();
            let (misfit, transfers) = misfit(amplitudes, &rests, varied);
            let pulse_duration = pulse.duration();
            trials.push(Trial { misfit, exponent, time, pulse_duration, transfers });
        }
    }
    trials
}

/// Whether a blow of 1 m/s can have made what is heard: its spectrum reaches the strongest mode, and
/// what is 50 dB weaker is not further below.
fn heard_at(spectrum: &Envelope, amplitudes: &[Vec<f64>], omegas: &[f64], time: f64) -> bool {
    let first = &amplitudes[0];
    let strongest = first.iter().copied().fold(0.0, f64::max);
    omegas.iter().zip(first).all(|(omega, amplitude)| {
        let least = match amplitude / strongest {
            x if x > 0.3 => 0.5,
            x if x > 3e-3 => 0.02,
            _ => 0.0,
        };
        time <= TIMES.0 * 1.01 || spectrum.at(omega * time) >= least
    })
}

/// How badly a contact explains the amplitudes, and what is left of them for the object.
fn misfit(amplitudes: &[Vec<f64>], rests: &[Vec<f64>], varied: bool) -> (f64, Vec<f64>) {
    let modes = amplitudes[0].len();
    let count = amplitudes.len() as f64;
    let means: Vec<f64> =
        (0..modes).map(|k| rests.iter().map(|r| r[k]).sum::<f64>() / count).collect();
    let strongest = amplitudes.iter().flatten().copied().fold(0.0, f64::max);
    let heard = |k: &usize| amplitudes.iter().all(|a| a[*k] > 3e-3 * strongest);
    let kept: Vec<usize> = (0..modes).filter(heard).collect();
    let robust = |difference: f64, most: f64| difference.abs().min(most).powi(2);
    let misfit = if varied {
        // All recordings have one object.
        let of = |k: &usize| rests.iter().map(|r| robust(r[*k] - means[*k], OUTLIER)).sum::<f64>();
        kept.iter().map(of).sum()
    } else {
        // The object is taken to be as lively at all frequencies as at any.
        let mean = kept.iter().map(|k| means[*k]).sum::<f64>() / kept.len().max(1) as f64;
        kept.iter().map(|k| robust(means[*k] - mean, 6.0)).sum()
    };
    (misfit, means.iter().map(|mean| mean.exp()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_spring_pushes_for_half_a_cycle_with_twice_the_momentum() {
        let pulse = Pulse::new(1.0);
        assert!((pulse.duration() - std::f64::consts::PI).abs() < 0.03);
        assert!((pulse.spectrum(0.0) - 2.0).abs() < 1e-3);
        // Half a sine: 2·cos(πω/2)/(1 − ω²).
        let expected = 2.0 * (std::f64::consts::PI * 0.25).cos() / 0.75;
        assert!((pulse.spectrum(0.5) - expected).abs() < 1e-3);
    }

    #[test]
    fn two_speeds_tell_exponent_and_time() {
        for (exponent, time) in [(1.5, 2e-4), (2.5, 6e-4), (1.0, 3e-4)] {
            let pulse = Pulse::new(exponent);
            let omegas: Vec<f64> = (1..20).map(|k| 1500.0 * f64::from(k)).collect();
            let blow = |speed: f64| -> Vec<f64> {
                let theta = time * speed.powf((1.0 - exponent) / (1.0 + exponent));
                let object = |k: usize| 1.0 + (k as f64 * 1.7).sin().abs();
                omegas
                    .iter()
                    .enumerate()
                    .map(|(k, w)| object(k) * speed * pulse.spectrum(w * theta))
                    .collect()
            };
            let found = contact(&[blow(1.0), blow(2.0)], &omegas, &[1.0, 2.0], 0.02);
            assert!((found.exponent.value - exponent).abs() < 0.13, "{found:?}");
            assert!(found.exponent.low <= exponent && found.exponent.high >= exponent, "{found:?}");
            let duration = time * pulse.duration();
            assert!((found.duration_s.value / duration - 1.0).abs() < 0.06, "{found:?}");
        }
    }
}
