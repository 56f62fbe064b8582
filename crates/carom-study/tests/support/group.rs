//! A group of studies, run and looked at.

// Not every test looks at everything.
#![allow(dead_code)]

use carom_study::study::{Check, Studied, Verdict, run, select, site};

/// Runs every study of a group and refuses results that are not what they were.
pub(crate) fn studied(group: &str) -> Vec<Studied> {
    let results = run(&select(&[group]).unwrap(), &mut |_| ()).unwrap();
    for result in &results {
        let broken: Vec<_> = result.findings.broken().collect();
        assert!(broken.is_empty(), "{}: {broken:#?}", result.study.id);
    }
    results
}

/// Where published and computed differ, in the order of the studies.
pub(crate) fn differing(results: &[Studied]) -> Vec<&str> {
    let checks = results.iter().flat_map(|result| result.findings.all_checks());
    let differ = checks.filter(|check| check.verdict() == Verdict::Differs);
    differ.map(Check::locator).collect()
}

/// What the check at this place computed.
pub(crate) fn computed(results: &[Studied], place: &str) -> f64 {
    let mut checks = results.iter().flat_map(|result| result.findings.all_checks());
    let found = checks.find(|check| check.locator() == place);
    found.unwrap_or_else(|| panic!("there is no check `{place}`")).computed()
}

/// Whether two runs make the same pages, byte by byte.
pub(crate) fn is_the_same_twice(group: &str) -> bool {
    let pages = || studied(group).iter().map(site::study_page).collect::<Vec<_>>();
    pages() == pages()
}
