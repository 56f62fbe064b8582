//! A scene as a pattern for keys: each key has its own hammer, object and damper, written as bodies of
//! a scene, so that what is played can also be rendered.

use std::f64::consts::TAU;

use carom_scene::plan::{Kind, Plan, PlannedInstrument, Plays, Spot, Stroke, Tune};
use carom_scene::scene::{At, Body, Contact, Level, Modes, Numbers, Parsed, Pickup, Scene, Strike};
use carom_shapes::{DesignedMode, HIGHEST_MODE, Material, Motion, Place, Shape};

use crate::InstrumentError;
use crate::felt::{self, Damped};
use crate::tuning::{Low, key_frequency, nearest, tuned};

/// A scene as a pattern.
#[derive(Debug)]
pub(crate) struct Template {
    scene: Scene,
    plan: Plan,
    /// The keys and what each of them strikes.
    pub(crate) keys: Vec<(u8, Stroke)>,
    tune: Tune,
    /// At which pitch the object is heard as it is written (Hz).
    pitch: f64,
    /// The mode that gives it its pitch, if it has a shape.
    first: Option<Low>,
    /// The speeds of the softest and the hardest blow (m/s).
    pub(crate) speeds: [f64; 2],
    /// In which time the damper takes 60 dB (s); 0 without one.
    pub(crate) damper: f64,
    /// For each object where its dampers are, and the mean square of the weights of the lowest modes
    /// there.
    pads: Vec<(usize, Vec<Place>, f64)>,
}

/// What a key is made of, as parts of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    pub(crate) key: u8,
    pub(crate) bodies: Vec<Body>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) pickups: Vec<Pickup>,
    /// Which of its bodies is the object, and which is the hammer.
    pub(crate) object: usize,
    pub(crate) hammer: usize,
    /// Which of its contacts is that of the hammer, and which are those of dampers.
    pub(crate) strike: usize,
    pub(crate) pads: Vec<(usize, Damped)>,
    /// How far the object reaches (m).
    reach: f64,
}

/// So many semitones an object is made lower and higher than it is written.
const LOWER: f64 = 18.0;
const HIGHER: f64 = 30.0;

/// The distance of a listener that none is given for (m).
const DISTANCE: f64 = 1.0;

/// A listener is at least this much farther away than the object reaches.
const OUTSIDE: f64 = 1.05;

fn refuse<T>(message: impl Into<String>) -> Result<T, InstrumentError> {
    Err(InstrumentError::Scene(message.into()))
}

impl Template {
    pub(crate) fn new(parsed: &Parsed) -> Result<Self, InstrumentError> {
        let (scene, plan) = (&parsed.scene, &parsed.plan);
        if scene.scheme != carom_schemes::Method::TwoPoint {
            return refuse(format!(
                "its scheme is {}: only the scheme two-point can be played",
                scene.scheme.name()
            ));
        }
        let Some(PlannedInstrument { plays, keys, speed, damper }) = plan.instrument.clone() else {
            // What a gesture moves over something does not strike it.
            let moved = (0..plan.contacts.len()).find(|c| plan.is_travelled(*c));
            return refuse(match moved {
                Some(contact) => format!(
                    "a gesture moves what touches in contact `{}`, and nothing else strikes: it needs a contact \
                     between a body with `mass`, which no gesture moves, and one with `shape` or `modes`",
                    plan.contacts[contact].name
                ),
                None => "no free mass can strike anything that rings: it needs a contact between a body with \
                         `mass` and one with `shape` or `modes`"
                    .to_owned(),
            });
        };
        let (stroke, pitch, tune) = match &plays {
            Plays::One { stroke, pitch, tune } => (*stroke, *pitch, tune.clone()),
            Plays::Set(set) => {
                let Some(stroke) = set.values().next() else { return refuse("it has no key") };
                (*stroke, None, Tune::Nothing)
            }
        };
        let given = given_frequency(plan, stroke.object);
        let (first, pitch) = pitch_of(plan, &stroke, pitch.or(given))?;
        // What is given its frequency is tuned by that.
        let tune = match tune {
            Tune::Size if given.is_some() => Tune::Field("frequency".to_owned()),
            tune => tune,
        };
        let keys = match plays {
            Plays::One { .. } => {
                let [low, high] = keys.unwrap_or_else(|| usual_keys(pitch));
                (low..=high).map(|key| (key, stroke)).collect()
            }
            Plays::Set(set) => set.into_iter().collect(),
        };
        let mut template = Self {
            scene: scene.clone(),
            plan: plan.clone(),
            keys,
            tune,
            pitch,
            first,
            speeds: [speed[0].max(1e-3 * speed[1]), speed[1]],
            damper: damper.unwrap_or(0.0),
            pads: Vec::new(),
        };
        for (_, stroke) in &template.keys {
            if !template.pads.iter().any(|(object, ..)| *object == stroke.object) {
                let pads = template.find_pads(stroke);
                template.pads.extend(pads.map(|(places, square)| (stroke.object, places, square)));
            }
        }
        Ok(template)
    }

