//! What ringing costs, as ratios measured in one run: `cargo bench -p carom --bench ringing`.

use std::hint::black_box;
use std::time::Instant;

use carom::law::Law;
use carom::{Block, Mode, Model, Player, PlayerOptions, Quantity, Substeps};

/// The fastest of several rounds, in seconds.
fn fastest(rounds: usize, mut round: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// Steps per sample in contact, as a hard contact has them.
const SUBSTEPS: u32 = 16;

/// A body of `count` modes that rings, a hammer that is far away or pressed against it.
fn player(count: usize, pressed: bool) -> Player {
    let mut model = Model::default();
    let hammer = model.body(&[Mode::free(0.01)]).expect("a mass");
    let modes: Vec<Mode> = (0..count)
        .map(|i| Mode::ringing(0.05, 100.0 * 150f64.powf(i as f64 / count as f64), 500.0))
        .collect();
    let body = model.body(&modes).expect("modes");
    let tip = model.port(hammer, &[1.0]).expect("a port");
    let face = model.port(body, &vec![1.0; count]).expect("a port");
    model.pickup(&face, Quantity::Velocity);
    let gap = if pressed { 0.0 } else { 1e3 };
    model.contact(tip, face, gap, Law::power(1e6, 1.5).expect("a law")).expect("a contact");
    let mut state = model.rest();
    state.velocity[1..].fill(0.01);
    let force = if pressed { vec![20.0] } else { Vec::new() };
    let options = PlayerOptions { substeps: Substeps::Fixed(SUBSTEPS), ..PlayerOptions::default() };
    Player::new(model, &state, 1.0 / 44_100.0, &force, options).expect("a player")
}

/// Nanoseconds per mode and sample.
fn cost(count: usize, pressed: bool) -> f64 {
    let steps = if pressed { SUBSTEPS as usize } else { 1 };
    let frames = 65_536.min(20_000_000 / count) / steps;
    let mut player = player(count, pressed);
    let mut sound = vec![0.0; frames];
    let seconds = fastest(7, || {
        let mut block = Block { frames, pickups: &mut sound, contacts: &mut [] };
        player.advance(&mut block).expect("a stable scheme");
        black_box(block.pickups[frames - 1]);
    });
    seconds * 1e9 / (count * frames * steps) as f64
}

/// The obvious loop: for every sample, for every mode, a two-term recurrence.
fn obvious(count: usize) -> f64 {
    let frames = 16_384.min(8_000_000 / count);
    let a: Vec<f64> = (0..count).map(|i| 2.0 * (0.01 + i as f64 / count as f64).cos()).collect();
    let b = vec![-0.99999; count];
    let (mut now, mut before) = (vec![0.1; count], vec![0.0; count]);
    let mut sound = vec![0.0; frames];
    let seconds = fastest(7, || {
        for sample in &mut sound {
            let mut sum = 0.0;
            for i in 0..count {
                let next = a[i] * now[i] + b[i] * before[i];
                before[i] = now[i];
                now[i] = next;
                sum += next;
            }
            *sample = sum;
        }
        black_box(sound[frames - 1]);
    });
    seconds * 1e9 / (count * frames) as f64
}

fn main() {
    println!("modes    free ringing          obvious loop          in contact");
    println!("         ns/mode/sample        ns/mode/sample        ns/mode/step");
    for count in [16, 64, 256, 1024, 4096] {
        let (free, plain, contact) = (cost(count, false), obvious(count), cost(count, true));
        println!(
            "{count:<8} {free:<8.3} (at most 0.25)  {plain:<8.3} {:>5.1} x free  {contact:<8.3} (at most 1)",
            plain / free
        );
    }
    let mut player = player(1000, false);
    let mut sound = vec![0.0; 441_000];
    let seconds = fastest(3, || {
        let mut block = Block { frames: 441_000, pickups: &mut sound, contacts: &mut [] };
        player.advance(&mut block).expect("a stable scheme");
    });
    println!("\nA thousand modes, ten seconds of sound: {:.0} ms", 1e3 * seconds);
}
