//! The acoustic short-circuit: flat things of which both sides are heard.
//!
//! On both sides the pressure is the same with opposite signs, and only its jump across the thing
//! sends sound: p = jk·cos θ/(4πr)·∫Δp·e^{j…}dS. On an endless sheet of wave number κ the jump is
//! 2ρ/√(κ² − k²) times the acceleration. On a finite one air also goes around the edge; here this
//! adds an edge wave number κ₀ to the decay −jk of sound that leaves straight, so that the jump is
//! 2ρ/K with K² = κ² + (κ₀ + jk)², and the far field is that of the face in a baffle times
//! cos θ·jk/K ([`short_circuit`]).
//!
//! What this keeps: the dipole of a rigid disc, strip or rectangle at low frequencies is exact, for
//! κ₀ is taken from their added masses; below coincidence (k < κ) a thing of many waves has the
//! jump of the endless sheet; far above it both sides are heard as if each were in a baffle; and at
//! coincidence nothing is infinite. What it does not keep: the jump falls to nothing towards an
//! edge. Of shapes r^m·cos mφ on a disc, of which the exact jump at low frequencies is known, m = 1
//! comes out 0.1 dB, m = 2 0.9 dB and m = 3 1.3 dB too loud.

use std::f64::consts::PI;

use num_complex::Complex;

/// jk/K: the far field over that of the same face in a baffle, but for the cosine of the direction
/// to its normal. `wave_square` is κ² and `edge` is κ₀.
#[must_use]
pub fn short_circuit(k: f64, wave_square: f64, edge: f64) -> Complex<f64> {
    let normal = Complex::new(edge, k);
    Complex::new(0.0, k) / (wave_square + normal * normal).sqrt()
}

/// κ₀ of a disc of radius a (m): its dipole is that of the added mass (8/3)ρa³ (Lamb 1932,
/// Hydrodynamics, §102), thus 3π/4a.
#[must_use]
pub fn of_disc(radius: f64) -> f64 {
    0.75 * PI / radius
}

/// κ₀ of a rectangle of length a and width b (m): (8/π)·√(1/a² + 1/ab + 1/b²). For a long strip this
/// is the added mass πρ(b/2)² per length, exact; for others it is within 0.4 % of the table in
/// DNV-RP-C205 (2010), appendix D.
#[must_use]
pub fn of_rectangle([length, width]: [f64; 2]) -> f64 {
    let [along, across] = [length.recip(), width.recip()];
    8.0 / PI * (along * along + along * across + across * across).sqrt()
}

/// κ₀ of a thick one: its dipole gains the mass of the air whose place it takes, and the added mass
/// grows as 1 + 0.51·√(thickness/width), within 2 % of the table for rectangular sections in
/// DNV-RP-C205 from thin to twice as high as wide.
#[must_use]
pub fn of_thick(edge: f64, width: f64, thickness: f64) -> f64 {
    let added = (1.0 + 0.51 * (thickness / width).sqrt()) / edge;
    (added + 0.5 * thickness).recip()
}

/// κ² of a shape on a disc from the mean square of its slope: (√slope + κ₀)² − κ₀², which is how
/// the exact jumps of the shapes r^m·cos mφ grow.
#[must_use]
pub fn wave_square_on_disc(slope: f64, edge: f64) -> f64 {
    slope + 2.0 * edge * slope.sqrt()
}

