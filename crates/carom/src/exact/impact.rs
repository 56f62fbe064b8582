//! One impact with a rigid wall, in closed form.

use super::restitution::{Release, release};
use crate::InvalidValue;
use crate::check::{at_least_one, check, not_negative, positive};
use crate::numeric::root;
use crate::numeric::special::{
    exp_excess_ratio, exp_ratio, log_cubic_ratio, log_excess_ratio, log_ratio,
};

/// The two parts of a trajectory, on which velocity is a function of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Moving into the wall, v ≥ 0.
    Compression,
    /// Moving out of it, v ≤ 0.
    Release,
}

/// A mass that meets a rigid wall at x = 0 with velocity v_in > 0 under the Hunt-Crossley force
/// f = k·x^α·(1 + μ·v): everything about it, exactly.
///
/// Velocities are positive into the wall, so that the outgoing one is negative.
///
/// ```
/// use carom::exact::WallImpact;
/// let impact = WallImpact::new(0.01, 1e9, 1.5, 0.5, 1.0)?;
/// assert!((impact.contact_time() / 1.328982359258666e-4 - 1.0).abs() < 1e-13);
/// assert!(impact.v_out() < 0.0 && impact.restitution() < 1.0);
/// # Ok::<(), carom::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WallImpact {
    mass: f64,
    stiffness: f64,
    exponent: f64,
    mu: f64,
    velocity: f64,
    /// s = μ·v_in.
    pub(super) product: f64,
    pub(super) release: Release,
    /// x_s: the largest compression if nothing were lost.
    pub(super) length: f64,
}

impl WallImpact {
    /// A mass (kg), a stiffness (N/m^α), an exponent α ≥ 1, a damping μ = λ/k ≥ 0 (s/m) and the
    /// velocity at the wall (m/s).
    pub fn new(
        mass: f64,
        stiffness: f64,
        exponent: f64,
        mu: f64,
        velocity: f64,
    ) -> Result<Self, InvalidValue> {
        positive("mass", mass)?;
        positive("stiffness", stiffness)?;
        at_least_one("exponent", exponent)?;
        not_negative("mu", mu)?;
        positive("velocity", velocity)?;
        let product = mu * velocity;
        // Logarithms: m·v²/k may leave the range of a double where its root does not.
        let length = ((0.5 * (exponent + 1.0)).ln() + mass.ln() + 2.0 * velocity.ln()
            - stiffness.ln())
            / (exponent + 1.0);
        let energy = 0.5 * mass * velocity * velocity;
        let fits = |value: f64| value.is_finite() && value > 0.0;
        let holds = product.is_finite() && fits(energy) && fits(length.exp());
        let allowed = "such that a double holds mu·velocity, energy and compression";
        check(holds, "velocity", velocity, allowed)?;
        Ok(Self {
            mass,
            stiffness,
            exponent,
            mu,
            velocity,
            product,
            release: release(product),
            length: length.exp(),
        })
    }

    /// The mass (kg).
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// The stiffness (N/m^α).
    #[must_use]
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// The exponent α.
    #[must_use]
    pub fn exponent(&self) -> f64 {
        self.exponent
    }

    /// The damping μ (s/m).
    #[must_use]
    pub fn mu(&self) -> f64 {
        self.mu
    }

    /// The velocity at the wall, before (m/s).
    #[must_use]
    pub fn v_in(&self) -> f64 {
        self.velocity
    }

    /// The velocity at the wall, after: negative, and never below −1/μ.
    #[must_use]
    pub fn v_out(&self) -> f64 {
        -self.velocity * self.release.restitution
    }

    /// |v_out|/v_in, papetti (5).
    #[must_use]
    pub fn restitution(&self) -> f64 {
        self.release.restitution
    }

    /// The largest compression, papetti (4).
    #[must_use]
    pub fn x_max(&self) -> f64 {
        self.compression(2.0 * log_excess_ratio(self.product))
    }

    /// The largest compression if nothing were lost: the scale of all lengths here.
    #[must_use]
    pub fn lossless_x_max(&self) -> f64 {
        self.length
    }

