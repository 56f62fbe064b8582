//! Contacts that last: felt, balls that come to rest, balls that are rolled.

use std::sync::Arc;

use crate::support::{Pair, Sine, listen, peak, relative_residual};
use carom::law::{Damping, Felt, Law};
use carom::{ContactId, Hands, Mode, Options, PortId, Travel, Voice};

const RATE: f64 = 44_100.0;

fn play(voice: &mut Voice, seconds: f64) -> Vec<f64> {
    listen(voice, (seconds * RATE) as usize)
}

/// A ball over a floor: the voice, the hands, the contact and the point where its weight acts.
fn ball_on_floor(law: Law, height: f64, mass: f64) -> (Voice, Hands, ContactId, PortId) {
    let mut pair = Pair::wall(mass, law).thrown(-height, 0.0);
    let weight = pair.push(9.81 * mass);
    let (voice, hands) = pair.start(RATE, Options::offline());
    (voice, hands, pair.hit, weight)
}

#[test]
fn bounces_follow_the_powers_of_the_restitution_until_rest() {
    let (restitution, height) = (0.7, 0.3f64);
    let law = Law::constant_restitution(4e9, 1.5, restitution).unwrap();
    let (mut voice, ..) = ball_on_floor(law, height, 0.005);
    // The first flight lasts √(2h/g), the n-th after it 2eⁿ·v/g.
    let (fall, speed) = ((2.0 * height / 9.81).sqrt(), (2.0 * height * 9.81).sqrt());
    let flight = |n: i32| 2.0 * restitution.powi(n) * speed / 9.81;
    let mut touched = Vec::new();
    let mut seen = 0;
    while touched.len() < 18 {
        voice.advance(1).unwrap();
        if voice.logs()[0].count > seen {
            seen = voice.logs()[0].count;
            touched.push(voice.frames() as f64 / RATE);
        }
    }
    let mut expected = fall;
    for (n, at) in touched.iter().enumerate() {
        assert!((at / expected - 1.0).abs() < 0.01, "bounce {n}: {at} instead of {expected}");
        let next = flight(n as i32 + 1);
        if let Some(later) = touched.get(n + 1).filter(|_| next > 0.004) {
            let found = later - at;
            assert!((found / next - 1.0).abs() < 0.01, "flight {n}: {found} instead of {next}");
        }
        expected += next;
    }
}

#[test]
fn a_minute_of_rest_adds_no_energy_and_takes_no_steps() {
    for struck in [false, true] {
        let law = Law::constant_restitution(4e9, 1.5, 0.6).unwrap();
        let (mut voice, mut hands, floor, weight) = ball_on_floor(law, 0.1, 0.005);
        play(&mut voice, 2.0);
        let (settled, residual) = (voice.ledger(), relative_residual(&mut voice));
        assert!(residual.abs() < 1e-12, "{residual:e}");
        assert!(voice.logs()[0].is_touching());
        let steps = voice.counts().steps;
        play(&mut voice, 60.0);
        let after = voice.ledger();
        assert_eq!(voice.counts().steps, steps);
        assert_eq!(settled.dissipated().to_bits(), after.dissipated().to_bits());
        assert_eq!(settled.stored().to_bits(), after.stored().to_bits());
        assert_eq!(voice.state().velocity[0], 0.0);
        // A blow wakes it, and so does a strike, from which it bounces.
        if struck {
            hands.strike(floor, 1.0 / 0.6).unwrap();
        } else {
            hands.impulse(weight, -0.005).unwrap();
        }
        play(&mut voice, 0.01);
        assert!(voice.state().velocity[0] < -0.8);
    }
}

#[test]
fn a_ball_that_rests_on_a_plate_is_silent_at_last() {
    let modes: Vec<_> =
        (1..30).map(|n| Mode::ringing(0.5, 210.0 * f64::from(n) * 1.07, 60.0)).collect();
    let weights: Vec<_> = (1..30).map(|n| 1.4 * f64::from(n).sin()).collect();
    let law = Law::constant_restitution(4e9, 1.5, 0.5).unwrap();
    let mut pair = Pair::modes(0.005, &modes, &weights, law).heard_at(&weights).thrown(-0.05, 0.0);
    pair.push(9.81 * 0.005);
    let mut voice = pair.voice(RATE, Options::offline());
    let loud = peak(&play(&mut voice, 2.0));
    let loudest = peak(&play(&mut voice, 1.0));
    assert!(loud > 1e-3 && loudest < 1e-6 * loud, "{loud:e} {loudest:e}");
    assert!(relative_residual(&mut voice).abs() < 1e-12);
}

