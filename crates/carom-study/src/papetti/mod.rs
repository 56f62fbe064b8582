//! A mass against a wall by four integrators, and two corrections: Tables I to IV, Figs. 1 to 12.

mod published;
mod tables;

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "papetti",
    title: "Four integrators and two corrections (papetti)",
    citation: "S. Papetti, F. Avanzini and D. Rocchesso, Numerical methods for a nonlinear impact \
        model: a comparative study with closed-form corrections, IEEE Transactions on Audio, \
        Speech, and Language Processing 19 (2011)",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[Study {
    id: "papetti/table-1",
    title: "Errors of four schemes in a non-critical impact",
    source: &SOURCE,
    run: tables::table_1,
}];
