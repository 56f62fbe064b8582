//! What was played, as a scene that is rendered to the same sound.

use std::collections::BTreeMap;

use carom_scene::scene::{Gesture, Press, Scene};

use crate::template::Fragment;
use crate::{Instrument, InstrumentError, Parameter};

/// What a key did.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    /// Its hammer struck at a speed (m/s), at a place if that is not where the scene has it.
    Blow(f64, Option<f64>),
    /// Its dampers came down.
    Down,
    /// Its dampers were taken away.
    Up,
}

/// What was played on an instrument, if it is kept.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// When, on which key (as an index) and what.
    pub(crate) deeds: Vec<(u64, usize, Deed)>,
    /// Notes that were faded out.
    pub(crate) faded: usize,
    /// Whether a blow or a tone differed from the scene.
    pub(crate) altered: bool,
}

/// What was played on instruments, as a scene, and what of it a scene cannot say.
#[derive(Debug)]
pub struct Export {
    /// The scene, which `carom run` renders to the same sound.
    pub scene: Scene,
    /// How the sound differs from what was played.
    pub warnings: Vec<String>,
}

/// Writes what was played on one instrument or several at once as a scene. Each must have
/// [kept](Instrument::keep) it, and all must have the same sample rate.
///
/// # Errors
///
/// If an instrument has kept nothing, or if their sample rates differ.
pub fn export(instruments: &[&Instrument]) -> Result<Export, InstrumentError> {
    let refuse = |text: &str| Err(InstrumentError::Scene(text.to_owned()));
    let Some(first) = instruments.first() else { return refuse("no instrument was played") };
    let rate = first.setup().sample_rate;
    let mut scene = first.template().scene(&[], rate);
    let mut warnings = Vec::new();
    for (n, instrument) in instruments.iter().enumerate() {
        let Some(log) = instrument.log() else {
            return refuse("what was played was not kept");
        };
        if instrument.setup().sample_rate != rate {
            return refuse("the instruments differ in sample rate");
        }
        let prefix = if instruments.len() == 1 { String::new() } else { format!("{}-", n + 1) };
        write(&mut scene, instrument, &prefix, rate)?;
        if log.faded > 0 {
            let (count, plural) = (log.faded, if log.faded == 1 { "" } else { "s" });
            warnings.push(format!(
                "{count} note{plural} made room for others and were faded out: in the scene they ring on"
            ));
        }
        if log.altered {
            warnings.push(
                "hammers or objects were changed by parameters: in the scene they are as written"
                    .to_owned(),
            );
        }
        let volume = instrument.value(Parameter::Volume);
        if volume != 0.0 {
            warnings.push(format!("the volume was {volume:.1} dB: in the scene it is 0 dB"));
        }
    }
    scene.strikes.sort_by(|a, b| a.time.total_cmp(&b.time));
    Ok(Export { scene, warnings })
}

/// Adds the keys that were played, and what they did.
fn write(
    scene: &mut Scene,
    instrument: &Instrument,
    prefix: &str,
    rate: f64,
) -> Result<(), InstrumentError> {
    let deeds = instrument.log().map_or(&[][..], |log| &log.deeds);
    let mut keys: BTreeMap<usize, Fragment> = BTreeMap::new();
    for (_, slot, _) in deeds {
        let fragment = instrument.fragments().get(*slot);
        let fragment = fragment.ok_or(InstrumentError::Scene("a key is missing".to_owned()))?;
        keys.entry(*slot).or_insert_with(|| named(fragment, prefix, instrument.full()));
    }
    for fragment in keys.values() {
        scene.body.extend(fragment.bodies.iter().cloned());
        scene.contact.extend(fragment.contacts.iter().cloned());
        scene.pickup.extend(fragment.pickups.iter().cloned());
    }
    for (frame, slot, deed) in deeds {
        let (time, fragment) = (*frame as f64 / rate, &keys[slot]);
        let press = |down: bool| {
            fragment.pads.iter().flat_map(move |(contact, damped)| {
                let [body, on] = fragment.contacts[*contact].between.clone();
                let way = if down { damped.lowered().to_vec() } else { vec![(damped.up(), 0.0)] };
                way.into_iter().map(move |(gap, over)| {
                    let (body, on) = (body.clone(), on.clone());
                    Gesture::Press(Press { body, on, time, gap, over })
                })
            })
        };
        match *deed {
            Deed::Blow(speed, place) => {
                scene.strikes.push(fragment.blow(time, speed, place));
            }
            Deed::Down => scene.gesture.extend(press(true)),
            Deed::Up => scene.gesture.extend(press(false)),
        }
    }
    Ok(())
}

/// The parts of a key with a prefix to all names, full scale being 1.
fn named(fragment: &Fragment, prefix: &str, full: f64) -> Fragment {
    let mut named = fragment.clone();
    let name = |name: &mut String| name.insert_str(0, prefix);
    named.bodies.iter_mut().for_each(|body| name(&mut body.name));
    for contact in &mut named.contacts {
        contact.name.iter_mut().for_each(name);
        contact.between.iter_mut().for_each(name);
        let at = std::mem::take(&mut contact.at).into_iter();
        contact.at = at.map(|(body, at)| (format!("{prefix}{body}"), at)).collect();
    }
    for pickup in &mut named.pickups {
        pickup.body.iter_mut().for_each(name);
        pickup.gain /= full;
    }
    named
}
