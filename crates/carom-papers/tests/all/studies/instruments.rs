//! The studies of recorded instruments.

use super::group::{assert_differing, run};

#[test]
fn what_differs_is_known() {
    let results = run("instruments");
    assert_differing(results, &[("instruments/decay", &["xylophone/even-error"])]);
}
