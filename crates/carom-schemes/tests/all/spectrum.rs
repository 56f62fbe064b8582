//! Contacts of a few samples on bodies that ring: what modes get, one step per sample, beside converged runs.

use std::f64::consts::TAU;

use crate::support::{Pair, distance, fixed};
use carom::exact::WallImpact;
use carom::law::{Damping, Law};
use carom::{Mode, Options};
use carom_schemes::correction::Correction;
use carom_schemes::{How, Method};

const RATE: f64 = 44_100.0;
const MASS: f64 = 0.01;
/// Of every mode (kg).
const MODAL_MASS: f64 = 0.5;
const HERTZ: [f64; 8] = [500.0, 1000.0, 2000.0, 3000.0, 3600.0, 5000.0, 7000.0, 9000.0];

/// A law with which a contact at 1 m/s lasts so many samples.
fn lasting(samples: f64, exponent: f64, mu: f64) -> Law {
    let unit = WallImpact::new(MASS, 1.0, exponent, mu, 1.0).unwrap().contact_time();
    // τ ~ k^(−1/(α+1)).
    let stiffness = (unit * RATE / samples).powf(exponent + 1.0);
    Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu)).unwrap()
}

/// What every mode has got after a blow, and how far the balance is off beside the energy of the hammer.
fn energies(law: &Law, phase: f64, correction: Correction, options: Options) -> ([f64; 8], f64) {
    let modes = HERTZ.map(|hertz| Mode::ringing(MODAL_MASS, hertz, 1e7));
    let pair = Pair::modes(MASS, &modes, &[1.0; 8], law.clone());
    let mut voice = pair.thrown(-phase / RATE, 1.0).voice_by(RATE, correction, options);
    voice.advance(80).unwrap();
    let residual = voice.ledger().residual() / (0.5 * MASS);
    let state = voice.state();
    let energy = |i: usize| {
        let (y, v) = (state.displacement[i + 1], state.velocity[i + 1]);
        0.5 * MODAL_MASS * (v * v + (TAU * HERTZ[i] * y).powi(2))
    };
    (std::array::from_fn(energy), residual)
}

/// The largest relative errors over phases, of each mode.
fn worst(law: &Law, correction: Correction) -> [f64; 8] {
    let (exact, _) = energies(law, 0.3, Correction::None, fixed(128));
    let mut worst = [0.0f64; 8];
    for phase in [0.02, 0.2, 0.4, 0.6, 0.8, 0.98] {
        let (found, residual) = energies(law, phase, correction, fixed(1));
        assert!(residual.abs() < 1e-12, "{residual:e}");
        for i in 0..8 {
            let error = found[i] / exact[i] - 1.0;
            if error.abs() > worst[i].abs() {
                worst[i] = error;
            }
        }
    }
    worst
}

#[test]
fn six_samples_give_modes_below_half_the_inverse_of_the_contact_time_their_energy() {
    for (exponent, mu) in [(1.0, 0.0), (1.5, 0.0), (1.5, 0.5), (2.5, 0.0), (2.5, 1.0)] {
        let law = lasting(6.0, exponent, mu);
        let plain = worst(&law, Correction::None);
        let corrected = worst(&law, Correction::Spectrum);
        let shown =
            |errors: [f64; 8]| errors.map(|error| format!("{:.1}", 100.0 * error)).join(" ");
        println!("α {exponent}, μ {mu}: {} → {} %", shown(plain), shown(corrected));
        // 1/(2·6 samples) is 3675 Hz.
        assert!(corrected[..5].iter().all(|error| error.abs() < 0.02), "{corrected:?}");
        assert!(plain[..5].iter().any(|error| error.abs() > 0.03), "{plain:?}");
    }
}

#[test]
fn what_is_gained_falls_with_the_samples_and_nothing_is_lost_where_there_is_nothing_to_gain() {
    for samples in [1.2, 2.5, 3.0, 3.5, 4.0, 5.0, 10.0, 30.0, 100.0] {
        let law = lasting(samples, 1.5, 0.2);
        let [plain, corrected] =
            [Correction::None, Correction::Spectrum].map(|correction| worst(&law, correction));
        let below = |errors: &[f64; 8]| {
            let modes =
                HERTZ.iter().zip(errors).filter(|(hertz, _)| **hertz < 0.5 * RATE / samples);
            modes.fold(0.0f64, |worst, (_, error)| worst.max(error.abs()))
        };
        let (before, after) = (below(&plain), below(&corrected));
        println!("{samples} samples: {:.2} → {:.2} %", 100.0 * before, 100.0 * after);
        assert!(after <= 1.05 * before + 1e-4, "{samples} samples: {before} → {after}");
    }
}

#[test]
fn what_has_no_spectrum_to_correct_is_refused_or_left_as_it_is() {
    let modes = [Mode::ringing(MODAL_MASS, 500.0, 100.0)];
    let pair = Pair::modes(MASS, &modes, &[1.0], lasting(6.0, 1.5, 0.0));
    let verlet = How { method: Method::Verlet, correction: Correction::Spectrum, ..How::default() };
    let refused = carom_schemes::start(&pair.world, RATE, verlet, fixed(1));
    let error = refused.unwrap_err().to_string();
    assert!(error.contains("two-point"), "{error}");
    let law = Law::constant_restitution(1e7, 1.5, 0.5).unwrap();
    assert!(!Correction::Spectrum.corrects(&law));
    let [plain, corrected] = [Correction::None, Correction::Spectrum]
        .map(|correction| energies(&law, 0.3, correction, fixed(1)));
    assert_eq!(plain, corrected);
}

#[test]
fn a_law_that_is_changed_and_a_voice_that_begins_again_are_corrected_as_from_the_start() {
    let (law, other) = (lasting(6.0, 1.5, 0.2), lasting(8.0, 1.5, 0.2));
    let modes = HERTZ.map(|hertz| Mode::ringing(MODAL_MASS, hertz, 1e7));
    let options = Options { commands: 8, ..fixed(1) };
    let state = |law: &Law, change: Option<&Law>| {
        let pair = Pair::modes(MASS, &modes, &[1.0; 8], law.clone()).thrown(-0.5 / RATE, 1.0);
        let started = carom_schemes::start(&pair.world, RATE, Correction::Spectrum, options);
        let (mut voice, mut hands) = started.unwrap();
        if let Some(changed) = change {
            hands.law(pair.hit, changed.clone()).unwrap();
        }
        voice.advance(80).unwrap();
        let first = voice.state().velocity.clone();
        hands.reset().unwrap();
        if let Some(changed) = change {
            hands.law(pair.hit, changed.clone()).unwrap();
        }
        voice.advance(80).unwrap();
        assert!(distance(&voice.state().velocity, &first) < 1e-12, "begun again");
        first
    };
    assert!(distance(&state(&other, None), &state(&law, Some(&other))) < 1e-12);
}
