//! A hammer on ringing bodies: converged references, the ledger, several contacts, blocks.

use std::sync::Arc;

use crate::support::{Pair, bits, distance, fixed, listen, listen_by, peak};
use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::numeric::Random;
use carom::{Body, ContactLog, Mode, Options, Quantity, Travel, World};
use carom_schemes::Method;
use serde_json::Value;

/// A hammer that just touches a body of modes, one pickup on it.
struct Strike {
    mass: f64,
    velocity: f64,
    law: Law,
    modes: Vec<Mode>,
}

impl Strike {
    fn pair(&self) -> Pair {
        let weights = vec![1.0; self.modes.len()];
        let pair = Pair::modes(self.mass, &self.modes, &weights, self.law.clone());
        pair.heard_at(&weights).thrown(0.0, self.velocity)
    }

    /// Plays until the first release, returns contact time, hammer velocity and object energy.
    fn first_contact(&self, rate: f64, options: Options) -> (f64, f64, f64) {
        let pair = self.pair();
        let mut voice = pair.voice(rate, options);
        while voice.first_release().is_none() {
            voice.advance(1).unwrap();
        }
        let release = voice.first_release().unwrap();
        let energy = voice.model().energy_of(pair.other.id().index(), &release.state);
        (voice.logs()[0].first_contact_time.unwrap(), release.state.velocity[0], energy)
    }
}

fn references() -> Vec<(Strike, [f64; 3])> {
    let read = |case: &Value| {
        let of = |name: &str| case[name].as_f64().unwrap();
        let mode = |hertz: &Value| Mode::ringing(of("mode_mass"), hertz.as_f64().unwrap(), of("q"));
        let law =
            Law::hunt_crossley(of("stiffness"), of("exponent"), Damping::Mu(of("mu"))).unwrap();
        let modes = case["mode_hz"].as_array().unwrap().iter().map(mode).collect();
        let strike = Strike { mass: of("mass"), velocity: of("velocity"), law, modes };
        (strike, [of("first_contact_time"), of("hammer_velocity"), of("resonator_energy")])
    };
    crate::data::read("hammer").iter().map(read).collect()
}

#[test]
fn first_contacts_agree_with_converged_solutions() {
    let mut worst = [0.0f64; 3];
    for (strike, [time, velocity, energy]) in references() {
        let found = strike.first_contact(44_100.0, Options::offline());
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
            let (t, v, _) = strike.first_contact(44_100.0, fixed(factor));
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
        let (time, ..) = strike.first_contact(44_100.0, fixed(32));
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
            let kicked = |options| {
                let law = Law::power(k, 1.5).unwrap();
                let strike = Strike { mass: 0.01, velocity: 0.0, law, modes: modes.clone() };
                let mut pair = strike.pair();
                let mut state = pair.world.state().clone();
                // Towards the mass: the second of the contact moves up into the first.
                state.velocity[1..].fill(-1.0 / f64::from(count));
                pair.world.set_state(&state).unwrap();
                let mut voice = pair.voice(44_100.0, options);
                for _ in 0..4000 {
                    voice.advance(1).unwrap();
                    if voice.first_release().is_some() {
                        break;
                    }
                }
                voice.first_release().unwrap().state.velocity[0]
            };
            let (fast, fine) = (kicked(Options::offline()), kicked(fixed(4096)));
            let error = (fast / fine - 1.0).abs();
            println!("{count} modes, k {k:e}: {fine:.5} m/s, off by {:.3} %", 100.0 * error);
            assert!(error < 0.01, "{count} modes, k {k:e}: {fast} {fine}");
        }
    }
}

/// Random bodies and contacts, all kinds of laws.
fn orchestra(random: &mut Random, contacts: usize) -> World {
    let mut world = World::new();
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
        let body = world.body(&modes).unwrap();
        bodies.push((body, modes.len()));
    }
    bodies.push((world.mass(0.02).unwrap(), 1));
    let mut state = world.state().clone();
    for v in &mut state.velocity {
        *v = random.uniform(-1.0, 1.0);
    }
    world.set_state(&state).unwrap();
    for c in 0..contacts {
        let mut port = |(body, count): &(Body, usize)| {
            let weights: Vec<f64> = (0..*count).map(|_| random.uniform(-1.0, 1.0)).collect();
            body.weighing(if *count == 1 { &[1.0] } else { &weights }).unwrap()
        };
        let (first, second) = (port(&bodies[c]), port(&bodies[(c + 1) % bodies.len()]));
        let k = random.log_uniform(1e4, 1e13);
        let alpha = random.uniform(1.0, 3.0);
        let law = match random.bits() % 4 {
            0 => Law::power(k, alpha),
            1 => Law::centred(k, alpha, 1e-4),
            2 => Law::constant_restitution(k, alpha, 0.5),
            _ => Law::hunt_crossley(k, alpha, Damping::Mu(random.uniform(0.0, 1.0))),
        };
        let contact = world.contact(first, second, law.unwrap()).unwrap();
        world.gap(contact, random.uniform(-1e-6, 1e-5)).unwrap();
    }
    world
}

