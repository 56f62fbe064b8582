//! A mass against a wall, corrected by its exact solution.

use carom::correction::{Corrector, Run};
use carom::exact::WallImpact;
use carom::law::{Loss, Sides};
use carom::scheme::{SchemeError, Start, StepError};
use carom::{Model, State};

use super::{Correction, DurationError, Held, OutputVelocity};
use super::{closed_form_stiffness, linear_three_point_stiffness, phase_aware};
use crate::{How, Method, Pressed};

/// The least elastic share of the energy at which the velocity determines the compression. Closer to the surface
/// the velocity changes by less than its own rounding from sample to sample, and x(v) would stand
/// still where the mass moves.
const RESOLVED: f64 = 1e-9;

/// Corrects a mass against a wall before and after each of its steps.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    correction: Correction,
    output_velocity: OutputVelocity,
    method: Method,
    dt: f64,
    mass: f64,
    stiffness: f64,
    loss: Loss,
    state: State,
    /// The impact under way.
    impact: Option<WallImpact>,
    /// The force that acts meanwhile (N), and the velocity at which the impact ends if that does not hold the mass.
    force: f64,
    pressed: Option<f64>,
    /// The speed of the last sample apart, and how far from the wall that was (m).
    approach: f64,
    apart: f64,
    /// Whether the speed at the wall was told: no force acts in the contact then.
    told: bool,
}

impl Wall {
    /// An error if it cannot be done.
    pub(super) fn new(start: &Start, how: &How) -> Result<Self, SchemeError> {
        let Start { model, state, dt, input } = *start;
        let How { method, correction, ref output_velocity } = *how;
        let scheme = method.name();
        let refuse = |reason| Err(SchemeError { scheme, reason, instead: None });
        let not_a_wall = "only a mass against a one-sided wall can be corrected";
        let (&[mass], [contact]) = (&model.modes().mass[..], model.contacts()) else {
            return refuse(not_a_wall);
        };
        let free = model.modes().omega[0] == 0.0 && model.modes().sigma[0] == 0.0;
        let at_zero = contact.law.potential().sides() == Sides::One { offset: 0.0 };
        if !free || !at_zero || contact.coupling.weights != [1.0] || contact.gap != 0.0 {
            return refuse(not_a_wall);
        }
        if contact.law.as_felt().is_some() {
            return refuse("felt has no closed form to correct by");
        }
        if input.on(0) != 0.0 && correction.is_hybrid() {
            return refuse(
                "under a force the compression does not follow from the velocity (use v-out)",
            );
        }
        if correction.is_hybrid() && !method.is_one_step() {
            return refuse(
                "the scheme keeps the positions of two samples; the hybrid correction sets position \
                 and velocity of one (use am1, verlet, heun, rk4 or two-point)",
            );
        }
        let potential = contact.law.potential();
        let corrects_duration = method == Method::TwoPoint
            || (method == Method::ThreePoint
                && potential.exponent() == 1.0
                && correction == Correction::Duration);
        if correction.is_duration() && !corrects_duration {
            return refuse(
                "no duration correction (use two-point, or for exponent 1 three-point with \
                 `duration`)",
            );
        }
        // Tables that are made when they are first needed are made now.
        let stiffness = potential.stiffness_coefficient();
        let _ = WallImpact::new(mass, stiffness, potential.exponent(), 0.0, 1.0)
            .map(|impact| impact.contact_time());
        Ok(Self {
            correction,
            output_velocity: output_velocity.clone(),
            method,
            dt,
            mass,
            stiffness,
            loss: contact.law.loss(),
            state: state.clone(),
            impact: None,
            force: 0.0,
            pressed: None,
            approach: state.velocity[0],
            apart: -state.displacement[0],
            told: false,
        })
    }

    /// Under a force the exact velocity only.
    fn pressed_v_out(&self) -> Option<f64> {
        self.pressed.filter(|_| matches!(self.correction, Correction::VOut))
    }

    fn closed_form(&self, impact: &WallImpact) -> Result<f64, DurationError> {
        if self.method == Method::ThreePoint {
            linear_three_point_stiffness(impact.mass(), impact.stiffness(), self.dt)
        } else {
            closed_form_stiffness(impact, self.dt)
        }
    }

