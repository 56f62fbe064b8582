//! The order of accuracy that section 2.1 claims, measured through a whole contact.

use carom_schemes::verify::{Refinement, convergence, deviation};

use super::published;
use super::setup::{SCHEMES, lasting, phases};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("chatziioannou/order", "The order of accuracy, at α = 1 and above", order)];

/// Samples in the contact at the coarsest step, and how often the step is halved.
const COARSEST: f64 = 8.0;
const HALVINGS: usize = 5;
/// Phases of the touch within a step, over which the error is a root mean square.
const PHASES: u32 = 6;
/// How far beyond the release a run goes, as a share of the contact.
const BEYOND: f64 = 0.25;
const EXPONENTS: [f64; 4] = [1.0, 1.5, 2.0, 3.0];

/// Section 2.1 and its second footnote.
fn order() -> Result<Findings> {
    let printed = published::read()?.order;
    let mut figure = Figure::new("Error of the displacement through a contact").caption(
        "The largest error from the touch until a quarter of the contact after the release, \
         relative to the largest compression; root mean square over phases of the touch.",
    );
    let mut checks = Vec::new();
    let mut table = Table::new(["scheme", "α", "order of displacement", "order of velocity"]);
    for (method, name) in SCHEMES {
        let mut panel = Panel::log(name, "contact (steps)", "relative error");
        let mut last = (f64::NAN, f64::NAN);
        for exponent in EXPONENTS {
            let errors = errors(method, exponent)?;
            let [displacement, velocity] = errors.map(|lines| (mean_order(&lines), lines));
            let points: Vec<(f64, f64)> = displacement
                .1
                .iter()
                .enumerate()
                .map(|(i, line)| (COARSEST * 2_f64.powi(i as i32), line.error))
                .collect();
            last = points.last().copied().unwrap_or(last);
            panel = panel.with(Series::line(format!("α = {exponent}"), points).marked());
            checks.push(check(name, exponent, displacement.0, &printed));
            table = table.row([
                name.to_owned(),
                exponent.to_string(),
                format!("{:.2}", displacement.0),
                format!("{:.2}", velocity.0),
            ]);
        }
        figure = figure.panel(panel.with_all(slopes(last)));
    }
    Ok(Findings::new()
        .parameter("contact", format!("{COARSEST} steps, halved {HALVINGS} times"))
        .parameter("phases of the touch", PHASES.to_string())
        .text(
            "The paper claims second order for α > 1, and infers no more than first order for \
             α = 1 because the potential has no second derivative at the surface. Measured \
             through a whole contact, both schemes are of second order at α = 1 as well: the \
             kink costs an error of the order of Δt² in the two steps that cross the surface, \
             and there are only two of these.",
        )
        .figure(figure)
        .table(table)
        .checks(checks))
}

fn check(name: &str, exponent: f64, order: f64, printed: &published::Order) -> Check {
    let locator = format!("Section 2.1, order, α = {exponent}, {name}");
    let check = if exponent == 1.0 {
        Check::at_least(locator, printed.one.text(), order)
    } else {
        Check::number(locator, &printed.above_one, order).tolerance(0.1)
    };
    check.named(format!("order/{exponent}/{name}"))
}

/// Errors of displacement and velocity, halving by halving.
fn errors(method: Method, exponent: f64) -> Result<[Vec<Refinement>; 2]> {
    let impact = lasting(COARSEST, exponent)?;
    let exact = impact.closed_form()?;
    let squares = |dt: f64| -> Result<[f64; 2]> {
        let mut sums = [0.0; 2];
        for phase in phases(&impact, PHASES).map(|impact| impact.phase) {
            let touch = phase * dt;
            let law = Law::power(impact.stiffness, impact.exponent)?;
            let from = (-impact.velocity * touch, impact.velocity);
            let mut voice = wall::start(impact.mass, law, from, method, dt)?;
            let steps = ((1.0 + BEYOND) * exact.contact_time() / dt) as usize;
            let (x, v) = deviation(&mut voice, &exact, touch, steps)?;
            sums = [sums[0] + x * x, sums[1] + v * v];
        }
        Ok(sums.map(|sum| (sum / f64::from(PHASES)).sqrt()))
    };
    let steps = (0..=HALVINGS).map(|i| squares((1.0 / impact.rate) * 0.5f64.powf(i as f64)));
    let found: Vec<[f64; 2]> = steps.collect::<Result<_>>()?;
    Ok([0, 1].map(|k| {
        let mut errors = found.iter().map(|errors| errors[k]);
        convergence(1.0 / impact.rate, HALVINGS, |_| errors.next().unwrap_or(f64::NAN))
    }))
}

/// Over the last three halvings.
fn mean_order(lines: &[Refinement]) -> f64 {
    let orders: Vec<f64> = lines.iter().rev().take(3).filter_map(|line| line.order).collect();
    orders.iter().sum::<f64>() / orders.len() as f64
}

/// First and second order beside the last point of a curve.
fn slopes((steps, error): (f64, f64)) -> [Series; 2] {
    let back = 8.0;
    [(1, "first order"), (2, "second order")].map(|(order, name)| {
        let end = 0.4 * error;
        let line = Series::guide(name, vec![(steps / back, end * back.powi(order)), (steps, end)]);
        if order == 1 { line.dotted() } else { line }
    })
}
