//! A Hertz contact that presses: the steps in which its depth changes by a small share.
//!
//! With u the share by which the depth grows in a step, the elastic force of the step is that at its start
//! times ((1 + u)^(5/2) − 1)/(5u/2), and the force at its end that at its start times (1 + u)^(3/2): two
//! series without a root or a division. The equation of the step is a power series in u, whose
//! reversion is known to fourth order; one correction leaves rounding.

use super::kernels::{LANES, Vector, fused_all};
use crate::cpu::{fused, kernels};
use crate::law::{Law, Sides};
use crate::stepper::Touch;

/// Larger shares take the long way.
const LARGEST: f64 = 1.0 / 64.0;

/// What a correction may leave of a share, beside it.
const LEAVES: f64 = 1e-16;

/// The series of ((1 + u)^(5/2) − 1)/(5u/2), and of (1 + u)^(3/2).
const MEAN: [f64; 8] =
    [1.0, 0.75, 0.125, -0.015625, 0.0046875, -0.001953125, 0.0009765625, -0.00054931640625];
const AT_END: [f64; 8] =
    [1.0, 1.5, 0.375, -0.0625, 0.0234375, -0.01171875, 0.0068359375, -0.00439453125];

/// A contact between two steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deep {
    /// Its compression and its depth (m), and its elastic force (N).
    x: f64,
    depth: f64,
    elastic: f64,
    /// How the depth follows the way at first (1/m), nearly.
    inverse: f64,
    compliance: f64,
    /// μ/Δt (1/m).
    resistance: f64,
    adhesive: bool,
}

/// The steps of a press: what is seen of each, what the contact loses and whoever moves its gap supplies (J).
#[derive(Debug, Default)]
pub(super) struct Pressed {
    pub(super) steps: Vec<Touch>,
    pub(super) forces: Vec<f64>,
    pub(super) lost: Vec<f64>,
    pub(super) supplied: Vec<f64>,
}

impl Pressed {
    pub(super) fn with_capacity(steps: usize) -> Self {
        let room = || Vec::with_capacity(steps);
        Self { steps: Vec::with_capacity(steps), forces: room(), lost: room(), supplied: room() }
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.forces.clear();
        self.lost.clear();
        self.supplied.clear();
    }

    pub(super) fn truncate(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.forces.truncate(steps);
        self.lost.truncate(steps);
        self.supplied.truncate(steps);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, step: Touch, lost: f64, gap_step: f64) {
        self.steps.push(step);
        self.forces.push(step.force);
        self.lost.push(lost);
        self.supplied.push(-step.force * gap_step);
    }
}

/// What is known of the way: how far the port moves in each step by what has happened so far, how a force
/// of one moves it in the steps after its own, and how far the gap moves in each. The first two have
/// room for a vector more.
pub(super) struct Path<'a> {
    pub(super) free: &'a mut [f64],
    pub(super) echo: &'a [f64],
    pub(super) gap_steps: &'a [f64],
}

impl Deep {
    /// A contact at a compression; `None` if its law is not Hertz's wall.
    pub(super) fn new(
        law: &Law,
        memory: f64,
        (x, compliance, dt): (f64, f64, f64),
    ) -> Option<Self> {
        let potential = law.potential();
        let wall = matches!(potential.sides(), Sides::One { .. }) && law.as_felt().is_none();
        let depth = potential.depth(x).0;
        if !(wall && potential.exponent() == 1.5 && depth > 0.0) {
            return None;
        }
        let elastic = potential.stiffness_coefficient() * depth * depth.sqrt();
        let resistance = law.mu(memory) / dt;
        let inverse = 1.0 / (depth + compliance * elastic * (0.75 + resistance * depth));
        let adhesive = law.is_adhesive();
        Some(Self { x, depth, elastic, inverse, compliance, resistance, adhesive })
    }

    /// Where it is.
    pub(super) fn x(&self) -> f64 {
        self.x
    }

    /// Whether a change of the depth (m) is a small share of it.
    pub(super) fn is_deep(depth: f64, change: f64) -> bool {
        change.abs() < 0.5 * LARGEST * depth
    }

