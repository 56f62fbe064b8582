//! A group of studies, run and looked at.

use carom_papers::study::{self, Check, Studied, Verdict, site};

/// Runs a group, or one study; nothing in it may be broken.
pub(crate) fn run(group: &str) -> Vec<Studied> {
    let results = study::run(&study::select(&[group]).unwrap(), &mut |_| ()).unwrap();
    for result in &results {
        let broken: Vec<_> = result.findings.broken().collect();
        assert!(broken.is_empty(), "{}: {broken:#?}", result.study.id);
    }
    results
}

/// Where published and computed differ, in the order of the studies.
pub(crate) fn differing(results: &[Studied]) -> Vec<&str> {
    let checks = results.iter().flat_map(|result| result.findings.all_checks());
    let differing = checks.filter(|check| check.verdict() == Verdict::Differs);
    differing.map(Check::locator).collect()
}

/// What was computed at a place.
pub(crate) fn computed(results: &[Studied], place: &str) -> f64 {
    let mut checks = results.iter().flat_map(|result| result.findings.all_checks());
    let check = checks.find(|check| check.locator() == place);
    check.unwrap_or_else(|| panic!("there is no check at `{place}`")).computed()
}

/// Whether two runs make the same pages, byte by byte.
pub(crate) fn is_the_same_twice(group: &str) -> bool {
    let pages = || run(group).iter().map(site::study_page).collect::<Vec<_>>();
    pages() == pages()
}
