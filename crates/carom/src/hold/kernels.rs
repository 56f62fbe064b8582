//! The inner loops over modes that move, compiled once for any processor and once for one with AVX2 and FMA,
//! chosen at run time.
//!
//! Every slice has the same length, a multiple of [`WIDTH`](super::vectors::WIDTH); what is beyond the real modes is zero
//! and stays zero.

use std::ops::Range;

use super::mode_step::ModeStep;
use super::vectors::{
    LANES, Lanes, Vector, fused_all, minus, plus, sum_lanes, times, vectors, vectors_mut,
};
use crate::cpu::{fused, kernels};

/// What a step needs of some modes that stand side by side in a vector: see
/// [`ModeStep`](super::mode_step::ModeStep). Padding has zeros.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Coefficients {
    /// ω².
    pub(super) square: [f64; LANES],
    pub(super) s: [f64; LANES],
    pub(super) c: [f64; LANES],
    pub(super) d: [f64; LANES],
    /// Energy lost per v², v·g and g².
    pub(super) loss: [[f64; LANES]; 3],
}

/// The coefficients of a step for some of the modes.
pub(super) type Step<'a> = &'a [Coefficients];

/// The part of a step that belongs to some of the modes.
#[inline]
pub(super) fn part(step: Step, range: Range<usize>) -> Step {
    &step[range.start / LANES..range.end / LANES]
}

impl Coefficients {
    /// The step of one of the modes.
    pub(super) fn of(&self, lane: usize) -> ModeStep {
        ModeStep { s: self.s[lane], c: self.c[lane], d: self.d[lane] }
    }

    /// By how much the modes move if nothing pushes: S·v − c·ω²·y.
    #[inline(always)]
    fn free<const FMA: bool>(&self, y: &Vector, v: &Vector) -> Vector {
        let pull = minus(&times(&self.c, &times(&self.square, y)));
        fused_all::<FMA>(&self.s, v, &pull)
    }

    /// One step of modes that nothing pushes: new y and v.
    #[inline(always)]
    fn ring<const FMA: bool>(&self, y: &Vector, v: &Vector) -> [Vector; 2] {
        self.move_on::<FMA>(y, v, &minus(&times(&self.square, y)))
    }

    /// One step of modes with g known: new y and v.
    #[inline(always)]
    fn move_on<const FMA: bool>(&self, y: &Vector, v: &Vector, g: &Vector) -> [Vector; 2] {
        let to_y = fused_all::<FMA>(&self.s, v, &fused_all::<FMA>(&self.c, g, y));
        [to_y, fused_all::<FMA>(&self.d, v, &times(&self.s, g))]
    }

    /// One step of modes with g known: new y and v, and what is lost.
    #[inline(always)]
    fn turn<const FMA: bool>(&self, y: &Vector, v: &Vector, g: &Vector) -> [Vector; 3] {
        let of_v = fused_all::<FMA>(&self.loss[0], v, &times(&self.loss[1], g));
        let lost = fused_all::<FMA>(&times(&self.loss[2], g), g, &times(v, &of_v));
        let [y, v] = self.move_on::<FMA>(y, v, g);
        [y, v, lost]
    }
}

/// A contact at some modes of a body that stand side by side.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Port {
    /// How it pushes each mode: −weight/mass.
    pub(super) push: [f64; LANES],
    /// By how much displacement and velocity of each will move it in the step after next, if nothing
    /// pushes until then.
    pub(super) of_y: [f64; LANES],
    pub(super) of_v: [f64; LANES],
    /// How far each mode moves it.
    pub(super) weights: [f64; LANES],
}

/// Modes that are moved: displacement, velocity, and what each has lost (J).
#[derive(Debug)]
pub(super) struct Moving<'a> {
    pub(super) y: &'a mut [f64],
    pub(super) v: &'a mut [f64],
    pub(super) lost: &'a mut [Lanes],
}