fn felt_hammer(speed: f64) -> Voice {
    // A middle hammer of a grand piano, Stulov's parameters.
    let felt = Felt { hysteresis: 0.9926, relaxation: 2.0e-6 };
    let law = Law::felt(1e14, 3.8, felt).unwrap();
    let string = [Mode::ringing(0.01, 262.0, 900.0), Mode::free(10.0)];
    let pair = Pair::modes(0.008, &string, &[0.5, 1.0], law).heard_at(&[0.5, 1.0]);
    pair.thrown(0.0, speed).voice(RATE, Options::offline())
}

#[test]
fn felt_books_its_loss_and_lets_go_before_it_has_recovered() {
    for speed in [0.5, 2.0, 5.0] {
        let mut voice = felt_hammer(speed);
        play(&mut voice, 0.02);
        let release = voice.first_release().unwrap();
        let log = voice.logs()[0];
        let left = voice.model().compression(0, &release.state) / log.peak_compression;
        assert!((0.1..0.95).contains(&left), "{speed}: {left} of the compression is left");
        let residual = relative_residual(&mut voice);
        assert!(residual.abs() < 1e-12, "{residual:e}");
        // The dent grows back, and its energy is lost.
        let lost = voice.ledger().dissipated();
        play(&mut voice, 1.0);
        assert!(voice.ledger().dissipated() > lost);
        assert!(relative_residual(&mut voice).abs() < 1e-12);
    }
}

#[test]
fn fast_strikes_of_felt_are_shorter() {
    let time = |speed| {
        let mut voice = felt_hammer(speed);
        play(&mut voice, 0.02);
        voice.logs()[0].first_contact_time.unwrap()
    };
    let (slow, fast) = (time(0.5), time(5.0));
    assert!(fast < 0.6 * slow, "{slow} {fast}");
}

#[test]
fn the_work_of_a_rolled_ball_is_in_the_ledger() {
    let modes: Vec<_> =
        (1..=12).map(|n| Mode::ringing(0.3, 130.0 * f64::from(n * n), 60.0)).collect();
    let law = Law::hunt_crossley(4e9, 1.5, Damping::Mu(0.3)).unwrap();
    let pair = Pair::modes(0.01, &modes, &[0.0; 12], law).heard_at(&[1.0; 12]);
    let mut pair = pair.thrown(2e-6, 0.0);
    pair.push(0.0981);
    let path = Arc::new(Sine { speed: 0.3, length: 0.4 });
    pair.world.travel(pair.hit, &pair.other, path).unwrap();
    let mut voice = pair.voice(RATE, Options::offline());
    let sound = play(&mut voice, 1.1);
    let ledger = voice.ledger();
    let gravity_work = ledger.supplied();
    assert!(gravity_work.abs() > 1e-9 && ledger.dissipated() > 1e-9);
    let residual = ledger.residual() / ledger.dissipated();
    assert!(residual.abs() < 1e-9, "{residual:e}");
    assert!(sound.iter().any(|value| value.abs() > 1e-6));
    // Once the hand rests, so does everything else.
    play(&mut voice, 6.0);
    let rest = play(&mut voice, 1.0);
    assert!(rest.iter().all(|value| value.abs() < 1e-12));
}

/// A wall that stands still for a while and then comes nearer.
#[derive(Debug)]
struct Approaching {
    from: f64,
    distance: f64,
    speed: f64,
}

impl Travel for Approaching {
    fn gap(&self, time: f64) -> f64 {
        self.distance - self.speed * (time.min(self.end()) - self.from).max(0.0)
    }

    fn weights(&self, _: f64, weights: &mut [f64]) {
        weights.fill(1.0);
    }

    fn end(&self) -> f64 {
        self.from + 2.0 * self.distance / self.speed
    }

    fn moves(&self, time: f64) -> bool {
        (self.from..self.end()).contains(&time)
    }
}

#[test]
fn a_path_that_goes_on_within_a_flight_is_followed_from_then_on() {
    // It begins to move, and arrives, at any place of the 64 samples that pass at once.
    for late in 0..64 {
        let from = (640.0 + f64::from(late) + 0.5) / RATE;
        let path = Approaching { from, distance: 1e-3, speed: 2.0 };
        let arrives = path.from + path.distance / path.speed;
        let mut pair = Pair::wall(0.01, Law::power(1e8, 1.5).unwrap());
        pair.world.travel(pair.hit, &pair.mass, Arc::new(path)).unwrap();
        let mut voice = pair.voice(RATE, Options::offline());
        voice.advance(1000).unwrap();
        let first = voice.logs()[0].first_contact_at.unwrap();
        assert!((first - arrives).abs() < 1e-6, "{late}: {first} {arrives}");
        // The wall is moved: what it gives is in the account.
        assert!(voice.ledger().supplied() > 0.0 && relative_residual(&mut voice).abs() < 1e-12);
    }
}
