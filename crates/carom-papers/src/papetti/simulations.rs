//! Figs. 6, 7 and 8: the four schemes beside the exact curves.

use carom::exact::WallImpact;
use carom_report::{Axis, Figure, Panel, Series};

use super::cases::{Case, Curve, energy_deviation, exact_points, observe, runs};
use super::published;
use crate::study::{Check, Failed, Findings};
use carom_lab::impact::Comparison;

/// Compression and velocity, every scheme and the exact curve.
fn portrait(panel: Panel, exact: &WallImpact, curves: &[Curve]) -> Panel {
    panel.with(Series::reference("exact", exact_points(exact))).with_all(
        curves.iter().map(|curve| Series::line(curve.name, curve.points(|s| (s.x, s.v))).marked()),
    )
}

/// Energy over velocity, which runs backwards.
pub(super) fn energies(title: &str, exact: &WallImpact, curves: &[Curve]) -> Panel {
    let due = |&(_, v): &(f64, f64)| Some((v, exact.hamiltonian_at(v)?));
    let left = exact.energy_in() - exact.energy_lost();
    Panel::new(title, Axis::linear("velocity v", "m/s").inverted(), Axis::linear("energy H", "J"))
        .with(Series::reference("exact", exact_points(exact).iter().filter_map(due).collect()))
        .with_all(
            curves
                .iter()
                .map(|curve| Series::line(curve.name, curve.points(|s| (s.v, s.energy))).marked()),
        )
        .hline(exact.energy_in(), "H₀")
        .hline(left, "H_τ")
}

fn simulate(case: Case) -> Result<(WallImpact, Comparison, Vec<Curve>), Failed> {
    let (comparison, curves) = observe(&case.impact())?;
    Ok((case.exact()?, comparison, curves))
}

/// Fig. 6.
pub(super) fn fig_6() -> Result<Findings, Failed> {
    let table = published::read()?.table_1;
    let (exact, comparison, curves) = simulate(table.case)?;
    let whole = Panel::new(
        "(a) Phase portraits",
        Axis::linear("compression x", "m"),
        Axis::linear("velocity v", "m/s"),
    );
    let portrait = portrait(whole, &exact, &curves)
        .vline(exact.x_max(), "x_max")
        .hline(exact.v_out(), "v_out");
    let figure = Figure::new("Four schemes in a non-critical impact")
        .panel(portrait)
        .panel(energies("(b) Energies", &exact, &curves));
    let worst = runs(&comparison)
        .filter_map(|(_, run)| run.dev_x.zip(run.dev_h))
        .fold(0.0f64, |worst, (x, h)| worst.max(x).max(h));
    Ok(table
        .case
        .begin()
        .text(
            "The contact spans more than a thousand samples, and no eye tells the schemes from the \
             exact curves. The numbers behind this are those of Table I.",
        )
        .figure(figure)
        .check(Check::claim(
            "III-B, all simulations overlap with the analytical curves",
            "substantially",
            worst < 0.5,
            format!("the largest of all deviations is {worst:.3} %"),
        ))
        .check(Check::unpublished("Contact time", samples(&exact)).unit("samples")))
}

fn samples(exact: &WallImpact) -> f64 {
    exact.contact_time() * super::cases::RATE
}

/// The signed deviations of the energy in contact, smallest and largest (% of the loss).
fn extremes(exact: &WallImpact, curves: &[Curve], name: &str) -> (f64, f64) {
    let samples = curves.iter().filter(|curve| curve.name == name).flat_map(|c| &c.samples);
    samples
        .filter(|s| s.x > 0.0)
        .map(|s| energy_deviation(exact, s.x, s.v))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), deviation| {
            (low.min(deviation), high.max(deviation))
        })
}

/// The error of the outgoing velocity (%), positive if too much energy is left.
fn error(comparison: &Comparison, name: &str) -> f64 {
    let run = runs(comparison).find(|(scheme, _)| scheme.name == name);
    run.and_then(|(_, run)| run.err_v_out).unwrap_or(f64::NAN)
}

