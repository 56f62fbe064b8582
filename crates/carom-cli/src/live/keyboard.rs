//! The keys of the computer as the keys of an instrument.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use carom_instrument::{Action, Who};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// From C on, one semitone each.
const KEYS: &str = "zsxdcvgbhnjm,l.";

/// A terminal that does not tell when keys go up: they do so after this time.
const HELD: Duration = Duration::from_millis(700);

/// A key that comes again within this time is repeated by the terminal.
const REPEATED: Duration = Duration::from_millis(80);

/// The computer's keyboard.
pub(super) struct Keyboard {
    /// Whether the terminal tells when keys go up.
    tells: bool,
    /// The key of the lowest C is 12 times this, and 12 more.
    pub(super) octave: u8,
    /// From 1 to 9.
    pub(super) velocity: u8,
    pub(super) sustain: bool,
    /// What is down, and when that was last heard of.
    down: HashMap<char, (u8, Instant)>,
}

/// What a key of the computer means.
#[derive(Debug, PartialEq)]
pub(super) enum Meaning {
    /// Something for the instrument.
    Act(Action),
    /// The end.
    End,
    /// Nothing, or nothing more.
    Nothing,
}

impl Keyboard {
    pub(super) fn new(tells: bool) -> Self {
        Self { tells, octave: 4, velocity: 7, sustain: false, down: HashMap::new() }
    }

    /// A key was pressed, repeated or let go.
    pub(super) fn key(&mut self, event: &KeyEvent, now: Instant) -> Meaning {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let (character, up) = match (event.code, event.kind) {
            (KeyCode::Char(_), KeyEventKind::Repeat) => return Meaning::Nothing,
            (KeyCode::Esc, _) => return Meaning::End,
            (KeyCode::Char(character), kind) => (character, kind == KeyEventKind::Release),
            _ => return Meaning::Nothing,
        };
        match character {
            'c' | 'd' if control => return Meaning::End,
            'q' => return Meaning::End,
            _ => {}
        }
        if let Some(semitone) = KEYS.find(character.to_ascii_lowercase()) {
            let character = character.to_ascii_lowercase();
            return if up { self.up(character) } else { self.strike(character, semitone, now) };
        }
        match character {
            _ if up => {}
            '<' => self.octave = self.octave.saturating_sub(1),
            '>' => self.octave = (self.octave + 1).min(8),
            '1'..='9' => self.velocity = character as u8 - b'0',
            ' ' => {
                self.sustain = !self.sustain;
                return Meaning::Act(Action::Sustain(self.sustain));
            }
            _ => {}
        }
        Meaning::Nothing
    }

    fn strike(&mut self, character: char, semitone: usize, now: Instant) -> Meaning {
        let key = 12 * (self.octave + 1) + semitone as u8;
        let before = self.down.insert(character, (key, now));
        let repeated = before.is_some_and(|(_, then)| now.duration_since(then) < REPEATED);
        if repeated || key > 127 {
            return Meaning::Nothing;
        }
        let velocity = f64::from(self.velocity) / 9.0;
        Meaning::Act(Action::NoteOn { id: None, channel: 0, key, velocity })
    }

    fn up(&mut self, character: char) -> Meaning {
        let down = self.down.remove(&character);
        down.map_or(Meaning::Nothing, |(key, _)| Meaning::Act(Action::NoteOff(Who::key(key))))
    }

    /// Keys that must have gone up by now.
    pub(super) fn let_go(&mut self, now: Instant) -> Vec<Action> {
        let mut ended = Vec::new();
        if !self.tells {
            self.down.retain(|_, (key, then)| {
                let held = now.duration_since(*then) < HELD;
                if !held {
                    ended.push(Action::NoteOff(Who::key(*key)));
                }
                held
            });
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(character: char, kind: KeyEventKind) -> KeyEvent {
        KeyEvent::new_with_kind(KeyCode::Char(character), KeyModifiers::NONE, kind)
    }

    #[test]
    fn keys_octaves_velocities_and_the_pedal() {
        let now = Instant::now();
        let mut keyboard = Keyboard::new(true);
        let press = |keyboard: &mut Keyboard, c| keyboard.key(&event(c, KeyEventKind::Press), now);
        let on =
            |key, velocity| Meaning::Act(Action::NoteOn { id: None, channel: 0, key, velocity });
        assert_eq!(press(&mut keyboard, 'z'), on(60, 7.0 / 9.0));
        assert_eq!(press(&mut keyboard, '9'), Meaning::Nothing);
        assert_eq!(press(&mut keyboard, '<'), Meaning::Nothing);
        assert_eq!(press(&mut keyboard, '.'), on(62, 1.0));
        assert_eq!(press(&mut keyboard, ' '), Meaning::Act(Action::Sustain(true)));
        assert_eq!(press(&mut keyboard, ' '), Meaning::Act(Action::Sustain(false)));
        let up = keyboard.key(&event('z', KeyEventKind::Release), now);
        assert_eq!(up, Meaning::Act(Action::NoteOff(Who::key(60))));
        assert_eq!(press(&mut keyboard, 'q'), Meaning::End);
        for _ in 0..20 {
            press(&mut keyboard, '>');
        }
        assert_eq!(press(&mut keyboard, 'm'), on(119, 1.0));
    }

    #[test]
    fn where_nobody_tells_keys_go_up_by_themselves() {
        let mut keyboard = Keyboard::new(false);
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let press = event('z', KeyEventKind::Press);
        assert!(matches!(keyboard.key(&press, at(0)), Meaning::Act(_)));
        assert_eq!(keyboard.key(&press, at(30)), Meaning::Nothing);
        assert!(keyboard.let_go(at(729)).is_empty());
        assert_eq!(keyboard.let_go(at(731)), [Action::NoteOff(Who::key(60))]);
        assert!(keyboard.let_go(at(2000)).is_empty());
    }
}
