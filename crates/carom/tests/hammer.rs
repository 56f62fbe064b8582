//! A hammer on ringing bodies: converged references, the ledger, several contacts, blocks.

use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::numeric::Random;
use carom::{
    Block, ContactLog, Method, Mode, Model, Player, PlayerOptions, Quantity, State, Substeps,
};
use serde_json::Value;

/// A hammer that just touches a body of modes, one pickup on it.
struct Strike {
    mass: f64,
    velocity: f64,
    law: Law,
    modes: Vec<Mode>,
}

impl Strike {
    fn model(&self) -> (Model, State) {
        let mut model = Model::default();
        let hammer = model.body(&[Mode::free(self.mass)]).unwrap();
        let object = model.body(&self.modes).unwrap();
        let weights = vec![1.0; self.modes.len()];
        let (tip, face) =
            (model.port(hammer, &[1.0]).unwrap(), model.port(object, &weights).unwrap());
        model.pickup(&face, Quantity::Velocity);
        model.contact(tip, face, 0.0, self.law.clone()).unwrap();
        let mut state = model.rest();
        state.velocity[0] = self.velocity;
        (model, state)
    }

    fn player(&self, rate: f64, options: PlayerOptions) -> Player {
        let (model, state) = self.model();
        Player::new(model, &state, 1.0 / rate, &[], options).unwrap()
    }

    /// Plays until the first release, returns contact time, hammer velocity and object energy.
    fn first_contact(&self, rate: f64, options: PlayerOptions) -> (f64, f64, f64) {
        let mut player = self.player(rate, options);
        let mut sound = [0.0];
        while player.first_release().is_none() {
            player
                .advance(&mut Block { frames: 1, pickups: &mut sound, contacts: &mut [] })
                .unwrap();
        }
        let release = player.first_release().unwrap();
        let object = player.model().contacts()[0].bodies()[1];
        let energy = player.model().energy_of(object, &release.state);
        (player.logs()[0].first_contact_time.unwrap(), release.state.velocity[0], energy)
    }
}

fn references() -> Vec<(Strike, [f64; 3])> {
    let path = format!("{}/tests/data/hammer.json", env!("CARGO_MANIFEST_DIR"));
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let read = |case: &Value| {
        let of = |name: &str| case[name].as_f64().unwrap();
        let mode = |hertz: &Value| Mode::ringing(of("mode_mass"), hertz.as_f64().unwrap(), of("q"));
        let law =
            Law::hunt_crossley(of("stiffness"), of("exponent"), Damping::Mu(of("mu"))).unwrap();
        let modes = case["mode_hz"].as_array().unwrap().iter().map(mode).collect();
        let strike = Strike { mass: of("mass"), velocity: of("velocity"), law, modes };
        (strike, [of("first_contact_time"), of("hammer_velocity"), of("resonator_energy")])
    };
    cases.iter().map(read).collect()
}

#[test]
fn first_contacts_agree_with_converged_solutions() {
    let mut worst = [0.0f64; 3];
    for (strike, [time, velocity, energy]) in references() {
        let found = strike.first_contact(44_100.0, PlayerOptions::default());
        let hammer = 0.5 * strike.mass * strike.velocity.powi(2);
        let errors = [
            (found.0 / time - 1.0).abs(),
            (found.1 - velocity).abs() / strike.velocity,
            (found.2 - energy).abs() / (0.02 * energy).max(0.001 * hammer),
        ];
        for (worst, error) in worst.iter_mut().zip(errors) {
            *worst = worst.max(error);
        }
        assert!(errors[0] < 3e-3 && errors[1] < 3e-3 && errors[2] < 1.0, "{errors:?}");
    }
    println!(
        "contact time {:.1e}, velocity {:.1e}, energy {:.2} of what is allowed",
        worst[0], worst[1], worst[2]
    );
}

#[test]
fn convergence_is_second_order_and_1e_5_at_64_times_oversampling() {
    for (strike, [time, velocity, _]) in references() {
        let at = |factor: u32| {
            let options =
                PlayerOptions { substeps: Substeps::Fixed(factor), ..PlayerOptions::default() };
            let (t, v, _) = strike.first_contact(44_100.0, options);
            ((t / time - 1.0).abs(), (v - velocity).abs() / strike.velocity)
        };
        let (fine, finer) = (at(64), at(256));
        println!("{fine:?} {finer:?}");
        assert!(fine.0 < 1e-5 && fine.1 < 1e-5, "{fine:?}");
        // Four times finer is sixteen times better.
        for (coarse, fine) in [(fine.0, finer.0), (fine.1, finer.1)] {
            let order = (coarse / fine).log2() / 2.0;
            assert!((order - 2.0).abs() < 0.1, "order {order}");
        }
    }
}

