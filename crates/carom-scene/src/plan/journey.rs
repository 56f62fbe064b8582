//! The way of a contact over a body.

use carom_shapes::{Place, Places, Resonator};

/// From one place to another, at a speed that changes evenly.
#[derive(Clone, Debug)]
pub struct Journey {
    from: Place,
    to: Place,
    length: f64,
    /// Speeds at start and end (m/s).
    speed: [f64; 2],
    /// How long it takes (s), and how much faster it gets per second.
    duration: f64,
    gain: f64,
    places: Places,
}

/// Steps by which each turn of a curved path is measured, and at most.
const STEPS: f64 = 500.0;
const MOST_STEPS: f64 = 1e6;

impl Journey {
    /// A way over a shape at speeds (m/s) at its start and end.
    #[must_use]
    pub fn new(shape: &dyn Resonator, from: Place, to: Place, speed: [f64; 2]) -> Self {
        let (places, size) = (shape.places(), shape.size());
        let mut journey = Self { from, to, length: 0.0, speed, duration: 0.0, gain: 0.0, places };
        let mut before = journey.metres(0.0, size);
        let turns = if places == Places::Round { (to[1] - from[1]).abs() } else { 0.0 };
        let steps = (STEPS * (1.0 + turns)).min(MOST_STEPS) as u32;
        for i in 1..=steps {
            let here = journey.metres(f64::from(i) / f64::from(steps), size);
            journey.length += (here[0] - before[0]).hypot(here[1] - before[1]);
            before = here;
        }
        journey.duration = 2.0 * journey.length / (speed[0] + speed[1]);
        journey.gain = (speed[1] - speed[0]) / journey.duration;
        journey
    }

    /// How long it takes (s).
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// How long it is (m).
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The place at a share of the way.
    #[must_use]
    pub fn place(&self, share: f64) -> Place {
        let [a, b] = [0, 1].map(|i| self.from[i] + share * (self.to[i] - self.from[i]));
        // Beyond the centre of a round shape the angle is the opposite one.
        if self.places == Places::Round && a < 0.0 { [-a, b + 0.5] } else { [a, b] }
    }

    fn metres(&self, share: f64, size: [f64; 2]) -> [f64; 2] {
        metres(self.places, self.place(share), size)
    }

    /// How far along it is (m) at a time (s).
    #[must_use]
    pub fn position(&self, time: f64) -> f64 {
        let time = time.clamp(0.0, self.duration);
        (time * (self.speed[0] + 0.5 * self.gain * time)).min(self.length)
    }
}

/// Where a place of something of a size is (m).
pub(crate) fn metres(places: Places, [a, b]: Place, size: [f64; 2]) -> [f64; 2] {
    match places {
        Places::Line | Places::Rectangle => [a * size[0], b * size[1]],
        Places::Round => {
            let (sin, cos) = (std::f64::consts::TAU * b).sin_cos();
            [a * size[0] * cos, a * size[0] * sin]
        }
    }
}
