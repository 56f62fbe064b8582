//! Contact models fitted to measured collisions.

use carom_lab::calibration::{
    COMPONENTS, CalibrationError, Disc, Model, Setup, Trials, UNITS, calibrate as fitted, example,
};
use serde::Deserialize;
use serde_json::json;

use super::Question;
use crate::error::Refusal;
use crate::limits::MOST_TRIALS;

/// A table of trials, and what was measured.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// The text of the table.
    table: String,
    /// kg.
    mass: f64,
    /// m.
    radius: f64,
    /// kg·m²; that of a homogeneous disc without it.
    #[serde(default)]
    inertia: Option<f64>,
    /// The models to fit, all without any.
    #[serde(default)]
    models: Vec<String>,
}

/// An example of a table, and the models.
pub(super) fn trials(_: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let models = Model::ALL.map(|model| json!({ "name": model.name(), "about": model.about() }));
    Ok(json!({ "table": example(), "models": models }).to_string().into_bytes())
}

/// The models fitted to a table.
pub(super) fn calibrate(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(question.body);
    let asked: Asked = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        Refusal::new(format!("the trials: {}", error.inner())).at(error.path().to_string())
    })?;
    let disc = Disc::new(asked.mass, asked.radius, asked.inertia);
    let disc = disc.map_err(|error| refusal(&error.into()))?;
    let models: Result<Vec<Model>, _> =
        asked.models.iter().map(|name| Model::named(name)).collect();
    let mut models = models.map_err(|error| refusal(&error).at("models"))?;
    if models.is_empty() {
        models = Model::ALL.to_vec();
    }
    let read = Trials::parse(&asked.table, "the table").map_err(|error| refusal(&error))?;
    let count = read.trials.len();
    if count > MOST_TRIALS {
        let error = Refusal::new(format!("the table has {count} rows")).at("table");
        return Err(error.allowed(format!("at most {MOST_TRIALS}; `carom calibrate` takes more")));
    }
    let setup = Setup { disc, pulse: None };
    let found = fitted(&read.trials, &setup, &models, &[]).map_err(|error| refusal(&error))?;
    let motions = read.trials.iter().map(|trial| json!([trial.before, trial.after]));
    let answer = json!({
        "version": 1,
        "found": found,
        "undecided": found.undecided(),
        "trials": motions.collect::<Vec<_>>(),
        "components": COMPONENTS,
        "units": UNITS,
        "ignored": read.ignored,
    });
    Ok(answer.to_string().into_bytes())
}

fn refusal(error: &CalibrationError) -> Refusal {
    let shown = Refusal::new(error.to_string());
    match error {
        CalibrationError::Value(value) => shown.at(value.field).allowed(value.allowed),
        _ => shown.at("table"),
    }
}
