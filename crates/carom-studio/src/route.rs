//! Which function answers which path.

use std::sync::Arc;

use carom_scene::build::Designs;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, EXPECT, HeaderValue};
use hyper::{Method, Request, StatusCode};
use tokio::time::timeout;

use crate::api::{self, Start};
use crate::limits::{MOST_BODY, MOST_DRAINED, PATIENCE};
use crate::pool::Pool;
use crate::reply::{Reply, RequestError, seal};
use crate::{assets, guard, studies};

/// What all requests share.
pub(crate) struct State {
    port: u16,
    pub(crate) pool: Pool,
    pub(crate) start: Start,
    pub(crate) designs: Designs,
}

impl State {
    pub(crate) fn new(port: u16, threads: usize, start: Start) -> Self {
        Self { port, pool: Pool::new(threads), start, designs: Designs::default() }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

/// Answers any request.
pub(crate) async fn answer(state: &Arc<State>, request: Request<Incoming>) -> Reply {
    let reply = match guard::check(&request, state.port) {
        Ok(()) => route(state, request).await,
        Err(error) => Err(error),
    };
    seal(reply.unwrap_or_else(|error| error.reply()))
}

async fn route(state: &Arc<State>, request: Request<Incoming>) -> Result<Reply, RequestError> {
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let computes = api::Computation::named(&path);
    let studies = studies::Asked::at(&path);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    match (computes, is_read) {
        (Some(computation), _) if request.method() == Method::POST => {
            let body = body(request).await?;
            api::compute(state, computation, &query, body).await
        }
        (Some(_), _) => Ok(wrong_method(&path, "POST")),
        (None, true) => match studies {
            Some(asked) => studies::answer(state, asked).await,
            None => read(state, &path),
        },
        (None, false) if studies.is_some() || read(state, &path).is_ok() => {
            Ok(wrong_method(&path, "GET, HEAD"))
        }
        (None, false) => Err(unknown(&path)),
    }
}

fn read(state: &State, path: &str) -> Result<Reply, RequestError> {
    let page = || assets::asset("index.html");
    let found = match path {
        "/" | "/gallery" | "/compare" => page(),
        "/favicon.ico" => assets::asset("favicon.ico").or_else(|| assets::asset("favicon.svg")),
        _ => match path.strip_prefix("/assets/") {
            Some(name) => assets::asset(name),
            None => api::read(state, path),
        },
    };
    found.ok_or_else(|| unknown(path))
}

fn unknown(path: &str) -> RequestError {
    RequestError::new(StatusCode::NOT_FOUND, format!("there is nothing at {path}"))
}

fn wrong_method(path: &str, allowed: &'static str) -> Reply {
    let message = format!("{path} does not take this method");
    let error = RequestError::new(StatusCode::METHOD_NOT_ALLOWED, message).allowed(allowed);
    let mut reply = error.reply();
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    reply
}

/// The body of a request, if it is not too large and does not take too long.
async fn body(request: Request<Incoming>) -> Result<Bytes, RequestError> {
    let waits = request.headers().contains_key(EXPECT);
    let mut body = request.into_body();
    // A client that waits before it sends is answered at once. What others send is read to its end
    // and dropped: otherwise they would see a broken connection instead of the answer.
    if waits && body.size_hint().lower() > MOST_BODY as u64 {
        return Err(too_large());
    }
    let (mut kept, mut total) = (Vec::new(), 0);
    let read = async {
        while let Some(frame) = body.frame().await {
            let frame = frame?;
            let data = frame.data_ref().map_or(&[][..], |data| data);
            total += data.len();
            if total <= MOST_BODY {
                kept.extend_from_slice(data);
            } else if total > MOST_DRAINED {
                break;
            }
        }
        Ok::<_, hyper::Error>(())
    };
    let read = timeout(PATIENCE, read).await;
    match read {
        _ if total > MOST_BODY => Err(too_large()),
        Ok(Ok(())) => Ok(kept.into()),
        Ok(Err(error)) => {
            let message = format!("the request broke off: {error}");
            Err(RequestError::new(StatusCode::BAD_REQUEST, message))
        }
        Err(_) => {
            let message = "the request took too long to arrive";
            let error = RequestError::new(StatusCode::REQUEST_TIMEOUT, message);
            Err(error.allowed(format!("{} s", PATIENCE.as_secs())))
        }
    }
}

fn too_large() -> RequestError {
    RequestError::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large")
        .allowed(format!("at most {MOST_BODY} bytes"))
}
