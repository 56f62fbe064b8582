//! Section 3.3.1: for which states and time steps the root of (17) exists, α = 1.
//!
//! With κ² = k²K/M a pair of samples in full contact has a real root for every state if and only if
//! κ²·s(s − 1) ≤ 1. The paper prints κ² ≤ (s + ½)/(s(s − ½)), which is less than that for s < 3/2 and
//! more above.

use std::f64::consts::PI;

use carom::law::Law;
use carom::numeric::Random;
use carom::scheme::StepError;
use carom::{Method, Model, Simulation};
use carom_report::{Axis, Figure, Panel, Series};

use super::setup::{quadratic, run, start};
use crate::parallel;
use crate::study::{Check, Failed, Findings};

/// Values of s at which the limit is searched for with the engine.
const SEARCHED: [f64; 8] = [1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0];
/// Ratios of two samples tried for each, by their angle.
const ANGLES: u32 = 1440;
/// Random pairs of samples, random runs, their length and their seeds.
const PAIRS: u32 = 20_000;
const RUNS: u64 = 1000;
const STEPS: usize = 1000;
const SEED: u64 = 31;

/// k·√(K/M) at which the printed condition ends.
fn printed_limit(s: f64) -> f64 {
    if s <= 0.5 { f64::INFINITY } else { ((s + 0.5) / (s * (s - 0.5))).sqrt() }
}

/// The same of the right one.
fn right_limit(s: f64) -> f64 {
    if s <= 1.0 { f64::INFINITY } else { 1.0 / (s * (s - 1.0)).sqrt() }
}

/// Section 3.3.1.
pub(super) fn existence() -> Result<Findings, Failed> {
    let searched = parallel::map(&SEARCHED, |s| searched_limit(*s), &mut |_| {})?;
    let worst =
        SEARCHED.iter().zip(&searched).map(|(s, found)| (found / right_limit(*s) - 1.0).abs());
    let worst = worst.fold(0.0, f64::max);
    let pairs = Pairs::random()?;
    let large = complex_runs(&|random| random.uniform(2.0, 4.0))?;
    let default = complex_runs(&|_| f64::NAN)?;
    let half = half_is_always_real()?;
    Ok(Findings::new()
        .parameter("exponent α", "1")
        .parameter("searched", format!("{ANGLES} ratios of two samples, k by bisection"))
        .parameter(
            "random",
            format!("{PAIRS} pairs of samples, {RUNS} runs of {STEPS} steps, seed {SEED}"),
        )
        .text(
            "The coefficients A, B, C of the scheme and Case 3 are right as printed. In Case 4 the \
             bracket should read (s/k)·K̄u⁻ + A·k·(K̄ − 2sK̄)·m, and the first term K̄²s²(u⁻)²; with \
             the printed one the limit on the time step comes out wrong. Right is \
             k² ≤ 1/(K̄·s(s − 1)): no limit at all for s ≤ 1, where the printed condition asks for \
             one, and a smaller one for s > 3/2, where the printed condition lets complex roots \
             through.\n\n\
             For any exponent the criterion is Δ = 8A·(h − φ(uⁿ)) + 4s²·φ′(uⁿ)² ≥ 0, h being the \
             conserved energy. With s = 2α/(α + 1) the discrete potential is φ·(1 + αx)², never \
             negative, and the root exists; it is what the engine takes unless told otherwise. The \
             paper's empirical rule s > 2 is the upper end of that, α → ∞.",
        )
        .figure(figure(&searched))
        .check(Check::claim(
            "Section 3.3.1, (3a), s = ½",
            "real for every time step",
            half,
            if half { "real for all pairs up to k√K̄ = 100" } else { "not so" },
        ))
        .check(
            Check::claim(
                "Section 3.3.1, Case 4 for s = 3",
                "k² ≤ (s + ½)/(K̄s(s − ½)) is sufficient",
                searched.get(6).is_some_and(|found| *found >= printed_limit(3.0)),
                format!(
                    "printed k√K̄ ≤ {:.4}, complex from {:.4}",
                    printed_limit(3.0),
                    searched.get(6).unwrap_or(&f64::NAN)
                ),
            )
            .differs(
                0.0,
                "The printed Case 4 has lost factors; the right limit is k² ≤ 1/(K̄s(s − 1)).",
            ),
        )
        .check(Check::claim(
            "Section 3.3.1, Case 3",
            "s ≥ 1 is sufficient on entering",
            pairs.entering == 0,
            format!("{} of {PAIRS} pairs complex", pairs.entering),
        ))
        .check(
            Check::claim(
                "Section 3.3.1, Case 4, the expression for Δ",
                "has the sign of B² − 4AC",
                pairs.printed == 0,
                format!("{:.1} % of pairs have the other sign", pairs.share(pairs.printed)),
            )
            .differs(0.0, "As printed it is not the discriminant; with the terms above it is."),
        )
        .check(large.check())
        .check(Check::unpublished(
            "Corrected Case 4, pairs with the other sign",
            f64::from(pairs.corrected),
        ))
        .check(Check::unpublished(
            "Corrected limit, relative departure from the searched one",
            worst,
        ))
        .check(Check::unpublished(
            "s = 2α/(α + 1), runs with complex roots",
            default.complex as f64,
        )))
}

