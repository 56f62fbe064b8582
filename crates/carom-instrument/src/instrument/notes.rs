//! Notes: blows, dampers, gestures, and who makes room for whom.

use std::sync::atomic::Ordering;

use super::Instrument;
use super::mix::between;
use super::slot::Stage;
use crate::export::Deed;
use crate::hands::{Note, Touch};
use crate::key::{Blow, CELL, Tone};
use crate::probe::Way;
use crate::{GESTURES, Parameter, Who};

/// What is left of a note so many samples after it began to fade, of those that this takes.
pub(super) fn faded(samples: u64, fade: u64) -> f64 {
    let gone = samples as f64 / fade as f64;
    0.5 + 0.5 * (std::f64::consts::PI * gone.min(1.0)).cos()
}

impl Instrument {
    pub(super) fn shape_notes(&mut self, who: Who, change: impl Fn(&mut Touch)) {
        self.channels.change(who, &change);
        for slot in self.slots.iter_mut().filter(|slot| slot.note.is(who)) {
            change(&mut slot.note.touch);
        }
    }

    pub(super) fn note_on(&mut self, id: Option<i32>, channel: u8, key: u8, velocity: f64) {
        let Some(i) = self.of_key.get(usize::from(key)).copied().flatten() else {
            self.wanted.store(key, Ordering::Relaxed);
            return;
        };
        let slot = &mut self.slots[usize::from(i)];
        slot.note = Note::new(id, channel, key, self.channels.touch(channel), velocity);
        // Of several blows at one sample the hardest counts.
        slot.blow = Some(slot.blow.unwrap_or(0.0).max(velocity));
    }

    /// Draws probes to a place. A key that was not played before is one of those that are meant.
    pub(super) fn drag(&mut self, who: Who, place: f64, share: f64) {
        for i in 0..self.slots.len() {
            let (note, number) = (&self.slots[i].note, self.slots[i].key.number);
            let meant = (note.held && note.is(who)) || who.key == Some(number);
            if !meant || !self.slots[i].key.has_probe() {
                continue;
            }
            if share <= 0.0 {
                self.slots[i].let_go();
                continue;
            }
            if self.slots[i].drag.is_none() {
                self.begin(i);
                self.slots[i].key.raise_pads();
                self.slots[i].key.put_probe_on(false);
            }
            self.slots[i].drag = Some((place, share));
        }
    }

    pub(super) fn note_off(&mut self, who: Who) {
        for i in 0..self.slots.len() {
            let note = &mut self.slots[i].note;
            if !note.held || !note.is(who) {
                continue;
            }
            note.held = false;
            self.slots[i].stroke = None;
            if self.slots[i].drag.is_none() {
                self.slots[i].key.take_probe_off();
            }
            if self.sustain {
                self.slots[i].note.sustained = true;
            } else {
                self.damp(i);
            }
        }
    }

    /// Lowers the damper of a key.
    pub(super) fn damp(&mut self, i: usize) {
        let t60 = self.values[Parameter::Damper.number() as usize];
        // A blow that is about to fall comes first.
        self.strike_if_due(i);
        let slot = &mut self.slots[i];
        if slot.stage == Stage::Awake && slot.key.lower_pads(t60) {
            self.note(i, Deed::Down);
        }
    }

    /// The value of a parameter for a key.
    pub(super) fn of(&self, i: usize, parameter: Parameter) -> f64 {
        let number = parameter.number() as usize;
        let value = self.values[number];
        let offset = self.slots[i].note.touch.offsets[number];
        if offset == 0.0 { value } else { parameter.moved(value, offset) }
    }

    pub(super) fn strike_if_due(&mut self, i: usize) {
        let Some(velocity) = self.slots[i].blow.take() else { return };
        let ball = match self.gesture() {
            "scrape" => false,
            "roll" => true,
            _ => return self.strike(i, velocity),
        };
        if !self.slots[i].key.has_probe() {
            return self.strike(i, velocity);
        }
        self.begin(i);
        self.slots[i].key.raise_pads();
        self.slots[i].key.put_probe_on(ball);
    }

