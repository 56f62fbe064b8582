//! What a listener far away hears, against exact answers and against the whole system integrated
//! finely.

use std::f64::consts::{PI, TAU};

use crate::air::{Complex, Whole, air, complex, dipole, heard_through, integrated, part};
use crate::support::{Pair, Sine, fixed, listen, peak};
use carom::law::{Damping, Law};
use carom::numeric::Random;
use carom::{
    FarField, Heard, Listener, Mode, Options, Quantity, Rational, Ringing, State, Tension, Voice,
    World,
};
use carom_schemes::Method;

const RATE: f64 = 44_100.0;

/// kg/m³ and m/s.
const AIR: [f64; 2] = [1.204, 343.0];

/// A rigid sphere of this radius that swings along a line, heard at a distance under an angle to
/// it.
///
/// Sound waves with one node are p = −C·cosθ·∂/∂r(e^(−sr/c)/r) = C·cosθ·(1 + sr/c)·e^(−sr/c)/r².
/// Where the air meets the sphere it is accelerated by −(∂p/∂r)/ρ = C·cosθ·(2 + 2sa/c +
/// s²a²/c²)·e^(−sa/c)/(ρa³), which must be cosθ times the acceleration of the sphere. So
/// p/acceleration = ρa³·cosθ/(2r²)·(1 + sr/c)/(1 + sa/c + s²a²/2c²), after the time (r − a)/c: the
/// field of Koss and Alfredson (1973). With β = c/a its poles are (−1 ± i)·β.
fn sphere(radius: f64, distance: f64, angle: f64) -> FarField {
    let [density, speed] = AIR;
    let (beta, far) = (speed / radius, distance / speed);
    let strength = density * radius.powi(3) * angle.cos() / (2.0 * distance * distance);
    let pole = Complex::new(-beta, beta);
    let residue = strength * 2.0 * beta * beta * (1.0 + far * pole) / (pole - pole.conj());
    let filter = Rational { poles: vec![part(pole)], residues: vec![part(residue)] };
    let heard = Heard { ring: [0.0; 2], filter: Some(0), gain: 1.0 };
    FarField { delay: (distance - radius) / speed, filters: vec![filter], modes: vec![heard] }
}

/// A sphere against a spring has a force of half a sine. Its pressure is the convolution of its
/// acceleration with the transient of the field, 2β²·strength·[e^(−βt)·(cos − sin)(βt)·r/c +
/// e^(−βt)·sin(βt)/β], by Simpson's rule.
#[test]
fn a_rigid_sphere_is_heard_as_koss_and_alfredson_say() {
    let [density, speed] = AIR;
    let (radius, distance, angle, mass, v) = (0.02, 0.5, 0.6f64, 0.26, 1.0);
    for contact_time in [60e-6, 300e-6] {
        let omega = PI / contact_time;
        let far = sphere(radius, distance, angle);
        let strength = density * radius.powi(3) * angle.cos() / (2.0 * distance * distance);
        let beta = speed / radius;
        let answer = |t: f64| {
            let (sin, cos) = (beta * t).sin_cos();
            let shape = (cos - sin) * distance / speed + sin / beta;
            2.0 * beta * beta * strength * (-beta * t).exp() * shape
        };
        let exact = |time: f64| {
            let (end, n) = (time.min(contact_time), 2000);
            let step = end / f64::from(n);
            let value = |k: i32| {
                let at = f64::from(k) * step;
                let weight = if k == 0 || k == n { 1.0 } else { 2.0 + 2.0 * f64::from(k % 2) };
                weight * -v * omega * (omega * at).sin() * answer(time - at)
            };
            (0..=n).map(value).sum::<f64>() * step / 3.0
        };
        let law = Law::power(mass * omega * omega, 1.0).unwrap();
        let mut pair = Pair::wall(mass, law).thrown(0.0, v);
        pair.world.listen_as(&pair.mass, &far).unwrap();
        for (options, limit) in [(Options::offline(), 4e-3), (fixed(256), 1e-6)] {
            let rate = 192_000.0;
            let sound = listen(&mut pair.voice(rate, options), 1000);
            let late = (far.delay * rate).round() as usize;
            assert!(sound[..late].iter().all(|value| *value == 0.0));
            let heard = &sound[late..late + 300];
            let known: Vec<f64> = (1..=300).map(|n| exact(f64::from(n) / rate)).collect();
            let error = crate::support::distance(heard, &known) / peak(&known);
            println!("contact of {contact_time}: {error:.1e} of the peak");
            assert!(error < limit, "{contact_time}: {error}");
        }
    }
}

