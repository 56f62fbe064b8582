//! Phase portrait, force and energy, with the exact curves.

use carom::exact::{Branch, WallImpact};
use carom_lab::impact::{Comparison, Impact, Sample};
use carom_report::{Axis, Figure, Panel, Series};

/// Enough for a smooth curve; a longer contact is thinned evenly.
const MOST_POINTS: usize = 4096;

/// The samples of each run, at most [`MOST_POINTS`] of them.
#[derive(Default)]
pub(super) struct Curves {
    runs: Vec<Curve>,
}

#[derive(Default)]
struct Curve {
    scheme: &'static str,
    samples: Vec<Sample>,
    stride: usize,
    seen: usize,
    flying: bool,
}

impl Curves {
    /// One sample of the run under way.
    pub(super) fn add(&mut self, sample: &Sample) {
        if self.runs.last().is_none_or(|run| run.scheme != sample.scheme) {
            self.runs.push(Curve { scheme: sample.scheme, stride: 1, ..Curve::default() });
        }
        if let Some(run) = self.runs.last_mut() {
            run.add(sample);
        }
    }
}

impl Curve {
    fn add(&mut self, sample: &Sample) {
        // Of a flight, the sample next to the wall is enough.
        let flew = std::mem::replace(&mut self.flying, sample.x < 0.0);
        if flew && self.flying {
            return;
        }
        // A line from one contact to the next would mean nothing.
        if flew || (sample.x <= 0.0 && sample.v > 0.0 && !self.samples.is_empty()) {
            self.samples.push(Sample { x: f64::NAN, ..*sample });
        }
        if self.seen.is_multiple_of(self.stride) {
            if self.samples.len() == MOST_POINTS {
                let mut keep = false;
                self.samples.retain(|_| {
                    keep = !keep;
                    keep
                });
                self.stride *= 2;
            }
            self.samples.push(*sample);
        }
        self.seen += 1;
    }

    fn series(&self, point: impl Fn(&Sample) -> (f64, f64)) -> Series {
        Series::line(self.scheme, self.samples.iter().map(point).collect()).marked()
    }
}

/// The exact impact, densely.
struct ExactCurve {
    /// Compression and velocity.
    points: Vec<(f64, f64)>,
    impact: WallImpact,
}

impl ExactCurve {
    fn new(impact: &Impact) -> Option<Self> {
        if impact.is_pressed() {
            return None;
        }
        let exact = impact.closed_form().ok()?;
        let steps = 200;
        // Even in angle, so that both ends of the curve are as smooth as its middle.
        let along = |branch: Branch, i: i32| {
            let turn = std::f64::consts::FRAC_PI_2 * f64::from(i) / f64::from(steps);
            let x = exact.x_max() * turn.sin();
            exact.velocity_at(x, branch).map(|v| (x, v))
        };
        let inward = (0..=steps).filter_map(|i| along(Branch::Compression, i));
        let outward = (0..=steps).rev().filter_map(|i| along(Branch::Release, i));
        let points = inward.chain(outward).collect();
        Some(Self { points, impact: exact })
    }

    fn series(&self, point: impl Fn(&WallImpact, f64, f64) -> (f64, f64)) -> Series {
        let map = |&(x, v): &(f64, f64)| point(&self.impact, x, v);
        Series::reference("exact", self.points.iter().map(map).collect())
    }
}

/// The figure as SVG.
pub(super) fn figure(impact: &Impact, comparison: &Comparison, curves: &Curves) -> String {
    let exact = ExactCurve::new(impact);
    let mut portrait = Panel::new(
        "(a) Phase portrait",
        Axis::linear("compression", "m"),
        Axis::linear("velocity", "m/s"),
    );
    let mut force =
        Panel::new("(b) Force", Axis::linear("compression", "m"), Axis::linear("force", "N"));
    let mut energy = Panel::new(
        "(c) Energy",
        Axis::linear("velocity", "m/s").inverted(),
        Axis::linear("energy", "J"),
    );
    if let Some(exact) = &exact {
        portrait = portrait.with(exact.series(|_, x, v| (x, v)));
        force = force.with(exact.series(|impact, x, v| (x, impact.force(x, v))));
        energy = energy
            .with(exact.series(|impact, _, v| (v, impact.hamiltonian_at(v).unwrap_or(f64::NAN))));
    }
    for run in &curves.runs {
        portrait = portrait.with(run.series(|s| (s.x, s.v)));
        force = force.with(run.series(|s| (s.x, s.force)));
        energy = energy.with(run.series(|s| (s.v, s.energy)));
    }
    Figure::new("Impact of a mass with a wall")
        .caption(caption(impact, comparison))
        .panel(portrait)
        .panel(force)
        .panel(energy)
        .columns(3)
        .to_svg()
}

fn caption(impact: &Impact, comparison: &Comparison) -> String {
    let contact = comparison
        .exact
        .contact_time
        .map_or_else(String::new, |time| format!(", contact {:.2} samples", time * impact.rate));
    let correct = comparison.runs.first().map(|run| run.correct).filter(|name| *name != "none");
    let correct = correct.map_or_else(String::new, |name| format!(", corrected: {name}"));
    let mut more = String::new();
    if impact.phase != 0.0 {
        more += &format!(", phase {}", impact.phase);
    }
    if impact.force != 0.0 {
        more += &format!(", force {} N", impact.force);
    }
    if let Some(count) = impact.rebounds {
        more += &format!(", {count} rebounds, the exact curve of the first");
    }
    if impact.is_pressed() {
        more += " (no closed form with it)";
    }
    let mu = format!("{:.4}", impact.mu().unwrap_or(f64::NAN));
    let mu = mu.trim_end_matches('0').trim_end_matches('.');
    format!(
        "m = {} kg, k = {:e}, α = {}, μ = {mu} s/m, v = {} m/s, {} Hz{contact}{more}{correct}",
        impact.mass, impact.stiffness, impact.exponent, impact.velocity, impact.rate,
    )
}
