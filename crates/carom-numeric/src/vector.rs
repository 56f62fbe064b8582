//! Sums over many numbers, in vectors.

use crate::cpu::{Cpu, fused, kernels};

/// Sums that are made side by side: none waits for another.
const LANES: usize = 16;

kernels! {
    /// Σ x·y.
    fn dot_on(x: &[f64], y: &[f64]) -> f64 {
        dots::<FMA, LANES, 1>(x, [y])[0]
    }
}

/// Σ x·y; y is at least as long as x.
#[must_use]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    dot_on(Cpu::detect(), x, y)
}

/// Σ x·y with several tables, each at least as long as x.
#[inline(always)]
#[must_use]
pub fn dots<const FMA: bool, const LANES: usize, const N: usize>(
    x: &[f64],
    tables: [&[f64]; N],
) -> [f64; N] {
    let (whole, rest) = x.as_chunks::<LANES>();
    let chunks = tables.map(|table| &table.as_chunks::<LANES>().0[..whole.len()]);
    let mut sums = [[0.0; LANES]; N];
    for (n, x) in whole.iter().enumerate() {
        for (sum, chunks) in sums.iter_mut().zip(&chunks) {
            for k in 0..LANES {
                sum[k] = fused::<FMA>(x[k], chunks[n][k], sum[k]);
            }
        }
    }
    std::array::from_fn(|k| {
        let last = rest.iter().zip(&tables[k][x.len() - rest.len()..]);
        last.map(|(x, y)| x * y).sum::<f64>() + sums[k].iter().sum::<f64>()
    })
}
