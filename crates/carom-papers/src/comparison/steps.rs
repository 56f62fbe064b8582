//! How many steps a contact needs.

use std::sync::OnceLock;

use super::accuracy::significant;
use super::cases::{Variant, cases, corrected, parameters, plain};
use super::trial::{Quantity, Worst, in_steps, percent};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("comparison/steps", "How many steps a contact needs", needed_steps).of(Kind::Own)];

/// Runs of each impact at each number of steps.
pub(super) const PHASES: u32 = 12;
/// Steps per contact, from less than one.
pub(super) const STEPS: [f64; 17] = [
    0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 100.0, 200.0, 500.0,
];
/// The accuracies that are wanted.
pub(super) const ACCURACIES: [f64; 3] = [0.1, 0.01, 0.001];

/// A variant over all cases: the worst at each number of steps.
pub(super) struct Need {
    pub(super) variant: Variant,
    pub(super) errors: Vec<Worst>,
}

impl Need {
    /// The fewest steps from which on outgoing velocity and duration are right to `accuracy`.
    pub(super) fn steps(&self, accuracy: f64) -> Option<usize> {
        let wrong = self.errors.iter().rposition(|worst| {
            let error = worst.outcome();
            error.is_nan() || error > accuracy || worst.failed > 0
        });
        let first = wrong.map_or(0, |last| last + 1);
        (first < self.errors.len()).then_some(first)
    }

    /// Evaluations of the law over the contact in that many steps.
    pub(super) fn work(&self, at: usize) -> f64 {
        let evaluations = self.errors.get(at).map_or(1, |worst| worst.evaluations);
        STEPS.get(at).copied().unwrap_or(f64::NAN) * f64::from(evaluations)
    }

    /// Over all numbers of steps from one on.
    pub(super) fn from(&self, at: usize) -> Worst {
        self.errors.iter().skip(at).fold(Worst::default(), |all, worst| all.and(*worst))
    }
}

/// Every variant at every number of steps; three studies share them.
pub(super) fn needs() -> Result<&'static [Need]> {
    static NEEDS: OnceLock<Result<Vec<Need>, String>> = OnceLock::new();
    let needs = NEEDS.get_or_init(|| computed().map_err(|error| error.to_string()));
    Ok(needs.as_deref().map_err(Clone::clone)?)
}

fn computed() -> Result<Vec<Need>> {
    let cases = cases()?;
    let one = |variant: Variant| -> Result<Need> {
        let mut errors = Vec::new();
        for steps in STEPS {
            let mut worst = Worst::default();
            for case in &cases {
                worst = worst.and(in_steps(&case.impact, variant, steps, PHASES)?);
            }
            errors.push(worst);
        }
        Ok(Need { variant, errors })
    };
    plain().chain(corrected()).map(one).collect()
}

/// Errors over steps per contact.
fn needed_steps() -> Result<Findings> {
    let needs = needs()?;
    let mut table = Table::new(
        "scheme | 10 % | 1 % | 0.1 % | law per step | failed | gained energy | largest gain (%)"
            .split(" | "),
    )
    .caption(format!(
        "Steps per contact from which on outgoing velocity and duration are right to 10 %, 1 % and \
         0.1 %, in all six impacts; evaluations of the law per step in 24 steps; of all {} runs, \
         how many failed, how many left with energy that nobody brought, and how much at most.",
        6 * PHASES as usize * STEPS.len()
    ));
    for need in needs {
        let mut cells = vec![Cell::text(need.variant.name())];
        cells.extend(ACCURACIES.map(|accuracy| {
            match need.steps(accuracy).and_then(|at| STEPS.get(at)) {
                Some(steps) => Cell::number(steps),
                None => Cell::text("more").bad(),
            }
        }));
        let all = need.from(0);
        cells.push(Cell::number(need.errors.get(10).map_or(0, |worst| worst.evaluations)));
        for count in [all.failed, all.gained] {
            cells.push(if count == 0 { Cell::number(0) } else { Cell::number(count).bad() });
        }
        cells.push(Cell::number(significant(100.0 * all.gain)));
        table = table.row(cells);
    }
    let checks = needs.iter().filter(|need| need.variant.is_plain()).map(|need| {
        let steps = need.steps(0.01).and_then(|at| STEPS.get(at)).copied().unwrap_or(f64::INFINITY);
        Check::unpublished(
            format!("{}, steps per contact to 1 %", need.variant.name()),
            steps.min(1e9),
        )
        .named(format!("steps/{}", need.variant.name()))
    });
    Ok(parameters(&cases()?)?
        .text(
            "What decides is not the sample rate but how many steps a contact spans. Here it is \
             the abscissa, and the worst of six impacts the ordinate. A contact can always be \
             given more steps by subdividing them while bodies touch, so the table is also that of \
             how far to subdivide. Errors stay at some 100 % where a contact has less than one \
             step.",
        )
        .figure(figure(needs))
        .figure(corrections(needs))
        .table(table)
        .checks(checks))
}

fn figure(needs: &[Need]) -> Figure {
    let panels = [
        ("(a) Outgoing velocity", Quantity::VOut),
        ("(b) Duration", Quantity::Duration),
        ("(c) Largest force at a step", Quantity::Force),
    ];
    let plain = || needs.iter().filter(|need| need.variant.is_plain());
    Figure::new("Error over the steps of a contact")
        .caption("The worst of all impacts. Lines begin where no run fails any more.")
        .panels(panels.map(|(title, quantity)| panel(title, plain(), quantity)))
}

/// What corrections make of the two schemes that are best without.
fn corrections(needs: &[Need]) -> Figure {
    let of = |method: Method| needs.iter().filter(move |need| need.variant.method == method);
    let panels = [("two-point", Method::TwoPoint), ("rk4", Method::Rk4)]
        .map(|(name, method)| panel(&format!("{name}, duration"), of(method), Quantity::Duration));
    Figure::new("The same with corrections").columns(2).panels(panels)
}

fn panel<'a>(title: &str, needs: impl Iterator<Item = &'a Need>, quantity: Quantity) -> Panel {
    let error = Axis::log("error", "%").range(1e-5, 1e3);
    let mut panel = Panel::new(title, Axis::log("steps per contact", ""), error).hline(1.0, "1 %");
    for need in needs {
        let points = STEPS.iter().zip(&need.errors);
        let points = points.map(|(steps, worst)| (*steps, percent(worst.error(quantity))));
        panel = panel.with(Series::line(need.variant.name(), points.collect()));
    }
    panel
}
