//! The two-point scheme for bodies that ring: fast where nothing touches, fine where something
//! does.
//!
//! Each sample is one of three things. Far from any contact whole blocks pass in closed form. Near
//! one, every mode takes one step and every contact is looked at. While bodies touch, or may within
//! the sample, their steps are subdivided until the contact spans enough of them; other bodies keep
//! their pace. Modes hold displacement and √energy, which do not depend on the step, so that
//! changing it moves no energy.

mod bank;
mod coupled;
mod engine;
mod free;
mod kernels;
mod link;
mod log;
mod mass;
mod pickups;
mod player;
mod reading;
mod rest;
mod travel;

pub use engine::{FirstRelease, Substeps};
pub use log::{ContactLog, ContactPoint};
pub use player::{Block, ContactSample, Player, PlayerOptions};
pub use travel::Travel;
