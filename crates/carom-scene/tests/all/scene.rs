//! Scenes are read, written, described to editors, and never panic.

use carom::numeric::Random;
use carom::{Quantity, Substeps};
use carom_files::{Severity, reference_of};
use carom_scene::law::{HuntCrossley, LawSpec};
use carom_scene::plan::{Hears, Kind, Plan, Spot};
use carom_scene::scene::{At, Format, Level, Numbers, Scene};
use carom_schemes::Method;
use serde_json::Value;

const FULL: &str = r#"
version = 1
title = "Wooden mallet on a bar"
sample_rate = 48000
scheme = "am1"
solver = "table"
duration = 2
substeps = 8
level = { full_scale = 0.5 }
format = "int24"
strikes = [{ body = "mallet", time = 0.5, velocity = 1.0 }]

[[body]]
name = "mallet"
mass = 0.01
velocity = 1.2
displacement = -1e-3
force = 0.1

[[body]]
name = "bar"
modes = { frequency = [523.0, 1441, 2826.0], q = 800, mass = 0.05 }
points = { tip = [1.0, -0.5, 0.3] }
mode_displacement = [0, 1e-6, 0]
mode_velocity = 0.0

[[body]]
name = "floor"
wall = true

[[contact]]
name = "hit"
between = ["mallet", "bar"]
at = { bar = "tip" }
gap = 1e-4
law = { kind = "hunt-crossley", stiffness = 1.5e11, exponent = 2.8, mu = 0.6 }

[[contact]]
between = ["bar", "floor"]
[contact.law]
kind = "hertz"
first = { young = 1e10, poisson = 0.3, radius = 0.01 }
second = { young = 1e10, poisson = 0.3 }
restitution = 0.9
speed = 1

[[pickup]]
body = "bar"
at = "tip"
quantity = "acceleration"
gain = 0.5
pan = -0.3
"#;

const SHORT: &str = r#"
version = 1
body = [
    { name = "a", mass = 1 },
    { name = "b", modes = { frequency = 440, mass = 1 } },
    { name = "c", wall = true },
]
[[contact]]
between = ["a", "b"]
law = { kind = "power", stiffness = 1e9, exponent = 1.5 }
"#;

fn read(text: &str) -> Scene {
    Scene::parse("test.toml", text).unwrap_or_else(|errors| panic!("{errors}")).scene
}

fn plan(text: &str) -> Plan {
    Scene::parse("test.toml", text).unwrap().plan
}

#[test]
fn everything_is_read() {
    let scene = read(FULL);
    assert_eq!(scene.scheme, Method::Am1);
    assert_eq!((scene.substeps, scene.format), (Substeps::Fixed(8), Format::Int24));
    assert_eq!(scene.level, Level::FullScale(0.5));
    let plan = plan(FULL);
    assert!(matches!(plan.bodies[0].kind, Kind::Mass { mass: 0.01, .. }));
    assert!(matches!(plan.bodies[2].kind, Kind::Wall));
    assert_eq!(plan.method, Method::Am1Table);
    let modes = scene.body[1].modes.as_ref().unwrap();
    assert_eq!((modes.count(), modes.frequency.get(1)), (3, Some(1441.0)));
    assert_eq!(modes.q, Some(Numbers::All(800.0)));
    assert_eq!(scene.contact[0].at["bar"], At::Name("tip".to_owned()));
    assert_eq!(
        (scene.contact[0].label(), scene.contact[1].label()),
        ("hit".into(), "bar-floor".into())
    );
    let Some(LawSpec::HuntCrossley(HuntCrossley { mu, lambda, .. })) = scene.contact[0].law else {
        panic!("{:?}", scene.contact[0].law)
    };
    assert_eq!((mu, lambda), (Some(0.6), None));
    assert_eq!(plan.pickups[0].hears.quantity(), Quantity::Acceleration);
}

