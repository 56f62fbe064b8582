//! Scenes rendered into memory or into files.

use std::path::PathBuf;

use carom::ContactPoint;
use carom_report::scene::{summary_json, write};
use carom_scene::gallery;
use carom_scene::render::{RenderError, RenderOptions, Rendering, Stores, render_sound};
use carom_scene::scene::Container;
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
    let warnings: Vec<&String> = warnings.iter().chain(&rendering.warnings).collect();
    result.set_item("warnings", warnings)?;
    result.set_item("left", PyArray1::from_vec(py, sound.left))?;
    result.set_item("right", PyArray1::from_vec(py, sound.right))?;
    result.set_item("energy", energies(py, &rendering)?)?;
    result.set_item("contacts", contacts(py, &names, &rendering)?)?;
    Ok(result)
}

/// Where the energy is, over time.
fn energies<'py>(py: Python<'py>, rendering: &Rendering) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(py);
    let times = rendering.ledgers.iter().map(|(time, _)| *time).collect();
    columns.set_item("time", PyArray1::from_vec(py, times))?;
    let stores: Vec<_> = rendering.stores.iter().map(Stores::named).collect();
    for (i, (name, _)) in stores.first().into_iter().flatten().enumerate() {
        let column = stores.iter().map(|row| row[i].1).collect();
        columns.set_item(name, PyArray1::from_vec(py, column))?;
    }
    Ok(columns)
}

/// The first contact of each pair, step by step.
fn contacts<'py>(
    py: Python<'py>,
    names: &[String],
    rendering: &Rendering,
) -> PyResult<Bound<'py, PyDict>> {
    type Quantity = fn(&ContactPoint) -> f64;
    let quantities: [(&str, Quantity); 4] = [
        ("time", |step| step.time),
        ("compression", |step| step.compression),
        ("velocity", |step| step.velocity),
        ("force", |step| step.force),
    ];
    let contacts = PyDict::new(py);
    for (name, steps) in names.iter().zip(&rendering.first_steps) {
        let contact = PyDict::new(py);
        for (what, of) in quantities {
            contact.set_item(what, PyArray1::from_vec(py, steps.iter().map(of).collect()))?;
        }
        contacts.set_item(name, contact)?;
    }
    Ok(contacts)
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
        let how = How { only: Container::of(&out), ..How::default() };
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
