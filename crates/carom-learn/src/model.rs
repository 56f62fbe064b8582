//! Recordings as modes that blows make ring.

use crate::blow::Blow;
use crate::contact::{Blows, contact, is_varied};
use crate::found::{Found, FoundMode, direct, explained, partials};
use crate::gains::{Gains, gains, loud};
use crate::object::{LearnedMode, Options};
use crate::parts::Sounds;
use crate::place::{Matched, Placed, Recorded, Whole};
use crate::rest::{Loud, UNFELT, rest};
use crate::shaped::{Known, Shaped};
use crate::spectra::{Spectra, spectra};
use crate::text::Struck;
use crate::touch::Contact;
use carom_listen::{Recording, band_levels};
use num_complex::Complex;
use std::f64::consts::{PI, TAU};

/// Mass of the hammer (kg) of a learned scene.
const HAMMER: f64 = 0.02;
/// Energy (dB above what is left) that the partials of a sound that holds nothing else must explain.
const CLEAN: f64 = 40.0;
/// Part of the frequency within which modes of a known shape are one.
const SAME: f64 = 0.003;
/// How often the contact with a known shape and what is heard of its modes are found in turn.
const PASSES: usize = 2;
/// Frames of 10 ms that are the attack.
const ATTACK: usize = 5;
/// Seconds in which what no mode explains is let in.
const RISE: f64 = 0.003;
/// Seconds after the first loud sample from which on modes of blows of several speeds are sought, of
/// short and of long contacts: while a contact pushes, a sound is no sum of modes.
const AFTER: [f64; 2] = [0.004, 0.016];
/// Modes that are sought in what the others leave.
const MORE: usize = 60;
/// Seconds in which they are sought.
const EARLY: f64 = 0.8;

/// A channel of a recording.
pub(crate) struct Channel<'a> {
    pub(crate) recording: usize,
    /// 0 for the left or only one, 1 for the right.
    side: usize,
    samples: &'a [f64],
}

/// Modes, and the blows that make the recordings of them.
pub(crate) struct Model<'p> {
    pub(crate) found: Found,
    /// The modes of the shape that they are, if it is known.
    pub(crate) matched: Option<Matched<'p>>,
    pub(crate) contact: Contact,
    /// For each recording.
    pub(crate) blows: Vec<Blow>,
    /// For each recording, those of its channels: of the modes that were found, then of what is heard
    /// of the force itself.
    pub(crate) gains: Vec<Vec<Gains>>,
    /// For each sound, how much of it the modes explain (dB).
    pub(crate) snr_db: Vec<f64>,
    /// Seconds after the first loud sample from which on modes were sought.
    pub(crate) after: f64,
}

/// Sounds of one object.
pub(crate) struct Heard<'a> {
    /// Every channel is a sound of its own, of the same blow.
    pub(crate) sounds: Vec<Channel<'a>>,
    /// For each recording, the speed of the blow (m/s).
    pub(crate) speeds: Vec<f64>,
    rate: f64,
    spectra: Spectra,
}

impl<'a> Heard<'a> {
    /// Recordings of blows whose speeds (m/s) are given, or none if they are not known.
    pub(crate) fn new(recordings: &[&'a Recording], speeds: &[f64]) -> Self {
        let rate = recordings[0].rate;
        let heard: Vec<Vec<&[f64]>> = recordings.iter().map(|r| heard(r)).collect();
        let stereo = heard.iter().all(|channels| channels.len() == 2);
        let mut sounds = Vec::new();
        for (recording, channels) in heard.iter().enumerate() {
            for (number, samples) in channels.iter().enumerate() {
                let side = if stereo { number } else { 0 };
                sounds.push(Channel { recording, side, samples });
            }
        }
        let spectra = spectra(&heard, rate);
        let speeds = guessed(speeds, &spectra);
        Self { sounds, speeds, rate, spectra }
    }

    /// 1, or 2 for left and right.
    pub(crate) fn sides(&self) -> usize {
        1 + self.sounds.iter().map(|sound| sound.side).max().unwrap_or(0)
    }

    /// The numbers of the sounds of a recording.
    fn own(&self, recording: usize) -> Vec<usize> {
        (0..self.sounds.len()).filter(|n| self.sounds[*n].recording == recording).collect()
    }

    /// The sounds of a recording.
    fn channels(&self, recording: usize) -> Vec<&'a [f64]> {
        self.own(recording).iter().map(|n| self.sounds[*n].samples).collect()
    }

