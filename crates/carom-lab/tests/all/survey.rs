//! A thousand random impacts by every scheme; a million with the example `random_impacts`.

use crate::random_impacts::parallel_survey;

#[test]
fn a_thousand_random_impacts_do_nothing_that_they_must_not() {
    let survey = parallel_survey(77, 1000);
    let first = survey.errors.first().map(|error| (error.what, &error.impact, &error.run));
    assert!(first.is_none(), "{} errors, such as {first:?}", survey.errors.len());
    for tally in &survey.tallies {
        println!("{tally:?}");
        assert_eq!(tally.runs, 1000);
        // The schemes with a balance let practically every mass go again.
        if ["two-point", "three-point", "quadratised"].contains(&tally.scheme) {
            assert!(tally.by_status[0] > 995, "{tally:?}");
        }
    }
}
