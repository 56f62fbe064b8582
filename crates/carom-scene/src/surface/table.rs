//! A curve through values at equal distances, without a jump in its slope.

/// Catmull and Rom's cubic through values from 0 to some length; constant beyond both ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    /// With one more value before the first and behind the last, so that no place is special.
    values: Vec<f64>,
    spacing: f64,
}

impl Table {
    /// At least two values, else it is flat.
    pub(super) fn new(values: &[f64], spacing: f64) -> Self {
        let values = if values.len() < 2 { &[0.0, 0.0] } else { values };
        let mut padded = Vec::with_capacity(values.len() + 2);
        // Mirrored, so that the slope is 0 at the ends as it is beyond.
        padded.push(values[1]);
        padded.extend_from_slice(values);
        padded.push(values[values.len() - 2]);
        Self { values: padded, spacing }
    }

    pub(super) fn spacing(&self) -> f64 {
        self.spacing
    }

    pub(super) fn intervals(&self) -> usize {
        self.values.len() - 3
    }

    pub(super) fn highest(&self) -> f64 {
        self.values.iter().copied().fold(f64::MIN, f64::max)
    }

    pub(super) fn at(&self, position: f64) -> f64 {
        let (t, [value, first, second, third]) = self.cubic(position);
        value + t * (first + t * (second + t * third))
    }

    pub(super) fn slope(&self, position: f64) -> f64 {
        let (t, [_, first, second, third]) = self.cubic(position);
        (first + t * (2.0 * second + t * 3.0 * third)) / self.spacing
    }

    /// How far between two values, and the coefficients of the cubic there.
    fn cubic(&self, position: f64) -> (f64, [f64; 4]) {
        let intervals = self.intervals();
        let place = (position / self.spacing).clamp(0.0, intervals as f64);
        let i = (place as usize).min(intervals - 1);
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| self.values[i + k]);
        let first = 0.5 * (c - a);
        let second = a - 2.5 * b + 2.0 * c - 0.5 * d;
        let third = 0.5 * (d - a) + 1.5 * (b - c);
        (place - i as f64, [b, first, second, third])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::new(&[1.0, 3.0, -2.0, 0.5, 0.5], 0.1)
    }

    #[test]
    fn it_goes_through_its_values_and_stays_beyond_them() {
        for (i, value) in [1.0, 3.0, -2.0, 0.5, 0.5].into_iter().enumerate() {
            assert!((table().at(i as f64 * 0.1) - value).abs() < 1e-12);
        }
        assert_eq!((table().at(-7.0), table().at(7.0), table().at(f64::INFINITY)), (1.0, 0.5, 0.5));
        assert_eq!((table().slope(-7.0), table().slope(7.0)), (0.0, 0.0));
        assert!(table().at(f64::NAN).is_nan());
        assert_eq!(Table::new(&[1.0], 1.0).at(0.5), 0.0);
    }

    #[test]
    fn its_slope_is_that_of_its_height_and_does_not_jump() {
        let table = table();
        for i in -1000..5000 {
            let position = f64::from(i) * 1e-4 + 0.33e-4;
            let slope = (table.at(position + 1e-7) - table.at(position - 1e-7)) / 2e-7;
            assert!((table.slope(position) - slope).abs() < 1e-4, "{position}");
            let jump = table.slope(position + 1e-4) - table.slope(position);
            assert!(jump.abs() < 0.7, "{position} {jump}");
        }
    }
}
