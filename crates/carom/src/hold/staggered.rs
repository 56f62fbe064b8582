//! Modes under the forces of many steps, in coordinates in which a step costs least.
//!
//! Beside the velocity stands p = y − e·v with e = c/S: about where the mode was half a step ago, which the force
//! of the step does not move. With κ = S + e·(1 − d)
//!
//! ```text
//! p⁺ = p + κ·v          v⁺ = (d − ω²c)·v − ω²S·p + S·force/m
//! ```
//!
//! is the step of [`ModeStep`]. Both are kept in units of what a newton does to v in a step. What is lost in it is a form
//! in v and v⁺ alone. Modes close to a multiple of half the sample rate have S near 0 and no such coordinates: they
//! move one by one.

use super::kernels::{
    LANES, Lanes, Moving, Port, Step, Vector, fused_all, minus, plus, sum_lanes, times, vectors_mut,
};
use super::mode_step::{ModeStep, Twice};
use crate::cpu::{Cpu, kernels};

/// The largest e·ω. With more, what is lost would be known to fewer digits: its terms cancel with the square.
const STEEPEST: f64 = 100.0;

/// The smallest such unit, exact in binary: a mode that the contact hardly moves, or not at all, is not moved by it.
const LEAST: f64 = f64::from_bits((1023 - 332) << 52);

/// Below this ω²S² what is lost is taken from the integrals: the square would have no digits.
const SLOW: f64 = 1e-20;

/// A step of one mode of mass one.
#[derive(Clone, Copy, Debug)]
struct Staggered {
    /// e (s).
    lean: f64,
    /// How v moves p.
    drift: f64,
    /// How v and p make the next v.
    of_v: f64,
    of_p: f64,
    /// Energy lost per v², v·v⁺ and v⁺².
    loss: [f64; 3],
}

impl Staggered {
    /// The same step; `None` if the mode has no such coordinates.
    fn new(step: ModeStep, square: f64) -> Option<Self> {
        let ModeStep { s, c, d } = step;
        let lean = c / s;
        let steep = lean.abs() * square.sqrt();
        if steep.is_nan() || steep > STEEPEST {
            return None;
        }
        let (drift, of_v, of_p) = (s + lean * (1.0 - d), d - square * c, -(square * s));
        let mut step = Self { lean, drift, of_v, of_p, loss: [0.0; 3] };
        step.loss = if square * s * s > SLOW {
            step.losses(square)
        } else {
            let [vv, vg, gg] = ModeStep { s, c, d }.loss(square);
            let (vg, gg) = (vg / s, gg / (s * s));
            [vv - d * (vg - d * gg), vg - 2.0 * d * gg, gg]
        };
        Some(step)
    }

    /// What is lost, from what the rounded step really does: see [`ModeStep::loss`]. Without a force the energy
    /// (v² + ω²·y²)/2 falls by a form in p and v, which is a·v² + b·v·v⁺ + c·v⁺².
    fn losses(&self, square: f64) -> [f64; 3] {
        let [one, k, lean, drift, v, p] =
            [1.0, square, self.lean, self.drift, self.of_v, -self.of_p].map(Twice::from);
        // y⁺ = stays·p + goes·v.
        let stays = one.minus(lean.times(p));
        let goes = drift.minus(Twice::from(-self.lean).times(v));
        let of_pp = k.minus(p.times(p)).minus(k.times(stays.times(stays))).half().value();
        let of_pv = k.times(lean).minus(Twice::from(-self.of_v).times(p));
        let of_pv = of_pv.minus(k.times(stays.times(goes))).value();
        let of_vv = one.minus(v.times(v)).minus(k.times(goes.times(goes).minus(lean.times(lean))));
        let of_vv = of_vv.half().value();
        let (v, p) = (self.of_v, self.of_p);
        let end = of_pp / (p * p);
        let cross = (of_pv - 2.0 * end * v * p) / p;
        [of_vv - v * (cross + v * end), cross, end]
    }
}

/// What steps need of some modes side by side. Padding has zeros.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Stagger {
    lean: Vector,
    drift: Vector,
    of_v: Vector,
    of_p: Vector,
    /// What a newton does to v, and one over it.
    unit: Vector,
    units: Vector,
    loss: [Vector; 3],
}

