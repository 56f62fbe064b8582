//! Bending of slender beams by Euler and Bernoulli (Fletcher and Rossing 1998, The Physics of
//! Musical Instruments, 2.15 to 2.17).

use std::f64::consts::{PI, SQRT_2};

use crate::special::{Form, Line, MOST_MODES, object, sin_pi};
use crate::{Elastic, Object, Place};

/// How the ends are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ends {
    /// Both ends are free.
    #[default]
    Free,
    /// Both ends are clamped: they neither move nor turn.
    Clamped,
    /// Both ends are hinged: they do not move but turn freely.
    Supported,
    /// The end at place 0 is clamped, the end at place 1 is free.
    Cantilever,
}

/// A beam of any cross-section.
pub(crate) struct Beam {
    pub(crate) length: f64,
    /// Radius of gyration of the cross-section (m).
    pub(crate) gyration: f64,
    pub(crate) mass: f64,
    pub(crate) ends: Ends,
    /// Hz.
    pub(crate) suspension: f64,
}

impl Beam {
    /// Its modes up to a frequency, f = β²κ√(E/ρ)/(2πL²).
    pub(crate) fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let speed = (elastic.young / elastic.density).sqrt();
        let scale = self.gyration * speed / (2.0 * PI * self.length.powi(2));
        let line = |number: usize| {
            let form = Bending::new(self.ends, number);
            Line {
                frequency: form.beta.powi(2) * scale,
                name: number.to_string(),
                form: form.into(),
            }
        };
        let bending = (1..=MOST_MODES).map(line).take_while(|line| line.frequency <= up_to);
        object(self.mass, self.rigid().into_iter().chain(bending).collect(), up_to)
    }

    /// The motions of the rigid body, which only a free one has.
    fn rigid(&self) -> Vec<Line<Motion>> {
        if self.ends != Ends::Free {
            return Vec::new();
        }
        let line = |name: &str, form| Line { frequency: self.suspension, name: name.into(), form };
        vec![line("translation", Motion::Translation), line("rotation", Motion::Rotation)]
    }
}

#[derive(Debug)]
enum Motion {
    Translation,
    Rotation,
    Bending(Bending),
}

impl From<Bending> for Motion {
    fn from(bending: Bending) -> Self {
        Self::Bending(bending)
    }
}

impl Form for Motion {
    fn motion(&self) -> crate::Motion {
        match self {
            Self::Translation | Self::Rotation => crate::Motion::Whole,
            Self::Bending(_) => crate::Motion::Bending,
        }
    }

    fn weight(&self, place: Place) -> f64 {
        match self {
            Self::Translation => 1.0,
            Self::Rotation => 3.0_f64.sqrt() * (2.0 * place[0] - 1.0),
            Self::Bending(bending) => bending.weight(place[0]),
        }
    }
}

/// A mode in which the beam bends; all have mean square 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bending {
    ends: Ends,
    number: usize,
    /// Wave number times length.
    pub(crate) beta: f64,
}

impl Bending {
    /// The mode of a number from 1.
    pub(crate) fn new(ends: Ends, number: usize) -> Self {
        let n = number as f64;
        let beta = match ends {
            Ends::Supported => PI * n,
            // cos β·cosh β = 1, near (n + ½)π.
            Ends::Free | Ends::Clamped => nearby(n + 0.5, if number % 2 == 1 { 1.0 } else { -1.0 }),
            // cos β·cosh β = −1, near (n − ½)π.
            Ends::Cantilever => nearby(n - 0.5, if number % 2 == 1 { 1.0 } else { -1.0 }),
        };
        Self { ends, number, beta }
    }

    /// At a share of the length.
    pub(crate) fn weight(&self, x: f64) -> f64 {
        match self.ends {
            Ends::Supported => SQRT_2 * sin_pi(self.number as f64 * x),
            Ends::Free => self.about_the_middle(x - 0.5, 1.0),
            Ends::Clamped => self.about_the_middle(x - 0.5, -1.0),
            Ends::Cantilever => self.cantilever(x),
        }
    }

