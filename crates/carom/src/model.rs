//! Bodies, the points where they are touched, and the contacts between them.
//!
//! Every body is a bank of modes. A free mass is one mode of frequency zero, a wall has none, a bar
//! or a bell has many. A [`Port`](crate::Port) sees a body at a point: a weight per mode. The compression of a
//! [`Contact`] is the displacement of its first port minus that of its second minus its gap.

use std::ops::Range;

use crate::InvalidValue;
use crate::check::{check, check_length, finite, not_negative, positive};
use crate::hearing::{FarField, Hearing};
use crate::law::Law;
use crate::voice::Held;

/// The parameters of all modes, one array each: m·(ÿ + 2σẏ + ω²y) = force.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modes {
    /// Modal masses (kg).
    pub mass: Vec<f64>,
    /// Undamped angular frequencies ω (rad/s); 0 for a free mass.
    pub omega: Vec<f64>,
    /// Decay rates σ (1/s).
    pub sigma: Vec<f64>,
    /// What of them is sound that leaves (1/s).
    pub radiation: Vec<f64>,
    /// What of them goes into supports and edges (1/s).
    pub support: Vec<f64>,
}

/// One mode, while a body is being described.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// Modal mass (kg).
    pub mass: f64,
    /// Undamped angular frequency (rad/s).
    pub omega: f64,
    /// Decay rate (1/s), all losses together.
    pub sigma: f64,
    /// What of it is sound that leaves (1/s).
    pub radiation: f64,
    /// What of it goes into supports and edges (1/s).
    pub support: f64,
}

impl Mode {
    /// A free mass.
    #[must_use]
    pub fn free(mass: f64) -> Self {
        Self { mass, omega: 0.0, sigma: 0.0, radiation: 0.0, support: 0.0 }
    }

    /// A mode of undamped frequency `hertz` and quality factor `q`, σ = ω/2Q.
    #[must_use]
    pub fn ringing(mass: f64, hertz: f64, q: f64) -> Self {
        let omega = std::f64::consts::TAU * hertz;
        Self { mass, omega, sigma: 0.5 * omega / q, radiation: 0.0, support: 0.0 }
    }

    pub(crate) fn check(&self) -> Result<(), InvalidValue> {
        positive("modal mass", self.mass)?;
        not_negative("omega", self.omega)?;
        not_negative("sigma", self.sigma)?;
        not_negative("radiation", self.radiation)?;
        not_negative("support", self.support)?;
        let rest = self.sigma - self.radiation - self.support;
        let allowed = "large enough for radiation and support, which are parts of it";
        check(rest >= -1e-9 * self.sigma, "sigma", self.sigma, allowed)?;
        Ok(())
    }
}

/// Two ports that may touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The law between them.
    pub law: Law,
    /// Distance at rest (m): compression is first − second − gap.
    pub gap: f64,
    /// How fast the gap grows (m/s): 0 unless something moves it.
    pub gap_rate: f64,
    /// The most steps per sample that are taken for its sake.
    pub most_substeps: u32,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The modes that it moves.
    pub coupling: Coupling,
}

/// Bodies, contacts and pickups as a scheme sees them. A [`World`](crate::World) makes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub(crate) modes: Modes,
    pub(crate) bodies: Vec<Range<usize>>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) pickups: Vec<Pickup>,
    pub(crate) tensions: Vec<Held>,
    pub(crate) stamps: Stamps,
}

/// The stamps of bodies, contacts and ports, by which ids are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stamps {
    pub(crate) bodies: Vec<u64>,
    pub(crate) contacts: Vec<u64>,
    pub(crate) ports: Vec<u64>,
}

/// The motion of a body that a pickup records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Quantity {
    /// Velocity (m/s).
    #[default]
    Velocity,
    /// Displacement (m).
    Displacement,
    /// Acceleration (m/s²).
    Acceleration,
    /// The contact force on the body (N).
    Force,
    /// The pressure of the sound at a place in the room (Pa).
    Pressure,
}

/// A pickup on a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pickup {
    pub(crate) body: usize,
    pub(crate) quantity: Quantity,
    pub(crate) coupling: Coupling,
    /// How the body is heard by one that takes pressure; its modes are then all of the body's.
    pub(crate) hearing: Option<Hearing>,
}

