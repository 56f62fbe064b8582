//! What the sound device calls: no allocation, no lock, no wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use carom_instrument::{Action, Instrument};
use cpal::FromSample;
use rtrb::{Consumer, Producer};

/// An action and the sample before which it is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Timed {
    pub(super) sample: u64,
    pub(super) action: Action,
}

/// Which sample belongs to a moment: what is played at a moment sounds one block later, wherever in a
/// block that is, so that the distances between notes stay as they were.
#[derive(Debug)]
pub(super) struct Clock {
    start: Instant,
    rate: f64,
    /// When sample 0 was asked for (ns since the start).
    origin: AtomicI64,
    block: AtomicU32,
}

impl Clock {
    pub(super) fn new(rate: f64) -> Self {
        let start = Instant::now();
        Self { start, rate, origin: AtomicI64::new(0), block: AtomicU32::new(0) }
    }

    /// The sample of what is played now.
    pub(super) fn now(&self) -> u64 {
        self.sample(self.start.elapsed().as_nanos() as i64)
    }

    fn sample(&self, nanoseconds: i64) -> u64 {
        let since = (nanoseconds - self.origin.load(Relaxed)) as f64;
        let sample = since * self.rate / 1e9 + f64::from(self.block.load(Relaxed));
        sample.round().max(0.0) as u64
    }

    /// A block is asked for. The moments at which that happens are not even: the origin follows them
    /// slowly, and jumps after a gap.
    fn block(&self, nanoseconds: i64, position: u64, frames: usize) {
        let per_sample = 1e9 / self.rate;
        let origin = self.origin.load(Relaxed);
        let now = nanoseconds - (position as f64 * per_sample) as i64;
        let error = (now - origin) as f64;
        let is_gap = position == 0 || error.abs() > 4.0 * frames as f64 * per_sample;
        let moved = if is_gap { now } else { origin + (FOLLOW * error) as i64 };
        self.origin.store(moved, Relaxed);
        self.block.store(frames as u32, Relaxed);
    }
}

/// The share of an error that the clock follows at each block.
const FOLLOW: f64 = 0.02;

/// What the view shows.
#[derive(Debug, Default)]
pub(super) struct Meters {
    /// The largest sample since the last look, as the bits of a number that is not negative.
    pub(super) peak: AtomicU32,
    /// The largest share of a block's time since the last look, in the same way.
    pub(super) load: AtomicU32,
    pub(super) sounding: AtomicU32,
    /// Samples made.
    pub(super) frames: AtomicU64,
    /// Blocks that took longer than they last.
    pub(super) late: AtomicU32,
    /// Drop-outs that the device reported.
    pub(super) dropped: AtomicU32,
    /// Samples or actions that could not be recorded.
    pub(super) unrecorded: AtomicU64,
}

impl Meters {
    /// Takes the largest value since the last time.
    pub(super) fn largest(of: &AtomicU32) -> f32 {
        f32::from_bits(of.swap(0, Relaxed))
    }
}

/// Samples that are made at once.
const PIECE: usize = 64;

/// The instrument on the audio thread.
pub(super) struct Engine {
    instrument: Instrument,
    inputs: Vec<Consumer<Timed>>,
    taken: Taken,
    clock: Arc<Clock>,
    meters: Arc<Meters>,
    position: u64,
}

/// What is taken down of what is played.
#[derive(Default)]
pub(super) struct Taken {
    /// The sound, left and right by turns.
    pub(super) sound: Option<Producer<f32>>,
    /// Actions and when they were done.
    pub(super) actions: Option<Producer<Timed>>,
}

impl Engine {
    pub(super) fn new(
        instrument: Instrument,
        inputs: Vec<Consumer<Timed>>,
        taken: Taken,
        clock: Arc<Clock>,
        meters: Arc<Meters>,
    ) -> Self {
        Self { instrument, inputs, taken, clock, meters, position: 0 }
    }

    /// Fills a block of the device, frame after frame.
    pub(super) fn fill<T: cpal::Sample + FromSample<f32>>(
        &mut self,
        data: &mut [T],
        channels: usize,
    ) {
        let begin = self.clock.start.elapsed();
        let frames = data.len() / channels;
        self.clock.block(begin.as_nanos() as i64, self.position, frames);
        let mut peak = 0.0f32;
        let mut rest = data;
        while !rest.is_empty() {
            let due = self.act();
            let [mut left, mut right] = [[0.0f32; PIECE]; 2];
            let count = PIECE.min(rest.len() / channels);
            let count = count.min(usize::try_from(due - self.position).unwrap_or(PIECE));
            self.instrument.render(&mut left[..count], &mut right[..count]);
            let (piece, more) = rest.split_at_mut(count * channels);
            for ((frame, left), right) in piece.chunks_exact_mut(channels).zip(left).zip(right) {
                peak = peak.max(left.abs()).max(right.abs());
                spread(frame, left, right);
                self.record(left, right);
            }
            self.position += count as u64;
            rest = more;
        }
        self.measure(peak, frames, begin);
    }

    /// Does what is due; the sample of what comes next.
    fn act(&mut self) -> u64 {
        loop {
            let sample = |input: &Consumer<Timed>| input.peek().ok().map(|timed| timed.sample);
            let heads = self.inputs.iter().map(sample).enumerate();
            let next = heads.filter_map(|(i, sample)| Some((sample?, i))).min();
            let Some((sample, i)) = next else { return u64::MAX };
            if sample > self.position {
                return sample;
            }
            if let Ok(timed) = self.inputs[i].pop() {
                self.instrument.act(timed.action);
                self.note(timed.action);
            }
        }
    }