    /// With s from the middle, cos(βs)/cos(β/2) ± cosh(βs)/cosh(β/2) for the odd numbers, the same
    /// with sines for the even ones: + for free ends, where it is 2, − for clamped ones.
    fn about_the_middle(&self, s: f64, sign: f64) -> f64 {
        let half = 0.5 * self.beta;
        let distance = s.abs();
        // The hyperbolic functions overflow, their quotients do not.
        let decay = (-self.beta * (0.5 - distance)).exp();
        let (near, far) = ((-2.0 * self.beta * distance).exp(), (-self.beta).exp());
        if self.number % 2 == 1 {
            let hyperbolic = decay * (1.0 + near) / (1.0 + far);
            (self.beta * s).cos() / half.cos() + sign * hyperbolic
        } else {
            let hyperbolic = decay * (1.0 - near) / (1.0 - far);
            (self.beta * s).sin() / half.sin() + sign * s.signum() * hyperbolic
        }
    }

    /// cosh βx − cos βx − σ(sinh βx − sin βx) with σ = (cosh β + cos β)/(sinh β + sin β), with the
    /// growing and the decaying exponential written apart.
    fn cantilever(&self, x: f64) -> f64 {
        let (sine, cosine) = self.beta.sin_cos();
        let far = (-self.beta).exp();
        // (1 − σ)·e^β/2.
        let growing = (sine - cosine - far) / (1.0 - far * far + 2.0 * far * sine);
        let less = 2.0 * growing * far;
        let phase = self.beta * x;
        let exponentials =
            (1.0 - 0.5 * less) * (-phase).exp() + growing * (phase - self.beta).exp();
        exponentials - phase.cos() + (1.0 - less) * phase.sin()
    }
}

/// The root β = aπ + δ with a half a whole number and sin δ = ±1/cosh β. Each round gains at
/// least half a digit, for the lowest root, and more for all others.
fn nearby(half: f64, sign: f64) -> f64 {
    let mut beta = PI * half;
    for _ in 0..80 {
        let next = PI * half + (sign / beta.cosh()).asin();
        if next == beta {
            break;
        }
        beta = next;
    }
    beta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact() {
        let found = |ends| [1, 2, 3].map(|number| Bending::new(ends, number).beta);
        let free = [4.730_040_744_862_704, 7.853_204_624_095_838, 10.995_607_838_001_67];
        let cantilever = [1.875_104_068_711_961, 4.694_091_132_974_175, 7.854_757_438_237_613];
        for (ends, known) in
            [(Ends::Free, free), (Ends::Clamped, free), (Ends::Cantilever, cantilever)]
        {
            for (beta, known) in found(ends).into_iter().zip(known) {
                assert!((beta - known).abs() < 4e-15, "{ends:?}: {beta} is not {known}");
            }
        }
    }

    #[test]
    fn ends_move_as_they_are_held() {
        for number in [1, 2, 3, 4, 30, 31, 300, 301] {
            let at = |ends, x| Bending::new(ends, number).weight(x);
            for x in [0.0, 1.0] {
                assert!((at(Ends::Free, x).abs() - 2.0).abs() < 1e-12);
                assert!(at(Ends::Clamped, x).abs() < 1e-12);
                assert!(at(Ends::Supported, x).abs() < 1e-12);
            }
            assert!(at(Ends::Cantilever, 0.0).abs() < 1e-12, "{number}");
            assert!((at(Ends::Cantilever, 1.0).abs() - 2.0).abs() < 1e-11, "{number}");
        }
    }

    #[test]
    fn shapes_agree_with_the_textbook_where_that_does_not_overflow() {
        for number in 1..8 {
            let shape = Bending::new(Ends::Cantilever, number);
            let b = shape.beta;
            let sigma = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
            for x in [0.0, 0.2, 0.5, 0.9, 1.0] {
                let p = b * x;
                let known = p.cosh() - p.cos() - sigma * (p.sinh() - p.sin());
                assert!((shape.weight(x) - known).abs() < 1e-5, "{number} {x}");
            }
        }
    }
}
