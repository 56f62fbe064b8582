//! Hammers on modes: the numbers of a world that is built for each of them.

use carom::law::{Damping, Law};
use carom::numeric::Random;
use carom::{Mode, Options, World};
use carom_lab::batch::{Batch, Outcome, Resonator, Solver, Status};
use serde_json::Value;

fn eight_modes() -> Resonator {
    let modes = (1..=8).map(|n| Mode::ringing(0.1, 180.0 * f64::from(n).powf(1.3), 200.0));
    let weights = (1..=8).map(|n| (1.1 * f64::from(n)).sin()).collect();
    Resonator { modes: modes.collect(), weights, rate: 44_100.0 }
}

/// Velocity after, compression, force and time of the first contact, in a world of its own.
fn by_world(
    resonator: &Resonator,
    [mass, stiffness, exponent, mu, velocity]: [f64; 5],
) -> [f64; 4] {
    let law = Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu)).unwrap();
    let mut world = World::new();
    let (hammer, body) = (world.mass(mass).unwrap(), world.body(&resonator.modes).unwrap());
    world.contact(&hammer, body.weighing(&resonator.weights).unwrap(), law).unwrap();
    world.throw(&hammer, 0.0, velocity).unwrap();
    let (mut voice, _) = world.start(resonator.rate, Options::offline()).unwrap();
    while voice.first_release().is_none() {
        voice.advance(1).unwrap();
    }
    // Later contacts would add to the log.
    let log = voice.logs()[0];
    let v_out = voice.first_release().unwrap().state.velocity[0];
    [v_out, log.peak_compression, log.peak_force, log.first_contact_time.unwrap()]
}

#[test]
fn one_voice_for_all_rows_gives_what_a_world_for_each_gives() {
    let resonator = eight_modes();
    let mut random = Random::new(3);
    let rows: Vec<[f64; 5]> = (0..300)
        .map(|row| {
            [
                random.log_uniform(1e-3, 0.1),
                random.log_uniform(1e5, 1e10),
                if row % 2 == 0 { 1.5 } else { random.uniform(1.0, 3.5) },
                random.log_uniform(1e-3, 1.0),
                random.log_uniform(0.1, 5.0),
            ]
        })
        .collect();
    let column = |i: usize| -> Vec<f64> { rows.iter().map(|row| row[i]).collect() };
    let columns = [0, 1, 2, 3, 4].map(column);
    let names = ["mass", "stiffness", "exponent", "mu", "velocity"];
    let batch = names
        .into_iter()
        .zip(&columns)
        .try_fold(Batch::new(rows.len()), |batch, (name, column)| batch.column(name, column))
        .unwrap();
    let outcomes = [Outcome::VOut, Outcome::XMax, Outcome::FMax, Outcome::ContactTime];
    let solver = Solver::Resonator(&resonator);
    let table = batch.compute(&solver, &outcomes, 1).unwrap();
    assert!(table.status().iter().all(|status| *status == Status::Ok));
    for (row, values) in rows.iter().enumerate() {
        let expected = by_world(&resonator, *values);
        for (outcome, expected) in outcomes.into_iter().zip(expected) {
            let found = table.column(outcome).unwrap()[row];
            // A hammer may leave with next to nothing: of the velocity that it came with.
            let scale = if outcome == Outcome::VOut { values[4] } else { expected.abs() };
            let error = (found - expected).abs() / scale;
            assert!(error <= 1e-12, "{} off by {error:e}: {values:?}", outcome.name());
        }
    }
    let threaded = batch.compute(&solver, &outcomes, 2).unwrap();
    for outcome in outcomes {
        let bits = |table: &carom_lab::batch::Table<Outcome>| -> Vec<u64> {
            table.column(outcome).unwrap().iter().map(|value| value.to_bits()).collect()
        };
        assert_eq!(bits(&table), bits(&threaded), "{}", outcome.name());
    }
}

#[test]
fn converged_solutions_are_met() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../carom/tests/data/hammer.json")).unwrap();
    for case in cases {
        let of = |name: &str| case[name].as_f64().unwrap();
        let frequencies = case["mode_hz"].as_array().unwrap();
        let mode = |hertz: &Value| Mode::ringing(of("mode_mass"), hertz.as_f64().unwrap(), of("q"));
        let modes: Vec<Mode> = frequencies.iter().map(mode).collect();
        let resonator = Resonator { weights: vec![1.0; modes.len()], modes, rate: 44_100.0 };
        let batch = ["mass", "stiffness", "exponent", "mu", "velocity"]
            .into_iter()
            .try_fold(Batch::new(1), |batch, name| batch.column(name, of(name)))
            .unwrap();
        let outcomes = [Outcome::VOut, Outcome::ContactTime];
        let table = batch.compute(&Solver::Resonator(&resonator), &outcomes, 1).unwrap();
        let [v_out, time] = outcomes.map(|outcome| table.column(outcome).unwrap()[0]);
        assert!((time / of("first_contact_time") - 1.0).abs() < 3e-3, "{case}");
        assert!((v_out - of("hammer_velocity")).abs() < 3e-3 * of("velocity"), "{case}");
    }
}
