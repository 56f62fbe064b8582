use carom_numeric::bessel::BesselJ;

use super::*;
use crate::air::face::Disc;

/// The dipole for long waves over ρ: 4π·p/jk·cos θ.
fn dipole(sheet: &FreeRectangle, shape: impl Fn([f64; 2]) -> f64) -> f64 {
    let value = |(place, area): ([f64; 2], f64)| shape(place) * area;
    let values: Vec<f64> = sheet.face().places().map(value).collect();
    let k = 1e-6;
    4.0 * PI * (sheet.far(&values, k, [0.0, 0.0, 1.0]) / Complex::new(0.0, k)).re
}

#[test]
fn rectangles_have_their_added_mass() {
    // DNV-RP-C205, table D-2: over πρ/4·b²·a.
    for (ratio, known) in [(1.0, 0.579), (1.5, 0.690), (2.0, 0.757), (5.0, 0.897), (10.0, 0.947)] {
        let sheet = FreeRectangle::new([ratio, 1.0, 0.0], 20.0, 0.0);
        let found = dipole(&sheet, |_| 1.0) / (PI / 4.0 * ratio);
        assert!((found / known - 1.0).abs() < 5e-3, "{ratio}: {found}");
    }
}

#[test]
fn a_strip_lacks_air_at_its_ends_where_its_added_mass_does() {
    // The jump on a rigid strip is the same all along but for its ends: by reciprocity the dipole of
    // the middle alone, from which follows what the ends lack, in widths.
    let sheet = FreeRectangle::new([20.0, 1.0, 0.0], 100.0, 0.0);
    let middle = dipole(&sheet, |[x, _]| f64::from(u8::from(x.abs() < 5.0))) / 10.0;
    let lacking = 20.0 - dipole(&sheet, |_| 1.0) / middle;
    assert!((0.4..0.6).contains(&lacking), "{lacking}");
}

#[test]
fn thick_strips_have_their_added_mass() {
    // The same table of two-dimensional sections: over πρ(b/2)², by thickness over width.
    for (ratio, known) in [(0.1, 1.14), (0.2, 1.21), (0.5, 1.36), (1.0, 1.51), (2.0, 1.70)] {
        let sheet = FreeRectangle::new([1000.0, 1.0, ratio], 0.2, 0.0);
        let found = dipole(&sheet, |_| 1.0) / 1000.0;
        let known: f64 = known * PI / 4.0 + ratio;
        assert!((found / known - 1.0).abs() < 0.025, "{ratio}: {found} {known}");
    }
}

#[test]
fn a_twisting_strip_is_near_its_added_inertia() {
    // πρ(b/2)⁴/8 per length (Newman 1977, Marine Hydrodynamics, table 4.3): ∫Δp·y over jk·k_y.
    let sheet = FreeRectangle::new([1000.0, 1.0, 0.0], 0.2, 0.0);
    let values: Vec<f64> = sheet.face().places().map(|([_, y], area)| y * area).collect();
    let k = 1e-3;
    let far = sheet.far(&values, k, [0.0, 0.6, 0.8]) / (0.8 * 0.6 * k * k);
    let decibel = 20.0 * (4.0 * PI * far.norm() / (1000.0 * PI / 128.0)).log10();
    assert!((0.0..1.1).contains(&decibel), "{decibel} dB");
}

#[test]
fn short_waves_are_heard_from_each_side_by_itself() {
    // A mode above coincidence in the direction of its lobe, over the field in a baffle.
    let (k, waves) = (600.0, 100.0_f64);
    let sheet = FreeRectangle::new([0.3 * PI, 0.2 * PI, 0.0], waves, k);
    let shape =
        |([x, y], area): ([f64; 2], f64)| (0.8 * waves * x).cos() * (0.6 * waves * y).cos() * area;
    let values: Vec<f64> = sheet.face().places().map(shape).collect();
    let lobe = [0.8 * waves / k, 0.6 * waves / k];
    let up = (1.0_f64 - (waves / k).powi(2)).sqrt();
    let baffled = sheet.face().transform(&values, [k * lobe[0], k * lobe[1]]).whole() / (2.0 * PI);
    let ratio = (sheet.far(&values, k, [lobe[0], lobe[1], up]) / baffled).norm();
    assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
    // All around it loses ρc times its area on each side over the cosine of the lobe.
    let square = sheet.square(&values, k);
    let resistance = k * k * square / (2.0 * 0.25 * 0.06 * PI * PI / up);
    assert!((10.0 * resistance.log10()).abs() < 0.8, "{resistance}");
}

