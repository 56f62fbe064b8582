//! Questions as the page asks them.

#![allow(dead_code, reason = "each test uses a part of it")]

use carom_web::answer;
use serde_json::{Value, json};

/// Somebody who answers.
pub(crate) struct Asked;

impl Asked {
    /// A question about a scene, or about anything else.
    pub(crate) fn about(&self, question: &str, body: &Value) -> Reply {
        let body = if question == "impact" { body.clone() } else { json!({ "scene": body }) };
        self.text(question, body.to_string().as_bytes())
    }

    /// The first blow of a scene after some time (s), watched as closely as possible.
    pub(crate) fn blow(&self, scene: &Value, after: f64) -> Reply {
        let look = json!({ "after": after, "finely": true, "bent": true });
        self.text("blow", json!({ "scene": scene, "look": look }).to_string().as_bytes())
    }

    /// A question with any body.
    pub(crate) fn text(&self, question: &str, body: &[u8]) -> Reply {
        match answer(question, body) {
            Ok(body) => Reply { refused: false, body },
            Err(refusal) => Reply { refused: true, body: refusal.to_json() },
        }
    }

    /// A scene of the gallery as the page gets it.
    pub(crate) fn piece(&self, name: &str) -> Value {
        self.text("piece", name.as_bytes()).json()["scene"].clone()
    }
}

/// What came back.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) refused: bool,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The message and the path of the first error.
    pub(crate) fn error(&self) -> (String, Option<String>) {
        let error = self.json()["error"].clone();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        (text(&error["message"]).unwrap(), text(&error["path"]))
    }

    /// The head of a rendering and its arrays.
    pub(crate) fn rendering(&self) -> Packet {
        assert!(!self.refused, "{}", self.text());
        let length = u32::from_le_bytes(self.body[..4].try_into().unwrap()) as usize;
        let head = serde_json::from_slice(&self.body[4..4 + length]).unwrap();
        let start = 4 + length.next_multiple_of(4);
        let floats = self.body[start..]
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        Packet { head, floats }
    }
}

/// A rendering as the page reads it.
pub(crate) struct Packet {
    pub(crate) head: Value,
    floats: Vec<f32>,
}

impl Packet {
    pub(crate) fn array(&self, name: &str) -> &[f32] {
        let place = &self.head["arrays"][name];
        let number = |i: usize| place[i].as_u64().unwrap_or_else(|| panic!("no {name}")) as usize;
        &self.floats[number(0)..number(0) + number(1)]
    }
}

/// A mallet on a bar of many modes, for so many seconds.
pub(crate) fn bar(duration: f64) -> Value {
    serde_json::json!({
        "version": 1,
        "duration": duration,
        "body": [
            { "name": "mallet", "mass": 0.02, "velocity": 1.5, "hardness": 0.7 },
            { "name": "bar", "material": "steel", "shape": {
                "kind": "bar", "length": 0.4, "width": 0.03, "thickness": 0.004, "ends": "supported",
            } },
        ],
        "contact": [{ "between": ["mallet", "bar"], "at": { "bar": 0.3 } }],
        "pickup": [{ "body": "bar", "at": 0.07 }],
    })
}

/// A mass that flies at a wall.
pub(crate) fn wall(velocity: f64) -> Value {
    serde_json::json!({
        "version": 1,
        "duration": 0.01,
        "body": [
            { "name": "mass", "mass": 0.01, "velocity": velocity },
            { "name": "wall", "wall": true },
        ],
        "contact": [{
            "between": ["mass", "wall"],
            "law": { "kind": "hunt-crossley", "stiffness": 1e7, "exponent": 1.3, "mu": 0.5 },
        }],
        "pickup": [{ "body": "mass" }],
    })
}
