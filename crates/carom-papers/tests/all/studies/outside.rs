//! The benchmarks from elsewhere.

use super::group::{assert_differing, computed, is_the_same_twice, run};
use carom_papers::study::Verdict;

#[test]
fn only_simbodys_rule_for_two_materials_differs() {
    let results = run("outside");
    assert_differing(results, &[("outside/simbody", &["combined-modulus"])]);
    let reproduced: Vec<usize> =
        results.iter().map(|result| result.findings.count(Verdict::Reproduced)).collect();
    assert_eq!(reproduced, [8, 6, 10, 13, 3, 9, 4]);
}

#[test]
fn a_rigid_plane_is_met_as_hertz_says() {
    // x = (15 m v²/(16 E* √R))^(2/5) and F = k·x^(3/2) by hand.
    let results = run("outside/chung-ooi-2");
    for (material, overlap, force) in
        [("aluminium alloy", 49.7172, 11.36986), ("magnesium alloy", 52.1233, 7.23268)]
    {
        let found =
            |what: &str| computed(results, "outside/chung-ooi-2", &format!("{what}/{material}"));
        assert!((found("overlap") / overlap - 1.0).abs() < 1e-5, "{}", found("overlap"));
        assert!((found("force") / force - 1.0).abs() < 1e-5, "{}", found("force"));
    }
}

#[test]
fn pages_are_the_same_twice() {
    assert!(is_the_same_twice("outside"));
}
