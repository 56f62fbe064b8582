//! What follows from the other comparisons, in words made of their numbers.

use carom_report::{Cell, Table};

use super::accuracy::significant;
use super::steps::{Need, STEPS, needs};
use super::trial::{Error, Worst};
use crate::study::{Check, Failed, Findings};

/// A situation, what to use in it, and what supports that.
struct Advice {
    situation: String,
    choice: String,
    because: String,
}

/// The recommendation.
pub(super) fn recommend() -> Result<Findings, Failed> {
    let needs = needs()?;
    let all: Vec<&Need> = needs.iter().collect();
    let safe: Vec<&Need> = needs.iter().filter(|need| is_safe(need)).collect();
    let mut advice = vec![never_gain(&safe)];
    for accuracy in [0.01, 0.001] {
        advice.extend(least_work(&safe, accuracy, "energy must never appear"));
        advice.extend(least_work(&all, accuracy, "a little energy may appear"));
    }
    for steps in [0.5, 2.0, 4.0] {
        advice.extend(fixed_steps(&all, steps, "the outgoing velocity", |worst| worst.v_out));
        advice.extend(fixed_steps(&all, steps, "the duration", |worst| worst.duration));
    }
    let words = advice
        .iter()
        .map(|advice| format!("{}: {}. {}", advice.situation, advice.choice, advice.because));
    let mut table = Table::new(["when", "use", "because"]).caption("The same as a table.");
    for Advice { situation, choice, because } in &advice {
        table = table.row([situation.as_str(), choice.as_str(), because.as_str()]);
    }
    let is_default = |need: &&Need| need.variant.name() == "two-point";
    let default = least(&safe, 0.01).filter(|(need, _)| is_default(need));
    Ok(Findings::new()
        .text(
            "Every sentence below is made from the runs of comparison/steps: all schemes and corrections on six impacts \
             at eight phases each, from half a step per contact to 500. Work is counted in evaluations of the law of \
             contact, steps are those that the contact spans, and a contact that spans too few can be subdivided.",
        )
        .text(words.collect::<Vec<_>>().join("\n\n"))
        .table(table)
        .table(support(needs))
        .checks([
            Check::claim(
                "Contacts of any length",
                "the two-point scheme never fails and never gains energy",
                safe.iter().any(is_default),
                format!("{} of {} variants never do, two-point among them", safe.len(), needs.len()),
            ),
            Check::claim(
                "Right to 1 % without ever gaining energy",
                "the two-point scheme, which scenes use, takes the least work",
                default.is_some(),
                default.map_or_else(String::new, |(need, at)| {
                    format!("{} evaluations of the law in {} steps", need.work(at), steps_at(at))
                }),
            ),
        ]))
}

/// Never failed, never gained energy, and the ledger closed.
fn is_safe(need: &Need) -> bool {
    let all = need.from(0);
    let exact = need.variant.method.has_exact_balance();
    exact && all.failed == 0 && all.gained == 0 && all.residual < 1e-12
}

fn steps_at(at: usize) -> f64 {
    STEPS.get(at).copied().unwrap_or(f64::NAN)
}

fn never_gain(safe: &[&Need]) -> Advice {
    let plain = safe.iter().filter(|need| need.variant.is_plain());
    Advice {
        situation: "No energy may appear, whatever meets whatever".to_owned(),
        choice: plain.map(|need| need.variant.name()).collect::<Vec<_>>().join(", "),
        because: format!(
            "In none of their runs did energy appear or the ledger stay open, down to {} steps per contact.",
            steps_at(0)
        ),
    }
}

/// Which takes the least work to an accuracy, and in which number of steps.
fn least<'a>(needs: &[&'a Need], accuracy: f64) -> Option<(&'a Need, usize)> {
    let works = needs.iter().filter_map(|need| Some((*need, need.steps(accuracy)?)));
    works.min_by(|a, b| a.0.work(a.1).total_cmp(&b.0.work(b.1)))
}

fn least_work(needs: &[&Need], accuracy: f64, condition: &str) -> Option<Advice> {
    let (best, at) = least(needs, accuracy)?;
    let from = best.from(at);
    let price = match from.gained {
        0 => "none of them gained energy".to_owned(),
        gained => format!(
            "in {gained} runs energy appeared, at most {} % of what was brought",
            significant(100.0 * from.gain)
        ),
    };
    Some(Advice {
        situation: format!(
            "Outgoing velocity and duration right to {} %, and {condition}",
            100.0 * accuracy
        ),
        choice: format!("{}, {} steps per contact or more", best.variant.name(), steps_at(at)),
        because: format!(
            "It takes {} evaluations of the law per contact, the fewest of all; with as many steps or more, {price}.",
            best.work(at)
        ),
    })
}

/// The best where steps are given; among equals, the better in both.
fn fixed_steps(needs: &[&Need], steps: f64, what: &str, value: Error) -> Option<Advice> {
    let at = STEPS.iter().position(|known| *known == steps)?;
    let runs = needs.iter().filter_map(|need| Some((need, need.errors.get(at)?)));
    let usable = runs.filter(|(_, worst)| worst.failed == 0 && worst.gained == 0);
    let key = |worst: &Worst| (rounded(value(worst)), worst.outcome());
    let (best, worst) = usable.min_by(|a, b| {
        let (a, b) = (key(a.1), key(b.1));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    })?;
    Some(Advice {
        situation: format!("Only {steps} steps per contact can be had, and {what} matters most"),
        choice: best.variant.name(),
        because: format!(
            "Of those that neither fail nor gain energy there, it is the best: outgoing velocity {}, duration {}.",
            within(worst.v_out),
            within(worst.duration)
        ),
    })
}

/// What is rounding is nothing.
fn rounded(error: f64) -> f64 {
    if error < 1e-9 { 0.0 } else { error }
}

fn within(error: f64) -> String {
    match rounded(error) {
        0.0 => "exact".to_owned(),
        error => format!("within {} %", significant(100.0 * error)),
    }
}

fn support(needs: &[Need]) -> Table {
    let mut table = Table::new([
        "scheme",
        "steps to 1 %",
        "evaluations to 1 %",
        "v_out in 4 steps (%)",
        "duration in 4 steps (%)",
        "always safe",
    ])
    .caption(
        "What the recommendation is made of. Safe is what never failed, never gained energy, and closed its ledger.",
    );
    let four = STEPS.iter().position(|known| *known == 4.0);
    for need in needs {
        let at = need.steps(0.01);
        let or_dash = |value: Option<f64>| match value {
            Some(value) if value.is_finite() => Cell::number(significant(value)),
            _ => Cell::text("–"),
        };
        let worst = four.and_then(|at| need.errors.get(at));
        table = table.row([
            Cell::text(need.variant.name()),
            at.map_or_else(|| Cell::text("–"), |at| Cell::number(steps_at(at))),
            at.map_or_else(|| Cell::text("–"), |at| Cell::number(need.work(at))),
            or_dash(worst.map(|worst| 100.0 * rounded(worst.v_out))),
            or_dash(worst.map(|worst| 100.0 * rounded(worst.duration))),
            if is_safe(need) { Cell::text("yes").good() } else { Cell::text("no").bad() },
        ]);
    }
    table
}
