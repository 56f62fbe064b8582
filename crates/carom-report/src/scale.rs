//! From values to pixels.

use crate::style::TICK;
use crate::text;
use crate::ticks::{self, Ticks};

/// Limits a value to the range in which differences and paddings stay finite and precise.
pub(crate) fn bounded(value: f64, log: bool) -> f64 {
    if log { value.clamp(1e-305, 1e306) } else { value.clamp(-1e307, 1e307) }
}

/// The interval that data cover.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    lo: f64,
    hi: f64,
    /// A heat map fills the frame: no room is left around it.
    pub(crate) tight: bool,
}

impl Span {
    pub(crate) const EMPTY: Self = Self { lo: f64::INFINITY, hi: f64::NEG_INFINITY, tight: false };

    pub(crate) fn add(&mut self, value: f64) {
        self.lo = self.lo.min(value);
        self.hi = self.hi.max(value);
    }

    /// The bounds; none without data.
    pub(crate) fn bounds(self) -> Option<(f64, f64)> {
        (self.lo <= self.hi).then_some((self.lo, self.hi))
    }
}

/// A resolved axis: values to pixels.
#[derive(Debug, Clone)]
pub(crate) struct Scale {
    lo: f64,
    hi: f64,
    log: bool,
    flip: bool,
    pub(crate) length: f64,
    pub(crate) ticks: Ticks,
}

impl Scale {
    /// A scale without ticks. With `flip`, values grow to the left, or upwards.
    pub(crate) fn new((lo, hi): (f64, f64), log: bool, flip: bool, length: f64) -> Self {
        Self { lo, hi, log, flip, length, ticks: Ticks::default() }
    }

    /// The pixel of a value; none where the value has no place on the axis.
    pub(crate) fn at(&self, value: f64) -> Option<f64> {
        if !value.is_finite() || (self.log && value <= 0.0) {
            return None;
        }
        let value = bounded(value, self.log);
        // Halves, so that the difference of the two ends of the number range stays finite.
        let place = |v: f64| if self.log { v.log10() } else { v / 2.0 };
        let (from, to) = (place(self.lo), place(self.hi));
        let fraction = ((place(value) - from) / (to - from)).clamp(-1e9, 1e9);
        let fraction = if self.flip { 1.0 - fraction } else { fraction };
        fraction.is_finite().then_some(fraction * self.length)
    }

    /// As [`Scale::at`], but values that are not positive lie below the end of a logarithmic axis.
    pub(crate) fn at_or_below(&self, value: f64) -> Option<f64> {
        let below = self.log && value <= 0.0;
        let pixel = if below { self.at(self.lo * (self.lo / self.hi)) } else { self.at(value) };
        pixel.or(below.then_some(if self.flip { 2.0 * self.length } else { -self.length }))
    }

    /// As many ticks as suit the length and leave room for their labels.
    pub(crate) fn fitting_ticks(&self, vertical: bool) -> Ticks {
        let invited = if vertical { self.length / 42.0 } else { self.length / 55.0 };
        let most = (invited as usize).clamp(2, 12);
        let make = |count| {
            let marks = if self.log { ticks::log } else { ticks::linear };
            marks(self.lo, self.hi, count)
        };
        let fits = |ticks: &Ticks| vertical || !self.crowded(ticks);
        // A single tick would not show the scale: two that are too close are better.
        let several = || (1..=most).rev().map(make).filter(|ticks| ticks.major.len() > 1);
        several().find(fits).or_else(|| several().next_back()).unwrap_or_else(|| make(most))
    }

    fn crowded(&self, ticks: &Ticks) -> bool {
        let place = |(value, label): &(f64, String)| {
            Some((self.at(*value)?, text::width(label, TICK) / 2.0))
        };
        let places: Vec<_> = ticks.major.iter().filter_map(place).collect();
        places.windows(2).any(|p| (p[1].0 - p[0].0).abs() < p[0].1 + p[1].1 + 9.0)
    }
}
