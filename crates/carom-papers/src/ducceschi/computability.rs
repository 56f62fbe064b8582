//! Fig. 2: the least discriminant of runs in a nonlinear spring, potential (3a).

use carom::Voice;

use super::published::{self, Spring};
use super::setup::{named, quadratic, run};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("ducceschi/fig-2", "Which runs in a nonlinear spring meet complex roots", fig_2)];

/// The paper does not print how long its runs were. Complex roots with s = ½ may take long to appear.
const STEPS: usize = 20_000;
const STEPS_HALF: usize = 100_000;
/// k₁ to k₄ in units of 1/√(K/M), as coloured in the paper.
const TIME_STEPS: [(f64, &str, usize); 4] =
    [(0.5, "k₁", 0), (1.0, "k₂", 2), (2.0, "k₃", 1), (4.0, "k₄", 5)];

/// One run.
struct Case {
    s: f64,
    velocity: f64,
    alpha: f64,
    /// Which of the time steps.
    k: usize,
}

/// What came of it.
struct Outcome {
    /// The least discriminant met.
    least: f64,
    /// The step that met a complex root.
    complex: Option<usize>,
}

/// Fig. 2.
fn fig_2() -> Result<Findings> {
    let published = published::read()?;
    let given = &published.fig_2;
    let mut cases = Vec::new();
    for &velocity in &given.velocities {
        for s in published.s {
            for &alpha in &given.exponents {
                cases.extend((0..TIME_STEPS.len()).map(|k| Case { s, velocity, alpha, k }));
            }
        }
    }
    let outcomes = parallel::map(&cases, |case| outcome(given, case), &mut |_| {})?;
    let all: Vec<(Case, Outcome)> = cases.into_iter().zip(outcomes).collect();
    Ok(Findings::new()
        .parameter("mass", format!("{} kg", given.mass))
        .parameter("stiffness K", format!("{} N/m^α", given.stiffness))
        .parameter("start", format!("{} m, {:?} m/s", given.displacement, given.velocities))
        .parameter("time steps", "k_i = 2^(i−2)·√(M/K), i = 1 to 4")
        .parameter("length", format!("{STEPS} steps, {STEPS_HALF} for s = ½"))
        .text(
            "A marker is the least discriminant Δ of a run whose roots were all real; runs \
             that met a complex root are missing. Larger s makes the scheme more robust, as \
             the paper finds. With s = ½ no nonlinear spring survives a long run. With s = 1 \
             and the fast start the paper calls α = 3 real at k₃; its very first step has no \
             real root.",
        )
        .figure(figure(&published.s, &given.velocities, &all))
        .checks(checks(&all)))
}

fn outcome(given: &Spring, case: &Case) -> Result<Outcome> {
    let (factor, ..) = TIME_STEPS[case.k];
    let dt = factor * (given.mass / given.stiffness).sqrt();
    let law = Law::oscillator(given.stiffness, case.alpha)?;
    let from = (given.displacement, case.velocity);
    let mut voice = wall::start(given.mass, law, from, quadratic(case.s), dt)?;
    let steps = if case.s == 0.5 { STEPS_HALF } else { STEPS };
    let mut least = f64::INFINITY;
    let complex = run(&mut voice, steps, |_, voice| {
        least = least.min(discriminant(voice, case.s));
    })?;
    Ok(Outcome { least, complex })
}

/// (18) of the step to come: Δ = B² − 4AC = 8A·(h − φ) + 4s²·φ′², A = M/k² + s·φ″, all at uⁿ, h the
/// conserved energy.
fn discriminant(voice: &mut Voice, s: f64) -> f64 {
    let u = voice.state().displacement[0];
    let (dt, energy) = (voice.dt(), voice.ledger().initial());
    let potential = voice.model().contacts()[0].law.potential();
    let a = voice.model().modes().mass[0] / (dt * dt) + s * potential.stiffness(u);
    8.0 * a * (energy - potential.energy(u)) + 4.0 * (s * potential.force(u)).powi(2)
}