#[test]
fn slopes_of_waves_on_a_disc_are_those_of_integrals() {
    let disc = FreeDisc::new(1.0, Disc::new(1.0, 0.0, 0.0, 0));
    for waves in 0..4_u32 {
        for wave in [0.3, 1.0, 5.0] {
            let (mut whole, mut slopes) = (0.0, 0.0);
            for i in 0..2000 {
                let r = (f64::from(i) + 0.5) / 2000.0;
                let BesselJ { value, slope } = BesselJ::new(waves, wave * r);
                whole += value * value * r;
                slopes += (slope * slope + (f64::from(waves) * value).powi(2)) / r;
            }
            let (found, known) = (disc.slope(waves, wave), slopes / whole);
            assert!(
                (found - known).abs() < 1e-5 * (1.0 + known),
                "{waves} {wave}: {found} {known}"
            );
        }
        let known = f64::from(2 * waves * (waves + 1));
        assert!((disc.slope(waves, 1e-2) - known).abs() < 1e-3);
    }
}

/// The exact field of a disc of radius 1 that moves as Σ c_i·r^{m+2i}·cos mφ, both sides free: its jump as a
/// sum of r^m·(1 − r²)^{n+½}, n = 0 to N−1, by Galerkin's method. The Hankel transform of a term is
/// 2^{n+1}·Γ(n + 3/2)/√π·j_{m+n+1}(κ)/κ^{n+1}, and √(κ² − k²) takes half the jump to ρ times the
/// acceleration.
struct Exact {
    m: usize,
    k: f64,
    jump: Vec<Complex<f64>>,
}

/// Spherical Bessel functions of the orders below `count`, by the recurrence downwards.
fn spherical(count: usize, x: f64) -> Vec<f64> {
    let start = count.max(x as usize) + 30;
    let (mut above, mut here) = (0.0, 1e-250);
    let mut all = vec![0.0; start + 1];
    for n in (0..=start).rev() {
        all[n] = here;
        (above, here) = (here, (2 * n + 1) as f64 / x * here - above);
        if here.abs() > 1e100 {
            all[n..].iter_mut().for_each(|value| *value *= 1e-100);
            (above, here) = (above * 1e-100, here * 1e-100);
        }
    }
    let (sine, cosine) = x.sin_cos();
    let known = [sine / x, sine / (x * x) - cosine / x];
    let place = usize::from(known[1].abs() > known[0].abs());
    let scale = known[place] / all[place];
    all.iter().take(count).map(|value| value * scale).collect()
}

impl Exact {
    fn new(m: usize, shape: &[f64], k: f64) -> Self {
        let count = 5 + (k / 1.5) as usize;
        let mut exact = Self { m, k, jump: vec![Complex::from(0.0); count] };
        let mut matrix = vec![vec![Complex::from(0.0); count]; count];
        let mut add = |wave: f64, factor: Complex<f64>| {
            let terms = exact.terms(wave);
            for i in 0..count {
                for j in 0..count {
                    matrix[i][j] += factor * (wave * terms[i] * terms[j]);
                }
            }
        };
        // κ = k·sin t below k, κ² = k² + u² above.
        let (steps, step, top) = (400, 0.04, 150.0 + 3.0 * k);
        for i in 0..steps {
            let (sine, cosine) = ((f64::from(i) + 0.5) * 0.5 * PI / f64::from(steps)).sin_cos();
            let share = k * cosine * 0.5 * PI / f64::from(steps);
            add(k * sine, Complex::new(0.0, k * cosine * share));
        }
        for i in 0..(top / step) as u32 {
            let u = (f64::from(i) + 0.5) * step;
            add(k.hypot(u), (u * u / k.hypot(u) * step).into());
        }
        // j² is 1/2κ² in the mean beyond that, and the term of n = 0 is 1·j/κ.
        matrix[0][0] += 0.5 / top;
        for (n, row) in matrix.iter_mut().enumerate() {
            let integral = |(i, c): (usize, &f64)| c * integral(m + i, n);
            row.push(shape.iter().enumerate().map(integral).sum::<f64>().into());
        }
        exact.jump = solve(matrix);
        exact
    }

