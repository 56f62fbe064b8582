//! From a plan to a world: shapes become modes, places become weights.

mod designs;
mod draft;
mod exact;
mod hand;
mod parts;
mod reach;
mod track;

use std::f64::consts::TAU;
use std::ops::Range;
use std::sync::Arc;

use carom::{Body, ContactId, Hands, InvalidValue, Port, World};
use carom_shapes::Object;
use realfft::num_complex::Complex;
use thiserror::Error;

use crate::plan::{Approach, Island, Kind, Plan, PlannedDrag, Spot};
use crate::surface::ProfileError;
use draft::Draft;
use parts::BodyModes;

pub use designs::designed;
pub use exact::closed_form;
pub use hand::{AWAY, Course, HandPath, Probe};

/// Why a plan cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A value does not fit.
    #[error(transparent)]
    Value(#[from] InvalidValue),
    /// A path over a surface cannot be computed.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// More modes than whoever builds it wants.
    #[error("the bodies have {count} modes together or more, and at most {most} are allowed here")]
    TooManyModes {
        /// So many were found.
        count: usize,
        /// So many are allowed.
        most: usize,
    },
}

/// A plan as the engine sees it.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// Bodies, contacts and pickups, in the order of the plan.
    pub world: World,
    /// The bodies, in the order of the plan.
    pub bodies: Vec<Body>,
    /// The contacts, in the order of the plan.
    pub contacts: Vec<ContactId>,
    /// The objects behind those with a shape.
    pub objects: Vec<Option<Arc<Object>>>,
    /// For each body the contacts that its last modes stand in for: see [`port`](Self::port).
    residuals: Vec<Vec<usize>>,
    /// What hands draw over bodies.
    pub probes: Vec<Probe>,
    /// When the last strike falls, and the last press and the last way end (s).
    pub busy_until: f64,
    /// Up to which frequency (Hz) each body with a shape has modes.
    pub up_to: Vec<Option<f64>>,
    /// How many modes were left out because they ring at or above half the sample rate.
    pub left_out: usize,
    /// What is doubtful about it.
    pub warnings: Vec<String>,
    /// What each pickup hears: modes of the world, and the signal of each while it rings, as a complex
    /// number times its displacement.
    pub hears: Vec<Vec<(usize, Complex<f64>)>>,
}

impl Built {
    /// All modes of a body in the world.
    pub(crate) fn slots(&self, body: usize) -> Range<usize> {
        self.world.model().modes_of(self.bodies[body].id().index())
    }

    /// A body at a place, where a contact may touch it. What stands for the modes of a shape that were
    /// not kept gives way as much as they do at that place.
    pub fn port(
        &self,
        plan: &Plan,
        body: usize,
        at: &Spot,
        contact: Option<usize>,
    ) -> Result<Port, InvalidValue> {
        let mut weights = Vec::new();
        self.weigh(plan, body, at, contact, &mut weights);
        self.bodies[body].weighing(&weights)
    }

    /// The weights of the modes of a body at a place, where a contact may touch it: what a [port](Self::port)
    /// has. Nothing is allocated once there is room for all modes.
    pub fn weigh(
        &self,
        plan: &Plan,
        body: usize,
        at: &Spot,
        contact: Option<usize>,
        weights: &mut Vec<f64>,
    ) {
        weights.clear();
        let (Spot::Place(place), Some(object), Kind::Shape { shape, .. }) =
            (at, &self.objects[body], &plan.bodies[body].kind)
        else {
            let Spot::Weights(given) = at else { return };
            weights.extend_from_slice(given);
            return;
        };
        let residuals = &self.residuals[body];
        let first = self.slots(body).len() - residuals.len();
        weights.resize(object.modes.len(), 0.0);
        object.forms.weights(*place, weights);
        let there = object.residual(shape.resonator(), weights, self.up_to[body].unwrap_or(0.0));
        let masses = &self.world.model().modes().mass[self.slots(body)][first..];
        weights.truncate(first);
        weights.extend(residuals.iter().zip(masses).map(|(c, mass)| match &there {
            Some(there) if Some(*c) == contact => (mass / there.mass).sqrt(),
            _ => 0.0,
        }));
    }

