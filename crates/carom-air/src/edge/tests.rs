use super::*;
use crate::face::{Disc, Rectangle};

/// ∫Δp·v dS over ρ for long waves, of a shape with ∫v²dS.
fn reaction(square: f64, circuit: ShortCircuit) -> f64 {
    let k = 1e-6 * circuit.coincidence.sqrt();
    2.0 * square * (circuit.at(k) / Complex::new(0.0, k)).re
}

#[test]
fn rectangles_have_their_added_mass() {
    // DNV-RP-C205, table D-2: over πρ/4·b²·a.
    for (ratio, known) in [(1.0, 0.579), (1.5, 0.690), (2.0, 0.757), (5.0, 0.897), (10.0, 0.947)] {
        let size = [ratio, 1.0];
        let rigid = ShortCircuit::on_rectangle([0.0; 2], size, of_rectangle(size));
        let found = reaction(ratio, rigid) / (PI / 4.0 * ratio);
        assert!((found / known - 1.0).abs() < 4e-3, "{ratio}: {found}");
    }
    // A strip that twists about its length: πρ(b/2)⁴/8 per length (Newman 1977, Marine
    // Hydrodynamics, table 4.3).
    let size = [1e4, 1.0];
    let face = Rectangle::new(size, [0.0, 1.0], 0.0);
    let values: Vec<f64> = face.places().map(|([_, y], area)| y * area).collect();
    let twist = ShortCircuit::on_rectangle(face.wave_squares(&values), size, of_rectangle(size));
    let decibel = 20.0 * (reaction(1e4 / 12.0, twist) / (1e4 * PI / 128.0)).log10();
    assert!((0.0..1.1).contains(&decibel), "{decibel} dB");
}

#[test]
fn thick_strips_have_theirs() {
    // The same table of two-dimensional sections: over πρ(b/2)², by thickness over width.
    for (ratio, known) in [(0.1, 1.14), (0.2, 1.21), (0.5, 1.36), (1.0, 1.51), (2.0, 1.70)] {
        let strip = of_thick(of_rectangle([1e9, 1.0]), 1.0, ratio);
        let found = reaction(1.0, ShortCircuit::on_rectangle([0.0; 2], [1e9, 1.0], strip));
        let known: f64 = known * PI / 4.0 + ratio;
        assert!((found / known - 1.0).abs() < 0.02, "{ratio}: {found} {known}");
    }
}

#[test]
fn far_above_coincidence_both_sides_are_heard_by_themselves() {
    // At the angle sin θ = κ/k, where the lobe is.
    let (wave, edge): (f64, f64) = (30.0, 2.0);
    for (k, most) in [(400.0_f64, 0.01), (3000.0, 0.001)] {
        let cosine = (1.0 - (wave / k).powi(2)).sqrt();
        let ratio = (ShortCircuit::on_disc(wave * wave, edge).at(k) * cosine).norm();
        assert!((ratio - 1.0).abs() < most, "{k}: {ratio}");
    }
    // Well below, the endless sheet: k/√(κ² − k²), but for the edges.
    let ratio = ShortCircuit::on_disc(1e6, 1.0).at(100.0).norm();
    assert!((ratio / (100.0 / (1e6_f64 - 1e4).sqrt()) - 1.0).abs() < 3e-3, "{ratio}");
}

/// The exact field of a disc of radius 1 that moves as r^m·cos mφ, both sides free: its jump as a
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
    fn new(m: usize, k: f64) -> Self {
        let count = 4 + (k / 1.5) as usize;
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
        // ∫r^{2m+1}·(1 − r²)^{n+½}dr, a beta function.
        let mut integral = (1..=m).fold(1.0 / 3.0, |value, j| value * j as f64 / (j as f64 + 1.5));
        for (n, row) in matrix.iter_mut().enumerate() {
            row.push(integral.into());
            integral *= (n as f64 + 1.5) / ((m + n) as f64 + 2.5);
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
        let exact = Exact::new(m, 0.02);
        let mut integral = if m == 0 { 1.0 / 3.0 } else { 2.0 / 15.0 };
        let mut sum = Complex::from(0.0);
        for (n, jump) in exact.jump.iter().enumerate() {
            sum += 2.0 * jump * integral;
            integral *= (n as f64 + 1.5) / ((m + n) as f64 + 2.5);
        }
        assert!((sum / known - 1.0).norm() < 1e-3, "{m}: {sum} {known}");
    }
}

#[test]
fn free_discs_are_heard_nearly_as_exactly_known() {
    let edge = of_disc(1.0);
    for m in 0..=3_u32 {
        let disc = Disc::new(1.0, 20.0, 12.0, 0);
        let shape = |(r, share): (f64, f64)| r.powi(m as i32) * share;
        let values: Vec<f64> = disc.radii().map(shape).collect();
        let circuit = ShortCircuit::on_disc(disc.wave_square(m, &values), edge);
        for k in [0.3, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.5, 8.0, 11.0] {
            let exact = Exact::new(m as usize, k);
            let (mut known, mut found) = (0.0, 0.0);
            for i in 0..60 {
                let cosine = (f64::from(i) + 0.5) / 60.0;
                known += (exact.far(cosine) * cosine).norm_sqr();
                let wave = k * (1.0 - cosine * cosine).sqrt();
                let baffled = disc.transform(m, &values, wave) / (2.0 * PI);
                found += (baffled * circuit.at(k) * cosine).norm_sqr();
            }
            let decibel = 10.0 * (found / known).log10();
            assert!(decibel.abs() < 1.7, "{m} at {k}: {decibel} dB");
            // The rigid dipole is exact.
            assert!(m > 0 || k > 0.3 || decibel.abs() < 0.15, "{decibel} dB");
        }
    }
}