    /// The transforms of the terms.
    fn terms(&self, wave: f64) -> Vec<f64> {
        let bessel = spherical(self.m + self.jump.len() + 1, wave);
        let mut factor = 1.0 / wave;
        let term = |n: usize| {
            let term = factor * bessel[self.m + n + 1];
            factor *= (2 * n + 3) as f64 / wave;
            term
        };
        (0..self.jump.len()).map(term).collect()
    }

    /// The far field over ρ·j^m and the cosine, at the cosine.
    fn far(&self, cosine: f64) -> Complex<f64> {
        let terms = self.terms(self.k * (1.0 - cosine * cosine).sqrt());
        let sum: Complex<f64> = self.jump.iter().zip(terms).map(|(jump, term)| jump * term).sum();
        Complex::new(0.0, self.k) * sum
    }
}

/// ∫r^{2m+1}·(1 − r²)^{n+½}dr, a beta function.
fn integral(m: usize, n: usize) -> f64 {
    let start = (1..=m).fold(1.0 / 3.0, |value, j| value * j as f64 / (j as f64 + 1.5));
    (0..n).fold(start, |value, j| value * (j as f64 + 1.5) / ((m + j) as f64 + 2.5))
}

/// Gauss's elimination of rows with their right sides.
fn solve(mut rows: Vec<Vec<Complex<f64>>>) -> Vec<Complex<f64>> {
    let count = rows.len();
    for i in 0..count {
        let best = (i..count).max_by(|a, b| rows[*a][i].norm().total_cmp(&rows[*b][i].norm()));
        rows.swap(i, best.unwrap());
        let row = rows[i].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i] / row[i];
            other.iter_mut().zip(&row).for_each(|(value, part)| *value -= factor * part);
        }
    }
    (0..count).map(|i| rows[i][count] / rows[i][i]).collect()
}

#[test]
fn the_exact_disc_has_its_added_masses() {
    // Lamb, §102: 8/3; §108: 16/45 for a tilt, each over ρ, radius 1 and the cosine's π or 2π.
    for (m, known) in [(0, 8.0 / 3.0 / (2.0 * PI)), (1, 16.0 / 45.0 / PI)] {
        let exact = Exact::new(m, &[1.0], 0.02);
        let term = |(n, jump): (usize, &Complex<f64>)| 2.0 * jump * integral(m, n);
        let sum: Complex<f64> = exact.jump.iter().enumerate().map(term).sum();
        assert!((sum / known - 1.0).norm() < 1e-3, "{m}: {sum} {known}");
    }
}

#[test]
fn free_discs_are_heard_nearly_as_exactly_known() {
    // Rigid motions, the simplest shapes that are orthogonal to them, and others.
    let shapes: [(u32, &[f64]); 9] = [
        (0, &[1.0]),
        (0, &[1.0, -2.0]),
        (0, &[1.0, -6.0, 6.0]),
        (0, &[1.0, -12.0, 30.0, -20.0]),
        (1, &[1.0]),
        (1, &[1.0, -1.5]),
        (2, &[1.0]),
        (2, &[1.0, -4.0 / 3.0]),
        (3, &[1.0]),
    ];
    let (mut all, mut good) = (0, 0);
    for (m, shape) in shapes {
        let disc = FreeDisc::new(1.0, Disc::new(1.0, 60.0, 12.0, 0));
        let value = |(r, share): (f64, f64)| {
            let terms = shape.iter().enumerate().map(|(i, c)| c * r.powi(m as i32 + 2 * i as i32));
            terms.sum::<f64>() * share
        };
        let values: Vec<f64> = disc.disc().radii().map(value).collect();
        for k in [0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0] {
            let exact = Exact::new(m as usize, shape, k);
            let (mut known, mut found) = (0.0, 0.0);
            for i in 0..60 {
                let cosine = (f64::from(i) + 0.5) / 60.0;
                known += (exact.far(cosine) * cosine).norm_sqr();
                found += disc.far(m, &values, k, cosine).norm_sqr();
            }
            let decibel = 10.0 * (found / known).log10();
            let most = if k < 0.7 { 1.5 } else { 4.5 };
            assert!(decibel.abs() < most, "{m} {shape:?} at {k}: {decibel} dB");
            all += 1;
            good += u32::from(decibel.abs() < 2.6);
            // The rigid dipole is exact.
            assert!(m > 0 || shape.len() > 1 || k > 0.3 || decibel.abs() < 0.15, "{decibel} dB");
        }
    }
    assert!(10 * good >= 9 * all, "{good} of {all}");
}
