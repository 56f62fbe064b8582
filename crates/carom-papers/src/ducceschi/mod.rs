//! A scheme for nonlinear forces that needs no iteration: Figs. 1 to 6, and when its root exists.

mod barrier;
mod computability;
mod cubic;
mod energies;
mod existence;
mod forces;
mod harmonic;
mod oscillator;
mod published;
mod roots;
mod setup;
mod spectrum;

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "ducceschi",
    title: "A scheme without iteration (ducceschi)",
    citation: "M. Ducceschi, A numerical scheme for various nonlinear forces, including collisions, \
        which does not require an iterative root finder, Conference on Digital Audio Effects, \
        Edinburgh (2017)",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[
    Study {
        id: "ducceschi/fig-1",
        title: "Three nonlinear forces",
        source: &SOURCE,
        run: forces::fig_1,
    },
    Study {
        id: "ducceschi/existence",
        title: "When the root exists: the printed conditions and the right ones",
        source: &SOURCE,
        run: existence::existence,
    },
    Study {
        id: "ducceschi/fig-2",
        title: "Which runs in a nonlinear spring meet complex roots",
        source: &SOURCE,
        run: computability::fig_2,
    },
    Study {
        id: "ducceschi/fig-3",
        title: "The simple harmonic oscillator, made nonlinear",
        source: &SOURCE,
        run: harmonic::fig_3,
    },
    Study {
        id: "ducceschi/fig-4",
        title: "A fast particle against a stiff barrier",
        source: &SOURCE,
        run: barrier::fig_4,
    },
    Study {
        id: "ducceschi/fig-5",
        title: "Energies of a particle at a barrier",
        source: &SOURCE,
        run: energies::fig_5,
    },
    Study {
        id: "ducceschi/fig-6",
        title: "The cubic oscillator",
        source: &SOURCE,
        run: cubic::fig_6,
    },
];
