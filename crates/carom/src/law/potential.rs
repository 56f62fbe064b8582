//! Power-law potentials and their divided differences.

use crate::InvalidValue;
use crate::check::{at_least_one, finite, not_negative, positive};

/// On which side of its rest position a potential acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sides {
    /// φ = K/(α+1)·[u − h]₊^(α+1): a wall at h (ducceschi 3b, chatziioannou 2).
    One {
        /// h (m), of either sign.
        offset: f64,
    },
    /// φ = K/(α+1)·[|u| − h]₊^(α+1): a gap between two walls (ducceschi 3c), and with h = 0 a
    /// nonlinear spring (ducceschi 3a, here for any α ≥ 1).
    Two {
        /// h ≥ 0 (m).
        half_gap: f64,
    },
}

/// A power-law potential φ(u).
///
/// ```
/// use carom::law::{Potential, Sides};
/// let wall = Potential::new(1e9, 1.5, Sides::One { offset: 0.0 })?;
/// // The force over a step is the energy difference over the displacement, to the last digit.
/// let (secant, _) = wall.secant(1e-4, 1e-4 + 1e-12);
/// assert!((secant / wall.force(1e-4 + 0.5e-12) - 1.0).abs() < 1e-15);
/// # Ok::<(), carom::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Potential {
    stiffness: f64,
    exponent: f64,
    sides: Sides,
    /// C(α, k)/(k+1): ((1+e)^(α+1) − 1)/((α+1)·e) as a series in e.
    series: [f64; TERMS],
    /// The relative displacement up to which the series is exact; beyond it the difference of the
    /// energies does not cancel.
    reach: f64,
}

const TERMS: usize = 17;
/// Relative displacement below which the series is exact and the difference would cancel.
const SERIES_REACH: f64 = 0.1;

impl Potential {
    /// A stiffness K (N/m^α), an exponent α ≥ 1 and where it acts.
    pub fn new(stiffness: f64, exponent: f64, sides: Sides) -> Result<Self, InvalidValue> {
        positive("stiffness", stiffness)?;
        at_least_one("exponent", exponent)?;
        match sides {
            Sides::One { offset } => finite("offset", offset)?,
            Sides::Two { half_gap } => not_negative("half gap", half_gap)?,
        };
        let mut series = [1.0; TERMS];
        let mut binomial = 1.0;
        for k in 1..TERMS {
            binomial *= (exponent - (k - 1) as f64) / k as f64;
            series[k] = binomial / (k + 1) as f64;
        }
        let reach = SERIES_REACH.min(SERIES_REACH * 10.0 / exponent);
        Ok(Self { stiffness, exponent, sides, series, reach })
    }

    /// K (N/m^α).
    #[must_use]
    pub fn stiffness_coefficient(&self) -> f64 {
        self.stiffness
    }

    /// α.
    #[must_use]
    pub fn exponent(&self) -> f64 {
        self.exponent
    }

    /// Where it acts.
    #[must_use]
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// Gives the potential another stiffness.
    pub(crate) fn set_stiffness(&mut self, stiffness: f64) {
        self.stiffness = stiffness;
    }

    /// How deep `u` is inside the potential, negative outside, and the sign of the force there.
    #[must_use]
    pub fn depth(&self, u: f64) -> (f64, f64) {
        match self.sides {
            Sides::One { offset } => (u - offset, 1.0),
            Sides::Two { half_gap } => (u.abs() - half_gap, if u < 0.0 { -1.0 } else { 1.0 }),
        }
    }

    /// depth^α; Hertz's exponent is common and its root cheap.
    fn power(&self, depth: f64) -> f64 {
        if self.exponent == 1.5 { depth * depth.sqrt() } else { depth.powf(self.exponent) }
    }

    /// φ(u) (J).
    #[must_use]
    pub fn energy(&self, u: f64) -> f64 {
        let (depth, _) = self.depth(u);
        if depth > 0.0 {
            self.stiffness * self.power(depth) * depth / (self.exponent + 1.0)
        } else {
            0.0
        }
    }

