//! Benchmarks from outside the five papers.

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "outside",
    title: "Benchmarks from elsewhere",
    citation: "Chung and Ooi (2011), Project Chrono, Simbody, Drake: each study names its own",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[];
