//! Felt with memory: Stulov's hysteretic hammer.

use super::Discrete;
use super::potential::{Anchor, Potential};
use crate::InvalidValue;
use crate::check::{check, positive};

/// Stulov's felt, f = k·(x^α − ε·z) with ż = (x^α − z)/τ: it recovers more slowly than it gives
/// way (Stulov 1995; avanzini 5.3, whose integral carries a factor k as well).
///
/// Where f would be negative the bodies are apart and the felt keeps a dent, which grows back. What
/// is stored is k·[x^(α+1)/(α+1) − ε·z·x + ε·α/(α+1)·z^((α+1)/α)], never negative; the felt loses
/// (k·ε/τ)·(x − z^(1/α))·(x^α − z), never negative either.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Felt {
    /// ε, above 0 and below 1.
    pub hysteresis: f64,
    /// τ (s).
    pub relaxation: f64,
}

impl Felt {
    pub(super) fn check(&self) -> Result<(), InvalidValue> {
        let Self { hysteresis, relaxation } = *self;
        let allowed = "above 0 and below 1";
        check(hysteresis > 0.0 && hysteresis < 1.0, "hysteresis", hysteresis, allowed)?;
        positive("relaxation", relaxation)?;
        Ok(())
    }

    /// How deep the felt is dented while nothing touches it: where f = 0.
    pub(super) fn dent(&self, potential: &Potential, z: f64) -> f64 {
        if z > 0.0 { (self.hysteresis * z).powf(1.0 / potential.exponent()) } else { 0.0 }
    }

    /// k·ε·z.
    fn held(&self, potential: &Potential, z: f64) -> f64 {
        potential.stiffness_coefficient() * self.hysteresis * z
    }

    /// The force at a compression.
    pub(super) fn force(&self, potential: &Potential, x: f64, z: f64) -> f64 {
        (potential.force(x) - self.held(potential, z)).max(0.0)
    }

    /// What the felt holds (J), pressed or dented.
    pub(super) fn energy(&self, potential: &Potential, x: f64, z: f64) -> f64 {
        let (k, alpha) = (potential.stiffness_coefficient(), potential.exponent());
        let depth = potential.depth(x).0.max(self.dent(potential, z));
        let (p, eps) = (alpha + 1.0, self.hysteresis);
        let remembered = if z > 0.0 { eps * alpha / p * z.powf(p / alpha) } else { 0.0 };
        k * (depth.powf(p) / p - eps * z * depth + remembered)
    }

    /// A step over which the memory stands still; it moves in [`settle`](Self::settle), once per
    /// step, which makes the two together of second order.
    pub(super) fn discrete(
        &self,
        potential: &Potential,
        start: &Anchor,
        x1: f64,
        z: f64,
    ) -> Discrete {
        let (dent, held) = (self.dent(potential, z), self.held(potential, z));
        let (a, b, d) = (start.depth, potential.depth(x1).0, x1 - start.u);
        let surface = x1 - b + dent;
        let (force, slope) = if a >= dent && b >= dent {
            let secant = potential.secant_from(start, x1);
            ((secant.force - held).max(0.0), secant.slope)
        } else if b > dent {
            let secant = potential.secant_from(&potential.anchor(surface), x1);
            let force = (secant.force - held).max(0.0) * (b - dent) / d;
            (force, ((potential.force(x1) - held - force) / d).max(0.0))
        } else if a > dent {
            let secant = potential.secant_from(start, surface);
            let force = (secant.force - held).max(0.0) * (dent - a) / d;
            (force, -force / d)
        } else {
            (0.0, 0.0)
        };
        let parts = [force, slope, 0.0];
        Discrete { force, slope, stored: force * d, lost: 0.0, elastic: force + slope * d, parts }
    }

