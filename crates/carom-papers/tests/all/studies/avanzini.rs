//! The studies of avanzini: nothing that reproduced is lost, and what differs is known.

use super::group::{assert_computed, assert_differing, computed, run};

#[test]
fn what_differs_is_known() {
    let results = run("avanzini");
    assert_differing(
        results,
        &[
            ("avanzini/fig-5.1", &["lower-trajectories"]),
            ("avanzini/fig-5.4", &["captions"]),
            ("avanzini/fig-5.5", &["always-longer"]),
            ("avanzini/table-5.2", &["next-lower-q"]),
        ],
    );
    // First contacts in ms, from a solver at 1e-12.
    for (mass, milliseconds) in
        [(0.05, 1.36318), (0.1, 1.26028), (1.0, 1.18083), (10.0, 1.17324), (1000.0, 1.17241)]
    {
        let found = computed(results, "avanzini/fig-5.5", &format!("first-contact/{mass}"));
        assert!((found / milliseconds - 1.0).abs() < 2e-5, "{mass} kg: {found}");
    }
    let contact_time = [("contact-time", 1.172_401_601_300_027, 1e-12)];
    assert_computed(results, "avanzini/fig-5.4", &contact_time);
    // Rubber and wood share four quality factors, glass and steel nine; with the decay, Q 5000 at
    // the two lowest pitches is steel alone.
    assert_computed(
        results,
        "avanzini/fig-5.6",
        &[
            ("in-two-by-q", 65.0, 0.0),
            ("in-two", 63.0, 0.0),
            ("in-none", 4.0, 0.0),
            ("largest-decay-error", 0.0, 1e-8),
            ("level-range", 7.0, 0.05),
        ],
    );
}
