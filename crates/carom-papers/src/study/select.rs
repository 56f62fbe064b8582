//! Studies by name.

use thiserror::Error;

use super::{Paper, Study};
use crate::{avanzini, chatziioannou, comparison, ducceschi, iguchi, outside, papetti};

/// A name that is neither a study nor a group of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no study `{name}`; {}", hint(.nearest))]
pub struct UnknownStudyError {
    /// The name.
    pub name: String,
    /// The names that resemble it most.
    pub nearest: Vec<&'static str>,
}

fn hint(nearest: &[&str]) -> String {
    if nearest.is_empty() {
        return "`carom study --list` shows all".to_owned();
    }
    let names: Vec<String> = nearest.iter().map(|name| format!("`{name}`")).collect();
    format!("did you mean {}?", names.join(" or "))
}

/// How many names are suggested.
const SUGGESTED: usize = 3;

/// Every paper, in the order of the pages.
pub(super) static PAPERS: [&Paper; 10] = [
    &papetti::PAPER,
    &chatziioannou::PAPER,
    &ducceschi::PAPER,
    &avanzini::PAPER,
    &iguchi::PAPER,
    &outside::CHUNG_OOI,
    &outside::CHRONO,
    &outside::SIMBODY,
    &outside::DRAKE,
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
            return Err(UnknownStudyError { name: name.to_owned(), nearest: nearest(name, &all) });
        }
    }
    let chosen = |study: &&'static Study| {
        names.is_empty() || names.iter().any(|name| is_named(study, name.as_ref()))
    };
    Ok(all.into_iter().filter(chosen).collect())
}

/// Names by how many pairs of letters they share with what was typed: this finds `table-2b` without
/// its paper, and forgives `fig2` for `fig-2`.
fn nearest(name: &str, all: &[&'static Study]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = all.iter().map(|study| study.id).collect();
    names.extend(PAPERS.iter().map(|paper| paper.key));
    let mut scored: Vec<(f64, &'static str)> =
        names.into_iter().map(|candidate| (likeness(name, candidate), candidate)).collect();
    scored.retain(|(score, _)| *score > 0.4);
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup();
    scored.into_iter().take(SUGGESTED).map(|(_, name)| name).collect()
}

/// Dice's coefficient of the pairs of neighbouring letters and digits.
fn likeness(a: &str, b: &str) -> f64 {
    let pairs = |text: &str| {
        let plain: Vec<char> =
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        plain.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    };
    let (a, mut b) = (pairs(a), pairs(b));
    let total = (a.len() + b.len()) as f64;
    let mut shared = 0.0;
    for pair in a {
        if let Some(place) = b.iter().position(|other| *other == pair) {
            b.swap_remove(place);
            shared += 2.0;
        }
    }
    if total > 0.0 { shared / total } else { 0.0 }
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

    #[test]
    fn names_groups_and_nothing_select() {
        assert_eq!(select(&[] as &[&str]).unwrap().len(), all().len());
        assert!(select(&["papetti"]).unwrap().len() > 1);
        assert_eq!(select(&["papetti/table-1", "papetti/table-1"]).unwrap().len(), 1);
    }

    #[test]
    fn what_was_meant_is_suggested() {
        let nearest = |name: &str| select(&[name]).unwrap_err().nearest;
        assert_eq!(nearest("papetti/tabel-1")[0], "papetti/table-1");
        assert_eq!(nearest("papeti")[0], "papetti");
        assert!(nearest("xyzzy").is_empty());
    }
}
