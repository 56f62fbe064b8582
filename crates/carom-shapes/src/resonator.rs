//! Shapes that can be designed.

use std::f64::consts::{LN_10, PI};
use std::sync::Arc;

use crate::air::ROOM;
use carom::check::{Field, FieldError, Fields, Limit};
use carom::{Mode, Tension};

use super::fields::Warning;
use super::losses::edges_met;
use super::material::Material;
use super::radiation::Radiation;
use super::{
    DesignedMode, Elastic, Inner, Losses, Motion, Object, Outline, Places, Radiator, Section, Thing,
};

/// Up to which frequency (Hz) modes are kept by default: nobody hears higher ones.
pub const HIGHEST_MODE: f64 = 20_000.0;

/// The quality factor of the motion on soft supports.
const SUPPORT_Q: f64 = 1.0;

/// A shape that can be designed. A new one gives its [`Fields`], its outline and its modes; all
/// other methods have a default.
pub trait Resonator: Fields {
    /// How it looks.
    fn outline(&self) -> Outline;

    /// All its modes from 0 to `up_to` hertz. A shape with [errors](Self::errors) cannot be
    /// designed.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object;

    /// What of it moves the air.
    fn radiator(&self) -> Radiator {
        Radiator::of(&self.outline())
    }

    /// How the modes of its object are heard far away.
    fn radiation(&self, object: &Object) -> Radiation {
        Radiation::new(&self.radiator(), object, &ROOM)
    }

    /// What each mode of its object loses by radiation (1/s): where the shape knows it better, that,
    /// and what is heard far away where not.
    fn radiated(&self, object: &Object, radiation: &Radiation) -> Vec<f64> {
        self.radiation_losses(object).unwrap_or_else(|| radiation.losses())
    }

    /// What each mode of its object loses by radiation (1/s), where the shape knows better than
    /// what the air around its [radiator](Self::radiator) says.
    fn radiation_losses(&self, object: &Object) -> Option<Vec<f64>> {
        object.forms.radiation()
    }

    /// Rules between fields that do not hold.
    fn rule_errors(&self) -> Vec<FieldError> {
        Vec::new()
    }

    /// What it cannot be if it is of this material, though its fields are as they should be.
    fn material_errors(&self, _elastic: &Elastic) -> Vec<FieldError> {
        Vec::new()
    }

    /// Fields whose values are allowed but leave the range in which the formulas hold, and why.
    fn formula_warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// Whether its ends or edges are free, so that it can move as a whole.
    fn is_free(&self) -> bool {
        false
    }

    /// Whether it is a space that gas fills, not a solid.
    fn is_filled_with_gas(&self) -> bool {
        false
    }

    /// Everything that is wrong with it: fields out of their limits first, then rules between
    /// fields.
    fn errors(&self) -> Vec<FieldError> {
        let mut errors = self.field_errors();
        errors.extend(self.rule_errors());
        errors
    }

