//! Heights that were measured.

use carom::check::FieldError;
use carom_files::csv::{CsvError, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Heights from a table. Between rows the height is a smooth curve that stays between theirs.
/// Beyond its ends the table is repeated over and over; from its last row to its first it goes by
/// the mean distance of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct File {
    /// The path of a CSV file, relative to the directory of the scene. Its header names `position`
    /// and `height`, both in m; positions rise. The table is repeated if the path is longer.
    pub path: String,
}

impl File {
    pub(super) fn errors(&self) -> Vec<FieldError> {
        if !self.path.trim().is_empty() {
            return Vec::new();
        }
        let (message, help) =
            (format!("`path` is {:?}", self.path), "`path` must be the path of a CSV file");
        vec![FieldError::new("path", message, "out of range", help)]
    }
}

/// Larger positions and heights (m) lose the digits of their differences.
const FARTHEST: f64 = 1e9;

/// At least two rows, positions rising.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measured {
    positions: Vec<f64>,
    heights: Vec<f64>,
    /// The distance after which the table comes again.
    period: f64,
}

impl Measured {
    /// The columns `position` and `height` of a table.
    pub(super) fn from_table(table: &Table) -> Result<Self, CsvError> {
        let column = |name: &str, values: &[f64]| {
            let Some(row) = values.iter().position(|value| value.abs() > FARTHEST) else {
                return Ok(values.to_vec());
            };
            let message = format!("{:e} is too far; it must be from -1e9 to 1e9 m", values[row]);
            Err(table.cell_error(row, name, message))
        };
        let positions = column("position", table.rising_column("position")?)?;
        let heights = column("height", table.column("height")?)?;
        let measured = Self::new(positions, heights);
        measured.ok_or_else(|| table.error("1 row below the header: at least 2 are needed"))
    }

    /// Nothing if there are fewer than two rows.
    pub(super) fn new(positions: Vec<f64>, heights: Vec<f64>) -> Option<Self> {
        let (first, last) = (positions.first()?, positions.last()?);
        let gaps = positions.len().min(heights.len()).checked_sub(1).filter(|&gaps| gaps > 0)?;
        let span = last - first;
        Some(Self { period: span + span / gaps as f64, positions, heights })
    }

    /// The width of the finest features: two rows where they are closest. Rows far closer than
    /// the others are no sign of fine features.
    pub(super) fn finest(&self) -> f64 {
        let gaps = self.positions.windows(2).map(|pair| pair[1] - pair[0]);
        let mean = self.period / self.positions.len() as f64;
        2.0 * gaps.fold(mean, f64::min).max(mean / 16.0)
    }

    pub(super) fn relief(&self) -> f64 {
        let highest = self.heights.iter().copied().fold(f64::MIN, f64::max);
        let lowest = self.heights.iter().copied().fold(f64::MAX, f64::min);
        highest - lowest
    }

    pub(super) fn at(&self, position: f64) -> f64 {
        let first = self.positions[0];
        let place = first + (position - first).rem_euclid(self.period);
        let row = self.positions.partition_point(|&p| p <= place).max(1) as isize - 1;
        let [before, start, end, after] = [-1, 0, 1, 2].map(|offset| self.row(row + offset));
        let length = end.0 - start.0;
        let (low, high) = (slope(before, start, end), slope(start, end, after));
        hermite((place - start.0) / length, start.1, length * low, end.1, length * high)
    }

    /// A row of the endless table.
    fn row(&self, i: isize) -> (f64, f64) {
        let rows = self.positions.len() as isize;
        let (round, row) = (i.div_euclid(rows), i.rem_euclid(rows) as usize);
        (self.positions[row] + round as f64 * self.period, self.heights[row])
    }
}

/// The slope of the curve at the middle of three rows, such that it does not overshoot: Fritsch
/// and Butland, SIAM J. Sci. Stat. Comput. 5, 300 (1984), as PCHIP weighs it.
fn slope(before: (f64, f64), here: (f64, f64), after: (f64, f64)) -> f64 {
    let (left, right) = (here.0 - before.0, after.0 - here.0);
    let (rise, climb) = ((here.1 - before.1) / left, (after.1 - here.1) / right);
    if rise * climb <= 0.0 {
        return 0.0;
    }
    let (first, second) = (2.0 * right + left, right + 2.0 * left);
    (first + second) / (first / rise + second / climb)
}

/// The cubic from `start` to `end` over a unit with these slopes there.
fn hermite(t: f64, start: f64, start_slope: f64, end: f64, end_slope: f64) -> f64 {
    let (rise, rest) = (end - start, 1.0 - t);
    start + rise * t * t * (3.0 - 2.0 * t) + t * rest * (start_slope * rest - end_slope * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Measured {
        let positions = vec![0.1, 0.2, 0.25, 0.4, 0.5];
        Measured::new(positions, vec![0.0, 1e-3, 1.1e-3, -1e-3, 0.5e-3]).unwrap()
    }

    #[test]
    fn it_goes_through_its_rows_and_comes_again() {
        let measured = measured();
        for (position, height) in measured.positions.iter().zip(&measured.heights) {
            for round in [-3.0, 0.0, 7.0] {
                assert!((measured.at(position + round * 0.5) - height).abs() < 1e-12);
            }
        }
        assert!(measured.at(1e300).is_finite());
        assert!((measured.relief() - 2.1e-3).abs() < 1e-15);
        assert!((measured.finest() - 0.1).abs() < 1e-12);
    }

    #[test]
    fn it_stays_between_its_rows_without_corners() {
        let measured = measured();
        let at = |i: i32| measured.at(f64::from(i) * 1e-5);
        for i in 0..100_000 {
            assert!((-1e-3..=1.1e-3).contains(&at(i)));
            let bend = at(i + 1) - 2.0 * at(i) + at(i - 1);
            assert!(bend.abs() < 1e-9, "{i} {bend}");
        }
    }

    #[test]
    fn one_row_is_no_surface() {
        assert_eq!(Measured::new(vec![0.0], vec![1.0]), None);
        assert_eq!(Measured::new(vec![], vec![]), None);
    }

    #[test]
    fn a_table_must_hold_a_surface() {
        let read = |text: &str| Measured::from_table(&Table::parse(text, "a.csv").unwrap());
        let table = read("height,remark,position\n1e-3,x,0\n2e-3,y,0.5\n").unwrap();
        assert_eq!((table.positions, table.heights), (vec![0.0, 0.5], vec![1e-3, 2e-3]));
        for (text, expected) in [
            ("position,depth\n0,0\n", "a.csv, line 1: there is no column \"height\""),
            ("position,height\n0,deep\n", "a.csv, line 2, column \"height\": \"deep\" is not"),
            ("position,height\n0,1e10\n", "a.csv, line 2, column \"height\": 1e10 is too far"),
            ("position,height\n1,0\n0,0\n", "a.csv, line 3, column \"position\": 0 is not above 1"),
            ("position,height\n0,0\n", "a.csv: 1 row below the header"),
        ] {
            let shown = read(text).unwrap_err().to_string();
            assert!(shown.starts_with(expected), "{shown}");
        }
    }
}