    /// Lets the memory follow a compression that stands still; returns what is lost (J).
    pub(super) fn settle(&self, potential: &Potential, x: f64, dt: f64, z: &mut f64) -> f64 {
        let depth = potential.depth(x).0.max(0.0);
        let (k, alpha, eps) =
            (potential.stiffness_coefficient(), potential.exponent(), self.hysteresis);
        let (p, power) = (alpha + 1.0, depth.powf(alpha));
        let (mut left, mut lost) = (dt, 0.0);
        if eps * *z > power {
            // Dented and apart: ż = −(1−ε)·z/τ until the surface is met again.
            let rate = (1.0 - eps) / self.relaxation;
            let time = ((eps * *z / power).ln() / rate).min(left);
            let held = k * alpha / p * eps * (1.0 - eps.powf(1.0 / alpha)) * z.powf(p / alpha);
            lost -= held * (-p / alpha * rate * time).exp_m1();
            *z = if time < left { power / eps } else { *z * (-rate * time).exp() };
            left -= time;
        }
        if left > 0.0 {
            let decay = (-left / self.relaxation).exp();
            let next = power + (*z - power) * decay;
            lost += k
                * eps
                * if power > 0.0 {
                    let away = (*z - power) / power;
                    power * depth * (excess(p / alpha, away) - excess(p / alpha, away * decay))
                } else {
                    alpha / p * (z.powf(p / alpha) - next.powf(p / alpha))
                };
            *z = next;
        }
        lost
    }
}

/// ((1+a)^q − 1)/q − a, the energy of a memory that is `a` away from its rest; near 0 as a series,
/// because the felt stores a hundredth of the terms that would cancel.
fn excess(q: f64, a: f64) -> f64 {
    if a.abs() > 0.1 {
        return ((1.0 + a).powf(q) - 1.0) / q - a;
    }
    let (mut term, mut sum) = (a, 0.0);
    for k in 2..18 {
        term *= a * (q - f64::from(k) + 1.0) / f64::from(k);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::{Law, Loss};
    use super::*;
    use crate::numeric::Random;

    fn felt(alpha: f64, hysteresis: f64, relaxation: f64) -> Law {
        let felt = Felt { hysteresis, relaxation };
        Law::power(3.0, alpha).unwrap().with_loss(Loss::Felt(felt)).unwrap()
    }

    #[test]
    fn every_step_and_every_rest_closes_its_account() {
        let mut random = Random::new(5);
        for _ in 0..50_000 {
            let law = felt(
                random.uniform(1.0, 4.0),
                random.uniform(0.05, 0.995),
                random.log_uniform(1e-3, 10.0),
            );
            let (a, b) = (random.uniform(-0.5, 1.5), random.uniform(-0.5, 1.5));
            let mut memory = random.uniform(0.0, 1.5);
            let before = law.energy(a, memory);
            let step = law.discrete(a, b, 0.1, memory);
            let between = law.energy(b, memory);
            assert!((between - before - step.force * (b - a)).abs() < 1e-13, "{law:?} {a} {b}");
            assert!(step.force >= 0.0 && step.slope >= 0.0);
            let lost = law.settle(b, random.log_uniform(1e-4, 10.0), &mut memory);
            let after = law.energy(b, memory);
            assert!(lost >= 0.0 && after >= -1e-15, "{law:?} {lost} {after}");
            assert!((between - lost - after).abs() < 1e-13, "{law:?} {b} {memory:?}");
        }
    }

    #[test]
    fn the_loop_converges_to_the_law_in_continuous_time() {
        // x = sin² t pressed once; the work against the felt is ∮ f dx.
        let work = |steps: usize| {
            let (law, mut memory) = (felt(2.5, 0.9, 0.2), 0.0);
            let dt = std::f64::consts::PI / steps as f64;
            let mut work = 0.0;
            let x = |i: usize| (i as f64 * dt).sin().powi(2);
            for i in 0..steps {
                work += law.discrete(x(i), x(i + 1), dt, memory).stored;
                law.settle(x(i + 1), dt, &mut memory);
            }
            work
        };
        let (coarse, fine, finest) = (work(200), work(400), work(12_800));
        let ratio = (coarse - finest) / (fine - finest);
        assert!(finest > 0.0 && (3.5..4.5).contains(&ratio), "{coarse} {fine} {finest}: {ratio}");
    }
}
