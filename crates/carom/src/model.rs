//! Bodies, the points where they are touched, and the contacts between them.
//!
//! Every body is a bank of modes. A free mass is one mode of frequency zero, a wall has none, a bar
//! or a bell has many. A [`Port`] sees a body at a point: a weight per mode. The compression of a
//! [`Contact`] is the displacement of its first port minus that of its second minus its gap.

use std::ops::Range;

use crate::error::{InvalidValue, check, check_length, finite, not_negative, positive};
use crate::law::Law;
use crate::scheme::SchemeError;

/// The parameters of all modes, one array each: m·(ÿ + 2σẏ + ω²y) = force.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modes {
    /// Modal masses (kg).
    pub mass: Vec<f64>,
    /// Undamped angular frequencies ω (rad/s); 0 for a free mass.
    pub omega: Vec<f64>,
    /// Decay rates σ (1/s).
    pub sigma: Vec<f64>,
}

/// One mode, while a body is being described.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// Modal mass (kg).
    pub mass: f64,
    /// Undamped angular frequency (rad/s).
    pub omega: f64,
    /// Decay rate (1/s).
    pub sigma: f64,
}

impl Mode {
    /// A free mass.
    #[must_use]
    pub fn free(mass: f64) -> Self {
        Self { mass, omega: 0.0, sigma: 0.0 }
    }

    /// A mode of undamped frequency `hertz` and quality factor `q`, σ = ω/2Q.
    #[must_use]
    pub fn ringing(mass: f64, hertz: f64, q: f64) -> Self {
        let omega = std::f64::consts::TAU * hertz;
        Self { mass, omega, sigma: 0.5 * omega / q }
    }
}

/// A body, by its place in the model that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyId(pub(crate) usize);

/// A body seen at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    body: BodyId,
    /// One weight per mode of the body; the weight of a mode where it does not move is 0.
    weights: Vec<f64>,
}

/// Two ports that may touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The law between them.
    pub law: Law,
    /// Distance at rest (m): compression is first − second − gap.
    pub gap: f64,
    first: Port,
    second: Port,
}

impl Contact {
    /// The two bodies.
    #[must_use]
    pub fn bodies(&self) -> [BodyId; 2] {
        [self.first.body, self.second.body]
    }
}

/// Bodies and contacts: everything that does not change while time goes on.
///
/// ```
/// use carom::{Mode, Model, law::Law};
/// let mut model = Model::default();
/// let hammer = model.body(&[Mode::free(0.01)])?;
/// let bar = model.body(&[Mode::ringing(0.05, 523.0, 800.0), Mode::ringing(0.05, 1441.0, 800.0)])?;
/// let (tip, end) = (model.port(hammer, &[1.0])?, model.port(bar, &[1.0, -1.0])?);
/// model.contact(tip, end, 0.0, Law::power(1e9, 1.5)?)?;
/// assert_eq!(model.modes().mass.len(), 3);
/// # Ok::<(), carom::InvalidValue>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    modes: Modes,
    bodies: Vec<Range<usize>>,
    contacts: Vec<Contact>,
    /// For each contact its modes with signed weights: + for the first port, − for the second.
    couplings: Vec<Coupling>,
    memory: Vec<Range<usize>>,
    pickups: Vec<Pickup>,
}

/// What a pickup hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// m.
    Displacement,
    /// m/s.
    Velocity,
    /// m/s².
    Acceleration,
    /// The contact force on the body (N).
    Force,
}

/// A body heard at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Pickup {
    pub(crate) body: BodyId,
    pub(crate) quantity: Quantity,
    pub(crate) coupling: Coupling,
}

/// The modes that a contact moves, with their signed weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Coupling {
    pub(crate) modes: Vec<usize>,
    pub(crate) weights: Vec<f64>,
}

impl Coupling {
    pub(crate) fn dot(&self, values: &[f64]) -> f64 {
        self.modes.iter().zip(&self.weights).map(|(&i, w)| w * values[i]).sum()
    }

    /// Adds `amount` times the weights.
    pub(crate) fn scatter(&self, amount: f64, values: &mut [f64]) {
        for (&i, w) in self.modes.iter().zip(&self.weights) {
            values[i] += w * amount;
        }
    }
}

impl Model {
    /// A mass that may touch a wall, compression being its displacement.
    pub fn mass_and_wall(mass: f64, law: Law) -> Result<Self, InvalidValue> {
        let mut model = Self::default();
        let (mass, wall) = (model.body(&[Mode::free(mass)])?, model.body(&[])?);
        let (tip, face) = (model.port(mass, &[1.0])?, model.port(wall, &[])?);
        model.contact(tip, face, 0.0, law)?;
        Ok(model)
    }

