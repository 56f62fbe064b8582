//! What follows from the other comparisons, in words made of their numbers.

use super::accuracy::significant;
use super::steps::{Need, PHASES, STEPS, needs};
use super::trial::{Quantity, Worst};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("comparison/recommendation", "Which scheme to use when", recommend).of(Kind::Own)];

/// A situation, what to use in it, and what supports that.
type Advice = [String; 3];

/// The recommendation.
fn recommend() -> Result<Findings> {
    let needs = needs()?;
    let all: Vec<&Need> = needs.iter().collect();
    let safe: Vec<&Need> = needs.iter().filter(|need| is_safe(need)).collect();
    let mut advice = vec![never_gain(&safe)];
    for accuracy in [0.01, 0.001] {
        advice.extend(least_work(&safe, accuracy, "safe in contacts of any length"));
        advice.extend(least_work(&all, accuracy, "contacts are long enough"));
    }
    for steps in [0.5, 2.0, 4.0] {
        advice.extend(fixed_steps(&all, steps, "the outgoing velocity", Quantity::VOut));
        advice.extend(fixed_steps(&all, steps, "the duration", Quantity::Duration));
    }
    let table = advice.into_iter().fold(Table::new(["when", "use", "because"]), Table::row);
    let is_linear = |choice: &Choice| choice.need.variant.name() == "quadratised";
    let linear = least(&safe, 0.01).into_iter().find(is_linear);
    Ok(Findings::new()
        .text(summary(&all, &safe))
        .table(table)
        .text(format!(
            "Every word above that names a scheme or a number is made from the runs of \
             comparison/steps: all schemes and corrections on six impacts, {PHASES} times \
             each, from half a step per contact to 500. Work is counted in evaluations of the \
             law of contact, and steps are those that the contact spans; one that spans too \
             few can be subdivided.",
        ))
        .table(support(needs))
        .checks([
            Check::claim(
                "Contacts of any length",
                "the two-point scheme never fails and never gains energy",
            )
            .holds(
                safe.iter().any(|need| need.variant.name() == "two-point"),
                format!("{} of {} variants never do", safe.len(), needs.len()),
            ),
            Check::claim(
                "Right to 1 % without ever gaining energy",
                "the quadratised scheme, which does not iterate, takes the least work",
            )
            .holds(linear.is_some(), linear.map_or_else(String::new, |choice| choice.price())),
        ]))
}

/// A variant and how many steps it needs.
#[derive(Clone, Copy)]
struct Choice<'a> {
    need: &'a Need,
    at: usize,
}

impl Choice<'_> {
    fn work(&self) -> f64 {
        self.need.work(self.at)
    }

    fn name(&self) -> String {
        format!("{} in {} steps", self.need.variant.name(), steps_at(self.at))
    }

    fn price(&self) -> String {
        format!("{} evaluations of the law in {} steps", self.work(), steps_at(self.at))
    }
}

/// Those that reach an accuracy with the least work, all of them if several do.
fn least<'a>(needs: &[&'a Need], accuracy: f64) -> Vec<Choice<'a>> {
    let able = needs.iter().filter_map(|&need| Some(Choice { need, at: need.steps(accuracy)? }));
    let mut choices: Vec<Choice<'a>> = able.collect();
    let fewest = choices.iter().map(Choice::work).fold(f64::INFINITY, f64::min);
    choices.retain(|choice| choice.work() <= fewest);
    // A correction that saves nothing is none to recommend.
    let plain: Vec<Method> =
        choices.iter().map(|c| c.need.variant).filter(|v| v.is_plain()).map(|v| v.method).collect();
    choices.retain(|c| c.need.variant.is_plain() || !plain.contains(&c.need.variant.method));
    choices
}

