//! Fig. 3: the approximated outgoing velocity.

use carom::exact::Approximation;

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("papetti/fig-3", "Error of the approximated outgoing velocity", fig_3)];

/// The products μ·v_in that are looked at.
const RANGE: (f64, f64) = (1e-2, 20.0);

/// The smallest error that is drawn (%).
const FLOOR: f64 = 1e-6;

/// Fig. 3.
fn fig_3() -> Result<Findings> {
    let formula = Approximation::non_local(4);
    let steps = 1200;
    let grid = |i: i32| {
        let ratio = (RANGE.1 / RANGE.0).ln();
        RANGE.0 * (ratio * f64::from(i) / f64::from(steps)).exp()
    };
    let error = |i: i32| (grid(i), 100.0 * formula.error(grid(i)).abs());
    let panel = Panel::log("", "μ·v_in", "error of ṽ_out (%)").x_range(RANGE.0, RANGE.1).y_range(FLOOR, 10.0)
    .with(Series::reference("order 4, (7) and (8)", (0..=steps).map(error).collect()))
    .hline(1.0, "1 %")
    .hline(0.1, "0.1 %");
    let percent = formula.ranges(1e-2, 1e-6, 1e3);
    let permille = formula.ranges(1e-3, 1e-6, 1e3);
    let bands = [("below 1 %", &percent, (0.1, 1.0)), ("below 0.1 %", &permille, (FLOOR, 0.1))];
    let bands = bands.into_iter().flat_map(|(name, ranges, (low, high))| {
        ranges.iter().map(move |&(from, to)| {
            let (from, to) = (from.max(RANGE.0), to.min(RANGE.1));
            let level = |height: f64| vec![(from, height), (to, height)];
            Series::band(name, level(low), level(high))
        })
    });
    let figure = Figure::new("Error of the approximated outgoing velocity")
        .panel(panel.with_all(bands.collect::<Vec<_>>()))
        .panel_size(600.0, 340.0);
    let edges = |name: &str, ranges: &[(f64, f64)]| -> Vec<Check> {
        let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Vec::new() };
        vec![
            Check::unpublished(format!("Fig. 3, μ·v_in up to which it is below {name}"), first.1),
            Check::unpublished(
                format!("Fig. 3, μ·v_in from which it is below {name} again"),
                last.0,
            ),
        ]
    };
    let worst = [0.005, 0.25, 0.5].map(|s| 100.0 * formula.error(s).abs()).into_iter();
    Ok(Findings::new()
        .parameter("approximation", "(7) with the coefficients (8), order 4")
        .parameter("reference", "the exact outgoing velocity, to rounding")
        .text(TEXT_3)
        .figure(figure)
        .checks(edges("1 %", &percent))
        .checks(edges("0.1 %", &permille))
        .check(
            Check::at_most(
                "IV-B, error of ṽ_out in all simulations of the paper, μ·v_in ≤ 0.5",
                "0.1",
                worst.fold(0.0, f64::max),
            )
            .unit("%"),
        ))
}

const TEXT_3: &str = "The approximation is a polynomial times an exponential, right for small \
    and for large μ·v_in; between them it is off by some percent. The edges of the ranges are \
    only drawn in the paper. All of its simulations lie in the left range, so that its \
    correction by ṽ_out always applies. Nobody needs the approximation any more: the exact \
    value costs at most four steps of Halley's method.";
