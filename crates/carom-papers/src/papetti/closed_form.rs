//! Figs. 1 to 4: the impact in closed form.

use carom::exact::Branch;
use carom_schemes::Approximation;

use super::cases::{Case, exact_energies, exact_points, portrait};
use super::chain::{self, Setup};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new("papetti/fig-1", "Phase portraits of four impacts", fig_1).of(Kind::Exact),
    Study::new("papetti/fig-2", "Force over compression, and the loss it encloses", fig_2)
        .of(Kind::Exact),
    Study::new("papetti/fig-3", "Error of the approximated outgoing velocity", fig_3)
        .of(Kind::Exact),
    Study::new("papetti/fig-4", "Energy over velocity", fig_4).of(Kind::Exact),
];

/// The velocities of Figs. 1 and 2 (m/s).
const VELOCITIES: [f64; 4] = [1.0, 2.0, 3.0, 4.0];

fn impacts() -> Result<Vec<WallImpact>> {
    Ok(VELOCITIES.map(|v| Case::HARD.at(v).exact()).into_iter().collect::<Result<_, _>>()?)
}

fn legend(v: f64) -> String {
    format!("v_in = {v} m/s")
}

/// Fig. 1.
fn fig_1() -> Result<Findings> {
    let impacts = impacts()?;
    let limit = -1.0 / Case::HARD.mu;
    let apart = -2e-5;
    let mut panel = portrait("");
    for impact in &impacts {
        let name = legend(impact.v_in());
        panel = panel.with(Series::line(&name, exact_points(impact)));
        for v in [impact.v_in(), impact.v_out()] {
            panel = panel.with(Series::line(&name, vec![(apart, v), (0.0, v)]).dashed());
        }
    }
    let sticky = impacts.iter().map(|impact| {
        let reach = impact.x_max();
        let points = (0..=200).map(|i| reach * f64::from(i) / 200.0);
        let points = points.filter_map(|x| Some((x, impact.sticky_velocity_at(x)?)));
        Series::guide("where no impact gets", points.filter(|p| p.1 > -5.5).collect())
    });
    let panel = panel.with_all(sticky).hline(limit, "v_lim = −1/μ");
    let figure = Figure::new("Phase portraits").panel(panel).panel_size(560.0, 400.0);
    let slower = impacts.iter().all(|impact| impact.restitution() < 1.0);
    let outs: Vec<f64> = impacts.iter().map(WallImpact::v_out).collect();
    let falling = outs.windows(2).all(|pair| pair[1] < pair[0] && pair[1] > limit);
    let far = Case::HARD.at(40.0).exact()?.v_out();
    let mut findings = Case::HARD
        .parameters()
        .parameter("velocities", "1, 2, 3, 4 m/s")
        .text(TEXT_1)
        .figure(figure)
        .checks([
            Check::claim("II-A, v_out is slower than v_in", "always").holds(
                slower,
                format!("restitution {}", list(impacts.iter().map(WallImpact::restitution))),
            ),
            Check::claim("II-A, v_out tends to v_lim for large v_in", "−1/μ = −2 m/s").holds(
                falling && (far / limit - 1.0).abs() < 1e-6,
                format!("{} m/s; at 40 m/s {far:.9}", list(outs.iter().copied())),
            ),
        ])
        .checks(followed(&impacts)?);
    for impact in &impacts {
        let place = format!("Fig. 1, v_out at v_in = {} m/s", impact.v_in());
        findings = findings.check(Check::unpublished(place, impact.v_out()).unit("m/s"));
    }
    Ok(findings)
}

const TEXT_1: &str = "Mass and wall during contact (solid) and before and after it (dashed). \
    The more speed the mass brings, the larger the part it loses: what it leaves with tends to \
    1/μ, and never reaches it. Below that line the damping would exceed the spring and hold \
    the mass back; the grey curves have the same constants of motion as the impacts above, and \
    no impact that begins outside gets there.";

