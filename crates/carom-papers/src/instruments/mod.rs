//! Real struck instruments: how long their bars ring, and where the partials of an arched bar lie.

mod recorded;

use crate::study::paper;

paper! {
    PAPER {
        key: "instruments",
        title: "Recorded marimba and xylophone (VSCO 2)",
        citation: "Versilian Studios, VSCO 2 Community Edition, CC0 1.0, commit 4403009: one \
            recording per bar, measured",
    }
    decay
    marimba_arch
}