    /// The recording of the hardest blow, the nearest to those that are harder.
    fn hardest(&self) -> usize {
        let harder = |a: usize, b: usize| if self.speeds[b] > self.speeds[a] { b } else { a };
        (1..self.speeds.len()).fold(0, harder)
    }

    /// The modes of the sounds and the blows that make them ring.
    pub(crate) fn modelled<'p>(&self, options: &Options, placed: Option<&'p Placed>) -> Model<'p> {
        let samples: Vec<&[f64]> = self.sounds.iter().map(|sound| sound.samples).collect();
        // What a shape has is one mode at one pitch.
        let apart = |found: Found, after: f64| match placed {
            Some(placed) => {
                let sounds = Sounds { samples: &samples, rate: self.rate, after };
                sounds.parted(found.apart(SAME), placed, options.modes)
            }
            None => found,
        };
        let clean = partials(&samples, self.rate, options.modes);
        let clean = clean.map(|found| self.model(apart(found, AFTER[0]), 0.0, placed));
        if let Some(clean) = clean.filter(|clean| least(&clean.snr_db) >= CLEAN) {
            return clean;
        }
        if !is_varied(&self.speeds) && placed.is_none() {
            return self.model(explained(&samples, self.rate, options.modes, 0.0), 0.0, None);
        }
        // Modes are sought once the contact is over; when that is shows in how well they explain the
        // whole sound under the force.
        let hardest = self.hardest();
        // Where one place is still, another may move.
        let sought = if placed.is_some() { samples.clone() } else { self.channels(hardest) };
        let found = |after: f64| apart(explained(&sought, self.rate, options.modes, after), after);
        let [usual, late] = AFTER;
        let first = self.model(found(usual), usual, placed);
        let later = found(late);
        let gains = self.gains(hardest, &first.blows[hardest], &later.modes, None);
        let worth = |gains: &[Gains]| least(&self.explained(hardest, gains));
        if worth(&gains) > worth(&first.gains[hardest]) {
            self.model(later, late, placed)
        } else {
            first
        }
    }

    /// The contact of modes, and what is heard of them.
    fn model<'p>(&self, found: Found, after: f64, placed: Option<&'p Placed>) -> Model<'p> {
        let of = |mode: &FoundMode| [mode.frequency_hz(), -mode.exponent.re];
        let known = Blows {
            spectra: &self.spectra,
            speeds: &self.speeds,
            modes: &found.modes.iter().map(of).collect::<Vec<_>>(),
            sizes: &found.modes.iter().map(|mode| mode.size).collect::<Vec<_>>(),
            highest: 0.45 * self.rate,
        };
        let all = |blows: &[Blow]| -> Vec<Vec<Gains>> {
            let of = |(n, blow)| self.gains(n, blow, &found.modes, None);
            blows.iter().enumerate().map(of).collect()
        };
        let matched = placed.and_then(|placed| placed.matched(&found.modes));
        // Spectra of blows at several places differ by more than the force.
        let mut contact = match placed {
            Some(_) => known.alone(HAMMER),
            None => contact(&known, HAMMER),
        };
        let mut blows: Vec<Blow> = self.speeds.iter().map(|speed| contact.blow(*speed)).collect();
        let mut gains = all(&blows);
        if let Some(matched) = &matched {
            let time = contact.law.time(1.0).ln();
            let mut unknowns = None;
            for _ in 0..PASSES {
                let shaped = self.shaped(&found.modes, matched, (&blows, &gains), time);
                let before = unknowns.take();
                let found = shaped.contact(HAMMER, is_varied(&self.speeds), before);
                (contact, blows) = (found.0, found.1);
                unknowns = Some(found.2);
                gains = all(&blows);
            }
        }
        let explained = || (0..gains.len()).flat_map(|n| self.explained(n, &gains[n])).collect();
        let snr_db = found.snr_db.clone().unwrap_or_else(explained);
        Model { found, matched, contact, blows, gains, snr_db, after }
    }

    /// What blows at places of a shape tell about the contact, of which there are gains under a guess
    /// and the logarithm of the time that brightness tells.
    fn shaped(
        &self,
        modes: &[FoundMode],
        matched: &Matched,
        (blows, gains): (&[Blow], &[Vec<Gains>]),
        time: f64,
    ) -> Shaped<'_> {
        let known = |(k, mode): (usize, &FoundMode)| {
            let heard = |n: usize| {
                let square: f64 = gains[n].iter().map(|gains| gains.gains[k].norm_sqr()).sum();
                let size = square.sqrt() * blows[n].at(mode.exponent).norm();
                let doubt: f64 = gains[n].iter().map(|gains| self.doubt(mode, gains).powi(2)).sum();
                let doubt = doubt.sqrt() / size.max(1e-300);
                matched.clear(k, n).map(|lively| [size, lively, doubt])
            };
            let heard = (0..gains.len()).map(heard).collect::<Option<Vec<_>>>()?;
            Some(Known { exponent: mode.exponent, heard })
        };
        let felt = |place: usize| matched.felt(modes, place, 0.45 * self.rate);
        Shaped {
            speeds: &self.speeds,
            felt: (0..=matched.new_place()).map(felt).collect(),
            known: modes.iter().enumerate().filter_map(known).collect(),
            time,
        }
    }

    /// How far what gains leave makes the amplitude of a mode uncertain: as noise as loud would.
    fn doubt(&self, mode: &FoundMode, gains: &Gains) -> f64 {
        let fall = (2.0 * mode.exponent.re / self.rate).exp();
        let (mut rest, mut own, mut square) = (0.0, 0.0, 1.0);
        for x in &gains.left {
            rest += square * x * x;
            own += square;
            square *= fall;
        }
        (2.0 * rest).sqrt() / own.max(1e-300)
    }

    /// The gains of the channels of a recording, for modes and what is heard of the force itself; the
    /// blow may be known to begin at a sample.
    fn gains(
        &self,
        recording: usize,
        blow: &Blow,
        modes: &[FoundMode],
        at: Option<usize>,
    ) -> Vec<Gains> {
        let all = modes.iter().copied().chain(direct(0.45 * self.rate));
        let exponents: Vec<Complex<f64>> = all.map(|mode| mode.exponent).collect();
        gains(&self.channels(recording), blow, &exponents, self.rate, at)
    }

    /// For each sound of a recording, the energy of its first second divided by that of what gains
    /// leave (dB).
    fn explained(&self, recording: usize, gains: &[Gains]) -> Vec<f64> {
        let energy = |samples: &[f64]| samples.iter().map(|x| x * x).sum::<f64>();
        let of = |(samples, gains): (&&[f64], &Gains)| {
            let start = loud(samples).saturating_sub(gains.begin);
            let end = (start + self.rate as usize).min(gains.left.len());
            let whole = energy(&samples[gains.begin..][start.min(end)..end]);
            let left = energy(&gains.left[start.min(end)..end]);
            10.0 * (whole / left.max(1e-300)).log10()
        };
        self.channels(recording).iter().zip(gains).map(of).collect()
    }

    /// What is known of a mode, of which the first recording has these gains.
    pub(crate) fn mode(
        &self,
        k: usize,
        mode: &FoundMode,
        blow: &Blow,
        gains: &[Gains],
    ) -> LearnedMode {
        let measured = mode.measured.unwrap_or_else(|| {
            let decay = -mode.exponent.re;
            let after =
                loud(self.sounds[0].samples).saturating_sub(gains[0].begin) as f64 / self.rate;
            let size = gains.iter().map(|gains| gains.gains[k].norm_sqr()).sum::<f64>();
            let size = (size / gains.len() as f64).sqrt() * blow.at(mode.exponent).norm();
            let amplitude = size * (-decay * after).exp();
            // The bound of Cramér and Rao for a decaying tone in white noise as strong as what is left.
            let left = &gains[0].left;
            let noise = left.iter().map(|x| x * x).sum::<f64>() / left.len().max(1) as f64;
            let deviation = (8.0 * decay.powi(3) * noise / self.rate).sqrt() / amplitude.max(1e-12);
            [
                (deviation / TAU).min(mode.frequency_hz()),
                (deviation / decay).min(1.0) * mode.t60_s(),
                amplitude,
            ]
        });
        LearnedMode {
            frequency_hz: mode.frequency_hz(),
            t60_s: mode.t60_s(),
            amplitude: measured[2],
            frequency_sd_hz: measured[0],
            t60_sd_s: measured[1],
        }
    }

    /// Modes in what gains leave of the hardest blow, sought from so many seconds after the beginning on.
    pub(crate) fn more(&self, gains: &[Vec<Gains>], after: f64) -> Vec<FoundMode> {
        let early = (EARLY * self.rate) as usize;
        let early = |gains: &'_ Gains| early.min(gains.left.len());
        let known = gains[self.hardest()].iter();
        let left: Vec<&[f64]> = known.map(|gains| &gains.left[..early(gains)]).collect();
        let mut more = explained(&left, self.rate, MORE, after).modes;
        // A scene has frequencies without damping, and renders those below half the sample rate.
        more.retain(|mode| mode.exponent.norm() < PI * self.rate);
        more
    }

    /// Modes that were found and more of them as a blow strikes them, with the gains of the hardest; then those
    /// that stand for what they do not explain.
    pub(crate) fn struck(
        &self,
        (found, more): (&[FoundMode], &[FoundMode]),
        contact: &Contact,
        blows: &[Blow],
        gains: &[Vec<Gains>],
    ) -> [Vec<Struck>; 3] {
        let hardest = self.hardest();
        let (blow, known) = (&blows[hardest], &gains[hardest]);
        let all: Vec<FoundMode> = found.iter().chain(more).copied().collect();
        let gains = self.gains(hardest, blow, &all, Some(known[0].begin));
        let own = self.own(hardest);
        let struck = |(k, mode): (usize, FoundMode)| {
            let gain = |side: usize| {
                let here = |place: &usize| self.sounds[own[*place]].side == side;
                let count = (0..own.len()).filter(here).count().max(1) as f64;
                (0..own.len()).filter(here).map(|n| gains[n].gains[k]).sum::<Complex<f64>>() / count
            };
            Struck {
                frequency_hz: mode.frequency_hz(),
                t60_s: mode.t60_s(),
                share: if k < found.len() { contact.felt[k].share } else { UNFELT },
                gains: (0..self.sides()).map(gain).collect(),
            }
        };
        let all = all.into_iter().chain(direct(0.45 * self.rate));
        let mut struck: Vec<Struck> = all.enumerate().map(struck).collect();
        let mut others = struck.split_off(found.len());
        let mut direct = others.split_off(more.len());
        let loudest = self.loudest(hardest, gains[0].begin);
        let loud = Loud { highest: 0.45 * self.rate, loudest, sides: self.sides() };
        direct.extend(rest(&self.levels(hardest, &gains), blow, &loud));
        [struck, others, direct]
    }

    /// The largest mean square of a band in the attack of a recording.
    fn loudest(&self, recording: usize, begin: usize) -> f64 {
        let levels = mean(&self.channels(recording), |s| band_levels(s, self.rate, begin));
        let frames = &levels[..ATTACK.min(levels.len())];
        let band = |b: usize| frames.iter().map(|f| f[b]).sum::<f64>() / ATTACK as f64;
        (0..frames.first().map_or(0, Vec::len)).map(band).fold(1e-30, f64::max)
    }

    /// The levels of bands over time that a recording should have, and those that its modes have.
    fn levels(&self, recording: usize, gains: &[Gains]) -> [Vec<Vec<f64>>; 2] {
        let channels = self.channels(recording);
        let all: Vec<(&[f64], &Gains)> = channels.into_iter().zip(gains).collect();
        // What no mode explains begins softly, or its first sample would be a click.
        let rise = (RISE * self.rate) as usize;
        let left = |gains: &Gains| -> Vec<f64> {
            let part = |k: usize| ((k as f64 + 0.5) / rise as f64).min(1.0);
            let left = gains.left.iter().enumerate();
            left.map(|(k, x)| x * (0.5 - 0.5 * (PI * part(k)).cos())).collect()
        };
        let found = |(samples, gains): &(&[f64], &Gains)| -> Vec<f64> {
            samples[gains.begin..].iter().zip(&gains.left).map(|(x, left)| x - left).collect()
        };
        let whole = |one: &(&[f64], &Gains)| {
            found(one).iter().zip(left(one.1)).map(|(x, left)| x + left).collect::<Vec<f64>>()
        };
        let levels = |samples: &[f64]| band_levels(samples, self.rate, 0);
        let found = mean(&all, |one| levels(&found(one)));
        let left = mean(&all, |one| levels(&left(one.1)));
        let mut whole = mean(&all, |one| levels(&whole(one)));
        // Where both happen to be in phase, it is no more than both.
        for (n, frame) in whole.iter_mut().enumerate() {
            for (band, level) in frame.iter_mut().enumerate() {
                *level = level.min(found[n][band] + left[n][band]);
            }
        }
        [whole, found]
    }

    /// What blows at places of a shape tell about another place, for each side.
    pub(crate) fn elsewhere(
        &self,
        matched: &Matched,
        modes: &[FoundMode],
        (blows, new): (&[Blow], &Blow),
        gains: &[Vec<Gains>],
    ) -> Vec<Elsewhere> {
        let of = |side: usize| {
            let own = (0..gains.len()).filter_map(|n| {
                let place = self.own(n).iter().position(|k| self.sounds[*k].side == side)?;
                gains[n].get(place)
            });
            let recorded = Recorded { gains: own.collect(), blows, new, rate: self.rate };
            let gains = matched.gains(modes, &recorded.gains, self.rate);
            Elsewhere { gains, whole: matched.whole(modes, &recorded) }
        };
        (0..self.sides()).map(of).collect()
    }
}

