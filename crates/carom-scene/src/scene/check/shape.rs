//! Shapes and materials: what they may be, and where on them a place is.

use std::ops::RangeInclusive;

use carom_shapes::{Places, material};

use super::super::path::Path;
use super::super::shape::Shape;
use super::super::types::{Body, Contact, Kind};
use super::super::values::At;
use super::{Checker, Part};
use carom_files::nearest::{did_you_mean, listed};

impl Checker<'_> {
    pub(super) fn material(&mut self, part: &Part, body: &Body) {
        let Some(name) = body.material.as_deref() else { return };
        if material::find(name).is_none() {
            let message = format!("no material is called `{name}`");
            let label = did_you_mean(name, material::names(), "unknown material");
            let help = format!("materials: {}", listed(material::names()));
            self.fault(part, "material", &message, &label, &help);
        }
    }

    /// A value without effect is a mistake.
    pub(super) fn only_where_it_means_something(&mut self, part: &Part, body: &Body) {
        let Some(kind) = body.kind() else { return };
        let is_mass = matches!(kind, Kind::Mass(_));
        let is_shape = matches!(kind, Kind::Shape(_));
        let checks = [
            (
                "hardness",
                body.hardness.is_some(),
                is_mass,
                "only a body with `mass` has a hardness",
            ),
            (
                "q",
                body.q.is_some(),
                is_shape,
                "only a body with a `shape` has `q`; modes have their own",
            ),
            ("gravity", body.gravity, is_mass || is_shape, "only what moves freely has a weight"),
        ];
        for (field, given, allowed, help) in checks {
            if given && !allowed {
                let message = format!("`{field}` means nothing here");
                self.fault(part, field, &message, "not allowed here", help);
            }
        }
    }

    pub(super) fn shape(&mut self, part: &Part, body: &Body, shape: &Shape) {
        if body.material.is_none() {
            let help = format!("materials: {}", listed(material::names()));
            self.fault(part, "shape", "it has a shape but no `material`", "of what?", &help);
        }
        let resonator = shape.resonator();
        let faults = resonator.faults();
        for fault in &faults {
            let field = format!("shape.{}", fault.field);
            let message = format!("`{}` is {}", fault.field, fault.value);
            let help = format!("`{}` must be {}", fault.field, fault.allowed);
            self.fault(part, &field, &message, "out of range", &help);
        }
        if !faults.is_empty() {
            return;
        }
        for (field, doubt) in resonator.doubts() {
            let path = part.path.field(&format!("shape.{field}"));
            self.warnings.push(self.map.warning(&path, part.says(&doubt)).label("doubtful"));
        }
    }

    /// Whether a place lies on a shape; an error if not. A path may cross the centre of a round one
    /// and go round it several times.
    pub(super) fn place_on(
        &mut self,
        part: &Part,
        path: &Path,
        body: &Body,
        shape: &Shape,
        at: &At,
        radius: RangeInclusive<f64>,
    ) {
        let places = shape.resonator().places();
        let has = |place| places.check(place).is_ok();
        let fits = match (places, at) {
            (Places::Line, At::Along(at)) => has([*at, 0.0]),
            (Places::Rectangle, At::On(place)) => has(*place),
            (Places::Round, At::On([r, turns])) => radius.contains(r) && has([r.abs(), *turns]),
            _ => false,
        };
        if fits {
            return;
        }
        let allowed = match places {
            Places::Line => "one number from 0 to 1: how far along it",
            Places::Rectangle => "two numbers from 0 to 1: how far along its length and width",
            Places::Round => "a radius from 0 (centre) to 1 (rim) and an angle in turns",
        };
        let message = part.says(&format!("this is no place on body `{}`", body.name));
        let error = self.map.error(path, message).label("not on the object");
        self.errors.push(error.help(format!("a place on `{}` is {allowed}", body.name)));
    }

    /// A contact without a law must have bodies from which one follows.
    pub(super) fn law_from_bodies(&mut self, part: &Part, contact: &Contact) {
        let bodies = contact.between.each_ref().map(|name| self.bodies.get(name.as_str()).copied());
        let [Some(first), Some(second)] = bodies else { return };
        if [first, second].iter().any(|body| body.hardness.is_some() && body.mass.is_some()) {
            return;
        }
        let help = "give it a `law`, both bodies a `material`, or the hammer a `hardness`";
        for body in [first, second] {
            match body.material.as_deref().map(material::find) {
                None => {
                    let message = format!("it has no `law`, and body `{}` no material", body.name);
                    self.fault_of(part, &message, "no law follows", help);
                    return;
                }
                Some(Some(material)) if !material.solid => {
                    let message =
                        format!("it has no `law`, and {} cannot be touched", material.name);
                    self.fault_of(part, &message, "no law follows", "give it a `law`");
                    return;
                }
                _ => {}
            }
        }
        let is_round = |body: &Body| match body.kind() {
            _ if body.radius.is_some() => true,
            Some(Kind::Mass(_)) => true,
            Some(Kind::Shape(shape)) => shape.curvature().is_some(),
            _ => false,
        };
        if !is_round(first) && !is_round(second) {
            let message = "it has no `law`, and both bodies are flat where they touch";
            let help = "give one of them a `radius` (m), or the contact a `law`";
            self.fault_of(part, message, "no radius", help);
        }
    }
}
