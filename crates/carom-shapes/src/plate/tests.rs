use std::f64::consts::TAU;

use super::*;
use crate::special::testing::assert_close;

const STEEL: Elastic = Elastic::isotropic(2e11, 0.3, 7800.0);

fn plate(length: f64, width: f64, edges: Edges) -> Plate {
    Plate { length, width, thickness: 0.001, edges, suspension: None }
}

/// ωa²√(ρh/D) of the modes that are not rigid.
fn figures(plate: &Plate, up_to: f64) -> Vec<f64> {
    let object = plate.design(&STEEL, up_to);
    let unit = TAU * plate.length * plate.length / plate.bending(&STEEL);
    let modes = object.modes.iter().filter(|mode| mode.frequency > 0.0);
    modes.map(|mode| mode.frequency * unit).collect()
}

#[test]
fn plates_have_their_published_modes() {
    // Leissa's bounds of 1973 (J. Sound Vib. 31) are up to 1 % above those of the free square.
    let free = figures(&plate(0.3, 0.3, Edges::Free), 1000.0);
    assert_close(&free, &[13.468, 19.596, 24.270, 34.801, 34.801, 61.093], 1e-4);
    let clamped = figures(&plate(0.3, 0.3, Edges::Clamped), 1500.0);
    assert_close(&clamped, &[35.985, 73.394, 73.394, 108.22, 131.58, 132.20], 1e-4);
    let supported = figures(&plate(0.4, 0.2, Edges::Supported), 2000.0);
    let exact = [5.0, 8.0, 13.0, 17.0].map(|square| square * std::f64::consts::PI.powi(2));
    assert_close(&supported, &exact, 1e-12);
}

#[test]
fn a_narrow_free_plate_bends_like_a_bar() {
    // 22.373 is the free bar's; a strip without Poisson's effect is one.
    let cork = Elastic { poisson: 0.0, ..STEEL };
    for width in [0.01, 0.0001] {
        let strip = plate(1.0, width, Edges::Free);
        let object = strip.design(&cork, 40.0);
        let unit = TAU / strip.bending(&cork);
        let modes = object.modes[3..].iter();
        let figures: Vec<f64> = modes.map(|mode| mode.frequency * unit).collect();
        assert_close(&figures, &[22.3733, 61.6728, 120.9034], 1e-4);
    }
}

#[test]
fn the_highest_modes_hold_when_the_basis_grows() {
    for edges in [Edges::Free, Edges::Clamped] {
        let plate = plate(0.3, 0.2, edges);
        let (few, many) = (figures(&plate, 6000.0), figures(&plate, 11_000.0));
        assert!(few.len() > 20 && few.len() < many.len());
        assert_close(&many, &few, 3e-3);
        assert_close(&many, &few[..few.len() / 2], 1e-4);
        let worst = many.iter().zip(&few).map(|(many, few)| few / many - 1.0).fold(0.0, f64::max);
        eprintln!("{edges:?}: worst of {} {worst:e}", few.len());
    }
}

#[test]
fn the_number_of_modes_follows_the_density() {
    let object = plate(0.3, 0.2, Edges::Free).design(&STEEL, 8000.0);
    let area = 0.06 / plate(0.3, 0.2, Edges::Free).bending(&STEEL) / 2.0 * 8000.0;
    let count = object.modes.len() as f64;
    assert!(count > area && count < 1.4 * area, "{count} near {area}");
}

#[test]
fn a_free_plate_gives_way_as_a_rigid_body() {
    let mut plate = plate(0.3, 0.2, Edges::Free);
    plate.suspension = Some(5.0);
    let object = plate.design(&STEEL, 100.0);
    assert!(object.modes[..3].iter().all(|mode| mode.frequency == 5.0));
    let mass = 7800.0 * 0.3 * 0.2 * 0.001;
    assert!((object.mass / mass - 1.0).abs() < 1e-12);
    let weights = object.weights([1.0, 0.25]);
    let mobility: f64 = weights[..3].iter().map(|weight| weight * weight / mass).sum();
    // 1/m + x²/(ma²/12) + y²/(mb²/12)
    let expected = (1.0 + 12.0 * 0.25 + 12.0 * 0.0625) / mass;
    assert!((mobility / expected - 1.0).abs() < 1e-12);
}

#[test]
fn the_centre_of_a_supported_plate_is_silent_for_even_modes() {
    let object = plate(0.3, 0.2, Edges::Supported).design(&STEEL, 5000.0);
    for (mode, weight) in object.modes.iter().zip(object.weights([0.5, 0.5])) {
        let even = mode.name.contains(['2', '4', '6', '8']) && mode.name.len() == 6;
        assert!(!even || weight.abs() < 1e-12, "{} {weight}", mode.name);
    }
    assert!(object.weights([1.0, 0.3]).iter().all(|weight| *weight == 0.0));
}

#[test]
fn held_edges_stand_still_and_free_ones_do_not() {
    let weights = plate(0.3, 0.2, Edges::Clamped).design(&STEEL, 3000.0).weights([1.0, 0.4]);
    assert!(weights.iter().all(|weight| *weight == 0.0));
    let weights = plate(0.3, 0.2, Edges::Free).design(&STEEL, 3000.0).weights([0.0, 1.0]);
    assert!(weights.iter().all(|weight| weight.is_finite()));
    assert!(weights[..4].iter().all(|weight| weight.abs() > 0.99));
}
