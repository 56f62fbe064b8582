//! How the bodies of a scene look and ring, for the picture that is struck.

use std::cmp::Ordering;
use std::f64::consts::TAU;

use carom_scene::plan::{Kind, PlannedBody};
use carom_scene::render::{RenderOptions, RingingBody, RingingMode, motion};
use carom_shapes::{Object, Place, Places};
use serde_json::{Value, json};

use super::render::{check_size, refusal};
use super::{Answer, Question, scene};
use crate::limits::LONGEST;
use crate::pool::Stop;
use crate::reply::Refusal;

/// Modes of a body that are shown.
const MOST_SHOWN: usize = 32;

/// The grid on which mode shapes are given.
struct Grid {
    kind: &'static str,
    rows: usize,
    columns: usize,
}

impl Grid {
    fn of(places: Places) -> Self {
        match places {
            Places::Line => Self { kind: "line", rows: 1, columns: 65 },
            Places::Rectangle => Self { kind: "rectangle", rows: 21, columns: 29 },
            Places::Round => Self { kind: "disc", rows: 12, columns: 36 },
        }
    }

    /// Row by row: along the length of a line or a rectangle, around a disc.
    fn places(&self) -> impl Iterator<Item = Place> {
        let Self { kind, rows, columns } = *self;
        let share = |i: usize, of: usize| i as f64 / of.max(1) as f64;
        (0..rows * columns).map(move |i| {
            let (row, column) = (i / columns, i % columns);
            match kind {
                "disc" => [share(row, rows - 1), share(column, columns)],
                _ => [share(column, columns - 1), share(row, rows - 1)],
            }
        })
    }
}

/// The bodies that ring: their strongest modes just after the first strike, and the shapes of them.
pub(super) fn object(question: &Question, stop: &Stop) -> Result<Answer, Refusal> {
    let parsed = scene::scene(question)?;
    let plan = &parsed.plan;
    check_size(plan)?;
    let progress = |_: f64, _: Option<f64>| stop.check();
    let options = RenderOptions {
        progress: Some(&progress),
        build: question.build(),
        ..RenderOptions::default()
    };
    let motion = motion(plan, options).map_err(|error| refusal(&error, LONGEST, stop))?;
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
    Ok(("application/json", answer.to_string().into_bytes()))
}

fn described(body: &PlannedBody, ringing: &RingingBody) -> Value {
    let mut modes: Vec<&RingingMode> = ringing.modes.iter().collect();
    let order = |a: &&RingingMode, b: &&RingingMode| {
        b.amplitude().partial_cmp(&a.amplitude()).unwrap_or(Ordering::Equal)
    };
    modes.sort_by(order);
    modes.truncate(MOST_SHOWN);
    let shape = match &body.kind {
        Kind::Shape { shape, .. } => Some(shape),
        _ => None,
    };
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
        "kind": shape.map_or("modes", carom_shapes::Shape::kind),
        "size": shape.map(|shape| shape.resonator().size()),
        "modes_total": ringing.modes.len(),
        "grid": grid.map(|g| json!({ "kind": g.kind, "rows": g.rows, "columns": g.columns })),
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
            // No minus sign before nothing.
            shape.push((1e3 * weight).round() / 1e3 + 0.0);
        }
    }
    shapes
}
