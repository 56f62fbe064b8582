//! Which scheme to use when: what the recommendation rests on.

use super::group::{assert_differing, computed, run};

#[test]
fn the_recommendation_follows_and_one_promise_is_not_kept() {
    let results = run("comparison");
    assert_eq!(results.len(), 5);
    assert_differing(results, &[("comparison/accuracy", &["balance/quadratic"])]);
    // Second order where it is claimed, first where it is not.
    for (scheme, low, high) in [
        ("am1", 1.9, 2.1),
        ("heun", 1.9, 2.1),
        ("two-point", 1.95, 2.05),
        ("three-point", 1.95, 2.05),
        ("quadratic", 0.9, 1.1),
        ("rk4", 2.0, 2.6),
    ] {
        let order = computed(results, "comparison/convergence", &format!("order/{scheme}"));
        assert!((low..high).contains(&order), "{scheme}: {order}");
    }
    let steps = |scheme: &str| computed(results, "comparison/steps", &format!("steps/{scheme}"));
    assert!(steps("rk4") < steps("two-point"));
    assert!(steps("two-point") <= steps("three-point") && steps("three-point") < steps("verlet"));
}
