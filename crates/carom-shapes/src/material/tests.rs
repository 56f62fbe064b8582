use std::collections::HashSet;
use std::f64::consts::PI;

use super::*;

fn named(name: &str) -> &'static Material {
    find(name).unwrap()
}

/// Avanzini, table 5.2: Q and decay time where most listeners hear the material in one partial
/// between 1 and 2 kHz. The decay time t_e is that to 1/e of the amplitude, q = π·f·t_e, so 1/σ.
const HEARD: [(&str, [f64; 2], [f64; 2]); 4] = [
    ("rubber", [5.0, 44.3], [8e-4, 1.41e-2]),
    ("wood", [14.9, 131.8], [2.3e-3, 3.53e-2]),
    ("glass", [189.6, 5000.0], [4.34e-2, 1.1254]),
    ("steel", [272.8, 5000.0], [4.34e-2, 1.5915]),
];

fn octave() -> impl Iterator<Item = f64> {
    (0..=100).map(|i| 1000.0 * 2f64.powf(f64::from(i) / 100.0))
}

/// The quality factor of a material that is stretched.
fn q(name: &str, hertz: f64) -> f64 {
    1.0 / named(name).damping.of_stretch(hertz)
}

#[test]
fn listeners_would_recognise_what_loses_most_inside() {
    // Steel in a room loses more to air and supports than inside.
    for (name, range, decay) in &HEARD[..3] {
        for hertz in octave() {
            let q = q(name, hertz);
            assert!((range[0]..=range[1]).contains(&q), "{name} at {hertz}");
            let time = q / (PI * hertz);
            assert!((decay[0]..=decay[1]).contains(&time), "{name} at {hertz}: {time} s");
        }
    }
}

#[test]
fn the_four_are_in_the_order_that_listeners_expect() {
    for hertz in octave() {
        let q = HEARD.map(|(name, ..)| q(name, hertz));
        assert!(q.is_sorted(), "{hertz}: {q:?}");
    }
}

#[test]
fn losses_lie_within_what_was_measured() {
    // Metals: Cremer and Heckl 1988; glass: Beranek and Vér; woods: Haines, Ono and Norimoto.
    for (name, least, most) in [
        ("aluminium", 3e-6, 1e-4),
        ("steel", 2e-5, 3e-4),
        ("brass", 2e-4, 1e-3),
        ("copper", 2e-3, 2e-3),
        ("glass", 6e-4, 2e-3),
        ("spruce", 6e-3, 8e-3),
        ("wood", 8e-3, 1.2e-2),
        ("rubber", 0.1, 0.2),
    ] {
        let loss = named(name).damping.of_stretch(1000.0);
        assert!((least..=most).contains(&loss), "{name}: {loss}");
    }
    // Bars of rosewood lose 0.00175 to 0.0020 in all: something is left for the air.
    assert!(named("rosewood").damping.of_stretch(440.0) < 0.00175);
}

#[test]
fn rubber_loses_as_its_stiffening_demands() {
    // A modulus (iω)^p has the loss tangent tan(pπ/2).
    let damping = RUBBER.damping;
    assert!((damping.stretch / (0.5 * PI * damping.stiffening).tan() - 1.0).abs() < 1e-5);
    // From 1 Hz to 1 kHz it doubles.
    assert!((1e3_f64.powf(damping.stiffening) - 2.0).abs() < 0.01);
    assert!((damping.softened(damping.stiffened(440.0)) / 440.0 - 1.0).abs() < 1e-14);
}

#[test]
fn woods_have_nine_constants_that_can_be() {
    for material in all().iter().filter(|material| material.elastic.grain.is_some()) {
        assert_eq!(material.elastic.grain_error(), None, "{}", material.name);
        assert!(material.damping.shear > material.damping.stretch);
    }
    assert_eq!(all().iter().filter(|material| material.elastic.grain.is_some()).count(), 6);
    // Hearmon's sitka spruce (The Elasticity of Wood and Plywood, 1948): E_R 0.90 to 0.92, E_T
    // 0.50 to 0.51, G_LR 0.75 to 0.76, G_LT 0.72 to 0.73, G_RT 0.04 GPa at E_L = 11.6 to 11.8 GPa.
    let grain = SPRUCE.elastic.grain.unwrap();
    let of = |found: f64, least: f64, most: f64| {
        assert!((0.985 * least * 1e9..=1.015 * most * 1e9).contains(&found), "{found}");
    };
    of(grain.young[0], 0.90, 0.92);
    of(grain.young[1], 0.50, 0.51);
    of(grain.shear[0], 0.75, 0.76);
    of(grain.shear[1], 0.72, 0.73);
    of(grain.shear[2], 0.035, 0.04);
    // A set in which a strain sets energy free.
    let impossible = Grain { poisson: [0.372, 0.467, 1.5], ..grain };
    let error = Elastic { grain: Some(impossible), ..SPRUCE.elastic }.grain_error().unwrap();
    assert!(error.to_string().contains("`poisson` is [0.372, 0.467, 1.5]"), "{error}");
    let soft = Grain { shear: [1e9, 0.0, 1e9], ..grain };
    let error = Elastic { grain: Some(soft), ..SPRUCE.elastic }.grain_error().unwrap();
    assert_eq!(error.field, "shear");
}

