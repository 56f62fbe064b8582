//! A song is played to its end, and the sound written.

use std::io;
use std::path::Path;

use carom_instrument::{Instrument, Player};
use carom_listen::Loudness;
use carom_report::scene::{Layout, TakeRows, save_sound};
use carom_scene::scene::Container;
use serde_json::json;

use super::Take;
use super::cast::Seat;
use crate::error::CommandError;
use crate::watch::Watch;

/// Samples that are made at once.
const BLOCK: usize = 256;

/// A sound that is this much below its peak has ended (dB), for as long as the slowest audible beat (s).
const END_DB: f64 = 70.0;
const QUIET: f64 = 0.05;

/// It rings for at most so long after the song (s).
const RINGS: f64 = 60.0;

/// Most bytes of samples in a WAV file.
const LARGEST_WAV: f64 = 4.2e9;

/// What came of a song.
pub(super) struct Outcome {
    frames: u64,
    /// The largest sample, full scale being 1.
    peak: f64,
    /// The largest momentary loudness (LUFS).
    loudness: f64,
    pub(super) instruments: Vec<Instrument>,
    pub(super) warnings: Vec<String>,
}

/// Plays a song, and writes it to a file if there is one.
pub(super) fn perform(take: &Take, out: Option<&Path>) -> Result<Outcome, CommandError> {
    let rate = f64::from(take.rate);
    let players = take.instruments()?.into_iter().zip(&take.seats).map(|(instrument, seat)| {
        Player::new(instrument, take.song.schedule(rate, &|part| seat.parts.contains(&part)))
    });
    let mut stage = Stage::new(players.collect(), rate, take.song.length);
    if let Some(out) = out {
        let layout = Layout::new(take.format, Container::of(out), 2, rate);
        check_size(&layout, take.song.length + RINGS)?;
        let comment = take.record().to_text();
        let saved = save_sound(out, &layout, &comment, |frame| stage.play(frame));
        saved.map_err(|error| CommandError::writing(out, &error))?;
    } else {
        stage.play(&mut |_| Ok(())).map_err(CommandError::file)?;
    }
    Ok(stage.finish(&take.seats, take))
}

fn check_size(layout: &Layout, seconds: f64) -> Result<(), CommandError> {
    let bytes = seconds * layout.rate * 2.0 * f64::from(layout.bits) / 8.0;
    if layout.container == Container::Wav && bytes > LARGEST_WAV {
        return Err(CommandError::Input(format!(
            "the sound may take {:.1} GB, and a WAV file holds up to 4.2 GB; a FLAC file holds it",
            bytes / 1e9
        )));
    }
    Ok(())
}

/// Players who play together.
struct Stage {
    players: Vec<Player>,
    rate: f64,
    /// When the song is over (s).
    length: f64,
    frames: u64,
    peak: f64,
    quiet: usize,
    loudness: Loudness,
    watch: Watch,
}

impl Stage {
    fn new(players: Vec<Player>, rate: f64, length: f64) -> Self {
        Self {
            players,
            rate,
            length,
            frames: 0,
            peak: 0.0,
            quiet: 0,
            loudness: Loudness::new(rate, 2),
            watch: Watch::new(),
        }
    }

    /// Plays until nothing is heard any more.
    fn play(&mut self, take: &mut TakeRows) -> io::Result<()> {
        while self.goes_on() {
            let [mut left, mut right, mut more_left, mut more_right] = [[0.0f64; BLOCK]; 4];
            for player in &mut self.players {
                player.render(&mut more_left, &mut more_right);
                for n in 0..BLOCK {
                    left[n] += more_left[n];
                    right[n] += more_right[n];
                }
            }
            let loudest = left.iter().chain(&right).fold(0.0f64, |most, x| most.max(x.abs()));
            self.loudness.take(&[&left, &right]);
            let [left, right] = [left, right].map(|row| row.map(|x| x as f32));
            take(&[&left, &right])?;
            self.frames += BLOCK as u64;
            self.peak = self.peak.max(loudest);
            let is_quiet = loudest <= self.peak * 10f64.powf(-END_DB / 20.0);
            self.quiet = if is_quiet { self.quiet + BLOCK } else { 0 };
            let (done, of) = (self.frames as f64 / self.rate, self.length);
            self.watch.report(|| format!("{done:.1} of {of:.1} s rendered"));
        }
        self.watch.clear();
        Ok(())
    }