    /// The key nearest to the pitch at which the object is heard as it is written.
    pub(crate) fn own_key(&self) -> u8 {
        let own = nearest_key(self.pitch) as i16;
        let keys = self.keys.iter().map(|(key, _)| *key);
        keys.min_by_key(|key| (i16::from(*key) - own).abs()).unwrap_or(60)
    }

    /// Where dampers do most.
    fn find_pads(&self, struck: &Stroke) -> Option<(Vec<Place>, f64)> {
        let Kind::Shape { shape, material, .. } = &self.plan.bodies[struck.object].kind else {
            return None;
        };
        let place = place_in(&self.plan, struck.contact, struck.object)?;
        let pitch = match self.tune {
            Tune::Nothing => nearest(shape, material, self.pitch, None)?.frequency,
            _ => self.pitch,
        };
        let object = shape.resonator().object(material, 6.0 * pitch);
        Some(felt::places(&object, shape.resonator().places(), pitch, place))
    }

    /// The scene's parts for a key; nothing where no such object can be made.
    pub(crate) fn fragment(&self, key: u8, struck: &Stroke) -> Option<Fragment> {
        let Stroke { object, hammer, contact } = *struck;
        let ratio = key_frequency(key) / self.pitch;
        let rename = |name: &str| format!("{name}-{key}");
        let island = self.island(struck);
        let mut bodies = Vec::new();
        let (mut damped, mut reach) = (None, 0.0);
        for &i in &island {
            let mut body = self.scene.body[i].clone();
            body.name = rename(&body.name);
            if i == hammer {
                (body.velocity, body.displacement, body.force) = (None, None, None);
                body.gravity = false;
            }
            if i == object {
                match &self.plan.bodies[i].kind {
                    Kind::Shape { shape, material, .. } => {
                        let first = match self.tune {
                            Tune::Nothing => nearest(shape, material, self.pitch, None)?,
                            _ => self.first?,
                        };
                        let wanted = first.frequency * ratio;
                        let (shape, low) = tuned(shape, material, &self.tune, (&first, wanted))?;
                        reach = shape.resonator().radiator().reach();
                        damped = self.damped(&shape, &low, struck);
                        body.shape = Some(shape);
                    }
                    Kind::Modes { .. } => {
                        let modes = body.modes.as_mut()?;
                        let ratio = if self.tune == Tune::Nothing { 1.0 } else { ratio };
                        scale(modes, ratio);
                        let (mass, lowest) = mean_and_lowest(modes);
                        let stiffness = mass * (TAU * lowest).powi(2);
                        let swing = self.swing(struck, mass, lowest);
                        let compliance = 1.0 / stiffness;
                        damped = Some(Damped { pads: 1, mass, compliance, square: 1.0, swing });
                    }
                    Kind::Wall | Kind::Mass { .. } => return None,
                }
            }
            bodies.push(body);
        }
        let mut contacts = Vec::new();
        let mut strike = 0;
        for (c, (planned, written)) in
            self.plan.contacts.iter().zip(&self.scene.contact).enumerate()
        {
            if !planned.between.iter().all(|body| island.contains(body)) {
                continue;
            }
            if c == contact {
                strike = contacts.len();
            }
            let mut written = written.clone();
            written.name = written.name.map(|name| rename(&name));
            written.between = written.between.map(|name| rename(&name));
            written.at = written.at.into_iter().map(|(name, at)| (rename(&name), at)).collect();
            contacts.push(written);
        }
        let mut pads = Vec::new();
        if let Some(damped) = damped.filter(|_| self.damper > 0.0) {
            let object = rename(&self.scene.body[object].name);
            for n in 0..damped.pads {
                let name = rename(["damper", "other-damper"][n.min(1)]);
                bodies.push(Body { name: name.clone(), wall: true, ..Body::default() });
                let place = self.pads_of(struck.object).and_then(|(_, places, _)| places.get(n));
                let at = place.map(|place| (object.clone(), at(*place)));
                pads.push((contacts.len(), damped));
                contacts.push(Contact {
                    between: [name, object.clone()],
                    at: at.into_iter().collect(),
                    gap: damped.up(),
                    most_substeps: Some(1),
                    law: Some(damped.written(self.damper)),
                    ..Contact::default()
                });
            }
        }
        let position = |body: usize| island.iter().position(|i| *i == body).unwrap_or(0);
        Some(Fragment {
            key,
            bodies,
            contacts,
            pickups: self.pickups(&island, &rename),
            object: position(object),
            hammer: position(hammer),
            strike,
            pads,
            reach,
        })
    }

