//! From sample to sample.

use super::motion::Motion;
use super::{Ahead, Looked, Piece, Voice};
use crate::energy::Flow;
use crate::hold::{LONGEST, SHORTEST};
use crate::scheme::StepError;
use crate::stepper::{Allowance, Row};

/// Rest is looked for every so many samples.
pub(super) const EVERY: u64 = 8;

/// Less than this share of all that came and went may be rounding.
const DOUBTFUL: f64 = 1e-12;

impl Voice {
    /// Makes at least one and at most `limit` samples.
    pub(super) fn produce(&mut self, limit: usize) -> Piece {
        if self.ahead.is_some_and(|ahead| ahead.used == ahead.length) {
            self.land();
        }
        self.take_commands();
        let until = self.next_command().map_or(LONGEST as u64, |at| at - self.frame);
        let limit = limit.min(LONGEST).min(usize::try_from(until).unwrap_or(LONGEST)).max(1);
        if self.stopped.is_some() || self.rest.is_asleep() {
            if self.stopped.is_some() {
                self.rows.iter_mut().for_each(|row| row.samples[0] = 0.0);
            } else {
                self.hear();
            }
            for (row, delay) in self.rows.iter_mut().zip(&mut self.delays) {
                let samples = &mut row.samples[..limit];
                samples.fill(samples[0]);
                delay.pass(samples);
            }
            self.frame += limit as u64;
            let time = limit as f64 * self.dt;
            for (log, mean) in self.logs.iter_mut().zip(&self.means) {
                log.impulse += mean * time;
            }
            // What rests on something presses on it.
            let looked = if self.stopped.is_none() { Looked::Now } else { Looked::Not };
            return Piece { from: 0, count: limit, looked };
        }
        if self.ahead.is_none() {
            self.tighten();
            self.take_off();
        }
        if let Some(Ahead { length, used, press }) = self.ahead {
            let count = limit.min(length - used);
            self.ahead = Some(Ahead { length, used: used + count, press });
            if let Some(c) = press {
                self.go_on_pressing(c, used, count);
            }
            self.frame += count as u64;
            let looked = if press.is_some() { Looked::Ahead } else { Looked::Not };
            return self.checked(Piece { from: used, count, looked });
        }
        if let Err(error) = self.sample() {
            self.stop(error);
        } else {
            self.hear();
        }
        self.checked(Piece { from: 0, count: 1, looked: Looked::Now })
    }

    /// Writes the signals of all pickups now as the first sample of each row.
    pub(super) fn hear(&mut self) {
        self.stepper.hear(&self.model, &self.means, &mut self.rows);
        for blow in &self.blows {
            blow.add_now(&mut self.rows);
        }
    }

    /// Falls silent.
    fn stop(&mut self, error: StepError) {
        self.stopped = Some(error);
        self.ahead = None;
        self.means.fill(0.0);
        for (row, delay) in self.rows.iter_mut().zip(&mut self.delays) {
            row.samples.fill(0.0);
            delay.clear();
        }
    }

    /// Nothing leaves that is not a number, also not one of single precision, and sound takes its time.
    fn checked(&mut self, piece: Piece) -> Piece {
        const LARGEST: f64 = f32::MAX as f64;
        let range = piece.from..piece.from + piece.count;
        let finite = |row: &Row| row.is_within(range.clone(), LARGEST);
        if self.stopped.is_none() && !self.rows.iter().all(finite) {
            self.stop(StepError::Diverged);
        }
        for (row, delay) in self.rows.iter_mut().zip(&mut self.delays) {
            delay.pass(&mut row.samples[range.clone()]);
        }
        piece
    }

    /// Prepares samples ahead if nothing can touch in them, or if one contact only goes on: to the next
    /// multiple of 64 from the start at most, whatever the size of the blocks.
    fn take_off(&mut self) {
        if self.frame < self.retry
            || self.corrector.as_ref().is_some_and(|corrector| corrector.holds_world())
        {
            return;
        }
        let time = self.frame as f64 * self.dt;
        let touching = self.drive.touching.iter().any(|touching| *touching);
        let busy = touching || self.motions.iter().any(|motion| motion.travels(time));
        let mut length = LONGEST - (self.frame % LONGEST as u64) as usize;
        if touching {
            if !self.press(length) {
                self.retry = self.frame + SHORTEST as u64;
            }
            return;
        }
        // Paths that rest now may go on before the flight ends.
        let resumes = |n: &usize| {
            let time = time + *n as f64 * self.dt;
            self.motions.iter().any(|motion| motion.travels(time))
        };
        if !busy && self.motions.iter().any(|motion| motion.travelling.is_some()) {
            length = (1..length).find(resumes).unwrap_or(length);
        }
        if busy || length < SHORTEST {
            return;
        }
        self.note_energy();
        let length = loop {
            for c in 0..self.motions.len() {
                self.drive.next_gap[c] = self.gap_at(c, self.frame + length as u64);
            }
            let Self { stepper, model, drive, rows, .. } = self;
            let made = stepper.begin_flight(model, drive, length, rows);
            if made > 0 {
                break made;
            }
            // What comes nearer is taken as near as it will be: over fewer samples that is not so near.
            length /= 4;
            let glides = self.motions.iter().any(|motion| motion.glide.is_some());
            if !glides || length < SHORTEST {
                self.retry = self.frame + SHORTEST as u64;
                return;
            }
        };
        self.ahead = Some(Ahead { length, used: 0, press: None });
        self.means.fill(0.0);
        for blow in &mut self.blows {
            blow.over_flight(length, &mut self.rows);
        }
        self.rows.iter_mut().for_each(|row| row.close(length));
    }

