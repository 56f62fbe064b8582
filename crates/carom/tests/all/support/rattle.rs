//! Ten hard contacts that rattle for ever, on a budget.

use carom::law::Law;
use carom::numeric::Random;
use carom::{Hands, Mode, Options, PortId, Voice, World};

/// Samples per second.
pub(crate) const RATE: f64 = 48_000.0;

/// The work that 64 samples may take.
pub(crate) const BUDGET: u32 = 512;

/// Ten masses on a plate that hardly loses anything, pressed and struck from below.
pub(crate) fn rattle() -> (Voice, Hands, PortId) {
    let (mut world, mut random) = (World::new(), Random::new(5));
    let modes: Vec<Mode> =
        (0..16).map(|n| Mode::ringing(0.5, 90.0 * f64::from(n + 1).powf(1.4), 5000.0)).collect();
    let plate = world.body(&modes).unwrap();
    for n in 0..10 {
        let kilograms = random.log_uniform(1e-3, 1e-2);
        let mass = world.mass(kilograms).unwrap();
        let weights: Vec<f64> = modes.iter().map(|_| random.uniform(-1.0, 1.0)).collect();
        let law = match n % 3 {
            0 => Law::power(1e13, 1.5),
            1 => Law::constant_restitution(1e13, 1.5, 0.9),
            _ => Law::power(1e13, 2.0),
        };
        world.contact(&mass, plate.weighing(&weights).unwrap(), law.unwrap()).unwrap();
        world.push(&mass, 1.0).unwrap();
        world.throw(&mass, -random.log_uniform(1e-5, 1e-3), 0.0).unwrap();
    }
    let below = world.port(plate.weighing(&[1.0; 16]).unwrap()).unwrap();
    for sign in [1.0, -1.0] {
        world.pickup(plate.weighing(&[sign; 16]).unwrap()).unwrap();
    }
    let options = Options { budget: BUDGET, ..Options::default() };
    let (voice, hands) = world.start(RATE, options).unwrap();
    (voice, hands, below)
}

/// Plays so many samples in calls of some length, kicked now and then, and checks the energy.
pub(crate) fn play(samples: u64, length: usize, mut heard: impl FnMut(&[f64])) -> Voice {
    let (mut voice, mut hands, below) = rattle();
    // Kicks are sent ahead, whatever the length of the calls.
    let mut kicked = 0;
    let mut row = vec![0.0; length];
    while voice.frames() < samples {
        while kicked <= (voice.frames() + length as u64) / 3000 + 1 {
            hands.at(3000 * kicked + 77).impulse(below, 0.05).unwrap();
            kicked += 1;
        }
        let left = usize::try_from(samples - voice.frames()).unwrap_or(length).min(length);
        voice.process(&mut [&mut row[..left]]);
        heard(&row[..left]);
        assert_eq!(voice.stopped(), None);
        if voice.frames() % 6000 < length as u64 {
            let ledger = voice.ledger();
            let supplied = ledger.initial() + ledger.supplied();
            assert!(ledger.stored() <= supplied * (1.0 + 1e-9), "{ledger:?}");
            assert!(
                ledger.residual().abs() < 1e-9 * supplied,
                "{:e}",
                ledger.residual() / supplied
            );
        }
    }
    voice
}
