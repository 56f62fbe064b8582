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

use carom::law::Surface;

use super::{Elastic, Fault};

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

    /// Elastic constants and losses that nothing can have.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let Elastic { young, poisson, density } = self.elastic;
        let Damping { loss_factor, viscous_frequency, constant } = self.damping;
        let above = [
            ("Young's modulus", young),
            ("density", density),
            ("viscous frequency", viscous_frequency),
        ];
        let above = above.into_iter().filter_map(|(f, value)| Fault::unless_above_zero(f, value));
        let losses = [("loss factor", loss_factor), ("constant loss", constant)];
        let losses = losses.into_iter().filter_map(|(field, value)| {
            let fine = value.is_finite() && value >= 0.0;
            Fault::unless(fine, field, value, "a finite number, 0 or above")
        });
        let fine = poisson > -1.0 && poisson < 0.5;
        let poisson = Fault::unless(fine, "Poisson's ratio", poisson, "above -1 and below 0.5");
        above.chain(losses).chain(poisson).collect()
    }

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
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
