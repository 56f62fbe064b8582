//! Blows at several places of an object whose shape is known.
//!
//! How lively a mode is where it is struck follows from the shape. What is heard of it, divided by
//! that, is the same for all places: two places tell it, and a third one follows. So does how much the
//! object yields to the hammer at each of them, but for one number: how heavy the hammer is beside it.

use crate::blow::{Blow, Felt};
use crate::found::FoundMode;
use crate::gains::{Gains, subtract_ringing};
use crate::linear::Factor;
use crate::tied::{Low, Part, STOP, Tied};
use carom_shapes::{Material, Object, Place, Shape, material};
use num_complex::Complex;
use serde_json::{Map, Value};
use std::f64::consts::{PI, TAU};

type C = Complex<f64>;

/// How far (as a part of the frequency) a mode may be from that of the shape.
const NEAR: f64 = 0.03;
/// How far it usually is if the material is known and if it is not, how far around it others are
/// counted, and how many are none of the shape.
const SAME: [f64; 2] = [0.0005, 0.005];
const AROUND: f64 = 0.25;
const STRANGE: f64 = 0.1;
/// Modes of a shape that are looked at, and those that the strongest may be.
const MODES: usize = 400;
const FIRST: usize = 120;
/// Modes that move less than this part of the most at all places tell nothing.
const STILL: f64 = 0.02;
/// Modes of a shape whose frequencies differ by less than this part of their resonance share one.
const ONE: f64 = 0.1;
/// Pitches of a shape within so many widths of a mode are heard apart if there are at most so many, with
/// this part of a width between them.
const APART: (f64, usize, f64) = (2.0, 3, 0.5);
/// Samples by which beginnings of blows may differ from what was found, and parts of one that are tried.
const SHIFT: (i32, i32) = (3, 16);
/// Bands of an octave in which modes that are felt and not heard become one, if there are more than so
/// many of them.
const GROUPS: (f64, usize) = (24.0, 200);
/// Frequency (Hz) of modes that stand for the object moving as a whole.
const WHOLE: f64 = 0.05;
/// What is taken to be uncertain of blows at several places: as a part of what is heard of each, and of the
/// energy of the liveliest.
const UNSURE: (f64, f64) = (0.1, 1e-5);

/// Seconds after blows are over from which on all modes of a shape are fitted at once, seconds in which they
/// are, and how many of them at most.
const TOGETHER: (f64, f64, usize) = (0.004, 0.8, 240);

/// Least frequency, in widths of its resonance, of a mode whose frequency is known better than a shape tells it.
const SHARP: f64 = 300.0;
/// The part of the energy that all modes of a shape may leave, if they are those of the object.
const UNEXPLAINED: f64 = 0.01;
/// Up to where a sound is kept whole, as a multiple of the highest frequency that was found; and up to where modes
/// are told, as a multiple of that.
const ABOVE: f64 = 1.02;
const HEARD: f64 = 1.1;

/// Blows at places of a shape, and what was recorded of them.
pub(crate) struct Recorded<'a> {
    /// For each recording.
    pub(crate) gains: Vec<&'a Gains>,
    pub(crate) blows: &'a [Blow],
    /// That at the new place.
    pub(crate) new: &'a Blow,
    /// Hz.
    pub(crate) rate: f64,
}

/// Modes of a shape at the new place.
pub(crate) struct Whole {
    /// The exponent (1/s) and the gain of each.
    pub(crate) modes: Vec<(C, C)>,
    /// The modes that were found instead of which these are heard.
    pub(crate) instead: Vec<usize>,
}

/// A shape with its modes, and where recordings were struck.
pub(crate) struct Placed<'a> {
    shape: &'a Shape,
    objects: Vec<Object>,
    /// Where each recording was struck, then where the scene is.
    places: Vec<Place>,
}

