//! Every scheme on every case: error against sample rate, steps and time, and what follows.

mod cases;
mod trial;

use crate::study::paper;

paper! {
    PAPER {
        key: "comparison",
        title: "Which scheme to use when",
        citation: "Carom itself: all schemes on the impacts of papetti and chatziioannou, on a \
            steel ball, and on a contact shorter than a sample, against the closed form",
    }
    accuracy
    convergence
    steps
    cost
    recommendation
}
