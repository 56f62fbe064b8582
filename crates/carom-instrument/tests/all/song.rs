//! Standard MIDI files as they are found: timing, notes that overlap or never end, broken files.

use carom_instrument::{Action, Song, SongError};

/// A file: a header and tracks without their end.
fn file(format: u8, division: [u8; 2], tracks: &[&[u8]]) -> Vec<u8> {
    let mut bytes = b"MThd\0\0\0\x06\0".to_vec();
    bytes.extend([format, 0, tracks.len() as u8, division[0], division[1]]);
    for track in tracks {
        let track = [*track, b"\0\xff\x2f\0"].concat();
        bytes.extend(b"MTrk");
        bytes.extend((track.len() as u32).to_be_bytes());
        bytes.extend(track);
    }
    bytes
}

/// 96 ticks in a quarter note.
const QUARTER: [u8; 2] = [0, 96];

/// Begin and end of every note.
fn times(song: &Song) -> Vec<[f64; 2]> {
    song.notes.iter().map(|note| [note.time, note.end]).collect()
}

/// When keys go down (true) and up, by the numbers of their notes.
fn keys(song: &Song) -> Vec<(f64, bool, i32)> {
    let key = |event: &carom_instrument::Event| match event.action {
        Action::NoteOn { id, .. } => Some((event.time, true, id?)),
        Action::NoteOff(who) => Some((event.time, false, who.id?)),
        _ => None,
    };
    song.events.iter().filter_map(key).collect()
}

#[test]
fn running_status_and_a_velocity_of_0_are_read() {
    let track = b"\0\x90\x3c\x40\x60\x3c\0\0\x40\x7f\x30\x40\0";
    let song = Song::read(&file(0, QUARTER, &[track])).unwrap();
    assert_eq!(times(&song), [[0.0, 0.5], [0.5, 0.75]]);
    assert_eq!(song.notes[1].velocity, 1.0);
    assert_eq!((song.length, song.parts.len(), song.parts[0].keys), (0.75, 1, [60, 64]));
}

#[test]
fn the_tempo_may_change_while_a_note_sounds_and_in_another_track() {
    // A quarter at 120, two quarters at 60, then at 240 per minute.
    let tempo =
        b"\0\xff\x51\x03\x07\xa1\x20\x60\xff\x51\x03\x0f\x42\x40\x81\x40\xff\x51\x03\x03\xd0\x90";
    let notes = b"\x30\x91\x3c\x40\x60\x81\x3c\0\x81\x40\x91\x3c\x40\x60\x81\x3c\0";
    let song = Song::read(&file(1, QUARTER, &[tempo, notes])).unwrap();
    assert_eq!(times(&song), [[0.25, 1.0], [2.625, 2.875]]);
    assert_eq!((song.parts[0].track, song.parts[0].channel), (1, 1));
}

#[test]
fn a_million_ticks_do_not_add_up_to_an_error() {
    // 1 000 000 quarters of a third of a second would drift if seconds were added.
    let mut track = b"\0\xff\x51\x03\x05\x16\x15\0\x90\x3c\x40".to_vec();
    for _ in 0..10_000 {
        track.extend(b"\x07\xb0\x01\x00");
    }
    track.extend(b"\0\x80\x3c\0");
    let song = Song::read(&file(0, [0, 7], &[&track])).unwrap();
    assert_eq!(song.notes[0].end, 10_000.0 * 333_333.0 / 1e6);
}

#[test]
fn time_may_be_given_in_frames() {
    let track = b"\0\x90\x3c\x40\x64\x80\x3c\0";
    for (frames, rate) in [(24u8, 24.0), (25, 25.0), (29, 30.0 / 1.001), (30, 30.0)] {
        let song = Song::read(&file(0, [frames.wrapping_neg(), 40], &[track])).unwrap();
        let expected = 100.0 / (rate * 40.0);
        assert!((song.notes[0].end - expected).abs() < 1e-15, "{frames}");
    }
}

#[test]
fn notes_that_overlap_end_in_the_order_in_which_they_began() {
    let track = b"\0\x90\x3c\x40\x30\x90\x3c\x40\x30\x80\x3c\0\x30\x80\x3c\0\x30\x80\x3c\0";
    let song = Song::read(&file(0, QUARTER, &[track])).unwrap();
    assert_eq!(times(&song), [[0.0, 0.5], [0.25, 0.75]]);
    // The key that went up a third time was not down.
    let expected = [(0.0, true, 0), (0.25, true, 1), (0.5, false, 0), (0.75, false, 1)];
    assert_eq!(keys(&song), expected);
}

