//! The studies of ducceschi: nothing that reproduced is lost, and what differs is known.

use super::group::{assert_computed, assert_differing, computed, run};

#[test]
fn what_differs_is_known() {
    let results = run("ducceschi");
    assert_differing(
        results,
        &[
            ("ducceschi/existence", &["case-4/limit", "case-4/discriminant", "large-s"]),
            ("ducceschi/fig-2", &["real/one-fast"]),
            ("ducceschi/fig-3", &["second-partial"]),
            ("ducceschi/fig-4", &["half"]),
        ],
    );
    assert_computed(
        results,
        "ducceschi/fig-3",
        &[
            ("frequency/classic", 11.0004, 1e-4),
            ("frequency/half", 10.998, 1e-3),
            ("frequency/one", 11.165, 1e-3),
            ("frequency/three", 11.856, 1e-3),
            ("third-harmonic/three", -32.4, 0.1),
            ("third-harmonic/one/in-metres", -65.5, 0.5),
        ],
    );
    // k₂ from α = 9, k₃ and k₄ from α = 3.
    let runs = [("complex/one-fast", 15.0, 0.0), ("survivors/half", 0.0, 0.0)];
    assert_computed(results, "ducceschi/fig-2", &runs);
    assert_computed(
        results,
        "ducceschi/existence",
        &[
            ("corrected/discriminant", 0.0, 0.0),
            ("corrected/limit", 0.0, 1e-4),
            ("default/complex", 0.0, 0.0),
        ],
    );
    let frequency = |id: &str| computed(results, "ducceschi/fig-6", &format!("frequency/{id}"));
    for id in ["classic", "half"] {
        assert!((frequency(id) / frequency("exact") - 1.0).abs() < 2e-4, "{id}");
    }
}
