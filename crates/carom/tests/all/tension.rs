//! Bodies that grow stiffer as they swing.

use std::f64::consts::TAU;

use carom::law::{Damping, Law};
use carom::{ContactId, Error, Hands, Mode, Options, Tension, Voice, World};
use carom_schemes::Method;

const RATE: f64 = 44_100.0;

/// Eight modes of a gong, whose decay is given, struck by a mallet.
pub(crate) fn gong(stiffness: f64, decay: f64) -> (Voice, Hands, ContactId) {
    let modes: Vec<Mode> = frequencies()
        .iter()
        .map(|hertz| Mode { sigma: decay, ..Mode::ringing(0.9, *hertz, 1.0) })
        .collect();
    let mut world = World::new();
    let body = world.body(&modes).unwrap();
    world.tension(&body, &Tension { stiffness, weights: weights() }).unwrap();
    let mallet = world.mass(0.15).unwrap();
    let at = body.weighing(&[1.0, -0.8, 0.9, 1.1, -1.0, 0.7, 0.9, -0.6]).unwrap();
    let law = Law::hunt_crossley(1e6, 2.0, Damping::Mu(0.2)).unwrap();
    let hit = world.contact(mallet, at.clone(), law).unwrap();
    world.pickup(at).unwrap();
    let (voice, hands) = world.start(RATE, Options::default()).unwrap();
    (voice, hands, hit)
}

fn frequencies() -> [f64; 8] {
    [211.0, 257.0, 317.0, 368.0, 406.0, 491.0, 527.0, 626.0]
}

/// Mean square slopes go as the square of the wave number, thus as the frequency.
fn weights() -> Vec<f64> {
    frequencies().iter().map(|hertz| 0.08 * hertz).collect()
}

#[test]
fn nothing_is_gained_or_lost() {
    let (mut voice, mut hands, hit) = gong(2e10, 3.0);
    for blow in 0..4 {
        hands.strike(hit, 5.0 + 5.0 * f64::from(blow)).unwrap();
        for _ in 0..40 {
            voice.advance(441).unwrap();
            let ledger = voice.ledger();
            assert!(ledger.residual().abs() < 1e-12 * ledger.supplied());
            let stored = voice.hamiltonian();
            assert!((stored - ledger.stored()).abs() < 1e-12 * ledger.supplied());
            assert!((0..2).map(|b| voice.account().stored(b).unwrap()).all(|e| e >= 0.0));
        }
    }
    assert!(voice.logs()[0].count >= 4);
    assert!(voice.model().modes().omega[0] > 1.1 * TAU * 211.0);
}

#[test]
fn a_mode_alone_rises_by_its_own_mean_tension() {
    let (mass, stiffness, weight) = (0.5, 1e10, 20.0);
    let mut world = World::new();
    let body = world.body(&vec![Mode { sigma: 0.0, ..Mode::ringing(mass, 150.0, 1.0) }]).unwrap();
    world.tension(&body, &Tension { stiffness, weights: vec![weight] }).unwrap();
    let mut state = world.state().clone();
    state.displacement[0] = 1e-3;
    state.velocity[0] = 0.5;
    world.set_state(&state).unwrap();
    let (mut voice, _hands) = world.start(RATE, Options::default()).unwrap();
    let initial = voice.energy();
    voice.advance(200_000).unwrap();
    // Turning one mode so often rounds as much; the account knows.
    assert!((voice.energy() / initial - 1.0).abs() < 1e-10);
    assert!(voice.ledger().residual().abs() < 1e-12 * initial);
    let omega = voice.model().modes().omega[0];
    let square =
        voice.state().displacement[0].powi(2) + (voice.state().velocity[0] / omega).powi(2);
    let expected = (TAU * 150.0_f64).powi(2) + stiffness * weight * weight * 0.5 * square / mass;
    assert!((omega * omega / expected - 1.0).abs() < 1e-4);
    assert!(omega > 1.05 * TAU * 150.0);
}

