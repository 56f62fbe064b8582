//! The force that what is struck hears: contacts of a few samples with bodies that ring.
//!
//! What a mode of frequency f gets from a contact is the Fourier transform of the force there. As long as f is well below
//! the inverse of the contact time, two moments say all of it: the impulse, and the variance of the force in time. A
//! force that is held over each step is spread by Δt²/12 more than its samples are, and the two-point contact is too long
//! besides; a contact that is a little harder has the right variance. Stiffness and μ are chosen at the touch, so that
//! the contact with a wall of the mass that the contact moves in a step has the variance and the outgoing speed of the
//! exact one. They change while nothing touches: energy stays what it is.

use super::duration::{Ahead, Held, falling_root};
use crate::exact::WallImpact;
use crate::law::{Law, Loss, Sides};
use crate::method::Method;
use crate::model::Model;
use crate::scheme::{SchemeError, StepError};
use crate::stepper::{Drive, Stepper};

/// Contacts of more samples than this are left as they are: they lack less than a thousandth.
const LONG: f64 = 60.0;
/// Shorter contacts (samples) are left as they are: at some phases no stiffness spreads a held force as little.
const SHORT: f64 = 3.5;
/// Steps of a contact from which its exact variance is taken; what is left is of the order of its inverse square.
const STEPS: f64 = 150.0;

/// Corrects the contacts of a model.
#[derive(Clone, Debug)]
pub(crate) struct Spectrum {
    /// Stiffness and μ of every contact as they were given; `None` for those that are left as they are.
    given: Vec<Option<Held>>,
}

impl Spectrum {
    pub(super) fn new(model: &Model, method: Method) -> Result<Self, SchemeError> {
        if method != Method::TwoPoint {
            let reason = "no correction of the spectrum (use two-point)";
            return Err(SchemeError { scheme: method.name(), reason, instead: None });
        }
        let given = model.contacts.iter().map(|contact| correctable(&contact.law));
        Ok(Self { given: given.collect() })
    }

    /// A contact has got another law.
    pub(super) fn take_law(&mut self, contact: usize, law: &Law) {
        self.given[contact] = correctable(law);
    }

    /// Sets the laws of the impacts that the next step begins.
    pub(super) fn before(
        &mut self,
        model: &mut Model,
        stepper: &mut dyn Stepper,
        drive: &Drive,
    ) -> Result<(), StepError> {
        for c in 0..self.given.len() {
            let Some(given) = self.given[c] else { continue };
            let Some(approach) = stepper.approach(model, drive, c) else { continue };
            let (x, way) = (approach.x, approach.way);
            if x > 0.0 || x + way <= 0.0 || way <= 0.0 {
                continue;
            }
            let Held { stiffness, mu } = given;
            let exponent = model.contacts[c].law.potential().exponent();
            let (dt, mass) = (approach.dt, 0.5 * approach.dt * approach.dt / approach.compliance);
            let held = WallImpact::new(mass, stiffness, exponent, mu, way / dt)
                .ok()
                .and_then(|impact| held(&impact, dt, -x / way))
                .unwrap_or(given);
            let law = &mut model.contacts[c].law;
            law.potential_mut().set_stiffness(held.stiffness);
            law.set_mu(held.mu, way / dt);
            stepper.update_law(model, c);
        }
        Ok(())
    }
}

/// Stiffness and μ of a law whose contacts can be corrected.
pub(super) fn correctable(law: &Law) -> Option<Held> {
    let mu = match law.loss() {
        Loss::None => 0.0,
        Loss::HuntCrossley { mu } => mu,
        Loss::ConstantRestitution { .. } | Loss::Felt(_) => return None,
    };
    let potential = law.potential();
    let is_wall = potential.sides() == Sides::One { offset: 0.0 };
    is_wall.then(|| Held { stiffness: potential.stiffness_coefficient(), mu })
}

/// Stiffness and μ with which the scheme has the variance of the exact force and its outgoing speed, given the phase at
/// which the impact meets the samples; `None` if they need not or cannot be corrected.
fn held(impact: &WallImpact, dt: f64, phase: f64) -> Option<Held> {
    let time = impact.contact_time();
    if !(SHORT..LONG).contains(&(time / dt)) {
        return None;
    }
    let exact = Ahead { impact, dt: time / STEPS, phase: 0.5 }.run(1.0, impact.mu()).variance;
    let ahead = Ahead { impact, dt, phase };
    let speed = -impact.v_out();
    // The variance falls with the stiffness, and the speed of what leaves with the loss.
    let stiffness =
        |mu: f64| falling_root(|log| ahead.run(log.exp(), mu).variance / exact - 1.0).map(f64::exp);
    let mut mu = impact.mu();
    if mu > 0.0 {
        let excess = |log: f64| {
            let mu = impact.mu() * log.exp();
            stiffness(mu).map_or(f64::NAN, |factor| ahead.run(factor, mu).speed / speed - 1.0)
        };
        mu *= falling_root(excess)?.exp();
    }
    Some(Held { stiffness: impact.stiffness() * stiffness(mu)?, mu })
}
