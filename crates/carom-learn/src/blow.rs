//! The force of a hammer on something that yields as its modes do.
//!
//! Everything is divided by the mass of the hammer, which no sound tells: x″ = −f for the hammer,
//! q″ + 2σq′ + ω₀²q = c·f for each mode, and f = κ·x^α·(1 + μ·x′) for the contact, which never pulls.
//! The share c is the mass of the hammer divided by that of the mode at the point struck.

use num_complex::Complex;
use std::f64::consts::TAU;

/// Steps in the time θ; a contact with something rigid lasts about three of them.
const STEPS: f64 = 40.0;
/// Largest number of steps.
const MOST: usize = 4000;
/// Steps between looks whether the hammer can come back.
const LOOK: usize = 32;
/// Where the spectrum around a frequency is looked at, as powers of 2: a third of an octave in all.
const AROUND: [f64; 5] = [-1.0 / 6.0, -1.0 / 12.0, 0.0, 1.0 / 12.0, 1.0 / 6.0];

/// How the loss of a contact depends on the speed at which it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Loss {
    /// μ (s/m) is the same at every speed: harder blows lose more.
    Rate(f64),
    /// μ times the speed is: the same share of it comes back from every blow.
    Share(f64),
}

impl Loss {
    /// μ (s/m) of a contact that begins at a speed (m/s).
    pub(crate) fn mu(self, speed: f64) -> f64 {
        match self {
            Self::Rate(mu) => mu,
            Self::Share(product) => product / speed.max(1e-6),
        }
    }
}

/// The law of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Law {
    /// κ, divided by the mass of the hammer.
    pub(crate) stiffness: f64,
    pub(crate) exponent: f64,
    pub(crate) loss: Loss,
}

impl Law {
    /// The time θ (s) that a contact at a speed (m/s) with something rigid is made of.
    pub(crate) fn time(&self, speed: f64) -> f64 {
        let power = 1.0 / (self.exponent + 1.0);
        self.stiffness.powf(-power) * speed.powf((1.0 - self.exponent) * power)
    }

    fn force(&self, mu: f64, depth: f64, speed: f64) -> f64 {
        if depth <= 0.0 {
            return 0.0;
        }
        self.stiffness * depth.powf(self.exponent) * (1.0 + mu * speed).max(0.0)
    }
}

/// A mode as a hammer feels it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Felt {
    /// Hz, as it is heard.
    pub(crate) frequency: f64,
    /// 1/s.
    pub(crate) decay: f64,
    /// Mass of the hammer divided by that of the mode at the point struck.
    pub(crate) share: f64,
}

/// Modes or steps that are looked at side by side.
const LANES: usize = 8;

/// Some modes: the exact steps of each under a force that is held, and where they are.
#[derive(Clone, Copy, Default)]
struct Lanes {
    own: [[f64; LANES]; 4],
    pushed: [[f64; LANES]; 2],
    at: [f64; LANES],
    velocity: [f64; LANES],
}

impl Lanes {
    fn new(modes: &[Felt], step: f64) -> Self {
        let mut lanes = Self::default();
        for (k, mode) in modes.iter().enumerate() {
            let omega = TAU * mode.frequency;
            let square = omega * omega + mode.decay * mode.decay;
            let fall = (-mode.decay * step).exp();
            let (cos, sin) = ((omega * step).cos(), (omega * step).sin() / omega);
            lanes.own[0][k] = fall * (cos + mode.decay * sin);
            lanes.own[1][k] = fall * sin;
            lanes.own[2][k] = -fall * square * sin;
            lanes.own[3][k] = fall * (cos - mode.decay * sin);
            lanes.pushed[0][k] = mode.share * (1.0 - lanes.own[0][k]) / square;
            lanes.pushed[1][k] = mode.share * lanes.own[1][k];
        }
        lanes
    }

    /// Adds what the force of the last step did, takes the next one without a force, and adds where the
    /// modes then are.
    fn step(&mut self, push: f64, yielded: &mut [f64; LANES]) {
        let [a, b, c, d] = &self.own;
        for k in 0..LANES {
            let at = self.at[k] + self.pushed[0][k] * push;
            let velocity = self.velocity[k] + self.pushed[1][k] * push;
            self.at[k] = a[k] * at + b[k] * velocity;
            self.velocity[k] = c[k] * at + d[k] * velocity;
            yielded[k] += self.at[k];
        }
    }
}

