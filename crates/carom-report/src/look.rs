//! The colour, stroke and marker of each series.

use crate::panel::Panel;
use crate::series::{Dash, Ink, Kind, Marker, Marking, Series};
use crate::style;

/// How one series looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Look {
    /// CSS class that sets the colour.
    pub(crate) class: String,
    pub(crate) dash: Option<Dash>,
    pub(crate) marker: Option<Marker>,
    /// Number of the colour; the first marker on a line also depends on it.
    pub(crate) index: usize,
}

impl Look {
    fn new(series: &Series, index: usize) -> Self {
        let class = match series.ink {
            Ink::Reference => "cf-ref".into(),
            Ink::Guide => "cf-guide".into(),
            Ink::Auto | Ink::Palette(_) => format!("cf-c{}", index % style::COLOURS),
        };
        let (dash, marking) = match series.kind {
            Kind::Curve { dash, marking } => (dash, marking),
            Kind::Band { .. } => (None, Marking::None),
        };
        let marker = match marking {
            Marking::None => None,
            Marking::Auto => Marker::ALL.get(index % Marker::ALL.len()).copied(),
            Marking::Shape(shape) => Some(shape),
        };
        // Where the palette repeats, the stroke differs.
        let dash = dash.map(|dash| match (dash, index / style::COLOURS % 3) {
            (Dash::Solid, 1) => Dash::Dashed,
            (Dash::Solid, 2) => Dash::Dotted,
            _ => dash,
        });
        Self { class, dash, marker, index }
    }

    /// Whether it is drawn below the other lines.
    pub(crate) fn is_below(&self) -> bool {
        self.class == "cf-ref" || self.class == "cf-guide"
    }
}

/// The look of every series of every panel. Series of the same name have the same colour in all
/// panels; series without a name are counted within their panel.
pub(crate) fn looks(panels: &[Panel]) -> Vec<Vec<Look>> {
    let mut names = Vec::new();
    panels.iter().map(|panel| panel_looks(panel, &mut names)).collect()
}

fn panel_looks(panel: &Panel, names: &mut Vec<String>) -> Vec<Look> {
    let mut nameless = 0..;
    let look = |series: &Series| {
        let index = match series.ink {
            Ink::Palette(index) => index,
            Ink::Reference | Ink::Guide => 0,
            Ink::Auto if series.name.is_empty() => nameless.next().unwrap_or(0),
            Ink::Auto => position(names, &series.name),
        };
        Look::new(series, index)
    };
    panel.series.iter().map(look).collect()
}

fn position(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.into());
        names.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;

    fn panel() -> Panel {
        Panel::new("", Axis::linear("", ""), Axis::linear("", ""))
    }

    #[test]
    fn names_keep_their_colour_across_panels() {
        let line = |name: &str| Series::line(name, vec![(0.0, 0.0)]).marked();
        let panels = [
            panel().with(Series::reference("exact", vec![])).with(line("a")).with(line("b")),
            panel().with(line("b")).with(line("c")).with(line("")).with(line("x").colour(7)),
        ];
        let looks = looks(&panels);
        let indices = |i: usize| looks[i].iter().map(|l| l.index).collect::<Vec<_>>();
        assert_eq!(looks[0][0].class, "cf-ref");
        assert_eq!(indices(0)[1..], [0, 1]);
        assert_eq!(indices(1), [1, 2, 0, 7]);
        assert_eq!(looks[0][2], looks[1][0]);
    }
}
