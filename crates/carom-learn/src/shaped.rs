//! The contact of blows on an object whose shape is known.
//!
//! How the object yields where it is struck follows from the shape, but for how heavy the hammer is
//! beside it. What is heard of a mode, divided by how lively it is at each place, has the ratios of the
//! forces: these tell the contact and how heavy the hammer is, and with it the force at other places.

use crate::blow::{Blow, Felt, Law, Loss};
use crate::contact::{EXPONENTS, LOSSLESS, MOST_LOSS, robust};
use crate::descend::{Problem, Trial, equations, follow};
use crate::linear::Factor;
use crate::touch::{Contact, Interval};
use num_complex::Complex;

/// What is expected of exponent, logarithms of loss, of the time beside that which brightness tells,
/// and of the mass of the hammer divided by that of the object; and how surely.
const EXPECTED: [(f64, f64); 4] = [(1.7, 0.5), (-1.5, 1.5), (0.0, 0.7), (-8.0, 3.0)];
/// Standard deviation of the logarithm of what is heard of a mode, and of how lively a mode is.
const HEARD: f64 = 0.03;
const LIVELY: f64 = 0.03;
/// Times beside that which brightness tells, and masses, that are tried first (logarithms).
const FIRST: ([f64; 3], [f64; 4]) = ([-0.7, 0.0, 0.7], [-8.0, -5.0, -3.0, -1.0]);
const STEPS: usize = 12;
/// Least share of a mode that is written.
const UNFELT: f64 = 1e-7;

/// A mode as it was heard from blows at several places.
pub(crate) struct Known {
    /// 1/s.
    pub(crate) exponent: Complex<f64>,
    /// For each recording, its amplitude, how lively it is where it was struck, and the standard
    /// deviation of the amplitude as a part of it.
    pub(crate) heard: Vec<[f64; 3]>,
}

/// Blows at places of a shape.
pub(crate) struct Shaped<'a> {
    /// For each recording, the speed of the hammer (m/s).
    pub(crate) speeds: &'a [f64],
    /// For each recording, what a hammer as heavy as the object would feel; then that of the scene.
    pub(crate) felt: Vec<Vec<Felt>>,
    pub(crate) known: Vec<Known>,
    /// The logarithm of the time θ (s) at 1 m/s that the brightness tells.
    pub(crate) time: f64,
}

impl Problem for Shaped<'_> {
    fn misses(&self, unknowns: &[f64]) -> Vec<f64> {
        let expected = EXPECTED.iter().zip(unknowns);
        let mut misses: Vec<f64> = expected.map(|((mean, sd), x)| (x - mean) / sd).collect();
        let blows = self.blows(unknowns);
        for mode in &self.known {
            let of = |([size, lively, doubt], blow): (&[f64; 3], &Blow)| {
                let force = blow.at(mode.exponent).norm().max(1e-6 * blow.size(0.0)).max(1e-300);
                let level = (size.max(1e-300) / lively.abs().max(1e-6) / force).ln();
                (level, 1.0 / HEARD.hypot(LIVELY / lively.abs().max(1e-6)).hypot(*doubt))
            };
            let levels: Vec<(f64, f64)> = mode.heard.iter().zip(&blows).map(of).collect();
            let sum = |f: &dyn Fn(&(f64, f64)) -> f64| levels.iter().map(f).sum::<f64>();
            let mean = sum(&|(level, weight)| level * weight * weight) / sum(&|(_, w)| w * w);
            misses.extend(levels.iter().map(|(level, weight)| robust((level - mean) * weight)));
        }
        misses
    }

    fn limit(&self, unknowns: &mut [f64]) {
        unknowns[0] = unknowns[0].clamp(EXPONENTS.0, EXPONENTS.1);
        unknowns[3] = unknowns[3].clamp(-12.0, 4.0);
    }
}