/// The modes that a contact moves, with their signed weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coupling {
    /// Which modes.
    pub modes: Vec<usize>,
    /// Positive on the first body, negative on the second.
    pub weights: Vec<f64>,
}

impl Coupling {
    /// The displacement, or the velocity, of the contact by those of the modes.
    #[must_use]
    pub fn dot(&self, values: &[f64]) -> f64 {
        self.modes.iter().zip(&self.weights).map(|(&i, w)| w * values[i]).sum()
    }

    /// Adds `amount` times the weights.
    pub fn scatter(&self, amount: f64, values: &mut [f64]) {
        for (&i, w) in self.modes.iter().zip(&self.weights) {
            values[i] += w * amount;
        }
    }
}

impl Model {
    pub(crate) fn add_body(&mut self, modes: &[Mode]) -> Result<usize, InvalidValue> {
        for mode in modes {
            mode.check()?;
        }
        let start = self.modes.mass.len();
        for mode in modes {
            self.modes.mass.push(mode.mass);
            self.modes.omega.push(mode.omega);
            self.modes.sigma.push(mode.sigma);
            self.modes.radiation.push(mode.radiation);
            self.modes.support.push(mode.support);
        }
        self.bodies.push(start..self.modes.mass.len());
        Ok(self.bodies.len() - 1)
    }

    /// Adds a contact between two bodies with these weights.
    pub(crate) fn add_contact(
        &mut self,
        [first, second]: [(usize, &[f64]); 2],
        law: Law,
    ) -> Result<usize, InvalidValue> {
        check(first.0 != second.0, "body", second.0 as f64, "another than the first")?;
        let mut coupling = Coupling::default();
        for ((body, weights), sign) in [(first, 1.0), (second, -1.0)] {
            coupling.modes.extend(self.modes_of(body));
            coupling.weights.extend(weights.iter().map(|w| sign * w));
        }
        let allowed = "above 0: two walls cannot meet";
        check(!coupling.modes.is_empty(), "number of modes", 0.0, allowed)?;
        let bodies = [first.0, second.0];
        self.contacts.push(Contact {
            law,
            gap: 0.0,
            gap_rate: 0.0,
            most_substeps: u32::MAX,
            bodies,
            coupling,
        });
        Ok(self.contacts.len() - 1)
    }

    /// Adds a pickup. On a body that rings it records the ringing modes only, not the flight.
    pub(crate) fn add_pickup(&mut self, body: usize, weights: &[f64], quantity: Quantity) -> usize {
        let modes = self.modes_of(body);
        let rings = modes.clone().any(|i| self.modes.omega[i] > 0.0);
        let recorded = modes.zip(weights).filter(|(i, _)| !rings || self.modes.omega[*i] > 0.0);
        let (modes, weights) = recorded.map(|(i, weight)| (i, *weight)).unzip();
        let coupling = Coupling { modes, weights };
        self.pickups.push(Pickup { body, quantity, coupling, hearing: None });
        self.pickups.len() - 1
    }

    /// Adds a pickup that hears a body from far away.
    pub(crate) fn add_listener(
        &mut self,
        body: usize,
        far: &FarField,
    ) -> Result<usize, InvalidValue> {
        let modes = self.modes_of(body);
        let hearing = Some(Hearing::new(far, &self.modes, modes.clone())?);
        let coupling = Coupling { weights: vec![1.0; modes.len()], modes: modes.collect() };
        self.pickups.push(Pickup { body, quantity: Quantity::Pressure, coupling, hearing });
        Ok(self.pickups.len() - 1)
    }

    /// The modes of a body have changed: it is heard by them.
    pub(crate) fn update_hearing(&mut self, body: usize) {
        let range = self.modes_of(body);
        for pickup in self.pickups.iter_mut().filter(|pickup| pickup.body == body) {
            if let Some(hearing) = &mut pickup.hearing {
                hearing.read(&self.modes, range.clone());
            }
        }
    }

    /// All modes.
    #[must_use]
    pub fn modes(&self) -> &Modes {
        &self.modes
    }