    fn note(&mut self, action: Action) {
        let timed = Timed { sample: self.position, action };
        if self.taken.actions.as_mut().is_some_and(|actions| actions.push(timed).is_err()) {
            self.meters.unrecorded.fetch_add(1, Relaxed);
        }
    }

    fn record(&mut self, left: f32, right: f32) {
        let Some(recorder) = &mut self.taken.sound else { return };
        if recorder.slots() < 2 {
            self.meters.unrecorded.fetch_add(1, Relaxed);
            return;
        }
        let _ = recorder.push(left);
        let _ = recorder.push(right);
    }

    fn measure(&self, peak: f32, frames: usize, begin: std::time::Duration) {
        let took = (self.clock.start.elapsed() - begin).as_secs_f64();
        let load = took * self.clock.rate / frames.max(1) as f64;
        let meters = &self.meters;
        meters.peak.fetch_max(peak.to_bits(), Relaxed);
        meters.load.fetch_max((load as f32).to_bits(), Relaxed);
        meters.sounding.store(self.instrument.sounding() as u32, Relaxed);
        meters.frames.store(self.position, Relaxed);
        meters.late.fetch_add(u32::from(load > 1.0), Relaxed);
    }
}

/// Left and right on as many channels as there are.
fn spread<T: cpal::Sample + FromSample<f32>>(frame: &mut [T], left: f32, right: f32) {
    match frame {
        [one] => *one = T::from_sample(0.5 * (left + right)),
        [first, second, more @ ..] => {
            (*first, *second) = (T::from_sample(left), T::from_sample(right));
            more.fill(T::EQUILIBRIUM);
        }
        [] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_instrument::{Player, Setup};
    use carom_scene::gallery::PIECES;
    use carom_scene::scene::Scene;

    fn instrument() -> Instrument {
        let scene = Scene::parse(PIECES[0].name, PIECES[0].text).unwrap();
        let setup = Setup { voices: 4, keys: [60, 64], ..Setup::default() };
        Instrument::new(&scene, &setup).unwrap()
    }

    fn engine(actions: &[(u64, Action)]) -> Engine {
        let (mut producer, consumer) = rtrb::RingBuffer::new(16);
        for (sample, action) in actions {
            producer.push(Timed { sample: *sample, action: *action }).unwrap();
        }
        let (_, empty) = rtrb::RingBuffer::new(1);
        let clock = Arc::new(Clock::new(48_000.0));
        Engine::new(instrument(), vec![empty, consumer], Taken::default(), clock, Arc::default())
    }

    #[test]
    fn blocks_of_any_length_sound_like_a_song() {
        let on = |key| Action::NoteOn { id: None, channel: 0, key, velocity: 0.8 };
        let actions = [(0, on(60)), (77, on(64)), (1001, on(62))];
        let mut player = Player::new(instrument(), actions.to_vec());
        let [mut left, mut right] = [[0.0f32; 4096]; 2];
        player.render(&mut left, &mut right);
        assert!(left[1..].iter().any(|sample| *sample != 0.0));
        for block in [1, 63, 64, 480, 4096] {
            let mut engine = engine(&actions);
            let mut data = vec![0.0f32; 3 * 4096];
            for block in data.chunks_mut(3 * block) {
                engine.fill(block, 3);
            }
            for (n, frame) in data.chunks(3).enumerate() {
                assert_eq!(frame, [left[n], right[n], 0.0], "{block}: sample {n}");
            }
        }
    }

    #[test]
    fn what_comes_late_is_played_at_once() {
        let on = Action::NoteOn { id: None, channel: 0, key: 60, velocity: 0.8 };
        let mut data = [0.0f32; 2 * 512];
        let mut late = engine(&[]);
        late.fill(&mut data, 2);
        let (mut producer, consumer) = rtrb::RingBuffer::new(1);
        late.inputs.push(consumer);
        producer.push(Timed { sample: 3, action: on }).unwrap();
        late.fill(&mut data, 2);
        assert!(data.iter().any(|sample| *sample != 0.0));
    }

    #[test]
    fn uneven_blocks_leave_the_distances_between_notes() {
        let clock = Clock::new(48_000.0);
        let block = 256;
        // Blocks are asked for up to a third of a block too late.
        for n in 0..2000i64 {
            let even = n * block * 1_000_000_000 / 48_000;
            let uneven = even + (n * 7919 % 100) * 17_000;
            clock.block(uneven, (n * block) as u64, block as usize);
        }
        let now = 2000 * block * 1_000_000_000 / 48_000;
        let first = clock.sample(now);
        assert_eq!(clock.sample(now + 1_000_000) - first, 48);
        // The mean delay is 40 samples; the sample is one block later.
        let expected = (2001 * block) as u64 - 40;
        assert!(first.abs_diff(expected) < 12, "{first} {expected}");
        // After a gap, such as a machine that slept, it starts anew.
        clock.block(now + 1_000_000_000, (2000 * block) as u64, block as usize);
        assert_eq!(clock.sample(now + 1_000_000_000), (2001 * block) as u64);
    }
}