/// The modes of a shape that are those of recordings.
pub(crate) struct Matched<'a> {
    object: &'a Object,
    scale: f64,
    /// For each mode that was found, those of the shape that have its frequency.
    same: Vec<Vec<usize>>,
    /// For each mode that was found, how many of the shape lie within its resonance.
    crowded: Vec<usize>,
    /// At each place, how lively the modes of the shape are.
    weights: Vec<Vec<f64>>,
    /// At each place, the mode that stands for all that are too high to be known, without a share.
    above: Vec<Option<carom::Mode>>,
}

/// The shape of a family, such as `bar`, with its usual sizes, or as JSON with some of its own.
///
/// # Errors
///
/// If there is no such shape: what there is.
pub fn shape(text: &str) -> Result<Shape, String> {
    let usual = |kind: &str| {
        let all = Shape::all();
        let kinds: Vec<&str> = all.iter().map(Shape::kind).collect();
        let found = all.iter().find(|shape| shape.kind() == kind).cloned();
        found.ok_or_else(|| format!("`{kind}` is not a shape; there are {}", kinds.join(", ")))
    };
    if !text.trim_start().starts_with('{') {
        return usual(text);
    }
    let wrong = |why: String| format!("`{text}` is no shape: {why}");
    let given: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let kind = given.get("kind").and_then(Value::as_str);
    let kind = kind.ok_or_else(|| wrong("it has no `kind`".into()))?;
    let mut whole = serde_json::to_value(usual(kind)?).map_err(|error| wrong(error.to_string()))?;
    if let Some(table) = whole.as_object_mut() {
        table.extend(given);
    }
    let shape: Shape = serde_json::from_value(whole).map_err(|error| wrong(error.to_string()))?;
    match shape.resonator().errors().first() {
        Some(error) => Err(wrong(format!("{error:?}"))),
        None => Ok(shape),
    }
}

impl<'a> Placed<'a> {
    /// A shape, one place for each recording, and the place that is struck in the scene.
    pub(crate) fn new(shape: &'a Shape, places: &[Place], at: Place) -> Self {
        let design = |material: &Material| {
            shape.resonator().design(&material.elastic, carom_shapes::HIGHEST_MODE)
        };
        // Ratios of frequencies depend on how a material shears and whether it has a grain.
        let solid = material::all().iter().filter(|material| material.solid);
        let places = places.iter().copied().chain([at]).collect();
        Self { shape, objects: solid.map(design).collect(), places }
    }

    /// The modes of an object that were struck, of which there are these weights.
    fn moved(object: &Object, weights: &[Vec<f64>]) -> Vec<usize> {
        let count = object.modes.len().min(MODES);
        let most = |k: usize| weights.iter().map(|w| w[k].abs()).fold(0.0, f64::max);
        let top = (0..count).map(most).fold(0.0, f64::max);
        let moves = |k: &usize| object.modes[*k].frequency > 0.0 && most(*k) > STILL * top;
        (0..count).filter(moves).collect()
    }

    /// The modes of the shape that are those that were found, of the material with which these are
    /// most likely.
    pub(crate) fn matched(&self, modes: &[FoundMode]) -> Option<Matched<'_>> {
        let fits = self.objects.iter().filter_map(|object| {
            let weights: Vec<_> = self.places.iter().map(|p| object.weights(*p)).collect();
            let struck = Self::moved(object, &weights[..weights.len() - 1]);
            let frequencies: Vec<f64> = struck.iter().map(|k| object.modes[*k].frequency).collect();
            scale(modes, &frequencies).map(|(score, scale)| (score, scale, object, struck, weights))
        });
        let (_, scale, object, struck, weights) = fits.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let frequency = |k: &usize| object.modes[*k].frequency;
        let same = |mode: &FoundMode| {
            let apart = |k: &usize| (mode.frequency_hz() / (scale * frequency(k)) - 1.0).abs();
            let nearest = struck.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
            let Some(nearest) = nearest.filter(|k| apart(k) < NEAR) else { return Vec::new() };
            // Round things have two modes of one frequency, a quarter of a wave apart.
            let width = mode.width_hz() / scale;
            let one = |k: &usize| (frequency(k) - frequency(nearest)).abs() < ONE * width;
            (0..object.modes.len()).filter(one).collect()
        };
        let above = |weights: &Vec<f64>| {
            object.residual(self.shape.resonator(), weights, carom_shapes::HIGHEST_MODE)
        };
        let crowded = |mode: &FoundMode| {
            let width = mode.width_hz() / scale;
            let near = |k: &&usize| (frequency(k) - mode.frequency_hz() / scale).abs() < width;
            struck.iter().filter(near).count()
        };
        Some(Matched {
            crowded: modes.iter().map(crowded).collect(),
            same: modes.iter().map(same).collect(),
            above: weights.iter().map(above).collect(),
            object,
            scale,
            weights,
        })
    }
}

