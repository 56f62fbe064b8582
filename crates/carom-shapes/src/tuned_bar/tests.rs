use super::*;
use crate::special::testing::{assert_close, assert_sound};
use crate::{Bar, Motion, STEEL};

/// Of an untuned bar of wood, E/G = 14.
const WOOD: Elastic = Elastic { shear: 1.5e9, ..Elastic::isotropic(21e9, 0.37, 1000.0) };

fn plain(arch: f64, depth: f64, flatness: f64) -> TunedBar {
    let (arch, depth, flatness) = (Some(arch), Some(depth), Some(flatness));
    TunedBar { tuning: None, arch, depth, flatness, ..TunedBar::default() }
}

fn of(object: &Object, motion: Motion) -> Vec<f64> {
    let modes = object.modes.iter().filter(|mode| mode.motion == motion);
    modes.map(|mode| mode.frequency).collect()
}

#[test]
fn without_a_cut_it_is_a_bar() {
    let TunedBar { length, width, thickness, .. } = TunedBar::default();
    let suspension = Some(7.0);
    let bar = Bar { length, width, thickness, suspension, ..Bar::default() };
    let uncut = TunedBar { suspension, ..plain(0.6, 0.0, 4.0) };
    let [known, found] = [bar.design(&WOOD, 2e4), uncut.design(&WOOD, 2e4)];
    assert!((found.mass / known.mass - 1.0).abs() < 1e-12);
    assert_eq!(known.modes.len(), found.modes.len());
    let place = [0.07, 0.9];
    let weights = known.weights(place).into_iter().zip(found.weights(place));
    for ((known, found), (expected, weight)) in known.modes.iter().zip(&found.modes).zip(weights) {
        assert_eq!((&known.name, known.motion), (&found.name, found.motion));
        assert!((found.frequency - known.frequency).abs() < 1e-6 * known.frequency);
        assert!((weight.abs() - expected.abs()).abs() < 1e-5, "{} {weight}", known.name);
    }
}

#[test]
fn frequencies_are_those_of_finite_elements() {
    // Computed apart from this program with two-node Timoshenko elements and two-node elements that
    // twist, 400 and 800 of them, extrapolated.
    let bends = |arch, depth, flatness, known: &[f64]| {
        let object = plain(arch, depth, flatness).design(&WOOD, 2e4);
        assert_close(&of(&object, Motion::Bending), known, 1e-4);
        assert_sound(&object, 2e4);
    };
    let marimba = [134.279_36, 525.016, 1328.315, 2385.505, 3529.874, 4648.259, 5763.28, 6943.2];
    bends(0.6, 0.7, 4.0, &marimba);
    let parabola = [170.164_88, 646.6265, 1445.612, 2407.552, 3497.270, 4675.818, 5912.0, 7184.0];
    bends(0.8, 0.65, 2.0, &parabola);
    let steep = [235.859_18, 802.0356, 1812.401, 3031.156, 4200.633, 5336.547, 6598.57, 7965.6];
    bends(0.5, 0.5, 8.0, &steep);
    let twists = of(&plain(0.6, 0.7, 4.0).design(&WOOD, 2e4), Motion::Twisting);
    assert_close(&twists, &[217.3792, 878.2146, 1548.732, 2128.616], 1e-4);
}

#[test]
fn more_polynomials_change_nothing() {
    let bar = plain(0.6, 0.7, 4.0);
    let [few, many] = [2e4, 4e4].map(|up_to| bar.design(&WOOD, up_to));
    for motion in [Motion::Bending, Motion::Twisting] {
        let few = of(&few, motion);
        assert!(few.len() > 12, "{}", few.len());
        let worst = few.len() - few.len() / 4;
        assert_close(&of(&many, motion), &few[..worst], 1e-6);
        assert_close(&of(&many, motion), &few, 1e-3);
    }
}

#[test]
fn an_arch_gives_the_wanted_tuning() {
    let wanted = |length, tuning: &[f64], fundamental, elastic: &Elastic| {
        let tuning = Some(tuning.to_vec());
        let bar = TunedBar { length, tuning, fundamental, ..TunedBar::default() };
        assert_eq!((bar.errors(), bar.material_errors(elastic)), (vec![], vec![]));
        of(&bar.design(elastic, 1e4), Motion::Bending)
    };
    let steel = wanted(0.46, &[1.0, 3.0], None, &STEEL.elastic);
    assert!((steel[1] / steel[0] - 3.0).abs() < 1e-4);
    let xylophone = wanted(0.38, &[1.0, 3.0, 6.0], None, &WOOD);
    assert_close(&xylophone, &[1.0, 3.0, 6.0].map(|ratio| ratio * xylophone[0]), 1e-4);
    let marimba = wanted(0.46, &[1.0, 4.0], Some(130.8), &WOOD);
    assert_close(&marimba, &[130.8, 4.0 * 130.8], 1e-4);
    let three = wanted(0.46, &[1.0, 4.0, 10.0], Some(130.8), &WOOD);
    assert_close(&three, &[130.8, 4.0 * 130.8, 10.0 * 130.8], 1e-4);
}

#[test]
fn what_no_arch_gives_is_named() {
    let bar = TunedBar::default();
    let refused = |bar: &TunedBar| bar.of(&STEEL).unwrap_err().to_string();
    let high = refused(&TunedBar { tuning: Some(vec![1.0, 40.0]), ..bar.clone() });
    assert!(high.starts_with("`tuning` is [1.0, 40.0]; `tuning` must be one that an"), "{high}");
    let high = refused(&TunedBar { tuning: Some(vec![1.0, 4.0, 30.0]), ..bar.clone() });
    assert!(high.contains("here the third number lies from"), "{high}");
    let high = refused(&TunedBar { fundamental: Some(3000.0), ..bar.clone() });
    assert!(high.starts_with("`fundamental` is 3000; `fundamental` must be one that"), "{high}");
    for tuning in [vec![], vec![1.0], vec![2.0, 4.0], vec![1.0, 1.0], vec![1.0, f64::NAN]] {
        let wrong = TunedBar { tuning: Some(tuning), ..bar.clone() }.errors();
        assert_eq!(wrong[0].field, "tuning");
    }
    let both = TunedBar { depth: Some(0.5), ..bar.clone() }.errors();
    assert_eq!(both[0].field, "depth");
    let (fundamental, arch) = (Some(130.0), Some(0.5));
    assert_eq!(TunedBar { fundamental, arch, ..bar.clone() }.errors()[0].field, "arch");
    for (length, width, thickness) in [(1e200, 1e-200, 1e-3), (1e-3, 1.0, 1e3), (1e3, 1e-3, 1e-6)] {
        // Odd sizes give odd modes, or none, but an answer.
        let odd = TunedBar { length, width, thickness, ..bar.clone() };
        assert!(odd.design(&WOOD, 2e4).modes.len() < 500);
    }
}
