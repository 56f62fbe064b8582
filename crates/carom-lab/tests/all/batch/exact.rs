//! Exact answers of many rows are those of one at a time.

use carom::exact::WallImpact;
use carom::numeric::Random;
use carom_lab::batch::{Batch, Outcome, Solver, Status};
use serde_json::Value;

/// Columns of impacts.
#[derive(Default)]
struct Columns {
    mass: Vec<f64>,
    stiffness: Vec<f64>,
    exponent: Vec<f64>,
    mu: Vec<f64>,
    velocity: Vec<f64>,
}

impl Columns {
    fn push(&mut self, [mass, stiffness, exponent, mu, velocity]: [f64; 5]) {
        self.mass.push(mass);
        self.stiffness.push(stiffness);
        self.exponent.push(exponent);
        self.mu.push(mu);
        self.velocity.push(velocity);
    }

    fn batch(&self) -> Batch<'_> {
        Batch::new(self.mass.len())
            .column("mass", &self.mass)
            .and_then(|batch| batch.column("stiffness", &self.stiffness))
            .and_then(|batch| batch.column("exponent", &self.exponent))
            .and_then(|batch| batch.column("mu", &self.mu))
            .and_then(|batch| batch.column("velocity", &self.velocity))
            .unwrap()
    }

    fn one(&self, row: usize) -> WallImpact {
        WallImpact::new(
            self.mass[row],
            self.stiffness[row],
            self.exponent[row],
            self.mu[row],
            self.velocity[row],
        )
        .unwrap()
    }
}

fn of_one(one: &WallImpact, outcome: Outcome) -> f64 {
    match outcome {
        Outcome::VOut => one.v_out(),
        Outcome::Restitution => one.restitution(),
        Outcome::XMax => one.x_max(),
        Outcome::FMax => one.f_max(),
        Outcome::ContactTime => one.contact_time(),
        Outcome::EnergyLost => one.energy_lost(),
    }
}

fn compare(columns: &Columns, tolerance: f64) {
    let table = columns.batch().compute(&Solver::Exact, &Outcome::ALL, 1).unwrap();
    assert!(table.status().iter().all(|status| *status == Status::Ok));
    for outcome in Outcome::ALL {
        for (row, &found) in table.column(outcome).unwrap().iter().enumerate() {
            let expected = of_one(&columns.one(row), outcome);
            assert!(
                (found - expected).abs() <= tolerance * expected.abs(),
                "{} of row {row}: {found:e} for {expected:e}, {:?}",
                outcome.name(),
                columns.one(row)
            );
        }
    }
}

#[test]
fn random_rows_over_the_whole_domain_have_the_digits_of_one_at_a_time() {
    let mut random = Random::new(1);
    let mut columns = Columns::default();
    for row in 0..10_001 {
        let velocity = random.log_uniform(1e-6, 1e4);
        // Losses from none to endless ones; exponents also beyond the table of contact times.
        let product = match row % 8 {
            0 => 0.0,
            1 => random.log_uniform(1e-300, 1e-12),
            2 => random.log_uniform(1e3, 1e12),
            _ => random.log_uniform(1e-12, 1e3),
        };
        let exponent =
            if row % 16 == 3 { random.uniform(9.0, 20.0) } else { random.uniform(1.0, 5.0) };
        columns.push([
            random.log_uniform(1e-9, 1e6),
            random.log_uniform(1e-3, 1e15),
            exponent,
            product / velocity,
            velocity,
        ]);
    }
    compare(&columns, 1e-12);
}

#[test]
fn where_formulas_change_nothing_jumps() {
    let mut columns = Columns::default();
    // s where logarithms, series and pieces of the table meet.
    let meeting = [0.1, 0.25, 0.4142, 0.2796, 1.0, 2.195, 1.5f64.exp_m1(), 3f64.exp_m1()];
    let meeting = meeting.into_iter().chain([5f64.exp_m1(), 9.3f64.exp_m1(), 20f64.exp_m1()]);
    for s in meeting {
        for i in -40..=40 {
            for exponent in [1.0, 1.5, 2.8, 5.0, 10.0] {
                columns.push([0.01, 1e9, exponent, s * (1.0 + 1e-3 * f64::from(i)), 1.0]);
            }
        }
    }
    compare(&columns, 1e-13);
}

#[test]
fn references_of_fifty_digits_are_met() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../carom/tests/data/impact.json")).unwrap();
    let mut columns = Columns::default();
    for case in &cases {
        let of = |name: &str| case[name].as_f64().unwrap();
        columns.push(["mass", "stiffness", "exponent", "mu", "velocity"].map(of));
    }
    let table = columns.batch().compute(&Solver::Exact, &Outcome::ALL, 1).unwrap();
    for outcome in Outcome::ALL {
        for (found, case) in table.column(outcome).unwrap().iter().zip(&cases) {
            let expected = case[outcome.name()].as_f64().unwrap();
            let error = (found - expected).abs();
            assert!(error <= 1e-12 * expected.abs(), "{}: {found:e}, {case}", outcome.name());
        }
    }
}

#[test]
fn rows_that_no_double_holds_are_nan_and_disturb_no_other() {
    let mut columns = Columns::default();
    for row in 0..200 {
        let velocity = if row % 7 == 3 { 1e200 } else { 1.0 };
        let mass = if row % 11 == 5 { 1e-310 } else { 0.01 };
        columns.push([mass, 1e9, 1.5, 0.5, velocity]);
    }
    let table = columns.batch().compute(&Solver::Exact, &Outcome::ALL, 1).unwrap();
    for row in 0..200 {
        let bad = row % 7 == 3 || row % 11 == 5;
        let status = if bad { Status::OutOfRange } else { Status::Ok };
        assert_eq!(table.status()[row], status, "row {row}");
        for outcome in Outcome::ALL {
            let found = table.column(outcome).unwrap()[row];
            assert_eq!(found.is_nan(), bad, "{} of row {row}", outcome.name());
        }
    }
}

#[test]
fn dampings_by_lambda_and_restitution_say_the_same_as_by_mu() {
    let velocity = [0.1, 1.0, 10.0];
    let base = || {
        let batch = Batch::new(3).column("mass", 0.01).unwrap().column("stiffness", 1e9).unwrap();
        batch.column("exponent", 1.5).unwrap().column("velocity", &velocity).unwrap()
    };
    let restitution = |batch: Batch| {
        let table = batch.compute(&Solver::Exact, &[Outcome::Restitution], 1).unwrap();
        table.column(Outcome::Restitution).unwrap().to_vec()
    };
    let by_mu = restitution(base().column("mu", 0.5).unwrap());
    assert_eq!(by_mu, restitution(base().column("lambda", 0.5e9).unwrap()));
    let given = [0.9, 0.5, 0.1];
    for (found, given) in
        restitution(base().column("restitution", &given).unwrap()).iter().zip(given)
    {
        assert!((found / given - 1.0).abs() < 1e-12);
    }
    for found in restitution(base().column("restitution", 0.7).unwrap()) {
        assert!((found / 0.7 - 1.0).abs() < 1e-12);
    }
}