#[test]
fn ledgers_of_up_to_ten_contacts_close_to_1e_10() {
    let mut random = Random::new(31);
    let mut worst = 0.0f64;
    for i in 0..20 {
        let contacts = 1 + i % 10;
        let world = orchestra(&mut random, contacts);
        let (mut voice, _) = world.start(44_100.0, Options::offline()).unwrap();
        let initial = voice.ledger().initial();
        for _ in 0..10 {
            voice.advance(441).unwrap();
            let ledger = voice.ledger();
            let residual = ledger.residual() / initial;
            worst = worst.max(residual.abs());
            assert!(residual.abs() < 1e-10, "{contacts} contacts, {i}: {residual:e}");
            assert!(ledger.stored() <= initial * (1.0 + 1e-10), "{contacts} contacts");
            assert!(ledger.dissipated() >= 0.0);
        }
        let touched = voice.logs().iter().any(|log: &ContactLog| log.count > 0);
        assert!(touched || contacts < 3);
    }
    println!("worst ledger {worst:.1e}");
}

#[test]
fn coupled_contacts_agree_with_a_fine_runge_kutta() {
    // Two hammers on the same two modes, and a third on the first hammer.
    let mut world = World::new();
    let bar = world
        .body(&vec![Mode::ringing(0.05, 523.0, 80.0), Mode::ringing(0.08, 1441.0, 60.0)])
        .unwrap();
    let hammers = [0.01, 0.015, 0.02].map(|mass| world.mass(mass).unwrap());
    let law = || Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.2)).unwrap();
    for (hammer, weights) in [(&hammers[0], [1.0, 0.8]), (&hammers[1], [0.9, -0.5])] {
        world.contact(hammer, bar.weighing(&weights).unwrap(), law()).unwrap();
    }
    world.contact(&hammers[2], &hammers[0], law()).unwrap();
    for (hammer, speed) in hammers.iter().zip([1.0, 0.8, 1.5]) {
        world.throw(hammer, 0.0, speed).unwrap();
    }
    let end = |scheme: Method, rate: f64| {
        let started = carom_schemes::start(&world, rate, scheme, Options::offline());
        let (mut voice, _) = started.unwrap();
        voice.advance((3e-3 * rate).round() as u64).unwrap();
        voice.state().velocity.clone()
    };
    let (fine, found) = (end(Method::Rk4, 2e7), end(Method::TwoPoint, 44_000.0));
    assert!(distance(&fine, &found) < 5e-3, "{fine:?} {found:?}");
    let finer = end(Method::TwoPoint, 2e6);
    assert!(distance(&fine, &finer) < 2e-5, "{fine:?} {finer:?}");
}

/// A hammer on random modes, heard as some quantity where it strikes.
fn random_bar(random: &mut Random, quantity: Quantity) -> Pair {
    let mode = |random: &mut Random| {
        Mode::ringing(0.05, random.log_uniform(30.0, 20e3), random.log_uniform(20.0, 2000.0))
    };
    let modes: Vec<Mode> = (0..37).map(|_| mode(random)).collect();
    let weights: Vec<f64> = (0..37).map(|_| random.uniform(-1.0, 1.0)).collect();
    let law = Law::power(1e8, 1.5).unwrap();
    let mut pair = Pair::modes(0.01, &modes, &weights, law).thrown(0.0, 1.0);
    pair.world.pickup_of(pair.other.weighing(&weights).unwrap(), quantity).unwrap();
    pair
}

const QUANTITIES: [Quantity; 4] =
    [Quantity::Velocity, Quantity::Displacement, Quantity::Acceleration, Quantity::Force];

#[test]
fn calls_of_any_length_give_the_same_bits() {
    let mut random = Random::new(33);
    for quantity in QUANTITIES {
        let pair = random_bar(&mut random, quantity);
        for options in [Options::offline(), Options::default()] {
            let play = |call: usize| {
                let (mut voice, mut hands) = pair.start(44_100.0, options);
                // In the middle of a flight, whatever its calls.
                hands.at(10_007).strike(pair.hit, 2.0).unwrap();
                let sound = listen_by(&mut voice, 20_000, call);
                assert!(voice.logs()[0].count >= 2);
                (sound.into_iter().map(f64::to_bits).collect::<Vec<_>>(), bits(&voice.ledger()))
            };
            let (sound, ledger) = play(20_000);
            for call in [1, 17, 64, 1000] {
                let (other, account) = play(call);
                let differs = sound.iter().zip(&other).position(|(a, b)| a != b);
                assert_eq!(differs, None, "{quantity:?}, calls of {call}: sample");
                assert_eq!(ledger, account, "{quantity:?}, calls of {call}: ledger");
            }
        }
    }
}

