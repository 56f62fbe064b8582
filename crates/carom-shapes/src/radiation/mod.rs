//! What is heard of a thing far away, and what that costs it.
//!
//! Every mode has a far field of its own, by what of the thing moves the air ([`Radiator`]) and by
//! its shape, which is taken from the object on a grid of places:
//!
//! - flat faces in a wall: Rayleigh's integral;
//! - flat things of which both sides are heard, strips and solids: the same with the acoustic
//!   short-circuit around their edges;
//! - rods and tubes: cylinders that swing; round shells: the spherical harmonics of their motion
//!   along the normal; spaces of gas: a small sphere that breathes at each opening.
//!
//! What a mode loses follows from the same field over all directions, so that what is heard and what
//! it costs are one account. A blow is not a tone: below and above the frequency of a mode its far
//! field is shaped as that of the sphere, of some order and radius, that is most like it.

mod around;
mod blow;
mod flat;
mod openings;
mod rod;
mod round;
mod shell;
#[cfg(test)]
mod tests;

use std::f64::consts::TAU;
use std::fmt;

use crate::air::face::Rectangle;
use crate::air::{Air, Complex};

use self::blow::Sphere;
use crate::{DesignedMode, Face, Motion, Object, Radiator};
use carom::{FarField, Heard, Listener};

/// Up to which frequency (Hz) modes are heard.
pub const HIGHEST_HEARD: f64 = 20_000.0;

/// Of a thing with more modes than this the higher ones are not heard, which bounds time and memory.
pub const MOST_HEARD: usize = 2048;

/// The most values of shapes at places.
const MOST_VALUES: usize = 20_000_000;

/// Wave number times the radius of the filter's sphere where motions of the whole are compared with
/// it: so low that the longest thing is short beside the wave.
const LONG: f64 = 0.01;

/// The far fields of the modes of something.
trait Source: fmt::Debug + Send + Sync {
    /// The far field of a mode over its acceleration (Pa·m per m/s²), timed from the middle.
    fn field(&self, mode: usize, k: f64, direction: [f64; 3]) -> Complex<f64>;

    /// The integral of its square over all directions.
    fn square(&self, mode: usize, k: f64) -> f64;

    /// The radius of the sphere whose filters shape a blow (m).
    fn radius(&self) -> f64;
}

/// How the modes of an object move the air.
#[derive(Debug)]
pub struct Radiation {
    source: Option<Box<dyn Source>>,
    air: Air,
    modes: Vec<Tone>,
    /// How many modes there are, with those that are not heard.
    count: usize,
}

/// A mode that is heard.
#[derive(Clone, Copy, Debug)]
struct Tone {
    /// Wave number of its sound (1/m), 0 if it does not ring.
    k: f64,
    mass: f64,
    whole: bool,
    /// The integral of its squared field over all directions.
    square: f64,
    /// What shapes its blow.
    sphere: Sphere,
}

/// What sources have to know: the object and how many of its modes are heard.
#[derive(Clone, Copy)]
struct Sampled<'a> {
    object: &'a Object,
    count: usize,
    /// The highest wave number of their sound (1/m).
    k: f64,
    air: Air,
}

impl Radiation {
    /// Of an object and what of it moves the air.
    #[must_use]
    pub fn new(radiator: &Radiator, object: &Object, air: &Air) -> Self {
        let heard = object.modes.iter().take_while(|mode| mode.frequency <= HIGHEST_HEARD);
        let mut sampled =
            Sampled { object, count: heard.count().min(MOST_HEARD), k: 0.0, air: *air };
        sampled.bound(radiator);
        let count = sampled.count;
        let wave_number = |frequency: f64| TAU * frequency / air.speed;
        let source = (count > 0).then(|| sampled.source(radiator)).flatten();
        let reach = radiator.reach();
        let tone = |source: &dyn Source, i: usize, mode: &DesignedMode| {
            let k = wave_number(mode.frequency);
            let whole = mode.motion == Motion::Whole || mode.frequency <= 0.0;
            let sphere = if whole {
                blow::of_whole(source, i, LONG / source.radius())
            } else {
                blow::of_mode(source, i, [k, sampled.k], reach)
            };
            let square = if whole { 0.0 } else { source.square(i, k) };
            Tone { k, mass: mode.mass, whole, square, sphere }
        };
        let heard = source.iter().flat_map(|source| {
            let modes = object.modes[..count].iter().enumerate();
            modes.map(|(i, mode)| tone(&**source, i, mode))
        });
        let modes = heard.collect();
        Self { source, air: *air, modes, count: object.modes.len() }
    }

    /// What each mode loses by it (1/s): R/2m of the resistance R that it meets. Modes that are not
    /// heard and motions of the whole lose nothing here.
    #[must_use]
    pub fn losses(&self) -> Vec<f64> {
        let loss = |tone: &Tone| {
            let omega = tone.k * self.air.speed;
            0.5 * self.air.resistance(omega, tone.square) / tone.mass
        };
        let mut losses: Vec<f64> = self.modes.iter().map(loss).collect();
        losses.resize(self.count, 0.0);
        losses
    }

