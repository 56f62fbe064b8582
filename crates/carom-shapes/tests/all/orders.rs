//! Spheres whose surface moves as a spherical harmonic, struck: heard by the engine as exact Fourier
//! transforms say, during contact and after.

use std::f64::consts::TAU;

use carom::law::Law;
use carom::{FarField, Heard, Mode, Options, Rational, World};
use carom_shapes::air::{Complex, ROOM, sphere};
use realfft::RealFftPlanner;

const RATE: f64 = 192_000.0;
const COUNT: usize = 1 << 15;
const RADIUS: f64 = 0.05;

/// Far pressure times distance over the acceleration of the surface, timed from the near side.
fn exact(order: u32, s: Complex<f64>) -> Complex<f64> {
    let z = s * (RADIUS / ROOM.speed);
    sphere::far(order, z) * ROOM.density * RADIUS * RADIUS
}

fn far_field(order: u32, mode: &Mode) -> FarField {
    let rate = ROOM.speed / RADIUS;
    let scale = ROOM.density * RADIUS * RADIUS * rate;
    let (poles, residues) = sphere::fractions(order)
        .into_iter()
        .map(|[q, r]| ([rate * q.re, rate * q.im], [scale * r.re, scale * r.im]))
        .unzip();
    let turning = (mode.omega * mode.omega - mode.sigma * mode.sigma).sqrt();
    let ring = exact(order, Complex::new(-mode.sigma, turning));
    let heard = Heard { ring: [ring.re, ring.im], filter: Some(0), gain: 1.0 };
    FarField { delay: 0.0, filters: vec![Rational { poles, residues }], modes: vec![heard] }
}

/// The sound of a struck mode at 1 m, and the force, sample by sample.
fn struck(order: u32, mode: Mode) -> (Vec<f64>, Vec<f64>) {
    let mut world = World::new();
    let hammer = world.mass(0.02).unwrap();
    let sphere = world.body(&vec![mode]).unwrap();
    let hit = sphere.weighing(&[1.0]).unwrap();
    world.contact(&hammer, hit, Law::power(1e8, 1.5).unwrap()).unwrap();
    world.listen_as(&sphere, &far_field(order, &mode)).unwrap();
    world.throw(&hammer, -1e-4, 1.0).unwrap();
    let (mut voice, _) = world.start(RATE, Options::offline()).unwrap();
    let (mut sound, mut force) =
        (vec![0.0f64; COUNT], vec![carom::ContactSample::default(); COUNT]);
    voice.watch(&mut [&mut sound[..]], &mut [&mut force[..]]);
    (sound, force.into_iter().map(|sample| sample.force).collect())
}

/// The same from the force by Fourier's transform: the force is held over each sample.
fn transformed(order: u32, mode: &Mode, force: &[f64]) -> Vec<f64> {
    let mut planner = RealFftPlanner::new();
    let forward = planner.plan_fft_forward(COUNT);
    let mut spectrum = forward.make_output_vec();
    forward.process(&mut force.to_vec(), &mut spectrum).unwrap();
    let last = spectrum.len() - 1;
    for (i, value) in spectrum.iter_mut().enumerate() {
        let s = Complex::new(0.0, TAU * RATE * i as f64 / COUNT as f64);
        // The force of sample n is held until sample n of the sound, which is one sample later than
        // the transform counts.
        let held = (1.0 - (-s / RATE).exp()) * RATE / s * (s / RATE).exp();
        let moved = s * s / (mode.mass * (s * s + 2.0 * mode.sigma * s + mode.omega * mode.omega));
        *value = if i == 0 || i == last {
            Complex::default()
        } else {
            *value * held * moved * exact(order, s) / COUNT as f64
        };
    }
    let backward = planner.plan_fft_inverse(COUNT);
    let mut sound = backward.make_output_vec();
    backward.process(&mut spectrum, &mut sound).unwrap();
    sound
}

/// Levels (dB) in third octaves from 100 Hz to 20 kHz.
fn third_octaves(sound: &[f64]) -> Vec<f64> {
    let mut padded = vec![0.0; COUNT];
    padded[..sound.len()].copy_from_slice(sound);
    let forward = RealFftPlanner::new().plan_fft_forward(COUNT);
    let mut spectrum = forward.make_output_vec();
    forward.process(&mut padded, &mut spectrum).unwrap();
    let band = |i: i32| {
        let centre = 1000.0 * 2f64.powf(f64::from(i) / 3.0);
        let edge = |by: f64| (centre * 2f64.powf(by / 6.0) / RATE * COUNT as f64) as usize;
        10.0 * spectrum[edge(-1.0)..edge(1.0)].iter().map(Complex::norm_sqr).sum::<f64>().log10()
    };
    (-10..=13).map(band).collect()
}

#[test]
fn orders_one_to_three_are_heard_within_a_decibel_per_third_octave() {
    let mut worst = 0.0f64;
    for order in 1..=3 {
        for hertz in [400.0, 1500.0, 5000.0] {
            let mode = Mode::ringing(0.3, hertz, 12.0);
            let (sound, force) = struck(order, mode);
            let known = transformed(order, &mode, &force);
            let end = force.iter().rposition(|force| *force != 0.0).unwrap() + 1;
            assert!(end > 20, "the contact has {end} samples");
            for (when, range) in [("during", 0..end), ("after", end..COUNT / 2)] {
                let (found, wanted) =
                    (third_octaves(&sound[range.clone()]), third_octaves(&known[range]));
                let loudest = wanted.iter().copied().fold(f64::MIN, f64::max);
                for (band, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
                    let apart = (found - wanted).abs();
                    let heard = *wanted > loudest - 40.0;
                    worst = worst.max(if heard { apart } else { 0.0 });
                    assert!(!heard || apart < 1.0, "{order} {hertz} {when} {band}: {apart} dB");
                }
            }
        }
    }
    println!("{worst:.3} dB at worst");
}
