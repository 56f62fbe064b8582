//! A rectangular membrane.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::special::{Form, Line, MOST_MODES, object, sin_pi};
use crate::{Elastic, Fault, Object, Place, Places, Resonator};

/// A rectangular skin that a frame keeps under tension.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct RectangularMembrane {
    /// Length (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub length: f64,
    /// Width (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub width: f64,
    /// Tension (N/m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub tension: f64,
    /// Thickness (m), above 0.
    #[cfg_attr(feature = "schemars", schemars(extend("exclusiveMinimum" = 0)))]
    pub thickness: f64,
}

/// A skin as of a frame drum.
impl Default for RectangularMembrane {
    fn default() -> Self {
        Self { length: 0.5, width: 0.3, tension: 2000.0, thickness: 2e-4 }
    }
}

impl Resonator for RectangularMembrane {
    fn faults(&self) -> Vec<Fault> {
        let values = [
            ("length", self.length),
            ("width", self.width),
            ("tension", self.tension),
            ("thickness", self.thickness),
        ];
        values
            .into_iter()
            .filter_map(|(field, value)| Fault::unless_above_zero(field, value))
            .collect()
    }

    fn doubts(&self) -> Vec<(&'static str, String)> {
        let thick = self.thickness > 0.01 * self.length.min(self.width);
        thick.then(super::thick).into_iter().collect()
    }

    fn places(&self) -> Places {
        Places::Rectangle
    }

    fn size(&self) -> [f64; 2] {
        [self.length, self.width]
    }

    /// f = c/2·√((m/a)² + (n/b)²) with c = √(T/σ).
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let surface_density = elastic.density * self.thickness;
        let half_speed = 0.5 * (self.tension / surface_density).sqrt();
        let frequency = |m: u32, n: u32| {
            half_speed * (f64::from(m) / self.length).hypot(f64::from(n) / self.width)
        };
        let line = |(frequency, m, n)| {
            let form = Sines { m: f64::from(m), n: f64::from(n) };
            Line { frequency, name: format!("({m}, {n})"), form }
        };
        let lines = Rising::new(frequency).take_while(|(frequency, ..)| *frequency <= up_to);
        let lines = lines.take(MOST_MODES).map(line).collect();
        object(surface_density * self.length * self.width, lines, up_to)
    }
}

/// All pairs of whole numbers from 1, by rising frequency, however long and narrow the membrane is:
/// the heap holds the next pair of every row that has begun, and of the one that has not.
struct Rising<F> {
    frequency: F,
    // The bits of numbers from 0 rise with them.
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
}

impl<F: Fn(u32, u32) -> f64> Rising<F> {
    fn new(frequency: F) -> Self {
        let mut pairs = Self { frequency, heap: BinaryHeap::new() };
        pairs.push(1, 1);
        pairs
    }

    fn push(&mut self, m: u32, n: u32) {
        self.heap.push(Reverse(((self.frequency)(m, n).to_bits(), m, n)));
    }
}

impl<F: Fn(u32, u32) -> f64> Iterator for Rising<F> {
    type Item = (f64, u32, u32);

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((bits, m, n)) = self.heap.pop()?;
        self.push(m, n + 1);
        if n == 1 {
            self.push(m + 1, 1);
        }
        Some((f64::from_bits(bits), m, n))
    }
}

/// 2·sin(mπx)·sin(nπy).
#[derive(Debug)]
struct Sines {
    m: f64,
    n: f64,
}

impl Form for Sines {
    fn weight(&self, [x, y]: Place) -> f64 {
        2.0 * sin_pi(self.m * x) * sin_pi(self.n * y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{STEEL, assert_orthonormal, assert_sound, square};

    fn skin() -> RectangularMembrane {
        RectangularMembrane { length: 0.5, width: 0.3, tension: 2000.0, thickness: 2e-4 }
    }

    #[test]
    fn frequencies_follow_the_formula_and_none_is_missing() {
        let object = skin().design(&STEEL, 2000.0);
        let speed = (2000.0_f64 / (7850.0 * 2e-4)).sqrt();
        let mut expected = Vec::new();
        for m in 1..100 {
            for n in 1..100 {
                let (x, y) = (f64::from(m) / 0.5, f64::from(n) / 0.3);
                expected.push(0.5 * speed * (x * x + y * y).sqrt());
            }
        }
        expected.retain(|frequency| *frequency <= 2000.0);
        expected.sort_by(f64::total_cmp);
        assert_eq!(object.modes.len(), expected.len());
        for (mode, expected) in object.modes.iter().zip(expected) {
            assert!((mode.frequency / expected - 1.0).abs() < 1e-13);
        }
        assert_eq!(object.modes[0].name, "(1, 1)");
        assert_eq!(object.modes[1].name, "(2, 1)");
        assert!((object.mass - 7850.0 * 2e-4 * 0.15).abs() < 1e-15);
    }

    #[test]
    fn shapes_are_orthonormal_and_sound() {
        assert_orthonormal(&skin().design(&STEEL, 400.0), &square(120), 12);
        assert_sound(&skin().design(&STEEL, 2000.0), 2000.0);
    }

    #[test]
    fn extremes_end() {
        let ribbon = RectangularMembrane { length: 1e6, width: 1e-3, ..skin() };
        assert_eq!(ribbon.design(&STEEL, f64::INFINITY).modes.len(), MOST_MODES);
        let vast = RectangularMembrane { length: 1e300, width: 1e300, ..skin() };
        assert_eq!(vast.design(&STEEL, 2e4).modes.len(), MOST_MODES);
        let small = RectangularMembrane { length: 1e-300, ..skin() };
        assert!(small.design(&STEEL, 2e4).modes.is_empty());
    }

    #[test]
    fn faults_are_told() {
        assert!(skin().faults().is_empty() && skin().doubts().is_empty());
        assert_eq!(RectangularMembrane { tension: 0.0, ..skin() }.faults()[0].field, "tension");
        assert_eq!(RectangularMembrane { thickness: 0.1, ..skin() }.doubts().len(), 1);
    }
}
