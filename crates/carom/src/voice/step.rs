//! One sample, step by step.

use super::Voice;
use super::log::ContactStep;
use super::run::EVERY;
use crate::correction::{Corrector, Run};
use crate::energy::Flow;
use crate::scheme::StepError;

impl Voice {
    /// What corrects steps, and the run as it sees it.
    fn correction(&mut self) -> Option<(&mut (dyn Corrector + 'static), Run<'_>)> {
        let Self { corrector, model, stepper, drive, ledger, .. } = self;
        let run = Run { model, stepper: &mut **stepper, drive, ledger };
        corrector.as_mut().map(|corrector| (&mut **corrector, run))
    }

    /// One sample, step by step.
    pub(super) fn sample(&mut self) -> Result<(), StepError> {
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
            if let Some((corrector, mut run)) = self.correction() {
                corrector.before(&mut run)?;
            }
            self.stepper.step(&self.model, &self.drive, &mut self.touches, &mut flow)?;
            touched |= self.note_step(start + share * self.dt, dt, steps, &mut flow);
            for blow in &mut self.blows {
                blow.step(&self.model, &self.touches, dt);
            }
            if let Some((corrector, mut run)) = self.correction() {
                corrector.after(&mut run);
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
        if let Some((corrector, mut run)) = self.correction().filter(|_| steps == 0) {
            corrector.after(&mut run);
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
        let corrections = self.corrector.as_mut().map_or(0, |corrector| corrector.take_work());
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
    pub(super) fn note_contact(
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
