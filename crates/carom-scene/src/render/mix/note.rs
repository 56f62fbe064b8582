//! What is noted of a chunk: level, ledger, contacts.

use carom::ContactLog;
use carom_numeric::vector::dot;

use super::{CHUNK, END_DB, Keep, Run};
use crate::scene::Level;

/// As much of the sound as is listened to (s).
const LISTENED: f64 = 10.0;

/// Energies and distances are noted so many times.
const MOST_NOTED: usize = 16_384;

/// Samples of a first contact that are kept for drawing.
const MOST_CONTACT_SAMPLES: usize = 20_000;

impl Run<'_> {
    /// Level, ledger, and what happened at the contacts. Returns the largest sample.
    pub(super) fn note(&mut self, start: u64, frames: usize) -> f64 {
        let (rate, keep) = (self.plan.sample_rate, self.options.keep);
        let [left, right] = [&self.left[..frames], &self.right[..frames]];
        self.squares += 0.5 * (dot(left, left) + dot(right, right));
        if keep > Keep::Samples || matches!(self.plan.level, Level::Loudness(_)) {
            self.loudness.take(&[left, right]);
        }
        let loudest = loudest(left).max(loudest(right));
        self.peak = self.peak.max(loudest);
        let ended = loudest <= self.peak * 10f64.powf(-END_DB / 20.0);
        // What falls or is still to be struck will be heard again.
        let over = start as f64 / rate >= self.built.busy_until;
        let ended = ended && over && !self.players.falls();
        self.quiet = if ended { self.quiet + frames as u64 } else { 0 };
        if keep >= Keep::Summary {
            self.note_freedom(frames);
            self.note_heard(frames);
        }
        if keep == Keep::History {
            self.note_energies();
            self.note_first_contacts(start, frames);
        }
        loudest
    }

    /// What is listened to, and when anything touched in it.
    fn note_heard(&mut self, frames: usize) {
        let first = self.heard.len();
        let frames =
            frames.min(((LISTENED * self.plan.sample_rate) as usize).saturating_sub(first));
        if self.players.is_touching(&(0..frames)) {
            for n in 0..frames {
                if !self.players.is_touching(&(n..n + 1)) {
                    continue;
                }
                let now = first + n;
                match self.touched.last_mut() {
                    // A hop of a millisecond does not ring.
                    Some(last) if now <= last.end + 50 => last.end = now + 1,
                    _ => self.touched.push(now..now + 1),
                }
            }
        }
        let both = self.left[..frames].iter().zip(&self.right[..frames]);
        self.heard.extend(both.map(|(left, right)| 0.5 * (left + right)));
    }

    /// Keeps the samples of the first contact of each pair.
    fn note_first_contacts(&mut self, start: u64, frames: usize) {
        let rate = self.plan.sample_rate;
        for c in 0..self.first_contacts.len() {
            let over = self.players.log(c).first_contact_time.is_some();
            let kept = &mut self.first_contacts[c];
            let open = kept.last().is_none_or(|(_, sample)| sample.force != 0.0);
            if (over && !open) || kept.len() >= MOST_CONTACT_SAMPLES {
                continue;
            }
            for (n, sample) in self.players.touched(c)[..frames].iter().enumerate() {
                let touching = sample.force != 0.0;
                let after = kept.last().is_some_and(|(_, last)| last.force != 0.0);
                if sample.known && (touching || after) {
                    kept.push(((start + n as u64 + 1) as f64 / rate, *sample));
                    if !touching {
                        break;
                    }
                }
            }
        }
    }

    /// Where everything is now, and its energy.
    pub(super) fn note_energies(&mut self) {
        if !self.players.frames().div_ceil(CHUNK as u64).is_multiple_of(self.every) {
            return;
        }
        if self.ledgers.len() == MOST_NOTED {
            // Of a long run every second time is enough.
            self.every *= 2;
            thin(&mut self.ledgers);
            thin(&mut self.stores);
            thin(&mut self.apart);
        }
        let time = self.players.frames() as f64 / self.plan.sample_rate;
        self.ledgers.push((time, self.players.ledger()));
        self.stores.push(self.energies.last(self.plan));
        let pairs = 0..self.first_contacts.len();
        self.apart.push(pairs.map(|contact| self.players.apart(contact)).collect());
    }

    /// Remembers where everything was when the last contact was over.
    fn note_freedom(&mut self, frames: usize) {
        if !self.takes_partials_from_modes() {
            return;
        }
        let touches = self.players.logs().map(|log| log.count).sum();
        if self.players.logs().any(ContactLog::is_touching) {
            self.free = None;
        } else if self.free.is_none() || touches > self.touches {
            self.touches = touches;
            let last = (0..self.first_contacts.len()).filter_map(|c| {
                self.players.touched(c)[..frames].iter().rposition(|c| c.force != 0.0)
            });
            let last = last.max();
            let since = frames - last.map_or(0, |last| last + 1);
            let since = since as f64 / self.plan.sample_rate;
            self.free = Some((self.players.state().clone(), since));
        }
    }

    /// Schemes that do not propagate modes exactly change what the modes sound like.
    pub(super) fn takes_partials_from_modes(&self) -> bool {
        self.options.partials_from_modes && self.plan.method.holds()
    }
}

/// The largest magnitude; what is not a number is passed over.
fn loudest(samples: &[f64]) -> f64 {
    let (eights, rest) = samples.as_chunks::<8>();
    let mut largest = [0.0f64; 8];
    for eight in eights {
        for (largest, sample) in largest.iter_mut().zip(eight) {
            *largest = if sample.abs() > *largest { sample.abs() } else { *largest };
        }
    }
    rest.iter().chain(&largest).fold(0.0, |largest, sample| largest.max(sample.abs()))
}

/// Leaves out every second, and keeps the first.
fn thin<T>(values: &mut Vec<T>) {
    let mut n = 0;
    values.retain(|_| {
        n += 1;
        n % 2 == 1
    });
}
