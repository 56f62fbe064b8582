//! The experiment as a whole: sequences, forces, corrections, limits.

use carom::Substeps;
use carom_lab::impact::{ForceDuring, Impact, ImpactError, ReboundKind, Run, Status, compare};
use carom_schemes::Method;
use carom_schemes::correction::Correction;

fn run(impact: &Impact, method: Method) -> Run {
    compare(&Impact { methods: vec![method], ..impact.clone() }).unwrap().runs.remove(0)
}

fn hard(stiffness: f64, mu: f64) -> Impact {
    Impact { mu: Some(mu), ..Impact::new(0.01, stiffness, 1.5) }
}

const BALANCED: [Method; 4] =
    [Method::TwoPoint, Method::ThreePoint, Method::Quadratic { s: None }, Method::Quadratised];

#[test]
fn a_hundred_lossless_rebounds_keep_all_their_energy() {
    for method in BALANCED {
        for (kind, force) in [(ReboundKind::Restart, 0.0), (ReboundKind::Flight, 0.0981)] {
            let impact =
                Impact { rebounds: Some(100), rebound_kind: kind, force, ..hard(1e9, 0.0) };
            let run = run(&impact, method);
            assert_eq!(run.status, Status::Ok, "{method} {kind:?} {:?}", run.message);
            assert!(run.accumulated.unwrap().abs() < 1e-9, "{method} {kind:?} {run:?}");
            assert!(run.energy_residual.unwrap().abs() < 1e-12, "{method} {kind:?} {run:?}");
        }
    }
}

#[test]
fn hard_contacts_leave_at_the_right_speed_corrected_or_subdivided() {
    for stiffness in [1e11, 1e13] {
        for method in Method::CONTACT {
            let corrected = Impact { correct: Correction::VOut, ..hard(stiffness, 0.5) };
            let run = run(&corrected, method);
            // At a fifth of a sample and less, two schemes do not get to the release.
            let expected = match method {
                Method::Rk4 => Status::GainedEnergy,
                Method::Quadratic { .. } => Status::ComplexRoot,
                _ => Status::Ok,
            };
            assert_eq!(run.status, expected, "{method} {stiffness:e}: {run:?}");
            if expected == Status::Ok {
                assert!(run.err_v_out.unwrap().abs() < 0.1, "{method} {stiffness:e}: {run:?}");
            }
        }
        let subdivided = Impact { substeps: Substeps::Auto, ..hard(stiffness, 0.5) };
        let run = run(&subdivided, Method::TwoPoint);
        println!("{stiffness:e}: {} substeps, {:?} %", run.substeps, run.err_v_out);
        assert!(run.err_v_out.unwrap().abs() < 1.0, "{run:?}");
    }
}

#[test]
fn a_pressing_force_is_followed_by_every_scheme() {
    // papetti Fig. 5: k = 1e5, 0.05 m/s, f = m·(1, 2, 3) N.
    for force in [0.01, 0.02, 0.03] {
        let impact = Impact { mu: Some(0.5), velocity: 0.05, force, ..Impact::new(0.01, 1e5, 1.5) };
        let comparison = compare(&impact).unwrap();
        let (v_out, time) =
            (comparison.exact.v_out.unwrap(), comparison.exact.contact_time.unwrap());
        for run in comparison.runs {
            assert_eq!(run.status, Status::Ok, "{run:?}");
            let tolerance = if run.scheme == "quadratic" { 2e-2 } else { 2e-3 };
            assert!((run.v_out.unwrap() / v_out - 1.0).abs() < tolerance, "{run:?}");
            assert!((run.contact_time.unwrap() / time - 1.0).abs() < tolerance, "{run:?}");
            assert_eq!(run.dev_x, None);
        }
    }
}

#[test]
fn a_strong_force_holds_the_mass() {
    let impact =
        Impact { mu: Some(20.0), velocity: 0.5, force: 50.0, ..Impact::new(0.01, 1e5, 1.5) };
    let comparison = compare(&impact).unwrap();
    assert_eq!(comparison.exact.v_out, None);
    let rest = (50.0f64 / 1e5).powf(1.0 / 1.5);
    assert!((comparison.exact.x_max / rest - 1.0).abs() < 0.05, "{:?}", comparison.exact);
    // The damping adds to the spring on the way in.
    assert!(comparison.exact.f_max > 50.0, "{:?}", comparison.exact);
    for run in comparison.runs {
        // Explicit schemes rattle there, the damping is too strong for their step, and the
        // quadratic one meets a complex root.
        if !["am1", "two-point", "three-point", "quadratised"].contains(&run.scheme) {
            assert_ne!(run.status, Status::Ok, "{run:?}");
            continue;
        }
        assert_eq!(run.status, Status::NotReleased, "{run:?}");
        // It rests where the spring carries the force.
        assert!((run.x_max.unwrap() / rest - 1.0).abs() < 0.05, "{run:?}");
    }
}

