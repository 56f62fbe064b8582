//! The air in a pipe.

use std::f64::consts::{PI, SQRT_2};

use carom::check::{Field, Fields};

use crate::fields::{Warning, length, warn};
use crate::special::{Form, Line, MOST_MODES, cos_pi, object, sin_pi};
use crate::{Elastic, Object, Outline, OutlineKind, Place, Radiator, Resonator, Section};

/// How far the air beyond an open end swings along, in radii (Levine and Schwinger 1948, Physical
/// Review 73, 383: 0.6133 for a thin wall and long waves).
const END_CORRECTION: f64 = 0.61;

/// The column of air in a pipe; its motion is pressure. The material is that of the air.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Pipe {
    /// Length (m).
    pub length: f64,
    /// Inner diameter (m).
    pub diameter: f64,
    /// Which ends are open.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ends: PipeEnds,
}

/// A pipe as long as a flute, open at both ends.
impl Default for Pipe {
    fn default() -> Self {
        Self { length: 0.6, diameter: 0.02, ends: PipeEnds::Open }
    }
}

/// Which ends of a pipe are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PipeEnds {
    /// Both ends are open.
    #[default]
    Open,
    /// Both ends are closed.
    Closed,
    /// The end at place 0 is closed, the end at place 1 is open.
    HalfOpen,
}

impl Pipe {
    /// How far the column reaches beyond each open end (m).
    fn beyond(&self) -> f64 {
        END_CORRECTION * 0.5 * self.diameter
    }

    /// The column with what swings outside (m).
    fn acoustic_length(&self) -> f64 {
        let open = match self.ends {
            PipeEnds::Open => 2.0,
            PipeEnds::Closed => 0.0,
            PipeEnds::HalfOpen => 1.0,
        };
        self.length + open * self.beyond()
    }

    /// The shape of pressure in mode n.
    fn standing(&self, n: f64) -> Standing {
        let acoustic = self.acoustic_length();
        let slope = self.length / acoustic;
        match self.ends {
            PipeEnds::Open => Standing { sine: true, n, start: self.beyond() / acoustic, slope },
            PipeEnds::Closed => Standing { sine: false, n, start: 0.0, slope },
            PipeEnds::HalfOpen => Standing { sine: false, n: n - 0.5, start: 0.0, slope },
        }
    }
}

impl Fields for Pipe {
    fn fields(&self) -> Vec<Field> {
        vec![length("length", self.length), length("diameter", self.diameter)]
    }
}

impl Resonator for Pipe {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Tube, [self.length, self.diameter, self.diameter])
    }

    fn radiator(&self) -> Radiator {
        let area = PI / 4.0 * self.diameter.powi(2);
        let open = match self.ends {
            PipeEnds::Open => vec![[0.0, area], [self.length, area]],
            PipeEnds::Closed => Vec::new(),
            PipeEnds::HalfOpen => vec![[self.length, area]],
        };
        Radiator::Openings(self.length, open)
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "the pipe is wider than a quarter of its length: waves run across it as well as \
                   along it, and its open ends reach further than in the formula";
        warn(self.diameter > 0.25 * self.length, "diameter", why)
    }

    fn is_filled_with_gas(&self) -> bool {
        true
    }

    fn section(&self, _: &Elastic) -> Section {
        Section::Bore(0.5 * self.diameter)
    }

    /// The mass is that of all air that swings, with that beyond the open ends: over this column
    /// the shapes have mean square 1.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let acoustic = self.acoustic_length();
        let mass = elastic.density * PI / 4.0 * self.diameter.powi(2) * acoustic;
        let speed = (elastic.young / elastic.density).sqrt();
        let line = |number: usize| {
            let form = self.standing(number as f64);
            let frequency = form.n * speed / (2.0 * acoustic);
            Line { frequency, name: number.to_string(), form }
        };
        let lines = (1..=MOST_MODES).map(line).take_while(|line| line.frequency <= up_to);
        object(mass, lines.collect(), up_to)
    }
}

/// √2·sin(nπξ) or √2·cos(nπξ), where ξ = start + slope·x runs along the column.
#[derive(Debug)]
struct Standing {
    sine: bool,
    n: f64,
    start: f64,
    slope: f64,
}

impl Form for Standing {
    fn motion(&self) -> crate::Motion {
        crate::Motion::Gas
    }

    fn weight(&self, place: Place) -> f64 {
        let phase = self.n * (self.start + self.slope * place[0]);
        SQRT_2 * if self.sine { sin_pi(phase) } else { cos_pi(phase) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{
        AIR, along, assert_close, assert_orthonormal, assert_sound, ratios,
    };

    fn pipe(ends: PipeEnds) -> Pipe {
        Pipe { length: 0.6, diameter: 0.02, ends }
    }

    #[test]
    fn partials_are_harmonic_and_odd_if_half_open() {
        for ends in [PipeEnds::Open, PipeEnds::Closed] {
            let object = pipe(ends).design(&AIR, 5e3);
            assert_close(&ratios(&object), &[1.0, 2.0, 3.0, 4.0], 1e-12);
        }
        let object = pipe(PipeEnds::HalfOpen).design(&AIR, 5e3);
        assert_close(&ratios(&object), &[1.0, 3.0, 5.0, 7.0], 1e-12);
    }

    #[test]
    fn open_ends_lengthen_the_pipe() {
        let first = |ends| pipe(ends).design(&AIR, 5e3).modes[0].frequency;
        assert!((first(PipeEnds::Open) - 343.0 / (2.0 * 0.612_2)).abs() < 1e-9);
        assert!((first(PipeEnds::HalfOpen) - 343.0 / (4.0 * 0.606_1)).abs() < 1e-9);
        assert!((first(PipeEnds::Closed) - 343.0 / 1.2).abs() < 1e-9);
    }

    #[test]
    fn shapes_are_orthonormal_over_the_column() {
        for ends in [PipeEnds::Open, PipeEnds::Closed, PipeEnds::HalfOpen] {
            let pipe = pipe(ends);
            let beyond = pipe.beyond() / pipe.length;
            let from = if ends == PipeEnds::Open { -beyond } else { 0.0 };
            let to = if ends == PipeEnds::Closed { 1.0 } else { 1.0 + beyond };
            assert_orthonormal(&pipe.design(&AIR, 1e4), &along(from, to), 12);
        }
    }

    #[test]
    fn nodes_and_high_modes() {
        let object = pipe(PipeEnds::Open).design(&AIR, 2e5);
        assert!(object.modes.len() > 300);
        assert_sound(&object, 2e5);
        let middle = object.weights([0.5, 0.0]);
        assert!(middle.iter().skip(1).step_by(2).all(|weight| weight.abs() < 1e-12));
        let closed = pipe(PipeEnds::Closed).design(&AIR, 2e5).weights([0.5, 0.0]);
        assert!(closed.iter().step_by(2).all(|weight| weight.abs() < 1e-12));
    }
}
