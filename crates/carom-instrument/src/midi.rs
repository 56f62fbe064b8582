//! MIDI 1.0 becomes actions: notes, pedal, wheel, pressure and bend, of plain channels and of MPE zones.

use crate::{Action, Who};

/// How far a bend reaches, in semitones, until a message says otherwise.
const BEND: f64 = 2.0;
/// The same on the member channels of an MPE zone.
const MEMBER_BEND: f64 = 48.0;
/// No registered parameter is chosen.
const NONE: [u8; 2] = [127; 2];

/// What is known of a channel.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// From -1 to 1.
    bend: f64,
    /// Semitones for a bend of 1, and hundredths.
    range: [f64; 2],
    /// Which registered parameter data entry is about.
    chosen: [u8; 2],
}

impl Channel {
    const fn new(range: f64) -> Self {
        Self { bend: 0.0, range: [range, 0.0], chosen: NONE }
    }

    fn semitones(&self) -> f64 {
        self.bend * (self.range[0] + 0.01 * self.range[1])
    }
}

/// Turns MIDI messages into actions.
///
/// Bends reach 2 semitones, or as far as registered parameter 0 says. Registered parameter 6 on the
/// first or last channel makes an MPE zone: its members bend by 48 semitones, and what its first or last
/// channel does goes to all of them. Controller 74 is the [brightness](Action::brightness) of a
/// channel. It never allocates, and bytes that mean nothing are passed over.
#[derive(Clone, Debug)]
pub struct Midi {
    channels: [Channel; 16],
    /// How many members the zones of the first and the last channel have; 0 for no zone.
    members: [u8; 2],
    /// The message that a stream is in: its status (0 between messages), its data and how many there are.
    status: u8,
    data: [u8; 2],
    have: usize,
}

impl Default for Midi {
    fn default() -> Self {
        Self {
            channels: [Channel::new(BEND); 16],
            members: [0; 2],
            status: 0,
            data: [0; 2],
            have: 0,
        }
    }
}

/// How many data bytes follow a status byte of a channel.
const fn data_bytes(status: u8) -> usize {
    if matches!(status >> 4, 0xC | 0xD) { 1 } else { 2 }
}

/// All notes of a channel.
const fn notes_of(channel: u8) -> Who {
    Who { id: None, channel: Some(channel), key: None }
}

impl Midi {
    /// Reads a stream of bytes, such as a cable brings: with running status, and with clocks and system
    /// messages in between, which do nothing.
    pub fn bytes(&mut self, bytes: &[u8], act: &mut impl FnMut(Action)) {
        for byte in bytes {
            match byte {
                0xF8.. => {}
                0xF0.. => self.status = 0,
                0x80.. => (self.status, self.have) = (*byte, 0),
                _ if self.status == 0 => {}
                _ => {
                    self.data[self.have] = *byte;
                    self.have += 1;
                    if self.have == data_bytes(self.status) {
                        self.have = 0;
                        self.message([self.status, self.data[0], self.data[1]], act);
                    }
                }
            }
        }
    }

    /// Reads one whole message; what follows a message of two bytes does not matter.
    pub fn message(&mut self, [status, first, second]: [u8; 3], act: &mut impl FnMut(Action)) {
        let data = if data_bytes(status) == 1 { first } else { first | second };
        if status < 0x80 || data > 127 {
            return;
        }
        let channel = status & 15;
        let share = |value: u8| f64::from(value) / 127.0;
        let who = Who { id: None, channel: Some(channel), key: Some(first) };
        match status >> 4 {
            0x9 if second > 0 => {
                let velocity = share(second);
                act(Action::NoteOn { id: None, channel, key: first, velocity });
            }
            0x8 | 0x9 => act(Action::NoteOff(who)),
            0xA => act(Action::Pressure(who, share(second))),
            0xB => self.control(channel, first, second, act),
            0xD => {
                self.zone(channel).for_each(|of| act(Action::Pressure(notes_of(of), share(first))));
            }
            0xE => {
                let value = f64::from(u16::from(second) << 7 | u16::from(first)) - 8192.0;
                let most = if value < 0.0 { 8192.0 } else { 8191.0 };
                self.bend(channel, value / most, act);
            }
            _ => {}
        }
    }

