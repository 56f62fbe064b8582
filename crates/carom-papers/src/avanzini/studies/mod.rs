//! Figures 5.1 to 5.7 and Table 5.2.

use crate::study::paper;

paper! {
    PAPER {
        key: "avanzini",
        title: "A hammer on a resonator (avanzini)",
        citation: "F. Avanzini, Computational issues in physically-based sound models, PhD thesis, \
            University of Padova (2001), chapter 5",
    }
    phase
    attack
    rest_velocity
    contact_time
    resonator
    brightness
    table
    materials
    hammer_models
}

/// A relative error in words.
fn exact_to(error: f64) -> String {
    if error == 0.0 { "to the last digit".into() } else { format!("to {error:.1e}") }
}
