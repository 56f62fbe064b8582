//! Scenes as the page holds them and as files.

use carom_files::{FileError, FileErrors};
use carom_scene::scene::{Parsed, Scene};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Question;
use crate::error::{Refusal, ValueError};
use crate::limits::{MOST_ELEMENTS, MOST_ERRORS};
use crate::live::{Live, Pitches, Take};

/// The scene of a question, checked as a file is: `{ scene, take }`, with what was played, if anything.
pub(super) fn scene(question: &Question<'_>) -> Result<Parsed, Refusal> {
    let asked = Asked::read(question.body)?;
    let parsed = checked(&asked.scene)?;
    let Some(take) = asked.take.filter(|take| !take.is_empty()) else { return Ok(parsed) };
    let played = if take.notes.is_empty() {
        Live::new(&parsed, asked.rate).played(&take)?
    } else {
        Pitches::played(&parsed, asked.rate, &take)?
    };
    checked(&serde_json::to_value(&played).unwrap_or_default())
}

/// A scene that stands alone.
pub(crate) fn checked(document: &Value) -> Result<Parsed, Refusal> {
    check_lists(document)?;
    Scene::from_json(document).map_err(|errors| request_error(&errors))
}

/// A scene and what was played on it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) scene: Value,
    /// What was played.
    #[serde(default)]
    pub(crate) take: Option<Take>,
    /// The sample rate of the audio output, if it is another than that of the scene (Hz).
    #[serde(default)]
    pub(crate) rate: Option<f64>,
    /// How many keys below and above its own it is played from.
    #[serde(default)]
    pub(crate) span: Option<u8>,
    /// How one of its blows is looked at.
    #[serde(default)]
    pub(super) look: Looked,
}

/// How a blow is looked at.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Looked {
    /// The first blow after this time (s).
    pub(super) after: f64,
    /// More finely than the samples of the scene.
    pub(super) finely: bool,
    /// With how everything is bent.
    pub(super) bent: bool,
}

impl Asked {
    pub(crate) fn read(body: &[u8]) -> Result<Self, Refusal> {
        let mut reader = serde_json::Deserializer::from_slice(body);
        serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            Refusal::new(format!("the question: {}", error.inner())).at(error.path().to_string())
        })
    }
}

/// A scene with what was played on it, as a scene.
pub(super) fn take(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    Ok(json!({ "scene": scene(question)?.to_json() }).to_string().into_bytes())
}

/// An error for a list that is so long that checking its elements would take too long.
fn check_lists(document: &Value) -> Result<(), Refusal> {
    for (list, most) in MOST_ELEMENTS {
        let count = document.get(list).and_then(Value::as_array).map_or(0, Vec::len);
        if count > most {
            let error = Refusal::new(format!("`{list}` has {count} elements"));
            return Err(error.at(list).allowed(format!("at most {most} here")));
        }
    }
    Ok(())
}

/// Everything that is wrong with a scene.
pub(super) fn request_error(errors: &FileErrors) -> Refusal {
    let shown = |error: &FileError| ValueError {
        message: error.message.clone(),
        path: error.path.as_ref().map(|_| bracketed(&error.steps())),
        allowed: error.help.clone(),
    };
    Refusal { errors: errors.errors().iter().take(MOST_ERRORS).map(shown).collect() }
}

/// Everything that is wrong with a file: there, the line is easier to find than the path.
pub(super) fn file_error(errors: &FileErrors) -> Refusal {
    let mut shown = request_error(errors);
    for (shown, error) in shown.errors.iter_mut().zip(errors.errors()) {
        shown.message = error.render(errors.source_text()).trim_end().to_owned();
    }
    shown
}

/// `body[0].mass`: indices stand in brackets.
fn bracketed(steps: &[String]) -> String {
    let mut path = String::new();
    for step in steps {
        if step.parse::<usize>().is_ok() {
            path += &format!("[{step}]");
        } else {
            path += if path.is_empty() { "" } else { "." };
            path += step;
        }
    }
    path
}

/// A scene as a file.
pub(super) fn toml(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    Ok(scene(question)?.to_toml().into_bytes())
}

/// A file as a scene.
pub(super) fn parse(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let text = std::str::from_utf8(question.body)
        .map_err(|error| Refusal::new(format!("this is not text: {error}")))?;
    if let Ok(document) = toml::from_str::<Value>(text) {
        check_lists(&document)?;
    }
    let parsed = Scene::parse_alone("scene.toml", text).map_err(|errors| file_error(&errors))?;
    let warnings: Vec<_> = parsed.warnings.iter().map(|warning| &warning.message).collect();
    let answer = json!({ "scene": parsed.to_json(), "warnings": warnings });
    Ok(answer.to_string().into_bytes())
}