/// A contact that is always being moved and never touches: no flight can pass it.
#[derive(Debug)]
struct Restless;

impl Travel for Restless {
    fn gap(&self, time: f64) -> f64 {
        1e3 + time
    }

    fn weights(&self, _: f64, weights: &mut [f64]) {
        weights.fill(1.0);
    }

    fn end(&self) -> f64 {
        f64::INFINITY
    }
}

#[test]
fn flights_and_single_samples_agree_to_1e_12() {
    let mut random = Random::new(33);
    for quantity in QUANTITIES {
        let mut pair = random_bar(&mut random, quantity);
        let play = |world: &World| {
            let (mut voice, _) = world.start(44_100.0, Options::offline()).unwrap();
            let sound = listen(&mut voice, 20_000);
            (sound, voice.ledger(), voice.counts().steps)
        };
        let (fast, a, few) = play(&pair.world);
        let (mass, wall) = (pair.world.mass(1.0).unwrap(), pair.world.wall());
        let far = pair.world.contact(&mass, &wall, Law::power(1.0, 1.0).unwrap()).unwrap();
        pair.world.travel(far, &mass, Arc::new(Restless)).unwrap();
        let (slow, b, many) = play(&pair.world);
        assert!(few < 10_000 && many >= 20_000, "{few} {many}");
        let error = distance(&fast, &slow) / peak(&slow);
        println!("{quantity:?}: {error:.1e}");
        assert!(error < 1e-12, "{quantity:?}: {error:e}");
        let lost = (a.dissipated() - b.dissipated()).abs() / a.initial();
        assert!(lost < 1e-12, "{quantity:?}: losses differ by {lost:e}");
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
    for scheme in [Method::TwoPoint, Method::Rk4] {
        let pair = strike.pair();
        let started = carom_schemes::start(&pair.world, 192_000.0, scheme, Options::offline());
        let (mut voice, mut hands) = started.unwrap();
        voice.advance(19_200).unwrap();
        let before = voice.ledger().supplied();
        hands.strike(pair.hit, 2.0).unwrap();
        voice.advance(19_200).unwrap();
        assert!(voice.logs()[0].count >= 2, "{scheme}");
        let ledger = voice.ledger();
        assert!(ledger.supplied() > before && ledger.corrected() == 0.0, "{scheme}: {ledger:?}");
        let moved = ledger.initial() + ledger.supplied().abs() + ledger.corrected().abs();
        let allowed = if scheme == Method::TwoPoint { 1e-11 } else { 1e-2 };
        assert!(ledger.residual().abs() < allowed * moved, "{scheme}: {ledger:?}");
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
        let end = |scheme: Method| {
            let mut voice = strike.pair().voice_by(44_100.0, scheme, Options::plain());
            let sound = listen(&mut voice, 400);
            (voice.iterations_max(), voice.logs()[0], sound)
        };
        let (iterations, newton, by_newton) = end(Method::Am1);
        assert!(iterations <= 4, "{speed} {mass}: {iterations}");
        let (looked_up, table, by_table) = end(Method::Am1Table);
        assert_eq!(looked_up, 0, "the whole contact lies on the table");
        assert!((table.peak_force / newton.peak_force - 1.0).abs() < 2e-3, "{speed} {mass}");
        let error = distance(&by_newton, &by_table) / peak(&by_newton);
        println!("{speed} m/s, {mass} kg: {iterations} iterations, table off by {error:.1e}");
        assert!(error < 5e-3, "{speed} {mass}: {error}");
    }
}

#[test]
fn logs_tell_of_the_first_the_longest_and_all_contacts() {
    let mut several = 0;
    for (strike, _) in references() {
        for scheme in [Method::TwoPoint, Method::Verlet] {
            let mut voice = strike.pair().voice_by(192_000.0, scheme, Options::offline());
            while voice.first_release().is_none() {
                voice.advance(1).unwrap();
            }
            let first = -voice.first_release().unwrap().state.velocity[0] / strike.velocity;
            voice.advance(192_000).unwrap();
            let last = -voice.state().velocity[0] / strike.velocity;
            let log = voice.logs()[0];
            assert!(!log.is_touching());
            let near = |found: Option<f64>, expected: f64| {
                assert!((found.unwrap() - expected).abs() < 1e-11, "{found:?} {expected} {scheme}");
            };
            near(log.first_restitution, first);
            near(log.overall_restitution, last);
            let [first, longest] = [log.first_contact_time, log.longest_contact_time];
            assert!(longest >= first && log.total_contact_time >= longest.unwrap());
            if log.count == 1 {
                assert_eq!((longest, log.longest_restitution), (first, log.first_restitution));
                near(Some(log.total_contact_time), first.unwrap());
            } else {
                several += 1;
                assert!(log.total_contact_time > first.unwrap());
            }
        }
    }
    assert!(several > 0, "no hammer touched twice");
}