impl Matched<'_> {
    /// For each mode that was found, itself, or those that it is if it is a few pitches of the shape at
    /// once.
    pub(crate) fn parts(&self, modes: &[FoundMode]) -> Vec<Vec<FoundMode>> {
        let parts = |mode: &FoundMode| {
            let (decay, width) = (-mode.exponent.re, mode.width_hz());
            let pitches = self.pitches(mode, APART.0);
            let spaced = pitches.windows(2).all(|pair| pair[1] - pair[0] > APART.2 * width);
            if !(2..=APART.1).contains(&pitches.len()) || !spaced {
                return vec![*mode];
            }
            // A shape has frequencies without damping.
            let exponent = |pitch: &f64| {
                Complex::new(-decay, ((TAU * pitch).powi(2) - decay * decay).max(0.0).sqrt())
            };
            pitches.iter().map(|pitch| FoundMode { exponent: exponent(pitch), ..*mode }).collect()
        };
        modes.iter().map(parts).collect()
    }

    /// The pitches (Hz) of the shape, from low to high, within so many widths of a mode.
    fn pitches(&self, mode: &FoundMode, widths: f64) -> Vec<f64> {
        let (width, within) = (mode.width_hz(), widths * mode.width_hz());
        let moves = |k: &usize| self.weights.iter().any(|w| w[*k].abs() > STILL);
        let all = (0..self.object.modes.len()).filter(moves);
        let all = all.map(|k| self.scale * self.object.modes[k].frequency);
        let mut all: Vec<f64> = all.filter(|f| (f - mode.frequency_hz()).abs() < within).collect();
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < ONE * width);
        all
    }

    /// How many places of recordings there are; that of the scene is the one after these.
    pub(crate) fn new_place(&self) -> usize {
        self.weights.len() - 1
    }

    /// The frequencies (Hz) of those modes that were found of which so many places do not tell how loud
    /// they are elsewhere: those that are several pitches of the shape at once, or more modes of one
    /// pitch than there are places.
    pub(crate) fn untold(&self, modes: &[FoundMode], places: usize) -> Vec<f64> {
        let all = modes.iter().zip(&self.same);
        let untold = all.filter(|(mode, same)| {
            same.len() > places || !same.is_empty() && self.pitches(mode, 1.0).len() > 1
        });
        untold.map(|(mode, _)| mode.frequency_hz()).collect()
    }

    /// How lively a mode is at a place of which nothing else is heard; none if others are near it.
    pub(crate) fn clear(&self, mode: usize, place: usize) -> Option<f64> {
        self.lively(mode, place).filter(|_| self.crowded[mode] <= 1)
    }

    /// How lively a mode that is alone at its frequency is at a place; none if it is not alone.
    fn lively(&self, mode: usize, place: usize) -> Option<f64> {
        match self.same[mode].as_slice() {
            [one] => Some(self.weights[place][*one]),
            _ => None,
        }
    }

    /// What a hammer as heavy as the object feels at a place: the modes that were found, then others of
    /// the shape up to a frequency (Hz).
    pub(crate) fn felt(&self, modes: &[FoundMode], place: usize, highest: f64) -> Vec<Felt> {
        let share = |k: usize| {
            self.weights[place][k].powi(2) * self.object.mass / self.object.modes[k].mass
        };
        let mut taken = vec![false; self.object.modes.len()];
        let mut felt = Vec::new();
        for (mode, same) in modes.iter().zip(&self.same) {
            let mut sum = 0.0;
            for k in same {
                sum += if taken[*k] { 0.0 } else { share(*k) };
                taken[*k] = true;
            }
            felt.push(Felt {
                frequency: mode.frequency_hz(),
                decay: -mode.exponent.re,
                share: sum,
            });
        }
        let others = (0..taken.len()).filter(|k| !taken[*k]);
        let others = others.map(|k| (self.scale * self.object.modes[k].frequency, share(k)));
        let above = self.above[place]
            .iter()
            .map(|mode| (self.scale * mode.omega / TAU, self.object.mass / mode.mass));
        let others = grouped(others.chain(above).collect(), highest);
        felt.extend(others.into_iter().map(|(frequency, share)| {
            let apart = |mode: &&FoundMode| (mode.frequency_hz() / frequency).ln().abs();
            let near = modes.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
            // What is not heard is taken to lose as much in a cycle as what is heard beside it.
            let lost = near.map_or(0.01, |mode| -mode.exponent.re / mode.frequency_hz());
            Felt { frequency, decay: lost * frequency, share }
        }));
        felt
    }

    /// For each mode, the gains of one channel at the new place; none if the shape has no such mode.
    pub(crate) fn gains(
        &self,
        modes: &[FoundMode],
        found: &[&Gains],
        rate: f64,
    ) -> Vec<Option<Complex<f64>>> {
        let gains: Vec<Vec<Complex<f64>>> = self.aligned(modes, found, rate);
        let of = |k: usize| {
            let weights = |mode: &usize| Weights {
                at: (0..found.len()).map(|n| self.weights[n][*mode]).collect(),
                new: self.weights[self.new_place()][*mode],
            };
            let weights: Vec<Weights> = self.same[k].iter().map(weights).collect();
            let gains: Vec<Complex<f64>> = gains.iter().map(|gains| gains[k]).collect();
            match weights.as_slice() {
                [] => None,
                [one] => one.alone(&gains),
                several => together(several, &gains),
            }
        };
        (0..modes.len()).map(of).collect()
    }

    /// All modes of the shape at once, as they are at the new place; none if those that were found
    /// explain the recordings better.
    pub(crate) fn whole(&self, modes: &[FoundMode], recorded: &Recorded) -> Option<Whole> {
        let Recorded { gains, blows, new, rate } = recorded;
        let over = blows.iter().chain([*new]).map(|blow| blow.step * blow.force.len() as f64);
        let lead = ((over.fold(0.0, f64::max) + TOGETHER.0) * rate) as usize;
        let rest = |n: usize| gains[n].left.len().saturating_sub(lead);
        let count = (0..gains.len()).map(rest).min()?.min((TOGETHER.1 * rate) as usize);
        let (highest, pitches) = self.sounding(modes);
        let ours = |k: usize| !self.same[k].is_empty() && modes[k].frequency_hz() <= highest;
        if pitches.len() < 2 || count < (0.1 * rate) as usize {
            return None;
        }
        let low = Low::new(highest, *rate);
        let slower = rate / low.step as f64;
        // What is not of the shape is taken away.
        let left = |n: usize| &gains[n].left[lead..lead + count];
        let sound = |n: usize| -> Vec<f64> {
            let mut sound = left(n).to_vec();
            for k in (0..modes.len()).filter(|k| ours(*k)) {
                let s = modes[k].exponent;
                let z = gains[n].gains[k] * blows[n].at(s) * (s * (lead as f64 / rate)).exp();
                subtract_ringing(-z, (s / *rate).exp(), &mut sound);
            }
            low.of(&sound)
        };
        let sounds: Vec<Vec<f64>> = (0..gains.len()).map(sound).collect();
        let shifts = self.shifts(modes, gains, *rate);
        let expected = self.expected(modes);
        let part = |k: &usize| {
            let (exponent, sure) = expected(*k);
            let at = |n: usize| {
                self.weights[n][*k] * blows[n].at(exponent) * (exponent * -shifts[n]).exp()
            };
            Part {
                exponent,
                sure,
                at: (0..gains.len()).map(at).collect(),
                new: self.weights[self.new_place()][*k] * new.at(exponent),
            }
        };
        let tied =
            Tied { sounds: &sounds, rate: slower, parts: pitches.iter().map(part).collect() };
        let mut fitted = tied.fitted()?;
        fitted.modes.iter_mut().for_each(|(s, size)| *size /= low.at(*s, *rate));
        fitted.modes.retain(|(s, _)| s.im < TAU * HEARD * highest);
        let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
        let worst = |left: &dyn Fn(usize) -> f64| {
            (0..gains.len()).map(|n| left(n) / energy(&sounds[n])).fold(0.0, f64::max)
        };
        let before = worst(&|n| energy(&low.of(left(n))));
        if worst(&|n| fitted.left[n]) > before.min(UNEXPLAINED) {
            return None;
        }
        let gain = |(s, size): (C, C)| (s, size * (s * -(lead as f64 / rate)).exp() / new.at(s));
        let modes =
            fitted.modes.into_iter().map(gain).filter(|(_, gain)| gain.is_finite()).collect();
        Some(Whole { modes, instead: (0..self.same.len()).filter(|k| ours(*k)).collect() })
    }

    /// The frequency (Hz) of a mode of the shape.
    fn hertz(&self, mode: usize) -> f64 {
        self.scale * self.object.modes[mode].frequency
    }

    /// For a mode of the shape, the exponent (1/s) that is expected, and whether it was measured: shapes that
    /// are real have their modes a little beside where they should be.
    fn expected(&self, modes: &[FoundMode]) -> impl Fn(usize) -> (C, bool) {
        let sharp = |mode: &FoundMode| mode.frequency_hz() > SHARP * mode.width_hz();
        let alone = |k: &usize| self.crowded[*k] <= self.same[*k].len() && sharp(&modes[*k]);
        let measured = (0..modes.len()).filter(alone).flat_map(|k| {
            self.same[k].iter().map(move |one| (*one, self.hertz(*one), modes[k].exponent))
        });
        let mut measured: Vec<(usize, f64, C)> = measured.collect();
        measured.sort_by(|a, b| a.1.total_cmp(&b.1));
        let lost = usual_loss(modes);
        move |k: usize| {
            if let Some((_, _, exponent)) = measured.iter().find(|(own, _, _)| *own == k) {
                return (*exponent, true);
            }
            let hertz = self.hertz(k);
            let ratio = |n: usize| measured[n].2.im / (TAU * measured[n].1);
            let above = measured.partition_point(|other| other.1 < hertz);
            let beside = match (above.checked_sub(1), measured.get(above)) {
                (Some(below), Some(next)) => {
                    let part = (hertz - measured[below].1) / (next.1 - measured[below].1).max(1e-9);
                    ratio(below) + part * (ratio(above) - ratio(below))
                }
                (Some(below), None) => ratio(below),
                (None, Some(_)) => ratio(above),
                (None, None) => 1.0,
            };
            let omega = TAU * hertz * beside;
            (C::new(-lost * omega / TAU, omega), false)
        }
    }

    /// The frequency (Hz) up to which all modes of the shape are looked at, and those that move up to where
    /// nothing is heard any more if the rest is taken away, from low to high.
    fn sounding(&self, modes: &[FoundMode]) -> (f64, Vec<usize>) {
        let found = modes.iter().zip(&self.same).filter(|(_, same)| !same.is_empty());
        let highest = found.map(|(mode, _)| mode.frequency_hz()).fold(0.0, f64::max);
        let sounds = |k: &usize| {
            let moves = self.weights.iter().any(|w| w[*k].abs() > STILL);
            moves && self.hertz(*k) > WHOLE
        };
        let mut all: Vec<usize> = (0..self.object.modes.len()).filter(sounds).collect();
        all.sort_by(|a, b| self.hertz(*a).total_cmp(&self.hertz(*b)));
        let within = all.get(TOGETHER.2).map_or(f64::INFINITY, |k| self.hertz(*k) / STOP);
        let highest = (ABOVE * highest).min(within);
        all.retain(|k| self.hertz(*k) < STOP * highest);
        (highest, all)
    }

    /// Gains as if all blows had begun when the first did: a beginning is known to a sample only, which
    /// turns the phases of high modes. Between places, a mode may turn round and do nothing else.
    fn aligned(&self, modes: &[FoundMode], found: &[&Gains], rate: f64) -> Vec<Vec<Complex<f64>>> {
        let shifts = self.shifts(modes, found, rate);
        let align = |n: usize| {
            let all = modes.iter().zip(&found[n].gains);
            all.map(|(mode, gain)| gain * (mode.exponent * shifts[n]).exp()).collect()
        };
        (0..found.len()).map(align).collect()
    }

    /// Seconds by which each blow began later than the first, as what was found of modes tells.
    fn shifts(&self, modes: &[FoundMode], found: &[&Gains], rate: f64) -> Vec<f64> {
        let known = (0..modes.len()).filter(|k| !self.same[*k].is_empty());
        let known: Vec<usize> = known.collect();
        let shifted =
            |n: usize, k: usize, shift: f64| found[n].gains[k] * (modes[k].exponent * shift).exp();
        let score = |n: usize, shift: f64| {
            let of = |k: &usize| {
                let (a, b) = (found[0].gains[*k], shifted(n, *k, shift));
                let even = (a.norm() * b.norm()) / (a.norm_sqr() + b.norm_sqr()).max(1e-300);
                let angle = (b * a.conj()).arg();
                let turned = |place| self.lively(*k, place).map(f64::signum);
                match (turned(0), turned(n)) {
                    (Some(a), Some(b)) => even * a * b * angle.cos(),
                    _ => even * (2.0 * angle).cos(),
                }
            };
            known.iter().map(of).sum::<f64>()
        };
        let align = |n: usize| {
            let (most, parts) = SHIFT;
            let shifts = (-most * parts..=most * parts).map(|m| f64::from(m) / f64::from(parts));
            let shifts = shifts.map(|samples| samples / rate);
            let best = shifts.max_by(|a, b| score(n, *a).total_cmp(&score(n, *b)));
            if n == 0 { 0.0 } else { best.unwrap_or(0.0) }
        };
        (0..found.len()).map(align).collect()
    }
}

