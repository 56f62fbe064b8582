//! The studies of avanzini: nothing that reproduced is lost, and what differs is known.

use super::group::{computed, differing, run};

#[test]
fn what_differs_is_known() {
    let results = run("avanzini");
    assert_eq!(
        differing(&results),
        [
            "Fig. 5.1(a), text, the lower trajectories",
            "Figs. 5.1 and 5.4, captions",
            "Section 5.2.2",
            "Section 5.3.1, next lower q_o",
        ]
    );
    // First contacts in ms, from a solver at 1e-12.
    for (mass, milliseconds) in
        [(0.05, 1.36318), (0.1, 1.26028), (1.0, 1.18083), (10.0, 1.17324), (1000.0, 1.17241)]
    {
        let found = computed(&results, &format!("Fig. 5.1's hammer on {mass} kg, first contact"));
        assert!((found / milliseconds - 1.0).abs() < 2e-5, "{mass} kg: {found}");
    }
    for (locator, expected, within) in [
        ("Fig. 5.4, t₀ of the hammer of Fig. 5.1 at 1 m/s", 1.172_401_601_300_027, 1e-12),
        // Rubber and wood share four quality factors, glass and steel nine; with the decay, Q 5000
        // at the two lowest pitches is steel alone.
        ("Stimuli in two materials, by quality factor", 65.0, 0.0),
        ("Stimuli in two materials, by quality factor and decay", 63.0, 0.0),
        ("Stimuli in no material", 4.0, 0.0),
        ("Largest relative error of a measured decay", 0.0, 1e-8),
        ("Levels within", 7.0, 0.05),
    ] {
        let found = computed(&results, locator);
        assert!((found - expected).abs() <= within, "{locator}: {found}");
    }
}
