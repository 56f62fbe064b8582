//! Who may take how much of the budget in 64 samples.
//!
//! As many keys as there are voices sound, and as many may be fading. Those that sound share half the budget, and
//! have at least an equal share of it all, which keeps a step for every sample to come. A key that begins has half of
//! what is left: its first contact wants fine steps. A key that ends gives back what it has not taken, so that the
//! next to sound has a step for every sample to come, too, and the sum never exceeds the budget.

use super::Instrument;
use super::slot::Stage;
use crate::key::CELL;

impl Instrument {
    /// Gives every key that sounds its share, at a multiple of 64 samples.
    pub(super) fn share_steps(&mut self) {
        self.spare = self.setup.budget;
        let sounding = self.slots.iter().filter(|slot| slot.stage != Stage::Asleep).count() as u32;
        let share = self.setup.share().max(self.setup.budget / (2 * sounding.max(1)));
        for slot in &mut self.slots {
            slot.steps_before = slot.key.voice.counts().work;
            slot.allowance = 0;
            if slot.stage != Stage::Asleep {
                slot.allow(share);
                self.spare = self.spare.saturating_sub(share);
            }
        }
    }

    /// The samples to come until the next multiple of 64.
    pub(super) fn to_come(&self) -> u32 {
        (CELL as u64 - self.frame % CELL as u64) as u32
    }

    /// Gives a key that begins to sound its share, or what is left of it: others that may begin still
    /// need a step for every sample to come.
    pub(super) fn allow_steps(&mut self, i: usize) {
        let to_come = self.to_come();
        let others = (2 * self.setup.voices).saturating_sub(self.sounding()) as u32;
        self.spare += self.slots[i].take_back();
        let left = self.spare.saturating_sub(others * to_come);
        let work = left.min(self.setup.share().max(left / 2));
        self.spare -= work;
        self.slots[i].allow(work);
    }
}
