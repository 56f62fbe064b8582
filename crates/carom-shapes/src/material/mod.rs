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
pub use pair::{contact_modulus, restitution_between};

use super::Elastic;

/// A material.
///
/// ```
/// use carom_shapes::material;
/// let steel = material::find("steel").ok_or("steel")?;
/// let rubber = material::find("rubber").ok_or("rubber")?;
/// assert!(steel.damping.q(1000.0) > 100.0 * rubber.damping.q(1000.0));
/// assert!(material::find("unobtainium").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// What a scene calls it.
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

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

static ALL: [Material; 18] = [
    metals::STEEL,
    metals::ALUMINIUM,
    metals::BRASS,
    metals::BRONZE,
    metals::COPPER,
    woods::WOOD,
    woods::SPRUCE,
    woods::ROSEWOOD,
    minerals::GLASS,
    minerals::CERAMIC,
    minerals::STONE,
    minerals::ICE,
    minerals::AIR,
    polymers::RUBBER,
    polymers::HARD_RUBBER,
    polymers::NYLON,
    polymers::PLASTIC,
    polymers::MYLAR,
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
