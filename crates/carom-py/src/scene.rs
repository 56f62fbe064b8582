//! Scenes rendered into memory or into files.

use std::path::PathBuf;

use carom_scene::gallery;
use carom_scene::render::{RenderError, RenderOptions, render_sound, summary_json, write};
use carom_scene::scene::{How, Parsed, Scene};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{refused, unusable};
use crate::patience::{Listener, wait};

pub(crate) fn parsed(name: &str, text: &str, set: &[String]) -> PyResult<Parsed> {
    Scene::parse_with(name, text, set).map_err(refused)
}

fn failed(error: RenderError) -> PyErr {
    match error {
        RenderError::Write(error) => unusable(error),
        error => refused(error),
    }
}

/// A scene rendered: sound, energies and first contacts as arrays, the rest as JSON.
#[pyfunction]
fn run<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
    set: Vec<String>,
    progress: Listener,
) -> PyResult<Bound<'py, PyDict>> {
    let parsed = parsed(name, text, &set)?;
    let warnings = parsed.warnings_report().map(|report| report.to_string());
    let names: Vec<String> =
        parsed.plan.contacts.iter().map(|contact| contact.name.clone()).collect();
    let record = parsed.record(How::default());
    let rate = parsed.plan.sample_rate;
    let sound = wait(py, &progress, move |shared| {
        let note = |done, of| shared.note(done, of);
        let options = RenderOptions { progress: Some(&note), ..RenderOptions::default() };
        render_sound(&parsed.plan, options)
    })?
    .map_err(failed)?;
    let rendering = sound.rendering;
    let result = PyDict::new(py);
    result.set_item("summary", summary_json(&rendering, &record).map_err(refused)?)?;
    result.set_item("rate", rate)?;
    result.set_item("gain", rendering.gain)?;
    result.set_item(
        "warnings",
        (warnings.into_iter().chain(rendering.warnings)).collect::<Vec<_>>(),
    )?;
    result.set_item("left", PyArray1::from_vec(py, sound.left))?;
    result.set_item("right", PyArray1::from_vec(py, sound.right))?;
    let energy = PyDict::new(py);
    let column = |values: Vec<f64>| PyArray1::from_vec(py, values);
    energy.set_item("time", column(rendering.ledgers.iter().map(|(time, _)| *time).collect()))?;
    let stores: Vec<_> = rendering.stores.iter().map(|stores| stores.named()).collect();
    for (i, (name, _)) in stores.first().into_iter().flatten().enumerate() {
        energy.set_item(name, column(stores.iter().map(|row| row[i].1).collect()))?;
    }
    result.set_item("energy", energy)?;
    let contacts = PyDict::new(py);
    for (name, steps) in names.iter().zip(&rendering.first_steps) {
        let contact = PyDict::new(py);
        contact.set_item("time", column(steps.iter().map(|step| step.time).collect()))?;
        contact
            .set_item("compression", column(steps.iter().map(|step| step.compression).collect()))?;
        contact.set_item("velocity", column(steps.iter().map(|step| step.velocity).collect()))?;
        contact.set_item("force", column(steps.iter().map(|step| step.force).collect()))?;
        contacts.set_item(name, contact)?;
    }
    result.set_item("contacts", contacts)?;
    Ok(result)
}

/// A scene rendered into files, as by `carom run --out`; their paths.
#[pyfunction]
fn save(
    py: Python<'_>,
    name: &str,
    text: &str,
    set: Vec<String>,
    out: PathBuf,
    progress: Listener,
) -> PyResult<Vec<PathBuf>> {
    let parsed = parsed(name, text, &set)?;
    let written = wait(py, &progress, move |shared| {
        let note = |done, of| shared.note(done, of);
        let options = RenderOptions { progress: Some(&note), ..RenderOptions::default() };
        let how = How { only: carom_scene::render::Container::of(&out), ..How::default() };
        write(&parsed, how, &out, options)
    })?;
    Ok(written.map_err(failed)?.files)
}

/// The scene of the gallery that has this name, as TOML.
#[pyfunction]
fn gallery_scene(name: &str) -> Option<&'static str> {
    gallery::all().find(|piece| piece.name == name).map(|piece| piece.text)
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("GALLERY", gallery::all().map(|piece| piece.name).collect::<Vec<_>>())?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(save, module)?)?;
    module.add_function(wrap_pyfunction!(gallery_scene, module)?)
}
