//! A string on hinges.

use std::f64::consts::{PI, SQRT_2};

use carom::check::{Field, FieldError, Fields, Limit};

use crate::fields::{Warning, length, warn};
use crate::special::{Form, Line, MOST_MODES, object, sin_pi};
use crate::{Elastic, Object, Outline, OutlineKind, Place, Radiator, Resonator, Section};

/// A string between two hinges. Give exactly one of `tension` and `frequency`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
#[cfg_attr(feature = "schemars", schemars(extend("oneOf" = [
    { "required": ["frequency"] }, { "required": ["tension"] }
])))]
pub struct StringShape {
    /// Length (m).
    pub length: f64,
    /// Diameter (m).
    pub diameter: f64,
    /// Tension (N).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tension: Option<f64>,
    /// The fundamental (Hz) that the string would have without stiffness.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub frequency: Option<f64>,
    /// Whether stiffness raises the upper partials; without it they are harmonic.
    #[cfg_attr(feature = "serde", serde(default = "default_stiff"))]
    pub stiff: bool,
}

/// The middle C of a piano. Whoever gives a `tension` sets `frequency` to `None`.
impl Default for StringShape {
    fn default() -> Self {
        Self {
            length: 0.62,
            diameter: 0.001,
            tension: None,
            frequency: Some(261.63),
            stiff: default_stiff(),
        }
    }
}

fn default_stiff() -> bool {
    true
}

impl StringShape {
    /// kg/m.
    pub(crate) fn line_density(&self, density: f64) -> f64 {
        density * PI / 4.0 * self.diameter.powi(2)
    }

    /// Tension (N) and fundamental (Hz), f = √(T/μ)/2L.
    pub(crate) fn tuning(&self, density: f64) -> (f64, f64) {
        let line_density = self.line_density(density);
        if let Some(frequency) = self.frequency {
            return ((2.0 * self.length * frequency).powi(2) * line_density, frequency);
        }
        let tension = self.tension.unwrap_or_default();
        (tension, (tension / line_density).sqrt() / (2.0 * self.length))
    }

    /// B = π³Ed⁴/(64TL²) (Fletcher 1964, JASA 36, 203).
    pub(crate) fn inharmonicity(&self, young: f64, tension: f64) -> f64 {
        if !self.stiff {
            return 0.0;
        }
        PI.powi(3) * young * self.diameter.powi(4) / (64.0 * tension * self.length.powi(2))
    }
}

impl Fields for StringShape {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("length", self.length),
            length("diameter", self.diameter),
            Field::optional("tension", self.tension, Limit::above(0.0, "N"), 700.0),
            Field::optional("frequency", self.frequency, Limit::above(0.0, "Hz"), 261.63),
        ]
    }
}

impl Resonator for StringShape {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Tube, [self.length, self.diameter, self.diameter])
    }

    fn radiator(&self) -> Radiator {
        Radiator::Silent
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        one_of_two(self.tension, self.frequency)
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "the string is thicker than a tenth of its length: it is a bar rather than a \
                   string, and its partials lie elsewhere";
        warn(self.diameter > 0.1 * self.length, "diameter", why)
    }

    fn section(&self, elastic: &Elastic) -> Section {
        let tension = self.tuning(elastic.density).0;
        Section::Wire { radius: 0.5 * self.diameter, tension }
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let mass = self.line_density(elastic.density) * self.length;
        let (tension, fundamental) = self.tuning(elastic.density);
        let inharmonicity = self.inharmonicity(elastic.young, tension);
        let line = |partial: usize| {
            let n = partial as f64;
            let frequency = n * fundamental * (1.0 + inharmonicity * n * n).sqrt();
            Line { frequency, name: partial.to_string(), form: Sine(n) }
        };
        let lines = (1..=MOST_MODES).map(line).take_while(|line| line.frequency <= up_to);
        object(mass, lines.collect(), up_to)
    }
}

/// The error if not exactly one of them is given.
pub(crate) fn one_of_two(tension: Option<f64>, frequency: Option<f64>) -> Vec<FieldError> {
    let state = match (tension, frequency) {
        (Some(_), Some(_)) => "given along with `frequency`",
        (None, None) => "missing, and so is `frequency`",
        _ => return Vec::new(),
    };
    vec![FieldError {
        field: "tension",
        message: format!("`tension` is {state}"),
        label: "one of two".to_owned(),
        help: "give exactly one of `tension` and `frequency`".to_owned(),
    }]
}

/// √2·sin(nπx).
#[derive(Debug)]
struct Sine(f64);

impl Form for Sine {
    fn motion(&self) -> crate::Motion {
        crate::Motion::Taut
    }

    fn weight(&self, place: Place) -> f64 {
        SQRT_2 * sin_pi(self.0 * place[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::{STEEL, assert_close, assert_sound, ratios};

    fn piano() -> StringShape {
        let (tension, frequency) = (None, Some(261.63));
        StringShape { length: 0.62, diameter: 0.001, tension, frequency, stiff: true }
    }

    #[test]
    fn partials_of_a_piano_string_are_stretched() {
        let object = piano().design(&STEEL, 20_000.0);
        let tension = (2.0 * 0.62 * 261.63_f64).powi(2) * 7850.0 * PI / 4.0 * 1e-6;
        let b = PI.powi(3) * 2e11 * 1e-12 / (64.0 * tension * 0.62 * 0.62);
        // The order of magnitude known of middle C.
        assert!((1e-4..1e-3).contains(&b), "{b}");
        for (n, mode) in (1..).map(f64::from).zip(&object.modes) {
            let expected = n * 261.63 * (1.0 + b * n * n).sqrt();
            assert!((mode.frequency / expected - 1.0).abs() < 1e-12);
        }
        assert_sound(&object, 20_000.0);
    }

    #[test]
    fn tension_and_frequency_say_the_same() {
        let by_frequency = piano();
        let (tension, _) = by_frequency.tuning(STEEL.density);
        let by_tension = StringShape { tension: Some(tension), frequency: None, ..piano() };
        let (first, second) = (by_frequency.design(&STEEL, 5e3), by_tension.design(&STEEL, 5e3));
        assert_eq!(first.modes.len(), second.modes.len());
        assert!((first.modes[7].frequency / second.modes[7].frequency - 1.0).abs() < 1e-13);
    }

    #[test]
    fn an_ideal_string_is_harmonic() {
        let object = StringShape { stiff: false, ..piano() }.design(&STEEL, 2000.0);
        assert_close(&ratios(&object), &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 1e-14);
        assert_eq!(object.modes.len(), 7);
    }

    #[test]
    fn the_middle_is_a_node_of_every_other_mode() {
        let object = piano().design(&STEEL, 20_000.0);
        let middle = object.weights([0.5, 0.0]);
        assert!(middle.iter().skip(1).step_by(2).all(|weight| weight.abs() < 1e-12));
    }
}
