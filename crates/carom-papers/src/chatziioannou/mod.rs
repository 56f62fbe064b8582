//! Two energy-conserving schemes and the contact durations that they can hold: Figs. 3 to 6, the
//! bounds on the duration, the order of accuracy, and what the paper leaves open.

mod published;
mod setup;

use crate::study::paper;

paper! {
    PAPER {
        key: "chatziioannou",
        title: "Contact durations of conserving schemes (chatziioannou)",
        citation: "V. Chatziioannou and M. van Walstijn, On the contact duration accuracy of \
            discrete-time collision models, International Symposium on Musical Acoustics, Montreal \
            (2017)",
    }
    collisions
    bounds
    order
    convergence
    corrected
    limits
    open_question
}
