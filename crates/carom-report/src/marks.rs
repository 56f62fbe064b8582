//! Path data: polylines, markers, and the places of markers along a line.

use std::fmt::Write;

use crate::series::{Marker, Point};
use crate::text::num;
use crate::thin::Rect;

/// Lines with at most this many visible points have a marker on every one.
const ALL_MARKED: usize = 24;
/// Distance of markers along a line of many points, in pixels.
const SPACING: f64 = 34.0;
/// Most markers on a line of many points.
const MOST: f64 = 16.0;

/// The path of a polyline.
pub(crate) fn polyline(run: &[Point]) -> String {
    let mut path = String::new();
    for (i, p) in run.iter().enumerate() {
        // The second command letter stands for all further points.
        let command = ["M", "L", " "][i.min(2)];
        let _ = write!(path, "{command}{} {}", num(p.0), num(p.1));
    }
    path
}

/// The path of one marker.
pub(crate) fn marker(shape: Marker, at: Point, radius: f64) -> String {
    let go = |dx: f64, dy: f64| format!("M{} {}", num(at.0 + dx * radius), num(at.1 + dy * radius));
    let by = |x: f64| num(x * radius);
    match shape {
        Marker::Circle => {
            let (r, d, back) = (by(1.0), by(2.0), by(-2.0));
            format!("{}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 {back} 0z", go(-1.0, 0.0))
        }
        Marker::Square => {
            let (d, back) = (by(1.8), by(-1.8));
            format!("{}h{d}v{d}h{back}z", go(-0.9, -0.9))
        }
        Marker::Triangle => {
            let (x, y, back) = (by(1.1), by(1.95), by(-2.2));
            format!("{}l{x} {y}h{back}z", go(0.0, -1.25))
        }
        Marker::Diamond => {
            let (d, back) = (by(1.2), by(-1.2));
            format!("{}l{d} {d} {back} {d} {back} {back}z", go(0.0, -1.2))
        }
        Marker::Cross => {
            let (d, back) = (by(1.9), by(-1.9));
            format!("{}l{d} {d}m{back} 0l{d} {back}", go(-0.95, -0.95))
        }
    }
}

/// Where a line carries markers: on all its points when they are few, otherwise on some that
/// follow each other at even distances along the line.
///
/// The first place depends on `index`, so that the markers of curves on top of each other differ.
pub(crate) fn along(
    visible: &[Point],
    runs: &[Vec<Point>],
    frame: Rect,
    index: usize,
) -> Vec<Point> {
    if visible.len() <= ALL_MARKED {
        return visible.to_vec();
    }
    let step = |pair: &[Point]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
    let length: f64 = runs.iter().flat_map(|run| run.windows(2)).map(step).sum();
    let spacing = (length / MOST).max(SPACING);
    // The golden section spreads any number of starts evenly.
    let start = (0.35 + 0.618 * index as f64).fract();
    let mut gone = (1.0 - start) * spacing;
    let mut chosen = Vec::new();
    for pair in runs.iter().flat_map(|run| run.windows(2)) {
        gone += step(pair);
        if gone >= spacing && frame.contains(pair[1]) {
            chosen.push(pair[1]);
            gone %= spacing;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polylines_use_one_letter_per_command() {
        assert_eq!(polyline(&[(0.0, 1.0), (2.0, 3.5), (4.0, 5.0)]), "M0 1L2 3.5 4 5");
        assert_eq!(polyline(&[]), "");
    }

    #[test]
    fn few_points_are_all_marked_and_many_are_not() {
        let frame = Rect::new(0.0, 0.0, 300.0, 10.0);
        let line = |n: i32| -> Vec<Point> {
            (0..n).map(|i| (300.0 * f64::from(i) / f64::from(n), 5.0)).collect()
        };
        let few = line(20);
        assert_eq!(along(&few, std::slice::from_ref(&few), frame, 0), few);
        let many = line(1000);
        let a = along(&many, std::slice::from_ref(&many), frame, 0);
        let b = along(&many, std::slice::from_ref(&many), frame, 1);
        assert!((6..=16).contains(&a.len()) && a.iter().all(|p| many.contains(p)));
        assert!(a.iter().all(|p| !b.contains(p)));
    }
}
