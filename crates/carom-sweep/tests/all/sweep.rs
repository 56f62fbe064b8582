//! Sweeps as a library: rows from axes, parts by number, the same numbers whoever computes them.

use std::ops::ControlFlow;

use carom_files::Record;
use carom_files::parquet::{Column, Table};
use carom_sweep::{RECORD, Sweep, SweepError};

const IMPACT: &str = r#"
version = 1
outcomes = ["exact.contact_time", "runs.two-point.v_out"]
part_rows = 10
[impact]
mass = 0.01
stiffness = 1e9
exponent = 1.5
mu = 0.5
velocity = 1.0
"#;

fn sweep(axes: &str) -> Result<Sweep, SweepError> {
    Sweep::parse("test.toml", &format!("{IMPACT}{axes}"), &[""; 0])
}

fn table(sweep: &Sweep) -> Vec<Table> {
    let part = |part| Table::from_bytes(&sweep.part(part).unwrap()).unwrap();
    (0..sweep.parts()).map(part).collect()
}

fn column(tables: &[Table], name: &str) -> Vec<f64> {
    let of = |table: &Table| match table.column(name) {
        Some(Column::Numbers(numbers)) => numbers.iter().map(|v| v.unwrap()).collect::<Vec<_>>(),
        other => panic!("{name}: {other:?}"),
    };
    tables.iter().flat_map(of).collect()
}

const GRID: &str = r#"
[[axis]]
path = "mass"
kind = "linear"
from = 0.01
to = 0.02
count = 3
[[axis]]
path = "velocity"
kind = "log"
from = 0.1
to = 10
count = 5
"#;

const SAMPLED: &str = r#"
[[axis]]
path = "stiffness"
kind = "random"
from = 1e6
to = 1e9
scale = "log"
seed = 3
[[axis]]
path = "mu"
kind = "random"
from = 0
to = 1
seed = 3
[[axis]]
path = "phase"
kind = "sobol"
from = 0
to = 1
[[axis]]
path = "exponent"
kind = "sobol"
from = 1
to = 3
"#;

#[test]
fn the_first_axis_of_a_grid_is_the_slowest() {
    let sweep = sweep(GRID).unwrap();
    assert_eq!((sweep.rows(), sweep.parts()), (15, 2));
    let tables = table(&sweep);
    assert_eq!(tables.iter().map(Table::rows).collect::<Vec<_>>(), [10, 5]);
    let masses: Vec<f64> = [0.01, 0.015, 0.02].iter().flat_map(|mass| [*mass; 5]).collect();
    assert_eq!(column(&tables, "mass"), masses);
    let velocities = column(&tables, "velocity");
    assert_eq!((velocities[0], velocities[4], velocities[5]), (0.1, 10.0, 0.1));
    assert!((velocities[2] - 1.0).abs() < 1e-15);
}

#[test]
fn samples_are_taken_together_at_every_point_of_the_grid() {
    let grid = GRID.replace("count = 3", "count = 2").replace("count = 5", "count = 1");
    let text = format!("{IMPACT}{grid}{SAMPLED}").replace("part_rows = 10", "samples = 64");
    let sweep = Sweep::parse("test.toml", &text, &[""; 0]).unwrap();
    assert_eq!(sweep.rows(), 128);
    let tables = table(&sweep);
    for (name, low, high) in
        [("stiffness", 1e6, 1e9), ("mu", 0.0, 1.0), ("phase", 0.0, 1.0), ("exponent", 1.0, 3.0)]
    {
        let values = column(&tables, name);
        assert_eq!(values[..64], values[64..], "{name}");
        assert!(values.iter().all(|value| (low..high).contains(value)), "{name}");
    }
    // The same seed, but independent; and as even as random numbers are.
    let (stiffness, mu) = (column(&tables, "stiffness"), column(&tables, "mu"));
    let share = |stiffness: f64| (stiffness / 1e6).log10() / 3.0;
    let product: f64 =
        (0..64).map(|i| (share(stiffness[i]) - 0.5) * (mu[i] - 0.5)).sum::<f64>() / 64.0;
    assert!(product.abs() < 0.04, "{product}");
    let mean = mu[..64].iter().sum::<f64>() / 64.0;
    assert!((mean - 0.5).abs() < 0.15, "{mean}");
    // Sobol's samples have exactly one in each of 64 intervals.
    let mut places: Vec<u32> =
        column(&tables, "phase")[..64].iter().map(|p| (64.0 * p) as u32).collect();
    places.sort_unstable();
    assert_eq!(places, (0..64).collect::<Vec<_>>());
}

