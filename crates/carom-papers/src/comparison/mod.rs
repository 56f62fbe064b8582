//! Every scheme on every case: error against sample rate, steps and time, and what follows.

mod accuracy;
mod cases;
mod convergence;
mod cost;
mod recommendation;
mod steps;
mod trial;

use crate::study::{Source, Study};

/// Nothing here was published elsewhere.
pub(crate) static SOURCE: Source = Source {
    key: "comparison",
    title: "Which scheme to use when",
    citation: "Carom itself: all schemes on the impacts of papetti and chatziioannou, on a steel \
               ball, and on a contact shorter than a sample, against the closed form",
};

/// From what is seen to what follows from it.
pub(crate) static STUDIES: &[Study] = &[
    Study {
        id: "comparison/accuracy",
        title: "Every scheme on every case at 44.1 kHz",
        source: &SOURCE,
        run: accuracy::at_audio_rate,
    },
    Study {
        id: "comparison/convergence",
        title: "How errors fall with the sample rate",
        source: &SOURCE,
        run: convergence::orders,
    },
    Study {
        id: "comparison/steps",
        title: "How many steps a contact needs",
        source: &SOURCE,
        run: steps::needed_steps,
    },
    Study {
        id: "comparison/cost",
        title: "How long a step takes, and an accuracy",
        source: &SOURCE,
        run: cost::measured_time,
    },
    Study {
        id: "comparison/recommendation",
        title: "Which scheme to use when",
        source: &SOURCE,
        run: recommendation::recommend,
    },
];