    /// A controller of a channel.
    fn control(&mut self, channel: u8, number: u8, value: u8, act: &mut impl FnMut(Action)) {
        let member = self.master(channel).is_some();
        let chosen = &mut self.channels[usize::from(channel)].chosen;
        match number {
            1 if !member => act(Action::Wheel(f64::from(value) / 127.0)),
            6 | 38 => self.enter(channel, usize::from(number == 38), value, act),
            64 if !member => act(Action::Sustain(value >= 64)),
            74 => {
                let most = if value < 64 { 128.0 } else { 126.0 };
                let amount = 0.5 + (f64::from(value) - 64.0) / most;
                self.zone(channel).for_each(|of| act(Action::brightness(notes_of(of), amount)));
            }
            98 | 99 => *chosen = NONE,
            100 | 101 => chosen[usize::from(101 - number)] = value,
            120 => self.zone(channel).for_each(|of| act(Action::Choke(notes_of(of)))),
            121 => {
                if !member {
                    act(Action::Wheel(0.0));
                    act(Action::Sustain(false));
                }
                self.channels[usize::from(channel)].chosen = NONE;
                self.zone(channel).for_each(|of| act(Action::Pressure(notes_of(of), 1.0)));
                self.bend(channel, 0.0, act);
            }
            123..=127 => self.zone(channel).for_each(|of| act(Action::NoteOff(notes_of(of)))),
            _ => {}
        }
    }

    /// Data entry: `part` 0 is the coarse value, 1 the fine one.
    fn enter(&mut self, channel: u8, part: usize, value: u8, act: &mut impl FnMut(Action)) {
        match (self.channels[usize::from(channel)].chosen, channel, part) {
            ([0, 0], ..) => {
                let (members, of) = (self.members, self.master(channel));
                for other in 0..16 {
                    if other == channel || of.is_some() && master(members, other) == of {
                        self.channels[usize::from(other)].range[part] = f64::from(value);
                    }
                }
                self.bent(channel, act);
            }
            ([0, 6], 0 | 15, 0) => {
                let which = usize::from(channel == 15);
                self.members[which] = value.min(15);
                self.members[1 - which] = self.members[1 - which].min(14_u8.saturating_sub(value));
                for other in 0..16 {
                    let range = if self.master(other).is_some() { MEMBER_BEND } else { BEND };
                    let state = &mut self.channels[usize::from(other)];
                    *state = Channel { chosen: state.chosen, ..Channel::new(range) };
                    act(Action::Bend(notes_of(other), 0.0));
                }
            }
            _ => {}
        }
    }

    /// The channel whose zone a channel is a member of.
    fn master(&self, channel: u8) -> Option<u8> {
        master(self.members, channel)
    }

    /// The channel itself, and if it is the first of a zone, its members.
    fn zone(&self, channel: u8) -> impl Iterator<Item = u8> + use<> {
        let members = self.members;
        (0..16).filter(move |other| *other == channel || master(members, *other) == Some(channel))
    }

    /// The bend of a channel, which its zone adds to its own.
    fn bend(&mut self, channel: u8, bend: f64, act: &mut impl FnMut(Action)) {
        self.channels[usize::from(channel)].bend = bend;
        self.bent(channel, act);
    }

    /// Tells the notes of a channel and its zone how far they are bent.
    fn bent(&self, channel: u8, act: &mut impl FnMut(Action)) {
        self.zone(channel).for_each(|of| act(Action::Bend(notes_of(of), self.semitones(of))));
    }