#[test]
fn a_bouncing_ball_follows_the_exact_sequence() {
    for (during, tolerance) in [(ForceDuring::Always, 0.5), (ForceDuring::Free, 0.6)] {
        let impact = Impact {
            force: 0.0981,
            force_during: during,
            rebounds: Some(10),
            rebound_kind: ReboundKind::Flight,
            rate: 192_000.0,
            ..hard(1e8, 0.3)
        };
        for method in [Method::TwoPoint, Method::ThreePoint, Method::Rk4] {
            let run = run(&impact, method);
            assert_eq!(run.status, Status::Ok, "{run:?}");
            assert!(run.accumulated.unwrap().abs() < tolerance, "{during:?} {run:?}");
        }
    }
}

/// Papetti's output velocity under a force during the contact: that of the impact under the force.
#[test]
fn under_a_pressing_force_the_output_velocity_can_be_corrected() {
    let impact = Impact { force: 0.3, correct: Correction::VOut, ..hard(1e7, 0.5) };
    for method in [Method::Verlet, Method::Rk4, Method::TwoPoint, Method::Quadratised] {
        let run = run(&impact, method);
        assert_eq!(run.status, Status::Ok, "{run:?}");
        assert!(run.err_v_out.unwrap().abs() < 1e-6, "{run:?}");
    }
    let hybrid = run(&Impact { correct: Correction::Hybrid, ..impact }, Method::Verlet);
    assert_eq!(hybrid.status, Status::Refused);
}

#[test]
fn a_force_in_free_motion_only_does_not_touch_the_energy_of_an_impact() {
    for (force, phase) in [(0.0981, 0.4), (10.0, 0.0), (10.0, 0.9), (-5.0, 0.5)] {
        let impact = Impact { force, phase, force_during: ForceDuring::Free, ..hard(1e9, 0.0) };
        for method in BALANCED {
            let run = run(&impact, method);
            assert_eq!(run.status, Status::Ok, "{force} {phase} {run:?}");
            assert!(run.err_v_out.unwrap().abs() < 0.2, "{force} {phase} {run:?}");
            assert!(run.energy_residual.unwrap().abs() < 1e-12, "{run:?}");
        }
    }
    let impact = Impact {
        force: 0.0981,
        force_during: ForceDuring::Free,
        phase: 0.4,
        rebounds: Some(20),
        rebound_kind: ReboundKind::Flight,
        ..hard(1e9, 0.0)
    };
    for method in BALANCED {
        let run = run(&impact, method);
        assert_eq!(run.status, Status::Ok, "{run:?}");
        assert!(run.accumulated.unwrap().abs() < 1e-2, "{run:?}");
    }
}

#[test]
fn restarts_before_the_wall_follow_the_force() {
    let impact = Impact {
        force: 10.0,
        phase: 0.9,
        rebounds: Some(100),
        rebound_kind: ReboundKind::Restart,
        ..hard(1e9, 0.0)
    };
    let run = run(&impact, Method::TwoPoint);
    assert!(run.accumulated.unwrap().abs() < 1e-6, "{run:?}");
}

#[test]
fn hybrid_goes_through_soft_contacts_of_high_exponent() {
    let soft = Impact { correct: Correction::Hybrid, ..Impact::new(0.0225, 7813.0, 5.0) };
    for method in [Method::Verlet, Method::Rk4, Method::TwoPoint] {
        let run = run(&soft, method);
        assert_ne!(run.status, Status::NotReleased, "{run:?}");
        assert!((run.x_max.unwrap() / 0.143 - 1.0).abs() < 0.01, "{run:?}");
    }
}

#[test]
fn hybrid_follows_the_exact_curves_and_both_end_where_they_should() {
    for method in [
        Method::Am1,
        Method::Verlet,
        Method::Heun,
        Method::Rk4,
        Method::TwoPoint,
        Method::Quadratised,
    ] {
        let hybrid = run(&Impact { correct: Correction::Hybrid, ..hard(1e9, 0.5) }, method);
        assert!(hybrid.dev_x.unwrap() < 1e-9, "{hybrid:?}");
        assert!(hybrid.dev_h.unwrap() < 1e-9, "{hybrid:?}");
        let both = run(&Impact { correct: Correction::Both, ..hard(1e9, 0.5) }, method);
        assert!(both.err_v_out.unwrap().abs() < 1e-9, "{both:?}");
        assert!(both.dev_h.unwrap() < 1e-9, "{both:?}");
    }
    for method in [Method::ThreePoint, Method::Quadratic { s: None }] {
        let hybrid = run(&Impact { correct: Correction::Hybrid, ..hard(1e9, 0.5) }, method);
        assert_eq!(hybrid.status, Status::Refused);
        let v_out = run(&Impact { correct: Correction::VOut, ..hard(1e9, 0.5) }, method);
        assert!(v_out.err_v_out.unwrap().abs() < 1e-9, "{v_out:?}");
    }
}

