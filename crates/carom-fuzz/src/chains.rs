//! Chains, rings and stars of contacts over every law, shape and wall.

use carom_numeric::Random;
use carom_scene::scene::Scene;
use serde_json::{Map, Value, json};

use crate::damage::below;
use crate::scenes::numbers;

/// Schemes that balance their energy; the first, which treats everything, most often.
const SCHEMES: [&str; 4] = ["two-point", "two-point", "two-point", "quadratised"];

/// Shapes on which one number is a place.
const ON_A_LINE: [&str; 6] = ["string", "bar", "tuned-bar", "tube", "string-on-board", "pipe"];

/// A scene of two to seven bodies with contacts in a line, in a ring or all with the first body; a few
/// contacts join others besides. Bodies start apart, touching or pressed together, at rest or fast.
#[must_use]
pub fn chain(seed: u64) -> Value {
    let mut random = Random::new(seed);
    let random = &mut random;
    let schema = Scene::schema();
    let count = 2 + below(random, 6);
    let bodies: Vec<Value> = (0..count).map(|n| body(random, schema, n)).collect();
    let mut pairs: Vec<[usize; 2]> = match below(random, 3) {
        0 => (1..count).map(|n| [0, n]).collect(),
        _ => (1..count).map(|n| [n - 1, n]).collect(),
    };
    if count > 2 && below(random, 3) == 0 {
        pairs.push([count - 1, 0]);
    }
    while below(random, 4) == 0 {
        let first = below(random, count);
        pairs.push([first, (first + 1 + below(random, count - 1)) % count]);
    }
    let contacts = pairs.iter().enumerate().map(|(n, pair)| contact(random, n, *pair, &bodies));
    let contacts: Vec<Value> = contacts.collect();
    let mut scene = json!({
        "version": 1,
        "duration": 0.02,
        "highest_mode": random.log_uniform(300.0, 4000.0).round(),
        "scheme": SCHEMES[below(random, SCHEMES.len())],
        "body": bodies,
        "contact": contacts,
    });
    if below(random, 4) == 0 {
        scene["substeps"] = json!([1, 2, 7, 64][below(random, 4)]);
    }
    scene
}

/// A number of either sign.
fn signed(random: &mut Random, low: f64, high: f64) -> f64 {
    let size = random.log_uniform(low, high);
    if below(random, 2) == 0 { size } else { -size }
}

fn body(random: &mut Random, schema: &Value, n: usize) -> Value {
    let mut body = json!({ "name": format!("b{n}") });
    let materials = &schema["$defs"]["Body"]["properties"]["material"]["examples"];
    let materials = materials.as_array().map_or(&[][..], Vec::as_slice);
    if !materials.is_empty() && below(random, 3) > 0 {
        body["material"] = materials[below(random, materials.len())].clone();
    }
    match below(random, 8) {
        0..=2 => {
            body["mass"] = json!(random.log_uniform(1e-5, 10.0));
            if below(random, 3) > 0 {
                body["velocity"] = json!(signed(random, 1e-3, 30.0));
            }
            if below(random, 3) == 0 {
                body["force"] = json!(signed(random, 1e-2, 100.0));
            }
        }
        3 | 4 => {
            let frequency = (0..1 + below(random, 6)).map(|_| random.log_uniform(20.0, 2e4));
            let frequency: Vec<f64> = frequency.collect();
            body["modes"] =
                json!({ "frequency": frequency, "mass": random.log_uniform(1e-4, 10.0) });
            if below(random, 4) > 0 {
                body["modes"]["q"] = json!(random.log_uniform(0.3, 1e4));
            }
            if below(random, 3) == 0 {
                body["mode_velocity"] = json!(signed(random, 1e-3, 10.0));
            }
        }
        5 | 6 => {
            body["shape"] = shape(random, schema);
            if let Some(material) = materials.get(below(random, materials.len().max(1))) {
                body["material"] = material.clone();
            }
        }
        _ => body["wall"] = json!(true),
    }
    body
}

