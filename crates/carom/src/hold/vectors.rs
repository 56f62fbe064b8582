//! Numbers side by side, and the inner loops over signals: compiled once for any processor and once for one with AVX2
//! and FMA, chosen at run time.

use crate::cpu::{fused, kernels};

/// Modes are padded to this.
pub(super) const WIDTH: usize = 8;

/// As many modes as stand side by side in a vector.
pub(crate) const LANES: usize = 4;

/// Numbers side by side, at an address that a vector does not straddle.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) Vector);

/// Numbers side by side.
pub(super) type Vector = [f64; LANES];

/// Whole vectors as values are what the compiler makes vectors of.
#[inline(always)]
fn each(of: impl Fn(usize) -> f64) -> Vector {
    let mut result = [0.0; LANES];
    for (i, result) in result.iter_mut().enumerate() {
        *result = of(i);
    }
    result
}

/// Multiply-add side by side.
#[inline(always)]
pub(super) fn fused_all<const FMA: bool>(a: &Vector, b: &Vector, c: &Vector) -> Vector {
    each(|i| fused::<FMA>(a[i], b[i], c[i]))
}

#[inline(always)]
pub(super) fn times(a: &Vector, b: &Vector) -> Vector {
    each(|i| a[i] * b[i])
}

#[inline(always)]
pub(super) fn minus(a: &Vector) -> Vector {
    each(|i| -a[i])
}

#[inline(always)]
pub(super) fn plus(a: &Vector, b: &Vector) -> Vector {
    each(|i| a[i] + b[i])
}

/// One after the other: a sum by pairs would make the compiler pair the lanes of the whole loop.
#[inline(always)]
pub(super) fn sum_lanes(lanes: &Vector) -> f64 {
    ((lanes[0] + lanes[1]) + lanes[2]) + lanes[3]
}

/// Whole vectors of a slice whose length is a multiple of them.
#[inline(always)]
pub(super) fn vectors(values: &[f64]) -> &[Vector] {
    values.as_chunks().0
}

#[inline(always)]
pub(super) fn vectors_mut(values: &mut [f64]) -> &mut [Vector] {
    values.as_chunks_mut().0
}

kernels! {
    /// The sum and the difference of two, in their places.
    fn sum_and_difference(lefts: &mut [Lanes], rights: &mut [Lanes]) -> () {
        for (Lanes(left), Lanes(right)) in lefts.iter_mut().zip(rights) {
            (*left, *right) = (plus(left, right), plus(left, &minus(right)));
        }
    }

    /// Adds the sum of the lanes of each sample to a row, by pairs of pairs.
    fn add_up(lanes: &[Lanes], row: &mut [f64]) -> () {
        let pairs = |a: &Vector, b: &Vector| [a[0] + a[1], b[0] + b[1], a[2] + a[3], b[2] + b[3]];
        let (fours, rest) = row.as_chunks_mut::<LANES>();
        let (of_fours, of_rest) = lanes.as_chunks::<LANES>();
        for (four, samples) in fours.iter_mut().zip(of_fours) {
            // Keeps the compiler from going over several of them at once, which takes twice as long.
            std::hint::black_box(());
            let (a, b) = (pairs(&samples[0].0, &samples[1].0), pairs(&samples[2].0, &samples[3].0));
            *four = plus(four, &[a[0] + a[2], a[1] + a[3], b[0] + b[2], b[1] + b[3]]);
        }
        for (row, Lanes([a, b, c, d])) in rest.iter_mut().zip(of_rest) {
            *row += (a + b) + (c + d);
        }
    }

    /// Whether all are numbers no larger than this.
    fn is_within(values: &[f64], most: f64) -> bool {
        // Without a way out early: whole vectors at a time.
        let (fours, rest) = values.as_chunks::<LANES>();
        let mut beyond = [0.0; LANES];
        for four in fours {
            for i in 0..LANES {
                beyond[i] = if four[i].abs() <= most { beyond[i] } else { 1.0 };
            }
        }
        beyond == [0.0; LANES] && rest.iter().all(|value| value.abs() <= most)
    }

    /// Σ weights·values.
    fn dot(weights: &[f64], values: &[f64]) -> f64 {
        let mut sum = [0.0; 8];
        for (weights, values) in weights.chunks_exact(8).zip(values.chunks_exact(8)) {
            for i in 0..8 {
                sum[i] = fused::<FMA>(weights[i], values[i], sum[i]);
            }
        }
        sum.iter().sum()
    }

    /// Adds `by` times so many values to others, whole vectors at a time: both have room for one more.
    fn add_times(to: &mut [f64], by: f64, values: &[f64], count: usize) -> () {
        let whole = count.next_multiple_of(LANES);
        let by: Vector = [by; LANES];
        for (to, value) in vectors_mut(&mut to[..whole]).iter_mut().zip(vectors(&values[..whole])) {
            *to = fused_all::<FMA>(&by, value, to);
        }
    }

    /// Adds to each sample what it hears of the forces up to it, Σ echo[k]·force[n − k]. The forces begin with
    /// [`BEFORE`] zeros, and go on as far beyond the samples.
    fn add_echoes(samples: &mut [f64], echo: &[f64], forces: &[f64]) -> () {
        for (part, samples) in samples.chunks_mut(BEFORE).enumerate() {
            let mut sums = [[0.0; LANES]; BEFORE / LANES];
            let end = (part + 1) * BEFORE;
            for (k, echo) in echo[..end].iter().enumerate() {
                let forces = vectors(&forces[end - k..][..BEFORE]);
                for (sum, forces) in sums.iter_mut().zip(forces) {
                    *sum = fused_all::<FMA>(&[*echo; LANES], forces, sum);
                }
            }
            samples.iter_mut().zip(sums.as_flattened()).for_each(|(sample, sum)| *sample += sum);
        }
    }

    /// The sum over modes of signals that obey s⁺ = a·s + b·s⁻, in lanes for each sample; `first` and
    /// `second` are the signals at the first two samples. Sixteen modes at a time stay in registers while
    /// time passes, at the end perhaps eight.
    fn ring(lanes: &mut [Lanes], a: &[f64], b: &[f64], first: &[f64], second: &[f64]) -> () {
        let all = [a, b, first, second];
        let (mut at, count) = (0, a.len());
        while let [Some(a), Some(b), Some(first), Some(second)] =
            all.map(|of| of[at..count].first_chunk())
        {
            // Those that come first set the lanes, which others add to.
            if at == 0 {
                ring_some::<16, true, FMA>(lanes, [a, b], [*first, *second]);
            } else {
                ring_some::<16, false, FMA>(lanes, [a, b], [*first, *second]);
            }
            at += 16;
        }
        if at == 0 {
            lanes.fill(Lanes::default());
        }
        if let [Some(a), Some(b), Some(first), Some(second)] =
            all.map(|of| of[at..count].first_chunk())
        {
            ring_some::<WIDTH, false, FMA>(lanes, [a, b], [*first, *second]);
        }
    }
}

