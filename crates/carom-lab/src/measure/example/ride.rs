//! How a puck moves from rest to beyond the wall: the truth behind a made-up recording.

use carom_rigid::{CollisionError, Method, collide_with_history};

use crate::measure::Disc;

/// Along x, z, and about y.
pub type Triple = [f64; 3];

/// Where a puck is and how it moves, in the axes of the wall.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// x, z (m) and orientation (rad).
    pub place: Triple,
    /// Their rates.
    pub velocity: Triple,
    /// The rates of those.
    pub acceleration: Triple,
}

/// A way through time: accelerations that are constant between its knots.
#[derive(Clone, Debug)]
pub struct Ride {
    disc: Disc,
    knots: Vec<(f64, State)>,
}

impl Ride {
    /// A puck at time 0.
    #[must_use]
    pub fn new(disc: Disc, place: Triple, velocity: Triple) -> Self {
        Self { disc, knots: vec![(0.0, State { place, velocity, acceleration: [0.0; 3] })] }
    }

    /// The motion at a moment; before the first knot and after the last it goes on as there.
    #[must_use]
    pub fn at(&self, time: f64) -> State {
        let index = self.knots.partition_point(|knot| knot.0 <= time).max(1) - 1;
        let (start, state) = self.knots[index];
        let (t, a) = (time - start, state.acceleration);
        let place = |i: usize| state.place[i] + t * (state.velocity[i] + 0.5 * t * a[i]);
        State {
            place: std::array::from_fn(place),
            velocity: std::array::from_fn(|i| state.velocity[i] + t * a[i]),
            acceleration: a,
        }
    }

    fn knot(&mut self, time: f64, acceleration: Triple) {
        let state = self.at(time);
        self.knots.push((time, State { acceleration, ..state }));
    }

    /// Pushed from `time` for `duration` (s) as half a sine, until it moves with `velocity`.
    #[must_use]
    pub fn pushed(mut self, time: f64, duration: f64, velocity: Triple) -> Self {
        const PIECES: u32 = 400;
        let from = self.at(time).velocity;
        for i in 0..PIECES {
            let at = |i: u32| f64::from(i) / f64::from(PIECES);
            // The mean of the half sine over a piece, so that the pieces add to the whole.
            let share = |x: f64| 0.5 * (1.0 - (std::f64::consts::PI * x).cos());
            let mean = (share(at(i + 1)) - share(at(i))) * f64::from(PIECES) / duration;
            let change = |k: usize| (velocity[k] - from[k]) * mean;
            self.knot(time + duration * at(i), std::array::from_fn(change));
        }
        self.knot(time + duration, [0.0; 3]);
        self
    }

    /// Struck by the wall at `time`, by a method of the engine.
    pub fn struck(mut self, time: f64, method: &Method) -> Result<Self, CollisionError> {
        let collision = self.disc.against_wall(self.at(time).velocity)?;
        let (mass, radius, inertia) = (self.disc.mass(), self.disc.radius(), self.disc.inertia());
        const RATE: f64 = 1e6;
        let outcome = collide_with_history(&collision, method, RATE)?;
        for sample in &outcome.history {
            let [fx, _, fz] = sample.force;
            // (r_c × f)_y with r_c = (0, 0, −radius).
            let turning = -radius * fx / inertia;
            self.knot(time + sample.time, [fx / mass, fz / mass, turning]);
        }
        let length = outcome.history.len() as f64 / RATE;
        self.knot(time + length, [0.0; 3]);
        Ok(self)
    }
}
