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

#[test]
fn listeners_would_recognise_the_four_materials() {
    for (name, q, decay) in HEARD {
        let damping = named(name).damping;
        for hertz in octave() {
            assert!((q[0]..=q[1]).contains(&damping.q(hertz)), "{name} at {hertz}");
            let time = 1.0 / damping.decay_rate(hertz);
            assert!((decay[0]..=decay[1]).contains(&time), "{name} at {hertz}: {time} s");
        }
    }
}

#[test]
fn the_four_are_in_the_order_that_listeners_expect() {
    for hertz in octave() {
        let q = HEARD.map(|(name, ..)| named(name).damping.q(hertz));
        assert!(q.is_sorted(), "{hertz}: {q:?}");
    }
}

#[test]
fn q_at_one_kilohertz_is_that_of_the_material() {
    for (name, least, most) in [
        ("rubber", 8.0, 20.0),
        ("wood", 50.0, 100.0),
        ("rosewood", 100.0, 250.0),
        ("glass", 500.0, 1000.0),
        ("steel", 1500.0, 3000.0),
        ("brass", 1200.0, 2000.0),
        ("aluminium", 1500.0, 3000.0),
        ("bronze", 2000.0, 3500.0),
    ] {
        let q = named(name).damping.q(1000.0);
        assert!((least..=most).contains(&q), "{name}: {q}");
    }
}

#[test]
fn high_partials_die_sooner_most_of_all_in_wood_and_glass() {
    let falls = |name: &str| named(name).damping.q(1e3) / named(name).damping.q(1e4);
    assert!(falls("glass") > 2.0 && falls("wood") > 2.0, "{} {}", falls("glass"), falls("wood"));
    assert!(falls("steel") < 1.6, "{}", falls("steel"));
    for material in all() {
        let rates = (1..=40).map(|i| material.damping.decay_rate(500.0 * f64::from(i)));
        assert!(rates.is_sorted(), "{}", material.name);
    }
}

#[test]
fn q_and_decay_rate_say_the_same() {
    for material in all() {
        for hertz in [20.0, 440.0, 15e3] {
            let product = material.damping.q(hertz) * material.damping.decay_rate(hertz);
            assert!((product / (PI * hertz) - 1.0).abs() < 1e-14);
        }
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
        assert!(material.surface_young() <= young);
        assert!(material.restitution > 0.0 && material.restitution <= 1.0);
        let Damping { loss_factor, viscous_frequency, constant } = material.damping;
        assert!(loss_factor > 0.0 && viscous_frequency > 0.0 && constant > 0.0);
        let Sources { elastic, damping, restitution } = material.sources;
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
        let elastic = Elastic { young: 1.0, ..material.elastic };
        let soft = Material { elastic, across_grain: None, ..*material };
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
