//! What ringing costs, as ratios measured in one run: `cargo bench -p carom --bench ringing`.

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::hint::black_box;

use carom::law::Law;
use carom::{FarField, Heard, Mode, Options, Rational, Voice};
use support::{Pair, fastest, fixed};

const RATE: f64 = 44_100.0;

/// Steps per sample in contact, as a hard contact has them.
const SUBSTEPS: u32 = 16;

/// The force that presses the hammer on (N), and how deep (m).
const PRESSED: (f64, f64) = (20.0, 7e-4);

/// A hammer and a body of `count` modes.
fn pair(count: usize, law: Law) -> Pair {
    let hertz = |i: usize| 100.0 * 150f64.powf(i as f64 / count as f64);
    // They hardly decay: every round has as much to do as the first.
    let modes: Vec<Mode> = (0..count).map(|i| Mode::ringing(0.05, hertz(i), 1e6)).collect();
    let ones = vec![1.0; count];
    Pair::modes(0.01, &modes, &ones, law)
}

/// A body that rings, a hammer far away.
fn free(count: usize) -> Voice {
    let law = Law::power(1e6, 1.5).expect("a law");
    left_alone(pair(count, law).heard_at(&vec![1.0; count]))
}

/// The hammer goes far away, and the body rings.
fn left_alone(mut pair: Pair) -> Voice {
    pair.world.gap(pair.hit, 1e3).expect("a gap");
    let mut state = pair.world.state().clone();
    state.velocity[1..].fill(0.01);
    pair.world.set_state(&state).expect("a state");
    pair.voice(RATE, Options::default())
}

/// How a pair of pickups takes the sound.
#[derive(Clone, Copy)]
enum Stereo {
    Points,
    Listeners,
}

/// The same pair with a second pickup, or with two listeners in place of the first.
fn stereo(mut pair: Pair, count: usize, stereo: Stereo) -> Pair {
    let poles = vec![[-1.2e4, 1.2e4], [-1.2e4, 0.0], [-3e4, 2e4]];
    let filter = Rational { residues: vec![[1e-3, 2e-3], [1e-3, 0.0], [-2e-3, 1e-3]], poles };
    let heard = Heard { ring: [1e-3, 2e-3], filter: Some(0), gain: 1.0 };
    for side in [1.0, -1.0] {
        match stereo {
            Stereo::Points => {
                let port = pair.other.weighing(&vec![side; count]).expect("a place");
                pair.world.pickup(port).expect("a pickup");
            }
            Stereo::Listeners => {
                let modes = vec![Heard { gain: side, ..heard }; count];
                let far = FarField { delay: 3e-3, filters: vec![filter.clone()], modes };
                pair.world.listen_as(&pair.other, &far).expect("a listener");
            }
        }
    }
    pair
}

/// Nanoseconds per sample of two pickups.
fn stereo_sample(voice: &mut Voice, frames: usize) -> f64 {
    let (mut left, mut right) = (vec![0.0f64; 4096], vec![0.0f64; 4096]);
    let seconds = fastest(25, || {
        for _ in 0..frames / 4096 {
            voice.process(&mut [&mut left[..], &mut right[..]]);
        }
        black_box(left[0] + right[0]);
    });
    seconds * 1e9 / (frames / 4096 * 4096) as f64
}

/// A body that rings, a hammer pressed against it.
fn pressed(count: usize, exponent: f64) -> Voice {
    let (force, depth) = PRESSED;
    let law = Law::power(force / depth.powf(exponent), exponent).expect("a law");
    let pair = pair(count, law).heard_at(&vec![1.0; count]);
    pressed_on(pair, count)
}

/// The hammer is pressed on.
fn pressed_on(mut pair: Pair, count: usize) -> Voice {
    let (force, depth) = PRESSED;
    pair.push(force);
    // Where everything would stay, were it not for a little ringing.
    let mut state = pair.world.state().clone();
    let modes = pair.world.model().modes();
    for i in 1..=count {
        state.displacement[i] = force / (modes.mass[i] * modes.omega[i].powi(2));
    }
    state.displacement[0] = depth + state.displacement[1..].iter().sum::<f64>();
    state.velocity[1..].fill(0.1 / count as f64);
    pair.world.set_state(&state).expect("a state");
    pair.voice(RATE, fixed(SUBSTEPS))
}

/// Nanoseconds per sample in calls of `call` frames.
fn nanoseconds_per_sample(voice: &mut Voice, frames: usize, call: usize) -> f64 {
    let mut sound = vec![0.0f64; call];
    let calls = frames / call;
    let seconds = fastest(25, || {
        for _ in 0..calls {
            voice.process(&mut [&mut sound[..]]);
        }
        black_box(sound[call - 1]);
    });
    seconds * 1e9 / (calls * call) as f64
}

