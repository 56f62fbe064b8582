//! What may change a run around each of its steps, from outside of the engine: corrections by an exact solution.

use std::fmt;

use crate::energy::Ledger;
use crate::law::Law;
use crate::model::{Model, State};
use crate::scheme::StepError;
pub use crate::stepper::Approach;
use crate::stepper::{Drive, Stepper};

/// Changes a run before and after each of its steps; it does not allocate there.
/// [`World::start_with`](crate::World::start_with) plugs it in.
pub trait Corrector: fmt::Debug + Send {
    /// Before a step: may set laws of contacts that do not touch yet.
    fn before(&mut self, run: &mut Run) -> Result<(), StepError>;

    /// After a step.
    fn after(&mut self, run: &mut Run) {
        let _ = run;
    }

    /// The run goes on from another state.
    fn restart(&mut self, state: &State) {
        let _ = state;
    }

    /// A contact has got another law.
    fn take_law(&mut self, contact: usize, law: &Law) {
        let _ = (contact, law);
    }

    /// The next impact begins at this speed (m/s), and no force acts in it.
    fn set_approach(&mut self, speed: f64) {
        let _ = speed;
    }

    /// Whether bodies, laws and gaps must stay as they were at the start, and every sample takes its steps.
    fn holds_world(&self) -> bool {
        false
    }

    /// Its work since that was last asked for, in the unit of [the budget](crate::Options::budget).
    fn take_work(&mut self) -> u32 {
        0
    }
}

/// A run between two steps.
#[derive(Debug)]
pub struct Run<'a> {
    pub(crate) model: &'a mut Model,
    pub(crate) stepper: &'a mut dyn Stepper,
    pub(crate) drive: &'a Drive,
    pub(crate) ledger: &'a mut Ledger,
}

impl Run<'_> {
    /// Bodies and contacts.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.model
    }

    /// The force from outside on a mode (N).
    #[must_use]
    pub fn force_on(&self, mode: usize) -> f64 {
        self.drive.force[mode]
    }

    /// Copies the state.
    pub fn store(&self, state: &mut State) {
        self.stepper.store(self.model, state);
    }

    /// Goes on from another state; the energy that this adds is booked as corrected.
    pub fn set_state(&mut self, state: &State) {
        let before = self.stepper.energy(self.model);
        self.stepper.load(self.model, state, self.drive);
        self.ledger.book_correction(self.stepper.energy(self.model) - before);
    }

    /// How a contact would move in the next step without a force in it; `None` if the scheme cannot say.
    pub fn approach(&mut self, contact: usize) -> Option<Approach> {
        self.stepper.approach(self.model, self.drive, contact)
    }

    /// Sets stiffness and μ of the impact that begins at this speed (m/s); its bodies do not touch.
    pub fn set_law(&mut self, contact: usize, stiffness: f64, mu: f64, speed: f64) {
        let law = &mut self.model.contacts[contact].law;
        law.potential_mut().set_stiffness(stiffness);
        law.set_mu(mu, speed);
        self.stepper.update_law(self.model, contact);
    }
}
