//! Long records reduced to their envelopes.

use crate::series::Point;

/// Reduces a line of any length to a band of `columns` columns that contains it exactly.
///
/// The points, in the order of their abscissae, are divided into columns of equal counts. Each
/// column gives its smallest and its largest ordinate, at the abscissae of its first and last
/// point. So the band contains every point and every segment between neighbours, reaches no farther
/// than they do, and is the line itself where there are no more points than columns. Points that
/// are not finite are left out.
///
/// Returns the lower and the upper edge, as [`Series::band`](crate::Series::band) takes them.
pub(crate) fn thin_envelope(
    points: impl ExactSizeIterator<Item = Point>,
    columns: usize,
) -> (Vec<Point>, Vec<Point>) {
    let count = points.len() as u128;
    let columns = (columns.max(1) as u128).min(count.max(1));
    let mut done: Vec<Column> = Vec::new();
    let mut current = None;
    for (i, point) in points.enumerate().filter(|(_, p)| p.0.is_finite() && p.1.is_finite()) {
        let column = i as u128 * columns / count.max(1);
        match done.last_mut() {
            Some(open) if current == Some(column) => open.add(point),
            _ => done.push(Column::new(point)),
        }
        current = Some(column);
    }
    let edge = |height: fn(&Column) -> f64| {
        let ends = |c: &Column| {
            let y = height(c);
            // One point is one point, not two at the same place.
            [Some((c.first, y)), (c.last != c.first).then_some((c.last, y))]
        };
        done.iter().flat_map(ends).flatten().collect()
    };
    (edge(|c| c.low), edge(|c| c.high))
}

struct Column {
    first: f64,
    last: f64,
    low: f64,
    high: f64,
}

impl Column {
    fn new((x, y): Point) -> Self {
        Self { first: x, last: x, low: y, high: y }
    }

    fn add(&mut self, (x, y): Point) {
        self.last = x;
        self.low = self.low.min(y);
        self.high = self.high.max(y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(i: u32) -> f64 {
        f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 23) - 1.0
    }

    fn record(count: u32) -> Vec<Point> {
        (0..count).map(|i| (f64::from(i) / 48e3, noise(i) * f64::from(i % 977))).collect()
    }

    /// The ordinate of an edge at `x`.
    fn at(edge: &[Point], x: f64) -> f64 {
        let right = edge.partition_point(|p| p.0 < x);
        let (a, b) = (edge[right.saturating_sub(1)], edge[right]);
        if b.0 == a.0 { b.1 } else { a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0) }
    }

    #[test]
    fn the_band_holds_every_sample_and_no_more_than_its_column() {
        let points = record(100_003);
        let (lower, upper) = thin_envelope(points.iter().copied(), 700);
        assert!(lower.len() <= 1400 && lower.len() == upper.len());
        for &(x, y) in &points {
            assert!(at(&lower, x) <= y && y <= at(&upper, x));
        }
        for (low, high) in lower.chunks(2).zip(upper.chunks(2)) {
            let inside = || points.iter().filter(|p| p.0 >= low[0].0 && p.0 <= low[1].0);
            assert_eq!(inside().map(|p| p.1).fold(f64::INFINITY, f64::min), low[0].1);
            assert_eq!(inside().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max), high[0].1);
            assert!((142..=143).contains(&inside().count()));
        }
    }

    #[test]
    fn few_points_are_the_line_itself() {
        let points = record(50);
        let (lower, upper) = thin_envelope(points.iter().copied(), 50);
        assert_eq!(lower, points);
        assert_eq!(upper, points);
        assert_eq!(thin_envelope(points.iter().copied(), 4000).0, points);
    }

    #[test]
    fn odd_input() {
        assert_eq!(thin_envelope([].into_iter(), 9), (vec![], vec![]));
        let gaps = [(0.0, 1.0), (1.0, f64::NAN), (f64::INFINITY, 2.0), (3.0, -1.0)];
        let (lower, upper) = thin_envelope(gaps.into_iter(), 0);
        assert_eq!(lower, [(0.0, -1.0), (3.0, -1.0)]);
        assert_eq!(upper, [(0.0, 1.0), (3.0, 1.0)]);
    }
}
