//! What a scene must be beyond its form, all findings together.

mod body;
mod contact;
mod gesture;
mod law;
pub mod limit;
mod shape;

use std::collections::BTreeMap;

use super::error::SceneError;
use super::law::Law;
use super::map::SourceMap;
use super::path::Path;
use super::types::{Body, Kind, Scene, Strike};
use super::values::{At, Level, Numbers, Scheme};
use crate::build::{first_contact, side};
use carom_files::nearest::{did_you_mean, listed};
use limit::Limit;

pub use body::MOST_MODES;

/// Whether a scene may have files read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Files {
    Read,
    Refuse,
}

/// The warnings, or else the errors.
pub(super) fn check(
    scene: &Scene,
    map: &SourceMap,
    files: Files,
) -> Result<Vec<SceneError>, Vec<SceneError>> {
    let mut bodies = BTreeMap::new();
    for body in &scene.body {
        bodies.entry(body.name.as_str()).or_insert(body);
    }
    let mut checker = Checker { files, bodies, ..Checker::new(map) };
    checker.globals(scene);
    checker.bodies(scene);
    checker.contacts(scene);
    for (i, strike) in scene.strikes.iter().enumerate() {
        checker.strike(scene, i, strike);
    }
    checker.gestures(scene);
    checker.pickups(scene);
    checker.finish()
}

/// A part of the scene: where it stands and what it is called.
pub struct Part {
    pub path: Path,
    pub title: String,
}

impl Part {
    pub fn new(list: &str, i: usize, title: String) -> Self {
        Self { path: Path::default().join(list).index(i), title }
    }

    /// The scene itself.
    pub fn root() -> Self {
        Self { path: Path::default(), title: String::new() }
    }

    fn says(&self, message: &str) -> String {
        if self.title.is_empty() {
            message.to_owned()
        } else {
            format!("{}: {message}", self.title)
        }
    }
}

/// What was found so far, and the bodies that a name may mean.
pub struct Checker<'a> {
    map: &'a SourceMap,
    files: Files,
    bodies: BTreeMap<&'a str, &'a Body>,
    errors: Vec<SceneError>,
    warnings: Vec<SceneError>,
}

impl<'a> Checker<'a> {
    pub fn new(map: &'a SourceMap) -> Self {
        let (errors, warnings) = (Vec::new(), Vec::new());
        Self { map, files: Files::Read, bodies: BTreeMap::new(), errors, warnings }
    }

    /// The warnings, or else the errors.
    pub fn finish(self) -> Result<Vec<SceneError>, Vec<SceneError>> {
        if self.errors.is_empty() { Ok(self.warnings) } else { Err(self.errors) }
    }

    /// Adds an error about a field of a part.
    pub fn fault(&mut self, part: &Part, field: &str, message: &str, label: &str, help: &str) {
        let error = self.map.error(&part.path.field(field), part.says(message));
        self.errors.push(error.label(label).help(help));
    }

    /// Adds an error about a whole part.
    pub fn fault_of(&mut self, part: &Part, message: &str, label: &str, help: &str) {
        let error = self.map.error(&part.path, part.says(message));
        self.errors.push(error.label(label).help(help));
    }

    pub fn number(&mut self, part: &Part, field: &str, value: f64, limit: &Limit) {
        if !limit.holds(value) {
            let message = format!("`{field}` is {value:?}");
            let help = format!("`{field}` must be {}", limit.allowed);
            self.fault(part, field, &message, "out of range", &help);
        }
    }

    pub fn optional(&mut self, part: &Part, field: &str, value: Option<f64>, limit: &Limit) {
        if let Some(value) = value {
            self.number(part, field, value, limit);
        }
    }

    /// Checks a list; of many wrong numbers the first is enough.
    pub fn list(&mut self, part: &Part, path: &Path, name: &str, values: &[f64], limit: &Limit) {
        if let Some((i, value)) = values.iter().enumerate().find(|(_, v)| !limit.holds(**v)) {
            let message = part.says(&format!("`{name}[{i}]` is {value:?}"));
            let help = format!("each value of `{name}` must be {}", limit.allowed);
            let error = self.map.error(&path.index(i), message);
            self.errors.push(error.label("out of range").help(help));
        }
    }

    fn numbers(&mut self, part: &Part, field: &str, values: &Numbers, limit: &Limit) {
        match values {
            Numbers::All(value) => self.number(part, field, *value, limit),
            Numbers::Each(values) => {
                self.list(part, &part.path.field(field), field, values, limit);
            }
        }
    }

