//! The tests of carom, in one program: it is linked once.

#[path = "support/air.rs"]
mod air;
mod allocation;
#[path = "support/bridge.rs"]
mod bridge;
mod budget;
mod calls;
mod corners;
#[path = "support/data.rs"]
mod data;
mod exact;
mod felt_hammers;
mod gestures;
mod hammer;
mod hands;
mod hearing;
mod joules;
mod losses;
mod obstacle;
mod plugged;
mod press;
#[path = "support/random_calls.rs"]
mod random_calls;
#[path = "support/random_world.rs"]
mod random_world;
mod random_worlds;
#[path = "support/rattle.rs"]
mod rattle;
mod stack;
mod support;
mod tension;
