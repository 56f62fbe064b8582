//! Every study of papetti: nothing broken, and what differs is what is known to.

use carom_papers::study::{self, Kind, Verdict};

use super::group::{assert_differing, run};

/// What does not reproduce; the reasons are beside the checks.
const DIFFERS: [(&str, &[&str]); 9] = [
    ("papetti/fig-5", &["place-of-rest"]),
    ("papetti/table-1", &["dev-x/am1", "err-v-out/verlet", "err-v-out/rk4", "dev-h/rk4"]),
    ("papetti/table-2a", &["err-v-out/approximation"]),
    (
        "papetti/table-2b",
        &[
            "err-v-out/am1",
            "err-v-out/verlet",
            "err-v-out/heun",
            "err-v-out/rk4",
            "dev-h/am1",
            "dev-h/verlet",
            "dev-h/heun",
            "err-v-out/approximation",
        ],
    ),
    ("papetti/table-3a", &["accumulated/heun", "largest/heun"]),
    (
        "papetti/table-3b",
        &[
            "accumulated/am1",
            "largest/am1",
            "accumulated/rk4_16x",
            "accumulated/heun",
            "largest/heun",
        ],
    ),
    (
        "papetti/table-4",
        &["am1", "am1_iteration", "verlet", "heun", "hybrid", "v_out", "zero_finding"],
    ),
    ("papetti/appendix", &["system", "exponential", "coefficients"]),
    ("papetti/short-contacts", &["rk4/4"]),
];

#[test]
fn nothing_is_broken_and_what_differs_is_known() {
    let results = run("papetti");
    assert_eq!(results.len(), 23);
    assert_differing(results, &DIFFERS);
    for result in results {
        assert!(!result.findings.all_checks().is_empty(), "{}", result.study.id);
    }
}

#[test]
fn the_command_that_a_page_names_gives_the_chain_of_table_3() {
    use carom_lab::impact::{Impact, ReboundKind, compare};
    let impact = Impact {
        mu: Some(0.5),
        rebounds: Some(100),
        rebound_kind: ReboundKind::Restart,
        ..Impact::new(0.01, 1e9, 1.5)
    };
    let comparison = compare(&impact).unwrap();
    let rk4 = comparison.runs.iter().find(|run| run.scheme == "rk4").unwrap();
    assert!((rk4.accumulated.unwrap() + 2.1529).abs() < 1e-4, "{rk4:?}");
    assert!((rk4.max_dev.unwrap() - 6.2555).abs() < 1e-4, "{rk4:?}");
    let heun = comparison.runs.iter().find(|run| run.scheme == "heun").unwrap();
    assert!((heun.accumulated.unwrap() - 0.2464).abs() < 1e-4, "{heun:?}");
}

#[test]
fn the_rule_that_is_shown_is_the_one_that_decides_and_every_check_has_one_kind() {
    let results = run("papetti");
    for check in results.iter().flat_map(|result| result.findings.all_checks()) {
        let (Some(printed), Some([below, above])) = (check.published_value(), check.allowed())
        else {
            continue;
        };
        let off = check.computed() - printed;
        let slack = 1e-6 * (above - below);
        let within = (below - slack..=above + slack).contains(&off);
        // Bounds that are met from afar are not held to their slack.
        if check.difference().is_some() {
            assert_eq!(within, check.verdict() == Verdict::Reproduced, "{}", check.locator());
        }
    }
    for verdict in [Verdict::Reproduced, Verdict::Differs, Verdict::NotPublished] {
        let by_kind = Kind::ALL.map(|kind| study::count_kind(results, verdict, kind));
        assert_eq!(by_kind.iter().sum::<usize>(), study::count(results, verdict));
    }
    assert_eq!(study::count_kind(results, Verdict::Reproduced, Kind::Consistency), 26);
}