fn names(choices: &[Choice<'_>]) -> String {
    choices.iter().map(Choice::name).collect::<Vec<_>>().join(" or ")
}

/// The recommendation in a few sentences.
fn summary(all: &[&Need], safe: &[&Need]) -> String {
    let work = |choices: &[Choice<'_>]| choices.first().map_or(f64::NAN, Choice::work);
    let (safe_coarse, safe_fine) = (least(safe, 0.01), least(safe, 0.001));
    let (coarse, fine) = (least(all, 0.01), least(all, 0.001));
    let gain = |choices: &[Choice<'_>]| {
        let gains = choices.iter().map(|choice| choice.need.from(choice.at).gain);
        significant(100.0 * gains.fold(0.0, f64::max))
    };
    format!(
        "If no energy may ever appear, use {} per contact or more: outgoing velocity and \
         duration are then right to 1 % with the least work of all that never gained any; to \
         0.1 %, {}. If contacts are never shorter than that, {} are right to 1 % with {} evaluations \
         of the law per contact instead of {}, for a gain of up to {} % of the energy, and {} to \
         0.1 % with {} instead of {}, for up to {} %.\n\nWith fewer steps than that nothing is right \
         in everything, and it depends on what matters; corrections then help with one thing \
         at the cost of another.",
        names(&safe_coarse),
        names(&safe_fine),
        names(&coarse),
        work(&coarse),
        work(&safe_coarse),
        gain(&coarse),
        names(&fine),
        work(&fine),
        work(&safe_fine),
        gain(&fine),
    )
}

/// Never failed, never gained energy, and the ledger closed.
fn is_safe(need: &Need) -> bool {
    need.variant.method.has_exact_balance() && need.from(0).is_balanced()
}

fn steps_at(at: usize) -> f64 {
    STEPS.get(at).copied().unwrap_or(f64::NAN)
}

fn never_gain(safe: &[&Need]) -> Advice {
    let plain = safe.iter().filter(|need| need.variant.is_plain());
    [
        "No energy may appear, whatever meets whatever".to_owned(),
        plain.map(|need| need.variant.name()).collect::<Vec<_>>().join(", "),
        format!(
            "In none of their runs did energy appear or the ledger stay open, down to {} steps \
             per contact.",
            steps_at(0)
        ),
    ]
}

fn least_work(needs: &[&Need], accuracy: f64, condition: &str) -> Option<Advice> {
    let choices = least(needs, accuracy);
    let best = choices.first()?;
    let runs = choices.iter().map(|choice| choice.need.from(choice.at));
    let from = runs.fold(Worst::default(), Worst::and);
    let price = match from.gained {
        0 => "no energy appeared".to_owned(),
        gained => format!(
            "energy appeared in {gained} runs, at most {} % of what was brought",
            significant(100.0 * from.gain)
        ),
    };
    Some([
        format!("Outgoing velocity and duration right to {} %, and {condition}", 100.0 * accuracy),
        names(&choices),
        format!(
            "{} evaluations of the law per contact, the fewest; with as many steps or more, \
             {price}.",
            best.work()
        ),
    ])
}

/// The best where steps are given; among equals, the better in both.
fn fixed_steps(needs: &[&Need], steps: f64, what: &str, quantity: Quantity) -> Option<Advice> {
    let at = STEPS.iter().position(|known| *known == steps)?;
    let runs = needs.iter().filter_map(|need| Some((need, need.errors.get(at)?)));
    let usable = runs.filter(|(_, worst)| worst.failed == 0 && worst.gained == 0);
    let key = |worst: &Worst| (rounded(worst.error(quantity)), worst.outcome());
    let (best, worst) = usable.min_by(|a, b| {
        let (a, b) = (key(a.1), key(b.1));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    })?;
    Some([
        format!("Only {steps} steps per contact can be had, and {what} matters most"),
        best.variant.name(),
        format!(
            "The best of those that neither fail nor gain energy there: outgoing \
             velocity {}, duration {}.",
            within(worst.error(Quantity::VOut)),
            within(worst.error(Quantity::Duration))
        ),
    ])
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
    let mut table = Table::new("scheme | steps to 1 % | evaluations to 1 % | v_out in 4 steps (%) | duration in 4 steps (%) | always safe".split(" | "))
    .caption(
        "What the recommendation is made of. Safe is what never failed, never gained energy, \
         and closed its ledger.",
    );
    let four = STEPS.iter().position(|known| *known == 4.0);
    for need in needs {
        let at = need.steps(0.01);
        let worst = four.and_then(|at| need.errors.get(at));
        let error = |quantity| match worst.map(|worst| 100.0 * rounded(worst.error(quantity))) {
            Some(error) if error.is_finite() => Cell::number(significant(error)),
            _ => Cell::text("–"),
        };
        table = table.row([
            Cell::text(need.variant.name()),
            at.map_or_else(|| Cell::text("–"), |at| Cell::number(steps_at(at))),
            at.map_or_else(|| Cell::text("–"), |at| Cell::number(need.work(at))),
            error(Quantity::VOut),
            error(Quantity::Duration),
            if is_safe(need) { Cell::text("yes").good() } else { Cell::text("no").bad() },
        ]);
    }
    table
}