    /// Everything about it that is allowed but doubtful.
    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.formula_warnings();
        if self.suspension().is_some() && !self.is_free() {
            let why = "only free ends or edges can lie on a suspension: it changes nothing here";
            warnings.push(("suspension", why));
        }
        warnings
    }

    /// The frequency of a free one on its soft supports (Hz): the value of its field
    /// `suspension`, if it has one.
    fn suspension(&self) -> Option<f64> {
        self.fields().iter().find(|field| field.name == "suspension")?.value
    }

    /// Whether nothing holds it.
    fn is_loose(&self) -> bool {
        self.is_free() && self.suspension().is_none()
    }

    /// The radius of the surface where it is touched (m); none for a plane or a gas.
    fn curvature(&self) -> Option<f64> {
        if self.is_filled_with_gas() { None } else { self.outline().curvature() }
    }

    /// How places on it are written.
    fn places(&self) -> Places {
        self.outline().places()
    }

    /// How large it is (m): length and width; of a round one the radius, two times.
    fn size(&self) -> [f64; 2] {
        self.outline().size()
    }

    /// How it is stretched as it bends, if that is known to change its pitch.
    fn tension(&self, _elastic: &Elastic, _object: &Object) -> Option<Tension> {
        None
    }

    /// How long the modes of its object ring (T60, s), where that is measured and not computed. No
    /// mode rings longer than its material lets it.
    fn decays(&self, _object: &Object) -> Vec<Option<f64>> {
        Vec::new()
    }

    /// The section across which its material is strained.
    fn section(&self, elastic: &Elastic) -> Section {
        Section::of(&self.outline(), &self.fields(), elastic.density)
    }

    /// All its modes of a material from 0 to `up_to` hertz: as [designed](Self::design), but with the
    /// moduli that a material has at their frequencies.
    fn object(&self, material: &Material, up_to: f64) -> Object {
        let damping = &material.damping;
        let mut object = self.design(&material.elastic, damping.softened(up_to));
        for mode in &mut object.modes {
            if !matches!(mode.motion, Motion::Whole | Motion::Taut) {
                mode.frequency = damping.stiffened(mode.frequency);
            }
        }
        object
    }

    /// The modes of its object with all their losses. What moves on soft supports stops at once,
    /// which counts as support, and what nothing holds never does.
    fn ringing(&self, object: &Object, losses: &Losses<'_>) -> Vec<Mode> {
        let (material, suspension) = (losses.material, self.suspension());
        let section = self.section(&material.elastic);
        let met = 0.5 * losses.edge * edges_met(&self.outline());
        let weights: Vec<_> =
            losses.supports.iter().map(|one| object.weights(self.places().whole(one.at))).collect();
        let inner = object.forms.inner_losses();
        let measured = self.decays(object);
        let mut count = 0;
        let mode = |(i, designed): (usize, &DesignedMode)| {
            let &DesignedMode { frequency, mass, motion, .. } = designed;
            if frequency == 0.0 {
                return Mode::free(mass);
            }
            let ringing = Mode { sigma: 0.0, ..Mode::ringing(mass, frequency, 1.0) };
            if motion == Motion::Whole || suspension == Some(frequency) {
                let sigma = PI * frequency / SUPPORT_Q;
                return Mode { sigma, support: sigma, ..ringing };
            }
            let supports = losses.supports.iter().zip(&weights);
            let supports = supports.map(|(one, at)| one.rate(mass, ringing.omega, at[i]));
            let speed = section.group_speed(&material.elastic, ringing.omega);
            let support = supports.sum::<f64>() + met * speed.unwrap_or(0.0);
            let radiation = losses.radiation.get(i).copied().unwrap_or(0.0);
            let outside = support + radiation;
            let given = losses.given.and_then(|given| given.get(count));
            count += 1;
            let Some(rate) = given else {
                let all = Inner { own: 1.0, others: 0.0 };
                let Inner { own, others } = inner.as_ref().map_or(all, |inner| inner[i]);
                let loss = section.loss_factor(material, motion, frequency);
                let inside = own * PI * frequency * loss + others;
                let Some(t60) = measured.get(i).copied().flatten() else {
                    return Mode { sigma: inside + outside, radiation, support, ..ringing };
                };
                // What was measured is material and sound together.
                let both = inside.max(3.0 * LN_10 / t60);
                let radiation = radiation.min(both - inside);
                return Mode { sigma: both + support, radiation, support, ..ringing };
            };
            let sigma = rate.sigma(frequency);
            let part = if outside > sigma { sigma / outside } else { 1.0 };
            Mode { sigma, radiation: part * radiation, support: part * support, ..ringing }
        };
        object.modes.iter().enumerate().map(mode).collect()
    }

    /// The thing of this shape and a material, with its modes up to [`HIGHEST_MODE`].
    ///
    /// # Errors
    ///
    /// If the shape has errors, the material cannot have this shape, or the mass of the thing is
    /// too small or too large for a floating-point number.
    fn of(&self, material: &Material) -> Result<Thing, FieldError> {
        self.of_up_to(material, HIGHEST_MODE)
    }

    /// The thing of this shape and a material, with its modes up to some frequency (Hz).
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of), and if the frequency is not finite and above 0.
    fn of_up_to(&self, material: &Material, hertz: f64) -> Result<Thing, FieldError> {
        let highest = Field::new("highest frequency", hertz, Limit::above(0.0, "Hz"));
        let errors = self.errors().into_iter().chain(material.errors(self.is_filled_with_gas()));
        errors.chain(highest.error()).next().map_or(Ok(()), Err)?;
        self.material_errors(&material.elastic).into_iter().next().map_or(Ok(()), Err)?;
        let object = self.object(material, hertz);
        Field::new("mass", object.mass, Limit::above(0.0, "kg")).error().map_or(Ok(()), Err)?;
        let radiation = self.radiation(&object);
        let radiated = self.radiated(&object, &radiation);
        let losses = Losses { radiation: &radiated, ..Losses::of(material) };
        let modes = self.ringing(&object, &losses);
        let tension = self.tension(&material.elastic, &object);
        let thing = Thing::new(Arc::new(object), modes, self.places(), radiation);
        Ok(thing.stretched(tension))
    }
}
