//! The scene that the page opens with.

use carom_scene::scene::{Parsed, Scene};
use serde_json::{Value, json};

/// The scene that the page opens with.
#[derive(Clone, Debug)]
pub struct Start {
    scene: Value,
    title: Option<String>,
}

impl Start {
    /// A scene that was read and checked.
    #[must_use]
    pub fn of(parsed: &Parsed) -> Self {
        Self { scene: parsed.to_json(), title: parsed.scene.title.clone() }
    }

    /// A singing bowl.
    #[must_use]
    pub fn built_in() -> Self {
        let text = include_str!("../assets/start.toml");
        let empty = |_| Self { scene: json!({ "version": 1 }), title: None };
        Scene::parse("start.toml", text).map_or_else(empty, |parsed| Self::of(&parsed))
    }

    /// As the page reads it.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        json!({ "scene": self.scene, "title": self.title }).to_string().into_bytes()
    }
}
