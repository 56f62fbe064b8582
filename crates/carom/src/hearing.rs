//! What a listener far away hears of a body that vibrates.
//!
//! A mode with acceleration s²·y is heard as the pressure p = G(s)·s²·y, after the time that sound
//! needs. With y = force/(m·(s² + 2σs + ω²)) and G = gain·Σ r/(s − q), a sum over poles of the air
//! beside the body, the partial fractions of p are of two kinds. Those at the poles of the mode
//! ring with it and are a sum α·y + β·v of its state; those at the poles of the air are filters
//! that the force drives: the blow itself. With D(q) = q² + 2σq + ω²
//!
//! ```text
//! α = gain·ω²·Σ r·q/D(q)      β = gain·Σ r·(2σq + ω²)/D(q)      ż = q·z + force·gain/m·r·q²/D(q)
//! ```
//!
//! for any damping. A free mass does not ring: its D(q) is q², and it is heard by the filter alone.
//! What is constant is not heard: at s = 0 the two parts cancel. What G has at the mode beyond its
//! filter rests on the acceleration and the velocity of the mode, which a constant force does not
//! move either.

use std::f64::consts::{PI, TAU};
use std::ops::Range;

use num_complex::Complex64;

use crate::InvalidValue;
use crate::check::{check, check_length, finite, positive};
use crate::model::{Mode, Modes};
use crate::port::check_weight;

/// The longest time that sound may need (s).
const LONGEST_DELAY: f64 = 60.0;

/// A mode that comes closer than this to a pole of the air, as a share of its square, cannot be
/// told from it.
const APART: f64 = 1e-9;

/// What of G is rounding.
const NOTHING: f64 = 1e-12;

/// A place in the room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// The distance from the middle of the thing (m).
    pub distance: f64,
    /// Where it is: a vector of length 1, x along the length of the thing, y along its width, z out
    /// of the surface that is struck.
    pub direction: [f64; 3],
}

impl Listener {
    /// A listener at this distance (m) in a direction, whose length does not matter.
    pub fn new(distance: f64, direction: [f64; 3]) -> Result<Self, InvalidValue> {
        positive("distance", distance)?;
        let [x, y, z] = direction;
        let length = x.hypot(y).hypot(z);
        let allowed = "a direction in space: three finite numbers that are not all 0";
        let direction = direction.map(|part| part / length);
        let known = length > 0.0 && direction.iter().all(|part| part.is_finite());
        check(known && length.is_finite(), "length of the direction", length, allowed)?;
        Ok(Self { distance, direction })
    }
}

/// How a body is heard at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FarField {
    /// The time that sound needs (s), rounded to whole samples.
    pub delay: f64,
    /// The filters of the air that the modes share.
    pub filters: Vec<Rational>,
    /// How each mode of the body is heard.
    pub modes: Vec<Heard>,
}

/// A filter Σ residue/(s − pole).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rational {
    /// Real and imaginary parts (1/s): the real part is below 0, the imaginary part 0 or above. A
    /// pole above the real axis stands for itself and its mirror image.
    pub poles: Vec<[f64; 2]>,
    /// Real and imaginary parts; real for a real pole.
    pub residues: Vec<[f64; 2]>,
}

/// How one mode is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heard {
    /// G where the mode rings, at s = −σ + i·√(ω² − σ²): pressure over acceleration (Pa per m/s²),
    /// real and imaginary part. Of a mode that does not ring it is not used.
    pub ring: [f64; 2],
    /// The filter that shapes its blow; without one G is taken as the same everywhere. The filter
    /// of a mode that nothing holds should be 0 at s = 0, as those of dipoles and higher orders
    /// are: a constant force accelerates it for ever, which would be heard as a constant pressure.
    pub filter: Option<usize>,
    /// G = gain times the filter.
    pub gain: f64,
}

