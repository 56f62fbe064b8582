//! The search for the outgoing velocity as a zero of (6).

use carom::numeric::special::log_excess;

use super::cases::Case;
use super::operations::{Tally, Wall};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("papetti/zero-finding", "Iterations that find v_out", zero_finding)
        .of(Kind::Exact)];

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
fn zero_finding() -> Result<Findings> {
    let tolerance = 1e-8;
    let damping = |i: i32| 10f64.powf(-3.0 + 0.05 * f64::from(i));
    let curve = |count: fn(f64, f64, f64) -> u32| -> Vec<(f64, f64)> {
        let point = |mu: f64| (mu, f64::from(count(mu, 1.0, tolerance)));
        (0..=80).map(|i| point(damping(i))).collect()
    };
    let (halved, halley) = (curve(halvings), curve(halley_steps));
    let falls = halved.windows(2).all(|pair| pair[1].1 <= pair[0].1);
    let most = halley.iter().map(|point| point.1).fold(0.0, f64::max);
    let panel = Panel::new("", Axis::log("μ", "s/m"), "iterations")
        .y_range(0.0, 45.0)
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
        .checks([
            Check::within_range(
                "IV-C, iterations in case 1, by halving",
                (15.0, 40.0),
                of(0.01, 0.5),
            ),
            Check::within_range(
                "IV-C, iterations in case 2, by halving",
                (15.0, 40.0),
                of(0.5, 1.0),
            ),
            Check::claim("IV-C, iterations as μ decreases", "they increase")
                .holds(falls, "by one for every halving of μ"),
            Check::claim("IV-C, a zero of (6) against ṽ_out", "several times the operations")
                .holds(
                    9.0 * of(0.5, 1.0) > 2.0 * 18.0,
                    format!(
                        "{:.0} times in case 2, by halving and the printed counts",
                        9.0 * of(0.5, 1.0) / 18.0
                    ),
                ),
            Check::unpublished("Iterations by Halley's method, at most", most),
        ]))
}

const TEXT_ZERO: &str = "The paper reports 15 to 40 iterations for a zero of (6), more of them \
    for smaller μ. Halving the interval between −1/μ and 0 until the root is known to 1e-8 m/s \
    behaves exactly so, and 1e-8 m/s is also how well the reference of Tables I and II seems \
    to be known. Halley's method, which the engine uses, needs a few steps instead, and for \
    μ·v_in below a quarter a series needs none: an exact outgoing velocity costs about as much \
    as its approximation.";
