//! Selects modes from candidates: each time the one that explains most of what is left.
//!
//! Orthogonal least squares (Chen, Billings, Luo, Int. J. Control 50 (1989) 1873-1896), with the
//! inner products of the candidates in closed form.

use crate::mode::{Mode, power_sums};
use realfft::num_complex::Complex;

/// A candidate whose part that is not in the span of those selected is smaller than this, of its
/// length, adds nothing.
const NEW: f64 = 1e-3;

/// A candidate, its two columns being the real and the imaginary part of z^t, of length about 1.
struct Candidate {
    /// 1 divided by the length of the columns.
    scale: f64,
    /// Inner products with the directions selected so far: one pair for each.
    spent: Vec<[f64; 2]>,
    /// Gram matrix of what is left of the columns: 11, 12, 22.
    gram: [f64; 3],
    /// What is left of the sounds along the columns.
    along: Vec<[f64; 2]>,
}

impl Candidate {
    /// The energy of the sounds that it would explain.
    fn gain(&self) -> f64 {
        let [a, b, d] = self.gram;
        let determinant = a * d - b * b;
        if determinant < NEW * NEW * (a + d).powi(2).max(NEW) || a + d < NEW {
            return 0.0;
        }
        let of = |x: &[f64; 2]| {
            (d * x[0] * x[0] - 2.0 * b * x[0] * x[1] + a * x[1] * x[1]) / determinant
        };
        self.along.iter().map(of).sum()
    }

    /// Takes a direction with this inner product out; `shares` is what the sounds have of it.
    fn spend(&mut self, product: [f64; 2], shares: &[f64]) {
        let [x, y] = product;
        self.gram[0] -= x * x;
        self.gram[1] -= x * y;
        self.gram[2] -= y * y;
        for (along, share) in self.along.iter_mut().zip(shares) {
            along[0] -= x * share;
            along[1] -= y * share;
        }
        self.spent.push(product);
    }
}

/// The indices of the exponents to take, the most worthwhile first: at most `most`, as long as one
/// explains more energy than `least` of it says.
pub(super) fn select(
    sounds: &[Vec<f64>],
    exponents: &[Complex<f64>],
    least: &[f64],
    most: usize,
) -> Vec<usize> {
    let count = sounds.first().map_or(0, Vec::len);
    let mut candidates: Vec<Candidate> =
        exponents.iter().map(|exponent| candidate(sounds, *exponent, count)).collect();
    let mut selected: Vec<usize> = Vec::new();
    while selected.len() < most {
        let worth = |k: &usize| {
            let gain = candidates[*k].gain();
            if gain > least[*k] { gain } else { 0.0 }
        };
        let worths =
            (0..candidates.len()).filter(|k| !selected.contains(k)).map(|k| (k, worth(&k)));
        let Some((best, gain)) = worths.max_by(|a, b| a.1.total_cmp(&b.1)) else {
            break;
        };
        if gain <= 0.0 {
            break;
        }
        take(&mut candidates, exponents, best, count);
        selected.push(best);
    }
    selected
}

fn candidate(sounds: &[Vec<f64>], exponent: Complex<f64>, count: usize) -> Candidate {
    let square = power_sums(exponent + exponent.conj(), count)[0].re;
    let twice = power_sums(exponent + exponent, count)[0];
    let scale = (2.0 / square).sqrt();
    let along = |sound: &Vec<f64>| {
        let overlap = Mode::unit(exponent).overlap(sound);
        [scale * overlap.re, scale * overlap.im]
    };
    // Re(z^t)·Re(z^t) is (Re z^2t + |z|^2t)/2.
    let factor = 0.5 * scale * scale;
    Candidate {
        scale,
        spent: Vec::new(),
        gram: [factor * (square + twice.re), factor * twice.im, factor * (square - twice.re)],
        along: sounds.iter().map(along).collect(),
    }
}

/// Takes the two directions of a candidate out of all others.
fn take(candidates: &mut [Candidate], exponents: &[Complex<f64>], best: usize, count: usize) {
    let [a, b, d] = candidates[best].gram;
    // Cholesky's factor of what is left of it: the directions are its columns times the inverse.
    let l11 = a.sqrt();
    let l21 = b / l11;
    let l22 = (d - l21 * l21).max(f64::MIN_POSITIVE).sqrt();
    let shares: Vec<[f64; 2]> = candidates[best]
        .along
        .iter()
        .map(|x| {
            let first = x[0] / l11;
            [first, (x[1] - l21 * first) / l22]
        })
        .collect();
    let spent = std::mem::take(&mut candidates[best].spent);
    let own_scale = candidates[best].scale;
    for (k, other) in candidates.iter_mut().enumerate() {
        if k == best {
            continue;
        }
        let factor = 0.5 * own_scale * other.scale;
        let plain = geometric(exponents[k] + exponents[best], count) * factor;
        let turned = geometric(exponents[k] + exponents[best].conj(), count) * factor;
        // Inner products of the columns of the other (first index) with those of this one.
        let mut g = [
            [turned.re + plain.re, plain.im - turned.im],
            [turned.im + plain.im, turned.re - plain.re],
        ];
        for (mine, others) in spent.iter().zip(&other.spent) {
            for i in 0..2 {
                for j in 0..2 {
                    g[i][j] -= others[i] * mine[j];
                }
            }
        }
        let first = [g[0][0] / l11, g[1][0] / l11];
        let second = [(g[0][1] - l21 * first[0]) / l22, (g[1][1] - l21 * first[1]) / l22];
        other.spend(first, &shares.iter().map(|s| s[0]).collect::<Vec<_>>());
        other.spend(second, &shares.iter().map(|s| s[1]).collect::<Vec<_>>());
    }
    candidates[best].gram = [0.0; 3];
}

/// Σ exp(s·t) for t from 0 to below `count`.
fn geometric(s: Complex<f64>, count: usize) -> Complex<f64> {
    let ratio = s.exp() - 1.0;
    if ratio.norm() < 1e-5 {
        return power_sums(s, count)[0];
    }
    ((s * count as f64).exp() - 1.0) / ratio
}
