//! The scalar equation of an energy-conserving step.
//!
//! The compression changes by d, and d + K·f(d) = u, where u is the change without contact, K how
//! easily the contact point moves, and f the law's discrete force. For a wall f is increasing and
//! convex in d for α ≥ 1, also with losses: it is the secant of the potential plus μ/Δt times the
//! energy gained. So there is one root, and Newton's method from above it converges monotonically.

use crate::law::{Anchor, Discrete, Law, Sides};
use crate::numeric::root;

/// The scalar equation of an energy-conserving step: d + K·f(d) = u.
#[derive(Clone, Copy, Debug)]
pub struct Equation<'a> {
    /// The law of the contact.
    pub law: &'a Law,
    /// What the contact remembers.
    pub memory: f64,
    /// u: the change of compression if there were no contact.
    pub free: f64,
    /// K: the change of compression per newton.
    pub compliance: f64,
    /// The time over which the change happens.
    pub dt: f64,
    /// A force that may be about right, such as that of the step before; 0 if none is known.
    pub hint: f64,
    /// The elastic force at the start, if it is known; NaN otherwise.
    pub power: f64,
}

/// Where the step ends and the law over it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The compression at the end. It is what is solved for: in a contact much shorter than a step
    /// it is far smaller than the change, and as start plus change it would lose its digits.
    pub end: f64,
    /// d: the change of compression.
    pub change: f64,
    /// The law over the step.
    pub step: Discrete,
    /// Evaluations of the law.
    pub iterations: u32,
}

/// A depth (m) at which nothing is touched yet, and above which no power of it leaves the range of a
/// double.
const NOTHING: f64 = 1e-100;

/// The most iterations. What is stored by a step that needs more is not a number: it is not taken.
const MOST: u32 = 60;

/// The most where a series has led almost there.
const SOON: u32 = 5;

/// A correction this small relative to the depth leaves at most its square.
const NEARLY: f64 = 1e-5;

pub(super) const APART: Discrete =
    Discrete { force: 0.0, slope: 0.0, stored: 0.0, lost: 0.0, elastic: 0.0, parts: [0.0; 3] };

