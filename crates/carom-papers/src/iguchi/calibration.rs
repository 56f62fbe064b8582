//! Fig. 5: the steps of the calibration, and what each of them changes.

use carom_rigid::{Friction, Iguchi, Method, collide, collide_with_history};

use super::puck::{FALL, RISE, TABLE_4, parameters, puck};
use super::pulses::{RATE, history, widened};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("iguchi/fig-5", "What each step of the calibration changes", fig_5)];

/// Trial 9: the steepest.
const BEFORE: [f64; 3] = [1.364, -3.523, -5.105];

fn method(restitution: f64, sticking: f64, sliding: f64) -> Result<Method> {
    let friction = Friction::new(sticking, sliding)?;
    Ok(Method::Iguchi(Iguchi::new(restitution, friction, RISE, FALL)?))
}

fn impulse(method: &Method) -> Result<[f64; 3]> {
    Ok(collide(&puck(BEFORE)?, method)?.impulse)
}

/// Four stages of one collision.
fn fig_5() -> Result<Findings> {
    let e = TABLE_4.restitution;
    let stages = [
        ("(a) at first", method(0.523, 0.45, 0.17)?),
        ("(b) restitution set", method(e, 0.45, 0.17)?),
        ("(c) friction set", method(e, TABLE_4.friction, TABLE_4.friction)?),
        ("(d) pulse narrowed", widened(Friction::coulomb(TABLE_4.friction)?, 0.7)?),
    ];
    let mut figure = Figure::new("Trial 9 through the calibration").columns(2);
    for (title, method) in &stages {
        let outcome = collide_with_history(&puck(BEFORE)?, method, RATE)?;
        let panel =
            Panel::new(*title, "time (ms)", "force (N)").x_range(0.5, 3.5).y_range(-10.0, 70.0);
        figure = figure.panel(
            panel
                .with(Series::line("normal, p′_z", history(&outcome, 2)))
                .with(Series::line("along the wall, p′_x", history(&outcome, 0))),
        );
    }
    Ok(parameters()
        .parameter("collision", "trial 9, v_x 1.364 m/s, v_z −3.523 m/s, spin −5.105 rad/s")
        .parameter("(a)", "restitution 0.523, static friction 0.45, dynamic friction 0.17")
        .parameter("(b)", "restitution 0.574")
        .parameter("(c)", "static and dynamic friction 0.1028")
        .parameter("(d)", "both σ times 0.7")
        .text(
            "The paper calibrates in the order restitution, friction, pulse; its figure shows no \
             numbers, and the stages here are chosen to show the same. Restitution sets the area \
             of the normal pulse, dynamic friction that along the wall. Static friction works \
             backwards: by (8) a larger one declares more of the contact sticking, and in the \
             sticking mode (9) applies no force at all, so that more friction gives less. The last \
             step does nothing to the impulses: they depend on the area of the pulse alone, so \
             neither σ nor the height can be found from velocities.",
        )
        .figure(figure)
        .checks(claims()?))
}

fn claims() -> Result<Vec<Check>> {
    let e = TABLE_4.restitution;
    let normal = |e: f64| -> Result<f64> { Ok(impulse(&method(e, 0.1, 0.1)?)?[2]) };
    let (less, more) = (normal(0.523)?, normal(e)?);
    let drag = |sticking: f64, sliding: f64| -> Result<f64> {
        Ok(-impulse(&method(e, sticking, sliding)?)?[0])
    };
    let statics = [drag(0.1, 0.1)?, drag(0.3, 0.1)?, drag(1.0, 0.1)?];
    let dynamics = [drag(1.0, 0.02)?, drag(1.0, 0.05)?, drag(1.0, 0.1)?];
    let shape = |factor: f64| impulse(&widened(Friction::coulomb(TABLE_4.friction)?, factor)?);
    let (narrow, wide) = (shape(0.5)?, shape(2.0)?);
    let moved = (0..3).map(|i| (narrow[i] - wide[i]).abs() / wide[2]).fold(0.0, f64::max);
    let list = |values: [f64; 3]| values.map(|p| format!("{:.5}", p)).join(", ");
    Ok(vec![
        Check::claim(
            "Section 3.3, step 1",
            "restitution sets the area of the normal pulse, as 1 + E",
        )
        .holds(
            (more / less / ((1.0 + e) / 1.523) - 1.0).abs() < 1e-9,
            format!("{less:.5} and {more:.5} N·s"),
        ),
        Check::claim(
            "Section 3.3, step 2, static friction 0.1, 0.3, 1",
            "the larger, the more sticking and the less tangential impulse",
        )
        .holds(
            statics[0] > statics[1] && statics[1] > statics[2],
            format!("{} N·s: so it is, and so it should not be", list(statics)),
        ),
        Check::claim(
            "Section 3.3, step 2, dynamic friction 0.02, 0.05, 0.1",
            "the larger, the larger the tangential impulse",
        )
        .holds(
            dynamics[0] < dynamics[1] && dynamics[1] < dynamics[2],
            format!("{} N·s", list(dynamics)),
        ),
        Check::claim(
            "Section 3.3, step 3, a pulse half and twice as wide",
            "the pulse adjusts normal and tangential impulse together",
        )
        .named("pulse-width")
        .holds(moved > 1e-6, format!("the impulses differ by {moved:.0e} of the normal one"))
        .fails(
            "Only the area of the pulse enters the impulses: its width and height \
                       cannot be found from velocities.",
        ),
    ])
}