    /// The body of this name; an error if there is none.
    fn body(&mut self, part: &Part, path: &Path, name: &str) -> Option<&'a Body> {
        if let Some(body) = self.bodies.get(name) {
            return Some(body);
        }
        let names = || self.bodies.keys().copied();
        let message = part.says(&format!("there is no body `{name}`"));
        let error = self.map.error(path, message);
        let error = error.label(did_you_mean(name, names(), "unknown body"));
        self.errors.push(error.help(format!("bodies of this scene: {}", listed(names()))));
        None
    }

    /// Whether a body has this place; an error if not.
    fn place(&mut self, part: &Part, path: &Path, body: &Body, at: &At) {
        if let Some(Kind::Shape(shape)) = body.kind() {
            self.place_on(part, path, body, shape, at, 0.0..=1.0);
            return;
        }
        let At::Name(point) = at else {
            let message =
                part.says(&format!("body `{}` has no shape to find a place on", body.name));
            let help = "a place in numbers belongs to a body with a `shape`; `points` have names";
            self.errors.push(self.map.error(path, message).label("not a point").help(help));
            return;
        };
        if body.points.contains_key(point) {
            return;
        }
        let names = || body.points.keys().map(String::as_str);
        let message = part.says(&format!("body `{}` has no point `{point}`", body.name));
        let help = if body.points.is_empty() {
            format!("body `{}` has no points; without `at` every weight is 1", body.name)
        } else {
            format!("points of body `{}`: {}", body.name, listed(names()))
        };
        let error = self.map.error(path, message);
        self.errors.push(error.label(did_you_mean(point, names(), "unknown point")).help(help));
    }

    fn globals(&mut self, scene: &Scene) {
        let root = Part::root();
        self.number(&root, "sample_rate", scene.sample_rate, &limit::SAMPLE_RATE);
        self.optional(&root, "duration", scene.duration, &limit::DURATION);
        self.optional(&root, "highest_mode", scene.highest_mode, &limit::HIGHEST_MODE);
        if let Level::FullScale(value) = scene.level {
            self.number(&root, "level.full_scale", value, &limit::FULL_SCALE);
        }
        if scene.solver.is_some() && scene.scheme != Scheme::Am1 {
            let name = scene.scheme.method().name();
            let message = format!("`solver` has no effect with the scheme {name}");
            let warning = self.map.warning(&root.path.join("solver"), message);
            let warning = warning.label("ignored").help("only the scheme am1 has a solver");
            self.warnings.push(warning);
        }
    }

    fn strike(&mut self, scene: &Scene, i: usize, strike: &Strike) {
        let part = Part::new("strikes", i, format!("strike {i}"));
        self.number(&part, "time", strike.time, &limit::TIME);
        self.number(&part, "velocity", strike.velocity, &limit::VELOCITY);
        if self.free_mass(&part, "body", &strike.body).is_some() {
            self.towards(scene, &part, strike);
        }
        if let Some(duration) = scene.duration.filter(|duration| strike.time >= *duration) {
            let message = part.says(&format!("`time` is {:?}, after the end", strike.time));
            let warning = self.map.warning(&part.path.join("time"), message);
            let help = format!("the scene lasts {duration:?} s; such a strike is never heard");
            self.warnings.push(warning.label("after the end").help(help));
        }
    }

    /// A strike leads to the surface.
    fn towards(&mut self, scene: &Scene, part: &Part, Strike { body, velocity, .. }: &Strike) {
        let towards = side(scene, body);
        let law = first_contact(scene, body).and_then(|c| scene.contact[c].law.as_ref());
        if velocity * towards < 0.0 && !law.is_some_and(Law::has_two_sides) {
            let message = format!("`velocity` is {velocity:?}, away from what it hits");
            let allowed = if towards > 0.0 { "0 or above" } else { "0 or below" };
            let help = format!("`velocity` of body `{body}` must be {allowed} (m/s), towards it");
            self.fault(part, "velocity", &message, "leads away", &help);
        }
    }

    fn pickups(&mut self, scene: &Scene) {
        for (i, pickup) in scene.pickup.iter().enumerate() {
            let part = Part::new("pickup", i, format!("pickup {i}"));
            self.number(&part, "gain", pickup.gain, &limit::GAIN);
            self.number(&part, "pan", pickup.pan, &limit::PAN);
            let path = part.path.join("body");
            let Some(body) = self.body(&part, &path, &pickup.body) else { continue };
            if body.kind() == Some(Kind::Wall) {
                let message = format!("body `{}` is a wall", body.name);
                let help = "a wall never moves; pick up a body with a `shape` or `modes`";
                self.fault(&part, "body", &message, "cannot be heard", help);
            } else if let Some(at) = &pickup.at {
                self.place(&part, &part.path.join("at"), body, at);
            }
        }
        // A body that is nothing yet might have become one with modes.
        if scene.pickups().is_empty() && scene.body.iter().all(|body| body.kind().is_some()) {
            let message = "nothing is heard: there is no pickup and no body with a shape or modes";
            let help =
                "add a body with a shape or modes; masses and walls make no sound of their own";
            if scene.contact.is_empty() {
                self.fault_of(&Part::root(), message, "", help);
            } else {
                // Forces and motion may be all that is wanted.
                let warning = self.map.warning(&Part::root().path, message);
                self.warnings.push(warning.help(help));
            }
        }
    }
}
