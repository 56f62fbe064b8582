//! Fig. 4: a fast particle against a stiff barrier.

use carom::{Error, Voice};

use super::published::{self, Barrier};
use super::setup::{named, quadratic, run};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("ducceschi/fig-4", "A fast particle against a stiff barrier", fig_4)];

/// What is drawn of a run (s): the collision and a little before and after.
pub(super) const SHOWN: (f64, f64) = (29.95e-3, 30.30e-3);
/// Phases of the touch within a sample.
const PHASES: u32 = 400;

/// A run until after the collision.
pub(super) struct Passage {
    /// Time (s), interpenetration (m) and velocity (m/s), sample by sample.
    points: Vec<(f64, f64, f64)>,
    /// The step that met a complex root.
    complex: Option<usize>,
}

impl Passage {
    /// The deepest interpenetration (m).
    fn depth(&self) -> f64 {
        self.points.iter().map(|point| point.1).fold(0.0, f64::max)
    }
}

impl Barrier {
    /// The run of the paper, begun `phase` samples of flight earlier.
    pub(super) fn begin(&self, method: Method, rate: f64, phase: f64) -> Result<Voice, Error> {
        let law = Law::shifted(self.stiffness, self.exponent, self.barrier)?;
        let from = self.displacement - phase * self.velocity / rate;
        wall::start(self.mass, law, (from, self.velocity), method, 1.0 / rate)
    }

    fn pass(&self, method: Method, rate: f64, phase: f64) -> Result<Passage> {
        let mut points = Vec::new();
        let mut voice = self.begin(method, rate, phase)?;
        let complex = run(&mut voice, (SHOWN.1 * rate).ceil() as usize, |step, voice| {
            let time = step as f64 / rate;
            if time >= SHOWN.0 {
                let (u, v) = wall::motion(voice);
                points.push((time, u - self.barrier, v));
            }
        })?;
        Ok(Passage { points, complex })
    }

    /// What all studies of it share.
    pub(super) fn parameters(&self) -> Findings {
        Findings::new()
            .parameter("mass", format!("{} kg", self.mass))
            .parameter(
                "barrier",
                format!("K = {:e}, α = {}, at {} m", self.stiffness, self.exponent, self.barrier),
            )
            .parameter("start", format!("{} m, {} m/s", self.displacement, self.velocity))
            .parameter("sample rates", format!("{} and {} Hz", self.rates[0], self.rates[1]))
    }
}

/// The schemes in the colours of the paper: blue, green, red, cyan.
fn schemes(s: &[f64; 3]) -> [(Method, String, usize); 4] {
    let of = |s: f64, colour| (quadratic(s), named(s), colour);
    [(Method::ThreePoint, "benchmark (23)".into(), 0), of(s[0], 2), of(s[1], 1), of(s[2], 5)]
}

