//! The tests of carom-scene, in one program: it is linked once.

mod contacts;
mod energy;
mod gallery;
mod instrument;
mod islands;
mod law_spec;
mod listeners;
mod materials;
mod objects;
mod render;
mod scene;
mod scene_errors;
mod scene_overrides;
mod strikes;