#[test]
fn type_ii_contact_times_of_avanzini() {
    // The hammer of Fig. 5.1 on three modes; first contact time from a solver at 1e-12.
    for (mass, milliseconds) in
        [(0.05, 1.36318), (0.1, 1.26028), (1.0, 1.18083), (10.0, 1.17324), (1000.0, 1.17241)]
    {
        let strike = Strike {
            mass: 0.01,
            velocity: 1.0,
            law: Law::hunt_crossley(1.5e11, 2.8, Damping::Mu(0.6)).unwrap(),
            modes: [500.0, 1200.0, 2300.0].map(|hertz| Mode::ringing(mass, hertz, 100.0)).to_vec(),
        };
        let options = PlayerOptions { substeps: Substeps::Fixed(32), ..PlayerOptions::default() };
        let (time, ..) = strike.first_contact(44_100.0, options);
        assert!((time * 1e3 - milliseconds).abs() < 2e-5 * milliseconds, "{mass}: {}", time * 1e3);
    }
    let rigid = WallImpact::new(0.01, 1.5e11, 2.8, 0.6, 1.0).unwrap();
    assert!((rigid.contact_time() * 1e3 - 1.17240).abs() < 1e-5);
}

#[test]
fn a_ringing_object_kicks_a_resting_mass_as_hard_as_it_should() {
    for count in [1, 3, 16, 64] {
        for k in [1e6, 1e7, 1e9] {
            let modes: Vec<Mode> = (0..count)
                .map(|i| {
                    let share = if count == 1 { 0.0 } else { f64::from(i) / f64::from(count - 1) };
                    Mode { sigma: 0.0, ..Mode::ringing(0.05, 200.0 * 75f64.powf(share), 1.0) }
                })
                .collect();
            let kicked = |substeps| {
                let law = Law::power(k, 1.5).unwrap();
                let strike = Strike { mass: 0.01, velocity: 0.0, law, modes: modes.clone() };
                let (model, mut state) = strike.model();
                for v in &mut state.velocity[1..] {
                    // Towards the mass: the second of the contact moves up into the first.
                    *v = -1.0 / f64::from(count);
                }
                state.velocity[0] = 0.0;
                let options = PlayerOptions { substeps, ..PlayerOptions::default() };
                let mut player = Player::new(model, &state, 1.0 / 44_100.0, &[], options).unwrap();
                for _ in 0..4000 {
                    player
                        .advance(&mut Block { frames: 1, pickups: &mut [0.0], contacts: &mut [] })
                        .unwrap();
                    if player.first_release().is_some() {
                        break;
                    }
                }
                player.first_release().unwrap().state.velocity[0]
            };
            let (fast, fine) = (kicked(Substeps::Auto), kicked(Substeps::Fixed(4096)));
            let error = (fast / fine - 1.0).abs();
            println!("{count} modes, k {k:e}: {fine:.5} m/s, off by {:.3} %", 100.0 * error);
            assert!(error < 0.01, "{count} modes, k {k:e}: {fast} {fine}");
        }
    }
}

/// Random bodies and contacts, all kinds of laws.
fn orchestra(random: &mut Random, contacts: usize) -> (Model, State) {
    let mut model = Model::default();
    let mut bodies = Vec::new();
    for i in 0..contacts {
        let ringing = i % 2 == 1 || contacts == 1;
        let modes: Vec<Mode> = if ringing {
            let count = 1 + random.bits() % 20;
            (0..count)
                .map(|_| {
                    let (mass, hertz) =
                        (random.log_uniform(0.01, 1.0), random.log_uniform(50.0, 20e3));
                    Mode::ringing(mass, hertz, random.log_uniform(5.0, 5000.0))
                })
                .collect()
        } else {
            vec![Mode::free(random.log_uniform(1e-3, 0.1))]
        };
        let body = model.body(&modes).unwrap();
        bodies.push((body, modes.len()));
    }
    let hammer = model.body(&[Mode::free(0.02)]).unwrap();
    bodies.push((hammer, 1));
    let mut state = model.rest();
    for v in &mut state.velocity {
        *v = random.uniform(-1.0, 1.0);
    }
    for c in 0..contacts {
        let (a, b) = (bodies[c], bodies[(c + 1) % bodies.len()]);
        let mut port = |(body, count): (carom::BodyId, usize)| {
            let weights: Vec<f64> = (0..count).map(|_| random.uniform(-1.0, 1.0)).collect();
            model.port(body, if count == 1 { &[1.0] } else { &weights }).unwrap()
        };
        let (first, second) = (port(a), port(b));
        let k = random.log_uniform(1e4, 1e13);
        let alpha = random.uniform(1.0, 3.0);
        let law = match random.bits() % 4 {
            0 => Law::power(k, alpha),
            1 => Law::centred(k, alpha, 1e-4),
            2 => Law::constant_restitution(k, alpha, 0.5),
            _ => Law::hunt_crossley(k, alpha, Damping::Mu(random.uniform(0.0, 1.0))),
        };
        model.contact(first, second, random.uniform(-1e-6, 1e-5), law.unwrap()).unwrap();
    }
    let memory = model.rest().memory;
    (model, State { memory, ..state })
}

