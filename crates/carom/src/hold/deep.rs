//! A Hertz contact that presses: the steps in which its depth changes by a small share.
//!
//! With u the share by which the depth grows in a step, the elastic force of the step is that at its start
//! times ((1 + u)^(5/2) − 1)/(5u/2), and the force at its end that at its start times (1 + u)^(3/2): two
//! series without a root or a division. The equation of the step is a power series in u, whose
//! reversion is known to third order; one correction leaves rounding.

use super::kernels::{LANES, Vector, fused_all};
use crate::cpu::{fused, kernels};
use crate::law::{Law, Sides};
use crate::stepper::Pressed;

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
    /// The force of the step before (N), if what it does later is not yet in the way.
    force: f64,
    start: Start,
    compliance: f64,
    /// μ/Δt (1/m).
    resistance: f64,
    adhesive: bool,
}

/// Where the solution of a step begins: from the step before without its last correction, which would have to be
/// waited for.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// What the force of the step before and the elastic force add to the way (m).
    ahead: f64,
    reversed: Reversed,
}

/// The equation of a step, reversed: with `line` how far the way goes beyond the elastic force, times `inverse`,
/// u = line·(1 − line·(bend − line·twist)) to third order.
#[derive(Clone, Copy, Debug)]
struct Reversed {
    /// How the depth follows the way at first (1/m).
    inverse: f64,
    bend: f64,
    /// What is cubic in the equation.
    turn: f64,
    twist: f64,
}

impl Reversed {
    /// For depth·u + held·(1 + first·u + second·u² + third·u³ …) = way, where r is the resistance times the depth,
    /// and how the depth follows the way at first.
    #[inline(always)]
    fn new<const FMA: bool>(inverse: f64, held: f64, r: f64) -> Self {
        let [second, third] = curves::<FMA>(r);
        let part = held * inverse;
        let (bend, turn) = (part * second, part * third);
        Self { inverse, bend, turn, twist: fused::<FMA>(2.0 * bend, bend, -turn) }
    }
}

/// What is quadratic and cubic in a share of the depth.
#[inline(always)]
fn curves<const FMA: bool>(r: f64) -> [f64; 2] {
    [fused::<FMA>(0.75, r, 0.125), fused::<FMA>(0.125, r, -0.015625)]
}

/// What is known of the way: how far the port moves in each step by what has happened so far, how a force
/// of one moves it in the steps after its own, and how far the gap moves in each. The first two have
/// room for a vector more.
pub(super) struct Path<'a> {
    pub(super) free: &'a mut [f64],
    pub(super) echo: &'a [f64],
    pub(super) gap_steps: &'a [f64],
}

