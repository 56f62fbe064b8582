//! The exact answers for a mass against a wall, as [`WallImpact`](carom::exact::WallImpact) has them.

use std::ops::Range;

use super::contact_time::{POWERS, Piece, TERMS, piece};
use super::math::{exp, log_cubic_ratio, log_excess, polynomial, power, powf, select, split};
use super::rows::{Answers, Outcome, Status, WallRows};
use carom::exact::{DOUBLE_ROOT, WallImpact};
use carom_numeric::cpu::{Cpu, fused, kernels};

/// Rows that are worked on together.
const BLOCK: usize = 64;

type Rows = [f64; BLOCK];

/// The numbers of some rows; what is beyond the last row are those of a harmless impact.
struct Block {
    mass: Rows,
    stiffness: Rows,
    exponent: Rows,
    mu: Rows,
    velocity: Rows,
    /// s = μ·v.
    product: Rows,
    /// log(1+s), and φ(s)/s².
    log: Rows,
    excess: Rows,
    restitution: Rows,
    /// The largest compression if nothing were lost.
    length: Rows,
    /// Whether a double holds all of it.
    fits: [bool; BLOCK],
}

/// Computes the outcomes of some rows.
pub fn answers(rows: &WallRows, range: Range<usize>, answers: &mut Answers) {
    answers_on(Cpu::detect(), rows, range, answers);
}

/// The same on a given processor.
pub(super) fn answers_on(cpu: Cpu, rows: &WallRows, range: Range<usize>, answers: &mut Answers) {
    let mut block = Block::new();
    let mut result = [0.0; BLOCK];
    let has = |wanted: &[Outcome]| answers.outcomes.iter().any(|(o, _)| wanted.contains(o));
    let lengths_wanted = has(&[Outcome::XMax, Outcome::FMax, Outcome::ContactTime]);
    for start in range.clone().step_by(BLOCK) {
        let part = start..range.end.min(start + BLOCK);
        let to = part.start - range.start..part.end - range.start;
        block.read(rows, part);
        releases(cpu, &mut block);
        if lengths_wanted {
            lengths(cpu, &mut block);
        }
        for (status, fits) in answers.status[to.clone()].iter_mut().zip(&block.fits) {
            *status = if *fits { Status::Ok } else { Status::OutOfRange };
        }
        for (outcome, place) in &mut answers.outcomes {
            match outcome {
                Outcome::VOut => leave(cpu, &block, &mut result),
                Outcome::Restitution => result = block.restitution,
                Outcome::XMax => compressions(cpu, &block, &mut result),
                Outcome::FMax => forces(cpu, &block, &mut result),
                Outcome::ContactTime => block.times(cpu, to.len(), &mut result),
                Outcome::EnergyLost => losses(cpu, &block, &mut result),
            }
            let results = result.iter().zip(&block.fits);
            for (to, (result, fits)) in place[to.clone()].iter_mut().zip(results) {
                *to = select(*fits, *result, f64::NAN);
            }
        }
    }
}

impl Block {
    fn new() -> Self {
        Self {
            mass: [1.0; BLOCK],
            stiffness: [1.0; BLOCK],
            exponent: [1.5; BLOCK],
            mu: [0.0; BLOCK],
            velocity: [1.0; BLOCK],
            product: [0.0; BLOCK],
            log: [0.0; BLOCK],
            excess: [0.5; BLOCK],
            restitution: [1.0; BLOCK],
            length: [1.0; BLOCK],
            fits: [true; BLOCK],
        }
    }

    fn read(&mut self, rows: &WallRows, part: Range<usize>) {
        rows.mass.read(part.clone(), &mut self.mass);
        rows.stiffness.read(part.clone(), &mut self.stiffness);
        rows.exponent.read(part.clone(), &mut self.exponent);
        rows.mu.read(part.clone(), &mut self.mu);
        rows.velocity.read(part, &mut self.velocity);
    }

