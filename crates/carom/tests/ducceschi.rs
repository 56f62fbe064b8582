//! The scheme of ducceschi with the s that the engine chooses.

use carom::law::Law;
use carom::{Method, Model, Simulation};

fn start(law: Law, u: f64, v: f64, method: Method, dt: f64) -> Simulation {
    let model = Model::mass_and_wall(1.0, law).unwrap();
    let mut state = model.rest();
    (state.displacement[0], state.velocity[0]) = (u, v);
    Simulation::new(model, &state, method, dt).unwrap()
}

#[test]
fn the_default_s_meets_no_complex_root_and_gains_nothing() {
    let mut random = carom::numeric::Random::new(5);
    for i in 0..4000 {
        let alpha = random.uniform(1.0, 5.0);
        // A wall at h is a wall at 0 seen from −h, which keeps the digits of u − h; two walls have
        // no such place, so theirs are softer.
        let gap = random.uniform(0.01, 0.2);
        let (law, u) = if i % 2 == 0 {
            (Law::power(random.log_uniform(1e0, 1e15), alpha), -gap)
        } else {
            (Law::centred(random.log_uniform(1e0, 1e9), alpha, gap), 0.0)
        };
        let v = random.log_uniform(1e-2, 1e2);
        let dt = 0.05 / v / random.uniform(2.0, 200.0);
        let mut run = start(law.unwrap(), u, v, Method::Quadratic { s: None }, dt);
        let initial = run.ledger().initial();
        for _ in 0..1000 {
            run.step().unwrap();
        }
        assert!((run.ledger().stored() / initial - 1.0).abs() < 1e-11, "{run:?}");
    }
}