/// The modes of a body that a contact pushes.
#[derive(Clone, Debug)]
pub(super) struct Staggers {
    groups: Vec<Stagger>,
    /// Modes without such coordinates.
    steep: Vec<Steep>,
}

/// A mode that moves by itself.
#[derive(Clone, Copy, Debug)]
struct Steep {
    mode: usize,
    square: f64,
    step: ModeStep,
    /// Energy lost per v², v·g and g².
    loss: [f64; 3],
    push: f64,
    /// Where it is.
    y: f64,
    v: f64,
}

impl Staggers {
    /// Room for so many modes.
    pub(super) fn with_room(modes: usize) -> Self {
        let groups = Vec::with_capacity(modes / LANES);
        Self { groups, steep: Vec::with_capacity(modes) }
    }

    /// Takes over the steps of modes with these masses (kg), padding being 0, which a contact pushes.
    pub(super) fn read(&mut self, steps: Step, masses: &[f64], ports: &[Port]) {
        self.groups.clear();
        self.groups.resize(steps.len(), Stagger::default());
        self.steep.clear();
        for (mode, &mass) in masses.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
            let (group, lane) = (mode / LANES, mode % LANES);
            let (of, step, square) =
                (&mut self.groups[group], steps[group].of(lane), steps[group].square[lane]);
            let push = ports.get(group).map_or(0.0, |port| port.push[lane]);
            let Some(one) = Staggered::new(step, square) else {
                let loss = steps[group].loss.map(|loss| loss[lane]);
                self.steep.push(Steep { mode, square, step, loss, push, y: 0.0, v: 0.0 });
                continue;
            };
            (of.lean[lane], of.drift[lane]) = (one.lean, one.drift);
            (of.of_v[lane], of.of_p[lane]) = (one.of_v, one.of_p);
            let unit = step.s * push;
            let unit = if unit.abs() < LEAST { LEAST } else { unit };
            (of.unit[lane], of.units[lane]) = (unit, 1.0 / unit);
            for (into, loss) in of.loss.iter_mut().zip(one.loss) {
                into[lane] = mass * loss * unit * unit;
            }
        }
    }

    /// As many steps as there are forces, one force for each; returns the energy lost. Two signals
    /// Σ of_y·y + of_v·v after each step are added to lanes of their own.
    pub(super) fn press(
        &mut self,
        cpu: Cpu,
        mut state: Moving,
        forces: &[f64],
        hearers: &[Hearers],
        [lefts, rights]: [&mut [Lanes]; 2],
    ) -> f64 {
        // Among the others a steep mode is silent.
        for one in &mut self.steep {
            one.y = std::mem::take(&mut state.y[one.mode]);
            one.v = std::mem::take(&mut state.v[one.mode]);
        }
        let again = state.again();
        let mut lost =
            press(cpu, again, forces, &self.groups, hearers, [&mut *lefts, &mut *rights]);
        for one in &mut self.steep {
            let (group, lane) = (one.mode / LANES, one.mode % LANES);
            let heard = hearers[group].0.map(|of| of.map(|of| of[lane]));
            let gone = press_one(cpu, one, forces, heard, [&mut *lefts, &mut *rights]);
            (state.y[one.mode], state.v[one.mode]) = (one.y, one.v);
            state.lost[group].0[lane] += gone;
            lost += gone;
        }
        lost
    }
}

impl Stagger {
    /// How p and v are heard, by how y and v are.
    #[inline(always)]
    fn heard<const FMA: bool>(&self, [of_y, of_v]: [&Vector; 2]) -> [Vector; 2] {
        let of_v = fused_all::<FMA>(&self.lean, of_y, of_v);
        [times(of_y, &self.unit), times(&of_v, &self.unit)]
    }
}

/// How two signals hear y and v of some modes side by side.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Hearers(pub(super) [[Vector; 2]; 2]);

/// Vectors of modes that stay in registers while time passes.
const GROUP: usize = 2;