fn figure(s: &[f64], velocities: &[f64], all: &[(Case, Outcome)]) -> Figure {
    let mut figure = Figure::new("Least discriminant of a run")
        .caption("Missing markers: complex roots.")
        .columns(3);
    for &velocity in velocities {
        for &s in s {
            let title = format!("{}, v₀ = {velocity} m/s", named(s));
            let mut panel = Panel::new(title, "α", Axis::log("least Δ", "")).x_range(0.0, 14.0);
            for (k, (_, name, colour)) in TIME_STEPS.into_iter().enumerate() {
                let of_panel = all.iter().filter(|(case, outcome)| {
                    case.k == k
                        && case.s == s
                        && case.velocity == velocity
                        && outcome.complex.is_none()
                });
                let points = of_panel.map(|(case, outcome)| (case.alpha, outcome.least)).collect();
                panel = panel.with(Series::line(name, points).marked().colour(colour));
            }
            figure = figure.panel(panel);
        }
    }
    figure
}

fn checks(all: &[(Case, Outcome)]) -> Vec<Check> {
    let complex = |of: &dyn Fn(&Case) -> bool| -> Vec<String> {
        let met = all.iter().filter(|(case, outcome)| of(case) && outcome.complex.is_some());
        met.map(|(case, _)| format!("α = {} at {}", case.alpha, TIME_STEPS[case.k].1)).collect()
    };
    let claim = |locator: &str, text: &str, of: &dyn Fn(&Case) -> bool| {
        let met = complex(of);
        let found = if met.is_empty() {
            "none complex".into()
        } else {
            format!("complex: {}", met.join(", "))
        };
        Check::claim(locator, text).holds(met.is_empty(), found)
    };
    let slow = |case: &Case| case.velocity == 1.0;
    let survivors = all
        .iter()
        .filter(|(case, outcome)| case.s == 0.5 && case.alpha > 1.0 && outcome.complex.is_none());
    let first = all
        .iter()
        .find(|(case, _)| case.s == 1.0 && !slow(case) && case.alpha == 3.0 && case.k == 2);
    let first_step = first.and_then(|(_, outcome)| outcome.complex).unwrap_or(0);
    let mut checks = vec![
        claim("Fig. 2, s = ½", "α = 1 always real", &|case| case.s == 0.5 && case.alpha == 1.0),
        claim("Fig. 2, s = 1, 1 m/s", "always real", &|case| case.s == 1.0 && slow(case)),
        claim("Fig. 2, s = 1, 20 m/s", "real for α = 1 and 3 at k₁, k₂ and k₃", &|case| {
            case.s == 1.0 && !slow(case) && case.alpha <= 3.0 && case.k <= 2
        })
        .named("real/one-fast")
        .fails(format!(
            "α = 3 at k₃ meets a complex root in step {first_step}, the first that has to \
                 solve (17). Its discriminant there is {:.3e}.",
            first.map_or(f64::NAN, |(_, outcome)| outcome.least)
        )),
        claim("Fig. 2, s = 3", "always real", &|case| case.s == 3.0),
        Check::unpublished(
            "Fig. 2, s = ½, runs with α ≥ 3 that stay real",
            survivors.count() as f64,
        )
        .named("survivors/half"),
        Check::unpublished(
            "Fig. 2, s = 1, 20 m/s, runs with complex roots",
            complex(&|case| case.s == 1.0 && !slow(case)).len() as f64,
        )
        .named("complex/one-fast"),
    ];
    checks.extend(asymptote(all));
    checks
}

/// With s = 3 the least discriminant no longer depends on the exponent when that is large: by how
/// much it still changes from the last but one to the last.
fn asymptote(all: &[(Case, Outcome)]) -> [Check; 2] {
    let change = |velocity: f64| {
        let least = |alpha: f64| {
            let wanted = move |case: &Case| {
                case.s == 3.0 && case.alpha == alpha && case.velocity == velocity
            };
            all.iter().filter(move |(case, _)| wanted(case)).map(|(_, outcome)| outcome.least)
        };
        let changes = least(11.0).zip(least(13.0)).map(|(before, after)| after / before - 1.0);
        100.0 * changes.fold(0.0, |worst: f64, change| worst.max(change.abs()))
    };
    let fast = change(20.0);
    [
        Check::claim("Fig. 2, s = 3, 20 m/s, least Δ", "has reached an asymptote")
            .holds(fast < 1.0, format!("changes by {fast:.2} % at most from α = 11 to 13")),
        Check::unpublished(
            "Fig. 2, s = 3, 1 m/s, change of the least Δ from α = 11 to 13",
            change(1.0),
        )
        .unit("%"),
    ]
}
