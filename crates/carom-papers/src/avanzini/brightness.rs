//! How bright an attack is, against how long the contact lasts (avanzini section 5.2).
//!
//! A short contact is a click that excites everything, a long one pushes softly and leaves high
//! modes alone: the spectral centroid of the attack falls as the contact time grows.

use std::f64::consts::PI;

use carom_scene::render::{RenderOptions, render};
use carom_scene::scene::{Modes, Numbers, Scene};
use serde::Serialize;

use super::StimuliError;
use super::published::{Hammer, Published};
use super::scenes::{Recording, struck};
use carom_lab::parallel;

/// Modes of the bar, and the frequency (Hz) of the first.
const MODES: u32 = 20;
const LOWEST: f64 = 200.0;
/// The same for all modes.
const Q: f64 = 300.0;
/// Modal mass (kg) as felt at the end of a free bar of 2 kg, where every mode moves by twice its
/// root mean square.
const MASS: f64 = 0.5;
/// Samples per second: the last of the modes is at 37 kHz.
const RATE: f64 = 96_000.0;
/// s: the contact, and the 50 ms whose centroid is taken.
const DURATION: f64 = 0.07;
/// Stiffnesses of the hammer (N/m^α): from soft rubber to steel, and how many.
const STIFFNESS: (f64, f64, u32) = (1e8, 1e15, 11);
/// m/s.
const SPEEDS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Brightness {
    /// Spearman's rank correlation of contact time and centroid.
    pub rank_correlation: f64,
    /// By speed, then by stiffness.
    pub points: Vec<Point>,
}

/// One strike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// m/s.
    pub speed: f64,
    /// N/m^α.
    pub stiffness: f64,
    /// How long the hammer touched at first (s).
    pub contact_time_s: f64,
    /// How often it touched.
    pub contacts: u64,
    /// Of the first 50 ms (Hz).
    pub centroid_hz: f64,
}

/// Strikes a bar with hammers from soft to hard, from slow to fast.
pub fn measure() -> Result<Brightness, StimuliError> {
    let hammer = Published::read()?.hammer;
    let with =
        |velocity| stiffnesses().map(move |stiffness| Hammer { stiffness, velocity, ..hammer });
    let hammers: Vec<Hammer> = SPEEDS.into_iter().flat_map(with).collect();
    let points = parallel::map(&hammers, strike, &mut |_| {})?;
    let pairs: Vec<_> = points.iter().map(|p| (p.contact_time_s, p.centroid_hz)).collect();
    Ok(Brightness { rank_correlation: rank_correlation(&pairs), points })
}

fn stiffnesses() -> impl Iterator<Item = f64> {
    let (from, to, count) = STIFFNESS;
    (0..count).map(move |i| from * (to / from).powf(f64::from(i) / f64::from(count - 1)))
}

fn strike(hammer: &Hammer) -> Result<Point, StimuliError> {
    let scene = scene(hammer);
    let what = || format!("a bar struck at {} m/s by {:e}", hammer.velocity, hammer.stiffness);
    let rendering = render(&scene.resolve()?.plan, RenderOptions::default())
        .map_err(|error| StimuliError::Render { what: what(), error })?;
    let contact = &rendering.summary.contacts[0];
    let Some(contact_time_s) = contact.log.first_contact_time else {
        return Err(StimuliError::NoContact { what: what(), how: "did not come apart" });
    };
    Ok(Point {
        speed: hammer.velocity,
        stiffness: hammer.stiffness,
        contact_time_s,
        contacts: contact.log.count,
        centroid_hz: rendering.summary.audio.centroid_hz,
    })
}

/// The bar, struck and heard at its end. Its motion as a rigid body makes no sound and is left out.
fn scene(hammer: &Hammer) -> Scene {
    let object = Modes {
        decay: None,
        frequency: Numbers::Each(free_bar()),
        q: Some(Numbers::All(Q)),
        mass: Numbers::All(MASS),
    };
    let how = Recording { rate: RATE, duration: Some(DURATION), full_scale: hammer.velocity };
    struck("A hammer on a free bar".into(), hammer, object, how)
}

/// Frequencies (Hz) of a thin free bar: as the squares of the roots β of cos β · cosh β = 1.
fn free_bar() -> Vec<f64> {
    let root = |n: u32| {
        let middle = (f64::from(n) + 0.5) * PI;
        let mut beta = middle;
        // 1/cosh β is small: the fixed point is reached within a few rounds.
        for _ in 0..40 {
            let turn = (1.0 / beta.cosh()).asin();
            beta = if n % 2 == 1 { middle + turn } else { middle - turn };
        }
        beta
    };
    let first = root(1);
    (1..=MODES).map(|n| LOWEST * (root(n) / first).powi(2)).collect()
}

/// Spearman's: the correlation of ranks; −1 if one falls whenever the other grows.
fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (x, y) = (ranks(&x), ranks(&y));
    let middle = 0.5 * (pairs.len() as f64 - 1.0);
    let product = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>()
    };
    product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt()
}

/// The place of each value among all; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + 0.5 * (equal as f64 - 1.0)
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_free() {
        // Overtones of a free bar (Fletcher and Rossing, The Physics of Musical Instruments).
        let bar = free_bar();
        for (found, ratio) in bar.iter().zip([1.0, 2.7565, 5.4039, 8.9330]) {
            assert!((found / LOWEST - ratio).abs() < 1e-4, "{found}");
        }
        assert!(bar[19] > 36e3 && bar[19] < 0.5 * RATE);
    }

    #[test]
    fn ranks_do_not_see_scales() {
        let falling: Vec<_> = (1..20).map(|i| (f64::from(i), f64::from(-i).exp())).collect();
        assert!((rank_correlation(&falling) + 1.0).abs() < 1e-12);
        let flat = [(1.0, 1.0), (2.0, 1.0), (3.0, 2.0), (4.0, 2.0)];
        assert!((rank_correlation(&flat) - 0.894_427).abs() < 1e-6);
    }
}
