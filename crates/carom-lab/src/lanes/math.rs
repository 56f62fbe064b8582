//! Elementary functions without branches, so that a loop over rows becomes a loop over vectors.
//!
//! Each is a function of one row; `FMA` says whether multiply-add is fused. They hold to a few units in
//! the last place for finite arguments of the ranges given; what is outside gives some number, never a
//! panic.

use carom_numeric::cpu::fused;
use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// ln 2 in two parts; the first has few enough digits that a power of two times it is exact.
const LN2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// Added and taken away again, it rounds to a whole number; its last bits are then that number.
const ROUND: f64 = 6_755_399_441_055_744.0;

const MANTISSA: u64 = (1 << 52) - 1;
const ONE: u64 = 1023 << 52;
/// 2⁵², whose last bits count whole numbers.
const COUNT: u64 = 1075 << 52;

/// 1/(2k+3): the tail of atanh(r)/r beyond its first term, in powers of r².
const ATANH: [f64; 11] = {
    let mut table = [0.0; 11];
    let mut k = 0;
    while k < table.len() {
        table[k] = 1.0 / (2 * k + 3) as f64;
        k += 1;
    }
    table
};

/// 1/(k+2)!: (eʳ − 1 − r)/r² in powers of r.
const EXP: [f64; 13] = {
    let mut table = [0.5; 13];
    let mut k = 1;
    while k < table.len() {
        table[k] = table[k - 1] / (k + 2) as f64;
        k += 1;
    }
    table
};

/// A polynomial, lowest power first: four at once in x⁴, since one would wait for itself.
#[inline(always)]
pub(super) fn polynomial<const FMA: bool, const N: usize>(c: &[f64; N], x: f64) -> f64 {
    let square = x * x;
    let fourth = square * square;
    let mut sums = [0.0; 4];
    let mut k = N;
    while k > 0 {
        k -= 1;
        sums[k % 4] = if k + 4 >= N { c[k] } else { fused::<FMA>(sums[k % 4], fourth, c[k]) };
    }
    let low = fused::<FMA>(sums[1], x, sums[0]);
    fused::<FMA>(fused::<FMA>(sums[3], x, sums[2]), square, low)
}

/// One of two numbers, both of which are computed: a branch would end the vectors.
#[inline(always)]
pub(super) fn select(choose: bool, yes: f64, no: f64) -> f64 {
    let mask = u64::from(choose).wrapping_neg();
    f64::from_bits((yes.to_bits() & mask) | (no.to_bits() & !mask))
}

/// x = m·2ᵉ with m from √½ to √2, for a normal x above 0; m and e.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64) {
    let (m, e, _) = split_scaled(x);
    (m, e)
}

/// The same, and 2⁻ᵉ.
#[inline(always)]
fn split_scaled(x: f64) -> (f64, f64, f64) {
    let bits = x.to_bits();
    let m = f64::from_bits((bits & MANTISSA) | ONE);
    let large = u64::from(m > SQRT_2);
    let biased = (bits >> 52).wrapping_add(large);
    let e = f64::from_bits(biased | COUNT) - (4_503_599_627_370_496.0 + 1023.0);
    let scale = f64::from_bits(2046_u64.wrapping_sub(biased) << 52);
    (select(large != 0, 0.5 * m, m), e, scale)
}

/// Σ r^2k/(2k+3) for |r| < 0.172.
#[inline(always)]
fn tail<const FMA: bool>(r: f64) -> f64 {
    polynomial::<FMA, 11>(&ATANH, r * r)
}

/// log m for m = 1 + f from √½ to √2.
#[inline(always)]
fn ln_near_one<const FMA: bool>(f: f64) -> f64 {
    let r = f / (2.0 + f);
    // 2r + 2r³·tail, with 2r = f − r·f, so that the largest part is exact.
    let square = r * r;
    f - r * (f - 2.0 * square * tail::<FMA>(r))
}