#[test]
fn what_is_left_out_has_its_default() {
    let scene = read(SHORT);
    assert_eq!((scene.sample_rate, scene.scheme), (44_100.0, Method::TwoPoint));
    assert_eq!((scene.duration, scene.solver), (None, None));
    assert_eq!((scene.substeps, scene.level), (Substeps::Auto, Level::Auto));
    assert_eq!((scene.format, scene.contact[0].gap), (Format::Float32, 0.0));
    let pickup = &plan(SHORT).pickups[0];
    assert_eq!((pickup.body, pickup.gain, pickup.pan), (1, 1.0, 0.0));
    let point = Hears::Point { at: Spot::Weights(vec![1.0]), quantity: Quantity::Velocity };
    assert_eq!(pickup.hears, point);
}

#[test]
fn a_scene_survives_being_written() {
    for text in [FULL, SHORT] {
        let scene = read(text);
        let written = scene.to_toml().unwrap();
        assert_eq!(read(&written), scene, "{written}");
        assert_eq!(read(&written).to_toml().unwrap(), written);
    }
}

#[test]
fn modes_that_cannot_be_sampled_are_a_warning() {
    let text = FULL.replace("[523.0, 1441, 2826.0]", "[523.0, 24000, 1e5]");
    let parsed = Scene::parse("bar.toml", &text).unwrap();
    assert_eq!(parsed.warnings[0].severity, Severity::Warning);
    assert_eq!(
        parsed.warnings_report().unwrap().to_string(),
        "warning: body `bar`: 2 of its 3 modes are at or above half the sample rate (24000 Hz)
  --> bar.toml:22:31
    |
 22 | modes = { frequency = [523.0, 24000, 1e5], q = 800, mass = 0.05 }
    |                               ^^^^^ left out
help: such modes are left out; a higher sample_rate keeps them"
    );
    let alone = SHORT.replace("440", "22050");
    let parsed = Scene::parse("bar.toml", &alone).unwrap();
    assert!(parsed.warnings[0].message.contains("none of its modes is below"));
    assert!(Scene::parse("bar.toml", FULL).unwrap().warnings_report().is_none());
}

#[test]
fn a_solver_or_a_strike_without_effect_is_a_warning() {
    let text = FULL.replace("\"am1\"", "\"rk4\"").replace("time = 0.5", "time = 2.0");
    let parsed = Scene::parse("bar.toml", &text).unwrap();
    let messages: Vec<_> = parsed.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        messages,
        ["`solver` has no effect with the scheme rk4", "strike 0: `time` is 2.0, after the end"]
    );
}

#[test]
fn later_findings_can_point_into_the_file() {
    let parsed = Scene::parse_with("bar.toml", FULL, &["contact.hit.gap=0.5"]).unwrap();
    let here = |path: &str| {
        let error = parsed.error_at(path, "no").label("here").help("do it otherwise");
        parsed.report(vec![error]).to_string()
    };
    assert!(here("scheme").contains("  --> bar.toml:5:10\n"), "{}", here("scheme"));
    assert!(here("contact.0.gap").contains("  --> assignment 1, column 17\n"));
    assert!(
        here("pickup.0.missing").contains("\n 47 | [[pickup]]\n"),
        "{}",
        here("pickup.0.missing")
    );
    assert!(here("nowhere").contains("  --> bar.toml\nhelp: do it otherwise"));
    assert_eq!(parsed.warning_at("scheme", "no").severity, Severity::Warning);
}

#[test]
fn the_schema_describes_the_format() {
    let schema = Scene::schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["title"], "Scene");
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["required"], serde_json::json!(["version"]));
    let definitions = schema["$defs"].as_object().unwrap();
    for name in ["Body", "Contact", "Modes", "Pickup", "Strike", "Surface"] {
        assert_eq!(definitions[name]["additionalProperties"], false, "{name}");
        let properties = definitions[name]["properties"].as_object().unwrap();
        assert!(properties.values().all(|value| value["description"].is_string()), "{name}");
    }
    let laws = definitions["LawSpec"]["oneOf"].as_array().unwrap();
    assert!(laws.iter().all(|law| law["additionalProperties"] == false), "{laws:?}");
    assert!(!schema.to_string().contains("null"), "{schema:#}");
}

fn constants(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Array(parts) => parts.iter().for_each(|part| constants(part, found)),
        Value::Object(parts) => {
            found.extend(parts.get("const").and_then(Value::as_str).map(str::to_owned));
            parts.values().for_each(|part| constants(part, found));
        }
        _ => {}
    }
}