impl FarField {
    /// The same through a low-pass filter of eighth order with this limit (Hz), after Butterworth:
    /// for sound that is sampled. A blow shorter than a sample has most of its sound above half the
    /// sample rate, and without a limit below that the samples would show whatever the moment
    /// gives. `modes` are those of the body.
    #[must_use]
    pub fn below(&self, hertz: f64, modes: &[Mode]) -> Self {
        let limit = Rational::low_pass(hertz);
        let ring = |(heard, mode): (&Heard, &Mode)| {
            let passed = pole(mode.omega, mode.sigma).map_or(1.0.into(), |p| limit.value(p));
            let ring = complex(heard.ring) * passed;
            Heard { ring: [ring.re, ring.im], ..*heard }
        };
        Self {
            delay: self.delay,
            filters: self.filters.iter().map(|filter| filter.times(&limit)).collect(),
            modes: self.modes.iter().zip(modes).map(ring).collect(),
        }
    }
}

impl Rational {
    /// 1/√(1 + (f/limit)¹⁶) in magnitude: Butterworth's poles lie on a circle.
    fn low_pass(hertz: f64) -> Self {
        let circle =
            |k: i32| Complex64::from_polar(TAU * hertz, PI * (0.5 + f64::from(2 * k + 1) / 16.0));
        let residue = |k: i32| {
            let others = (0..8).filter(|m| *m != k);
            let ratios = others.map(|m| -circle(m) / (circle(k) - circle(m)));
            -circle(k) * ratios.product::<Complex64>()
        };
        let parts = |value: Complex64| [value.re, value.im];
        Self {
            poles: (0..4).map(|k| parts(circle(k))).collect(),
            residues: (0..4).map(|k| parts(residue(k))).collect(),
        }
    }

    /// One filter after the other, with no pole in common: each residue times the other at its
    /// pole.
    fn times(&self, other: &Self) -> Self {
        let through = |one: &Self, other: &Self| -> Vec<[f64; 2]> {
            let passed = one.terms().map(|(q, r)| r * other.value(q));
            let real = |(value, pole): (Complex64, &[f64; 2])| {
                [value.re, if pole[1] > 0.0 { value.im } else { 0.0 }]
            };
            passed.zip(&one.poles).map(real).collect()
        };
        Self {
            poles: self.poles.iter().chain(&other.poles).copied().collect(),
            residues: [through(self, other), through(other, self)].concat(),
        }
    }

    fn value(&self, s: Complex64) -> Complex64 {
        let term = |(q, r): (Complex64, Complex64)| {
            let mirrored = if q.im > 0.0 { r.conj() / (s - q.conj()) } else { 0.0.into() };
            r / (s - q) + mirrored
        };
        self.terms().map(term).sum()
    }

    /// Its value at s, given and returned as real and imaginary part.
    #[must_use]
    pub fn at(&self, s: [f64; 2]) -> [f64; 2] {
        let value = self.value(complex(s));
        [value.re, value.im]
    }

    /// Poles and residues, one of each pair.
    fn terms(&self) -> impl Iterator<Item = (Complex64, Complex64)> {
        self.poles.iter().zip(&self.residues).map(|(q, r)| (complex(*q), complex(*r)))
    }

    fn check(&self) -> Result<(), InvalidValue> {
        check_length("number of residues", self.residues.len(), self.poles.len())?;
        for (pole, residue) in self.poles.iter().zip(&self.residues) {
            let allowed = "finite and below 0: what is heard dies away";
            check(pole[0] < 0.0 && pole[0].is_finite(), "real part of a pole", pole[0], allowed)?;
            let allowed = "finite, and 0 or above: it stands for the pair";
            let known = pole[1] >= 0.0 && pole[1].is_finite();
            check(known, "imaginary part of a pole", pole[1], allowed)?;
            finite("residue", residue[0])?;
            finite("residue", residue[1])?;
            let allowed = "0 for a real pole";
            let real = pole[1] > 0.0 || residue[1] == 0.0;
            check(real, "imaginary part of a residue", residue[1], allowed)?;
        }
        Ok(())
    }
}

/// How the state of a mode is heard: the pressure is `of_g`·g + `of_v`·v + `of_push`·(acceleration
/// by contacts), where g is the acceleration by constant forces minus ω²·y.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Ring {
    pub(crate) of_g: f64,
    pub(crate) of_v: f64,
    pub(crate) of_push: f64,
}