/// A blow shorter than a sample is heard the same wherever in the sample it falls, once what is
/// above half the sample rate is taken away; and then as loud as at eight times the rate.
#[test]
fn a_blow_between_two_samples_is_heard() {
    let (mass, omega) = (1e-3, PI / 15e-6);
    let energy = |far: &FarField, rate: f64, phase: f64| {
        let law = Law::power(mass * omega * omega, 1.0).unwrap();
        let mut pair = Pair::wall(mass, law).thrown(-phase / RATE, 1.0);
        pair.world.listen_as(&pair.mass, far).unwrap();
        let sound = listen(&mut pair.voice(rate, Options::offline()), (rate / RATE) as usize * 200);
        10.0 * (sound.iter().map(|p| p * p).sum::<f64>() / rate).log10()
    };
    let all = FarField { delay: 0.0, ..sphere(3e-3, 100.0, 0.0) };
    let below = all.below(0.45 * RATE, &[Mode::free(mass)]);
    let spread = |far: &FarField| {
        let levels = (0..16).map(|n| energy(far, RATE, f64::from(n) / 16.0));
        let reference = energy(far, 8.0 * RATE, 0.0);
        levels.map(|level| (level - reference).abs()).fold(0.0, f64::max)
    };
    let (raw, limited) = (spread(&all), spread(&below));
    println!("{raw:.1} dB without a limit, {limited:.2} dB with one");
    assert!(limited < 1.0 && raw > 6.0);
}

/// A hammer on one mode, heard through a filter.
fn struck(mode: Mode, law: Law, filter: &Rational, options: Options) -> Voice {
    let mut pair = Pair::modes(0.02, &[mode], &[1.0], law).thrown(-1e-5, 1.0);
    pair.world.listen_as(&pair.other, &heard_through(filter, &[0.7], &[mode], 0.0)).unwrap();
    pair.voice(RATE, Options { traced: 1 << 20, ..options })
}

#[test]
fn ring_and_blow_together_are_the_whole_system() {
    let law = Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.3)).unwrap();
    // Ringing, hardly ringing, overdamped, braked.
    for (omega, sigma) in [(1.3e4, 60.0), (9e3, 8e3), (5e3, 9e3), (0.0, 400.0)] {
        let mode = Mode { omega, sigma, ..Mode::free(0.1) };
        for steps in [1, 16] {
            let mut voice = struck(mode, law.clone(), &air(), fixed(steps));
            let sound = listen(&mut voice, 400);
            let known = integrated(Whole::new(mode, 0.7, &air()), &voice, 400);
            let error = crate::support::distance(&sound, &known) / peak(&known);
            println!("{omega} {sigma}, {steps} steps a sample: {error:.1e} of the peak");
            assert!(error < 1e-7, "{omega} {sigma} {steps}: {error}");
        }
    }
}

/// What is heard of a mode follows from its frequency as the tension makes it, not as it was while it was slack.
#[test]
fn a_mode_under_tension_is_heard_at_the_frequency_that_it_has() {
    let slack = Mode { omega: 6e3, sigma: 2.0, ..Mode::free(0.1) };
    let play = |mode: Mode, stiffness: f64, state: Option<State>| {
        let mut world = World::new();
        let body = world.body(&vec![mode]).unwrap();
        world.tension(&body, &Tension { stiffness, weights: vec![20.0] }).unwrap();
        world.listen_as(&body, &heard_through(&air(), &[0.7], &[mode], 0.0)).unwrap();
        let state = state.unwrap_or_else(|| {
            let mut state = world.state().clone();
            state.displacement[0] = 1e-4;
            state
        });
        world.set_state(&state).unwrap();
        world.start(RATE, Options::default()).unwrap().0
    };
    let mut tense = play(slack, 3e11, None);
    // Tensions change at multiples of 64 samples.
    tense.advance(641).unwrap();
    let omega = tense.model().modes().omega[0];
    assert!(omega > 1.05 * slack.omega, "{omega}");
    let state = tense.state().clone();
    let mut alike = play(Mode { omega, ..slack }, 0.0, Some(state));
    let (sound, known) = (listen(&mut tense, 32), listen(&mut alike, 32));
    let error = crate::support::distance(&sound, &known) / peak(&known);
    assert!(error < 1e-9, "{error:e}");
}

