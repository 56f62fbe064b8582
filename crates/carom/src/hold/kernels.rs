//! The inner loops over modes, compiled once for any processor and once for one with AVX2 and FMA,
//! chosen at run time.
//!
//! Every slice has the same length, a multiple of [`WIDTH`]; what is beyond the real modes is zero
//! and stays zero.
#![allow(unsafe_code)] // Calling a function for a processor feature that was just detected.

use std::ops::Range;

/// Modes are padded to this.
pub(super) const WIDTH: usize = 16;

/// Whether the fast versions may be called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cpu {
    avx2: bool,
}

impl Cpu {
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        Self { avx2 }
    }
}

/// What a step needs of each mode, one array each: see [`ModeStep`](super::mode_step::ModeStep).
#[derive(Clone, Debug, Default)]
pub(super) struct Coefficients {
    pub(super) s: Vec<f64>,
    pub(super) c: Vec<f64>,
    pub(super) d: Vec<f64>,
    /// Energy lost per v², v·g and g².
    pub(super) loss: [Vec<f64>; 3],
}

/// The coefficients of a step for some of the modes, and their ω².
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    square: &'a [f64],
    s: &'a [f64],
    c: &'a [f64],
    d: &'a [f64],
    loss: [&'a [f64]; 3],
}

impl Coefficients {
    pub(super) fn resize(&mut self, len: usize) {
        let [a, b, c] = &mut self.loss;
        for field in [&mut self.s, &mut self.c, &mut self.d, a, b, c] {
            field.resize(len, 0.0);
        }
    }

    pub(super) fn part<'a>(&'a self, square: &'a [f64], range: Range<usize>) -> Part<'a> {
        Part {
            square: &square[range.clone()],
            s: &self.s[range.clone()],
            c: &self.c[range.clone()],
            d: &self.d[range.clone()],
            loss: [
                &self.loss[0][range.clone()],
                &self.loss[1][range.clone()],
                &self.loss[2][range],
            ],
        }
    }
}

/// Multiply-add that is fused where the processor fuses it.
#[inline(always)]
fn fused<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

