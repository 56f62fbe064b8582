//! Who plays what.

use std::path::Path;

use carom_instrument::Song;
use carom_scene::scene::Parsed;

use crate::error::CommandError;
use crate::scene::parse;

/// A scene and the parts that it plays.
pub(crate) struct Seat {
    /// What the scene is called: the name of its file without the ending.
    pub(crate) name: String,
    /// The scene.
    pub(crate) scene: Parsed,
    /// The parts, by their place in the song.
    pub(crate) parts: Vec<usize>,
}

/// A scene as the command is given it: a channel from 0 if one is said, and the scene.
fn split(text: &str) -> Result<(Option<u8>, &str), CommandError> {
    let Some((channel, scene)) = text.split_once('=') else { return Ok((None, text)) };
    match channel.trim().parse() {
        Ok(channel @ 1..=16) => Ok((Some(channel - 1), scene)),
        _ => Err(CommandError::Input(format!(
            "--scene {text}: `{channel}` is no channel; a channel is a number from 1 to 16"
        ))),
    }
}

/// Gives every part to a scene: to that of its channel, or to the next that has no channel; the last of
/// them plays all that are left.
pub(crate) fn cast(song: &Song, scenes: &[String]) -> Result<Vec<Seat>, CommandError> {
    let scenes = scenes.iter().map(|text| split(text)).collect::<Result<Vec<_>, _>>()?;
    let mut seats = Vec::with_capacity(scenes.len());
    for (_, text) in &scenes {
        let name = Path::new(text).file_stem().unwrap_or(text.as_ref());
        let name = name.to_string_lossy().into_owned();
        seats.push(Seat { name, scene: parse(Some(Path::new(text)), &[])?, parts: Vec::new() });
    }
    let free: Vec<_> = (0..scenes.len()).filter(|seat| scenes[*seat].0.is_none()).collect();
    let mut next = 0;
    for (number, part) in song.parts.iter().enumerate() {
        let of_channel = scenes.iter().position(|(channel, _)| *channel == Some(part.channel));
        let seat = of_channel.or_else(|| {
            next += 1;
            free.get(next - 1).or(free.last()).copied()
        });
        if let Some(seat) = seat {
            seats[seat].parts.push(number);
        }
    }
    for ((channel, text), seat) in scenes.iter().zip(&seats) {
        if seat.parts.is_empty() {
            let why = channel.map_or_else(
                || {
                    let (count, plural) =
                        (song.parts.len(), if song.parts.len() == 1 { "" } else { "s" });
                    format!("the song has {count} part{plural}")
                },
                |channel| format!("the song has no notes on channel {}", channel + 1),
            );
            return Err(CommandError::Input(format!("--scene {text} would play nothing: {why}")));
        }
    }
    Ok(seats)
}
