//! Lines reduced to their visible points: cut at the frame, without points that make no difference.

use std::collections::HashSet;

use crate::series::Point;

/// Points closer than this, in pixels, are one.
const SAME: f64 = 0.3;
/// A line may be moved by this much, in pixels, to save points.
const STRAIGHT: f64 = 0.03;
/// Longer lines are not searched for straight pieces, because that takes too long.
const SEARCHED: usize = 20_000;

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rect {
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
}

impl Rect {
    pub(crate) fn new(x0: f64, y0: f64, width: f64, height: f64) -> Self {
        Self { x0, y0, x1: x0 + width, y1: y0 + height }
    }

    pub(crate) fn grown(self, by: f64) -> Self {
        Self { x0: self.x0 - by, y0: self.y0 - by, x1: self.x1 + by, y1: self.y1 + by }
    }

    pub(crate) fn contains(&self, p: Point) -> bool {
        (self.x0..=self.x1).contains(&p.0) && (self.y0..=self.y1).contains(&p.1)
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }

    /// The part of the segment inside (Liang and Barsky).
    pub(crate) fn clip(&self, a: Point, b: Point) -> Option<(Point, Point)> {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        let sides =
            [(-dx, a.0 - self.x0), (dx, self.x1 - a.0), (-dy, a.1 - self.y0), (dy, self.y1 - a.1)];
        for (speed, room) in sides {
            if speed == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                from = from.max(room / speed);
            } else {
                to = to.min(room / speed);
            }
        }
        let along = |t: f64| (a.0 + t * dx, a.1 + t * dy);
        // The given ends exactly where they are inside: runs are joined by comparing them.
        let start = if from == 0.0 { a } else { along(from) };
        let end = if to == 1.0 { b } else { along(to) };
        (from <= to).then_some((start, end))
    }
}

/// Cuts a line into the runs inside of `window`; `None` breaks the line.
pub(crate) fn runs(points: impl Iterator<Item = Option<Point>>, window: Rect) -> Vec<Vec<Point>> {
    let mut done = Vec::new();
    let mut run: Vec<Point> = Vec::new();
    let mut before: Option<Point> = None;
    for point in points {
        match (before, point) {
            (_, None) => flush(&mut run, &mut done),
            (None, Some(b)) => run.extend(window.contains(b).then_some(b)),
            (Some(a), Some(b)) => match window.clip(a, b) {
                None => flush(&mut run, &mut done),
                Some((start, end)) => {
                    if run.is_empty() {
                        run.push(start);
                    }
                    run.push(end);
                    if end != b {
                        flush(&mut run, &mut done);
                    }
                }
            },
        }
        before = point;
    }
    flush(&mut run, &mut done);
    done
}

