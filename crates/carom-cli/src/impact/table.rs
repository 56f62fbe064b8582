//! The comparison as a table.

use std::fmt::Write;

use carom_lab::impact::{Comparison, Impact, Run, Status};
use carom_numeric::five_digits as number;

use crate::columns::align;

/// The exact answer, then a row for each scheme.
pub(super) fn render(impact: &Impact, comparison: &Comparison) -> String {
    let mut text = exact(impact, comparison);
    let sequence = impact.rebounds.is_some();
    let mut rows = vec![header(sequence)];
    rows.extend(comparison.runs.iter().map(|run| row(run, sequence)));
    text.push_str(&align(&rows, 2));
    for (why, schemes) in failures(comparison) {
        let _ = write!(text, "\n{}: {why}", schemes.join(", "));
    }
    text.push('\n');
    text.push_str(LEGEND);
    if sequence {
        text.push_str(SEQUENCE_LEGEND);
    }
    text
}

const LEGEND: &str = "\
dev x      largest distance in x from the exact curve x(v), in % of the exact largest compression;
           the curve is steep near the release, where a small error in v is a large one in x
dev H      the same for the energy H(v), in % of the exact energy loss
err v_out  in % of the exact outgoing velocity, + is too fast
ledger     final + lost - supplied - initial energy, as a share of the initial: 0 if it closes";

const SEQUENCE_LEGEND: &str = "
accumulated  energy after the last rebound against the exact sequence, in %
max dev H    the largest dev H of all rebounds, with the first sample after each release";

/// The reasons of the runs that failed, each with the schemes that it stopped.
fn failures(comparison: &Comparison) -> Vec<(&str, Vec<&str>)> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for run in comparison.runs.iter().filter(|run| run.status != Status::Ok) {
        let why = run.message.as_deref().unwrap_or("no reason given");
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, schemes)) => schemes.push(run.scheme),
            None => reasons.push((why, vec![run.scheme])),
        }
    }
    reasons
}

fn exact(impact: &Impact, comparison: &Comparison) -> String {
    let exact = &comparison.exact;
    let or_never = |value: Option<f64>, unit: &str| {
        let text = |v: f64| format!("{} {unit}", number(v)).trim_end().to_owned();
        value.map_or_else(|| "none: the force holds the mass at the wall".into(), text)
    };
    let mut text = String::from("Exact\n");
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<16}{value}");
    };
    line("outgoing", or_never(exact.v_out, "m/s"));
    if exact.restitution.is_some() {
        line("restitution", or_never(exact.restitution, ""));
    }
    line("damping", format!("{} s/m", number(comparison.input.mu.unwrap_or_default())));
    line("compression", format!("{} m", number(exact.x_max)));
    line("force", format!("{} N", number(exact.f_max)));
    if let Some(time) = exact.contact_time {
        let samples = number(time * impact.rate);
        line("contact", format!("{} s, {samples} samples at {} Hz", number(time), impact.rate));
    } else {
        line("contact", "endless".into());
    }
    if let Some(lost) = exact.energy_lost {
        line("energy lost", format!("{} J", number(lost)));
    }
    if let (Some(approx), Some(v_out)) = (comparison.approx.v_out, exact.v_out) {
        let error = number(100.0 * (approx / v_out - 1.0));
        line(
            "approximation",
            format!("{} m/s, {error} % off (Papetti 2011, eq. 7, order 4)", number(approx)),
        );
    }
    if let Some(run) = comparison.runs.first().filter(|run| run.substeps > 1) {
        line("steps", format!("{} per sample", run.substeps));
    }
    text.push('\n');
    text
}

fn header(sequence: bool) -> Vec<String> {
    let mut cells = vec!["scheme", "status", "samples", "contact (s)", "v_out (m/s)", "x_max (m)"];
    cells.extend(["dev x", "dev H", "err v_out", "ledger"]);
    if sequence {
        cells.extend(["accumulated", "max dev H"]);
    }
    cells.into_iter().map(String::from).collect()
}

fn row(run: &Run, sequence: bool) -> Vec<String> {
    let cell = |value: Option<f64>| value.filter(|v| v.is_finite()).map_or("-".into(), number);
    let mut cells = vec![
        run.scheme.to_owned(),
        run.status.name().to_owned(),
        run.samples.to_string(),
        cell(run.contact_time),
        cell(run.v_out),
        cell(run.x_max),
        cell(run.dev_x),
        cell(run.dev_h),
        cell(run.err_v_out),
        run.energy_residual.filter(|v| v.is_finite()).map_or("-".into(), share),
    ];
    if sequence {
        cells.extend([cell(run.accumulated), cell(run.max_dev)]);
    }
    cells
}

/// Two digits are enough to see whether something is missing.
fn share(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:.1e}") }
}