/// Nanoseconds per sample of free ringing, in long calls.
fn free_sample(count: usize) -> f64 {
    nanoseconds_per_sample(&mut free(count), 65_536.min(20_000_000 / count), 4096)
}

/// Nanoseconds per step in contact.
fn contact_step(count: usize, exponent: f64) -> f64 {
    let mut voice = pressed(count, exponent);
    let ns = nanoseconds_per_sample(&mut voice, 4096.min(1_000_000 / count), 128);
    let counts = voice.counts();
    let always = counts.steps == voice.frames() * u64::from(SUBSTEPS);
    if !always || !voice.logs()[0].is_touching() || voice.logs()[0].count != 1 {
        println!("(the hammer left the body of {count} modes: what follows is not all in contact)");
    }
    ns / f64::from(SUBSTEPS)
}

/// The plain loop: for every sample, for every mode, a two-term recurrence. It is a function of slices so
/// that nothing around it makes it slower than it is: everything here is measured against it.
#[inline(never)]
fn ring_plainly(a: &[f64], b: &[f64], now: &mut [f64], before: &mut [f64], sound: &mut [f64]) {
    let count = a.len();
    let (b, now, before) = (&b[..count], &mut now[..count], &mut before[..count]);
    for sample in sound {
        let mut sum = 0.0;
        for i in 0..count {
            let next = a[i] * now[i] + b[i] * before[i];
            before[i] = now[i];
            now[i] = next;
            sum += next;
        }
        *sample = sum;
    }
}

/// Nanoseconds per sample of the plain loop.
fn plain_loop(count: usize) -> f64 {
    let frames = 16_384.min(8_000_000 / count);
    let a: Vec<f64> = (0..count).map(|i| 2.0 * (0.01 + i as f64 / count as f64).cos()).collect();
    let b = vec![-0.99999; count];
    let (mut now, mut before) = (vec![0.1; count], vec![0.0; count]);
    let mut sound = vec![0.0; frames];
    let seconds = fastest(60, || {
        ring_plainly(&a, &b, &mut now, &mut before, &mut sound);
        black_box(sound[frames - 1]);
    });
    seconds * 1e9 / frames as f64
}

fn main() {
    println!("Free ringing, how many times faster than the plain loop");
    for (count, goal) in
        [(16, Some(2.3)), (64, Some(3.5)), (256, Some(4.5)), (1024, None), (4096, None)]
    {
        let (free, plain) = (free_sample(count), plain_loop(count));
        let goal = goal.map_or(String::new(), |goal: f64| format!("(goal: at least {goal})"));
        println!(
            "{count:>5} modes {free:>9.1} ns a sample, the plain loop {plain:>8.1}  {:>6.2}  {goal}",
            plain / free
        );
    }
    println!("\nA step in contact, beside the plain loop over the same modes");
    for (exponent, goals) in [(1.5, [7.0, 2.0]), (2.3, [10.0, 3.0])] {
        for (count, goal) in [16, 64].into_iter().zip(goals) {
            let (step, plain) = (contact_step(count, exponent), plain_loop(count));
            println!(
                "{count:>5} modes, alpha {exponent} {step:>9.1} ns a step, the plain loop {plain:>6.1}  {:>6.2}  (goal: at most {goal})",
                step / plain
            );
        }
    }
    println!("\nFree ringing of 64 modes by calls of some length, beside calls of 64");
    let by_calls = |call: usize| nanoseconds_per_sample(&mut free(64), 65_536, call);
    let reference = by_calls(64);
    for call in [32, 48, 63, 64, 100] {
        let ns = by_calls(call);
        println!(
            "{call:>5} frames {ns:>9.1} ns a sample  {:>6.2}  (goal: at most 1.5)",
            ns / reference
        );
    }
    println!("\nTwo listeners far away beside a stereo pair of points, 256 modes");
    let law = || Law::power(PRESSED.0 / PRESSED.1.powf(1.5), 1.5).expect("a law");
    let [points, listeners] = [Stereo::Points, Stereo::Listeners]
        .map(|kind| stereo_sample(&mut left_alone(stereo(pair(256, law()), 256, kind)), 65_536));
    println!(
        "free ringing {listeners:>9.1} ns a sample, the pair {points:>8.1}  {:>6.2}  (goal: at most 1.5)",
        listeners / points
    );
    let [points, listeners] = [Stereo::Points, Stereo::Listeners]
        .map(|kind| stereo_sample(&mut pressed_on(stereo(pair(256, law()), 256, kind), 256), 4096));
    println!(
        "in contact   {listeners:>9.1} ns a sample, the pair {points:>8.1}  {:>6.2}",
        listeners / points
    );
    let mut voice = free(1000);
    let mut sound = vec![0.0f64; 441_000];
    let seconds = fastest(3, || voice.process(&mut [&mut sound[..]]));
    println!("\nA thousand modes, ten seconds of sound: {:.0} ms", 1e3 * seconds);
}
