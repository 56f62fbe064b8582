//! The weights of a body where it may be struck or scraped.

use carom_scene::build::Built;
use carom_scene::plan::{Plan, Spot};
use carom_shapes::Place;

/// The weights of a body at places along it.
#[derive(Debug)]
pub(crate) struct Places {
    /// As many as [`Places::COUNT`] times the modes.
    weights: Vec<f64>,
    modes: usize,
    /// Those of the place that is written.
    pub(super) usual: Vec<f64>,
}

impl Places {
    const COUNT: usize = 65;

    /// Those of an object where a contact may touch it, and the place where it does as it is written.
    pub(super) fn new(
        plan: &Plan,
        built: &Built,
        (object, contact): (usize, usize),
        [along, across]: Place,
    ) -> Option<(Self, f64)> {
        let at = |along: f64| {
            let port = built.port(plan, object, &Spot::Place([along, across]), Some(contact));
            port.ok().map(|port| port.weights().to_vec())
        };
        let usual = at(along)?;
        let mut weights = Vec::with_capacity(Self::COUNT * usual.len());
        for i in 0..Self::COUNT {
            weights.extend(at(Self::place(i))?);
        }
        Some((Self { weights, modes: usual.len(), usual }, along))
    }

    fn place(i: usize) -> f64 {
        i as f64 / (Self::COUNT - 1) as f64
    }

    /// The nearest place that is known.
    pub(super) fn snapped(place: f64) -> f64 {
        Self::place((place.clamp(0.0, 1.0) * (Self::COUNT - 1) as f64).round() as usize)
    }

    /// The weights at the nearest place.
    pub(crate) fn nearest(&self, place: f64) -> &[f64] {
        let i = (place.clamp(0.0, 1.0) * (Self::COUNT - 1) as f64).round() as usize;
        &self.weights[i * self.modes..(i + 1) * self.modes]
    }

    /// The weights at a place, on lines between those that are known.
    pub(crate) fn between(&self, place: f64, weights: &mut [f64]) {
        let at = place.clamp(0.0, 1.0) * (Self::COUNT - 1) as f64;
        let i = (at as usize).min(Self::COUNT - 2);
        let share = at - i as f64;
        let row = |i: usize| &self.weights[i * self.modes..(i + 1) * self.modes];
        for ((weight, from), to) in weights.iter_mut().zip(row(i)).zip(row(i + 1)) {
            *weight = from + share * (to - from);
        }
    }
}
