//! An instrument that is played while the rest of its keys are made on a thread of their own.

use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use carom_instrument::{Addition, Instrument, Patch, PatchError, Setup};
use rtrb::{Consumer, RingBuffer};

/// An instrument and the keys that are still to come. It is dropped on the main thread, which then waits for
/// the key that is being made.
pub(crate) struct Playing {
    pub(crate) instrument: Box<Instrument>,
    more: Option<Consumer<Addition>>,
    making: Making,
    thread: Option<JoinHandle<()>>,
}

/// Whether keys are still being made.
#[derive(Clone, Default)]
pub(crate) struct Making(Weak<()>);

impl Making {
    /// Waits until all keys are made.
    pub(crate) fn wait(&self) {
        while self.0.strong_count() > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Playing {
    /// Makes the first keys of a patch; the others follow.
    pub(crate) fn new(patch: &Patch, setup: &Setup) -> Result<Self, PatchError> {
        let (instrument, rest) = patch.first_keys(setup)?;
        let (mut to_player, more) = RingBuffer::new(rest.len().max(1));
        let at_work = Arc::new(());
        let making = Making(Arc::downgrade(&at_work));
        let work = move || {
            let _at_work = at_work;
            // A key that cannot be made stays silent.
            for addition in rest.flatten() {
                if to_player.is_abandoned() || to_player.push(addition).is_err() {
                    return;
                }
            }
        };
        let (instrument, thread) = match Builder::new().name("carom keys".into()).spawn(work) {
            Ok(thread) => (instrument, Some(thread)),
            // Without another thread all keys are made here.
            Err(_) => (patch.instrument(setup)?, None),
        };
        Ok(Self { instrument: Box::new(instrument), more: Some(more), making, thread })
    }

    /// Takes the keys that have been made since. It never waits or allocates.
    pub(crate) fn take_keys(&mut self) {
        while let Some(addition) = self.more.as_mut().and_then(|more| more.pop().ok()) {
            self.instrument.add(addition);
        }
    }

    pub(crate) fn making(&self) -> Making {
        self.making.clone()
    }
}

impl Drop for Playing {
    /// The thread must end before a host takes the library from memory.
    fn drop(&mut self) {
        self.more = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
