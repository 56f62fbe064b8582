//! Axes as the caller describes them, and the ranges they show.

use crate::scale::{self, Scale, Span};
use crate::ticks::{self, Ticks};

/// Ranges narrower than this fraction of their values are widened: their labels would need ten
/// digits.
const NARROWEST: f64 = 1e-9;

/// One axis of a [`Panel`](crate::Panel): label, unit, scale and range.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Axis {
    label: String,
    unit: String,
    log: bool,
    range: Option<(f64, f64)>,
    include: Vec<f64>,
    inverted: bool,
    pub(crate) categories: Vec<String>,
}

impl Axis {
    /// A linear axis. The unit may be empty.
    pub fn linear(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { label: label.into(), unit: unit.into(), ..Self::default() }
    }

    /// A logarithmic axis (base ten). Values that are not positive are left out.
    pub fn log(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self::linear(label, unit).logarithmic()
    }

    /// The same axis with a logarithmic scale.
    pub(crate) fn logarithmic(self) -> Self {
        Self { log: true, ..self }
    }

    /// An axis of named places at 0, 1, 2, ….
    pub fn categories<S: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = S>,
    ) -> Self {
        let categories: Vec<String> = names.into_iter().map(Into::into).collect();
        let end = categories.len() as f64 - 0.4;
        Self {
            range: (!categories.is_empty()).then_some((-0.6, end)),
            categories,
            ..Self::linear(label, "")
        }
    }

    /// Fixes the range. One that cannot be shown (not finite, empty, or not positive on a
    /// logarithmic axis) is ignored. The order of the bounds does not matter.
    pub fn range(mut self, from: f64, to: f64) -> Self {
        self.range = Some((from, to));
        self
    }

    /// Makes an automatic range include `value`.
    pub fn include(mut self, value: f64) -> Self {
        self.include.push(value);
        self
    }

    /// Reverses the direction: values grow to the left, or downwards.
    pub fn inverted(mut self) -> Self {
        self.inverted = true;
        self
    }

    /// Whether `value` has a place on this axis, whatever its range.
    pub(crate) fn admits(&self, value: f64) -> bool {
        value.is_finite() && (!self.log || value > 0.0)
    }

    /// The range the caller fixed, if it can be shown.
    pub(crate) fn fixed(&self) -> Option<(f64, f64)> {
        let (a, b) = self.range?;
        let usable = self.admits(a) && self.admits(b) && a != b;
        usable.then(|| (a.min(b), a.max(b)))
    }

    /// Whether `value` lies in the fixed range, or anywhere on an axis without one.
    pub(crate) fn shows(&self, value: f64) -> bool {
        self.admits(value) && self.fixed().is_none_or(|(lo, hi)| (lo..=hi).contains(&value))
    }

    /// The range to draw for data within `span`, padded by the fraction `pad` of its length.
    fn resolve(&self, mut span: Span, pad: f64) -> (f64, f64) {
        if let Some((lo, hi)) = self.fixed() {
            return if self.log { (lo, hi) } else { widen(clamp(lo), clamp(hi)) };
        }
        for &value in self.include.iter().filter(|v| self.admits(**v)) {
            span.add(value);
        }
        let pad = if span.tight { 0.0 } else { pad };
        match (span.bounds(), self.log) {
            (None, false) => (0.0, 1.0),
            (None, true) => (0.1, 10.0),
            (Some((lo, hi)), true) => pad_log(lo, hi, pad),
            (Some((lo, hi)), false) => {
                let (lo, hi) = widen(clamp(lo), clamp(hi));
                let room = pad * (hi - lo);
                (clamp(lo - room), clamp(hi + room))
            }
        }
    }

    /// The scale of this axis over `length` pixels.
    pub(crate) fn scale(&self, span: Span, length: f64, vertical: bool) -> Scale {
        let (lo, hi) = self.resolve(span, if vertical { 0.06 } else { 0.03 });
        let flip = vertical != self.inverted;
        let mut scale = Scale::new((lo, hi), self.log, flip, length);
        scale.ticks = if self.categories.is_empty() {
            scale.fitting_ticks(vertical)
        } else {
            let named = self.categories.iter().enumerate();
            let major = named.map(|(i, name)| (i as f64, name.clone())).collect();
            Ticks { major, ..Ticks::default() }
        };
        scale
    }

    /// The full label with unit and, where the marks share one, a power of ten.
    pub(crate) fn caption(&self, exponent: i32) -> String {
        let power = if exponent == 0 { String::new() } else { ticks::power(exponent) };
        let space = if power.is_empty() || self.unit.is_empty() { "" } else { " " };
        let unit = format!("{power}{space}{}", self.unit);
        match (self.label.is_empty(), unit.is_empty()) {
            (_, true) => self.label.clone(),
            (true, false) => unit,
            (false, false) => format!("{} ({unit})", self.label),
        }
    }
}