    /// The largest force. With losses it comes before the largest compression, where
    /// α/(α+1)·w = φ(s) − φ(w), w = μ·v.
    #[must_use]
    pub fn f_max(&self) -> f64 {
        let (s, share) = (self.product, self.exponent / (self.exponent + 1.0));
        // Along the compression branch the left side falls and the right side rises.
        let way_in = Branch::Compression;
        let (depth, _) = root::increasing(0.0, self.end(way_in), self.end(way_in), |depth| {
            let (gain, speed) = (self.gain(way_in, depth), self.speed(way_in, depth));
            let slope = s * speed * (1.0 + share) + share;
            (0.5 * s * gain - share * speed, slope)
        });
        let x = self.compression(self.gain(way_in, depth));
        self.force(x, self.velocity * self.speed(way_in, depth))
    }

    /// The energy that the contact takes (J).
    #[must_use]
    pub fn energy_lost(&self) -> f64 {
        self.energy_in() * self.lost_share()
    }

    /// 1 − restitution², without the cancellation at small losses.
    pub(super) fn lost_share(&self) -> f64 {
        let (s, e) = (self.product, self.release.restitution);
        if s > 1.0 {
            return (1.0 - e) * (1.0 + e);
        }
        2.0 * s * (log_cubic_ratio(s) + e.powi(3) * log_cubic_ratio(-self.release.speed))
    }

    /// The kinetic energy before the impact (J).
    #[must_use]
    pub fn energy_in(&self) -> f64 {
        0.5 * self.mass * self.velocity * self.velocity
    }

    /// The compression at which the velocity is `v`, papetti (3); `None` where the impact never
    /// has that velocity.
    #[must_use]
    pub fn compression_at(&self, v: f64) -> Option<f64> {
        self.gain_at(v).map(|gain| self.compression(gain))
    }

    /// The Hamiltonian, kinetic and elastic energy together, when the velocity is `v`,
    /// papetti (20).
    #[must_use]
    pub fn hamiltonian_at(&self, v: f64) -> Option<f64> {
        let share = v / self.velocity;
        self.gain_at(v).map(|gain| self.energy_in() * (share * share + gain))
    }

    /// The elastic energy that belongs to velocity `v` over the incoming energy,
    /// 2(φ(s) − φ(μv))/s², for any v above −1/μ: negative for velocities that the impact never
    /// has. Numerical runs stray there, and their deviation has to be measured against something.
    #[must_use]
    pub fn elastic_share_at(&self, v: f64) -> f64 {
        self.gain_at(v).unwrap_or_else(|| {
            let (s, share) = (self.product, v / self.velocity);
            let own = if s * share > -1.0 { log_excess_ratio(s * share) } else { f64::INFINITY };
            2.0 * (log_excess_ratio(s) - share * share * own)
        })
    }

    /// The velocity at compression `x` on one branch; `None` beyond the largest compression.
    #[must_use]
    pub fn velocity_at(&self, x: f64, branch: Branch) -> Option<f64> {
        let top = 2.0 * log_excess_ratio(self.product);
        let gain = (x / self.length).powf(self.exponent + 1.0);
        if !(x >= 0.0 && gain <= top * (1.0 + 4.0 * f64::EPSILON)) {
            return None;
        }
        Some(self.velocity * self.speed_at_gain(gain.min(top), branch))
    }

    /// The sticky branch, papetti Fig. 1 below v = −1/μ: a mass inside the wall that moves out
    /// faster than 1/μ is held back, and no impact from outside ever gets there. For the same
    /// constant of motion as this impact, the velocity at compression `x`; `None` without losses.
    #[must_use]
    pub fn sticky_velocity_at(&self, x: f64) -> Option<f64> {
        if self.product == 0.0 || !(x >= 0.0 && x.is_finite()) {
            return None;
        }
        let gain = 0.5 * self.product.powi(2) * (x / self.length).powf(self.exponent + 1.0);
        // With |1+w| = e^Y: e^Y + Y = gain − 1 − φ(s), one root.
        let target = gain - 1.0 - log_excess_ratio(self.product) * self.product * self.product;
        let (low, high) = (target.min(0.0) - 1.0, target.max(1.0));
        let (depth, _) = root::increasing(low, high, target.min((1.0 + gain).ln()), |y| {
            (y.exp() + y - target, y.exp() + 1.0)
        });
        Some(-(1.0 + depth.exp()) / self.mu)
    }