/// Displacements and velocities of eight modes under Berger's force, by Runge and Kutta's method.
fn berger(stiffness: f64, mut state: [[f64; 8]; 2], steps: usize, dt: f64) -> Vec<[f64; 8]> {
    let (weights, squares) = (weights(), frequencies().map(|hertz| (TAU * hertz).powi(2)));
    let rate = |[y, v]: [[f64; 8]; 2]| -> [[f64; 8]; 2] {
        let s: f64 = (0..8).map(|i| weights[i] * y[i] * y[i]).sum();
        [v, std::array::from_fn(|i| -(squares[i] + stiffness * s * weights[i] / 0.9) * y[i])]
    };
    let moved = |[y, v]: [[f64; 8]; 2], [dy, dv]: [[f64; 8]; 2], h: f64| -> [[f64; 8]; 2] {
        [std::array::from_fn(|i| y[i] + h * dy[i]), std::array::from_fn(|i| v[i] + h * dv[i])]
    };
    let mut path = Vec::new();
    for _ in 0..steps {
        path.push(state[0]);
        let a = rate(state);
        let b = rate(moved(state, a, 0.5 * dt));
        let c = rate(moved(state, b, 0.5 * dt));
        let d = rate(moved(state, c, dt));
        for (part, weight) in [(a, 1.0), (b, 2.0), (c, 2.0), (d, 1.0)] {
            state = moved(state, part, weight * dt / 6.0);
        }
    }
    path
}

/// The mean frequency of a signal by its first and last upward zeros.
fn pitch(signal: &[f64], dt: f64) -> f64 {
    let zeros: Vec<f64> = (1..signal.len())
        .filter(|&i| signal[i - 1] < 0.0 && signal[i] >= 0.0)
        .map(|i| i as f64 - signal[i] / (signal[i] - signal[i - 1]))
        .collect();
    (zeros.len() - 1) as f64 / ((zeros[zeros.len() - 1] - zeros[0]) * dt)
}

#[test]
fn the_pitch_is_that_of_bergers_equation_but_for_the_ripple() {
    let stiffness = 2e9;
    let mut start = [[0.0; 8]; 2];
    for (i, omega) in frequencies().map(|hertz| TAU * hertz).into_iter().enumerate() {
        // The same stretching by every mode, at some phase.
        let (amplitude, phase) = ((2e-6 / weights()[i]).sqrt(), (i * i) as f64);
        start[0][i] = amplitude * phase.cos();
        start[1][i] = -amplitude * omega * phase.sin();
    }
    let mut world = World::new();
    let modes = frequencies().map(|hertz| Mode { sigma: 0.0, ..Mode::ringing(0.9, hertz, 1.0) });
    let body = world.body(&modes.to_vec()).unwrap();
    world.tension(&body, &Tension { stiffness, weights: weights() }).unwrap();
    let mut state = world.state().clone();
    state.displacement.copy_from_slice(&start[0]);
    state.velocity.copy_from_slice(&start[1]);
    world.set_state(&state).unwrap();
    let (mut voice, _hands) = world.start(RATE, Options::default()).unwrap();
    voice.advance(6400).unwrap();
    let path = berger(stiffness, start, 4 * 6400, 0.25 / RATE);
    for i in 0..8 {
        let signal: Vec<f64> = path.iter().map(|y| y[i]).collect();
        let (slack, true_pitch) = (frequencies()[i], pitch(&signal, 0.25 / RATE));
        let found = voice.model().modes().omega[i] / TAU;
        let share = (found - slack) / (true_pitch - slack);
        assert!(true_pitch > 1.02 * slack, "{i}: {true_pitch}");
        // A sixteenth of the tension is its own ripple, which only the true one feels.
        assert!((0.85..1.05).contains(&share), "{i}: {found} is not {true_pitch}, {share}");
    }
}

