//! The infinite cylinder of which a part moves (Junger and Feit 1986, Sound, Structures, and Their
//! Interaction, 6.5 to 6.7): by stationary phase, the wave number along the axis that is heard in a
//! direction is k times the cosine to the axis.

use std::f64::consts::PI;

use carom_numeric::bessel::{BesselJ, BesselY};
use num_complex::Complex;

use crate::air::power_of_j;

/// The far field of a cylinder of radius a that moves as cos nφ around, over ρa·∫A·e^{jκx}dx and
/// cos nφ, where κ is the wave number along the axis and x = a·√(k² − κ²) is above 0:
/// −j^{n+1}/(πx·H_n⁽²⁾′(x)).
#[must_use]
pub fn far(waves: u32, x: f64) -> Complex<f64> {
    let (j, y) = (BesselJ::new(waves, x), BesselY::new(waves, x));
    if x <= 0.0 || !y.slope.is_finite() {
        return Complex::from(0.0);
    }
    // The slopes are times x.
    -power_of_j(waves + 1) / (PI * Complex::new(j.slope, -y.slope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_ones_are_lines_of_sources_and_dipoles() {
        // A line that breathes: flow 2πa·A per length, and p = ρQ̇/4π.
        assert!((far(0, 1e-4) - 0.5).norm() < 1e-6);
        // A line that swings: displaced and added mass 2πρa² per length, and p = jk·F/4π.
        let x = 1e-4;
        assert!((far(1, x) / Complex::new(0.0, 0.5 * x) - 1.0).norm() < 1e-6);
    }

    #[test]
    fn power_through_a_far_cylinder_is_that_at_the_surface() {
        // Per length, with κ = 0: at the surface ½ρc·Re(−jH/H′)·|A/ω|²·πa; far away the integral
        // over the axis of |G|²/(2ρc), which by Parseval is π·|ρa·C|²·A²·2π/(2ρc·k).
        for waves in 1..=6 {
            for x in [0.2, 1.0, 4.0] {
                let (j, y) = (BesselJ::new(waves, x), BesselY::new(waves, x));
                let h = Complex::new(j.value, -y.value);
                let slope = Complex::new(j.slope, -y.slope) / x;
                let surface = (Complex::new(0.0, -1.0) * h / slope).re / (x * x);
                let distant = 2.0 * PI * far(waves, x).norm_sqr() / x;
                assert!((distant / surface - 1.0).abs() < 1e-9, "{waves} {x}: {distant} {surface}");
            }
        }
    }
}