/// κ² of a shape on a rectangle from the mean squares of its slopes along and across: in each
/// direction a slope meets the edges of that direction, as it does on a disc.
#[must_use]
pub fn wave_square_on_rectangle(slopes: [f64; 2], size: [f64; 2]) -> f64 {
    let part = |axis: usize| slopes[axis] + 16.0 / (PI * size[axis]) * slopes[axis].sqrt();
    part(0) + part(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Disc, Rectangle};

    /// ∫Δp·v dS over ρ at low frequencies, of a shape with ∫v²dS.
    fn reaction(square: f64, wave_square: f64, edge: f64) -> f64 {
        // jk/K over jk, at k = 0.
        let k = 1e-9;
        2.0 * square * (short_circuit(k, wave_square, edge) / Complex::new(0.0, k)).re
    }

    #[test]
    fn a_rigid_disc_is_an_exact_dipole() {
        let radius = 0.13_f64;
        let found = reaction(PI * radius.powi(2), 0.0, of_disc(radius));
        assert!((found / (8.0 / 3.0 * radius.powi(3)) - 1.0).abs() < 1e-7);
    }

    #[test]
    fn shapes_on_a_disc_are_near_their_exact_jumps() {
        // v = r^m·cos mφ has Δp = C·v·√(1 − r²) with C = (4/π)·Π 2j/(2j+1): for m = 0 and 1 these
        // are the added masses of Lamb, §102 and §108.
        let disc = Disc::new(1.0, 20.0, 0.0, 0);
        let edge = of_disc(1.0);
        let mut constant = 4.0 / PI;
        for (m, most) in [(0_u32, 0.001), (1, 0.13), (2, 0.9), (3, 1.35)] {
            if m > 0 {
                constant *= f64::from(2 * m) / f64::from(2 * m + 1);
            }
            let shape = |r: f64| r.powi(m as i32);
            let values: Vec<f64> = disc.radii().map(|(r, share)| shape(r) * share).collect();
            let fine = Disc::new(1.0, 700.0, 0.0, 0);
            let exact: f64 = fine
                .radii()
                .map(|(r, share)| constant * shape(r).powi(2) * (1.0 - r * r).sqrt() * share)
                .sum();
            let square: f64 = disc.radii().map(|(r, share)| shape(r).powi(2) * share).sum();
            let wave = wave_square_on_disc(disc.wave_square(m, &values), edge);
            let decibel = 20.0 * (reaction(square, wave, edge) / exact).log10();
            assert!((-0.01..most).contains(&decibel), "{m}: {decibel} dB");
        }
        // A tilting disc: 16/45·ρa⁵ (Lamb, §108).
        assert!((8.0 / (3.0 * PI) * PI * 2.0 / 15.0 - 16.0 / 45.0_f64).abs() < 1e-12);
    }

    #[test]
    fn rectangles_have_their_added_mass() {
        // DNV-RP-C205, table D-2: over πρ/4·b²·a.
        for (ratio, known) in
            [(1.0, 0.579), (1.5, 0.690), (2.0, 0.757), (5.0, 0.897), (10.0, 0.947)]
        {
            let size = [ratio, 1.0];
            let found = reaction(ratio, 0.0, of_rectangle(size)) / (PI / 4.0 * ratio);
            assert!((found / known - 1.0).abs() < 4e-3, "{ratio}: {found}");
        }
        // A strip that twists about its length: πρ(b/2)⁴/8 per length (Newman 1977, Marine
        // Hydrodynamics, table 4.3).
        let size = [1e4, 1.0];
        let face = Rectangle::new(size, [0.0, 1.0], 0.0);
        let values: Vec<f64> = face.places().map(|([_, y], area)| y * area).collect();
        let wave = wave_square_on_rectangle(face.wave_squares(&values), size);
        let found = reaction(1e4 / 12.0, wave, of_rectangle(size));
        let decibel = 20.0 * (found / (1e4 * PI / 128.0)).log10();
        assert!((0.0..1.1).contains(&decibel), "{decibel} dB");
    }

    #[test]
    fn thick_strips_have_theirs() {
        // The same table of two-dimensional sections: over πρ(b/2)², by thickness over width.
        for (ratio, known) in [(0.1, 1.14), (0.2, 1.21), (0.5, 1.36), (1.0, 1.51), (2.0, 1.70)] {
            let strip = of_rectangle([1e9, 1.0]);
            let found = reaction(1.0, 0.0, of_thick(strip, 1.0, ratio));
            let known: f64 = known * PI / 4.0 + ratio;
            assert!((found / known - 1.0).abs() < 0.02, "{ratio}: {found} {known}");
        }
    }

    #[test]
    fn far_above_coincidence_both_sides_are_heard_by_themselves() {
        // At the angle sin θ = κ/k, where the lobe is.
        let (wave, edge): (f64, f64) = (30.0, 8.0);
        for (k, most) in [(400.0_f64, 0.01), (3000.0, 0.001)] {
            let cosine = (1.0 - (wave / k).powi(2)).sqrt();
            let ratio = (short_circuit(k, wave * wave, edge) * cosine).norm();
            assert!((ratio - 1.0).abs() < most, "{k}: {ratio}");
        }
        // Well below, the endless sheet: k/√(κ² − k²), but for the edges.
        let ratio = short_circuit(100.0, 1e6, 1.0).norm() / (100.0 / (1e6_f64 - 1e4).sqrt());
        assert!((ratio - 1.0).abs() < 1e-3, "{ratio}");
    }
}
