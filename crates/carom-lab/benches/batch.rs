//! Rates of many impacts at once, and how they compare with one at a time and with two threads:
//! `cargo bench -p carom-lab`.
//!
//! Rates are per second of processor time where the system tells it (Linux), so that other programs
//! disturb them little; the gain by two threads needs two idle cores.

use std::hint::black_box;
use std::time::Instant;

use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::numeric::Random;
use carom::{Mode, Options, World};
use carom_lab::batch::{
    After, Axis, Batch, Collisions, Outcome, Resonator, RigidSolver, Solver, WallScheme,
};
use carom_rigid::{Body, Collision, Friction, Mirtich, Solid, collide};
use carom_schemes::Method;

/// Seconds of processor time of this thread; of the clock where the system does not tell.
fn seconds(clock: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(clock.elapsed().as_secs_f64(), |ns| ns * 1e-9)
}

/// Rows per second: the best of several goes of a fifth of a second, since the system counts coarsely.
fn rate(rows: usize, mut round: impl FnMut()) -> f64 {
    let clock = Instant::now();
    round();
    let mut best: f64 = 0.0;
    for _ in 0..3 {
        let (start, mut rounds, mut took) = (seconds(clock), 0, 0.0);
        while took < 0.2 {
            round();
            (rounds, took) = (rounds + 1, seconds(clock) - start);
        }
        best = best.max((rows * rounds) as f64 / took);
    }
    best
}

fn line(what: &str, batch: f64, one: f64) {
    println!("{what:<44} {batch:>12.0} rows/s  {:>6.1} × one at a time ({one:.0})", batch / one);
}

/// Random impacts of a 10 g mass, and the rate at which each takes `steps` steps.
struct Impacts {
    stiffness: Vec<f64>,
    velocity: Vec<f64>,
    rate: Vec<f64>,
    exponent: f64,
}

impl Impacts {
    fn new(rows: usize, exponent: f64, steps: f64) -> Self {
        let mut random = Random::new(1);
        let stiffness: Vec<f64> = (0..rows).map(|_| random.log_uniform(1e7, 1e9)).collect();
        let velocity: Vec<f64> = (0..rows).map(|_| random.log_uniform(0.1, 10.0)).collect();
        let times = batch(&stiffness, &velocity, exponent);
        let table = times.compute(&Solver::Exact, &[Outcome::ContactTime], 1).expect("valid rows");
        let times = table.column(Outcome::ContactTime).expect("a wanted outcome");
        let rate = times.iter().map(|time| steps / time).collect();
        Self { stiffness, velocity, rate, exponent }
    }

    fn batch(&self) -> Batch<'_> {
        batch(&self.stiffness, &self.velocity, self.exponent)
            .column("rate", &self.rate)
            .expect("valid rates")
    }

    fn one(&self, row: usize) -> WallImpact {
        WallImpact::new(0.01, self.stiffness[row], self.exponent, 0.1, self.velocity[row])
            .expect("a valid impact")
    }

    /// The velocity after, by a voice.
    fn by_voice(&self, row: usize, method: Method) -> f64 {
        let damping = Damping::Mu(0.1);
        let law = Law::hunt_crossley(self.stiffness[row], self.exponent, damping).expect("a law");
        let mut world = World::new();
        let (mass, wall) = (world.mass(0.01).expect("a mass"), world.wall());
        world.contact(&mass, wall, law).expect("a contact");
        world.throw(&mass, 0.0, self.velocity[row]).expect("a mass");
        let options = Options { commands: 1, ..Options::plain() };
        let started = carom_schemes::start(&world, self.rate[row], method, options);
        let (mut voice, _) = started.expect("a voice");
        loop {
            voice.advance(1).expect("a step");
            let state = voice.state();
            if state.displacement[0] <= 0.0 {
                return state.velocity[0];
            }
        }
    }
}