fn contact(random: &mut Random, n: usize, [a, b]: [usize; 2], bodies: &[Value]) -> Value {
    let names = [a, b].map(|body| bodies[body]["name"].clone());
    let mut contact = json!({ "name": format!("c{n}"), "between": names });
    // The stiffest would take a thousand steps a sample.
    if below(random, 8) > 0 {
        contact["most_substeps"] = json!([1, 2, 4, 16][below(random, 4)]);
    }
    let bare = |body: usize| bodies[body].get("material").is_none();
    if bare(a) || bare(b) || below(random, 3) > 0 {
        contact["law"] = law(random);
    }
    if below(random, 2) == 0 {
        contact["gap"] = json!(signed(random, 1e-7, 5e-3));
    }
    for body in [a, b] {
        let Some(shape) = bodies[body].get("shape") else { continue };
        let name = bodies[body]["name"].as_str().unwrap_or_default();
        let on_a_line = shape["kind"].as_str().is_some_and(|kind| ON_A_LINE.contains(&kind));
        if below(random, 6) == 0 && contact.get("along").is_none() {
            let from = random.uniform(0.0, 0.9);
            let to = random.uniform(from, 1.0);
            contact["along"] = json!({ "from": from, "to": to, "points": 2 + below(random, 6) });
        } else {
            let (u, v) = (random.uniform(0.0, 1.0), random.uniform(0.0, 1.0));
            contact["at"][name] = if on_a_line { json!(u) } else { json!([u, v]) };
        }
    }
    contact
}

/// A law of any kind, stiff or soft.
fn law(random: &mut Random) -> Value {
    let exponent = [1.0, 1.5, random.uniform(1.0, 4.0)][below(random, 3)];
    let stiffness = random.log_uniform(1e2, 1e14);
    let (mu, restitution) = (random.log_uniform(1e-3, 1e2), random.uniform(0.01, 1.0));
    let surface = |random: &mut Random| {
        let young = random.log_uniform(1e6, 3e11);
        json!({ "young": young, "poisson": random.uniform(0.0, 0.49), "radius": random.log_uniform(1e-4, 1.0) })
    };
    let mut law = match below(random, 7) {
        0 => json!({ "kind": "power" }),
        1 => json!({ "kind": "hunt-crossley", "mu": mu }),
        2 => json!({ "kind": "constant-restitution", "restitution": restitution }),
        3 => json!({ "kind": "spring" }),
        4 => json!({ "kind": "rattle", "half_gap": random.log_uniform(1e-7, 1e-2), "mu": mu }),
        5 => {
            let [first, second] = [surface(random), surface(random)];
            return json!({ "kind": "hertz", "first": first, "second": second, "restitution": restitution, "speed": 1 });
        }
        _ => {
            let relaxation = random.log_uniform(1e-6, 1e-2);
            json!({ "kind": "felt", "hysteresis": random.uniform(0.01, 0.99), "relaxation": relaxation })
        }
    };
    law["stiffness"] = json!(if law["kind"] == "felt" { stiffness.min(1e11) } else { stiffness });
    law["exponent"] = json!(exponent);
    let one_sided = !matches!(law["kind"].as_str(), Some("spring" | "rattle" | "felt"));
    if one_sided && below(random, 2) == 0 {
        law["adhesive"] = json!(false);
    }
    law
}

/// A shape with all that its schema requires and one of its alternatives, a little larger or smaller than in the examples.
fn shape(random: &mut Random, schema: &Value) -> Value {
    let kinds = schema["$defs"]["Shape"]["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(kind) = kinds.get(below(random, kinds.len())) else { return Value::Null };
    let names = |list: &Value| -> Vec<String> {
        let names = list.as_array().into_iter().flatten();
        names.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut required = names(&kind["required"]);
    if let Some(alternatives) = kind["oneOf"].as_array() {
        required.extend(names(&alternatives[below(random, alternatives.len())]["required"]));
    }
    let size = random.uniform(0.7, 1.4);
    let mut shape = Map::new();
    for (name, field) in kind["properties"].as_object().into_iter().flatten() {
        let usual = field.get("const").or_else(|| field["examples"].get(0));
        let Some(usual) = usual.filter(|_| required.contains(name)) else { continue };
        let scaled =
            usual.as_f64().filter(|_| field["unit"] == "m").map(|metres| json!(metres * size));
        shape.insert(name.clone(), scaled.unwrap_or_else(|| usual.clone()));
    }
    Value::Object(shape)
}

/// A scene with every number moved by up to this share, the same for a seed.
#[must_use]
pub fn moved(scene: &Value, by: f64, seed: u64) -> Value {
    let (mut scene, mut random) = (scene.clone(), Random::new(seed));
    numbers(&mut scene, &mut |number| {
        if number.fract() != 0.0 || number.abs() > 1e6 {
            *number *= 1.0 + by * random.uniform(-1.0, 1.0);
        }
    });
    scene
}
