//! A scene in which everything is resolved: indices instead of names, one kind instead of keys that
//! exclude each other, laws and places instead of their descriptions. What is wrong with a scene
//! beyond its form is found on the way; [`build`](crate::build) looks nothing up again.

mod body;
mod contact;
mod drag;
mod gesture;
mod instrument;
mod island;
mod journey;
mod law;
mod material;
mod pickup;
mod planned;
mod strike;

use std::collections::BTreeMap;

use crate::law::LawSpec;
use carom_files::csv::Tables;
use carom_files::{Document, FileError, FileErrors, Findings, Part, did_you_mean, listed};
use carom_schemes::Method;
use carom_schemes::correction::Correction;
use carom_shapes::material::Material;
use carom_shapes::{Place, Places};

use crate::scene::{At, Correct, Scene, Solver};

pub use body::MOST_MODES;
use gesture::Gestures;
pub use instrument::{PlannedInstrument, Plays, Stroke, Tune};
pub use island::Island;
pub use journey::Journey;
pub(crate) use journey::metres;
pub(crate) use law::resting_compression;
pub use material::PlannedLosses;
pub use planned::{
    Approach, Drawn, Hears, Kind, Plan, PlannedBody, PlannedContact, PlannedDamp, PlannedDrag,
    PlannedPickup, PlannedPress, Spot, Start, Way,
};

/// The acceleration of free fall (m/s²).
pub const GRAVITY: f64 = 9.81;

/// Resolves a scene, `errors` being what was found before. Surfaces are read from `tables`.
pub(crate) fn plan(
    scene: &Scene,
    document: &Document,
    errors: Vec<FileError>,
    tables: &mut Tables,
) -> Result<(Plan, Vec<FileError>), FileErrors> {
    let mut names = BTreeMap::new();
    for (i, body) in scene.body.iter().enumerate() {
        names.entry(body.name.as_str()).or_insert(i);
    }
    let find = |name: &String| names.get(name.as_str()).copied();
    let between = |contact: &crate::scene::Contact| contact.between.each_ref().map(find);
    let mut planner = Planner {
        scene,
        findings: Findings::new(document, errors),
        between: scene.contact.iter().map(between).collect(),
        names,
        bodies: Vec::new(),
        materials: Vec::new(),
        contacts: Vec::new(),
        tables,
    };
    planner.globals();
    planner.plan_bodies();
    planner.plan_contacts();
    let mut strikes = planner.strikes();
    let Gestures { ways, strikes: rolls, mut presses, mut damps, drawn } = planner.gestures();
    strikes.extend(rolls);
    strikes.sort_by(|a, b| a.time.total_cmp(&b.time));
    planner.return_to_contacts(&mut strikes);
    presses.sort_by(|a, b| a.time.total_cmp(&b.time));
    damps.sort_by(|a, b| a.time.total_cmp(&b.time));
    planner.lift(&strikes);
    let pickups = planner.pickups();
    let instrument = planner.instrument();
    let Planner { findings, bodies, contacts, .. } = planner;
    let warnings = findings.finish()?;
    let plan = Plan {
        title: scene.title.clone(),
        description: scene.description.clone(),
        sample_rate: scene.sample_rate,
        method: match (scene.scheme, scene.solver) {
            (Method::Am1, Some(Solver::Table)) => Method::Am1Table,
            (scheme, _) => scheme,
        },
        substeps: scene.substeps,
        correction: correction(scene),
        duration: scene.duration,
        level: scene.level,
        format: scene.format,
        bodies: bodies.into_iter().flatten().collect(),
        contacts: contacts.into_iter().flatten().collect(),
        strikes,
        presses,
        damps,
        ways,
        drawn,
        pickups,
        instrument,
    };
    Ok((plan, warnings))
}

/// What was resolved so far. Something is missing where something is wrong.
fn correction(scene: &Scene) -> Correction {
    match scene.correct {
        Some(Correct::Spectrum) => Correction::Spectrum,
        None => Correction::None,
    }
}

struct Planner<'a> {
    scene: &'a Scene,
    findings: Findings<'a>,
    names: BTreeMap<&'a str, usize>,
    /// The bodies of each contact, where they exist.
    between: Vec<[Option<usize>; 2]>,
    bodies: Vec<Option<PlannedBody>>,
    materials: Vec<Option<Material>>,
    contacts: Vec<Option<PlannedContact>>,
    tables: &'a mut Tables,
}