fn figure(searched: &[f64]) -> Figure {
    let curve = |limit: &dyn Fn(f64) -> f64, from: f64| -> Vec<(f64, f64)> {
        let at = |i: u32| from + (4.2 - from) * f64::from(i) / 300.0;
        (0..=300).map(at).map(|s| (s, limit(s))).filter(|(_, k)| *k < 20.0).collect()
    };
    let found = SEARCHED.into_iter().zip(searched.iter().copied()).collect();
    Figure::new("The largest time step for which every root is real")
        .caption("Full contact, α = 1. Below a curve the condition is met.")
        .panel(
            Panel::new(
                "",
                Axis::linear("s", "").range(0.4, 4.2),
                Axis::linear("k·√(K/M)", "").range(0.0, 4.0),
            )
            .with(Series::line("as printed", curve(&printed_limit, 0.501)).dashed().colour(1))
            .with(Series::reference("1/√(s(s − 1))", curve(&right_limit, 1.001)))
            .with(Series::markers("found with the engine", found).colour(0)),
        )
}

/// Whether the engine finds a real root after the samples `before` and `now`, for M = K = 1.
fn is_real(s: f64, dt: f64, before: f64, now: f64) -> Result<bool, Failed> {
    // Inside the potential the first step is u¹ = u⁰ + k·v⁰, so that any pair can be had.
    let from = (before, (now - before) / dt);
    let mut simulation = start(1.0, Law::oscillator(1.0, 1.0)?, from, quadratic(s), dt)?;
    Ok(run(&mut simulation, 2, |_, _| ())?.is_none())
}