    fn damped(&self, shape: &Shape, low: &Low, struck: &Stroke) -> Option<Damped> {
        let (_, places, square) = self.pads_of(struck.object)?;
        let (pads, square) = (places.len(), *square);
        let soft = shape.resonator().suspension().filter(|_| shape.resonator().is_free());
        let soft = soft.unwrap_or(low.frequency);
        let stiffness = low.mass * (TAU * soft).powi(2);
        let compliance = square.max(1.0) / stiffness;
        let swing = self.swing(struck, low.mass, soft);
        Some(Damped { pads, mass: low.mass, compliance, square, swing })
    }

    fn pads_of(&self, object: usize) -> Option<&(usize, Vec<Place>, f64)> {
        self.pads.iter().find(|(struck, ..)| *struck == object)
    }

    /// How far an object of such a mass (kg) and pitch (Hz) swings after the hardest blow.
    fn swing(&self, struck: &Stroke, mass: f64, pitch: f64) -> f64 {
        let hammer = match self.plan.bodies[struck.hammer].kind {
            Kind::Mass { mass, .. } => mass,
            _ => 0.0,
        };
        let speed = 1.8 * self.speeds[1] * (hammer / (hammer + mass));
        felt::swing(speed / (TAU * pitch))
    }

    /// The bodies that touch an object, and those that touch them, in the order of the scene. A wall
    /// connects nothing, and other hammers of the scene stay away.
    fn island(&self, struck: &Stroke) -> Vec<usize> {
        let mut found = vec![struck.object];
        let is_other_hammer = |body: usize| {
            let Kind::Mass { start, .. } = &self.plan.bodies[body].kind else { return false };
            let strikes = self.plan.strikes.iter().any(|strike| strike.body == body);
            let moves = start.velocity != 0.0 || start.gravity != 0.0 || start.force != 0.0;
            body != struck.hammer && (strikes || moves)
        };
        let mut next = 0;
        while next < found.len() {
            let body = found[next];
            next += 1;
            if matches!(self.plan.bodies[body].kind, Kind::Wall) {
                continue;
            }
            for contact in self.plan.contacts.iter().filter(|c| c.between.contains(&body)) {
                for &other in contact.between.iter().filter(|other| **other != body) {
                    if !found.contains(&other) && !is_other_hammer(other) {
                        found.push(other);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// What is heard of the bodies of a key. Listeners hear at once: keys are played.
    fn pickups(&self, island: &[usize], rename: &dyn Fn(&str) -> String) -> Vec<Pickup> {
        let usual = [Pickup { gain: 1.0, ..Pickup::default() }];
        let written = if self.scene.pickup.is_empty() { &usual[..] } else { &self.scene.pickup };
        let mut pickups = Vec::new();
        for pickup in written {
            for &i in island {
                let (body, kind) = (&self.scene.body[i], &self.plan.bodies[i].kind);
                let named = pickup.body.as_ref().is_none_or(|name| *name == body.name);
                let rings = matches!(kind, Kind::Shape { .. } | Kind::Modes { .. });
                // A listener to everything hears what moves air; without one, what rings is heard.
                let heard = kind.radiates() || pickup.body.is_some() || rings;
                if !named || !heard || matches!(kind, Kind::Wall) {
                    continue;
                }
                let pressure = pickup.quantity == Some(carom::Quantity::Pressure);
                let room = kind.radiates()
                    && (pressure || (pickup.quantity.is_none() && pickup.at.is_none()));
                pickups.push(Pickup {
                    body: Some(rename(&body.name)),
                    distance: room.then(|| pickup.distance.unwrap_or(DISTANCE)),
                    at_once: room,
                    ..pickup.clone()
                });
            }
        }
        pickups
    }

    /// What all keys share: found from some of them, among which are the largest and the smallest.
    pub(crate) fn common(&self, fragments: &[Fragment], most_modes: usize) -> Common {
        let reach = fragments.iter().map(|fragment| fragment.reach).fold(0.0, f64::max);
        let given = self.scene.pickup.iter().any(|pickup| pickup.distance.is_some());
        let distance = if given { OUTSIDE * reach } else { 2.0 * reach };
        Common { distance, highest_mode: self.highest_mode(fragments, most_modes) }
    }

    /// A scene of some keys, in which nothing happens.
    pub(crate) fn scene(&self, fragments: &[&Fragment], rate: f64) -> Scene {
        Scene {
            title: self.scene.title.clone(),
            description: self.scene.description.clone(),
            sample_rate: rate,
            substeps: self.scene.substeps,
            format: self.scene.format,
            level: Level::FullScale(1.0),
            body: fragments.iter().flat_map(|fragment| fragment.bodies.clone()).collect(),
            contact: fragments.iter().flat_map(|fragment| fragment.contacts.clone()).collect(),
            pickup: fragments.iter().flat_map(|fragment| fragment.pickups.clone()).collect(),
            ..Scene::default()
        }
    }

    /// The frequency (Hz) up to which no object has more modes than are wanted: the largest or the smallest
    /// has the most.
    fn highest_mode(&self, fragments: &[Fragment], most: usize) -> f64 {
        let given = self.scene.highest_mode.unwrap_or(HIGHEST_MODE);
        let ends = fragments.first().into_iter().chain(fragments.last());
        let highest = ends.filter_map(|fragment| {
            let struck = self.keys.iter().find(|(key, _)| *key == fragment.key)?.1;
            let Kind::Shape { material, .. } = &self.plan.bodies[struck.object].kind else {
                return None;
            };
            let shape = fragment.bodies[fragment.object].shape.as_ref()?;
            // No more modes are designed than it takes to find so many.
            let mut up_to = (6.0 * key_frequency(fragment.key)).min(given);
            loop {
                let object = shape.resonator().object(material, up_to);
                if let Some(mode) = object.modes.get(most) {
                    return Some(mode.frequency.floor().max(1.0));
                }
                if up_to >= given {
                    return None;
                }
                up_to = (2.0 * up_to).min(given);
            }
        });
        highest.fold(given, f64::min)
    }

    /// What the objects are made of, if they have a shape.
    pub(crate) fn material(&self) -> Option<Material> {
        let (_, struck) = self.keys.first()?;
        match &self.plan.bodies[struck.object].kind {
            Kind::Shape { material, .. } => Some(**material),
            _ => None,
        }
    }
}

/// What all keys of an instrument share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    /// Listeners are at least so far away (m): outside of every object.
    distance: f64,
    /// Modes above this are left out (Hz).
    highest_mode: f64,
}

impl Fragment {
    /// Takes what all keys share.
    pub(crate) fn share(&mut self, common: &Common) {
        for pickup in &mut self.pickups {
            pickup.distance = pickup.distance.map(|distance| distance.max(common.distance));
        }
        for body in &mut self.bodies {
            let own = body.highest_mode.unwrap_or(HIGHEST_MODE);
            body.highest_mode = body.shape.is_some().then_some(own.min(common.highest_mode));
        }
    }

    /// A blow of its hammer at a time (s), at a speed (m/s) and a place along the object, if that is
    /// not where the scene has it.
    pub(crate) fn blow(&self, time: f64, velocity: f64, place: Option<f64>) -> Strike {
        let body = self.bodies[self.hammer].name.clone();
        let [first, _] = &self.contacts[self.strike].between;
        // The first body of a contact moves towards the second.
        let velocity = if *first == body { velocity } else { -velocity };
        let at = place.and_then(|place| {
            let object = &self.bodies[self.object].name;
            Some(match self.contacts[self.strike].at.get(object)? {
                At::On([_, across]) => At::On([place, *across]),
                At::Along(_) => At::Along(place),
                At::Name(_) => return None,
            })
        });
        Strike { body, time, velocity, at }
    }
}

/// A mode as near as this to a pitch that is given is the one that gives it.
const NEAR: f64 = 0.03;

/// The mode that gives an object its pitch, if it has a shape, and that pitch (Hz): the mode next to
/// the pitch that is given, or the lowest that the hammer brings out.
fn pitch_of(
    plan: &Plan,
    stroke: &Stroke,
    given: Option<f64>,
) -> Result<(Option<Low>, f64), InstrumentError> {
    let object = stroke.object;
    let silent = || refuse(format!("body `{}` does not ring", plan.name(object)));
    match &plan.bodies[object].kind {
        Kind::Shape { shape, material, .. } => {
            let lowest = || struck_mode(plan, stroke, shape, material);
            let Some(about) = given.or_else(lowest) else { return silent() };
            let Some(first) = nearest(shape, material, about, None) else { return silent() };
            let near = (first.frequency / about - 1.0).abs() < NEAR;
            let first = if near { Some(first) } else { nearest(shape, material, 1.0, None) };
            let pitch = first.filter(|_| near).map_or(about, |first| first.frequency);
            Ok((first, pitch))
        }
        Kind::Modes { modes, .. } => {
            let ringing = modes.iter().map(|mode| mode.omega).filter(|omega| *omega > 0.0);
            let lowest = ringing.reduce(f64::min).map(|omega| omega / TAU);
            given.or(lowest).map_or_else(silent, |pitch| Ok((None, pitch)))
        }
        Kind::Wall | Kind::Mass { .. } => silent(),
    }
}

/// The lowest mode that rings after a blow (Hz).
fn struck_mode(plan: &Plan, stroke: &Stroke, shape: &Shape, material: &Material) -> Option<f64> {
    const LEAST: f64 = 0.05;
    let lowest = nearest(shape, material, 1.0, None)?.frequency;
    let object = shape.resonator().object(material, 4.0 * lowest);
    let place = place_in(plan, stroke.contact, stroke.object)?;
    let weights = object.weights(place);
    let mut modes = object.modes.iter().zip(weights);
    let struck = |(mode, weight): &(&DesignedMode, f64)| {
        mode.frequency > 0.0 && mode.motion != Motion::Whole && weight * weight >= LEAST
    };
    modes.find(struck).map_or(Some(lowest), |(mode, _)| Some(mode.frequency))
}

/// The keys around the pitch (Hz) of an object: larger and smaller ones that a maker would make.
fn usual_keys(pitch: f64) -> [u8; 2] {
    let key = |way: f64| (nearest_key(pitch) + way).clamp(0.0, 127.0) as u8;
    [key(-LOWER), key(HIGHER)]
}

/// The number of the key nearest to a pitch (Hz), also beyond those that there are.
fn nearest_key(pitch: f64) -> f64 {
    (69.0 + 12.0 * (pitch / 440.0).log2()).round()
}

/// The frequency that a shape is given, if it is (Hz).
fn given_frequency(plan: &Plan, object: usize) -> Option<f64> {
    let Kind::Shape { shape, .. } = &plan.bodies[object].kind else { return None };
    shape.resonator().fields().iter().find(|field| field.name == "frequency")?.value
}

/// Modes of something of the same form that is heard so much higher: smaller in proportion.
fn scale(modes: &mut Modes, ratio: f64) {
    let by = |numbers: &Numbers, factor: f64| match numbers {
        Numbers::All(value) => Numbers::All(value * factor),
        Numbers::Each(values) => Numbers::Each(values.iter().map(|v| v * factor).collect()),
    };
    modes.frequency = by(&modes.frequency, ratio);
    modes.mass = by(&modes.mass, ratio.powi(-3));
}

/// The mean mass (kg) and the lowest frequency (Hz) of given modes.
fn mean_and_lowest(modes: &Modes) -> (f64, f64) {
    let masses = modes.mass.written();
    let mass = masses.iter().sum::<f64>() / masses.len().max(1) as f64;
    let lowest = modes.frequency.written().iter().copied().filter(|f| *f > 0.0);
    (mass, lowest.fold(f64::INFINITY, f64::min).min(1e5))
}

/// A place as scenes write it.
fn at([along, across]: Place) -> At {
    if across.is_nan() { At::Along(along) } else { At::On([along, across]) }
}

/// The place where a contact touches a body, if it is one on a shape.
pub(crate) fn place_in(plan: &Plan, contact: usize, body: usize) -> Option<Place> {
    let contact = &plan.contacts[contact];
    let side = contact.between.iter().position(|b| *b == body)?;
    match contact.at[side] {
        Spot::Place(place) => Some(place),
        Spot::Weights(_) => None,
    }
}
