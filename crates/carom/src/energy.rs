//! The account of energy.

use crate::numeric::Sum;

/// The energy that entered and left the system in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flow {
    /// Taken by losses (J), computed from the losses themselves.
    pub dissipated: f64,
    /// Given by forces from outside (J).
    pub supplied: f64,
    /// What forces of contacts moved between bodies and surfaces, in magnitude (J): what is rounded.
    pub exchanged: f64,
    /// Iterations of the solver in this step, 0 where it has none or was not needed.
    pub iterations: u32,
    /// Steps that were taken in halves, because their energy did not add up.
    pub halved: u32,
    /// Steps in which contacts acted as viscous stops, because halves did not help.
    pub stopped: u32,
}

/// The account of a run: stored + dissipated − supplied − corrected − initial is what went missing.
///
/// The dissipated part is summed from the losses of each step, never taken as a difference of
/// energies, so that a scheme that creates or destroys energy shows it here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    initial: f64,
    stored: f64,
    dissipated: Sum,
    supplied: Sum,
    corrected: Sum,
    /// All that came and went, in magnitude.
    passed: f64,
    exchanged: f64,
}

impl Ledger {
    /// Opens the account with the energy at the start.
    #[must_use]
    pub fn new(initial: f64) -> Self {
        Self { initial, stored: initial, ..Self::default() }
    }

    /// Books a step.
    pub fn book(&mut self, flow: &Flow) {
        self.dissipated.add(flow.dissipated);
        self.supplied.add(flow.supplied);
        self.passed += flow.dissipated.abs() + flow.supplied.abs();
        self.exchanged += flow.exchanged;
    }

    /// Books what was supplied at once: by a strike, an impulse, a change of the world.
    pub(crate) fn supply(&mut self, energy: f64) {
        self.supplied.add(energy);
        self.passed += energy.abs();
    }

    /// Initial, supplied and corrected energy minus dissipated energy: what should be stored (J).
    pub(crate) fn balance(&self) -> f64 {
        self.initial + self.supplied.value() + self.corrected.value() - self.dissipated.value()
    }

    /// Books what a correction changed.
    pub fn book_correction(&mut self, change: f64) {
        self.corrected.add(change);
        self.passed += change.abs();
    }

    /// Notes the energy in the system now.
    pub fn note_stored(&mut self, stored: f64) {
        self.stored = stored;
    }

    /// The account of two things together that have nothing to do with each other.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.initial += other.initial;
        self.stored += other.stored;
        self.dissipated.add(other.dissipated());
        self.supplied.add(other.supplied());
        self.corrected.add(other.corrected());
        self.passed += other.passed;
        self.exchanged += other.exchanged;
        self
    }

    /// The energy at the start (J).
    #[must_use]
    pub fn initial(&self) -> f64 {
        self.initial
    }

    /// The energy at the last note (J), that of masses that fly away included.
    #[must_use]
    pub fn stored(&self) -> f64 {
        self.stored
    }

    /// The energy taken by losses (J).
    #[must_use]
    pub fn dissipated(&self) -> f64 {
        self.dissipated.value()
    }

    /// The energy from strikes, forces and moved contacts (J); negative where they took more.
    #[must_use]
    pub fn supplied(&self) -> f64 {
        self.supplied.value()
    }

    /// The energy from corrections (J).
    #[must_use]
    pub fn corrected(&self) -> f64 {
        self.corrected.value()
    }

    /// All energy that came and went, in magnitude (J).
    #[must_use]
    pub fn passed(&self) -> f64 {
        self.initial + self.passed
    }

    /// What forces of contacts moved between bodies and surfaces, in magnitude (J), as far as the scheme counts it:
    /// stiff contacts store and give back far more than is ever lost.
    #[must_use]
    pub fn exchanged(&self) -> f64 {
        self.exchanged
    }

    /// The error of the account (J): negative where energy went missing, positive where it was created.
    #[must_use]
    pub fn residual(&self) -> f64 {
        let mut sum = Sum::default();
        for entry in
            [self.stored, self.dissipated(), -self.supplied(), -self.corrected(), -self.initial]
        {
            sum.add(entry);
        }
        sum.value()
    }
}
