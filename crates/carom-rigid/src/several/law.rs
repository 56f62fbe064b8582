//! The law of one of several contacts.

use crate::Friction;
use carom::InvalidValue;
use carom::check::{at_least_one, check, not_negative, positive};

/// A normal force k·χⁿ·(1 + μ·δ̇) that returns a share e² of what compressed it, and friction.
///
/// χ grows as fast as the compression δ, and falls 1/e² times as fast while the bodies part. The force
/// is continuous, and what a contact returns is e² of the work that compressed it, at any speed and
/// however often it is compressed: Stronge's coefficient, without a speed of approach, which bodies
/// that touch at rest do not have. μ adds Hunt and Crossley's loss, which grows with speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactLaw {
    pub(super) stiffness: f64,
    pub(super) exponent: f64,
    pub(super) restitution: f64,
    pub(super) mu: f64,
    pub(super) friction: Friction,
    pub(super) bristles: Option<(f64, f64)>,
}

/// The smallest restitution: steps shrink with it.
const LEAST_RESTITUTION: f64 = 0.01;

impl ContactLaw {
    /// k (N/mⁿ), n ≥ 1 and the restitution e, from 0.01 to 1; without friction.
    pub fn new(stiffness: f64, exponent: f64, restitution: f64) -> Result<Self, InvalidValue> {
        let holds = (LEAST_RESTITUTION..=1.0).contains(&restitution);
        check(holds, "restitution", restitution, "from 0.01 to 1")?;
        Ok(Self {
            stiffness: positive("stiffness", stiffness)?,
            exponent: at_least_one("exponent", exponent)?,
            restitution,
            mu: 0.0,
            friction: Friction::coulomb(0.0)?,
            bristles: None,
        })
    }

    /// The same with Hunt and Crossley's μ (s/m).
    pub fn with_mu(self, mu: f64) -> Result<Self, InvalidValue> {
        Ok(Self { mu: not_negative("mu", mu)?, ..self })
    }

    /// The same with friction, carried by bristles whose stiffness follows from that of the contact.
    #[must_use]
    pub fn with_friction(self, friction: Friction) -> Self {
        Self { friction, ..self }
    }

    /// The same with bristles of this stiffness (N/m) and damping (N·s/m).
    pub fn with_bristles(self, stiffness: f64, damping: f64) -> Result<Self, InvalidValue> {
        positive("tangential stiffness", stiffness)?;
        not_negative("tangential damping", damping)?;
        Ok(Self { bristles: Some((stiffness, damping)), ..self })
    }

    /// The stiffness (N/m) of bristles beside a contact compressed to `depth` (m): Mindlin's share of
    /// the normal one, for ν = 0.3.
    pub(super) fn usual_bristles(&self, depth: f64) -> f64 {
        const MINDLIN: f64 = 1.4 / 1.7;
        MINDLIN * self.exponent * self.stiffness * depth.powf(self.exponent - 1.0)
    }

    /// Its numbers.
    pub(super) fn key(&self) -> [f64; 8] {
        let Self { stiffness, exponent, restitution, mu, friction, bristles } = *self;
        let (spring, damping) = bristles.unwrap_or((-1.0, -1.0));
        let holds = [friction.sticking(), friction.sliding()];
        [stiffness, exponent, restitution, mu, holds[0], holds[1], spring, damping]
    }

    /// ∫k·χⁿ dχ (J).
    pub(super) fn energy(&self, depth: f64) -> f64 {
        let n = self.exponent;
        if depth > 0.0 { self.stiffness * depth.powf(n + 1.0) / (n + 1.0) } else { 0.0 }
    }

    /// The depth (m) at which a contact holds this energy (J).
    pub(super) fn depth_of(&self, energy: f64) -> f64 {
        let n = self.exponent;
        ((n + 1.0) * energy / self.stiffness).powf(1.0 / (n + 1.0))
    }

    /// Where a contact at `depth` is after the bodies came closer by `way` (or parted, below 0), and
    /// the mean force without μ. A depth below 0 is a gap.
    ///
    /// Force times way is what the potential gained, or e² of what it lost, whatever the length of the step.
    #[inline]
    pub(super) fn advance(&self, depth: f64, way: f64) -> (f64, f64) {
        if way >= 0.0 {
            let end = depth + way;
            return (end, self.mean_force(depth, end, way));
        }
        if depth <= 0.0 {
            return (depth + way, 0.0);
        }
        let share = self.restitution * self.restitution;
        let end = depth + way / share;
        let force = self.mean_force(depth, end, way / share);
        (if end < 0.0 { end * share } else { end }, force)
    }

    /// [V(b) − V(a)]/(b − a), with b − a as `way`; V is 0 where the bodies do not touch.
    fn mean_force(&self, a: f64, b: f64, way: f64) -> f64 {
        if a <= 0.0 && b <= 0.0 {
            return 0.0;
        }
        let n = self.exponent;
        if a > 0.0 && way.abs() < 0.02 * a {
            // The difference of two energies would cancel; its series does not.
            let middle = a + 0.5 * way;
            let x = (way / middle).powi(2);
            let fourth = n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 1920.0;
            let sixth = fourth * (n - 4.0) * (n - 5.0) / 168.0;
            let series = 1.0 + x * (n * (n - 1.0) / 24.0 + x * (fourth + x * sixth));
            return self.stiffness * power(middle, n) * series;
        }
        (self.energy(b) - self.energy(a)) / way
    }
}

/// xⁿ, by roots where n is that of round bodies.
#[inline]
fn power(x: f64, n: f64) -> f64 {
    if n == 1.5 {
        x * x.sqrt()
    } else if n == 1.0 {
        x
    } else {
        x.powf(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_force_returns_its_share_however_it_is_cut_into_steps() {
        for (n, e) in [(1.0, 1.0), (1.5, 0.6), (2.3, 0.05)] {
            let law = ContactLaw::new(1e4, n, e).unwrap();
            for steps in [1, 7, 1000] {
                let (mut depth, mut given, mut taken) = (-0.003, 0.0, 0.0);
                let way = 0.013 / f64::from(steps);
                for _ in 0..steps {
                    let (end, force) = law.advance(depth, way);
                    given += force * way;
                    depth = end;
                }
                assert!((given / law.energy(0.01) - 1.0).abs() < 1e-12);
                for _ in 0..2 * steps {
                    let (end, force) = law.advance(depth, -way);
                    taken += force * way;
                    depth = end;
                }
                assert!((taken / (e * e * given) - 1.0).abs() < 1e-12, "{n} {e} {steps}");
                let parted = 0.026 - 0.01 * e * e;
                assert!((depth + parted).abs() < 1e-12, "{depth}");
            }
        }
    }
}
