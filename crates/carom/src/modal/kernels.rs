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

/// What a step needs of each mode, one array each.
#[derive(Clone, Debug, Default)]
pub(super) struct Coefficients {
    /// Free change of y: from_y·y + from_w·w.
    pub(super) from_y: Vec<f64>,
    pub(super) from_w: Vec<f64>,
    /// Change of y per newton on the mode.
    pub(super) mobility: Vec<f64>,
    /// w⁺ = change·to_w − w.
    pub(super) to_w: Vec<f64>,
    /// Energy lost per change squared.
    pub(super) loss: Vec<f64>,
}

/// The coefficients of a step for some of the modes.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    from_y: &'a [f64],
    from_w: &'a [f64],
    to_w: &'a [f64],
    loss: &'a [f64],
}

impl Coefficients {
    pub(super) fn part(&self, range: Range<usize>) -> Part<'_> {
        Part {
            from_y: &self.from_y[range.clone()],
            from_w: &self.from_w[range.clone()],
            to_w: &self.to_w[range.clone()],
            loss: &self.loss[range],
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
    /// Displacement of a port and its free change over the step.
    port_and_change, port_and_change_generic, port_and_change_fast,
    (weights: &[f64], y: &[f64], w: &[f64], from_y: &[f64], from_w: &[f64]) -> (f64, f64)
}

#[inline(always)]
fn port_and_change_generic<const FMA: bool>(
    weights: &[f64],
    y: &[f64],
    w: &[f64],
    from_y: &[f64],
    from_w: &[f64],
) -> (f64, f64) {
    let mut at = [0.0; 8];
    let mut change = [0.0; 8];
    let chunks = weights
        .chunks_exact(8)
        .zip(y.chunks_exact(8).zip(w.chunks_exact(8)))
        .zip(from_y.chunks_exact(8).zip(from_w.chunks_exact(8)));
    for ((weights, (y, w)), (from_y, from_w)) in chunks {
        for i in 0..8 {
            let free = fused::<FMA>(from_y[i], y[i], from_w[i] * w[i]);
            at[i] = fused::<FMA>(weights[i], y[i], at[i]);
            change[i] = fused::<FMA>(weights[i], free, change[i]);
        }
    }
    (at.iter().sum(), change.iter().sum())
}

versions! {
    /// One step of free modes; returns the energy lost.
    rotate, rotate_generic, rotate_fast,
    (y: &mut [f64], w: &mut [f64], step: Part) -> f64
}

#[inline(always)]
fn rotate_generic<const FMA: bool>(y: &mut [f64], w: &mut [f64], step: Part) -> f64 {
    let Part { from_y, from_w, to_w, loss } = step;
    let mut lost = [0.0; 8];
    let chunks = y
        .chunks_exact_mut(8)
        .zip(w.chunks_exact_mut(8))
        .zip(from_y.chunks_exact(8).zip(from_w.chunks_exact(8)))
        .zip(to_w.chunks_exact(8).zip(loss.chunks_exact(8)));
    for (((y, w), (from_y, from_w)), (to_w, loss)) in chunks {
        for i in 0..8 {
            let change = fused::<FMA>(from_y[i], y[i], from_w[i] * w[i]);
            lost[i] = fused::<FMA>(loss[i] * change, change, lost[i]);
            y[i] += change;
            w[i] = fused::<FMA>(change, to_w[i], -w[i]);
        }
    }
    lost.iter().sum()
}

versions! {
    /// One step of modes that one force pushes by `push` per newton; returns the energy lost.
    rotate_under, rotate_under_generic, rotate_under_fast,
    (y: &mut [f64], w: &mut [f64], force: f64, push: &[f64], step: Part) -> f64
}

#[inline(always)]
fn rotate_under_generic<const FMA: bool>(
    y: &mut [f64],
    w: &mut [f64],
    force: f64,
    push: &[f64],
    step: Part,
) -> f64 {
    rotate_by::<FMA>(y, w, push, step, |push| force * push)
}

/// One step of modes whose change grows by `by` of what is given for each.
#[inline(always)]
fn rotate_by<const FMA: bool>(
    y: &mut [f64],
    w: &mut [f64],
    given: &[f64],
    step: Part,
    by: impl Fn(f64) -> f64,
) -> f64 {
    let Part { from_y, from_w, to_w, loss } = step;
    let mut lost = [0.0; 8];
    let chunks = y
        .chunks_exact_mut(8)
        .zip(w.chunks_exact_mut(8))
        .zip(from_y.chunks_exact(8).zip(from_w.chunks_exact(8)))
        .zip(to_w.chunks_exact(8).zip(loss.chunks_exact(8)))
        .zip(given.chunks_exact(8));
    for ((((y, w), (from_y, from_w)), (to_w, loss)), given) in chunks {
        for i in 0..8 {
            let free = fused::<FMA>(from_w[i], w[i], by(given[i]));
            let change = fused::<FMA>(from_y[i], y[i], free);
            lost[i] = fused::<FMA>(loss[i] * change, change, lost[i]);
            y[i] += change;
            w[i] = fused::<FMA>(change, to_w[i], -w[i]);
        }
    }
    lost.iter().sum()
}

versions! {
    /// One step of modes under forces that add `pushed` to their change; returns the energy lost.
    rotate_pushed, rotate_pushed_generic, rotate_pushed_fast,
    (y: &mut [f64], w: &mut [f64], pushed: &[f64], step: Part) -> f64
}

#[inline(always)]
fn rotate_pushed_generic<const FMA: bool>(
    y: &mut [f64],
    w: &mut [f64],
    pushed: &[f64],
    step: Part,
) -> f64 {
    rotate_by::<FMA>(y, w, pushed, step, |pushed| pushed)
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
    /// Sets push = weights·mobility; returns Σ weights·push.
    refine, refine_generic, refine_fast,
    (push: &mut [f64], weights: &[f64], mobility: &[f64]) -> f64
}

#[inline(always)]
fn refine_generic<const FMA: bool>(push: &mut [f64], weights: &[f64], mobility: &[f64]) -> f64 {
    let mut sum = [0.0; 8];
    let chunks =
        push.chunks_exact_mut(8).zip(weights.chunks_exact(8)).zip(mobility.chunks_exact(8));
    for ((push, weights), mobility) in chunks {
        for i in 0..8 {
            push[i] = weights[i] * mobility[i];
            sum[i] = fused::<FMA>(weights[i], push[i], sum[i]);
        }
    }
    sum.iter().sum()
}

versions! {
    /// Moves weights to `share` of the way between two nodes; returns by how much Σ weights·y grows.
    slide, slide_generic, slide_fast,
    (weights: &mut [f64], y: &[f64], from: &[f64], to: &[f64], share: f64) -> f64
}

#[inline(always)]
fn slide_generic<const FMA: bool>(
    weights: &mut [f64],
    y: &[f64],
    from: &[f64],
    to: &[f64],
    share: f64,
) -> f64 {
    let mut jump = [0.0; 8];
    let chunks = weights
        .chunks_exact_mut(8)
        .zip(y.chunks_exact(8))
        .zip(from.chunks_exact(8).zip(to.chunks_exact(8)));
    for ((weights, y), (from, to)) in chunks {
        for i in 0..8 {
            let next = fused::<FMA>(share, to[i] - from[i], from[i]);
            jump[i] = fused::<FMA>(next - weights[i], y[i], jump[i]);
            weights[i] = next;
        }
    }
    jump.iter().sum()
}

/// The samples of a free block, the lanes of one sample side by side until they are summed.
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
        let (weights, y, w, a, b) = (draw(), draw(), draw(), draw(), draw());
        let (fast, portable) = (Cpu::detect(), Cpu { avx2: false });
        let close = |x: f64, y: f64| assert!((x - y).abs() < 1e-13, "{x} {y}");
        let (x1, u1) = port_and_change(fast, &weights, &y, &w, &a, &b);
        let (x2, u2) = port_and_change(portable, &weights, &y, &w, &a, &b);
        close(x1, x2);
        close(u1, u2);
        close(dot(fast, &a, &b), dot(portable, &a, &b));
        let ringing = |cpu: Cpu| {
            let mut lanes = [[0.0; LANES]; 8];
            ring(cpu, &mut lanes, &a, &b, &y, &w);
            lanes.map(|lane| lane.iter().sum::<f64>())
        };
        for (x, y) in ringing(fast).into_iter().zip(ringing(portable)) {
            close(x, y);
        }
        let step = Coefficients {
            from_y: a.clone(),
            from_w: b.clone(),
            mobility: Vec::new(),
            to_w: weights.clone(),
            loss: w.clone(),
        };
        let turned = |cpu: Cpu| {
            let (mut y, mut w) = (y.clone(), w.clone());
            let lost = rotate(cpu, &mut y, &mut w, step.part(0..48))
                + rotate_pushed(cpu, &mut y, &mut w, &a, step.part(0..48));
            lost + dot(cpu, &y, &w)
        };
        close(turned(fast), turned(portable));
    }
}
