//! What can be read without computing: the schema, the first scene, the gallery.

use std::sync::OnceLock;

use carom_scene::gallery::{PIECES, Piece};
use carom_scene::scene::{Parsed, Scene};
use serde_json::{Value, json};

use crate::reply::{Reply, json, of_type};
use crate::route::State;

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
        let text = include_str!("../../assets/start.toml");
        let empty = |_| Self { scene: json!({ "version": 1 }), title: None };
        Scene::parse("start.toml", text).map_or_else(empty, |parsed| Self::of(&parsed))
    }
}

fn parsed(piece: &Piece) -> Option<Parsed> {
    Scene::parse(&format!("{}.toml", piece.name), piece.text).ok()
}

/// The answer at a path, if there is one.
pub(crate) fn read(state: &State, path: &str) -> Option<Reply> {
    Some(match path {
        "/api/schema" => json(&Scene::schema()),
        "/api/start" => json(&json!({ "scene": state.start.scene, "title": state.start.title })),
        "/api/gallery" => of_type("application/json", gallery()),
        _ => {
            let name = path.strip_prefix("/api/gallery/")?;
            let piece = PIECES.iter().find(|piece| piece.name == name)?;
            json(&json!({ "scene": parsed(piece)?.to_json() }))
        }
    })
}

/// Names, titles and descriptions.
fn gallery() -> &'static str {
    static LIST: OnceLock<String> = OnceLock::new();
    LIST.get_or_init(|| {
        let entry = |piece: &Piece| {
            let scene = parsed(piece).map(|parsed| parsed.scene);
            let (title, description) =
                scene.map_or((None, None), |scene| (scene.title, scene.description));
            let title = title.unwrap_or_else(|| piece.name.to_owned());
            let description = description.map(|text| text.trim().to_owned());
            json!({ "name": piece.name, "title": title, "description": description })
        };
        PIECES.iter().map(entry).collect::<Value>().to_string()
    })
}
