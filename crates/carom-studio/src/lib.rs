//! The studio: a page on which objects are struck, played and shown.
//!
//! The engine runs in the page. What is here serves its files on this machine, or writes them into a
//! directory that any web server can host.
//!
//! ```no_run
//! use carom_studio::{Port, Site, Start, Studio, modules};
//! let site = Site::new(&Start::built_in(), modules(&|_| ())?);
//! let studio = Studio::open(Port::Preferred, site)?;
//! println!("{}", studio.url());
//! studio.serve()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod browser;
mod guard;
mod limits;
mod module;
mod patience;
mod reply;
mod route;
mod server;
mod site;
mod start;
mod studies;

pub use browser::open_browser;
pub use module::{ModuleError, Modules, modules};
pub use server::{OpenError, Port, Stopper, Studio};
pub use site::Site;
pub use start::Start;