/// A step that was taken.
struct Stepped {
    /// How far it would have gone without the contact (m).
    way: f64,
    /// N.
    force: f64,
    /// What the contact lost (J).
    lost: f64,
    evaluations: u32,
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
        let (held, r) = (compliance * elastic, resistance * depth);
        let reversed = Reversed::new::<false>(1.0 / (held * (0.75 + r) + depth), held, r);
        let (start, adhesive) = (Start { ahead: -held, reversed }, law.is_adhesive());
        Some(Self { x, depth, elastic, force: 0.0, start, compliance, resistance, adhesive })
    }

    /// Whether a change of the depth (m) is a small share of it.
    pub(super) fn is_deep(depth: f64, change: f64) -> bool {
        change.abs() < 0.5 * LARGEST * depth
    }

    /// One step that would go so far without the contact and without the force of the step before, whose echo
    /// is given; `None`, and nothing happens, where the depth changes by a larger share or the contact would have
    /// to pull and cannot. One step waits for the other: what needs the last force only roughly is made before it
    /// is known.
    #[inline(always)]
    fn step<const FMA: bool>(&mut self, way: f64, echo: f64) -> Option<Stepped> {
        let Self { x, depth, elastic, start, compliance, resistance, adhesive, .. } = *self;
        let Reversed { inverse, bend, turn, twist } = start.reversed;
        let line = (way + start.ahead) * inverse;
        if line.is_nan() || line.abs() >= LARGEST {
            return None;
        }
        let mut u = fused::<FMA>(-(line * line), fused::<FMA>(-line, twist, bend), line);
        let way = fused::<FMA>(self.force, echo, way);
        let (held, r) = (compliance * elastic, resistance * depth);
        let [second, third] = curves::<FMA>(r);
        let first = 0.75 + r;
        // How the inverse changes with the depth, to first order.
        let wider = fused::<FMA>(held, fused::<FMA>(1.5, first, r), depth) * inverse;
        for evaluations in 1..=4 {
            let at_end = series::<FMA>(&AT_END, u);
            let mean = series::<FMA>(&MEAN, u);
            let gain = mean * fused::<FMA>(r, u, 1.0);
            // The next step begins where this one ends but for a correction that it would not notice.
            let (then, held_then, r_then) =
                (fused::<FMA>(depth, u, depth), held * at_end, fused::<FMA>(r, u, r));
            // 1/(depth + held·(3/4 + r)), by a step of Newton's from where it was.
            let divisor = fused::<FMA>(held_then, 0.75 + r_then, then);
            let about = wider * u;
            let about = fused::<FMA>(about, about - 1.0, 1.0) * inverse;
            let next_inverse = about * fused::<FMA>(-divisor, about, 2.0);
            let next = Start {
                ahead: fused::<FMA>(echo * elastic, gain, -held_then),
                reversed: Reversed::new::<FMA>(next_inverse, held_then, r_then),
            };
            let value = fused::<FMA>(held, gain, fused::<FMA>(depth, u, -way));
            let bends = fused::<FMA>(4.0 * bend, bend, -3.0 * turn);
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
            self.elastic = elastic * fused::<FMA>(by, fused::<FMA>(0.75, u, 1.5), at_end);
            (self.x, self.depth, self.force, self.start) =
                (x + change, depth + change, force, next);
            return Some(Stepped { way, force, lost, evaluations });
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

/// Adds the echoes of forces to the steps after a block, each of which is read and written once. The forces are
/// the one before the block and those in it but for the last, for which nothing has to wait.
#[inline(always)]
fn add_echoes<const FMA: bool>(to: &mut [f64], forces: &[f64; BLOCK], echo: &[f64], count: usize) {
    for (n, to) in to[..count.next_multiple_of(LANES)].as_chunks_mut().0.iter_mut().enumerate() {
        let mut sum = *to;
        for (k, force) in forces.iter().enumerate() {
            let by: Vector = [*force; LANES];
            let start = LANES * n + BLOCK - k;
            if let Some(values) = echo[start..].first_chunk() {
                sum = fused_all::<FMA>(&by, values, &sum);
            }
        }
        *to = sum;
    }
}

kernels! {
    /// Goes on from the step `from` as long as the depth changes by small shares; the first step that
    /// was not taken, and where the contact is before it (m).
    fn press_on(deep: Deep, path: Path, from: usize, made: &mut Pressed) -> (usize, f64) {
        let Path { free, echo, gap_steps } = path;
        let frames = gap_steps.len();
        let Pressed { ends, forces: all_forces, ways, lost, evaluations, .. } = made;
        let [ends, all_forces, ways, lost] =
            [ends, all_forces, ways, lost].map(|column| &mut column[..frames]);
        let evaluations = &mut evaluations[..frames];
        // What a step leaves stays in registers: it is not written back.
        let mut now = deep;
        // The force before the block and those in it.
        let mut forces = [0.0; BLOCK + 1];
        let mut start = from;
        let taken = loop {
            let mut taken = 0;
            while taken < BLOCK && start + taken < frames {
                let n = start + taken;
                // All forces but the newest, which the step does not wait for.
                let mut way = free[n] - gap_steps[n];
                for k in 0..taken {
                    way = fused::<FMA>(forces[k], echo[taken - k], way);
                }
                let Some(step) = now.step::<FMA>(way, echo[0]) else { break };
                taken += 1;
                forces[taken] = step.force;
                (ends[n], all_forces[n], ways[n]) = (now.x, step.force, step.way);
                (lost[n], evaluations[n]) = (step.lost, step.evaluations);
            }
            if taken < BLOCK || start + BLOCK == frames {
                break taken;
            }
            start += BLOCK;
            let [before @ .., newest] = forces;
            add_echoes::<FMA>(&mut free[start..], &before, echo, frames - start);
            forces[0] = newest;
        };
        let next = start + taken;
        for (k, force) in forces[..=taken].iter().enumerate() {
            let late = taken - k;
            add_echo::<FMA>(&mut free[next..], *force, &echo[late..], frames - next);
        }
        (next, now.x)
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
    use crate::hold::{Equation, LONGEST};
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
            for one_step in [Deep::step::<true>, Deep::step::<false>] {
                let mut deep = Deep::new(&law, 0.0, (x, compliance, dt)).unwrap();
                let Some(Stepped { force: found, lost, .. }) = one_step(&mut deep, free, 0.0)
                else {
                    assert!(wanted.change.abs() > 0.9 * LARGEST * x, "{} of {x}", wanted.change);
                    continue;
                };
                taken += 1;
                let near = |a: f64, b: f64, scale: f64| (a - b).abs() <= 1e-14 * scale;
                let force = wanted.step.force;
                assert!(near(found, force, elastic * (1.0 + law.mu(0.0) / dt * x)), "{force}");
                // The general solver leaves parts in 10¹³ in the stiffest contacts.
                assert!(near(deep.x, wanted.end, 100.0 * x), "{} {}", deep.x, wanted.end);
                // It goes with the square of the change, which is known to the digits of the free way.
                let (digits, change) = (1e-12 * (x + free.abs()), wanted.change.abs());
                let part = law.mu(0.0) / dt * elastic * digits * (change + digits);
                assert!((lost - wanted.step.lost).abs() <= 1e-12 * lost + part, "{lost}");
                let gained = law.potential().energy(deep.x) - law.potential().energy(x);
                let work = found * (deep.x - x);
                assert!((work - lost - gained).abs() <= 1e-14 * (elastic * x + lost));
                let end = law.potential().force(deep.x);
                assert!(near(deep.elastic, end, end), "{} {end}", deep.elastic);
            }
        }
        assert!(taken > 10_000, "{taken}");
    }

    /// Many steps at once are those of one after the other, each of which moves all that come after it.
    #[test]
    fn the_echo_of_every_force_is_in_every_later_step() {
        let (count, dt) = (LONGEST - 3, 1.0 / 48_000.0);
        let mut random = Random::new(8);
        let law = Law::hunt_crossley(1e6, 1.5, Damping::Mu(1.0)).unwrap();
        let (x, compliance) = (1e-3, 1e-8);
        let mut draw = |size: f64| -> Vec<f64> {
            let drawn = (0..LONGEST).map(|_| random.uniform(-size, size));
            drawn.chain([0.0; LANES]).collect()
        };
        let (free, echo, gap_steps) = (draw(5e-6), draw(0.1 * compliance), draw(1e-7));
        for cpu in [Cpu::detect(), Cpu::plain()] {
            let start = Deep::new(&law, 0.0, (x, compliance, dt)).unwrap();
            let (mut one, mut forces) = (start, Vec::new());
            let mut made = Pressed::with_room(count);
            let mut ways = free.clone();
            let path = Path { free: &mut ways, echo: &echo, gap_steps: &gap_steps[..count] };
            assert_eq!(press_on(cpu, start, path, 0, &mut made).0, count);
            for n in 0..count {
                let before = forces.iter().enumerate();
                let moved: f64 = before.map(|(m, force)| force * echo[n - 1 - m]).sum();
                let step = one.step::<true>(free[n] + moved - gap_steps[n], 0.0).unwrap();
                forces.push(step.force);
                let (force, wanted) = (made.forces[n], step.force);
                assert!((force - wanted).abs() < 1e-12 * wanted.abs(), "{n}: {force} {wanted}");
            }
        }
    }
}
