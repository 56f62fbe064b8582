//! What an audio callback does: eight voices, played by another thread while they sound.
//!
//! A host calls the callback as a sound card would, in real time and with blocks of changing length, for
//! five seconds. A player's thread sends strikes and dampings a little ahead, each for a sample of its own.
//!
//! ```sh
//! cargo run --release -p carom-shapes --example callback -- rhythm.wav
//! ```
//!
//! The path is optional; a WAV file is written there.

use carom::{Body, ContactId, Hands, Options, Voice, World};
use carom_shapes::{ALUMINIUM, BRONZE, GLASS, MYLAR, ROSEWOOD, STEEL};
use carom_shapes::{Bar, Bell, Bowl, Edges, Plate, Resonator, RoundMembrane, Tube, touch};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const RATE: u32 = 48_000;
const SECONDS: usize = 5;
/// The longest block that is asked of the voices at once.
const LONGEST: usize = 256;
/// How far ahead of the sound the player may be (samples): far enough that no command comes too late.
const AHEAD: u64 = 9_600;

/// What lives on the audio thread. It has all the memory it needs and never asks for more.
struct Callback {
    voices: Vec<(Voice, [f32; 2])>,
    row: [f32; LONGEST],
}

impl Callback {
    /// Fills a block of interleaved stereo, of any length.
    fn call(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        for block in out.chunks_mut(2 * LONGEST) {
            for (voice, gains) in &mut self.voices {
                let row = &mut self.row[..block.len() / 2];
                voice.process(&mut [&mut *row]); // a row per pickup, and this voice has one
                for (frame, heard) in block.chunks_exact_mut(2).zip(row) {
                    frame[0] += gains[0] * *heard;
                    frame[1] += gains[1] * *heard;
                }
            }
        }
    }
}

