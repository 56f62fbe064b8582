//! From a plan to a world: shapes become modes, places become weights.

mod designs;
mod exact;
mod track;

use std::ops::Range;
use std::sync::Arc;

use carom::{Body, ContactId, InvalidValue, Mode, Port, State, World};
use carom_shapes::Object;
use thiserror::Error;

use crate::plan::{Kind, Plan, PlannedBody, Spot, Start, Way, resting_compression};
use crate::surface::{Ball, Profile, ProfileError};
use track::Track;

pub use designs::Designs;
pub use exact::closed_form;

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
#[derive(Clone, Debug)]
pub struct Built {
    /// Bodies, contacts and pickups, in the order of the plan.
    pub world: World,
    /// The bodies, in the order of the plan.
    pub bodies: Vec<Body>,
    /// The contacts, in the order of the plan.
    pub contacts: Vec<ContactId>,
    /// The objects behind those with a shape.
    pub objects: Vec<Option<Arc<Object>>>,
    /// When the last strike falls and the last way ends (s).
    pub busy_until: f64,
    /// How many modes were left out because they ring at or above half the sample rate.
    pub left_out: usize,
    /// What each pickup hears: modes of the world and their weights.
    pub hears: Vec<Vec<(usize, f64)>>,
}

/// How a world is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// Refuse a plan with more modes than this.
    pub most_modes: Option<usize>,
    /// Where objects are kept that were designed before.
    pub designs: Option<&'a Designs>,
}

/// The modes of a body, and the object behind them if it has a shape.
struct BodyModes {
    modes: Vec<Mode>,
    left_out: usize,
    object: Option<Arc<Object>>,
}

fn modes_of(body: &PlannedBody, plan: &Plan, designs: Option<&Designs>) -> BodyModes {
    let (modes, left_out) = match &body.kind {
        Kind::Wall => (Vec::new(), 0),
        Kind::Mass { mass, .. } => (vec![Mode::free(*mass)], 0),
        Kind::Modes { modes, left_out, .. } => (modes.clone(), *left_out),
        Kind::Shape { shape, material, losses, .. } => {
            let object = match designs {
                Some(designs) => designs.object(shape, material, plan.highest_mode),
                None => Arc::new(shape.resonator().object(material, plan.highest_mode)),
            };
            let mut modes = shape.resonator().ringing(&object, &losses.of(material, &[]));
            let all = modes.len();
            modes.retain(|mode| mode.omega < std::f64::consts::PI * plan.sample_rate);
            let left_out = all - modes.len();
            return BodyModes { modes, left_out, object: Some(object) };
        }
    };
    BodyModes { modes, left_out, object: None }
}

/// A world in the making.
struct Draft<'a> {
    plan: &'a Plan,
    world: World,
    bodies: Vec<Body>,
    objects: Vec<Option<Arc<Object>>>,
    state: State,
    /// The constant force on each mode (N).
    force: Vec<f64>,
}

