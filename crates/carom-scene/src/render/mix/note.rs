//! What is noted of a chunk: level, ledger, contacts.

use carom::ContactLog;

use super::{END_DB, Run};
use crate::scene::Level;

/// As much of the sound as is listened to (s).
const LISTENED: f64 = 10.0;

/// Samples of a first contact that are kept for drawing.
const MOST_CONTACT_SAMPLES: usize = 20_000;

impl Run<'_> {
    /// Level, ledger, and what happened at the contacts.
    pub(super) fn note(&mut self, start: u64, frames: usize) {
        let rate = self.plan.sample_rate;
        let mut loudest = 0.0f64;
        let bare = self.options.bare;
        let loudness = !bare || matches!(self.plan.level, Level::Loudness(_));
        for n in 0..frames {
            let (left, right) = (self.left[n], self.right[n]);
            loudest = loudest.max(left.abs()).max(right.abs());
            self.squares += 0.5 * (left * left + right * right);
            if loudness {
                self.loudness.take(&[left, right]);
            }
        }
        self.peak = self.peak.max(loudest);
        let ended = loudest <= self.peak * 10f64.powf(-END_DB / 20.0);
        // What falls or is still to be struck will be heard again.
        let over = start as f64 / rate >= self.built.busy_until;
        let ended = ended && over && !self.players.falls();
        self.quiet = if ended { self.quiet + frames as u64 } else { 0 };
        if bare {
            return;
        }
        self.note_touches(frames);
        self.note_freedom(frames);
        let room = ((LISTENED * rate) as usize).saturating_sub(self.heard.len());
        let mono =
            self.left[..frames].iter().zip(&self.right[..frames]).map(|(l, r)| 0.5 * (l + r));
        self.heard.extend(mono.take(room));
        self.note_energies();
        for (c, row) in
            self.contacts.chunks_exact(frames).take(self.first_contacts.len()).enumerate()
        {
            let over = self.players.log(c).first_contact_time.is_some();
            let kept = &mut self.first_contacts[c];
            let open = kept.last().is_none_or(|(_, sample)| sample.force != 0.0);
            if (over && !open) || kept.len() >= MOST_CONTACT_SAMPLES {
                continue;
            }
            for (n, sample) in row.iter().enumerate() {
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
            let rows = self.contacts[..self.first_contacts.len() * frames].chunks_exact(frames);
            let last = rows.filter_map(|row| row.iter().rposition(|c| c.force != 0.0)).max();
            let since = frames - last.map_or(0, |last| last + 1);
            let since = since as f64 / self.plan.sample_rate;
            self.free = Some((self.players.state().clone(), since));
        }
    }

    /// Schemes that do not propagate modes exactly change what the modes sound like.
    pub(super) fn takes_partials_from_modes(&self) -> bool {
        self.options.partials_from_modes && self.plan.method.holds()
    }

    /// Notes the samples in which anything touched.
    fn note_touches(&mut self, frames: usize) {
        let first = self.heard.len();
        let contacts = &self.contacts[..self.first_contacts.len() * frames];
        for n in 0..frames {
            if contacts[n.min(contacts.len())..].iter().step_by(frames).all(|c| c.force == 0.0) {
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
}
