//! Samples: what is due, what each key sounds like, and their sum.

use carom::Sample;
use carom_shapes::{Material, material};

use super::Instrument;
use super::notes::faded;
use super::slot::Stage;
use crate::Parameter;
use crate::key::{CELL, Tone};

/// Quieter than this, full scale being 1, is silence if it lasts: 160 dB down.
const SILENCE: f64 = 1e-8;

/// It lasts for so many times 64 samples in which the object is still, and for so many if it moves slowly.
const PATIENCE: u32 = 32;
const LONG: u32 = 1500;

/// Up to here the sound is not touched, beyond it is bent towards 1.
const KNEE: f64 = 0.8;

/// How fast tones and gains follow their parameters (s).
const FOLLOW: f64 = 0.03;

impl Instrument {
    /// Makes the next samples, as many as the longer of the two has. It never fails, waits or
    /// allocates.
    pub fn render<S: Sample>(&mut self, left: &mut [S], right: &mut [S]) {
        let frames = left.len().max(right.len());
        let mut at = 0;
        while at < frames {
            if self.frame.is_multiple_of(CELL as u64) {
                self.begin_cell();
            }
            self.do_what_is_due();
            let count = self.until_something(frames - at);
            let (mut sum_left, mut sum_right) = ([0.0; CELL], [0.0; CELL]);
            self.add_keys(&mut sum_left[..count], &mut sum_right[..count]);
            self.finish(&mut sum_left[..count], &mut sum_right[..count]);
            for (row, sum) in [(&mut *left, &sum_left), (&mut *right, &sum_right)] {
                for (sample, value) in row.iter_mut().skip(at).zip(&sum[..count]) {
                    *sample = S::from_f64(*value);
                }
            }
            self.frame += count as u64;
            at += count;
        }
    }

    /// How many samples may be made before something is due.
    fn until_something(&self, most: usize) -> usize {
        let cell = CELL - (self.frame % CELL as u64) as usize;
        let fade = self.setup.fade();
        let due = self.slots.iter().filter_map(|slot| match slot.stage {
            Stage::Fading(since) => Some(since + fade),
            _ => slot.stroke,
        });
        let due = due.map(|due| due.saturating_sub(self.frame)).filter(|due| *due > 0).min();
        let due = due.map_or(usize::MAX, |due| usize::try_from(due).unwrap_or(usize::MAX));
        most.min(cell).min(due)
    }

    /// Blows, strokes and dampers whose time has come.
    fn do_what_is_due(&mut self) {
        for i in 0..self.slots.len() {
            self.strike_if_due(i);
            if self.slots[i].stage == Stage::Asleep {
                continue;
            }
            self.drum(i);
        }
    }

    /// What happens every 64 samples: levels are looked at, tones and gains follow.
    fn begin_cell(&mut self) {
        let steps: u32 = self.slots.iter().map(|slot| slot.steps()).sum();
        self.work.most = self.work.most.max(steps);
        self.work.total += u64::from(steps);
        let share = 1.0 - (-(CELL as f64) / (FOLLOW * self.setup.sample_rate)).exp();
        let volume = 10f64.powf(self.value(Parameter::Volume) / 20.0);
        self.volume = [self.volume[1], self.volume[1] + share * (volume - self.volume[1])];
        for i in 0..self.slots.len() {
            if self.slots[i].stage == Stage::Asleep {
                continue;
            }
            self.scrape(i, share);
            let (tone, gain) = (self.tone(i), self.gain(i));
            let slot = &mut self.slots[i];
            slot.gain = [slot.gain[1], slot.gain[1] + share * (gain - slot.gain[1])];
            slot.key.approach(tone, share);
            slot.level = std::mem::take(&mut slot.loudest);
            let busy = slot.stroke.is_some() || slot.key.is_scraped() || slot.level >= SILENCE;
            slot.quiet = if busy { 0 } else { slot.quiet + 1 };
            if slot.key.voice.stopped().is_some() {
                self.work.failed += 1;
                slot.end();
                continue;
            }
            // What swings slowly stands still for a moment at every turn.
            let still = slot.quiet > 0 && slot.key.is_still();
            slot.still = if still { slot.still + 1 } else { 0 };
            if slot.quiet >= LONG || slot.still >= PATIENCE {
                slot.sleep();
            }
        }
        self.share_steps();
    }

