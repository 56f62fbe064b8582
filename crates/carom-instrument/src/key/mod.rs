//! A key: a voice of the engine with a hammer, an object and a damper.

mod made;
mod places;
mod tone;

use std::sync::Arc;

use carom::law::{Law, Loss, Potential};
use carom::{Body, ContactId, Mode, Voice};
use carom_numeric::cpu::{Cpu, fused, kernels};

use crate::felt::Damped;
use crate::probe::{AWAY, Probe, Way};
pub(crate) use made::Made;
pub(crate) use places::Places;
pub(crate) use tone::Tone;

/// A blow as it is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blow {
    /// m/s.
    pub(crate) speed: f64,
    /// The mass and the stiffness of the hammer and its loss, beside those of the scene.
    pub(crate) mass: f64,
    pub(crate) hardness: f64,
    pub(crate) loss: f64,
    /// The exponent, if it is another than that of the scene.
    pub(crate) exponent: Option<f64>,
    /// The place, if it is another than that of the scene.
    pub(crate) place: Option<f64>,
}

impl Blow {
    /// As the scene has it, at rest.
    const USUAL: Self =
        Self { speed: 0.0, mass: 1.0, hardness: 1.0, loss: 1.0, exponent: None, place: None };

    /// Whether it is by the hammer of the scene.
    pub(crate) fn is_usual(&self) -> bool {
        Self { speed: 0.0, place: None, ..*self } == Self::USUAL
    }
}

/// How fast what mends a jump dies away (s), and what is nothing of it, full scale being 1.
const MENDED: f64 = 0.002;
const NOTHING: f64 = 1e-12;

/// The dampers of a key.
#[derive(Debug)]
struct Pads {
    contacts: Vec<ContactId>,
    damped: Damped,
    /// The time in which they take 60 dB (s) by their present law.
    t60: f64,
    are_down: bool,
}

/// What a key has.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) number: u8,
    pub(crate) voice: Voice,
    object: Body,
    hammer: Body,
    strike: ContactId,
    /// All contacts of its scene and their gaps as they are written (m).
    contacts: Vec<(ContactId, f64)>,
    hammer_mass: f64,
    law: Law,
    /// The largest compression of a blow at 1 m/s (m), at which other exponents have the same force.
    compression: f64,
    pads: Option<Pads>,
    modes: Vec<Mode>,
    scratch: Vec<Mode>,
    places: Option<Arc<Places>>,
    probe: Option<Probe>,
    usual_place: f64,
    applied: Blow,
    tone: Tone,
    /// The gains of each pickup to the left and to the right, full scale being 1.
    gains: Vec<[f64; 2]>,
    rows: Vec<Vec<f64>>,
    /// What is added to the sound, left and right, so that it does not jump where something was changed;
    /// it dies away.
    mend: [f64; 2],
    cpu: Cpu,
}

/// Samples that are made at once, at the most.
pub(crate) const CELL: usize = 64;

impl Key {
    /// Where its hammer strikes as it is written.
    pub(crate) fn usual_place(&self) -> f64 {
        self.usual_place
    }

    /// The exponent of its law as it is written.
    pub(crate) fn usual_exponent(&self) -> f64 {
        self.law.potential().exponent()
    }

    /// Strikes as the scene would.
    pub(crate) fn strike_as_written(&mut self, speed: f64) {
        let _ = self.voice.strike(self.strike, speed);
    }

    /// Strikes; where, if that is not where the scene has it. What is refused, because a number is out
    /// of the engine's range, does nothing.
    pub(crate) fn strike(&mut self, blow: &Blow) -> Option<f64> {
        let before = self.applied;
        if blow.mass != before.mass {
            let mass = Mode::free(self.hammer_mass * blow.mass);
            let _ = self.voice.modes(&self.hammer, &[mass]);
        }
        let law = |blow: &Blow| (blow.hardness, blow.loss, blow.exponent);
        if law(blow) != law(&before)
            && let Some(law) = self.law_of(blow)
        {
            let _ = self.voice.law(self.strike, &law);
        }
        match (&self.places, blow.place) {
            (Some(places), place) if place != before.place => {
                let weights = place.map_or(&places.usual[..], |place| places.nearest(place));
                let _ = self.voice.strike_at(self.strike, &self.object, weights, blow.speed);
            }
            _ => self.strike_as_written(blow.speed),
        }
        self.applied = *blow;
        self.places.as_ref().and(blow.place).map(Places::snapped)
    }