    /// How far the notes of a channel are bent, in semitones: by itself and by its zone.
    fn semitones(&self, channel: u8) -> f64 {
        let of = |channel: u8| self.channels[usize::from(channel)].semitones();
        of(channel) + self.master(channel).map_or(0.0, of)
    }
}

/// The channel whose zone a channel is a member of.
const fn master(members: [u8; 2], channel: u8) -> Option<u8> {
    match channel {
        1.. if channel <= members[0] => Some(0),
        0..=14 if channel + members[1] >= 15 => Some(15),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameter;

    fn actions(midi: &mut Midi, bytes: &[u8]) -> Vec<Action> {
        let mut actions = Vec::new();
        midi.bytes(bytes, &mut |action| actions.push(action));
        actions
    }

    fn note(channel: u8, key: u8) -> Who {
        Who { id: None, channel: Some(channel), key: Some(key) }
    }

    #[test]
    fn notes_pedal_wheel_and_pressure_are_read() {
        let mut midi = Midi::default();
        let read = |bytes: &[u8]| actions(&mut midi.clone(), bytes);
        let on = |channel, key| Action::NoteOn { id: None, channel, key, velocity: 1.0 };
        assert_eq!(read(&[0x93, 60, 127]), [on(3, 60)]);
        assert_eq!(read(&[0x93, 60, 0]), [Action::NoteOff(note(3, 60))]);
        assert_eq!(read(&[0x83, 60, 64]), [Action::NoteOff(note(3, 60))]);
        assert_eq!(read(&[0xA3, 60, 127]), [Action::Pressure(note(3, 60), 1.0)]);
        assert_eq!(read(&[0xD3, 127]), [Action::Pressure(notes_of(3), 1.0)]);
        assert_eq!(read(&[0xB3, 1, 127]), [Action::Wheel(1.0)]);
        assert_eq!(read(&[0xB3, 64, 63, 64, 64]), [false, true].map(Action::Sustain));
        let bright = |by| Action::brightness(notes_of(3), by);
        assert_eq!(read(&[0xB3, 74, 64, 74, 0, 74, 127]), [0.5, 0.0, 1.0].map(bright));
        assert_eq!(read(&[0xB3, 120, 0]), [Action::Choke(notes_of(3))]);
        assert_eq!(read(&[0xB3, 123, 0]), [Action::NoteOff(notes_of(3))]);
        // One whole message of two bytes, with anything behind it.
        let mut seen = Vec::new();
        midi.message([0xD3, 127, 255], &mut |action| seen.push(action));
        assert_eq!(seen, [Action::Pressure(notes_of(3), 1.0)]);
    }

    #[test]
    fn a_bend_reaches_as_far_as_it_was_told() {
        let mut midi = Midi::default();
        let mut bend = |bytes: &[u8]| match actions(&mut midi, bytes)[..] {
            [.., Action::Bend(who, semitones)] if who == notes_of(0) => semitones,
            ref other => panic!("{other:?}"),
        };
        assert_eq!(bend(&[0xE0, 0, 64]), 0.0);
        assert_eq!(bend(&[0xE0, 127, 127]), 2.0);
        assert_eq!(bend(&[0xE0, 0, 0]), -2.0);
        // The range changes under a bend that is held: twelve semitones and a half.
        assert_eq!(bend(&[0xB0, 101, 0, 100, 0, 6, 12]), -12.0);
        assert_eq!(bend(&[38, 50]), -12.5);
        // Data entry without a parameter, or for one that is not registered, changes nothing.
        assert_eq!(bend(&[101, 127, 100, 127, 6, 3, 0xE0, 0, 0]), -12.5);
        assert_eq!(bend(&[0xB0, 101, 0, 100, 0, 99, 0, 98, 0, 6, 3, 0xE0, 0, 0]), -12.5);
        assert_eq!(bend(&[0xB0, 121, 0]), 0.0);
    }

    #[test]
    fn a_zone_bends_by_48_semitones_and_follows_its_first_channel() {
        let mut midi = Midi::default();
        let told = actions(&mut midi, &[0xB0, 101, 0, 100, 6, 6, 2]);
        assert!(told.iter().all(|action| matches!(action, Action::Bend(_, 0.0))), "{told:?}");
        assert_eq!(actions(&mut midi, &[0xE2, 127, 127]), [Action::Bend(notes_of(2), 48.0)]);
        let told = actions(&mut midi, &[0xE0, 127, 127]);
        let bends = [(0, 2.0), (1, 2.0), (2, 50.0)].map(|(of, by)| Action::Bend(notes_of(of), by));
        assert_eq!(told, bends);
        assert_eq!(actions(&mut midi, &[0xD0, 127]).len(), 3);
        // The pedal and the wheel are the business of the first channel; others are plain.
        assert_eq!(actions(&mut midi, &[0xB1, 64, 127, 1, 127]), []);
        assert_eq!(actions(&mut midi, &[0xB0, 64, 127]), [Action::Sustain(true)]);
        assert_eq!(actions(&mut midi, &[0xE3, 127, 127]), [Action::Bend(notes_of(3), 2.0)]);
        // A range for one member is that of all.
        actions(&mut midi, &[0xB1, 101, 0, 100, 0, 6, 24]);
        assert_eq!(actions(&mut midi, &[0xE2, 127, 127]), [Action::Bend(notes_of(2), 26.0)]);
        // The zone of the last channel takes what the other leaves or loses.
        actions(&mut midi, &[0xBF, 101, 0, 100, 6, 6, 13]);
        assert_eq!((0..16).filter(|of| midi.master(*of) == Some(15)).count(), 13);
        assert_eq!(midi.zone(0).collect::<Vec<_>>(), [0, 1]);
        actions(&mut midi, &[0xBF, 6, 0, 0xB0, 101, 0, 100, 6, 6, 0]);
        assert!((0..16).all(|of| midi.master(of).is_none()));
    }

    #[test]
    fn bytes_that_mean_nothing_are_passed_over() {
        let mut midi = Midi::default();
        assert_eq!(actions(&mut midi, &[1, 2, 3, 0xF0, 0x90, 0x80]), []);
        assert_eq!(actions(&mut midi, &[0xF0, 60, 60, 60, 0xF7, 60, 60]), []);
        // A clock inside a note, running status, and a system message that ends it.
        let on = Action::NoteOn { id: None, channel: 0, key: 60, velocity: 1.0 };
        assert_eq!(actions(&mut midi, &[0x90, 60, 0xF8, 127, 60, 127]), [on, on]);
        assert_eq!(actions(&mut midi, &[0xF6, 60, 127]), []);
        midi.message([0x90, 200, 1], &mut |action| panic!("{action:?}"));
        midi.message([0x20, 20, 1], &mut |action| panic!("{action:?}"));

        // Whatever comes: no panic, and every value in its range.
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        let noise: Vec<u8> = noise.take(1_000_000).collect();
        let mut seen = 0;
        let mut check = |action| {
            seen += 1;
            match action {
                Action::NoteOn { channel, key, velocity, .. } => {
                    assert!(channel < 16 && key < 128 && velocity > 0.0 && velocity <= 1.0);
                }
                Action::Pressure(_, value) | Action::Wheel(value) => {
                    assert!((0.0..=1.0).contains(&value));
                }
                Action::Bend(_, semitones) => assert!(semitones.abs() <= 2.0 * 128.27),
                Action::Modulate(_, Parameter::Hardness, by) => assert!(by.abs() <= 0.2),
                Action::NoteOff(_) | Action::Choke(_) | Action::Sustain(_) => {}
                other => panic!("{other:?}"),
            }
        };
        midi.bytes(&noise, &mut check);
        for message in noise.chunks_exact(3) {
            midi.message([message[0], message[1], message[2]], &mut check);
        }
        assert!(seen > 100_000, "{seen}");
    }
}
