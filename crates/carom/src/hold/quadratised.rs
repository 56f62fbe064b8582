//! Contacts without iteration: energy quadratisation under a held force.
//!
//! What a contact stores is carried as ψ²/2. Over a step in which the compression changes by d, ψ grows by
//! g·d and the elastic force is g·(ψ + g·d/2), so that its work is what ψ²/2 gains, whatever g is. g is
//! found beforehand, as the secant of √(2φ) over the way that the contact is expected to go, and the loss
//! acts as a resistance λ·d with λ = μ/Δt times the force expected. Both are known when the step begins:
//! d + K·(gψ + (g²/2 + λ)·d) = u is linear, for several contacts with a matrix that is positive definite.
//! It cannot fail, and where the expectation is right ψ is √(2φ) to the last digit.
//!
//! - Where bodies begin to touch, how deep they come is bounded by their energy, and the bound made
//!   sharper twice.
//! - While they touch, the forces of the last steps say how far they go.
//! - Where all that is stored, given back within the step, parts them, it is given back: for one contact
//!   this is a square root.
//! - Where several part, some may keep a remainder. It is given back in the next steps, and the contact is not
//!   over before.
//! - What ψ and √(2φ) differ by, because an expectation was wrong, flows back while bodies touch.

use super::link::Link;
use super::solve::{APART, Solution};
use crate::law::{Discrete, Law, Potential, Sides};

/// How often the bound of how deep bodies come is made sharper.
const SHARPER: usize = 2;

/// A depth (m) at which nothing is felt, and which is inside.
const TOUCH: f64 = 1e-100;

/// What is known of a contact before a step.
#[derive(Clone, Copy)]
pub(super) struct Before<'a> {
    pub(super) law: &'a Law,
    /// The compression (m).
    pub(super) x: f64,
    /// ψ (√J), with the sign of the wall it is at.
    pub(super) psi: f64,
    /// By how much the compression would grow in the step without this contact (m).
    pub(super) free: f64,
    /// How far a force of one takes it back (m/N).
    pub(super) compliance: f64,
    /// The force that the step may have (N).
    pub(super) hint: f64,
    /// μ/Δt (1/m).
    pub(super) resistance: f64,
}

/// The linear law of a contact over a step: force = gψ + (g²/2 + λ)·d.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Linear {
    pub(super) gradient: f64,
    pub(super) lambda: f64,
    /// How far the compression goes (m), if the contact ends in the step.
    pub(super) leaves: Option<f64>,
}

impl Linear {
    /// The derivative of the force by the change.
    pub(super) fn slope(&self) -> f64 {
        0.5 * self.gradient * self.gradient + self.lambda
    }

    /// The elastic force over a step with this change, and the whole one.
    fn forces(&self, psi: f64, change: f64) -> (f64, f64) {
        let elastic = self.gradient * (psi + 0.5 * (self.gradient * change));
        (elastic, elastic + self.lambda * change)
    }

    /// Whether the force over a step with this change pulls.
    pub(super) fn pulls(&self, psi: f64, change: f64) -> bool {
        self.forces(psi, change).1 < 0.0
    }

    /// Force, losses and ψ over a step with this change; `psi` is moved on.
    pub(super) fn take(&self, change: f64, psi: &mut f64) -> Discrete {
        let (elastic, force) = self.forces(*psi, change);
        let stored = elastic * change;
        *psi += self.gradient * change;
        let lost = self.lambda * change * change;
        Discrete { force, slope: self.slope(), stored, lost, elastic, parts: [0.0; 3] }
    }
}

/// Bodies that part faster than their surfaces follow: no force, and what the surfaces give back is lost.
pub(super) fn torn(law: &Law, resists: bool, end: f64, psi: &mut f64) -> Discrete {
    let there = root_of(law.potential(), end);
    let mut lost = 0.0;
    if resists && there.abs() < psi.abs() {
        lost = 0.5 * (*psi - there) * (*psi + there);
        *psi = there;
    }
    Discrete { stored: -lost, lost, ..APART }
}

/// √(2φ) with the sign of the wall.
pub(super) fn root_of(potential: &Potential, x: f64) -> f64 {
    let (depth, side) = potential.depth(x);
    if depth > 0.0 { side * (2.0 * potential.energy(x)).sqrt() } else { 0.0 }
}

/// How deep something must be for this energy.
fn depth_of(potential: &Potential, energy: f64) -> f64 {
    let p = potential.exponent() + 1.0;
    (p * energy / potential.stiffness_coefficient()).powf(1.0 / p)
}

/// Whether there is a place between its walls where a potential has no force.
fn has_room(potential: &Potential) -> bool {
    !matches!(potential.sides(), Sides::Two { half_gap } if half_gap == 0.0)
}

