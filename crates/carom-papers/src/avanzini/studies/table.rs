//! Table 5.2: the bounds of four materials are values of stimuli.

use super::super::Stimulus;
use super::super::published::{Material, Published};
use super::super::stimuli::design;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "avanzini/table-5.2",
    "Which stimuli the bounds of four materials are",
    table_5_2,
)
.of(Kind::Consistency)];

/// Table 5.2 and the spacing of section 5.3.1.
fn table_5_2() -> Result<Findings> {
    let published = Published::read()?;
    let stimuli = design(&published);
    let mut table = Table::new(["material", "bound", "printed", "stimulus"]);
    let mut checks = Vec::new();
    for material in &published.material {
        for (bound, printed, value) in bounds(material) {
            let held = stimuli.iter().filter(|stimulus| material.holds_q(stimulus.q));
            let Some(stimulus) = nearest(held, printed.value(), value) else { continue };
            let locator = format!("Table 5.2, {}, {bound}", material.name);
            let unit = if bound.ends_with("t_e") { "s" } else { "" };
            checks.push(Check::number(locator, printed, value(stimulus)).unit(unit));
            table = table.row([
                material.name.clone(),
                bound.to_owned(),
                printed.text().to_owned(),
                format!("{:.0} Hz, Q {:.1}", stimulus.pitch_hz, stimulus.q),
            ]);
        }
    }
    Ok(Findings::new()
        .parameter("stimuli", "5 pitches from 1000 to 2000 Hz, 20 quality factors from 5 to 5000")
        .parameter("listeners", "22, who chose between rubber, wood, glass and steel")
        .text(
            "The table lists between which quality factors and decay times more than half of \
             the listeners chose a material. What they chose is data. What can be checked is \
             that every bound is that of one of the hundred stimuli within the range of \
             quality factors, with t_e = 2·q_o/ω_o: all are, to the printed digits. The next \
             lower quality factor is printed to be 31 % lower; it is 30.5 % lower.",
        )
        .table(table)
        .checks(checks)
        .checks(spacing(&published))
        .checks(order(&published.material)))
}

type Value = fn(&Stimulus) -> f64;

/// All bounds of a material.
fn bounds(material: &Material) -> [(&'static str, &Printed, Value); 4] {
    let (q, t): (Value, Value) = (|stimulus| stimulus.q, Stimulus::decay_s);
    let [q_low, q_high] = &material.q;
    let [t_low, t_high] = &material.decay_s;
    [
        ("least q_o", q_low, q),
        ("largest q_o", q_high, q),
        ("least t_e", t_low, t),
        ("largest t_e", t_high, t),
    ]
}

/// The stimulus whose value is nearest, as a ratio.
fn nearest<'a>(
    mut stimuli: impl Iterator<Item = &'a Stimulus>,
    wanted: f64,
    value: Value,
) -> Option<&'a Stimulus> {
    let off = |stimulus: &Stimulus| (value(stimulus) / wanted).ln().abs();
    let first = stimuli.next()?;
    Some(stimuli.fold(first, |best, next| if off(next) < off(best) { next } else { best }))
}

fn spacing(published: &Published) -> [Check; 2] {
    let [lower, upper] = &published.stimuli.spacing;
    let mut q = published.stimuli.q.values();
    let ratio = match (q.next(), q.next()) {
        (Some(first), Some(second)) => second / first,
        _ => f64::NAN,
    };
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    [
        Check::number("Section 5.3.1, next lower q_o", lower, percent(1.0 / ratio))
            .named("next-lower-q")
            .unit("%")
            .differs(
                -30.48,
                "Twenty values from 5 to 5000 are 1000^(1/19) apart: −30.48 % and +43.84 %.",
            ),
        Check::number("Section 5.3.1, next higher q_o", upper, percent(ratio)).unit("%"),
    ]
}

/// What the text reads off the table.
fn order(materials: &[Material]) -> Vec<Check> {
    let least: Vec<f64> = materials.iter().map(|material| material.q[0].value()).collect();
    let [_, wood, glass, steel] = materials else { return Vec::new() };
    let shared = (glass.q[1].value() / steel.q[0].value().max(glass.q[0].value())).ln();
    let share = 100.0 * shared / (glass.q[1].value() / glass.q[0].value()).ln();
    vec![
        Check::claim("Section 5.3.2", "q_o rises from rubber to wood, glass and steel")
            .holds(least.windows(2).all(|pair| pair[0] < pair[1]), format!("from {least:?}")),
        Check::claim("Section 5.3.2", "rubber and wood are well apart from glass and steel").holds(
            wood.q[1].value() < glass.q[0].value(),
            format!("wood to {}, glass from {}", wood.q[1].text(), glass.q[0].text()),
        ),
        Check::claim("Section 5.3.2", "glass and steel largely overlap")
            .holds(share > 80.0, format!("{share:.0} % of the range of glass, in octaves")),
    ]
}