    /// The Hunt-Crossley force at compression `x` and velocity `v`.
    #[must_use]
    pub fn force(&self, x: f64, v: f64) -> f64 {
        if x > 0.0 { self.stiffness * x.powf(self.exponent) * (1.0 + self.mu * v) } else { 0.0 }
    }

    // ------------------------------------------------------------------ the pure numbers
    //
    // y = log(1 + μ·v) runs from log(1+s) to −release.depth. `depth` is the distance from one end
    // divided by s, finite for s = 0, and `gain` is (x/x_s)^(α+1) = 2(φ(s) − φ(w))/s².

    /// The whole length of a branch in `depth`.
    pub(super) fn end(&self, branch: Branch) -> f64 {
        match branch {
            Branch::Compression => log_ratio(self.product),
            Branch::Release if self.product == 0.0 => 1.0,
            Branch::Release => self.release.depth / self.product,
        }
    }

    /// Gain at a depth from the end of a branch where the mass touches the surface.
    pub(super) fn gain(&self, branch: Branch, depth: f64) -> f64 {
        let (e, q) = (self.release.restitution, self.product * depth);
        match branch {
            Branch::Compression => 2.0 * depth * (exp_ratio(-q) - depth * exp_excess_ratio(-q)),
            Branch::Release if q < 1.0 => {
                2.0 * depth * (e * exp_ratio(q) - depth * exp_excess_ratio(q))
            }
            Branch::Release => {
                // z − e^(y_out)·(e^z − 1) as it stands: the terms above would overflow.
                let rise = (q - self.release.depth).exp() - (-self.release.depth).exp();
                2.0 * (q - rise) / self.product / self.product
            }
        }
    }

    /// v/v_in at that depth.
    pub(super) fn speed(&self, branch: Branch, depth: f64) -> f64 {
        let (e, q) = (self.release.restitution, self.product * depth);
        match branch {
            Branch::Compression => (-q).exp() - depth * exp_ratio(-q),
            Branch::Release if q < 1.0 => depth * exp_ratio(q) - e * q.exp(),
            Branch::Release => (q - self.release.depth).exp_m1() / self.product,
        }
    }

    /// x for a gain.
    pub(super) fn compression(&self, gain: f64) -> f64 {
        self.length * gain.max(0.0).powf(1.0 / (self.exponent + 1.0))
    }

    fn gain_at(&self, v: f64) -> Option<f64> {
        let (s, e, mut share) = (self.product, self.release.restitution, v / self.velocity);
        let slack = 4.0 * f64::EPSILON;
        if !(share <= 1.0 + slack && share >= -e * (1.0 + slack)) {
            return None;
        }
        share = share.clamp(-e, 1.0);
        if share >= 0.0 {
            // depth = log((1+s)/(1+s·share))/s.
            let step = (1.0 - share) / (1.0 + s * share);
            return Some(self.gain(Branch::Compression, step * log_ratio(s * step)));
        }
        let step = (share + e) * self.release.depth.exp();
        let near = step * log_ratio(s * step);
        let depth =
            if near.is_finite() { near } else { ((s * share).ln_1p() + self.release.depth) / s };
        Some(self.gain(Branch::Release, depth.max(0.0)))
    }

    fn speed_at_gain(&self, gain: f64, branch: Branch) -> f64 {
        let (twice, start) = match branch {
            Branch::Compression => (2.0, 0.5 * gain),
            Branch::Release => (-2.0, 0.5 * gain / self.release.restitution),
        };
        // d(gain)/d(depth) is 2·v/v_in on the one side and −2·v/v_in on the other.
        let (depth, _) = root::increasing(0.0, self.end(branch), start, |depth| {
            (self.gain(branch, depth) - gain, twice * self.speed(branch, depth))
        });
        let speed = self.speed(branch, depth);
        if branch == Branch::Compression { speed.max(0.0) } else { speed.min(0.0) }
    }
}