impl<'a> Moving<'a> {
    #[inline(always)]
    fn vectors(self) -> impl Iterator<Item = (&'a mut Vector, &'a mut Vector, &'a mut Vector)> {
        let states = vectors_mut(self.y).iter_mut().zip(vectors_mut(self.v));
        states.zip(self.lost).map(|((y, v), lost)| (y, v, &mut lost.0))
    }
}

kernels! {
    /// Numbers below `least` become 0; whether all are.
    fn silence(values: &mut [f64], least: f64) -> bool {
        let mut most = [0.0; LANES];
        for values in vectors_mut(values) {
            for i in 0..LANES {
                let size = values[i].abs();
                values[i] = if size < least { 0.0 } else { values[i] };
                // What is not a number is not silent.
                most[i] = if size < least { most[i] } else { 1.0 };
            }
        }
        most == [0.0; LANES]
    }

    /// The signals of modes that nothing pushes, of displacement and of velocity, after a step and after another, which
    /// follows from this one and from now.
    fn signals(state: [&[f64]; 2], step: Step, turns: [&[f64]; 2], hears: [&[f64]; 2], first: &mut [f64], second: &mut [f64]) -> () {
        let ([y, v], [of_y, of_v], [trace, det]) =
            (state.map(vectors), hears.map(vectors), turns.map(vectors));
        let modes = y.iter().zip(v).zip(of_y.iter().zip(of_v)).zip(step.iter().zip(trace.iter().zip(det)));
        let into = vectors_mut(first).iter_mut().zip(vectors_mut(second));
        for ((((y, v), (of_y, of_v)), (step, (trace, det))), (first, second)) in modes.zip(into) {
            let now = fused_all::<FMA>(of_v, v, &times(of_y, y));
            let [y, v] = step.ring::<FMA>(y, v);
            *first = fused_all::<FMA>(of_v, &v, &times(of_y, &y));
            *second = fused_all::<FMA>(trace, first, &times(det, &now));
        }
    }

    /// Displacement of a port, and its change over the step if nothing pushes.
    fn look(ports: &[Port], y: &[f64], v: &[f64], step: Step) -> (f64, f64) {
        let (mut at, mut change) = ([0.0; LANES], [0.0; LANES]);
        for (((y, v), port), step) in vectors(y).iter().zip(vectors(v)).zip(ports).zip(step) {
            let free = step.free::<FMA>(y, v);
            at = fused_all::<FMA>(&port.weights, y, &at);
            change = fused_all::<FMA>(&port.weights, &free, &change);
        }
        (sum_lanes(&at), sum_lanes(&change))
    }

    /// One step of modes that nothing pushes; returns the energy lost.
    fn rotate(state: Moving, step: Step) -> f64 {
        let mut lost = [0.0; LANES];
        for ((y, v, mine), step) in state.vectors().zip(step) {
            let g = minus(&times(&step.square, y));
            let [to_y, to_v, gone] = step.turn::<FMA>(y, v, &g);
            lost = plus(&lost, &gone);
            (*y, *v, *mine) = (to_y, to_v, plus(mine, &gone));
        }
        sum_lanes(&lost)
    }

    /// One step of modes that are accelerated by `pushed` (m/s²); returns the energy lost.
    fn rotate_pushed(state: Moving, pushed: &[f64], step: Step) -> f64 {
        let mut lost = [0.0; LANES];
        for (((y, v, mine), pushed), step) in state.vectors().zip(vectors(pushed)).zip(step) {
            let g = fused_all::<FMA>(&minus(&step.square), y, pushed);
            let [to_y, to_v, gone] = step.turn::<FMA>(y, v, &g);
            lost = plus(&lost, &gone);
            (*y, *v, *mine) = (to_y, to_v, plus(mine, &gone));
        }
        sum_lanes(&lost)
    }

    /// One step of modes that one contact pushes by `force·push` (m/s²); returns the energy lost, and by
    /// how much its port will move in the step after next if nothing pushes in the next.
    fn rotate_under(state: Moving, force: f64, ports: &[Port], step: Step) -> (f64, f64) {
        let (mut lost, mut change) = ([0.0; LANES], [0.0; LANES]);
        let force = [force; LANES];
        for (((y, v, mine), port), step) in state.vectors().zip(ports).zip(step) {
            let g = fused_all::<FMA>(&minus(&step.square), y, &times(&force, &port.push));
            let [to_y, to_v, gone] = step.turn::<FMA>(y, v, &g);
            lost = plus(&lost, &gone);
            (*y, *v, *mine) = (to_y, to_v, plus(mine, &gone));
            change = fused_all::<FMA>(&port.of_v, &to_v, &fused_all::<FMA>(&port.of_y, &to_y, &change));
        }
        (sum_lanes(&lost), sum_lanes(&change))
    }

    /// As many steps of modes as a contact has forces; returns the energy lost. Vectors of modes stay in registers
    /// while time passes, two at a time: one would wait for itself.
    fn press(state: Moving, forces: &[f64], ports: &[Port], step: Step) -> f64 {
        let mut lost = [0.0; LANES];
        let mut vectors = state.vectors().zip(ports.iter().zip(step));
        while let Some(first) = vectors.next() {
            let gone = match vectors.next() {
                Some(second) => press_some::<2, FMA>([first, second], forces),
                None => press_some::<1, FMA>([first], forces),
            };
            lost = plus(&lost, &gone);
        }
        sum_lanes(&lost)
    }

    /// By how much each mode moves a port in the next step and in the one after it, if nothing pushes; from
    /// the steps over one sample and over two.
    fn ahead(ports: &[Port], y: &[f64], v: &[f64], steps: [Step; 2], first: &mut [f64], second: &mut [f64]) -> () {
        let state = vectors(y).iter().zip(vectors(v)).zip(ports).zip(steps[0].iter().zip(steps[1]));
        let into = vectors_mut(first).iter_mut().zip(vectors_mut(second));
        for ((((y, v), port), (one, two)), (first, second)) in state.zip(into) {
            let (next, after) = (one.free::<FMA>(y, v), two.free::<FMA>(y, v));
            *first = times(&port.weights, &next);
            *second = times(&port.weights, &plus(&after, &minus(&next)));
        }
    }

    /// Prepares ports for steps of this length; returns by how much a force of one in a step moves the
    /// port in the next.
    ///
    /// With y⁺ = y + S·v + c·g and v⁺ = d·v + S·g the change S·v⁺ − c·ω²·y⁺ of the next step is
    /// S·(d − cω²)·v − ω²·(S² + c − c²ω²)·y + (S² − c²ω²)·push.
    fn foresee(ports: &mut [Port], step: Step) -> f64 {
        let mut sum = 0.0;
        for (port, step) in ports.iter_mut().zip(step) {
            for i in 0..LANES {
                let (s, c, d, square) = (step.s[i], step.c[i], step.d[i], step.square[i]);
                let pushed = fused::<FMA>(s, s, -(c * c * square));
                port.of_y[i] = -port.weights[i] * square * (pushed + c);
                port.of_v[i] = port.weights[i] * s * (d - c * square);
                sum += port.weights[i] * port.push[i] * pushed;
            }
        }
        sum
    }

    /// By how much a port moves in the step after this one if nothing pushes until then.
    fn after_next(ports: &[Port], y: &[f64], v: &[f64]) -> f64 {
        let mut sum = [0.0; LANES];
        for ((port, y), v) in ports.iter().zip(vectors(y)).zip(vectors(v)) {
            sum = fused_all::<FMA>(&port.of_v, v, &fused_all::<FMA>(&port.of_y, y, &sum));
        }
        sum_lanes(&sum)
    }

    /// How a force of one at the second port moves the first over a step.
    fn compliance(first: &[Port], second: &[Port], step: Step) -> f64 {
        let mut sum = [0.0; LANES];
        for ((first, second), step) in first.iter().zip(second).zip(step) {
            sum = fused_all::<FMA>(&first.weights, &times(&second.push, &step.c), &sum);
        }
        -sum_lanes(&sum)
    }

    /// How far modes that nothing pushes can move a port at most, and how far they can move it aside from
    /// the straight line between two samples. `periods` are 1/ω², `sags` the shares of the amplitude.
    fn swings(ports: &[Port], y: &[f64], v: &[f64], periods: &[f64], sags: &[f64]) -> [f64; 2] {
        let (mut swing, mut aside) = ([0.0; LANES], [0.0; LANES]);
        let state = vectors(y).iter().zip(vectors(v)).zip(vectors(periods).iter().zip(vectors(sags)));
        for (((y, v), (period, sag)), port) in state.zip(ports) {
            let square = fused_all::<FMA>(&times(v, v), period, &times(y, y));
            let mut far = [0.0; LANES];
            for i in 0..LANES {
                far[i] = port.weights[i].abs() * square[i].sqrt();
            }
            swing = plus(&swing, &far);
            aside = fused_all::<FMA>(&far, sag, &aside);
        }
        [sum_lanes(&swing), sum_lanes(&aside)]
    }

    /// Σ weights·values of a port.
    fn at_port(ports: &[Port], values: &[f64]) -> f64 {
        let mut sum = [0.0; LANES];
        for (port, values) in ports.iter().zip(vectors(values)) {
            sum = fused_all::<FMA>(&port.weights, values, &sum);
        }
        sum_lanes(&sum)
    }

    /// Σ push·values of a port.
    fn pushes(ports: &[Port], values: &[f64]) -> f64 {
        let mut sum = [0.0; LANES];
        for (port, values) in ports.iter().zip(vectors(values)) {
            sum = fused_all::<FMA>(&port.push, values, &sum);
        }
        sum_lanes(&sum)
    }

}

