//! The puck and the wall below it, and the methods as the tables read them.

use carom_rigid::{
    Body, Collision, Compliant, Convention, Friction, Iguchi, Method, Mirtich, Outcome, Tangential,
    collide,
};

use crate::study::prelude::*;

pub(super) const MASS: f64 = 0.008;
pub(super) const RADIUS: f64 = 0.0324;
/// m r²/2.
pub(super) const INERTIA: f64 = 0.5 * MASS * RADIUS * RADIUS;
/// The Gaussians' σ (s) before and after the peak. The paper prints neither, and only the area of
/// the pulse matters.
pub(super) const RISE: f64 = 0.5e-3;
pub(super) const FALL: f64 = 0.3e-3;

/// Restitution and sliding friction of a table. The paper prints neither: they are the values that
/// fit its tables best.
#[derive(Clone, Copy)]
pub(super) struct Fitted {
    pub(super) restitution: f64,
    pub(super) friction: f64,
}

pub(super) const TABLE_3: Fitted = Fitted { restitution: 0.5239, friction: 0.1716 };
pub(super) const TABLE_4: Fitted = Fitted { restitution: 0.57394, friction: 0.1028 };
/// Mirtich's method fitted to the measurements of Table 2.
pub(super) const MEASURED: Fitted = Fitted { restitution: 0.570, friction: 0.068 };

/// The puck above a wall, moving with vx, vz and spin.
pub(super) fn puck([vx, vz, spin]: [f64; 3]) -> Result<Collision> {
    let puck = Body::disc(MASS, RADIUS, [0.0, 1.0, 0.0])?
        .moving([vx, 0.0, vz], [0.0, spin, 0.0])
        .touched_at([0.0, 0.0, -RADIUS]);
    Ok(Collision::new([puck, Body::immovable()], [0.0, 0.0, 1.0])?)
}

/// The paper's method, read in this way.
pub(super) fn iguchi(fitted: Fitted, convention: Convention) -> Result<Iguchi> {
    let friction = Friction::coulomb(fitted.friction)?;
    let method = Iguchi::new(fitted.restitution, friction, RISE, FALL)?;
    Ok(method.with_convention(convention)?)
}

/// Mirtich's method as it should be.
pub(super) fn mirtich(fitted: Fitted) -> Result<Method> {
    let friction = Friction::coulomb(fitted.friction)?;
    Ok(Method::Mirtich(Mirtich::new(fitted.restitution, friction)?))
}

/// Hunt and Crossley's contact, whose restitution falls with speed, and bristles, fitted to Table 2.
pub(super) fn compliant() -> Result<Method> {
    let bristles = Tangential::LuGre { stiffness: 1e5, damping: 0.0, stribeck: 0.1 };
    let friction = Friction::coulomb(MEASURED.friction)?;
    Ok(Method::Compliant(Compliant::new(1e6, 1.5, (0.19, 0.55), friction, bristles)?))
}

/// vx, vz and spin after.
pub(super) fn after(before: [f64; 3], method: &Method) -> Result<[f64; 3]> {
    Ok(seen(&collide(&puck(before)?, method)?))
}

/// After every trial.
pub(super) fn all_after(before: &[[f64; 3]], method: &Method) -> Result<Vec<[f64; 3]>> {
    before.iter().map(|before| after(*before, method)).collect()
}

pub(super) fn seen(outcome: &Outcome) -> [f64; 3] {
    let body = &outcome.bodies[0];
    [body.velocity()[0], body.velocity()[2], body.spin()[1]]
}

/// Root mean squares of the differences, column by column.
pub(super) fn rms(a: &[[f64; 3]], b: &[[f64; 3]]) -> [f64; 3] {
    [0, 1, 2].map(|i| {
        let sum: f64 = a.iter().zip(b).map(|(a, b)| (a[i] - b[i]).powi(2)).sum();
        (sum / a.len().max(1) as f64).sqrt()
    })
}

/// The puck as parameters of a study.
pub(super) fn parameters() -> Findings {
    Findings::new()
        .parameter("puck", "8 g, radius 32.4 mm, J = m r²/2, touched from below")
        .parameter("step", "20 µs")
}