#[test]
fn the_pitch_glides_down_as_it_dies_away() {
    let (mut voice, mut hands, hit) = gong(2e10, 6.0);
    hands.strike(hit, 12.0).unwrap();
    let mut before = f64::INFINITY;
    voice.advance(2048).unwrap();
    let first = voice.model().modes().omega[0];
    assert!(first > 1.03 * TAU * 211.0, "{}", first / TAU);
    for _ in 0..20 {
        voice.advance(4096).unwrap();
        let omega = voice.model().modes().omega[0];
        assert!(omega <= before * 1.0001);
        before = omega;
    }
    assert!((before / (TAU * 211.0) - 1.0).abs() < 1e-4);
}

#[test]
fn sound_does_not_depend_on_blocks_and_a_reset_begins_again() {
    let play = |blocks: &[usize]| {
        let (mut voice, mut hands, hit) = gong(2e9, 6.0);
        let mut sound = Vec::new();
        for round in 0..2 {
            hands.strike(hit, 4.0).unwrap();
            let mut round_sound = vec![0.0_f64; 9000];
            let mut at = 0;
            for block in blocks.iter().cycle() {
                let end = (at + block).min(round_sound.len());
                voice.process(&mut [&mut round_sound[at..end]]);
                at = end;
                if at == round_sound.len() {
                    break;
                }
            }
            if round == 0 {
                hands.reset().unwrap();
                // Cells are counted from the start of the voice.
                voice.advance(64 - voice.frames() % 64).unwrap();
            }
            sound.push(round_sound);
        }
        sound
    };
    let whole = play(&[9000]);
    assert_eq!(play(&[1, 63, 200, 7]), whole);
    let off = whole[0].iter().zip(&whole[1]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let most = whole[0].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    assert!(off < 1e-9 * most, "{off} of {most}");
}

#[test]
fn a_gong_that_is_silenced_while_it_is_loud_is_in_tune_again() {
    let (mut voice, mut hands, hit) = gong(2e10, 3.0);
    let rest = voice.state().clone();
    let slack = voice.model().modes().omega[0];
    // By a silenced state, on this thread and from another.
    for by_hands in [false, true] {
        hands.strike(hit, 12.0).unwrap();
        voice.advance(2048).unwrap();
        assert!(voice.model().modes().omega[0] > 1.03 * slack);
        if by_hands {
            hands.load(&rest).unwrap();
        } else {
            voice.load(&rest).unwrap();
        }
        voice.advance(1).unwrap();
        let omega = voice.model().modes().omega[0];
        assert!((omega / slack - 1.0).abs() < 1e-12, "{by_hands}: {omega} {slack}");
    }
}

#[test]
fn without_stiffness_nothing_changes() {
    let play = |stiffness: f64, tense: bool| {
        let mut world = World::new();
        let body = world.body(&vec![Mode::ringing(0.5, 300.0, 300.0)]).unwrap();
        if tense {
            world.tension(&body, &Tension { stiffness, weights: vec![3.0] }).unwrap();
        }
        world.pickup(body.weighing(&[1.0]).unwrap()).unwrap();
        let (mut voice, mut hands) = world.start(RATE, Options::default()).unwrap();
        hands.impulse_at(body.weighing(&[1.0]).unwrap(), 1.0).unwrap();
        let mut sound = vec![0.0_f64; 1000];
        voice.process(&mut [&mut sound]);
        sound
    };
    assert_eq!(play(0.0, true), play(0.0, false));
    assert_ne!(play(1e10, true), play(0.0, false));
}

#[test]
fn bad_tensions_are_refused() {
    let mut world = World::new();
    let body = world.body(&vec![Mode::ringing(0.5, 300.0, 300.0)]).unwrap();
    let tension = |stiffness, weights: &[f64]| Tension { stiffness, weights: weights.to_vec() };
    for bad in [tension(-1.0, &[1.0]), tension(f64::NAN, &[1.0]), tension(1.0, &[-1.0])] {
        assert!(world.tension(&body, &bad).is_err());
    }
    assert!(world.tension(&body, &tension(1.0, &[1.0, 2.0])).is_err());
    world.tension(&body, &tension(1.0, &[1.0])).unwrap();
    let started = carom_schemes::start(&world, RATE, Method::Rk4, Options::default());
    assert!(matches!(started, Err(Error::Scheme(_))));
}
