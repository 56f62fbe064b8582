//! Rigid bodies calibrated from measurements: Tables 1 to 4, Figs. 1, 3, 4 and 5.

mod published;
mod puck;

use crate::study::paper;

paper! {
    PAPER {
        key: "iguchi",
        title: "An impulse calibrated by experiment (iguchi)",
        citation: "T. Iguchi, T. Kodama and H. Noborio, A precise approach calibrated by \
            experimental data to make an artificial impulse",
    }
    pulses
    calibration
    measured
    tables
    measurements
    cradle
    landing
}
