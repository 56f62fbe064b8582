//! Samples: what is due, what each key sounds like, and their sum.

use carom::Sample;
use carom_shapes::{Material, material};

use super::Instrument;
use super::notes::FADE;
use super::slot::Stage;
use crate::Parameter;
use crate::key::{CELL, Tone};

/// Quieter than this, full scale being 1, is silence if it lasts: 160 dB down.
const SILENCE: f64 = 1e-8;

/// It lasts for so many times 64 samples if the object is still, and for so many if it still moves slowly.
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
        let fade = (FADE * self.setup.sample_rate).ceil() as u64;
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
        let steps: u64 = self.slots.iter().map(|slot| slot.key.voice.counts().steps).sum();
        let most = u32::try_from(steps - self.steps_before).unwrap_or(u32::MAX);
        self.work.most_steps = self.work.most_steps.max(most);
        (self.steps_before, self.work.steps) = (steps, steps);
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
                slot.end();
            } else if slot.quiet >= LONG || (slot.quiet >= PATIENCE && slot.key.is_still()) {
                slot.sleep();
            }
        }
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
        let (frame, place) = (self.frame, self.frame % CELL as u64);
        let fade = FADE * self.setup.sample_rate;
        for slot in &mut self.slots {
            let [from, to] = slot.gain;
            let follow = |n: usize| from + (to - from) * (place as usize + n) as f64 / CELL as f64;
            let loudest = match slot.stage {
                Stage::Asleep => continue,
                Stage::Awake if from == 1.0 && to == 1.0 => slot.key.add(left, right, |_| 1.0),
                Stage::Awake => slot.key.add(left, right, follow),
                Stage::Fading(since) => slot.key.add(left, right, |n| {
                    let gone = (frame + n as u64 - since) as f64 / fade;
                    follow(n) * (0.5 + 0.5 * (std::f64::consts::PI * gone.min(1.0)).cos())
                }),
            };
            slot.loudest = slot.loudest.max(loudest);
            if let Stage::Fading(since) = slot.stage
                && (frame + left.len() as u64 - since) as f64 >= fade
            {
                slot.end();
            }
        }
    }

    /// Volume, what is left of sounds that were cut off, and no sample beyond full scale.
    fn finish(&mut self, left: &mut [f64], right: &mut [f64]) {
        let place = (self.frame % CELL as u64) as usize;
        let dies = (-1.0 / (0.0005 * self.setup.sample_rate)).exp();
        let [from, to] = self.volume;
        for (side, row) in [left, right].into_iter().enumerate() {
            for (n, sample) in row.iter_mut().enumerate() {
                let volume = from + (to - from) * (place + n) as f64 / CELL as f64;
                let tail = self.tail[side];
                *sample = bounded(volume * (*sample + tail));
                self.tail[side] = if tail.abs() < SILENCE { 0.0 } else { tail * dies };
            }
        }
    }
}

/// Less than this is nothing: whoever hears it may count with single precision, whose smallest numbers
/// are slow.
const NOTHING: f64 = 1e-30;

/// Nothing beyond full scale, nothing bent below the knee.
fn bounded(sample: f64) -> f64 {
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
        for small in [6.7e-40, -1e-31, 5e-324] {
            assert_eq!(bounded(small), 0.0);
        }
    }
}