    /// The modes of a body, none for an unknown one.
    #[must_use]
    pub fn modes_of(&self, body: usize) -> Range<usize> {
        self.bodies.get(body).cloned().unwrap_or_default()
    }

    /// How many bodies there are.
    #[must_use]
    pub fn bodies(&self) -> usize {
        self.bodies.len()
    }

    /// All contacts.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Adds to each mode what a force (N) in a contact does to it: it pushes the bodies apart.
    pub fn push(&self, contact: usize, force: f64, forces: &mut [f64]) {
        if let Some(contact) = self.contacts.get(contact) {
            contact.coupling.scatter(-force, forces);
        }
    }

    /// The mode of a body that is a free mass and nothing else.
    pub(crate) fn free_mass(&self, body: usize) -> Option<usize> {
        let modes = self.modes_of(body);
        let free = |&i: &usize| self.modes.omega[i] == 0.0 && self.modes.sigma[i] == 0.0;
        (modes.len() == 1).then_some(modes.start).filter(free)
    }

    /// The weights of a contact on one of its two sides, signed.
    pub(crate) fn side_weights(&self, contact: usize, side: usize) -> Range<usize> {
        let first = self.modes_of(self.contacts[contact].bodies[0]).len();
        if side == 0 { 0..first } else { first..self.contacts[contact].coupling.weights.len() }
    }