impl Shaped<'_> {
    fn law(&self, unknowns: &[f64]) -> Law {
        let loss = (unknowns[1].exp() - LOSSLESS).clamp(0.0, MOST_LOSS);
        let stiffness = (-(self.time + unknowns[2]) * (unknowns[0] + 1.0)).exp();
        Law { stiffness, exponent: unknowns[0], loss: Loss::Rate(loss) }
    }

    fn felt(&self, place: usize, unknowns: &[f64]) -> Vec<Felt> {
        let ratio = unknowns[3].exp();
        let of = |felt: &Felt| Felt { share: (ratio * felt.share).max(UNFELT), ..*felt };
        self.felt[place].iter().map(of).collect()
    }

    fn blows(&self, unknowns: &[f64]) -> Vec<Blow> {
        let law = self.law(unknowns);
        let blow = |(n, speed): (usize, &f64)| Blow::new(&law, &self.felt(n, unknowns), *speed);
        self.speeds.iter().enumerate().map(blow).collect()
    }

    /// The contact that explains the blows best, of a hammer of this mass (kg), as it is where the scene
    /// is struck, the blow of each recording, and the unknowns, of which others may be known from before. Whether
    /// speeds differ is known.
    pub(crate) fn contact(
        &self,
        mass: f64,
        separated: bool,
        before: Option<Vec<f64>>,
    ) -> (Contact, Vec<Blow>, Vec<f64>) {
        let starts = FIRST.0.iter().flat_map(|time| FIRST.1.iter().map(move |mass| (time, mass)));
        let first = |(time, mass): (&f64, &f64)| Trial::new(self, vec![1.7, -1.5, *time, *mass]);
        let mut trials: Vec<Trial> = starts.map(first).collect();
        trials.sort_by(|a, b| a.missed().total_cmp(&b.missed()));
        trials.truncate(6);
        trials.extend(before.map(|unknowns| Trial::new(self, unknowns)));
        let free = [0, 1, 2, 3];
        let ends = trials.into_iter().map(|trial| follow(self, trial, &free, STEPS));
        let best = ends.min_by(|a, b| a.missed().total_cmp(&b.missed()));
        let best = best.unwrap_or_else(|| Trial::new(self, EXPECTED.map(|e| e.0).to_vec()));
        let (matrix, _) = equations(self, &best, &free);
        let factor = Factor::new(free.len(), &matrix);
        let count = (self.known.len() * self.speeds.len()).max(1) as f64;
        let wide = 2.0 * (best.missed() / count).sqrt().max(1.0);
        let deviation = |k: usize| factor.as_ref().map_or(1.0, |f| f.variance(k).max(0.0).sqrt());
        let unknowns = &best.unknowns;
        let range =
            |k: usize| [unknowns[k] - wide * deviation(k), unknowns[k] + wide * deviation(k)];
        let (law, felt) = (self.law(unknowns), self.felt(self.felt.len() - 1, unknowns));
        let blows = self.blows(unknowns);
        let first = blows[0].first;
        let [low, high] = if separated { range(0) } else { [EXPONENTS.0, EXPONENTS.1] };
        let exponent = Interval {
            value: law.exponent,
            low: low.clamp(EXPONENTS.0, law.exponent),
            high: high.clamp(law.exponent, EXPONENTS.1),
        };
        let lost = |x: f64| (x.exp() - LOSSLESS).clamp(0.0, MOST_LOSS);
        let [less, more] = range(1).map(lost);
        let [light, heavy] = range(3).map(f64::exp);
        let [short, long] = range(2).map(|x| first * (x - unknowns[2]).exp());
        let contact = Contact {
            mass_kg: mass,
            stiffness: mass * law.stiffness,
            exponent,
            loss: Interval { value: lost(unknowns[1]), low: less, high: more },
            restitution: None,
            duration_s: Interval { value: first, low: short, high: long },
            share: Interval { value: unknowns[3].exp(), low: light, high: heavy },
            separated,
            law,
            felt,
        };
        (contact, blows, best.unknowns)
    }
}
