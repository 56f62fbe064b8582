//! Every scheme on every case: error against cost and sample rate.

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source =
    Source { key: "comparison", title: "Which scheme to use when", citation: "Carom itself" };

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[];
