//! A group of studies, run and looked at.

use std::path::Path;
use std::sync::LazyLock;

use carom_papers::study::{self, CheckId, Studied, Verdict, site};

/// All studies, run once for all tests.
static ALL: LazyLock<Vec<Studied>> = LazyLock::new(|| computed_now(""));

/// Runs studies; nothing in them may be broken, and no id may stand twice.
fn computed_now(group: &str) -> Vec<Studied> {
    let ids: &[&str] = if group.is_empty() { &[] } else { &[group] };
    let results = study::run(&study::select(ids).unwrap(), &mut |_| ()).unwrap();
    for result in &results {
        let broken: Vec<_> = result.findings.broken().collect();
        assert!(broken.is_empty(), "{}: {broken:#?}", result.study.id);
        let ids: Vec<_> = result.findings.all_checks().iter().filter_map(|c| c.id()).collect();
        for (i, id) in ids.iter().enumerate() {
            assert!(!ids[..i].contains(id), "{}: {id:?} stands twice", result.study.id);
        }
    }
    results
}

/// The results of a group, or of one study.
pub(crate) fn run(group: &str) -> &'static [Studied] {
    let chosen = study::select(&[group]).unwrap();
    let first = ALL.iter().position(|result| result.study.id == chosen[0].id).unwrap();
    let results = &ALL[first..first + chosen.len()];
    assert!(results.iter().zip(&chosen).all(|(result, study)| result.study.id == study.id));
    results
}

/// Asserts which checks differ: studies with the ids of theirs, in the order of the pages.
pub(crate) fn assert_differing(results: &[Studied], known: &[(&str, &[&str])]) {
    for result in results {
        let id = result.study.id;
        let known = known.iter().find(|known| known.0 == id).map_or(&[][..], |known| known.1);
        let known: Vec<CheckId> = known.iter().map(|id| CheckId::from(*id)).collect();
        let checks = result.findings.all_checks().iter();
        let differing = checks.filter(|check| check.verdict() == Verdict::Differs);
        let found: Vec<Option<&CheckId>> = differing.map(|check| check.id()).collect();
        assert_eq!(found, known.iter().map(Some).collect::<Vec<_>>(), "{id}");
    }
    for (id, _) in known {
        assert!(results.iter().any(|result| result.study.id == *id), "{id} was not run");
    }
}

/// What a check of a study computed.
pub(crate) fn computed(results: &[Studied], study: &str, check: &str) -> f64 {
    let result = results.iter().find(|result| result.study.id == study);
    let result = result.unwrap_or_else(|| panic!("{study} was not run"));
    let found = result.findings.get(&CheckId::from(check));
    found.unwrap_or_else(|| panic!("{study} has no check `{check}`")).computed()
}

/// Asserts what checks of a study computed: their ids, the numbers, and how far off they may be.
pub(crate) fn assert_computed(results: &[Studied], study: &str, expected: &[(&str, f64, f64)]) {
    for (check, expected, within) in expected {
        let found = computed(results, study, check);
        assert!((found - expected).abs() <= *within, "{study}, {check}: {found}");
    }
}

/// Whether a second run makes the same pages, byte by byte.
pub(crate) fn is_the_same_twice(group: &str) -> bool {
    run(group).iter().map(site::study_page).eq(computed_now(group).iter().map(site::study_page))
}

#[test]
fn every_study_has_its_page() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/studies");
    let files = site::write(&ALL, Path::new(folder)).unwrap();
    assert!(files.len() > ALL.len(), "{} files of {} studies", files.len(), ALL.len());
    assert_eq!(ALL.len(), study::all().len());
}
