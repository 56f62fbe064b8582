//! Scenes as the page holds them and as files.

use carom_files::{FileError, FileErrors};
use carom_scene::scene::{Parsed, Scene};
use serde_json::{Value, json};

use super::{Answer, Question};
use crate::limits::{MOST_ELEMENTS, MOST_PROBLEMS};
use crate::reply::{Problem, Refusal};

/// The scene of a request, checked as a file is.
pub(super) fn scene(question: &Question) -> Result<Parsed, Refusal> {
    let document: Value = serde_json::from_slice(&question.body).map_err(|error| {
        Refusal::unprocessable(Problem::new(format!("this is not JSON: {error}")))
    })?;
    check_lists(&document)?;
    Scene::from_json(&document).map_err(|errors| refusal(&errors, &document))
}

/// No list is so long that checking it would take for ever.
fn check_lists(document: &Value) -> Result<(), Refusal> {
    for (list, most) in MOST_ELEMENTS {
        let count = document.get(list).and_then(Value::as_array).map_or(0, Vec::len);
        if count > most {
            let problem = Problem::new(format!("`{list}` has {count} elements")).at(list);
            return Err(Refusal::unprocessable(problem.allowed(format!("at most {most} here"))));
        }
    }
    Ok(())
}

/// Everything that is wrong with a scene, in the engine's words.
fn refusal(errors: &FileErrors, document: &Value) -> Refusal {
    let problem = |error: &FileError| Problem {
        message: error.message.clone(),
        path: error.path.as_ref().map(|_| place(&error.steps(), document)),
        allowed: error.help.clone(),
    };
    Refusal {
        status: hyper::StatusCode::UNPROCESSABLE_ENTITY,
        problems: errors.errors().iter().take(MOST_PROBLEMS).map(problem).collect(),
    }
}

/// `body[0].mass`: brackets around what counts in a list.
fn place(steps: &[String], document: &Value) -> String {
    let mut place = String::new();
    let mut value = Some(document);
    for step in steps {
        match (value.and_then(Value::as_array), step.parse::<usize>()) {
            (Some(list), Ok(i)) => {
                place += &format!("[{i}]");
                value = list.get(i);
            }
            _ => {
                place += if place.is_empty() { "" } else { "." };
                place += step;
                value = value.and_then(|value| value.get(step));
            }
        }
    }
    place
}

/// A scene as a file.
pub(super) fn toml(question: &Question) -> Result<Answer, Refusal> {
    let parsed = scene(question)?;
    let text = parsed.to_toml();
    // It is worth nothing unless it says the same.
    match Scene::parse_alone("the scene", &text) {
        Ok(again) if again.scene == parsed.scene => {
            Ok(("text/plain; charset=utf-8", text.into_bytes()))
        }
        _ => Err(Refusal::unprocessable(Problem::new("this scene cannot be written as TOML"))),
    }
}

/// A file as a scene.
pub(super) fn parse(question: &Question) -> Result<Answer, Refusal> {
    let text = std::str::from_utf8(&question.body).map_err(|error| {
        Refusal::unprocessable(Problem::new(format!("this is no text: {error}")))
    })?;
    if let Ok(document) = toml::from_str::<Value>(text) {
        check_lists(&document)?;
    }
    let parsed = Scene::parse_alone("scene.toml", text).map_err(|errors| {
        let mut refusal = refusal(&errors, &Value::Null);
        // Of a file, the line says more than the path.
        for (problem, error) in refusal.problems.iter_mut().zip(errors.errors()) {
            problem.message = error.render(errors.source_text()).trim_end().to_owned();
        }
        refusal
    })?;
    let warnings: Vec<_> = parsed.warnings.iter().map(|warning| &warning.message).collect();
    let answer = json!({ "scene": parsed.to_json(), "warnings": warnings });
    Ok(("application/json", answer.to_string().into_bytes()))
}
