//! Runs work on a few threads. More work waits, and work that is no longer needed is dropped.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use hyper::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::limits::{LONGEST_RENDER, MOST_UNSENT, MOST_WAITING};
use crate::reply::RequestError;

/// The threads and the work that waits for them.
pub(crate) struct Pool {
    threads: Arc<Semaphore>,
    /// Answers may be large: their number is limited.
    unsent: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// The newest work of every page that sends an id.
    newest: Mutex<HashMap<u64, Arc<Stop>>>,
}

/// A result, and the permit to keep it until it is sent.
pub(crate) struct Computed<T> {
    pub(crate) value: T,
    pub(crate) held: OwnedSemaphorePermit,
}

/// Stops work that is no longer needed.
pub(crate) struct Stop {
    unwanted: watch::Sender<bool>,
    begun: OnceLock<Instant>,
}

impl Stop {
    fn new() -> Self {
        Self { unwanted: watch::Sender::new(false), begun: OnceLock::new() }
    }

    /// Whether nobody waits for it any more.
    pub(crate) fn is_unwanted(&self) -> bool {
        *self.unwanted.borrow()
    }

    /// Whether it has used up its time.
    pub(crate) fn is_late(&self) -> bool {
        self.begun.get().is_some_and(|begun| begun.elapsed() >= LONGEST_RENDER)
    }

    /// Whether it may go on.
    pub(crate) fn check(&self) -> ControlFlow<()> {
        if self.is_unwanted() || self.is_late() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Pool {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads: Arc::new(Semaphore::new(threads)),
            unsent: Arc::new(Semaphore::new(MOST_UNSENT)),
            waiting: AtomicUsize::new(0),
            newest: Mutex::new(HashMap::new()),
        }
    }

    /// Runs work on a thread. A `client` has one piece of work at a time: a newer one ends the one
    /// before. Dropping the future ends the work.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Option<u64>,
        work: impl FnOnce(&Stop) -> Result<T, RequestError> + Send + 'static,
    ) -> Result<Computed<T>, RequestError> {
        let place = Place::take(&self.waiting)?;
        let stop = Arc::new(Stop::new());
        let _registered = Registered::new(self, client, &stop);
        let mut unwanted = stop.unwanted.subscribe();
        let (held, thread) = tokio::select! {
            permits = self.permits() => permits?,
            _ = unwanted.wait_for(|unwanted| *unwanted) => return Err(superseded()),
        };
        drop(place);
        let watched = Arc::clone(&stop);
        let task = tokio::task::spawn_blocking(move || {
            // Until the work is done, whether or not anybody waits for it.
            let _thread = thread;
            watched.begun.get_or_init(Instant::now);
            if watched.is_unwanted() { Err(superseded()) } else { work(&watched) }
        });
        let value = task.await.map_err(|_| broken())?;
        if stop.is_unwanted() {
            return Err(superseded());
        }
        Ok(Computed { value: value?, held })
    }

    async fn permits(&self) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), RequestError> {
        let held = Arc::clone(&self.unsent).acquire_owned().await.map_err(|_| broken())?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| broken())?;
        Ok((held, thread))
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<u64, Arc<Stop>>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> Result<Self, RequestError> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            let message = "too much is being computed at once; try again in a second";
            let error = RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message);
            return Err(error.allowed(format!("at most {MOST_WAITING} waiting requests")));
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The newest work of a client, as long as somebody waits for it.
struct Registered<'a> {
    pool: &'a Pool,
    client: Option<u64>,
    stop: &'a Arc<Stop>,
}

impl<'a> Registered<'a> {
    fn new(pool: &'a Pool, client: Option<u64>, stop: &'a Arc<Stop>) -> Self {
        if let Some(client) = client {
            let before = pool.newest().insert(client, Arc::clone(stop));
            if let Some(before) = before {
                before.unwanted.send_replace(true);
            }
        }
        Self { pool, client, stop }
    }
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.stop.unwanted.send_replace(true);
        if let Some(client) = self.client {
            let mut newest = self.pool.newest();
            if newest.get(&client).is_some_and(|stop| Arc::ptr_eq(stop, self.stop)) {
                newest.remove(&client);
            }
        }
    }
}

fn superseded() -> RequestError {
    let message = "a newer request of the same page replaced this one";
    RequestError::new(StatusCode::CONFLICT, message)
}

fn broken() -> RequestError {
    let message = "the server failed to compute this; it still runs";
    RequestError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
}
