//! What accelerometers and a force sensor would record.

use std::fmt::Write;

use carom::numeric::Random;

use super::noise::{normal, quantised};
use super::ride::{Ride, State};
use crate::measure::{Disc, Wall};

/// Two accelerometers on a puck, each along the puck's own x and z.
#[derive(Clone, Debug, PartialEq)]
pub struct Accelerometers {
    /// Where they sit (m), in the axes of the puck from its centre of mass.
    pub places: [[f64; 2]; 2],
    /// Where the wall lies in those axes at time 0.
    pub wall: Wall,
    /// Samples per second.
    pub rate: f64,
    /// What each of the four channels reads at rest (m/s²), and how that grows (m/s³).
    pub bias: [(f64, f64); 4],
    /// Standard deviation of a sample (m/s²).
    pub noise: f64,
    /// The step of the converter (m/s²).
    pub step: f64,
}

impl Accelerometers {
    /// The true readings a1x, a1z, a2x, a2z at a moment.
    #[must_use]
    pub fn readings(&self, state: &State) -> [f64; 4] {
        let [ax, az, turning] = state.acceleration;
        // The axes of the puck have turned clockwise by the orientation, which began at 0.
        let (sin, cos) = (self.wall.angle + state.place[2]).sin_cos();
        let own = [cos * ax - sin * az, sin * ax + cos * az];
        let spin = state.velocity[2];
        let at = |[x, z]: [f64; 2]| {
            [own[0] + turning * z - spin * spin * x, own[1] - turning * x - spin * spin * z]
        };
        let [first, second] = self.places.map(at);
        [first[0], first[1], second[0], second[1]]
    }

    /// The motion with its acceleration averaged over one interval, as a filter before the converter
    /// does: no step of the force falls between two samples.
    fn averaged(&self, ride: &Ride, time: f64) -> State {
        let ends = [-0.5, 0.5].map(|share| ride.at(time + share / self.rate).velocity);
        let acceleration = std::array::from_fn(|i| self.rate * (ends[1][i] - ends[0][i]));
        State { acceleration, ..ride.at(time) }
    }

    /// A recording of `duration` (s) as a table.
    #[must_use]
    pub fn record(&self, ride: &Ride, duration: f64, random: &mut Random) -> String {
        let mut text = String::from("time,a1x,a1z,a2x,a2z\n");
        for i in 0..=(duration * self.rate).round() as usize {
            let time = i as f64 / self.rate;
            let _ = write!(text, "{time:.7}");
            let readings = self.readings(&self.averaged(ride, time));
            for (true_value, (offset, slope)) in readings.iter().zip(self.bias) {
                let seen = true_value + offset + slope * time + self.noise * normal(random);
                let _ = write!(text, ",{:.4}", quantised(seen, self.step));
            }
            text.push('\n');
        }
        text
    }
}

/// A force sensor behind the wall.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceSensor {
    /// Samples per second.
    pub rate: f64,
    /// What it reads without a force (N), and how that grows (N/s).
    pub baseline: (f64, f64),
    /// Standard deviation of a sample (N).
    pub noise: f64,
}

impl ForceSensor {
    /// The force of the wall on the puck during a ride, from `from` to `to` (s), as a table.
    #[must_use]
    pub fn record(
        &self,
        disc: &Disc,
        ride: &Ride,
        from: f64,
        to: f64,
        random: &mut Random,
    ) -> String {
        self.record_force(|time| disc.mass() * ride.at(time).acceleration[1], from, to, random)
    }

    /// Any force over time (s) as a table.
    pub fn record_force(
        &self,
        force: impl Fn(f64) -> f64,
        from: f64,
        to: f64,
        random: &mut Random,
    ) -> String {
        let mut text = String::from("time,force\n");
        for i in 0..=((to - from) * self.rate).round() as usize {
            let time = from + i as f64 / self.rate;
            let ground = self.baseline.0 + self.baseline.1 * time;
            let seen = force(time) + ground + self.noise * normal(random);
            let _ = writeln!(text, "{time:.7},{seen:.6}");
        }
        text
    }
}
