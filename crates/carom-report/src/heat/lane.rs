//! One direction of a heat map: which cells each row or column of the picture shows.

use std::ops::Range;

use crate::scale::{self, Scale};

/// A cell's place on the axis in pixels, and its number in the matrix.
#[derive(Debug, Clone, Copy)]
struct Cell {
    lo: f64,
    hi: f64,
    index: usize,
}

impl Cell {
    fn centre(&self) -> f64 {
        self.lo / 2.0 + self.hi / 2.0
    }
}

/// How the cells of one direction become rows or columns of the picture.
pub(crate) struct Lane {
    /// Where the picture begins and ends on the axis, in pixels.
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// For each row or column of the picture the cells that share it, as places in `order`.
    pub(crate) picks: Vec<Range<usize>>,
    /// Numbers of cells in the matrix, by growing pixel.
    pub(crate) order: Vec<usize>,
}

impl Lane {
    pub(crate) fn new(centres: &[f64], scale: &Scale) -> Self {
        let cells = cells(centres, scale);
        let order = cells.iter().map(|cell| cell.index).collect();
        let length = scale.length;
        let visible = visible(&cells, length);
        match even(&cells[visible.clone()], length) {
            // Each cell is one pixel of the picture, which is exact at any magnification.
            Some((from, to)) => {
                let picks = visible.map(|i| i..i + 1).collect();
                Self { from, to, picks, order }
            }
            None => Self { from: 0.0, to: length, picks: resampled(&cells, length), order },
        }
    }
}

/// The bounds of cells around their centres, half way to the neighbours, by growing value, each
/// with the number of its cell. Centres that are not finite have no cell.
pub(crate) fn edges(centres: &[f64]) -> Vec<(f64, f64, usize)> {
    let mut places: Vec<(f64, usize)> = centres.iter().copied().zip(0..).collect();
    places.retain(|(centre, _)| centre.is_finite());
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = |i: usize, j: usize| match (places.get(i), places.get(j)) {
        (Some(a), Some(b)) => (b.0 / 2.0 - a.0 / 2.0).abs(),
        // A single cell has no neighbour to tell its width.
        _ if places.len() < 2 => 0.5,
        _ => 0.0,
    };
    let last = places.len().saturating_sub(1);
    let edge = |(i, &(centre, index)): (usize, &(f64, usize))| {
        let before = if i == 0 { half(0, 1) } else { half(i - 1, i) };
        let after = if i == last { half(last.wrapping_sub(1), last) } else { half(i, i + 1) };
        (scale::bounded(centre - before, false), scale::bounded(centre + after, false), index)
    };
    places.iter().enumerate().map(edge).collect()
}

/// The cells by growing pixel.
fn cells(centres: &[f64], scale: &Scale) -> Vec<Cell> {
    let cell = |&(a, b, index): &(f64, f64, usize)| {
        let (a, b) = scale.at_or_below(a).zip(scale.at_or_below(b))?;
        Some(Cell { lo: a.min(b), hi: a.max(b), index })
    };
    let mut cells: Vec<Cell> = edges(centres).iter().filter_map(cell).collect();
    cells.retain(|cell| cell.hi > cell.lo);
    cells.sort_by(|a, b| a.lo.total_cmp(&b.lo));
    cells
}

/// Those of the cells that reach into the frame.
fn visible(cells: &[Cell], length: f64) -> Range<usize> {
    let first = cells.partition_point(|cell| cell.hi <= 0.0);
    let last = cells.partition_point(|cell| cell.lo < length);
    first..last.max(first)
}

/// The bounds of cells that are equally wide, at least a pixel each.
fn even(cells: &[Cell], length: f64) -> Option<(f64, f64)> {
    let (from, to) = (cells.first()?.lo, cells.last()?.hi);
    let width = (to - from) / cells.len() as f64;
    let near = |(i, cell): (usize, &Cell)| {
        let (lo, hi) = (from + i as f64 * width, from + (i + 1) as f64 * width);
        (cell.lo - lo).abs() < 0.05 && (cell.hi - hi).abs() < 0.05
    };
    let fine = width >= 1.0 && to - from < 8.0 * length && cells.iter().enumerate().all(near);
    fine.then_some((from, to))
}

