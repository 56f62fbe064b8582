//! The collision of section 2.1, as a run to draw and as an experiment to measure.

use carom_schemes::How;
use carom_schemes::correction::Correction;

use super::published::Published;
use crate::study::prelude::*;

/// The schemes as the paper calls and colours them: blue, and red and dashed.
pub(super) const SCHEMES: [(Method, &str); 2] =
    [(Method::TwoPoint, "two-point"), (Method::ThreePoint, "three-point")];

/// µs and µm per second and metre.
const MICRO: f64 = 1e6;

/// The experiment, the touch on a sample.
pub(super) fn impact(published: &Published, stiffness: f64) -> Impact {
    Impact {
        velocity: published.velocity,
        rate: published.rate,
        ..Impact::new(published.mass, stiffness, 1.0)
    }
}

/// One scheme through it.
pub(super) fn run(impact: &Impact, method: Method, correct: Correction) -> Result<Run> {
    let impact = Impact { methods: vec![method], correct, ..impact.clone() };
    compare(&impact)?.runs.pop().ok_or_else(|| "no run".into())
}

/// How long a scheme holds the contact, in samples of the experiment.
pub(super) fn samples(impact: &Impact, method: Method, correct: Correction) -> Result<f64> {
    let run = run(impact, method, correct)?;
    let time = run.contact_time.ok_or_else(|| run.message.unwrap_or_default())?;
    Ok(time * impact.rate)
}

/// The same experiment at several phases of the touch within a sample, evenly spread.
pub(super) fn phases(impact: &Impact, count: u32) -> impl Iterator<Item = Impact> {
    (0..count).map(move |i| Impact { phase: f64::from(i) / f64::from(count), ..impact.clone() })
}

/// A lossless impact of this exponent whose contact lasts `samples`.
pub(super) fn lasting(samples: f64, exponent: f64) -> Result<Impact> {
    let unit = Impact::new(1.0, 1.0, exponent);
    let time = unit.closed_form()?.contact_time();
    // τ ~ k^(−1/(α+1)).
    let stiffness = (time * unit.rate / samples).powf(exponent + 1.0);
    Ok(Impact { stiffness, ..unit })
}

/// The displacement (µm) over time (µs) of the exact solution and of both schemes.
pub(super) fn panel(
    title: &str,
    published: &Published,
    stiffness: f64,
    correction: &Correction,
    (from, to): (f64, f64),
) -> Result<Panel> {
    let exact = WallImpact::new(published.mass, stiffness, 1.0, 0.0, published.velocity)?;
    let touch = published.distance / published.velocity;
    let instants: Vec<f64> = (0..=400).map(|i| from + (to - from) * f64::from(i) / 400.0).collect();
    let moved: Vec<f64> = instants.iter().map(|t| t - touch).collect();
    let curve = instants.iter().zip(exact.sample(&moved));
    let curve = curve.map(|(t, (x, _))| (MICRO * t, MICRO * x)).collect();
    let mut panel = Panel::new(title, "time (µs)", "displacement (µm)")
        .x_range(MICRO * from, MICRO * to)
        .hline(0.0, "")
        .with(Series::reference("exact", curve));
    for (colour, (method, name)) in SCHEMES.into_iter().enumerate() {
        let points = trajectory(published, stiffness, method, correction, to)?;
        let shown = points.into_iter().filter(|(t, _)| *t >= from - 1e-9);
        let shown = shown.map(|(t, x)| (MICRO * t, MICRO * x)).collect();
        let line = Series::line(name, shown).marked().colour(colour);
        panel = panel.with(if method == Method::ThreePoint { line.dashed() } else { line });
    }
    Ok(panel)
}

/// Time and displacement at every sample until `end`, from the start of the paper.
fn trajectory(
    published: &Published,
    stiffness: f64,
    method: Method,
    correction: &Correction,
    end: f64,
) -> Result<Vec<(f64, f64)>> {
    let from = (-published.distance, published.velocity);
    let (world, _) = wall::thrown(published.mass, Law::power(stiffness, 1.0)?, from)?;
    let how = How { method, correction: *correction, ..How::default() };
    let (mut voice, _) = carom_schemes::start(&world, published.rate, how, Options::plain())?;
    let mut points = vec![(0.0, -published.distance)];
    for step in 1..=(end * published.rate).ceil() as u32 {
        voice.advance(1)?;
        let time = f64::from(step) / published.rate;
        points.push((time, voice.state().displacement[0]));
    }
    Ok(points)
}

/// What all of the paper's collisions share.
pub(super) fn parameters(published: &Published) -> Findings {
    Findings::new()
        .parameter("mass", format!("{} kg", published.mass))
        .parameter("velocity", format!("{} m/s", published.velocity))
        .parameter("start", format!("{} mm before the wall", 1e3 * published.distance))
        .parameter("exponent α", "1")
        .parameter("sample rate", format!("{} Hz", published.rate))
}

/// The command that gives the same durations.
pub(super) fn command(published: &Published, stiffness: f64, correct: Correction) -> String {
    let mut line = format!(
        "carom impact --mass {} --stiffness {stiffness:e} --exponent 1 --velocity {} --rate {} \
         --scheme two-point,three-point",
        published.mass, published.velocity, published.rate
    );
    if correct != Correction::None {
        line.push_str(&format!(" --correct {}", correct.name()));
    }
    line
}
