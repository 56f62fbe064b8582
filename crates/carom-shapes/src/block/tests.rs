use std::f64::consts::PI;

use super::*;

const STEEL: Elastic = Elastic::isotropic(2e11, 0.3, 7800.0);

fn block(length: f64, width: f64, height: f64) -> Block {
    Block { length, width, height, suspension: None }
}

fn frequencies(block: &Block, elastic: &Elastic, up_to: f64) -> Vec<f64> {
    let object = block.design(elastic, up_to);
    object.modes[3..].iter().map(|mode| mode.frequency).collect()
}

/// The frequency nearest to an expected one, as a ratio.
fn nearest(frequencies: &[f64], expected: f64) -> f64 {
    let ratios = frequencies.iter().map(|frequency| frequency / expected);
    ratios.fold(
        f64::INFINITY,
        |best, ratio| {
            if (ratio - 1.0).abs() < (best - 1.0).abs() { ratio } else { best }
        },
    )
}

fn shear(elastic: &Elastic) -> f64 {
    (elastic.young / (2.0 * (1.0 + elastic.poisson) * elastic.density)).sqrt()
}

#[test]
fn a_cube_has_the_modes_of_lame() {
    // ω = √2·π·c_s/L, whatever Poisson's ratio is: exact.
    for poisson in [0.0, 0.2, 0.3, 0.45] {
        let elastic = Elastic { poisson, ..STEEL };
        let frequencies = frequencies(&block(0.1, 0.1, 0.1), &elastic, 60_000.0);
        let expected = shear(&elastic) / 0.1 / 2.0_f64.sqrt();
        assert!((nearest(&frequencies, expected) - 1.0).abs() < 1e-6, "{frequencies:?}");
    }
}

#[test]
fn a_long_block_bends_like_a_bar() {
    let (length, height) = (0.4, 0.02);
    let frequencies = frequencies(&block(length, height, height), &STEEL, 10_000.0);
    let bar = (STEEL.young / 12.0 / STEEL.density).sqrt() * height / length / length;
    let expected = 22.3733 * bar / (2.0 * PI);
    // Shear and rotary inertia lower it by about a percent at 20:1 (Timoshenko).
    let ratio = frequencies[0] / expected;
    assert!(ratio > 0.98 && ratio < 0.995, "{ratio}");
}

#[test]
fn a_long_block_rings_along_and_twists_like_a_bar() {
    let (length, height) = (0.4, 0.02);
    let frequencies = frequencies(&block(length, height, height), &STEEL, 10_000.0);
    let along = (STEEL.young / STEEL.density).sqrt() / (2.0 * length);
    assert!((nearest(&frequencies, along) - 1.0).abs() < 1e-3);
    // Saint-Venant's torsion of a square: J = 0.140577·a⁴, polar moment a⁴/6.
    let twist = shear(&STEEL) * (0.140_577 * 6.0_f64).sqrt() / (2.0 * length);
    assert!((nearest(&frequencies, twist) - 1.0).abs() < 3e-3);
}

#[test]
fn a_flat_block_rings_like_a_plate() {
    let flat = block(0.3, 0.3, 0.003);
    let lowest = frequencies(&flat, &STEEL, 500.0)[0];
    let bending = 0.003 * (STEEL.young / (12.0 * 0.91 * STEEL.density)).sqrt();
    let expected = 13.468 * bending / 0.09 / (2.0 * PI);
    assert!((lowest / expected - 1.0).abs() < 0.01, "{lowest} near {expected}");
}

#[test]
fn turning_the_block_about_the_vertical_changes_nothing() {
    let one = frequencies(&block(0.12, 0.08, 0.05), &STEEL, 40_000.0);
    let other = frequencies(&block(0.08, 0.12, 0.05), &STEEL, 40_000.0);
    assert_eq!(one.len(), other.len());
    assert!(one.len() > 10);
    for (a, b) in one.iter().zip(other) {
        assert!((a / b - 1.0).abs() < 1e-9);
    }
}

#[test]
fn it_gives_way_as_a_rigid_body() {
    let mut block = block(0.12, 0.08, 0.05);
    block.suspension = Some(7.0);
    let object = block.design(&STEEL, 100.0);
    let mass = 7800.0 * 0.12 * 0.08 * 0.05;
    assert!((object.mass / mass - 1.0).abs() < 1e-12);
    assert!(object.modes.len() == 3 && object.modes.iter().all(|mode| mode.frequency == 7.0));
    let weights = object.weights([1.0, 0.75]);
    let mobility: f64 = weights.iter().map(|weight| weight * weight / mass).sum();
    let about_y = mass * (0.12_f64.powi(2) + 0.05_f64.powi(2)) / 12.0;
    let about_x = mass * (0.08_f64.powi(2) + 0.05_f64.powi(2)) / 12.0;
    let expected = 1.0 / mass + 0.06_f64.powi(2) / about_y + 0.02_f64.powi(2) / about_x;
    assert!((mobility / expected - 1.0).abs() < 1e-12);
}

#[test]
fn the_mode_of_lame_is_shaped_and_scaled_as_it_should() {
    // u = (cos kx·sin kz, 0, −sin kx·cos kz) and its twins in the planes yz and xy: one frequency,
    // so the solver may mix them as it likes. Of any orthonormal mixture the sum of squared
    // weights is wᵀG⁻¹w with the mean products G: ½ with itself, 2/π² or −2/π² with a twin.
    let object = block(0.1, 0.1, 0.1).design(&STEEL, 40_000.0);
    let expected = shear(&STEEL) / 0.1 / 2.0_f64.sqrt();
    let (one, other) = (object.weights([0.5, 0.5]), object.weights([0.0, 0.25]));
    let pair = |weights: &[f64]| -> f64 {
        let modes = object.modes.iter().zip(weights);
        let pair = modes.filter(|(mode, _)| (mode.frequency / expected - 1.0).abs() < 1e-6);
        pair.map(|(_, weight)| weight * weight).sum()
    };
    let (own, twin) = (0.5, 2.0 / PI / PI);
    let middle = 2.0 / (own + twin);
    let edge = 0.5 * (own - twin) / (own + twin) / (own - 2.0 * twin);
    assert!((pair(&one) / middle - 1.0).abs() < 1e-4, "{}", pair(&one));
    assert!((pair(&other) / edge - 1.0).abs() < 1e-4, "{}", pair(&other));
}

#[test]
fn a_bar_bent_by_the_method_has_the_weight_of_a_bar_at_its_end() {
    // A free bar's mode of mean square 1 is 2 at its ends.
    let object = block(0.4, 0.01, 0.02).design(&STEEL, 1000.0);
    let end = object.weights([1.0, 0.5])[3..].iter().fold(0.0_f64, |most, w| most.max(w.abs()));
    assert!((end - 2.0).abs() < 0.03, "{end}");
}