fn flush(run: &mut Vec<Point>, done: &mut Vec<Vec<Point>>) {
    if !run.is_empty() {
        done.push(apart(run));
        run.clear();
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Drops points too close to the last one kept, never the two ends.
fn apart(run: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for &p in run {
        if kept.last().is_none_or(|&last| distance(last, p) >= SAME) {
            kept.push(p);
        }
    }
    match run.last() {
        Some(&end) if kept.last() != Some(&end) => kept.push(end),
        _ => {}
    }
    kept
}

/// Reduces runs to about `budget` points in all.
pub(crate) fn simplify(mut runs: Vec<Vec<Point>>, budget: usize) -> Vec<Vec<Point>> {
    let stride = (2 * runs.len()).div_ceil(budget.max(1)).max(1);
    if stride > 1 {
        // More pieces than points: some of the pieces look like all of them.
        runs = runs.into_iter().step_by(stride).collect();
    }
    let total: usize = runs.iter().map(Vec::len).sum();
    let share = |length: usize| (budget * length / total.max(1)).max(2);
    runs.into_iter().map(|run| simplify_run(&run, share(run.len()))).collect()
}

fn simplify_run(run: &[Point], budget: usize) -> Vec<Point> {
    let short = run.len() <= SEARCHED;
    let mut kept = if short { straightened(run) } else { run.to_vec() };
    if kept.len() > budget {
        kept = envelope(&kept, budget);
    }
    if kept.len() > budget {
        // A line that still has too many points fills its area: some of them do so as well.
        let stride = kept.len().div_ceil(budget.max(1));
        let last = kept.last().copied();
        kept = kept.into_iter().step_by(stride).chain(last).collect();
    }
    kept
}

/// Keeps the first, lowest, highest and last point of each stay within a column. A column is half a
/// pixel wide, or more if the budget requires it.
fn envelope(run: &[Point], budget: usize) -> Vec<Point> {
    let left = run.iter().fold(f64::INFINITY, |x, p| x.min(p.0));
    let right = run.iter().fold(f64::NEG_INFINITY, |x, p| x.max(p.0));
    let width = (4.0 * (right - left) / budget.max(1) as f64).max(0.5);
    let column = |p: &Point| ((p.0 - left) / width).floor();
    let mut kept = Vec::new();
    for stay in run.chunk_by(|a, b| column(a) == column(b)) {
        let by_height = |a: &usize, b: &usize| stay[*a].1.total_cmp(&stay[*b].1);
        let low = (0..stay.len()).min_by(by_height).unwrap_or(0);
        let high = (0..stay.len()).max_by(by_height).unwrap_or(0);
        let mut chosen = [0, low.min(high), low.max(high), stay.len() - 1].to_vec();
        chosen.dedup();
        kept.extend(chosen.into_iter().filter_map(|i| stay.get(i)));
    }
    kept
}

/// Drops points that lie on straight pieces (Ramer, Douglas and Peucker, without recursion).
fn straightened(run: &[Point]) -> Vec<Point> {
    if run.len() < 3 {
        return run.to_vec();
    }
    let mut keep = vec![false; run.len()];
    let mut open = vec![(0, run.len() - 1)];
    while let Some((from, to)) = open.pop() {
        keep[from] = true;
        keep[to] = true;
        let offset = |i: &usize| off_segment(run[*i], run[from], run[to]);
        let farthest = (from + 1..to).max_by(|a, b| offset(a).total_cmp(&offset(b)));
        if let Some(middle) = farthest.filter(|i| offset(i) > STRAIGHT) {
            open.push((from, middle));
            open.push((middle, to));
        }
    }
    run.iter().zip(keep).filter_map(|(&p, keep)| keep.then_some(p)).collect()
}

fn off_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / square;
    let along = if square > 0.0 { along.clamp(0.0, 1.0) } else { 0.0 };
    distance(p, (a.0 + along * dx, a.1 + along * dy))
}

/// Reduces a cloud to `budget` points: one per cell of a grid as fine as that allows.
pub(crate) fn cloud(points: &[Point], budget: usize) -> Vec<Point> {
    let mut cell = SAME;
    loop {
        let mut taken = HashSet::new();
        let key = |p: &Point| ((p.0 / cell).floor() as i64, (p.1 / cell).floor() as i64);
        let kept: Vec<Point> = points.iter().copied().filter(|p| taken.insert(key(p))).collect();
        if kept.len() <= budget.max(1) || cell > 1e6 {
            return kept;
        }
        cell *= 1.5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect { x0: 0.0, y0: 0.0, x1: 100.0, y1: 100.0 };

    #[test]
    fn lines_are_cut_at_the_window() {
        let points = [(-50.0, 50.0), (150.0, 50.0), (150.0, 300.0), (50.0, 300.0), (50.0, 20.0)];
        let cut = runs(points.into_iter().map(Some), WINDOW);
        assert_eq!(cut, [vec![(0.0, 50.0), (100.0, 50.0)], vec![(50.0, 100.0), (50.0, 20.0)]]);
    }

    #[test]
    fn gaps_break_lines_and_lone_points_stay() {
        let points = [Some((1.0, 1.0)), None, Some((2.0, 2.0)), Some((9.0, 9.0)), None];
        let cut = runs(points.into_iter(), WINDOW);
        assert_eq!(cut, [vec![(1.0, 1.0)], vec![(2.0, 2.0), (9.0, 9.0)]]);
    }

    #[test]
    fn a_straight_line_needs_two_points_and_a_curve_stays_close() {
        let straight: Vec<Point> =
            (0..10_000).map(|i| f64::from(i) / 100.0).map(|x| (x, x)).collect();
        let run = runs(straight.into_iter().map(Some), WINDOW);
        assert_eq!(simplify(run, 1000)[0].len(), 2);
        let wave: Vec<Point> = (0..=2000)
            .map(|i| f64::from(i) / 20.0)
            .map(|x| (x, 50.0 + 40.0 * (x / 9.0).sin()))
            .collect();
        let kept = &simplify(runs(wave.iter().copied().map(Some), WINDOW), 1000)[0];
        assert!(kept.len() < 300);
        for p in wave {
            let nearest = kept.windows(2).map(|s| off_segment(p, s[0], s[1]));
            assert!(nearest.fold(f64::INFINITY, f64::min) < 0.1);
        }
    }

    #[test]
    fn noise_keeps_its_extremes_within_the_budget() {
        let noise =
            |i: u32| f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24) * 100.0;
        let points: Vec<Point> = (0..200_000).map(|i| (f64::from(i) / 2000.0, noise(i))).collect();
        let kept = simplify(runs(points.into_iter().map(Some), WINDOW), 1000);
        let heights: Vec<f64> = kept.iter().flatten().map(|p| p.1).collect();
        assert!(heights.len() <= 1001, "{}", heights.len());
        assert!(heights.iter().any(|y| *y < 0.5) && heights.iter().any(|y| *y > 99.5));
    }

    #[test]
    fn fragments_and_clouds_respect_the_budget() {
        let fragments = (0..100_000).map(|i| (i % 3 > 0).then_some((f64::from(i) / 1000.0, 50.0)));
        let kept = simplify(runs(fragments, WINDOW), 500);
        assert!(kept.iter().map(Vec::len).sum::<usize>() <= 501);
        let points: Vec<Point> =
            (0..100_000).map(|i| (f64::from(i % 317), f64::from(i / 317))).collect();
        let kept = cloud(&points, 400);
        assert!((100..=400).contains(&kept.len()), "{}", kept.len());
    }
}