    /// From the table; what is beyond it one at a time.
    fn times(&self, cpu: Cpu, rows: usize, result: &mut Rows) {
        let mut places = Places::default();
        let mut left = [false; BLOCK];
        for i in 0..rows {
            match piece(self.log[i], self.exponent[i]) {
                Some((piece, [along, across])) => {
                    (places.pieces[i], places.along[i], places.across[i]) =
                        (Some(piece), along, across);
                }
                None => left[i] = self.fits[i],
            }
        }
        times(cpu, self, &places, result);
        for i in (0..rows).filter(|i| left[*i]) {
            let [mass, stiffness, exponent, mu, velocity] =
                [&self.mass, &self.stiffness, &self.exponent, &self.mu, &self.velocity]
                    .map(|column| column[i]);
            let one = WallImpact::new(mass, stiffness, exponent, mu, velocity);
            result[i] = one.map_or(f64::NAN, |one| one.contact_time());
        }
    }
}

/// Where rows are in the table of contact times.
struct Places {
    pieces: [Option<&'static Piece>; BLOCK],
    along: Rows,
    across: Rows,
}

impl Default for Places {
    fn default() -> Self {
        Self { pieces: [None; BLOCK], along: [0.0; BLOCK], across: [0.0; BLOCK] }
    }
}

/// 1 + x + x²·… with x = e^(−1−P): the root of x = e^(−1−P)·eˣ, n^(n−1)/n! in powers.
const TREE: [f64; 8] = [0.0, 1.0, 1.0, 1.5, 8.0 / 3.0, 125.0 / 24.0, 54.0 / 5.0, 16_807.0 / 720.0];

const SERIES: [f64; 14] = {
    let mut series = [0.0; 14];
    let mut k = 0;
    while k < 14 {
        series[k] = DOUBLE_ROOT[k + 1];
        k += 1;
    }
    series
};

/// The restitution for s, log(1+s) and φ(s)/s²: as `release` in `exact`, with the same series; one
/// step of Halley's method from them is enough.
#[inline(always)]
fn release<const FMA: bool>(s: f64) -> (f64, f64, f64) {
    let (log, excess) = log_excess::<FMA>(s);
    let ratio = (2.0 * excess).sqrt();
    let t = s * ratio;
    let p = 0.5 * t * t;
    let series = polynomial::<FMA, 14>(&SERIES, -t);
    let end = polynomial::<FMA, 8>(&TREE, exp::<FMA>(-1.0 - p));
    let w = select(t < 1.6, -t * series, end - 1.0);
    let image = exp::<FMA>(w - p);
    let (value, slope) = (1.0 + w - image, 1.0 - image);
    let w = w - value / (slope + 0.5 * value * image / slope);
    (select(t < 0.25, ratio * series, -w / s), log, excess)
}

kernels! {
    fn releases(block: &mut Block) -> () {
        for i in 0..BLOCK {
            let (m, v) = (block.mass[i], block.velocity[i]);
            let s = block.mu[i] * v;
            let (restitution, log, excess) = release::<FMA>(s);
            (block.product[i], block.log[i], block.excess[i]) = (s, log, excess);
            block.restitution[i] = restitution;
            // In range are the energy, s, and the root of m·v²/k by its powers of two.
            let energy = 0.5 * m * v * v;
            let (e_m, e_v, e_k) = (split(m).1, split(v).1, split(block.stiffness[i]).1);
            let size = (e_m + 2.0 * e_v - e_k).abs();
            let least = m.min(v).min(block.stiffness[i]).min(energy);
            block.fits[i] = (least >= f64::MIN_POSITIVE) & (energy < f64::INFINITY)
                & (s < f64::INFINITY) & (size < 1015.0 * (block.exponent[i] + 1.0));
        }
    }

    fn lengths(block: &mut Block) -> () {
        for i in 0..BLOCK {
            let p = block.exponent[i] + 1.0;
            let ((m, e_m), (v, e_v)) = (split(block.mass[i]), split(block.velocity[i]));
            let (k, e_k) = split(block.stiffness[i]);
            let (rest, e) = split(0.5 * p * m * v * v / k);
            block.length[i] = power::<FMA>((rest, e + e_m + 2.0 * e_v - e_k), 1.0 / p);
        }
    }

    fn leave(block: &Block, result: &mut Rows) -> () {
        for i in 0..BLOCK {
            result[i] = -block.velocity[i] * block.restitution[i];
        }
    }

    fn compressions(block: &Block, result: &mut Rows) -> () {
        for i in 0..BLOCK {
            let gain = powf::<FMA>(2.0 * block.excess[i], 1.0 / (block.exponent[i] + 1.0));
            result[i] = block.length[i] * gain;
        }
    }

    fn losses(block: &Block, result: &mut Rows) -> () {
        for i in 0..BLOCK {
            let (s, e, v) = (block.product[i], block.restitution[i], block.velocity[i]);
            let cubic = log_cubic_ratio::<FMA>(s) + e * e * e * log_cubic_ratio::<FMA>(-s * e);
            let share = select(s < 0.25, 2.0 * s * cubic, (1.0 - e) * (1.0 + e));
            result[i] = 0.5 * block.mass[i] * v * v * share;
        }
    }

    /// Where α/(α+1)·w + φ(w) = φ(s): with w = s·c·q, c the smaller of s and 1, all terms are of order 1
    /// for any s. There the elastic energy is α/(α+1)·w.
    fn forces(block: &Block, result: &mut Rows) -> () {
        for i in 0..BLOCK {
            let (s, p) = (block.product[i], block.exponent[i] + 1.0);
            let (share, c) = ((p - 1.0) / p, s.min(1.0));
            let target = s.max(1.0) * block.excess[i];
            let mut q = (target / share).min(1.0 / c);
            for _ in 0..4 {
                let w = s * c * q;
                let value = q * fused::<FMA>(w, log_excess::<FMA>(w).1, share) - target;
                let over = 1.0 / (1.0 + w);
                let slope = fused::<FMA>(w, over, share);
                q -= value / (slope - 0.5 * value * (s * c * over * over) / slope);
            }
            let gain = 2.0 * share * q / s.max(1.0);
            let x = block.length[i] * powf::<FMA>(gain, 1.0 / p);
            let v = block.velocity[i];
            let energy = 0.5 * block.mass[i] * v * v;
            result[i] = p * gain * (energy / x) * (1.0 + s * c * q);
        }
    }

    /// The contact times from their pieces.
    fn times(block: &Block, places: &Places, result: &mut Rows) -> () {
        let along = chebyshev::<FMA, TERMS>(&places.along);
        let across = chebyshev::<FMA, POWERS>(&places.across);
        for i in 0..BLOCK {
            let Some(piece) = places.pieces[i] else { continue };
            let mut sums = [0.0; POWERS];
            for k in 0..TERMS {
                for j in 0..POWERS {
                    sums[j] = fused::<FMA>(along[k][i], piece.terms[k][j], sums[j]);
                }
            }
            let mut sum = 0.0;
            for j in 0..POWERS {
                sum = fused::<FMA>(sums[j], across[j][i], sum);
            }
            result[i] = sum;
        }
        for i in 0..BLOCK {
            let p = block.exponent[i] + 1.0;
            let growth = exp::<FMA>((1.0 - 1.0 / p) * block.log[i]);
            result[i] *= p * growth * (block.length[i] / block.velocity[i]);
        }
    }
}

/// T_0 to T_(N−1) of each row.
#[inline(always)]
fn chebyshev<const FMA: bool, const N: usize>(x: &Rows) -> [Rows; N] {
    let mut t = [[1.0; BLOCK]; N];
    t[1] = *x;
    for k in 2..N {
        for i in 0..BLOCK {
            t[k][i] = fused::<FMA>(2.0 * x[i], t[k - 1][i], -t[k - 2][i]);
        }
    }
    t
}
