//! What bodies are made of, and what takes their energy.

use std::ops::Bound::Excluded;

use carom::check::{FieldError, Limit};
use carom_files::{Part, did_you_mean, listed};
use carom_shapes::material::{self, Damping, Heat, Material, Sources};
use carom_shapes::{Elastic, Given, Grain, Losses, Rate, Shape, Support, Takes};

use super::Planner;
use crate::scene::{Body, MaterialSpec, Numbers, OwnMaterial, PerAxis};

/// The restitution of a material of which it is not given.
const RESTITUTION: f64 = 0.6;

/// What a scene says of the losses of a shape beside its material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlannedLosses {
    /// What touches it.
    pub supports: Vec<Support>,
    /// The share that its edges absorb.
    pub edge: f64,
    /// Decays that are given.
    pub given: Option<Given>,
}

impl PlannedLosses {
    /// All losses of a shape of this material, with σ (1/s) of each mode by the sound that leaves.
    #[must_use]
    pub fn of<'a>(&'a self, material: &'a Material, radiation: &'a [f64]) -> Losses<'a> {
        let Self { supports, edge, given } = self;
        Losses { material, supports, edge: *edge, radiation, given: given.as_ref() }
    }
}

impl Planner<'_> {
    /// What a body is made of.
    pub(super) fn material(&mut self, part: &Part, body: &Body) -> Option<Material> {
        match body.material.as_ref()? {
            MaterialSpec::Name(name) => self.known_material(part, "material", name),
            MaterialSpec::Own(own) => self.own_material(&part.within("material"), own),
        }
    }

    fn known_material(&mut self, part: &Part, field: &str, name: &str) -> Option<Material> {
        let found = material::find(name).copied();
        if found.is_none() {
            let message = format!("no material is called `{name}`");
            let label = did_you_mean(name, material::names(), "unknown material");
            let help = format!("materials: {}", listed(material::names()));
            self.findings.error(part, field, &message, &label, &help);
        }
        found
    }

    fn own_material(&mut self, part: &Part, own: &OwnMaterial) -> Option<Material> {
        let base = match &own.like {
            Some(name) => Some(self.known_material(part, "like", name)?),
            None => None,
        };
        let needed = [
            ("young", own.young.is_some()),
            ("density", own.density.is_some()),
            ("poisson", own.poisson.is_some()),
            ("loss", own.loss.is_some()),
        ];
        let missing = needed.iter().filter(|(_, given)| !given && base.is_none());
        let missing: Vec<_> = missing.map(|(field, _)| *field).collect();
        if !missing.is_empty() {
            let message = format!("its material has no {}", listed(missing.iter().copied()));
            let help = format!(
                "give {}, or `like` = the name of a known material",
                listed(missing.iter().copied())
            );
            self.findings.error(part, "", &message, "not enough to go by", &help);
            return None;
        }
        let elastic = elastic(own, base.as_ref()).and_then(|elastic| {
            let ratio = Limit { low: Excluded(-1.0), high: Excluded(0.5), unit: "" };
            let wrong = elastic.grain.is_none() && !ratio.holds(elastic.poisson);
            let error = || FieldError::out_of_range("poisson", elastic.poisson, ratio);
            match wrong.then(error).or_else(|| elastic.grain_error()) {
                Some(error) => Err(error),
                None => Ok(elastic),
            }
        });
        let heat = heat(own, base.as_ref());
        for error in [elastic.as_ref().err(), heat.as_ref().err()].into_iter().flatten() {
            self.findings.fields(part, std::slice::from_ref(error));
        }
        Some(Material {
            name: "own",
            aliases: &[],
            description: "given by its constants",
            elastic: elastic.ok()?,
            damping: damping(own, base.as_ref()),
            heat: heat.ok()?,
            restitution: own
                .restitution
                .or(base.map(|base| base.restitution))
                .unwrap_or(RESTITUTION),
            solid: base.is_none_or(|base| base.solid),
            sources: Sources {
                elastic: "given",
                damping: "given",
                heat: "given",
                restitution: "given",
            },
        })
    }

    /// Supports, edges and given decays of a shape.
    pub(super) fn losses(&mut self, part: &Part, i: usize, shape: &Shape) -> PlannedLosses {
        let (body, places) = (&self.scene.body[i], shape.resonator().places());
        let mut supports = Vec::new();
        for (n, support) in body.support.iter().enumerate() {
            let path = part.path.join("support").index(n);
            let here = Part { path, title: part.title.clone() };
            let spring = support.stiffness.zip(support.loss);
            let takes = match (support.resistance, spring) {
                (Some(resistance), None) if support.stiffness.or(support.loss).is_none() => {
                    Takes::Resistance(resistance)
                }
                (None, Some((stiffness, loss))) => Takes::Spring { stiffness, loss },
                _ => {
                    let message = format!("support {n} takes nothing that is known");
                    let help = "give it `resistance`, or `stiffness` and `loss`";
                    self.findings.error(&here, "", &message, "either of two", help);
                    continue;
                }
            };
            let place = self.place_on(&here, "at", i, places, &support.at, 0.0..=1.0);
            supports.extend(place.map(|at| Support { at, takes }));
        }
        let has_edges = |one: &Material| shape.resonator().section(&one.elastic).has_edges();
        if body.edge_loss.is_some() && self.materials[i].as_ref().is_some_and(|m| !has_edges(m)) {
            let message = "`edge_loss` means nothing here";
            let help = "only strings, bars, tubes, plates, skins and shells have edges";
            self.findings.error(part, "edge_loss", message, "not allowed here", help);
        }
        let given = match (&body.q, &body.decay) {
            (Some(_), Some(_)) => {
                self.decays_twice(part, "decay");
                None
            }
            (Some(q), None) => Some(rates(q, Rate::Q)),
            (None, Some(decay)) => Some(rates(decay, Rate::Decay)),
            (None, None) => None,
        };
        PlannedLosses { supports, edge: body.edge_loss.unwrap_or(0.0), given }
    }

    /// Both `q` and `decay` are given.
    pub(super) fn decays_twice(&mut self, part: &Part, field: &str) {
        let message = "it has both `q` and `decay`";
        let help = "both say how fast its modes decay; give one of them";
        self.findings.error(part, field, message, "one too many", help);
    }
}