/// A force over time, for a hammer of 1 kg.
#[derive(Clone, Debug)]
pub(crate) struct Blow {
    /// Seconds for which each value is held.
    pub(crate) step: f64,
    /// N.
    pub(crate) force: Vec<f64>,
    /// When the first contact ends (s).
    pub(crate) first: f64,
}

impl Blow {
    /// The blow of a hammer at a speed (m/s) on an object at rest, until it cannot come back.
    pub(crate) fn new(law: &Law, object: &[Felt], speed: f64) -> Self {
        let shares: f64 = object.iter().map(|mode| mode.share).sum();
        let step = law.time(speed) * (1.0 + shares).powf(-1.0 / (law.exponent + 1.0)) / STEPS;
        let mut modes: Vec<Lanes> =
            object.chunks(LANES).map(|modes| Lanes::new(modes, step)).collect();
        let give = 0.5 * step * step + modes.iter().flat_map(|m| m.pushed[0]).sum::<f64>();
        let (mut at, mut velocity) = (0.0, speed);
        let (mut depth, mut mu) = (0.0, law.loss.mu(speed));
        let mut force = Vec::with_capacity(256);
        let (mut first, mut last) = (0, 0);
        let mut push = 0.0;
        for n in 0..MOST {
            let mut yielded = [0.0; LANES];
            modes.iter_mut().for_each(|modes| modes.step(push, &mut yielded));
            let yielded: f64 = yielded.iter().sum();
            let free = at + step * velocity - yielded;
            if depth <= 0.0 && free > 0.0 {
                mu = law.loss.mu((free - depth) / step);
            }
            push = pushing(law, mu, [depth, free], give, step);
            at += step * velocity - 0.5 * step * step * push;
            velocity -= step * push;
            depth = free - give * push;
            force.push(push);
            if push > 0.0 {
                last = n + 1;
            } else if first == 0 && last > 0 {
                first = last;
            }
            if push == 0.0 && n % LOOK == 0 && last > 0 && velocity <= 0.0 {
                // Nothing pushes now: the modes are where they were left.
                let swing = |(k, mode): (usize, &Felt)| {
                    let lanes = &modes[k / LANES];
                    let (q, v) = (lanes.at[k % LANES], lanes.velocity[k % LANES]);
                    q.hypot((v + mode.decay * q) / (TAU * mode.frequency))
                };
                let most: f64 = object.iter().enumerate().map(swing).sum();
                if at < -most {
                    break;
                }
            }
        }
        force.truncate(last.max(1));
        let first = if first == 0 { last.max(1) } else { first };
        Self { step, force, first: step * first as f64 }
    }

    /// The part of the momentum that goes over when the hammer touches again.
    pub(crate) fn again(&self) -> f64 {
        let first = (self.first / self.step).round() as usize;
        let sum = |force: &[f64]| force.iter().sum::<f64>();
        sum(&self.force[first.min(self.force.len())..]) / sum(&self.force).max(1e-300)
    }

    /// ∫ f·exp(−s·t) dt; for modes that are gone before the blow is over, as if they decayed less.
    pub(crate) fn at(&self, s: Complex<f64>) -> Complex<f64> {
        let least = -3.0 / (self.step * self.force.len() as f64);
        let s = Complex::new(s.re.max(least), s.im);
        let turn = (-s * self.step).exp();
        let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
        let mut phase = (-s * (0.5 * self.step)).exp();
        for k in 0..LANES {
            (re[k], im[k]) = (phase.re, phase.im);
            phase *= turn;
        }
        // Steps are taken together, each beside the others.
        let turn = (-s * (self.step * LANES as f64)).exp();
        let mut sums = [[0.0; LANES]; 2];
        let (whole, rest) = self.force.as_chunks::<LANES>();
        for values in whole {
            for k in 0..LANES {
                sums[0][k] += re[k] * values[k];
                sums[1][k] += im[k] * values[k];
                (re[k], im[k]) =
                    (re[k] * turn.re - im[k] * turn.im, re[k] * turn.im + im[k] * turn.re);
            }
        }
        for (k, value) in rest.iter().enumerate() {
            sums[0][k] += re[k] * value;
            sums[1][k] += im[k] * value;
        }
        Complex::new(sums[0].iter().sum(), sums[1].iter().sum::<f64>()) * self.step
    }

    /// The size of the spectrum at a frequency (Hz).
    pub(crate) fn size(&self, frequency: f64) -> f64 {
        self.at(Complex::new(0.0, TAU * frequency)).norm()
    }

