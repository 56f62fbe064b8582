//! MIDI ports.

use std::sync::Arc;

use carom_instrument::Midi;
use midir::{MidiInput, MidiInputConnection, MidiInputPort};
use rtrb::Producer;

use super::engine::{Clock, Timed};
use crate::error::CommandError;

/// A port that messages come from for as long as it is kept.
pub(super) struct Port {
    pub(super) name: String,
    _connection: MidiInputConnection<()>,
}

/// The system's loop, on which nobody plays.
const LOOP: &str = "Midi Through";

fn ports() -> Option<(MidiInput, Vec<(String, MidiInputPort)>)> {
    // A machine without MIDI has no ports; that is no reason not to play.
    let input = MidiInput::new("carom").ok()?;
    let named = |port: MidiInputPort| Some((input.port_name(&port).ok()?, port));
    let ports = input.ports().into_iter().filter_map(named).collect();
    Some((input, ports))
}

/// The names of all ports.
pub(super) fn names() -> Vec<String> {
    let ports = ports().map(|(_, ports)| ports).unwrap_or_default();
    ports.into_iter().map(|(name, _)| name).collect()
}

/// Opens the port with this part in its name, or the first that is no loop.
pub(super) fn open(
    wanted: Option<&str>,
    clock: Arc<Clock>,
    mut queue: Producer<Timed>,
) -> Result<Option<Port>, CommandError> {
    let fits = |name: &str| match wanted {
        Some(wanted) => name.to_lowercase().contains(&wanted.to_lowercase()),
        None => !name.starts_with(LOOP),
    };
    let found = ports().and_then(|(input, ports)| {
        ports.into_iter().find(|(name, _)| fits(name)).map(|(name, port)| (input, name, port))
    });
    let Some((input, name, port)) = found else {
        return wanted.map_or(Ok(None), |wanted| {
            let there = match names() {
                names if names.is_empty() => {
                    "there are none: is the keyboard plugged in?".to_owned()
                }
                names => format!("there are: {}", names.join(", ")),
            };
            Err(CommandError::Input(format!("no MIDI port is called `{wanted}`; {there}")))
        });
    };
    let mut midi = Midi::default();
    let take = move |_: u64, bytes: &[u8], (): &mut ()| {
        let sample = clock.now();
        // A full queue means that nobody listens any more.
        midi.bytes(bytes, &mut |action| {
            let _ = queue.push(Timed { sample, action });
        });
    };
    let connection = input.connect(&port, "carom", take, ());
    let connection = connection.map_err(|error| {
        CommandError::File(format!("MIDI port {name} cannot be opened: {error}"))
    })?;
    Ok(Some(Port { name, _connection: connection }))
}