impl Planner<'_> {
    fn globals(&mut self) {
        if self.scene.solver.is_some() && self.scene.scheme != Method::Am1 {
            let name = self.scene.scheme.name();
            let message = format!("`solver` has no effect with the scheme {name}");
            let help = "only the scheme am1 has a solver";
            self.findings.warning(&Part::root(), "solver", &message, "ignored", help);
        }
        if self.scene.correct.is_some() && self.scene.scheme != Method::TwoPoint {
            let message = format!("the scheme {} cannot be corrected", self.scene.scheme.name());
            let help = "leave `scheme` out, which is two-point, or `correct`";
            self.findings.error(&Part::root(), "correct", &message, "not with this scheme", help);
        }
    }

    /// What the body of an index is; nothing if that is wrong.
    fn kind(&self, body: usize) -> Option<&Kind> {
        self.bodies.get(body)?.as_ref().map(|body| &body.kind)
    }

    /// The body of this name; an error if there is none.
    fn find(&mut self, part: &Part, field: &str, name: &str) -> Option<usize> {
        let found = self.names.get(name).copied();
        if found.is_none() {
            let names = || self.names.keys().copied();
            let message = format!("there is no body `{name}`");
            let label = did_you_mean(name, names(), "unknown body");
            let help = format!("bodies of this scene: {}", listed(names()));
            self.findings.error(part, field, &message, &label, &help);
        }
        found
    }

    /// The contact that a body makes first.
    fn first_contact(&self, body: usize) -> Option<usize> {
        self.between.iter().position(|between| between.contains(&Some(body)))
    }

    /// Whether a body is the first or the second of the contact that it makes first: + or −. Towards
    /// the other body is the direction of its weight.
    fn side(&self, body: usize) -> f64 {
        let second = self.first_contact(body).is_some_and(|c| self.between[c][0] != Some(body));
        if second { -1.0 } else { 1.0 }
    }

    /// Whether the law of a body's first contact holds it from two sides.
    fn is_held(&self, body: usize) -> bool {
        let law = self.first_contact(body).and_then(|c| self.scene.contact[c].law.as_ref());
        law.is_some_and(LawSpec::has_two_sides)
    }

    /// A place on a body, at the usual one if none is given.
    fn spot(
        &mut self,
        part: &Part,
        field: &str,
        body: usize,
        at: Option<&At>,
        usual: fn(Places) -> Place,
    ) -> Option<Spot> {
        match (self.kind(body)?, at) {
            (Kind::Wall, None) => Some(Spot::Weights(Vec::new())),
            (Kind::Mass { .. }, None) => Some(Spot::Weights(vec![1.0])),
            (Kind::Modes { modes, .. }, None) => Some(Spot::Weights(vec![1.0; modes.len()])),
            (Kind::Shape { shape, .. }, None) => {
                Some(Spot::Place(usual(shape.resonator().places())))
            }
            (Kind::Shape { shape, .. }, Some(at)) => {
                let places = shape.resonator().places();
                self.place_on(part, field, body, places, at, 0.0..=1.0).map(Spot::Place)
            }
            (_, Some(At::Name(point))) => self.point(part, field, body, point),
            (_, Some(_)) => {
                let name = &self.scene.body[body].name;
                let message = format!("body `{name}` has no shape to find a place on");
                let help =
                    "a place in numbers belongs to a body with a `shape`; `points` have names";
                self.findings.error(part, field, &message, "not a point", help);
                None
            }
        }
    }

    /// A named point of a body with modes.
    fn point(&mut self, part: &Part, field: &str, body: usize, point: &str) -> Option<Spot> {
        let written = &self.scene.body[body];
        if let Some(weights) = written.points.get(point) {
            let kept = body::kept(written.modes.as_ref()?, self.scene.sample_rate);
            let weight = |i| weights.get(i).copied().unwrap_or(0.0);
            return Some(Spot::Weights(kept.into_iter().map(weight).collect()));
        }
        let names = || written.points.keys().map(String::as_str);
        let name = &written.name;
        let message = format!("body `{name}` has no point `{point}`");
        let help = if written.points.is_empty() {
            format!("body `{name}` has no points; without `at` every weight is 1")
        } else {
            format!("points of body `{name}`: {}", listed(names()))
        };
        let label = did_you_mean(point, names(), "unknown point");
        self.findings.error(part, field, &message, &label, &help);
        None
    }

    /// A place on a shape; an error if it does not lie there. A path may cross the centre of a
    /// round one and go round it several times.
    fn place_on(
        &mut self,
        part: &Part,
        field: &str,
        body: usize,
        places: Places,
        at: &At,
        radius: std::ops::RangeInclusive<f64>,
    ) -> Option<Place> {
        let has = |place| places.check(place).is_ok();
        let place = match (places, at) {
            (Places::Line, At::Along(at)) => Some([*at, 0.5]).filter(|place| has(*place)),
            (Places::Line | Places::Rectangle, At::On(place)) => {
                Some(*place).filter(|place| has(*place))
            }
            (Places::Round, At::On([r, turns])) => {
                Some([*r, *turns]).filter(|_| radius.contains(r) && has([r.abs(), *turns]))
            }
            _ => None,
        };
        if place.is_none() {
            let allowed = match places {
                Places::Line => {
                    "one number from 0 to 1: how far along it; on a bar a second one may say how far \
                     across"
                }
                Places::Rectangle => "two numbers from 0 to 1: how far along its length and width",
                Places::Round => "a radius from 0 (centre) to 1 (rim) and an angle in turns",
            };
            let name = &self.scene.body[body].name;
            let message = format!("this is no place on body `{name}`");
            let help = format!("a place on `{name}` is {allowed}");
            self.findings.error(part, field, &message, "not on the object", &help);
        }
        place
    }
}
