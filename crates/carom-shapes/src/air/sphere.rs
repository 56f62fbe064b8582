//! The sphere whose surface moves as a spherical harmonic.
//!
//! The wave of degree n is e^{−z}·θ_n(z)/z^{n+1} with z = sr/c and θ_n the reverse Bessel
//! polynomials (Grosswald 1978, Bessel Polynomials); its slope at the surface is the acceleration
//! there times −ρ. The far field over the acceleration is ρa²·z^n/P(z)·e^{z}, now with z = sa/c and
//! P = z²θ_{n−1} + (n+1)θ_n of degree n+1: a rational filter that starts when sound from the near
//! side of the sphere arrives, a/c before that from the middle, which is the factor e^{z}
//! (Koss and Alfredson 1973, J. Sound Vib. 27, 59, for n = 1).

use num_complex::Complex;

/// z^n/P(z) of a degree: the far field over ρa² and the acceleration, timed from the near side.
#[must_use]
pub fn far(degree: u32, z: Complex<f64>) -> Complex<f64> {
    // u_n = θ_n/(2n−1)!! neither overflows nor underflows.
    let (mut below, mut here) = (1.0 / z, Complex::from(1.0));
    let mut power = Complex::from(1.0);
    for n in 0..degree {
        let odd = f64::from(2 * n) - 1.0;
        let back = if n == 0 { z * z * below } else { z * z * below / (odd * (odd + 2.0)) };
        (below, here) = (here, here + back);
        power *= z / f64::from(2 * n + 1);
    }
    let odd = (f64::from(2 * degree) - 1.0).abs();
    power / (z * z * below / odd + f64::from(degree + 1) * here)
}

/// What of ρc per area the sphere meets as a resistance, mean over the surface: (ka)²·|far|².
#[must_use]
pub fn resistance(degree: u32, ka: f64) -> f64 {
    ka * ka * far(degree, Complex::new(0.0, ka)).norm_sqr()
}

/// The poles of [`far`] and their residues. A pole above the real axis stands for a pair.
#[must_use]
pub fn fractions(degree: u32) -> Vec<[Complex<f64>; 2]> {
    let polynomial = denominator(degree);
    let fraction = |pole: Complex<f64>| {
        let real = pole.im.abs() < 1e-9 * pole.norm();
        let pole = if real { Complex::from(pole.re) } else { pole };
        (pole.im >= 0.0).then(|| [pole, pole.powu(degree) / value_and_slope(&polynomial, pole)[1]])
    };
    roots(&polynomial).into_iter().filter_map(fraction).collect()
}

/// The coefficients of P, from that of z⁰ on.
fn denominator(degree: u32) -> Vec<f64> {
    let n = degree as usize;
    let mut polynomial = vec![0.0; n + 2];
    for (k, coefficient) in reverse_bessel(n).into_iter().enumerate() {
        polynomial[k] += (n + 1) as f64 * coefficient;
    }
    if n == 0 {
        // z²·θ₋₁ is z.
        polynomial[1] += 1.0;
    } else {
        for (k, coefficient) in reverse_bessel(n - 1).into_iter().enumerate() {
            polynomial[k + 2] += coefficient;
        }
    }
    polynomial
}

/// θ_n = Σ (2n−k)!/((n−k)!·k!·2^{n−k})·z^k, whose last coefficient is 1.
fn reverse_bessel(n: usize) -> Vec<f64> {
    let mut coefficients = vec![1.0; n + 1];
    for k in (0..n).rev() {
        let next = (2 * n - k) as f64 * (k + 1) as f64 / (2 * (n - k)) as f64;
        coefficients[k] = coefficients[k + 1] * next;
    }
    coefficients
}

/// A polynomial and its derivative, by Horner's rule.
fn value_and_slope(polynomial: &[f64], z: Complex<f64>) -> [Complex<f64>; 2] {
    let zero = Complex::from(0.0);
    polynomial
        .iter()
        .rev()
        .fold([zero; 2], |[value, slope], coefficient| [value * z + coefficient, slope * z + value])
}

