//! A scene as a sampled instrument: pitches by size, layers by speed, an SFZ file over both.

use carom_scene::vary::Variation;
use serde::Serialize;
use std::fmt::Write;

/// One sample of an instrument.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Key {
    /// MIDI note.
    pub note: u8,
    /// MIDI velocities of its layer.
    pub velocities: [u8; 2],
    /// The file, beside the SFZ file.
    pub file: String,
    /// How the scene is changed for it.
    pub variation: Variation,
}

/// Samples for notes `low` to `high` in so many layers of equal parts of the velocities. `pitch` is
/// the frequency (Hz) of the scene as it is, `loudest` the factor of its speeds at velocity 127.
#[must_use]
pub(crate) fn instrument(low: u8, high: u8, layers: u8, pitch: f64, loudest: f64) -> Vec<Key> {
    let mut keys = Vec::new();
    for note in low..=high {
        let frequency = 440.0 * 2.0_f64.powf((f64::from(note) - 69.0) / 12.0);
        for layer in 0..layers {
            let edge = |n: u8| (u32::from(n) * 127 / u32::from(layers)) as u8;
            let velocities = [edge(layer) + 1, edge(layer + 1)];
            let variation = Variation {
                velocity: loudest * f64::from(velocities[1]) / 127.0,
                place: 0.0,
                hardness: 0.0,
                size: pitch / frequency,
            };
            keys.push(Key {
                note,
                velocities,
                file: format!("note-{note:03}-{}.wav", layer + 1),
                variation,
            });
        }
    }
    keys
}

/// The SFZ file of an instrument.
#[must_use]
pub(crate) fn sfz(title: &str, keys: &[Key]) -> String {
    let title: String = title.chars().filter(|c| !c.is_control()).collect();
    // Layers have the levels of their blows; within one, a player fades with the velocity.
    let mut text = format!("// {title}\n<global>\nloop_mode=one_shot\namp_veltrack=0\n\n<group>\n");
    for key in keys {
        let [low, high] = key.velocities;
        let _ = writeln!(
            text,
            "<region> sample={} lokey={note} hikey={note} pitch_keycenter={note} lovel={low} hivel={high}",
            key.file,
            note = key.note
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn layers_cover_every_velocity_of_every_note_once() {
        for layers in [1, 3, 4, 16] {
            let keys = instrument(48, 84, layers, 500.0, 2.0);
            assert_eq!(keys.len(), 37 * usize::from(layers));
            let text = sfz("x", &keys);
            // Read as a player reads it: opcodes of regions.
            let mut covered = BTreeMap::new();
            for line in text.lines().filter_map(|line| line.strip_prefix("<region> ")) {
                let opcodes: BTreeMap<&str, &str> =
                    line.split(' ').filter_map(|opcode| opcode.split_once('=')).collect();
                let number = |key: &str| opcodes[key].parse::<u8>().unwrap_or(0);
                assert_eq!(number("lokey"), number("hikey"));
                for velocity in number("lovel")..=number("hivel") {
                    *covered.entry((number("lokey"), velocity)).or_insert(0) += 1;
                }
            }
            assert_eq!(covered.len(), 37 * 127);
            assert!(covered.values().all(|count| *count == 1));
        }
        let a4 = &instrument(69, 69, 1, 220.0, 1.0)[0];
        assert!((a4.variation.size - 0.5).abs() < 1e-12);
    }
}
