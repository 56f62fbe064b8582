//! Warnings about modes that are too fast for a scheme.

use carom::{Model, Substeps};
use carom_schemes::Method;

use crate::plan::Plan;

/// Warnings about a scheme at a step.
pub(crate) fn warnings(plan: &Plan, model: &Model) -> Vec<String> {
    let method = plan.method;
    let substeps = match plan.substeps {
        Substeps::Auto => 1.0,
        Substeps::Fixed(count) => f64::from(count),
    };
    let dt = 1.0 / (plan.sample_rate * substeps);
    let fastest = model.modes().omega.iter().copied().fold(0.0, f64::max);
    let (turn, hertz) = (fastest * dt, fastest / std::f64::consts::TAU);
    if turn == 0.0 {
        return Vec::new();
    }
    let unstable = |limit: f64| {
        let kilohertz = fastest / limit * 1e-3;
        format!(
            "{method} cannot be stable: the mode at {hertz:.0} Hz needs more than {kilohertz:.1} \
             thousand steps per second"
        )
    };
    // Where each grows: undamped modes under Heun always do.
    match method {
        Method::Verlet if turn >= 2.0 => vec![unstable(2.0)],
        Method::Rk4 if turn >= 2.0 * 2f64.sqrt() => vec![unstable(2.0 * 2f64.sqrt())],
        Method::Heun if turn >= 1.0 => vec![unstable(1.0)],
        Method::Heun if turn > 0.1 => {
            vec![format!("heun lets the mode at {hertz:.0} Hz grow unless its losses prevent it")]
        }
        Method::Verlet if turn > 0.3 => {
            vec![warped(method, hertz, (2.0 * (0.5 * turn).asin()) / turn)]
        }
        Method::Am1 if turn > 0.3 => vec![warped(method, hertz, 2.0 * (0.5 * turn).atan() / turn)],
        _ => Vec::new(),
    }
}

fn warped(method: Method, hertz: f64, ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0);
    format!("{method} tunes the mode at {hertz:.0} Hz by {percent:+.1} %; two-point does not")
}
