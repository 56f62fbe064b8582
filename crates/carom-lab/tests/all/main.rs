//! The tests of carom-lab, in one program: it is linked once.

mod batch;
mod collisions;
mod felt;
mod impact;
mod measure_landmarks;
mod measure_sensors;
mod measure_support;
#[path = "support/random_impacts.rs"]
mod random_impacts;
mod rebounds;
mod several;
mod survey;
