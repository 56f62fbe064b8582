//! What every scheme must do: keep its energy, close its ledger, converge at its order.

use crate::support::{Pair, distance};
use carom::exact::WallImpact;
use carom::law::{Damping, Law, Loss};
use carom::numeric::Random;
use carom::{Mode, Options, Voice, World};
use carom_schemes::Pressed;
use carom_schemes::correction::Correction;
use carom_schemes::verify::{convergence, deviation, ledger};
use carom_schemes::{How, Method};

const QUADRATIC: Method = Method::Quadratic { s: None };
const BALANCED: [Method; 4] =
    [Method::TwoPoint, Method::ThreePoint, QUADRATIC, Method::Quadratised];

const HOLDING: [Method; 2] = [Method::TwoPoint, Method::Quadratised];

fn mass_in(law: Law, mass: f64, x: f64, v: f64, method: Method, dt: f64) -> Voice {
    Pair::wall(mass, law).thrown(x, v).voice_by(1.0 / dt, method, Options::plain())
}

#[test]
fn a_million_lossless_steps_between_two_walls_keep_their_energy_to_1e_12() {
    for method in BALANCED {
        // Contacts of one to fifty samples, a flight of a few between them.
        for (k, alpha, gap) in
            [(1e9, 1.5, 2e-4), (1e7, 1.3, 1e-3), (1e11, 2.3, 1e-4), (1e5, 1.0, 0.0)]
        {
            let law = Law::centred(k, alpha, gap).unwrap();
            let mut run = mass_in(law, 0.01, 0.0, 1.0, method, 1.0 / 44_100.0);
            let check = ledger(&mut run, 1_000_000, 101).unwrap();
            let relative = check.residual / run.ledger().initial();
            println!("{method:12} k {k:e} alpha {alpha}: {relative:.2e}");
            assert!(relative < 1e-12, "{method} {k:e} {alpha}: {relative:e}");
            assert!(check.force > 0.0);
        }
    }
}

#[test]
fn a_million_steps_of_bouncing_under_gravity_keep_their_energy_to_1e_12() {
    for method in BALANCED {
        let law = Law::power(1e9, 1.5).unwrap();
        let mut pair = Pair::wall(0.01, law).thrown(-1e-3, 0.0);
        pair.push(0.0981);
        let mut run = pair.voice_by(44_100.0, method, Options::plain());
        let check = ledger(&mut run, 1_000_000, 101).unwrap();
        // The energy of the drop.
        let relative = check.residual / (0.0981 * 1e-3);
        println!("{method:12} {relative:.2e}");
        assert!(relative < 1e-12, "{method}: {relative:e}");
        assert!(check.force > 0.0);
    }
}

#[test]
fn with_losses_the_ledger_closes_to_1e_12_and_nothing_is_gained() {
    let mut random = Random::new(11);
    for method in BALANCED {
        let mut worst = 0.0f64;
        for _ in 0..2000 {
            let (alpha, k) = (random.uniform(1.0, 5.0), random.log_uniform(1e2, 1e13));
            let mu = random.log_uniform(1e-3, 10.0);
            let v = random.log_uniform(1e-6, 1e2);
            let law = Law::hunt_crossley(k, alpha, Damping::Mu(mu)).unwrap();
            let dt = 1.0 / random.uniform(8e3, 192e3);
            let mut run = mass_in(law, 0.01, -random.uniform(0.0, 1.0) * v * dt, v, method, dt);
            let initial = run.ledger().initial();
            let Ok(check) = ledger(&mut run, 500, 1) else {
                // Only the quadratic scheme may meet a complex root, and says so.
                assert_eq!(method, QUADRATIC);
                continue;
            };
            worst = worst.max(check.residual / initial);
            assert!(run.ledger().dissipated() >= 0.0);
            assert!(check.largest <= initial * (1.0 + 1e-12), "{method} {alpha} {k:e} {mu} {v:e}");
        }
        println!("{method:12} {worst:.2e}");
        assert!(worst < 1e-12, "{method}: {worst:e}");
    }
}

