//! Where the energy went.

use crate::support::Pair;
use carom::law::{Damping, Felt, Law};
use carom::{Losses, Mode, Options, World};
use carom_schemes::Method;

const RATE: f64 = 44_100.0;

/// Everything lost is lost somewhere, also while hands change what is lost where.
#[test]
fn losses_add_up() {
    let felt = Felt { hysteresis: 0.9, relaxation: 1e-4 };
    for law in [
        Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.3)).unwrap(),
        Law::felt(1e9, 2.0, felt).unwrap(),
    ] {
        let modes: Vec<Mode> = (1..=20)
            .map(|n| {
                let mode = Mode::ringing(0.1, 150.0 * f64::from(n), 60.0);
                Mode { radiation: 0.5 * mode.sigma, support: 0.2 * mode.sigma, ..mode }
            })
            .collect();
        let mut pair = Pair::modes(0.01, &modes, &[1.0; 20], law).thrown(-1e-4, 1.0);
        let other = pair.world.body(&modes[..3].to_vec()).unwrap();
        let law = Law::power(1e7, 1.5).unwrap();
        let second = pair.world.contact(&pair.mass, other.weighing(&[-1.0; 3]).unwrap(), law);
        pair.world.gap(second.unwrap(), 1e-3).unwrap();
        let (mut voice, mut hands) = pair.start(RATE, Options::default());
        let tuned: Vec<Mode> =
            modes.iter().map(|mode| Mode { radiation: 0.0, mass: 0.2, ..*mode }).collect();
        hands.at(1000).damp(&pair.other, 40.0).unwrap();
        hands.at(2000).modes(&pair.other, &tuned).unwrap();
        hands.at(3000).strike(pair.hit, 1.0).unwrap();
        let mut radiated = 0.0;
        for call in [50, 100, 13, 837, 1000, 1000, 1000, 2011] {
            voice.advance(call).unwrap();
            let account = voice.account();
            let losses: Vec<_> = (0..3).map(|b| account.losses(b).unwrap()).collect();
            let contacts = [0, 1].map(|c| account.contact(c).unwrap());
            let lost = losses.iter().map(Losses::total).sum::<f64>()
                + contacts.iter().map(|contact| contact.lost.unwrap()).sum::<f64>();
            let ledger = account.ledger();
            assert!((lost / ledger.dissipated() - 1.0).abs() < 1e-12);
            let stored = (0..3).map(|b| account.stored(b).unwrap()).sum::<f64>()
                + contacts.iter().map(|contact| contact.stored).sum::<f64>();
            assert!((stored - ledger.stored()).abs() < 1e-12 * ledger.initial());
            assert!(account.losses(4).is_none() && account.stored(4).is_none());
            assert!(losses[0] == Losses::default() && contacts[0].lost.unwrap() > 0.0);
            // The mass has nowhere to lose anything; the bar loses in parts of its decay.
            let bar = losses[1];
            if voice.frames() <= 1000 {
                assert!((bar.radiation / bar.total() - 0.5).abs() < 1e-12);
                assert!((bar.supports / bar.total() - 0.2).abs() < 1e-12);
                radiated = bar.radiation / bar.total();
            } else if voice.frames() == 2000 {
                // What damps is a support: the share of the radiation falls.
                assert!(bar.supports > 0.3 * bar.total() && bar.radiation < radiated * bar.total());
                radiated = bar.radiation;
            } else {
                assert_eq!(bar.radiation, radiated, "it radiates no more");
            }
        }
        hands.reset().unwrap();
        voice.advance(1).unwrap();
        let account = voice.account();
        let (lost, all) = (account.losses(1).unwrap().total(), account.ledger().dissipated());
        assert!(lost <= all && all < 1e-9);
    }
}

/// Each mode by itself: parts of 2σ·∫mv².
#[test]
fn a_mode_loses_by_the_parts_of_its_decay() {
    let mode = Mode { radiation: 7.0, support: 2.0, ..Mode::ringing(0.1, 440.0, 100.0) };
    let mut world = World::new();
    let body = world.body(&vec![mode]).unwrap();
    let mut state = world.state().clone();
    state.velocity[0] = 1.0;
    world.set_state(&state).unwrap();
    let (mut voice, _) = world.start(RATE, Options::default()).unwrap();
    voice.advance(44_100).unwrap();
    let account = voice.account();
    let (losses, stored) = (account.losses(body.id().index()).unwrap(), account.stored(0).unwrap());
    let lost = 0.05 - stored;
    assert!((losses.radiation - lost * 7.0 / mode.sigma).abs() < 1e-14);
    assert!((losses.supports - lost * 2.0 / mode.sigma).abs() < 1e-14);
    assert!((losses.material - lost * (mode.sigma - 9.0) / mode.sigma).abs() < 1e-14);
    // Other schemes know the sum alone.
    let (mut voice, _) = carom_schemes::start(&world, RATE, Method::Rk4, Options::plain()).unwrap();
    voice.advance(100).unwrap();
    assert!(voice.account().losses(0).is_none() && voice.account().stored(0).is_some());
}