/// log(1+w) for w > −1, with r and the tail of its series where w is small, and whether it is.
#[inline(always)]
fn ln_1p_parts<const FMA: bool>(w: f64) -> (f64, f64, bool) {
    let u = 1.0 + w;
    let lost = select(w > 1.0, (1.0 - u) + w, w - (u - 1.0));
    let (m, e, scale) = split_scaled(u);
    let f = (m - 1.0) + lost * scale;
    let r = f / (2.0 + f);
    let bent = r * tail::<FMA>(r);
    let near = f - r * (f - 2.0 * r * bent);
    (e * LN2_HIGH + (e * LN2_LOW + near), bent, e == 0.0)
}

/// log(1+w) for w > −1.
#[inline(always)]
pub(super) fn ln_1p<const FMA: bool>(w: f64) -> f64 {
    ln_1p_parts::<FMA>(w).0
}

/// log(1+w) and φ(w)/w² with φ(w) = w − log(1+w), for w ≥ 0.
#[inline(always)]
pub(super) fn log_excess<const FMA: bool>(w: f64) -> (f64, f64) {
    let (log, bent, near) = ln_1p_parts::<FMA>(w);
    let over = 1.0 / (2.0 + w);
    let small = (1.0 - 2.0 * bent * over) * over;
    (log, select(near, small, (1.0 - log / w) / w))
}

/// (w²/2 − φ(w))/w³ for w from −0.29 to 0.41.
#[inline(always)]
pub(super) fn log_cubic_ratio<const FMA: bool>(w: f64) -> f64 {
    let over = 1.0 / (2.0 + w);
    over * (0.5 + 2.0 * tail::<FMA>(w * over) * over * over)
}

/// 2ᵏ, eʳ − 1 and (eʳ − 1 − r)/r² with x = k·ln 2 + r, |r| ≤ ½ ln 2; |x| < 708.
#[inline(always)]
fn exp_parts<const FMA: bool>(x: f64) -> (f64, f64, f64) {
    let rounded = fused::<FMA>(x, LOG2_E, ROUND);
    let k = rounded - ROUND;
    let r = fused::<FMA>(k, -LN2_LOW, fused::<FMA>(k, -LN2_HIGH, x));
    let scale = f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52);
    let excess = polynomial::<FMA, 13>(&EXP, r);
    (scale, fused::<FMA>(r * r, excess, r), excess)
}

#[inline(always)]
fn clamp(x: f64, most: f64) -> f64 {
    let x = select(x < -most, -most, x);
    select(x > most, most, x)
}

/// eˣ; for what a double does not hold, about its smallest or largest.
#[inline(always)]
pub(super) fn exp<const FMA: bool>(x: f64) -> f64 {
    let (scale, rest, _) = exp_parts::<FMA>(clamp(x, 708.0));
    fused::<FMA>(scale, rest, scale)
}

/// eˣ − 1, with all its digits also for a small x, and (eˣ − 1 − x)/x².
#[inline(always)]
pub(super) fn exp_m1<const FMA: bool>(x: f64) -> (f64, f64) {
    let x = clamp(x, 708.0);
    let (scale, rest, excess) = exp_parts::<FMA>(x);
    let value = fused::<FMA>(scale, rest, scale - 1.0);
    (value, select(scale == 1.0, excess, (value - x) / (x * x)))
}

/// 2^(a·e)·mᵃ for a whole number e and m from √½ to √2: a power whose digits do not suffer from its
/// size.
#[inline(always)]
pub(super) fn power<const FMA: bool>((m, e): (f64, f64), a: f64) -> f64 {
    // The first half of a times e is exact.
    let high = f64::from_bits(a.to_bits() & !0x7ff_ffff);
    let product = high * e;
    let rounded = clamp(product, 1020.0) + ROUND;
    let rest = (product - (rounded - ROUND)) + (a - high) * e;
    let x = a * ln_near_one::<FMA>(m - 1.0) + clamp(rest, 2.0) * LN_2;
    let (scale, rest, _) = exp_parts::<FMA>(clamp(x, 708.0));
    let factor = f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52);
    fused::<FMA>(scale, rest, scale) * factor
}

/// xᵃ for a normal x above 0.
#[inline(always)]
pub(super) fn powf<const FMA: bool>(x: f64, a: f64) -> f64 {
    power::<FMA>(split(x), a)
}