/// The level of a piece of sound in third octaves (dB), from 100 Hz to 20 kHz.
fn third_octaves(sound: &[f64], rate: f64) -> Vec<f64> {
    let band = |n: i32| {
        let centre = 1e3 * 2f64.powf(f64::from(n) / 3.0);
        let power = |k: i32| {
            let hertz = centre * 2f64.powf((f64::from(k) / 16.0 - 0.5) / 3.0);
            let turn = |(n, value): (usize, &f64)| {
                Complex::from_polar(*value, -TAU * hertz * n as f64 / rate)
            };
            sound.iter().enumerate().map(turn).sum::<Complex>().norm_sqr()
        };
        10.0 * (0..=16).map(power).sum::<f64>().log10()
    };
    (-10..=13).map(band).collect()
}

/// One step per sample to many, against a contact that is followed with 4096 steps per sample.
#[test]
fn blows_are_within_a_decibel_in_every_third_octave() {
    let law = Law::power(3e7, 1.5).unwrap();
    let mode = Mode { omega: 1.3e4, sigma: 60.0, ..Mode::free(0.1) };
    let mut finest = struck(mode, law.clone(), &air(), fixed(4096));
    finest.advance(400).unwrap();
    let known = integrated(Whole::new(mode, 0.7, &air()), &finest, 400);
    let touching = finest.logs()[0].first_contact_time.unwrap() * RATE;
    println!("the contact lasts {touching:.1} samples");
    let during = (touching as usize) + 2;
    for options in [Options::default(), fixed(1), fixed(4), fixed(64)] {
        let sound = listen(&mut struck(mode, law.clone(), &air(), options), 400);
        for (name, range) in [("during", 0..during), ("after", during..400), ("all", 0..400)] {
            let found = third_octaves(&sound[range.clone()], RATE);
            let wanted = third_octaves(&known[range], RATE);
            let loudest = wanted.iter().copied().fold(f64::MIN, f64::max);
            let compared =
                found.iter().zip(&wanted).filter(|(_, wanted)| **wanted > loudest - 50.0);
            let worst = compared.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            println!("{:?} {name}: {worst:.2} dB", options.substeps);
            assert!(worst < 1.0, "{:?} {name}: {worst}", options.substeps);
        }
    }
}

/// Far below a mode ring and blow cancel: what is left falls with the fourth power of the frequency
/// for a dipole whose G begins with s², as G(s)·s²·force/(mω²) says.
#[test]
fn far_below_a_mode_the_multipole_is_left() {
    let [beta, rate] = [1.2e4, 4e5];
    // s²/((s + β)·((s + β)² + β²)) has the residues q²/D′(q).
    let pair = Complex::new(-beta, beta);
    let residue = pair * pair / ((pair + beta) * (pair - pair.conj()));
    let filter = Rational {
        poles: vec![[-beta, 0.0], part(pair)],
        residues: vec![[1.0, 0.0], part(residue)],
    };
    let mode = Mode::ringing(0.1, 2000.0, 30.0);
    let law = Law::power(2e8, 2.0).unwrap();
    let mut world = Pair::modes(0.05, &[mode], &[1.0], law).thrown(-1e-5, 0.5);
    world.world.listen_as(&world.other, &heard_through(&filter, &[1.0], &[mode], 0.0)).unwrap();
    let mut voice = world.voice(rate, Options { traced: 1 << 20, ..fixed(4) });
    let frames = 60_000;
    let sound = listen(&mut voice, frames);
    let steps = voice.first_contact(0);
    assert!(!voice.logs()[0].is_touching() && voice.logs()[0].count == 1);
    println!("the contact lasts {:.1} ms", 1e3 * voice.logs()[0].first_contact_time.unwrap());
    for hertz in [60.0, 125.0, 250.0, 500.0, 1000.0] {
        let s = Complex::new(0.0, TAU * hertz);
        // Force and pressure as integrals over all time.
        let step = |pair: &[carom::ContactPoint]| {
            let (from, to) = (pair[1].time - 0.25 / rate, pair[1].time);
            pair[1].force * ((-s * from).exp() - (-s * to).exp()) / s
        };
        let force: Complex = steps.windows(2).map(step).sum();
        let heard =
            sound.iter().enumerate().map(|(n, p)| p / rate * (-s * ((n + 1) as f64 / rate)).exp());
        let heard: Complex = heard.sum();
        let y = force / (mode.mass * (s * s + 2.0 * mode.sigma * s + mode.omega * mode.omega));
        let wanted = complex(filter.at(part(s))) * s * s * y;
        let ring =
            complex(filter.at([-mode.sigma, mode.omega])).norm() * mode.omega.powi(2) * y.norm();
        let off = 20.0 * (heard.norm() / wanted.norm()).log10();
        let below = 20.0 * (wanted.norm() / ring).log10();
        println!("{hertz} Hz: {off:+.3} dB, {below:.0} dB below the ringing part alone");
        assert!(off.abs() < 1.0, "{hertz}: {heard} {wanted}");
    }
}

