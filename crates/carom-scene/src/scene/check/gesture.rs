//! Gestures: who does what, and along which path.

use super::super::gesture::{DrumRoll, Gesture, Way};
use super::super::law::Law;
use super::super::types::{Body, Kind, Scene};
use super::super::values::Numbers;
use super::{Checker, Files, Part, limit};
use crate::build::{first_contact, journey_time};
use crate::surface::Surface;

/// The longest that a roll or a scrape may take (s).
const LONGEST_JOURNEY: f64 = 3600.0;

/// The most strokes of a drum roll.
const MOST_STROKES: f64 = 1e5;

impl Checker<'_> {
    pub(super) fn gestures(&mut self, scene: &Scene) {
        for (i, gesture) in scene.gesture.iter().enumerate() {
            let named = |kind: &str| Part::new("gesture", i, format!("gesture {i} ({kind})"));
            match gesture {
                Gesture::Bounce(bounce) => {
                    let part = named("bounce");
                    self.number(&part, "height", bounce.height, &limit::HEIGHT);
                    self.free_mass(&part, "body", &bounce.body);
                    self.falls_on_something(scene, &part, &bounce.body);
                    let contacts = scene.contact.iter().map(|contact| &contact.between);
                    let under = contacts.filter(|between| between.contains(&bounce.body)).flatten();
                    for name in under.filter(|name| **name != bounce.body) {
                        self.loose(&part, "body", name);
                    }
                }
                Gesture::Roll(roll) => {
                    let part = named("roll");
                    self.number(&part, "asymmetry", roll.asymmetry, &limit::ASYMMETRY);
                    self.path(scene, &part, &roll.way());
                }
                Gesture::Scrape(scrape) => {
                    let part = named("scrape");
                    self.number(&part, "force", scrape.force, &limit::PRESSURE);
                    self.path(scene, &part, &scrape.way());
                }
                Gesture::DrumRoll(roll) => self.drum_roll(&named("drum roll"), roll),
            }
        }
    }

    /// A body falls from a height above one surface, and does nothing else.
    fn falls_on_something(&mut self, scene: &Scene, part: &Part, name: &str) {
        let law = first_contact(scene, name).and_then(|c| scene.contact[c].law.as_ref());
        if law.is_some_and(Law::has_two_sides) {
            let message = format!("`body` is \"{name}\", which is held from two sides");
            let help = "`body` must first touch a surface: by any law but spring and rattle";
            self.fault(part, "body", &message, "nothing to fall on", help);
        }
        let mut ways = scene.gesture.iter().filter_map(Gesture::way);
        if let Some(way) = ways.find(|way| way.body == name) {
            let message = format!("`body` is \"{name}\", which already moves over `{}`", way.on);
            let help = "`body` must be one that no roll or scrape moves";
            self.fault(part, "body", &message, "either or", help);
        }
    }

    /// The body of this name, if it is a free mass; an error if not.
    pub(super) fn free_mass(&mut self, part: &Part, field: &str, name: &str) -> Option<&Body> {
        let body = self.body(part, &part.path.field(field), name)?;
        if matches!(body.kind(), Some(Kind::Mass(_)) | None) {
            return Some(body);
        }
        let message = format!("body `{name}` is not a free mass");
        let help = "only a body with `mass` can be moved by hand or struck anew";
        self.fault(part, field, &message, "not a free mass", help);
        None
    }

    fn path(&mut self, scene: &Scene, part: &Part, path: &Way) {
        if let Some(ball) = self.free_mass(part, "body", path.body)
            && ball.radius.is_none()
            && ball.material.is_none()
        {
            let message = format!("body `{}` has no radius", path.body);
            let help =
                "give it a `radius` (m), or a `material` from which the size of a ball follows";
            self.fault(part, "body", &message, "how large?", help);
        }
        if let Some(ground) = self.body(part, &part.path.join("on"), path.on) {
            match ground.kind() {
                Some(Kind::Shape(shape)) if shape.resonator().errors().is_empty() => {
                    for (field, at) in [("from", path.from), ("to", path.to)] {
                        let place = part.path.join(field);
                        self.place_on(part, &place, ground, shape, at, -1.0..=1.0);
                    }
                    if path.from == path.to {
                        let help = "`from` and `to` must be different places";
                        self.fault(part, "to", "it goes nowhere", "the same place", help);
                    }
                }
                Some(Kind::Shape(_)) | None => {}
                _ => {
                    let message = format!("body `{}` has no shape", path.on);
                    let help = "a path needs a body with a `shape`, such as a bar or a plate";
                    self.fault(part, "on", &message, "nowhere to go", help);
                }
            }
        }
        if !scene.contact.iter().any(|contact| path.is_of(contact)) {
            let message = format!("no contact is between `{}` and `{}`", path.body, path.on);
            let help = "add a [[contact]] between the two";
            self.fault(part, "on", &message, "untouched", help);
        }
        self.loose(part, "on", path.on);
        if self.one_or_two(part, "speed", path.speed) {
            self.journey(part, path);
        }
        for (i, contact) in scene.contact.iter().enumerate() {
            if path.is_of(contact) && contact.at.contains_key(path.on) {
                let at = Part::new("contact", i, String::new()).path.join("at").join(path.on);
                let message = part.says("it says itself where the contact is");
                let warning = self.map.warning(&at, message).label("not used");
                self.warnings
                    .push(warning.help("leave `at` out for a body that is travelled over"));
            }
        }
        self.surface(scene, part, path.surface);
    }

    /// A free thing under a ball is pushed away for good.
    fn loose(&mut self, part: &Part, field: &str, name: &str) {
        let Some(body) = self.bodies.get(name).copied() else { return };
        if let Some(Kind::Shape(shape)) = body.kind()
            && shape.is_loose()
        {
            let message = part.says(&format!("nothing holds `{name}`: it will be pushed away"));
            let warning = self.map.warning(&part.path.join(field), message).label("loose");
            let help = "give its shape a `suspension` (Hz), or supported edges or ends";
            self.warnings.push(warning.help(help));
        }
    }

    /// A journey must end.
    fn journey(&mut self, part: &Part, path: &Way) {
        let ground = self.bodies.get(path.on).copied();
        let Some(Kind::Shape(shape)) = ground.and_then(Body::kind) else { return };
        let (Some(from), Some(to)) = (path.from.place(), path.to.place()) else { return };
        if !shape.resonator().errors().is_empty() {
            return;
        }
        let seconds = journey_time(shape.resonator(), from, to, path.speed);
        if seconds.is_nan() || seconds > LONGEST_JOURNEY {
            let message = format!("the way takes {seconds:.3e} s at this speed");
            let help = format!("at most {LONGEST_JOURNEY} s are allowed");
            self.fault(part, "speed", &message, "too slow", &help);
        }
    }

    /// A speed, or one at the start and one at the end; true if it is one.
    fn one_or_two(&mut self, part: &Part, field: &str, numbers: &Numbers) -> bool {
        let before = self.errors.len();
        if numbers.listed().is_some_and(|count| count != 2) {
            let message = format!("`{field}` has {} values", numbers.written().len());
            let help = format!("`{field}` is one number, or two: at the start and at the end");
            self.fault(part, field, &message, "one or two", &help);
        } else if numbers.written().iter().any(|v| !(v.is_finite() && *v >= 0.0))
            || numbers.written().iter().all(|v| *v == 0.0)
        {
            let message = format!("`{field}` is {:?}", numbers.written());
            let help = format!("`{field}` must be above 0 (m/s); one of two may be 0");
            self.fault(part, field, &message, "out of range", &help);
        }
        self.errors.len() == before
    }

    fn surface(&mut self, scene: &Scene, part: &Part, surface: &Surface) {
        let faults = surface.faults();
        for fault in &faults {
            let message = format!("`{}` is {}", fault.field, fault.value);
            let help = format!("`{}` must be {}", fault.field, fault.allowed);
            self.fault(part, &format!("surface.{}", fault.field), &message, "out of range", &help);
        }
        if !faults.is_empty() || !matches!(surface, Surface::File(_)) {
            return;
        }
        if self.files == Files::Refuse {
            let help = "describe the surface: smooth, rough, ridges, grooves";
            let message = "a scene that stands alone reads no files";
            self.fault(part, "surface.kind", message, "not allowed here", help);
        } else if let Err(error) = surface.load(&scene.directory) {
            let help = "a CSV file with the columns position and height (m)";
            self.fault(part, "surface.path", &error.to_string(), "cannot be used", help);
        }
    }

    fn drum_roll(&mut self, part: &Part, roll: &DrumRoll) {
        self.number(part, "rate", roll.rate, &limit::STROKES);
        self.number(part, "start", roll.start, &limit::TIME);
        self.number(part, "duration", roll.duration, &limit::DURATION);
        self.number(part, "jitter", roll.jitter, &limit::JITTER);
        self.number(part, "spread", roll.spread, &limit::SPREAD);
        self.one_or_two(part, "velocity", &roll.velocity);
        if roll.rate * roll.duration > MOST_STROKES {
            let message = format!("it has {:.3e} strokes", roll.rate * roll.duration);
            let help = format!("at most {MOST_STROKES:.0e} are allowed");
            self.fault(part, "duration", &message, "too many", &help);
        }
        if roll.bodies.is_empty() {
            self.fault(part, "bodies", "it has no sticks", "empty", "name at least one body");
        }
        for (i, name) in roll.bodies.iter().enumerate() {
            self.free_mass(part, &format!("bodies.{i}"), name);
        }
    }
}
