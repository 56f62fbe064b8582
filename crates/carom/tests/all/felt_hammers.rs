//! The felt hammers of a piano: units, order of the keys, blows on a wall.

use carom::law::hammer::{FeltHammer, KEYS, piano_hammer};

/// Q₀ = k·(1 − ε) (N/m^α): stiffness to a slow blow.
fn slow_stiffness(hammer: &FeltHammer) -> f64 {
    hammer.stiffness * (1.0 - hammer.epsilon)
}

/// τ·ε/(1 − ε) (s): f = Q₀·(x^α + lag·d(x^α)/dt) in blows much longer than τ.
fn lag(hammer: &FeltHammer) -> f64 {
    hammer.tau * hammer.epsilon / (1.0 - hammer.epsilon)
}

/// Contact time (s), largest force (N) and restitution of a blow on a rigid wall.
fn blow(hammer: &FeltHammer, speed: f64) -> (f64, f64, f64) {
    // Far below τ, which is about 2 µs; z by its exact solution for x^α held over a step.
    let step = 1e-8;
    let kept = (-step / hammer.tau).exp();
    let (mut x, mut v, mut z) = (0.0_f64, speed, 0.0);
    let (mut time, mut largest) = (0.0, 0.0_f64);
    loop {
        let pressed = x.max(0.0).powf(hammer.exponent);
        z = pressed + (z - pressed) * kept;
        let force = hammer.stiffness * (pressed - hammer.epsilon * z);
        if time > 0.0 && (x <= 0.0 || force <= 0.0) {
            return (time, largest, -v / speed);
        }
        largest = largest.max(force);
        v -= step * force / hammer.mass;
        x += step * v;
        time += step;
    }
}

#[test]
fn published_stiffness_is_in_millimetres() {
    // Compressed slowly by 1 mm the felt pushes back with Q₀ newtons.
    for key in KEYS {
        let hammer = piano_hammer(key).unwrap();
        let force = slow_stiffness(&hammer) * 1e-3f64.powf(hammer.exponent);
        let published = 183.0 * (0.045 * f64::from(key)).exp();
        assert!((force / published - 1.0).abs() < 1e-12);
    }
}

#[test]
fn hammers_get_lighter_stiffer_and_quicker_towards_the_treble() {
    let all: Vec<FeltHammer> = KEYS.map(|key| piano_hammer(key).unwrap()).collect();
    for pair in all.windows(2) {
        assert!(pair[1].mass < pair[0].mass && pair[1].tau < pair[0].tau);
        assert!(pair[1].exponent > pair[0].exponent && pair[1].epsilon > pair[0].epsilon);
    }
    for hammer in &all {
        assert!((4e-3..12e-3).contains(&hammer.mass), "{hammer:?}");
        assert!(hammer.epsilon < 1.0 && hammer.tau > 1e-6);
        assert!((2e-4..7e-4).contains(&lag(hammer)), "{}", lag(hammer));
    }
}

#[test]
fn blows_last_about_as_long_as_those_of_pianos() {
    // C2, C4 and C7.
    for (name, key) in [("bass", 16), ("middle", 40), ("treble", 76)] {
        let hammer = piano_hammer(key).unwrap();
        let (soft, _, _) = blow(&hammer, 1.0);
        let (time, force, restitution) = blow(&hammer, 3.0);
        assert!((2e-4..4e-3).contains(&time) && time < soft, "{name}: {soft} {time}");
        assert!((20.0..400.0).contains(&force), "{name}: {force}");
        // Treble felt hardly bounces off a wall: its lag is as long as the blow.
        assert!((0.02..0.8).contains(&restitution), "{name}: {restitution}");
    }
}

#[test]
fn only_keys_have_hammers() {
    assert_eq!(piano_hammer(0).unwrap_err().field, "key");
    assert!(piano_hammer(89).is_err());
}