/// One row or column per pixel of the frame. It shows all cells whose centres it contains, so that
/// no cell is lost however small, or else the cell that it lies in.
fn resampled(cells: &[Cell], length: f64) -> Vec<Range<usize>> {
    let count = length.ceil().clamp(1.0, 8192.0) as usize;
    let pixel = length / count as f64;
    let pick = |i: usize| {
        let (left, right) = (i as f64 * pixel, (i + 1) as f64 * pixel);
        let from = cells.partition_point(|cell| cell.centre() < left);
        let to = cells.partition_point(|cell| cell.centre() < right);
        if from < to {
            return from..to;
        }
        let middle = left / 2.0 + right / 2.0;
        let around = cells.partition_point(|cell| cell.hi <= middle);
        let inside = cells.get(around).is_some_and(|cell| cell.lo <= middle);
        around..around + usize::from(inside)
    };
    (0..count).map(pick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(lo: f64, hi: f64, log: bool, flip: bool) -> Scale {
        Scale::new((lo, hi), log, flip, 100.0)
    }

    /// The numbers of the cells that each row or column shows.
    fn shown(lane: &Lane) -> Vec<Vec<usize>> {
        lane.picks.iter().map(|pick| lane.order[pick.clone()].to_vec()).collect()
    }

    #[test]
    fn even_cells_become_pixels_where_they_lie() {
        let lane = Lane::new(&[0.0, 1.0, 2.0, 3.0], &scale(0.0, 2.0, false, false));
        assert_eq!((lane.from, lane.to), (-25.0, 125.0));
        assert_eq!(shown(&lane), [[0], [1], [2]]);
        let lane = Lane::new(&[3.0, 2.0, f64::NAN, 1.0], &scale(0.5, 3.5, false, true));
        assert_eq!(shown(&lane), [[0], [1], [3]]);
        assert!((lane.from.abs() < 1e-9) && (lane.to - 100.0).abs() < 1e-9);
    }

    #[test]
    fn no_cell_is_lost_when_many_share_a_pixel() {
        let centres: Vec<f64> = (0..2500).map(f64::from).collect();
        let lane = Lane::new(&centres, &scale(-0.5, 2499.5, false, false));
        let all: Vec<usize> = shown(&lane).concat();
        assert_eq!(all, (0..2500).collect::<Vec<_>>());
        assert_eq!(lane.picks.len(), 100);
    }

    #[test]
    fn even_frequencies_on_a_logarithmic_axis() {
        let centres: Vec<f64> = (0..=1000).map(|i| f64::from(i) * 20.0).collect();
        let scale = scale(20.0, 20_000.0, true, true);
        let lane = Lane::new(&centres, &scale);
        for index in [1_usize, 2, 5, 50, 400, 999] {
            let pixel = scale.at(centres[index]).unwrap();
            let row = (pixel.floor() as usize).min(99);
            assert!(shown(&lane)[row].contains(&index), "{index} at {pixel}");
        }
        // The wide cells at the bottom of the axis end half way to their neighbours.
        let (below, above) = (scale.at(29.0).unwrap(), scale.at(31.0).unwrap());
        assert_eq!(shown(&lane)[below as usize], [1]);
        assert_eq!(shown(&lane)[above as usize - 1], [2]);
        let seen: Vec<usize> = shown(&lane).concat();
        assert!((1..1000).all(|i| seen.contains(&i)));
    }

    #[test]
    fn what_lies_outside_is_not_shown() {
        let lane = Lane::new(&[5.0, 6.0], &scale(0.0, 1.0, false, false));
        assert!(lane.picks.iter().all(Range::is_empty));
        assert!(Lane::new(&[], &scale(0.0, 1.0, false, false)).order.is_empty());
        let lane = Lane::new(&[0.5, 0.5, 0.5], &scale(0.0, 1.0, false, false));
        assert!(lane.picks.iter().all(Range::is_empty), "cells without width");
    }
}
