//! Scenes that differ from one another as blows of a hand do.

use crate::scene::{At, Format, Level, Scene};
use carom_numeric::Random;
use serde::Serialize;

/// Ranges within which scenes differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranges {
    /// Factors of all speeds.
    pub velocity: [f64; 2],
    /// Shifts of places, in shares of the object.
    pub place: [f64; 2],
    /// Shifts of the hardness of hammers; a stiffness grows tenfold per 0.25.
    pub hardness: [f64; 2],
    /// Factors of all lengths.
    pub size: [f64; 2],
}

impl Default for Ranges {
    fn default() -> Self {
        Self {
            velocity: [0.7, 1.4],
            place: [-0.03, 0.03],
            hardness: [-0.05, 0.05],
            size: [1.0, 1.0],
        }
    }
}

/// What a scene is changed by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Variation {
    /// Factor of all speeds.
    pub velocity: f64,
    /// Shift of places.
    pub place: f64,
    /// Shift of the hardness.
    pub hardness: f64,
    /// Factor of all lengths.
    pub size: f64,
}

/// So many variations; the same seed gives the same.
#[must_use]
pub fn vary(ranges: &Ranges, count: usize, seed: u64) -> Vec<Variation> {
    let mut random = Random::new(seed);
    let mut within = |range: [f64; 2]| {
        if range[0] < range[1] { random.uniform(range[0], range[1]) } else { range[0] }
    };
    (0..count)
        .map(|_| Variation {
            velocity: within(ranges.velocity),
            place: within(ranges.place),
            hardness: within(ranges.hardness),
            size: within(ranges.size),
        })
        .collect()
}

/// A scene with a variation applied, at a fixed level.
#[must_use]
pub fn changed(scene: &Scene, variation: &Variation) -> Scene {
    let mut scene =
        Scene { level: Level::FullScale(1.0), format: Format::Float32, ..scene.clone() };
    let harder = |hardness: f64| (hardness + variation.hardness).clamp(0.0, 1.0);
    for body in &mut scene.body {
        body.velocity = body.velocity.map(|velocity| velocity * variation.velocity);
        body.hardness = body.hardness.map(harder);
        body.shape = body.shape.as_ref().map(|shape| shape.scaled(variation.size));
        if let Some(modes) = &mut body.modes {
            modes.frequency = modes.frequency.map(|hertz| hertz / variation.size);
            modes.decay = modes.decay.as_ref().map(|decay| decay.map(|time| time * variation.size));
        }
    }
    for strike in &mut scene.strikes {
        strike.velocity *= variation.velocity;
        strike.at.iter_mut().for_each(|at| shift(at, variation.place));
    }
    for contact in &mut scene.contact {
        if let Some(law) = &mut contact.law {
            law.stiffen(10.0_f64.powf(4.0 * variation.hardness));
        }
        contact.at.values_mut().for_each(|at| shift(at, variation.place));
    }
    scene
}

/// Moves a place along the object; names of points stay.
fn shift(at: &mut At, by: f64) {
    if let At::Along(x) | At::On([x, _]) = at {
        *x = (*x + by).clamp(0.0, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn variations_stay_in_their_ranges_and_follow_from_the_seed() {
        let ranges = Ranges { size: [0.9, 1.1], ..Ranges::default() };
        let all = vary(&ranges, 200, 7);
        assert_eq!(all, vary(&ranges, 200, 7));
        assert_ne!(all, vary(&ranges, 200, 8));
        for one in &all {
            assert!((0.7..=1.4).contains(&one.velocity) && (0.9..=1.1).contains(&one.size));
            assert!(one.place.abs() <= 0.03 && one.hardness.abs() <= 0.05);
        }
    }

    #[test]
    fn a_change_reaches_everything_that_it_is_about() {
        let scene = json!({
            "version": 1,
            "body": [
                { "name": "a", "mass": 1, "velocity": 2.0, "hardness": 0.99 },
                { "name": "b", "shape": { "kind": "bar", "length": 0.3, "width": 0.03, "thickness": 0.01 } },
                { "name": "c", "modes": { "frequency": [100.0, 200.0], "mass": 1 } }
            ],
            "contact": [{
                "between": ["a", "b"], "at": { "b": 0.99, "c": "end" },
                "law": { "kind": "power", "stiffness": 1e6, "exponent": 1.5 }
            }],
            "strikes": [{ "body": "a", "time": 0.1, "velocity": 1.0, "at": [0.2, 0.5] }]
        });
        let scene = serde_json::from_value(scene).expect("a scene");
        let by = Variation { velocity: 0.5, place: 0.1, hardness: 0.25, size: 2.0 };
        let new = serde_json::to_value(changed(&scene, &by)).expect("JSON");
        assert_eq!(new["body"][0]["velocity"], 1.0);
        assert_eq!(new["body"][0]["hardness"], 1.0);
        assert_eq!(new["body"][1]["shape"]["length"], 0.6);
        assert_eq!(new["body"][2]["modes"]["frequency"], json!([50.0, 100.0]));
        assert_eq!(new["contact"][0]["at"], json!({ "b": 1.0, "c": "end" }));
        assert_eq!(new["contact"][0]["law"]["stiffness"], 1e7);
        assert_eq!(new["strikes"][0]["velocity"], 0.5);
        let place = new["strikes"][0]["at"][0].as_f64().unwrap_or(0.0);
        assert!((place - 0.3).abs() < 1e-12);
    }
}
