//! The studio: a local page on which objects are struck, played and shown.
//!
//! Everything on the page is a scene. The server has no state besides the work under way: a request
//! contains a whole scene, and the answer everything that the page shows of it.
//!
//! ```no_run
//! use carom_studio::{Port, Start, Studio};
//! let studio = Studio::open(Port::Preferred, Start::built_in())?;
//! println!("{}", studio.url());
//! studio.serve()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod api;
mod assets;
mod browser;
mod encode;
mod guard;
mod limits;
mod patience;
mod pool;
mod reply;
mod route;
mod server;
mod studies;

pub use api::Start;
pub use browser::open_browser;
pub use server::{OpenError, Port, Stopper, Studio};