#[test]
fn ledgers_of_up_to_ten_contacts_close_to_1e_10() {
    let mut random = Random::new(31);
    let mut worst = 0.0f64;
    for i in 0..20 {
        let contacts = 1 + i % 10;
        let (model, state) = orchestra(&mut random, contacts);
        let mut player =
            Player::new(model, &state, 1.0 / 44_100.0, &[], PlayerOptions::default()).unwrap();
        let initial = player.ledger().initial();
        for _ in 0..10 {
            player
                .advance(&mut Block { frames: 441, pickups: &mut [], contacts: &mut [] })
                .unwrap();
            let ledger = player.ledger();
            let residual = ledger.residual() / initial;
            worst = worst.max(residual.abs());
            assert!(residual.abs() < 1e-10, "{contacts} contacts, {i}: {residual:e}");
            assert!(ledger.stored() <= initial * (1.0 + 1e-10), "{contacts} contacts");
            assert!(ledger.dissipated() >= 0.0);
        }
        let touched = player.logs().iter().any(|log: &ContactLog| log.count > 0);
        assert!(touched || contacts < 3);
    }
    println!("worst ledger {worst:.1e}");
}

#[test]
fn coupled_contacts_agree_with_a_fine_runge_kutta() {
    // Two hammers on the same two modes, and a third on the first hammer.
    let mut model = Model::default();
    let bar =
        model.body(&[Mode::ringing(0.05, 523.0, 80.0), Mode::ringing(0.08, 1441.0, 60.0)]).unwrap();
    let hammers: Vec<_> =
        (0..3).map(|i| model.body(&[Mode::free(0.01 + 0.005 * f64::from(i))]).unwrap()).collect();
    let law = || Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.2)).unwrap();
    for (hammer, weights) in [(hammers[0], [1.0, 0.8]), (hammers[1], [0.9, -0.5])] {
        let (tip, face) = (model.port(hammer, &[1.0]).unwrap(), model.port(bar, &weights).unwrap());
        model.contact(tip, face, 0.0, law()).unwrap();
    }
    let (tip, back) =
        (model.port(hammers[2], &[1.0]).unwrap(), model.port(hammers[0], &[1.0]).unwrap());
    model.contact(tip, back, 0.0, law()).unwrap();
    let mut state = model.rest();
    state.velocity[2..].copy_from_slice(&[1.0, 0.8, 1.5]);
    let end = |method: Method, rate: f64| {
        let options = PlayerOptions { method, ..PlayerOptions::default() };
        let mut player = Player::new(model.clone(), &state, 1.0 / rate, &[], options).unwrap();
        let frames = (3e-3 * rate).round() as usize;
        player.advance(&mut Block { frames, pickups: &mut [], contacts: &mut [] }).unwrap();
        player.state().velocity.clone()
    };
    let (fine, found) = (end(Method::Rk4, 2e7), end(Method::TwoPoint, 44_000.0));
    for (a, b) in fine.iter().zip(&found) {
        assert!((a - b).abs() < 5e-3, "{fine:?} {found:?}");
    }
    let finer = end(Method::TwoPoint, 2e6);
    for (a, b) in fine.iter().zip(&finer) {
        assert!((a - b).abs() < 2e-5, "{fine:?} {finer:?}");
    }
}

