//! The bounds on the duration of section 2.1, for any exponent, stiffness and phase.

use super::published;
use super::setup::{SCHEMES, lasting, phases, run, samples};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "chatziioannou/bounds",
    "The shortest contacts that two schemes can hold",
    bounds,
)
.of(Kind::Exact)];

/// Random impacts and their seed.
const RUNS: u32 = 3000;
const SEED: u64 = 21;
/// Exact durations (samples) of the random impacts and of the figure.
const SHORTEST: f64 = 1e-3;
const LONGEST: f64 = 10.0;
/// Durations and phases of the figure.
const POINTS: u32 = 49;
const PHASES: u32 = 40;

/// The least that a scheme made of the random impacts.
#[derive(Clone, Copy)]
struct Least {
    /// Samples inside the wall.
    inside: u64,
    /// Samples between the lines of flight.
    duration: f64,
}

/// Sections 2.1 and 3.
fn bounds() -> Result<Findings> {
    let shortest = published::read()?.shortest;
    let least = random()?;
    let mut findings = Findings::new()
        .parameter("impacts", format!("{RUNS} random, seed {SEED}"))
        .parameter("exponent α", "1 to 3")
        .parameter("exact duration", format!("{SHORTEST} to {LONGEST} samples"))
        .parameter("phase of the touch within a sample", "0 to 1")
        .text(
            "The bounds hold as they are derived: a contact takes up one sample with the \
             two-point scheme and two with the three-point scheme, at the least. As \
             durations, between the lines of flight before and after, only the first is a \
             bound. Two samples inside take the three-point scheme as little as 3 − √2 = \
             1.586 samples if the wall is hard, because the mass may enter late and leave \
             early.",
        )
        .figure(figure()?);
    for (((_, name), printed), least) in SCHEMES.into_iter().zip(&shortest).zip(least) {
        let [inside, duration] =
            ["samples inside", "duration"].map(|what| format!("Section 2.1, {what}, {name}"));
        findings = findings.checks([
            Check::at_least(inside, printed.text(), least.inside as f64).unit("samples"),
            // The lines of flight meet the wall to rounding.
            Check::at_least(duration, printed.text(), least.duration)
                .named(format!("duration/{name}"))
                .tolerance(1e-9)
                .unit("samples"),
        ]);
    }
    Ok(findings.known(&[(
        "duration/three-point",
        3.0 - 2_f64.sqrt(),
        "The derivation counts samples inside the wall, which are two at least. The time between \
         the lines of flight falls to (3 − √2)·Δt as the stiffness grows.",
    )]))
}

fn random() -> Result<[Least; 2]> {
    let mut random = Random::new(SEED);
    let mut least = [Least { inside: u64::MAX, duration: f64::INFINITY }; 2];
    for _ in 0..RUNS {
        let impact = lasting(random.log_uniform(SHORTEST, LONGEST), random.uniform(1.0, 3.0))?;
        let impact = Impact { phase: random.uniform(0.0, 1.0), ..impact };
        for (least, (method, _)) in least.iter_mut().zip(SCHEMES) {
            let run = run(&impact, method, Correction::None)?;
            let duration = run.contact_time.unwrap_or(f64::NAN) * impact.rate;
            least.inside = least.inside.min(run.samples);
            least.duration = least.duration.min(duration);
        }
    }
    Ok(least)
}

/// The duration that comes out over the exact one, whatever the phase.
fn figure() -> Result<Figure> {
    let mut panel = Panel::log("", "exact duration (samples)", "duration by the scheme (samples)")
        .x_range(0.1, LONGEST)
        .y_range(0.9, LONGEST)
        .hline(1.0, "Δt")
        .hline(2.0, "2Δt")
        .hline(3.0 - 2_f64.sqrt(), "(3 − √2)Δt")
        .with(Series::reference("exact", vec![(0.1, 0.1), (LONGEST, LONGEST)]));
    for (colour, (method, name)) in SCHEMES.into_iter().enumerate() {
        let (mut lower, mut upper, mut mean) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..POINTS {
            let exact = 0.1 * (LONGEST / 0.1).powf(f64::from(i) / f64::from(POINTS - 1));
            let (mut low, mut high, mut sum) = (f64::INFINITY, 0.0_f64, 0.0);
            for impact in phases(&lasting(exact, 1.0)?, PHASES) {
                let found = samples(&impact, method, Correction::None)?;
                (low, high, sum) = (low.min(found), high.max(found), sum + found);
            }
            lower.push((exact, low));
            upper.push((exact, high));
            mean.push((exact, sum / f64::from(PHASES)));
        }
        let line = Series::line(name, mean).colour(colour);
        panel = panel
            .with(Series::band("", lower, upper).colour(colour))
            .with(if method == Method::ThreePoint { line.dashed() } else { line });
    }
    Ok(Figure::new("A discrete contact never gets shorter than this")
        .caption(
            "α = 1, uncorrected. Lines are means over the phase of the touch within a sample, \
 bands hold all phases.",
        )
        .panel(panel))
}
