//! What the tests of measurements share: collisions whose truth is known, directories that are
//! removed, and whether truths lie within their standard deviations.
#![allow(dead_code)] // Each test uses some of it.

use std::fs;
use std::path::PathBuf;

use carom::numeric::Random;
use carom_lab::measure::example::{Camera, Ride, Triple};
use carom_lab::measure::{Disc, Measured, Trial};
use carom_rigid::{Compliant, Friction, Method, Pulse, Shape, Tangential};

pub(crate) const CONTACT: f64 = 2e-3;

pub(crate) fn disc() -> Disc {
    Disc::new(0.008, 0.0324, None).unwrap()
}

/// Two-sided, σ_A = 0.3 ms and σ_B = 0.2 ms: the contact lasts four of each.
pub(crate) fn pulse() -> Method {
    let shape = Shape::Gaussian { rise: 0.3e-3, fall: 0.2e-3 };
    Method::Pulse(Pulse::new(0.57, Friction::coulomb(0.07).unwrap(), &shape).unwrap())
}

pub(crate) fn compliant() -> Method {
    let friction = Friction::new(0.12, 0.1).unwrap();
    let bristle = Tangential::Bristle { stiffness: 2e4, damping: 0.5 };
    let loss = Compliant::loss_of(0.6).unwrap();
    Method::Compliant(Compliant::new(3e5, 1.5, (0.0, loss), friction, bristle).unwrap())
}

/// A puck that reaches the wall at `impact` (s) and x = 0 with these velocities.
pub(crate) fn flight(velocity: Triple, impact: f64, method: &Method) -> Ride {
    let radius = disc().radius();
    let place = [-velocity[0] * impact, radius - velocity[1] * impact, 0.4 - velocity[2] * impact];
    Ride::new(disc(), place, velocity).struck(impact, method).unwrap()
}

pub(crate) fn truth(ride: &Ride, impact: f64) -> [Triple; 2] {
    [ride.at(impact - 1e-9).velocity, ride.at(impact + 0.02).velocity]
}

pub(crate) fn random_velocity(random: &mut Random) -> Triple {
    [random.uniform(-2.0, 2.0), random.uniform(-3.0, -1.0), random.uniform(-30.0, 30.0)]
}

pub(crate) fn values(trial: &Trial) -> Vec<Measured> {
    trial.before.values().into_iter().chain(trial.after.values()).collect()
}

/// A fresh directory, removed at the end.
pub(crate) struct Scratch {
    pub(crate) path: PathBuf,
}

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("carom-measure-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self { path }
    }

    /// Frames of a ride as portable pixmaps.
    pub(crate) fn film(&self, camera: &Camera, ride: &Ride, count: usize, random: &mut Random) {
        for i in 0..count {
            let pixels = camera.frame(&ride.at(i as f64 / camera.rate), random);
            let mut bytes = format!("P6\n{} {}\n255\n", camera.width, camera.height).into_bytes();
            bytes.extend(pixels);
            fs::write(self.path.join(format!("frame{i}.ppm")), bytes).unwrap();
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Deviations from the truth in standard deviations, and how many lie within 95 %.
#[derive(Default)]
pub(crate) struct Coverage {
    deviations: Vec<f64>,
    inside: usize,
}

impl Coverage {
    pub(crate) fn add(&mut self, found: impl IntoIterator<Item = (Measured, f64)>, freedom: usize) {
        for (measured, truth) in found {
            let deviation = measured.deviations_from(truth);
            assert!(deviation.is_finite(), "{measured:?} {truth}");
            self.inside += usize::from(deviation.abs() < student(freedom as f64));
            self.deviations.push(deviation);
        }
    }

    fn share(&self) -> f64 {
        self.inside as f64 / self.deviations.len() as f64
    }

    /// The 95 % intervals hold at the right rate, and the mean is not off.
    pub(crate) fn check(&self) {
        let count = self.deviations.len() as f64;
        let mean = self.deviations.iter().sum::<f64>() / count;
        let rms = (self.deviations.iter().map(|d| d * d).sum::<f64>() / count).sqrt();
        let share = self.share();
        println!(
            "{count} values: {:.1} % inside 95 %, mean {mean:.3}, rms {rms:.3}",
            100.0 * share
        );
        assert!((0.88..=1.0).contains(&share), "{share} of {count} intervals hold the truth");
        assert!(mean.abs() < 5.0 / count.sqrt(), "biased by {mean} standard deviations");
        assert!(rms > 0.7, "standard deviations are too large: {rms}");
    }

    pub(crate) fn check_at_least(&self, least: f64) {
        let share = self.share();
        println!("{} values: {:.1} % inside 95 %", self.deviations.len(), 100.0 * share);
        assert!(share >= least, "{share}");
    }
}

/// The 97.5 % point of Student's t: Cornish and Fisher's expansion, good to 1 % from four degrees on.
fn student(freedom: f64) -> f64 {
    let z: f64 = 1.959_964;
    z + (z.powi(3) + z) / (4.0 * freedom)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * freedom * freedom)
}
