//! A scheme for nonlinear forces that needs no iteration: Figs. 1 to 6, and when its root exists.

mod oscillator;
mod published;
mod roots;
mod setup;
mod spectrum;

use crate::study::paper;

paper! {
    PAPER {
        key: "ducceschi",
        title: "A scheme without iteration (ducceschi)",
        citation: "M. Ducceschi, A numerical scheme for various nonlinear forces, including \
            collisions, which does not require an iterative root finder, Conference on Digital \
            Audio Effects, Edinburgh (2017)",
    }
    forces
    existence
    computability
    harmonic
    barrier
    energies
    cubic
    real_roots
    obstacle
}
