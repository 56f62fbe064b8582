//! From a plan to a world: shapes become modes, places become weights.

mod designs;
mod exact;
mod reach;
mod track;

use std::f64::consts::{PI, TAU};
use std::ops::Range;
use std::sync::Arc;

use carom::{
    Body, ContactId, FarField, Heard, InvalidValue, Listener, Method, Mode, Port, Quantity, State,
    Tension, World,
};
use carom_air::ROOM;
use carom_shapes::radiation::{Radiation, ball};
use carom_shapes::{Object, Resonator};
use realfft::num_complex::Complex;
use thiserror::Error;

use crate::plan::{Hears, Kind, Plan, PlannedPickup, Spot, Start, Way, resting_compression};
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
    /// The modes of a body in the world, without those that stand for modes that were not kept.
    #[must_use]
    pub fn modes_of(&self, body: usize) -> Range<usize> {
        let all = self.world.model().modes_of(self.bodies[body].id().index());
        let count = self.objects[body].as_ref().map_or(all.len(), |object| object.modes.len());
        all.start..all.end.min(all.start + count)
    }

    /// Those that are heard.
    pub fn heard_modes_of(&self, plan: &Plan, body: usize) -> impl Iterator<Item = usize> {
        let (omega, limit) = (&self.world.model().modes().omega, TAU * plan.heard_up_to());
        let shaped = self.objects[body].is_some();
        self.modes_of(body).filter(move |&i| !shaped || omega[i] <= limit)
    }
}

/// Modes that end at such a share of what a contact needs are enough, and so few modes tell nothing
/// about where they end.
const ENOUGH: f64 = 0.7;
const FEW: usize = 20;

/// Blows are heard up to this share of the sample rate.
const HEARD_BELOW: f64 = 0.45;

/// How a world is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// Refuse a plan with more modes than this.
    pub most_modes: Option<usize>,
    /// Where objects are kept that were designed before.
    pub designs: Option<&'a Designs>,
}

/// The modes of a body, and the object behind them if it has a shape.
#[derive(Default)]
struct BodyModes {
    modes: Vec<Mode>,
    left_out: usize,
    object: Option<Arc<Object>>,
    radiation: Option<Radiation>,
    up_to: Option<f64>,
    /// The contacts for each of which a last mode stands for all that were not kept.
    residuals: Vec<usize>,
    warning: Option<String>,
    tension: Option<Tension>,
}

fn modes_of(body: usize, plan: &Plan, designs: Option<&Designs>) -> BodyModes {
    match &plan.bodies[body].kind {
        Kind::Wall => BodyModes::default(),
        Kind::Mass { mass, .. } => {
            BodyModes { modes: vec![Mode::free(*mass)], ..BodyModes::default() }
        }
        Kind::Modes { modes, left_out, .. } => {
            BodyModes { modes: modes.clone(), left_out: *left_out, ..BodyModes::default() }
        }
        Kind::Shape { shape, material, losses, .. } => {
            let design = |up_to: f64| match designs {
                Some(designs) => designs.object(shape, material, up_to),
                None => Arc::new(shape.resonator().object(material, up_to)),
            };
            let mut up_to = plan.heard_up_to();
            let mut object = design(up_to);
            let needed = reach::needed(plan, body);
            if let Some((hertz, _)) = needed
                && hertz > up_to
                && plan.highest_mode.is_none()
            {
                up_to = reach::affordable(shape.resonator(), &object, up_to, hertz);
                object = design(up_to);
            }
            let radiation = shape.resonator().radiation(&object);
            let radiated = shape.resonator().radiated(&object, &radiation);
            let losses = losses.of(material, &radiated);
            let mut modes = shape.resonator().ringing(&object, &losses);
            let all = modes.len();
            if plan.method != Method::TwoPoint {
                modes.retain(|mode| mode.omega < std::f64::consts::PI * plan.sample_rate);
            }
            let left_out = all - modes.len();
            let mut found =
                BodyModes { modes, left_out, up_to: Some(up_to), ..BodyModes::default() };
            if let Some((hertz, contact)) = needed {
                found.add_residuals(plan, (body, shape.resonator()), &object, up_to);
                found.warning = too_short(plan, (body, contact), &object, [hertz, up_to]);
            }
            found.tension = shape.resonator().tension(&material.elastic, &object).map(|tension| {
                let weights = tension.weights.into_iter().take(all - left_out).collect();
                Tension { weights, ..tension }
            });
            found.object = Some(object);
            found.radiation = Some(radiation);
            found
        }
    }
}