macro_rules! versions {
    ($(#[$doc:meta])* $name:ident, $generic:ident, $fast:ident,
     ($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub(super) fn $name(cpu: Cpu, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            if cpu.avx2 {
                // SAFETY: the features were detected when `cpu` was made.
                return unsafe { $fast($($argument),*) };
            }
            let _ = cpu;
            $generic::<false>($($argument),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn $fast($($argument: $type),*) -> $result {
            $generic::<true>($($argument),*)
        }
    };
}

versions! {
    /// Displacement of a port, and its change over the step if nothing pushes.
    look, look_generic, look_fast,
    (weights: &[f64], y: &[f64], v: &[f64], step: Part) -> (f64, f64)
}

#[inline(always)]
fn look_generic<const FMA: bool>(weights: &[f64], y: &[f64], v: &[f64], step: Part) -> (f64, f64) {
    let Part { square, s, c, .. } = step;
    let mut at = [0.0; LANES];
    let mut change = [0.0; LANES];
    let chunks = weights
        .chunks_exact(LANES)
        .zip(y.chunks_exact(LANES).zip(v.chunks_exact(LANES)))
        .zip(square.chunks_exact(LANES).zip(s.chunks_exact(LANES).zip(c.chunks_exact(LANES))));
    for ((weights, (y, v)), (square, (s, c))) in chunks {
        for i in 0..LANES {
            let pull = square[i] * y[i];
            let free = fused::<FMA>(s[i], v[i], -(c[i] * pull));
            at[i] = fused::<FMA>(weights[i], y[i], at[i]);
            change[i] = fused::<FMA>(weights[i], free, change[i]);
        }
    }
    (at.iter().sum(), change.iter().sum())
}

/// One step of a mode with g known: new y and v, and what is lost.
#[inline(always)]
fn turn<const FMA: bool>(y: f64, v: f64, g: f64, [s, c, d]: [f64; 3], loss: [f64; 3]) -> [f64; 3] {
    let lost = fused::<FMA>(loss[2] * g, g, v * fused::<FMA>(loss[0], v, loss[1] * g));
    [fused::<FMA>(s, v, fused::<FMA>(c, g, y)), fused::<FMA>(d, v, s * g), lost]
}

versions! {
    /// One step of modes that nothing pushes; returns the energy lost.
    rotate, rotate_generic, rotate_fast,
    (y: &mut [f64], v: &mut [f64], step: Part) -> f64
}

#[inline(always)]
fn rotate_generic<const FMA: bool>(y: &mut [f64], v: &mut [f64], step: Part) -> f64 {
    let Part { square, s, c, d, loss } = step;
    let mut lost = [0.0; LANES];
    let coefficients = s.chunks_exact(LANES).zip(c.chunks_exact(LANES)).zip(d.chunks_exact(LANES));
    let losses = loss[0].chunks_exact(LANES).zip(loss[1].chunks_exact(LANES));
    let chunks = y
        .chunks_exact_mut(LANES)
        .zip(v.chunks_exact_mut(LANES))
        .zip(square.chunks_exact(LANES).zip(coefficients))
        .zip(losses.zip(loss[2].chunks_exact(LANES)));
    for (((y, v), (square, ((s, c), d))), ((l0, l1), l2)) in chunks {
        for i in 0..LANES {
            let g = -(square[i] * y[i]);
            let [to_y, to_v, gone] =
                turn::<FMA>(y[i], v[i], g, [s[i], c[i], d[i]], [l0[i], l1[i], l2[i]]);
            lost[i] += gone;
            (y[i], v[i]) = (to_y, to_v);
        }
    }
    lost.iter().sum()
}

versions! {
    /// One step of modes that are accelerated by `pushed` (m/s²); returns the energy lost.
    rotate_pushed, rotate_pushed_generic, rotate_pushed_fast,
    (y: &mut [f64], v: &mut [f64], pushed: &[f64], step: Part) -> f64
}

#[inline(always)]
fn rotate_pushed_generic<const FMA: bool>(
    y: &mut [f64],
    v: &mut [f64],
    pushed: &[f64],
    step: Part,
) -> f64 {
    let Part { square, s, c, d, loss } = step;
    let mut lost = [0.0; LANES];
    let coefficients = s.chunks_exact(LANES).zip(c.chunks_exact(LANES)).zip(d.chunks_exact(LANES));
    let losses = loss[0].chunks_exact(LANES).zip(loss[1].chunks_exact(LANES));
    let chunks = y
        .chunks_exact_mut(LANES)
        .zip(v.chunks_exact_mut(LANES))
        .zip(pushed.chunks_exact(LANES))
        .zip(square.chunks_exact(LANES).zip(coefficients))
        .zip(losses.zip(loss[2].chunks_exact(LANES)));
    for ((((y, v), pushed), (square, ((s, c), d))), ((l0, l1), l2)) in chunks {
        for i in 0..LANES {
            let g = fused::<FMA>(-square[i], y[i], pushed[i]);
            let [to_y, to_v, gone] =
                turn::<FMA>(y[i], v[i], g, [s[i], c[i], d[i]], [l0[i], l1[i], l2[i]]);
            lost[i] += gone;
            (y[i], v[i]) = (to_y, to_v);
        }
    }
    lost.iter().sum()
}

versions! {
    /// One step of modes that one contact pushes by `force·push` (m/s²), and a look at its port after
    /// it; returns the energy lost, and by how much the port moves in the next step if nothing pushes.
    rotate_under, rotate_under_generic, rotate_under_fast,
    (y: &mut [f64], v: &mut [f64], force: f64, port: Port, step: Part) -> (f64, f64)
}

/// A contact at a body: how far it moves per mode, and how it pushes each.
#[derive(Clone, Copy)]
pub(super) struct Port<'a> {
    pub(super) weights: &'a [f64],
    pub(super) push: &'a [f64],
}

#[inline(always)]
fn rotate_under_generic<const FMA: bool>(
    y: &mut [f64],
    v: &mut [f64],
    force: f64,
    port: Port,
    step: Part,
) -> (f64, f64) {
    let Part { square, s, c, d, loss } = step;
    let (mut lost, mut change) = ([0.0; LANES], [0.0; LANES]);
    let coefficients = s.chunks_exact(LANES).zip(c.chunks_exact(LANES)).zip(d.chunks_exact(LANES));
    let losses = loss[0].chunks_exact(LANES).zip(loss[1].chunks_exact(LANES));
    let ports = port.weights.chunks_exact(LANES).zip(port.push.chunks_exact(LANES));
    let chunks = y
        .chunks_exact_mut(LANES)
        .zip(v.chunks_exact_mut(LANES))
        .zip(ports)
        .zip(square.chunks_exact(LANES).zip(coefficients))
        .zip(losses.zip(loss[2].chunks_exact(LANES)));
    for ((((y, v), (weights, push)), (square, ((s, c), d))), ((l0, l1), l2)) in chunks {
        for i in 0..LANES {
            let g = fused::<FMA>(-square[i], y[i], force * push[i]);
            let [to_y, to_v, gone] =
                turn::<FMA>(y[i], v[i], g, [s[i], c[i], d[i]], [l0[i], l1[i], l2[i]]);
            lost[i] += gone;
            (y[i], v[i]) = (to_y, to_v);
            let free = fused::<FMA>(s[i], to_v, -(c[i] * (square[i] * to_y)));
            change[i] = fused::<FMA>(weights[i], free, change[i]);
        }
    }
    (lost.iter().sum(), change.iter().sum())
}

versions! {
    /// Σ weights·values.
    dot, dot_generic, dot_fast, (weights: &[f64], values: &[f64]) -> f64
}

#[inline(always)]
fn dot_generic<const FMA: bool>(weights: &[f64], values: &[f64]) -> f64 {
    let mut sum = [0.0; 8];
    for (weights, values) in weights.chunks_exact(8).zip(values.chunks_exact(8)) {
        for i in 0..8 {
            sum[i] = fused::<FMA>(weights[i], values[i], sum[i]);
        }
    }
    sum.iter().sum()
}

versions! {
    /// Σ a·b·c.
    dot3, dot3_generic, dot3_fast, (a: &[f64], b: &[f64], c: &[f64]) -> f64
}

#[inline(always)]
fn dot3_generic<const FMA: bool>(a: &[f64], b: &[f64], c: &[f64]) -> f64 {
    let mut sum = [0.0; 8];
    let chunks = a.chunks_exact(8).zip(b.chunks_exact(8).zip(c.chunks_exact(8)));
    for (a, (b, c)) in chunks {
        for i in 0..8 {
            sum[i] = fused::<FMA>(a[i] * b[i], c[i], sum[i]);
        }
    }
    sum.iter().sum()
}

/// As many modes as stand side by side in a vector.
pub(super) const LANES: usize = 4;

versions! {
    /// Adds the sum over modes of signals that obey s⁺ = a·s + b·s⁻ to the lanes of each sample;
    /// `first` and `second` are the signals at the first two samples. Sixteen modes at a time stay
    /// in registers while time passes.
    ring, ring_generic, ring_fast,
    (lanes: &mut [[f64; LANES]], a: &[f64], b: &[f64], first: &[f64], second: &[f64]) -> ()
}

#[inline(always)]
fn ring_generic<const FMA: bool>(
    lanes: &mut [[f64; LANES]],
    a: &[f64],
    b: &[f64],
    first: &[f64],
    second: &[f64],
) {
    let groups = a
        .chunks_exact(WIDTH)
        .zip(b.chunks_exact(WIDTH))
        .zip(first.chunks_exact(WIDTH).zip(second.chunks_exact(WIDTH)));
    for ((a, b), (first, second)) in groups {
        let (mut even, mut odd) = ([0.0; WIDTH], [0.0; WIDTH]);
        let (mut c, mut d) = ([0.0; WIDTH], [0.0; WIDTH]);
        even.copy_from_slice(first);
        odd.copy_from_slice(second);
        c.copy_from_slice(a);
        d.copy_from_slice(b);
        // Two samples at a time: each array becomes the sample after next in place, and nothing
        // has to be moved.
        for pair in lanes.chunks_exact_mut(2) {
            add_lanes(&mut pair[0], &even);
            for i in 0..WIDTH {
                even[i] = fused::<FMA>(c[i], odd[i], d[i] * even[i]);
            }
            add_lanes(&mut pair[1], &odd);
            for i in 0..WIDTH {
                odd[i] = fused::<FMA>(c[i], even[i], d[i] * odd[i]);
            }
        }
    }
}

#[inline(always)]
fn add_lanes(lane: &mut [f64; LANES], modes: &[f64; WIDTH]) {
    for i in 0..LANES {
        lane[i] += (modes[i] + modes[i + 4]) + (modes[i + 8] + modes[i + 12]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Random;

    #[test]
    fn fast_and_portable_versions_agree() {
        let mut random = Random::new(1);
        let mut draw = || -> Vec<f64> { (0..48).map(|_| random.uniform(-1.0, 1.0)).collect() };
        let (weights, y, v, a, b) = (draw(), draw(), draw(), draw(), draw());
        let step = Coefficients { s: draw(), c: draw(), d: draw(), loss: [draw(), draw(), draw()] };
        let square = draw();
        let (fast, portable) = (Cpu::detect(), Cpu { avx2: false });
        let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-13 * (1.0 + x.abs()), "{x} {y}");
        let part = || step.part(&square, 0..48);
        let ((x1, u1), (x2, u2)) =
            (look(fast, &weights, &y, &v, part()), look(portable, &weights, &y, &v, part()));
        close(x1, x2);
        close(u1, u2);
        close(dot(fast, &a, &b), dot(portable, &a, &b));
        close(dot3(fast, &a, &b, &y), dot3(portable, &a, &b, &y));
        let ringing = |cpu: Cpu| {
            let mut lanes = [[0.0; LANES]; 8];
            ring(cpu, &mut lanes, &a, &b, &y, &v);
            lanes.map(|lane| lane.iter().sum::<f64>())
        };
        for (x, y) in ringing(fast).into_iter().zip(ringing(portable)) {
            close(x, y);
        }
        let turned = |cpu: Cpu| {
            let (mut y, mut v) = (y.clone(), v.clone());
            let port = Port { weights: &weights, push: &b };
            let (lost, next) = rotate_under(cpu, &mut y, &mut v, 0.3, port, part());
            let lost = lost
                + rotate(cpu, &mut y, &mut v, part())
                + rotate_pushed(cpu, &mut y, &mut v, &a, part());
            lost + next + dot(cpu, &y, &v)
        };
        close(turned(fast), turned(portable));
    }
}