    /// One step that would go so far without the contact, and what is lost in it; `None`, and nothing
    /// happens, where the depth changes by a larger share or the contact would have to pull and cannot.
    /// One step waits for the other: what needs the force only roughly is made before it is known.
    #[inline(always)]
    fn step<const FMA: bool>(&mut self, way: f64) -> Option<(Touch, f64)> {
        let Self { x, depth, elastic, inverse, compliance, resistance, adhesive } = *self;
        // Depth·u − way + held·(1 + first·u + second·u² + third·u³ + fourth·u⁴ …) = 0.
        let (held, r) = (compliance * elastic, resistance * depth);
        let (first, second) = (0.75 + r, fused::<FMA>(0.75, r, 0.125));
        let third = fused::<FMA>(0.125, r, -0.015625);
        let fourth = fused::<FMA>(-0.015625, r, 0.0046875);
        let part = held * inverse;
        let (bend, turn) = (part * second, part * third);
        let twist = fused::<FMA>(2.0 * bend, bend, -turn);
        // 5·bend³ − 5·bend·turn + part·fourth.
        let last = fused::<FMA>(5.0 * bend, fused::<FMA>(bend, bend, -turn), part * fourth);
        let bends = fused::<FMA>(4.0 * bend, bend, -3.0 * turn);
        let line = (way - held) * inverse;
        if line.is_nan() || line.abs() >= LARGEST {
            return None;
        }
        let bent = fused::<FMA>(-line, fused::<FMA>(-line, last, twist), bend);
        let mut u = line * fused::<FMA>(-line, bent, 1.0);
        for evaluations in 1..=4 {
            let at_end = series::<FMA>(&AT_END, u);
            let (then, r_then) = (fused::<FMA>(depth, u, depth), fused::<FMA>(r, u, r));
            let next = 1.0 / fused::<FMA>(held * at_end, 0.75 + r_then, then);
            let mean = series::<FMA>(&MEAN, u);
            let gain = mean * fused::<FMA>(r, u, 1.0);
            let value = fused::<FMA>(held, gain, fused::<FMA>(depth, u, -way));
            let slope = fused::<FMA>(-u, fused::<FMA>(-u, bends, 2.0 * bend), 1.0);
            let by = -value * (inverse * slope);
            let left = by.abs() * fused::<FMA>(4.0, by.abs(), 16.0 * (u * u * u).abs());
            if left > LEAVES * u.abs() {
                u += by;
                continue;
            }
            // Everything moves along with the last correction.
            let grows = fused::<FMA>(fused::<FMA>(3.0 * third, u, 2.0 * second), u, first);
            let force = elastic * fused::<FMA>(by, grows, gain);
            if force <= 0.0 && !adhesive {
                return None;
            }
            let change = fused::<FMA>(-compliance, force, way);
            let mean = fused::<FMA>(by, fused::<FMA>(0.25, u, 0.75), mean);
            let lost = resistance * (elastic * mean) * (change * change);
            let to = x + change;
            self.elastic = elastic * fused::<FMA>(by, fused::<FMA>(0.75, u, 1.5), at_end);
            (self.x, self.depth, self.inverse) = (to, depth + change, next);
            let way_after = 2.0 * change - way;
            return Some((Touch { from: x, to, force, way, way_after, evaluations }, lost));
        }
        None
    }
}

/// A series by pairs of pairs: short chains.
#[inline(always)]
fn series<const FMA: bool>(of: &[f64; 8], u: f64) -> f64 {
    let square = u * u;
    let pair = |i: usize| fused::<FMA>(of[i + 1], u, of[i]);
    let low = fused::<FMA>(pair(2), square, pair(0));
    let high = fused::<FMA>(pair(6), square, pair(4));
    fused::<FMA>(high, square * square, low)
}

/// Adds `by` times `values` to others, whole vectors at a time; both have room for one more than `count`.
#[inline(always)]
fn add_echo<const FMA: bool>(to: &mut [f64], by: f64, values: &[f64], count: usize) {
    let whole = count.next_multiple_of(LANES);
    let (to, values) = (&mut to[..whole], &values[..whole]);
    let by: Vector = [by; LANES];
    for (to, value) in to.as_chunks_mut().0.iter_mut().zip(values.as_chunks().0) {
        *to = fused_all::<FMA>(&by, value, to);
    }
}

/// Steps whose forces are added together to what is farther ahead.
const BLOCK: usize = LANES;

/// Adds the echoes of a whole block of forces to the steps after it, each of which is read and written once.
#[inline(always)]
fn add_echoes<const FMA: bool>(to: &mut [f64], forces: &[f64; BLOCK], echo: &[f64], count: usize) {
    for (n, to) in to[..count.next_multiple_of(LANES)].as_chunks_mut().0.iter_mut().enumerate() {
        let mut sum = *to;
        for (k, force) in forces.iter().enumerate() {
            let by: Vector = [*force; LANES];
            let start = LANES * n + BLOCK - 1 - k;
            if let Some(values) = echo[start..].first_chunk() {
                sum = fused_all::<FMA>(&by, values, &sum);
            }
        }
        *to = sum;
    }
}