    /// The law of a blow: as stiff as wanted at the compression of a middling blow.
    fn law_of(&self, blow: &Blow) -> Option<Law> {
        let potential = self.law.potential();
        let exponent = blow.exponent.unwrap_or_else(|| potential.exponent());
        let same = self.compression.powf(potential.exponent() - exponent);
        let stiffness = potential.stiffness_coefficient() * same * blow.hardness;
        let potential = Potential::new(stiffness, exponent, potential.sides()).ok()?;
        let loss = match self.law.loss() {
            Loss::HuntCrossley { mu } => Loss::HuntCrossley { mu: mu * blow.loss },
            Loss::ConstantRestitution { product } => {
                Loss::ConstantRestitution { product: product * blow.loss }
            }
            other => other,
        };
        let law = Law::new(potential, loss).ok()?;
        if self.law.is_adhesive() { Some(law) } else { law.without_adhesion().ok() }
    }

    /// Lowers the dampers, which take 60 dB in such a time (s); whether there are any that were up.
    pub(crate) fn lower_pads(&mut self, t60: f64) -> bool {
        let Self { pads, voice, .. } = self;
        let Some(pads) = pads.as_mut() else { return false };
        let Ok(law) = pads.damped.law(t60) else { return false };
        for contact in &pads.contacts {
            if pads.t60 != t60 {
                let _ = voice.law(*contact, &law);
            }
            for (gap, over) in pads.damped.lowered().into_iter().filter(|_| !pads.are_down) {
                let _ = voice.gap(*contact, gap, over);
            }
        }
        pads.t60 = t60;
        !std::mem::replace(&mut pads.are_down, true)
    }

    /// Takes the dampers away, if they are down; whether they were.
    pub(crate) fn raise_pads(&mut self) -> bool {
        let Self { pads, voice, .. } = self;
        let Some(pads) = pads.as_mut().filter(|pads| pads.are_down) else { return false };
        pads.are_down = false;
        for contact in &pads.contacts {
            let _ = voice.gap(*contact, pads.damped.up(), 0.0);
        }
        true
    }

    /// Takes everything off its object, which rings on alone: that takes no steps.
    pub(crate) fn take_all_off(&mut self) {
        let before = self.heard_now();
        self.take_probe_off();
        for (contact, _) in &self.contacts {
            let _ = self.voice.gap(*contact, AWAY, 0.0);
        }
        // From the start of 64 samples on it flies without a step.
        self.voice.skip_to(0);
        self.mend_from(before);
    }

    /// What is heard at this moment, left and right.
    fn heard_now(&mut self) -> [f64; 2] {
        let mut heard = [0.0; 2];
        for (pickup, gains) in self.gains.iter().enumerate() {
            let signal = self.voice.heard_now(pickup);
            heard = [0, 1].map(|side| heard[side] + gains[side] * signal);
        }
        heard
    }

    /// Lets the sound go on from what was heard before a change.
    fn mend_from(&mut self, before: [f64; 2]) {
        let after = self.heard_now();
        let mend = [0, 1].map(|side| self.mend[side] + before[side] - after[side]);
        // A voice whose numbers are none falls silent with its next sample.
        self.mend = if mend.iter().all(|jump| jump.is_finite()) { mend } else { [0.0; 2] };
    }

    /// Puts everything back where it is written, at rest, the dampers up.
    pub(crate) fn put_all_back(&mut self) {
        self.rest();
        for (contact, gap) in &self.contacts {
            let _ = self.voice.gap(*contact, *gap, 0.0);
        }
        if let Some(pads) = &mut self.pads {
            pads.are_down = false;
        }
    }

    /// Whether it can be scraped.
    pub(crate) fn has_probe(&self) -> bool {
        self.probe.is_some()
    }

    /// Whether it is scraped now.
    pub(crate) fn is_scraped(&self) -> bool {
        self.probe.as_ref().is_some_and(Probe::is_on)
    }

    /// Puts the probe on the object, as a tip or as a ball.
    pub(crate) fn put_probe_on(&mut self, ball: bool) {
        if let Some(probe) = &mut self.probe {
            probe.put_on(&mut self.voice, ball);
        }
    }

    /// Takes the probe off.
    pub(crate) fn take_probe_off(&mut self) {
        if let Some(probe) = &mut self.probe {
            probe.take_off(&mut self.voice);
        }
    }

    /// Presses and moves the probe.
    pub(crate) fn steer_probe(&mut self, way: Way, force: f64, share: f64) {
        if let Some(probe) = &mut self.probe {
            probe.steer(&mut self.voice, way, force, share);
        }
    }

