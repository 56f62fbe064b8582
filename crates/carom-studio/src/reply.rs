//! Answers and errors.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
};
use hyper::{Response, StatusCode};
use serde::Serialize;
use serde_json::json;

/// A whole answer.
pub(crate) type Reply = Response<Full<Bytes>>;

/// Something that is wrong with a request, as the page gets it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ValueError {
    /// What is wrong.
    pub(crate) message: String,
    /// The value that is meant, such as `body[0].mass`.
    pub(crate) path: Option<String>,
    /// What is allowed.
    pub(crate) allowed: Option<String>,
}

/// Why a request cannot be answered: a status and everything that is wrong.
#[derive(Clone, Debug)]
pub(crate) struct RequestError {
    pub(crate) status: StatusCode,
    pub(crate) errors: Vec<ValueError>,
}

impl RequestError {
    /// One thing is wrong.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let error = ValueError { message: message.into(), path: None, allowed: None };
        Self { status, errors: vec![error] }
    }

    /// What is allowed.
    pub(crate) fn allowed(mut self, allowed: impl Into<String>) -> Self {
        if let Some(error) = self.errors.last_mut() {
            error.allowed = Some(allowed.into());
        }
        self
    }

    /// As JSON: the first error, and all of them.
    pub(crate) fn reply(&self) -> Reply {
        let body = json!({ "version": 1, "error": self.errors.first(), "errors": self.errors });
        let mut reply = json(&body);
        *reply.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            set(&mut reply, "retry-after", "1");
        }
        reply
    }
}

/// An answer of some type.
pub(crate) fn of_type(content_type: &'static str, body: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    reply
}

pub(crate) fn json(value: &impl Serialize) -> Reply {
    match serde_json::to_vec(value) {
        Ok(body) => of_type("application/json", body),
        Err(error) => {
            let mut reply = of_type("text/plain; charset=utf-8", error.to_string());
            *reply.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            reply
        }
    }
}

fn set(reply: &mut Reply, name: &'static str, value: &'static str) {
    reply.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
}

/// Scripts, styles, the engine and data only from where the page is; nothing is sent anywhere.
macro_rules! policy {
    () => {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
    };
}

/// The policy of a page that is hosted elsewhere, in its head.
pub(crate) const META_POLICY: &str = policy!();

/// That of every answer here: no other page may frame it either.
const POLICY: &str = concat!(policy!(), "; frame-ancestors 'none'");

/// Adds the headers that every answer has.
pub(crate) fn seal(mut reply: Reply) -> Reply {
    reply.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let policy = HeaderValue::from_static(POLICY);
    reply.headers_mut().entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    set(&mut reply, "x-content-type-options", "nosniff");
    set(&mut reply, "x-frame-options", "DENY");
    set(&mut reply, "referrer-policy", "no-referrer");
    set(&mut reply, "cross-origin-resource-policy", "same-origin");
    set(&mut reply, "cross-origin-opener-policy", "same-origin");
    reply
}
