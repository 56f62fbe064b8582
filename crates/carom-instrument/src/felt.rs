//! The damper: a pad that is pressed on an object and takes its energy.
//!
//! It clings, so that it takes energy in both directions of the motion and pushes the object hardly
//! away. It comes down slowly, which is heard as a soft thump, and it is taken away at once.

use std::f64::consts::LN_10;

use carom::InvalidValue;
use carom::law::{Damping, Law};
use carom_scene::law::{HuntCrossley, LawSpec};
use carom_shapes::{Motion, Object, Place, Places};

/// How fast a pad comes down (m/s), and how long that takes at least and at most (s). It is taken away
/// at once: a hand that lets go.
const DOWN: f64 = 0.3;
const DOWN_TIMES: [f64; 2] = [0.01, 0.014];

/// How far the lowest mode of an object swings after the hardest blow is taken so many times, at least as this
/// (m) and at most as this.
const SPARE: f64 = 1.2;
const NEAREST: f64 = 2e-4;
const FARTHEST: f64 = 1e-2;

/// A pad that is up is so many times as far away: the other modes and the blows before swing along, and a
/// pad that none of them can reach costs nothing.
const LIFTED: f64 = 5.0;

/// How deep it is pressed in, beside that swing, and at least and at most (m): a deep pad takes long to
/// come to rest.
const DEPTH: f64 = 0.5;
const DEPTHS: [f64; 2] = [1e-4, 5e-3];

/// The exponent of felt.
const EXPONENT: f64 = 1.5;

/// The force is that which the loss would have at this speed (m/s): a pad that is pressed more
/// would hold the object instead of damping it.
const SPEED: f64 = 0.003;

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
    /// The mean square of the weights of its modes there.
    pub(crate) square: f64,
    /// How far it swings there, as [`swing`] has it (m).
    pub(crate) swing: f64,
}

/// How far away a pad must be at least from an object whose lowest mode swings so far (m).
pub(crate) fn swing(lowest: f64) -> f64 {
    (SPARE * lowest).clamp(NEAREST, FARTHEST)
}

impl Damped {
    /// Stiffness (N/m^1.5) and loss (s/m) of a pad that takes 60 dB in such a time (s).
    fn stiffness_and_loss(&self, t60: f64) -> (f64, f64) {
        let resistance = self.resistance(t60);
        let force = (SPEED * resistance).min(PUSHED * self.depth() / self.compliance);
        (force / self.depth().powf(EXPONENT), resistance / force)
    }

    /// How far away the pad is when it is up (m).
    pub(crate) fn up(&self) -> f64 {
        LIFTED * self.swing
    }

    /// How deep the pad is pressed in when it is down (m).
    fn depth(&self) -> f64 {
        (DEPTH * self.swing).clamp(DEPTHS[0], DEPTHS[1])
    }

    /// How the pad comes down: gaps (m), and how long it takes to each (s). First it is where the object hardly
    /// swings, at once and unheard.
    pub(crate) fn lowered(&self) -> [(f64, f64); 2] {
        let time = ((self.swing + self.depth()) / DOWN).clamp(DOWN_TIMES[0], DOWN_TIMES[1]);
        [(self.swing, 0.0), (-self.depth(), time)]
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

/// Where pads best reach the modes that ring from a pitch (Hz) on after a blow at a place: where the
/// one that moves least there moves most. And the (harmonic) mean square of their
/// weights there.
pub(crate) fn places(
    object: &Object,
    places: Places,
    pitch: f64,
    struck: Place,
) -> (Vec<Place>, f64) {
    let modes = struck_modes(object, pitch, struck, places == Places::Round);
    const STEPS: usize = 25;
    let along = (0..STEPS).map(|i| (f64::from(i as u32) + 0.5) / STEPS as f64);
    let across: &[f64] = match places {
        Places::Line => &[f64::NAN],
        Places::Rectangle => &[0.07, 0.23, 0.39],
        Places::Round => &[0.0, 0.03, 0.07, 0.11, 0.17],
    };
    let mut best = (vec![places.touched()], 1.0, f64::NEG_INFINITY);
    for pads in along.flat_map(|a| across.iter().map(move |b| [a, *b])).map(|[along, across]| {
        let other = [along, across + APART];
        let all = [[along, across], other];
        if places == Places::Round { all.to_vec() } else { all[..1].to_vec() }
    }) {
        let squares = squares(object, &modes, &pads);
        let least = squares.iter().copied().fold(f64::INFINITY, f64::min);
        if least > best.2 {
            // Decay times add up: what moves little counts most.
            let mean =
                squares.len() as f64 / squares.iter().map(|square| 1.0 / square).sum::<f64>();
            best = (pads, mean.clamp(1e-3, 1e3), least);
        }
    }
    (best.0, best.1)
}

/// For each of some modes the mean square of its weights at some places.
fn squares(object: &Object, modes: &[usize], pads: &[Place]) -> Vec<f64> {
    let weights: Vec<_> = pads.iter().map(|place| object.weights(*place)).collect();
    let square = |mode: &usize| weights.iter().map(|w| w[*mode] * w[*mode]).sum::<f64>();
    modes.iter().map(|mode| square(mode) / pads.len() as f64).collect()
}

/// The lowest modes that ring from a pitch (Hz) on after a blow at a place; of what is round also those
/// that have a node there, since pads turn one of a pair into the other.
fn struck_modes(object: &Object, pitch: f64, struck: Place, round: bool) -> Vec<usize> {
    let lowest = if round { 8 } else { 6 };
    const LEAST: f64 = 0.05;
    let weights = object.weights(struck);
    let rings = |&i: &usize| {
        let mode = &object.modes[i];
        let own = mode.motion != Motion::Whole && mode.frequency > 0.7 * pitch;
        own && (round || weights[i] * weights[i] >= LEAST)
    };
    (0..object.modes.len()).filter(rings).take(lowest).collect()
}
