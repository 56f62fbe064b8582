//! A scene that is played block by block.

use std::sync::{Mutex, MutexGuard};

use carom::{Hands, Options, Port, Voice};
use carom_scene::build::{BuildOptions, Built, build};
use carom_scene::plan::{Kind, Plan, Spot};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::refused;
use crate::scene::parsed;

/// Samples between two looks at Ctrl-C.
const PIECE: usize = 4096;

/// A world that runs.
#[pyclass(frozen)]
pub(crate) struct Player {
    inner: Mutex<Inner>,
}

struct Inner {
    voice: Voice,
    hands: Hands,
    built: Built,
    plan: Plan,
}

impl Player {
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        // Held while a block is computed, and never while Python runs.
        self.inner
            .try_lock()
            .map_err(|_| PyRuntimeError::new_err("the world is played by another thread"))
    }
}

/// The place of a name, or an error that lists the names.
fn find<'a>(
    what: &str,
    name: &str,
    mut names: impl Iterator<Item = &'a str> + Clone,
) -> PyResult<usize> {
    let known = names.clone();
    names.position(|known| known == name).ok_or_else(|| {
        let known: Vec<_> = known.collect();
        refused(format!("there is no {what} {name:?}; there are {}", known.join(", ")))
    })
}

impl Inner {
    fn contact(&self, name: &str) -> PyResult<usize> {
        find("contact", name, self.plan.contacts.iter().map(|contact| contact.name.as_str()))
    }

    fn body(&self, name: &str) -> PyResult<usize> {
        find("body", name, self.plan.bodies.iter().map(|body| body.name.as_str()))
    }

    /// A place on the body with a shape that a contact touches.
    fn port(&self, contact: usize, place: &[f64]) -> PyResult<Port> {
        let between = self.plan.contacts[contact].between;
        let shaped = between.iter().rev().find_map(|body| match &self.plan.bodies[*body].kind {
            Kind::Shape { shape, .. } => Some((*body, shape.resonator().places())),
            _ => None,
        });
        let Some((body, places)) = shaped else {
            return Err(refused("place is given, and neither body of the contact has a shape"));
        };
        let place = match *place {
            [along] => [along, f64::NAN],
            [first, second] => [first, second],
            _ => {
                let count = place.len();
                return Err(refused(format!("place has {count} numbers, it must have one or two")));
            }
        };
        places.check(place).map_err(refused)?;
        let spot = Spot::Place(places.whole(place));
        self.built.port(&self.plan, body, &spot, Some(contact)).map_err(refused)
    }
}

#[pymethods]
impl Player {
    /// The world of a scene, at its first sample.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let plan = parsed("the world", text, &[])?.plan;
        let built = build(&plan, BuildOptions::default()).map_err(refused)?;
        let offline = Options::offline();
        let commands = offline.commands + plan.commands();
        let options = Options { commands, ..offline };
        let (voice, mut hands) = plan.start(&built.world, options).map_err(refused)?;
        built.command(&plan, &mut hands).map_err(refused)?;
        Ok(Self { inner: Mutex::new(Inner { voice, hands, built, plan }) })
    }

    /// The next samples: a row for each pickup.
    fn process<'py>(&self, py: Python<'py>, frames: usize) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.inner()?.plan.pickups.len();
        let mut sound = vec![0.0; rows * frames];
        let mut start = 0;
        while start < frames {
            let end = frames.min(start + PIECE);
            py.detach(|| -> PyResult<()> {
                let mut inner = self.inner()?;
                let mut blocks: Vec<&mut [f64]> =
                    sound.chunks_mut(frames).map(|row| &mut row[start..end]).collect();
                inner.voice.process(&mut blocks);
                inner.voice.stopped().map_or(Ok(()), |error| Err(refused(error)))
            })?;
            py.check_signals()?;
            start = end;
        }
        PyArray1::from_vec(py, sound).reshape([rows, frames])
    }

    /// Strikes: the free mass of a contact meets the other body with this speed (m/s).
    #[pyo3(signature = (contact, speed, at, place))]
    fn strike(
        &self,
        contact: &str,
        speed: f64,
        at: Option<u64>,
        place: Option<Vec<f64>>,
    ) -> PyResult<()> {
        let mut inner = self.inner()?;
        let index = inner.contact(contact)?;
        let port = place.map(|place| inner.port(index, &place)).transpose()?;
        let Inner { hands, built, voice, .. } = &mut *inner;
        let (hands, id) = (hands.at(at.unwrap_or(voice.frames())), built.contacts[index]);
        match port {
            None => hands.strike(id, speed),
            Some(port) => hands.strike_at(id, port, speed),
        }
        .map_err(refused)
    }

    /// Damps a body by so much more (1/s).
    fn damp(&self, body: &str, rate: f64, at: Option<u64>) -> PyResult<()> {
        let mut inner = self.inner()?;
        let body = inner.body(body)?;
        let Inner { hands, built, voice, .. } = &mut *inner;
        hands.at(at.unwrap_or(voice.frames())).damp(&built.bodies[body], rate).map_err(refused)
    }

    /// The force of a contact over the last step (N).
    fn force(&self, contact: &str) -> PyResult<f64> {
        let inner = self.inner()?;
        let contact = inner.contact(contact)?;
        Ok(inner.voice.forces().get(contact).copied().unwrap_or(f64::NAN))
    }

    /// The ledger (J).
    fn ledger(&self) -> PyResult<[(&'static str, f64); 6]> {
        let ledger = self.inner()?.voice.ledger();
        Ok([
            ("initial", ledger.initial()),
            ("stored", ledger.stored()),
            ("dissipated", ledger.dissipated()),
            ("supplied", ledger.supplied()),
            ("corrected", ledger.corrected()),
            ("residual", ledger.residual()),
        ])
    }

    /// What happened at every contact so far, as JSON.
    fn contacts(&self) -> PyResult<String> {
        let inner = self.inner()?;
        let names = inner.plan.contacts.iter().map(|contact| contact.name.as_str());
        let logs: Vec<_> = names.zip(inner.voice.logs()).collect();
        serde_json::to_string(&logs).map_err(refused)
    }

    /// Samples per second.
    fn rate(&self) -> PyResult<f64> {
        Ok(self.inner()?.plan.sample_rate)
    }

    /// Samples played.
    fn frames(&self) -> PyResult<u64> {
        Ok(self.inner()?.voice.frames())
    }
}
