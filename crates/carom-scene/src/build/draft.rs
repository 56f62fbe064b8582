//! A world in the making: pickups, where bodies start, and what travels.

use std::f64::consts::PI;
use std::sync::{Arc, Mutex};

use carom::{FarField, Heard, InvalidValue, Listener, Mode, Quantity, State};
use carom_shapes::air::ROOM;
use carom_shapes::radiation::{Radiation, ball};
use realfft::num_complex::Complex;

use super::hand::LENGTH;
use super::track::Track;
use super::{AWAY, BuildError, Built, HandPath, Probe};
use crate::plan::{Drawn, Hears, Kind, Plan, PlannedPickup, Start, Way, resting_compression};
use crate::surface::{Ball, Profile};

/// Blows are heard up to this share of the sample rate.
const HEARD_BELOW: f64 = 0.45;

/// A world in the making.
pub(super) struct Draft<'a> {
    pub(super) plan: &'a Plan,
    pub(super) built: Built,
    /// How those with a shape move the air.
    pub(super) radiations: Vec<Option<Arc<Radiation>>>,
    pub(super) state: State,
    /// The constant force on each mode (N).
    pub(super) force: Vec<f64>,
}

impl Draft<'_> {
    /// Adds a pickup; returns what it hears of each mode that rings below half the sample rate.
    pub(super) fn pickup(
        &mut self,
        pickup: &PlannedPickup,
    ) -> Result<Vec<(usize, Complex<f64>)>, InvalidValue> {
        let body = pickup.body;
        let slots = self.built.slots(body);
        let gains: Vec<Complex<f64>> = match &pickup.hears {
            Hears::Point { at, quantity } => {
                let port = self.built.port(self.plan, body, at, None)?;
                self.built.world.pickup_of(port.clone(), *quantity)?;
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
                self.built.world.listen_as(&self.built.bodies[body], &far)?;
                let gain = |(slot, heard): (usize, &Heard)| {
                    let [re, im] = heard.ring;
                    self.exponent(slot).powu(2) * Complex::new(re, im)
                };
                slots.clone().zip(&far.modes).map(gain).collect()
            }
        };
        let omega = &self.built.world.model().modes().omega;
        let heard = |slot: &usize| omega[*slot] > 0.0 && omega[*slot] < PI * self.plan.sample_rate;
        Ok(slots.zip(gains).filter(|(slot, _)| heard(slot)).collect())
    }

    /// The exponent s of a mode that rings as exp(st), 0 for one that does not.
    fn exponent(&self, slot: usize) -> Complex<f64> {
        let modes = self.built.world.model().modes();
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
        far.modes.resize(self.built.slots(body).len(), Heard::default());
        // What is too high for the sample rate is not to be heard as something lower.
        let all = self.built.world.model().modes();
        let mode = |slot: usize| {
            let free = Mode::free(all.mass[slot]);
            Mode { omega: all.omega[slot], sigma: all.sigma[slot], ..free }
        };
        let modes: Vec<Mode> = self.built.slots(body).map(mode).collect();
        far.below(HEARD_BELOW * self.plan.sample_rate, &modes)
    }

    /// Puts a body where it starts.
    pub(super) fn start(&mut self, body: usize) {
        let slots = self.built.slots(body);
        let parameters = self.built.world.model().modes();
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
        self.force[slot] =
            start.force + self.built.world.model().modes().mass[slot] * start.gravity;
    }

    /// Has a contact travel over a body.
    pub(super) fn travel(&mut self, way: &Way) -> Result<(), BuildError> {
        let (contact, id) = (&self.plan.contacts[way.contact], self.built.contacts[way.contact]);
        let Some(object) = self.built.objects[way.ground].clone() else { return Ok(()) };
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
        let slot = self.built.slots(way.ball).start;
        self.state.displacement[slot] = side * (gap + sunk + bent);
        self.built.world.gap(id, gap)?;
        self.built.world.travel(id, &self.built.bodies[way.ground], Arc::new(track))?;
        Ok(())
    }

    /// A probe that waits for hands.
    pub(super) fn draw(&mut self, drawn: &Drawn) -> Result<(), BuildError> {
        let (contact, id) =
            (&self.plan.contacts[drawn.contact], self.built.contacts[drawn.contact]);
        let Kind::Shape { shape, .. } = &self.plan.bodies[drawn.ground].kind else { return Ok(()) };
        let Some(object) = self.built.objects[drawn.ground].clone() else { return Ok(()) };
        let sunk = resting_compression(&contact.law, drawn.press);
        let ball = Ball { radius: drawn.radius, patch: (drawn.radius * sunk).sqrt() };
        let profile = Profile::new(&drawn.height, &ball, LENGTH)?;
        let (places, size) = (shape.resonator().places(), shape.resonator().size());
        let path = HandPath { object, places, size, profile, ways: Mutex::default() };
        for drag in &drawn.drags {
            path.follow(drag);
        }
        let path = Arc::new(path);
        self.built.world.gap(id, AWAY)?;
        let over = self.built.bodies[drawn.ground].clone();
        self.built.world.travel(id, &over, Arc::clone(&path) as Arc<dyn carom::Travel>)?;
        let port = self.built.bodies[drawn.ball].weighing(&[1.0])?;
        let port = self.built.world.port(port)?;
        let force = contact.side(drawn.ball) * drawn.press;
        let (ground, number) = (drawn.ground, drawn.contact);
        self.built.probes.push(Probe { contact: id, port, force, ground, number, path });
        Ok(())
    }

    /// Bends a body as a force at rest does, so that a journey starts without a thump; returns how
    /// far the place gives way.
    fn bend(&mut self, ground: usize, weights: &[f64], force: f64) -> f64 {
        let mut bent = 0.0;
        let modes = self.built.world.model().modes();
        for (slot, weight) in self.built.slots(ground).zip(weights) {
            let stiffness = modes.mass[slot] * modes.omega[slot].powi(2);
            if stiffness > 0.0 {
                self.state.displacement[slot] += weight * force / stiffness;
                bent += weight * weight * force / stiffness;
            }
        }
        bent
    }
}
