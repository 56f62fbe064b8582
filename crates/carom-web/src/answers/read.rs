//! What is known without computing: the schema and the gallery.

use carom_scene::gallery::{PIECES, Piece};
use carom_scene::scene::{Parsed, Scene};
use serde_json::{Value, json};

use super::Question;
use crate::error::Refusal;

fn parsed(piece: &Piece) -> Option<Parsed> {
    Scene::parse(&format!("{}.toml", piece.name), piece.text).ok()
}

/// The schema of scenes.
pub(super) fn schema(_: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    Ok(Scene::schema().to_string().into_bytes())
}

/// Names, titles and descriptions of the gallery.
pub(super) fn gallery(_: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let entry = |piece: &Piece| {
        let scene = parsed(piece).map(|parsed| parsed.scene);
        let (title, description) =
            scene.map_or((None, None), |scene| (scene.title, scene.description));
        let title = title.unwrap_or_else(|| piece.name.to_owned());
        let description = description.map(|text| text.trim().to_owned());
        json!({ "name": piece.name, "title": title, "description": description })
    };
    Ok(PIECES.iter().map(entry).collect::<Value>().to_string().into_bytes())
}

/// A scene of the gallery by its name, which is the body of the question.
pub(super) fn piece(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let name = String::from_utf8_lossy(question.body);
    let found = PIECES.iter().find(|piece| piece.name == name).and_then(parsed);
    let Some(parsed) = found else {
        let names: Vec<_> = PIECES.iter().map(|piece| piece.name).collect();
        let refusal = Refusal::new(format!("there is no scene {name:?} in the gallery"));
        return Err(refusal.allowed(names.join(", ")));
    };
    Ok(json!({ "scene": parsed.to_json() }).to_string().into_bytes())
}
