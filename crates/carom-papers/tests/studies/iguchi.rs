//! The puck of iguchi: what reproduces, what does not, and that nothing else changed.

use super::group::{computed, differing, is_the_same_twice, run};

#[test]
fn what_differs_is_known_by_name() {
    let results = run("iguchi");
    assert_eq!(results.len(), 9);
    assert_eq!(
        differing(&results),
        [
            "Section 3.3, step 3, a pulse half and twice as wide",
            "Table 1, trial 3, N_y",
            "Table 1, trial 9, N_y",
            "Table 2, trial 1, J·Δω",
            "Table 2, trial 5, m·Δv_z",
            "Section 3.1, E by least squares, here over the ten trials",
            "Table 3, v_x, trials that come out to the digit",
            "Table 3, v_z, trials that come out to the digit",
            "Table 3, ω, trials that come out to the digit",
            "Table 3, p_x, trials that come out to the digit",
            "Table 3, p_z, trials that come out to the digit",
            "Table 4, v_x, trials that come out to the digit",
            "Table 4, ω, trials that come out to the digit",
            "Table 4, p_x, trials that come out to the digit",
            "Section 1, trials in which Table 4 is closer in all of v_x, v_z and ω",
            "Section 6, which method is closer to experiment",
            "Section 5.2, linear error between Tables 3 and 4, mean distance",
            "Section 5.2, angular error between Tables 3 and 4, mean distance",
        ]
    );
}

#[test]
fn tables_and_measurements_are_as_far_apart_as_they_were() {
    let results = run("iguchi");
    for (table, known) in
        [("Table 3", [0.0040, 0.0094, 0.261]), ("Table 4", [0.0093, 0.0003, 0.424])]
    {
        for (column, known) in ["v_x", "v_z", "ω"].into_iter().zip(known) {
            let place = format!("{table}, {column}, root mean square of the difference");
            let found = computed(&results, &place);
            assert!((found / known - 1.0).abs() < 0.02, "{place}: {found}");
        }
    }
    for (method, known) in [
        ("Table 3", [0.316, 0.169, 20.97]),
        ("Table 4", [0.133, 0.122, 5.11]),
        ("Mirtich, fitted", [0.083, 0.121, 3.18]),
        ("compliant, fitted", [0.084, 0.089, 3.20]),
    ] {
        for (column, known) in ["v_x", "v_z", "ω"].into_iter().zip(known) {
            let place = format!("{method}, {column}, root mean square from Table 2");
            let found = computed(&results, &place);
            assert!((found / known - 1.0).abs() < 0.01, "{place}: {found}");
        }
    }
}

#[test]
fn pages_are_the_same_twice() {
    assert!(is_the_same_twice("iguchi"));
}