    /// Sends a voice of the world all strikes, presses and damping hands of the plan.
    ///
    /// # Errors
    ///
    /// If the scheme of the voice cannot do what one of them asks for, or there is no room for all.
    pub fn command(&self, plan: &Plan, hands: &mut Hands) -> Result<(), carom::Error> {
        let sample = |time: f64| (time * plan.sample_rate).round() as u64;
        for Approach { time, contact, body, speed, at } in &plan.strikes {
            let id = self.contacts[*contact];
            let between = plan.contacts[*contact].between;
            match at {
                None => hands.at(sample(*time)).strike_with(id, &self.bodies[*body], *speed)?,
                Some(at) => {
                    let struck = between[usize::from(between[0] == *body)];
                    let port = self.port(plan, struck, at, Some(*contact))?;
                    hands.at(sample(*time)).strike_at(id, port, *speed)?;
                }
            }
        }
        for press in &plan.presses {
            let id = self.contacts[press.contact];
            hands.at(sample(press.time)).gap(id, press.gap, press.over)?;
        }
        for damp in &plan.damps {
            hands.at(sample(damp.time)).damp(&self.bodies[damp.body], damp.rate)?;
        }
        for (drawn, probe) in plan.drawn.iter().zip(&self.probes) {
            for drag in &drawn.drags {
                let at = Spot::Place(drag.path[0]);
                let port = self.port(plan, probe.ground, &at, Some(probe.number))?;
                let begin = sample(drag.time);
                hands.at(begin).gap(probe.contact, probe.path.gap_at(drag.time), 0.0)?;
                hands.at(begin).strike_at(probe.contact, port, 0.0)?;
                hands.at(begin).push(probe.port, probe.force)?;
                hands.at(sample(drag.end())).push(probe.port, 0.0)?;
                hands.at(sample(drag.end())).gap(probe.contact, AWAY, 0.0)?;
            }
        }
        Ok(())
    }

    /// The modes of a body in the world, without those that stand for modes that were not kept.
    #[must_use]
    pub fn modes_of(&self, body: usize) -> Range<usize> {
        let all = self.world.model().modes_of(self.bodies[body].id().index());
        let count = self.objects[body].as_ref().map_or(all.len(), |object| object.modes.len());
        all.start..all.end.min(all.start + count)
    }

    /// Those that are heard.
    pub fn heard_modes_of(&self, plan: &Plan, body: usize) -> impl Iterator<Item = usize> {
        let (omega, limit) = (&self.world.model().modes().omega, TAU * plan.heard_up_to(body));
        let shaped = self.objects[body].is_some();
        self.modes_of(body).filter(move |&i| !shaped || omega[i] <= limit)
    }
}

/// How a world is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions {
    /// Refuse a plan with more modes than this.
    pub most_modes: Option<usize>,
    /// Objects that need modes beyond those that are heard, for the sake of their contacts, get them up to
    /// this frequency (Hz) at least: scenes that differ in their blows then have the same objects.
    pub reach: Option<f64>,
}

/// The highest frequency (Hz) that a contact of a plan needs of the modes of any body; 0 if none does.
#[must_use]
pub fn reach(plan: &Plan) -> f64 {
    let needed = (0..plan.bodies.len()).filter_map(|body| reach::needed(plan, body));
    needed.map(|(hertz, _)| hertz).fold(0.0, f64::max)
}

/// Builds the world of a plan.
pub fn build(plan: &Plan, options: BuildOptions) -> Result<Built, BuildError> {
    assemble(plan, parts_of(plan, options)?)
}