/// An independent run beside the closed form: RK4 with 64 steps per sample.
fn followed(impacts: &[WallImpact]) -> Result<Vec<Check>> {
    let fine = Setup { oversampling: 64.0, ..Setup::plain(Method::Rk4) };
    let check = |impact: &WallImpact| -> Result<Check> {
        let links = chain::run(Case::HARD.at(impact.v_in()), &fine, 1)?;
        let off = links.first().map_or(f64::NAN, |link| link.in_contact);
        let place = format!("dev(H) of RK4 at 64 times the rate, {} m/s", impact.v_in());
        Ok(Check::unpublished(place, off).unit("%"))
    };
    impacts.iter().map(check).collect()
}

/// Numbers in a row.
fn list(numbers: impl Iterator<Item = f64>) -> String {
    numbers.map(|number| format!("{number:.4}")).collect::<Vec<_>>().join(", ")
}

/// Fig. 2.
fn fig_2() -> Result<Findings> {
    let impacts = impacts()?;
    let mut panel = Panel::new("", "compression x (m)", "force f (N)");
    for impact in &impacts {
        let loop_of = |&(x, v): &(f64, f64)| (x, impact.force(x, v));
        let points = exact_points(impact).iter().map(loop_of).collect();
        panel = panel.with(Series::line(legend(impact.v_in()), points));
    }
    let deepest = impacts.iter().map(WallImpact::x_max).fold(0.0, f64::max);
    let case = Case::HARD;
    let spring = |i: i32| {
        let x = deepest * f64::from(i) / 200.0;
        (x, case.stiffness * x.powf(case.exponent))
    };
    panel = panel.with(Series::guide("k·x^α, no losses", (0..=200).map(spring).collect()));
    let figure = Figure::new("Force over compression").panel(panel).panel_size(560.0, 400.0);
    let mut findings =
        case.parameters().parameter("velocities", "1, 2, 3, 4 m/s").text(TEXT_2).figure(figure);
    for impact in &impacts {
        let area = area(impact);
        let off = (area / impact.energy_lost() - 1.0).abs();
        findings = findings.checks([
            Check::claim(
                format!("(18), the area of the loop at {} m/s", impact.v_in()),
                "the energy lost",
            )
            .holds(off < 1e-6, format!("{:.5e} J, off by {off:.0e}", impact.energy_lost())),
            Check::unpublished(
                format!("Fig. 2, largest force at {} m/s", impact.v_in()),
                impact.f_max(),
            )
            .unit("N"),
        ]);
    }
    Ok(findings.check(scaling()?))
}

const TEXT_2: &str = "The force on the way in lies above the spring's own, on the way out \
    below it, and the area between is the energy lost: integrated here from the curves, it is \
    that of the closed form. The largest force comes before the largest compression.";

/// The area that the force over compression encloses, by Simpson's rule in the angle in which both
/// branches are smooth.
fn area(impact: &WallImpact) -> f64 {
    let steps = 2000;
    let width = std::f64::consts::FRAC_PI_2 / f64::from(steps);
    let height = |i: i32| {
        let turn = width * f64::from(i);
        let x = impact.x_max() * turn.sin();
        let force = |branch| impact.velocity_at(x, branch).map_or(0.0, |v| impact.force(x, v));
        (force(Branch::Compression) - force(Branch::Release)) * impact.x_max() * turn.cos()
    };
    let weight = |i: i32| match i {
        0 => 1.0,
        i if i == steps => 1.0,
        i if i % 2 == 1 => 4.0,
        _ => 2.0,
    };
    (0..=steps).map(|i| weight(i) * height(i)).sum::<f64>() * width / 3.0
}

/// The contact time goes as (m/k)^(1/(α+1)).
fn scaling() -> Result<Check> {
    let time =
        |k: f64| -> Result<f64> { Ok(Case { stiffness: k, ..Case::HARD }.exact()?.contact_time()) };
    let slope = (time(1e5)? / time(1e11)?).log10() / 6.0;
    let due = 1.0 / (Case::HARD.exponent + 1.0);
    Ok(Check::claim("(9), the contact time goes as (m/k)^(1/(α+1))", "0.4 for α = 1.5")
        .holds((slope - due).abs() < 1e-13, format!("{slope:.13}")))
}

/// The products μ·v_in that are looked at.
const RANGE: (f64, f64) = (1e-2, 20.0);

/// The smallest error that is drawn (%).
const FLOOR: f64 = 1e-6;

