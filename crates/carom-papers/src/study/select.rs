//! Studies by name.

use carom_files::nearest;
use thiserror::Error;

use super::{Paper, Study};
use crate::{
    avanzini, chatziioannou, comparison, ducceschi, iguchi, instruments, outside, papetti,
};

/// A name that is neither a study nor a group of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no study `{name}`; {}", hint(*.nearest))]
pub struct UnknownStudyError {
    /// The name.
    pub name: String,
    /// The name that resembles it most.
    pub nearest: Option<&'static str>,
}

fn hint(nearest: Option<&str>) -> String {
    let all = || "`carom study --list` shows all".to_owned();
    nearest.map_or_else(all, |nearest| format!("did you mean `{nearest}`?"))
}

/// Every paper, in the order of the pages.
pub(super) static PAPERS: [&Paper; 12] = [
    &papetti::PAPER,
    &chatziioannou::PAPER,
    &ducceschi::PAPER,
    &avanzini::PAPER,
    &iguchi::PAPER,
    &outside::CHUNG_OOI,
    &outside::CHRONO,
    &outside::SIMBODY,
    &outside::DRAKE,
    &outside::SDT,
    &instruments::PAPER,
    &comparison::PAPER,
];

/// Every study, paper by paper.
pub fn all() -> Vec<&'static Study> {
    PAPERS.iter().flat_map(|paper| paper.studies.iter().copied().flatten()).collect()
}

/// The studies of these names, each once, in the order of [`all`]; a group such as `papetti` stands
/// for all of its studies, and no name at all for every study.
pub fn select(names: &[impl AsRef<str>]) -> Result<Vec<&'static Study>, UnknownStudyError> {
    let all = all();
    let is_named = |study: &Study, name: &str| {
        study.id == name || PAPERS.iter().any(|paper| paper.key == name && paper.holds(study))
    };
    for name in names.iter().map(AsRef::as_ref) {
        if !all.iter().any(|study| is_named(study, name)) {
            return Err(UnknownStudyError { name: name.to_owned(), nearest: nearest_name(name) });
        }
    }
    let chosen = |study: &&'static Study| {
        names.is_empty() || names.iter().any(|name| is_named(study, name.as_ref()))
    };
    Ok(all.into_iter().filter(chosen).collect())
}

/// The id or key that resembles a name most; a study is also found without its paper.
fn nearest_name(name: &str) -> Option<&'static str> {
    let ids = || all().into_iter().map(|study| study.id);
    let short = ids().find(|id| id.split_once('/').is_some_and(|(_, short)| short == name));
    short.or_else(|| nearest(name, ids().chain(PAPERS.iter().map(|paper| paper.key))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_unique_and_begins_with_the_key_of_its_paper() {
        let mut names: Vec<&str> = all().iter().map(|study| study.id).collect();
        for paper in PAPERS {
            for study in paper.studies.iter().copied().flatten() {
                assert!(study.id.starts_with(&format!("{}/", paper.key)), "{}", study.id);
            }
        }
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
