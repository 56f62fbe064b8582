//! A scene as JSON, with the keys of a scene file: for programs that edit one.

use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::Deserializer;

use super::decode::Holds;
use super::error::{SceneError, SceneErrors, Severity};
use super::path::Path;
use super::source::Source;
use super::{Parsed, Scene, document, write};

impl Scene {
    /// Reads a scene that is written as JSON, with the keys of a scene file, and checks it as a
    /// file is checked. It must stand alone: no files are read.
    ///
    /// ```
    /// use carom_scene::scene::Scene;
    /// let floor = serde_json::json!({ "version": 1, "body": [{ "name": "ball", "mass": -1 }] });
    /// let errors = Scene::from_json(&floor).unwrap_err();
    /// assert_eq!(errors.errors()[0].path.as_deref(), Some("body.0.mass"));
    /// ```
    pub fn from_json(document: &Value) -> Result<Parsed, SceneErrors> {
        let text = write::toml(document).map_err(|unwritable| {
            let mut error = SceneError::new(Severity::Error, unwritable.message)
                .help("a scene holds tables, lists, texts, numbers, true and false");
            error.path = (!unwritable.path.is_root()).then(|| unwritable.path.to_string());
            SceneErrors::new(vec![error], Source::new("the scene", "", &[""; 0]).into())
        })?;
        Self::parse_alone("the scene", &text)
    }
}

impl SceneError {
    /// The keys and indices that lead to the value that is meant.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        let path = self.path.as_deref().and_then(Path::parse);
        path.map_or_else(Vec::new, |path| path.steps().to_vec())
    }
}

impl Parsed {
    /// The scene as JSON: what was written, nothing else, in the order of the reference.
    #[must_use]
    pub fn to_json(&self) -> Value {
        // It was read before: it can be read again.
        let document = document::document(&self.map.source, Scene::LISTS).ok();
        let written = document.and_then(|table| {
            Value::deserialize(Deserializer::from(Spanned::new(0..0, table))).ok()
        });
        let order = serde_json::to_value(&self.scene).unwrap_or_default();
        written.map_or_else(|| order.clone(), |written| arranged(written, &order))
    }

    /// The scene as a file that a person can read: what was written, nothing else.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // What came from TOML can be written as TOML.
        write::toml(&self.to_json()).unwrap_or_default()
    }
}

/// A whole number from here on reads better with an exponent.
const LARGE: f64 = 1e6;

/// A document with its keys in the order of another, and large numbers as the floats that they are.
fn arranged(document: Value, order: &Value) -> Value {
    match (document, order) {
        (Value::Object(mut document), Value::Object(order)) => {
            let mut result = Map::new();
            for (key, like) in order {
                if let Some(value) = document.remove(key) {
                    result.insert(key.clone(), arranged(value, like));
                }
            }
            result.extend(document);
            Value::Object(result)
        }
        (Value::Array(document), Value::Array(order)) => {
            let like = order.iter().chain(std::iter::repeat(&Value::Null));
            document.into_iter().zip(like).map(|(value, like)| arranged(value, like)).collect()
        }
        (Value::Number(number), Value::Number(like)) => match number.as_f64() {
            Some(value) if like.is_f64() && value.abs() >= LARGE => value.into(),
            _ => Value::Number(number),
        },
        (document, _) => document,
    }
}
