//! Scenes: what hits what, how hard, where; and what came of it.
//!
//! A scene file is [parsed](scene::Scene::parse) once into a [`Plan`](plan::Plan) in which everything
//! is resolved, [built](build::build) into a world, and [rendered](render).

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod build;
pub mod gallery;
pub mod law;
pub mod modes;
pub mod plan;
pub mod render;
pub mod scene;
mod stability;
pub mod surface;
pub mod vary;
