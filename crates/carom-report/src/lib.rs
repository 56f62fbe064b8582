//! Scientific figures for the Carom engine, drawn as self-contained SVG in one style, and pages
//! that hold them.
//!
//! A [`Figure`] is a grid of [`Panel`]s over one shared legend; a panel holds two [`Axis`] values,
//! any number of [`Series`], and optionally a [`Heatmap`] behind them. Records of millions of
//! samples are drawn as exact envelopes ([`Series::waveform`]). The output depends on the input
//! alone, and no input makes it panic: what cannot be drawn is left out.
//!
//! Every figure carries its own style sheet, scoped by an id derived from its content, so that
//! many figures can be inlined into one page. It is light by default, dark where the reader
//! prefers dark, and light again on paper.
//!
//! A [`Page`] is one HTML file with everything inside: [`Section`]s of text, figures, [`Table`]s,
//! [`Facts`], sounds ([`Audio`]), sources and [`Link`]s. It looks like its figures, fits the screen
//! of a telephone, and loads nothing from elsewhere.
//!
//! ```
//! use carom_report::{Figure, Panel, Series};
//!
//! let exact: Vec<_> = (0..=200).map(|i| f64::from(i) * 5e-6).map(|t| (t, (3e3 * t).sin())).collect();
//! let coarse: Vec<_> = exact.iter().copied().step_by(20).collect();
//! let panel = Panel::new("(a) Force", "time (s)", "force (N)")
//!     .with(Series::reference("exact", exact))
//!     .with(Series::line("20 kHz", coarse).marked())
//!     .hline(1.0, "peak");
//! let svg = Figure::new("One impact").panel(panel).to_svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("20 kHz"));
//! ```

// No panic is reachable from a user.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod axis;
mod draw;
mod encode;
mod envelope;
mod figure;
mod frame;
mod heat;
mod labels;
mod legend;
mod look;
mod marks;
mod page;
mod panel;
mod plot;
mod scale;
pub mod scene;
mod series;
mod style;
mod text;
mod thin;
mod ticks;

pub use axis::Axis;
pub use figure::Figure;
pub use heat::Heatmap;
pub use page::{Audio, Cell, Facts, Link, Page, Section, Table};
pub use panel::Panel;
pub use series::{Marker, Series};
