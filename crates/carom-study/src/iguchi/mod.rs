//! Rigid bodies calibrated from measurements: Tables 1 to 4, Figs. 1, 3, 4 and 5.

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "iguchi",
    title: "An impulse calibrated by experiment (iguchi)",
    citation: "T. Iguchi, T. Kodama and H. Noborio, A precise approach calibrated by experimental data to make an artificial impulse",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[];