/// Displacements and velocities of modes, what each has lost, and what they need of a contact and of a step.
type Pressed<'a> = ((&'a mut Vector, &'a mut Vector, &'a mut Vector), (&'a Port, &'a Coefficients));

/// Some modes over as many steps as there are forces; what was lost.
#[inline(always)]
fn press_some<const N: usize, const FMA: bool>(modes: [Pressed; N], forces: &[f64]) -> Vector {
    let mut state: [[Vector; 2]; N] = std::array::from_fn(|k| [*modes[k].0.0, *modes[k].0.1]);
    // Σ v², Σ v·g and Σ g²: what is lost follows from them at the end.
    let mut sums = [[[0.0; LANES]; 3]; N];
    for force in forces {
        for k in 0..N {
            let ([y, v], (port, step)) = (state[k], modes[k].1);
            let g =
                fused_all::<FMA>(&minus(&step.square), &y, &times(&[*force; LANES], &port.push));
            sums[k] = [
                fused_all::<FMA>(&v, &v, &sums[k][0]),
                fused_all::<FMA>(&v, &g, &sums[k][1]),
                fused_all::<FMA>(&g, &g, &sums[k][2]),
            ];
            state[k] = step.move_on::<FMA>(&y, &v, &g);
        }
    }
    let mut lost = [0.0; LANES];
    for (((y, v, mine), (_, step)), (state, [vv, vg, gg])) in
        modes.into_iter().zip(state.into_iter().zip(sums))
    {
        let [of_vv, of_vg, of_gg] = &step.loss;
        let gone = fused_all::<FMA>(of_vg, &vg, &times(of_gg, &gg));
        let gone = fused_all::<FMA>(of_vv, &vv, &gone);
        [*y, *v] = state;
        *mine = plus(mine, &gone);
        lost = plus(&lost, &gone);
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::super::vectors::{dot, ring};
    use super::*;
    use crate::cpu::Cpu;
    use crate::numeric::Random;

    fn moving<'a>(y: &'a mut [f64], v: &'a mut [f64], lost: &'a mut [Lanes]) -> Moving<'a> {
        Moving { y, v, lost }
    }

    #[test]
    fn fast_and_portable_versions_agree() {
        let mut random = Random::new(1);
        let mut lanes = || [0.0; LANES].map(|_: f64| random.uniform(-1.0, 1.0));
        let ports: Vec<Port> =
            (0..12).map(|_| Port { weights: lanes(), push: lanes(), ..Port::default() }).collect();
        let step: Vec<Coefficients> = (0..12)
            .map(|_| Coefficients {
                square: lanes(),
                s: lanes(),
                c: lanes(),
                d: lanes(),
                loss: [lanes(), lanes(), lanes()],
            })
            .collect();
        let mut draw = || -> Vec<f64> { (0..12).flat_map(|_| lanes()).collect() };
        let (y, v, a, b) = (draw(), draw(), draw(), draw());
        let (fast, portable) = (Cpu::detect(), Cpu::plain());
        let mut ports = ports;
        let (sum, other) =
            (foresee(fast, &mut ports.clone(), &step), foresee(portable, &mut ports, &step));
        assert!((sum - other).abs() < 1e-13);
        let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-13 * (1.0 + x.abs()), "{x} {y}");
        let ((x1, u1), (x2, u2)) =
            (look(fast, &ports, &y, &v, &step), look(portable, &ports, &y, &v, &step));
        close(x1, x2);
        close(u1, u2);
        close(dot(fast, &a, &b), dot(portable, &a, &b));
        close(at_port(fast, &ports, &b), at_port(portable, &ports, &b));
        close(pushes(fast, &ports, &b), pushes(portable, &ports, &b));
        close(compliance(fast, &ports, &ports, &step), compliance(portable, &ports, &ports, &step));
        let ringing = |cpu: Cpu| {
            let mut lanes = [Lanes::default(); 8];
            ring(cpu, &mut lanes, &a, &b, &y, &v);
            lanes.map(|lane| lane.0.iter().sum::<f64>())
        };
        for (x, y) in ringing(fast).into_iter().zip(ringing(portable)) {
            close(x, y);
        }
        let turned = |cpu: Cpu| {
            let (mut y, mut v, mut each) =
                (y.clone(), v.clone(), vec![Lanes::default(); y.len() / LANES]);

            let (lost, next) =
                rotate_under(cpu, moving(&mut y, &mut v, &mut each), 0.3, &ports, &step);
            let lost = lost + rotate(cpu, moving(&mut y, &mut v, &mut each), &step);
            let lost = lost + rotate_pushed(cpu, moving(&mut y, &mut v, &mut each), &a, &step);
            close(lost, each.iter().flat_map(|lanes| lanes.0).sum());
            lost + next + dot(cpu, &y, &v)
        };
        close(turned(fast), turned(portable));
    }

    /// Steps under many forces at once are those of one force after the other, also of an odd number of vectors.
    #[test]
    fn many_forces_are_one_after_the_other() {
        let mut random = Random::new(3);
        let mut lanes = || [0.0; LANES].map(|_: f64| random.uniform(-0.5, 0.5));
        let loss = |lanes: &mut dyn FnMut() -> Vector| [lanes(), lanes(), lanes()];
        let step: Vec<Coefficients> = (0..5)
            .map(|_| Coefficients {
                square: lanes(),
                s: lanes(),
                c: lanes(),
                d: lanes(),
                loss: loss(&mut lanes),
            })
            .collect();
        let ports: Vec<Port> = (0..5).map(|_| Port { push: lanes(), ..Port::default() }).collect();
        let forces: Vec<f64> = (0..10).flat_map(|_| lanes()).collect();
        for cpu in [Cpu::detect(), Cpu::plain()] {
            let mut one = ([0.3; 20], [-0.2; 20], [Lanes::default(); 5]);
            let mut many = one;
            let mut lost = 0.0;
            for force in &forces {
                let (y, v, each) = &mut one;
                lost += rotate_under(cpu, moving(y, v, each), *force, &ports, &step).0;
            }
            let (y, v, each) = &mut many;
            let gone = press(cpu, moving(y, v, each), &forces, &ports, &step);
            assert!((lost - gone).abs() < 1e-12 * lost.abs().max(1.0), "{lost} {gone}");
            for (a, b) in one.0.iter().chain(&one.1).zip(many.0.iter().chain(&many.1)) {
                assert!((a - b).abs() < 1e-12, "{a} {b}");
            }
        }
    }
}