    /// Whether a state belongs to this model and is finite.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), InvalidValue> {
        let modes = self.modes.mass.len();
        check_length("number of displacements", state.displacement.len(), modes)?;
        check_length("number of velocities", state.velocity.len(), modes)?;
        check_length("length of the memory", state.memory.len(), self.contacts.len())?;
        let State { displacement, velocity, memory } = state;
        for &value in displacement.iter().chain(velocity) {
            finite("value of the state", value)?;
        }
        for &value in memory {
            not_negative("memory of a contact", value)?;
        }
        Ok(())
    }

    /// A state at rest.
    #[must_use]
    pub fn rest(&self) -> State {
        let modes = self.modes.mass.len();
        State {
            displacement: vec![0.0; modes],
            velocity: vec![0.0; modes],
            memory: vec![0.0; self.contacts.len()],
        }
    }

    /// The compression of a contact (m), negative while it is open; NaN for an unknown contact, as
    /// are rate and force.
    #[must_use]
    pub fn compression(&self, contact: usize, state: &State) -> f64 {
        let found = self.contacts.get(contact);
        found.map_or(f64::NAN, |c| c.coupling.dot(&state.displacement) - c.gap)
    }

    /// The displacements (m) of the two ports of a contact, and their velocities (m/s).
    #[must_use]
    pub fn port_motion(&self, contact: usize, state: &State) -> [[f64; 2]; 2] {
        let Some(found) = self.contacts.get(contact) else { return [[f64::NAN; 2]; 2] };
        let first = self.modes_of(found.bodies[0]).len();
        [&state.displacement, &state.velocity].map(|values| {
            let modes = found.coupling.modes.iter().zip(&found.coupling.weights);
            let mut modes = modes.map(|(&i, weight)| weight * values[i]);
            let first: f64 = modes.by_ref().take(first).sum();
            [first, -modes.sum::<f64>()]
        })
    }

    /// The velocity of a body where its first contact touches it (m/s); `None` if none does.
    #[must_use]
    pub fn velocity_at_first_contact(&self, body: usize, state: &State) -> Option<f64> {
        let (c, side) = self.contacts.iter().enumerate().find_map(|(c, contact)| {
            contact.bodies.iter().position(|b| *b == body).map(|side| (c, side))
        })?;
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let range = self.side_weights(c, side);
        let coupling = &self.contacts[c].coupling;
        let modes = coupling.modes[range.clone()].iter().zip(&coupling.weights[range]);
        Some(modes.map(|(&i, weight)| sign * weight * state.velocity[i]).sum())
    }

    /// Kinetic and elastic energy of the modes of a body (J).
    #[must_use]
    pub fn energy_of(&self, body: usize, state: &State) -> f64 {
        let modes: f64 = self.modes_of(body).map(|i| self.mode_energy(i, state)).sum();
        let held = self.tensions.iter().filter(|held| held.body == body);
        modes - held.map(Held::counted_twice).sum::<f64>()
    }

    fn mode_energy(&self, i: usize, state: &State) -> f64 {
        let Modes { mass, omega, .. } = &self.modes;
        let (y, v) = (omega[i] * state.displacement[i], state.velocity[i]);
        0.5 * mass[i] * (v * v + y * y)
    }

    /// The acceleration of a mode (m/s²) with these forces in the contacts.
    pub(crate) fn acceleration(&self, mode: usize, state: &State, forces: &[f64]) -> f64 {
        let Modes { omega, sigma, .. } = &self.modes;
        self.pushed(mode, forces)
            - omega[mode] * omega[mode] * state.displacement[mode]
            - 2.0 * sigma[mode] * state.velocity[mode]
    }

    /// Which of the modes that a contact moves this one is: those of its first body come first.
    fn place_in(&self, contact: &Contact, mode: usize) -> Option<usize> {
        let [first, second] = contact.bodies.map(|body| self.modes_of(body));
        if first.contains(&mode) {
            return Some(mode - first.start);
        }
        second.contains(&mode).then(|| first.len() + mode - second.start)
    }

    /// How these forces in the contacts accelerate a mode (m/s²).
    pub(crate) fn pushed(&self, mode: usize, forces: &[f64]) -> f64 {
        let pushing = self.contacts.iter().zip(forces).filter(|(_, force)| **force != 0.0);
        let pushes = pushing.map(|(contact, force)| {
            let at = self.place_in(contact, mode);
            at.map_or(0.0, |at| -contact.coupling.weights[at] * force)
        });
        pushes.sum::<f64>() / self.modes.mass[mode]
    }

    /// The rate of approach of a contact (m/s).
    #[must_use]
    pub fn rate(&self, contact: usize, state: &State) -> f64 {
        let found = self.contacts.get(contact);
        found.map_or(f64::NAN, |c| c.coupling.dot(&state.velocity) - c.gap_rate)
    }

    /// The rate of approach of the free masses of a contact (m/s), without anything that rings.
    pub(crate) fn free_rate(&self, contact: usize, state: &State) -> f64 {
        let Coupling { modes, weights } = &self.contacts[contact].coupling;
        let is_free = |i: usize| self.modes.omega[i] == 0.0 && self.modes.sigma[i] == 0.0;
        let free = modes.iter().zip(weights).filter(|(i, _)| is_free(**i));
        free.map(|(&i, weight)| weight * state.velocity[i]).sum()
    }

    /// The force in a contact (N) if it follows its law at this state.
    #[must_use]
    pub fn force(&self, contact: usize, state: &State) -> f64 {
        let Some(definition) = self.contacts.get(contact) else { return f64::NAN };
        let (x, rate) = (self.compression(contact, state), self.rate(contact, state));
        definition.law.force(x, rate, state.memory[contact])
    }

    /// The Hamiltonian: kinetic and elastic energy of all modes and contacts (J).
    #[must_use]
    pub fn hamiltonian(&self, state: &State) -> f64 {
        let modes = (0..self.modes.mass.len()).map(|i| self.mode_energy(i, state));
        let contacts = self.contact_energy(&state.displacement, &state.memory);
        modes.sum::<f64>() + contacts - self.counted_twice()
    }

    /// The energy stored in all contacts (J) at these modal displacements.
    pub(crate) fn contact_energy(&self, displacement: &[f64], memory: &[f64]) -> f64 {
        let energy = |(contact, memory): (&Contact, &f64)| {
            contact.law.energy(contact.coupling.dot(displacement) - contact.gap, *memory)
        };
        self.contacts.iter().zip(memory).map(energy).sum()
    }
}

/// Where everything is and how fast it moves, in physical units, whatever a scheme stores.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Modal displacements (m).
    pub displacement: Vec<f64>,
    /// Modal velocities (m/s).
    pub velocity: Vec<f64>,
    /// The memory of each contact, 0 for a law without memory.
    pub memory: Vec<f64>,
}

impl State {
    /// Takes over another state of the same model, without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.displacement.copy_from_slice(&other.displacement);
        self.velocity.copy_from_slice(&other.velocity);
        self.memory.copy_from_slice(&other.memory);
    }
}