/// Any G at the mode is heard while the mode rings, with a filter or without.
#[test]
fn a_mode_that_rings_is_heard_by_its_own_weight() {
    let modes = [Mode::ringing(0.1, 700.0, 50.0), Mode::ringing(0.2, 3100.0, 400.0)];
    let rings = [[3e-3, -2e-3], [1e-3, 4e-3]];
    for filter in [None, Some(0)] {
        let mut world = World::new();
        let body = world.body(&modes.to_vec()).unwrap();
        let heard = rings.map(|ring| Heard { ring, filter, gain: 0.5 });
        let far = FarField { delay: 0.0, filters: vec![air()], modes: heard.to_vec() };
        world.listen_as(&body, &far).unwrap();
        let mut state = world.state().clone();
        (state.displacement, state.velocity) = (vec![1e-5, -2e-6], vec![0.1, 0.3]);
        world.set_state(&state).unwrap();
        for scheme in [Method::TwoPoint, Method::Rk4] {
            let rate = if scheme == Method::Rk4 { 10.0 * RATE } else { RATE };
            let (mut voice, _) = carom_schemes::start(&world, rate, scheme, fixed(1)).unwrap();
            let sound = listen(&mut voice, 500);
            let known = |n: usize| {
                let t = (n + 1) as f64 / rate;
                let of = |i: usize| {
                    let Mode { omega, sigma, .. } = modes[i];
                    let p = Complex::new(-sigma, (omega * omega - sigma * sigma).sqrt());
                    let (y, v) = (state.displacement[i], state.velocity[i]);
                    let amplitude = Complex::new(y, -(v + sigma * y) / p.im);
                    (complex(rings[i]) * p * p * amplitude * (p * t).exp()).re
                };
                of(0) + of(1)
            };
            let known: Vec<f64> = (0..500).map(known).collect();
            let error = crate::support::distance(&sound, &known) / peak(&known);
            assert!(error < if rate > RATE { 1e-5 } else { 1e-11 }, "{scheme} {filter:?}: {error}");
        }
    }
}

