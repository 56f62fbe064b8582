use std::f64::consts::TAU;

use super::*;
use crate::Grain;
use crate::special::testing::{assert_close, assert_orthonormal, square};

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

/// Sitka spruce by the ratios of the Wood Handbook (Forest Products Laboratory).
const SPRUCE: Elastic = Elastic {
    shear: 0.064 * 11.5e9,
    grain: Some(Grain {
        young: [0.078 * 11.5e9, 0.043 * 11.5e9],
        shear: [0.064 * 11.5e9, 0.061 * 11.5e9, 0.003 * 11.5e9],
        poisson: [0.372, 0.467, 0.435],
    }),
    ..Elastic::isotropic(11.5e9, 0.372, 420.0)
};

/// Wood that a plate of other sides makes up for: E_R is `ratio` of E_L, and coupling and twist are
/// ν and 1 − ν of the mean rigidity.
fn stretched(ratio: f64) -> Elastic {
    let (young, poisson) = (1e10, 0.3);
    let along = poisson / ratio.sqrt();
    let rigid = young / (1.0 - poisson * poisson) * ratio.sqrt();
    let grain = Grain {
        young: [ratio * young; 2],
        shear: [0.5 * (1.0 - poisson) * rigid; 3],
        poisson: [along, along, 0.3],
    };
    Elastic { grain: Some(grain), ..Elastic::isotropic(young, poisson, 500.0) }
}

fn frequencies(plate: &Plate, elastic: &Elastic, up_to: f64) -> Vec<f64> {
    let modes = plate.design(elastic, up_to).modes.into_iter();
    modes.map(|mode| mode.frequency).filter(|frequency| *frequency > 0.0).collect()
}

#[test]
fn a_grain_is_as_good_as_other_sides() {
    // With y in units of (D_y/D_x)^¼ the energy is that of an isotropic plate (Hearmon 1961), whose
    // published figures must come out: those of the square.
    for ratio in [0.078, 0.5, 3.0] {
        let wood = stretched(ratio);
        let figures = |edges| {
            let plate = plate(0.3, 0.3 * ratio.sqrt().sqrt(), edges);
            let unit = TAU * plate.length * plate.length / plate.bending(&wood);
            let scale = ratio.sqrt().sqrt() * unit;
            let found = frequencies(&plate, &wood, 1500.0);
            found.iter().map(|f| f * scale).collect::<Vec<_>>()
        };
        let free = figures(Edges::Free);
        assert_close(&free, &[13.468, 19.596, 24.270, 34.801, 34.801, 61.093], 1e-4);
        let clamped = figures(Edges::Clamped);
        assert_close(&clamped, &[35.985, 73.394, 73.394, 108.22, 131.58, 132.20], 1e-4);
        let exact = [2.0, 5.0, 5.0, 8.0].map(|square| square * std::f64::consts::PI.powi(2));
        assert_close(&figures(Edges::Supported), &exact, 1e-12);
    }
}

#[test]
fn spruce_rings_as_finite_elements_say() {
    // Computed apart from this program with 16 by 16 bicubic Hermite elements, which come from
    // above and still have up to 4 parts in 10 000 to go.
    let door = |edges| Plate { length: 2.0, width: 0.8, thickness: 0.035, edges, suspension: None };
    let free = [30.543_12, 47.051_14, 77.722_98, 82.565_73, 102.394_74, 130.475_9, 156.749_2];
    assert_close(&frequencies(&door(Edges::Free), &SPRUCE, 200.0), &free, 5e-4);
    let clamped = [101.751_05, 169.301_23, 242.522_63, 287.212_5, 294.807_3];
    assert_close(&frequencies(&door(Edges::Clamped), &SPRUCE, 500.0), &clamped, 5e-4);
    let supported = [51.099_36, 108.123_84, 158.335_37, 204.399_57, 210.377_4];
    assert_close(&frequencies(&door(Edges::Supported), &SPRUCE, 500.0), &supported, 5e-4);
    // Without its grain it would ring more than three times as high.
    let plain = Elastic { grain: None, ..SPRUCE };
    assert!(frequencies(&door(Edges::Supported), &plain, 500.0)[0] > 150.0);
    let board = |edges| plate(0.3, 0.2, edges);
    let board = |edges| Plate { thickness: 0.003, ..board(edges) };
    let free = [69.866_04, 112.590_7, 180.268_6, 180.753_0, 227.523_4, 312.157_4, 355.640_7];
    assert_close(&frequencies(&board(Edges::Free), &SPRUCE, 500.0), &free, 5e-4);
    let clamped = [228.209_5, 393.942_1, 533.439_3, 662.431_5, 678.835_7, 908.492_3];
    assert_close(&frequencies(&board(Edges::Clamped), &SPRUCE, 1200.0), &clamped, 5e-4);
}

#[test]
fn modes_of_a_plate_with_a_grain_are_orthonormal_and_hold_when_the_basis_grows() {
    for edges in [Edges::Free, Edges::Clamped] {
        let board = Plate { thickness: 0.003, ..plate(0.3, 0.2, edges) };
        let [few, many] = [3000.0, 5000.0].map(|up_to| frequencies(&board, &SPRUCE, up_to));
        assert!(few.len() > 25, "{}", few.len());
        assert_close(&many, &few, 3e-3);
        assert_orthonormal(&board.design(&SPRUCE, 2000.0), &square(), 16);
    }
}
