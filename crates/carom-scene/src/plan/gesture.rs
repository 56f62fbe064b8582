//! Gestures: where a body starts, what presses it, when it strikes, and over what it is moved.

use carom::numeric::Random;
use carom_files::Part;

use super::{
    Approach, Drawn, GRAVITY, Journey, Kind, PlannedBody, PlannedDamp, PlannedPress, Planner, Way,
};
use crate::scene::{At, Bounce, Damp, DrumRoll, Gesture, Numbers, Press};
use crate::surface::{Height, Surface};

/// The longest that a roll or a scrape may take (s).
const LONGEST_JOURNEY: f64 = 3600.0;

/// The most strokes of a drum roll.
const MOST_STROKES: f64 = 1e5;

/// A roll or a scrape as it is written.
struct Written<'a> {
    body: &'a str,
    on: &'a str,
    from: &'a At,
    to: &'a At,
    speed: &'a Numbers,
    surface: &'a Surface,
    asymmetry: f64,
    /// What presses (N), if not its weight.
    force: Option<f64>,
}

impl<'a> Written<'a> {
    fn of(gesture: &'a Gesture) -> Option<Self> {
        Some(match gesture {
            Gesture::Roll(roll) => Self {
                body: &roll.body,
                on: &roll.on,
                from: &roll.from,
                to: &roll.to,
                speed: &roll.speed,
                surface: &roll.surface,
                asymmetry: roll.asymmetry,
                force: None,
            },
            Gesture::Scrape(scrape) => Self {
                body: &scrape.body,
                on: &scrape.on,
                from: &scrape.from,
                to: &scrape.to,
                speed: &scrape.speed,
                surface: &scrape.surface,
                asymmetry: 0.0,
                force: Some(scrape.force),
            },
            Gesture::Bounce(_)
            | Gesture::DrumRoll(_)
            | Gesture::Press(_)
            | Gesture::Damp(_)
            | Gesture::Drag(_) => return None,
        })
    }
}

/// The first and the last of some numbers.
fn ends(numbers: &Numbers) -> [f64; 2] {
    let first = numbers.get(0).unwrap_or(0.0);
    [first, numbers.get(1).unwrap_or(first)]
}

/// What the gestures of a scene come to, beside how bodies start.
#[derive(Default)]
pub(super) struct Gestures {
    pub(super) ways: Vec<Way>,
    /// Those of drum rolls.
    pub(super) strikes: Vec<Approach>,
    pub(super) presses: Vec<PlannedPress>,
    pub(super) damps: Vec<PlannedDamp>,
    pub(super) drawn: Vec<Drawn>,
}

