//! Example recordings as files: three trials filmed, felt and pressed, and the truth behind them.

use std::path::PathBuf;

use carom::numeric::Random;
use carom_rigid::{Friction, Method, Pulse, Shape};

use super::{Accelerometers, Camera, ForceSensor, Ride, Triple};
use crate::measure::{Disc, MeasureError, Measured, Motion, Trial, Wall, csv};

/// A file of an example: where it goes, and what it holds.
pub type File = (PathBuf, Vec<u8>);

const FRAMES: usize = 46;
/// When the wall is struck (s): in the film, in the recordings of accelerometers and of force.
const IMPACTS: [f64; 3] = [23.4e-3, 40e-3, 5e-3];
/// Before the impact: along and away from the wall (m/s), spin (rad/s). Of iguchi's Table 1.
const TRIALS: [Triple; 3] =
    [[1.364, -1.705, 30.984], [2.045, -2.045, 0.0], [1.705, -3.295, -6.347]];

/// Frames in `trial1` to `trial3`, `accelerometers1.csv` to `accelerometers3.csv`, `force1.csv` to
/// `force3.csv`, and `truth.csv`, for an air hockey puck of 8 g and 32.4 mm as in iguchi; the same
/// bytes every time.
pub fn recordings() -> Result<Vec<File>, MeasureError> {
    let disc = Disc::new(0.008, 0.0324, None)?;
    let shape = Shape::Gaussian { rise: 0.3e-3, fall: 0.2e-3 };
    let method = Method::Pulse(Pulse::new(0.57, Friction::coulomb(0.068)?, &shape)?);
    let mut random = Random::new(1999);
    let mut files = Vec::new();
    let mut truths = Vec::new();
    for (number, velocity) in (1..).zip(TRIALS) {
        let trial = format!("trial{number}");
        let odd = |error: String| MeasureError::recording(trial.as_ref(), error);
        let flight = |impact: f64| {
            let [x, z, spin] = velocity;
            let place = [-x * impact, disc.radius() - z * impact, 0.4 - spin * impact];
            let ride = Ride::new(disc, place, velocity).struck(impact, &method);
            ride.map_err(|error| odd(error.to_string()))
        };
        let seen = flight(IMPACTS[0])?;
        let film = camera().film(&seen, FRAMES, &mut random);
        for (i, png) in film.map_err(|error| odd(error.to_string()))?.into_iter().enumerate() {
            files.push((PathBuf::from(&trial).join(format!("frame{i:03}.png")), png));
        }
        let felt = Ride::new(disc, [0.0, 0.1, 0.0], [0.0; 3]).pushed(15e-3, 3e-3, velocity);
        let felt = felt.struck(IMPACTS[1], &method).map_err(|error| odd(error.to_string()))?;
        let table = accelerometers().record(&felt, 70e-3, &mut random);
        files.push((format!("accelerometers{number}.csv").into(), table.into_bytes()));
        let sensor = ForceSensor { rate: 50_000.0, baseline: (0.3, 5.0), noise: 0.1 };
        let table = sensor.record(&disc, &flight(IMPACTS[2])?, 0.0, 12e-3, &mut random);
        files.push((format!("force{number}.csv").into(), table.into_bytes()));
        let exact = |[x, z, spin]: Triple| {
            let [vx, vz, spin] = [x, z, spin].map(|value| Measured::new(value, 0.0));
            Motion { vx, vz, spin }
        };
        let after = exact(seen.at(IMPACTS[0] + 0.01).velocity);
        truths.push(Trial { trial, before: exact(velocity), after });
    }
    files.push(("truth.csv".into(), csv(&truths).into_bytes()));
    Ok(files)
}

/// The camera of the example: the wall at the bottom of the image.
#[must_use]
pub fn camera() -> Camera {
    Camera {
        width: 240,
        height: 160,
        scale: 1.136e-3,
        rate: 1000.0,
        wall: Wall::default(),
        origin: [120.0, 150.0],
        radius: 0.0324,
        distance: 0.036,
        landmark: 0.007,
        noise: 2.5,
    }
}

/// The accelerometers of the example: 22 mm to the right and left of the centre.
#[must_use]
pub fn accelerometers() -> Accelerometers {
    Accelerometers {
        places: [[0.022, 0.0], [-0.022, 0.0]],
        wall: Wall::default(),
        rate: 50_000.0,
        bias: [(1.3, 2.0), (-0.8, -1.0), (0.4, 3.0), (2.1, 0.5)],
        noise: 1.5,
        step: 0.5,
    }
}
