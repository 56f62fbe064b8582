//! The sound of a scene, and what is shown of it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use carom::Ledger;
use carom::Substeps;
use carom_listen::{Axis, Spectrogram, spectrogram_of_channels};
use carom_scene::plan::{Approach, Plan};
use carom_scene::render::{
    RenderError, RenderOptions, Rendering, Sound, Stores, distance, render_sound, unit,
};
use serde_json::{Value, json};

use super::object::outlines;
use super::{Question, scene};
use crate::encode::Arrays;
use crate::error::Refusal;
use crate::limits::{LONGEST, MOST_SAMPLES, MOST_SUBSTEPS};

/// Columns and rows of the spectrogram, and its lowest level (dB).
pub(super) const PICTURE: (usize, usize) = (192, 128);
pub(super) const FLOOR_DB: f64 = -90.0;

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
        build: super::BUILD,
        partials_from_modes: true,
        ..RenderOptions::default()
    };
    let sound = render_sound(plan, options).map_err(|error| request_error(&error, most))?;
    let mut arrays = Arrays::default();
    arrays.add("left", sound.left.iter().copied());
    arrays.add("right", sound.right.iter().copied());
    let picture = picture(&sound);
    arrays.add("spectrogram", picture.decibels.iter().flatten().copied());
    let contacts = contacts(&sound.rendering);
    add_distances(&sound.rendering, &mut arrays);
    ledger(&sound.rendering, &mut arrays);
    let warnings = parsed.warnings.iter().map(|warning| warning.message.clone());
    let warnings: Vec<_> = warnings.chain(sound.rendering.warnings.iter().cloned()).collect();
    let head = json!({
        "version": 1,
        "scene": parsed.to_json(),
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
        "strikes": strikes(plan),
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
        RenderError::Build(error) => error.into(),
        RenderError::Step { error: step, .. } => {
            let mut refusal = Refusal::from(*step);
            refusal.errors[0].message = error.to_string();
            refusal
        }
        error => shown(error.to_string()),
    }
}

fn picture(sound: &Sound) -> Spectrogram {
    let wide = |samples: &[f32]| samples.iter().map(|x| f64::from(*x)).collect::<Vec<_>>();
    let (left, right) = (wide(&sound.left), wide(&sound.right));
    let rate = sound.rendering.summary.sample_rate;
    let (columns, rows) = PICTURE;
    let both = [&left[..], &right[..]];
    let channels = if left == right { &both[..1] } else { &both };
    spectrogram_of_channels(channels, rate, columns, rows, FLOOR_DB, Axis::Logarithmic)
}

/// The axes of the picture, which is given column by column, from low to high.
pub(super) fn described(picture: &Spectrogram) -> Value {
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

/// When which body is thrown at another, also by gestures.
fn strikes(plan: &Plan) -> Vec<Value> {
    let strike = |strike: &Approach| json!({ "time": strike.time, "body": plan.name(strike.body) });
    plan.strikes.iter().map(strike).collect()
}

/// What happened at each contact, over all of its touches.
fn contacts(rendering: &Rendering) -> Vec<Value> {
    let contacts = rendering.summary.contacts.iter();
    let contact = contacts.map(|summary| {
        json!({
            "name": summary.name,
            "first_contact_at": summary.log.first_contact_at,
            "contact_time": summary.log.first_contact_time,
            "hardest": summary.log.peak_force,
            "count": summary.log.count,
            "substeps": summary.log.substeps,
        })
    });
    contact.collect()
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
    let stores = &rendering.stores;
    for (k, (name, _)) in stores.first().map(Stores::named).iter().flatten().enumerate() {
        arrays.add(format!("energy_{name}"), stores.iter().map(|one| one.named()[k].1 as f32));
    }
}

/// How far apart the bodies of each contact are, at the times of the ledger (m).
fn add_distances(rendering: &Rendering, arrays: &mut Arrays) {
    for c in 0..rendering.summary.contacts.len() {
        let apart = rendering.apart.iter().map(|apart| apart[c] as f32);
        arrays.add(format!("apart_{c}"), apart);
    }
}
