//! Figure 5.3: the velocity after the collision as an intersection, (5.14) and (5.15).

use super::super::published::{Hammer, Published};
use super::exact_to;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("avanzini/fig-5.3", "The velocity after the collision, graphically", fig_5_3)
        .of(Kind::Exact)];

/// Points of a curve.
const POINTS: u32 = 400;
/// The velocities drawn (m/s).
const RANGE: (f64, f64) = (-1.64, 4.5);

/// Figure 5.3.
fn fig_5_3() -> Result<Findings> {
    let published = Published::read()?;
    let (hammer, velocities) = (published.hammer, &published.strikes.velocities);
    let mu = hammer.mu;
    let level = |v: f64| (mu * v).exp() / (1.0 + mu * v);
    let curve = |value: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        let at = |i: u32| RANGE.0 + (RANGE.1 - RANGE.0) * f64::from(i) / f64::from(POINTS);
        (0..=POINTS).map(at).map(|v| (v, value(v))).collect()
    };
    let axis = || Axis::linear("velocity", "m/s").range(-2.0, 4.5);
    let mut levels = Panel::new("(a) Equation (5.14)", axis(), "e^μv/(1 + μv)")
        .y_range(0.8, 4.0)
        .vline(-1.0 / mu, "v_lim")
        .with(Series::reference("e^μv/(1 + μv)", curve(&level)));
    let mut lines = Panel::new("(b) Equation (5.15)", axis(), "e^μv, a(1 + μv)")
        .y_range(0.0, 13.0)
        .vline(-1.0 / mu, "v_lim")
        .with(Series::line("e^μv", curve(&|v| (mu * v).exp())).colour(7));
    let (mut residual, mut spread, mut checks) = (0.0_f64, 0.0_f64, Vec::new());
    for &v_in in velocities {
        let v_out = hammer.against_wall(v_in)?.v_out();
        let a = level(v_in);
        residual = residual.max((level(v_out) / a - 1.0).abs());
        // The same hammer, harder and of another mass and exponent.
        let other = Hammer { mass: 2.0, stiffness: 3e5, exponent: 1.5, ..hammer };
        spread = spread.max((other.against_wall(v_in)?.v_out() / v_out - 1.0).abs());
        let name = format!("{v_in} m/s");
        levels = levels.with(Series::line(name.as_str(), vec![(v_out, a), (v_in, a)]).marked());
        let tangent = curve(&|v| a * (1.0 + mu * v));
        lines = lines.with(Series::line(name, tangent)).with(
            Series::markers("", vec![(v_out, (mu * v_out).exp()), (v_in, (mu * v_in).exp())])
                .colour(7),
        );
        checks
            .push(Check::unpublished(format!("Fig. 5.3, v_out for {v_in} m/s"), v_out).unit("m/s"));
    }
    Ok(Findings::new()
        .parameter("hammer", hammer.in_words())
        .text(
            "e^μv/(1 + μv) has the same value before and after the collision: a level line \
             cuts the curve at v_in and at v_out, and the faster the hammer the closer v_out \
             is to −1/μ. The engine finds the same roots without a graph and without losing \
             digits for small μ, where both sides of (5.15) nearly agree everywhere.",
        )
        .figure(Figure::new("Graphic study of v_out").panel(levels).panel(lines))
        .checks([
            Check::claim("(5.14)", "holds for v_in and v_out")
                .holds(residual < 1e-13, exact_to(residual)),
            Check::claim("(5.14), text", "v_out does not depend on k, m and α")
                .holds(spread < 1e-13, format!("another hammer: the same {}", exact_to(spread))),
        ])
        .checks(checks))
}
