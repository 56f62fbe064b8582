//! Which requests are allowed: those of pages of this server, in a browser on this machine.
//!
//! A page of another site can send requests here but not read the answers. A page whose name was made
//! to point here (DNS rebinding) could read them too. The first is recognised by its `Origin` or
//! `Sec-Fetch-Site`, the second by its `Host`.

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Method, Request, StatusCode};

use crate::reply::RequestError;

pub(crate) const FOREIGN: &str = "pages of another origin may not send requests here";

/// How somebody came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// From a page of this server, or by typing its address.
    Own,
    /// By a link of another site.
    Linked,
}

/// An error for a request that no page of this server made.
pub(crate) fn check<B>(request: &Request<B>, port: u16) -> Result<Visit, RequestError> {
    let headers = request.headers();
    let own = |host: &str| is_own(host, port);
    let named = match request.uri().authority() {
        Some(authority) => own(authority.as_str()),
        None => true,
    };
    if !named || !only(headers, &HOST).is_some_and(own) {
        let allowed = format!("http://127.0.0.1:{port} or http://localhost:{port}");
        return Err(forbidden("this server has another name").allowed(allowed));
    }
    if headers.contains_key(ORIGIN) {
        let host = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if !host.is_some_and(own) {
            return Err(forbidden(FOREIGN));
        }
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let header = |name: &'static str| {
        headers.get(HeaderName::from_static(name)).and_then(|value| value.to_str().ok())
    };
    let opened = header("sec-fetch-mode") == Some("navigate")
        && header("sec-fetch-dest").is_none_or(|kind| kind == "document");
    match header("sec-fetch-site") {
        None | Some("same-origin" | "none") => Ok(Visit::Own),
        // Following a link to the studio is fine; embedding a part of it is not.
        Some(_) if opened && is_read => Ok(Visit::Linked),
        Some(_) => Err(forbidden(FOREIGN)),
    }
}

/// The names of this machine for itself, with the port.
fn is_own(host: &str, port: u16) -> bool {
    let names = ["127.0.0.1", "localhost", "[::1]"];
    names.iter().any(|name| {
        let rest = host.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name));
        rest.is_some()
            && match host.get(name.len()..) {
                Some("") => port == 80,
                Some(rest) => rest.strip_prefix(':') == Some(port.to_string().as_str()),
                None => false,
            }
    })
}

/// The value of a header that is there exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn forbidden(message: &str) -> RequestError {
    RequestError::new(StatusCode::FORBIDDEN, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        check(&request.body(()).unwrap(), 8700).is_ok()
    }

    #[test]
    fn only_this_machine_by_its_own_names_is_answered() {
        for host in ["127.0.0.1:8700", "localhost:8700", "LOCALHOST:8700", "[::1]:8700"] {
            assert!(status(&[("host", host)]), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:87000",
            "127.0.0.1:870",
            "localhost.evil.example:8700",
            "evil.example:8700",
            "127.0.0.1.nip.io:8700",
            "0.0.0.0:8700",
            "127.0.0.1:8700@evil.example",
            "[::]:8700",
        ] {
            assert!(!status(&[("host", host)]), "{host}");
        }
        assert!(!status(&[]));
        assert!(!status(&[("host", "localhost:8700"), ("host", "localhost:8700")]));
    }

    #[test]
    fn only_own_pages_are_answered() {
        let own = ("host", "127.0.0.1:8700");
        assert!(status(&[own, ("origin", "http://127.0.0.1:8700")]));
        assert!(status(&[own, ("sec-fetch-site", "same-origin")]));
        for origin in
            ["null", "", "https://127.0.0.1:8700", "http://evil.example", "http://localhost"]
        {
            assert!(!status(&[own, ("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            let mode = ("sec-fetch-mode", "navigate");
            assert!(!status(&[own, ("sec-fetch-site", site)]));
            assert!(status(&[own, ("sec-fetch-site", site), mode]));
            let dest = ("sec-fetch-dest", "iframe");
            assert!(!status(&[own, ("sec-fetch-site", site), mode, dest]));
        }
    }
}
