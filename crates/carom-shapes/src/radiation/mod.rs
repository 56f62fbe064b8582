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
//! field is shaped as that of the sphere of the same order, of which it is a multiple.

mod around;
mod flat;
mod openings;
mod rod;
mod round;
mod shell;
#[cfg(test)]
mod tests;

use std::f64::consts::TAU;
use std::fmt;

use carom_air::{Air, Complex, sphere};

use crate::{Face, Motion, Object, Radiator};
use carom::{FarField, Heard, Listener, Rational};

/// Up to which frequency (Hz) modes are heard.
pub const HIGHEST_HEARD: f64 = 20_000.0;

/// Of a thing with more modes than this the higher ones are not heard, which bounds time and memory.
pub const MOST_HEARD: usize = 2048;

/// The highest order of a filter.
const HIGHEST_ORDER: u32 = 6;

/// Wave number times the radius of the filter's sphere where motions of the whole are compared with
/// it: so low that the longest thing is short beside the wave.
const LONG: f64 = 0.01;

/// At which share of its frequency the far field of a mode is compared with those of spheres.
const BELOW: f64 = 1.0 / 3.0;

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
    /// The order of its filter.
    order: u32,
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
        let wave_number = |frequency: f64| TAU * frequency / air.speed;
        let count = heard.count().min(MOST_HEARD);
        let k = object.modes[..count].last().map_or(0.0, |mode| wave_number(mode.frequency));
        let sampled = Sampled { object, count, k, air: *air };
        let source = (count > 0).then(|| sampled.source(radiator)).flatten();
        let tone = |(i, mode): (usize, &crate::DesignedMode)| {
            let k = wave_number(mode.frequency);
            let whole = mode.motion == Motion::Whole || mode.frequency <= 0.0;
            let (square, order) = source.as_deref().map_or((0.0, 0), |source| {
                let k = if whole { LONG / source.radius() } else { k };
                order(source, i, k)
            });
            Tone { k, mass: mode.mass, whole, square, order }
        };
        let modes = object.modes[..count].iter().enumerate().map(tone).collect();
        Self { source, air: *air, modes, count: object.modes.len() }
    }

    /// What each mode loses by it (1/s): R/2m of the resistance R that it meets. Modes that are not
    /// heard and motions of the whole lose nothing.
    #[must_use]
    pub fn losses(&self) -> Vec<f64> {
        let loss = |tone: &Tone| {
            let omega = tone.k * self.air.speed;
            let resistance = self.air.resistance(omega, tone.square);
            if tone.whole { 0.0 } else { 0.5 * resistance / tone.mass }
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
            Hearing { source: &**source, air: self.air, listener, orders: Vec::new() };
        let mut modes: Vec<Heard> =
            self.modes.iter().enumerate().map(|(i, tone)| hearing.hear(i, tone)).collect();
        modes.resize(self.count, Heard::default());
        let radius = source.radius();
        let filter = |order: &u32| filter(*order, radius, &self.air);
        let filters = hearing.orders.iter().map(filter).collect();
        FarField { delay: (listener.distance - radius) / self.air.speed, filters, modes }
    }
}

/// A rigid ball of a radius (m) that moves along z, such as a free mass: a dipole, exactly.
#[must_use]
pub fn ball(radius: f64, listener: &Listener, air: &Air) -> FarField {
    let gain = listener.direction[2] / listener.distance;
    FarField {
        delay: (listener.distance - radius) / air.speed,
        filters: vec![filter(1, radius, air)],
        modes: vec![Heard { ring: [0.0; 2], filter: Some(0), gain }],
    }
}

/// The far field of a sphere of some degree over the acceleration of its surface (Pa·m per m/s²), from
/// the time on when its near side is heard.
fn filter(order: u32, radius: f64, air: &Air) -> Rational {
    let rate = air.speed / radius;
    let scale = air.density * radius * radius * rate;
    let (poles, residues) = sphere::fractions(order)
        .into_iter()
        .map(|[pole, residue]| {
            let ([p, r], [s, t]) = ([pole.re, pole.im], [residue.re, residue.im]);
            ([rate * p, rate * r], [scale * s, scale * t])
        })
        .unzip();
    Rational { poles, residues }
}

/// The integral of a mode's squared field at a wave number over all directions, and the order of
/// the sphere whose field falls most alike below.
fn order(source: &dyn Source, mode: usize, k: f64) -> (f64, u32) {
    let square = source.square(mode, k);
    let falls = source.square(mode, BELOW * k) / square;
    let sphere =
        |order: u32, k: f64| sphere::far(order, Complex::new(0.0, k * source.radius())).norm_sqr();
    let apart = |order: &u32| (sphere(*order, BELOW * k) / sphere(*order, k) / falls).ln().abs();
    let orders = (0..=HIGHEST_ORDER).min_by(|a, b| apart(a).total_cmp(&apart(b)));
    (square, orders.unwrap_or(0))
}

/// One listener while the modes are gone through.
struct Hearing<'a> {
    source: &'a dyn Source,
    air: Air,
    listener: &'a Listener,
    /// Of the filters so far.
    orders: Vec<u32>,
}

impl Hearing<'_> {
    fn hear(&mut self, mode: usize, tone: &Tone) -> Heard {
        let Listener { distance, direction } = *self.listener;
        let radius = self.source.radius();
        // The filter at a wave number, and the field as the filter times it: from the near side.
        let filter = |k: f64| {
            let z = Complex::new(0.0, k * radius);
            self.air.density * radius * radius * sphere::far(tone.order, z)
        };
        let field = |k: f64| {
            let near = Complex::from_polar(1.0 / distance, -k * radius);
            self.source.field(mode, k, direction) * near
        };
        let known = self.orders.iter().position(|order| *order == tone.order);
        let place = known.unwrap_or(self.orders.len());
        if known.is_none() {
            self.orders.push(tone.order);
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
            Radiator::Front(Face::Rectangle(size)) => Box::new(flat::Flat::front(self, *size)),
            Radiator::BothSides(Face::Rectangle([length, width])) => {
                Box::new(flat::Flat::free(self, [*length, *width, 0.0]))
            }
            Radiator::Strip(sides) | Radiator::Solid(sides) => {
                Box::new(flat::Flat::free(self, *sides))
            }
            Radiator::Front(Face::Round(size)) => Box::new(round::Round::new(self, *size, false)),
            Radiator::BothSides(Face::Round(size)) => {
                Box::new(round::Round::new(self, *size, true))
            }
            Radiator::Rod(size) => Box::new(rod::Rod::new(self, *size)),
            Radiator::Shell(size) => Box::new(shell::Shell::new(self, *size)),
            Radiator::Openings(length, open) => {
                Box::new(openings::Openings::new(self, *length, open)?)
            }
        })
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