/// A body as a pickup hears it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hearing {
    pub(crate) far: FarField,
    /// What G has at each mode beyond its filter.
    rests: Vec<Complex64>,
    /// How the state of each mode is heard.
    pub(crate) rings: Vec<Ring>,
}

impl Hearing {
    /// A far field of the body with these modes.
    pub(crate) fn new(
        far: &FarField,
        modes: &Modes,
        range: Range<usize>,
    ) -> Result<Self, InvalidValue> {
        let allowed = "a number from 0 to 60 (s)";
        check((0.0..=LONGEST_DELAY).contains(&far.delay), "delay", far.delay, allowed)?;
        check_length("number of modes heard", far.modes.len(), range.len())?;
        for filter in &far.filters {
            filter.check()?;
        }
        let mut rests = Vec::with_capacity(range.len());
        for (heard, i) in far.modes.iter().zip(range.clone()) {
            check_weight("gain", heard.gain)?;
            finite("ring", heard.ring[0])?;
            finite("ring", heard.ring[1])?;
            let (omega, sigma) = (modes.omega[i], modes.sigma[i]);
            let Some(index) = heard.filter else {
                rests.push(complex(heard.ring));
                continue;
            };
            let allowed = "one of the filters of the far field";
            let filter = far.filters.get(index);
            let filter =
                filter.ok_or(InvalidValue { field: "filter", value: index as f64, allowed })?;
            for (q, _) in filter.terms() {
                let allowed = "another than that of a pole of its filter";
                let apart = denominator(q, omega, sigma).norm() > APART * q.norm_sqr();
                check(apart, "sigma of a mode", sigma, allowed)?;
            }
            let rest = pole(omega, sigma)
                .map_or(0.0.into(), |p| complex(heard.ring) - heard.gain * filter.value(p));
            let none = rest.norm() <= NOTHING * complex(heard.ring).norm();
            rests.push(if none { 0.0.into() } else { rest });
        }
        let mut hearing =
            Self { far: far.clone(), rests, rings: vec![Ring::default(); range.len()] };
        hearing.read(modes, range);
        Ok(hearing)
    }

    /// Takes the modes of the body from the model.
    pub(crate) fn read(&mut self, modes: &Modes, range: Range<usize>) {
        for (n, i) in range.enumerate() {
            self.rings[n] = self.ring(n, modes.omega[i], modes.sigma[i]);
        }
    }

    fn ring(&self, n: usize, omega: f64, sigma: f64) -> Ring {
        if omega == 0.0 && sigma == 0.0 {
            return Ring::default();
        }
        let (heard, square) = (&self.far.modes[n], omega * omega);
        // α/ω² and β.
        let (mut alpha, mut beta) = (0.0, 0.0);
        for (q, r) in heard.filter.iter().flat_map(|&index| self.far.filters[index].terms()) {
            let share = heard.gain * counted(q) * r / denominator(q, omega, sigma);
            alpha += (share * q).re;
            beta += (share * (2.0 * sigma * q + square)).re;
        }
        // The rest of G: (a + b·p)·p = rest·p², a on the velocity and b on the acceleration.
        let rest = self.rests[n];
        let (a, b) = pole(omega, sigma).map_or((0.0, rest.re), |p| {
            let b = (rest * p).im / p.im;
            ((rest * p).re + sigma * b, b)
        });
        let of_v = beta + a - 2.0 * sigma * b;
        // Without a spring a constant force gives a constant velocity.
        let of_g = if omega > 0.0 { b - alpha } else { -0.5 * of_v / sigma };
        Ring { of_g, of_v, of_push: b }
    }

    /// The poles of each filter, one of each pair.
    pub(crate) fn filters(&self) -> impl Iterator<Item = impl Iterator<Item = Complex64>> {
        self.far.filters.iter().map(|filter| filter.terms().map(|(q, _)| q))
    }

    /// By how much a newton on a mode drives each pole of its filter, so that the real parts add up
    /// to what is heard.
    pub(crate) fn drives(
        &self,
        n: usize,
        [mass, omega, sigma]: [f64; 3],
    ) -> impl Iterator<Item = Complex64> {
        let heard = &self.far.modes[n];
        heard.filter.iter().flat_map(|&index| self.far.filters[index].terms()).map(move |(q, r)| {
            counted(q) * heard.gain / mass * r * (q * q / denominator(q, omega, sigma))
        })
    }
}