kernels! {
    /// The modes that have such coordinates.
    fn press(state: Moving, forces: &[f64], steps: &[Stagger], hearers: &[Hearers], lanes: [&mut [Lanes]; 2]) -> f64 {
        let mut lost = [0.0; LANES];
        let [lefts, rights] = lanes;
        let states = vectors_mut(state.y).as_chunks_mut().0.iter_mut().zip(vectors_mut(state.v).as_chunks_mut().0);
        let states = states.zip(state.lost.as_chunks_mut::<GROUP>().0);
        let tables = steps.as_chunks().0.iter().zip(hearers.as_chunks().0);
        for (((y, v), mine), (steps, hearers)) in states.zip(tables) {
            let hears = [0, 1].map(|side| hearers.iter().any(|of| of.0[side] != [[0.0; LANES]; 2]));
            let (modes, lanes) = ([y, v], [&mut *lefts, &mut *rights]);
            let gone = match hears {
                [true, true] => press_some::<true, true, FMA>(modes, forces, steps, hearers, lanes),
                [true, false] => press_some::<true, false, FMA>(modes, forces, steps, hearers, lanes),
                [false, true] => press_some::<false, true, FMA>(modes, forces, steps, hearers, lanes),
                [false, false] => press_some::<false, false, FMA>(modes, forces, steps, hearers, lanes),
            };
            for (mine, gone) in mine.iter_mut().zip(&gone) {
                mine.0 = plus(&mine.0, gone);
                lost = plus(&lost, gone);
            }
        }
        sum_lanes(&lost)
    }

    /// One that has none.
    fn press_one(one: &mut Steep, forces: &[f64], heard: [[f64; 2]; 2], lanes: [&mut [Lanes]; 2]) -> f64 {
        let (ModeStep { s, c, d }, [of_vv, of_vg, of_gg]) = (one.step, one.loss);
        let [lefts, rights] = lanes;
        let mut lost = 0.0;
        for ((force, left), right) in forces.iter().zip(lefts).zip(rights) {
            let Steep { y, v, .. } = *one;
            let g = one.push * force - one.square * y;
            lost += v * (of_vv * v + of_vg * g) + of_gg * g * g;
            (one.y, one.v) = (y + s * v + c * g, d * v + s * g);
            for (lanes, [of_y, of_v]) in [left, right].into_iter().zip(heard) {
                lanes.0[0] += of_y * one.y + of_v * one.v;
            }
        }
        lost
    }
}

/// Some modes over as many steps as there are forces, heard by the first, the second or both; what each lost.
#[inline(always)]
fn press_some<const FIRST: bool, const SECOND: bool, const FMA: bool>(
    [ys, vs]: [&mut [Vector; GROUP]; 2],
    forces: &[f64],
    steps: &[Stagger; GROUP],
    hearers: &[Hearers; GROUP],
    [lefts, rights]: [&mut [Lanes]; 2],
) -> [Vector; GROUP] {
    let heard: [[[Vector; 2]; 2]; GROUP] = std::array::from_fn(|k| {
        hearers[k].0.map(|[of_y, of_v]| steps[k].heard::<FMA>([&of_y, &of_v]))
    });
    let begin: [Vector; GROUP] = std::array::from_fn(|k| times(&vs[k], &steps[k].units));
    let mut v = begin;
    let mut p: [Vector; GROUP] = std::array::from_fn(|k| {
        times(&fused_all::<FMA>(&minus(&steps[k].lean), &vs[k], &ys[k]), &steps[k].units)
    });
    // Σ v² and Σ v·v⁺: what is lost follows from them at the end.
    let mut moments = [[[0.0; LANES]; 2]; GROUP];
    for ((force, of_left), of_right) in forces.iter().zip(lefts).zip(rights) {
        let force = [*force; LANES];
        let (mut left, mut right) = (of_left.0, of_right.0);
        for k in 0..GROUP {
            let Stagger { drift, of_v, of_p, .. } = &steps[k];
            let pushed = fused_all::<FMA>(of_p, &p[k], &force);
            let to_p = fused_all::<FMA>(drift, &v[k], &p[k]);
            let to_v = fused_all::<FMA>(of_v, &v[k], &pushed);
            let [squares, crossed] = moments[k];
            moments[k] = [
                fused_all::<FMA>(&v[k], &v[k], &squares),
                fused_all::<FMA>(&v[k], &to_v, &crossed),
            ];
            (p[k], v[k]) = (to_p, to_v);
            let hear = |[of_p, of_v]: &[Vector; 2], heard: &Vector| {
                fused_all::<FMA>(of_v, &to_v, &fused_all::<FMA>(of_p, &to_p, heard))
            };
            if FIRST {
                left = hear(&heard[k][0], &left);
            }
            if SECOND {
                right = hear(&heard[k][1], &right);
            }
        }
        if FIRST {
            of_left.0 = left;
        }
        if SECOND {
            of_right.0 = right;
        }
    }
    std::array::from_fn(|k| {
        let (Stagger { lean, unit, loss, .. }, [squares, crossed]) = (&steps[k], &moments[k]);
        // The squares of all v⁺ are those of all v but the first, and the last.
        let (before, after) = (times(&begin[k], &begin[k]), times(&v[k], &v[k]));
        let ends = plus(&plus(squares, &minus(&before)), &after);
        (ys[k], vs[k]) = (times(&fused_all::<FMA>(lean, &v[k], &p[k]), unit), times(&v[k], unit));
        let crossed = fused_all::<FMA>(&loss[1], crossed, &times(&loss[2], &ends));
        fused_all::<FMA>(&loss[0], squares, &crossed)
    })
}