#[test]
fn endless_contacts_are_refused_with_the_number() {
    let endless = Impact { velocity: 1e-3, rate: 768_000.0, ..Impact::new(1e3, 1.0, 1.5) };
    let comparison = compare(&endless).unwrap();
    assert!(comparison.exact.contact_time.unwrap() > 10.0);
    for run in comparison.runs {
        assert_eq!(run.status, Status::Refused);
        let samples = comparison.exact.contact_time.unwrap() * 768_000.0;
        assert!(run.message.unwrap().contains(&format!("{samples:.4e}")));
    }
}

#[test]
fn unstable_explicit_runs_say_so() {
    let impact = Impact { phase: 0.3, ..hard(1e15, 0.0) };
    for method in [Method::Verlet, Method::Heun, Method::Rk4] {
        let run = run(&impact, method);
        assert_eq!(run.status, Status::GainedEnergy, "{run:?}");
        assert!(run.message.unwrap().contains("energy"));
    }
}

#[test]
fn what_makes_no_sense_is_named() {
    let error = |impact: Impact| compare(&impact).unwrap_err();
    let value = |impact: Impact| match error(impact) {
        ImpactError::Value(error) => error.field,
        other => panic!("{other}"),
    };
    assert_eq!(value(Impact::new(0.0, 1.0, 1.0)), "mass");
    assert_eq!(value(Impact::new(1.0, f64::INFINITY, 1.0)), "stiffness");
    assert_eq!(value(Impact::new(1.0, 1.0, 0.99)), "exponent");
    assert_eq!(value(Impact { velocity: -1.0, ..Impact::new(1.0, 1.0, 1.0) }), "velocity");
    assert_eq!(value(Impact { rate: 0.0, ..Impact::new(1.0, 1.0, 1.0) }), "rate");
    assert_eq!(value(Impact { phase: 1.5, ..Impact::new(1.0, 1.0, 1.0) }), "phase");
    assert_eq!(value(Impact { force: f64::NAN, ..Impact::new(1.0, 1.0, 1.0) }), "force");
    let usual = Impact::new(1.0, 1e9, 1.5);
    assert_eq!(value(Impact { rebounds: Some(0), ..usual.clone() }), "rebounds");
    assert_eq!(value(Impact { substeps: Substeps::Fixed(0), ..usual.clone() }), "substeps");
    let doubled = Impact { mu: Some(0.5), restitution: Some(0.5), ..usual.clone() };
    assert_eq!(error(doubled), ImpactError::TwoDampings);
    let repeated = Impact { methods: vec![Method::Rk4, Method::Rk4], ..usual.clone() };
    assert_eq!(error(repeated), ImpactError::RepeatedMethod(Method::Rk4));
    let short = Impact { stiffness: 1e30, substeps: Substeps::Auto, ..usual.clone() };
    assert!(matches!(error(short), ImpactError::TooManySubsteps(_)));
    let drifting = Impact { rebounds: Some(3), rebound_kind: ReboundKind::Flight, ..usual };
    assert_eq!(error(drifting), ImpactError::NoReturn(0.0));
    let pulled = Impact { phase: 1.0, force: -1e9, ..Impact::new(1.0, 1e9, 1.5) };
    assert_eq!(error(pulled), ImpactError::NeverTouches(-1e9));
}

#[test]
fn a_corrected_ball_bounces_exactly_whatever_the_samples() {
    // The exact outgoing velocity of every impact needs the speed at the wall, not that of the last
    // sample before it.
    let impact = Impact {
        force: 0.0981,
        force_during: ForceDuring::Free,
        rebounds: Some(100),
        rebound_kind: ReboundKind::Flight,
        correct: Correction::Both,
        ..hard(1e9, 0.5)
    };
    for method in [Method::Verlet, Method::Rk4, Method::TwoPoint] {
        let run = run(&impact, method);
        assert_eq!(run.status, Status::Ok, "{run:?}");
        assert!(run.accumulated.unwrap().abs() < 1e-9, "{run:?}");
    }
}

#[test]
fn an_experiment_is_read_as_it_is_written() {
    let text = r#"{"mass": 0.01, "stiffness": 1e9, "exponent": 1.5, "velocity": 1, "mu": 0.5}"#;
    let read: Impact = serde_json::from_str(text).unwrap();
    assert_eq!(read, hard(1e9, 0.5));
    let full = Impact {
        substeps: Substeps::Auto,
        methods: vec![Method::Heun],
        correct: Correction::DurationPhase,
        rebounds: Some(2),
        ..read
    };
    let written = serde_json::to_string(&full).unwrap();
    assert_eq!(serde_json::from_str::<Impact>(&written).unwrap(), full);
    for (wrong, part) in [
        ("\"weight\": 1", "unknown field `weight`"),
        ("\"substeps\": \"many\"", "\"auto\" or"),
        ("\"methods\": [\"euler\"]", "two-point"),
        ("\"correction\": \"magic\"", "duration-phase"),
    ] {
        let text = text.replacen('{', &format!("{{{wrong}, "), 1);
        let error = serde_json::from_str::<Impact>(&text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
