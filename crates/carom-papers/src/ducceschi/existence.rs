//! Section 3.3.1: for which states and time steps the root of (17) exists, α = 1.
//!
//! With κ² = k²K/M a pair of samples in full contact has a real root for every state if and only if
//! κ²·s(s − 1) ≤ 1. The paper prints κ² ≤ (s + ½)/(s(s − ½)), which is less than that for s < 3/2 and
//! more above.

use super::roots::{
    ANGLES, PAIRS, Pairs, RUNS, SEED, STEPS, complex_runs, half_is_always_real, searched_limit,
};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "ducceschi/existence",
    "When the root exists: the printed conditions and the right ones",
    existence,
)
.of(Kind::Exact)];

/// Values of s at which the limit is searched for with the engine.
const SEARCHED: [f64; 8] = [1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0];

/// k·√(K/M) at which the printed condition ends.
fn printed_limit(s: f64) -> f64 {
    if s <= 0.5 { f64::INFINITY } else { ((s + 0.5) / (s * (s - 0.5))).sqrt() }
}

/// The same of the right one.
fn right_limit(s: f64) -> f64 {
    if s <= 1.0 { f64::INFINITY } else { 1.0 / (s * (s - 1.0)).sqrt() }
}

/// Section 3.3.1.
fn existence() -> Result<Findings> {
    let searched = parallel::map(&SEARCHED, |s| searched_limit(*s), &mut |_| {})?;
    let worst =
        SEARCHED.iter().zip(&searched).map(|(s, found)| (found / right_limit(*s) - 1.0).abs());
    let worst = worst.fold(0.0, f64::max);
    let pairs = Pairs::random()?;
    let large = complex_runs(&|random| random.uniform(2.0, 4.0))?;
    let default = complex_runs(&|_| f64::NAN)?;
    let half = half_is_always_real()?;
    Ok(Findings::new()
        .parameter("exponent α", "1")
        .parameter("searched", format!("{ANGLES} ratios of two samples, k by bisection"))
        .parameter(
            "random",
            format!("{PAIRS} pairs of samples, {RUNS} runs of {STEPS} steps, seed {SEED}"),
        )
        .text(
            "The coefficients A, B, C of the scheme and Case 3 are right as printed. In \
             Case 4 the bracket should read (s/k)·K̄u⁻ + A·k·(K̄ − 2sK̄)·m, and the first \
             term K̄²s²(u⁻)²; with the printed one the limit on the time step comes out \
             wrong. Right is k² ≤ 1/(K̄·s(s − 1)): no limit at all for s ≤ 1, where the \
             printed condition asks for one, and a smaller one for s > 3/2, where the \
             printed condition lets complex roots through.\n\nFor any exponent the \
             criterion is Δ = 8A·(h − φ(uⁿ)) + 4s²·φ′(uⁿ)² ≥ 0, h being the conserved \
             energy. With s = 2α/(α + 1) the discrete potential is φ·(1 + αx)², never \
             negative, and the root exists; it is what the engine takes unless told \
             otherwise. The paper's empirical rule s > 2 is the upper end of that, α → ∞.",
        )
        .figure(figure(&searched))
        .checks([
            Check::claim("Section 3.3.1, (3a), s = ½", "real for every time step")
                .holds(half, if half { "real for all pairs up to k√K̄ = 100" } else { "not so" }),
            Check::claim(
                "Section 3.3.1, Case 4 for s = 3",
                "k² ≤ (s + ½)/(K̄s(s − ½)) is sufficient",
            )
            .named("case-4/limit")
            .holds(
                searched.get(6).is_some_and(|found| *found >= printed_limit(3.0)),
                format!(
                    "printed k√K̄ ≤ {:.4}, complex from {:.4}",
                    printed_limit(3.0),
                    searched.get(6).unwrap_or(&f64::NAN)
                ),
            )
            .fails("The printed Case 4 has lost factors; the right limit is k² ≤ 1/(K̄s(s − 1))."),
            Check::claim("Section 3.3.1, Case 3", "s ≥ 1 is sufficient on entering").holds(
                pairs.entering == 0,
                format!("complex in {} of {PAIRS} pairs", pairs.entering),
            ),
            Check::claim("Section 3.3.1, Case 4, the expression for Δ", "has the sign of B² − 4AC")
                .named("case-4/discriminant")
                .holds(
                    pairs.printed == 0,
                    format!("{:.1} % of pairs have the other sign", pairs.share(pairs.printed)),
                )
                .fails("As printed it is not the discriminant; with the terms above it is."),
            large.check(),
            Check::unpublished("s > 2, runs that diverged", large.diverged as f64),
            Check::unpublished("s = 2α/(α + 1), runs that diverged", default.diverged as f64),
            Check::unpublished(
                "Corrected Case 4, pairs with the other sign",
                f64::from(pairs.corrected),
            )
            .named("corrected/discriminant"),
            Check::unpublished("Corrected limit, relative departure from the searched one", worst)
                .named("corrected/limit"),
            Check::unpublished("s = 2α/(α + 1), runs with complex roots", default.complex as f64)
                .named("default/complex"),
        ]))
}

fn figure(searched: &[f64]) -> Figure {
    let curve = |limit: &dyn Fn(f64) -> f64, from: f64| -> Vec<(f64, f64)> {
        let at = |i: u32| from + (4.2 - from) * f64::from(i) / 300.0;
        (0..=300).map(at).map(|s| (s, limit(s))).filter(|(_, k)| *k < 20.0).collect()
    };
    let found = SEARCHED.into_iter().zip(searched.iter().copied()).collect();
    Figure::new("The largest time step for which every root is real")
        .caption("Full contact, α = 1. Below a curve the condition is met.")
        .panel(
            Panel::new("", "s", "k·√(K/M)")
                .x_range(0.4, 4.2)
                .y_range(0.0, 4.0)
                .with(Series::line("as printed", curve(&printed_limit, 0.501)).dashed().colour(1))
                .with(Series::reference("1/√(s(s − 1))", curve(&right_limit, 1.001)))
                .with(Series::markers("found with the engine", found).colour(0)),
        )
}