/// A text such as `time (ms)` or `ratio` is a linear axis with that label and unit.
impl From<&str> for Axis {
    fn from(text: &str) -> Self {
        let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
        let (label, unit) = parts.unwrap_or((text, ""));
        Self::linear(label, unit)
    }
}

fn clamp(value: f64) -> f64 {
    scale::bounded(value, false)
}

/// Widens a range that is too narrow for ticks around its middle.
fn widen(lo: f64, hi: f64) -> (f64, f64) {
    let largest = lo.abs().max(hi.abs());
    if hi - lo > (largest * NARROWEST).max(1e-300) {
        return (lo, hi);
    }
    let middle = lo / 2.0 + hi / 2.0;
    let room = if largest == 0.0 { 1.0 } else { (0.1 * largest).max(1e-300) };
    (middle - room, middle + room)
}

fn pad_log(lo: f64, hi: f64, pad: f64) -> (f64, f64) {
    let exponent = |v: f64| scale::bounded(v, true).log10();
    let (mut from, mut to) = (exponent(lo), exponent(hi));
    if to - from < 1e-6 {
        (from, to) = (from - 0.5, to + 0.5);
    }
    let room = pad * (to - from);
    let bound = |exponent: f64| 10f64.powf(exponent.clamp(-306.0, 307.0));
    (bound(from - room), bound(to + room))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(values: &[f64]) -> Span {
        let mut span = Span::EMPTY;
        values.iter().for_each(|v| span.add(*v));
        span
    }

    #[test]
    fn data_lie_inside_a_padded_range() {
        let scale = Axis::linear("x", "").scale(span(&[2.0, 4.0]), 100.0, false);
        let (a, b) = (scale.at(2.0).unwrap(), scale.at(4.0).unwrap());
        assert!(a > 1.0 && a < 10.0 && b > 90.0 && b < 99.0);
    }

    #[test]
    fn directions() {
        let up = Axis::linear("", "").range(0.0, 1.0);
        let at = |axis: &Axis, vertical| axis.scale(Span::EMPTY, 100.0, vertical).at(0.0).unwrap();
        assert_eq!(at(&up, false), 0.0);
        assert_eq!(at(&up, true), 100.0);
        assert_eq!(at(&up.clone().inverted(), false), 100.0);
        assert_eq!(at(&up.inverted(), true), 0.0);
    }

    #[test]
    fn every_range_gives_ticks_and_finite_pixels() {
        let extremes = [
            vec![],
            vec![0.0],
            vec![1.0, 1.0],
            vec![5e-324],
            vec![-1.7e308, 1.7e308],
            vec![1e-300, 1e300],
            vec![1.0, 1.0 + 1e-15],
            vec![f64::MAX],
            vec![-7.0],
        ];
        for values in extremes {
            for axis in [Axis::linear("", ""), Axis::log("", "")] {
                let kept: Vec<f64> = values.iter().copied().filter(|v| axis.admits(*v)).collect();
                let scale = axis.scale(span(&kept), 300.0, false);
                assert!(scale.ticks.major.len() >= 2, "{values:?} {axis:?} {scale:?}");
                for v in kept {
                    let pixel = scale.at(v).unwrap();
                    assert!((-40.0..=340.0).contains(&pixel), "{v} at {pixel} on {scale:?}");
                }
            }
        }
    }

    #[test]
    fn unusable_fixed_ranges_are_ignored() {
        let bad = [(f64::NAN, 1.0), (1.0, 1.0), (0.0, f64::INFINITY)];
        assert!(bad.iter().all(|r| Axis::linear("", "").range(r.0, r.1).fixed().is_none()));
        assert!(Axis::log("", "").range(0.0, 1.0).fixed().is_none());
        assert_eq!(Axis::linear("", "").range(2.0, 1.0).fixed(), Some((1.0, 2.0)));
    }

    #[test]
    fn captions_carry_unit_and_power() {
        let axis = Axis::linear("compression", "m");
        assert_eq!(axis.caption(-4), "compression (10⁻⁴ m)");
        assert_eq!(axis.caption(0), "compression (m)");
        assert_eq!(Axis::linear("ratio", "").caption(3), "ratio (10³)");
        assert_eq!(Axis::linear("ratio", "").caption(0), "ratio");
        assert_eq!(Axis::linear("", "").caption(0), "");
    }
}
