//! A string against a distributed obstacle: many contacts on one body, solved without iteration.

use crate::bridge::Bridge;
use crate::support::{fixed, listen};
use carom::Voice;
use carom::law::{Damping, Law};
use carom_schemes::Method;

const RATE: f64 = 48_000.0;
const HOLDING: [Method; 2] = [Method::TwoPoint, Method::Quadratised];

fn voice(bridge: &Bridge, method: Method, rate: f64, steps: u32) -> Voice {
    carom_schemes::start(&bridge.world(), rate, method, fixed(steps)).unwrap().0
}

fn law(stiffness: f64, exponent: f64, mu: f64) -> Law {
    Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu)).unwrap()
}

/// The root mean square of a difference beside that of the second.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let square = |sound: &mut dyn Iterator<Item = f64>| sound.map(|x| x * x).sum::<f64>();
    let difference = square(&mut a.iter().zip(b).map(|(a, b)| a - b));
    (difference / square(&mut b.iter().copied())).sqrt()
}

/// Runge-Kutta with 256 steps per sample knows nothing of held forces.
#[test]
fn both_schemes_converge_at_second_order_to_what_an_independent_solver_finds() {
    let (frames, finer) = (480, 256);
    for (stiffness, exponent, mu) in [(1e6, 1.5, 0.0), (1e6, 1.3, 0.5), (1e7, 1.5, 0.0)] {
        let law = law(stiffness, exponent, mu);
        let bridge = Bridge { modes: 20, points: 10, law, sigma: 1e-9, ..Bridge::default() };
        let mut fine = voice(&bridge, Method::Rk4, RATE * finer as f64, 1);
        let fine = listen(&mut fine, frames * finer);
        let exact: Vec<f64> = fine.into_iter().skip(finer - 1).step_by(finer).collect();
        for method in HOLDING {
            let error =
                |steps| distance(&listen(&mut voice(&bridge, method, RATE, steps), frames), &exact);
            let (coarse, fine) = (error(4), error(64));
            let order = (coarse / fine).log2() / 4.0;
            println!(
                "{method} {stiffness:e} {exponent} {mu}: {coarse:.2e} to {fine:.2e}, order {order:.2}"
            );
            assert!(fine < 1.2e-6 && (order - 2.0).abs() < 0.05, "{method}: {coarse:e} {fine:e}");
        }
    }
}

/// One step per sample, in contacts that no step resolves as well: nothing is made, and what parts loses no more
/// than a remainder.
#[test]
fn sixty_modes_against_fifty_points_keep_their_energy() {
    for stiffness in [1e6, 1e8, 1e10, 1e12] {
        for (mu, method) in [0.0, 0.5].into_iter().flat_map(|mu| HOLDING.map(|method| (mu, method)))
        {
            let bridge = Bridge { law: law(stiffness, 1.3, mu), sigma: 1e-9, ..Bridge::default() };
            let mut voice = voice(&bridge, method, RATE, 1);
            listen(&mut voice, 4800);
            let ledger = voice.ledger();
            let [residual, lost] =
                [ledger.residual(), ledger.dissipated()].map(|joules| joules / ledger.initial());
            println!("{method} {stiffness:e} {mu}: residual {residual:.1e}, lost {lost:.2e}");
            assert!(residual.abs() < 1e-12, "{method} {stiffness:e} {mu}: {residual:e}");
            assert!(if mu == 0.0 { lost < 2e-9 } else { lost > 1e-3 }, "{method}: {lost:e}");
            assert!(voice.logs()[0].count > 3);
            let most = voice.counts().most_evaluations;
            assert!(if method == Method::Quadratised { most == 1 } else { most > 1 });
        }
    }
}

/// The sound of the iterative scheme, where its steps are fine enough to be right.
#[test]
fn without_iteration_the_sound_is_that_of_the_iterative_scheme() {
    let bridge = Bridge { law: law(1e6, 1.3, 0.2), ..Bridge::default() };
    let sounds = HOLDING.map(|method| listen(&mut voice(&bridge, method, RATE, 32), 960));
    let error = distance(&sounds[1], &sounds[0]);
    println!("{error:.2e}");
    assert!(error < 1e-4, "{error:e}");
}

/// A loss that would hold the string to the bridge: surfaces that never pull let go.
#[test]
fn what_never_pulls_lets_go_without_iteration_too() {
    let law = law(1e7, 1.5, 3.0).without_adhesion().unwrap();
    let bridge = Bridge { modes: 20, points: 10, law, ..Bridge::default() };
    let mut lost = Vec::new();
    for method in HOLDING {
        let mut voice = voice(&bridge, method, RATE, 32);
        let mut pulled = 0.0f64;
        for _ in 0..2400 {
            listen(&mut voice, 1);
            pulled = voice.forces().iter().fold(pulled, |pulled, force| pulled.min(*force));
        }
        let ledger = voice.ledger();
        let residual = ledger.residual() / ledger.initial();
        lost.push(ledger.dissipated() / ledger.initial());
        println!(
            "{method}: residual {residual:.1e}, lost {:.4}, pulled {pulled:e}",
            lost[lost.len() - 1]
        );
        assert!(residual.abs() < 1e-12 && pulled == 0.0, "{method}: {residual:e} {pulled:e}");
    }
    assert!((lost[0] / lost[1] - 1.0).abs() < 0.02, "{lost:?}");
}
