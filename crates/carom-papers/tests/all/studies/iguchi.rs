//! The puck of iguchi: what reproduces, what does not, and that nothing else changed.

use super::group::{assert_computed, assert_differing, computed, is_the_same_twice, run};

#[test]
fn what_differs_is_known() {
    let results = run("iguchi");
    assert_eq!(results.len(), 12);
    assert_differing(
        results,
        &[
            ("iguchi/fig-5", &["pulse-width"]),
            ("iguchi/table-1", &["moment/3", "moment/9"]),
            ("iguchi/table-2", &["spin/1", "normal/5", "restitution"]),
            (
                "iguchi/table-3",
                &[
                    "to-the-digit/vx",
                    "to-the-digit/vz",
                    "to-the-digit/spin",
                    "to-the-digit/px",
                    "to-the-digit/pz",
                ],
            ),
            ("iguchi/table-4", &["to-the-digit/vx", "to-the-digit/spin", "to-the-digit/px"]),
            (
                "iguchi/measurements",
                &["closer/trials", "closer/method", "error/linear", "error/angular"],
            ),
        ],
    );
}

#[test]
fn tables_and_measurements_are_as_far_apart_as_they_were() {
    let results = run("iguchi");
    let columns = ["vx", "vz", "spin"];
    for (table, known) in
        [("iguchi/table-3", [0.0040, 0.0094, 0.261]), ("iguchi/table-4", [0.0093, 0.0003, 0.424])]
    {
        for (column, known) in columns.into_iter().zip(known) {
            let found = computed(results, table, &format!("rms/{column}"));
            assert!((found / known - 1.0).abs() < 0.02, "{table}, {column}: {found}");
        }
    }
    assert_computed(
        results,
        "iguchi/table-3",
        &[
            ("kept/one-way/least", 0.519, 1e-3),
            ("kept/one-way/largest", 0.521, 1e-3),
            ("kept/turns/least", 0.523, 1e-3),
            ("kept/turns/largest", 0.530, 1e-3),
        ],
    );
    for (method, known) in [
        ("table-3", [0.316, 0.169, 20.97]),
        ("table-4", [0.133, 0.122, 5.11]),
        ("mirtich", [0.083, 0.121, 3.18]),
        ("compliant", [0.084, 0.089, 3.20]),
    ] {
        for (column, known) in columns.into_iter().zip(known) {
            let id = format!("rms/{method}/{column}");
            let found = computed(results, "iguchi/measurements", &id);
            assert!((found / known - 1.0).abs() < 0.01, "{id}: {found}");
        }
    }
}

#[test]
fn on_trials_left_out_only_a_restitution_that_falls_wins_every_column() {
    let results = run("iguchi/measurements");
    for (model, wins) in
        [("mirtich", [true, false, true]), ("mirtich-falling", [true; 3]), ("compliant", [true; 3])]
    {
        for (column, wins) in ["vx", "vz", "spin"].into_iter().zip(wins) {
            let id = format!("left-out/{model}/{column}");
            let closer = computed(results, "iguchi/measurements", &id);
            assert_eq!(closer > 0.0, wins, "{id}: {closer}");
        }
    }
}

#[test]
fn pages_are_the_same_twice() {
    assert!(is_the_same_twice("iguchi"));
}