/// Fig. 3.
fn fig_3() -> Result<Findings> {
    let formula = Approximation::non_local(4);
    let steps = 1200;
    let grid = |i: i32| {
        let ratio = (RANGE.1 / RANGE.0).ln();
        RANGE.0 * (ratio * f64::from(i) / f64::from(steps)).exp()
    };
    let error = |i: i32| (grid(i), 100.0 * formula.error(grid(i)).abs());
    let panel = Panel::log("", "μ·v_in", "error of ṽ_out (%)")
        .x_range(RANGE.0, RANGE.1)
        .y_range(FLOOR, 10.0)
        .with(Series::reference("order 4, (7) and (8)", (0..=steps).map(error).collect()))
        .hline(1.0, "1 %")
        .hline(0.1, "0.1 %");
    let percent = formula.ranges(1e-2, 1e-6, 1e3);
    let permille = formula.ranges(1e-3, 1e-6, 1e3);
    let bands = [("below 1 %", &percent, (0.1, 1.0)), ("below 0.1 %", &permille, (FLOOR, 0.1))];
    let bands = bands.into_iter().flat_map(|(name, ranges, (low, high))| {
        ranges.iter().map(move |&(from, to)| {
            let (from, to) = (from.max(RANGE.0), to.min(RANGE.1));
            let level = |height: f64| vec![(from, height), (to, height)];
            Series::band(name, level(low), level(high))
        })
    });
    let figure = Figure::new("Error of the approximated outgoing velocity")
        .panel(panel.with_all(bands.collect::<Vec<_>>()))
        .panel_size(600.0, 340.0);
    let edges = |name: &str, ranges: &[(f64, f64)]| -> Vec<Check> {
        let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Vec::new() };
        vec![
            Check::unpublished(format!("Fig. 3, μ·v_in up to which it is below {name}"), first.1),
            Check::unpublished(
                format!("Fig. 3, μ·v_in from which it is below {name} again"),
                last.0,
            ),
        ]
    };
    let worst = [0.005, 0.25, 0.5].map(|s| 100.0 * formula.error(s).abs()).into_iter();
    Ok(Findings::new()
        .parameter("approximation", "(7) with the coefficients (8), order 4")
        .parameter("reference", "the exact outgoing velocity, to rounding")
        .text(TEXT_3)
        .figure(figure)
        .checks(edges("1 %", &percent))
        .checks(edges("0.1 %", &permille))
        .check(
            Check::at_most(
                "IV-B, error of ṽ_out in all simulations of the paper, μ·v_in ≤ 0.5",
                "0.1",
                worst.fold(0.0, f64::max),
            )
            .unit("%"),
        ))
}

const TEXT_3: &str = "The approximation is a polynomial times an exponential, right for small \
    and for large μ·v_in; between them it is off by some percent. The edges of the ranges are \
    only drawn in the paper. All of its simulations lie in the left range, so that its \
    correction by ṽ_out always applies. Nobody needs the approximation any more: the exact \
    value costs at most four steps of Halley's method.";

/// Fig. 4.
fn fig_4() -> Result<Findings> {
    let exact = Case::HARD.exact()?;
    let (before, after) = (exact.energy_in(), exact.energy_in() - exact.energy_lost());
    let curve = exact_energies(&exact);
    let falls = curve.windows(2).all(|pair| pair[1].1 <= pair[0].1 * (1.0 + 1e-15));
    let panel = Panel::new("", Axis::linear("velocity v", "m/s").inverted(), "Hamiltonian H (J)")
        .with(Series::reference("H(v)", curve))
        .hline(before, "H₀")
        .hline(after, "H_τ");
    let figure = Figure::new("Energy over velocity").panel(panel).panel_size(560.0, 330.0);
    Ok(Case::HARD.begin().text(TEXT_4).figure(figure).checks([
        Check::claim("(16), the energy never rises", "0 ≤ H(t+dt) ≤ H(t)")
            .holds(falls && after > 0.0, "it rises at none of 800 points"),
        Check::unpublished("Fig. 4, H₀", before).unit("J"),
        Check::unpublished("Fig. 4, H_τ", after).unit("J"),
    ]))
}

const TEXT_4: &str = "Kinetic and elastic energy together, over a velocity that runs backwards \
    so that the impact reads from left to right. Most is lost where the mass is fast and deep \
    at once, nothing at the turning point.";
