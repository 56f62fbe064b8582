//! From sample to sample.

use super::log::ContactStep;
use super::motion::Motion;
use super::{Ahead, Looked, Piece, Voice};
use crate::correction::Corrector;
use crate::energy::Flow;
use crate::hold::{LONGEST, SHORTEST};
use crate::scheme::StepError;
use crate::stepper::{Allowance, Row};

/// Rest is looked for every so many samples.
const EVERY: u64 = 8;

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
        if self.frame < self.retry || self.corrector.as_ref().is_some_and(Corrector::is_of_a_wall) {
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
    fn note_energy(&mut self) {
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
    fn allowance(&mut self) -> Allowance {
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

    /// One sample, step by step.
    fn sample(&mut self) -> Result<(), StepError> {
        let allowance = self.allowance();
        self.move_points();
        self.note_energy();
        self.impulses.fill(0.0);
        let mut flow = Flow::default();
        let steps = self.stepper.plan(&self.model, &self.drive, allowance);
        self.seen.clear();
        self.seen.extend_from_slice(self.stepper.seen());
        for touch in &mut self.touches {
            touch.force = 0.0;
        }
        if steps > 0 && self.stepper.wanted() > steps {
            self.counts.coarsened += 1;
        }
        let start = self.frame as f64 * self.dt;
        let mut touched = false;
        let part = 1.0 / f64::from(steps.max(1));
        let dt = self.dt / f64::from(steps.max(1));
        for index in 0..steps {
            let share = if index + 1 == steps { 1.0 } else { f64::from(index + 1) * part };
            if self.moving {
                self.move_gaps(start + share * self.dt, 1.0 - share, dt);
            }
            if let Some(corrector) = &mut self.corrector {
                corrector.before(
                    &mut self.model,
                    &mut *self.stepper,
                    &self.drive,
                    &mut self.ledger,
                )?;
            }
            self.stepper.step(&self.model, &self.drive, &mut self.touches, &mut flow)?;
            touched |= self.note_step(start + share * self.dt, dt, steps, &mut flow);
            for blow in &mut self.blows {
                blow.step(&self.model, &self.touches, dt);
            }
            if let Some(corrector) = &mut self.corrector {
                corrector.after(&self.model, &mut *self.stepper, &self.drive, &mut self.ledger);
            }
        }
        if steps == 0 && self.moving {
            self.move_gaps(start + self.dt, 0.0, self.dt);
            for c in 0..self.motions.len() {
                self.model.contacts[c].gap += self.drive.gap_step[c];
            }
        }
        for blow in self.blows.iter_mut().filter(|_| steps == 0) {
            blow.rest(dt);
        }
        self.iterations = self.iterations.max(flow.iterations);
        self.counts.halved += u64::from(flow.halved);
        self.counts.stopped += u64::from(flow.stopped);
        let rest = self.stepper.finish(&self.model, &self.drive);
        if let Some(corrector) = self.corrector.as_mut().filter(|_| steps == 0) {
            corrector.after(&self.model, &mut *self.stepper, &self.drive, &mut self.ledger);
        }
        flow.dissipated += rest.dissipated;
        flow.supplied += rest.supplied;
        if !(flow.dissipated + flow.supplied).is_finite() {
            return Err(StepError::Diverged);
        }
        self.ledger.book(&flow);
        for c in 0..self.means.len() {
            self.means[c] = self.impulses[c] / self.dt;
            self.logs[c].impulse += self.means[c] * self.dt;
        }
        self.frame += 1;
        self.counts.steps += u64::from(steps.max(1));
        let corrections = self.corrector.as_mut().map_or(0, Corrector::take_work);
        self.note_work(self.stepper.work().max(1) + corrections);
        if touched && self.frame.is_multiple_of(EVERY) {
            self.watch_rest(EVERY as u32);
        }
        Ok(())
    }

    /// Moves points of contact to where they are at the end of the sample.
    fn move_points(&mut self) {
        self.moving = false;
        let start = self.frame as f64 * self.dt;
        let end = start + self.dt;
        for c in 0..self.motions.len() {
            self.drive.gap_step[c] = 0.0;
            self.model.contacts[c].gap_rate = 0.0;
            let motion = &mut self.motions[c];
            self.drive.moving[c] = motion.moves(start) || motion.carried != 0.0;
            if !self.drive.moving[c] {
                continue;
            }
            self.moving = true;
            if let Some(travelling) = motion.travelling.as_mut().filter(|_| motion.glide.is_none())
            {
                let before = self.stepper.distance(&self.model, c);
                let range = travelling.range.clone();
                travelling.weigh(end, &mut self.model.contacts[c].coupling.weights[range]);
                self.stepper.update_weights(&self.model, c);
                for blow in &mut self.blows {
                    blow.update_weights(c);
                }
                motion.carried = self.stepper.distance(&self.model, c) - before;
                self.model.contacts[c].gap += motion.carried;
            }
            let gap = self.model.contacts[c].gap;
            self.drive.gap_step[c] = motion.gap(end, 0.0).unwrap_or(gap - motion.carried) - gap;
        }
    }

    /// Sets how far each gap moves in a step that ends at `time`, when this share of the sample is
    /// still to come.
    fn move_gaps(&mut self, time: f64, left: f64, dt: f64) {
        for c in (0..self.motions.len()).filter(|&c| self.drive.moving[c]) {
            let (motion, gap) = (&mut self.motions[c], self.model.contacts[c].gap);
            if let Some(end) = motion.gap(time, left) {
                self.drive.gap_step[c] = end - gap;
            }
            self.model.contacts[c].gap_rate = self.drive.gap_step[c] / dt;
            if left <= 0.0 {
                motion.carried = 0.0;
                motion.end_glide(time, self.dt);
            }
        }
    }

    /// Books and logs a step of every contact that was looked at; true if any touched.
    fn note_step(&mut self, end: f64, dt: f64, substeps: u32, flow: &mut Flow) -> bool {
        let mut touched = false;
        for n in 0..self.seen.len() {
            let c = self.seen[n];
            touched |= self.note_contact(c, end, dt, substeps, flow);
        }
        if self.moving {
            for c in 0..self.motions.len() {
                self.model.contacts[c].gap += self.drive.gap_step[c];
            }
        }
        touched
    }

    #[inline(always)]
    fn note_contact(
        &mut self,
        c: usize,
        end: f64,
        dt: f64,
        substeps: u32,
        flow: &mut Flow,
    ) -> bool {
        let (touch, by) = (self.touches[c], self.drive.gap_step[c]);
        // The work of whoever moves the gap.
        flow.supplied -= touch.force * by;
        let mut settled = 0.0;
        let law = &self.model.contacts[c].law;
        let compression = law.potential().depth(touch.to).0;
        let (mut before, mut after) = (law.potential().depth(touch.from).0, compression);
        if law.as_felt().is_some() {
            // The memory of felt moves at the end of the step, and its dent with it.
            let memory = &mut self.stepper.memory()[c];
            before = law.depth(touch.from, *memory);
            settled = law.settle(touch.to, dt, memory);
            flow.dissipated += settled;
            after = law.depth(touch.to, *memory);
        }
        self.losses.book(c, settled, -touch.force * by);
        self.impulses[c] += touch.force * dt;
        if touch.evaluations > 0 {
            self.counts.contact_steps += 1;
            self.counts.evaluations += u64::from(touch.evaluations);
            self.counts.most_evaluations = self.counts.most_evaluations.max(touch.evaluations);
        }
        let speeds = if self.logs[c].turns(touch.force, after) {
            self.stepper.free_speeds(&self.model, c, touch.force, dt)
        } else {
            [0.0; 2]
        };
        let step = ContactStep {
            end,
            dt,
            before,
            after,
            compression,
            force: touch.force,
            way: touch.way,
            way_after: touch.way_after,
            speeds,
            substeps,
        };
        let released = self.logs[c].see(&step);
        if self.tracing {
            self.traces[c].note(&step, &self.logs[c]);
        }
        let touching = self.logs[c].is_touching();
        self.drive.touching[c] = touching;
        if released && c == 0 && !self.released {
            self.released = true;
            self.first_release.time = end;
            self.stepper.store(&self.model, &mut self.first_release.state);
        }
        touching || released
    }
}
