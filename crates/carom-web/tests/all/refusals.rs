//! What is refused, and how.

use crate::support::{Asked, bar};
use serde_json::{Value, json};

#[test]
fn what_is_not_a_scene_gets_an_error() {
    let asked = Asked;
    let deep = "[".repeat(100_000);
    let nested = format!("{}1{}", "{\"a\":".repeat(100), "}".repeat(100));
    let many = format!("{{\"body\":[{}{{}}]}}", "{},".repeat(10_000));
    let name = "x".repeat(500_000);
    let long = json!({ "version": 1, "body": [{ "name": name, "mas": 1 }] }).to_string();
    let wrong = json!({ "version": 1, name: 1 }).to_string();
    let bodies: [&[u8]; 14] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"3",
        b"\"scene\"",
        b"{}",
        b"{\"version\":2}",
        b"\xff\xfe\x00",
        deep.as_bytes(),
        nested.as_bytes(),
        many.as_bytes(),
        long.as_bytes(),
        wrong.as_bytes(),
    ];
    for question in ["render", "toml", "object", "impact", "parse"] {
        for body in bodies {
            let reply = asked.text(question, body);
            assert!(reply.refused, "{question}: {}", reply.text());
            assert!(!reply.error().0.is_empty());
        }
    }
}

/// Scenes that are too large, with their names.
fn monsters() -> Vec<(&'static str, Value)> {
    let spoilt = |spoil: &dyn Fn(&mut Value)| {
        let mut scene = bar(1.0);
        spoil(&mut scene);
        scene
    };
    let shape = |shape: Value, material: &str, highest: f64| {
        spoilt(&|scene| {
            scene["body"][1] = json!({ "name": "bar", "material": material, "shape": shape });
            scene["contact"][0]["at"] = json!({});
            scene["pickup"] = json!([{ "body": "bar" }]);
            scene["highest_mode"] = highest.into();
            scene["sample_rate"] = 768_000.into();
        })
    };
    vec![
        ("a day", spoilt(&|scene| scene["duration"] = 86_400.into())),
        ("an hour", spoilt(&|scene| scene["duration"] = 3600.into())),
        ("ten minutes", spoilt(&|scene| scene["duration"] = 600.into())),
        (
            "half a minute at a high rate",
            spoilt(&|scene| {
                scene["duration"] = 30.into();
                scene["sample_rate"] = 768_000.into();
            }),
        ),
        ("substeps", spoilt(&|scene| scene["substeps"] = 65_536.into())),
        (
            "ten million modes",
            spoilt(&|scene| {
                scene["body"][1] =
                    json!({ "name": "bar", "modes": { "frequency": vec![1; 100_000], "mass": 1 } });
                scene["contact"][0]["at"] = json!({});
                scene["pickup"] = json!([{ "body": "bar" }]);
            }),
        ),
        ("a hall", shape(json!({ "kind": "cavity", "side": 100.0 }), "air", 300_000.0)),
        (
            "a cathedral of foil",
            shape(
                json!({ "kind": "plate", "length": 100.0, "width": 100.0, "thickness": 1e-6, "edges": "supported" }),
                "steel",
                300_000.0,
            ),
        ),
        (
            "a skin",
            shape(
                json!({ "kind": "round-membrane", "diameter": 100.0, "tension": 1e-3, "thickness": 1e-4 }),
                "mylar",
                300_000.0,
            ),
        ),
        (
            "a wire",
            shape(
                json!({ "kind": "string", "length": 1e4, "diameter": 1e-4, "tension": 1e-3 }),
                "steel",
                300_000.0,
            ),
        ),
        (
            "a large bar",
            shape(
                json!({ "kind": "bar", "length": 1e4, "width": 0.1, "thickness": 1e-4 }),
                "steel",
                300_000.0,
            ),
        ),
    ]
}

#[test]
fn scenes_that_are_too_large_are_refused_before_they_cost_anything() {
    let asked = Asked;
    for (name, scene) in monsters() {
        let reply = asked.about("render", &scene);
        assert!(reply.refused, "{name}");
        assert!(reply.json()["error"]["allowed"].is_string(), "{name}: {}", reply.text());
    }
}

#[test]
fn a_sound_without_an_end_is_ended_and_says_so() {
    let asked = Asked;
    let mut scene = bar(1.0);
    scene.as_object_mut().unwrap().remove("duration");
    scene["body"][1]["q"] = 1e9.into();
    let rendered = asked.about("render", &scene).rendering();
    // It ends after 60 s, with the chunk of 256 samples that is being rendered then.
    let samples = rendered.head["samples"].as_u64().unwrap();
    assert_eq!(samples, (60u64 * 44_100).next_multiple_of(256));
    assert!(rendered.head["warnings"].to_string().contains("give a duration"));
}

#[test]
fn a_scene_cannot_have_files_read() {
    let asked = Asked;
    let mut scene = asked.piece("marble-on-glass");
    for path in ["/etc/passwd", "/nowhere/at/all", "Cargo.toml"] {
        scene["gesture"][0]["surface"] = json!({ "kind": "file", "path": path });
        for question in ["render", "toml", "object"] {
            let reply = asked.about(question, &scene);
            assert!(reply.refused);
            let (message, found) = reply.error();
            assert_eq!(found.as_deref(), Some("gesture[0].surface.kind"));
            // The same message whether or not the file exists.
            assert_eq!(message, "gesture 0 (roll): a scene that stands alone reads no files");
        }
    }
    let piece = carom_scene::gallery::PIECES.iter().find(|p| p.name == "marble-on-glass").unwrap();
    let file = "surface = { kind = \"file\", path = \"/etc/passwd\" } # {";
    let text = piece.text.replace("surface = {", file);
    assert_ne!(text, piece.text);
    let reply = asked.text("parse", text.as_bytes());
    assert!(reply.refused, "{}", reply.text());
    assert!(reply.error().0.contains("reads no files"), "{}", reply.text());
}
