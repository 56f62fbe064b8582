//! What an audio callback does: eight voices, played by another thread while they sound.
//!
//! A host calls the callback as a sound card would, in real time and with blocks of changing length, for
//! five seconds. A player's thread sends strikes and dampings a little ahead, each for a sample of its own.
//!
//! ```sh
//! cargo run --release -p carom-shapes --example callback -- rhythm.wav
//! ```
//!
//! The path is optional; a WAV file (stereo, 16 bits) is written there.

use carom::{Body, ContactId, Hands, Options, Voice, World};
use carom_shapes::{ALUMINIUM, BRONZE, GLASS, MYLAR, ROSEWOOD, STEEL};
use carom_shapes::{Bar, Bell, Bowl, Edges, Plate, Resonator, RoundMembrane, Tube, touch};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const RATE: f64 = 48_000.0;
const SECONDS: usize = 5;
/// The longest block that is asked of the voice at once.
const LONGEST: usize = 256;
/// How far ahead of the sound the player may be: far enough that no command comes too late.
const AHEAD: u64 = 9_600;

/// What lives on the audio thread: everything it needs is here already, so that it never allocates.
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
                voice.process(&mut [&mut *row]); // a row per pickup, and this one has one
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
        // A sixteenth of 6000 samples, every second one late by 613: a swing, on no grid of blocks.
        let sample = 6_000 * step + 613 * (step % 2);
        while clock.load(Ordering::Acquire) + AHEAD < sample {
            std::thread::sleep(Duration::from_millis(5));
        }
        for (i, (hands, body, hit)) in things.iter_mut().enumerate() {
            let i = i as u64;
            // Each thing has a period of its own; speed and place wander from strike to strike.
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

/// A WAV file of interleaved stereo, 16 bits: a header of 44 bytes and the samples.
fn wav(sound: &[f32]) -> Vec<u8> {
    let (rate, bytes) = (RATE as u32, 2 * sound.len() as u32);
    let mut file = Vec::with_capacity(44 + bytes as usize);
    file.extend(b"RIFF");
    file.extend((36 + bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    file.extend([1u16, 2].map(u16::to_le_bytes).concat()); // whole numbers, two channels
    file.extend([rate, 4 * rate].map(u32::to_le_bytes).concat());
    file.extend([4u16, 16].map(u16::to_le_bytes).concat()); // bytes of a frame, bits of a sample
    file.extend(b"data");
    file.extend(bytes.to_le_bytes());
    file.extend(
        sound.iter().flat_map(|x| ((x.clamp(-1.0, 1.0) * 32_767.0).round() as i16).to_le_bytes()),
    );
    file
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What there is, with the mass (kg) and the hardness of the mallet that strikes it. What is not held
    // lies on soft supports, or it would fly away from its mallet and keep that energy for ever. Of the drum
    // the lowest modes do: up to 20 kHz a skin has eleven thousand, more than a callback can play.
    let rest = Some(15.0);
    let plate = Plate {
        length: 0.25,
        width: 0.2,
        thickness: 0.003,
        edges: Edges::Supported,
        ..Plate::default()
    };
    let wooden =
        Bar { length: 0.3, width: 0.05, thickness: 0.02, suspension: rest, ..Bar::default() };
    let list = [
        ("steel bar", Bar { suspension: rest, ..Bar::default() }.of(&STEEL)?, 0.02, 0.7),
        ("rosewood bar", wooden.of(&ROSEWOOD)?, 0.03, 0.6),
        ("glass plate", plate.of(&GLASS)?, 0.01, 0.8),
        (
            "bell",
            Bell { diameter: 0.2, thickness: 0.2 / 13.0, ..Bell::default() }.of(&BRONZE)?,
            0.1,
            0.9,
        ),
        ("singing bowl", Bowl { suspension: rest, ..Bowl::default() }.of(&BRONZE)?, 0.05, 0.4),
        (
            "glass bowl",
            Bowl { diameter: 0.12, thickness: 0.003, suspension: rest, ..Bowl::default() }
                .of(&GLASS)?,
            0.01,
            0.7,
        ),
        ("chime", Tube { suspension: rest, ..Tube::default() }.of(&ALUMINIUM)?, 0.03, 0.6),
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
        let (voice, hands) = world.start(RATE, Options::default())?;
        // Pickups hear m/s. A mallet of mass m leaves about m/M of its speed in a thing of mass M: that
        // ratio makes heavy and light ones equally loud. Then a place from left to right.
        let gain = 0.025 * (thing.mass() / mass).max(0.4);
        let (right, left) = (i as f64 / 7.0 * std::f64::consts::FRAC_PI_2).sin_cos();
        voices.push((voice, [left, right].map(|side| (gain * side) as f32)));
        played.push((hands, body, hit));
    }
    let mut callback = Callback { voices, row: [0.0; LONGEST] };

    // The player has the hands, the host has the voices, and a number is all they share.
    let clock = Arc::new(AtomicU64::new(0));
    let players_clock = Arc::clone(&clock);
    let player = std::thread::spawn(move || play(&mut played, &players_clock));

    // The host: blocks of changing length, each when its time has come.
    let mut sound = vec![0.0f32; 2 * SECONDS * RATE as usize];
    let (mut done, mut busiest, mut busy, start) = (0, (0.0f64, 0), 0.0, Instant::now());
    std::thread::sleep(Duration::from_millis(20)); // the player's first commands
    for frames in [64, 128, 441, 17].into_iter().cycle() {
        let end = (done + 2 * frames).min(sound.len());
        let begun = Instant::now();
        callback.call(&mut sound[done..end]);
        let took = begun.elapsed().as_secs_f64();
        busy += took;
        let share = took * RATE / frames as f64;
        if share > busiest.0 {
            busiest = (share, done / 2);
        }
        done = end;
        clock.store(done as u64 / 2, Ordering::Release);
        if done == sound.len() {
            break;
        }
        let due = Duration::from_secs_f64(done as f64 / 2.0 / RATE);
        std::thread::sleep(due.saturating_sub(start.elapsed()));
    }
    player.join().map_err(|_| "the player panicked")??;

    let peak = |part: &[f32]| part.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
    for (second, part) in sound.chunks(2 * RATE as usize).enumerate() {
        println!("second {second}: peak {:6.2} dB", 20.0 * peak(part).log10());
    }
    println!(
        "\nthing        modes  hits  largest  coarsened late  supplied dissipated   stored  missing"
    );
    println!(
        "                              N    samples              mJ         mJ       mJ       mJ"
    );
    for ((name, thing, ..), (voice, _)) in list.iter().zip(&mut callback.voices) {
        let (ledger, counts, log) = (voice.ledger(), voice.counts(), &voice.logs()[0]);
        let [given, lost, kept] =
            [ledger.supplied(), ledger.dissipated(), ledger.stored()].map(|e| 1e3 * e);
        print!("{name:12} {:5} {:5} {:8.1}", thing.modes().len(), log.count, log.peak_force);
        print!(" {:10} {:4}", counts.coarsened, counts.late);
        println!(" {given:9.3} {lost:10.3} {kept:8.3} {:8.0e}", 1e3 * ledger.residual());
        if let Some(why) = voice.stopped() {
            println!("  it has stopped: {why}");
        }
    }
    println!();
    let (share, at) = busiest;
    println!(
        "busy {:.1} % of the time, in the busiest block (at {at}) {:.0} %",
        100.0 * busy / SECONDS as f64,
        100.0 * share
    );
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, wav(&sound))?;
        println!("wrote {path}");
    }
    Ok(())
}