/// What modes usually lose in a cycle.
fn usual_loss(modes: &[FoundMode]) -> f64 {
    let mut all: Vec<f64> =
        modes.iter().map(|mode| -mode.exponent.re / mode.frequency_hz()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.01)
}

/// Modes as pairs of frequency (Hz) and share, with those above the highest frequency at it, and with
/// neighbours as one if there are many.
fn grouped(mut modes: Vec<(f64, f64)>, highest: f64) -> Vec<(f64, f64)> {
    for (frequency, share) in &mut modes {
        *frequency = frequency.max(WHOLE);
        if *frequency > highest {
            // What is slow for it bends it as far.
            *share *= (highest / *frequency).powi(2);
            *frequency = highest;
        }
    }
    modes.retain(|mode| mode.1 > 0.0);
    modes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let width = if modes.len() > GROUPS.1 { 1.0 / GROUPS.0 } else { 1e-9 };
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let mut first = 0.0;
    for (frequency, share) in modes {
        match groups.last_mut() {
            Some(last) if (frequency / first).log2() <= width => {
                let sum = last.1 + share;
                *last = ((last.0 * last.1 + frequency * share) / sum, sum);
            }
            _ => {
                groups.push((frequency, share));
                first = frequency;
            }
        }
    }
    groups
}