/// The player: a rhythm of sixteenths, sent through the hands as the clock of the sound goes on.
fn play(things: &mut [(Hands, Body, ContactId)], clock: &AtomicU64) -> Result<(), carom::Error> {
    for step in 0..38u64 {
        // A sixteenth has 6000 samples, and every second one is late by 613: a swing, on no grid of blocks.
        let sample = 6_000 * step + 613 * (step % 2);
        while clock.load(Ordering::Acquire) + AHEAD < sample {
            std::thread::sleep(Duration::from_millis(5));
        }
        for (i, (hands, body, hit)) in (0u64..).zip(&mut *things) {
            // Each thing has a period of its own. Speed and place wander from strike to strike.
            if (step + i).is_multiple_of(3 + i) {
                let speed = 0.5 + 0.4 * ((step * 7 + i * 3) % 5) as f64;
                let along = 0.72 + 0.25 * ((step * 5 + i) % 7) as f64 / 7.0;
                hands.at(sample).strike_at(*hit, body.at([along, 0.3])?, speed)?;
            }
            // A hand lies on the bowl and the chime from 2.5 s to 3.5 s, then lets them ring again.
            match (i, step) {
                (4 | 6, 20) => hands.at(sample).damp(body, 40.0)?,
                (4 | 6, 28) => hands.at(sample).damp(body, 0.0)?,
                _ => {}
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What there is, with the mass (kg) and the hardness of the mallet that strikes it. What nothing holds
    // lies on soft supports, or it would fly away from its mallet. Of the drum the lowest modes do: up to
    // 20 kHz a skin has eleven thousand, more than a callback can play.
    let suspension = Some(15.0);
    let steel = Bar { suspension, ..Bar::default() };
    let wood = Bar { length: 0.3, width: 0.05, thickness: 0.02, ..steel };
    let (edges, thickness) = (Edges::Supported, 0.003);
    let plate = Plate { length: 0.25, width: 0.2, thickness, edges, ..Plate::default() };
    let bell = Bell { diameter: 0.2, thickness: 0.2 / 13.0, ..Bell::default() };
    let bowl = Bowl { suspension, ..Bowl::default() };
    let glass = Bowl { diameter: 0.12, thickness, ..bowl };
    let chime = Tube { suspension, ..Tube::default() };
    let list = [
        ("steel bar", steel.of(&STEEL)?, 0.02, 0.7),
        ("rosewood bar", wood.of(&ROSEWOOD)?, 0.03, 0.6),
        ("glass plate", plate.of(&GLASS)?, 0.01, 0.8),
        ("bell", bell.of(&BRONZE)?, 0.1, 0.9),
        ("singing bowl", bowl.of(&BRONZE)?, 0.05, 0.4),
        ("glass bowl", glass.of(&GLASS)?, 0.01, 0.7),
        ("chime", chime.of(&ALUMINIUM)?, 0.03, 0.6),
        ("drum", RoundMembrane::default().of_up_to(&MYLAR, 3_000.0)?, 0.02, 0.5),
    ];
    // A voice for each: they do not touch each other, and a strike then costs what one thing costs.
    let (mut voices, mut played) = (Vec::new(), Vec::new());
    for (i, (_, thing, mass, hardness)) in list.iter().enumerate() {
        let mut world = World::new();
        let (mallet, body) = (world.mass(*mass)?, world.body(thing)?);
        let law = touch::hardness_law(*mass, *hardness, None, 0.6)?;
        let hit = world.contact(mallet, body.at([0.8, 0.3])?, law)?;
        world.pickup(body.at([0.97, 0.1])?)?;
        let (voice, hands) = world.start(f64::from(RATE), Options::default())?;
        // Pickups hear m/s. A mallet of mass m leaves about m/M of its speed in a thing of mass M: that
        // ratio makes heavy and light things equally loud. Then a place from left to right.
        let gain = 0.025 * (thing.mass() / mass).max(0.4);
        let (right, left) = (i as f64 / 7.0 * std::f64::consts::FRAC_PI_2).sin_cos();
        voices.push((voice, [left, right].map(|side| (gain * side) as f32)));
        played.push((hands, body, hit));
    }
    let mut callback = Callback { voices, row: [0.0; LONGEST] };

    // The player has the hands, the host has the voices, and they share only a number.
    let clock = Arc::new(AtomicU64::new(0));
    let players_clock = Arc::clone(&clock);
    let player = std::thread::spawn(move || play(&mut played, &players_clock));

    // The host: blocks of changing length, each when its time has come.
    let mut sound = vec![0.0f32; 2 * SECONDS * RATE as usize];
    let (mut done, mut busiest, mut busy, start) = (0, 0.0f64, 0.0, Instant::now());
    std::thread::sleep(Duration::from_millis(20)); // the player sends its first commands
    for frames in [64, 128, 441, 17].into_iter().cycle() {
        let end = (done + 2 * frames).min(sound.len());
        let begun = Instant::now();
        callback.call(&mut sound[done..end]);
        let took = begun.elapsed().as_secs_f64();
        (busy, busiest) = (busy + took, busiest.max(took * f64::from(RATE) / frames as f64));
        done = end;
        clock.store(done as u64 / 2, Ordering::Release);
        if done == sound.len() {
            break;
        }
        let due = Duration::from_secs_f64(done as f64 / 2.0 / f64::from(RATE));
        std::thread::sleep(due.saturating_sub(start.elapsed()));
    }
    player.join().map_err(|_| "the player panicked")??;

    println!("thing        modes  hits  coarsened late  supplied (mJ)  missing (mJ)");
    for ((name, thing, ..), (voice, _)) in list.iter().zip(&mut callback.voices) {
        let (ledger, counts, hits) = (voice.ledger(), voice.counts(), voice.logs()[0].count);
        let [given, missing] = [ledger.supplied(), ledger.residual()].map(|joules| 1e3 * joules);
        print!("{name:12} {:5} {hits:5} {:10}", thing.modes().len(), counts.coarsened);
        println!(" {:4} {given:14.3} {missing:13.0e}", counts.late);
        if let Some(why) = voice.stopped() {
            println!("  it has stopped: {why}");
        }
    }
    let [busy, busiest] = [busy / SECONDS as f64, busiest].map(|share| 100.0 * share);
    println!("\nbusy {busy:.1} % of the time, in the busiest block {busiest:.0} %");
    if let Some(path) = std::env::args().nth(1) {
        let (sample_rate, sample_format) = (RATE, hound::SampleFormat::Float);
        let spec = hound::WavSpec { channels: 2, sample_rate, bits_per_sample: 32, sample_format };
        let mut file = hound::WavWriter::create(&path, spec)?;
        sound.iter().try_for_each(|sample| file.write_sample(*sample))?;
        file.finalize()?;
        println!("wrote {path}");
    }
    Ok(())
}
