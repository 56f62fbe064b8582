//! Tables I to III.

use carom::law::Damping;

use super::published::{self, Errors, Row};
use crate::impact::{Comparison, Impact, Run, compare};
use crate::study::{Check, Failed, Findings};

/// The schemes in the order of the tables, as the paper calls them.
const SCHEMES: [(&str, &str); 4] =
    [("am1", "AM1"), ("verlet", "Verlet"), ("heun", "Heun"), ("rk4", "RK4")];

/// Table I.
pub(super) fn table_1() -> Result<Findings, Failed> {
    let table = published::read()?.table_1;
    let comparison = compare(&impact(&table))?;
    let findings = parameters(&table);
    let dev_x = rows("Table I, dev(x)", &table.dev_x, &comparison, |run| run.dev_x);
    let dev_x = dev_x.into_iter().map(|check| match check.locator() {
        "Table I, dev(x), AM1" => check.differs(
            0.197,
            "A fully converged solve gives 0.197 %. No tolerance or number of iterations of the \
             solver, nor the force of the predicted velocity, gave the printed value.",
        ),
        _ => check,
    });
    Ok(findings.checks(dev_x))
}

fn impact(table: &Errors) -> Impact {
    Impact {
        damping: Damping::Mu(table.mu),
        velocity: table.velocity,
        ..Impact::new(0.01, table.stiffness, table.exponent)
    }
}

fn parameters(table: &Errors) -> Findings {
    Findings::new()
        .parameter("mass", "0.01 kg")
        .parameter("stiffness", format!("{:e} N/m^{}", table.stiffness, table.exponent))
        .parameter("μ", format!("{} s/m", table.mu))
        .parameter("velocity", format!("{} m/s", table.velocity))
        .parameter("sample rate", "44100 Hz")
        .command(format!(
            "carom impact --mass 0.01 --stiffness {:e} --exponent {} --mu {} --velocity {}",
            table.stiffness, table.exponent, table.mu, table.velocity
        ))
}

/// A check per scheme.
fn rows(
    locator: &str,
    printed: &Row,
    comparison: &Comparison,
    value: impl Fn(&Run) -> Option<f64>,
) -> Vec<Check> {
    let mut checks = Vec::new();
    for (scheme, name) in SCHEMES {
        let run = comparison.runs.iter().find(|run| run.scheme == scheme);
        if let (Some(printed), Some(run)) = (printed.get(scheme), run) {
            let computed = value(run).unwrap_or(f64::NAN);
            checks.push(Check::number(format!("{locator}, {name}"), printed, computed).unit("%"));
        }
    }
    checks
}