fn batch<'a>(stiffness: &'a [f64], velocity: &'a [f64], exponent: f64) -> Batch<'a> {
    Batch::new(stiffness.len())
        .column("mass", 0.01)
        .and_then(|batch| batch.column("stiffness", stiffness))
        .and_then(|batch| batch.column("exponent", exponent))
        .and_then(|batch| batch.column("mu", 0.1))
        .and_then(|batch| batch.column("velocity", velocity))
        .expect("valid columns")
}

fn exact() {
    let rows = 200_000;
    let impacts = Impacts::new(rows, 1.7, 20.0);
    let (batch, few) = (impacts.batch(), 20_000);
    let run = |outcomes: &[Outcome]| {
        rate(rows, || {
            black_box(batch.compute(&Solver::Exact, outcomes, 1).expect("valid rows"));
        })
    };
    let one = |f: &dyn Fn(&WallImpact) -> f64| {
        rate(few, || {
            for row in 0..few {
                black_box(f(&impacts.one(row)));
            }
        })
    };
    println!("exact answers");
    line("  velocity after", run(&[Outcome::VOut]), one(&WallImpact::v_out));
    line("  largest compression", run(&[Outcome::XMax]), one(&WallImpact::x_max));
    line("  largest force", run(&[Outcome::FMax]), one(&WallImpact::f_max));
    line("  contact time", run(&[Outcome::ContactTime]), one(&WallImpact::contact_time));
    let all = |one: &WallImpact| {
        one.v_out() + one.x_max() + one.f_max() + one.contact_time() + one.energy_lost()
    };
    line("  all of them", run(&Outcome::ALL), one(&all));
}

fn schemes() {
    println!("schemes, contacts of 20 steps");
    let (rows, few) = (50_000, 2000);
    for exponent in [1.5, 2.2] {
        let impacts = Impacts::new(rows, exponent, 19.5);
        let batch = impacts.batch();
        for (scheme, method) in [
            (WallScheme::TwoPoint, Method::TwoPoint),
            (WallScheme::Verlet, Method::Verlet),
            (WallScheme::Rk4, Method::Rk4),
        ] {
            let solver = Solver::Scheme(scheme);
            let many = rate(rows, || {
                black_box(batch.compute(&solver, &[Outcome::VOut], 1).expect("valid rows"));
            });
            let one = rate(few, || {
                (0..few).for_each(|row| {
                    black_box(impacts.by_voice(row, method));
                });
            });
            line(&format!("  {method}, exponent {exponent}"), many, one);
        }
    }
}

/// A hundred stiffnesses times a hundred velocities of a hammer on eight modes.
fn hammers() {
    let modes: Vec<Mode> =
        (1..=8).map(|n| Mode::ringing(0.1, 220.0 * f64::from(n).powf(1.4), 300.0)).collect();
    let resonator = Resonator { weights: vec![1.0; modes.len()], modes, rate: 44_100.0 };
    let steps = |low: f64, i: i32| low * 1.05f64.powi(i);
    let points = (0..100).flat_map(|i| (0..100).map(move |j| (steps(1e7, i), steps(0.1, j))));
    let (stiffness, velocity): (Vec<f64>, Vec<f64>) = points.unzip();
    let batch = batch(&stiffness, &velocity, 1.5);
    let solver = Solver::Resonator(&resonator);
    let many = rate(stiffness.len(), || {
        black_box(batch.compute(&solver, &[Outcome::ContactTime], 1).expect("valid rows"));
    });
    let few = 500;
    let one = rate(few, || {
        for row in (0..stiffness.len()).step_by(stiffness.len() / few) {
            black_box(by_world(&resonator, stiffness[row], velocity[row]));
        }
    });
    println!("hammer on eight modes");
    line("  first contact time", many, one);
    println!("  10000 points of stiffness and velocity: {:.2} s on one core", 1e4 / many);
}

