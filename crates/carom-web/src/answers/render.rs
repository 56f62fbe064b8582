//! The sound of a scene, and what is shown of it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use carom::Substeps;
use carom::exact::WallImpact;
use carom::{ContactPoint, Ledger};
use carom_listen::{Axis, Spectrogram, spectrogram};
use carom_scene::build::{BuildError, closed_form};
use carom_scene::plan::Plan;
use carom_scene::render::{
    RenderError, RenderOptions, Rendering, Sound, distance, render_sound, unit,
};
use serde_json::{Value, json};

use super::object::outlines;
use super::{Question, scene};
use crate::encode::Arrays;
use crate::error::Refusal;
use crate::limits::{LONGEST, MOST_SAMPLES, MOST_SUBSTEPS};

/// Columns and rows of the spectrogram, and its lowest level (dB).
const PICTURE: (usize, usize) = (192, 128);
const FLOOR_DB: f64 = -90.0;

/// Points of an exact curve.
const EXACT_POINTS: usize = 200;

/// Renders the scene of a question.
pub(super) fn render(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let parsed = scene::scene(question)?;
    let plan = &parsed.plan;
    check_size(plan)?;
    let most = LONGEST.min(MOST_SAMPLES / plan.sample_rate);
    let progress = |time: f64, _: Option<f64>| {
        if time > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = RenderOptions {
        progress: Some(&progress),
        build: question.build(),
        partials_from_modes: true,
        ..RenderOptions::default()
    };
    let sound = render_sound(plan, options).map_err(|error| request_error(&error, most))?;
    let mut arrays = Arrays::default();
    arrays.add("left", sound.left.iter().copied());
    arrays.add("right", sound.right.iter().copied());
    let picture = picture(&sound);
    arrays.add("spectrogram", picture.decibels.iter().flatten().copied());
    let contacts = contacts(plan, &sound.rendering, &mut arrays);
    ledger(&sound.rendering, &mut arrays);
    let warnings = parsed.warnings.iter().map(|warning| warning.message.clone());
    let warnings: Vec<_> = warnings.chain(sound.rendering.warnings.iter().cloned()).collect();
    let head = json!({
        "version": 1,
        "outlines": outlines(plan),
        "rate": plan.sample_rate,
        "samples": sound.left.len(),
        "gain": sound.rendering.gain,
        "full_scale": 1.0 / sound.rendering.gain,
        "unit": unit(plan),
        "distance": distance(plan),
        "heard": heard(plan),
        "warnings": warnings,
        "summary": sound.rendering.summary,
        "partials": partials(&sound.rendering),
        "spectrogram": described(&picture),
        "contacts": contacts,
    });
    Ok(arrays.finish(head))
}

/// The bodies that are heard in a room, by name, and how far each reaches from its middle (m).
fn heard(plan: &Plan) -> BTreeMap<&str, f64> {
    let bodies = plan.bodies.iter().filter(|body| body.kind.radiates());
    bodies.map(|body| (body.name.as_str(), body.kind.reach())).collect()
}

/// An error for a scene that certainly needs too much time or memory.
pub(super) fn check_size(plan: &Plan) -> Result<(), Refusal> {
    let seconds = plan.duration.unwrap_or(0.0);
    if seconds > LONGEST || seconds * plan.sample_rate > MOST_SAMPLES {
        let most = LONGEST.min(MOST_SAMPLES / plan.sample_rate);
        return Err(Refusal::new(format!("`duration` is {seconds:?}"))
            .at("duration")
            .allowed(format!("at most {most} s at this sample rate; `carom run` renders longer")));
    }
    if let Substeps::Fixed(steps) = plan.substeps
        && steps > MOST_SUBSTEPS
    {
        return Err(Refusal::new(format!("`substeps` is {steps}"))
            .at("substeps")
            .allowed(format!("\"auto\" or at most {MOST_SUBSTEPS}; `carom run` takes more")));
    }
    Ok(())
}

/// Why it could not be rendered.
pub(super) fn request_error(error: &RenderError, most: f64) -> Refusal {
    let shown = Refusal::new;
    match error {
        RenderError::Stopped { time } if *time > most => {
            shown(format!("the sound is longer than {most} s")).at("duration").allowed(format!(
                "give a `duration` of at most {most} s; `carom run` renders longer ones"
            ))
        }
        RenderError::Build(BuildError::TooManyModes { most, .. }) => {
            shown(error.to_string()).at("highest_mode").allowed(format!(
                "at most {most} modes; a lower `highest_mode` keeps fewer, `carom run` renders more"
            ))
        }
        error => shown(error.to_string()),
    }
}

fn picture(sound: &Sound) -> Spectrogram {
    let mono: Vec<f64> = sound
        .left
        .iter()
        .zip(&sound.right)
        .map(|(left, right)| 0.5 * (f64::from(*left) + f64::from(*right)))
        .collect();
    let rate = sound.rendering.summary.sample_rate;
    let (columns, rows) = PICTURE;
    spectrogram(&mono, rate, columns, rows, FLOOR_DB, Axis::Logarithmic)
}

/// The axes of the picture, which is given column by column, from low to high.
fn described(picture: &Spectrogram) -> Value {
    let ends = |values: &[f64]| (values.first().copied(), values.last().copied());
    let ((t0, t1), (f0, f1)) = (ends(&picture.times_s), ends(&picture.frequencies_hz));
    json!({
        "columns": picture.times_s.len(), "rows": picture.frequencies_hz.len(),
        "t0": t0, "t1": t1, "f0": f0, "f1": f1,
        "scale": "log", "low_db": FLOOR_DB, "high_db": 0.0,
    })
}

fn partials(rendering: &Rendering) -> Vec<Value> {
    let partials = rendering.summary.audio.partials.iter();
    let partial = partials.map(|partial| {
        json!({
            "frequency": partial.frequency_hz,
            "decay_s": partial.decay_s,
            "t60_s": partial.decay_s.map(|decay| decay * 1000f64.ln()),
            "level_db": partial.level_db,
            "q": partial.q,
        })
    });
    partial.collect()
}

/// The first touch of each contact: its curves as arrays, and its figures.
fn contacts(plan: &Plan, rendering: &Rendering, arrays: &mut Arrays) -> Vec<Value> {
    let mut found = Vec::new();
    for (i, summary) in rendering.summary.contacts.iter().enumerate() {
        let points = rendering.first_steps.get(i).map_or(&[][..], Vec::as_slice);
        let mut add = |name: &str, value: &dyn Fn(&ContactPoint) -> f64| {
            arrays.add(format!("{name}_{i}"), points.iter().map(|point| value(point) as f32));
        };
        add("time", &|point| point.time);
        add("compression", &|point| point.compression);
        add("velocity", &|point| point.velocity);
        arrays.add(format!("force_{i}"), forces(points));
        let speed = points.first().map_or(0.0, |point| point.velocity);
        let exact = closed_form(plan, i, speed);
        if let Some(exact) = &exact {
            add_exact(i, exact, arrays);
        }
        found.push(json!({
            "name": summary.name,
            "first_contact_at": summary.log.first_contact_at,
            "contact_time": summary.log.first_contact_time,
            "max_force": summary.log.peak_force,
            "max_compression": summary.log.peak_compression,
            "count": summary.log.count,
            "substeps": summary.log.substeps,
            "exact": exact.is_some(),
            "exact_contact_time": exact.as_ref().map(WallImpact::contact_time),
            "exact_max_force": exact.as_ref().map(WallImpact::f_max),
            "exact_max_compression": exact.as_ref().map(WallImpact::x_max),
            "exact_velocity_out": exact.as_ref().map(WallImpact::v_out),
        }));
    }
    found
}

/// The force where the steps meet; what is known is its mean over each of them.
fn forces(points: &[ContactPoint]) -> impl Iterator<Item = f32> {
    (0..points.len()).map(|i| {
        let after = points.get(i + 1).map_or(0.0, |point| point.force);
        if i == 0 { 0.0 } else { (0.5 * (points[i].force + after)) as f32 }
    })
}

/// The closed form, from touch to release.
fn add_exact(i: usize, exact: &WallImpact, arrays: &mut Arrays) {
    let end = exact.contact_time();
    let times: Vec<f64> =
        (0..=EXACT_POINTS).map(|n| end * n as f64 / EXACT_POINTS as f64).collect();
    let curve = exact.sample(&times);
    arrays.add(format!("exact_time_{i}"), times.iter().map(|time| *time as f32));
    let compression = curve.iter().map(|(x, _)| x.max(0.0) as f32);
    arrays.add(format!("exact_compression_{i}"), compression);
    arrays.add(format!("exact_velocity_{i}"), curve.iter().map(|(_, v)| *v as f32));
    let force = curve.iter().map(|(x, v)| exact.force(x.max(0.0), *v) as f32);
    arrays.add(format!("exact_force_{i}"), force);
}

fn ledger(rendering: &Rendering, arrays: &mut Arrays) {
    let mut add = |name: &str, value: &dyn Fn(&(f64, Ledger)) -> f64| {
        arrays.add(name, rendering.ledgers.iter().map(|entry| value(entry) as f32));
    };
    add("ledger_time", &|entry| entry.0);
    add("ledger_stored", &|entry| entry.1.stored());
    add("ledger_dissipated", &|entry| entry.1.dissipated());
    add("ledger_supplied", &|entry| entry.1.supplied() + entry.1.corrected());
    add("ledger_residual", &|entry| entry.1.residual());
}
