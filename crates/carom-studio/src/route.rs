//! Which function answers which path.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

use hyper::body::Incoming;
use hyper::header::{ALLOW, CACHE_CONTROL, HeaderValue, LOCATION};
use hyper::{Method, Request, StatusCode};
use tokio::sync::Semaphore;

use crate::guard::Visit;
use crate::reply::{Reply, RequestError, of_type, seal};
use crate::site::{PAGES, Site};
use crate::{guard, studies};

/// What all requests share.
pub(crate) struct State {
    port: u16,
    site: Site,
    /// The thread on which studies are computed, and how many of them wait for it.
    pub(crate) thread: Semaphore,
    pub(crate) waiting: AtomicUsize,
    /// The pages of studies that were computed, by their names: none is computed twice.
    pub(crate) computed: Mutex<BTreeMap<&'static str, String>>,
}

impl State {
    pub(crate) fn new(port: u16, site: Site) -> Self {
        let (thread, waiting) = (Semaphore::new(1), AtomicUsize::new(0));
        Self { port, site, thread, waiting, computed: Mutex::default() }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

/// Answers any request.
pub(crate) async fn answer(state: &Arc<State>, request: Request<Incoming>) -> Reply {
    let reply = match guard::check(&request, state.port) {
        Ok(visit) => route(state, &request, visit).await,
        Err(error) => Err(error),
    };
    seal(reply.unwrap_or_else(|error| error.reply()))
}

async fn route(
    state: &Arc<State>,
    request: &Request<Incoming>,
    visit: Visit,
) -> Result<Reply, RequestError> {
    let path = request.uri().path();
    let studies = studies::Asked::at(path);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    match studies {
        Some(asked) if is_read => studies::answer(state, asked, visit).await,
        Some(_) => Ok(wrong_method(path)),
        None => {
            let found = read(&state.site, path).ok_or_else(|| unknown(path))?;
            Ok(if is_read { found } else { wrong_method(path) })
        }
    }
}

fn read(site: &Site, path: &str) -> Option<Reply> {
    let name = match path {
        "/" => "index.html",
        path => path.strip_prefix('/')?,
    };
    if let Some(page) = PAGES.iter().find(|page| page.strip_suffix(".html") == Some(name)) {
        return Some(moved(page));
    }
    let (content_type, body) = site.file(name)?;
    let mut reply = of_type(content_type, body.into_owned());
    // A newer version of the program has newer files.
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(reply)
}

/// An address that leads to another.
pub(crate) fn moved(to: &'static str) -> Reply {
    let mut reply = Reply::default();
    *reply.status_mut() = StatusCode::PERMANENT_REDIRECT;
    reply.headers_mut().insert(LOCATION, HeaderValue::from_static(to));
    reply
}

fn unknown(path: &str) -> RequestError {
    RequestError::new(StatusCode::NOT_FOUND, format!("there is nothing at {path}"))
}

fn wrong_method(path: &str) -> Reply {
    let message = format!("{path} does not take this method");
    let allowed = "GET, HEAD";
    let error = RequestError::new(StatusCode::METHOD_NOT_ALLOWED, message).allowed(allowed);
    let mut reply = error.reply();
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    reply
}