#[test]
fn the_schema_lists_schemes_and_laws() {
    let schema = Scene::schema();
    let mut words = Vec::new();
    constants(&schema["$defs"]["Method"], &mut words);
    assert_eq!(words, carom_schemes::Method::CONTACT.map(|method| method.name().to_owned()));
    let mut kinds = Vec::new();
    constants(&schema["$defs"]["LawSpec"], &mut kinds);
    assert_eq!(kinds.len(), LawSpec::all().len());
    // Whatever the kind, a mistyped parameter is found where it stands.
    for kind in kinds {
        let law = format!("law = {{ kind = \"{kind}\", zzz = 1 }}");
        let start = SHORT.find("law =").unwrap();
        let text = format!("{}{law}\n", &SHORT[..start]);
        let errors = Scene::parse("x", &text).unwrap_err();
        let span = errors.errors()[0].span.clone().unwrap();
        assert_eq!(&text[span], "zzz", "{errors}");
    }
}

/// Pieces that make a mutated file more likely to get past the syntax.
const PIECES: [&str; 16] = [
    "nan", "-1", "\"", "[", "]", "{", "}", "=", "\n", "\t", "ü", ".", "1e999", "true", "[[body]]",
    "inf",
];

fn below(random: &mut Random, end: usize) -> usize {
    (random.bits() % end.max(1) as u64) as usize
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=below(random, 3) {
        let at = below(random, bytes.len());
        match below(random, 4) {
            0 => bytes[at] = (random.bits() & 0xff) as u8,
            1 => {
                let end = (at + below(random, 12)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let piece = PIECES[below(random, PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            _ => {
                let end = (at + below(random, 80)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn no_mutation_of_a_scene_panics() {
    let mut random = Random::new(11);
    let (mut accepted, mut refused) = (0, 0);
    for i in 0..6000 {
        let text = mutate([FULL, SHORT][i % 2], &mut random);
        let assignment = mutate("body.\"mallet\".modes.q=[1, 2]", &mut random);
        for assignments in [&[][..], &[assignment][..]] {
            match Scene::parse_with("mutated.toml", &text, assignments) {
                Ok(parsed) => {
                    accepted += 1;
                    let written = parsed.scene.to_toml().unwrap();
                    assert_eq!(read(&written), parsed.scene);
                    assert!(parsed.warnings_report().is_none_or(|w| !w.to_string().is_empty()));
                }
                Err(errors) => {
                    refused += 1;
                    assert!(errors.to_string().starts_with("error: "), "{errors}");
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 1000, "{accepted} {refused}");
}

#[test]
fn depth_does_not_exhaust_the_stack() {
    let dotted = vec!["a"; 79].join(".");
    let mut nested = "1".to_owned();
    for _ in 0..78 {
        nested = format!("{{ {dotted} = {nested} }}");
    }
    for text in [format!("version = {nested}"), "[".repeat(100_000), "a.".repeat(100_000)] {
        assert!(Scene::parse("deep.toml", &text).is_err());
    }
    for value in [nested, "[".repeat(100_000), "a.".repeat(100_000)] {
        assert!(Scene::parse_with("deep.toml", SHORT, &[format!("level={value}")]).is_err());
        assert!(Scene::parse_with("deep.toml", SHORT, &[format!("{value}=1")]).is_err());
    }
}

#[test]
fn the_reference_of_scenes_is_that_of_the_schema() {
    let reference = reference_of(Scene::schema(), "Scene files");
    assert!(
        reference == include_str!("../../../../docs/reference.md"),
        "docs/reference.md is out of date; update it with
  cargo run -p carom-cli -- schema --markdown > docs/reference.md"
    );
    let materials = carom_shapes::material::names().map(|name| format!("`\"{name}\"`"));
    let kinds = carom_shapes::Shape::all();
    let kinds = kinds.iter().map(|shape| format!("### `kind = \"{}\"`\n", shape.kind()));
    let schemes = Method::CONTACT.map(|scheme| format!("| {} |\n", scheme.description()));
    for part in materials.chain(kinds).chain(schemes) {
        assert!(reference.contains(&part), "{part} is missing in docs/reference.md");
    }
}