impl Before<'_> {
    /// What the contact does in the step.
    pub(super) fn linear(&self) -> Linear {
        let (depth, side) = self.law.potential().depth(self.x);
        if depth > 0.0 {
            return self.leaving(depth, side).unwrap_or_else(|| self.staying(depth, side));
        }
        if self.psi != 0.0 && side * self.free < 0.0 {
            return self.leaving(depth, side).unwrap_or_default();
        }
        self.entering()
    }

    /// Bodies that part if they get back what is stored: d² − (u + KWλ/2)·d − KW/2 = 0 with W = ψ², in the
    /// direction of the wall.
    fn leaving(&self, depth: f64, side: f64) -> Option<Linear> {
        if !has_room(self.law.potential()) {
            return None;
        }
        let give = 0.5 * self.compliance * self.psi * self.psi;
        let b = side * self.free + give * self.resistance;
        let root = (b * b + 4.0 * give).sqrt();
        let way = if b > 0.0 { -2.0 * give / (b + root) } else { 0.5 * (b - root) };
        if way == 0.0 || depth + way > 0.0 {
            return None;
        }
        Some(Linear {
            gradient: -self.psi / (side * way),
            lambda: self.resistance * 0.5 * self.psi * self.psi / -way,
            leaves: Some(side * way),
        })
    }

    fn staying(&self, depth: f64, side: f64) -> Linear {
        let Self { psi, free, compliance, hint, .. } = *self;
        let potential = self.law.potential();
        let mut way = free - compliance * hint;
        if has_room(potential) && depth + side * way <= 0.0 {
            // Never out of the wall by a guess.
            way = -0.5 * side * depth;
        }
        let (here, there) = (root_of(potential, self.x), root_of(potential, self.x + way));
        let secant = if here * there > 0.0 {
            2.0 * potential.secant(self.x, self.x + way).0 / (here + there)
        } else {
            (there - here) / way
        };
        let wide = way * way + compliance * psi * psi;
        let back = if wide > 0.0 { (here - psi) * way / wide } else { 0.0 };
        let gradient = if secant.is_finite() { secant + back } else { 0.0 };
        let expected = gradient * (psi + 0.5 * gradient * way);
        Linear { gradient, lambda: self.resistance * expected.abs(), leaves: None }
    }

    /// Bodies that begin to touch, with ψ = 0. In the direction of the wall, which is `c` away, with a depth w
    /// at the end of the step: K·φ(w)·(1 + (μ/Δt)·d) = d·(u − d), d = w + c.
    fn entering(&self) -> Linear {
        let potential = self.law.potential();
        let (free_depth, side) = potential.depth(self.x + self.free);
        if free_depth <= 0.0 {
            return Linear::default();
        }
        let u = side * self.free;
        let c = (u - free_depth).max(0.0);
        let k = self.compliance.max(f64::MIN_POSITIVE);
        let mut w = free_depth.min(depth_of(potential, u * u / (4.0 * k)));
        for _ in 0..SHARPER {
            let energy = (w + c) * free_depth / (k * (1.0 + self.resistance * c));
            w = w.min(depth_of(potential, energy));
        }
        let way = w + c;
        let mut square =
            2.0 * potential.stiffness_coefficient() * w.powf(potential.exponent() + 1.0)
                / ((potential.exponent() + 1.0) * way * way);
        // The step must end inside: half as deep as expected, at least.
        let most = 2.0 * (u / (c + 0.5 * w) - 1.0) / (k * (1.0 + self.resistance * way));
        square = square.min(most);
        if square.is_nan() || square <= 0.0 {
            return Linear::default();
        }
        let lambda = self.resistance * 0.5 * square * way;
        Linear { gradient: square.sqrt(), lambda, leaves: None }
    }

    /// A step of this contact alone; ψ after it.
    pub(super) fn alone(&self, psi: &mut f64) -> Solution {
        *psi = self.psi;
        let linear = self.linear();
        if linear.gradient == 0.0 && linear.leaves.is_none() {
            let (end, change) = (self.x + self.free, self.free);
            return Solution { end, change, step: APART, iterations: 0 };
        }
        let k = self.compliance;
        let change = linear.leaves.unwrap_or_else(|| {
            (self.free - k * linear.gradient * self.psi) / (1.0 + k * linear.slope())
        });
        if !self.law.is_adhesive() && linear.pulls(self.psi, change) {
            let end = self.x + self.free;
            let step = torn(self.law, self.resistance > 0.0, end, psi);
            return Solution { end, change: self.free, step, iterations: 1 };
        }
        let step = linear.take(change, psi);
        let mut end = self.x + change;
        if linear.leaves.is_some() {
            *psi = 0.0;
        } else if *psi != 0.0 {
            // It may be less deep than the digits of the way there.
            end = inside(self.law.potential(), end);
        }
        Solution { end, change, step, iterations: 1 }
    }
}

/// A place, or just inside the nearest wall if it is in none.
pub(super) fn inside(potential: &Potential, x: f64) -> f64 {
    if potential.depth(x).0 > 0.0 || !has_room(potential) {
        return x;
    }
    match potential.sides() {
        Sides::One { offset } => offset + (offset.abs() * f64::EPSILON).max(TOUCH),
        Sides::Two { half_gap } => (half_gap * (1.0 + f64::EPSILON)).copysign(x),
    }
}

/// What a contact is before a step, but for what others do to it.
pub(super) fn before<'a>(
    link: &Link,
    (law, memory): (&'a Law, f64),
    psi: f64,
    (free, compliance): (f64, f64),
    dt: f64,
) -> Before<'a> {
    let resistance = law.mu(memory) / dt;
    Before { law, x: link.x, psi, free, compliance, hint: link.hint(), resistance }
}
