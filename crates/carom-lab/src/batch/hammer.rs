//! A hammer on a bank of modes, one row after the other by one voice of each thread.

use std::ops::Range;

use crate::lanes::{Answers, Outcome, Status, WallRows};
use carom::law::{Damping, Law};
use carom::{Body, ContactId, Mode, Options, State, Voice, World};

use super::BatchError;

/// A body that rings, where it is struck, and the sample rate.
///
/// Steps are subdivided while the bodies touch, as in a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Resonator {
    /// Its modes.
    pub modes: Vec<Mode>,
    /// How far each moves the place that is struck.
    pub weights: Vec<f64>,
    /// Samples per second.
    pub rate: f64,
}

/// Samples between two looks at whether the contact has ended.
const SAMPLES: u64 = 4;

/// A world with a hammer, from which every thread makes a voice.
pub(crate) struct Hammer {
    world: World,
    mass: Body,
    hit: ContactId,
    rate: f64,
    most_steps: u64,
}

impl Hammer {
    pub(crate) fn new(resonator: &Resonator, most_steps: u64) -> Result<Self, BatchError> {
        let mut world = World::new();
        let (mass, body) = (world.mass(1.0)?, world.body(&resonator.modes)?);
        let place = body.weighing(&resonator.weights)?;
        let hit = world.contact(&mass, place, Law::power(1.0, 1.5)?)?;
        let hammer = Self { world, mass, hit, rate: resonator.rate, most_steps };
        hammer.voice()?;
        Ok(hammer)
    }

    fn voice(&self) -> Result<Voice, carom::Error> {
        Ok(self.world.start(self.rate, Options { commands: 1, ..Options::offline() })?.0)
    }

    /// What computes rows on one thread.
    pub(crate) fn worker<'a>(
        &'a self,
        rows: &'a WallRows,
    ) -> impl FnMut(Range<usize>, &mut Answers) + use<'a> {
        // It has been made before, to find what is wrong.
        let mut voice = self.voice().ok();
        let mut state = self.world.state().clone();
        move |range, answers| {
            for (to, row) in range.enumerate() {
                let [mass, velocity] = [rows.mass.at(row), rows.velocity.at(row)];
                let end = voice.as_mut().and_then(|voice| self.blow(voice, &mut state, rows, row));
                answers.status[to] = if end.is_some() { Status::Ok } else { Status::NotReleased };
                for (outcome, place) in &mut answers.outcomes {
                    place[to] = end.map_or(f64::NAN, |end| end.outcome(*outcome, mass, velocity));
                }
            }
        }
    }

    /// Throws the hammer of a row and waits until it has left.
    fn blow(
        &self,
        voice: &mut Voice,
        state: &mut State,
        rows: &WallRows,
        row: usize,
    ) -> Option<End> {
        let law = Law::hunt_crossley(
            rows.stiffness.at(row),
            rows.exponent.at(row),
            Damping::Mu(rows.mu.at(row)),
        );
        voice.rest();
        voice.skip_to(0);
        voice.modes(&self.mass, &[Mode::free(rows.mass.at(row))]).ok()?;
        voice.law(self.hit, &law.ok()?).ok()?;
        state.velocity[0] = rows.velocity.at(row);
        voice.load(state).ok()?;
        let first = voice.counts().steps;
        while voice.first_release().is_none() {
            voice.advance(SAMPLES).ok()?;
            if (voice.counts().steps - first).max(voice.frames()) > self.most_steps {
                return None;
            }
        }
        let (log, release) = (voice.logs().first()?, voice.first_release()?);
        let v_out = release.state.velocity[0];
        let contact_time = log.first_contact_time?;
        let known = v_out.is_finite() && contact_time.is_finite();
        known.then_some(End {
            v_out,
            contact_time,
            x_max: log.peak_compression,
            f_max: log.peak_force,
        })
    }
}

/// How a blow ended.
#[derive(Clone, Copy)]
struct End {
    v_out: f64,
    contact_time: f64,
    x_max: f64,
    f_max: f64,
}

impl End {
    fn outcome(self, outcome: Outcome, mass: f64, velocity: f64) -> f64 {
        match outcome {
            Outcome::VOut => self.v_out,
            Outcome::Restitution => -self.v_out / velocity,
            Outcome::XMax => self.x_max,
            Outcome::FMax => self.f_max,
            Outcome::ContactTime => self.contact_time,
            Outcome::EnergyLost => 0.5 * mass * (velocity - self.v_out) * (velocity + self.v_out),
        }
    }
}
