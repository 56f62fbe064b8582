//! What a plan holds: bodies, contacts, pickups and what happens to them, with indices instead of names.

use std::f64::consts::FRAC_PI_4;

use carom::law::Law;
use carom::{Hands, Listener, Mode, Options, Quantity, Substeps, Voice, World};
use carom_schemes::correction::Correction;
use carom_schemes::{How, Method};
use carom_shapes::material::Material;
use carom_shapes::{HIGHEST_MODE, Place, Shape};

use super::{Journey, PlannedInstrument, PlannedLosses};
use crate::scene::{Format, Level};
use crate::surface::Height;

/// What is built and rendered. SI units.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the scene is called.
    pub title: Option<String>,
    /// What to listen for.
    pub description: Option<String>,
    /// Samples per second.
    pub sample_rate: f64,
    /// The scheme.
    pub method: Method,
    /// Steps per sample while bodies touch.
    pub substeps: Substeps,
    /// What is corrected.
    pub correction: Correction,
    /// How long (s); nothing for as long as it sounds.
    pub duration: Option<f64>,
    /// How loud.
    pub level: Level,
    /// The format of the sound file.
    pub format: Format,
    /// The bodies, in the order of the scene; others name them by their index.
    pub bodies: Vec<PlannedBody>,
    /// The contacts, in the order of the scene.
    pub contacts: Vec<PlannedContact>,
    /// New approaches of free masses, by time: strikes and drum rolls.
    pub strikes: Vec<Approach>,
    /// Contacts whose gap changes, by time.
    pub presses: Vec<PlannedPress>,
    /// Hands that damp bodies, by time.
    pub damps: Vec<PlannedDamp>,
    /// Bodies that are moved over others: rolls and scrapes.
    pub ways: Vec<Way>,
    /// Bodies that hands draw over others.
    pub drawn: Vec<Drawn>,
    /// What is picked up.
    pub pickups: Vec<PlannedPickup>,
    /// How it is played from keys; nothing where no free mass can strike something that rings.
    pub instrument: Option<PlannedInstrument>,
}

/// A body.
#[derive(Clone, Debug)]
pub struct PlannedBody {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// What a body is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A wall, which never moves.
    Wall,
    /// A free mass.
    Mass {
        /// kg.
        mass: f64,
        /// The radius of its surface where it is touched (m), if it has one.
        radius: Option<f64>,
        /// Where it starts.
        start: Start,
    },
    /// Something that rings, its modes given.
    Modes {
        /// Those below half the sample rate.
        modes: Vec<Mode>,
        /// Displacement (m) and velocity (m/s) of each at the start.
        start: Vec<[f64; 2]>,
        /// How many were left out.
        left_out: usize,
    },
    /// Something that rings by its shape.
    Shape {
        /// Its shape.
        shape: Shape,
        /// What it is made of.
        material: Box<Material>,
        /// What else takes its energy.
        losses: PlannedLosses,
        /// Up to which frequency (Hz) its modes are kept, if that was given.
        highest: Option<f64>,
        /// Where it starts as a whole, if nothing holds it.
        start: Start,
    },
}

/// Where something that moves freely starts, and the constant force on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Start {
    /// m.
    pub displacement: f64,
    /// m/s.
    pub velocity: f64,
    /// N, without its weight.
    pub force: f64,
    /// The acceleration of its weight (m/s²), with its sign; 0 without one.
    pub gravity: f64,
    /// The speed of the hardest blow that it is meant for (m/s), if that is given.
    pub hardest_blow: Option<f64>,
}

/// A place on a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Spot {
    /// How far it moves when each mode moves by one.
    Weights(Vec<f64>),
    /// A place on a shape.
    Place(Place),
}

/// Two bodies that may touch.
#[derive(Clone, Debug)]
pub struct PlannedContact {
    /// Its name.
    pub name: String,
    /// Which bodies.
    pub between: [usize; 2],
    /// Where each of them is touched.
    pub at: [Spot; 2],
    /// How far apart they are at rest (m).
    pub gap: f64,
    /// Whether it is one of many points in a line.
    pub in_line: bool,
    /// The contact of whose line this is a further point, if it is one.
    pub point_of: Option<usize>,
    /// The most steps per sample for its sake.
    pub most_substeps: Option<u32>,
    /// The law of the force between them.
    pub law: Law,
}

impl PlannedContact {
    /// Whether a displacement of one of its bodies compresses it (+) or opens it (−).
    #[must_use]
    pub fn side(&self, body: usize) -> f64 {
        if self.between[0] == body { 1.0 } else { -1.0 }
    }
}

/// A new approach of a free mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// When (s).
    pub time: f64,
    /// In which contact.
    pub contact: usize,
    /// Which body strikes.
    pub body: usize,
    /// How fast (m/s): the rate of compression.
    pub speed: f64,
    /// Where on the other body, if the contact has to move there.
    pub at: Option<Spot>,
}

/// A contact whose gap changes in a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedPress {
    /// When it begins (s).
    pub time: f64,
    /// Which contact.
    pub contact: usize,
    /// The gap at the end (m).
    pub gap: f64,
    /// How long it takes (s).
    pub over: f64,
}

