//! What no mode explains: the noise of a blow, a room, modes without number.
//!
//! In each band its level over time is a sum of decays. Each of these becomes a few modes at places of
//! their own within the band, so that it is struck with the object and follows the force: a harder
//! blow lets it sound brighter, as it does the rest.

use crate::blow::Blow;
use crate::text::Struck;
use carom_listen::band_edges;
use carom_numeric::Random;
use num_complex::Complex;
use std::f64::consts::{LN_10, PI, TAU};

/// Times to fall by 60 dB (s) of which the decay of a band consists.
const DECAYS: [f64; 5] = [0.015, 0.045, 0.13, 0.4, 1.2];
/// Seconds of a frame, and how many frames are looked at.
const FRAME: f64 = 0.01;
const FRAMES: usize = 100;
/// Modes of each decay of a band.
const MODES: usize = 4;
/// Part of the energy of the loudest band below which a decay of a band is left out.
const FAINT: f64 = 1e-7;
/// Part of the energy of the loudest band below which nothing is heard.
const UNHEARD: f64 = 1e-6;
/// Mass of the hammer divided by that of such a mode: it must not feel them.
pub(crate) const UNFELT: f64 = 1e-7;
/// Steps in which decays are fitted.
const STEPS: usize = 2000;

/// What limits the rest.
pub(crate) struct Loud {
    /// The highest frequency (Hz).
    pub(crate) highest: f64,
    /// The largest mean square of a band of the first recording.
    pub(crate) loudest: f64,
    /// 1, or 2 for left and right.
    pub(crate) sides: usize,
}

/// The modes that sound like what is left of a blow: the mean squares of its bands in frames are known,
/// and those of the modes that were found.
pub(crate) fn rest([whole, found]: &[Vec<Vec<f64>>; 2], blow: &Blow, loud: &Loud) -> Vec<Struck> {
    let edges = band_edges();
    let shapes: Vec<Vec<f64>> = DECAYS.iter().map(|t60| shape(*t60)).collect();
    // Energies are those of a blow whose spectrum is 1.
    let force = |band: usize| blow.around((edges[band] * edges[band + 1]).sqrt()).powi(2);
    let bands: Vec<(usize, Vec<f64>)> = (0..edges.len() - 1)
        .filter(|band| edges[band + 1] < loud.highest)
        .map(|band| {
            let least = UNHEARD * loud.loudest;
            let of = |frame: &Vec<f64>| (frame[band] + least) / force(band);
            let heard = |all: &Vec<Vec<f64>>| all.iter().take(FRAMES).map(of).collect::<Vec<_>>();
            (band, decays(&heard(whole), &heard(found), &shapes))
        })
        .collect();
    let mut random = Random::new(1);
    let mut modes = Vec::new();
    for (band, shares) in bands {
        for (t60_s, share) in DECAYS.iter().zip(shares) {
            if share * force(band) <= FAINT * loud.loudest {
                continue;
            }
            for k in 0..MODES {
                let place = (k as f64 + random.uniform(0.0, 1.0)) / MODES as f64;
                let frequency_hz = edges[band] + place * (edges[band + 1] - edges[band]);
                let amplitude = (2.0 * share / MODES as f64).sqrt();
                let mut gain = || Complex::from_polar(amplitude, random.uniform(0.0, TAU));
                let gains = (0..loud.sides).map(|_| gain()).collect();
                modes.push(Struck { frequency_hz, t60_s: *t60_s, share: UNFELT, gains });
            }
        }
    }
    modes
}

/// What frames see of a decay that begins in the middle of the first of them with the mean square 1.
fn shape(t60: f64) -> Vec<f64> {
    const PARTS: usize = 64;
    let rate = 6.0 * LN_10 / t60;
    let weight = |x: f64| (0.5 - 0.5 * (2.0 * PI * x).cos()).powi(2) / (0.375 * PARTS as f64);
    let frame = |n: usize| {
        let part = |m: usize| {
            let x = (m as f64 + 0.5) / PARTS as f64;
            let time = FRAME * (n as f64 - 1.0 + 2.0 * x);
            if time < 0.0 { 0.0 } else { weight(x) * (-rate * time).exp() }
        };
        (0..PARTS).map(part).sum()
    };
    (0..FRAMES).map(frame).collect()
}

/// The shares of decays, none of them negative, that a level over time has beside another. Its logarithm
/// is to be near (Itakura and Saito's distance; Févotte, Idier, Neural Comput. 23 (2011) 2421-2456).
fn decays(whole: &[f64], found: &[f64], shapes: &[Vec<f64>]) -> Vec<f64> {
    let top = whole.iter().copied().fold(0.0, f64::max);
    let mut shares = vec![top; shapes.len()];
    for _ in 0..STEPS {
        let made = |n: usize| {
            let sum: f64 = shares.iter().zip(shapes).map(|(share, shape)| share * shape[n]).sum();
            sum + found[n]
        };
        let made: Vec<f64> = (0..whole.len()).map(made).collect();
        for (share, shape) in shares.iter_mut().zip(shapes) {
            let (mut up, mut down) = (0.0, 0.0);
            for ((level, made), part) in whole.iter().zip(&made).zip(shape) {
                up += part * level / (made * made);
                down += part / made;
            }
            *share *= (up / down.max(f64::MIN_POSITIVE)).sqrt();
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_decays_are_told_apart() {
        let shapes: Vec<Vec<f64>> = DECAYS.iter().map(|t60| shape(*t60)).collect();
        let level: Vec<f64> = (0..FRAMES).map(|n| shapes[1][n] + 0.01 * shapes[3][n]).collect();
        let shares = decays(&level, &[1e-12; FRAMES], &shapes);
        assert!((shares[1] - 1.0).abs() < 0.1, "{shares:?}");
        assert!((shares[3] - 0.01).abs() < 0.002, "{shares:?}");
        assert!(shares[0] < 0.1 && shares[4] < 1e-3, "{shares:?}");
    }
}