/// Fig. 4.
fn fig_4() -> Result<Findings> {
    let published = published::read()?;
    let given = &published.fig_4;
    let [slow, _] = given.rates;
    let time = || Axis::linear("time", "ms").range(1e3 * SHOWN.0, 1e3 * SHOWN.1);
    let mut depth = Panel::new("(a) Interpenetration", time(), "displacement − h (mm)")
        .y_range(-1.2, 1.2)
        .hline(0.0, "");
    let mut speed = Panel::new("(b) Velocity", time(), "velocity (m/s)");
    let mut depths = Vec::new();
    let mut complex = None;
    for (method, name, colour) in schemes(&published.s) {
        for rate in given.rates {
            let passage = given.pass(method, rate, 0.0)?;
            let points = |of: &dyn Fn(&(f64, f64, f64)) -> f64| {
                passage.points.iter().map(|point| (1e3 * point.0, of(point))).collect()
            };
            let name = if rate == slow { name.clone() } else { String::new() };
            let line = |points| {
                let line = Series::line(name.as_str(), points).colour(colour);
                if rate == slow { line } else { line.dashed() }
            };
            depth = depth.with(line(points(&|point| 1e3 * point.1)));
            speed = speed.with(line(points(&|point| point.2)));
            if rate == slow {
                complex = complex.or(passage.complex);
            }
            depths.push(passage.depth());
        }
    }
    let figure = Figure::new("A particle of 1 kg at 20 m/s")
        .caption(
            "Solid: 44.1 kHz; dashed: 441 kHz. The run with s = ½ at 44.1 kHz ends in a \
             complex root.",
        )
        .panel(depth)
        .panel(speed);
    // Benchmark, ½, 1, 3 at the slow rate, then at the fast one.
    let departure = |scheme: usize, rate: usize| depths[2 * scheme + rate] / depths[rate] - 1.0;
    let [one, three] = [2, 3].map(|scheme| [0, 1].map(|rate| departure(scheme, rate)));
    let half = Half::over_phases(given, slow)?;
    let percent = |share: f64| format!("{:+.1} %", 100.0 * share);
    Ok(given
        .parameters()
        .text(
            "The start of the paper puts the touch exactly on a sample, and there the run \
             with s = ½ meets a complex root three samples into the contact. Where the \
             touch falls within a sample decides: at some phases the run goes through and \
             follows the benchmark, at others it does not. Larger s departs further, \
             always conserves its energy, and agrees with the benchmark as the sample \
             rate grows.",
        )
        .figure(figure)
        .checks([
            Check::claim("Section 4.2, s = ½", "virtually the same as the benchmark at 44.1 kHz")
                .named("half")
                .holds(
                    complex.is_none(),
                    complex
                        .map_or_else(String::new, |step| format!("a complex root in step {step}")),
                )
                .fails(format!(
                    "The printed run ends in a complex root, and so do {} of {PHASES} \
                         phases of the touch. The others are {:.1} % from the benchmark's \
                         depth in the mean, and {:.1e} at best.",
                    half.complex,
                    100.0 * half.mean,
                    half.best
                )),
            Check::claim("Section 4.2, s = 1 and 3", "differences grow with s").holds(
                one[0].abs() < three[0].abs(),
                format!("depth {} and {}", percent(one[0]), percent(three[0])),
            ),
            Check::claim("Section 4.2, sample rate", "differences shrink as the sample rate grows")
                .holds(
                    one[1].abs() < one[0].abs() && three[1].abs() < three[0].abs(),
                    format!("depth {} and {} at 441 kHz", percent(one[1]), percent(three[1])),
                ),
            Check::unpublished(
                "Fig. 4, s = ½, share of phases with complex roots, 44.1 kHz",
                f64::from(half.complex) / f64::from(PHASES),
            ),
            Check::unpublished("Fig. 4, depth, benchmark, 44.1 kHz", 1e3 * depths[0]).unit("mm"),
            Check::unpublished("Fig. 4, depth, benchmark, 441 kHz", 1e3 * depths[1]).unit("mm"),
            Check::unpublished("Fig. 4, depth, s = ½, 441 kHz", 1e3 * depths[3]).unit("mm"),
        ])
        .command(format!(
            "carom impact --mass {} --stiffness {:e} --exponent {} --velocity {} --rate \
             {slow} --scheme three-point,quadratic",
            given.mass, given.stiffness, given.exponent, given.velocity
        )))
}

/// s = ½ over the phases of the touch.
struct Half {
    /// How many met a complex root.
    complex: u32,
    /// Of the others, the smallest and the mean departure of the depth from the benchmark's.
    best: f64,
    mean: f64,
}

impl Half {
    fn over_phases(given: &Barrier, rate: f64) -> Result<Self> {
        let mut half = Self { complex: 0, best: f64::INFINITY, mean: 0.0 };
        for phase in (0..PHASES).map(|i| f64::from(i) / f64::from(PHASES)) {
            let passage = given.pass(quadratic(0.5), rate, phase)?;
            if passage.complex.is_some() {
                half.complex += 1;
                continue;
            }
            let benchmark = given.pass(Method::ThreePoint, rate, phase)?.depth();
            let departure = (passage.depth() / benchmark - 1.0).abs();
            half.best = half.best.min(departure);
            half.mean += departure;
        }
        half.mean /= f64::from(PHASES - half.complex);
        Ok(half)
    }
}