/// As many samples as hear forces at a time.
pub(super) const BEFORE: usize = 16;

/// Some modes that ring over the samples that there are lanes for.
#[inline(always)]
fn ring_some<const N: usize, const FIRST: bool, const FMA: bool>(
    lanes: &mut [Lanes],
    [a, b]: [&[f64; N]; 2],
    [mut even, mut odd]: [[f64; N]; 2],
) {
    let (c, d) = (*a, *b);
    // Two samples at a time: each array becomes the sample after next in place, and nothing has to be
    // moved.
    for pair in lanes.chunks_exact_mut(2) {
        pair[0].0 = lanes_of(&even, if FIRST { [0.0; LANES] } else { pair[0].0 });
        for i in 0..N {
            even[i] = fused::<FMA>(c[i], odd[i], d[i] * even[i]);
        }
        pair[1].0 = lanes_of(&odd, if FIRST { [0.0; LANES] } else { pair[1].0 });
        for i in 0..N {
            odd[i] = fused::<FMA>(c[i], even[i], d[i] * odd[i]);
        }
    }
}

/// The lanes of a sample with modes added to them, by pairs of pairs.
#[inline(always)]
fn lanes_of<const N: usize>(modes: &[f64; N], mut lane: Vector) -> Vector {
    for i in 0..LANES {
        let pair = |k: usize| modes[i + k * LANES] + modes[i + (k + 1) * LANES];
        lane[i] += if N == 16 { pair(0) + pair(2) } else { pair(0) };
    }
    lane
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Cpu;
    use crate::numeric::Random;

    #[test]
    fn echoes_are_sums_over_what_came_before() {
        let mut random = Random::new(4);
        let mut draw = |count: usize| (0..count).map(|_| random.uniform(-1.0, 1.0)).collect();
        let (echo, known): (Vec<f64>, Vec<f64>) = (draw(64), draw(37));
        let mut forces = vec![0.0; 2 * BEFORE + 64];
        forces[BEFORE..][..37].copy_from_slice(&known);
        for cpu in [Cpu::detect(), Cpu::plain()] {
            let mut samples = [1.0; 37];
            add_echoes(cpu, &mut samples, &echo, &forces);
            for (n, sample) in samples.iter().enumerate() {
                let sum: f64 = (0..=n).map(|k| echo[k] * known[n - k]).sum();
                assert!((sample - 1.0 - sum).abs() < 1e-13);
            }
        }
    }
}
