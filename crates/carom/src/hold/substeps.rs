//! How finely a contact is stepped, and what the steps need.

use super::ExactHold;
use crate::model::Model;
use crate::stepper::{Allowance, Drive};
use crate::voice::Substeps;

/// The steps that a contact should span.
const WANTED: f64 = 20.0;

/// Steps of a sample in which a fast mode may turn towards a contact and away from it.
const TURNING: f64 = 8.0;

/// Samples after which a lasting contact takes coarser steps.
const CALM: u32 = 32;

// What a step costs, measured, in the unit of the budget: a quarter of a microsecond.

/// Each contact, and each mode of the body of a contact.
const CONTACT: f64 = 0.3;
const MODE: f64 = 1.0 / 400.0;

/// Each pair of contacts, and each evaluation of a law.
const PAIR: f64 = 0.02;
const EVALUATION: f64 = 0.08;

/// A round of as many equations as contacts, by the cube of their number.
const ROUND: f64 = 0.0004;

impl ExactHold {
    /// The work of a step of the contacts that are awake, but for what its equations take.
    pub(super) fn work_of_contacts(&self) -> f64 {
        let modes = |c: &usize| -> usize {
            self.links[*c].parts.iter().map(|part| self.bodies[part.body].bank.len()).sum()
        };
        let modes: usize = self.coupled.seen.iter().map(modes).sum();
        let contacts = self.coupled.seen.len() as f64;
        contacts * CONTACT + modes as f64 * MODE + contacts * (contacts - 1.0) * PAIR
    }

    /// Counts the work of the step that was solved.
    #[inline(always)]
    pub(super) fn note_step(&mut self, rounds: u32) {
        let evaluations = self.coupled.seen.iter().map(|&c| self.links[c].evaluations).sum::<u32>();
        let contacts = self.coupled.seen.len() as f64;
        let round = ROUND * contacts * contacts * contacts;
        let equations = EVALUATION * f64::from(evaluations) + round * f64::from(rounds);
        self.equations += 0.1 * (equations - self.equations);
        self.work += self.contacts_work + equations;
    }

    /// How many steps the sample may take: for a quarter of the work that is left when that of a step is kept for every
    /// later sample. Steps by powers of two are prepared once and kept.
    pub(super) fn affordable(&self, Allowance { spare, later }: Allowance) -> u32 {
        let Some(spare) = spare else { return self.most_substeps };
        let step = self.contacts_work + self.equations;
        let share = 0.25 * (f64::from(spare) - f64::from(later) * step.max(1.0)) / step;
        (1 << (share.max(1.0) as u32).ilog2()).min(self.most_substeps)
    }

    /// How many steps the sample to come should have.
    pub(super) fn choose_substeps(&mut self, model: &Model, drive: &Drive) -> u32 {
        if let Substeps::Fixed(count) = self.substeps {
            return count.max(1);
        }
        let limit = self.most_substeps;
        let (mut most, fine) = (1, f64::from(self.matter.steps.count));
        for c in 0..self.links.len() {
            if !self.links[c].awake {
                continue;
            }
            let limit = limit.min(model.contacts[c].most_substeps);
            if limit <= 1 {
                self.links[c].substeps = 1;
                continue;
            }
            let law = &model.contacts[c].law;
            // What touches was last seen in a fine step, what does not over a whole sample.
            let whole = if self.links[c].touching { fine } else { 1.0 };
            let link = &mut self.links[c];
            let speed = (link.free * whole - drive.gap_step[c]) / self.matter.dt;
            let wanted = link.wanted_substeps(law, speed, self.matter.dt, WANTED);
            let turning = if link.turning && !link.touching { TURNING } else { 1.0 };
            let wanted = wanted.max(turning).min(f64::from(limit));
            let wanted = (wanted.ceil().max(1.0) as u32).next_power_of_two().min(limit);
            // While a contact lasts its steps grow finer at once and coarser only slowly.
            link.calm = if wanted < link.substeps { link.calm + 1 } else { 0 };
            let calm = wanted <= link.substeps / 4 || (link.is_lasting(law) && link.calm > CALM);
            let calmer = if calm { link.substeps / 2 } else { link.substeps };
            if calm {
                link.calm = 0;
            }
            link.substeps = if link.touching { calmer.max(wanted) } else { wanted };
            most = most.max(link.substeps);
        }
        most
    }

    /// Prepares steps of this many per sample.
    pub(super) fn refine(&mut self, substeps: u32) {
        self.matter.refine(substeps);
        // Each contact is prepared for them when it is next looked at.
        for link in &mut self.links {
            link.ready = false;
            link.look_again();
        }
    }
}