impl Planner<'_> {
    pub(super) fn gestures(&mut self) -> Gestures {
        let mut found = Gestures::default();
        for (i, gesture) in self.scene.gesture.iter().enumerate() {
            let named = |kind: &str| Part::new("gesture", i, format!("gesture {i} ({kind})"));
            match gesture {
                Gesture::Bounce(bounce) => self.bounce(&named("bounce"), bounce),
                Gesture::Roll(_) | Gesture::Scrape(_) => {
                    let kind = if matches!(gesture, Gesture::Roll(_)) { "roll" } else { "scrape" };
                    let written = Written::of(gesture);
                    found.ways.extend(written.and_then(|written| self.way(&named(kind), &written)));
                }
                Gesture::DrumRoll(roll) => {
                    found.strikes.extend(self.drum_roll(&named("drum roll"), roll));
                }
                Gesture::Press(press) => found.presses.extend(self.press(&named("press"), press)),
                Gesture::Damp(damp) => found.damps.extend(self.damp(&named("damp"), damp)),
                Gesture::Drag(drag) => self.drag(&named("drag"), drag, &mut found.drawn),
            }
        }
        found
    }

    /// A hand takes energy from a body that rings.
    fn damp(
        &mut self,
        part: &Part,
        Damp { body: name, time, decay }: &Damp,
    ) -> Option<PlannedDamp> {
        let body = self.ringing(part, "body", name)?;
        if !self.scene.scheme.holds() {
            let scheme = self.scene.scheme.name();
            let message = format!("the scheme {scheme} cannot damp a body while it rings");
            self.findings.error(part, "body", &message, "not with this scheme", "use two-point");
        }
        self.before_the_end(part, *time, "such a hand comes too late");
        let rate = decay.map_or(0.0, |decay| 1000f64.ln() / decay);
        Some(PlannedDamp { time: *time, body, rate })
    }

    /// The gap of a contact changes, unless a way already changes it.
    fn press(&mut self, part: &Part, press: &Press) -> Option<PlannedPress> {
        let Press { body, on, time, gap, over } = press;
        let bodies = [self.find(part, "body", body), self.find(part, "on", on)];
        let contact = self.meeting(part, [body, on], bodies)?;
        if bodies.into_iter().flatten().any(|ground| self.begins(contact, ground).is_some()) {
            let message = format!("a roll or scrape moves `{body}` over `{on}`");
            let help = "`on` must be a body over which `body` does not travel";
            self.findings.error(part, "on", &message, "either or", help);
        }
        if *gap < 0.0 {
            self.loose(part, "body", body);
            self.loose(part, "on", on);
        }
        self.before_the_end(part, *time, "such a press has no effect");
        Some(PlannedPress { time: *time, contact, gap: *gap, over: *over })
    }

    /// The contact between two bodies; an error if there is none.
    pub(super) fn meeting(
        &mut self,
        part: &Part,
        names: [&str; 2],
        bodies: [Option<usize>; 2],
    ) -> Option<usize> {
        if bodies.contains(&None) {
            return None;
        }
        let meet = |between: &[Option<usize>; 2]| bodies.iter().all(|body| between.contains(body));
        let contact = self.between.iter().position(meet).filter(|_| bodies[0] != bodies[1]);
        if contact.is_none() {
            let message = format!("no contact is between `{}` and `{}`", names[0], names[1]);
            let help = "add a [[contact]] between the two";
            self.findings.error(part, "on", &message, "untouched", help);
        }
        contact
    }

    /// A body falls from a height above one surface, and does nothing else.
    fn bounce(&mut self, part: &Part, bounce: &Bounce) {
        let name = &bounce.body;
        let ball = self.free_mass(part, "body", name);
        if self.names.get(name.as_str()).is_some_and(|body| self.is_held(*body)) {
            let message = format!("`body` is \"{name}\", which is held from two sides");
            let help = "`body` must first touch a surface: by any law but spring and rattle";
            self.findings.error(part, "body", &message, "nothing to fall on", help);
        }
        let mut ways = self.scene.gesture.iter().filter_map(Written::of);
        if let Some(way) = ways.find(|way| way.body == name) {
            let message = format!("`body` is \"{name}\", which already moves over `{}`", way.on);
            let help = "`body` must be one that no roll or scrape moves";
            self.findings.error(part, "body", &message, "either or", help);
        }
        for contact in self.scene.contact.iter().filter(|c| c.between.contains(name)) {
            for under in contact.between.iter().filter(|under| *under != name) {
                self.loose(part, "body", under);
            }
        }
        let Some(ball) = ball else { return };
        let side = self.side(ball);
        let gap = self.first_contact(ball).map_or(0.0, |c| self.scene.contact[c].gap);
        self.set_start(ball, |start| {
            start.displacement = side * (gap - bounce.height);
            (start.force, start.gravity) = (0.0, side * GRAVITY);
        });
    }

    fn set_start(&mut self, body: usize, change: impl FnOnce(&mut super::Start)) {
        if let Some(Some(PlannedBody { kind: Kind::Mass { start, .. }, .. })) =
            self.bodies.get_mut(body)
        {
            change(start);
        }
    }

    /// The body of this name, if it is a free mass; an error if not.
    pub(super) fn free_mass(&mut self, part: &Part, field: &str, name: &str) -> Option<usize> {
        let body = self.find(part, field, name)?;
        match self.kind(body) {
            Some(Kind::Mass { .. }) => Some(body),
            None => None,
            Some(_) => {
                let message = format!("body `{name}` is not a free mass");
                let help = "only a body with `mass` can be moved by hand or struck anew";
                self.findings.error(part, field, &message, "not a free mass", help);
                None
            }
        }
    }

    fn way(&mut self, part: &Part, way: &Written) -> Option<Way> {
        let ball = self.free_mass(part, "body", way.body);
        let radius = ball.and_then(|ball| self.radius(part, ball, way));
        let ground = self.find(part, "on", way.on);
        let speed = self.one_or_two(part, "speed", way.speed).then(|| ends(way.speed));
        let journey = ground.and_then(|ground| self.journey(part, ground, way, speed));
        let moves =
            |between: &[Option<usize>; 2]| between.contains(&ball) && between.contains(&ground);
        let contact = self.meeting(part, [way.body, way.on], [ball, ground]);
        self.loose(part, "on", way.on);
        for (i, contact) in self.scene.contact.iter().enumerate() {
            if moves(&self.between[i]) && contact.at.contains_key(way.on) {
                let at = Part::new("contact", i, part.title.as_str()).within("at").within(way.on);
                let message = "the gesture gives the place of this contact";
                let help = "leave `at` out for a body that is travelled over";
                self.findings.warning(&at, "", message, "not used", help);
            }
        }
        let height = self.surface(part, way.surface);
        let (ball, ground, contact) = (ball?, ground?, contact?);
        let mass = self.scene.body[ball].mass?;
        let press = way.force.unwrap_or(mass * GRAVITY);
        let side = if self.between[contact][0] == Some(ball) { 1.0 } else { -1.0 };
        self.set_start(ball, |start| (start.force, start.gravity) = (side * press, 0.0));
        let (radius, journey, height) = (radius?, journey?, height?);
        Some(Way {
            ball,
            ground,
            contact,
            radius,
            press,
            asymmetry: way.asymmetry,
            journey,
            height,
        })
    }

    /// The radius of what is moved.
    fn radius(&mut self, part: &Part, ball: usize, way: &Written) -> Option<f64> {
        let Some(Kind::Mass { radius, .. }) = self.kind(ball) else { return None };
        let radius = *radius;
        match radius {
            None if self.scene.body[ball].material.is_none() => {
                let message = format!("body `{}` has no radius", way.body);
                let help =
                    "give it a `radius` (m), or a `material` from which the size of a ball follows";
                self.findings.error(part, "body", &message, "how large?", help);
            }
            Some(radius) if way.asymmetry >= radius => {
                let message = format!("`asymmetry` is {:?}, outside the ball", way.asymmetry);
                let help = format!(
                    "`asymmetry` must be below the radius of `{}`, {radius:?} (m)",
                    way.body
                );
                self.findings.error(part, "asymmetry", &message, "out of range", &help);
            }
            _ => {}
        }
        radius
    }

    /// From where to where, on a body with a shape.
    fn journey(
        &mut self,
        part: &Part,
        ground: usize,
        way: &Written,
        speed: Option<[f64; 2]>,
    ) -> Option<Journey> {
        let shape = match self.kind(ground)? {
            Kind::Shape { shape, .. } => shape.clone(),
            _ => {
                let message = format!("body `{}` has no shape", way.on);
                let help = "a path needs a body with a `shape`, such as a bar or a plate";
                self.findings.error(part, "on", &message, "nowhere to go", help);
                return None;
            }
        };
        let written = super::body::part(ground, &self.scene.body[ground]);
        if self.findings.has_errors_in(&written.path.join("shape")) {
            return None;
        }
        let places = shape.resonator().places();
        let [from, to] = [("from", way.from), ("to", way.to)]
            .map(|(field, at)| self.place_on(part, field, ground, places, at, -1.0..=1.0));
        if way.from == way.to {
            let help = "`from` and `to` must be different places";
            self.findings.error(part, "to", "it goes nowhere", "the same place", help);
        }
        let journey = Journey::new(shape.resonator(), from?, to?, speed?);
        let seconds = journey.duration();
        if seconds.is_nan() || seconds > LONGEST_JOURNEY {
            let message = format!("the way takes {seconds:.3e} s at this speed");
            let help = format!("at most {LONGEST_JOURNEY} s are allowed");
            self.findings.error(part, "speed", &message, "too slow", &help);
        }
        Some(journey)
    }

    /// A free thing under a ball is pushed away for good.
    pub(super) fn loose(&mut self, part: &Part, field: &str, name: &str) {
        let Some(&body) = self.names.get(name) else { return };
        let Some(Kind::Shape { shape, .. }) = self.kind(body) else { return };
        if shape.resonator().is_loose() {
            let message = format!("nothing holds `{name}`: it will be pushed away");
            let help = "give its shape a `suspension` (Hz), or supported edges or ends";
            self.findings.warning(part, field, &message, "loose", help);
        }
    }

    /// A speed, or one at the start and one at the end; true if it is one.
    fn one_or_two(&mut self, part: &Part, field: &str, numbers: &Numbers) -> bool {
        let before = self.findings.errors.len();
        if self.findings.has_errors_in(&part.path.join(field)) {
            return false;
        }
        if numbers.listed().is_some_and(|count| count != 2) {
            let message = format!("`{field}` has {} values", numbers.written().len());
            let help = format!("`{field}` is one number, or two: at the start and at the end");
            self.findings.error(part, field, &message, "one or two", &help);
        } else if numbers.written().iter().all(|v| *v == 0.0) {
            let message = format!("`{field}` is {:?}", numbers.written());
            let help = format!("`{field}` must be above 0 (m/s); one of two may be 0");
            self.findings.error(part, field, &message, "out of range", &help);
        }
        self.findings.errors.len() == before
    }

    pub(super) fn surface(&mut self, part: &Part, surface: &Surface) -> Option<Height> {
        let within = part.within("surface");
        self.findings.fields(&within, &surface.errors());
        if self.findings.has_errors_in(&within.path) {
            return None;
        }
        if surface.file().is_some_and(|name| !self.tables.has(name)) {
            let help = "describe the surface: smooth, rough, ridges, grooves";
            let message = "a scene that stands alone reads no files";
            self.findings.error(&within, "kind", message, "not allowed here", help);
            return None;
        }
        let loaded = surface.load(self.tables);
        if let Err(error) = &loaded {
            let help = "a CSV file with the columns position and height (m)";
            self.findings.error(&within, "path", &error.to_string(), "cannot be used", help);
        }
        loaded.ok()
    }

    /// The strikes of sticks that strike by turns.
    fn drum_roll(&mut self, part: &Part, roll: &DrumRoll) -> Vec<Approach> {
        let has_speeds = self.one_or_two(part, "velocity", &roll.velocity);
        let strokes = roll.rate * roll.duration;
        if strokes > MOST_STROKES {
            let message = format!("it has {strokes:.3e} strokes");
            let help = format!("at most {MOST_STROKES:.0e} are allowed");
            self.findings.error(part, "duration", &message, "too many", &help);
        }
        if roll.bodies.is_empty() {
            self.findings.error(
                part,
                "bodies",
                "it has no sticks",
                "empty",
                "name at least one body",
            );
        }
        let sticks = (0..).zip(&roll.bodies);
        let sticks =
            sticks.map(|(i, name): (usize, _)| self.free_mass(part, &format!("bodies.{i}"), name));
        let Some(sticks) = sticks.collect::<Option<Vec<_>>>() else { return Vec::new() };
        if !has_speeds || self.findings.has_errors_in(&part.path) {
            return Vec::new();
        }
        let mut random = Random::new(u64::from(roll.seed));
        let count = strokes.floor().max(1.0) as usize;
        let [first, last] = ends(&roll.velocity);
        let mut strikes = Vec::new();
        for (n, &stick) in (0..count).zip(sticks.iter().cycle()) {
            let late = random.uniform(-roll.jitter, roll.jitter);
            let harder = 1.0 + random.uniform(-roll.spread, roll.spread);
            let time = roll.start + ((n as f64 + late) / roll.rate).max(0.0);
            let along = if count > 1 { n as f64 / (count - 1) as f64 } else { 0.0 };
            let speed = (first + along * (last - first)) * harder;
            strikes.extend(self.approach(stick, time, speed));
        }
        strikes
    }
}