    /// The size of the spectrum around a frequency (Hz), without the zeros that an ideal blow has.
    pub(crate) fn around(&self, frequency: f64) -> f64 {
        let square = |octaves: &f64| self.size(frequency * octaves.exp2()).powi(2);
        let mean = AROUND.iter().map(square).sum::<f64>() / AROUND.len() as f64;
        mean.sqrt().max(1e-4 * self.size(0.0))
    }
}

/// The force over a step that begins at a depth and would end, without it, at another: that of the
/// law in the middle of the step.
fn pushing(law: &Law, mu: f64, [depth, free]: [f64; 2], give: f64, step: f64) -> f64 {
    let value = |force: f64| {
        let end = free - give * force;
        law.force(mu, 0.5 * (depth + end), (end - depth) / step)
    };
    let most = value(0.0);
    if most <= 0.0 {
        return 0.0;
    }
    // What the law gives falls as the force grows: false position between nothing and the most.
    let (mut low, mut high) = (0.0, most);
    let (mut below, mut above) = (most, value(most) - most);
    let mut force = most;
    for n in 0..60 {
        force = if n % 3 == 2 {
            0.5 * (low + high)
        } else {
            low + (high - low) * below / (below - above)
        };
        let miss = value(force) - force;
        if miss.abs() <= 1e-9 * most || high - low <= 1e-12 * most {
            break;
        }
        if miss > 0.0 {
            (low, below) = (force, miss);
        } else {
            (high, above) = (force, miss);
        }
    }
    force
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_linear_spring_pushes_for_half_a_cycle_with_twice_the_momentum() {
        let law = Law { stiffness: 1e6, exponent: 1.0, loss: Loss::Rate(0.0) };
        let blow = Blow::new(&law, &[], 2.0);
        assert!((blow.first / (PI * 1e-3) - 1.0).abs() < 0.01, "{}", blow.first);
        assert!((blow.size(0.0) / 4.0 - 1.0).abs() < 1e-3);
        // Half a sine: 2·cos(πω/2)/(1 − ω²) in units of 1/θ.
        let expected = 4.0 * (PI * 0.25).cos() / 0.75;
        assert!((blow.size(0.5e3 / TAU) / expected - 1.0).abs() < 3e-3);
    }

    #[test]
    fn a_free_mass_takes_the_momentum_of_an_elastic_blow() {
        // As heavy as the hammer: all of it goes over, whatever the exponent.
        let law = Law { stiffness: 1e9, exponent: 2.3, loss: Loss::Rate(0.0) };
        let free = Felt { frequency: 0.01, decay: 1e-3, share: 1.0 };
        let blow = Blow::new(&law, &[free], 3.0);
        assert!((blow.size(0.0) / 3.0 - 1.0).abs() < 2e-3, "{}", blow.size(0.0));
    }

    #[test]
    fn something_light_that_swings_back_is_touched_again() {
        let law = Law { stiffness: 1e9, exponent: 1.5, loss: Loss::Rate(0.0) };
        assert_eq!(Blow::new(&law, &[], 1.0).again(), 0.0);
        // The hammer follows at half its speed what it struck three times as fast.
        let light = Felt { frequency: 100.0, decay: 1.0, share: 3.0 };
        let again = [1.0, 4.0].map(|speed| Blow::new(&law, &[light], speed).again());
        // What moves grows with the speed: the parts that go over are nearly the same.
        assert!(again[0] > 0.2 && (again[1] / again[0] - 1.0).abs() < 0.1, "{again:?}");
    }

    #[test]
    fn a_loss_takes_momentum() {
        // All that comes back is lost where the loss is large.
        let law = Law { stiffness: 1e8, exponent: 1.5, loss: Loss::Rate(50.0) };
        assert!((Blow::new(&law, &[], 1.0).size(0.0) - 1.0).abs() < 0.1);
    }

    #[test]
    fn a_loss_of_a_share_returns_the_same_share_of_every_speed() {
        let product = carom::exact::damping_product(0.6);
        let law = Law { stiffness: 1e8, exponent: 1.8, loss: Loss::Share(product) };
        for speed in [0.3, 1.0, 7.0] {
            let back = Blow::new(&law, &[], speed).size(0.0) / speed - 1.0;
            assert!((back - 0.6).abs() < 5e-3, "{speed} {back}");
        }
    }
}
