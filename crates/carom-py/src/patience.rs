//! Long work beside the interpreter: it shows how far it is and ends on Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Whom progress is told: a Python function of what is done and of how much, if that is known.
pub(crate) type Listener = Option<Py<PyAny>>;

/// How long a Ctrl-C waits at most.
const LOOK: Duration = Duration::from_millis(50);

/// What the work and whoever waits for it share.
#[derive(Default)]
pub(crate) struct Shared {
    stop: AtomicBool,
    done: Mutex<Option<(f64, Option<f64>)>>,
}

impl Shared {
    /// Notes how much is done; breaks off if nobody waits any more.
    pub(crate) fn note(&self, done: f64, of: Option<f64>) -> ControlFlow<()> {
        if let Ok(mut place) = self.done.lock() {
            *place = Some((done, of));
        }
        if self.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Does the work on another thread. On Ctrl-C the call ends at once, and the work where it next
/// [notes](Shared::note) how far it is; what it does not note, it finishes for nobody.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    progress: &Listener,
    work: impl FnOnce(&Shared) -> T + Send + 'static,
) -> PyResult<T> {
    let shared = Arc::new(Shared::default());
    let (send, receive) = channel();
    let theirs = Arc::clone(&shared);
    // Whoever waits may have left: then nobody wants the result.
    thread::spawn(move || drop(send.send(work(&theirs))));
    let receive = Mutex::new(receive);
    loop {
        let answer = py.detach(|| receive.lock().ok().map(|receive| receive.recv_timeout(LOOK)));
        match answer {
            Some(Ok(result)) => return Ok(result),
            Some(Err(RecvTimeoutError::Timeout)) => {
                let done = shared.done.lock().map_or(None, |done| *done);
                look(py, progress, done)
                    .inspect_err(|_| shared.stop.store(true, Ordering::Relaxed))?;
            }
            // The work panicked: the message is on standard error.
            _ => {
                return Err(PyRuntimeError::new_err(
                    "the engine failed: this is an error of Carom",
                ));
            }
        }
    }
}

/// Lets Ctrl-C through and tells how far it is.
pub(crate) fn look(
    py: Python<'_>,
    progress: &Listener,
    done: Option<(f64, Option<f64>)>,
) -> PyResult<()> {
    py.check_signals()?;
    if let (Some(progress), Some(done)) = (progress, done) {
        progress.call1(py, done)?;
    }
    Ok(())
}
