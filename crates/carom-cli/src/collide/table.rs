//! The result as text.

use std::fmt::Write;
use std::path::PathBuf;

use carom_lab::collision::{Answer, BodyState, Parsed, Results};
use carom_numeric::five_digits as number;

use crate::columns;

/// The motion, the contact, the balances and the files.
pub(super) fn text(parsed: &Parsed, results: &Results, files: &[PathBuf]) -> String {
    let mut text = String::new();
    if let Some(title) = &parsed.collision.title {
        let _ = writeln!(text, "{title}");
    }
    match results {
        Results::One(answer) => one(&mut text, parsed, answer),
        Results::All(comparison) => several(&mut text, parsed, &comparison.collisions),
    }
    if !files.is_empty() {
        text.push('\n');
    }
    for file in files {
        let _ = writeln!(text, "wrote {}", file.display());
    }
    text.trim_end().to_owned()
}

fn one(text: &mut String, parsed: &Parsed, answer: &Answer) {
    let _ = writeln!(text, "by the method {}\n", answer.method);
    let mut rows = vec![heading("")];
    for (i, (before, after)) in answer.before.iter().zip(&answer.bodies).enumerate() {
        if is_immovable(parsed, i) {
            rows.push(row(&format!("{} (immovable)", before.name), before));
            continue;
        }
        rows.push(row(&format!("{} before", before.name), before));
        rows.push(row(&format!("{} after", after.name), after));
    }
    text.push_str(&align(&rows));
    text.push('\n');
    let first = &answer.bodies[0].name;
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<18}{value}");
    };
    line("impulse", format!("{} N·s on {first}", vector(&answer.impulse)));
    line("contact", contact(answer));
    line("grip", grip(parsed, answer));
    let (before, after) = (answer.energy.before, answer.energy.after);
    let change = change(before, after);
    line("energy", format!("{} J before, {} J after, {change}", number(before), number(after)));
    line("momentum", balance(answer.residual.momentum));
    line("angular momentum", balance(answer.residual.angular_momentum));
}

pub(super) fn align(rows: &[Vec<String>]) -> String {
    columns::align(rows, 1).lines().map(|line| format!("  {line}\n")).collect()
}

fn is_immovable(parsed: &Parsed, i: usize) -> bool {
    parsed.collision.body.get(i).is_some_and(|body| body.immovable)
}

pub(super) fn balance(missing: f64) -> String {
    if missing == 0.0 { "exact".into() } else { format!("off by {missing:.1e} of it") }
}

/// An immovable body that moves may give energy, and so may iguchi's method as printed.
pub(super) fn change(before: f64, after: f64) -> String {
    match before - after {
        lost if lost.abs() <= 1e-11 * before => "nothing lost".into(),
        lost if lost > 0.0 => format!("{} J lost", number(lost)),
        gained => format!("{} J gained", number(-gained)),
    }
}

fn contact(answer: &Answer) -> String {
    match answer.peak_force {
        Some(peak) => format!("{} s, up to {} N", number(answer.contact_time), number(peak)),
        None => "no time passes in mirtich: no contact time and no force over time; \
                 try --method pulse"
            .into(),
    }
}

fn grip(parsed: &Parsed, answer: &Answer) -> String {
    let (sticking, _) = parsed.collision.friction.coefficients();
    match answer.sticking {
        _ if sticking == 0.0 => "no friction".into(),
        None => "bristles that bend: neither sticking nor sliding".into(),
        Some(0.0) => "slid throughout".into(),
        Some(share) if share > 1.0 - 1e-9 => "stuck throughout".into(),
        Some(share) => format!("stuck during {:.1} % of the impulse", 100.0 * share),
    }
}

fn several(text: &mut String, parsed: &Parsed, answers: &[Answer]) {
    let Some(any) = answers.first() else { return };
    for i in (0..2).filter(|i| !is_immovable(parsed, *i)) {
        let mut rows = vec![heading(&any.bodies[i].name), row("before", &any.before[i])];
        rows.extend(answers.iter().map(|answer| row(answer.method, &answer.bodies[i])));
        let _ = write!(text, "\n{}", align(&rows));
    }
    let titles = ["", "impulse (N·s)", "contact (s)", "peak (N)", "stuck (%)", "energy lost (J)"];
    let mut rows = vec![titles.map(String::from).to_vec()];
    for answer in answers {
        let dash = || "-".to_owned();
        let size = answer.impulse.iter().map(|x| x * x).sum::<f64>().sqrt();
        rows.push(vec![
            answer.method.to_owned(),
            number(size),
            answer.peak_force.map_or_else(dash, |_| number(answer.contact_time)),
            answer.peak_force.map_or_else(dash, number),
            answer.sticking.map_or_else(dash, |share| format!("{:.1}", 100.0 * share)),
            number(answer.energy.before - answer.energy.after),
        ]);
    }
    let _ = write!(text, "\n{}", align(&rows));
    let _ = writeln!(
        text,
        "\nStuck: the share of the impulse during which the contact stuck. mirtich knows no time."
    );
}

pub(super) fn heading(name: &str) -> Vec<String> {
    let titles = ["v_x (m/s)", "v_y", "v_z", "ω_x (rad/s)", "ω_y", "ω_z"];
    [name].into_iter().chain(titles).map(String::from).collect()
}

pub(super) fn row(name: &str, state: &BodyState) -> Vec<String> {
    let numbers = components(&state.velocity).into_iter().chain(components(&state.spin));
    [name.to_owned()].into_iter().chain(numbers).collect()
}

fn vector(a: &[f64; 3]) -> String {
    format!("({})", components(a).join(", "))
}

/// What is nothing but rounding beside the others is shown as nothing.
fn components(a: &[f64; 3]) -> [String; 3] {
    let most = a.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    a.map(|x| if x.abs() < 1e-13 * most { number(0.0) } else { number(x) })
}
