//! Fig. 1: the forces of the three potentials (3).

use super::published;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("ducceschi/fig-1", "Three nonlinear forces", fig_1).of(Kind::Exact)];

/// Points of a curve, on ±1.
const POINTS: u32 = 401;

/// Fig. 1.
fn fig_1() -> Result<Findings> {
    let given = published::read()?.fig_1;
    let laws = [
        ("(a) Spring (3a)", laws(&given.spring, |alpha| Law::oscillator(1.0, alpha))?),
        ("(b) Barrier (3b)", laws(&given.wall, |alpha| Law::shifted(1.0, alpha, given.wall_at))?),
        ("(c) Gap (3c)", laws(&given.wall, |alpha| Law::centred(1.0, alpha, given.half_gap))?),
    ];
    let mut figure = Figure::new("Forces of the potentials").caption("φ′(u) for K = 1.");
    let mut worst = 0.0_f64;
    for (title, laws) in laws {
        let mut panel = Panel::new(title, "displacement (m)", "force (N)")
            .x_range(-1.0, 1.0)
            .y_range(-1.0, 1.0);
        for (i, (alpha, law)) in laws.iter().enumerate() {
            let points = places().map(|u| (u, law.potential().force(u))).collect();
            panel =
                panel.with(Series::line(format!("α = {alpha}"), points).colour(colour(i, title)));
            worst = places().map(|u| identities(law, u)).fold(worst, f64::max);
        }
        figure = figure.panel(panel);
    }
    Ok(Findings::new()
        .parameter("stiffness K", "1")
        .parameter("barrier", format!("at {} m", given.wall_at))
        .parameter("gap", format!("±{} m", given.half_gap))
        .text(
            "A spring, a wall on one side, and walls on both. The paper's three potentials are \
             two laws of the engine: (3a) is the gap (3c) of width zero, for any α ≥ 1 and not \
             only for odd ones. The identities (8) by which the scheme expresses φ′ and φ″ \
             through φ hold wherever they do not divide zero by zero; the engine takes the \
             derivatives directly.",
        )
        .figure(figure)
        .check(
            Check::claim("(8)", "φ′ = (α + 1)φ/ū and φ″ = α(α + 1)φ/ū²")
                .holds(worst < 1e-14, format!("to {worst:.1e}")),
        ))
}

fn laws<E>(exponents: &[f64], law: impl Fn(f64) -> Result<Law, E>) -> Result<Vec<(f64, Law)>, E> {
    exponents.iter().map(|&alpha| Ok((alpha, law(alpha)?))).collect()
}

fn places() -> impl Iterator<Item = f64> {
    (0..POINTS).map(|i| -1.0 + 2.0 * f64::from(i) / f64::from(POINTS - 1))
}

/// The exponents of (a) and those of (b) and (c) are not the same; α = 1 is.
fn colour(i: usize, title: &str) -> usize {
    if i > 0 && title.starts_with("(a)") { i + 2 } else { i }
}

/// How far φ′ = (α+1)φ/ū and φ″ = α(α+1)φ/ū² are from true.
fn identities(law: &Law, u: f64) -> f64 {
    let potential = law.potential();
    let (depth, side) = potential.depth(u);
    if depth <= 0.0 {
        return 0.0;
    }
    let (alpha, bar) = (potential.exponent(), side * depth);
    let first = (alpha + 1.0) * potential.energy(u) / bar;
    let second = alpha * first / bar;
    let off = |found: f64, expected: f64| (found / expected - 1.0).abs();
    off(first, potential.force(u)).max(off(second, potential.stiffness(u)))
}