/// What is heard at another place.
pub(crate) struct Elsewhere {
    /// For each mode that was found, its gain; none if the shape has no such mode.
    pub(crate) gains: Vec<Option<Complex<f64>>>,
    /// All modes of the shape, if they were told from each other.
    pub(crate) whole: Option<Whole>,
}

impl Elsewhere {
    /// The modes of the shape.
    pub(crate) fn modes(&self) -> impl Iterator<Item = FoundMode> {
        let all = self.whole.iter().flat_map(|whole| &whole.modes);
        all.map(|mode| FoundMode { exponent: mode.0, size: 0.0, measured: None })
    }

    /// Gives modes what they have there on one side; the modes of the shape come after those that were found.
    pub(crate) fn replace(&self, struck: &mut Vec<Struck>, side: usize, sides: usize) {
        for (mode, gain) in struck.iter_mut().zip(&self.gains) {
            mode.gains[side] = gain.unwrap_or(mode.gains[side]);
        }
        let Some(whole) = &self.whole else { return };
        whole.instead.iter().for_each(|k| struck[*k].gains[side] = Complex::default());
        struck.extend(self.modes().zip(&whole.modes).map(|(mode, (_, gain))| {
            let mut gains = vec![Complex::default(); sides];
            gains[side] = *gain;
            let (frequency_hz, t60_s) = (mode.frequency_hz(), mode.t60_s());
            Struck { frequency_hz, t60_s, share: UNFELT, gains }
        }));
    }
}

