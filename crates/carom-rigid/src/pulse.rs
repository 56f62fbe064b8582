//! A pulse of prescribed shape with Coulomb's friction at every step.

use super::algebra::{Vector, add, planar_length, scale};
use super::collision::Contact;
use super::history::Recorder;
use super::mirtich::{Mirtich, Path, Progress, TOLERANCE, check_restitution, check_tolerance};
use super::shape::Profile;
use super::{CollisionError, Friction, Shape, Solution};
use carom::InvalidValue;
use carom::check::check;

/// A normal force of given shape; its area is where the work of the normal force has given back E²
/// of what compression took.
///
/// At every step the tangential impulse is the one that stops the slip, if μ_s of the normal impulse
/// suffices; else the one that leaves the least ½pᵀM_tt p + bᵀp within μ_d of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pulse {
    restitution: f64,
    friction: Friction,
    steps: usize,
    profile: Profile,
    tolerance: f64,
}

/// More steps than planned by this factor, and the pulse is given up.
const PATIENCE: usize = 1000;

impl Pulse {
    /// Stronge's coefficient of restitution, the friction, and the shape, in 256 steps.
    pub fn new(restitution: f64, friction: Friction, shape: &Shape) -> Result<Self, InvalidValue> {
        let restitution = check_restitution(restitution)?;
        let profile = Profile::new(shape)?;
        Ok(Self { restitution, friction, steps: 256, profile, tolerance: TOLERANCE })
    }

    /// The same pulse in this many steps, equal in time.
    pub fn with_steps(self, steps: usize) -> Result<Self, InvalidValue> {
        check((1..=1_000_000).contains(&steps), "steps", steps as f64, "from 1 to a million")?;
        Ok(Self { steps, ..self })
    }

    /// The same to this relative accuracy of its area, 1e-12 unless given; how well the steps follow a slip
    /// that turns is a matter of their number.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Self, InvalidValue> {
        Ok(Self { tolerance: check_tolerance(tolerance)?, ..self })
    }

    pub(super) fn solve(
        &self,
        contact: &Contact,
        recorder: &mut Recorder,
    ) -> Result<Solution, CollisionError> {
        let path = Path::new(contact, self.tolerance);
        // The size to expect is that of the path over impulse; what the steps add is then small.
        let guess =
            Mirtich::new(self.restitution, self.friction)?.with_tolerance(self.tolerance)?;
        let area = guess.solve(contact)?.impulse[2] / path.unit;
        let mut progress = Progress::new(self.restitution);
        let step = self.profile.duration() / self.steps as f64;
        let (mut share, mut stuck) = (0.0, 0.0);
        for k in 1..=self.steps.saturating_mul(PATIENCE) {
            let next = if k < self.steps { self.profile.share(k as f64 * step) } else { 1.0 };
            // A contact that lasts longer than expected is followed in growing steps.
            let sofar = area.max(progress.impulse[2]);
            let push = if next > share { area * (next - share) } else { sofar / self.steps as f64 };
            share = next;
            stuck += self.advance(&path, &mut progress, push);
            recorder.note(0.0, scale(progress.impulse, path.unit));
            if progress.is_done() {
                let sticking = Some(stuck / progress.impulse[2]);
                return Ok(self.timed(progress.impulse, path.unit, sticking, recorder));
            }
        }
        Err(CollisionError::Unfinished { method: "pulse" })
    }

    /// With the area known, the moments of the steps are where the shape has their share of it.
    fn timed(
        &self,
        impulse: Vector,
        unit: f64,
        sticking: Option<f64>,
        recorder: &mut Recorder,
    ) -> Solution {
        let impulse = scale(impulse, unit);
        recorder.retime(|so_far| self.profile.time_of(so_far[2] / impulse[2]));
        Solution { impulse, contact_time: self.profile.duration(), sticking }
    }

    /// One step, cut where compression ends and where the collision does; returns how much of it
    /// stuck.
    fn advance(&self, path: &Path, progress: &mut Progress, push: f64) -> f64 {
        let (mut rest, mut stuck) = (push, 0.0);
        for _ in 0..8 {
            let tried = self.step(path, progress, rest);
            let event = |trial: &Trial| {
                if progress.compressing { trial.normal } else { trial.work - progress.target }
            };
            let crosses = event(&tried) >= 0.0;
            let (way, trial) =
                if crosses { self.cut(path, progress, rest, &event) } else { (rest, tried) };
            if trial.sticks {
                stuck += trial.impulse[2] - progress.impulse[2];
            }
            (progress.impulse, progress.work) = (trial.impulse, trial.work);
            if crosses && progress.compressing {
                progress.end_compression();
            } else if crosses {
                progress.work = progress.target;
            } else if trial.normal < 0.0 {
                // Friction may press the bodies together again.
                progress.compressing = true;
            }
            rest -= way;
            if progress.is_done() || rest <= 0.0 {
                break;
            }
        }
        stuck
    }

    /// The part of a step up to an event, from the side before it.
    fn cut(
        &self,
        path: &Path,
        progress: &Progress,
        push: f64,
        event: &impl Fn(&Trial) -> f64,
    ) -> (f64, Trial) {
        let (mut low, mut high) = (0.0, push);
        let mut found = self.step(path, progress, 0.0);
        while high - low > 1e-4 * self.tolerance * push {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            let trial = self.step(path, progress, middle);
            if event(&trial) > 0.0 {
                high = middle;
            } else {
                (low, found) = (middle, trial);
            }
        }
        (low.max(f64::MIN_POSITIVE), found)
    }

    fn step(&self, path: &Path, progress: &Progress, push: f64) -> Trial {
        let slip = path.slip_after(progress.impulse);
        let tangent = &path.tangent;
        let b = [slip[0] + tangent.normal[0] * push, slip[1] + tangent.normal[1] * push];
        let stop = tangent.solve([-b[0], -b[1]]);
        let holds = self.friction.sticking() * push;
        let sticks = holds > 0.0 && planar_length(stop) <= holds;
        let grip = if sticks {
            stop
        } else {
            let most = self.friction.sliding() * push;
            if most > 0.0 && planar_length(stop) > most {
                tangent.minimum_on_circle(b, most)
            } else if most > 0.0 {
                stop
            } else {
                [0.0, 0.0]
            }
        };
        let impulse = add(progress.impulse, [grip[0], grip[1], push]);
        let after = path.slip_after(impulse);
        let friction_work = 0.5 * ((slip[0] + after[0]) * grip[0] + (slip[1] + after[1]) * grip[1]);
        // A slip that turns back within a step would have friction drive it: that work is taken
        // from restitution, so that no step size creates energy.
        let work = progress.work + 0.5 * (slip[2] + after[2]) * push + friction_work.max(0.0);
        Trial { impulse, work, normal: after[2], sticks }
    }
}

struct Trial {
    impulse: Vector,
    work: f64,
    normal: f64,
    sticks: bool,
}
