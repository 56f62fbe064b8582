//! Scenes as the page holds them and as files.

use carom_files::{FileError, FileErrors};
use carom_scene::scene::{Parsed, Scene};
use serde_json::{Value, json};

use super::{Answer, Question};
use crate::limits::{MOST_ELEMENTS, MOST_ERRORS};
use crate::reply::{RequestError, ValueError};

/// The scene of a request, checked as a file is.
pub(super) fn scene(question: &Question) -> Result<Parsed, RequestError> {
    let document: Value = serde_json::from_slice(&question.body)
        .map_err(|error| RequestError::unprocessable(format!("this is not JSON: {error}")))?;
    check_lists(&document)?;
    Scene::from_json(&document).map_err(|errors| request_error(&errors))
}

/// An error for a list that is so long that checking its elements would take too long.
fn check_lists(document: &Value) -> Result<(), RequestError> {
    for (list, most) in MOST_ELEMENTS {
        let count = document.get(list).and_then(Value::as_array).map_or(0, Vec::len);
        if count > most {
            let error = RequestError::unprocessable(format!("`{list}` has {count} elements"));
            return Err(error.at(list).allowed(format!("at most {most} here")));
        }
    }
    Ok(())
}

/// Everything that is wrong with a scene.
fn request_error(errors: &FileErrors) -> RequestError {
    let shown = |error: &FileError| ValueError {
        message: error.message.clone(),
        path: error.path.as_ref().map(|_| bracketed(&error.steps())),
        allowed: error.help.clone(),
    };
    RequestError {
        status: hyper::StatusCode::UNPROCESSABLE_ENTITY,
        errors: errors.errors().iter().take(MOST_ERRORS).map(shown).collect(),
    }
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
pub(super) fn toml(question: &Question) -> Result<Answer, RequestError> {
    let text = scene(question)?.to_toml();
    Ok(("text/plain; charset=utf-8", text.into_bytes()))
}

/// A file as a scene.
pub(super) fn parse(question: &Question) -> Result<Answer, RequestError> {
    let text = std::str::from_utf8(&question.body)
        .map_err(|error| RequestError::unprocessable(format!("this is not text: {error}")))?;
    if let Ok(document) = toml::from_str::<Value>(text) {
        check_lists(&document)?;
    }
    let parsed = Scene::parse_alone("scene.toml", text).map_err(|errors| {
        let mut shown = request_error(&errors);
        // In a file, the line is easier to find than the path.
        for (shown, error) in shown.errors.iter_mut().zip(errors.errors()) {
            shown.message = error.render(errors.source_text()).trim_end().to_owned();
        }
        shown
    })?;
    let warnings: Vec<_> = parsed.warnings.iter().map(|warning| &warning.message).collect();
    let answer = json!({ "scene": parsed.to_json(), "warnings": warnings });
    Ok(("application/json", answer.to_string().into_bytes()))
}