/// A hand that damps a body from now on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedDamp {
    /// When (s).
    pub time: f64,
    /// Which body.
    pub body: usize,
    /// By how much all its modes decay faster (1/s); 0 for a hand that lets go.
    pub rate: f64,
}

/// A body that is moved over another.
#[derive(Clone, Debug)]
pub struct Way {
    /// What is moved.
    pub ball: usize,
    /// Over what.
    pub ground: usize,
    /// Their contact.
    pub contact: usize,
    /// The radius of what is moved (m).
    pub radius: f64,
    /// What presses it on the ground (N).
    pub press: f64,
    /// How far its centre of mass is from its centre (m).
    pub asymmetry: f64,
    /// From where to where, and how fast.
    pub journey: Journey,
    /// The height of the ground.
    pub height: Height,
}

/// A body that hands draw over another, again and again.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What is drawn.
    pub ball: usize,
    /// Over what.
    pub ground: usize,
    /// Their contact.
    pub contact: usize,
    /// The radius of what is drawn (m).
    pub radius: f64,
    /// What presses it on the ground (N).
    pub press: f64,
    /// The height of the ground.
    pub height: Height,
    /// When and where, by time.
    pub drags: Vec<PlannedDrag>,
}

/// One way of a hand.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedDrag {
    /// When it is put on (s).
    pub time: f64,
    /// The time from place to place (s).
    pub every: f64,
    /// The places, two or more.
    pub path: Vec<Place>,
}

impl PlannedDrag {
    /// When it is lifted (s).
    #[must_use]
    pub fn end(&self) -> f64 {
        self.time + (self.path.len() - 1) as f64 * self.every
    }
}

/// What is picked up of a body.
#[derive(Clone, Debug)]
pub struct PlannedPickup {
    /// Of which body.
    pub body: usize,
    /// How.
    pub hears: Hears,
    /// Whether sound takes no time to get there.
    pub at_once: bool,
    /// How much of it.
    pub gain: f64,
    /// Where in the stereo image: −1 left, 0 centre, 1 right.
    pub pan: f64,
}

impl PlannedPickup {
    /// Its gains to the left and to the right: as loud in the middle as at the sides.
    #[must_use]
    pub fn gains(&self) -> [f64; 2] {
        let angle = (self.pan + 1.0) * FRAC_PI_4;
        [self.gain * angle.cos(), self.gain * angle.sin()]
    }
}

/// How a body is picked up.
#[derive(Clone, Debug, PartialEq)]
pub enum Hears {
    /// What a point of it does.
    Point {
        /// Where.
        at: Spot,
        /// What of its motion.
        quantity: Quantity,
    },
    /// The pressure in the room.
    Room(Listener),
}

impl Hears {
    /// What is recorded.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        match self {
            Self::Point { quantity, .. } => *quantity,
            Self::Room(_) => Quantity::Pressure,
        }
    }
}

impl Plan {
    /// Makes a voice of its world, with these options but the scheme, its steps and its correction as the scene has them.
    pub fn start(&self, world: &World, others: Options) -> Result<(Voice, Hands), carom::Error> {
        let how = How { method: self.method, correction: self.correction, ..How::default() };
        let options = Options {
            substeps: self.substeps,
            // A given number of steps is taken, however large.
            most_substeps: match self.substeps {
                Substeps::Auto => others.most_substeps,
                Substeps::Fixed(count) => count.max(1),
            },
            ..others
        };
        carom_schemes::start(world, self.sample_rate, how, options)
    }

    /// The channels of its sound file: one where every pickup is in the middle.
    #[must_use]
    pub fn channels(&self) -> usize {
        if self.pickups.iter().all(|pickup| pickup.pan == 0.0) { 1 } else { 2 }
    }

    /// Up to which frequency (Hz) modes of a body are heard.
    #[must_use]
    pub fn heard_up_to(&self, body: usize) -> f64 {
        let highest = match self.bodies[body].kind {
            Kind::Shape { highest, .. } => highest,
            _ => None,
        };
        highest.unwrap_or(HIGHEST_MODE).min(0.5 * self.sample_rate)
    }

    /// The name of a body.
    #[must_use]
    pub fn name(&self, body: usize) -> &str {
        self.bodies.get(body).map_or("", |body| &body.name)
    }

    /// The contact that a body makes first.
    #[must_use]
    pub fn first_contact(&self, body: usize) -> Option<usize> {
        self.contacts.iter().position(|contact| contact.between.contains(&body))
    }

    /// How many commands its strikes, presses and hands are.
    #[must_use]
    pub fn commands(&self) -> usize {
        // A probe is put on, pressed and lifted.
        let drags: usize = self.drawn.iter().map(|drawn| 5 * drawn.drags.len()).sum();
        self.strikes.len() + self.presses.len() + self.damps.len() + drags
    }

    /// Whether something is moved over a body in a contact, by a gesture or by hands.
    #[must_use]
    pub fn is_travelled(&self, contact: usize) -> bool {
        self.ways.iter().any(|way| way.contact == contact)
            || self.drawn.iter().any(|drawn| drawn.contact == contact)
    }
}
