//! Scenes that differ from one another as blows of a hand do.

use carom_numeric::Random;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Keys of shapes that are lengths.
const LENGTHS: [&str; 12] = [
    "length",
    "width",
    "thickness",
    "diameter",
    "radius",
    "height",
    "depth",
    "inner_diameter",
    "wall",
    "rim",
    "water",
    "neck",
];

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

/// A scene, as JSON, with a variation applied, at a fixed level.
#[must_use]
pub fn changed(scene: &Value, variation: &Variation) -> Value {
    let mut scene = scene.clone();
    scene["level"] = json!({ "full_scale": 1.0 });
    scene["format"] = json!("float32");
    for body in elements(&mut scene, "body") {
        multiply(body, "velocity", variation.velocity);
        if let Some(hardness) = body.get("hardness").and_then(Value::as_f64) {
            body.insert("hardness".into(), json!((hardness + variation.hardness).clamp(0.0, 1.0)));
        }
        if let Some(shape) = body.get_mut("shape").and_then(Value::as_object_mut) {
            LENGTHS.iter().for_each(|key| multiply(shape, key, variation.size));
        }
        if let Some(modes) = body.get_mut("modes").and_then(Value::as_object_mut) {
            multiply(modes, "frequency", 1.0 / variation.size);
        }
    }
    for strike in elements(&mut scene, "strikes") {
        multiply(strike, "velocity", variation.velocity);
        if let Some(place) = strike.get_mut("at") {
            shift(place, variation.place);
        }
    }
    for contact in elements(&mut scene, "contact") {
        if let Some(law) = contact.get_mut("law").and_then(Value::as_object_mut) {
            multiply(law, "stiffness", 10.0_f64.powf(4.0 * variation.hardness));
        }
        if let Some(places) = contact.get_mut("at").and_then(Value::as_object_mut) {
            places.values_mut().for_each(|place| shift(place, variation.place));
        }
    }
    scene
}

fn elements<'a>(
    scene: &'a mut Value,
    key: &str,
) -> impl Iterator<Item = &'a mut Map<String, Value>> + use<'a> {
    let list = scene.get_mut(key).and_then(Value::as_array_mut);
    list.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Multiplies a number, or all of a list.
fn multiply(table: &mut Map<String, Value>, key: &str, factor: f64) {
    match table.get_mut(key) {
        Some(Value::Array(list)) => {
            for value in list {
                if let Some(x) = value.as_f64() {
                    *value = json!(x * factor);
                }
            }
        }
        Some(value) => {
            if let Some(x) = value.as_f64() {
                *value = json!(x * factor);
            }
        }
        None => {}
    }
}

/// Moves a place along the object; names of points stay.
fn shift(place: &mut Value, by: f64) {
    let moved = |x: f64| json!((x + by).clamp(0.0, 1.0));
    match place {
        Value::Array(list) => {
            if let Some(x) = list.first().and_then(Value::as_f64) {
                list[0] = moved(x);
            }
        }
        other => {
            if let Some(x) = other.as_f64() {
                *other = moved(x);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
            "body": [
                { "name": "a", "mass": 1, "velocity": 2.0, "hardness": 0.99 },
                { "name": "b", "shape": { "kind": "bar", "length": 0.3 } },
                { "name": "c", "modes": { "frequency": [100.0, 200.0], "mass": 1 } }
            ],
            "contact": [{ "between": ["a", "b"], "at": { "b": 0.99, "c": "end" }, "law": { "stiffness": 1e6 } }],
            "strikes": [{ "body": "a", "velocity": 1.0, "at": [0.2, 0.5] }]
        });
        let by = Variation { velocity: 0.5, place: 0.1, hardness: 0.25, size: 2.0 };
        let new = changed(&scene, &by);
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