fn rates(numbers: &Numbers, rate: fn(f64) -> Rate) -> Given {
    match numbers {
        Numbers::All(value) => Given::All(rate(*value)),
        Numbers::Each(values) => Given::First(values.iter().copied().map(rate).collect()),
    }
}

/// The elastic constants that are given, and those of the base.
fn elastic(own: &OwnMaterial, base: Option<&Material>) -> Result<Elastic, FieldError> {
    let base = base.map(|base| base.elastic);
    let first = |given: Option<PerAxis>| match given {
        Some(PerAxis::One(value) | PerAxis::Three([value, ..])) => Some(value),
        None => None,
    };
    let pick = |given: Option<f64>, known: fn(&Elastic) -> f64| {
        given.or(base.as_ref().map(known)).unwrap_or(0.0)
    };
    let young = pick(first(own.young), |base| base.young);
    let poisson = pick(first(own.poisson), |base| base.poisson);
    let density = pick(own.density, |base| base.density);
    let grain = grain(own, base.and_then(|base| base.grain))?;
    let follows = Elastic::isotropic(young, poisson, density).shear;
    let known = base.filter(|base| (base.young, base.poisson) == (young, poisson));
    let shear = known.map_or(follows, |base| base.shear);
    let shear = grain.map_or(first(own.shear).unwrap_or(shear), |grain| grain.shear[0]);
    // A shape that knows no grain takes wood as the same in all directions, which allows less.
    let poisson = if grain.is_some() { poisson.clamp(-0.49, 0.49) } else { poisson };
    Ok(Elastic { young, poisson, density, shear, grain })
}

/// The constants across the grain: three numbers of a kind need three of the others, given or
/// known. One number is the first of the three.
fn grain(own: &OwnMaterial, base: Option<Grain>) -> Result<Option<Grain>, FieldError> {
    let three = |given: Option<PerAxis>, known: Option<[f64; 3]>| match (given, known) {
        (Some(PerAxis::Three(all)), _) => Some(all),
        (Some(PerAxis::One(first)), Some([_, second, third])) => Some([first, second, third]),
        (Some(PerAxis::One(_)), None) => None,
        (None, known) => known,
    };
    let all = [
        ("young", three(own.young, base.map(|base| [0.0, base.young[0], base.young[1]]))),
        ("shear", three(own.shear, base.map(|base| base.shear))),
        ("poisson", three(own.poisson, base.map(|base| base.poisson))),
    ];
    match all.map(|(_, values)| values) {
        [None, None, None] => Ok(None),
        [Some([_, radial, tangential]), Some(shear), Some(poisson)] => {
            Ok(Some(Grain { young: [radial, tangential], shear, poisson }))
        }
        _ => {
            let lacking = all.iter().find(|(_, values)| values.is_none());
            let field = lacking.map_or("young", |(field, _)| *field);
            let message = format!("`{field}` does not have three numbers, as others have");
            let help = "wood needs three each of `young`, `shear` and `poisson`, or `like` a wood";
            Err(FieldError::new(field, message, "not three", help))
        }
    }
}

/// Losses that are given; what is left out grows and shrinks with `loss`.
fn damping(own: &OwnMaterial, base: Option<&Material>) -> Damping {
    let base = base.map_or(Damping::constant(0.0), |base| base.damping);
    let stretch = own.loss.unwrap_or(base.stretch);
    let scaled = |known: f64| {
        if base.stretch > 0.0 { known * (stretch / base.stretch) } else { stretch }
    };
    Damping {
        stretch,
        shear: own.shear_loss.unwrap_or_else(|| scaled(base.shear)),
        taut: own.taut_loss.unwrap_or_else(|| scaled(base.taut)),
        growth: own.loss_growth.unwrap_or(base.growth),
        stiffening: own.stiffening.unwrap_or(base.stiffening),
    }
}

/// Thermal constants: all of them or none.
fn heat(own: &OwnMaterial, base: Option<&Material>) -> Result<Option<Heat>, FieldError> {
    let base = base.and_then(|base| base.heat);
    let all = [
        ("expansion", own.expansion.or(base.map(|base| base.expansion))),
        ("conductivity", own.conductivity.or(base.map(|base| base.conductivity))),
        ("heat_capacity", own.heat_capacity.or(base.map(|base| base.capacity))),
    ];
    match all.map(|(_, value)| value) {
        [Some(expansion), Some(conductivity), Some(capacity)] => {
            Ok(Some(Heat { expansion, conductivity, capacity }))
        }
        [None, None, None] => Ok(None),
        _ => {
            let is_given = |(_, value): &&(&'static str, Option<f64>)| value.is_some();
            let field = all.iter().find(is_given).map_or("expansion", |(field, _)| *field);
            let message = format!("`{field}` is given without the others");
            let help = "heat needs `expansion`, `conductivity` and `heat_capacity`";
            Err(FieldError::new(field, message, "not alone", help))
        }
    }
}
