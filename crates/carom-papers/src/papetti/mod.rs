//! A mass against a wall by four integrators, and two corrections: Tables I to IV, Figs. 1 to 12.

mod cases;
mod chain;
mod published;

use crate::study::paper;

paper! {
    PAPER {
        key: "papetti",
        title: "Four integrators and two corrections (papetti)",
        citation: "S. Papetti, F. Avanzini and D. Rocchesso, Numerical methods for a nonlinear \
            impact model: a comparative study with closed-form corrections, IEEE Transactions \
            on Audio, Speech, and Language Processing 19 (2011)",
    }
    closed_form
    pressed
    under_force
    simulations
    short_contacts
    corrections
    rebounds
    resonator
    operations
    zero_finding
    appendix
}
