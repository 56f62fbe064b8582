//! What playing costs, as a share of one core: `cargo bench -p carom-instrument`. With the word `damped`
//! only the keys that are struck and damped, for a minute: for a look at the profile.

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::time::Instant;

use carom_instrument::{Action, Instrument, Parameter, Setup};
use support::{clock, off, on, piece, seconds};

/// Sixteen keys of a plate, all of which sound at once.
const KEYS: [u8; 16] = [40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55];

fn plates(modes: usize) -> Instrument {
    let setup = Setup { modes, keys: [KEYS[0], KEYS[15]], ..Setup::default() };
    let instrument = Instrument::new(&piece("steel-plate"), &setup).expect("an instrument");
    assert_eq!(instrument.keys(), setup.keys);
    instrument
}

fn strike_all(instrument: &mut Instrument) {
    for key in KEYS {
        instrument.act(on(key, 1.0));
    }
}

/// Blocks of 64 samples for a time (s), with something done before each; how long that took, as a share
/// of the time.
fn share(
    instrument: &mut Instrument,
    time: f64,
    mut before: impl FnMut(&mut Instrument, u64),
) -> f64 {
    let (mut left, mut right) = ([0.0f32; 64], [0.0f32; 64]);
    let begin = Instant::now();
    let start = clock(begin);
    for _ in 0..seconds(time) / 64 {
        let block = instrument.frames() / 64;
        before(instrument, block);
        instrument.render(&mut left, &mut right);
    }
    (clock(begin) - start) / time
}

/// Each key is struck and damped eight times a second, one after the other.
fn strike_and_damp(instrument: &mut Instrument, block: u64) {
    // 94 blocks are an eighth of a second.
    for (i, key) in KEYS.into_iter().enumerate() {
        let place = (block + 94 - 5 * i as u64) % 94;
        if place == 0 {
            instrument.act(on(key, 0.7));
        } else if place == 47 {
            instrument.act(off(key));
        }
    }
}

fn line(what: &str, share: f64, reference: f64, goal: &str) {
    let ratio = share / reference;
    println!("{what:<44} {:>7.2} % of a core {ratio:>8.2} × ringing {goal}", 100.0 * share);
}

fn main() {
    if std::env::args().any(|argument| argument == "damped") {
        let mut played = plates(64);
        share(&mut played, 2.0, strike_and_damp);
        // 94 blocks at a time, in which every key is struck and damped once, by the clock on the wall:
        // the quickest had the processor for themselves.
        let piece = 94.0 * 64.0 / 48_000.0;
        let mut shares: Vec<f64> = (0..480)
            .map(|_| {
                let begin = Instant::now();
                share(&mut played, piece, strike_and_damp);
                begin.elapsed().as_secs_f64() / piece
            })
            .collect();
        shares.sort_by(f64::total_cmp);
        let [least, tenth, median] = [0, 48, 240].map(|n| 100.0 * shares[n]);
        println!(
            "Each struck and damped 8 times a second, as a share of a core, by eighths of a second:"
        );
        println!("the least {least:.2} %, a tenth below {tenth:.2} %, half below {median:.2} %");
        return;
    }
    for (modes, goal) in [(64, "(goal: at most 5 %)"), (512, "")] {
        println!("Sixteen keys of {modes} modes at 48 kHz, by blocks of 64 samples");
        let mut ringing = plates(modes);
        ringing.act(Action::Set(Parameter::Damping, 0.1));
        strike_all(&mut ringing);
        let mut silent = plates(modes);
        let reference = share(&mut ringing, 5.0, |_, _| {});
        assert_eq!(ringing.sounding(), 16);
        line("ringing", reference, reference, "");
        line("silent", share(&mut silent, 100.0, |_, _| {}), reference, "");
        let mut played = plates(modes);
        let before = (played.frames(), played.work().total);
        line(
            "each struck and damped 8 times a second",
            share(&mut played, 2.0, strike_and_damp),
            reference,
            goal,
        );
        let work = played.work();
        let steps = (work.total - before.1) as f64 / (played.frames() - before.0) as f64 / 16.0;
        println!("  {steps:.2} steps a sample and key; {work:?}");
        let mut scraped = plates(modes);
        let scrape = Parameter::Gesture.read("scrape").expect("a gesture");
        scraped.act(Action::Set(Parameter::Gesture, scrape));
        scraped.act(on(KEYS[8], 1.0));
        line(
            "one key scraped",
            share(&mut scraped, 4.0, |_, _| {}),
            reference,
            if modes == 64 { "(goal: at most 10 %)" } else { "" },
        );
        let mut glides = plates(modes);
        strike_all(&mut glides);
        let glide = |instrument: &mut Instrument, block: u64| {
            instrument.act(Action::Set(Parameter::Tune, if block & 64 == 0 { 1.0 } else { -1.0 }));
        };
        line("ringing while all glide", share(&mut glides, 2.0, glide), reference, "");
        println!();
    }
    println!("Ringing down for half a minute, each 3 s beside the first");
    let mut plates = plates(64);
    strike_all(&mut plates);
    let mut first = None;
    for n in 0..10 {
        let cost = share(&mut plates, 3.0, |_, _| {});
        let first = *first.get_or_insert(cost);
        let sounding = plates.sounding();
        println!(
            "{:>3} s {:>7.2} % {:>6.2} ×  {sounding} sound",
            3 * n,
            100.0 * cost,
            cost / first
        );
    }
}
