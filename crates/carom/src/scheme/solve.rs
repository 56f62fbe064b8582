//! The scalar equation of an energy-conserving step.
//!
//! The compression changes by d, and d + K·f(d) = u, where u is the change without contact, K how
//! easily the contact point moves, and f the law's discrete force. For a wall f is increasing and
//! convex in d for α ≥ 1, also with losses: it is the secant of the potential plus μ/Δt times the
//! energy gained. So there is one root, and Newton's method from above it converges monotonically.

use crate::law::{Anchor, Discrete, Law, Sides};
use crate::numeric::root;

/// The law as the solver sees it.
pub(crate) struct Equation<'a> {
    pub(crate) law: &'a Law,
    pub(crate) memory: &'a [f64],
    /// u: the change of compression if there were no contact.
    pub(crate) free: f64,
    /// K.
    pub(crate) compliance: f64,
    /// The time over which the change happens.
    pub(crate) dt: f64,
}

/// The change of compression and the law over the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solution {
    pub(super) change: f64,
    pub(super) step: Discrete,
    pub(super) iterations: u32,
}

const APART: Discrete = Discrete { force: 0.0, slope: 0.0, stored: 0.0, lost: 0.0 };

impl Equation<'_> {
    /// The change of compression alone.
    pub(crate) fn change_from(&self, x: f64) -> f64 {
        self.solve(x).change
    }

    /// Solves for the change of compression from `x`.
    pub(super) fn solve(&self, x: f64) -> Solution {
        let potential = self.law.potential();
        if let Sides::Two { half_gap } = potential.sides() {
            if x.abs() <= half_gap && (x + self.free).abs() <= half_gap {
                return Solution { change: self.free, step: APART, iterations: 0 };
            }
            return self.between_two_walls(&potential.anchor(x));
        }
        let depth = potential.depth(x).0;
        if depth <= 0.0 && depth + self.free <= 0.0 {
            return Solution { change: self.free, step: APART, iterations: 0 };
        }
        let start = potential.anchor(x);
        if depth <= 0.0 {
            return self.newton(&start, self.free, true);
        }
        // Compressing further: the root is above 0. Otherwise it is below, and 0 is above it.
        if self.compliance * start.power < self.free {
            return self.newton(&start, self.free, true);
        }
        self.leaving(&start).unwrap_or_else(|| self.newton(&start, 0.0, false))
    }

    /// Out of the wall within the step: the potential at the end is 0 and the equation quadratic.
    fn leaving(&self, start: &Anchor) -> Option<Solution> {
        let potential = self.law.potential();
        let energy = start.power * start.depth / (potential.exponent() + 1.0);
        let resistance = self.law.mu(self.memory) / self.dt;
        let b = self.free + self.compliance * resistance * energy;
        let push = self.compliance * energy;
        if push < start.depth * (start.depth + b) {
            return None;
        }
        let root = (b * b + 4.0 * push).sqrt();
        // The negative root of d² − b·d − push = 0, without cancellation for either sign of b.
        let change = if b > 0.0 { -2.0 * push / (b + root) } else { 0.5 * (b - root) };
        // Rounding must not leave it inside.
        let change = change.min(-start.depth);
        let step = self.law.discrete_from(start, start.u + change, self.dt, self.memory);
        Some(Solution { change, step, iterations: 0 })
    }

    /// Newton's method from `from`, an upper bound of the root.
    fn newton(&self, start: &Anchor, from: f64, tighten: bool) -> Solution {
        let mut change = from;
        let mut step = self.discrete(start, change);
        let mut iterations = 1;
        if tighten && self.compliance * step.force > self.free {
            // Far above the root Newton would creep down a power law: start lower.
            change = self.upper_bound(start);
            step = self.discrete(start, change);
            iterations += 1;
        }
        loop {
            let value = (change - self.free) + self.compliance * step.force;
            let correction = value / (1.0 + self.compliance * step.slope);
            change -= correction;
            let small = correction.abs() <= 1e-8 * change.abs();
            if small || iterations >= 60 {
                // Convergence is quadratic: what is left is below rounding, and the force moves
                // with its slope.
                if correction.abs() > 1e-15 * change.abs() {
                    step = self.discrete(start, change);
                    iterations += 1;
                    let value = (change - self.free) + self.compliance * step.force;
                    let last = value / (1.0 + self.compliance * step.slope);
                    change -= last;
                    step.force -= step.slope * last;
                }
                return Solution { change, step, iterations };
            }
            step = self.discrete(start, change);
            iterations += 1;
        }
    }

    /// Bounds from β·(x^p − y^p)·(1 + μd/Δt) = d·(u − d), each a power of what the right side can
    /// be at most.
    fn upper_bound(&self, start: &Anchor) -> f64 {
        let potential = self.law.potential();
        let p = potential.exponent() + 1.0;
        let beta = self.compliance * potential.stiffness_coefficient() / p;
        let inside = start.depth.max(0.0);
        let (u, held) = (self.free, inside.powf(p));
        // u − d is at most this, since d is at least −depth.
        let room = u + start.depth.min(0.0);
        let mut reach = (held + 0.25 * u * u / beta).powf(1.0 / p);
        reach = reach.min((held + room * (reach - start.depth) / beta).powf(1.0 / p));
        let resistance = self.law.mu(self.memory) / self.dt;
        if resistance > 0.0 {
            reach = reach.min((held + room / (beta * resistance)).powf(1.0 / p));
        }
        (reach - start.depth).min(u)
    }

    /// Two walls: increasing but not convex, so the root is bracketed.
    fn between_two_walls(&self, start: &Anchor) -> Solution {
        let at_rest = self.discrete(start, 0.0);
        let offset = self.compliance * at_rest.force - self.free;
        // F(d) − d is increasing: beyond |F(0)| the sign is certain.
        let (low, high) = if offset > 0.0 { (-offset, 0.0) } else { (0.0, -offset) };
        let guess = -offset / (1.0 + self.compliance * at_rest.slope);
        let noise = f64::EPSILON * self.free.abs();
        let (change, iterations) = root::increasing_above_noise(low, high, guess, noise, |d| {
            let step = self.discrete(start, d);
            let value = d - self.free + self.compliance * step.force;
            (value, 1.0 + self.compliance * step.slope)
        });
        Solution { change, step: self.discrete(start, change), iterations }
    }

    fn discrete(&self, start: &Anchor, change: f64) -> Discrete {
        self.law.discrete_from(start, start.u + change, self.dt, self.memory)
    }
}
