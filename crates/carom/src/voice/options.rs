//! How a voice is to work.

use super::Substeps;
use crate::InvalidValue;
use crate::check::check;
use crate::hold::LONGEST;

/// How the force of a contact that is held over a step is found. Either way every mode is propagated exactly under it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// By Newton's method: two points, two variables, energy conserving (chatziioannou 8).
    #[default]
    TwoPoint,
    /// Without iteration: what contacts store is carried as a square, and a step of all of them is one linear system.
    /// It cannot follow felt.
    Quadratised,
}

impl Hold {
    /// The name that scenes and commands use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TwoPoint => "two-point",
            Self::Quadratised => "quadratised",
        }
    }
}

/// How a voice is to work.
///
/// The default is for playing: work is bounded, so that no contact, however hard, makes a voice miss
/// its deadline. [`Options::offline`] is for rendering without a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How forces are found; two-point unless given.
    pub hold: Hold,
    /// Steps per sample while bodies touch; automatic unless given.
    pub substeps: Substeps,
    /// The two-point scheme divides no sample into more steps than this, 1024 unless given, also where
    /// `substeps` is larger.
    pub most_substeps: u32,
    /// No 64 samples, counted from the start, take more work than this, 2048 unless given (32 for each
    /// sample), at least 64. A unit is about a quarter of a microsecond: a step of one contact on 200
    /// modes, or two steps of a mass against a wall; each contact, each mode, each look at a law and a tension
    /// that changes count as measured. What commands cost is not counted: a few nanoseconds for each mode of
    /// the voice, and some hundreds for each mode of a body that is damped or replaced. A voice over
    /// budget takes coarser steps, which keep their energy but not their accuracy, and
    /// [counts](crate::Counts) them. A sample takes one step, whatever that costs.
    pub budget: u32,
    /// How many commands of the hands may wait, 1024 unless given.
    pub commands: usize,
    /// How many steps of the first contact of each pair are kept, none unless given.
    pub traced: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hold: Hold::TwoPoint,
            substeps: Substeps::Auto,
            most_substeps: 1024,
            budget: 2048,
            commands: 1024,
            traced: 0,
        }
    }
}

impl Options {
    /// For rendering without a deadline: no budget.
    #[must_use]
    pub fn offline() -> Self {
        Self { budget: u32::MAX, ..Self::default() }
    }

    /// One step per sample and no budget: for studying steps.
    #[must_use]
    pub fn plain() -> Self {
        Self { substeps: Substeps::Fixed(1), ..Self::offline() }
    }

    pub(super) fn check(&self) -> Result<(), InvalidValue> {
        let (budget, least) = (f64::from(self.budget), LONGEST as u32);
        check(self.budget >= least, "budget", budget, "at least 64, a step for each sample")?;
        let most = f64::from(self.most_substeps);
        let (range, allowed) = (1..=Substeps::MOST, "from 1 to 65536");
        check(range.contains(&self.most_substeps), "most_substeps", most, allowed)?;
        if let Substeps::Fixed(count) = self.substeps {
            check(range.contains(&count), "substeps", f64::from(count), allowed)?;
        }
        let commands = self.commands as f64;
        check((1..=1 << 20).contains(&self.commands), "commands", commands, "from 1 to 1048576")?;
        check(self.traced <= 1 << 24, "traced", self.traced as f64, "at most 16777216")?;
        Ok(())
    }
}
