//! What is wrong with a batch is said before any work, by name.

use carom::Mode;
use carom_lab::batch::{Answers, Batch, Outcome, Resonator, Solver, Status};

fn batch() -> Batch<'static> {
    [("mass", 0.01), ("stiffness", 1e9), ("exponent", 1.5), ("velocity", 1.0)]
        .into_iter()
        .try_fold(Batch::new(3), |batch, (name, value)| batch.column(name, value))
        .unwrap()
}

#[test]
fn columns_are_checked_when_they_are_given() {
    let error =
        |name: &str, values: &[f64]| Batch::new(3).column(name, values).unwrap_err().to_string();
    for (name, values, parts) in [
        ("mass", &[1.0, f64::NAN, 1.0][..], ["`mass` is NaN in row 1", "above 0 (kg)"]),
        ("mass", &[1.0, 1.0, 0.0], ["`mass` is 0.0 in row 2", "above 0 (kg)"]),
        ("exponent", &[1.0, 0.5, 1.0], ["`exponent` is 0.5 in row 1", "1 or above"]),
        ("velocity", &[f64::INFINITY, 1.0, 1.0], ["`velocity` is inf in row 0", "(m/s)"]),
        ("restitution", &[1.0, 0.5, 1.5], ["`restitution` is 1.5 in row 2", "at most 1"]),
        ("phase", &[0.0, -0.1, 0.0], ["`phase` is -0.1 in row 1", "from 0 to 1"]),
        ("mu", &[0.0, 0.0], ["`mu` has 2 values", "3 rows"]),
        ("spring", &[1.0; 3], ["`spring`", "mass, stiffness, exponent"]),
    ] {
        let error = error(name, values);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let error = Batch::new(3).column("stiffness", -1.0).unwrap_err().to_string();
    assert!(error.contains("`stiffness` is -1.0"), "{error}");
    let error = batch().column("mass", 1.0).unwrap_err().to_string();
    assert!(error.contains("`mass` is given twice"), "{error}");
}

#[test]
fn what_is_missing_or_too_much_is_named() {
    let refused = |batch: Batch, threads: usize| {
        batch.compute(&Solver::Exact, &Outcome::ALL, threads).unwrap_err().to_string()
    };
    let error = refused(Batch::new(1).column("mass", 1.0).unwrap(), 1);
    assert!(error.contains("`stiffness` is missing"), "{error}");
    let two = batch().column("mu", 0.5).unwrap().column("lambda", 1.0).unwrap();
    assert!(refused(two, 1).contains("only one"));
    assert!(refused(batch(), 0).contains("threads is 0"));
    let (mut short, mut status) = ([0.0; 2], [Status::Ok; 3]);
    let outcomes = vec![(Outcome::XMax, &mut short[..])];
    let mut answers = Answers { outcomes, status: &mut status };
    let error = batch().run(&Solver::Exact, &mut answers, 1).unwrap_err().to_string();
    assert!(error.contains("x_max has 2 numbers") && error.contains("3 rows"), "{error}");
}

#[test]
fn a_resonator_that_the_engine_refuses_is_refused() {
    let refused = |resonator: &Resonator| {
        let solver = Solver::Resonator(resonator);
        batch().compute(&solver, &[Outcome::VOut], 1).unwrap_err().to_string()
    };
    let mode = Mode::ringing(0.1, 440.0, 100.0);
    let good = Resonator { modes: vec![mode], weights: vec![1.0], rate: 44_100.0 };
    for bad in [
        Resonator { weights: vec![1.0, 1.0], ..good.clone() },
        Resonator { rate: 0.0, ..good.clone() },
        Resonator { modes: vec![Mode { mass: -1.0, ..mode }], ..good.clone() },
        Resonator { weights: vec![f64::NAN], ..good.clone() },
    ] {
        assert!(!refused(&bad).is_empty());
    }
    let error = refused(&Resonator { rate: f64::NAN, ..good.clone() });
    assert!(error.contains("rate") && error.contains("NaN"), "{error}");
    let rated = batch().column("rate", 48_000.0).unwrap();
    let error = rated.compute(&Solver::Resonator(&good), &[Outcome::VOut], 1).unwrap_err();
    assert!(error.to_string().contains("`rate` has no meaning"), "{error}");
}

#[test]
fn an_empty_batch_is_an_empty_table() {
    let none: [f64; 0] = [];
    let batch = ["mass", "stiffness", "exponent", "velocity"]
        .into_iter()
        .try_fold(Batch::new(0), |batch, name| batch.column(name, &none))
        .unwrap();
    let table = batch.compute(&Solver::Exact, &Outcome::ALL, 2).unwrap();
    assert_eq!((table.rows(), table.column(Outcome::FMax)), (0, Some(&[][..])));
}

#[test]
fn more_rows_than_memory_are_refused() {
    for rows in [usize::MAX, usize::MAX / 8, 1 << 60] {
        let batch = Batch::new(rows).column("mass", 1.0).unwrap();
        let error = batch.compute(&Solver::Exact, &Outcome::ALL, 1).unwrap_err().to_string();
        assert!(error.contains("no memory") && error.contains(&rows.to_string()), "{error}");
    }
}
