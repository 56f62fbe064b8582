//! One strike, step by step.

use carom::Voice;
use carom::law::{Felt, Law};
use carom_schemes::Method;
use serde::Serialize;

use super::{FeltError, Hammer};
use crate::wall;

/// Steps in a relaxation time of the felt. The force is so flat where it ends that far more are
/// needed to see when it does than to follow it.
const STEPS_PER_RELAXATION: f64 = 50.0;
/// No contact in the range of speeds takes more steps than this.
const MOST_STEPS: u64 = 100_000_000;
/// Points of a curve that are kept, at most twice as many.
const POINTS: usize = 1000;

/// One strike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loop {
    /// m/s.
    pub speed: f64,
    /// N.
    pub peak_force: f64,
    /// m.
    pub peak_compression: f64,
    /// s.
    pub contact_time: f64,
    /// The compression at release as a share of the largest.
    pub compression_left: f64,
    /// The energy that the hammer takes back, as a share of what it brought.
    pub energy_returned: f64,
    /// What the felt has lost by then.
    pub energy_lost: f64,
    /// What it still holds in its dent, and loses as it grows back.
    pub energy_in_felt: f64,
    /// What is missing in the account, of the energy brought.
    pub residual: f64,
    /// Compression (m) and force (N), from touch to release.
    #[serde(skip)]
    pub curve: Vec<(f64, f64)>,
}

/// A hammer flies at a rigid wall.
pub(super) fn strike(hammer: &Hammer, speed: f64) -> Result<Loop, FeltError> {
    let mut voice = start(hammer, speed)?;
    let mut curve = Curve::default();
    let mut memory = [0.0; 2];
    // One step per sample, so that state and ledger are those of the release.
    loop {
        voice.advance(1)?;
        let force = voice.forces()[0];
        let state = voice.state();
        curve.add(state.displacement[0], force);
        memory = [memory[1], state.memory[0]];
        if is_released(hammer, state.displacement[0], memory) {
            break;
        }
        if voice.frames() > MOST_STEPS {
            return Err(FeltError::Stays { speed });
        }
    }
    Ok(measured(hammer, speed, &mut voice, curve))
}

/// Whether f = k·(x^α − ε·z) has ended. The engine keeps z half a step ahead of x, so that at the
/// end of a step it is the mean of before and after; either alone would see the end too early or
/// too late, by half a step in τ, which is half a step in τ·ε/(1 − ε) of the motion.
fn is_released(hammer: &Hammer, x: f64, [before, after]: [f64; 2]) -> bool {
    x.max(0.0).powf(hammer.exponent) <= hammer.hysteresis * 0.5 * (before + after)
}

fn time_step(hammer: &Hammer) -> f64 {
    hammer.relaxation / STEPS_PER_RELAXATION
}

fn start(hammer: &Hammer, speed: f64) -> Result<Voice, FeltError> {
    let felt = Felt { hysteresis: hammer.hysteresis, relaxation: hammer.relaxation };
    let law = Law::felt(hammer.stiffness, hammer.exponent, felt)?;
    Ok(wall::start(hammer.mass, law, (0.0, speed), Method::TwoPoint, time_step(hammer))?)
}

fn measured(hammer: &Hammer, speed: f64, voice: &mut Voice, curve: Curve) -> Loop {
    let (log, ledger) = (voice.logs()[0], voice.ledger());
    let contact_time = voice.frames() as f64 * time_step(hammer);
    let (left, velocity) = wall::motion(voice);
    let kinetic = 0.5 * hammer.mass * velocity * velocity;
    let brought = ledger.initial();
    Loop {
        speed,
        peak_force: log.peak_force,
        peak_compression: log.peak_compression,
        contact_time,
        compression_left: left / log.peak_compression,
        energy_returned: kinetic / brought,
        energy_lost: ledger.dissipated() / brought,
        energy_in_felt: (ledger.stored() - kinetic) / brought,
        residual: ledger.residual() / brought,
        curve: curve.closed(left),
    }
}

/// A curve thinned as it grows: every second point goes whenever there are too many.
struct Curve {
    points: Vec<(f64, f64)>,
    last: f64,
    stride: usize,
    seen: usize,
}

impl Default for Curve {
    fn default() -> Self {
        Self { points: vec![(0.0, 0.0)], last: 0.0, stride: 1, seen: 0 }
    }
}

impl Curve {
    /// The compression after a step and the force within it.
    fn add(&mut self, compression: f64, force: f64) {
        // The force belongs to the middle of the step.
        let middle = 0.5 * (self.last + compression);
        self.last = compression;
        self.seen += 1;
        if !self.seen.is_multiple_of(self.stride) {
            return;
        }
        self.points.push((middle, force));
        if self.points.len() > 2 * POINTS {
            let mut keep = false;
            self.points.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
    }

    /// Ends without force at the compression that is left.
    fn closed(mut self, left: f64) -> Vec<(f64, f64)> {
        self.points.push((left, 0.0));
        self.points
    }
}