    /// Adds a body; without modes it is a wall.
    pub fn body(&mut self, modes: &[Mode]) -> Result<BodyId, InvalidValue> {
        for mode in modes {
            positive("modal mass", mode.mass)?;
            not_negative("omega", mode.omega)?;
            not_negative("sigma", mode.sigma)?;
        }
        let start = self.modes.mass.len();
        for mode in modes {
            self.modes.mass.push(mode.mass);
            self.modes.omega.push(mode.omega);
            self.modes.sigma.push(mode.sigma);
        }
        self.bodies.push(start..self.modes.mass.len());
        Ok(BodyId(self.bodies.len() - 1))
    }

    /// A point of a body: how far it moves when a mode moves by one.
    pub fn port(&self, body: BodyId, weights: &[f64]) -> Result<Port, InvalidValue> {
        check(body.0 < self.bodies.len(), "body", body.0 as f64, "a body of this model")?;
        let expected = self.modes_of(body).len();
        check(
            weights.len() == expected,
            "number of weights",
            weights.len() as f64,
            "the number of modes of the body",
        )?;
        for &weight in weights {
            finite("weight", weight)?;
        }
        Ok(Port { body, weights: weights.to_vec() })
    }

    /// Adds a contact, returns its index.
    pub fn contact(
        &mut self,
        first: Port,
        second: Port,
        gap: f64,
        law: Law,
    ) -> Result<usize, InvalidValue> {
        finite("gap", gap)?;
        check(first.body != second.body, "body", second.body.0 as f64, "another than the first")?;
        let mut coupling = Coupling::default();
        for (port, sign) in [(&first, 1.0), (&second, -1.0)] {
            let modes = self.modes_of(port.body);
            // A port of another model would put its weights on the wrong modes.
            check_length("number of weights", port.weights.len(), modes.len())?;
            coupling.modes.extend(modes);
            coupling.weights.extend(port.weights.iter().map(|w| sign * w));
        }
        check(
            !coupling.modes.is_empty(),
            "number of modes",
            0.0,
            "above 0: two walls cannot meet",
        )?;
        let start = self.memory.last().map_or(0, |range| range.end);
        self.memory.push(start..start + law.memory_len());
        self.couplings.push(coupling);
        self.contacts.push(Contact { law, gap, first, second });
        Ok(self.contacts.len() - 1)
    }

    /// All modes.
    #[must_use]
    pub fn modes(&self) -> &Modes {
        &self.modes
    }

    /// The modes of a body.
    #[must_use]
    pub fn modes_of(&self, body: BodyId) -> Range<usize> {
        self.bodies.get(body.0).cloned().unwrap_or_default()
    }

    pub(crate) fn body_ranges(&self) -> &[Range<usize>] {
        &self.bodies
    }

    /// Adds a pickup at a port, returns its index. Free masses take no part in it.
    pub fn pickup(&mut self, port: &Port, quantity: Quantity) -> usize {
        let modes = self.modes_of(port.body);
        let ringing = modes.clone().zip(&port.weights).filter(|(i, _)| self.modes.omega[*i] > 0.0);
        let (modes, weights) = ringing.map(|(i, weight)| (i, *weight)).unzip();
        self.pickups.push(Pickup {
            body: port.body,
            quantity,
            coupling: Coupling { modes, weights },
        });
        self.pickups.len() - 1
    }

    /// All pickups.
    #[must_use]
    pub fn pickups(&self) -> &[Pickup] {
        &self.pickups
    }

