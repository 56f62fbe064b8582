//! What the tests of the studies share.

use carom_study::study::{self, Studied, Verdict};

/// Runs a group; nothing in it may be broken.
pub(crate) fn run(group: &str) -> Vec<Studied> {
    let chosen = study::select(&[group]).unwrap();
    let results = study::run(&chosen, &mut |_| ()).unwrap();
    for result in &results {
        let broken: Vec<_> = result.findings.broken().collect();
        assert!(broken.is_empty(), "{}: {broken:#?}", result.study.id);
    }
    results
}

/// Everything that differs, by study and place, in order.
pub(crate) fn differing(results: &[Studied]) -> Vec<String> {
    let of = |result: &Studied| -> Vec<String> {
        let checks = result.findings.all_checks().iter();
        let differing = checks.filter(|check| check.verdict() == Verdict::Differs);
        differing.map(|check| format!("{}: {}", result.study.id, check.locator())).collect()
    };
    results.iter().flat_map(of).collect()
}

/// What was computed at a place.
pub(crate) fn value(results: &[Studied], locator: &str) -> f64 {
    let mut checks = results.iter().flat_map(|result| result.findings.all_checks());
    let check = checks.find(|check| check.locator() == locator);
    check.unwrap_or_else(|| panic!("there is no check at `{locator}`")).computed()
}
