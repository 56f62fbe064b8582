//! The law of a contact that gives none: it follows from what the bodies are.

use carom::law::{Law, Loss};
use carom_files::Part;
use carom_shapes::material::restitution_between;
use carom_shapes::touch;

use super::{GRAVITY, Kind, Planner};
use crate::scene::{Body, Gesture};

/// What a hammer of which only the hardness is known returns of its speed.
const HAMMER_RESTITUTION: f64 = 0.6;

impl Planner<'_> {
    pub(super) fn law_of_bodies(
        &mut self,
        part: &Part,
        contact: usize,
        between: [usize; 2],
    ) -> Option<Law> {
        let bodies = between.map(|body| &self.scene.body[body]);
        if !self.has_law(part, between)
            || bodies
                .iter()
                .zip(between)
                .any(|(body, i)| self.findings.has_errors_in(&super::body::part(i, body).path))
        {
            return None;
        }
        let law = self.law_between(between);
        let law = law.and_then(|law| match self.pressed(contact, bodies) {
            Some((mass, force)) => on_the_way(law, mass, force),
            None => Ok(law),
        });
        let error = |error: carom::InvalidValue| {
            let help = format!("`{}` must be {}", error.field, error.allowed);
            let message = format!("its law: {error}");
            self.findings.error(part, "", &message, "no law follows", &help);
        };
        law.map_err(error).ok()
    }

    /// Whether a law follows from the bodies; an error if not.
    fn has_law(&mut self, part: &Part, between: [usize; 2]) -> bool {
        let bodies = between.map(|body| &self.scene.body[body]);
        if bodies.iter().any(|body| body.hardness.is_some() && body.mass.is_some()) {
            return true;
        }
        let help = "give it a `law`, both bodies a `material`, or the hammer a `hardness`";
        for (i, body) in between.into_iter().zip(bodies) {
            let (message, help) = match &self.materials[i] {
                None if body.material.is_none() => {
                    (format!("it has no `law`, and body `{}` no material", body.name), help)
                }
                Some(material) if !material.solid => {
                    let message =
                        format!("it has no `law`, and {} cannot be touched", material.name);
                    (message, "give it a `law`")
                }
                _ => continue,
            };
            self.findings.error(part, "", &message, "no law follows", help);
            return false;
        }
        let is_flat = |body: usize| match self.kind(body) {
            _ if self.scene.body[body].radius.is_some() => false,
            Some(Kind::Mass { .. }) => false,
            Some(Kind::Shape { shape, .. }) => shape.resonator().curvature().is_none(),
            _ => true,
        };
        let both_flat = between.into_iter().all(is_flat);
        if both_flat {
            let message = "it has no `law`, and both bodies are flat where they touch";
            let help = "give one of them a `radius` (m), or the contact a `law`";
            self.findings.error(part, "", message, "no radius", help);
        }
        !both_flat
    }

    /// The law of two materials, or of a hammer and what it hits.
    fn law_between(&self, between: [usize; 2]) -> Result<Law, carom::InvalidValue> {
        let bodies = between.map(|body| &self.scene.body[body]);
        let materials = between.map(|body| self.materials[body].as_ref());
        let mut hammers = bodies.iter().filter_map(|body| Some((body.mass?, body.hardness?)));
        if let Some((mass, hardness)) = hammers.next() {
            let restitution = match materials {
                [Some(first), Some(second)] => restitution_between(first, second),
                [Some(one), None] | [None, Some(one)] => one.restitution,
                [None, None] => HAMMER_RESTITUTION,
            };
            return touch::hardness_law(mass, hardness, None, restitution);
        }
        let radius = |body: usize| match self.kind(body) {
            Some(Kind::Mass { radius, .. }) => *radius,
            Some(Kind::Shape { shape, .. }) => {
                self.scene.body[body].radius.or_else(|| shape.resonator().curvature())
            }
            _ => self.scene.body[body].radius,
        };
        match materials {
            [Some(first), Some(second)] => {
                let [one, other] = between.map(radius);
                touch::hertz_between((first, one), (second, other))
            }
            _ => Err(carom::InvalidValue {
                field: "material",
                value: f64::NAN,
                allowed: "given for both bodies",
            }),
        }
    }

    /// The mass that a gesture moves over the other body of a contact, and the force that presses
    /// it.
    fn pressed(&self, contact: usize, bodies: [&Body; 2]) -> Option<(f64, f64)> {
        let contact = &self.scene.contact[contact];
        let mass_of = |name: &str| bodies.iter().find(|body| body.name == name)?.mass;
        let meets =
            |a: &String, b: &String| contact.between.contains(a) && contact.between.contains(b);
        self.scene.gesture.iter().find_map(|gesture| match gesture {
            Gesture::Roll(roll) if meets(&roll.body, &roll.on) => {
                let mass = mass_of(&roll.body)?;
                Some((mass, mass * GRAVITY))
            }
            Gesture::Scrape(scrape) if meets(&scrape.body, &scrape.on) => {
                Some((mass_of(&scrape.body)?, scrape.force))
            }
            Gesture::Drag(drag) if meets(&drag.body, &drag.on) => {
                Some((mass_of(&drag.body)?, drag.force))
            }
            _ => None,
        })
    }
}

/// What rolls hardly ever begins an impact from which a constant restitution could be kept. Its loss
/// is Hunt and Crossley's, with the restitution of the materials at the slowest hop: at the speed
/// whose energy compresses the contact as far as the force that rests on it.
fn on_the_way(law: Law, mass: f64, force: f64) -> Result<Law, carom::InvalidValue> {
    let Loss::ConstantRestitution { product } = law.loss() else { return Ok(law) };
    let sunk = resting_compression(&law, force);
    let speed = (2.0 * force * sunk / ((law.potential().exponent() + 1.0) * mass)).sqrt();
    law.with_loss(Loss::HuntCrossley { mu: product / speed })
}

/// How deep a law gives way under a force that rests on it (m).
pub(crate) fn resting_compression(law: &Law, force: f64) -> f64 {
    let potential = law.potential();
    let relaxed = law.as_felt().map_or(1.0, |felt| 1.0 - felt.hysteresis);
    let stiffness = potential.stiffness_coefficient() * relaxed;
    (force / stiffness).powf(1.0 / potential.exponent())
}
