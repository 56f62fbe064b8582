//! Random scenes, and what must hold for each of them.

use carom_numeric::Random;
use carom_scene::gallery::PIECES;
use carom_scene::render::{RenderError, RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::{Map, Value, json};

use crate::damage::below;

/// The schemes of scenes.
const SCHEMES: [&str; 5] = ["two-point", "am1", "verlet", "heun", "rk4"];

/// How a scene went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was refused, with a reason.
    Refused,
    /// It was rendered, and everything held.
    Rendered {
        /// Steps of its contacts.
        steps: u64,
        /// Those in which contacts acted as viscous stops.
        stopped: u64,
    },
    /// A scheme that does not balance its energy broke off, and said so.
    BrokeOff,
}

/// A scene of the gallery with other numbers, laws and schemes.
#[must_use]
pub fn scene(seed: u64) -> Value {
    let mut random = Random::new(seed);
    let piece = &PIECES[below(&mut random, PIECES.len())];
    let parsed = Scene::parse(piece.name, piece.text);
    let mut scene = parsed.map(|parsed| parsed.to_json()).unwrap_or_default();
    scene["duration"] = json!(0.04);
    // Enough modes to go wrong, and few enough to be quick.
    scene["highest_mode"] = json!(random.log_uniform(500.0, 4000.0).round());
    if below(&mut random, 2) == 0 {
        scene["scheme"] = json!(SCHEMES[below(&mut random, SCHEMES.len())]);
    }
    for contact in scene["contact"].as_array_mut().into_iter().flatten() {
        if below(&mut random, 3) == 0 {
            contact["law"] = law(&mut random);
        }
    }
    for _ in 0..below(&mut random, 6) {
        let count = numbers(&mut scene, &mut |_| {});
        let chosen = below(&mut random, count);
        let factor = random.log_uniform(0.01, 100.0);
        let mut n = 0;
        numbers(&mut scene, &mut |number| {
            if n == chosen {
                *number *= factor;
            }
            n += 1;
        });
    }
    scene["version"] = json!(1);
    scene
}

/// A law of any kind, with the numbers of its examples times something.
fn law(random: &mut Random) -> Value {
    let schema = Scene::schema();
    let kinds = schema["$defs"]["LawSpec"]["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
    let usual = |field: &Value| field.get("const").or_else(|| field["examples"].get(0)).cloned();
    let required = |kind: &Value| -> Vec<String> {
        let names = kind["required"].as_array().into_iter().flatten();
        names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
    };
    // Those that can be written with usual values alone.
    let kinds: Vec<_> = kinds
        .iter()
        .filter(|kind| required(kind).iter().all(|name| usual(&kind["properties"][name]).is_some()))
        .collect();
    let kind = kinds[below(random, kinds.len())];
    let required = required(kind);
    let is_required = |name: &String| required.contains(name);
    let mut law = Map::new();
    for (name, field) in kind["properties"].as_object().into_iter().flatten() {
        let Some(usual) = usual(field) else { continue };
        if !is_required(name) && below(random, 2) == 0 {
            continue;
        }
        let value = match usual.as_f64() {
            Some(number) if name == "exponent" => {
                json!((number + random.uniform(-0.5, 1.5)).max(1.0))
            }
            Some(number) if field["maximum"] == json!(1) => {
                json!(number * random.uniform(0.1, 1.0))
            }
            Some(number) => json!(number * random.log_uniform(0.01, 100.0)),
            None => usual,
        };
        law.insert(name.clone(), value);
    }
    Value::Object(law)
}

/// Calls something with every number of a scene that is no integer by nature; how many there are.
pub(crate) fn numbers(value: &mut Value, take: &mut impl FnMut(&mut f64)) -> usize {
    match value {
        Value::Number(number) => {
            let Some(mut float) = number.as_f64() else { return 0 };
            let old = float;
            take(&mut float);
            if float.to_bits() != old.to_bits() {
                *value = json!(float);
            }
            1
        }
        Value::Array(all) => all.iter_mut().map(|one| numbers(one, take)).sum(),
        Value::Object(all) => {
            // What is no physics, or is refused with hardly any other number.
            let kept = [
                "version",
                "duration",
                "sample_rate",
                "highest_mode",
                "seed",
                "level",
                "pickup",
                "instrument",
                "at",
            ];
            let inner = all.iter_mut().filter(|(key, _)| !kept.contains(&key.as_str()));
            inner.map(|(_, one)| numbers(one, take)).sum()
        }
        _ => 0,
    }
}

/// Writes a scene as TOML and as JSON and reads it again: it must be the same.
///
/// # Errors
///
/// With what became of it.
pub fn check_text(scene: &Value) -> Result<Fate, String> {
    let Ok(parsed) = Scene::from_json(scene) else { return Ok(Fate::Refused) };
    let scene = parsed.scene;
    let toml = scene.to_toml().map_err(|error| error.to_string())?;
    let json = serde_json::to_value(&scene).map_err(|error| error.to_string())?;
    let again = [Scene::parse_alone("the scene", &toml), Scene::from_json(&json)];
    for (text, again) in [toml, json.to_string()].into_iter().zip(again) {
        let again = again.map_err(|errors| format!("{errors}\n{text}"))?.scene;
        if again != scene {
            return Err(format!("{scene:?} became {again:?} by\n{text}"));
        }
    }
    Ok(Fate::Rendered { steps: 0, stopped: 0 })
}

/// Renders a scene and checks what must hold: nothing that is not finite, energy that adds up or a warning
/// that says why not, and none created by a scheme that balances it.
///
/// # Errors
///
/// With what did not hold.
pub fn check(scene: &Value) -> Result<Fate, String> {
    let Ok(parsed) = Scene::from_json(scene) else { return Ok(Fate::Refused) };
    let balances = parsed.plan.method.has_exact_balance();
    let sound = match render_sound(&parsed.plan, RenderOptions::default()) {
        Ok(sound) => sound,
        Err(error @ (RenderError::NotFinite { .. } | RenderError::Step { .. })) if balances => {
            return Err(format!("a scheme that balances its energy broke off: {error}"));
        }
        Err(RenderError::Step { .. }) => return Ok(Fate::BrokeOff),
        Err(_) => return Ok(Fate::Refused),
    };
    if !sound.left.iter().chain(&sound.right).all(|sample| sample.is_finite()) {
        return Err("a sample is not finite".to_owned());
    }
    let residual = sound.rendering.summary.energy.residual;
    let is_said = sound.rendering.warnings.iter().any(|one| one.contains("of the energy"));
    if !residual.is_finite() {
        return Err(format!("the residual is {residual}"));
    }
    // A sum of many small amounts that came and went is rounded, which is said.
    let is_rounding = sound.rendering.warnings.iter().any(|one| one.contains("rounding, as"));
    match balances {
        true if residual > 1e-9 && !is_rounding => {
            Err(format!("{residual:.1e} of the energy was created"))
        }
        true if residual < -1e-9 && !is_said => Err(format!("{residual:.1e} without a word")),
        false if residual.abs() > 1e-6 && !is_said => Err(format!("{residual:.1e} without a word")),
        _ => {
            let summary = &sound.rendering.summary;
            Ok(Fate::Rendered { steps: summary.contact_steps, stopped: summary.stopped })
        }
    }
}
