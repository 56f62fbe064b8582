//! What hands do while it sounds.

use crate::support::fixed;
use carom::law::{Damping, Law};
use carom::{Body, ContactId, Error, Mode, Options, Substeps, World};
use carom_schemes::Method;

/// A mallet over a bar of three modes.
fn bar(law: Law) -> (World, Body, Body, ContactId) {
    let mut world = World::new();
    let mallet = world.mass(0.02).unwrap();
    let modes: Vec<Mode> =
        [440.0, 1213.0, 2378.0].map(|hertz| Mode::ringing(0.1, hertz, 900.0)).into();
    let bar = world.body(&modes).unwrap();
    let hit = world.contact(&mallet, bar.weighing(&[1.0, 0.8, -0.6]).unwrap(), law).unwrap();
    world.pickup(bar.weighing(&[1.0, -1.0, 1.0]).unwrap()).unwrap();
    (world, mallet, bar, hit)
}

#[test]
fn a_strike_on_what_still_rings_has_the_loss_of_its_own_speed() {
    let law = Law::constant_restitution(1e7, 1.5, 0.6).unwrap().without_adhesion().unwrap();
    let (world, _, _, hit) = bar(law);
    let impulses = |substeps: u32| -> Vec<f64> {
        let (mut voice, mut hands) = world.start(48_000.0, fixed(substeps)).unwrap();
        let mut before = 0.0;
        [0.6, 1.0, 1.4, 1.8]
            .map(|speed| {
                hands.strike(hit, speed).unwrap();
                voice.advance(4801).unwrap();
                let impulse = voice.logs()[0].impulse;
                impulse - std::mem::replace(&mut before, impulse)
            })
            .into()
    };
    let fine = impulses(512);
    for substeps in [16, 32, 64] {
        for (found, wanted) in impulses(substeps).iter().zip(&fine) {
            assert!((found / wanted - 1.0).abs() < 2e-3, "{substeps}: {found} {wanted}");
        }
    }
}

#[test]
fn a_command_at_once_is_not_kept_waiting_by_those_for_later() {
    let (mut world, _, bar, _) = bar(Law::power(1e7, 1.5).unwrap());
    let port = world.port(bar.weighing(&[1.0, 0.0, 0.0]).unwrap()).unwrap();
    let options = Options { commands: 5, ..Options::default() };
    let (mut voice, mut hands) = world.start(48_000.0, options).unwrap();
    for n in 0..4 {
        hands.at(2000 + 100 * n).impulse(port, 0.1).unwrap();
    }
    let mut row = [0.0f64; 480];
    voice.process(&mut [&mut row]);
    hands.impulse(port, 0.1).unwrap();
    assert_eq!(hands.impulse(port, 0.1), Err(Error::Full { waiting: 5 }));
    voice.process(&mut [&mut row]);
    assert!(row[0] != 0.0, "it is heard in the first sample after it");
    assert_eq!(hands.impulse(port, 0.1), Ok(()), "there is room again");
}

