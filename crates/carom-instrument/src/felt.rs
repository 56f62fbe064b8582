//! The damper: a pad of felt that is pressed on an object and takes its energy.

use std::f64::consts::LN_10;

use carom::InvalidValue;
use carom::law::spec::{HuntCrossley, LawSpec};
use carom::law::{Damping, Law};
use carom_shapes::{DesignedMode, Motion, Object, Place, Places};

/// How far the pad is from the object when it is up (m), and how far it is pressed in when it is
/// down.
pub(crate) const UP: f64 = 1e-3;
pub(crate) const DEPTH: f64 = 5e-4;

/// How long it takes to come down and to go up when a key is struck (s).
pub(crate) const DOWN_TIME: f64 = 0.015;
pub(crate) const UP_TIME: f64 = 0.002;

/// The exponent of felt.
const EXPONENT: f64 = 1.5;

/// The force is that which the loss would have at this speed (m/s): a pad that is pressed more
/// would hold the object instead of damping it.
const SPEED: f64 = 0.002;

/// How much of its depth the pad may push the object away.
const PUSHED: f64 = 0.3;

/// What has to be known of an object to damp it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Damped {
    /// How many pads share the work.
    pub(crate) pads: usize,
    /// kg.
    pub(crate) mass: f64,
    /// How far it gives way to a constant force where the pad is (m/N).
    pub(crate) compliance: f64,
    /// The square of the weight there of that of its lowest modes which moves least.
    pub(crate) square: f64,
}

impl Damped {
    /// Stiffness (N/m^1.5) and loss (s/m) of a pad that takes 60 dB in such a time (s).
    fn stiffness_and_loss(&self, t60: f64) -> (f64, f64) {
        let resistance = self.resistance(t60);
        let force = (SPEED * resistance).min(PUSHED * DEPTH / self.compliance);
        (force / DEPTH.powf(EXPONENT), resistance / force)
    }

    /// The law of such a pad.
    pub(crate) fn law(&self, t60: f64) -> Result<Law, InvalidValue> {
        let (stiffness, mu) = self.stiffness_and_loss(t60);
        Law::hunt_crossley(stiffness, EXPONENT, Damping::Mu(mu))
    }

    /// The same as a scene writes it.
    pub(crate) fn written(&self, t60: f64) -> LawSpec {
        let (stiffness, mu) = self.stiffness_and_loss(t60);
        HuntCrossley { stiffness, exponent: EXPONENT, mu: Some(mu), ..HuntCrossley::default() }
            .into()
    }

    /// The viscous resistance that takes 60 dB in such a time (N·s/m): a mode of mass m that moves
    /// by w where the pad is decays as exp(−R·w²·t/2m).
    fn resistance(&self, t60: f64) -> f64 {
        2.0 * self.mass * 3.0 * LN_10 / t60 / self.square / self.pads as f64
    }
}

/// How far apart two pads on something round are (turns): a mode that has a node at one of them moves
/// at the other.
const APART: f64 = 0.085;

/// Where pads reach the modes from a pitch (Hz) on best, where the one that moves least there moves
/// most, and the mean square of its weights there.
pub(crate) fn places(object: &Object, places: Places, pitch: f64) -> (Vec<Place>, f64) {
    const STEPS: usize = 25;
    let along = (0..STEPS).map(|i| (f64::from(i as u32) + 0.5) / STEPS as f64);
    let across: &[f64] = match places {
        Places::Line => &[f64::NAN],
        Places::Rectangle => &[0.07, 0.23, 0.39],
        Places::Round => &[0.0, 0.03, 0.07, 0.11, 0.17],
    };
    let all = along.flat_map(|a| across.iter().map(move |b| [a, *b])).map(|[along, across]| {
        let other = [along, across + APART];
        let all = [[along, across], other].map(|place| places.whole(place));
        if places == Places::Round { all.to_vec() } else { all[..1].to_vec() }
    });
    let all: Vec<_> = all.map(|pads| (squares(object, &pads, pitch), pads)).collect();
    // A bar that twists does not move along its middle: no pad there reaches such a mode, no hammer either.
    let moves = |mode: usize| all.iter().any(|(squares, _)| squares[mode] > 1e-6);
    let mut best = (vec![places.touched()], f64::MIN_POSITIVE);
    for (squares, pads) in &all {
        let moving = squares.iter().enumerate().filter(|(mode, _)| moves(*mode));
        let moving: Vec<f64> = moving.map(|(_, square)| *square).collect();
        let least = moving.iter().copied().fold(f64::INFINITY, f64::min);
        if least.is_finite() && least > best.1 {
            best = (pads.clone(), least);
        }
    }
    best
}

/// For each of the lowest modes the mean square of its weights at some places.
fn squares(object: &Object, pads: &[Place], pitch: f64) -> Vec<f64> {
    let mut sums = Vec::new();
    for place in pads {
        for (i, weight) in lowest(object, *place, pitch).enumerate() {
            if i == sums.len() {
                sums.push(0.0);
            }
            sums[i] += weight * weight / pads.len() as f64;
        }
    }
    sums
}

/// The weights of the lowest modes that ring, from a pitch (Hz) on.
fn lowest(object: &Object, place: Place, pitch: f64) -> impl Iterator<Item = f64> {
    const LOWEST: usize = 6;
    let weights = object.weights(place).into_iter().zip(&object.modes);
    let rings = |mode: &DesignedMode| mode.motion != Motion::Whole && mode.frequency > 0.7 * pitch;
    let lowest = weights.filter(|(_, mode)| rings(mode)).map(|(weight, _)| weight).take(LOWEST);
    lowest.collect::<Vec<_>>().into_iter()
}
