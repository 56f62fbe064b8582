//! Every study of papetti: nothing broken, and what differs is what is known to.

use super::group::{differing, run};

/// What does not reproduce, by study and place; the reasons are beside the checks.
const DIFFERS: [(&str, &[&str]); 9] = [
    ("papetti/fig-5", &["(22), place of rest under 0.03 N"]),
    (
        "papetti/table-1",
        &[
            "Table I, dev(x), AM1",
            "Table I, err(v_out), Verlet",
            "Table I, err(v_out), RK4",
            "Table I, dev(H), RK4",
        ],
    ),
    ("papetti/table-2a", &["Table II(a), err(v_out), ṽ_out"]),
    (
        "papetti/table-2b",
        &[
            "Table II(b), err(v_out), AM1",
            "Table II(b), err(v_out), Verlet",
            "Table II(b), err(v_out), Heun",
            "Table II(b), err(v_out), RK4",
            "Table II(b), dev(H), AM1",
            "Table II(b), dev(H), Verlet",
            "Table II(b), dev(H), Heun",
            "Table II(b), err(v_out), ṽ_out",
        ],
    ),
    (
        "papetti/table-3a",
        &["Table III(a), accumulated, Heun", "Table III(a), largest deviation, Heun"],
    ),
    (
        "papetti/table-3b",
        &[
            "Table III(b), accumulated, AM1",
            "Table III(b), largest deviation, AM1",
            "Table III(b), accumulated, RK4 at 16 times the rate",
            "Table III(b), accumulated, Heun",
            "Table III(b), largest deviation, Heun",
        ],
    ),
    (
        "papetti/table-4",
        &[
            "Table IV, operations, AM1, a step",
            "Table IV, operations, AM1, an iteration",
            "Table IV, operations, Verlet, a step",
            "Table IV, operations, Heun, a step",
            "Table IV, operations, hybrid correction",
            "Table IV, operations, ṽ_out constraint",
            "Table IV, operations, v_out as a zero of (6), an iteration",
        ],
    ),
    (
        "papetti/appendix",
        &[
            "(32), right sides μ²/2, μ²/3, μ²/4, μ²/5",
            "(37), exp(−2μ·v_in) as a sum from j = 1",
            "after (37), a_l = (1/μ)·Σ b_j·c_(l−j) from j = 1",
        ],
    ),
    ("papetti/short-contacts", &["III-B2, RK4 at 4 samples of contact"]),
];

#[test]
fn nothing_is_broken_and_what_differs_is_known() {
    let results = run("papetti");
    assert_eq!(results.len(), 21);
    for result in &results {
        let id = result.study.id;
        let known = DIFFERS.iter().find(|known| known.0 == id).map_or(&[][..], |known| known.1);
        assert_eq!(differing(std::slice::from_ref(result)), known, "{id}");
        assert!(!result.findings.all_checks().is_empty(), "{id}");
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
