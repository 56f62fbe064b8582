//! One blow, watched closely.

use carom::exact::WallImpact;
use carom_scene::build::closed_form;
use carom_scene::plan::Plan;
use carom_scene::render::{BentBody, Blow, Look, RenderOptions, View, blow as watched};
use serde_json::{Value, json};

use super::object::{Grid, shape};
use super::render::{check_size, request_error};
use super::{Asked, Question, scene};
use crate::encode::Arrays;
use crate::error::Refusal;
use crate::limits::LONGEST;

/// Points of an exact curve.
const EXACT_POINTS: usize = 200;

/// The first blow of a scene after some time, looked at as the question says.
pub(super) fn blow(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let Asked { look, .. } = Asked::read(question.body)?;
    if !(look.after.is_finite() && look.after >= 0.0) {
        let refusal = Refusal::new(format!("`after` is {}", look.after));
        return Err(refusal.at("look.after").allowed("0 s or more"));
    }
    let parsed = scene::scene(question)?;
    let plan = &parsed.plan;
    check_size(plan)?;
    let options = RenderOptions { build: super::BUILD, ..RenderOptions::default() };
    let look = Look { after: look.after, finely: look.finely, bent: look.bent };
    let found = watched(plan, options, look).map_err(|error| request_error(&error, LONGEST))?;
    let mut arrays = Arrays::default();
    let head = match &found {
        Some(blow) => described(plan, blow, &mut arrays),
        None => json!({ "version": 1, "touched": false }),
    };
    Ok(arrays.finish(head))
}

fn described(plan: &Plan, blow: &Blow, arrays: &mut Arrays) -> Value {
    let views = &blow.views;
    arrays.add("time", views.iter().map(|view| (view.time - blow.begins) as f32));
    let touches = |c: &usize| views.iter().any(|view| view.contacts[*c].force != 0.0);
    let contacts: Vec<usize> = (0..plan.contacts.len()).filter(touches).collect();
    for c in &contacts {
        add_contact(*c, views, arrays);
    }
    for (k, (name, _)) in views[0].stores.named().iter().enumerate() {
        let values = views.iter().map(|view| view.stores.named()[k].1 as f32);
        arrays.add(format!("energy_{name}"), values);
    }
    arrays.add(
        "bend_time",
        blow.bends.iter().map(|bend| (views[bend.view].time - blow.begins) as f32),
    );
    let bodies = blow.bodies.iter().filter(|_| !blow.bends.is_empty());
    let bodies: Vec<Value> = bodies.map(|body| bent(plan, blow, body, arrays)).collect();
    let speed = speeds(views, blow.contact)
        .zip(views)
        .find(|(_, view)| view.time > blow.begins - 0.5 / blow.rate);
    let exact = speed.and_then(|(speed, _)| closed_form(plan, blow.contact, speed));
    if let Some(exact) = &exact {
        add_exact(exact, arrays);
    }
    let named = |c: &usize| {
        let contact = &plan.contacts[*c];
        let between = contact.between.map(|body| plan.name(body));
        json!({ "index": c, "name": contact.name, "between": between })
    };
    json!({
        "version": 1,
        "touched": true,
        "contact": blow.contact,
        "contacts": contacts.iter().map(named).collect::<Vec<_>>(),
        "begins": blow.begins,
        "lasts": blow.lasts,
        "rate": blow.rate,
        "scheme": plan.method.name(),
        "bodies": bodies,
        "exact": exact.is_some(),
    })
}

/// How fast a contact closes at each view (m/s).
fn speeds(views: &[View], contact: usize) -> impl Iterator<Item = f64> {
    views.iter().map(move |view| {
        let [first, second] = view.contacts[contact].velocities;
        first - second
    })
}

/// Force, depth and speed of a contact, and how far its two bodies moved since the first view.
fn add_contact(c: usize, views: &[View], arrays: &mut Arrays) {
    // What is known is the mean of the force between two views.
    let force = |n: usize| views.get(n).map_or(0.0, |view| view.contacts[c].force);
    arrays.add(
        format!("force_{c}"),
        (0..views.len()).map(|n| (0.5 * (force(n) + force(n + 1))) as f32),
    );
    arrays.add(format!("depth_{c}"), views.iter().map(|view| view.depths[c] as f32));
    arrays.add(format!("speed_{c}"), speeds(views, c).map(|speed| speed as f32));
    for (side, name) in ["first", "second"].into_iter().enumerate() {
        let moved = |view: &View| view.contacts[c].ports[side] - views[0].contacts[c].ports[side];
        arrays.add(format!("{name}_{c}"), views.iter().map(|view| moved(view) as f32));
    }
}

/// How a body is bent: a grid of displacements for each bend, or the displacements of its given modes.
fn bent(plan: &Plan, blow: &Blow, body: &BentBody, arrays: &mut Arrays) -> Value {
    let planned = &plan.bodies[body.index];
    let grid = shape(planned).map(|shape| Grid::of(shape.resonator().places()));
    let weights: Option<Vec<Vec<f64>>> = match (&body.object, &grid) {
        (Some(object), Some(grid)) => {
            Some(grid.places().map(|place| object.weights(place)).collect())
        }
        _ => None,
    };
    let field = |modes: &[f64]| -> Vec<f32> {
        let Some(weights) = &weights else { return modes.iter().map(|q| *q as f32).collect() };
        let at = |weights: &Vec<f64>| weights.iter().zip(modes).map(|(w, q)| w * q).sum::<f64>();
        weights.iter().map(|weights| at(weights) as f32).collect()
    };
    let fields = blow.bends.iter().flat_map(|bend| field(&bend.displacement[body.modes.clone()]));
    arrays.add(format!("bend_{}", body.index), fields);
    json!({ "index": body.index, "name": planned.name, "grid": grid })
}

/// The closed form, from touch to release.
fn add_exact(exact: &WallImpact, arrays: &mut Arrays) {
    let end = exact.contact_time();
    let times: Vec<f64> =
        (0..=EXACT_POINTS).map(|n| end * n as f64 / EXACT_POINTS as f64).collect();
    let curve = exact.sample(&times);
    arrays.add("exact_time", times.iter().map(|time| *time as f32));
    arrays.add("exact_depth", curve.iter().map(|(x, _)| x.max(0.0) as f32));
    arrays.add("exact_speed", curve.iter().map(|(_, v)| *v as f32));
    let force = curve.iter().map(|(x, v)| exact.force(x.max(0.0), *v) as f32);
    arrays.add("exact_force", force);
}
