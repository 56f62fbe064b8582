//! Fig. 3 and the search for a zero of (6): how to get at the outgoing velocity.

use carom::exact::Approximation;
use carom::numeric::special::log_excess;
use carom_report::{Axis, Figure, Panel, Series};

use super::cases::Case;
use super::operations::{Tally, Wall};
use crate::study::{Check, Failed, Findings};

/// The products μ·v_in that are looked at.
const RANGE: (f64, f64) = (1e-2, 20.0);

/// The smallest error that is drawn (%).
const FLOOR: f64 = 1e-6;

/// Fig. 3.
pub(super) fn fig_3() -> Result<Findings, Failed> {
    let formula = Approximation::non_local(4);
    let steps = 1200;
    let grid = |i: i32| {
        let ratio = (RANGE.1 / RANGE.0).ln();
        RANGE.0 * (ratio * f64::from(i) / f64::from(steps)).exp()
    };
    let error = |i: i32| (grid(i), 100.0 * formula.error(grid(i)).abs());
    let panel = Panel::new(
        "",
        Axis::log("μ·v_in", "").range(RANGE.0, RANGE.1),
        Axis::log("error of ṽ_out", "%").range(FLOOR, 10.0),
    )
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

const TEXT_3: &str = "The approximation is a polynomial times an exponential, right for small and \
    for large μ·v_in; between them it is off by some percent. The edges of the ranges are only drawn \
    in the paper. All of its simulations lie in the left range, so that its correction by ṽ_out always \
    applies. Nobody needs the approximation any more: the exact value costs at most four steps of \
    Halley's method.";

/// A search for the root of (6) between −1/μ and 0, by halving; returns how many halvings it takes
/// until the root is known to `tolerance` (m/s).
fn halvings(mu: f64, v_in: f64, tolerance: f64) -> u32 {
    let target = log_excess(mu * v_in);
    let (mut low, mut high) = (-1.0 / mu, 0.0);
    let mut count = 0;
    while high - low > tolerance {
        let middle = 0.5 * (low + high);
        if log_excess(mu * middle) > target {
            low = middle;
        } else {
            high = middle;
        }
        count += 1;
    }
    count
}

/// The same by the engine's iteration from −s/(1 + ⅔s), until a step is below `tolerance`.
fn halley_steps(mu: f64, v_in: f64, tolerance: f64) -> u32 {
    let (s, target) = (mu * v_in, log_excess(mu * v_in));
    let tally = Tally::default();
    let wall = Wall::new(&tally, Case { mu, ..Case::HARD.at(v_in) });
    let mut w = tally.number(-s / (1.0 + 2.0 / 3.0 * s));
    for count in 1..MOST_STEPS {
        let next = wall.zero_finding(w, target);
        if (next.value - w.value).abs() <= tolerance * mu {
            return count;
        }
        w = next;
    }
    MOST_STEPS
}

/// More would be a failure.
const MOST_STEPS: u32 = 100;

/// The zero-finding of IV-C.
pub(super) fn zero_finding() -> Result<Findings, Failed> {
    let tolerance = 1e-8;
    let damping = |i: i32| 10f64.powf(-3.0 + 0.05 * f64::from(i));
    let curve = |count: fn(f64, f64, f64) -> u32| -> Vec<(f64, f64)> {
        let point = |mu: f64| (mu, f64::from(count(mu, 1.0, tolerance)));
        (0..=80).map(|i| point(damping(i))).collect()
    };
    let (halved, halley) = (curve(halvings), curve(halley_steps));
    let falls = halved.windows(2).all(|pair| pair[1].1 <= pair[0].1);
    let most = halley.iter().map(|point| point.1).fold(0.0, f64::max);
    let panel =
        Panel::new("", Axis::log("μ", "s/m"), Axis::linear("iterations", "").range(0.0, 45.0))
            .with(Series::line("halving between −1/μ and 0", halved))
            .with(Series::line("Halley's method", halley))
            .hline(15.0, "15")
            .hline(40.0, "40");
    let figure = Figure::new("Iterations that find the outgoing velocity")
        .caption("At 1 m/s, until it is known to 1e-8 m/s.")
        .panel(panel)
        .panel_size(600.0, 300.0);
    let of = |mu: f64, v: f64| f64::from(halvings(mu, v, tolerance));
    Ok(Findings::new()
        .parameter("equation", "(6)")
        .parameter(
            "tolerance",
            "1e-8 m/s, what the printed errors of Table I tell of the reference",
        )
        .text(TEXT_ZERO)
        .figure(figure)
        .check(Check::within_range(
            "IV-C, iterations in case 1, by halving",
            (15.0, 40.0),
            of(0.01, 0.5),
        ))
        .check(Check::within_range(
            "IV-C, iterations in case 2, by halving",
            (15.0, 40.0),
            of(0.5, 1.0),
        ))
        .check(Check::claim(
            "IV-C, iterations as μ decreases",
            "they increase",
            falls,
            "by one for every halving of μ",
        ))
        .check(Check::claim(
            "IV-C, a zero of (6) against ṽ_out",
            "several times the operations",
            9.0 * of(0.5, 1.0) > 2.0 * 18.0,
            format!(
                "{:.0} times in case 2, by halving and the printed counts",
                9.0 * of(0.5, 1.0) / 18.0
            ),
        ))
        .check(Check::unpublished("Iterations by Halley's method, at most", most)))
}

const TEXT_ZERO: &str = "The paper reports 15 to 40 iterations for a zero of (6), more of them for \
    smaller μ. Halving the interval between −1/μ and 0 until the root is known to 1e-8 m/s behaves \
    exactly so, and 1e-8 m/s is also how well the reference of Tables I and II seems to be known. \
    Halley's method, which the engine uses, needs a few steps instead, and for μ·v_in below a quarter \
    a series needs none: an exact outgoing velocity costs about as much as its approximation.";
