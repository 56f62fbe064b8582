//! Collisions of many rows are those of one at a time, to the tolerance that is asked for.

use carom::numeric::Random;
use carom_lab::batch::{After, Axis, Collisions, RigidSolver, Status};
use carom_rigid::algebra::{length, subtract};
use carom_rigid::{Body, Collision, Friction, Method, Mirtich, Pulse, Shape, Solid, collide};

const ROWS: usize = 2000;
const NORMAL: [f64; 3] = [-0.3, 0.2, 1.0];

fn block() -> Body {
    let solid = Solid::Block { size: [0.1, 0.06, 0.04] };
    Body::new(0.2, solid.inertia(0.2)).unwrap().touched_at([0.05, -0.03, -0.02])
}

/// Columns of velocities and spins.
struct Motions([Vec<f64>; 3]);

impl Motions {
    fn random() -> Self {
        let mut random = Random::new(4);
        let mut column = |low: f64, high: f64| -> Vec<f64> {
            (0..ROWS).map(|_| random.uniform(low, high)).collect()
        };
        Self([column(-9.0, 9.0), column(-3.0, 3.0), column(-30.0, 30.0)])
    }

    fn batch(&self) -> Collisions<'_> {
        let base = block().moving([0.0, 0.0, -2.0], [3.0, -5.0, 0.0]);
        let base = Collision::new([base, Body::immovable()], NORMAL).unwrap();
        Collisions::new(base, ROWS)
            .column("velocity.x", &self.0[0])
            .and_then(|batch| batch.column("velocity.y", &self.0[1]))
            .and_then(|batch| batch.column("spin.z", &self.0[2]))
            .and_then(|batch| batch.column("restitution", 0.6))
            .and_then(|batch| batch.column("friction", 0.3))
            .unwrap()
    }

    fn one(&self, row: usize) -> Option<Collision> {
        let [x, y, spin] = self.0.each_ref().map(|column| column[row]);
        let moving = block().moving([x, y, -2.0], [3.0, -5.0, spin]);
        Collision::new([moving, Body::immovable()], NORMAL).ok()
    }
}

fn compare(solver: &RigidSolver, method: &Method, tolerance: f64) {
    let motions = Motions::random();
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z].map(After::Impulse);
    let outcomes = [x, y, z, After::EnergyLost];
    let table = motions.batch().compute(solver, &outcomes, 2).unwrap();
    let mut apart = 0;
    for row in 0..ROWS {
        let found = outcomes.map(|outcome| table.column(outcome).unwrap()[row]);
        let Some(collision) = motions.one(row) else {
            assert_eq!(table.status()[row], Status::Apart);
            assert!(found.iter().all(|value| value.is_nan()));
            apart += 1;
            continue;
        };
        let expected = collide(&collision, method).unwrap();
        let error = length(subtract([found[0], found[1], found[2]], expected.impulse));
        let error = error / length(expected.impulse);
        assert!(error <= tolerance, "row {row}: off by {error:e}");
        let lost = expected.energy_before - expected.energy_after;
        assert!((found[3] - lost).abs() <= 4.0 * tolerance * expected.energy_before, "row {row}");
    }
    assert!(apart > 0 && apart < ROWS / 4, "{apart} rows are apart");
}

fn friction() -> Friction {
    Friction::coulomb(0.3).unwrap()
}

#[test]
fn mirtich_is_as_exact_as_its_tolerance() {
    let method = Method::Mirtich(Mirtich::new(0.6, friction()).unwrap());
    for tolerance in [1e-12, 1e-9, 1e-6] {
        compare(&RigidSolver::Mirtich { tolerance }, &method, 10.0 * tolerance);
    }
}

#[test]
fn pulses_are_as_exact_as_their_tolerance() {
    let shape = Shape::HalfSine { duration: 1e-3 };
    let pulse = Pulse::new(0.6, friction(), &shape).unwrap().with_steps(64).unwrap();
    for tolerance in [1e-12, 1e-6] {
        let solver = RigidSolver::Pulse { shape: shape.clone(), steps: 64, tolerance };
        compare(&solver, &Method::Pulse(pulse.clone()), 10.0 * tolerance);
    }
}

#[test]
fn wrong_input_is_refused_by_name() {
    let motions = Motions::random();
    let refused = |solver: RigidSolver| {
        motions.batch().compute(&solver, &[After::EnergyLost], 1).unwrap_err().to_string()
    };
    let error = refused(RigidSolver::Mirtich { tolerance: 1e-20 });
    assert!(error.contains("tolerance") && error.contains("1e-12"), "{error}");
    let shape = Shape::HalfSine { duration: 1e-3 };
    let error = refused(RigidSolver::Pulse { shape, steps: 0, tolerance: 1e-6 });
    assert!(error.contains("steps"), "{error}");
    let error = motions.batch().column("velocity.w", 1.0).unwrap_err().to_string();
    assert!(error.contains("velocity.w") && error.contains("spin.z"), "{error}");
    let error = motions.batch().column("restitution", 0.5).unwrap_err().to_string();
    assert!(error.contains("restitution") && error.contains("twice"), "{error}");
}

#[test]
fn outcomes_have_names() {
    let names: Vec<&str> = After::all().map(After::name).collect();
    assert_eq!(names.len(), 17);
    for after in After::all() {
        assert_eq!(After::named(after.name()), Some(after));
    }
    assert_eq!(After::named("velocity.w"), None);
}