    /// Whether its object hardly moves: what it has of the energy of a blow is 160 dB down. Slow motion
    /// is not heard, but the next blow would meet it.
    pub(crate) fn is_still(&mut self) -> bool {
        const STILL: f64 = 1e-16;
        let modes = self.voice.model().modes_of(self.object.id().index());
        let velocities = &self.voice.state().velocity[modes];
        // What nothing holds drifts on for ever, and what has no losses rings on.
        let kinetic = |(mode, v): (&Mode, &f64)| {
            if mode.omega * mode.sigma > 0.0 { 0.5 * mode.mass * v * v } else { 0.0 }
        };
        let moving: f64 = self.modes.iter().zip(velocities).map(kinetic).sum();
        moving <= STILL * 0.5 * self.hammer_mass * self.applied.speed.powi(2).max(1.0)
    }

    /// Laws and places as they are written, its modes included.
    pub(crate) fn reset(&mut self) {
        self.approach(Tone::SAME, 1.0);
        self.strike(&Blow::USUAL);
        self.rest();
    }

    /// Everything where it was at the start, at rest.
    pub(crate) fn rest(&mut self) {
        self.take_probe_off();
        self.voice.rest();
        self.mend = [0.0; 2];
    }

    /// A step of the object towards another tone.
    pub(crate) fn approach(&mut self, tone: Tone, share: f64) {
        if self.tone == tone {
            return;
        }
        self.tone = self.tone.towards(tone, share);
        let rate = 1.0 / self.voice.dt();
        for (now, mode) in self.scratch.iter_mut().zip(&self.modes) {
            *now = self.tone.of(mode, rate);
        }
        let before = self.heard_now();
        let _ = self.voice.modes(&self.object, &self.scratch);
        self.mend_from(before);
    }

    /// Adds its sound, with a gain for each sample.
    pub(crate) fn add(
        &mut self,
        left: &mut [f64],
        right: &mut [f64],
        gain: impl Fn(usize) -> f64,
    ) -> f64 {
        let count = left.len().min(CELL);
        let mut rows: [&mut [f64]; MOST_PICKUPS] = Default::default();
        for (slot, row) in rows.iter_mut().zip(&mut self.rows) {
            *slot = &mut row[..count];
        }
        let used = self.gains.len().min(MOST_PICKUPS);
        self.voice.process(&mut rows[..used]);
        let mut loudest = 0.0f64;
        for (row, [to_left, to_right]) in rows[..used].iter_mut().zip(&self.gains) {
            for (n, sample) in row.iter_mut().enumerate() {
                *sample *= gain(n);
            }
            let peak = peak(self.cpu, row);
            // A hammer is mostly silent.
            if peak == 0.0 {
                continue;
            }
            // A listener is heard on one side.
            let sides = [(&mut *left, to_left), (&mut *right, to_right)];
            for (side, gain) in sides.into_iter().filter(|(_, gain)| **gain != 0.0) {
                add_times(self.cpu, side, row, *gain);
            }
            loudest = loudest.max(peak * to_left.abs().max(to_right.abs()));
        }
        if self.mend == [0.0; 2] {
            return loudest;
        }
        let dies = (-self.voice.dt() / MENDED).exp();
        for (mend, row) in self.mend.iter_mut().zip([left, right]).filter(|(mend, _)| **mend != 0.0)
        {
            for (n, sample) in row.iter_mut().enumerate().take(count) {
                *sample += *mend * gain(n);
                *mend = if mend.abs() < NOTHING { 0.0 } else { *mend * dies };
            }
        }
        loudest
    }
}

kernels! {
    /// The largest of some samples, whatever its sign. Four are compared at a time.
    fn peak(samples: &[f64]) -> f64 {
        let (fours, rest) = samples.as_chunks::<4>();
        let mut peaks = [0.0f64; 4];
        for four in fours {
            for (peak, sample) in peaks.iter_mut().zip(four) {
                let size = sample.abs();
                *peak = if size > *peak { size } else { *peak };
            }
        }
        rest.iter().map(|sample| sample.abs()).chain(peaks).fold(0.0, f64::max)
    }

    /// Adds samples times a gain to others.
    fn add_times(to: &mut [f64], samples: &[f64], gain: f64) -> () {
        to.iter_mut().zip(samples).for_each(|(to, sample)| *to = fused::<FMA>(gain, *sample, *to));
    }
}

/// A key is heard through at most so many pickups.
pub(crate) const MOST_PICKUPS: usize = 8;