#[cfg(test)]
mod tests {
    use super::super::kernels::{Coefficients, rotate_under};
    use super::*;
    use crate::numeric::Random;

    /// Modes from far below the sample rate to beyond half of it, some overdamped, one close to half of it and one without
    /// a spring.
    fn steps_of_modes(random: &mut Random, dt: f64) -> Vec<Coefficients> {
        let mut steps = vec![Coefficients::default(); 6];
        for i in 0..22 {
            let omega = match i {
                5 => random.uniform(3.12, 3.16) / dt,
                7 => 0.0,
                _ => random.log_uniform(1e-3, 3.5) / dt,
            };
            let sigma = random.log_uniform(1e-6, if i == 5 { 1e-2 } else { 1.0 }) / dt;
            let (one, square) = (ModeStep::new(omega, sigma, dt), omega * omega);
            let group = &mut steps[i / LANES];
            let lane = i % LANES;
            group.square[lane] = square;
            (group.s[lane], group.c[lane], group.d[lane]) = (one.s, one.c, one.d);
            for (into, loss) in group.loss.iter_mut().zip(one.loss(square)) {
                into[lane] = loss;
            }
        }
        steps
    }

    /// Many steps at once are those of one after the other: where modes go, what they lose and what is heard.
    #[test]
    fn many_steps_at_once_are_those_of_one_after_the_other() {
        let (mut random, dt) = (Random::new(3), 1.0 / 48_000.0);
        let mut steep = 0;
        for round in 0..200 {
            let steps = steps_of_modes(&mut random, dt);
            let mut lanes = || [0.0; LANES].map(|_: f64| random.uniform(-1.0, 1.0));
            let ports: Vec<Port> =
                (0..6).map(|_| Port { push: lanes(), ..Port::default() }).collect();
            let masses: Vec<f64> = (0..24).map(|i| if i < 22 { 1.0 } else { 0.0 }).collect();
            let mut table = Staggers::with_room(24);
            table.read(&steps, &masses, &ports);
            steep += table.steep.len();
            // Pairs of vectors that both hear, that one hears, and that nobody hears.
            let hearers: Vec<Hearers> = (0..6)
                .map(|n| {
                    let hears = [n < 4, (n < 2) == (round % 2 == 0) && n < 4];
                    let mut of = hears.map(|hears| {
                        [lanes(), lanes()].map(|of| of.map(|x| if hears { x } else { 0.0 }))
                    });
                    of.iter_mut().for_each(|of| of[1].iter_mut().for_each(|of| *of *= dt));
                    Hearers(of)
                })
                .collect();
            let forces: Vec<f64> = (0..64).map(|_| lanes()[0] / dt).collect();
            let real = |values: Vec<f64>| -> Vec<f64> {
                values.iter().zip(&masses).map(|(value, mass)| value * mass).collect()
            };
            let y = real((0..6).flat_map(|_| lanes()).collect());
            let v = real((0..6).flat_map(|_| lanes().map(|v| v / dt)).collect());
            for cpu in [Cpu::detect(), Cpu::plain()] {
                let (mut y1, mut v1, mut lost1) = (y.clone(), v.clone(), [Lanes::default(); 6]);
                let mut heard = [[0.0; 64]; 2];
                for (n, force) in forces.iter().enumerate() {
                    let modes = Moving { y: &mut y1, v: &mut v1, lost: &mut lost1 };
                    rotate_under(cpu, modes, *force, &ports, &steps);
                    for (side, heard) in heard.iter_mut().enumerate() {
                        let of = |i: usize| {
                            let [of_y, of_v] = hearers[i / LANES].0[side];
                            of_y[i % LANES] * y1[i] + of_v[i % LANES] * v1[i]
                        };
                        heard[n] = (0..24).map(of).sum();
                    }
                }
                let (mut y2, mut v2, mut lost2) = (y.clone(), v.clone(), [Lanes::default(); 6]);
                let (mut left, mut right) = ([Lanes::default(); 64], [Lanes::default(); 64]);
                let modes = Moving { y: &mut y2, v: &mut v2, lost: &mut lost2 };
                let lost = table.press(cpu, modes, &forces, &hearers, [&mut left, &mut right]);
                let total: f64 = lost1.iter().flat_map(|lost| lost.0).sum();
                let enough = 1e-12 * (total + 10.0 / (dt * dt));
                assert!((lost - total).abs() < enough, "{lost} {total}");
                let close = |a: f64, b: f64, scale: f64| {
                    assert!((a - b).abs() <= 1e-11 * scale, "{a} {b} of {scale}");
                };
                for i in 0..24 {
                    // Forces and velocities of 1/Δt move modes by about as many times 1 as there are steps.
                    close(y1[i], y2[i], 64.0);
                    close(v1[i] * dt, v2[i] * dt, 64.0);
                    let of = |lost: &[Lanes; 6]| lost[i / LANES].0[i % LANES];
                    // Energies are about 64/Δt²; in the worst mode each step leaves STEEPEST parts in 10¹⁶ of them.
                    close(of(&lost1), of(&lost2), of(&lost1) + 1.0 / (dt * dt));
                }
                for n in 0..64 {
                    close(heard[0][n], left[n].0.iter().sum(), 640.0);
                    close(heard[1][n], right[n].0.iter().sum(), 640.0);
                }
            }
        }
        assert!(steep > 20, "{steep}");
    }