    fn goes_on(&self) -> bool {
        let seconds = self.frames as f64 / self.rate;
        let over = self.players.iter().all(Player::is_over) && seconds >= self.length;
        !over || (self.quiet as f64) < QUIET * self.rate && seconds < self.length + RINGS
    }

    fn finish(self, seats: &[Seat], take: &Take) -> Outcome {
        let mut warnings = Vec::new();
        for (player, seat) in self.players.iter().zip(seats) {
            let [low, high] = player.instrument().keys();
            let notes = take.song.notes.iter().filter(|note| seat.parts.contains(&note.part));
            let outside = notes.filter(|note| !(low..=high).contains(&note.key)).count();
            if outside > 0 {
                let name = &seat.name;
                warnings.push(format!(
                    "{name} has the keys {low} to {high}; notes beyond them are not heard: {outside}"
                ));
            }
        }
        let over = 20.0 * self.peak.log10();
        if over > 0.0 {
            let lower = (10.0 * over).ceil() / 10.0;
            warnings.push(format!(
                "the peak is {over:.1} dB over full scale: lower the volume by {lower:.1} dB, such as \
                 by --set volume=-{lower:.1}"
            ));
        }
        Outcome {
            frames: self.frames,
            peak: self.peak,
            loudness: self.loudness.loudest(),
            instruments: self.players.into_iter().map(Player::into_instrument).collect(),
            warnings,
        }
    }
}

impl Outcome {
    /// One line for people.
    pub(super) fn described(&self, rate: u32) -> String {
        let seconds = self.frames as f64 / f64::from(rate);
        if self.peak == 0.0 {
            return format!("{seconds:.2} s of silence");
        }
        let peak = 20.0 * self.peak.log10();
        let stolen: u64 = self.instruments.iter().map(|made| made.work().stolen).sum();
        let stolen = match stolen {
            0 => String::new(),
            _ => format!("; {stolen} notes made room for others (--voices gives more)"),
        };
        let loudness = self.loudness;
        format!("{seconds:.2} s, peak {peak:.1} dBFS, {loudness:.1} LUFS at its loudest{stolen}")
    }

    /// The summary, with the record.
    pub(super) fn to_json(&self, take: &Take) -> Result<String, CommandError> {
        let song = &take.song;
        let decibels = |value: f64| (value > 0.0).then(|| 20.0 * value.log10());
        let parts = song.parts.iter().enumerate().map(|(number, part)| {
            let by = take.seats.iter().find(|seat| seat.parts.contains(&number));
            json!({
                "name": part.name,
                "program": part.program,
                "track": part.track + 1,
                "channel": part.channel + 1,
                "notes": part.notes,
                "keys": part.keys,
                "scene": by.map(|seat| &seat.name),
            })
        });
        let instruments = self.instruments.iter().zip(&take.seats).map(|(instrument, seat)| {
            let work = instrument.work();
            json!({
                "scene": seat.name,
                "keys": instrument.keys(),
                "work": work.total,
                "most_work": work.most,
                "coarsened": work.coarsened,
                "stolen": work.stolen,
            })
        });
        let mut summary = json!({
            "title": song.title,
            "length": song.length,
            "sample_rate": take.rate,
            "samples": self.frames,
            "peak_dbfs": decibels(self.peak),
            "loudness_lufs": self.loudness.is_finite().then_some(self.loudness),
            "parts": parts.collect::<Vec<_>>(),
            "instruments": instruments.collect::<Vec<_>>(),
            "warnings": self.warnings,
        });
        take.record().add_to(&mut summary);
        serde_json::to_string_pretty(&summary).map_err(CommandError::file)
    }
}