fn complex([re, im]: [f64; 2]) -> Complex64 {
    Complex64::new(re, im)
}

/// How often a pole counts: one above the real axis stands for the pair.
fn counted(q: Complex64) -> f64 {
    if q.im > 0.0 { 2.0 } else { 1.0 }
}

/// q² + 2σq + ω².
fn denominator(q: Complex64, omega: f64, sigma: f64) -> Complex64 {
    q * (q + 2.0 * sigma) + omega * omega
}

/// The upper pole of a mode that rings: one that decays within a turn does not.
fn pole(omega: f64, sigma: f64) -> Option<Complex64> {
    let square = (omega - sigma) * (omega + sigma);
    (square > sigma * sigma).then(|| Complex64::new(-sigma, square.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    #[test]
    fn a_low_pass_is_butterworths_and_multiplies() {
        let (limit, filter) = (
            Rational::low_pass(2e4),
            Rational {
                poles: vec![[-3e4, 2e4], [-5e4, 0.0]],
                residues: vec![[2e3, -7e2], [-1e3, 0.0]],
            },
        );
        let both = filter.times(&limit);
        both.check().unwrap();
        for hertz in [0.0, 1e2, 1e4, 2e4, 5e4] {
            let s = Complex64::new(0.0, TAU * hertz);
            let wanted = 1.0 / (1.0 + (hertz / 2e4).powi(16)).sqrt();
            assert!((limit.value(s).norm() - wanted).abs() < 1e-12);
            let product = filter.value(s) * limit.value(s);
            assert!((both.value(s) - product).norm() < 1e-12 * filter.value(s).norm());
        }
    }

    /// G·s²/(m·(s² + 2σs + ω²)) is the sum of its parts at any s, whatever the damping.
    #[test]
    fn ring_and_blow_are_the_partial_fractions_of_the_whole() {
        let filter = Rational {
            poles: vec![[-3e4, 2e4], [-5e4, 0.0]],
            residues: vec![[2e3, -7e2], [-1e3, 0.0]],
        };
        for (omega, sigma) in
            [(9e3, 20.0), (6e3, 5.9e3), (6e3, 6e3), (2e3, 9e3), (0.0, 300.0), (0.0, 0.0)]
        {
            let mut model = Model::default();
            let mode = Mode { omega, sigma, ..Mode::free(0.2) };
            model.add_body(&[mode]).unwrap();
            let ring = pole(omega, sigma).map_or([0.0; 2], |p| filter.at([p.re, p.im]));
            let ring = ring.map(|part| 0.7 * part);
            let heard = Heard { ring, filter: Some(0), gain: 0.7 };
            let far = FarField { delay: 0.0, filters: vec![filter.clone()], modes: vec![heard] };
            let hearing = Hearing::new(&far, &model.modes, 0..1).unwrap();
            let Ring { of_g, of_v, of_push } = hearing.rings[0];
            assert_eq!(of_push, 0.0, "a filter leaves nothing to the force itself");
            for s in [Complex64::new(0.0, 1.0), Complex64::new(10.0, 5e3), Complex64::new(1.0, 8e4)]
            {
                let y = 1.0 / (0.2 * denominator(s, omega, sigma));
                let blow: Complex64 = hearing
                    .filters()
                    .flatten()
                    .zip(hearing.drives(0, [0.2, omega, sigma]))
                    .map(|(q, k)| {
                        let mirrored = k.conj() / (s - q.conj());
                        0.5 * (k / (s - q) + mirrored)
                    })
                    .sum();
                let whole = 0.7 * complex(filter.at([s.re, s.im])) * s * s * y;
                let found = (of_v * s - of_g * omega * omega) * y + blow;
                let scale = blow.norm().max(whole.norm());
                assert!(
                    (found - whole).norm() < 1e-12 * scale,
                    "{omega} {sigma} {s}: {found} {whole}"
                );
            }
        }
    }
}