#[test]
fn blocks_and_single_samples_agree_to_1e_12() {
    let mut random = Random::new(33);
    for quantity in [Quantity::Velocity, Quantity::Displacement, Quantity::Acceleration] {
        let mut model = Model::default();
        let hammer = model.body(&[Mode::free(0.01)]).unwrap();
        let modes: Vec<Mode> = (0..37)
            .map(|_| {
                Mode::ringing(
                    0.05,
                    random.log_uniform(30.0, 20e3),
                    random.log_uniform(20.0, 2000.0),
                )
            })
            .collect();
        let bar = model.body(&modes).unwrap();
        let weights: Vec<f64> = (0..37).map(|_| random.uniform(-1.0, 1.0)).collect();
        let (tip, face) = (model.port(hammer, &[1.0]).unwrap(), model.port(bar, &weights).unwrap());
        model.pickup(&face, quantity);
        model.contact(tip, face, 0.0, Law::power(1e8, 1.5).unwrap()).unwrap();
        let mut state = model.rest();
        state.velocity[0] = 1.0;
        let play = |blocks: bool| {
            let options = PlayerOptions { blocks, ..PlayerOptions::default() };
            let mut player =
                Player::new(model.clone(), &state, 1.0 / 44_100.0, &[], options).unwrap();
            let mut sound = vec![0.0; 20_000];
            player
                .advance(&mut Block { frames: 20_000, pickups: &mut sound, contacts: &mut [] })
                .unwrap();
            (sound, player.ledger())
        };
        let ((fast, a), (slow, b)) = (play(true), play(false));
        let peak = slow.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        let worst = fast.iter().zip(&slow).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("{quantity:?}: {:.1e}", worst / peak);
        assert!(worst < 1e-12 * peak, "{quantity:?}: {:e}", worst / peak);
        assert!((a.dissipated() - b.dissipated()).abs() < 1e-13 * a.initial());
    }
}

#[test]
fn a_new_strike_hits_what_still_rings_and_is_booked() {
    let strike = Strike {
        mass: 0.01,
        velocity: 1.0,
        law: Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.3)).unwrap(),
        modes: vec![Mode::ringing(0.05, 440.0, 2000.0), Mode::ringing(0.05, 1210.0, 2000.0)],
    };
    for method in [Method::TwoPoint, Method::Rk4] {
        let options = PlayerOptions { method, ..PlayerOptions::default() };
        let mut player = strike.player(192_000.0, options);
        let hammer = player.model().contacts()[0].bodies()[0];
        let mut sound = vec![0.0; 19_200];
        let mut play = |player: &mut Player| {
            player
                .advance(&mut Block { frames: 19_200, pickups: &mut sound, contacts: &mut [] })
                .unwrap();
        };
        play(&mut player);
        player.strike(hammer, 2.0);
        play(&mut player);
        assert!(player.logs()[0].count >= 2, "{method}");
        let ledger = player.ledger();
        let moved = ledger.initial() + ledger.supplied().abs() + ledger.corrected().abs();
        let allowed = if method == Method::TwoPoint { 1e-11 } else { 1e-2 };
        assert!(ledger.residual().abs() < allowed * moved, "{method}: {ledger:?}");
    }
}

#[test]
fn the_k_method_needs_at_most_four_iterations_and_its_table_agrees() {
    // The hammer of avanzini on three modes, over the speeds and masses of the paper.
    for (speed, mass) in [(0.5, 0.05), (1.0, 0.1), (2.0, 1.0), (4.0, 10.0)] {
        let strike = Strike {
            mass: 0.01,
            velocity: speed,
            law: Law::hunt_crossley(1.5e11, 2.8, Damping::Mu(0.6)).unwrap(),
            modes: [500.0, 1200.0, 2300.0].map(|hertz| Mode::ringing(mass, hertz, 100.0)).to_vec(),
        };
        let end = |method: Method| {
            let options = PlayerOptions { method, ..PlayerOptions::default() };
            let mut player = strike.player(44_100.0, options);
            let mut sound = vec![0.0; 400];
            player
                .advance(&mut Block { frames: 400, pickups: &mut sound, contacts: &mut [] })
                .unwrap();
            (player.iterations_max(), player.logs()[0], sound)
        };
        let (iterations, newton, by_newton) = end(Method::Am1);
        assert!(iterations <= 4, "{speed} {mass}: {iterations}");
        let (looked_up, table, by_table) = end(Method::Am1Table);
        assert_eq!(looked_up, 0, "the whole contact lies on the table");
        assert!((table.peak_force / newton.peak_force - 1.0).abs() < 2e-3, "{speed} {mass}");
        let peak = by_newton.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        let error = by_newton.iter().zip(&by_table).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!(
            "{speed} m/s, {mass} kg: {iterations} iterations, table off by {:.1e}",
            error / peak
        );
        assert!(error < 5e-3 * peak, "{speed} {mass}: {error} {peak}");
    }
}