impl Draft<'_> {
    /// Where the modes of a body are.
    fn slots(&self, body: usize) -> Range<usize> {
        self.world.model().modes_of(self.bodies[body].id().index())
    }

    /// A body at a place.
    fn port(&self, body: usize, at: &Spot) -> Result<Port, InvalidValue> {
        let here = &self.bodies[body];
        match (at, &self.objects[body]) {
            (Spot::Weights(weights), _) => here.weighing(weights),
            (Spot::Place(place), Some(object)) => {
                here.weighing(&object.weights(*place)[..self.slots(body).len()])
            }
            (Spot::Place(_), None) => here.weighing(&[]),
        }
    }

    /// Puts a body where it starts.
    fn start(&mut self, body: usize) {
        let slots = self.slots(body);
        let parameters = self.world.model().modes();
        match &self.plan.bodies[body].kind {
            Kind::Wall => {}
            Kind::Mass { start, .. } => self.start_whole(slots.start, start),
            // A shape as a whole moves in its first mode, if nothing holds it.
            Kind::Shape { start, .. } => {
                if !slots.is_empty() && parameters.omega[slots.start] == 0.0 {
                    self.start_whole(slots.start, start);
                }
            }
            Kind::Modes { start, .. } => {
                for (slot, [y, v]) in slots.zip(start) {
                    self.state.displacement[slot] = *y;
                    self.state.velocity[slot] = *v;
                }
            }
        }
    }

    fn start_whole(&mut self, slot: usize, start: &Start) {
        self.state.displacement[slot] = start.displacement;
        self.state.velocity[slot] = start.velocity;
        self.force[slot] = start.force + self.world.model().modes().mass[slot] * start.gravity;
    }

    /// Has a contact travel over a body.
    fn travel(&mut self, way: &Way, id: ContactId) -> Result<(), BuildError> {
        let contact = &self.plan.contacts[way.contact];
        let Some(object) = self.objects[way.ground].clone() else { return Ok(()) };
        let sunk = resting_compression(&contact.law, way.press);
        // Hertz's patch: a² = R·δ.
        let ball = Ball { radius: way.radius, patch: (way.radius * sunk).sqrt() };
        let profile = Profile::new(&way.height, &ball, way.journey.length())?;
        let from = object.weights(way.journey.place(0.0));
        let track = Track {
            object,
            modes: self.slots(way.ground).len(),
            journey: way.journey.clone(),
            profile,
            gap: contact.gap,
            radius: way.radius,
            asymmetry: way.asymmetry,
        };
        let side = contact.side(way.ball);
        let bent = side * self.bend(way.ground, &from, side * way.press);
        let gap = carom::Travel::gap(&track, 0.0);
        let slot = self.slots(way.ball).start;
        self.state.displacement[slot] = side * (gap + sunk + bent);
        self.world.gap(id, gap)?;
        self.world.travel(id, &self.bodies[way.ground], Arc::new(track))?;
        Ok(())
    }

    /// Bends a body as a force at rest does, so that a journey starts without a thump; returns how
    /// far the place gives way.
    fn bend(&mut self, ground: usize, weights: &[f64], force: f64) -> f64 {
        let mut bent = 0.0;
        let modes = self.world.model().modes();
        for (slot, weight) in self.slots(ground).zip(weights) {
            let stiffness = modes.mass[slot] * modes.omega[slot].powi(2);
            if stiffness > 0.0 {
                self.state.displacement[slot] += weight * force / stiffness;
                bent += weight * weight * force / stiffness;
            }
        }
        bent
    }
}

/// Builds the world of a plan.
pub fn build(plan: &Plan, options: BuildOptions<'_>) -> Result<Built, BuildError> {
    let most = options.most_modes.unwrap_or(usize::MAX);
    let mut world = World::new();
    let (mut bodies, mut objects) = (Vec::new(), Vec::new());
    let (mut count, mut left_out) = (0, 0);
    for body in &plan.bodies {
        let found = modes_of(body, plan, options.designs);
        count += found.modes.len();
        left_out += found.left_out;
        if count > most {
            return Err(BuildError::TooManyModes { count, most });
        }
        bodies.push(world.body(&found.modes)?);
        objects.push(found.object);
    }
    let (state, force) = (world.model().rest(), vec![0.0; world.model().modes().mass.len()]);
    let mut draft = Draft { plan, world, bodies, objects, state, force };
    let mut contacts = Vec::with_capacity(plan.contacts.len());
    for contact in &plan.contacts {
        let [first, second] = [0, 1].map(|i| draft.port(contact.between[i], &contact.at[i]));
        let id = draft.world.contact(first?, second?, contact.law.clone())?;
        draft.world.gap(id, contact.gap)?;
        contacts.push(id);
    }
    draft.state = draft.world.model().rest();
    let mut hears = Vec::new();
    for pickup in &plan.pickups {
        let port = draft.port(pickup.body, &pickup.at)?;
        hears.push(draft.slots(pickup.body).zip(port.weights().iter().copied()).collect());
        draft.world.pickup_of(port, pickup.quantity)?;
    }
    for body in 0..plan.bodies.len() {
        draft.start(body);
    }
    for way in &plan.ways {
        draft.travel(way, contacts[way.contact])?;
    }
    let Draft { mut world, bodies, objects, state, force, .. } = draft;
    world.set_state(&state)?;
    for body in &bodies {
        let forces = &force[world.model().modes_of(body.id().index())];
        if forces.iter().any(|force| *force != 0.0) {
            world.push(body.weighing(forces)?, 1.0)?;
        }
    }
    let ends = plan.strikes.iter().map(|strike| strike.time);
    let busy_until = ends.chain(plan.ways.iter().map(|way| way.journey.duration()));
    let busy_until = busy_until.fold(0.0, f64::max);
    Ok(Built { world, bodies, contacts, objects, busy_until, left_out, hears })
}
