//! A scheme for nonlinear forces that needs no iteration: Figs. 1 to 6.

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "ducceschi",
    title: "A scheme without iteration (ducceschi)",
    citation: "M. Ducceschi, A numerical scheme for various nonlinear forces, including collisions, which does not require an iterative root finder, Conference on Digital Audio Effects, Edinburgh (2017)",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[];
