//! Two energy-conserving schemes and the contact durations that they can hold: Figs. 3 to 6.

use crate::study::{Source, Study};

/// Where these results were published.
pub(crate) static SOURCE: Source = Source {
    key: "chatziioannou",
    title: "Contact durations of conserving schemes (chatziioannou)",
    citation: "V. Chatziioannou and M. van Walstijn, On the contact duration accuracy of discrete-time collision models, International Symposium on Musical Acoustics, Montreal (2017)",
};

/// Its studies, in the order of the paper.
pub(crate) static STUDIES: &[Study] = &[];