/// What is constant is not heard, however it began; what changes is.
#[test]
fn a_constant_force_is_not_heard() {
    let modes = [
        Mode::ringing(0.1, 700.0, 20.0),
        Mode { sigma: 900.0, ..Mode::free(0.3) },
        Mode::free(0.4),
    ];
    let mut far = heard_through(&air(), &[0.7, 0.5, 0.3], &modes, 0.0);
    // What nothing holds is a dipole: a constant acceleration is not heard.
    far.filters.push(dipole(1.2e4));
    far.modes[2].filter = Some(1);
    let mut world = World::new();
    let body = world.body(&modes.to_vec()).unwrap();
    let port = world.push(body.weighing(&[1.0, 0.5, 0.2]).unwrap(), 3.0).unwrap();
    world.listen_as(&body, &far).unwrap();
    let mut state = world.state().clone();
    // Where the force holds the first, and how fast it drives the second.
    state.displacement[0] = 3.0 / (0.1 * modes[0].omega.powi(2));
    state.velocity[1] = 0.5 * 3.0 / (2.0 * 0.3 * 900.0);
    world.set_state(&state).unwrap();
    for scheme in [Method::TwoPoint, Method::Rk4] {
        let (mut voice, mut hands) = carom_schemes::start(&world, RATE, scheme, fixed(4)).unwrap();
        assert!(peak(&listen(&mut voice, 100)) < 1e-14);
        hands.push(port, 5.0).unwrap();
        let sound = listen(&mut voice, 400);
        let mut sum = vec![0.0; 400];
        for (n, weight) in [1.0, 0.5, 0.2].into_iter().enumerate() {
            let Heard { filter, gain, .. } = far.modes[n];
            let mut whole = Whole::new(modes[n], gain, &far.filters[filter.unwrap()]);
            for sum in &mut sum {
                whole.advance(2.0 * weight, 1.0 / RATE);
                *sum += whole.pressure();
            }
        }
        let error = crate::support::distance(&sound, &sum) / peak(&sum);
        println!("{scheme}: {error:.1e} of the peak");
        assert!(error < if scheme == Method::Rk4 { 1e-3 } else { 1e-7 }, "{scheme}: {error}");
        let tail = listen(&mut voice, 40_000);
        assert!(peak(&tail[39_000..]) < 1e-9 * peak(&sum), "{scheme}");
    }
    // A ball that comes to rest under its weight.
    let law = Law::constant_restitution(1e7, 1.5, 0.3).unwrap();
    let mut pair = Pair::modes(0.05, &modes[..1], &[1.0], law).thrown(0.0, 0.3);
    pair.push(0.5);
    pair.world.listen_as(&pair.other, &heard_through(&air(), &[0.7], &modes[..1], 0.0)).unwrap();
    let mut voice = pair.voice(RATE, Options::offline());
    let sound = listen(&mut voice, 100_000);
    assert!((voice.forces()[0] - 0.5).abs() < 1e-6);
    println!("at rest: {:.1e} of the peak", peak(&sound[99_000..]) / peak(&sound));
    assert!(peak(&sound[99_000..]) < 1e-9 * peak(&sound));
}

/// An impulse is a force of no duration.
#[test]
fn an_impulse_is_heard_as_a_blow() {
    let mode = Mode::ringing(0.1, 700.0, 20.0);
    let mut world = World::new();
    let body = world.body(&vec![mode]).unwrap();
    let place = || body.weighing(&[0.8]).unwrap();
    let port = world.port(place()).unwrap();
    world.listen_as(&body, &heard_through(&air(), &[0.7], &[mode], 0.0)).unwrap();
    let mut whole = Whole::new(mode, 0.7, &air());
    // The impulse has moved velocity and filters when the first sample begins.
    whole.state[1..].fill(Complex::from(0.8 * 0.01 / 0.1));
    let known: Vec<f64> = (0..300)
        .map(|_| {
            whole.advance(0.0, 1.0 / RATE);
            whole.pressure()
        })
        .collect();
    for at in [false, true] {
        let (mut voice, mut hands) = world.start(RATE, Options::default()).unwrap();
        if at {
            hands.impulse_at(place(), 0.01).unwrap();
        } else {
            hands.impulse(port, 0.01).unwrap();
        }
        let sound = listen(&mut voice, 300);
        assert!(crate::support::distance(&sound, &known) < 1e-8 * peak(&known));
    }
}

/// A world with everything that is heard: blows, rings, pushes, a contact that travels.
fn busy(delays: [f64; 2]) -> (Pair, carom::PortId) {
    let mut random = Random::new(7);
    let modes: Vec<Mode> = (0..20)
        .map(|n| Mode::ringing(0.1, 150.0 * f64::from(n + 1), random.uniform(20.0, 200.0)))
        .collect();
    let gains: Vec<f64> = (0..20).map(|_| random.uniform(-1.0, 1.0)).collect();
    let law = Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.3)).unwrap();
    let mut pair = Pair::modes(0.01, &modes, &[1.0; 20], law).thrown(-1e-4, 1.0);
    let port = pair.world.port(pair.other.weighing(&gains).unwrap()).unwrap();
    for delay in delays {
        let mut far = heard_through(&air(), &gains, &modes, delay);
        far.modes[3].filter = None;
        far.modes[4].ring[0] += 0.01;
        pair.world.listen_as(&pair.other, &far).unwrap();
    }
    (pair, port)
}

