//! Bodies that ring and lose: physical energies, and second order down to what an independent solver
//! says. The references were integrated as power series with 40 digits, piece by piece between the
//! instants at which the bodies meet and part.

use crate::data::{numbers, read};
use carom::law::{Damping, Law, Loss};
use carom::{Mode, Options, State, Substeps, Voice, World};
use serde_json::Value;

/// Two bodies in a contact, and where everything is at the end.
struct Case {
    world: World,
    rate: f64,
    samples: u64,
    end: State,
}

fn cases(file: &str, law: impl Fn(&Value) -> Law) -> Vec<(Value, Case)> {
    let load = |case: Value| {
        let of = |name: &str| case[name].as_f64().unwrap();
        let mut world = World::new();
        let (mut state, mut end) = (world.state().clone(), world.state().clone());
        let bodies = case["bodies"].as_array().unwrap();
        let mut ports = Vec::new();
        for (b, body) in bodies.iter().enumerate() {
            let [mass, omega, sigma] = ["mass", "omega", "sigma"].map(|name| numbers(&body[name]));
            let modes: Vec<Mode> = (0..mass.len())
                .map(|i| Mode { omega: omega[i], sigma: sigma[i], ..Mode::free(mass[i]) })
                .collect();
            let made = world.body(&modes).unwrap();
            ports.push(made.weighing(&numbers(&body["weights"])).unwrap());
            for (to, from, of) in [(&mut state, body, None), (&mut end, &case["final"], Some(b))] {
                let pick = |name: &str| numbers(of.map_or(&from[name], |b| &from[name][b]));
                to.displacement.extend(pick("displacement"));
                to.velocity.extend(pick("velocity"));
            }
        }
        let [first, second] = <[_; 2]>::try_from(ports).unwrap();
        let mass = world.model().modes().mass.len();
        if let Some(newtons) = case["force"].as_f64() {
            world.push(first.clone(), newtons).unwrap();
        }
        let contact = world.contact(first, second, law(&case)).unwrap();
        world.gap(contact, of("gap")).unwrap();
        assert_eq!(state.velocity.len(), mass);
        state.memory.push(0.0);
        end.memory.push(0.0);
        world.set_state(&state).unwrap();
        let samples = case["samples"].as_u64().unwrap();
        let case_ = Case { world, rate: of("rate"), samples, end };
        (case, case_)
    };
    read(file).into_iter().map(load).collect()
}

impl Case {
    fn run(&self, substeps: u32) -> Voice {
        let substeps = Substeps::Fixed(substeps);
        let options = Options { substeps, most_substeps: 65_536, ..Options::offline() };
        let (mut voice, _hands) = self.world.start(self.rate, options).unwrap();
        voice.advance(self.samples).unwrap();
        voice
    }

    /// The largest difference of a velocity, or of a displacement times ω, beside the largest velocity.
    fn error(&self, substeps: u32) -> f64 {
        let mut voice = self.run(substeps);
        let omega = self.world.model().modes().omega.clone();
        let state = voice.state();
        let largest = self.end.velocity.iter().fold(0.0f64, |a, v| a.max(v.abs()));
        let off = |i: usize| {
            let v = (state.velocity[i] - self.end.velocity[i]).abs();
            let y = (state.displacement[i] - self.end.displacement[i]).abs();
            v.max(omega[i] * y)
        };
        (0..omega.len()).map(off).fold(0.0, f64::max) / largest
    }
}

/// The slope of log error over log steps, by least squares.
fn slope(points: &[(u32, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> =
        points.iter().map(|(n, error)| (f64::from(*n).ln(), error.ln())).collect();
    let count = logs.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let over: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    -over / logs.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}

fn hunt_crossley(case: &Value) -> Law {
    let of = |name: &str| case[name].as_f64().unwrap();
    Law::hunt_crossley(of("stiffness"), of("exponent"), Damping::Mu(of("mu"))).unwrap()
}

#[test]
fn energies_are_physical_joules() {
    for (values, case) in cases("damped_modes", hunt_crossley) {
        let of = |name: &str| values[name].as_f64().unwrap();
        let (mut voice, _hands) = case.world.start(case.rate, Options::offline()).unwrap();
        let initial = voice.ledger().initial();
        assert!((initial / of("initial_energy") - 1.0).abs() < 1e-12);
        for _ in 0..case.samples {
            voice.advance(1).unwrap();
            let ledger = voice.ledger();
            let state = voice.state().clone();
            let physical = case.world.model().hamiltonian(&state);
            let off = ledger.stored() / physical - 1.0;
            assert!(
                off.abs() < 1e-12,
                "{off:e} at {} {:?} {:?} {:e}",
                voice.frames(),
                voice.logs(),
                voice.forces(),
                ledger.residual() / initial
            );
            assert!(ledger.residual().abs() < 1e-13 * initial, "{:e}", ledger.residual());
            assert!(ledger.dissipated() >= 0.0);
        }
    }
}

#[test]
fn errors_fall_at_second_order_to_1e_8() {
    for (number, (_, case)) in cases("damped_modes", hunt_crossley).iter().enumerate() {
        let steps = [16, 32, 64, 128, 256, 512, 1024, 2048];
        let errors: Vec<(u32, f64)> = steps.iter().map(|&n| (n, case.error(n))).collect();
        let (slope, last) = (slope(&errors), errors[errors.len() - 2].1);
        println!("scene {number}: slope {slope:.3}, {last:.1e} with 1024 steps per sample");
        assert!(slope > 1.9, "scene {number}: {slope} {errors:?}");
        assert!(last < 1e-8, "scene {number}: {errors:?}");
    }
}

#[test]
fn constant_restitution_converges_at_second_order() {
    let law = |case: &Value| {
        let of = |name: &str| case[name].as_f64().unwrap();
        let wall = Law::power(of("stiffness"), of("exponent")).unwrap();
        wall.with_loss(Loss::ConstantRestitution { product: of("product") }).unwrap()
    };
    for (number, (_, case)) in cases("constant_restitution", law).iter().enumerate() {
        let errors: Vec<(u32, f64)> =
            [8, 16, 32, 64, 128, 256].iter().map(|&n| (n, case.error(n))).collect();
        println!("scene {number}: slope {:.3} {errors:?}", slope(&errors));
        assert!(slope(&errors) > 1.9, "scene {number}: {errors:?}");
    }
}