kernels! {
    /// Goes on from the step `from` as long as the depth changes by small shares; the first step that
    /// was not taken.
    fn press_on(deep: &mut Deep, path: Path, from: usize, made: &mut Pressed) -> usize {
        let Path { free, echo, gap_steps } = path;
        let frames = gap_steps.len();
        let mut start = from;
        while start < frames {
            let (mut forces, mut taken) = ([0.0; BLOCK], 0);
            while taken < BLOCK && start + taken < frames {
                let n = start + taken;
                // The newest force last: the rest does not wait for it.
                let mut way = free[n];
                for k in 0..taken {
                    way = fused::<FMA>(forces[k], echo[taken - 1 - k], way);
                }
                let Some((step, lost)) = deep.step::<FMA>(way - gap_steps[n]) else { break };
                forces[taken] = step.force;
                made.push(step, lost, gap_steps[n]);
                taken += 1;
            }
            if taken < BLOCK {
                for (k, force) in forces[..taken].iter().enumerate() {
                    let next = start + k + 1;
                    add_echo::<FMA>(&mut free[next..], *force, echo, frames - next);
                }
                return start + taken;
            }
            start += BLOCK;
            add_echoes::<FMA>(&mut free[start..], &forces, echo, frames - start);
        }
        frames
    }

    /// What a force in a step does to the steps after it.
    fn echo_on(free: &mut [f64], force: f64, echo: &[f64], count: usize) -> () {
        add_echo::<FMA>(free, force, echo, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::hold::Equation;
    use crate::law::Damping;
    use crate::numeric::Random;

    /// The same step as that of the general solver, and the energy that the potential gains is the
    /// work of the force less what is lost.
    #[test]
    fn a_small_step_is_that_of_the_general_solver() {
        let mut random = Random::new(5);
        let (mut taken, dt) = (0, 1.0 / 48_000.0);
        for _ in 0..20_000 {
            let mu = Damping::Mu(random.log_uniform(1e-3, 10.0));
            let law = Law::hunt_crossley(random.log_uniform(1e2, 1e9), 1.5, mu).unwrap();
            let x = random.log_uniform(1e-6, 1e-2);
            let elastic = law.potential().force(x);
            let compliance = x * random.log_uniform(1e-6, 10.0) / elastic;
            let free = compliance * elastic + x * random.uniform(-0.05, 0.05);
            let power = f64::NAN;
            let equation =
                Equation { law: &law, memory: 0.0, free, compliance, dt, hint: 0.0, power };
            let wanted = equation.solve(x);
            for cpu in [Cpu::detect(), Cpu { avx2: false }] {
                let mut deep = Deep::new(&law, 0.0, (x, compliance, dt)).unwrap();
                let mut made = Pressed::with_capacity(1);
                let (mut way, echo) = ([free, 0.0, 0.0, 0.0, 0.0], [0.0; 5]);
                let path = Path { free: &mut way, echo: &echo, gap_steps: &[0.0] };
                if press_on(cpu, &mut deep, path, 0, &mut made) == 0 {
                    assert!(wanted.change.abs() > 0.9 * LARGEST * x, "{} of {x}", wanted.change);
                    continue;
                }
                taken += 1;
                let (step, lost) = (made.steps[0], made.lost[0]);
                let near = |a: f64, b: f64, scale: f64| (a - b).abs() <= 1e-14 * scale;
                let force = wanted.step.force;
                assert!(near(step.force, force, elastic * (1.0 + law.mu(0.0) / dt * x)), "{force}");
                // The general solver leaves parts in 10¹³ in the stiffest contacts.
                assert!(near(step.to, wanted.end, 100.0 * x), "{} {}", step.to, wanted.end);
                // It goes with the square of the change, which is known to the digits of the free way.
                let (digits, change) = (1e-12 * (x + free.abs()), wanted.change.abs());
                let part = law.mu(0.0) / dt * elastic * digits * (change + digits);
                assert!((lost - wanted.step.lost).abs() <= 1e-12 * lost + part, "{lost}");
                let gained = law.potential().energy(step.to) - law.potential().energy(x);
                let work = step.force * (step.to - x);
                assert!((work - lost - gained).abs() <= 1e-14 * (elastic * x + lost));
                let end = law.potential().force(step.to);
                assert!(near(deep.elastic, end, end), "{} {end}", deep.elastic);
            }
        }
        assert!(taken > 10_000, "{taken}");
    }
}
