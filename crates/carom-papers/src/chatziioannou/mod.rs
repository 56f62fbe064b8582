//! Two energy-conserving schemes and the contact durations that they can hold: Figs. 3 to 6, the
//! bounds on the duration, the order of accuracy, and what the paper leaves open.

mod bounds;
mod collisions;
mod corrected;
mod limits;
mod open_question;
mod order;
mod published;
mod setup;

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "chatziioannou",
    title: "Contact durations of conserving schemes (chatziioannou)",
    citation: "V. Chatziioannou and M. van Walstijn, On the contact duration accuracy of \
        discrete-time collision models, International Symposium on Musical Acoustics, Montreal \
        (2017)",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[
    Study {
        id: "chatziioannou/fig-3",
        title: "A soft and a hard collision by two conserving schemes",
        source: &SOURCE,
        run: collisions::fig_3,
    },
    Study {
        id: "chatziioannou/fig-4",
        title: "A collision shorter than a sample",
        source: &SOURCE,
        run: collisions::fig_4,
    },
    Study {
        id: "chatziioannou/bounds",
        title: "The shortest contacts that two schemes can hold",
        source: &SOURCE,
        run: bounds::bounds,
    },
    Study {
        id: "chatziioannou/order",
        title: "The order of accuracy, at α = 1 and above",
        source: &SOURCE,
        run: order::order,
    },
    Study {
        id: "chatziioannou/fig-5",
        title: "Stiffness corrected for the duration of a linear contact",
        source: &SOURCE,
        run: corrected::fig_5,
    },
    Study {
        id: "chatziioannou/fig-6",
        title: "The sample rates from which the duration can be exact",
        source: &SOURCE,
        run: limits::fig_6,
    },
    Study {
        id: "chatziioannou/open-question",
        title: "The duration corrected for α > 1, which the paper leaves open",
        source: &SOURCE,
        run: open_question::open_question,
    },
];