/// All roots at once, by Aberth's method (1973, Mathematics of Computation 27, 339).
fn roots(polynomial: &[f64]) -> Vec<Complex<f64>> {
    let count = polynomial.len() - 1;
    let turn = std::f64::consts::TAU / count as f64;
    let start = |i: usize| Complex::from_polar(count as f64, turn * i as f64 + 0.4);
    let mut roots: Vec<Complex<f64>> = (0..count).map(start).collect();
    for _ in 0..200 {
        let mut moved = 0.0_f64;
        for i in 0..count {
            let [value, slope] = value_and_slope(polynomial, roots[i]);
            let newton = value / slope;
            let others = (0..count).filter(|other| *other != i);
            let pull: Complex<f64> = others.map(|other| 1.0 / (roots[i] - roots[other])).sum();
            let step = newton / (1.0 - newton * pull);
            if step.is_finite() {
                roots[i] -= step;
                moved = moved.max(step.norm());
            }
        }
        if moved < 1e-15 * count as f64 {
            break;
        }
    }
    roots
}

/// The far field over ρa² and the acceleration at the poles of a degree, timed from the middle.
#[must_use]
pub fn from_the_middle(degree: u32, ka: f64) -> Complex<f64> {
    far(degree, Complex::new(0.0, ka)) * Complex::from_polar(1.0, ka)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::air::power_of_j;

    /// The spherical Hankel function h_n⁽²⁾ and its derivative, by the recurrence upwards.
    fn hankel(degree: u32, x: f64) -> [Complex<f64>; 2] {
        let wave = Complex::from_polar(1.0 / x, -x);
        // h₋₁ and h₀.
        let (mut below, mut here) = (wave, wave * power_of_j(1));
        for n in 0..degree {
            (below, here) = (here, here * (f64::from(2 * n + 1) / x) - below);
        }
        [here, below - here * (f64::from(degree + 1) / x)]
    }

    /// Far over acceleration by its definition: p = −ρA·h_n(kr)/(k·h_n′(ka)).
    fn by_hankel(degree: u32, ka: f64) -> Complex<f64> {
        let near = Complex::from_polar(1.0, -ka);
        -power_of_j(degree + 1) * near / (ka * ka * hankel(degree, ka)[1])
    }

    fn by_fractions(degree: u32, z: Complex<f64>) -> Complex<f64> {
        let term = |[pole, residue]: &[Complex<f64>; 2]| {
            let pair = if pole.im > 0.0 { residue.conj() / (z - pole.conj()) } else { 0.0.into() };
            residue / (z - pole) + pair
        };
        fractions(degree).iter().map(term).sum()
    }

    #[test]
    fn every_order_is_that_of_the_hankel_functions() {
        for degree in 0..=6 {
            for ka in [0.05, 0.3, 1.0, 2.7, 8.0, 40.0] {
                let exact = by_hankel(degree, ka);
                let z = Complex::new(0.0, ka);
                let error = (far(degree, z) / exact - 1.0).norm();
                assert!(error < 1e-9, "{degree} at {ka}: {error:e}");
                // Fractions cancel where the field is next to nothing.
                let error = (by_fractions(degree, z) - exact).norm();
                let fine = error < 1e-6 * exact.norm() + 1e-13;
                assert!(fine, "{degree} at {ka}: {error:e}");
            }
        }
    }

    #[test]
    fn pulsating_and_oscillating_spheres_have_their_resistance() {
        // Morse and Ingard 1968, Theoretical Acoustics, 7.1 and 7.2.
        for ka in [0.01_f64, 0.5, 1.0, 3.0, 30.0] {
            let square = ka * ka;
            let pulsating = square / (1.0 + square);
            let oscillating = square * square / (4.0 + square * square);
            assert!((resistance(0, ka) / pulsating - 1.0).abs() < 1e-12);
            assert!((resistance(1, ka) / oscillating - 1.0).abs() < 1e-12);
        }
        // Far above, every order radiates as a plane wave does; far below as (ka)^{2n+2}.
        for degree in 0..=6 {
            assert!((resistance(degree, 1e3) - 1.0).abs() < 1e-3);
            let slope = (resistance(degree, 2e-3) / resistance(degree, 1e-3)).log2();
            assert!((slope - f64::from(2 * degree + 2)).abs() < 1e-4);
        }
    }

    #[test]
    fn resistance_is_that_of_the_pressure_at_the_surface() {
        // Re of −j·h/h′ (pressure over velocity and ρc); its Wronskian makes the other form.
        for degree in 0..=6 {
            for ka in [0.7, 2.0, 9.0] {
                let [value, slope] = hankel(degree, ka);
                let surface = (Complex::new(0.0, -1.0) * value / slope).re;
                assert!((resistance(degree, ka) / surface - 1.0).abs() < 1e-8, "{degree} {ka}");
            }
        }
    }

    #[test]
    fn poles_are_exact_and_stable() {
        // n = 1: z² + 2z + 2.
        let [pole, residue] = fractions(1)[0];
        assert!((pole - Complex::new(-1.0, 1.0)).norm() < 1e-15);
        assert!((residue - Complex::new(0.5, 0.5)).norm() < 1e-15);
        for degree in 0..=8 {
            let fractions = fractions(degree);
            let pairs = |pole: Complex<f64>| if pole.im > 0.0 { 2 } else { 1 };
            let count: u32 = fractions.iter().map(|fraction| pairs(fraction[0])).sum();
            assert_eq!(count, degree + 1);
            assert!(fractions.iter().all(|fraction| fraction[0].re < 0.0));
            // z^n/P falls as 1/z, so that the residues add up to 1.
            let sum: f64 = fractions.iter().map(|[p, r]| f64::from(pairs(*p)) * r.re).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{degree}: {sum}");
        }
    }

    #[test]
    fn a_rigid_sphere_under_a_half_sine_sends_the_exact_transient() {
        // (D² + 2D + 2)p = D·a in units of ρa and a/c, for a half sine of the acceleration
        // (Koss and Alfredson 1973): the second half sine ends the first.
        let half = 3.0_f64;
        let w = std::f64::consts::PI / half;
        let sine = |t: f64| {
            if t <= 0.0 {
                return 0.0;
            }
            let below = 4.0 + w.powi(4);
            let (in_phase, ahead) = (2.0 * w * w / below, w * (2.0 - w * w) / below);
            let rest = -ahead * t.cos() - (in_phase * w + ahead) * t.sin();
            in_phase * (w * t).sin() + ahead * (w * t).cos() + (-t).exp() * rest
        };
        let exact = |t: f64| sine(t) + sine(t - half);
        let force = |t: f64| if t < half { (w * t).sin() } else { 0.0 };
        // The filter as it runs: every pole under a force held over short steps.
        let fractions = fractions(1);
        let (step, mut states) = (1e-3, vec![Complex::from(0.0); fractions.len()]);
        let (mut worst, mut peak) = (0.0_f64, 0.0_f64);
        for i in 0..10_000 {
            let t = f64::from(i) * step;
            let held = force(t + 0.5 * step);
            let mut sum = 0.0;
            for ([pole, residue], state) in fractions.iter().zip(&mut states) {
                let decay = (pole * step).exp();
                *state = decay * *state + residue * (decay - 1.0) / pole * held;
                sum += 2.0 * state.re;
            }
            worst = worst.max((sum - exact(t + step)).abs());
            peak = peak.max(exact(t + step).abs());
        }
        assert!(peak > 0.2 && worst < 1e-5 * peak, "{worst} of {peak}");
    }
}
