//! What scrapes and rolls: a mass that is pressed on an object and moved along it while it sounds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use carom::law::{Damping, Law};
use carom::{Body, ContactId, InvalidValue, Mode, PortId, Travel, Voice, World};
use carom_files::csv::Tables;
use carom_scene::plan::Plan;
use carom_scene::surface::{Ball, Profile, Rough, Surface};
use carom_shapes::touch::hardness_law;

use crate::key::Places;

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    /// kg.
    mass: f64,
    /// The radius of its surface (m).
    radius: f64,
}

/// The tip of a probe that scrapes, and a ball that rolls.
const KINDS: [Kind; 2] = [Kind { mass: 0.004, radius: 5e-4 }, Kind { mass: 0.03, radius: 1e-2 }];

/// The hardness of both, and their loss (s/m).
const HARDNESS: f64 = 0.75;
const LOSS: f64 = 4.0;

/// The roughness of an object whose scene gives it none.
const ROUGH: Rough = Rough { rms: 1.5e-5, correlation: 4e-4, finest: None, hurst: 0.8, seed: 1 };

/// The radius of the patch of contact, beside that of the surface.
const PATCH: f64 = 0.05;

/// The length of a surface (m). Beyond it comes the same backwards.
const LENGTH: f64 = 1.0;

/// Where it waits (m): so far that nothing ever looks whether it touches, even while dampers move.
pub(crate) const AWAY: f64 = 1e6;

/// How near to an end of an object it turns round, as a share of its length.
const MARGIN: f64 = 0.08;

/// How soon it gets to where it is drawn (s), and how fast at the most (m/s).
const SOON: f64 = 0.03;
const FASTEST: f64 = 5.0;

/// The surface of an instrument's objects, as a tip and as a ball feel it: that of the scene's first
/// roll or scrape, or a rough one.
pub(crate) fn surfaces(plan: &Plan) -> Option<[Arc<Profile>; 2]> {
    let height = match plan.ways.first() {
        Some(way) => way.height.clone(),
        None => Surface::Rough(ROUGH).load(&mut Tables::default()).ok()?,
    };
    let profile = |Kind { radius, .. }: Kind| {
        let ball = Ball { radius, patch: PATCH * radius };
        Profile::new(&height, &ball, LENGTH).map(Arc::new).ok()
    };
    let [tip, ball] = KINDS;
    Some([profile(tip)?, profile(ball)?])
}

/// Numbers that the owner of a voice changes while its path is read. Both are on one thread.
#[derive(Debug, Default)]
struct Number(AtomicU64);

impl Number {
    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Ordering::Relaxed);
    }
}

/// A path that is steered: along a line at a speed, from a place at a time.
#[derive(Debug)]
struct Path {
    places: Arc<Places>,
    /// The length of the object (m).
    length: f64,
    surfaces: [Arc<Profile>; 2],
    /// Which surface; −1 while nothing moves.
    kind: Number,
    /// m, s and m/s.
    place: Number,
    time: Number,
    speed: Number,
}

impl Path {
    fn position(&self, time: f64) -> f64 {
        self.place.get() + self.speed.get() * (time - self.time.get())
    }

    fn height(&self, position: f64) -> f64 {
        let within = position.rem_euclid(2.0 * LENGTH);
        let place = if within > LENGTH { 2.0 * LENGTH - within } else { within };
        self.surfaces[usize::from(self.kind.get() > 0.5)].at(place)
    }
}

impl Travel for Path {
    fn gap(&self, time: f64) -> f64 {
        if self.kind.get() < 0.0 { AWAY } else { -self.height(self.position(time)) }
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        self.places.between(self.position(time) / self.length, weights);
    }

    fn end(&self) -> f64 {
        if self.kind.get() < 0.0 { 0.0 } else { f64::INFINITY }
    }
}

/// What moves the probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// Back and forth over the object, at this speed (m/s).
    Along(f64),
    /// To a place, from 0 to 1.
    To(f64),
}

/// The probe of a key.
#[derive(Debug)]
pub(crate) struct Probe {
    body: Body,
    contact: ContactId,
    port: PortId,
    path: Arc<Path>,
    force: f64,
}