/// k·√(K/M) above which some pair of samples has no real root.
fn searched_limit(s: f64) -> Result<f64, Failed> {
    let all_real = |dt: f64| -> Result<bool, Failed> {
        for i in 1..ANGLES {
            // Not u⁰ = 0, where the engine would see a mass apart.
            let (now, before) = (PI * (f64::from(i) / f64::from(ANGLES) - 0.5)).sin_cos();
            if !is_real(s, dt, before, now)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let (mut real, mut complex) = (0.05, 10.0);
    while complex - real > 1e-6 * real {
        let middle = 0.5 * (real + complex);
        if all_real(middle)? {
            real = middle;
        } else {
            complex = middle;
        }
    }
    Ok(real)
}

/// Whether s = ½ is real for all ratios and time steps from a hundredth to a hundred.
fn half_is_always_real() -> Result<bool, Failed> {
    for power in -4..=4 {
        for i in 1..ANGLES {
            let (now, before) = (PI * (f64::from(i) / f64::from(ANGLES) - 0.5)).sin_cos();
            if !is_real(0.5, 10_f64.powf(0.5 * f64::from(power)), before, now)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Random pairs of samples.
struct Pairs {
    /// Entering the barrier with s ≥ 1 and no real root.
    entering: u32,
    /// In full contact, where the printed and the corrected Case 4 have another sign than what the
    /// engine finds.
    printed: u32,
    corrected: u32,
}

impl Pairs {
    fn random() -> Result<Self, Failed> {
        let mut random = Random::new(SEED);
        let mut pairs = Self { entering: 0, printed: 0, corrected: 0 };
        for _ in 0..PAIRS {
            let (dt, s) = (random.log_uniform(0.1, 10.0), random.uniform(0.5, 4.0));
            let (before, now) = (random.log_uniform(1e-3, 1.0), random.log_uniform(1e-3, 1.0));
            let real = is_real(s, dt, before, now)?;
            // K̄ = 1, d the difference quotient, m the mean.
            let (d, m) = ((now - before) / dt, 0.5 * (now + before));
            let a = 1.0 / (dt * dt) + s;
            let case_4 = |half: f64| {
                let bracket = s / dt * before + a * dt * (half - 2.0 * half * s) * m;
                (s * before).powi(2) + (d / dt).powi(2) - 2.0 * bracket * d
            };
            // Printed: K̄/2 − sK̄ and (δ₋u)²/k²; the same but K̄ − 2sK̄ is right.
            pairs.printed += u32::from((case_4(0.5) >= 0.0) != real);
            pairs.corrected += u32::from((case_4(1.0) >= 0.0) != real);
            pairs.entering += u32::from(!enters(random.uniform(1.0, 4.0), dt, before, now)?);
        }
        Ok(pairs)
    }

    fn share(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(PAIRS)
    }
}

/// Whether the step after the one that entered a barrier at 0, from −`apart` to `inside`, is real.
fn enters(s: f64, dt: f64, apart: f64, inside: f64) -> Result<bool, Failed> {
    let from = (-apart, (apart + inside) / dt);
    let mut simulation = start(1.0, Law::power(1.0, 1.0)?, from, quadratic(s), dt)?;
    Ok(run(&mut simulation, 2, |_, _| ())?.is_none())
}

/// Runs against walls and between them, as random as the exponents.
struct Runs {
    complex: u64,
    /// The same of walls, gaps and springs.
    by_kind: [u64; 3],
    /// The first that met one, in words.
    first: Option<String>,
}

impl Runs {
    fn check(&self) -> Check {
        let first = self.first.clone().unwrap_or_default();
        let [walls, gaps, springs] = self.by_kind;
        Check::claim(
            "Section 3.3.3, s > 2",
            "real for every α ≥ 1 and time step",
            self.complex == 0,
            format!("{} of {RUNS} runs complex, such as {first}", self.complex),
        )
        .differs(
            0.0,
            format!(
                "Runs against walls ({walls} complex) and in gaps ({gaps}), which begin outside of \
                 the potential, bear it out. Runs that begin in a spring ({springs} complex) do \
                 not: beyond k² = 1/(K̄s(s − 1)) there are states without a real root, and a start \
                 may be one."
            ),
        )
    }
}

/// Random runs with an s for each, the engine's own if it is not a number.
fn complex_runs(choose: &dyn Fn(&mut Random) -> f64) -> Result<Runs, Failed> {
    let mut random = Random::new(SEED);
    let mut runs = Runs { complex: 0, by_kind: [0; 3], first: None };
    for i in 0..RUNS {
        let (alpha, gap) = (random.uniform(1.0, 5.0), random.uniform(0.01, 0.2));
        let (law, u) = match i % 3 {
            0 => (Law::power(random.log_uniform(1e0, 1e12), alpha)?, -gap),
            1 => (Law::centred(random.log_uniform(1e0, 1e9), alpha, gap)?, 0.0),
            _ => (Law::oscillator(random.log_uniform(1e0, 1e9), alpha)?, -gap),
        };
        let v = random.log_uniform(1e-2, 1e2);
        let dt = 0.05 / v / random.uniform(2.0, 200.0);
        let s = choose(&mut random);
        let method = Method::Quadratic { s: s.is_finite().then_some(s) };
        let model = Model::mass_and_wall(1.0, law.clone())?;
        let mut state = model.rest();
        (state.displacement[0], state.velocity[0]) = (u, v);
        let mut simulation = Simulation::new(model, &state, method, dt)?;
        match run(&mut simulation, STEPS, |_, _| ()) {
            Ok(None) | Err(StepError::Diverged) => {}
            Ok(Some(step)) => {
                runs.complex += 1;
                runs.by_kind[(i % 3) as usize] += 1;
                runs.first.get_or_insert_with(|| {
                    let kind = ["a wall", "a gap", "a spring"][(i % 3) as usize];
                    format!("{kind}, α = {alpha:.2}, s = {s:.2}, step {step}")
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(runs)
}
