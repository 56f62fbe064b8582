//! The files of the page: part of the program, and read from disk in debug builds.

use std::borrow::Cow;

use hyper::header::{CACHE_CONTROL, HeaderValue};

use crate::reply::{Reply, of_type};

static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page.
pub(crate) fn asset(name: &str) -> Option<Reply> {
    let body = find(name)?;
    let mut reply = of_type(content_type(name), body.into_owned());
    // A newer version of the program has newer files.
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(reply)
}

fn find(name: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions) {
        let known = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "./_-".contains(c));
        if known && plain {
            let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
            if let Ok(body) = std::fs::read(std::path::Path::new(directory).join(name)) {
                return Some(body.into());
            }
        }
    }
    let (_, body) = EMBEDDED.iter().find(|(embedded, _)| *embedded == name)?;
    Some((*body).into())
}

/// The type of a file by the end of its name.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wav") => "audio/wav",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