impl Probe {
    /// Adds a probe to the world of a key; its first contact is `near` (a share of the length).
    pub(crate) fn new(
        world: &mut World,
        object: &Body,
        places: &Arc<Places>,
        (length, near): (f64, f64),
        surfaces: [Arc<Profile>; 2],
    ) -> Result<Self, InvalidValue> {
        let mass = KINDS[0].mass;
        let hard = hardness_law(mass, HARDNESS, None, 0.5)?;
        let (k, alpha) = (hard.potential().stiffness_coefficient(), hard.potential().exponent());
        let law = Law::hunt_crossley(k, alpha, Damping::Mu(LOSS))?.without_adhesion()?;
        let body = world.mass(mass)?;
        let contact = world.contact(&body, object.weighing(places.nearest(near))?, law)?;
        world.gap(contact, AWAY)?;
        let path = Arc::new(Path {
            places: Arc::clone(places),
            length,
            surfaces,
            kind: Number::default(),
            place: Number::default(),
            time: Number::default(),
            speed: Number::default(),
        });
        path.kind.set(-1.0);
        path.place.set(near * length);
        world.travel(contact, object, Arc::clone(&path) as Arc<dyn Travel>)?;
        let port = world.port(&body)?;
        Ok(Self { body, contact, port, path, force: 0.0 })
    }

    /// Whether it is on the object.
    pub(crate) fn is_on(&self) -> bool {
        self.path.kind.get() >= 0.0
    }

    /// Puts it on the object, as a tip or as a ball.
    pub(crate) fn put_on(&mut self, voice: &mut Voice, ball: bool) {
        let now = voice.frames() as f64 * voice.dt();
        let place = self.path.position(now);
        let place = place.clamp(MARGIN * self.path.length, (1.0 - MARGIN) * self.path.length);
        self.path.place.set(place);
        self.path.time.set(now);
        self.path.speed.set(0.0);
        self.path.kind.set(f64::from(u8::from(ball)));
        let mass = KINDS[usize::from(ball)].mass;
        let _ = voice.modes(&self.body, &[Mode::free(mass)]);
        let _ = voice.gap(self.contact, -self.path.height(place), 0.0);
        let _ = voice.strike(self.contact, 0.0);
        self.force = 0.0;
    }

    /// Takes it off.
    pub(crate) fn take_off(&mut self, voice: &mut Voice) {
        if self.is_on() {
            let now = voice.frames() as f64 * voice.dt();
            let place = self.path.position(now);
            self.path.place.set(place);
            self.path.time.set(now);
            self.path.speed.set(0.0);
            self.path.kind.set(-1.0);
            let _ = voice.push(self.port, 0.0);
            let _ = voice.gap(self.contact, AWAY, 0.0);
            self.force = 0.0;
        }
    }

    /// Presses and moves it; what it was given before is followed by a share.
    pub(crate) fn steer(&mut self, voice: &mut Voice, way: Way, force: f64, share: f64) {
        if !self.is_on() {
            return;
        }
        let now = voice.frames() as f64 * voice.dt();
        let (place, speed) = (self.path.position(now), self.path.speed.get());
        let [low, high] = [MARGIN, 1.0 - MARGIN].map(|end| end * self.path.length);
        let wanted = match way {
            Way::Along(fast) => {
                let back = place > high || (place > low && speed < 0.0);
                if back { -fast } else { fast }
            }
            Way::To(to) => {
                let to = (to * self.path.length).clamp(low, high);
                ((to - place) / SOON).clamp(-FASTEST, FASTEST)
            }
        };
        let turns = matches!(way, Way::Along(_)) && wanted * speed < 0.0;
        let speed = if turns { wanted } else { speed + share * (wanted - speed) };
        self.path.place.set(place);
        self.path.time.set(now);
        self.path.speed.set(speed);
        let pressed = self.force + share * (force - self.force);
        if (pressed - self.force).abs() > 1e-4 * force.max(1e-3) {
            self.force = pressed;
            let _ = voice.push(self.port, pressed);
        }
    }
}