/// Fig. 7.
pub(super) fn fig_7() -> Result<Findings, Failed> {
    let table = published::read()?.table_2a;
    let (exact, comparison, curves) = simulate(table.case)?;
    let figure = Figure::new("Energies in case 1, little loss")
        .panel(energies("", &exact, &curves))
        .panel_size(640.0, 400.0);
    let too_much = ["Verlet", "Heun", "AM1"].map(|name| error(&comparison, name));
    let am1 = extremes(&exact, &curves, "AM1");
    let rk4 = extremes(&exact, &curves, "RK4");
    let swing = ["Verlet", "Heun"].map(|name| extremes(&exact, &curves, name));
    Ok(table
        .case
        .begin()
        .text(TEXT_7)
        .figure(figure)
        .checks(table.samples.map(|printed| {
            Check::number("Fig. 7, contact time", &printed, samples(&exact)).unit("samples")
        }))
        .check(Check::claim(
            "III-B, energy left by Verlet, Heun and AM1",
            "above H_τ",
            too_much.iter().all(|error| *error > 0.0),
            format!("v_out off by {} %", joined(&too_much)),
        ))
        .check(Check::claim(
            "III-B, AM1 in contact",
            "below H",
            am1.1 <= 0.0,
            format!("{:.1} to {:.1} % of the loss from H(v)", am1.0, am1.1),
        ))
        .check(Check::claim(
            "III-B, Verlet and Heun in contact",
            "prone to oscillations",
            swing.iter().all(|(low, high)| high - low > 50.0),
            format!(
                "they swing by {:.1} and {:.1} % of the loss",
                swing[0].1 - swing[0].0,
                swing[1].1 - swing[1].0
            ),
        ))
        .check(Check::claim(
            "III-B, RK4 in contact",
            "quite consistent",
            rk4.0 > -2.0 && rk4.1 < 2.0,
            format!("{:.2} to {:.2} % of the loss from H(v)", rk4.0, rk4.1),
        )))
}

fn joined(numbers: &[f64]) -> String {
    numbers.iter().map(|n| format!("{n:+.3}")).collect::<Vec<_>>().join(", ")
}

const TEXT_7: &str = "Only 0.7 % of the energy is lost in this impact, so that the ordinate shows \
    about a hundredth of what there is. The energy of Verlet and Heun leaves H(v) by more than half of \
    all that is lost, to both sides, and in the middle exceeds what the mass brought; AM1 stays below \
    H(v) until the mass is released. All three then jump to more than should be left. RK4 follows.";

/// Fig. 8.
pub(super) fn fig_8() -> Result<Findings, Failed> {
    let table = published::read()?.table_2b;
    let (exact, comparison, curves) = simulate(table.case)?;
    let detail = Panel::new(
        "(a) Detail of the phase portraits",
        Axis::linear("compression x", "m").range(2e-5, 4.1e-5),
        Axis::linear("velocity v", "m/s").range(-0.85, 1.0),
    );
    let figure = Figure::new("Case 2, a hard impact")
        .panel(portrait(detail, &exact, &curves))
        .panel(energies("(b) Energies", &exact, &curves));
    let dev = |name: &str| {
        let run = runs(&comparison).find(|(scheme, _)| scheme.name == name);
        run.and_then(|(_, run)| run.dev_h).unwrap_or(f64::NAN)
    };
    let others = ["AM1", "Verlet", "Heun"].map(dev);
    Ok(table
        .case
        .begin()
        .text(TEXT_8)
        .figure(figure)
        .checks(table.samples.map(|printed| {
            Check::number("Fig. 8, contact time", &printed, samples(&exact)).unit("samples")
        }))
        .check(Check::claim(
            "III-B, all but RK4 deviate substantially",
            "they do",
            others.iter().all(|other| *other > 10.0 * dev("RK4")),
            format!("dev(H) {} %, RK4 {:.3} %", joined(&others), dev("RK4")),
        )))
}

const TEXT_8: &str = "With six samples in contact every scheme but RK4 leaves the exact curves \
    visibly. Heun loses too much on the way out and leaves 4.7 % too slow, AM1 and Verlet leave too \
    fast; the numbers are those of Table II(b).";
