//! The shape of a pulse over time.

use carom::InvalidValue;
use carom::check::{check, finite, not_negative, positive};

/// The normal force over time but for its size.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Two halves of Gaussians that meet at the peak, iguchi (11): σ_A before it, σ_B after (s), each
    /// cut at four of them.
    Gaussian {
        /// σ_A (s).
        rise: f64,
        /// σ_B (s).
        fall: f64,
    },
    /// Half a period of a sine.
    HalfSine {
        /// Contact time (s).
        duration: f64,
    },
    /// The pulse of a lossless force k·x^1.5.
    Hertz {
        /// Contact time (s).
        duration: f64,
    },
    /// A measured force: moments (s) and forces, straight between them.
    Trace(Vec<(f64, f64)>),
}

/// Nodes of a tabulated shape.
const NODES: usize = 400;

/// Where a Gaussian is cut, in its σ.
const CUT: f64 = 4.0;

/// A shape as a table: moments, force, and share of the area so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    time: f64,
    force: f64,
    share: f64,
}

impl Profile {
    pub(super) fn new(shape: &Shape) -> Result<Self, InvalidValue> {
        let table = match shape {
            Shape::Gaussian { rise, fall } => {
                let (rise, fall) = (positive("rise", *rise)?, positive("fall", *fall)?);
                sampled(CUT * (rise + fall), |t| {
                    let x = t - CUT * rise;
                    let sigma = if x < 0.0 { rise } else { fall };
                    (-0.5 * (x / sigma).powi(2)).exp()
                })
            }
            Shape::HalfSine { duration } => {
                let duration = positive("duration", *duration)?;
                sampled(duration, |t| (std::f64::consts::PI * t / duration).sin().max(0.0))
            }
            Shape::Hertz { duration } => hertz(positive("duration", *duration)?),
            Shape::Trace(trace) => checked(trace)?,
        };
        Self::of_table(&table)
    }

    fn of_table(table: &[(f64, f64)]) -> Result<Self, InvalidValue> {
        let mut nodes: Vec<Node> = Vec::with_capacity(table.len());
        let start = table.first().map_or(0.0, |first| first.0);
        let mut area = 0.0;
        for &(time, force) in table {
            let time = time - start;
            if let Some(last) = nodes.last() {
                area += 0.5 * (last.force + force) * (time - last.time);
            }
            nodes.push(Node { time, force, share: area });
        }
        positive("area of the trace", area)?;
        for node in &mut nodes {
            node.share /= area;
            node.force /= area;
        }
        Ok(Self { nodes })
    }

    pub(super) fn duration(&self) -> f64 {
        self.nodes.last().map_or(0.0, |last| last.time)
    }

    /// The share of the area before `time`.
    pub(super) fn share(&self, time: f64) -> f64 {
        let after = self.nodes.partition_point(|node| node.time <= time);
        let (Some(a), Some(b)) = (self.nodes.get(after.wrapping_sub(1)), self.nodes.get(after))
        else {
            return if after == 0 { 0.0 } else { 1.0 };
        };
        let x = time - a.time;
        a.share + x * (a.force + 0.5 * x * (b.force - a.force) / (b.time - a.time))
    }

    /// The moment before which `share` of the area lies.
    pub(super) fn time_of(&self, share: f64) -> f64 {
        let after = self.nodes.partition_point(|node| node.share < share);
        let (Some(a), Some(b)) = (self.nodes.get(after.wrapping_sub(1)), self.nodes.get(after))
        else {
            return if after == 0 { 0.0 } else { self.duration() };
        };
        // a.force·x + slope·x²/2 = rest, solved without cancellation.
        let rest = share - a.share;
        let slope = (b.force - a.force) / (b.time - a.time);
        let root = (a.force * a.force + 2.0 * slope * rest).max(0.0).sqrt();
        let x = if a.force + root > 0.0 { 2.0 * rest / (a.force + root) } else { 0.0 };
        (a.time + x).min(b.time)
    }
}

fn sampled(duration: f64, force: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let step = duration / NODES as f64;
    (0..=NODES).map(|i| i as f64 * step).map(|t| (t, force(t))).collect()
}

fn checked(trace: &[(f64, f64)]) -> Result<Vec<(f64, f64)>, InvalidValue> {
    check(trace.len() >= 2, "length of the trace", trace.len() as f64, "2 samples or more")?;
    for pair in trace.windows(2) {
        let step = pair[1].0 - pair[0].0;
        check(step > 0.0, "time between samples of the trace", step, "above 0")?;
    }
    for &(time, force) in trace {
        finite("time of the trace", time)?;
        not_negative("force of the trace", force)?;
    }
    Ok(trace.to_vec())
}

/// Half the contact of x″ = −x^1.5 from x = 0, by Runge and Kutta; the other half is its mirror.
fn hertz(duration: f64) -> Vec<(f64, f64)> {
    let force = |x: f64| x.max(0.0).powf(1.5);
    // The time to the deepest point for a unit approach: (5/4)^(2/5)·∫dx/√(1−x^2.5).
    const HALF: f64 = 1.609_032_729_859_522_4;
    let half = NODES / 2;
    let h = HALF / half as f64;
    let (mut x, mut v) = (0.0, 1.0);
    let mut rise = vec![0.0];
    for _ in 0..half {
        let (k1, l1) = (v, -force(x));
        let (k2, l2) = (v + 0.5 * h * l1, -force(x + 0.5 * h * k1));
        let (k3, l3) = (v + 0.5 * h * l2, -force(x + 0.5 * h * k2));
        let (k4, l4) = (v + h * l3, -force(x + h * k3));
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        v += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
        rise.push(force(x));
    }
    let step = duration / NODES as f64;
    let mirrored = rise.iter().chain(rise.iter().rev().skip(1));
    mirrored.enumerate().map(|(i, f)| (i as f64 * step, *f)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_times_are_inverse_for_every_shape() {
        let trace = vec![(1.0, 0.0), (1.2, 3.0), (1.3, 3.0), (2.0, 0.0)];
        for shape in [
            Shape::Gaussian { rise: 1e-3, fall: 0.5e-3 },
            Shape::HalfSine { duration: 2e-3 },
            Shape::Hertz { duration: 2e-3 },
            Shape::Trace(trace),
        ] {
            let profile = Profile::new(&shape).unwrap();
            assert_eq!(profile.share(0.0), 0.0);
            assert!((profile.share(profile.duration()) - 1.0).abs() < 1e-14);
            for i in 1..100 {
                let share = f64::from(i) * 0.01;
                assert!((profile.share(profile.time_of(share)) - share).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn hertz_is_at_its_deepest_in_the_middle() {
        let table = hertz(1.0);
        let peak = table[NODES / 2].1;
        // Unit approach, unit stiffness and mass: x_max^2.5 = 5/4.
        assert!((peak - 1.25f64.powf(0.6)).abs() < 1e-7, "{peak}");
    }
}
