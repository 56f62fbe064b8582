//! A stiff string over a bridge that it wraps around: many contacts on one body.

use std::f64::consts::PI;

use carom::law::{Damping, Law};
use carom::{Mode, World};

/// A stiff string against points below it.
pub(crate) struct Bridge {
    pub(crate) modes: usize,
    pub(crate) points: usize,
    /// How far along the string the points reach, as a share of its length.
    pub(crate) reach: f64,
    /// How far below the string the last point lies (m); the surface is a parabola.
    pub(crate) drop: f64,
    pub(crate) law: Law,
    /// How far the string is drawn from its rest, at a tenth of its length (m).
    pub(crate) pull: f64,
    /// The decay rate of all modes (1/s).
    pub(crate) sigma: f64,
}

impl Default for Bridge {
    fn default() -> Self {
        let law = Law::hunt_crossley(1e8, 1.3, Damping::Mu(0.5)).unwrap();
        Self { modes: 60, points: 50, reach: 0.03, drop: 2e-4, law, pull: 2e-3, sigma: 1.0 }
    }
}

impl Bridge {
    fn shape(&self, at: f64) -> Vec<f64> {
        (1..=self.modes).map(|n| (n as f64 * PI * at).sin()).collect()
    }

    /// The string, drawn away from the bridge and let go, heard near its other end.
    pub(crate) fn world(&self) -> World {
        // 1 m of steel of 0.3 mm, 131 Hz without stiffness.
        let (mass, fundamental, inharmonicity) = (5.5e-4, 131.0, 1.2e-4);
        let mode = |n: usize| {
            let n = n as f64;
            let hertz = fundamental * n * (1.0 + inharmonicity * n * n).sqrt();
            Mode::ringing(0.5 * mass, hertz, PI * hertz / self.sigma)
        };
        let modes: Vec<Mode> = (1..=self.modes).map(mode).collect();
        let mut world = World::new();
        let string = world.body(&modes).unwrap();
        let wall = world.wall();
        for i in 0..self.points {
            let share = (i + 1) as f64 / self.points as f64;
            let weights = self.shape(share * self.reach);
            let port = string.weighing(&weights).unwrap();
            let contact = world.contact(port, &wall, self.law.clone()).unwrap();
            world.gap(contact, self.drop * share * share).unwrap();
        }
        world.pickup(string.weighing(&self.shape(0.9)).unwrap()).unwrap();
        // A triangle with its corner at a tenth of the string.
        let corner = 0.1;
        let mut state = world.state().clone();
        for (n, (y, shape)) in state.displacement.iter_mut().zip(self.shape(corner)).enumerate() {
            let n = (n + 1) as f64;
            *y = -2.0 * self.pull * shape / (n * n * PI * PI * corner * (1.0 - corner));
        }
        world.set_state(&state).unwrap();
        world
    }
}