    /// What a key does.
    pub(super) fn gesture(&self) -> &'static str {
        GESTURES.get(self.value(Parameter::Gesture) as usize).copied().unwrap_or(GESTURES[0])
    }

    /// Presses and moves the probe of a key, if it is on its object.
    pub(super) fn scrape(&mut self, i: usize, share: f64) {
        if !self.slots[i].key.is_scraped() {
            return;
        }
        let (force, speed) = (self.of(i, Parameter::Force), self.of(i, Parameter::Speed));
        let Note { velocity, touch, .. } = self.slots[i].note;
        let (way, force) = match self.slots[i].drag {
            Some((place, share)) => (Way::To(place), share * force),
            None => (Way::Along(speed * self.wheel), force * velocity * touch.pressure),
        };
        self.slots[i].key.steer_probe(way, force, share);
    }

    pub(super) fn strike(&mut self, i: usize, velocity: f64) {
        let of = |parameter| self.of(i, parameter);
        let unless_usual = |parameter: Parameter| {
            let value = of(parameter);
            (value != self.usual(parameter)).then_some(value)
        };
        let (soft, hard) = (of(Parameter::Softest), of(Parameter::Hardest));
        let blow = Blow {
            speed: soft * (hard / soft).powf(velocity),
            mass: of(Parameter::HammerMass),
            hardness: of(Parameter::Hardness),
            loss: of(Parameter::Loss),
            exponent: unless_usual(Parameter::Exponent),
            place: unless_usual(Parameter::Place),
        };
        self.begin(i);
        let slot = &mut self.slots[i];
        let raised = slot.key.raise_pads();
        let struck = slot.key.strike(&blow);
        if raised {
            self.note(i, Deed::Up);
        }
        self.note(i, Deed::Blow(blow.speed, struck));
        let altered = self.tone(i) != Tone::SAME || !blow.is_usual();
        if let Some(log) = &mut self.log {
            log.altered |= altered;
        }
    }

    /// Keeps what a key does, if that is wanted.
    pub(super) fn note(&mut self, i: usize, deed: Deed) {
        if let Some(log) = &mut self.log {
            log.deeds.push((self.frame, i, deed));
        }
    }

    /// Something begins to sound, the last to be stolen.
    pub(super) fn begin(&mut self, i: usize) {
        self.orders += 1;
        let slot = &mut self.slots[i];
        (slot.order, slot.level, slot.quiet) = (self.orders, f64::INFINITY, 0);
        self.wake(i);
    }

    /// Lets a key sound; if too many do, the quietest makes room.
    pub(super) fn wake(&mut self, i: usize) {
        if self.slots[i].stage == Stage::Awake {
            return;
        }
        if let Stage::Fading(since) = self.slots[i].stage {
            // It comes back from where it is.
            let left = self.fade_gain(self.frame - since);
            let slot = &mut self.slots[i];
            slot.gain = [slot.gain[1] * left; 2];
        } else {
            let (tone, gain, frame) = (self.tone(i), self.gain(i), self.frame);
            let slot = &mut self.slots[i];
            slot.key.voice.skip_to(frame);
            slot.key.approach(tone, 1.0);
            (slot.gain, slot.loudest) = ([gain; 2], 0.0);
        }
        self.slots[i].stage = Stage::Awake;
        if self.count(|stage| stage == Stage::Awake) > self.setup.voices {
            self.steal();
        }
        self.allow_steps(i);
    }

    /// What is left of a note so many samples after it began to fade.
    pub(super) fn fade_gain(&self, samples: u64) -> f64 {
        faded(samples, self.setup.fade())
    }

    pub(super) fn count(&self, is: impl Fn(Stage) -> bool) -> usize {
        self.slots.iter().filter(|slot| is(slot.stage)).count()
    }

    /// Fades out the quietest key that sounds; the oldest, if all have just been struck.
    pub(super) fn steal(&mut self) {
        let awake = (0..self.slots.len()).filter(|&i| self.slots[i].stage == Stage::Awake);
        let quieter = |a: &usize, b: &usize| {
            let [a, b] = [a, b].map(|i| {
                let slot = &self.slots[*i];
                let ends = !(slot.note.held || slot.note.sustained);
                (slot.level * if ends { 0.1 } else { 1.0 }, slot.order)
            });
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        };
        let Some(i) = awake.min_by(quieter) else { return };
        self.work.stolen += 1;
        self.fade(i);
    }

    /// Fades a key out.
    pub(super) fn fade(&mut self, i: usize) {
        (self.slots[i].blow, self.slots[i].stroke, self.slots[i].drag) = (None, None, None);
        self.slots[i].note.end();
        if self.slots[i].stage != Stage::Awake {
            return;
        }
        let fading = |stage| matches!(stage, Stage::Fading(_));
        if self.count(fading) >= self.setup.voices {
            // The one that is nearly gone makes room now: what is left of it is made ahead.
            let since = |i: &usize| match self.slots[*i].stage {
                Stage::Fading(since) => since,
                _ => u64::MAX,
            };
            if let Some(first) = (0..self.slots.len()).min_by_key(since) {
                self.cut(first);
            }
        }
        self.slots[i].stage = Stage::Fading(self.frame);
        if let Some(log) = &mut self.log {
            log.faded += 1;
        }
    }

    /// Ends a key that fades at once. The rest of its sound is made ahead, a step for each sample, from the
    /// steps that it has and the next to sound can spare; then its object rings alone, which takes none.
    fn cut(&mut self, i: usize) {
        let Stage::Fading(since) = self.slots[i].stage else { return };
        let (end, to_come) = (since + self.setup.fade(), self.to_come());
        let slot = &mut self.slots[i];
        let (taken, unused) = (slot.steps(), slot.take_back());
        let touched = u64::from(unused.saturating_sub(to_come)).min(end - self.frame);
        slot.key.voice.set_budget(0);
        self.make_ahead(i, since, self.frame..self.frame + touched);
        self.slots[i].key.take_all_off();
        self.make_ahead(i, since, self.frame + touched..end);
        let slot = &mut self.slots[i];
        slot.key.put_all_back();
        slot.end();
        self.spare += (taken + unused).saturating_sub(slot.steps());
    }

    /// Makes samples to come of a key that has faded since some sample.
    fn make_ahead(&mut self, i: usize, since: u64, frames: std::ops::Range<u64>) {
        let (slot, fade) = (&mut self.slots[i], self.setup.fade());
        let begin = self.frame - self.frame % CELL as u64;
        let (mut at, gains) = (frames.start, slot.gain);
        while at < frames.end {
            let count = (frames.end - at).min(CELL as u64) as usize;
            let (mut left, mut right) = ([0.0; CELL], [0.0; CELL]);
            slot.key.add(&mut left[..count], &mut right[..count], |n| {
                let now = at + n as u64;
                between(gains, (now - begin) as usize) * faded(now - since, fade)
            });
            for (tail, row) in self.tails.iter_mut().zip([left, right]) {
                for (n, sample) in row[..count].iter().enumerate() {
                    tail[((at + n as u64) % fade) as usize] += sample;
                }
            }
            at += count as u64;
        }
    }

    /// Strokes of a drum roll while a key is down.
    pub(super) fn drum(&mut self, i: usize) {
        let rolls = self.gesture() == "drum roll" && self.slots[i].note.held;
        if !rolls {
            self.slots[i].stroke = None;
            return;
        }
        let due = self.slots[i].stroke;
        if due.is_some_and(|due| due > self.frame) {
            return;
        }
        let [early, hard] = [(); 2].map(|()| self.random.uniform(-1.0, 1.0));
        if due.is_some() {
            let Note { velocity, touch, .. } = self.slots[i].note;
            self.strike(i, (velocity * touch.pressure * (1.0 + 0.15 * hard)).clamp(0.0, 1.0));
        }
        let rate = 1.0 + self.wheel * (self.value(Parameter::Rate) - 1.0);
        let samples = self.setup.sample_rate / rate * (1.0 + 0.08 * early);
        self.slots[i].stroke = Some(self.frame + (samples.round() as u64).max(1));
    }
}
