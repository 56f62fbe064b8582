//! The engine in a page: what a browser asks of scenes, and scenes that are played by hand.
//!
//! Compiled for `wasm32-unknown-unknown` this is one module without imports. A page instantiates it three
//! times: in a worker that [answers](answer) questions about scenes, in a worker that makes
//! [stages](live::Stage), and in the audio worklet, into whose memory a finished stage is copied.

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod answers;
mod encode;
mod error;
mod exports;
mod limits;
pub mod live;

pub use answers::answer;
pub use error::{Refusal, ValueError};
