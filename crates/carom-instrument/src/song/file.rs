//! The bytes of a standard MIDI file: its chunks, and the events of its tracks.

use midly::{EventIter, TrackEventKind};

use super::SongError;

/// What a song may have at most.
pub(super) const MOST_BYTES: usize = 16 << 20;
const MOST_EVENTS: usize = 1_000_000;

/// How long a tick is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ticks {
    /// So many make a quarter note.
    PerQuarter(u16),
    /// So many make a second.
    PerSecond(f64),
}

/// An event of a track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<'a> {
    /// Since the beginning.
    pub(super) tick: u64,
    /// From 0.
    pub(super) track: usize,
    pub(super) kind: TrackEventKind<'a>,
}

/// How long ticks are, and the events of all tracks in the order of time; those of one time in the
/// order of the file.
pub(super) fn read(bytes: &[u8]) -> Result<(Ticks, Vec<Event<'_>>), SongError> {
    if bytes.len() > MOST_BYTES {
        return Err(SongError::Long { bytes: bytes.len(), most: MOST_BYTES });
    }
    let mut chunks = Chunks { bytes, next: 0 };
    let header = chunks.next_named(b"MThd").filter(|(place, _)| *place == 8);
    let Some((_, header)) = header else { return Err(SongError::NoSong) };
    let [format_high, format, tracks_high, tracks, high, low, ..] = *header? else {
        return Err(SongError::NoSong);
    };
    let format = u16::from_be_bytes([format_high, format]);
    if format > 1 {
        return Err(at(8, format!("the file is of format {format}; songs are of format 0 or 1")));
    }
    let ticks = ticks(high, low)?;
    let said = usize::from(u16::from_be_bytes([tracks_high, tracks]));
    let mut events = Vec::new();
    let mut found = 0;
    while let Some((start, track)) = chunks.next_named(b"MTrk") {
        read_track(track?, start, found, &mut events)?;
        found += 1;
    }
    if found < said {
        let message =
            format!("the file ends here: its header says {said} tracks, and there are {found}");
        return Err(at(bytes.len(), message));
    }
    events.sort_by_key(|event| event.tick);
    Ok((ticks, events))
}

fn at(byte: usize, message: impl Into<String>) -> SongError {
    SongError::Broken { byte, message: message.into() }
}

/// The chunks of a file, one after the other.
struct Chunks<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl<'a> Chunks<'a> {
    /// Where the content of the next chunk with a name begins, and the content. Others are passed over.
    fn next_named(&mut self, name: &[u8; 4]) -> Option<(usize, Result<&'a [u8], SongError>)> {
        loop {
            let (head, rest) = self.bytes.get(self.next..)?.split_first_chunk::<8>()?;
            let [.., a, b, c, d] = *head;
            let length = u32::from_be_bytes([a, b, c, d]) as usize;
            let start = self.next + 8;
            self.next = start.saturating_add(length);
            if head.starts_with(name) {
                let least = if name == b"MThd" { 6 } else { 0 };
                let content = rest.get(..length).filter(|content| content.len() >= least);
                return Some((start, content.ok_or_else(|| cut_off(name, start, length, rest))));
            }
        }
    }
}

fn cut_off(name: &[u8; 4], start: usize, length: usize, rest: &[u8]) -> SongError {
    let name = String::from_utf8_lossy(name);
    let there = rest.len();
    at(start, format!("the chunk {name} says that {length} bytes follow, and there are {there}"))
}

fn ticks(high: u8, low: u8) -> Result<Ticks, SongError> {
    let frames = match high {
        0..0x80 => {
            let per_quarter = u16::from_be_bytes([high, low]);
            return match per_quarter {
                0 => Err(at(12, "a quarter note has 0 ticks; it must have at least one")),
                _ => Ok(Ticks::PerQuarter(per_quarter)),
            };
        }
        _ => match high.wrapping_neg() {
            // 30 frames with some left out, which are 29.97.
            29 => 30.0 / 1.001,
            frames @ (24 | 25 | 30) => f64::from(frames),
            frames => {
                let message = format!("a second has {frames} frames; it may have 24, 25, 29 or 30");
                return Err(at(12, message));
            }
        },
    };
    match low {
        0 => Err(at(13, "a frame has 0 ticks; it must have at least one")),
        _ => Ok(Ticks::PerSecond(frames * f64::from(low))),
    }
}

fn read_track<'a>(
    bytes: &'a [u8],
    start: usize,
    track: usize,
    events: &mut Vec<Event<'a>>,
) -> Result<(), SongError> {
    let mut iterator = EventIter::new(bytes);
    let mut tick = 0;
    loop {
        let unread = iterator.unread();
        let place = start + bytes.len() - unread.len();
        let Some(event) = iterator.next() else { return Ok(()) };
        let Ok(event) = event else {
            let shown: Vec<_> = unread.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let message = format!(
                "track {} has no whole MIDI event here, but the bytes {}",
                track + 1,
                shown.join(" ")
            );
            return Err(at(place, message));
        };
        if events.len() == MOST_EVENTS {
            return Err(at(place, format!("a song has up to {MOST_EVENTS} events")));
        }
        tick += u64::from(event.delta.as_int());
        events.push(Event { tick, track, kind: event.kind });
    }
}
