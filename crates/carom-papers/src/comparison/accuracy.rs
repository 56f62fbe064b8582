//! Every scheme on every case at the rate of audio.

use super::cases::{Case, Variant, cases, corrected, parameters, plain};
use super::trial::{Quantity, Worst, worst};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("comparison/accuracy", "Every scheme on every case at 44.1 kHz", at_audio_rate)
        .of(Kind::Own)];

/// Places of the impact between two samples.
const PHASES: u32 = 16;
/// Where errors are drawn that are nothing but rounding (%).
const EXACT: f64 = 1e-9;

/// At 44.1 kHz: as it is, subdivided, corrected.
fn at_audio_rate() -> Result<Findings> {
    let cases = cases()?;
    let mut findings = parameters(&cases)?.text(
        "Every impact begins at 16 places between two samples, and the worst of them is shown: an \
         impact that begins on a sample, as papers like to have it, is the luckiest of all. Where \
         a contact spans hundreds of samples every scheme is right and nothing has to be chosen. \
         Where it spans five, the order of a scheme no longer says much; where it is shorter than \
         a sample, what is left of the physics is what a scheme conserves. Rows with a number of \
         steps are subdivided, so that the contact spans at least twenty; rows with a plus sign \
         are corrected.",
    );
    let mut lines: Vec<(Variant, Vec<Worst>)> =
        plain().map(|variant| (variant, Vec::new())).collect();
    let mut tables = Vec::new();
    for case in &cases {
        let mut table = titled(case)?;
        for (variant, column) in &mut lines {
            let found = worst(&case.impact, *variant, PHASES)?;
            column.push(found);
            table = table.row(row(&variant.name(), &found));
        }
        let substeps = case.impact.enough_substeps()? as u32;
        if substeps > 1 {
            let divided =
                Impact { substeps: carom::Substeps::Fixed(substeps), ..case.impact.clone() };
            for variant in plain() {
                let name = format!("{}, {substeps} steps per sample", variant.name());
                table = table.row(row(&name, &worst(&divided, variant, PHASES)?));
            }
        }
        for variant in corrected() {
            table = table.row(row(&variant.name(), &worst(&case.impact, variant, PHASES)?));
        }
        tables.push(table);
    }
    findings = findings.figure(figure(&cases, &lines));
    for table in tables {
        findings = findings.table(table);
    }
    for Case { impact, .. } in &cases {
        let Impact { mass, stiffness, exponent, velocity, .. } = impact;
        findings = findings.command(format!(
            "carom impact --mass {mass} --stiffness {stiffness:e} --exponent {exponent} --mu {} \
             --velocity {velocity} --phase 0.5",
            impact.mu()?
        ));
    }
    Ok(findings.checks(checks(&lines)).known(&[(
        "balance/quadratic",
        0.0,
        "In a contact shorter than a sample with losses, the quadratic equation of the step has no \
         real root in 15 of 16 phases. The s for which there always is one belongs to contacts \
         without losses.",
    )]))
}

/// What the schemes with an energy of their own promise, whatever the case.
fn checks(lines: &[(Variant, Vec<Worst>)]) -> Vec<Check> {
    let mut checks = Vec::new();
    for (variant, column) in lines.iter().filter(|line| line.0.method.has_exact_balance()) {
        let all = column.iter().fold(Worst::default(), |all, worst| all.and(*worst));
        let found = match all.failed {
            0 => {
                let residual = all.error(Quantity::Residual);
                format!("{} gained energy, ledger within {residual:.0e}", all.gained)
            }
            failed => format!("{failed} of {} runs ended: {}", 6 * PHASES, reason(all.why)),
        };
        let check = Check::claim(
            format!("{}, all cases and phases at 44.1 kHz", variant.name()),
            "always a next step, no energy appears, and the ledger closes",
        )
        .named(format!("balance/{}", variant.name()))
        .holds(all.is_balanced(), found);
        checks.push(check);
    }
    checks
}

fn titled(case: &Case) -> Result<Table> {
    let samples = case.impact.closed_form()?.contact_time() * case.impact.rate;
    Ok(Table::new(
        "scheme | v_out | duration | compression | force | energy | ledger | failed".split(" | "),
    )
    .caption(format!(
        "{}: {samples:.3} samples of contact. Largest errors over 16 phases (%); energy \
                 and what the ledger misses as a share of the energy before.",
        case.name
    )))
}

fn row(name: &str, worst: &Worst) -> Vec<Cell> {
    let percent = |error: f64| match error {
        error if !error.is_finite() => Cell::text("–"),
        error if error < 1e-12 => Cell::number("0"),
        error => Cell::number(significant(100.0 * error)),
    };
    let mut cells = vec![Cell::text(name)];
    cells.extend(worst.errors.map(percent));
    cells.push(match (worst.failed, worst.gained) {
        (0, 0) => Cell::text(""),
        (0, gained) => Cell::text(format!("{gained} gain energy")).bad(),
        (failed, _) => Cell::text(format!("{failed}: {}", reason(worst.why))).bad(),
    });
    cells
}

fn reason(why: Option<Status>) -> &'static str {
    match why {
        Some(Status::ComplexRoot) => "no real root",
        Some(Status::NotReleased) => "not released, or missed",
        Some(Status::Refused) => "refused",
        Some(Status::GainedEnergy) => "diverged",
        Some(Status::Ok) | None => "failed",
    }
}

/// Three digits, with an exponent where there would be many zeros.
pub(super) fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e4).contains(&value.abs()) {
        let places = (2.0 - value.abs().max(1e-3).log10().floor()).clamp(0.0, 5.0);
        return format!("{value:.*}", places as usize);
    }
    format!("{value:.1e}")
}

fn figure(cases: &[Case], lines: &[(Variant, Vec<Worst>)]) -> Figure {
    let mut figure = Figure::new("Errors at 44.1 kHz, from the softest to the hardest impact")
        .caption("The worst of 16 phases; a scheme that failed in one of them is not drawn.")
        .columns(1)
        .panel_size(640.0, 300.0);
    let panels = [("(a) Outgoing velocity", Quantity::VOut), ("(b) Duration", Quantity::Duration)];
    for (title, quantity) in panels {
        let names = Axis::categories("", cases.iter().map(|case| case.name));
        let mut panel = Panel::new(title, names, Axis::log("error", "%"))
            .y_range(0.5 * EXACT, 1e6)
            .hline(EXACT, "exact");
        for (j, (variant, column)) in lines.iter().enumerate() {
            // Side by side, so that equals can be told apart.
            let beside = 0.09 * (j as f64 - 0.5 * (lines.len() - 1) as f64);
            let points = column.iter().enumerate();
            let points = points.map(|(i, worst)| {
                let error = 100.0 * worst.error(quantity);
                (i as f64 + beside, if error.is_finite() { error.max(EXACT) } else { f64::NAN })
            });
            panel = panel.with(Series::markers(variant.name(), points.collect()));
        }
        figure = figure.panel(panel);
    }
    figure
}