#[test]
fn constant_restitution_is_constant() {
    for (i, method) in [Method::TwoPoint, Method::Rk4, Method::Verlet].into_iter().enumerate() {
        for speed in [1e-3, 1e-1, 10.0] {
            let law = Law::constant_restitution(1e7, 1.5, 0.7).unwrap();
            let mut run = mass_in(law, 0.01, -1e-9, speed, method, 1e-7);
            while run.state().displacement[0] <= 0.0 {
                run.advance(1).unwrap();
            }
            while run.state().displacement[0] > 0.0 {
                run.advance(1).unwrap();
            }
            let restitution = -run.state().velocity[0] / speed;
            assert!((restitution - 0.7).abs() < 1e-3, "{i} {method} {speed}: {restitution}");
        }
    }
}

/// The cubic spring (ducceschi 3a, α = 3) from its centre: for half a period it is the exact
/// lossless impact.
fn smooth_error(method: Method, dt: f64) -> f64 {
    let exact = WallImpact::new(0.01, 1e9, 3.0, 0.0, 1.0).unwrap();
    let law = Law::oscillator(1e9, 3.0).unwrap();
    let mut run = mass_in(law, 0.01, 0.0, 1.0, method, dt);
    let steps = (0.99 * exact.contact_time() / dt).round() as usize;
    deviation(&mut run, &exact, 0.0, steps).unwrap().0
}

#[test]
fn every_scheme_has_its_order_of_accuracy_on_a_smooth_problem() {
    let dt = 0.99 * WallImpact::new(0.01, 1e9, 3.0, 0.0, 1.0).unwrap().contact_time() / 64.0;
    for (method, order) in [
        (Method::Am1, 2.0),
        (Method::Verlet, 2.0),
        (Method::Heun, 2.0),
        (Method::Rk4, 4.0),
        (Method::TwoPoint, 2.0),
        (Method::ThreePoint, 2.0),
        (QUADRATIC, 1.0),
        (Method::Quadratic { s: Some(0.5) }, 2.0),
        (Method::Quadratised, 2.0),
        (Method::Cubic, 2.0),
    ] {
        let lines = convergence(dt, 5, |dt| smooth_error(method, dt));
        let found = (lines[0].error / lines[5].error).log2() / 5.0;
        println!("{method:12} {found:.3} (error {:.2e} at {:.1e} s)", lines[5].error, lines[5].dt);
        assert!((found - order).abs() < 0.1, "{method}: {lines:?}");
    }
}

#[test]
fn the_linear_benchmark_scheme_is_second_order_and_conserves() {
    let (k, mass) = (1e4, 0.01);
    let omega = f64::sqrt(k / mass);
    let error = |dt: f64| {
        let mut run = mass_in(Law::oscillator(k, 1.0).unwrap(), mass, 0.0, 1.0, Method::Linear, dt);
        let steps = (5e-3 / dt).round() as usize;
        let check = ledger(&mut run, steps, 1).unwrap();
        assert!(check.residual < 1e-13 * run.ledger().initial());
        let exact = (omega * steps as f64 * dt).sin() / omega;
        (run.state().displacement[0] - exact).abs()
    };
    let lines = convergence(1e-5, 4, error);
    assert!((lines[4].order.unwrap() - 2.0).abs() < 0.05, "{lines:?}");
}

#[test]
fn through_contact_the_outgoing_velocity_converges_and_the_order_is_reported() {
    let exact = WallImpact::new(0.01, 1e7, 1.5, 0.2, 1.0).unwrap();
    for method in Method::CONTACT {
        let law = Law::hunt_crossley(1e7, 1.5, Damping::Mu(0.2)).unwrap();
        let error = |dt: f64| {
            let start = -0.37 * dt;
            let mut run = mass_in(law.clone(), 0.01, start, 1.0, method, dt);
            let steps = (1.2 * exact.contact_time() / dt) as usize;
            ledger(&mut run, steps, steps).unwrap();
            (run.state().velocity[0] - exact.v_out()).abs()
        };
        let dt = exact.contact_time() / 50.0;
        let lines = convergence(dt, 5, error);
        let mean = (lines[0].error / lines[5].error).log2() / 5.0;
        println!("{method:12} order {mean:.2} through contact, error {:.1e}", lines[5].error);
        assert!(mean > 0.9, "{method}: {lines:?}");
    }
}

