//! What things are made of: elastic constants, inner losses and the rebound of typical samples.
//!
//! Every number is typical. Samples of one name differ by some per cent in modulus and density,
//! and by a factor of two or more in loss, with alloy, heat treatment, moisture and age.

mod damping;
mod entry;
mod metals;
mod minerals;
mod pair;
mod polymers;
#[cfg(test)]
mod tests;
mod woods;

pub use damping::Damping;
pub use metals::{ALUMINIUM, BRASS, BRONZE, COPPER, STEEL};
pub use minerals::{AIR, CERAMIC, GLASS, ICE, STONE};
pub use pair::{contact_modulus, restitution_between};
pub use polymers::{HARD_RUBBER, MYLAR, NYLON, PLASTIC, RUBBER};
pub use woods::{ROSEWOOD, SPRUCE, WOOD};

use std::ops::Bound::Excluded;

use carom::check::{Field, FieldError, Fields, Limit};
use carom::law::Surface;

use super::Elastic;
use super::fields::rule_error;

/// A material.
///
/// ```
/// use carom_shapes::{RUBBER, STEEL, material};
/// assert!(STEEL.damping.q(1000.0) > 100.0 * RUBBER.damping.q(1000.0));
/// assert_eq!(material::find("steel"), Some(&STEEL));
/// assert!(material::find("unobtainium").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// What it is called.
    pub name: &'static str,
    /// Other names that people use for it.
    pub aliases: &'static [&'static str],
    /// Which of the many materials of that name this is.
    pub description: &'static str,
    /// What a shape has to know of it; of wood, along the grain.
    pub elastic: Elastic,
    /// Young's modulus (Pa) across the grain, where there is a grain.
    pub across_grain: Option<f64>,
    /// How fast its modes decay.
    pub damping: Damping,
    /// Speed after over speed before when a sphere of it meets a hard plate at about 1 m/s.
    pub restitution: f64,
    /// Whether something can bounce off it.
    pub solid: bool,
    /// Where the numbers come from.
    pub sources: Sources,
}

/// Where the numbers of a material come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Of the elastic constants and the density.
    pub elastic: &'static str,
    /// Of the losses.
    pub damping: &'static str,
    /// Of the restitution.
    pub restitution: &'static str,
}

impl Material {
    /// Young's modulus (Pa) that a contact feels. Bars and boards of wood lie with the grain in
    /// their surface, so that they are pressed across it, where they are several times softer.
    #[must_use]
    pub fn surface_young(&self) -> f64 {
        self.across_grain.unwrap_or(self.elastic.young)
    }

    /// A ball of it where it is touched, of this radius (m).
    #[must_use]
    pub fn ball(&self, radius: f64) -> Surface {
        Surface { radius: Some(radius), ..self.flat() }
    }

    /// A plane of it where it is touched.
    #[must_use]
    pub fn flat(&self) -> Surface {
        Surface { young: self.surface_young(), poisson: self.elastic.poisson, radius: None }
    }

    /// What is wrong with it, or with a shape of it that must be filled with gas, or must not.
    pub(crate) fn errors(&self, gas: bool) -> Vec<FieldError> {
        let mut errors = self.field_errors();
        if self.solid == gas {
            let allowed = if gas { "a gas, such as air" } else { "a solid, such as steel" };
            errors.push(rule_error("material", self.name, allowed));
        }
        errors
    }

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

impl Fields for Material {
    fn fields(&self) -> Vec<Field> {
        let Elastic { young, poisson, density, .. } = self.elastic;
        let Damping { loss_factor, viscous_frequency, constant } = self.damping;
        let ratio = Limit { low: Excluded(-1.0), high: Excluded(0.5), unit: "" };
        vec![
            Field::new("Young's modulus", young, Limit::above(0.0, "Pa")),
            Field::new("density", density, Limit::above(0.0, "kg/m³")),
            Field::new("viscous frequency", viscous_frequency, Limit::above(0.0, "Hz")),
            Field::new("loss factor", loss_factor, Limit::from(0.0, "")),
            Field::new("constant loss", constant, Limit::from(0.0, "1/s")),
            Field::new("Poisson's ratio", poisson, ratio),
        ]
    }
}

static ALL: [Material; 18] = [
    STEEL,
    ALUMINIUM,
    BRASS,
    BRONZE,
    COPPER,
    WOOD,
    SPRUCE,
    ROSEWOOD,
    GLASS,
    CERAMIC,
    STONE,
    ICE,
    AIR,
    RUBBER,
    HARD_RUBBER,
    NYLON,
    PLASTIC,
    MYLAR,
];

/// All materials.
#[must_use]
pub fn all() -> &'static [Material] {
    &ALL
}

/// The material of this name or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static Material> {
    all().iter().find(|material| material.is_called(name))
}

/// The names of all materials, without the aliases.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().iter().map(|material| material.name)
}
