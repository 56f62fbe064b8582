//! Corners in which contacts were once missed, misjudged or booked wrongly.

use std::sync::Arc;

use crate::support::fixed;
use carom::law::{Damping, Law};
use carom::{Error, Mode, Options, Substeps, Travel, World};
use carom_schemes::Method;
use carom_schemes::correction::Correction;

#[test]
fn a_mass_that_is_weighed_anew_keeps_its_energy() {
    for weight in [0.5, 0.1, -1.0] {
        let mut world = World::new();
        let (mass, wall) = (world.mass(0.01).unwrap(), world.wall());
        let hit = world.contact(&mass, &wall, Law::power(1e9, 1.5).unwrap()).unwrap();
        let (mut voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
        hands.place_contact(hit, mass.weighing(&[weight]).unwrap()).unwrap();
        voice.advance(2).unwrap();
        hands.strike(hit, 1.0).unwrap();
        voice.advance(480).unwrap();
        assert!((voice.state().velocity[0].abs() - 1.0).abs() < 1e-9, "{weight}");
        let ledger = voice.ledger();
        assert!(ledger.residual().abs() < 1e-12 * ledger.supplied(), "{weight}: {ledger:?}");
    }
}

#[test]
fn a_strike_on_what_rings_takes_the_steps_that_it_needs() {
    let mut world = World::new();
    let mallet = world.mass(0.01).unwrap();
    let modes: Vec<Mode> =
        [440.0, 1213.0, 2378.0].map(|hertz| Mode::ringing(0.1, hertz, 900.0)).into();
    let bar = world.body(&modes).unwrap();
    let place = bar.weighing(&[1.0, 0.8, -0.6]).unwrap();
    let hit = world.contact(&mallet, place.clone(), Law::power(1e12, 1.5).unwrap()).unwrap();
    world.throw(&mallet, -1.0, 0.0).unwrap();
    for sample in 1001..1013 {
        let (mut voice, mut hands) = world.start(48_000.0, Options::offline()).unwrap();
        hands.impulse_at(place.clone(), 0.02).unwrap();
        hands.at(sample).strike(hit, 1.0).unwrap();
        voice.advance(sample + 10).unwrap();
        assert!(voice.logs()[0].substeps >= 32, "{sample}: {:?}", voice.logs()[0]);
    }
}

#[test]
fn a_push_reaches_through_a_contact_within_a_sample() {
    for gap in [1e-9, 1e-8, 1e-7] {
        let mut world = World::new();
        let (a, b, wall) = (world.mass(0.01).unwrap(), world.mass(0.01).unwrap(), world.wall());
        world.contact(&a, &b, Law::power(1e9, 1.5).unwrap()).unwrap();
        let last = world.contact(&b, &wall, Law::power(1e9, 1.5).unwrap()).unwrap();
        world.gap(last, gap).unwrap();
        world.push(&a, 1000.0).unwrap();
        let (mut voice, _hands) = world.start(48_000.0, Options::offline()).unwrap();
        voice.advance(20).unwrap();
        let ledger = voice.ledger();
        assert!(ledger.residual().abs() < 1e-12 * ledger.supplied(), "{gap}: {ledger:?}");
        assert!(voice.logs()[1].count > 0);
    }
}

#[test]
fn a_fast_mode_that_turns_within_a_sample_is_not_missed() {
    let touch = |phase: f64, method: Method, options: Options| {
        let mut world = World::new();
        let mass = world.mass(0.01).unwrap();
        let body = world.body(&vec![Mode::ringing(0.1, 18_000.0, 1e6)]).unwrap();
        let contact = world
            .contact(body.weighing(&[1.0]).unwrap(), &mass, Law::power(1e7, 1.5).unwrap())
            .unwrap();
        world.gap(contact, 0.6e-5).unwrap();
        let mut state = world.state().clone();
        let omega = std::f64::consts::TAU * 18_000.0;
        (state.displacement[1], state.velocity[1]) =
            (1e-5 * phase.cos(), -1e-5 * omega * phase.sin());
        world.set_state(&state).unwrap();
        let started = carom_schemes::start(&world, 48_000.0, method, options);
        let (mut voice, _hands) = started.unwrap();
        voice.advance(10).unwrap();
        voice.logs()[0].first_contact_at.unwrap() * 48_000.0
    };
    for n in 0..24 {
        let phase = 0.96 + 4.3 * f64::from(n) / 24.0;
        let fine = Options { substeps: Substeps::Fixed(256), ..Options::plain() };
        let (found, wanted) =
            (touch(phase, Method::TwoPoint, Options::offline()), touch(phase, Method::Rk4, fine));
        // Within the sample: its start is told along a line, and the mode turns on the way.
        assert!((found - wanted).abs() < 1.0, "{phase}: {found} {wanted} samples");
    }
}

#[test]
fn a_point_moved_in_the_sample_of_a_strike_is_struck_at_its_own_speed() {
    let mut world = World::new();
    let mallet = world.mass(0.02).unwrap();
    let modes: Vec<Mode> = [440.0, 1213.0].map(|hertz| Mode::ringing(0.1, hertz, 900.0)).into();
    let bar = world.body(&modes).unwrap();
    let (here, there) = (bar.weighing(&[1.0, 0.8]).unwrap(), bar.weighing(&[0.3, -0.9]).unwrap());
    let hit = world.contact(&mallet, here.clone(), Law::power(1e7, 1.5).unwrap()).unwrap();
    world.throw(&mallet, -1.0, 0.0).unwrap();
    let impulse = |both: bool| {
        let (mut voice, mut hands) = world.start(48_000.0, Options::offline()).unwrap();
        hands.impulse_at(here.clone(), 0.05).unwrap();
        if both {
            hands.at(500).place_contact(hit, there.clone()).unwrap();
            hands.at(500).strike(hit, 0.5).unwrap();
        } else {
            hands.at(500).strike_at(hit, there.clone(), 0.5).unwrap();
        }
        voice.advance(800).unwrap();
        voice.logs()[0].impulse
    };
    let (two, one) = (impulse(true), impulse(false));
    assert!((two / one - 1.0).abs() < 1e-9, "{two} {one}");
}

#[test]
fn a_corrected_impact_stays_what_it_is() {
    let mut world = World::new();
    let (mass, wall) = (world.mass(0.01).unwrap(), world.wall());
    let hit = world.contact(&mass, &wall, Law::power(1e7, 1.5).unwrap()).unwrap();
    let started = carom_schemes::start(&world, 48_000.0, Correction::Hybrid, Options::plain());
    let (_voice, mut hands) = started.unwrap();
    let refused =
        |result: Result<(), Error>| assert!(matches!(result, Err(Error::Scheme(_))), "{result:?}");
    refused(hands.gap(hit, 1e-3, 0.0));
    refused(hands.law(hit, Law::power(1e5, 1.5).unwrap()));
    refused(hands.modes(&mass, &[Mode::free(0.1)]));
    assert_eq!(hands.strike(hit, 1.0), Ok(()));
}

#[test]
fn a_contact_that_did_not_begin_by_an_approach_loses_its_share() {
    let mut world = World::new();
    let (mass, wall) = (world.mass(0.01).unwrap(), world.wall());
    world.contact(&mass, &wall, Law::constant_restitution(1e7, 1.5, 0.5).unwrap()).unwrap();
    world.throw(&mass, 1e-9, 1.0).unwrap();
    for scheme in [Method::TwoPoint, Method::Rk4] {
        let started = carom_schemes::start(&world, 48_000.0, scheme, fixed(64));
        let (mut voice, _hands) = started.unwrap();
        voice.advance(480).unwrap();
        let left = -voice.state().velocity[0];
        assert!((left - 0.5).abs() < 1e-3, "{scheme}: {left}");
    }
}

/// A bump that comes and goes.
#[derive(Debug)]
struct Bump;

impl Travel for Bump {
    fn gap(&self, time: f64) -> f64 {
        -1e-4 * (300.0 * time.min(0.01)).sin()
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        weights.fill(1.0 + time.min(0.01));
    }

    fn end(&self) -> f64 {
        0.01
    }
}

#[test]
fn a_reset_brings_back_the_start() {
    let mut world = World::new();
    let mass = world.mass(0.01).unwrap();
    let bar = world.body(&vec![Mode::ringing(0.1, 440.0, 90.0)]).unwrap();
    let law = Law::hunt_crossley(1e7, 1.5, Damping::Mu(0.2)).unwrap();
    let press = world.contact(&mass, bar.weighing(&[1.0]).unwrap(), law).unwrap();
    world.push(&mass, 1.0).unwrap();
    world.travel(press, &bar, Arc::new(Bump)).unwrap();
    world.pickup(bar.weighing(&[1.0]).unwrap()).unwrap();
    // A multiple of 64, so that flights fall alike.
    let (mut voice, mut hands) = world.start(48_000.0, Options::offline()).unwrap();
    let play = |voice: &mut carom::Voice| {
        let mut sound = vec![0.0f64; 1280];
        voice.process(&mut [&mut sound]);
        sound
    };
    let first = play(&mut voice);
    hands.damp(&bar, 10.0).unwrap();
    hands.travel(press, &bar, Arc::new(Bump)).unwrap();
    let other = play(&mut voice);
    hands.reset().unwrap();
    let again = play(&mut voice);
    assert!(first != other && first.iter().any(|value| value.abs() > 1e-6));
    let peak = first.iter().fold(0.0f64, |peak, value| peak.max(value.abs()));
    for (a, b) in first.iter().zip(&again) {
        assert!((a - b).abs() < 1e-9 * peak, "{a} {b}");
    }
}

#[test]
fn a_voice_that_stopped_goes_on_after_a_reset() {
    let mut world = World::new();
    let (mass, wall) = (world.mass(0.01).unwrap(), world.wall());
    // A spring with three radians of its swing in a step.
    world.contact(&mass, &wall, Law::oscillator(0.01 * 24_000f64.powi(2), 1.0).unwrap()).unwrap();
    world.throw(&mass, -1e-4, 50.0).unwrap();
    let (mut voice, mut hands) =
        carom_schemes::start(&world, 8000.0, Method::Heun, Options::plain()).unwrap();
    assert!(voice.advance(2000).is_err(), "a scheme without a bound survived");
    hands.reset().unwrap();
    assert!(voice.advance(1).is_ok());
}

#[test]
fn what_is_added_to_a_copy_of_a_world_does_not_pass_for_what_is_added_to_the_world() {
    let mut world = World::new();
    let mass = world.mass(0.01).unwrap();
    let mut copy = world.clone();
    copy.throw(&mass, 1.0, 0.0).unwrap();
    let [own, other] = [&mut world, &mut copy].map(|world| {
        let (body, wall) = (world.mass(1.0).unwrap(), world.wall());
        let contact = world.contact(&body, &wall, Law::power(1e6, 1.5).unwrap()).unwrap();
        (body.clone(), contact, world.port(&body).unwrap())
    });
    assert!(world.throw(&other.0, 0.0, 0.0).is_err());
    assert!(world.gap(other.1, 0.0).is_err());
    let (mut voice, mut hands) = world.start(48_000.0, Options::default()).unwrap();
    assert!(voice.push(other.2, 1.0).is_err() && hands.push(other.2, 1.0).is_err());
    assert!(hands.strike(other.1, 1.0).is_err());
    assert!(voice.push(own.2, 1.0).is_ok() && hands.strike(own.1, 1.0).is_ok());
}

/// A page that plays by hand would otherwise fall silent before it lands.
#[test]
fn a_mass_in_the_air_will_touch_unless_it_leaves_or_takes_too_long() {
    let law = Law::hunt_crossley(1e6, 1.5, Damping::Mu(0.5)).unwrap();
    let ring = [Mode::ringing(0.5, 300.0, 5.0)];
    let thrown = |x: f64, v: f64| {
        crate::support::Pair::modes(0.01, &ring, &[1.0], law.clone())
            .thrown(x, v)
            .voice(48_000.0, Options::default())
    };
    let mut lands = thrown(-0.27, 1.0);
    assert!(lands.falls());
    lands.advance(12_000).unwrap();
    assert!(lands.falls(), "still on its way");
    lands.advance(12_000).unwrap();
    assert!(!lands.falls(), "it has bounced");
    assert!(!thrown(-0.27, -1.0).falls() && !thrown(-0.27, 0.0).falls());
    assert!(!thrown(-0.27, 0.02).falls(), "a quarter of a minute");
}
