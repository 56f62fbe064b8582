//! What things are made of: elastic constants, inner losses and the rebound of typical samples.
//!
//! Every number is typical and has its source in [`Sources`]; where that says "estimate", nobody is known to
//! have measured it. Samples of one name differ by some per cent in modulus and density, and by a
//! factor of two or more in loss, with alloy, heat treatment, moisture and age.

mod entry;
mod loss;
mod metals;
mod minerals;
mod pair;
mod polymers;
#[cfg(test)]
mod tests;
mod woods;

pub use loss::{AT, Damping, Heat};
pub use metals::{ALUMINIUM, BRASS, BRONZE, COPPER, STEEL};
pub use minerals::{AIR, CERAMIC, CRYSTAL, GLASS, ICE, STONE};
pub use pair::{contact_modulus, restitution_between};
pub use polymers::{HARD_RUBBER, MYLAR, NYLON, PLASTIC, RUBBER};
pub use woods::{OAK, PADAUK, ROSEWOOD, SPRUCE, WALNUT, WOOD};

use std::ops::Bound::Excluded;

use carom::check::{Field, FieldError, Fields, Limit};
use carom::law::Surface;

use super::fields::rule_error;
use super::{Elastic, Grain};

/// A material.
///
/// ```
/// use carom_shapes::{RUBBER, STEEL, material};
/// assert!(STEEL.damping.of_stretch(1e3) < 0.01 * RUBBER.damping.of_stretch(1e3));
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
    /// What is lost inside it.
    pub damping: Damping,
    /// How it takes heat, where that costs a bending thing something.
    pub heat: Option<Heat>,
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
    /// Of the thermal constants; empty where there are none.
    pub heat: &'static str,
    /// Of the restitution.
    pub restitution: &'static str,
}

impl Material {
    /// Young's modulus (Pa) that a contact feels. Bars and boards of wood lie with the grain in
    /// their surface, so that they are pressed across it, where they are several times softer.
    #[must_use]
    pub fn surface_young(&self) -> f64 {
        self.elastic.grain.map_or(self.elastic.young, |grain| grain.young[0])
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
        errors.extend(self.elastic.grain_error());
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
        let Elastic { young, poisson, density, shear, .. } = self.elastic;
        let Damping { stretch, shear: shear_loss, taut, growth, stiffening } = self.damping;
        let ratio = Limit { low: Excluded(-1.0), high: Excluded(0.5), unit: "" };
        let mut fields = vec![
            Field::new("Young's modulus", young, Limit::above(0.0, "Pa")),
            Field::new("density", density, Limit::above(0.0, "kg/m³")),
            Field::new("shear modulus", shear, Limit::above(0.0, "Pa")),
            Field::new("loss factor", stretch, Limit::from(0.0, "")),
            Field::new("loss factor of shear", shear_loss, Limit::from(0.0, "")),
            Field::new("loss factor under tension", taut, Limit::from(0.0, "")),
            Field::new("growth of the loss", growth, Limit::between(-2.0, 2.0, "")),
            Field::new("stiffening", stiffening, Limit::between(0.0, 1.0, "")),
            Field::new("Poisson's ratio", poisson, ratio),
        ];
        if let Some(Heat { expansion, conductivity, capacity }) = self.heat {
            let above = |unit| Limit::above(0.0, unit);
            fields.push(Field::new("thermal expansion", expansion, Limit::any("1/K")));
            fields.push(Field::new("thermal conductivity", conductivity, above("W/(m·K)")));
            fields.push(Field::new("heat capacity", capacity, above("J/(kg·K)")));
        }
        fields
    }
}

static ALL: [Material; 22] = [
    STEEL,
    ALUMINIUM,
    BRASS,
    BRONZE,
    COPPER,
    WOOD,
    SPRUCE,
    ROSEWOOD,
    PADAUK,
    OAK,
    WALNUT,
    GLASS,
    CRYSTAL,
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