    /// φ′(u) (N).
    #[must_use]
    pub fn force(&self, u: f64) -> f64 {
        let (depth, sign) = self.depth(u);
        if depth > 0.0 { sign * self.stiffness * self.power(depth) } else { 0.0 }
    }

    /// φ″(u) (N/m).
    #[must_use]
    pub fn stiffness(&self, u: f64) -> f64 {
        let (depth, _) = self.depth(u);
        if depth > 0.0 {
            let slope =
                if self.exponent == 1.5 { depth.sqrt() } else { depth.powf(self.exponent - 1.0) };
            self.stiffness * self.exponent * slope
        } else {
            0.0
        }
    }

    /// The largest φ″ within this distance (m) of `u` (N/m).
    pub(crate) fn steepest(&self, u: f64, distance: f64) -> f64 {
        let deepest = self.depth(u).0 + distance;
        if deepest <= 0.0 {
            return 0.0;
        }
        (self.stiffness * self.exponent * deepest.powf(self.exponent - 1.0)).min(f64::MAX)
    }

    /// (φ(u1) − φ(u0))/(u1 − u0) and its derivative by u1, without cancellation; φ′ where the two
    /// are equal.
    #[must_use]
    pub fn secant(&self, u0: f64, u1: f64) -> (f64, f64) {
        let secant = self.secant_from(&self.anchor(u0), u1);
        (secant.force, secant.slope)
    }

    /// What a step from `u` needs to know of its start, computed once.
    #[inline]
    pub(crate) fn anchor(&self, u: f64) -> Anchor {
        let (depth, sign) = self.depth(u);
        if self.exponent == 1.5 {
            let inside = depth.max(0.0);
            let root = inside.sqrt();
            return Anchor { u, depth, sign, power: self.stiffness * (inside * root), root };
        }
        let power = if depth > 0.0 { self.stiffness * self.power(depth) } else { 0.0 };
        Anchor { u, depth, sign, power, root: 0.0 }
    }

    /// The same where the elastic force is known.
    #[inline]
    pub(crate) fn anchor_with(&self, u: f64, power: f64) -> Anchor {
        let (depth, sign) = self.depth(u);
        let root = if self.exponent == 1.5 { depth.max(0.0).sqrt() } else { 0.0 };
        Anchor { u, depth, sign, power, root }
    }

    /// [`secant`](Self::secant) from a prepared start.
    #[inline]
    pub(crate) fn secant_from(&self, start: &Anchor, u1: f64) -> Secant {
        let (depth, sign) = self.depth(u1);
        if sign == start.sign {
            let one = self.one_sided(start, depth);
            return Secant { force: sign * one.force, slope: one.slope, walls: one.force };
        }
        // From one wall to the other: each end has the energy of its own wall.
        let end = if depth > 0.0 { self.stiffness * self.power(depth) } else { 0.0 };
        let (p, d) = (self.exponent + 1.0, u1 - start.u);
        let (before, after) = (start.power * start.depth / p, end * depth / p);
        let difference = if before > 0.0 && after > 0.0 {
            self.one_sided(start, depth).force * (depth - start.depth)
        } else {
            after - before
        };
        let force = difference / d;
        Secant { force, slope: (sign * end - force) / d, walls: (before + after) / d.abs() }
    }

    /// The secant of the potential as a function of depth, which is never below 0.
    #[inline]
    fn one_sided(&self, start: &Anchor, depth: f64) -> Secant {
        let (a, b, p) = (start.depth, depth, self.exponent + 1.0);
        let d = b - a;
        if b <= 0.0 {
            if a <= 0.0 {
                return Secant { force: 0.0, slope: 0.0, walls: 0.0 };
            }
            let force = start.power * a / (p * -d);
            return Secant { force, slope: force / -d, walls: force };
        }
        // Between two walls a mass bounces for ever, and the rounding of the roots would add up.
        if a > 0.0 && self.exponent == 1.5 && matches!(self.sides, Sides::One { .. }) {
            return self.hertz(start, b.sqrt());
        }
        if a > 0.0 && d.abs() < self.reach * a {
            return self.near(start, d / a);
        }
        let power = self.stiffness * self.power(b);
        let force =
            if a > 0.0 { (power * b - start.power * a) / (p * d) } else { power * b / (p * d) };
        Secant { force, slope: (power - force) / d, walls: force }
    }

