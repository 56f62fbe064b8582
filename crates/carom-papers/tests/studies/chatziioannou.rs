//! The studies of chatziioannou: nothing that reproduced is lost, and what differs is known.

use super::group::{computed, differing, run};

#[test]
fn what_differs_is_known() {
    let results = run("chatziioannou");
    assert_eq!(
        differing(&results),
        [
            "Section 2.1, duration, three-point",
            "Section 3, duration, two-point",
            "Section 3, duration, three-point",
        ]
    );
    // Durations in µs, to the hundredth, from an independent computation.
    for (locator, microseconds) in [
        ("Fig. 3, left, duration, exact", 99.35),
        ("Fig. 3, left, duration, two-point", 102.52),
        ("Fig. 3, left, duration, three-point", 107.23),
        ("Fig. 3, right, duration, exact", 31.42),
        ("Fig. 3, right, duration, two-point", 40.00),
        ("Fig. 3, right, duration, three-point", 50.92),
        ("Fig. 4, duration, exact", 9.93),
        ("Fig. 4, duration, two-point", 23.64),
        ("Fig. 4, duration, three-point", 40.50),
    ] {
        let found = computed(&results, locator);
        assert!((found - microseconds).abs() <= 0.005, "{locator}: {found}");
    }
    for (locator, expected, within) in [
        ("Fig. 5, β₂*", 0.229_786, 1e-6),
        ("Fig. 5, β₃*", 0.596_682, 1e-6),
        // Within ±0.013 and ±0.019 samples, and in the mean nothing, of the two-point scheme.
        ("Section 3, largest error over phases, two-point", 0.013, 5e-4),
        ("Section 3, largest error over phases, three-point", 0.019, 1e-3),
        ("Section 3, mean error over phases, two-point", 0.0, 1e-4),
        ("Section 3, mean error over phases, three-point", 0.0, 3e-3),
        ("Fig. 6, exact from, two-point", 31_831.0, 0.05),
        ("Fig. 6, exact from, three-point", 63_662.0, 0.05),
        // c of τ(1 + c/T²) grows with α, and the gain falls.
        ("α = 1.3, gain of the closed form at 5 samples", 50.0, 10.0),
        ("α = 3, gain of the closed form at 5 samples", 11.5, 1.0),
        ("α = 3, worst error for the phase, from 1.5 samples", 0.0, 1e-10),
    ] {
        let found = computed(&results, locator);
        assert!((found - expected).abs() <= within, "{locator}: {found}");
    }
    // The footnote infers first order at α = 1; it is second.
    for scheme in ["two-point", "three-point"] {
        let order = computed(&results, &format!("Section 2.1, order, α = 1, {scheme}"));
        assert!((order - 2.0).abs() < 0.05, "{scheme}: {order}");
    }
}
