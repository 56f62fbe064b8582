//! Beams, and the bending of slender ones by Euler and Bernoulli (Fletcher and Rossing 1998, The
//! Physics of Musical Instruments, 2.15 to 2.17).

use std::f64::consts::{PI, SQRT_2};

use crate::special::{Form, Line, sin_pi};
use crate::timoshenko::{Flexure, Slenderness};
use crate::twist::Twist;
use crate::{Elastic, Place};

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

/// A beam of any cross-section that bends and shears.
pub(crate) struct Beam {
    pub(crate) length: f64,
    /// Radius of gyration of the cross-section (m).
    pub(crate) gyration: f64,
    /// The shear coefficient K of the cross-section: it shears as if KGA were its stiffness.
    pub(crate) coefficient: f64,
    pub(crate) ends: Ends,
    /// Hz.
    pub(crate) suspension: f64,
}

impl Beam {
    /// Its modes up to a frequency: of the whole, if it is free, and in bending.
    pub(crate) fn lines(&self, elastic: &Elastic, up_to: f64) -> Vec<Line<Motion>> {
        let speed = (elastic.young / elastic.density).sqrt();
        let unit = self.gyration * speed / (2.0 * PI * self.length.powi(2));
        let turn = (self.gyration / self.length).powi(2);
        let shear = turn * elastic.young / (self.coefficient * elastic.shear);
        let mut lines = self.rigid(turn);
        let modes = Flexure::all(self.ends, Slenderness { turn, shear }, up_to / unit);
        for (i, mode) in modes.into_iter().enumerate() {
            let (frequency, name) = (mode.figure * unit, (i + 1).to_string());
            lines.push(Line { frequency, name, form: Motion::Bending(mode) });
        }
        lines
    }

    /// The motions of the rigid body, which only a free one has.
    fn rigid(&self, turn: f64) -> Vec<Line<Motion>> {
        if self.ends != Ends::Free {
            return Vec::new();
        }
        let line = |name: &str, form| Line { frequency: self.suspension, name: name.into(), form };
        // The mean of x² + r².
        let tilt = (1.0 / 12.0 + turn).sqrt().recip();
        vec![line("translation", Motion::Translation), line("rotation", Motion::Rotation(tilt))]
    }
}

/// What a beam does. The mean square of its whole motion is 1, that of its sections which turn
/// included: what a place moves by up and down is a little less.
#[derive(Debug)]
pub(crate) enum Motion {
    Translation,
    /// By so much at a length from the middle.
    Rotation(f64),
    Bending(Flexure),
    /// About its length.
    Twisting(Twist),
}

impl Form for Motion {
    fn motion(&self) -> crate::Motion {
        match self {
            Self::Translation | Self::Rotation(_) => crate::Motion::Whole,
            Self::Bending(_) => crate::Motion::Bending,
            Self::Twisting(twist) => twist.motion(),
        }
    }

    fn weight(&self, place: Place) -> f64 {
        match self {
            Self::Translation => 1.0,
            Self::Rotation(tilt) => tilt * (place[0] - 0.5),
            Self::Bending(mode) => mode.weight(place[0]),
            Self::Twisting(twist) => twist.weight(place),
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