/// How lively a mode is.
struct Weights {
    /// Where each recording was struck.
    at: Vec<f64>,
    /// Where the scene is struck.
    new: f64,
}

impl Weights {
    /// The gain at the new place of a mode that is alone at its frequency. Sizes are averaged and not
    /// phases, which depend more on how well the force is known.
    fn alone(&self, gains: &[Complex<f64>]) -> Option<Complex<f64>> {
        let (mut product, mut square, mut best) = (0.0, 0.0, (0.0, 0.0));
        for (gain, weight) in gains.iter().zip(&self.at) {
            product += weight.abs() * gain.norm();
            square += weight * weight;
            if weight.abs() > best.0 {
                let turned = if *weight < 0.0 { PI } else { 0.0 };
                best = (weight.abs(), gain.arg() + turned);
            }
        }
        (square > 0.0).then(|| Complex::from_polar(product / square, best.1) * self.new)
    }
}

/// The gain at the new place of modes that share a frequency: that of the smallest amplitudes which
/// explain what was heard at the others. Each of them may be heard with a phase of its own.
fn together(modes: &[Weights], gains: &[Complex<f64>]) -> Option<Complex<f64>> {
    let size = gains.len();
    let dot = |i: usize, j: usize| modes.iter().map(|mode| mode.at[i] * mode.at[j]).sum::<f64>();
    let mut matrix: Vec<f64> = (0..size * size).map(|n| dot(n / size, n % size)).collect();
    let top = (0..size).map(|i| matrix[i * (size + 1)]).fold(0.0, f64::max);
    let loudest = gains.iter().map(Complex::norm_sqr).fold(1e-300, f64::max);
    for (i, gain) in gains.iter().enumerate() {
        let heard = UNSURE.0.powi(2) * gain.norm_sqr() / loudest;
        matrix[i * (size + 1)] += (heard + UNSURE.1) * top;
    }
    let factor = Factor::new(size, &matrix)?;
    let new: Vec<f64> =
        (0..size).map(|i| modes.iter().map(|mode| mode.at[i] * mode.new).sum()).collect();
    Some(factor.solve(&new).iter().zip(gains).map(|(part, gain)| *part * gain).sum())
}