/// The channels of a recording that are heard, each once.
fn heard(recording: &Recording) -> Vec<&[f64]> {
    let peak = |samples: &[f64]| samples.iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    let most = recording.channels.iter().map(|channel| peak(channel)).fold(0.0, f64::max);
    let mut heard: Vec<&[f64]> = Vec::new();
    for channel in &recording.channels {
        if peak(channel) >= 1e-3 * most && !heard.contains(&channel.as_slice()) {
            heard.push(channel);
        }
    }
    heard
}

/// The mean over channels of what modes leave.
pub(crate) fn left(gains: &[Gains]) -> Vec<f64> {
    let length = gains.iter().map(|gains| gains.left.len()).min().unwrap_or(0);
    let mean = |n: usize| gains.iter().map(|gains| gains.left[n]).sum::<f64>();
    (0..length).map(|n| mean(n) / gains.len() as f64).collect()
}

fn least(levels: &[f64]) -> f64 {
    levels.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The mean of levels of bands.
fn mean<T>(items: &[T], of: impl Fn(&T) -> Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let all: Vec<Vec<Vec<f64>>> = items.iter().map(of).collect();
    let frames = all.iter().map(Vec::len).min().unwrap_or(0);
    let mean =
        |n: usize, b: usize| all.iter().map(|levels| levels[n][b]).sum::<f64>() / all.len() as f64;
    (0..frames).map(|n| (0..all[0][n].len()).map(|b| mean(n, b)).collect()).collect()
}

/// The speeds as given, or those that the lowest bands tell if the first blow has 1 m/s: a blow
/// excites them in proportion to its speed.
fn guessed(given: &[f64], spectra: &Spectra) -> Vec<f64> {
    if !given.is_empty() {
        return given.to_vec();
    }
    let lowest = spectra.frequencies.len().div_ceil(3);
    let ratio = |levels: &Vec<f64>| {
        let mut ratios: Vec<f64> =
            (0..lowest).map(|b| (levels[b] - spectra.levels[0][b]).exp()).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(lowest / 2).map_or(1.0, |ratio| ratio.clamp(0.01, 100.0))
    };
    spectra.levels.iter().map(ratio).collect()
}