impl BodyModes {
    /// A mode more for every contact that strikes a place of a body, which stands for all modes
    /// above those that were kept.
    fn add_residuals(
        &mut self,
        plan: &Plan,
        (body, shape): (usize, &dyn Resonator),
        object: &Object,
        up_to: f64,
    ) {
        for (c, contact) in plan.contacts.iter().enumerate() {
            let Some(side) = contact.between.iter().position(|b| *b == body) else { continue };
            let Spot::Place(place) = contact.at[side] else { continue };
            if plan.ways.iter().any(|way| way.contact == c) {
                continue;
            }
            if let Some(mode) = object.residual(shape, &object.weights(place), up_to) {
                self.modes.push(mode);
                self.residuals.push(c);
            }
        }
    }
}

/// A warning if the modes of a body end where a contact still needs them.
fn too_short(
    plan: &Plan,
    (body, contact): (usize, usize),
    object: &Object,
    [needed, up_to]: [f64; 2],
) -> Option<String> {
    let highest = object.modes.last()?.frequency;
    // Few modes may be far apart.
    let end = if object.modes.len() >= FEW { highest.min(up_to) } else { up_to };
    (end < ENOUGH * needed).then(|| {
        format!(
            "contact `{}` is so short that modes of `{}` up to {:.0} kHz would take part in it, and \
             they end at {:.1} kHz: it gives the body less energy than a real one",
            plan.contacts[contact].name,
            plan.name(body),
            1e-3 * needed,
            1e-3 * end
        )
    })
}

/// A world in the making.
struct Draft<'a> {
    plan: &'a Plan,
    world: World,
    bodies: Vec<Body>,
    objects: Vec<Option<Arc<Object>>>,
    /// How those with a shape move the air.
    radiations: Vec<Option<Radiation>>,
    /// For each body the contacts that its last modes are for.
    residuals: Vec<Vec<usize>>,
    state: State,
    /// The constant force on each mode (N).
    force: Vec<f64>,
}

