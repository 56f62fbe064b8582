//! Splits a path into straight lines before and after the impact.

use crate::measure::line::Line;
use crate::measure::trial::Measured;

/// The frames before and after an impact, and the lines through them.
#[derive(Clone, Debug)]
pub(super) struct Split {
    /// Frames up to this one are before the impact.
    before: usize,
    /// Frames from this one on are after it.
    after: usize,
    /// Before and after: x, z, orientation over time.
    pub(super) lines: [[Line; 3]; 2],
    /// Where the lines of z meet (s).
    pub(super) moment: f64,
    /// Between these moments no frame was used (s).
    pub(super) left_out: [f64; 2],
    /// Between frames (s).
    pub(super) interval: f64,
}

/// Two lines must leave this much less than one (in squares).
const BETTER: f64 = 4.0;
/// What rounding may leave of a frame (m²).
const ROUNDING: f64 = 1e-20;

/// Splits a path (time, x, z, orientation) where two sets of lines fit it best, then leaves out the
/// frames within `guard` intervals of where they meet. On failure: what, and near which frame, if any.
pub(super) fn split(
    path: &[[f64; 4]],
    arm: f64,
    guard: f64,
    fewest: usize,
) -> Result<Split, (String, Option<usize>)> {
    let count = path.len();
    let interval = (path[count - 1][0] - path[0][0]) / (count - 1) as f64;
    let mut best = (f64::INFINITY, fewest);
    let mut forward = squares(path.iter(), arm);
    let backward = squares(path.iter().rev(), arm);
    let one_line = forward[count - 1];
    forward.truncate(count - fewest);
    for (i, first) in forward.iter().enumerate().skip(fewest - 1) {
        let total = first + backward[count - 2 - i];
        if total < best.0 {
            best = (total, i + 1);
        }
    }
    // Without an impact two lines do hardly better than one; what is left of exact paths is rounding.
    if one_line <= BETTER * best.0 + ROUNDING * count as f64 {
        let what = "there is no impact in the recording: one straight line fits it as well as two";
        return Err((what.into(), None));
    }
    let mut split = Split::of(path, best.1, best.1, interval);
    // The frames of the contact belong to neither line; leaving them out moves the meeting point.
    for _ in 0..3 {
        let moment = split.moment.clamp(path[best.1 - 1][0], path[best.1][0]);
        let reach = guard * interval;
        let before = path.partition_point(|frame| frame[0] <= moment - reach);
        let after = path.partition_point(|frame| frame[0] < moment + reach).max(before);
        for (side, found, frame) in [("before", before, before), ("after", count - after, after)] {
            if found < fewest {
                return Err((
                    format!(
                        "only {found} frames lie {side} the impact at about {moment:.6} s and outside \
                         the guard of {guard} frames; at least {fewest} are needed"
                    ),
                    Some(frame.min(count - 1)),
                ));
            }
        }
        split = Split::of(path, before, after, interval);
    }
    Ok(split)
}

impl Split {
    fn of(path: &[[f64; 4]], before: usize, after: usize, interval: f64) -> Self {
        let side = |frames: &[[f64; 4]]| {
            std::array::from_fn(|i| {
                Line::through(frames.iter().map(|frame| (frame[0], frame[i + 1])))
            })
        };
        let lines: [[Line; 3]; 2] = [side(&path[..before]), side(&path[after..])];
        let left_out = [path[before - 1][0], path[after][0]];
        let middle = 0.5 * (left_out[0] + left_out[1]);
        let moment = lines[0][1].meets(&lines[1][1]).unwrap_or(middle);
        Self { before, after, lines, moment, left_out, interval }
    }

    pub(super) fn counts(&self) -> [usize; 2] {
        [self.before, self.lines[1][0].count as usize]
    }

    /// When the lines meet, by the noise of x, z and orientation.
    pub(super) fn time(&self, variance: &[f64; 3]) -> Measured {
        let sd = self.lines[0][1].meeting_sd(&self.lines[1][1], self.moment, variance[1]);
        Measured::new(self.moment, sd)
    }

    /// Noise from frame to frame: second differences, which straight lines and slow bends do not have.
    pub(super) fn jitter(&self, path: &[[f64; 4]], column: usize) -> f64 {
        let sides = [&path[..self.before], &path[self.after..]];
        let bends = sides.iter().flat_map(|side| side.windows(3));
        let (mut sum, mut count) = (0.0, 0.0);
        for three in bends {
            sum += (three[0][column] - 2.0 * three[1][column] + three[2][column]).powi(2);
            count += 1.0;
        }
        if count > 0.0 { (sum / (6.0 * count)).sqrt() } else { 0.0 }
    }
}

/// For every number of frames from the first on, what the best lines through them leave, in m².
fn squares<'a>(frames: impl Iterator<Item = &'a [f64; 4]>, arm: f64) -> Vec<f64> {
    let mut sums: Option<Sums> = None;
    frames
        .map(|&[t, x, z, angle]| {
            let sums = sums.get_or_insert_with(|| Sums::new([t, x, z, arm * angle]));
            sums.add([t, x, z, arm * angle]);
            sums.left()
        })
        .collect()
}

/// Sums for a growing fit, taken from the first point, so that nothing large cancels.
struct Sums {
    origin: [f64; 4],
    count: f64,
    mean: [f64; 4],
    /// Of (t − mean)², and for every column of its product with t and its square.
    spread: f64,
    products: [f64; 3],
    squares: [f64; 3],
}

impl Sums {
    fn new(origin: [f64; 4]) -> Self {
        let zero = [0.0; 3];
        Self { origin, count: 0.0, mean: [0.0; 4], spread: 0.0, products: zero, squares: zero }
    }

    /// Welford's recurrence.
    fn add(&mut self, frame: [f64; 4]) {
        self.count += 1.0;
        let point: [f64; 4] = std::array::from_fn(|i| frame[i] - self.origin[i]);
        let from: [f64; 4] = std::array::from_fn(|i| point[i] - self.mean[i]);
        for i in 0..4 {
            self.mean[i] += from[i] / self.count;
        }
        self.spread += from[0] * (point[0] - self.mean[0]);
        for i in 0..3 {
            self.products[i] += from[0] * (point[i + 1] - self.mean[i + 1]);
            self.squares[i] += from[i + 1] * (point[i + 1] - self.mean[i + 1]);
        }
    }

    fn left(&self) -> f64 {
        if self.spread <= 0.0 {
            return 0.0;
        }
        (0..3).map(|i| (self.squares[i] - self.products[i].powi(2) / self.spread).max(0.0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_is_split_where_it_breaks() {
        let z = |t: f64| {
            if t < 0.0213 { 0.05 - 2.0 * t } else { 0.05 - 2.0 * 0.0213 + 1.1 * (t - 0.0213) }
        };
        let path: Vec<_> =
            (0..60).map(|i| f64::from(i) * 1e-3).map(|t| [t, 3.0 * t, z(t), 0.0]).collect();
        let found = split(&path, 0.01, 1.0, 3).unwrap();
        assert!((found.moment - 0.0213).abs() < 1e-9, "{}", found.moment);
        assert_eq!(found.counts(), [21, 37]);
        assert!((found.lines[1][1].slope - 1.1).abs() < 1e-9);
        let (what, _) = split(&path[19..25], 0.01, 1.0, 3).unwrap_err();
        assert!(what.contains("at least 3"), "{what}");
    }
}
