//! The studies of ducceschi: nothing that reproduced is lost, and what differs is known.

use super::group::{computed, differing, run};

#[test]
fn what_differs_is_known() {
    let results = run("ducceschi");
    assert_eq!(
        differing(&results),
        [
            "Section 3.3.1, Case 4 for s = 3",
            "Section 3.3.1, Case 4, the expression for Δ",
            "Section 3.3.3, s > 2",
            "Fig. 2, s = 1, 20 m/s",
            "Section 4.1, second partial, s = 1",
            "Section 4.2, s = ½",
        ]
    );
    for (locator, expected, within) in [
        ("Fig. 3, frequency, classic (22)", 11.0004, 1e-4),
        ("Fig. 3, frequency, s = ½", 10.998, 1e-3),
        ("Fig. 3, frequency, s = 1", 11.165, 1e-3),
        ("Fig. 3, frequency, s = 3", 11.856, 1e-3),
        ("Fig. 3, third harmonic, s = 3", -32.4, 0.1),
        // k₂ from α = 9, k₃ and k₄ from α = 3.
        ("Fig. 2, s = 1, 20 m/s, runs with complex roots", 15.0, 0.0),
        ("Fig. 2, s = ½, runs with α ≥ 3 that stay real", 0.0, 0.0),
        ("Corrected Case 4, pairs with the other sign", 0.0, 0.0),
        ("Corrected limit, relative departure from the searched one", 0.0, 1e-4),
        ("s = 2α/(α + 1), runs with complex roots", 0.0, 0.0),
    ] {
        let found = computed(&results, locator);
        assert!((found - expected).abs() <= within, "{locator}: {found}");
    }
    let frequency = |name: &str| computed(&results, &format!("Fig. 6, frequency, {name}"));
    for name in ["classic (25)", "s = ½"] {
        assert!((frequency(name) / frequency("exact") - 1.0).abs() < 2e-4, "{name}");
    }
}