#[test]
fn a_note_that_nothing_ends_ends_with_the_song() {
    let track = b"\0\x90\x3c\x40\x30\x90\x40\x40\x30\x80\x40\0\x60\xff\x06\x01x";
    let song = Song::read(&file(0, QUARTER, &[track])).unwrap();
    assert_eq!(times(&song), [[0.0, 1.0], [0.25, 0.5]]);
    assert_eq!(keys(&song).last(), Some(&(1.0, false, 0)));
}

#[test]
fn the_pedal_goes_down_and_up() {
    let track = b"\0\xb0\x40\x7f\0\x90\x3c\x40\x60\xb0\x40\0";
    let song = Song::read(&file(0, QUARTER, &[track])).unwrap();
    let pedal = |down| song.events.iter().find(|e| e.action == Action::Sustain(down)).unwrap().time;
    assert_eq!((pedal(true), pedal(false)), (0.0, 0.5));
}

#[test]
fn parts_are_tracks_and_channels_with_notes_and_have_names() {
    let title = b"\0\xff\x03\x05A\x1b[2m";
    let two = b"\0\xff\x03\x04Bars\0\xc0\x0c\0\x93\x3c\x40\0\x90\x40\x40\0\x90\x30\x40";
    let song = Song::read(&file(1, QUARTER, &[title, two])).unwrap();
    // What could move the cursor of a terminal is left out.
    assert_eq!(song.title.as_deref(), Some("A[2m"));
    let parts: Vec<_> =
        song.parts.iter().map(|p| (p.track, p.channel, p.program, p.notes, p.keys)).collect();
    assert_eq!(parts, [(1, 0, Some("Marimba"), 2, [48, 64]), (1, 3, None, 1, [60, 60])]);
    assert_eq!(song.parts[0].name.as_deref(), Some("Bars"));
    assert_eq!(song.notes.iter().map(|note| note.part).collect::<Vec<_>>(), [1, 0, 0]);
}

#[test]
fn what_is_broken_is_named_with_its_place() {
    let note = b"\0\x90\x3c\x40\x60\x80\x3c\0";
    let whole = file(1, QUARTER, &[note, note]);
    let error = |bytes: &[u8]| Song::read(bytes).unwrap_err().to_string();
    assert!(error(b"").contains("MThd"));
    assert!(error(b"RIFF....WAVE").contains("MThd"));
    assert_eq!(
        error(&whole[..whole.len() - 3]),
        "at byte 42: the chunk MTrk says that 12 bytes follow, and there are 9"
    );
    assert_eq!(
        error(&whole[..34]),
        "at byte 34: the file ends here: its header says 2 tracks, and there are 1"
    );
    assert_eq!(
        error(&file(0, QUARTER, &[b"\0\x90\x3c\x40\0\xf4\x01"])),
        "at byte 26: track 1 has no whole MIDI event here, but the bytes 00 f4 01 00 ff 2f 00"
    );
    assert!(error(&file(2, QUARTER, &[note])).contains("format 2"));
    assert!(error(&file(0, [0, 0], &[note])).contains("0 ticks"));
    assert!(error(&file(0, [0x80, 1], &[note])).contains("128 frames"));
    assert!(error(&file(0, [0xe7, 0], &[note])).contains("0 ticks"));
    assert_eq!(Song::read(&file(0, QUARTER, &[b""])), Err(SongError::Silent));
    let late = b"\0\x90\x3c\x40\xff\xff\xff\x7f\x80\x3c\0";
    assert!(error(&file(0, [0, 1], &[late])).contains("a song lasts up to 14400 s"));
    assert!(error(&vec![0; (16 << 20) + 1]).contains("up to 16777216"));
    let many = b"\0\x90\x3c\x40".repeat(1_000_001);
    assert!(error(&file(0, QUARTER, &[&many])).contains("up to 1000000 events"));
}

#[test]
fn no_change_of_a_file_makes_it_panic() {
    let tempo = b"\0\xff\x51\x03\x07\xa1\x20\0\xff\x59\x02\0\0\0\xff\x54\x05\0\0\0\0\0";
    let notes = b"\0\x90\x3c\x40\x60\x3c\0\0\xe0\0\x40\0\xb0\x40\x7f\0\xf0\x02\x01\xf7";
    let whole = file(1, QUARTER, &[tempo, notes]);
    assert!(Song::read(&whole).is_ok());
    let mut broken = 0;
    for place in 0..whole.len() {
        broken += usize::from(Song::read(&whole[..place]).is_err());
        for value in 0..=255 {
            let mut changed = whole.clone();
            changed[place] = value;
            if let Ok(song) = Song::read(&changed) {
                assert!(song.notes.iter().all(|note| note.end >= note.time), "{place} {value}");
            }
        }
    }
    assert_eq!(broken, whole.len(), "a part of a file is not a song");
}
