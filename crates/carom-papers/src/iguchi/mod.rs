//! Rigid bodies calibrated from measurements: Tables 1 to 4, Figs. 1, 3, 4 and 5.

mod calibration;
mod measured;
mod measurements;
mod published;
mod puck;
mod pulses;
mod tables;

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "iguchi",
    title: "An impulse calibrated by experiment (iguchi)",
    citation: "T. Iguchi, T. Kodama and H. Noborio, A precise approach calibrated by experimental \
               data to make an artificial impulse",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[
    Study {
        id: "iguchi/fig-1",
        title: "A collision over its impulse, and over time",
        source: &SOURCE,
        run: pulses::fig_1,
    },
    Study {
        id: "iguchi/fig-3",
        title: "The pulse that stands for the measured one",
        source: &SOURCE,
        run: pulses::fig_3,
    },
    Study {
        id: "iguchi/fig-4",
        title: "Height, area and duration over the speed of approach",
        source: &SOURCE,
        run: pulses::fig_4,
    },
    Study {
        id: "iguchi/fig-5",
        title: "What each step of the calibration changes",
        source: &SOURCE,
        run: calibration::fig_5,
    },
    Study {
        id: "iguchi/table-1",
        title: "Internal forces before ten collisions of a puck",
        source: &SOURCE,
        run: measured::table_1,
    },
    Study {
        id: "iguchi/table-2",
        title: "What was measured after, and its momenta",
        source: &SOURCE,
        run: measured::table_2,
    },
    Study {
        id: "iguchi/table-3",
        title: "The ten collisions by what is called Mirtich's method",
        source: &SOURCE,
        run: tables::table_3,
    },
    Study {
        id: "iguchi/table-4",
        title: "The ten collisions by the paper's own method",
        source: &SOURCE,
        run: tables::table_4,
    },
    Study {
        id: "iguchi/measurements",
        title: "Which method is closest to what was measured",
        source: &SOURCE,
        run: measurements::against_measurements,
    },
];
