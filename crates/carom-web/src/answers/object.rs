//! How the bodies of a scene look and ring, for the picture that is struck.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

use carom_scene::plan::{Kind, Plan, PlannedBody};
use carom_scene::render::{RenderOptions, RingingBody, RingingMode, motion};
use carom_shapes::{Object, Outline, Place, Places, Shape};
use serde::Serialize;
use serde_json::{Value, json};

use super::render::{check_size, request_error};
use super::{Question, scene};
use crate::error::Refusal;
use crate::limits::LONGEST;

/// Modes of a body that are shown.
const MOST_SHOWN: usize = 32;

/// The grid on which mode shapes are given.
#[derive(Serialize)]
pub(super) struct Grid {
    /// How places are written: `line`, `rectangle` or `round`.
    #[serde(rename = "kind")]
    places: Places,
    rows: usize,
    columns: usize,
}

impl Grid {
    pub(super) fn of(places: Places) -> Self {
        let (rows, columns) = match places {
            Places::Line => (1, 65),
            Places::Rectangle => (21, 29),
            Places::Round => (12, 36),
        };
        Self { places, rows, columns }
    }

    /// Row by row: along the length, or around a round shape. A line is followed in its middle.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let Self { places, rows, columns } = *self;
        let share = |i: usize, of: usize| i as f64 / of.max(1) as f64;
        (0..rows * columns).map(move |i| {
            let (row, column) = (i / columns, i % columns);
            match places {
                Places::Round => [share(row, rows - 1), share(column, columns)],
                Places::Rectangle => [share(column, columns - 1), share(row, rows - 1)],
                Places::Line => places.whole([share(column, columns - 1), f64::NAN]),
            }
        })
    }
}

/// The shape of a body, if it has one.
pub(super) fn shape(body: &PlannedBody) -> Option<&Shape> {
    match &body.kind {
        Kind::Shape { shape, .. } => Some(shape),
        _ => None,
    }
}

/// How the bodies with a shape look, by name.
pub(super) fn outlines(plan: &Plan) -> BTreeMap<&str, Outline> {
    let bodies = plan.bodies.iter();
    bodies
        .filter_map(|body| Some((body.name.as_str(), shape(body)?.resonator().outline())))
        .collect()
}

/// The bodies that ring: their strongest modes just after the first strike, and the shapes of them.
pub(super) fn object(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let parsed = scene::scene(question)?;
    let plan = &parsed.plan;
    check_size(plan)?;
    let options = RenderOptions { build: super::BUILD, ..RenderOptions::default() };
    let motion = motion(plan, options).map_err(|error| request_error(&error, LONGEST))?;
    let bodies = motion.bodies.iter().filter_map(|ringing| {
        let body = plan.bodies.get(ringing.index)?;
        Some(described(body, ringing))
    });
    let answer = json!({
        "version": 1,
        "time": motion.time,
        "struck": motion.struck,
        "bodies": bodies.collect::<Vec<_>>(),
    });
    Ok(answer.to_string().into_bytes())
}

fn described(body: &PlannedBody, ringing: &RingingBody) -> Value {
    let moves = |mode: &&RingingMode| mode.amplitude() > 0.0;
    let mut modes: Vec<&RingingMode> = ringing.modes.iter().filter(moves).collect();
    let order = |a: &&RingingMode, b: &&RingingMode| {
        b.amplitude().partial_cmp(&a.amplitude()).unwrap_or(Ordering::Equal)
    };
    modes.sort_by(order);
    modes.truncate(MOST_SHOWN);
    let shape = shape(body);
    let grid = shape.map(|shape| Grid::of(shape.resonator().places()));
    let mut shapes = match (&ringing.object, &grid) {
        (Some(object), Some(grid)) => shapes(object, grid, &modes),
        _ => Vec::new(),
    };
    shapes.resize(modes.len(), Vec::new());
    let mode = |(mode, shape): (&&RingingMode, Vec<f64>)| {
        json!({
            "frequency": mode.omega / TAU,
            "decay": mode.sigma,
            "displacement": mode.displacement,
            "velocity": mode.velocity,
            "shape": shape,
        })
    };
    json!({
        "name": body.name,
        "kind": shape.map_or("modes", Shape::kind),
        "outline": shape.map(|shape| shape.resonator().outline()),
        "modes_total": ringing.modes.len(),
        "grid": grid,
        "modes": modes.iter().zip(shapes).map(mode).collect::<Vec<_>>(),
    })
}

/// The shape of each mode on the grid, to three decimals.
fn shapes(object: &Object, grid: &Grid, modes: &[&RingingMode]) -> Vec<Vec<f64>> {
    let mut shapes = vec![Vec::with_capacity(grid.rows * grid.columns); modes.len()];
    for place in grid.places() {
        let weights = object.weights(place);
        for (shape, mode) in shapes.iter_mut().zip(modes) {
            let weight = weights.get(mode.index).copied().unwrap_or(0.0);
            // Adding 0 turns -0 into 0.
            shape.push((1e3 * weight).round() / 1e3 + 0.0);
        }
    }
    shapes
}
