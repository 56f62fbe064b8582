//! The studies of chatziioannou: nothing that reproduced is lost, and what differs is known.

use super::group::{assert_computed, assert_differing, computed, run};

#[test]
fn what_differs_is_known() {
    let results = run("chatziioannou");
    assert_differing(
        results,
        &[
            ("chatziioannou/bounds", &["duration/three-point"]),
            ("chatziioannou/fig-5", &["duration/two-point", "duration/three-point"]),
        ],
    );
    // Durations in µs, to the hundredth, from an independent computation.
    for (study, collision, microseconds) in [
        ("chatziioannou/fig-3", "soft", [99.35, 102.52, 107.23]),
        ("chatziioannou/fig-3", "hard", [31.42, 40.00, 50.92]),
        ("chatziioannou/fig-4", "hardest", [9.93, 23.64, 40.50]),
    ] {
        for (name, time) in ["exact", "two-point", "three-point"].into_iter().zip(microseconds) {
            assert_computed(results, study, &[(&format!("{collision}/{name}"), time, 0.005)]);
        }
    }
    // Within ±0.013 and ±0.019 samples, and in the mean nothing, of the two-point scheme.
    assert_computed(
        results,
        "chatziioannou/fig-5",
        &[
            ("beta/two-point", 0.229_786, 1e-6),
            ("beta/three-point", 0.596_682, 1e-6),
            ("largest-error/two-point", 0.013, 5e-4),
            ("largest-error/three-point", 0.019, 1e-3),
            ("mean-error/two-point", 0.0, 1e-4),
            ("mean-error/three-point", 0.0, 3e-3),
        ],
    );
    assert_computed(
        results,
        "chatziioannou/fig-6",
        &[("least-rate/two-point", 31_831.0, 0.05), ("least-rate/three-point", 63_662.0, 0.05)],
    );
    // c of τ(1 + c/T²) grows with α, and the gain falls.
    assert_computed(
        results,
        "chatziioannou/open-question",
        &[("gain/1.3", 50.0, 10.0), ("gain/3", 11.5, 1.0), ("worst/3", 0.0, 1e-10)],
    );
    // The footnote infers first order at α = 1; it is second.
    for scheme in ["two-point", "three-point"] {
        let order = computed(results, "chatziioannou/order", &format!("order/1/{scheme}"));
        assert!((order - 2.0).abs() < 0.05, "{scheme}: {order}");
    }
}

#[test]
fn durations_converge_with_the_square_of_the_sample_rate_for_every_exponent() {
    let results = run("chatziioannou/convergence");
    for exponent in [1.0, 1.3, 1.5, 2.8, 3.0] {
        let (order, ratio) = (format!("order/{exponent}"), format!("ratio/{exponent}"));
        let expected = [(order.as_str(), 2.0, 1e-3), (ratio.as_str(), 1.0, 1e-4)];
        assert_computed(results, "chatziioannou/convergence", &expected);
    }
}
