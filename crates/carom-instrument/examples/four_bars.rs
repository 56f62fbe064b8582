//! Writes the song `scenes/songs/four-bars.mid`: four bars for a melody, a bass drum and a woodblock.
//!
//! ```sh
//! cargo run -p carom-instrument --example four_bars -- scenes/songs/four-bars.mid
//! ```

use std::error::Error;

use midly::num::{u4, u7, u15, u24, u28};
use midly::{Format, Header, MetaMessage, MidiMessage, Smf, Timing, TrackEvent, TrackEventKind};

/// Ticks of a quarter note, and of the shortest note here.
const QUARTER: u32 = 480;
const EIGHTH: u32 = QUARTER / 2;

/// Quarter notes per minute.
const TEMPO: u32 = 100;

/// A note: when and how long in eighths, its key, how hard.
type Note = (u32, u32, u8, u8);

/// D minor, from above: a falling figure that is answered a fifth lower, and comes to rest.
const MELODY: &[Note] = &[
    (0, 3, 74, 92),
    (3, 1, 77, 70),
    (4, 2, 76, 84),
    (6, 2, 69, 66),
    (8, 3, 72, 90),
    (11, 1, 74, 68),
    (12, 2, 70, 80),
    (14, 2, 65, 62),
    (16, 2, 67, 78),
    (18, 1, 69, 64),
    (19, 1, 70, 68),
    (20, 2, 72, 84),
    (22, 1, 76, 88),
    (23, 1, 77, 96),
    (24, 3, 74, 100),
    (27, 1, 73, 60),
    (28, 4, 74, 84),
    (28, 4, 69, 64),
    (28, 4, 65, 58),
];

/// The roots, on a kettledrum.
const BASS: &[Note] = &[
    (0, 3, 50, 100),
    (6, 1, 45, 70),
    (8, 3, 48, 96),
    (14, 1, 46, 74),
    (16, 3, 43, 92),
    (20, 2, 45, 88),
    (23, 1, 45, 60),
    (24, 3, 50, 104),
    (27, 1, 45, 64),
    (28, 4, 50, 110),
];

/// Every second eighth, with one more at the end of each bar.
fn wood() -> Vec<Note> {
    let bar = [(2, 76, 72), (4, 77, 44), (6, 76, 78), (7, 77, 50)];
    let at = |bar: u32, (eighth, key, velocity)| (8 * bar + eighth, 1, key, velocity);
    (0..4).flat_map(|number| bar.map(|note| at(number, note))).take(14).collect()
}

fn event(delta: u32, kind: TrackEventKind<'static>) -> TrackEvent<'static> {
    TrackEvent { delta: u28::new(delta), kind }
}

fn meta(message: MetaMessage<'static>) -> TrackEvent<'static> {
    event(0, TrackEventKind::Meta(message))
}

fn track(name: &'static str, channel: u8, program: u8, notes: &[Note]) -> Vec<TrackEvent<'static>> {
    let mut messages = vec![(0, MidiMessage::ProgramChange { program: u7::new(program) })];
    for (start, length, key, velocity) in notes {
        let (key, vel) = (u7::new(*key), u7::new(*velocity));
        messages.push((start * EIGHTH, MidiMessage::NoteOn { key, vel }));
        // A little shorter than written, as hands do.
        let end = (start + length) * EIGHTH - EIGHTH / 8;
        messages.push((end, MidiMessage::NoteOff { key, vel: u7::new(64) }));
    }
    messages.sort_by_key(|(tick, _)| *tick);
    let mut events = vec![meta(MetaMessage::TrackName(name.as_bytes()))];
    let mut last = 0;
    for (tick, message) in messages {
        let kind = TrackEventKind::Midi { channel: u4::new(channel), message };
        events.push(event(tick - last, kind));
        last = tick;
    }
    events.push(meta(MetaMessage::EndOfTrack));
    events
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("say where to write the song")?;
    let timing = Timing::Metrical(u15::new(QUARTER as u16));
    let conductor = vec![
        meta(MetaMessage::TrackName(b"Four bars")),
        meta(MetaMessage::Tempo(u24::new(60_000_000 / TEMPO))),
        meta(MetaMessage::TimeSignature(4, 2, 24, 8)),
        meta(MetaMessage::EndOfTrack),
    ];
    let mut song = Smf::new(Header::new(Format::Parallel, timing));
    song.tracks = vec![
        conductor,
        track("Melody", 0, 12, MELODY),
        track("Drum", 1, 47, BASS),
        track("Wood", 9, 115, &wood()),
    ];
    song.save(path)?;
    Ok(())
}