#[test]
fn commands_are_heard_in_their_sample_whatever_the_order() {
    let (mut world, _, bar, _) = bar(Law::power(1e7, 1.5).unwrap());
    let port = world.port(bar.weighing(&[1.0, 0.0, 0.0]).unwrap()).unwrap();
    let (mut voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
    hands.at(900).impulse(port, 0.2).unwrap();
    hands.at(100).impulse(port, 0.1).unwrap();
    let mut row = [0.0f64; 1000];
    voice.process(&mut [&mut row]);
    assert!(row[..100].iter().all(|value| *value == 0.0) && row[100] != 0.0);
    hands.at(50).impulse(port, 0.1).unwrap();
    voice.process(&mut [&mut row]);
    assert_eq!(voice.counts().late, 1);
}

#[test]
fn either_of_two_masses_can_strike() {
    let mut world = World::new();
    let (first, second) = (world.mass(0.01).unwrap(), world.mass(0.03).unwrap());
    let hit = world.contact(&first, &second, Law::power(1e7, 1.5).unwrap()).unwrap();
    for (striker, moving) in [(&first, 0), (&second, 1)] {
        let (mut voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
        hands.strike_with(hit, striker, 1.0).unwrap();
        voice.advance(1).unwrap();
        assert_eq!(voice.logs()[0].count, 1);
        voice.advance(480).unwrap();
        // Elastic: the lighter one bounces back, the heavier one goes on.
        let wanted = if moving == 0 { [-0.5, 0.5] } else { [-1.5, -0.5] };
        let state = voice.state();
        for (found, wanted) in state.velocity.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
    }
}

#[test]
fn what_rests_presses_on_what_it_rests_on() {
    let mut world = World::new();
    let (ball, ground) = (world.mass(0.01).unwrap(), world.wall());
    world.contact(&ball, &ground, Law::constant_restitution(1e8, 1.5, 0.4).unwrap()).unwrap();
    world.push(&ball, 0.0981).unwrap();
    world.throw(&ball, -1e-3, 0.0).unwrap();
    let (mut voice, _hands) = world.start(48_000.0, Options::offline()).unwrap();
    voice.advance(96_000).unwrap();
    let (before, steps) = (voice.logs()[0].impulse, voice.counts().steps);
    voice.advance(48_000).unwrap();
    assert_eq!(voice.counts().steps, steps, "at rest nothing is computed");
    let impulse = voice.logs()[0].impulse - before;
    assert!((impulse - 0.0981).abs() < 1e-6, "{impulse} N s in a second");
    assert!((voice.forces()[0] - 0.0981).abs() < 1e-6);
}

#[test]
fn a_damped_body_loses_its_sound_and_gets_it_back() {
    let (world, _, body, hit) = bar(Law::hunt_crossley(1e7, 1.5, Damping::Mu(0.2)).unwrap());
    let (mut voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
    let level = |voice: &mut carom::Voice| {
        let mut row = [0.0f64; 2400];
        voice.process(&mut [&mut row]);
        row[1200..].iter().fold(0.0f64, |peak, value| peak.max(value.abs()))
    };
    hands.strike(hit, 1.0).unwrap();
    let ringing = level(&mut voice);
    hands.damp(&body, 300.0).unwrap();
    let damped = level(&mut voice);
    hands.damp(&body, 0.0).unwrap();
    hands.strike(hit, 1.0).unwrap();
    let again = level(&mut voice);
    assert!(
        damped < 1e-3 * ringing && (again / ringing - 1.0).abs() < 0.05,
        "{ringing} {damped} {again}"
    );
    let ledger = voice.ledger();
    assert!(ledger.residual().abs() < 1e-12 * ledger.supplied());
}

#[test]
fn modes_are_replaced_and_the_energy_is_booked() {
    let (world, _, body, hit) = bar(Law::power(1e7, 1.5).unwrap());
    let (mut voice, mut hands) = world.start(48_000.0, Options::offline()).unwrap();
    hands.strike(hit, 1.0).unwrap();
    voice.advance(1000).unwrap();
    let others: Vec<Mode> =
        [880.0, 1500.0, 3000.0].map(|hertz| Mode::ringing(0.2, hertz, 50.0)).into();
    hands.modes(&body, &others).unwrap();
    voice.advance(2000).unwrap();
    let ledger = voice.ledger();
    assert!(ledger.residual().abs() < 1e-12 * ledger.supplied());
    // The new ones ring as if they had always been there.
    let start = voice.state().clone();
    voice.advance(500).unwrap();
    let (t, mode) = (500.0 / 48_000.0, others[0]);
    let turn = (mode.omega * mode.omega - mode.sigma * mode.sigma).sqrt();
    let decay = (-mode.sigma * t).exp();
    let wanted = decay
        * (start.displacement[1] * (turn * t).cos()
            + (start.velocity[1] + mode.sigma * start.displacement[1]) / turn * (turn * t).sin());
    assert!((voice.state().displacement[1] - wanted).abs() < 1e-12 * mode.mass);
    assert!(hands.modes(&body, &others[..2]).is_err());
}

#[test]
fn senseless_commands_are_refused_with_what_would_be_right() {
    let (mut world, mallet, body, hit) = bar(Law::power(1e7, 1.5).unwrap());
    let place = body.weighing(&[1.0, 0.0, 0.0]).unwrap();
    let port = world.port(place.clone()).unwrap();
    let error = world.pickup(&body).unwrap_err().to_string();
    assert!(error.contains("place") && error.contains("at"), "{error}");
    let (_voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
    let refused = |result: Result<(), Error>, words: &[&str]| {
        let error = result.unwrap_err().to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    };
    refused(hands.strike(hit, f64::NAN), &["speed", "NaN", "finite"]);
    refused(hands.strike(hit, -1.0), &["speed", "-1", "0 or above"]);
    refused(hands.strike_with(hit, &body, 1.0), &["contact", "free mass"]);
    refused(hands.push(port, f64::INFINITY), &["force", "inf", "finite"]);
    refused(hands.damp(&mallet, 1.0), &["body", "rings"]);
    refused(hands.damp(&body, -1.0), &["rate", "-1", "0 or above"]);
    refused(hands.move_port(port, carom::Port::from(&mallet)), &["body", "port"]);
    let other = bar_of_another_world();
    refused(hands.strike(other, 1.0), &["contact", "world"]);
    let lone = Options { substeps: Substeps::Fixed(0), ..Options::default() };
    assert!(world.start(48_000.0, lone).unwrap_err().to_string().contains("substeps"));
}

fn bar_of_another_world() -> ContactId {
    bar(Law::power(1.0, 1.0).unwrap()).3
}

#[test]
fn a_moved_gap_does_the_same_work_by_every_scheme() {
    let mut world = World::new();
    let (mass, wall) = (world.mass(0.02).unwrap(), world.wall());
    let law = Law::hunt_crossley(1e6, 1.5, Damping::Mu(2.0)).unwrap();
    let press = world.contact(&mass, &wall, law).unwrap();
    world.push(&mass, 1.0).unwrap();
    world.throw(&mass, 1e-4, 0.0).unwrap();
    let supplied = |scheme: Method| {
        let substeps = Substeps::Fixed(64);
        let (mut voice, mut hands) = carom_schemes::start(
            &world,
            48_000.0,
            scheme,
            Options { substeps, ..Options::plain() },
        )
        .unwrap();
        // The wall comes and goes.
        hands.at(48).gap(press, -2e-3, 2e-3).unwrap();
        hands.at(192).gap(press, 1e-3, 3e-3).unwrap();
        voice.advance(400).unwrap();
        let ledger = voice.ledger();
        (ledger.supplied(), ledger.dissipated())
    };
    let (work, lost) = supplied(Method::TwoPoint);
    assert!(work.abs() > 1e-3 && lost > 1e-5, "{work} {lost}");
    for scheme in [Method::Rk4, Method::Verlet, Method::Heun, Method::Am1] {
        let found = supplied(scheme);
        assert!((found.0 / work - 1.0).abs() < 5e-3, "{scheme}: {} {work}", found.0);
        assert!((found.1 / lost - 1.0).abs() < 2e-2, "{scheme}: {} {lost}", found.1);
    }
}