    pub(super) fn gain(&self, i: usize) -> f64 {
        let number = Parameter::Volume.number() as usize;
        let offset = self.slots[i].note.touch.offsets[number];
        if offset == 0.0 {
            return 1.0;
        }
        let value = self.values[number];
        10f64.powf((Parameter::Volume.moved(value, offset) - value) / 20.0)
    }

    /// How the object of a key is to differ from that of the scene.
    pub(super) fn tone(&self, i: usize) -> Tone {
        let size = self.value(Parameter::Size);
        let semitones = self.of(i, Parameter::Tune) + self.slots[i].note.touch.bend;
        let mut tone = Tone {
            frequency: (semitones / 12.0).exp2() / size,
            mass: size.powi(3),
            loss: self.value(Parameter::Damping),
        };
        if let Some(own) = &self.own
            && let Some(other) = self.material()
        {
            let speed = |m: &Material| (m.elastic.young / m.elastic.density).sqrt();
            tone.frequency *= speed(other) / speed(own);
            tone.mass *= other.elastic.density / own.elastic.density;
            tone.loss *= other.damping.stretch.max(1e-6) / own.damping.stretch.max(1e-6);
        }
        tone
    }

    /// The material that was chosen, if it is not that of the scene.
    pub(super) fn material(&self) -> Option<&'static Material> {
        let chosen = self.value(Parameter::Material) as usize;
        let mut solid = material::all().iter().filter(|material| material.solid);
        if chosen == 0 { None } else { solid.nth(chosen - 1) }
    }

    fn add_keys(&mut self, left: &mut [f64], right: &mut [f64]) {
        let (frame, fade) = (self.frame, self.setup.fade());
        let place = (frame % CELL as u64) as usize;
        for slot in &mut self.slots {
            let gains = slot.gain;
            let follow = |n: usize| between(gains, place + n);
            let loudest = match slot.stage {
                Stage::Asleep => continue,
                Stage::Awake if gains == [1.0; 2] => slot.key.add(left, right, |_| 1.0),
                Stage::Awake => slot.key.add(left, right, follow),
                Stage::Fading(since) => {
                    slot.key.add(left, right, |n| follow(n) * faded(frame + n as u64 - since, fade))
                }
            };
            slot.loudest = slot.loudest.max(loudest);
            if let Stage::Fading(since) = slot.stage
                && frame + left.len() as u64 - since >= fade
            {
                slot.end();
                self.spare += slot.take_back();
            }
        }
    }

    /// Volume, what is left of notes that made room, and no sample beyond full scale.
    fn finish(&mut self, left: &mut [f64], right: &mut [f64]) {
        let place = (self.frame % CELL as u64) as usize;
        for (tail, row) in self.tails.iter_mut().zip([left, right]) {
            let length = tail.len();
            let first = (self.frame % length as u64) as usize;
            for (n, sample) in row.iter_mut().enumerate() {
                let rest = std::mem::take(&mut tail[(first + n) % length]);
                *sample = bounded(between(self.volume, place + n) * (*sample + rest));
            }
        }
    }
}

/// A gain so many samples after the last multiple of 64, on a line from what it was to what it is.
pub(super) fn between([from, to]: [f64; 2], samples: usize) -> f64 {
    from + (to - from) * samples.min(CELL) as f64 / CELL as f64
}

/// Less than this is nothing: whoever hears it may count with single precision, whose smallest numbers
/// are slow.
const NOTHING: f64 = 1e-30;

/// Nothing beyond full scale, nothing bent below the knee, nothing that is not a number.
fn bounded(sample: f64) -> f64 {
    if sample.is_nan() {
        return 0.0;
    }
    let over = sample.abs() - KNEE;
    if over <= 0.0 {
        return if sample.abs() < NOTHING { 0.0 } else { sample };
    }
    let room = 1.0 - KNEE;
    (KNEE + room * (over / room).tanh()).copysign(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sample_is_beyond_full_scale_or_too_small_for_single_precision() {
        for sample in [0.0, 1e-30, 0.1, KNEE] {
            assert_eq!(bounded(sample), sample);
            assert_eq!(bounded(-sample), -sample);
        }
        assert!(bounded(1e9) <= 1.0 && bounded(-1e9) >= -1.0);
        assert!(bounded(0.9) > KNEE && bounded(0.9) < 0.9);
        for small in [6.7e-40, -1e-31, 5e-324, f64::NAN] {
            assert_eq!(bounded(small), 0.0);
        }
    }
}
