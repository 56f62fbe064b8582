//! Directories that vanish, and whether truths lie where standard deviations say.

use std::fs;
use std::path::PathBuf;

use carom::numeric::Random;
use carom_lab::measure::Measured;
use carom_lab::measure::example::{Camera, Ride};

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
