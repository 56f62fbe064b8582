//! A group of studies, run and looked at.

use carom_papers::study::{self, CheckId, Studied, Verdict, site};

/// Runs a group, or one study; nothing in it may be broken, and no id may stand twice.
pub(crate) fn run(group: &str) -> Vec<Studied> {
    let results = study::run(&study::select(&[group]).unwrap(), &mut |_| ()).unwrap();
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

/// Whether two runs make the same pages, byte by byte.
pub(crate) fn is_the_same_twice(group: &str) -> bool {
    let pages = || run(group).iter().map(site::study_page).collect::<Vec<_>>();
    pages() == pages()
}
