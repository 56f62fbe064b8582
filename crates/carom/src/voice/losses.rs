//! Where the energy went.

use super::Voice;
use crate::energy::Ledger;
use crate::model::{Model, Modes, State};
use crate::stepper::Lost;

/// What a body has lost since the start (J), by where it went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// In the material.
    pub material: f64,
    /// Into supports, edges and hands that damp.
    pub supports: f64,
    /// Away as sound.
    pub radiation: f64,
}

impl Losses {
    /// All together (J).
    #[must_use]
    pub fn total(&self) -> f64 {
        self.material + self.supports + self.radiation
    }

    /// Adds what a mode lost.
    fn add(&mut self, modes: &Modes, i: usize, lost: f64) {
        let sigma = modes.sigma[i];
        if sigma > 0.0 {
            let radiation = lost * modes.radiation[i] / sigma;
            let supports = lost * modes.support[i] / sigma;
            self.radiation += radiation;
            self.supports += supports;
            self.material += lost - radiation - supports;
        }
    }
}

/// The account of a contact since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactEnergy {
    /// What it stores now (J).
    pub stored: f64,
    /// What it lost (J); unknown but for the two-point scheme.
    pub lost: Option<f64>,
    /// The work of whoever moved its points (J).
    pub supplied: f64,
}

/// What was booked for bodies and contacts, and what was lost since then.
#[derive(Clone, Debug)]
pub(super) struct Booked {
    /// Whether the scheme knows what was lost where.
    pub(super) known: bool,
    bodies: Vec<Losses>,
    /// What each contact lost and was supplied with.
    contacts: Vec<[f64; 2]>,
    pub(super) since: Lost,
}

impl Booked {
    pub(super) fn new(model: &Model) -> Self {
        let contacts = model.contacts.len();
        Self {
            known: false,
            bodies: vec![Losses::default(); model.bodies.len()],
            contacts: vec![[0.0; 2]; contacts],
            since: Lost { modes: vec![0.0; model.modes.mass.len()], contacts: vec![0.0; contacts] },
        }
    }

    pub(super) fn clear(&mut self) {
        self.bodies.fill(Losses::default());
        self.contacts.fill([0.0; 2]);
    }

    /// Books what a contact lost and was supplied with in a step.
    #[inline]
    pub(super) fn book(&mut self, contact: usize, lost: f64, supplied: f64) {
        let [all_lost, all_supplied] = &mut self.contacts[contact];
        *all_lost += lost;
        *all_supplied += supplied;
    }
}

/// All energies of a voice at one time: see [`Voice::account`].
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    ledger: Ledger,
    model: &'a Model,
    state: &'a State,
    booked: &'a Booked,
}

impl Account<'_> {
    /// The account of everything.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        self.ledger
    }

    /// The physical state.
    #[must_use]
    pub fn state(&self) -> &State {
        self.state
    }

    /// The kinetic and elastic energy of a body (J), by its place in the order of making; `None` if
    /// there is no such body.
    #[must_use]
    pub fn stored(&self, body: usize) -> Option<f64> {
        self.model.bodies.get(body).map(|_| self.model.energy_of(body, self.state))
    }

    /// What a body has lost; `None` if there is no such body, or if the scheme knows only the sum
    /// of all losses.
    #[must_use]
    pub fn losses(&self, body: usize) -> Option<Losses> {
        let mut losses = *self.booked.bodies.get(body).filter(|_| self.booked.known)?;
        for i in self.model.modes_of(body) {
            losses.add(&self.model.modes, i, self.booked.since.modes[i]);
        }
        Some(losses)
    }

    /// The account of a contact; `None` if there is no such contact.
    #[must_use]
    pub fn contact(&self, contact: usize) -> Option<ContactEnergy> {
        let [lost, supplied] = *self.booked.contacts.get(contact)?;
        let x = self.model.compression(contact, self.state);
        let memory = self.state.memory[contact];
        let stored = self.model.contacts[contact].law.energy(x, memory);
        let lost = self.booked.known.then(|| lost + self.booked.since.contacts[contact]);
        Some(ContactEnergy { stored, lost, supplied })
    }
}

impl Voice {
    /// All energies now: what every body and contact stores, what each lost, and where it went. By
    /// the two-point scheme the losses of bodies and contacts add up to what the ledger has as
    /// dissipated.
    ///
    /// ```
    /// # use carom::{Mode, Options, World, law::Law};
    /// # let mut world = World::new();
    /// # let hammer = world.mass(0.01)?;
    /// let mode = Mode { radiation: 2.0, support: 1.0, ..Mode::ringing(0.05, 500.0, 100.0) };
    /// let bar = world.body(&vec![mode])?;
    /// # let hit = world.contact(hammer, bar.weighing(&[1.0])?, Law::power(1e8, 1.5)?)?;
    /// # let (mut voice, mut hands) = world.start(44_100.0, Options::default())?;
    /// hands.strike(hit, 1.0)?;
    /// voice.advance(4410)?;
    /// let account = voice.account();
    /// let losses = account.losses(bar.id().index()).unwrap_or_default();
    /// assert!((losses.radiation / losses.supports - 2.0).abs() < 1e-12);
    /// assert!((losses.total() / account.ledger().dissipated() - 1.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn account(&mut self) -> Account<'_> {
        let ledger = self.ledger();
        Account { ledger, model: &self.model, state: &self.state, booked: &self.losses }
    }

    /// Books the kinetic energy of everything, which stops, as lost in the material. Returns it (J).
    pub(super) fn lose_motion(&mut self) -> f64 {
        let (velocity, mut all) = (&self.state.velocity, 0.0);
        for (body, entry) in self.losses.bodies.iter_mut().enumerate() {
            let kinetic = |i: usize| 0.5 * self.model.modes.mass[i] * velocity[i] * velocity[i];
            let kinetic = self.model.modes_of(body).map(kinetic).sum::<f64>();
            entry.material += kinetic;
            all += kinetic;
        }
        all
    }

    /// Books what is lost (J) where contacts come to rest, at that which stores most: the linear scheme stores their
    /// energies apart from where they are.
    pub(super) fn settle(&mut self, lost: f64) {
        let stored = |c: &usize| {
            let x = self.model.compression(*c, &self.state);
            self.model.contacts[*c].law.energy(x, self.state.memory[*c])
        };
        let contacts = 0..self.model.contacts.len();
        if let Some(c) = contacts.max_by(|a, b| stored(a).total_cmp(&stored(b))) {
            self.losses.book(c, lost, 0.0);
        }
    }

    /// Books what was lost until now, because the parts of the losses change.
    pub(super) fn settle_losses(&mut self) {
        let Self { stepper, model, losses, .. } = self;
        if !stepper.lost(&mut losses.since) {
            return;
        }
        for (body, entry) in losses.bodies.iter_mut().enumerate() {
            for i in model.modes_of(body) {
                entry.add(&model.modes, i, losses.since.modes[i]);
            }
        }
        for c in 0..losses.contacts.len() {
            let lost = losses.since.contacts[c];
            losses.book(c, lost, 0.0);
        }
        stepper.clear_lost();
    }
}