    /// What is lost and what is left are what there was, over as many steps as a minute has.
    #[test]
    fn nothing_is_missing_after_millions_of_steps() {
        let dt = 1.0 / 48_000.0;
        let mut table = Staggers::with_room(8);
        let mut steps = [Coefficients::default(); 2];
        for (i, hertz) in [31.0, 97.0, 523.0, 2111.0, 7007.0, 15_013.0, 20_011.0, 23_003.0]
            .into_iter()
            .enumerate()
        {
            let (omega, sigma) = (std::f64::consts::TAU * hertz, 1e-4);
            let one = ModeStep::new(omega, sigma, dt);
            let (group, lane) = (&mut steps[i / LANES], i % LANES);
            group.square[lane] = omega * omega;
            (group.s[lane], group.c[lane], group.d[lane]) = (one.s, one.c, one.d);
        }
        let ports = [Port::default(); 2];
        table.read(&steps, &[1.0; 8], &ports);
        let (mut y, mut v, mut lost) = ([0.0; 8], [1.0; 8], [Lanes::default(); 2]);
        let (mut left, mut right) = ([Lanes::default(); 64], [Lanes::default(); 64]);
        for _ in 0..45_000 {
            let modes = Moving { y: &mut y, v: &mut v, lost: &mut lost };
            let hearers = [Hearers::default(); 2];
            table.press(Cpu::detect(), modes, &[0.0; 64], &hearers, [&mut left, &mut right]);
        }
        for i in 0..8 {
            let square = steps[i / LANES].square[i % LANES];
            let (left, gone) =
                (0.5 * (v[i] * v[i] + square * y[i] * y[i]), lost[i / LANES].0[i % LANES]);
            let decay = 0.5 * (-2.0 * 1e-4 * 60.0f64).exp();
            assert!((left - decay).abs() < 1e-9, "{left} {decay}");
            assert!((left + gone - 0.5).abs() < 3e-12, "{i}: {:e}", left + gone - 0.5);
        }
    }
}
