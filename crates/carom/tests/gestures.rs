//! Contacts that last: felt, balls that come to rest, balls that are rolled.

use std::sync::Arc;

use carom::law::{Damping, Felt, Law};
use carom::{Block, Mode, Model, Player, PlayerOptions, Quantity, Travel};

const RATE: f64 = 44_100.0;

fn play(player: &mut Player, seconds: f64) -> Vec<f64> {
    let frames = (seconds * RATE) as usize;
    let pickups = player.model().pickups().len();
    let mut sound = vec![0.0; frames * pickups];
    player.advance(&mut Block { frames, pickups: &mut sound, contacts: &mut [] }).unwrap();
    sound
}

fn ball_on_floor(law: Law, height: f64, mass: f64) -> Player {
    let model = Model::mass_and_wall(mass, law).unwrap();
    let mut state = model.rest();
    state.displacement[0] = -height;
    Player::new(model, &state, 1.0 / RATE, &[9.81 * mass], PlayerOptions::default()).unwrap()
}

fn relative_residual(player: &Player) -> f64 {
    let ledger = player.ledger();
    ledger.residual() / (ledger.initial() + ledger.supplied().abs())
}

#[test]
fn bounces_follow_the_powers_of_the_restitution_until_rest() {
    let (restitution, height) = (0.7, 0.3f64);
    let law = Law::constant_restitution(4e9, 1.5, restitution).unwrap();
    let mut player = ball_on_floor(law, height, 0.005);
    // The first flight lasts √(2h/g), the n-th after it 2eⁿ·v/g.
    let (fall, speed) = ((2.0 * height / 9.81).sqrt(), (2.0 * height * 9.81).sqrt());
    let flight = |n: i32| 2.0 * restitution.powi(n) * speed / 9.81;
    let mut touched = Vec::new();
    let mut seen = 0;
    while touched.len() < 18 {
        play(&mut player, 1.0 / RATE);
        if player.logs()[0].count > seen {
            seen = player.logs()[0].count;
            touched.push(player.frames() as f64 / RATE);
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
fn a_minute_of_rest_adds_no_energy_and_takes_no_time() {
    let law = Law::constant_restitution(4e9, 1.5, 0.6).unwrap();
    let mut player = ball_on_floor(law, 0.1, 0.005);
    play(&mut player, 2.0);
    let (settled, residual) = (player.ledger(), relative_residual(&player));
    assert!(residual.abs() < 1e-12, "{residual:e}");
    assert!(player.logs()[0].is_touching());
    play(&mut player, 60.0);
    let after = player.ledger();
    assert_eq!(settled.dissipated().to_bits(), after.dissipated().to_bits());
    assert_eq!(settled.stored().to_bits(), after.stored().to_bits());
    assert_eq!(player.state().velocity[0], 0.0);
    // A strike wakes it.
    let body = player.model().contacts()[0].bodies()[0];
    player.strike(body, -1.0);
    play(&mut player, 0.01);
    assert!(player.state().velocity[0] < -0.8);
}

#[test]
fn a_ball_that_rests_on_a_plate_is_silent_at_last() {
    let mut model = Model::default();
    let ball = model.body(&[Mode::free(0.005)]).unwrap();
    let modes: Vec<_> =
        (1..30).map(|n| Mode::ringing(0.5, 210.0 * f64::from(n) * 1.07, 60.0)).collect();
    let plate = model.body(&modes).unwrap();
    let weights: Vec<_> = (1..30).map(|n| 1.4 * f64::from(n).sin()).collect();
    let (tip, spot) = (model.port(ball, &[1.0]).unwrap(), model.port(plate, &weights).unwrap());
    model.pickup(&spot, Quantity::Velocity);
    model.contact(tip, spot, 0.0, Law::constant_restitution(4e9, 1.5, 0.5).unwrap()).unwrap();
    let mut state = model.rest();
    state.displacement[0] = -0.05;
    let gravity = [9.81 * 0.005];
    let options = PlayerOptions::default();
    let mut player = Player::new(model, &state, 1.0 / RATE, &gravity, options).unwrap();
    let sound = play(&mut player, 2.0);
    let peak = sound.iter().fold(0.0f64, |peak, value| peak.max(value.abs()));
    let rest = play(&mut player, 1.0);
    let loudest = rest.iter().fold(0.0f64, |peak, value| peak.max(value.abs()));
    assert!(peak > 1e-3 && loudest < 1e-6 * peak, "{peak:e} {loudest:e}");
    assert!(relative_residual(&player).abs() < 1e-12);
}

fn felt_hammer(speed: f64) -> Player {
    // A middle hammer of a grand piano, Stulov's parameters.
    let felt = Felt { hysteresis: 0.9926, relaxation: 2.0e-6 };
    let law = Law::felt(1e14, 3.8, felt).unwrap();
    let mut model = Model::default();
    let hammer = model.body(&[Mode::free(0.008)]).unwrap();
    let string = model.body(&[Mode::ringing(0.01, 262.0, 900.0), Mode::free(10.0)]).unwrap();
    let (tip, spot) =
        (model.port(hammer, &[1.0]).unwrap(), model.port(string, &[0.5, 1.0]).unwrap());
    model.pickup(&spot, Quantity::Velocity);
    model.contact(tip, spot, 0.0, law).unwrap();
    let mut state = model.rest();
    state.velocity[0] = speed;
    Player::new(model, &state, 1.0 / RATE, &[], PlayerOptions::default()).unwrap()
}

#[test]
fn felt_books_its_loss_and_lets_go_before_it_has_recovered() {
    for speed in [0.5, 2.0, 5.0] {
        let mut player = felt_hammer(speed);
        play(&mut player, 0.02);
        let release = player.first_release().unwrap();
        let log = player.logs()[0];
        let left = player.model().compression(0, &release.state) / log.peak_compression;
        assert!((0.1..0.95).contains(&left), "{speed}: {left} of the compression is left");
        assert!(relative_residual(&player).abs() < 1e-12, "{:e}", relative_residual(&player));
        // The dent grows back, and its energy is lost.
        let lost = player.ledger().dissipated();
        play(&mut player, 1.0);
        assert!(player.ledger().dissipated() > lost);
        assert!(relative_residual(&player).abs() < 1e-12);
    }
}

#[test]
fn fast_strikes_of_felt_are_shorter() {
    let time = |speed| {
        let mut player = felt_hammer(speed);
        play(&mut player, 0.02);
        player.logs()[0].first_contact_time.unwrap()
    };
    let (slow, fast) = (time(0.5), time(5.0));
    assert!(fast < 0.6 * slow, "{slow} {fast}");
}

/// A sine of metres over a bar whose mode shape is a sine.
#[derive(Debug)]
struct Sine {
    speed: f64,
    length: f64,
}

impl Travel for Sine {
    fn gap(&self, time: f64) -> f64 {
        let at = self.speed * time.min(self.end());
        2e-6 * (std::f64::consts::TAU * at / 2e-3).cos()
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        let at = self.speed * time.min(self.end()) / self.length;
        for (n, weight) in weights.iter_mut().enumerate() {
            *weight = 2f64.sqrt() * (std::f64::consts::PI * (n + 1) as f64 * at).sin();
        }
    }

    fn end(&self) -> f64 {
        0.9 * self.length / self.speed
    }
}

#[test]
fn the_work_of_a_rolled_ball_is_in_the_ledger() {
    let mut model = Model::default();
    let ball = model.body(&[Mode::free(0.01)]).unwrap();
    let modes: Vec<_> =
        (1..=12).map(|n| Mode::ringing(0.3, 130.0 * f64::from(n * n), 60.0)).collect();
    let bar = model.body(&modes).unwrap();
    let (tip, spot) = (model.port(ball, &[1.0]).unwrap(), model.port(bar, &[0.0; 12]).unwrap());
    let ear = model.port(bar, &[1.0; 12]).unwrap();
    model.pickup(&ear, Quantity::Velocity);
    let law = Law::hunt_crossley(4e9, 1.5, Damping::Mu(0.3)).unwrap();
    model.contact(tip, spot, 0.0, law).unwrap();
    let mut state = model.rest();
    state.displacement[0] = 2e-6;
    let gravity = [0.0981];
    let options = PlayerOptions::default();
    let mut player = Player::new(model, &state, 1.0 / RATE, &gravity, options).unwrap();
    player.travel(0, bar, Arc::new(Sine { speed: 0.3, length: 0.4 })).unwrap();
    let sound = play(&mut player, 1.1);
    let ledger = player.ledger();
    let gravity_work = ledger.supplied();
    assert!(gravity_work.abs() > 1e-9 && ledger.dissipated() > 1e-9);
    let residual = ledger.residual() / ledger.dissipated();
    assert!(residual.abs() < 1e-9, "{residual:e}");
    assert!(sound.iter().any(|value| value.abs() > 1e-6));
    // Once the hand rests, so does everything else.
    play(&mut player, 6.0);
    let rest = play(&mut player, 1.0);
    assert!(rest.iter().all(|value| value.abs() < 1e-12));
}