impl Draft<'_> {
    /// Where the modes of a body are.
    fn slots(&self, body: usize) -> Range<usize> {
        self.world.model().modes_of(self.bodies[body].id().index())
    }

    /// A body at a place, where a contact may touch it.
    fn port(&self, body: usize, at: &Spot, contact: Option<usize>) -> Result<Port, InvalidValue> {
        let here = &self.bodies[body];
        match (at, &self.objects[body]) {
            (Spot::Weights(weights), _) => here.weighing(weights),
            (Spot::Place(place), Some(object)) => {
                let residuals = &self.residuals[body];
                let mut weights = object.weights(*place);
                weights.truncate(self.slots(body).len() - residuals.len());
                weights.extend(residuals.iter().map(|c| f64::from(u8::from(Some(*c) == contact))));
                here.weighing(&weights)
            }
            (Spot::Place(_), None) => here.weighing(&[]),
        }
    }

    /// Adds a pickup; returns what it hears of each mode that rings below half the sample rate.
    fn pickup(
        &mut self,
        pickup: &PlannedPickup,
    ) -> Result<Vec<(usize, Complex<f64>)>, InvalidValue> {
        let body = pickup.body;
        let slots = self.slots(body);
        let gains: Vec<Complex<f64>> = match &pickup.hears {
            Hears::Point { at, quantity } => {
                let port = self.port(body, at, None)?;
                self.world.pickup_of(port.clone(), *quantity)?;
                let order = match quantity {
                    Quantity::Displacement => 0,
                    Quantity::Velocity => 1,
                    Quantity::Acceleration => 2,
                    Quantity::Force | Quantity::Pressure => return Ok(Vec::new()),
                };
                let gain = |(slot, weight): (usize, &f64)| self.exponent(slot).powu(order) * weight;
                slots.clone().zip(port.weights()).map(gain).collect()
            }
            Hears::Room(listener) => {
                let mut far = self.far_field(body, listener);
                if pickup.at_once {
                    far.delay = 0.0;
                }
                self.world.listen_as(&self.bodies[body], &far)?;
                let gain = |(slot, heard): (usize, &Heard)| {
                    let [re, im] = heard.ring;
                    self.exponent(slot).powu(2) * Complex::new(re, im)
                };
                slots.clone().zip(&far.modes).map(gain).collect()
            }
        };
        let omega = &self.world.model().modes().omega;
        let heard = |slot: &usize| omega[*slot] > 0.0 && omega[*slot] < PI * self.plan.sample_rate;
        Ok(slots.zip(gains).filter(|(slot, _)| heard(slot)).collect())
    }

    /// The exponent s of a mode that rings as exp(st), 0 for one that does not.
    fn exponent(&self, slot: usize) -> Complex<f64> {
        let modes = self.world.model().modes();
        let (omega, sigma) = (modes.omega[slot], modes.sigma[slot]);
        if omega <= sigma {
            return Complex::default();
        }
        Complex::new(-sigma, ((omega - sigma) * (omega + sigma)).sqrt())
    }

    /// How a body is heard in the room.
    fn far_field(&self, body: usize, listener: &Listener) -> FarField {
        let mut far = match (&self.plan.bodies[body].kind, &self.radiations[body]) {
            (Kind::Shape { .. }, Some(radiation)) => radiation.heard_by(listener),
            (Kind::Mass { radius: Some(radius), .. }, _) => ball(*radius, listener, &ROOM),
            _ => FarField::default(),
        };
        far.modes.resize(self.slots(body).len(), Heard::default());
        // What is too high for the sample rate is not to be heard as something lower.
        let all = self.world.model().modes();
        let mode = |slot: usize| {
            let free = Mode::free(all.mass[slot]);
            Mode { omega: all.omega[slot], sigma: all.sigma[slot], ..free }
        };
        let modes: Vec<Mode> = self.slots(body).map(mode).collect();
        far.below(HEARD_BELOW * self.plan.sample_rate, &modes)
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
    let (mut bodies, mut objects, mut radiations) = (Vec::new(), Vec::new(), Vec::new());
    let (mut count, mut left_out) = (0, 0);
    let (mut residuals, mut reached, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for body in 0..plan.bodies.len() {
        let found = modes_of(body, plan, options.designs);
        count += found.modes.len();
        left_out += found.left_out;
        if count > most {
            return Err(BuildError::TooManyModes { count, most });
        }
        let made = world.body(&found.modes)?;
        if let Some(tension) = &found.tension {
            world.tension(&made, tension)?;
        }
        bodies.push(made);
        objects.push(found.object);
        radiations.push(found.radiation);
        residuals.push(found.residuals);
        reached.push(found.up_to);
        warnings.extend(found.warning);
    }
    let (state, force) = (world.model().rest(), vec![0.0; world.model().modes().mass.len()]);
    let mut draft = Draft { plan, world, bodies, objects, radiations, residuals, state, force };
    let mut contacts = Vec::with_capacity(plan.contacts.len());
    for (c, contact) in plan.contacts.iter().enumerate() {
        let port = |i: usize| draft.port(contact.between[i], &contact.at[i], Some(c));
        let [first, second] = [0, 1].map(port);
        let id = draft.world.contact(first?, second?, contact.law.clone())?;
        draft.world.gap(id, contact.gap)?;
        contacts.push(id);
    }
    draft.state = draft.world.model().rest();
    let mut hears = Vec::new();
    for pickup in &plan.pickups {
        hears.push(draft.pickup(pickup)?);
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
    let up_to = reached;
    Ok(Built { world, bodies, contacts, objects, busy_until, up_to, left_out, warnings, hears })
}
