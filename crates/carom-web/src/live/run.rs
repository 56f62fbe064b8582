//! The samples of a stage, and when it is over.

use carom::scheme::StepError;

use super::Stage;
use super::player::QUANTUM;

/// Below this share of full scale for so long (s) it counts as silent.
const SILENCE: f32 = 1e-4;
const PATIENCE: f64 = 0.25;

impl Stage {
    /// Makes the next samples, as many as both channels have, and at most 128; whether it sounds or may
    /// sound soon.
    pub fn render(&mut self, left: &mut [f32], right: &mut [f32]) -> bool {
        let count = left.len().min(right.len()).min(QUANTUM);
        let (left, right) = (&mut left[..count], &mut right[..count]);
        left.fill(0.0);
        right.fill(0.0);
        if self.is_fresh {
            return false;
        }
        let mut at = 0;
        while at < count {
            while let Some(deed) = self.waiting.pop_if(|deed| deed.frame <= self.frame) {
                self.strike(&deed);
            }
            while let Some((_, stroke, holds)) = self.holds.pop_if(|hold| hold.0 <= self.frame) {
                self.hold(stroke, holds);
            }
            let blow = self.waiting.last().map_or(u64::MAX, |deed| deed.frame);
            let until = self.holds.last().map_or(blow, |hold| hold.0.min(blow));
            let until = self.move_tips().min(until) - self.frame;
            let piece = usize::try_from(until).unwrap_or(count).min(count - at);
            for player in &mut self.players {
                player.add(&mut left[at..at + piece], &mut right[at..at + piece]);
            }
            self.note_touch(piece);
            self.frame += piece as u64;
            at += piece;
        }
        self.mend(left, right);
        self.settle(left, right)
    }

    /// Falls silent and begins anew if a scheme failed or its numbers are no samples.
    fn mend(&mut self, left: &mut [f32], right: &mut [f32]) {
        let stopped = self.players.iter().find_map(|player| player.voice.stopped());
        let finite = left.iter().chain(&*right).all(|sample| sample.is_finite());
        if stopped.is_none() && finite {
            return;
        }
        self.broke = stopped.or(Some(StepError::Diverged));
        left.fill(0.0);
        right.fill(0.0);
        if self.keeps_running {
            self.begin_at(self.frame);
        } else {
            self.begin(false);
        }
    }

    /// Goes back to the start when nothing has been heard for a while and nothing is to come.
    fn settle(&mut self, left: &[f32], right: &[f32]) -> bool {
        let peak = left.iter().chain(right).fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        let busy = (self.frame as f64) < self.busy_until * self.rate || !self.waiting.is_empty();
        let busy = busy || self.scrapes() || self.players.iter().any(|one| one.voice.falls());
        self.quiet = if peak < SILENCE && !busy { self.quiet + left.len() as u64 } else { 0 };
        if self.quiet as f64 >= PATIENCE * self.rate && !self.keeps_running {
            self.begin(false);
        }
        !self.is_fresh
    }
}
