//! Fig. 5: a constant force during contact.

use carom_schemes::{Pressed, PressedOutcome};

use super::cases::{Case, Curve, MASS, RATE, exact_points, observe, portrait};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("papetti/fig-5", "A constant force during contact", fig_5).of(Kind::Exact)];

const CASE: Case = Case { stiffness: 1e5, mu: 0.5, exponent: 1.5, velocity: 0.05 };

/// Forces (N), positive towards the wall.
const FORCES: [f64; 3] = [0.01, 0.02, 0.03];

/// Fig. 5.
fn fig_5() -> Result<Findings> {
    let free = CASE.exact()?;
    let mut panel = portrait("").with(Series::reference("f_e = 0, exact", exact_points(&free)));
    let mut outcomes = Vec::new();
    let mut curves = Vec::new();
    for force in FORCES {
        let impact =
            Impact { force, rate: 8.0 * RATE, methods: vec![Method::TwoPoint], ..CASE.impact() };
        let (_, mut run) = observe(&impact)?;
        if let Some(curve) = run.pop() {
            let points = curve.points(|s| (s.x, s.v)).into_iter().filter(|p| p.0 >= 0.0).collect();
            panel = panel.with(Series::line(format!("f_e = {force} N"), points));
            curves.push(curve);
        }
        outcomes.push(Pressed::new(free.clone(), force)?.solve());
    }
    let figure =
        Figure::new("Phase portraits under a constant force").panel(panel).panel_size(560.0, 400.0);
    Ok(CASE
        .parameters()
        .parameter("f_e", "0.01, 0.02, 0.03 N towards the wall")
        .parameter("scheme", "two-point, 8 times the sample rate")
        .text(TEXT)
        .figure(figure)
        .checks(claims(&free, &outcomes, &curves))
        .checks(equilibrium()?)
        .command(format!("{} --force 0.03 --substeps 8", CASE.command_by("two-point"))))
}

const TEXT: &str = "A force towards the wall during contact has no closed form; these are \
    runs, and the outgoing velocities beside them are integrated to ten digits. The mass first \
    gains speed, goes deeper, and leaves more slowly. The paper's text and figure take a \
    positive f_e as pressing the mass against the wall, but (21) and (22) have it the other \
    way round, and the place of rest printed with them is wrong: it is (f_e/k)^(1/α).";

fn claims(
    free: &carom::exact::WallImpact,
    outcomes: &[PressedOutcome],
    curves: &[Curve],
) -> Vec<Check> {
    let outs: Vec<f64> = outcomes.iter().filter_map(|o| o.v_out).collect();
    let depths: Vec<f64> = outcomes.iter().map(|o| o.x_max).collect();
    let fastest: Vec<f64> = curves
        .iter()
        .map(|curve| curve.samples.iter().map(|s| s.v).fold(f64::NEG_INFINITY, f64::max))
        .collect();
    let text = |numbers: &[f64], scale: f64| {
        let shown: Vec<String> = numbers.iter().map(|n| format!("{:.4}", n * scale)).collect();
        shown.join(", ")
    };
    let slower = outs.len() == 3
        && outs.iter().all(|v| v.abs() < free.v_out().abs())
        && outs.windows(2).all(|pair| pair[1].abs() < pair[0].abs());
    vec![
        Check::claim("II-B, velocity at the beginning of contact", "exceeds v_in").holds(
            fastest.iter().all(|v| *v > CASE.velocity),
            format!("up to {} mm/s, v_in = 50", text(&fastest, 1e3)),
        ),
        Check::claim("II-B, outgoing velocities", "lower than without the force")
            .holds(slower, format!("{} mm/s, {:.4} without", text(&outs, 1e3), 1e3 * free.v_out())),
        Check::claim("II-B, largest compression", "always greater than (4)").holds(
            depths.iter().all(|x| *x > free.x_max()),
            format!("{} µm, {:.4} by (4)", text(&depths, 1e6), 1e6 * free.x_max()),
        ),
    ]
}

/// Where a pressed mass comes to rest, with so much damping that it does.
fn equilibrium() -> Result<Vec<Check>> {
    let force = 0.03;
    let law = Law::hunt_crossley(CASE.stiffness, CASE.exponent, Damping::Mu(200.0))?;
    let (mut world, mass) = wall::thrown(MASS, law, (0.0, 1e-3))?;
    world.push(&mass, force)?;
    let (mut voice, _) = world.start(RATE, Options::plain())?;
    voice.advance(20_000)?;
    let (x, v) = wall::motion(&mut voice);
    let printed = -force.powf(1.0 / CASE.exponent) / CASE.stiffness;
    let due = (force / CASE.stiffness).powf(1.0 / CASE.exponent);
    Ok(vec![
        Check::claim("(22), place of rest under 0.03 N", format!("−f_e^(1/α)/k = {printed:.3e} m"))
            .named("place-of-rest")
            .holds((x / printed - 1.0).abs() < 1e-3, format!("{x:.6e} m"))
            .fails(
                "The spring carries the force where k·x^α = f_e, at (f_e/k)^(1/α); the sign \
             follows from that of f_e in (21), and the stiffness belongs under the root.",
            ),
        Check::claim("(22), corrected: (f_e/k)^(1/α)", format!("{due:.6e} m"))
            .holds((x / due - 1.0).abs() < 1e-9 && v.abs() < 1e-12, format!("{x:.6e} m")),
    ])
}