/// A hammer on two ringing modes, the second with a negative weight.
fn hammer_on_modes(law: Law, method: Method, dt: f64) -> Voice {
    let modes = [Mode::ringing(0.05, 523.0, 80.0), Mode::ringing(0.08, 1441.0, 60.0)];
    let pair = Pair::modes(0.01, &modes, &[1.0, -0.7], law).thrown(0.0, 1.2);
    pair.voice_by(1.0 / dt, method, Options::plain())
}

#[test]
fn schemes_for_any_model_agree_on_a_hammer_and_two_modes() {
    let law = Law::hunt_crossley(1e8, 1.7, Damping::Mu(0.3)).unwrap();
    let at_end = |method: Method, dt: f64| {
        let mut run = hammer_on_modes(law.clone(), method, dt);
        run.advance((4e-3 / dt).round() as u64).unwrap();
        run.state().clone()
    };
    let reference = at_end(Method::Rk4, 1e-7);
    // Verlet takes the damping with a velocity half a step old, which costs it an order.
    for (method, order) in [
        (Method::Am1, 2.0),
        (Method::Verlet, 1.0),
        (Method::Heun, 2.0),
        (Method::TwoPoint, 2.0),
        (Method::Quadratised, 2.0),
    ] {
        let lines =
            convergence(4e-6, 2, |dt| distance(&at_end(method, dt).velocity, &reference.velocity));
        assert!(lines[0].error < 1e-3, "{method}: {lines:?}");
        let found = (lines[0].error / lines[2].error).log2() / 2.0;
        assert!((found - order).abs() < 0.3, "{method}: {lines:?}");
    }
}

#[test]
fn a_ringing_mode_keeps_its_frequency_and_decay_at_any_step() {
    for (hertz, q, dt) in
        [(440.0, 50.0, 1.0 / 44_100.0), (9000.0, 300.0, 1.0 / 22_050.0), (100.0, 0.3, 1e-4)]
    {
        let mode = Mode::ringing(0.02, hertz, q);
        let mut world = World::new();
        world.body(&vec![mode]).unwrap();
        let mut state = world.state().clone();
        (state.displacement[0], state.velocity[0]) = (1e-3, 0.5);
        world.set_state(&state).unwrap();
        let (mut run, _) = world.start(1.0 / dt, Options::plain()).unwrap();
        let initial = run.ledger().initial();
        let steps = 500;
        for _ in 0..steps {
            run.advance(1).unwrap();
        }
        // y(t) = e^(−σt)·(y0·c + (v0 + σ·y0)·s), with c and s circular or hyperbolic.
        let (t, square) = (steps as f64 * dt, mode.omega.powi(2) - mode.sigma.powi(2));
        let root = square.abs().sqrt();
        let (c, s) = if square > 0.0 {
            ((root * t).cos(), (root * t).sin() / root)
        } else {
            ((root * t).cosh(), (root * t).sinh() / root)
        };
        let decay = (-mode.sigma * t).exp();
        let y = decay * (1e-3 * c + (0.5 + mode.sigma * 1e-3) * s);
        let v = decay * (0.5 * c - (mode.sigma * 0.5 + mode.omega.powi(2) * 1e-3) * s);
        let scale = y.abs() + decay * (1e-3 + 0.5 / mode.omega);
        let state = run.state();
        assert!((state.displacement[0] - y).abs() < 1e-10 * scale, "{hertz}: {state:?} {y:e}");
        assert!(
            (state.velocity[0] - v).abs() < 1e-10 * scale * mode.omega,
            "{hertz}: {state:?} {v:e}"
        );
        assert!(run.ledger().residual().abs() < 1e-12 * initial);
    }
}

