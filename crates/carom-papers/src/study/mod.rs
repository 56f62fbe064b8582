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

pub use check::{Check, CheckId, Kind, Verdict};
pub use findings::Findings;
pub use printed::Printed;
pub use select::{UnknownStudyError, all, select};

use std::error::Error;

use thiserror::Error;

use carom_lab::parallel;

/// What every file of studies uses.
pub(crate) mod prelude {
    pub(crate) use super::{BoxError, Check, Findings, Kind, Printed, Result, Study};
    pub(crate) use carom::Options;
    pub(crate) use carom::exact::WallImpact;
    pub(crate) use carom::law::{Damping, Law};
    pub(crate) use carom::numeric::Random;
    pub(crate) use carom_lab::impact::{Impact, Run, Status, compare};
    pub(crate) use carom_lab::{parallel, wall};
    pub(crate) use carom_report::{Axis, Cell, Figure, Panel, Series, Table};
    pub(crate) use carom_schemes::Method;
    pub(crate) use carom_schemes::correction::Correction;
}

/// Where results were published, and the studies that rerun them.
#[derive(Debug)]
pub struct Paper {
    /// The first part of the studies' ids.
    pub key: &'static str,
    /// What the group of studies is called.
    pub title: &'static str,
    /// Author, title, place and year.
    pub citation: &'static str,
    /// The studies of each file, in the order of the paper.
    pub studies: &'static [&'static [Study]],
}

impl Paper {
    /// Whether a study is one of this paper's.
    pub(crate) fn holds(&self, study: &Study) -> bool {
        self.studies.iter().copied().flatten().any(|one| one.id == study.id)
    }
}

/// Declares a paper and the files that hold its studies, each of which declares its own `STUDIES`:
/// a study is added by a file and its line here.
macro_rules! paper {
    ($name:ident { $($field:ident: $value:expr,)* } $($file:ident)*) => {
        $(mod $file;)*
        pub(crate) static $name: crate::study::Paper =
            crate::study::Paper { $($field: $value,)* studies: &[$($file::STUDIES),*] };
    };
}
pub(crate) use paper;

/// Any error: in a study it means that the engine or the data is wrong.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The result of a computation in a study.
pub type Result<T, E = BoxError> = std::result::Result<T, E>;

/// One published result.
#[derive(Debug)]
pub struct Study {
    /// After the paper's own numbering: `papetti/table-2b`.
    pub id: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// Computes it.
    pub run: fn() -> Result<Findings>,
    /// What its checks are evidence of, unless one says otherwise.
    pub kind: Kind,
}

impl Study {
    pub(crate) const fn new(
        id: &'static str,
        title: &'static str,
        run: fn() -> Result<Findings>,
    ) -> Self {
        Self { id, title, run, kind: Kind::Simulated }
    }

    /// The same study, of another kind.
    pub(crate) const fn of(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }
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
pub struct StudyError {
    /// The study.
    pub id: &'static str,
    /// Why it could not be run.
    pub error: BoxError,
}

/// Runs studies on all processors and calls `done` with each as it ends.
pub fn run(
    studies: &[&'static Study],
    done: &mut dyn FnMut(&'static Study),
) -> Result<Vec<Studied>, StudyError> {
    let finished = std::sync::Mutex::new(Vec::new());
    let one = |study: &&'static Study| {
        let study = *study;
        let findings = (study.run)().map_err(|error| StudyError { id: study.id, error })?;
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
pub fn count(results: &[Studied], verdict: Verdict) -> usize {
    results.iter().map(|result| result.findings.count(verdict)).sum()
}

/// How many of them are of this kind.
pub fn count_kind(results: &[Studied], verdict: Verdict, kind: Kind) -> usize {
    let checks = results.iter().flat_map(|result| {
        result.findings.all_checks().iter().map(|check| (check, check.kind_in(result.study.kind)))
    });
    checks.filter(|(check, its)| check.verdict() == verdict && *its == kind).count()
}