/// Builds the world of a plan, and one for each of its islands.
pub fn build_islands(
    plan: &Plan,
    options: BuildOptions,
) -> Result<(Built, Vec<(Island, Built)>), BuildError> {
    let parts = parts_of(plan, options)?;
    let islands = plan.islands();
    if islands.len() == 1 {
        let whole = assemble(plan, parts)?;
        let islands = islands.into_iter().map(|island| (island, whole.clone())).collect();
        return Ok((whole, islands));
    }
    let mut apart = Vec::with_capacity(islands.len());
    for island in islands {
        let part = |body: &usize| {
            let part = parts[*body].clone();
            let here = |c: &usize| island.contacts.binary_search(c).ok();
            BodyModes { residuals: part.residuals.iter().filter_map(here).collect(), ..part }
        };
        let built = assemble(&island.plan, island.bodies.iter().map(part).collect())?;
        apart.push((island, built));
    }
    Ok((assemble(plan, parts)?, apart))
}

/// What the bodies of a plan are made of.
fn parts_of(plan: &Plan, options: BuildOptions) -> Result<Vec<BodyModes>, BuildError> {
    let most = options.most_modes.unwrap_or(usize::MAX);
    let (mut parts, mut count) = (Vec::new(), 0);
    for body in 0..plan.bodies.len() {
        let part = parts::modes_of(body, plan, options);
        count += part.modes.len();
        if count > most {
            return Err(BuildError::TooManyModes { count, most });
        }
        parts.push(part);
    }
    Ok(parts)
}

/// Builds the world of a plan from what its bodies are made of.
fn assemble(plan: &Plan, parts: Vec<BodyModes>) -> Result<Built, BuildError> {
    let mut built = Built::default();
    let mut radiations = Vec::new();
    for part in parts {
        let body = built.world.body(&part.modes)?;
        if let Some(tension) = &part.tension {
            built.world.tension(&body, tension)?;
        }
        built.bodies.push(body);
        built.objects.push(part.object);
        built.residuals.push(part.residuals);
        built.up_to.push(part.up_to);
        built.left_out += part.left_out;
        built.warnings.extend(part.warning);
        radiations.push(part.radiation);
    }
    for (c, contact) in plan.contacts.iter().enumerate() {
        let port = |i: usize| built.port(plan, contact.between[i], &contact.at[i], Some(c));
        let [first, second] = [0, 1].map(port);
        let id = built.world.contact(first?, second?, contact.law.clone())?;
        built.world.gap(id, contact.gap)?;
        if let Some(count) = contact.most_substeps {
            built.world.most_substeps(id, count)?;
        }
        built.contacts.push(id);
    }
    let state = built.world.model().rest();
    let force = vec![0.0; built.world.model().modes().mass.len()];
    let mut draft = Draft { plan, built, radiations, state, force };
    for pickup in &plan.pickups {
        let hears = draft.pickup(pickup)?;
        draft.built.hears.push(hears);
    }
    for body in 0..plan.bodies.len() {
        draft.start(body);
    }
    for way in &plan.ways {
        draft.travel(way)?;
    }
    for drawn in &plan.drawn {
        draft.draw(drawn)?;
    }
    let Draft { mut built, state, force, .. } = draft;
    built.world.set_state(&state)?;
    for body in 0..plan.bodies.len() {
        let forces = &force[built.slots(body)];
        if forces.iter().any(|force| *force != 0.0) {
            built.world.push(built.bodies[body].weighing(forces)?, 1.0)?;
        }
    }
    let strikes = plan.strikes.iter().map(|strike| strike.time);
    let presses = plan.presses.iter().map(|press| press.time + press.over);
    let damps = plan.damps.iter().map(|damp| damp.time);
    let ways = plan.ways.iter().map(|way| way.journey.duration());
    let drags = plan.drawn.iter().flat_map(|drawn| &drawn.drags).map(PlannedDrag::end);
    let all = strikes.chain(presses).chain(damps).chain(ways).chain(drags);
    built.busy_until = all.fold(0.0, f64::max);
    Ok(built)
}
