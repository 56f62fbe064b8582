//! How errors fall with the sample rate.

use super::cases::{Variant, cases, parameters, plain};
use super::trial::{Quantity, Worst, percent, worst};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("comparison/convergence", "How errors fall with the sample rate", orders)
        .of(Kind::Own)];

const PHASES: u32 = 8;
/// Contacts from about one step to this many.
const MOST_STEPS: f64 = 4000.0;
/// An order is a slope from this many steps per contact on, where the contact is resolved.
const RESOLVED: f64 = 15.0;
/// Below it, rounding.
const ROUNDING: f64 = 1e-10;

/// A scheme on a case: steps per contact, sample rate and errors.
struct Line {
    variant: Variant,
    points: Vec<(f64, f64, Worst)>,
}

impl Line {
    /// The order by least squares over the resolved points; none if nothing but rounding is left.
    fn order(&self, quantity: Quantity) -> Option<f64> {
        let points = self.points.iter().filter(|(steps, ..)| *steps >= RESOLVED);
        let points = points.map(|(_, rate, worst)| (rate, worst.error(quantity)));
        let points = points.filter(|(_, error)| *error > ROUNDING && error.is_finite());
        let points: Vec<(f64, f64)> = points.map(|(rate, error)| (rate.ln(), error.ln())).collect();
        (points.len() >= 3).then(|| -slope(&points))
    }
}

fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let product: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    product / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

/// Errors over sample rate, with the order of each scheme.
fn orders() -> Result<Findings> {
    let cases = cases()?;
    let columns: Vec<Vec<Line>> =
        cases.iter().map(|case| lines(&case.impact)).collect::<Result<_, _>>()?;
    let figure = |what: &str, quantity: Quantity| {
        let figure = Figure::new(format!("Error of the {what} over the sample rate")).columns(3);
        let panels = cases.iter().zip(&columns);
        figure.panels(panels.map(|(case, lines)| panel(case.name, lines, quantity)))
    };
    let table = |what: &str, quantity: Quantity| {
        let names = ["scheme"].into_iter().chain(cases.iter().map(|case| case.name));
        let mut table = Table::new(names)
            .caption(format!("Order of the {what}, fitted from 15 steps per contact on."));
        for (i, method) in Method::CONTACT.into_iter().enumerate() {
            let order = |lines: &Vec<Line>| match lines.get(i).and_then(|line| line.order(quantity))
            {
                Some(order) => Cell::number(format!("{order:.2}")),
                None => Cell::text("exact"),
            };
            table = table
                .row(std::iter::once(Cell::text(method.name())).chain(columns.iter().map(order)));
        }
        table
    };
    Ok(parameters(&cases)?
        .text(
            "Errors are the worst of eight phases. Nothing is smooth where a contact begins: the \
             force has a corner there (α = 1) or a corner in a derivative, and a step that begins \
             before the contact and ends in it pays for that. The fourth order of Runge and \
             Kutta's method is therefore not seen; what the fit gives is between two and three. \
             Where damping is evaluated at a predicted velocity, as Verlet's scheme does, \
             durations are of first order; so are the two schemes that solve no equation. Without \
             losses the schemes that conserve energy have the outgoing velocity exactly at any \
             rate. Lines end where a contact has less than one step or more than 4000.",
        )
        .figure(figure("outgoing velocity", Quantity::VOut))
        .table(table("outgoing velocity", Quantity::VOut))
        .figure(figure("duration", Quantity::Duration))
        .table(table("duration", Quantity::Duration))
        .checks(checks(&columns)))
}

fn lines(impact: &Impact) -> Result<Vec<Line>> {
    let time = impact.closed_form()?.contact_time();
    let rates = (-6..=16).map(|i| 44_100.0 * 2f64.powi(i));
    let rates: Vec<f64> = rates.filter(|rate| (1.0..MOST_STEPS).contains(&(rate * time))).collect();
    let one = |variant: Variant| -> Result<Line> {
        let point = |&rate: &f64| -> Result<(f64, f64, Worst)> {
            let found = worst(&Impact { rate, ..impact.clone() }, variant, PHASES)?;
            Ok((rate * time, rate, found))
        };
        Ok(Line { variant, points: rates.iter().map(point).collect::<Result<_, _>>()? })
    };
    plain().map(one).collect()
}

fn panel(title: &str, lines: &[Line], quantity: Quantity) -> Panel {
    let series = |line: &Line| {
        let points = line.points.iter();
        let points = points.map(|(_, rate, worst)| (1e-3 * rate, percent(worst.error(quantity))));
        Series::line(line.variant.name(), points.collect())
    };
    let panel = Panel::log(title, "sample rate (kHz)", "error (%)").y_range(1e-9, 1e3);
    panel.with_all(lines.iter().map(series))
}

/// Second order, and Runge and Kutta's fourth that is not seen.
fn checks(columns: &[Vec<Line>]) -> Vec<Check> {
    let check = |(i, method): (usize, Method)| {
        let orders = columns.iter().filter_map(|lines| lines.get(i)?.order(Quantity::Duration));
        let place = format!("{}, least order of the duration over all cases", method.name());
        Check::unpublished(place, orders.fold(f64::INFINITY, f64::min))
            .named(format!("order/{}", method.name()))
    };
    Method::CONTACT.into_iter().enumerate().map(check).collect()
}
