//! Answers.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
};
use hyper::{Response, StatusCode};
use serde::Serialize;

/// An answer, whole.
pub(crate) type Reply = Response<Full<Bytes>>;

/// Something that is wrong, as the page is told.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem {
    /// What is wrong.
    pub(crate) message: String,
    /// The value that is meant, such as `body[0].mass`.
    pub(crate) path: Option<String>,
    /// What is allowed.
    pub(crate) allowed: Option<String>,
}

impl Problem {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), path: None, allowed: None }
    }

    pub(crate) fn at(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    pub(crate) fn allowed(self, allowed: impl Into<String>) -> Self {
        Self { allowed: Some(allowed.into()), ..self }
    }
}

/// A refusal: its status and everything that is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) problems: Vec<Problem>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, problem: Problem) -> Self {
        Self { status, problems: vec![problem] }
    }

    /// The request makes sense as such, what it asks for does not.
    pub(crate) fn unprocessable(problem: Problem) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, problem)
    }

    /// As JSON: the first problem, and all of them.
    pub(crate) fn reply(&self) -> Reply {
        #[derive(Serialize)]
        struct Body<'a> {
            version: u32,
            error: Option<&'a Problem>,
            errors: &'a [Problem],
        }
        let body = Body { version: 1, error: self.problems.first(), errors: &self.problems };
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

/// Scripts, styles and data from here alone; nobody may frame or embed what is here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says about itself.
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
