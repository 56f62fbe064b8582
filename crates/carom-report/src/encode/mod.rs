//! Bytes as text and pictures as bytes, so that one file can hold everything it shows.

mod base64;
mod deflate;
#[cfg(test)]
pub(crate) mod inflate;
pub(crate) mod png;

pub(crate) use base64::base64;
pub(crate) use png::Indexed;