    /// Hertz's law from the roots s and t of the depths, t > 0: (t⁵ − s⁵)/(t² − s²) divided out,
    /// a sum of positive terms for any two ends.
    fn hertz(&self, start: &Anchor, t: f64) -> Secant {
        let s = start.root;
        let (s2, t2, sum) = (s * s, t * t, s + t);
        let scale = 0.4 * self.stiffness;
        let force = scale * (t2 * t2 + s * t * (t2 + s * t + s2) + s2 * s2) / sum;
        let slope = scale * (t2 * (1.5 * t + 3.0 * s) + s2 * (2.0 * t + s)) / (sum * sum);
        Secant { force, slope, walls: force }
    }

    /// Both ends inside and close to one another: the binomial series.
    fn near(&self, start: &Anchor, e: f64) -> Secant {
        let (mut value, mut slope) = (0.0, 0.0);
        // As many terms as e leaves above rounding.
        let terms = match e.abs() {
            e if e < 1e-4 => 5,
            e if e < 3e-3 => 8,
            e if e < 3e-2 => 12,
            _ => TERMS,
        };
        for coefficient in self.series[..terms].iter().rev() {
            slope = slope * e + value;
            value = value * e + coefficient;
        }
        let force = start.power * value;
        Secant { force, slope: start.power / start.depth * slope, walls: force }
    }
}

/// The start of a step: a position, its depth and the elastic force there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Anchor {
    pub(crate) u: f64,
    pub(crate) depth: f64,
    pub(crate) sign: f64,
    /// K·depth^α, 0 outside.
    pub(crate) power: f64,
    /// √depth for Hertz's exponent, 0 outside.
    pub(crate) root: f64,
}

/// The elastic force over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Secant {
    /// Energy difference over displacement.
    pub(crate) force: f64,
    /// Its derivative by the end of the step.
    pub(crate) slope: f64,
    /// The forces of the two walls added instead of subtracted: what losses are proportional to.
    pub(crate) walls: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Random;

    fn one(k: f64, alpha: f64) -> Potential {
        Potential::new(k, alpha, Sides::One { offset: 0.0 }).unwrap()
    }

    #[test]
    fn secant_keeps_its_digits_for_any_ratio_of_ends() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let alpha = random.uniform(1.0, 5.0);
            let a = random.log_uniform(1e-9, 1e-1);
            let e =
                random.log_uniform(1e-14, 10.0) * if random.bits() & 1 == 0 { 1.0 } else { -0.09 };
            let b = a + a * e;
            let e = (b - a) / a;
            // expm1 and log1p: another way to the same number.
            let expected =
                a.powf(alpha) * ((alpha + 1.0) * e.ln_1p()).exp_m1() / ((alpha + 1.0) * e);
            let (found, _) = one(1.0, alpha).secant(a, b);
            assert!((found / expected - 1.0).abs() < 1e-14, "{alpha} {a:e} {e:e}: {found:e}");
        }
    }

    #[test]
    fn secant_times_displacement_is_the_energy_difference() {
        let mut random = Random::new(2);
        for _ in 0..100_000 {
            let alpha = random.uniform(1.0, 5.0);
            let sides = match random.bits() % 3 {
                0 => Sides::One { offset: 0.25 },
                1 => Sides::Two { half_gap: 0.0 },
                _ => Sides::Two { half_gap: 0.25 },
            };
            let potential = Potential::new(3.0, alpha, sides).unwrap();
            let (a, b) = (random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
            let (secant, slope) = potential.secant(a, b);
            let difference = potential.energy(b) - potential.energy(a);
            assert!((secant * (b - a) - difference).abs() < 1e-14, "{sides:?} {a} {b}");
            let h = 1e-6;
            let numeric = (potential.secant(a, b + h).0 - potential.secant(a, b - h).0) / (2.0 * h);
            assert!((slope - numeric).abs() < 1e-4 * (1.0 + slope.abs()), "{sides:?} {a} {b}");
        }
    }
}