fn by_world(resonator: &Resonator, stiffness: f64, velocity: f64) -> Option<f64> {
    let law = Law::hunt_crossley(stiffness, 1.5, Damping::Mu(0.1)).ok()?;
    let mut world = World::new();
    let (mass, body) = (world.mass(0.01).ok()?, world.body(&resonator.modes).ok()?);
    world.contact(&mass, body.weighing(&resonator.weights).ok()?, law).ok()?;
    world.throw(&mass, 0.0, velocity).ok()?;
    let (mut voice, _) = world.start(resonator.rate, Options::offline()).ok()?;
    while voice.first_release().is_none() {
        voice.advance(4).ok()?;
    }
    voice.logs()[0].first_contact_time
}

/// A block that falls on one of its corners, slides and turns.
fn collisions() {
    let block = Solid::Block { size: [0.1, 0.06, 0.04] };
    let corner = [0.05, -0.03, -0.02];
    let body = Body::new(0.2, block.inertia(0.2)).expect("a body").touched_at(corner);
    let body = body.moving([1.0, 0.5, -2.0], [3.0, -5.0, 2.0]);
    let normal = [-0.3, 0.2, 1.0];
    let base = Collision::new([body, Body::immovable()], normal).expect("a collision");
    let rows = 20_000;
    let mut random = Random::new(1);
    let mut column = |low: f64, high: f64| -> Vec<f64> {
        (0..rows).map(|_| random.uniform(low, high)).collect()
    };
    let (x, y, spin) = (column(-2.0, 2.0), column(-2.0, 2.0), column(-20.0, 20.0));
    let batch = Collisions::new(base, rows)
        .column("velocity.x", &x)
        .and_then(|batch| batch.column("velocity.y", &y))
        .and_then(|batch| batch.column("spin.z", &spin))
        .and_then(|batch| batch.column("restitution", 0.6))
        .and_then(|batch| batch.column("friction", 0.3))
        .expect("valid columns");
    let many = |tolerance: f64| {
        let solver = RigidSolver::Mirtich { tolerance };
        rate(rows, || {
            black_box(batch.compute(&solver, &[After::Velocity(Axis::Z)], 1).expect("valid rows"));
        })
    };
    let friction = Friction::coulomb(0.3).expect("a friction");
    let method = carom_rigid::Method::Mirtich(Mirtich::new(0.6, friction).expect("a method"));
    let one = rate(rows, || {
        for row in 0..rows {
            let moving = body.moving([x[row], y[row], -2.0], [3.0, -5.0, spin[row]]);
            if let Ok(collision) = Collision::new([moving, Body::immovable()], normal) {
                let _ = black_box(collide(&collision, &method));
            }
        }
    });
    println!("a block on its corner, mirtich");
    line("  tolerance 1e-6", many(1e-6), one);
    line("  tolerance 1e-12", many(1e-12), one);
}

/// How much faster two threads are, by the clock.
fn threads() {
    let rows = 2_000_000;
    let impacts = Impacts::new(rows, 1.7, 20.0);
    let batch = impacts.batch();
    println!("two threads over one, by the clock");
    let solvers = [
        ("all exact answers", Solver::Exact, &Outcome::ALL[..]),
        ("two-point", Solver::Scheme(WallScheme::TwoPoint), &[Outcome::VOut][..]),
    ];
    for (what, solver, outcomes) in solvers {
        let time = |threads: usize| {
            let start = Instant::now();
            black_box(batch.compute(&solver, outcomes, threads).expect("valid rows"));
            start.elapsed().as_secs_f64()
        };
        let rounds = [(time(1), time(2)), (time(1), time(2)), (time(1), time(2))];
        let best = |f: fn(&(f64, f64)) -> f64| rounds.iter().map(f).fold(f64::INFINITY, f64::min);
        let (one, two) = (best(|round| round.0), best(|round| round.1));
        println!("  {what:<42} {:.2} ×  ({one:.2} s, {two:.2} s for {rows} rows)", one / two);
    }
}

fn main() {
    println!("vector unit: {}", carom::vector_unit());
    exact();
    schemes();
    hammers();
    collisions();
    threads();
}