#[test]
fn modes_and_contact_together_close_the_ledger() {
    for (mu, method) in [0.0, 0.4].into_iter().flat_map(|mu| HOLDING.map(|method| (mu, method))) {
        let law = Law::power(1e9, 1.5).unwrap().with_loss(Loss::HuntCrossley { mu }).unwrap();
        let mut run = hammer_on_modes(law, method, 1.0 / 44_100.0);
        let check = ledger(&mut run, 100_000, 50).unwrap();
        let initial = run.ledger().initial();
        assert!(check.residual < 1e-12 * initial, "{check:?}");
        assert!(check.largest <= initial * (1.0 + 1e-12));
    }
}

#[test]
fn schemes_refuse_what_they_cannot_treat() {
    let law = || Law::power(1e9, 1.5).unwrap();
    let mut pair = Pair::wall(0.01, law());
    let second = pair.world.contact(&pair.mass, &pair.other, law()).unwrap();
    pair.world.gap(second, 1e-3).unwrap();
    let start = |method| carom_schemes::start(&pair.world, 1e4, method, Options::plain());
    for method in [Method::Am1, Method::ThreePoint, QUADRATIC] {
        let error = start(method).unwrap_err();
        assert!(error.to_string().contains(method.name()), "{error}");
    }
    for method in [Method::Verlet, Method::Heun, Method::Rk4, Method::TwoPoint, Method::Quadratised]
    {
        assert!(start(method).is_ok());
    }
    let spring = Pair::wall(0.01, Law::oscillator(1e3, 2.0).unwrap()).world;
    assert!(carom_schemes::start(&spring, 1e4, Method::Cubic, Options::plain()).is_err());
    assert!(carom_schemes::start(&spring, f64::NAN, Method::Verlet, Options::plain()).is_err());
}

/// Under gravity the exact velocity is that of the impact under the force, and a mass that the force holds is left
/// alone.
#[test]
fn under_a_force_the_output_velocity_is_that_of_the_impact_under_the_force() {
    let (mass, stiffness, exponent, mu) = (0.01, 1e5, 1.5, 0.5);
    let weight = 9.81 * mass;
    for method in [Method::Verlet, Method::Rk4, Method::TwoPoint] {
        let law = Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu)).unwrap();
        let mut pair = Pair::wall(mass, law).thrown(-0.02, 0.0);
        pair.push(weight);
        let how = How { method, correction: Correction::VOut, ..How::default() };
        let mut voice = pair.voice_by(44_100.0, how, Options::plain());
        let mut speed = f64::sqrt(2.0 * 9.81 * 0.02);
        let mut bounces = 0;
        let mut touching = false;
        while bounces < 6 && voice.frames() < 400_000 {
            voice.advance(1).unwrap();
            let inside = voice.state().displacement[0] > 0.0;
            if touching && !inside {
                let impact = WallImpact::new(mass, stiffness, exponent, mu, speed).unwrap();
                let exact = Pressed::new(impact, weight).unwrap().solve().v_out.unwrap();
                let found = voice.state().velocity[0];
                assert!((found / exact - 1.0).abs() < 1e-9, "{method} {bounces}: {found} {exact}");
                (speed, bounces) = (-exact, bounces + 1);
            }
            touching = inside;
        }
        assert_eq!(bounces, 6, "{method}");
    }
    let law = Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu)).unwrap();
    let mut pair = Pair::wall(mass, law).thrown(-0.02, 0.0);
    pair.push(weight);
    let hybrid = How { method: Method::Verlet, correction: Correction::Hybrid, ..How::default() };
    let error = carom_schemes::start(&pair.world, 44_100.0, hybrid, Options::plain()).unwrap_err();
    assert!(error.to_string().contains("under a force"), "{error}");
}
