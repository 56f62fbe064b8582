//! Schemes side by side give the numbers of `carom impact`.

use carom::exact::WallImpact;
use carom::numeric::Random;
use carom_lab::batch::{Batch, Outcome, Solver, Status, WallScheme};
use carom_lab::impact::{self, Impact, Run};
use carom_schemes::Method;

const SCHEMES: [(WallScheme, Method); 3] = [
    (WallScheme::TwoPoint, Method::TwoPoint),
    (WallScheme::Verlet, Method::Verlet),
    (WallScheme::Rk4, Method::Rk4),
];

/// Random impacts whose contacts last from less than a sample to hundreds of them.
fn impacts(count: usize, samples: (f64, f64)) -> Vec<Impact> {
    let mut random = Random::new(2);
    let one = |row: usize| {
        let velocity = random.log_uniform(1e-3, 1e2);
        let exponent = if row.is_multiple_of(3) { 1.5 } else { random.uniform(1.0, 5.0) };
        let mu =
            if row.is_multiple_of(10) { 0.0 } else { random.log_uniform(1e-6, 30.0) / velocity };
        let (mass, stiffness) = (random.log_uniform(1e-5, 10.0), random.log_uniform(1e2, 1e13));
        let exact = WallImpact::new(mass, stiffness, exponent, mu, velocity).unwrap();
        let rate = random.log_uniform(samples.0, samples.1) / exact.contact_time();
        let phase = if row.is_multiple_of(2) { 0.0 } else { random.uniform(0.0, 1.0) };
        let base = Impact::new(mass, stiffness, exponent);
        Impact { mu: Some(mu), velocity, rate, phase, ..base }
    };
    (0..count).map(one).collect()
}

/// The columns of some impacts.
struct Columns([Vec<f64>; 7]);

const NAMES: [&str; 7] = ["mass", "stiffness", "exponent", "mu", "velocity", "rate", "phase"];

impl Columns {
    fn of(impacts: &[Impact]) -> Self {
        let column = |of: fn(&Impact) -> f64| impacts.iter().map(of).collect();
        Self([
            column(|impact| impact.mass),
            column(|impact| impact.stiffness),
            column(|impact| impact.exponent),
            column(|impact| impact.mu.unwrap_or(0.0)),
            column(|impact| impact.velocity),
            column(|impact| impact.rate),
            column(|impact| impact.phase),
        ])
    }

    fn batch(&self) -> Batch<'_> {
        let columns = NAMES.into_iter().zip(&self.0);
        columns.fold(Batch::new(self.0[0].len()), |batch, (name, column)| {
            batch.column(name, column).unwrap()
        })
    }
}

fn one(impact: &Impact, method: Method) -> Run {
    let alone = Impact { methods: vec![method], ..impact.clone() };
    impact::compare(&alone).unwrap().runs.remove(0)
}

fn compare(samples: (f64, f64), count: usize, tolerance: f64) {
    let impacts = impacts(count, samples);
    let columns = Columns::of(&impacts);
    for (scheme, method) in SCHEMES {
        let batch = columns.batch();
        let table = batch.compute(&Solver::Scheme(scheme), &Outcome::ALL, 1).unwrap();
        for (row, impact) in impacts.iter().enumerate() {
            let run = one(impact, method);
            let status = table.status()[row];
            assert_eq!(status.name(), run.status.name(), "{method} of {impact:?}: {run:?}");
            if status != Status::Ok {
                continue;
            }
            let pairs = [
                (Outcome::VOut, run.v_out),
                (Outcome::XMax, run.x_max),
                (Outcome::ContactTime, run.contact_time),
            ];
            for (outcome, expected) in pairs {
                let (found, expected) = (table.column(outcome).unwrap()[row], expected.unwrap());
                assert!(
                    (found - expected).abs() <= tolerance * expected.abs(),
                    "{} by {method}: {found:e} for {expected:e}, {impact:?}",
                    outcome.name()
                );
            }
        }
    }
}

#[test]
fn contacts_of_many_samples_agree() {
    compare((5.0, 300.0), 600, 1e-12);
}

#[test]
fn contacts_of_few_samples_agree() {
    compare((1.0, 5.0), 600, 1e-12);
}

#[test]
fn two_point_contacts_far_shorter_than_a_sample_agree() {
    let impacts = impacts(400, (1e-3, 1.0));
    let columns = Columns::of(&impacts);
    let solver = Solver::Scheme(WallScheme::TwoPoint);
    let table = columns.batch().compute(&solver, &[Outcome::VOut, Outcome::XMax], 1).unwrap();
    for (row, impact) in impacts.iter().enumerate() {
        let run = one(impact, Method::TwoPoint);
        assert_eq!(table.status()[row].name(), run.status.name(), "{impact:?}: {run:?}");
        for (outcome, expected) in [(Outcome::VOut, run.v_out), (Outcome::XMax, run.x_max)] {
            let found = table.column(outcome).unwrap()[row];
            let error = (found / expected.unwrap() - 1.0).abs();
            assert!(error <= 1e-12, "{} off by {error:e}: {impact:?}", outcome.name());
        }
    }
}

#[test]
fn a_row_does_not_depend_on_its_neighbours_or_on_threads() {
    let columns = Columns::of(&impacts(9001, (2.0, 60.0)));
    let batch = columns.batch();
    for solver in
        SCHEMES.map(|(scheme, _)| Solver::Scheme(scheme)).into_iter().chain([Solver::Exact])
    {
        let whole = batch.compute(&solver, &Outcome::ALL, 1).unwrap();
        let bits = |row: usize, table: &carom_lab::batch::Table<Outcome>, from: usize| {
            Outcome::ALL.map(|outcome| table.column(outcome).unwrap()[row - from].to_bits())
        };
        let threaded = batch.compute(&solver, &Outcome::ALL, 3).unwrap();
        assert!((0..9001).all(|row| bits(row, &whole, 0) == bits(row, &threaded, 0)), "{solver:?}");
        assert_eq!(whole.status(), threaded.status());
        let part = Columns(columns.0.each_ref().map(|column| column[1234..2345].to_vec()));
        let alone = part.batch().compute(&solver, &Outcome::ALL, 1).unwrap();
        assert!(
            (1234..2345).all(|row| bits(row, &whole, 0) == bits(row, &alone, 1234)),
            "{solver:?}"
        );
    }
}

#[test]
fn a_contact_that_does_not_end_is_given_up_and_the_others_go_on() {
    let rate = [1e3, 1e9, 1e3];
    let batch = Batch::new(3).column("mass", 1.0).unwrap().column("stiffness", 1e3).unwrap();
    let batch = batch.column("exponent", 1.5).unwrap().column("velocity", 1.0).unwrap();
    let batch = batch.column("mu", 0.1).unwrap();
    let batch = batch.column("rate", &rate).unwrap().most_steps(10_000);
    for (scheme, _) in SCHEMES {
        let table = batch.compute(&Solver::Scheme(scheme), &[Outcome::VOut], 1).unwrap();
        assert_eq!(table.status(), [Status::Ok, Status::NotReleased, Status::Ok]);
        let v_out = table.column(Outcome::VOut).unwrap();
        assert!(v_out[0] < -0.9 && v_out[1].is_nan() && v_out[0] == v_out[2]);
    }
}
