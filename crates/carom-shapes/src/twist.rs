//! Twisting of bars of rectangular section, by Saint-Venant: GJ·θ″ = ρI_p·θ̈, with sections that are
//! free to warp (Love, Mathematical Theory of Elasticity, 1927, §§221 and 279). Warping that ends
//! or changes along the bar would hold against, is left out: it stiffens flat bars a little.

use std::f64::consts::{PI, SQRT_2};

use crate::beam::Ends;
use crate::special::{Form, Line, MOST_MODES, cos_pi, sin_pi};
use crate::{Elastic, Motion, Place};

/// A rectangle (m).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rectangle {
    pub(crate) width: f64,
    pub(crate) thickness: f64,
}

impl Rectangle {
    /// J (m⁴): it resists a twist with GJ. With a the larger side and b the smaller one,
    /// ab³/3·(1 − 192/π⁵·(b/a)·Σ tanh(nπa/2b)/n⁵) over odd n (Love 1927, §221).
    pub(crate) fn torsion(&self) -> f64 {
        let (a, b) = (self.width.max(self.thickness), self.width.min(self.thickness));
        // Σ 1/n⁵ over odd n is 31/32·ζ(5); what tanh lacks of 1 vanishes soon.
        let term = |n: i32| {
            let lack = 2.0 / ((PI * f64::from(n) * a / b).exp() + 1.0);
            lack / f64::from(n).powi(5)
        };
        let sum = 31.0 / 32.0 * 1.036_927_755_143_37 - (1..13).step_by(2).map(term).sum::<f64>();
        a * b.powi(3) / 3.0 * (1.0 - 192.0 / PI.powi(5) * b / a * sum)
    }

    /// I_p (m⁴): it turns with the inertia ρI_p.
    pub(crate) fn polar(&self) -> f64 {
        let square = self.width.powi(2) + self.thickness.powi(2);
        self.width * self.thickness * square / 12.0
    }

    /// How far an edge moves up when the mean square of the motion of the section is 1.
    pub(crate) fn edge(&self) -> f64 {
        3.0_f64.sqrt() * self.width / self.width.hypot(self.thickness)
    }
}

/// A mode in which a bar turns about its length; the mean square of its whole motion is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twist {
    along: Along,
    edge: f64,
}

#[derive(Clone, Copy, Debug)]
enum Along {
    Even,
    /// With so many half waves, antinodes at the ends.
    Cosine(f64),
    /// A node at place 0.
    Sine(f64),
}

impl Twist {
    /// All modes up to a frequency: f = n/(2L)·√(GJ/ρI_p), from n = 1 by 1, with one end held from
    /// n = ½.
    pub(crate) fn all(
        ends: Ends,
        section: Rectangle,
        length: f64,
        elastic: &Elastic,
        up_to: f64,
    ) -> Vec<Line<Self>> {
        let speed = (elastic.shear / elastic.density * section.torsion() / section.polar()).sqrt();
        let line = |number: usize| {
            let n = number as f64;
            let (halves, along) = match ends {
                Ends::Free => (n, Along::Cosine(n)),
                Ends::Clamped | Ends::Supported => (n, Along::Sine(n)),
                Ends::Cantilever => (n - 0.5, Along::Sine(n - 0.5)),
            };
            let frequency = halves * speed / (2.0 * length);
            let form = Self { along, edge: section.edge() };
            Line { frequency, name: format!("twist {number}"), form }
        };
        (1..=MOST_MODES).map(line).take_while(|line| line.frequency <= up_to).collect()
    }

    /// The motion of the rigid body about its length, on a suspension (Hz).
    pub(crate) fn roll(section: Rectangle, frequency: f64) -> Line<Self> {
        let form = Self { along: Along::Even, edge: section.edge() };
        Line { frequency, name: "roll".into(), form }
    }
}

impl Form for Twist {
    fn motion(&self) -> Motion {
        if matches!(self.along, Along::Even) { Motion::Whole } else { Motion::Twisting }
    }

    fn weight(&self, [x, across]: Place) -> f64 {
        let along = match self.along {
            Along::Even => 1.0,
            Along::Cosine(halves) => SQRT_2 * cos_pi(halves * x),
            Along::Sine(halves) => SQRT_2 * sin_pi(halves * x),
        };
        along * self.edge * (2.0 * across - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torsion_constants_are_those_of_the_books() {
        // J/(ab³) of Timoshenko and Goodier, Theory of Elasticity, 1951, §94, table 4.
        for (ratio, known) in
            [(1.0, 0.1406), (1.2, 0.166), (1.5, 0.196), (2.0, 0.229), (3.0, 0.263), (10.0, 0.312)]
        {
            for (width, thickness) in [(ratio, 1.0), (1.0, ratio)] {
                let found = Rectangle { width, thickness }.torsion() / ratio;
                assert!((found - known).abs() < 6e-4, "{ratio}: {found}");
            }
        }
        // Thin strips: ab³/3·(1 − 0.630·b/a).
        let thin = Rectangle { width: 1.0, thickness: 1e-3 };
        assert!((thin.torsion() / 1e-9 - (1.0 - 0.63025e-3) / 3.0).abs() < 1e-8);
    }
}