#[test]
fn another_seed_gives_other_samples_and_is_another_sweep() {
    let read = |seed: &str| {
        let axes = SAMPLED.replace("seed = 3", seed);
        let text = format!("{IMPACT}{axes}").replace("part_rows = 10", "samples = 8");
        Sweep::parse("test.toml", &text, &[""; 0]).unwrap()
    };
    let (three, four) = (read("seed = 3"), read("seed = 4"));
    assert_ne!(column(&table(&three), "mu"), column(&table(&four), "mu"));
    assert_ne!(three.record(None).hash, four.record(None).hash);
}

#[test]
fn a_part_carries_the_record_from_which_it_is_made_again() {
    let sweep = sweep(GRID).unwrap();
    let bytes = sweep.part(1).unwrap();
    let record = Table::from_bytes(&bytes).unwrap();
    let record = Record::find(record.noted(RECORD).unwrap()).unwrap();
    let (again, part) = Sweep::of_record(&record).unwrap();
    assert_eq!(part, Some(1));
    assert_eq!(again.part(1).unwrap(), bytes);
    assert_eq!(again.record(None).hash, sweep.record(None).hash);
    let error = sweep.part(2).unwrap_err().to_string();
    assert_eq!(error, "the part is 2, it must be a whole number from 0 to 1");
}

#[test]
fn a_sweep_that_is_ended_keeps_whole_parts_and_goes_on() {
    let directory = std::env::temp_dir().join(format!("carom-sweep-ended-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    let sweep = sweep(GRID).unwrap();
    let ended = sweep.run(&directory, 1, &mut |_| ControlFlow::Break(()));
    assert!(matches!(ended, Err(SweepError::Stopped)));
    let done = sweep.run(&directory, 2, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(done.found + done.computed, 15);
    for part in 0..2 {
        let found = std::fs::read(directory.join(Sweep::part_name(part))).unwrap();
        assert_eq!(found, sweep.part(part).unwrap());
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn json_is_a_sweep_too_and_errors_have_paths() {
    let json = serde_json::json!({
        "version": 1,
        "scene": "bar",
        "outcomes": ["contacts.0.peak_force"],
        "axis": [{ "path": "body.mallet.velocity", "kind": "list", "values": [1, 2.5] }],
    });
    let sweep = Sweep::from_json(&json).unwrap();
    assert_eq!((sweep.rows(), sweep.part_rows()), (2, 256));
    let mut wrong = json.clone();
    wrong["scene"] = "baar".into();
    let Err(SweepError::File(errors)) = Sweep::from_json(&wrong) else { panic!() };
    assert_eq!(errors.errors()[0].path.as_deref(), Some("scene"));
    assert_eq!(errors.errors()[0].label.as_deref(), Some("did you mean `bar`?"));
}

/// Rows that differ in how hard a plate is struck share it.
#[test]
fn rows_that_share_a_plate_design_it_once() {
    let text = r#"
        version = 1
        outcomes = ["audio.peak"]
        part_rows = 50
        [scene]
        version = 1
        duration = 0.01
        [[scene.body]]
        name = "ball"
        mass = 0.01
        velocity = 1
        [[scene.body]]
        name = "plate"
        material = "steel"
        shape = { kind = "plate", length = 0.31, width = 0.22, thickness = 0.0031 }
        [[scene.contact]]
        between = ["ball", "plate"]
        law = { kind = "power", stiffness = 1e6, exponent = 1.5 }
        [[axis]]
        path = "body.ball.velocity"
        kind = "linear"
        from = 0.1
        to = 2
        count = 100
    "#;
    let sweep = Sweep::parse("plate.toml", text, &[""; 0]).unwrap();
    let before = carom_scene::build::designed();
    let peaks = column(&table(&sweep), "audio.peak");
    assert_eq!((peaks.len(), carom_scene::build::designed() - before), (100, 1));
    assert!(peaks.windows(2).all(|pair| pair[0] < pair[1]));
}