    /// All contacts.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    pub(crate) fn couplings(&self) -> &[Coupling] {
        &self.couplings
    }

    /// Whether no mode is moved by two contacts, so that each can be solved for itself.
    pub(crate) fn contacts_are_decoupled(&self) -> bool {
        let mut moved = vec![false; self.modes.mass.len()];
        self.couplings.iter().all(|coupling| {
            let moving = coupling.modes.iter().zip(&coupling.weights).filter(|(_, w)| **w != 0.0);
            moving.map(|(&i, _)| std::mem::replace(&mut moved[i], true)).all(|before| !before)
        })
    }

    /// Which part of a state's memory belongs to a contact.
    pub(crate) fn memory_of(&self, contact: usize) -> Range<usize> {
        self.memory[contact].clone()
    }

    pub(crate) fn law_mut(&mut self, contact: usize) -> Option<&mut Law> {
        self.contacts.get_mut(contact).map(|contact| &mut contact.law)
    }

    /// Refuses modes at or above half the sample rate, which a step cannot tell from lower ones.
    pub(crate) fn check_below_nyquist(
        &self,
        scheme: &'static str,
        dt: f64,
    ) -> Result<(), SchemeError> {
        let Modes { omega, sigma, .. } = &self.modes;
        let aliased = omega.iter().zip(sigma).any(|(omega, sigma)| {
            let square = (omega - sigma) * (omega + sigma);
            square > 0.0 && square.sqrt() * dt >= std::f64::consts::PI
        });
        if aliased {
            let reason = "a mode rings at or above half the sample rate";
            return Err(SchemeError { scheme, reason });
        }
        Ok(())
    }

    /// Whether a state belongs to this model and is finite.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), InvalidValue> {
        let modes = self.modes.mass.len();
        check_length("number of displacements", state.displacement.len(), modes)?;
        check_length("number of velocities", state.velocity.len(), modes)?;
        let memory = self.memory.last().map_or(0, |range| range.end);
        check_length("length of the memory", state.memory.len(), memory)?;
        let State { displacement, velocity, memory } = state;
        for &value in displacement.iter().chain(velocity).chain(memory) {
            finite("value of the state", value)?;
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
            memory: vec![0.0; self.memory.last().map_or(0, |range| range.end)],
        }
    }

    /// The compression of a contact (m), negative while it is open; NaN for an unknown contact, as
    /// are rate and force.
    #[must_use]
    pub fn compression(&self, contact: usize, state: &State) -> f64 {
        let found = self.couplings.get(contact).zip(self.contacts.get(contact));
        found.map_or(f64::NAN, |(coupling, c)| coupling.dot(&state.displacement) - c.gap)
    }

    /// The displacements of the two ports of a contact (m).
    #[must_use]
    pub fn port_displacements(&self, contact: usize, state: &State) -> [f64; 2] {
        let Some(Contact { first, second, .. }) = self.contacts.get(contact) else {
            return [f64::NAN; 2];
        };
        [first, second].map(|port| {
            let modes = self.modes_of(port.body).zip(&port.weights);
            modes.map(|(i, weight)| weight * state.displacement[i]).sum()
        })
    }

    /// The velocity of a body where its first contact touches it (m/s); `None` if none does.
    #[must_use]
    pub fn velocity_at_first_contact(&self, body: BodyId, state: &State) -> Option<f64> {
        let ports = self.contacts.iter().flat_map(|contact| [&contact.first, &contact.second]);
        let port = ports.into_iter().find(|port| port.body == body)?;
        let modes = self.modes_of(body).zip(&port.weights);
        Some(modes.map(|(i, weight)| weight * state.velocity[i]).sum())
    }

    /// Kinetic and elastic energy of the modes of a body (J).
    #[must_use]
    pub fn energy_of(&self, body: BodyId, state: &State) -> f64 {
        let Modes { mass, omega, .. } = &self.modes;
        let energy = |i: usize| {
            let (y, v) = (omega[i] * state.displacement[i], state.velocity[i]);
            0.5 * mass[i] * (v * v + y * y)
        };
        self.modes_of(body).map(energy).sum()
    }

    /// The acceleration of a mode (m/s²) with these forces in the contacts.
    pub(crate) fn acceleration(&self, mode: usize, state: &State, forces: &[f64]) -> f64 {
        let Modes { mass, omega, sigma } = &self.modes;
        let pushes = self.couplings.iter().zip(forces).map(|(coupling, force)| {
            let at = coupling.modes.iter().position(|&i| i == mode);
            at.map_or(0.0, |at| -coupling.weights[at] * force)
        });
        pushes.sum::<f64>() / mass[mode]
            - omega[mode] * omega[mode] * state.displacement[mode]
            - 2.0 * sigma[mode] * state.velocity[mode]
    }

    /// The rate of approach of a contact (m/s).
    #[must_use]
    pub fn rate(&self, contact: usize, state: &State) -> f64 {
        self.couplings.get(contact).map_or(f64::NAN, |coupling| coupling.dot(&state.velocity))
    }

    /// The force in a contact (N) if it follows its law at this state.
    #[must_use]
    pub fn force(&self, contact: usize, state: &State) -> f64 {
        let Some(definition) = self.contacts.get(contact) else { return f64::NAN };
        let memory = &state.memory[self.memory_of(contact)];
        let (x, rate) = (self.compression(contact, state), self.rate(contact, state));
        definition.law.force(x, rate, memory)
    }

    /// The Hamiltonian: kinetic and elastic energy of all modes and contacts (J).
    #[must_use]
    pub fn hamiltonian(&self, state: &State) -> f64 {
        let Modes { mass, omega, .. } = &self.modes;
        let modes: f64 = (0..mass.len())
            .map(|i| {
                let (y, v) = (omega[i] * state.displacement[i], state.velocity[i]);
                0.5 * mass[i] * (v * v + y * y)
            })
            .sum();
        modes + self.contact_energy(&state.displacement, &state.memory)
    }

    /// The energy stored in all contacts (J) at these modal displacements; without a memory, as if
    /// nothing had happened.
    pub(crate) fn contact_energy(&self, displacement: &[f64], memory: &[f64]) -> f64 {
        let energy = |((contact, coupling), memory_of): ((&Contact, &Coupling), &Range<usize>)| {
            let memory = memory.get(memory_of.clone()).unwrap_or_default();
            contact.law.energy(coupling.dot(displacement) - contact.gap, memory)
        };
        self.contacts.iter().zip(&self.couplings).zip(&self.memory).map(energy).sum()
    }
}

/// Where everything is and how fast it moves, in physical units, whatever a scheme stores.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Modal displacements (m).
    pub displacement: Vec<f64>,
    /// Modal velocities (m/s).
    pub velocity: Vec<f64>,
    /// What the contact laws remember.
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