#[test]
fn positive_definite_is_what_the_determinants_say() {
    // Against the principal minors of the compliances, over a grid of ratios.
    let grain = SPRUCE.elastic.grain.unwrap();
    let young = [SPRUCE.elastic.young, grain.young[0], grain.young[1]];
    for i in 0..12_i32.pow(3) {
        let at = |n: i32| -0.2 + 0.4 * f64::from(i / 12_i32.pow(n as u32) % 12);
        let poisson = [at(0), at(1), at(2)];
        let off = [poisson[0] / young[0], poisson[1] / young[0], poisson[2] / young[1]];
        let [a, b, c] = young.map(f64::recip);
        let [ab, ac, bc] = off.map(|s| -s);
        let minor = a * b - ab * ab;
        let all = a * (b * c - bc * bc) - ab * (ab * c - bc * ac) + ac * (ab * bc - b * ac);
        let stands = minor > 0.0 && all > 0.0;
        let elastic = Elastic { grain: Some(Grain { poisson, ..grain }), ..SPRUCE.elastic };
        assert_eq!(elastic.grain_error().is_none(), stands, "{poisson:?}");
    }
}

#[test]
fn sound_travels_through_the_materials_as_it_should() {
    // Speeds of longitudinal waves in thin bars, √(E/ρ).
    for (name, speed, tolerance) in [
        ("air", 343.0, 1e-15),
        ("steel", 5110.0, 0.01),
        ("aluminium", 5090.0, 0.01),
        ("brass", 3450.0, 0.01),
        ("glass", 5290.0, 0.01),
        ("crystal", 4400.0, 0.01),
        ("spruce", 5230.0, 0.01),
    ] {
        let elastic = named(name).elastic;
        let ratio = (elastic.young / elastic.density).sqrt() / speed;
        assert!((ratio - 1.0).abs() < tolerance, "{name}: {ratio}");
    }
}

#[test]
fn every_material_is_whole_and_found_by_all_its_names() {
    let mut seen = HashSet::new();
    for material in all() {
        let Elastic { young, poisson, density, .. } = material.elastic;
        assert!(young > 0.0 && density > 0.0 && (0.0..=0.5).contains(&poisson));
        assert_eq!(material.errors(!material.solid), vec![]);
        assert!(material.surface_young() <= young);
        assert!(material.restitution > 0.0 && material.restitution <= 1.0);
        assert_eq!(material.damping.stretch > 0.0, material.solid);
        let Sources { elastic, damping, heat, restitution } = material.sources;
        assert_eq!(heat.is_empty(), material.heat.is_none());
        assert!([elastic, damping, restitution].iter().all(|source| !source.is_empty()));
        for name in material.aliases.iter().chain([&material.name]) {
            assert!(seen.insert(*name), "{name} twice");
            assert_eq!(find(name), Some(material));
        }
    }
    assert_eq!(names().count(), all().len());
    assert_eq!(find("Steel"), None);
}

#[test]
fn restitution_of_a_pair_is_symmetric_and_between_the_two() {
    for first in all() {
        for second in all() {
            let pair = restitution_between(first, second);
            assert!((pair - restitution_between(second, first)).abs() < 1e-15);
            let least = first.restitution.min(second.restitution);
            let most = first.restitution.max(second.restitution);
            assert!(pair >= least - 1e-15 && pair <= most + 1e-15);
        }
        assert!((restitution_between(first, first) / first.restitution - 1.0).abs() < 1e-15);
    }
}

#[test]
fn the_softer_body_decides() {
    let wall = Material { elastic: entry::elastic(1e12, 0.3, 1.0), ..*named("steel") };
    for material in all() {
        let elastic = Elastic { young: 1.0, grain: None, ..material.elastic };
        let soft = Material { elastic, ..*material };
        let pair = restitution_between(&soft, &wall);
        assert!((pair - material.restitution).abs() < 1e-11, "{}", material.name);
    }
    // Equal compliance: the losses are averaged.
    let (lossy, lossless) = (*named("wood"), Material { restitution: 1.0, ..*named("wood") });
    let mean = (1.0 - lossy.restitution.powi(2)) / 2.0;
    assert!((1.0 - restitution_between(&lossy, &lossless).powi(2) - mean).abs() < 1e-15);
}

#[test]
fn contact_modulus_of_equal_bodies_is_half_the_plane_strain_modulus() {
    let steel = named("steel");
    let plane = steel.elastic.young / (1.0 - steel.elastic.poisson.powi(2));
    assert!((contact_modulus(steel, steel) / (plane / 2.0) - 1.0).abs() < 1e-15);
}