    fn exact_impact(&self, model: &Model) -> Option<WallImpact> {
        let law = &model.contacts().first()?.law;
        let mu = match self.loss {
            Loss::None | Loss::Felt(_) => 0.0,
            Loss::HuntCrossley { mu } => mu,
            Loss::ConstantRestitution { product } => product / self.approach,
        };
        let exponent = law.potential().exponent();
        WallImpact::new(self.mass, self.stiffness, exponent, mu, self.approach).ok()
    }

    fn v_out(&self, impact: &WallImpact) -> Option<f64> {
        if !matches!(self.correction, Correction::VOut | Correction::Both) {
            return None;
        }
        match &self.output_velocity {
            OutputVelocity::Exact => Some(impact.v_out()),
            OutputVelocity::Approximate { formula, bound } => {
                let trusted = formula.error(impact.mu() * impact.v_in()).abs() <= *bound;
                trusted.then(|| formula.v_out(impact.mu(), impact.v_in()))
            }
        }
    }
}

impl Corrector for Wall {
    fn before(&mut self, run: &mut Run) -> Result<(), StepError> {
        if self.impact.is_some() || !self.correction.is_duration() {
            return Ok(());
        }
        run.store(&mut self.state);
        let (x, v) = (self.state.displacement[0], self.state.velocity[0]);
        if x > 0.0 || x + v * self.dt <= 0.0 {
            return Ok(());
        }
        let Some(impact) = self.exact_impact(run.model()) else { return Ok(()) };
        let phase = -x / (v * self.dt);
        let Held { stiffness, mu } = match self.correction {
            Correction::DurationPhase => phase_aware(&impact, self.dt, phase)?,
            _ => Held { stiffness: self.closed_form(&impact)?, mu: impact.mu() },
        };
        run.set_law(0, stiffness, mu, self.approach);
        run.set_state(&self.state);
        Ok(())
    }

    fn after(&mut self, run: &mut Run) {
        run.store(&mut self.state);
        let (mut x, v) = (self.state.displacement[0], self.state.velocity[0]);
        if x > 0.0 && self.impact.is_none() {
            let force = if std::mem::take(&mut self.told) { 0.0 } else { run.force_on(0) };
            self.force = force;
            // The force moved the mass on the last way to the wall, too.
            let gained = 2.0 * force / self.mass * self.apart.max(0.0);
            self.approach = (self.approach * self.approach + gained).max(0.0).sqrt();
            self.impact = self.exact_impact(run.model());
            self.pressed = self.impact.as_ref().filter(|_| force != 0.0).and_then(|impact| {
                Pressed::new(impact.clone(), force).ok().and_then(|pressed| pressed.solve().v_out)
            });
        }
        if let Some(impact) = &self.impact {
            if x > 0.0 && self.correction.is_hybrid() {
                if v <= impact.v_out() {
                    x = 0.0;
                } else if impact.elastic_share_at(v) > RESOLVED {
                    x = impact.compression_at(v).unwrap_or(x);
                }
            }
            if x <= 0.0 {
                let v_out =
                    if self.force == 0.0 { self.v_out(impact) } else { self.pressed_v_out() };
                if let Some(v_out) = v_out {
                    self.state.velocity[0] = v_out;
                    // A scheme that keeps two samples needs both of them outside.
                    x = if self.method.is_one_step() { 0.0 } else { v_out * self.dt };
                }
                self.impact = None;
            }
            if x != self.state.displacement[0] || v != self.state.velocity[0] {
                self.state.displacement[0] = x;
                run.set_state(&self.state);
            }
        }
        if self.impact.is_none() {
            self.approach = self.state.velocity[0];
            self.apart = -self.state.displacement[0];
            self.told = false;
        }
    }

    fn restart(&mut self, state: &State) {
        self.impact = None;
        (self.approach, self.apart) = (state.velocity[0], -state.displacement[0]);
    }

    fn set_approach(&mut self, speed: f64) {
        (self.approach, self.told) = (speed, true);
    }

    fn holds_world(&self) -> bool {
        true
    }
}