fn played(pair: &Pair, port: carom::PortId, call: usize) -> [Vec<f64>; 2] {
    let (mut voice, mut hands) = pair.start(RATE, Options::default());
    let path = || std::sync::Arc::new(Sine { speed: 2.0, length: 0.1 });
    hands.at(300).push(port, 0.3).unwrap();
    hands.at(333).strike(pair.hit, 2.0).unwrap();
    hands.at(1001).impulse(port, 1e-3).unwrap();
    hands.at(1300).damp(&pair.other, 30.0).unwrap();
    hands.at(1700).travel(pair.hit, &pair.other, path()).unwrap();
    hands.at(2500).strike(pair.hit, 1.0).unwrap();
    let mut rows = [vec![0.0; 5000], vec![0.0; 5000]];
    let [first, second] = &mut rows;
    for (first, second) in first.chunks_mut(call).zip(second.chunks_mut(call)) {
        voice.process(&mut [first, second]);
    }
    assert_eq!(voice.stopped(), None);
    rows
}

#[test]
fn blocks_of_any_size_give_the_same_samples() {
    let (pair, port) = busy([2.9e-3, 0.0]);
    let whole = played(&pair, port, 5000);
    assert!(peak(&whole[0]) > 0.0);
    for call in [1, 7, 64, 1000] {
        assert!(played(&pair, port, call) == whole, "{call}");
    }
}

/// Two listeners on either side hear some modes alike and others with opposite signs: together each hears what it hears
/// alone. Filters with poles in common are heard as those with poles of their own.
#[test]
fn two_listeners_on_either_side_hear_what_each_hears_alone() {
    let heard = |sides: &[f64], apart: bool| -> Vec<Vec<f64>> {
        let mut random = Random::new(3);
        let modes: Vec<Mode> = (0..21)
            .map(|n| Mode::ringing(0.1, 210.0 * f64::from(n + 1), random.uniform(20.0, 200.0)))
            .collect();
        let law = Law::hunt_crossley(1e8, 1.5, Damping::Mu(0.3)).unwrap();
        let mut pair = Pair::modes(0.01, &modes, &[1.0; 21], law).thrown(-1e-4, 1.0);
        let gains: Vec<f64> = (0..21).map(|_| random.uniform(0.2, 1.0)).collect();
        for side in sides {
            let gain = |n: usize| gains[n] * if n.is_multiple_of(3) { *side } else { 1.0 };
            let gains: Vec<f64> = (0..21).map(gain).collect();
            let mut far = heard_through(&air(), &gains, &modes, 0.0);
            // A second filter, for half of the modes, with the same poles or with others next to them.
            let mut other = far.filters[0].clone();
            for pole in other.poles.iter_mut().filter(|_| apart) {
                pole[0] *= 1.0 + 1e-12;
            }
            far.filters.push(other);
            far.modes.iter_mut().skip(10).for_each(|mode| mode.filter = Some(1));
            pair.world.listen_as(&pair.other, &far).unwrap();
        }
        let (mut voice, mut hands) = pair.start(RATE, Options::default());
        hands.at(900).damp(&pair.other, 30.0).unwrap();
        hands.at(1500).strike(pair.hit, 2.0).unwrap();
        let mut rows = vec![vec![0.0; 3000]; sides.len()];
        voice.process(&mut rows);
        assert_eq!(voice.stopped(), None);
        rows
    };
    let both = heard(&[1.0, -1.0], false);
    assert!(crate::support::distance(&both[0], &both[1]) > 0.1 * peak(&both[0]), "they differ");
    for (n, side) in [1.0, -1.0].into_iter().enumerate() {
        for apart in [false, true] {
            let alone = &heard(&[side], apart)[0];
            let off = crate::support::distance(&both[n], alone) / peak(alone);
            assert!(off < 1e-10, "{side} {apart}: {off:e}");
        }
    }
}

