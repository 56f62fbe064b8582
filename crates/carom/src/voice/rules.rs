//! What may be asked of a voice: the same for hands on another thread and for whoever holds the voice.

use crate::check::{check, finite, not_negative};
use crate::law::{Law, Sides};
use crate::model::{Mode, Model};
use crate::port::{BodyId, ContactId, Port, check_weight, check_weights, side_of};
use crate::scheme::{Abilities, SchemeError};
use crate::{Error, InvalidValue};

/// The world of a voice and how it is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playing {
    pub(super) scheme: &'static str,
    pub(super) abilities: Abilities,
    /// Whether a correction is on.
    pub(super) corrected: bool,
}

/// Checks requests against a model; the indices that they are about.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) playing: Playing,
    pub(super) model: &'a Model,
}

impl Rules<'_> {
    /// Refuses what only a scheme that can move contacts can do.
    pub(super) fn able(self, reason: &'static str) -> Result<(), Error> {
        let Playing { scheme, abilities, .. } = self.playing;
        if abilities.travel { Ok(()) } else { Err(SchemeError::new(scheme, reason).into()) }
    }

    /// Refuses changes under a correction, which keeps the mass, law and wall of the start.
    pub(super) fn fixed(self) -> Result<(), Error> {
        let Playing { scheme, corrected, .. } = self.playing;
        let reason = "what is corrected must stay as it was at the start";
        let error = SchemeError { scheme, reason, instead: None };
        if corrected { Err(error.into()) } else { Ok(()) }
    }

    pub(super) fn contact(self, contact: ContactId) -> Result<usize, Error> {
        Ok(contact.within(&self.model.stamps.contacts)?)
    }

    pub(super) fn body(self, body: BodyId) -> Result<usize, Error> {
        Ok(body.within(&self.model.stamps.bodies)?)
    }

    /// The body of a place, which has a weight for each of its modes.
    pub(super) fn place(self, place: &Port) -> Result<usize, Error> {
        let body = self.body(place.body)?;
        place.check(self.model.modes_of(body).len())?;
        Ok(body)
    }

    /// The contact, and the side of it that strikes.
    pub(super) fn striking(
        self,
        contact: ContactId,
        mass: Option<BodyId>,
        speed: f64,
    ) -> Result<(usize, usize), Error> {
        let contact = self.contact(contact)?;
        finite("speed", speed)?;
        let definition = &self.model.contacts[contact];
        let one = matches!(definition.law.potential().sides(), Sides::One { .. });
        check(!one || speed >= 0.0, "speed", speed, "0 or above: it approaches")?;
        let side = match mass {
            Some(body) => Some(side_of(self.model, contact, body)?),
            None => (0..2).find(|&side| striker(self.model, contact, side).is_some()),
        };
        let side = side.filter(|&side| striker(self.model, contact, side).is_some());
        let allowed = "one in which a free mass, which can strike, meets something";
        let side = side.ok_or(InvalidValue { field: "contact", value: contact as f64, allowed })?;
        Ok((contact, side))
    }

    /// The side of a contact that a body is on, which is given a weight for each of its modes.
    pub(super) fn place_of(
        self,
        contact: usize,
        body: BodyId,
        weights: &[f64],
    ) -> Result<usize, Error> {
        self.fixed()?;
        self.able("it cannot move a contact")?;
        let side = side_of(self.model, contact, body)?;
        check_weights(weights, self.model.side_weights(contact, side).len())?;
        weights.iter().try_for_each(|weight| check_weight("weight", *weight))?;
        Ok(side)
    }

    pub(super) fn gap(self, contact: ContactId, metres: f64, seconds: f64) -> Result<usize, Error> {
        let contact = self.contact(contact)?;
        finite("gap", metres)?;
        not_negative("time", seconds)?;
        self.fixed()?;
        if seconds > 0.0 {
            self.able("it cannot move a contact")?;
        }
        Ok(contact)
    }

    pub(super) fn law(self, contact: ContactId, law: &Law) -> Result<usize, Error> {
        let contact = self.contact(contact)?;
        self.fixed()?;
        check_law(law, self.playing.abilities, self.playing.scheme)?;
        Ok(contact)
    }

    pub(super) fn damp(self, body: BodyId, rate: f64) -> Result<usize, Error> {
        let body = self.body(body)?;
        self.fixed()?;
        self.able("it cannot change a body")?;
        let rings = self.model.modes_of(body).any(|i| self.model.modes.omega[i] > 0.0);
        check(rings, "body", body as f64, "one that rings: nothing else can be damped")?;
        not_negative("rate", rate)?;
        Ok(body)
    }

    pub(super) fn modes(self, body: BodyId, modes: &[Mode]) -> Result<usize, Error> {
        let body = self.body(body)?;
        self.fixed()?;
        self.able("it cannot change a body")?;
        let present = self.model.modes_of(body);
        let allowed = "the number of modes that the body has";
        check(modes.len() == present.len(), "number of modes", modes.len() as f64, allowed)?;
        for (mode, i) in modes.iter().zip(present) {
            mode.check()?;
            let free = |omega: f64, sigma: f64| omega == 0.0 && sigma == 0.0;
            let was = free(self.model.modes.omega[i], self.model.modes.sigma[i]);
            let allowed = "0 for a mode that was a free mass, and above 0 for others";
            check(was == free(mode.omega, mode.sigma), "omega", mode.omega, allowed)?;
        }
        Ok(body)
    }
}

/// Whether a scheme can follow a law.
pub(super) fn check_law(
    law: &Law,
    abilities: Abilities,
    scheme: &'static str,
) -> Result<(), SchemeError> {
    if law.as_felt().is_some() && !abilities.felt {
        return Err(SchemeError::new(scheme, "felt remembers, which it cannot follow"));
    }
    if !law.is_adhesive() && !abilities.without_adhesion {
        let reason = "a law without adhesion lets go, which it cannot follow";
        return Err(SchemeError::new(scheme, reason));
    }
    Ok(())
}

/// The free mass on one side of a contact, which can strike: its mode and its signed weight.
pub(super) fn striker(model: &Model, contact: usize, side: usize) -> Option<(usize, f64)> {
    let definition = &model.contacts[contact];
    let mode = model.free_mass(definition.bodies[side])?;
    let at = definition.coupling.modes.iter().position(|&i| i == mode)?;
    let weight = definition.coupling.weights[at];
    (weight != 0.0).then_some((mode, weight))
}
