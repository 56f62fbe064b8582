//! Published results rerun on the engine and set beside the printed ones.
//!
//! A [`Study`] is one table or figure of a paper under the paper's own number; it calls the engine
//! and returns [`Findings`]: parameters, figures in the axes of the paper, and [`Check`]s. [`select`]
//! finds studies by name, [`run()`] runs them on all processors, and [`site`] makes pages of them.
//!
//! ```
//! use carom_papers::study::{Verdict, run, select};
//! let chosen = select(&["papetti/table-1"])?;
//! let results = run(&chosen, &mut |_| ())?;
//! assert_eq!(results[0].findings.broken().count(), 0);
//! assert!(results[0].findings.count(Verdict::Reproduced) > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod findings;
mod page;
mod printed;
mod select;
pub mod site;

pub use check::{Check, Verdict};
pub use findings::Findings;
pub use printed::Printed;
pub use select::{UnknownStudy, all, select};

use std::error::Error;

use thiserror::Error;

use carom_lab::parallel;

/// Where results were published.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The first part of the studies' names.
    pub key: &'static str,
    /// What the group of studies is called.
    pub title: &'static str,
    /// Author, title, place and year.
    pub citation: &'static str,
}

/// What a study may fail with: it is the engine or its data that is wrong then.
pub type Failed = Box<dyn Error + Send + Sync>;

/// One published result.
#[derive(Debug)]
pub struct Study {
    /// After the paper's own numbering: `papetti/table-2b`.
    pub id: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// Where it was published.
    pub source: &'static Source,
    /// Computes it.
    pub run: fn() -> Result<Findings, Failed>,
}

/// A study and what it found.
#[derive(Debug)]
pub struct Studied {
    /// The study.
    pub study: &'static Study,
    /// What it found.
    pub findings: Findings,
}

/// A study that could not be run.
#[derive(Debug, Error)]
#[error("{id}: {error}")]
pub struct StudyFailed {
    /// Which.
    pub id: &'static str,
    /// Why.
    pub error: Failed,
}

/// Runs studies on all processors; `done` is told of each as it ends, in the order of their ends.
pub fn run(
    studies: &[&'static Study],
    done: &mut dyn FnMut(&'static Study),
) -> Result<Vec<Studied>, StudyFailed> {
    let finished = std::sync::Mutex::new(Vec::new());
    let one = |study: &&'static Study| {
        let study = *study;
        let findings = (study.run)().map_err(|error| StudyFailed { id: study.id, error })?;
        if let Ok(mut finished) = finished.lock() {
            finished.push(study);
        }
        Ok(Studied { study, findings })
    };
    parallel::map(studies, one, &mut |_| {
        for study in finished.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default()
        {
            done(study);
        }
    })
}

/// How many checks of several studies have this verdict.
#[must_use]
pub fn count(results: &[Studied], verdict: Verdict) -> usize {
    results.iter().map(|result| result.findings.count(verdict)).sum()
}