impl Equation<'_> {
    /// The end and the change of compression alone.
    #[must_use]
    pub fn end_from(&self, x: f64) -> (f64, f64) {
        let solution = self.solve(x);
        (solution.end, solution.change)
    }

    /// Solves for the end of a step from compression `x`.
    #[inline(always)]
    #[must_use]
    pub fn solve(&self, x: f64) -> Solution {
        let potential = self.law.potential();
        let depth = potential.depth(x).0;
        if potential.exponent() == 1.5 && depth > NOTHING && self.is_wall() {
            let solution = self.hertz((x, depth, depth.sqrt()), None);
            let pulls = solution.step.force <= 0.0 && !self.law.is_adhesive();
            if !(solution.step.stored.is_nan() || pulls) {
                return solution;
            }
        }
        self.solve_anew(x)
    }

    fn is_wall(&self) -> bool {
        matches!(self.law.potential().sides(), Sides::One { .. }) && self.law.as_felt().is_none()
    }

    /// The same where nothing is known of where the step leads.
    #[inline(never)]
    fn solve_anew(&self, x: f64) -> Solution {
        let potential = self.law.potential();
        let free = x + self.free;
        if potential.depth(x).0 <= NOTHING && potential.depth(free).0 <= NOTHING {
            let same_side = potential.depth(x).1 == potential.depth(free).1;
            let apart = match potential.sides() {
                Sides::One { .. } => true,
                Sides::Two { half_gap } => half_gap > 0.0 || same_side,
            };
            if apart {
                return Solution { end: free, change: self.free, step: APART, iterations: 0 };
            }
        }
        let start = if self.power.is_nan() {
            potential.anchor(x)
        } else {
            potential.anchor_with(x, self.power)
        };
        if !self.is_wall() {
            return self.bracketed(&start);
        }
        let deeper = start.depth <= 0.0 || self.compliance * start.power < self.free;
        if !deeper && let Some(solution) = self.leaving(&start) {
            return solution;
        }
        // The root lies below this: the free end, or where the step began.
        let from = if deeper { free } else { x };
        let solution = if potential.exponent() == 1.5 {
            let first = self.above(&start, from, deeper);
            self.hertz((start.u, start.depth, start.root), Some(first))
        } else {
            self.newton(&start, from, deeper)
        };
        if solution.step.force <= 0.0 && !self.law.is_adhesive() {
            return self.without_adhesion(&start, solution.iterations);
        }
        solution
    }

    /// The bodies part faster than the surface follows: nothing pushes.
    fn without_adhesion(&self, start: &Anchor, iterations: u32) -> Solution {
        let end = start.u + self.free;
        let step = self.law.discrete_from(start, end, self.dt, self.memory);
        Solution { end, change: self.free, step: Discrete { force: 0.0, ..step }, iterations }
    }

    /// The root of the depth at the end of a step in which a Hertz contact of this depth, whose root is `s`, goes on: by
    /// a force of second order in the way.
    #[inline(always)]
    fn near(&self, depth: f64, s: f64) -> f64 {
        let (kc, resistance) = (self.compliance, self.law.mu(self.memory) / self.dt);
        let stiffness = kc * self.law.potential().stiffness_coefficient() * s;
        let elastic = stiffness * depth;
        let share = 1.0 / (depth * (1.0 + 0.75 * stiffness + resistance * elastic));
        let bend = stiffness * (0.125 + 0.75 * resistance * depth) * (depth * share);
        let line = (self.free - elastic) * share;
        let share = (line * (1.0 - bend * line)).clamp(-0.5, 0.5);
        s * ((1.0 + 0.5 * share) - share * share * (0.125 - 0.0625 * share))
    }

    /// A root that is not below that at the end, or to which the hint leads.
    fn above(&self, start: &Anchor, from: f64, tighten: bool) -> f64 {
        let offset = start.u - start.depth;
        let hinted = start.depth + self.free - self.compliance * self.hint;
        let depth = if self.hint > 0.0 && hinted > 0.0 {
            hinted.min(from - offset)
        } else if tighten {
            self.upper_bound(start).min(from) - offset
        } else {
            from - offset
        };
        depth.max(0.0).sqrt()
    }

    /// Hertz's law, α = 3/2, solved for the root t of the depth at the end, from a compression, its depth and the root
    /// of that, so that no iteration needs a root. Like the equation in the depth it is increasing and convex. Without
    /// a `first` t the step is taken to be a small one; if it is not, it is not found: what is stored is no number.
    #[inline(always)]
    fn hertz(&self, (u, a, s): (f64, f64, f64), first: Option<f64>) -> Solution {
        let (scale, kc) = (0.4 * self.law.potential().stiffness_coefficient(), self.compliance);
        let resistance = self.law.mu(self.memory) / self.dt;
        let noise = f64::EPSILON * (a.abs() + self.free.abs());
        let (near, mut iterations) = (first.is_none(), 0);
        let mut t = first.unwrap_or_else(|| self.near(a, s));
        loop {
            // The elastic force of the step is top/w, its slope by t turn/w².
            let (t2, s2) = (t * t, s * s);
            let (t4, d) = (t2 * t2, t2 - a);
            let (top, turn, w) = if a > 0.0 {
                let turn = t * (t2 * (3.0 * t + 6.0 * s) + s2 * (4.0 * t + 2.0 * s));
                (t4 + s * t * (t2 + s * t + s2) + s2 * s2, turn, s + t)
            } else {
                (t4 * t, t4 * (5.0 * d - 2.0 * t2), d)
            };
            let (top, turn, over) = (scale * top, scale * turn, 1.0 / w);
            let gain = 5.0 * scale * t4;
            let value = (d - self.free) * w + kc * top * (1.0 + resistance * d);
            let by = -value * w / ((2.0 * t + kc * resistance * gain) * (w * w) + kc * turn);
            iterations += 1;
            let most = if near { SOON } else { MOST };
            let astray = near && !(t + by > 0.5 * t && t + by < 2.0 * t);
            // Far from the root the depth is found faster: t would only halve.
            let depth = t2 + 2.0 * t * by;
            let far = !near && by.abs() > 0.1 * t && depth > 0.0;
            let before = t;
            t = if far { depth.sqrt() } else { (t + by).max(0.0) };
            let found = by.abs() <= 1e-8 * t || by.abs() * (2.0 * t + by.abs()) <= noise;
            if !found && !astray && iterations < most {
                continue;
            }
            let (elastic, slope) = (top * over, turn * over * over);
            let gained = elastic * d;
            // What is left is below rounding, and everything moves with its slope: by the correction itself, which
            // knows what rounding left of the depth.
            let by = if far { t - before } else { by };
            let gained = gained + gain * by;
            let force = (elastic + slope * by) + resistance * gained;
            let end = (u - a) + t * t;
            let stiff = kc * (resistance * gain + slope) > 2.0 * t;
            let (end, change) = if stiff || end.abs() < self.free.abs() {
                (end, end - u)
            } else {
                let change = self.free - kc * force;
                (u + change, change)
            };
            let lost = resistance * gained * change;
            let stored = if found && !astray { gained } else { f64::NAN };
            let mut step = Discrete { force, stored, lost, ..APART };
            if stiff {
                self.follow(&mut step, change);
            }
            return Solution { end, change, step, iterations };
        }
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
        // The negative root of d² − b·d − push = 0, without cancellation for either sign of b;
        // rounding must not leave it inside.
        let change = if b > 0.0 { -2.0 * push / (b + root) } else { 0.5 * (b - root) };
        let change = change.min(-start.depth);
        if change > self.free && !self.law.is_adhesive() {
            return Some(self.without_adhesion(start, 0));
        }
        let end = start.u + change;
        let step = self.law.discrete_from(start, end, self.dt, self.memory);
        Some(Solution { end, change, step, iterations: 0 })
    }

    /// Newton's method from `from`, an upper bound of the root, or from where the hint leads: from
    /// below the root the first step goes above it.
    #[inline]
    fn newton(&self, start: &Anchor, from: f64, tighten: bool) -> Solution {
        let hinted = (start.u + self.free - self.compliance * self.hint).min(from);
        let is_hinted = self.hint > 0.0 && self.law.potential().depth(hinted).0 > 0.0;
        let mut end = if is_hinted { hinted } else { from };
        let mut step = self.discrete(start, end);
        let mut iterations = 1;
        if !is_hinted && tighten && self.compliance * step.force > self.free {
            // Far above the root Newton would creep down a power law: start lower.
            end = self.upper_bound(start).min(end);
            step = self.discrete(start, end);
            iterations += 1;
        }
        // Where the wall is: digits are counted from there.
        let (offset, noise) = (start.u - start.depth, self.noise(start));
        loop {
            let correction = self.correction(start, end, &step);
            end = (end - correction).min(from);
            let depth = (end - offset).abs();
            if correction.abs() <= 1e-9 * depth {
                // What is left is below rounding.
                step.shift(end + correction - start.u, -correction);
                self.shift_elastic(&mut step, end, -correction);
                return self.finish(start, end, step, iterations);
            }
            let found = correction.abs() <= (NEARLY * depth).max(noise);
            if found || iterations >= MOST {
                if !found {
                    step.stored = f64::NAN;
                } else if correction.abs() > 1e-15 * depth {
                    // Convergence is quadratic: after one more what is left is below rounding,
                    // and the force and what is lost move with their slopes.
                    step = self.discrete(start, end);
                    iterations += 1;
                    let last = self.correction(start, end, &step);
                    step.shift(end - start.u, -last);
                    end -= last;
                    self.shift_elastic(&mut step, end, -last);
                }
                return self.finish(start, end, step, iterations);
            }
            step = self.discrete(start, end);
            iterations += 1;
        }
    }

    /// Moves the elastic force at the end of the step along by a little.
    fn shift_elastic(&self, step: &mut Discrete, end: f64, by: f64) {
        let potential = self.law.potential();
        step.elastic *= 1.0 + potential.exponent() * by / potential.depth(end).0;
    }

    /// The Newton step.
    fn correction(&self, start: &Anchor, end: f64, step: &Discrete) -> f64 {
        let value = (end - start.u - self.free) + self.compliance * step.force;
        value / (1.0 + self.compliance * step.slope)
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
        reach + (start.u - start.depth)
    }

    /// Two walls: increasing but not convex; felt: neither its bounds nor its release are in closed
    /// form. So the root is bracketed.
    fn bracketed(&self, start: &Anchor) -> Solution {
        let at_rest = self.discrete(start, start.u);
        let offset = self.compliance * at_rest.force - self.free;
        // F(d) − d is increasing: beyond |F(0)| the sign is certain.
        let (low, high) = (start.u - offset.max(0.0), start.u - offset.min(0.0));
        let guess = if self.hint > 0.0 && self.law.as_felt().is_some() {
            start.u + self.free - self.compliance * self.hint
        } else {
            start.u - offset / (1.0 + self.compliance * at_rest.slope)
        };
        let noise = f64::EPSILON * self.free.abs();
        let potential = self.law.potential();
        let (mut end, iterations) = root::increasing_above_noise(low, high, guess, noise, |end| {
            let step = self.discrete(start, end);
            let value = (end - start.u - self.free) + self.compliance * step.force;
            (value, 1.0 + self.compliance * step.slope)
        });
        let mut step = self.discrete(start, end);
        let last = self.correction(start, end, &step);
        let inside = potential.depth(end).0;
        if last.abs() < 1e-6 * inside {
            step.shift(end - start.u, -last);
            end -= last;
        }
        self.finish(start, end, step, iterations)
    }

    /// Where the step ends cannot be known better than this (m).
    fn noise(&self, start: &Anchor) -> f64 {
        f64::EPSILON * (start.depth.abs() + self.free.abs())
    }

    /// Near zero the end is known to its own digits and the change follows from it; where a step is
    /// small beside the position, it is the other way round.
    fn finish(&self, start: &Anchor, end: f64, mut step: Discrete, iterations: u32) -> Solution {
        if end.abs() < self.free.abs() {
            return Solution { end, change: end - start.u, step, iterations };
        }
        let change = self.free - self.compliance * step.force;
        let aside = change - (end - start.u);
        if aside.abs() > 1e-15 * (start.u.abs() + end.abs()) {
            if self.compliance * step.slope > 1.0 {
                // So stiff a force is known better from where the bodies go than from the law.
                let change = end - start.u;
                self.follow(&mut step, change);
                return Solution { end, change, step, iterations };
            }
            // The force is held, whatever rounding left of it: it moves the bodies farther than the law was told.
            let stored = step.elastic * aside;
            step.lost = (step.lost + step.force * aside - stored).max(0.0);
            step.stored += stored;
            self.shift_elastic(&mut step, end, aside);
        }
        Solution { end: start.u + change, change, step, iterations }
    }

    /// Takes the force that moves the bodies by `change`.
    fn follow(&self, step: &mut Discrete, change: f64) {
        let force = (self.free - change) / self.compliance;
        step.lost = (step.lost + (force - step.force) * change).max(0.0);
        step.force = force;
    }

    fn discrete(&self, start: &Anchor, end: f64) -> Discrete {
        self.law.discrete_from(start, end, self.dt, self.memory)
    }
}
