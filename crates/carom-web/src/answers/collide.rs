//! Two rigid bodies that touch at a point.

use carom_lab::collision::{Answer, Collision, EXAMPLES, Example, compare};
use carom_rigid::algebra::{dot, length, scale, subtract};
use serde_json::{Value, json};

use super::Question;
use super::scene::{file_error, request_error};
use crate::error::Refusal;

/// The rate of the history (Hz), which the page does not show: its curve has the same number of points
/// however long the contact is.
const RATE: f64 = 1.0;

/// The schema of collisions.
pub(super) fn schema(_: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    Ok(Collision::schema().to_string().into_bytes())
}

/// The examples: their names, and what is in their files.
pub(super) fn examples(_: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let entry = |example: &Example| {
        let parsed = Collision::parse(example.name, example.text).ok()?;
        Some(json!({ "name": example.name, "collision": parsed.collision }))
    };
    Ok(EXAMPLES.iter().filter_map(entry).collect::<Value>().to_string().into_bytes())
}

/// A file as a collision.
pub(super) fn parse(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let text = std::str::from_utf8(question.body)
        .map_err(|error| Refusal::new(format!("this is not text: {error}")))?;
    let parsed = Collision::parse_alone("collision.toml", text).map_err(|e| file_error(&e))?;
    Ok(json!({ "collision": parsed.collision }).to_string().into_bytes())
}

/// The collision by all methods, and as a file.
pub(super) fn collide(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let document: Value = serde_json::from_slice(question.body)
        .map_err(|error| Refusal::new(format!("the collision: {error}")))?;
    let parsed = Collision::from_json(&document).map_err(|errors| request_error(&errors))?;
    let found = compare(&parsed, Some(RATE));
    if let ([], Some(first)) = (&found.collisions[..], found.refused.first()) {
        return Err(Refusal::new(format!("no method can compute it: {}", first.message)));
    }
    let normal = parsed.bodies.normal();
    let answers: Vec<Value> = found.collisions.iter().map(|one| with_curve(one, normal)).collect();
    let answer = json!({
        "version": 1,
        "method": parsed.collision.method,
        "toml": parsed.to_toml(),
        "collisions": answers,
        "refused": found.refused,
    });
    Ok(answer.to_string().into_bytes())
}

/// A result with its force: along the normal, and along the surface.
fn with_curve(answer: &Answer, normal: [f64; 3]) -> Value {
    let mut value = serde_json::to_value(answer).unwrap_or_default();
    let time: Vec<f64> = answer.curve.iter().map(|sample| sample.time).collect();
    let across: Vec<f64> = answer.curve.iter().map(|sample| dot(sample.force, normal)).collect();
    let along = |force: [f64; 3]| length(subtract(force, scale(normal, dot(force, normal))));
    let along: Vec<f64> = answer.curve.iter().map(|sample| along(sample.force)).collect();
    value["curve"] = json!({ "time": time, "normal": across, "along": along });
    value
}