#[test]
fn sound_arrives_after_whole_samples() {
    let late = [0.0, 1.0, 63.0, 64.0, 65.0, 1000.4, 1000.6, 4999.0, 7000.0];
    let (pair, port) = busy([0.0; 2]);
    let [now, _] = played(&pair, port, 100);
    for samples in late {
        let (pair, port) = busy([samples / RATE, 0.0]);
        let [then, other] = played(&pair, port, 100);
        let samples = samples.round() as usize;
        let silent = samples.min(5000);
        assert!(then[..silent].iter().all(|value| *value == 0.0));
        assert!(then[silent..] == now[..5000 - silent], "{samples}");
        assert!(other == now);
    }
}

/// A thing that knows its far field.
#[derive(Clone, Debug)]
struct Ball(Vec<Mode>);

impl Ringing for Ball {
    fn modes(&self) -> &[Mode] {
        &self.0
    }

    fn weights(&self, place: [f64; 2]) -> Result<Vec<f64>, carom::InvalidValue> {
        self.0.weights(place)
    }

    fn far_field(&self, listener: &Listener) -> Option<FarField> {
        let cosine = listener.direction[2];
        Some(sphere(0.02, listener.distance, cosine.acos()))
    }
}

#[test]
fn listeners_and_far_fields_are_checked() {
    let mut world = World::new();
    let mass = world.mass(0.1).unwrap();
    let ball = world.body(&Ball(vec![Mode::free(0.26)])).unwrap();
    let listener = Listener::new(1.0, [0.0, 0.0, 2.0]).unwrap();
    assert_eq!(listener.direction, [0.0, 0.0, 1.0]);
    assert_eq!(world.listen(&ball, &listener).unwrap().index(), 0);
    let message =
        |result: Result<carom::PickupId, carom::InvalidValue>| result.unwrap_err().to_string();
    let refused = message(world.listen(&mass, &listener));
    assert_eq!(
        refused,
        "body is 0, it must be one whose far field is known (give it with `listen_as`)"
    );
    let refused = message(world.pickup_of(&mass, Quantity::Pressure));
    assert!(refused.contains("`listen`"), "{refused}");
    for (distance, direction) in
        [(0.0, [0.0, 0.0, 1.0]), (f64::NAN, [1.0; 3]), (1.0, [0.0; 3]), (1.0, [f64::NAN; 3])]
    {
        assert!(Listener::new(distance, direction).is_err());
        assert!(world.listen(&ball, &Listener { distance, direction }).is_err());
    }
    let good = sphere(0.02, 1.0, 0.0);
    world.listen_as(&mass, &good).unwrap();
    type Change = fn(&mut FarField);
    let changes: [Change; 11] = [
        |far| far.delay = -1.0,
        |far| far.delay = f64::INFINITY,
        |far| far.modes.clear(),
        |far| far.modes[0].filter = Some(1),
        |far| far.modes[0].gain = f64::NAN,
        |far| far.modes[0].ring[1] = f64::INFINITY,
        |far| far.filters[0].poles[0][0] = 0.0,
        |far| far.filters[0].poles[0][1] = -1.0,
        |far| far.filters[0].poles[0][1] = 0.0,
        |far| far.filters[0].residues[0][0] = f64::NAN,
        |far| far.filters[0].residues.clear(),
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let mut far = good.clone();
        change(&mut far);
        assert!(world.listen_as(&mass, &far).is_err(), "{n}");
    }
    // A mode that decays as a pole of its filter does.
    let braked = world.body(&vec![Mode { sigma: 500.0, ..Mode::free(0.1) }]).unwrap();
    let mut far = good;
    far.filters[0] = Rational { poles: vec![[-1000.0, 0.0]], residues: vec![[1.0, 0.0]] };
    assert!(message(world.listen_as(&braked, &far)).starts_with("sigma of a mode is 500"));
    // A body of another world.
    let other = World::new().mass(0.1).unwrap();
    assert!(world.listen_as(&other, &far).is_err());
}
