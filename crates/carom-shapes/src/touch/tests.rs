use carom::law::Loss;

use super::*;
use crate::material::{all, find};

fn named(name: &str) -> &'static Material {
    find(name).unwrap()
}

/// The exact contact time with a rigid wall.
fn contact_time(law: &Law, mass: f64, speed: f64) -> f64 {
    let Loss::ConstantRestitution { product } = law.loss() else { panic!("{law:?}") };
    let (k, exponent) = (law.potential().stiffness_coefficient(), law.potential().exponent());
    WallImpact::new(mass, k, exponent, product / speed, speed).unwrap().contact_time()
}

#[test]
fn a_sphere_has_its_mass() {
    let radius = radius_of(0.01, 7850.0).unwrap();
    let mass = 7850.0 * 4.0 / 3.0 * PI * radius.powi(3);
    assert!((mass / 0.01 - 1.0).abs() < 1e-15);
    assert_eq!(radius_of(0.0, 7850.0).unwrap_err().field, "mass");
    assert_eq!(radius_of(0.01, f64::NAN).unwrap_err().field, "density");
}

#[test]
fn steel_on_steel_touches_as_long_as_hertz_says() {
    // τ = 2.9432·x_max/v with x_max = (5mv²/4k)^(2/5), Johnson 1985, section 11.4. The losses of a
    // restitution of 0.93 change it by less than a hundredth.
    let (steel, mass) = (named("steel"), 0.01);
    let radius = radius_of(mass, steel.elastic.density).unwrap();
    let law = hertz_between((steel, Some(radius)), (steel, None)).unwrap();
    let k = 4.0 / 3.0 * contact_modulus(steel, steel) * radius.sqrt();
    assert!((law.potential().stiffness_coefficient() / k - 1.0).abs() < 1e-14);
    let elastic = 2.9432 * (5.0 * mass / (4.0 * k)).powf(0.4);
    assert!((contact_time(&law, mass, 1.0) / elastic - 1.0).abs() < 1e-2);
    assert!((law.restitution(3.0) - steel.restitution).abs() < 1e-12);
}

#[test]
fn hertz_does_not_care_which_body_is_first() {
    let (steel, rubber) = ((named("steel"), Some(0.01)), (named("rubber"), Some(0.02)));
    let (one, other) =
        (hertz_between(steel, rubber).unwrap(), hertz_between(rubber, steel).unwrap());
    let stiffness = |law: &Law| law.potential().stiffness_coefficient();
    assert!((stiffness(&one) / stiffness(&other) - 1.0).abs() < 1e-14);
    assert!((one.restitution(1.0) - other.restitution(1.0)).abs() < 1e-14);
}

#[test]
fn wood_is_touched_across_its_grain() {
    let (steel, wood) = (named("steel"), named("wood"));
    let along = Material { elastic: crate::Elastic { grain: None, ..wood.elastic }, ..*wood };
    let stiffness = |wood: &Material| {
        let law = hertz_between((steel, Some(0.01)), (wood, None)).unwrap();
        law.potential().stiffness_coefficient()
    };
    assert!(stiffness(wood) < 0.2 * stiffness(&along));
}

#[test]
fn all_solids_can_be_touched_and_air_cannot() {
    let air = named("air");
    for material in all() {
        let law = hertz_between((named("steel"), Some(0.01)), (material, None));
        assert_eq!(law.is_ok(), material.solid, "{}", material.name);
    }
    assert!(hertz_between((air, Some(0.01)), (named("steel"), None)).is_err());
}

#[test]
fn two_planes_do_not_make_a_hertz_contact() {
    let steel = named("steel");
    assert_eq!(hertz_between((steel, None), (steel, None)).unwrap_err().field, "radius");
    assert_eq!(joint_radius(None, None).unwrap_err().field, "radius");
}

#[test]
fn the_patch_is_the_one_of_the_law() {
    // a² = R·x where the force of the law is k·x^(3/2).
    let (steel, glass) = (named("steel"), named("glass"));
    let law = hertz_between((steel, Some(0.01)), (glass, Some(0.03))).unwrap();
    let radius = joint_radius(Some(0.01), Some(0.03)).unwrap();
    assert!((radius - 0.0075).abs() < 1e-15);
    for force in [0.1, 10.0, 1e3] {
        let x = (force / law.potential().stiffness_coefficient()).powf(2.0 / 3.0);
        let patch = patch_radius(steel, glass, radius, force).unwrap();
        assert!((patch / (radius * x).sqrt() - 1.0).abs() < 1e-14);
    }
    assert_eq!(patch_radius(steel, glass, radius, 0.0), Ok(0.0));
    assert!(patch_radius(steel, glass, radius, -1.0).is_err());
}

#[test]
fn hardness_is_the_exact_contact_time_at_one_metre_per_second() {
    for mass in [1e-3, 0.03, 2.0] {
        for step in 0..=10 {
            let hardness = f64::from(step) / 10.0;
            for (exponent, restitution) in
                [(None, 0.6), (Some(1.01), 1.0), (Some(1.5), 0.9), (Some(3.5), 0.3)]
            {
                let law = hardness_law(mass, hardness, exponent, restitution).unwrap();
                let wanted = hardness_contact_time(hardness).unwrap();
                let ratio = contact_time(&law, mass, 1.0) / wanted;
                assert!((ratio - 1.0).abs() < 1e-12, "{mass} {hardness} {exponent:?}: {ratio}");
                assert!((law.restitution(1.0) - restitution).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn harder_strikes_touch_for_a_shorter_time() {
    for hardness in [0.0, 0.3, 0.7, 1.0] {
        let law = hardness_law(0.02, hardness, None, 0.7).unwrap();
        let exponent = law.potential().exponent();
        let ratio = contact_time(&law, 0.02, 2.0) / contact_time(&law, 0.02, 1.0);
        let expected = 2f64.powf(-(exponent - 1.0) / (exponent + 1.0));
        assert!(ratio < 0.9 && (ratio / expected - 1.0).abs() < 1e-12, "{hardness}: {ratio}");
    }
}

#[test]
fn hardness_runs_by_equal_ratios_from_felt_to_steel() {
    let time = |hardness| hardness_contact_time(hardness).unwrap();
    assert!((time(0.0) - 8e-3).abs() < 1e-15 && (time(1.0) - 1.5e-4).abs() < 1e-15);
    assert!((time(0.5) / (time(0.0) * time(1.0)).sqrt() - 1.0).abs() < 1e-14);
    assert_eq!(hardness_exponent(0.0), Ok(2.5));
    assert_eq!(hardness_exponent(1.0), Ok(1.5));
}

#[test]
fn impossible_hammers_are_refused() {
    let field = |law: Result<Law, InvalidValue>| law.unwrap_err().field;
    for hardness in [-0.1, 1.1, f64::NAN] {
        assert_eq!(field(hardness_law(0.02, hardness, None, 0.7)), "hardness");
    }
    assert_eq!(field(hardness_law(0.0, 0.5, None, 0.7)), "mass");
    assert_eq!(field(hardness_law(0.02, 0.5, Some(1.0), 0.7)), "exponent");
    assert_eq!(field(hardness_law(0.02, 0.5, None, 0.0)), "restitution");
    assert_eq!(field(hardness_law(0.02, 0.5, None, 1.1)), "restitution");
}