    /// How every mode is heard at a place, which should be farther away than the thing is large.
    #[must_use]
    pub fn heard_by(&self, listener: &Listener) -> FarField {
        let Some(source) = &self.source else {
            let delay = listener.distance / self.air.speed;
            let modes = vec![Heard::default(); self.count];
            return FarField { delay, filters: Vec::new(), modes };
        };
        let mut hearing =
            Hearing { source: &**source, air: self.air, listener, spheres: Vec::new() };
        let mut modes: Vec<Heard> =
            self.modes.iter().enumerate().map(|(i, tone)| hearing.hear(i, tone)).collect();
        modes.resize(self.count, Heard::default());
        let filters = hearing.spheres.iter().map(|sphere| sphere.filter(&self.air)).collect();
        FarField { delay: (listener.distance - source.radius()) / self.air.speed, filters, modes }
    }
}

/// A rigid ball of a radius (m) that moves along z, such as a free mass: a dipole, exactly.
#[must_use]
pub fn ball(radius: f64, listener: &Listener, air: &Air) -> FarField {
    let gain = listener.direction[2] / listener.distance;
    FarField {
        delay: (listener.distance - radius) / air.speed,
        filters: vec![Sphere { order: 1, radius }.filter(air)],
        modes: vec![Heard { ring: [0.0; 2], filter: Some(0), gain }],
    }
}

/// One listener while the modes are gone through.
struct Hearing<'a> {
    source: &'a dyn Source,
    air: Air,
    listener: &'a Listener,
    /// Of the filters so far.
    spheres: Vec<Sphere>,
}

impl Hearing<'_> {
    fn hear(&mut self, mode: usize, tone: &Tone) -> Heard {
        let Listener { distance, direction } = *self.listener;
        // The filter at a wave number, and the field, both timed as the delay says.
        let filter = |k: f64| self.air.density * tone.sphere.at(k);
        let radius = self.source.radius();
        let field = |k: f64| {
            let near = Complex::from_polar(1.0 / distance, -k * radius);
            self.source.field(mode, k, direction) * near
        };
        let known = self.spheres.iter().position(|sphere| *sphere == tone.sphere);
        let place = known.unwrap_or(self.spheres.len());
        if known.is_none() {
            self.spheres.push(tone.sphere);
        }
        if tone.whole {
            let k = LONG / radius;
            let gain = (field(k) / filter(k)).re;
            let ring = if tone.k > 0.0 { gain * filter(tone.k) } else { 0.0.into() };
            return Heard { ring: [ring.re, ring.im], filter: Some(place), gain };
        }
        let (ring, shape) = (field(tone.k), filter(tone.k));
        let gain = (ring.norm() / shape.norm()).copysign((ring * shape.conj()).re);
        Heard { ring: [ring.re, ring.im], filter: Some(place), gain }
    }
}

impl Sampled<'_> {
    /// None of what is silent.
    fn source(self, radiator: &Radiator) -> Option<Box<dyn Source>> {
        Some(match radiator {
            Radiator::Silent => return None,
            Radiator::Front(Face::Rectangle(size)) => Box::new(flat::Front::new(self, *size)),
            Radiator::Front(Face::Round(size)) => Box::new(round::Front::new(self, *size)),
            Radiator::BothSides(Face::Rectangle([length, width])) => {
                Box::new(flat::Free::new(self, [*length, *width, 0.0]))
            }
            Radiator::BothSides(Face::Round(size)) => Box::new(round::Free::new(self, *size)),
            Radiator::Strip(sides) | Radiator::Solid(sides) => {
                Box::new(flat::Free::new(self, *sides))
            }
            Radiator::Rod(size) => Box::new(rod::Rod::new(self, *size)),
            Radiator::Shell(size) => Box::new(shell::Shell::new(self, *size)),
            Radiator::Openings(length, open) => {
                Box::new(openings::Openings::new(self, *length, open)?)
            }
        })
    }

    /// Finds the highest wave number of the sound, and leaves out modes while there would be too
    /// many values.
    fn bound(&mut self, radiator: &Radiator) {
        loop {
            let highest = self.object.modes[..self.count].last().map_or(0.0, |mode| mode.frequency);
            self.k = TAU * highest / self.air.speed;
            let places = match *radiator {
                Radiator::Front(Face::Rectangle(size))
                | Radiator::BothSides(Face::Rectangle(size)) => self.places_on(size),
                Radiator::Strip([length, width, _]) | Radiator::Solid([length, width, _]) => {
                    self.places_on([length, width])
                }
                _ => 0,
            };
            if places.saturating_mul(self.count) <= MOST_VALUES {
                return;
            }
            self.count = self.count * 3 / 4;
        }
    }

    fn places_on(&self, size: [f64; 2]) -> usize {
        Rectangle::new(size, self.waves_on(size), self.k).count()
    }

    /// The weights of the modes that are heard.
    fn weights(&self, place: crate::Place) -> Vec<f64> {
        let mut weights = vec![0.0; self.count];
        self.object.forms.face_weights(place, &mut weights);
        weights
    }

    /// The highest wave number (1/m) of the shapes on a rectangle with so many modes below: with m
    /// modes along a bar mπ/length, with m on a plate from m = κ²·area/4π − κ·edges/4π, which is
    /// the fewest that any edges have (Weyl's law).
    fn waves_on(&self, [length, width]: [f64; 2]) -> f64 {
        let count = self.count as f64;
        let (sides, area) = (length + width, length * width);
        (sides + (sides * sides + 4.0 * std::f64::consts::PI * count * area).sqrt()) / area
    }
}
