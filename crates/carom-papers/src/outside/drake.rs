//! Drake: with Hunt and Crossley's dissipation d, a bounce is slower than 1/d.

use carom::exact::restitution;

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("outside/drake", "A bounce is never faster than one over the damping", bounce)];

/// d (s/m), as in Drake's examples; only d·v matters.
const DISSIPATION: f64 = 1.0;
/// Steps per contact.
const FINE: f64 = 50.0;
const COARSE: f64 = 5.0;

/// d·v_in from 0.01 to 10, where the exact bounce is within 0.02 % of the bound, eight a decade.
fn speeds() -> impl Iterator<Item = f64> {
    (0..=24).map(|i| 10f64.powf(-2.0 + f64::from(i) / 8.0))
}

/// The bound over five decades of speed, exactly and by every scheme.
fn bounce() -> Result<Findings> {
    let exact = |speed: f64| speed * restitution(DISSIPATION * speed);
    let far = (0..=120).map(|i| exact(10f64.powf(-3.0 + f64::from(i) / 20.0)));
    let largest = DISSIPATION * far.fold(0.0, f64::max);
    let mut findings = Findings::new()
        .text(
            "Drake's force is k·x·(1 + d·ẋ), cut where it would pull. However fast a body comes, \
             it leaves slower than 1/d, because at that speed the force vanishes. The closed form \
             approaches the bound and never reaches it. A scheme need not keep it, as in a step \
             the force acts longer than it should. In 50 steps per contact every scheme does; in \
             five, most do not, some by far: a mass that is stopped within a step is thrown back \
             by the whole of it.",
        )
        .parameter("spring", "linear, k·x·(1 + d·ẋ), d = 1 s/m")
        .parameter("speeds", "d·v_in from 0.01 to 10")
        .check(Check::at_most("Documentation, d·v_out, exact, d·v_in up to 1000", "1", largest));
    let mut table = Table::new(["scheme", "in 50 steps", "in 5 steps"])
        .caption("The largest d·v_out over all speeds, and how many of the 25 runs failed.");
    let mut figure = Figure::new("Outgoing over incoming speed");
    let mut worst = Vec::new();
    for steps in [FINE, COARSE] {
        let title = format!("{steps} steps per contact");
        let mut panel = Panel::new(title, Axis::log("d·v_in", ""), "d·v_out")
            .x_range(0.01, 10.0)
            .y_range(0.0, 1.4)
            .hline(1.0, "1/d")
            .with(Series::reference("exact", speeds().map(|v| (v, exact(v))).collect()));
        let mut column = Vec::new();
        for method in Method::CONTACT {
            let runs = runs(method, steps)?;
            column.push(summary(&runs));
            panel = panel.with(Series::line(method.name(), runs));
        }
        worst.push(column);
        figure = figure.panel(panel);
    }
    for (i, method) in Method::CONTACT.into_iter().enumerate() {
        let cell = |column: &Vec<(f64, usize)>| match column.get(i).copied() {
            Some((largest, 0)) if largest <= 1.0 => Cell::text(format!("{largest:.4}")).good(),
            Some((largest, 0)) => Cell::text(format!("{largest:.4}")).bad(),
            Some((largest, failed)) => Cell::text(format!("{largest:.4}, {failed} failed")).bad(),
            None => Cell::text("NaN").bad(),
        };
        table = table.row([Cell::text(method.name())].into_iter().chain(worst.iter().map(cell)));
    }
    let fine = worst.first().into_iter().flatten();
    findings = findings.checks(Method::CONTACT.into_iter().zip(fine).map(|(method, found)| {
        let place = format!("Documentation, d·v_out, {} in 50 steps per contact", method.name());
        // A run that failed is no run below the bound.
        Check::at_most(place, "1", if found.1 == 0 { found.0 } else { f64::NAN })
    }));
    Ok(findings
        .figure(figure)
        .table(table)
        .command("carom impact --mass 1 --stiffness 1e6 --exponent 1 --mu 1 --velocity 100"))
}

/// d·v_out over d·v_in; NaN where a run failed.
fn runs(method: Method, steps: f64) -> Result<Vec<(f64, f64)>> {
    let mut points = Vec::new();
    for speed in speeds() {
        let mut impact = Impact {
            mu: Some(DISSIPATION),
            velocity: speed,
            phase: 0.37,
            methods: vec![method],
            ..Impact::new(1.0, 1e6, 1.0)
        };
        let exact = WallImpact::new(1.0, 1e6, 1.0, DISSIPATION, speed)?;
        impact.rate = steps / exact.contact_time();
        let comparison = compare(&impact)?;
        let run = comparison.runs.first().filter(|run| run.status == Status::Ok);
        let v_out = run.and_then(|run| run.v_out).unwrap_or(f64::NAN);
        points.push((DISSIPATION * speed, DISSIPATION * -v_out));
    }
    Ok(points)
}

/// The largest, and how many failed.
fn summary(runs: &[(f64, f64)]) -> (f64, usize) {
    let largest = runs.iter().map(|run| run.1).filter(|v| v.is_finite()).fold(0.0, f64::max);
    (largest, runs.iter().filter(|run| !run.1.is_finite()).count())
}