    /// Prepares samples in which one contact goes on pressing.
    fn press(&mut self, length: usize) -> bool {
        let time = self.frame as f64 * self.dt;
        let Some(c) = self.drive.touching.iter().position(|touching| *touching) else {
            return false;
        };
        let glides = |(other, motion): (usize, &Motion)| motion.glide.is_some() && other != c;
        if self.motions.iter().any(|motion| motion.travels(time))
            || self.motions.iter().enumerate().any(glides)
        {
            return false;
        }
        self.note_energy();
        let mut gap = self.model.contacts[c].gap;
        self.drive.gap_steps[..length].fill(0.0);
        for n in (0..length).filter(|_| self.motions[c].glide.is_some()) {
            let next = self.gap_at(c, self.frame + n as u64 + 1);
            self.drive.gap_steps[n] = next - std::mem::replace(&mut gap, next);
        }
        let Self { stepper, model, drive, rows, blows, .. } = self;
        if stepper.begin_press(model, drive, length, rows) != Some(c) {
            return false;
        }
        let touches = stepper.pressed();
        for blow in blows {
            blow.over_press(model, c, touches, rows);
        }
        rows.iter_mut().for_each(|row| row.close(touches.len()));
        self.ahead = Some(Ahead { length: touches.len(), used: 0, press: Some(c) });
        true
    }

    /// Books some of the samples that were prepared of a contact that presses.
    fn go_on_pressing(&mut self, c: usize, from: usize, count: usize) {
        self.begin_cell();
        self.impulses.fill(0.0);
        let mut flow = Flow::default();
        for n in 0..count {
            self.touches[c] = self.stepper.pressed()[from + n];
            self.drive.gap_step[c] = self.drive.gap_steps[from + n];
            let end = (self.frame + n as u64 + 1) as f64 * self.dt;
            self.note_contact(c, end, self.dt, 1, &mut flow);
        }
        self.ledger.book(&flow);
        self.logs[c].impulse += self.impulses[c];
        self.iterations = self.iterations.max(self.counts.most_evaluations);
        self.means.fill(0.0);
        self.means[c] = self.touches[c].force;
        self.counts.steps += count as u64;
        self.note_work(count as u32);
    }

    /// Ends where it is what was prepared.
    pub(super) fn land(&mut self) {
        if let Some(Ahead { used, press, .. }) = self.ahead.take()
            && (used > 0 || press.is_some())
        {
            let flow = self.stepper.end_flight(&self.model, used);
            self.ledger.book(&flow);
            for blow in &mut self.blows {
                blow.go_ahead(used);
            }
            for c in 0..self.motions.len() {
                self.model.contacts[c].gap = self.gap_at(c, self.frame);
                self.motions[c].end_glide(self.frame as f64 * self.dt, self.dt);
            }
            if press.is_some() {
                self.watch_rest(used as u32);
            }
        }
    }

    /// Where the gap of a contact that nothing travels over is at a sample.
    fn gap_at(&self, c: usize, frame: u64) -> f64 {
        let gap = self.model.contacts[c].gap;
        let glides = self.motions[c].glide.is_some();
        let time = frame as f64 * self.dt;
        if glides { self.motions[c].gap(time, 0.0).unwrap_or(gap) } else { gap }
    }

    /// The energy of everything: what came minus what went. Where so much came and went that the difference may be
    /// rounding, it is added up anew: a contact that is thought to be out of reach would be missed.
    pub(super) fn note_energy(&mut self) {
        let balance = self.ledger.balance();
        let known = balance > DOUBTFUL * self.ledger.passed();
        let energy = if known { balance } else { self.stepper.energy(&self.model) };
        let energy = (energy + self.model.counted_twice()).max(0.0);
        self.drive.energy = energy;
        // What forces from outside can add within a sample.
        let work = |&i: &usize| {
            let (force, mass) = (self.drive.force[i].abs(), self.model.modes.mass[i]);
            force * self.dt * ((2.0 * energy / mass).sqrt() + force * self.dt / mass)
        };
        let work: f64 = self.forced.iter().map(work).sum();
        self.drive.reach = 1.01 * energy + 2.0 * work + f64::MIN_POSITIVE;
    }

    /// The work that this sample may take.
    pub(super) fn allowance(&mut self) -> Allowance {
        self.begin_cell();
        let place = (self.frame % LONGEST as u64) as u32;
        let bounded = self.budget < u32::MAX;
        let spare = bounded.then(|| self.budget.saturating_sub(self.cell_work));
        Allowance { spare, later: LONGEST as u32 - 1 - place }
    }

    /// Work is counted anew from every multiple of 64 samples.
    pub(super) fn begin_cell(&mut self) {
        let cell = self.frame / LONGEST as u64;
        if std::mem::replace(&mut self.cell, cell) != cell {
            self.cell_work = 0;
        }
    }

    pub(super) fn note_work(&mut self, work: u32) {
        self.cell_work = self.cell_work.saturating_add(work);
        self.counts.work += u64::from(work);
        self.counts.most_work = self.counts.most_work.max(self.cell_work);
    }
}