/// The factor by which the frequencies of a shape are those of the modes, behind how much more likely
/// it is (as a logarithm) than that modes lie beside those of the shape by chance.
fn scale(modes: &[FoundMode], frequencies: &[f64]) -> Option<(f64, f64)> {
    let loudest = modes.iter().map(|mode| mode.size).fold(1e-300, f64::max);
    let score = |scale: f64| {
        let of = |mode: &FoundMode| {
            let apart = |f: &f64| (mode.frequency_hz() / (scale * f)).ln().abs();
            let nearest = frequencies.iter().map(apart).fold(f64::INFINITY, f64::min);
            let around = frequencies.iter().filter(|f| apart(f) < AROUND).count();
            // Chance finds the nearest of so many that lie around; a mode of the shape is near.
            let rate = (around as f64).max(1.0) / AROUND;
            let chance = rate * (-rate * nearest).exp();
            let normal = |sd: f64| (-0.5 * (nearest / sd).powi(2)).exp() / (sd * (0.5 * PI).sqrt());
            let near = SAME.map(normal).iter().sum::<f64>() / SAME.len() as f64;
            ((1.0 - STRANGE) * near / chance.max(1e-300) + STRANGE).ln()
        };
        modes.iter().map(of).sum::<f64>()
    };
    let mut best: Option<(f64, f64)> = None;
    for mode in modes.iter().filter(|mode| mode.size > 0.1 * loudest) {
        for f in frequencies.iter().take(FIRST) {
            let scale = mode.frequency_hz() / f;
            let score = score(scale);
            if best.is_none_or(|best| score > best.0) {
                best = Some((score, scale));
            }
        }
    }
    best
}
