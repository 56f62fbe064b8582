//! Numbers as they stand in print.

use serde::{Deserialize, Deserializer};

/// A published number with the digits that were printed.
///
/// ```
/// use carom_papers::study::Printed;
/// let printed = Printed::new("15.780");
/// assert!(printed.is_met_by(15.7804) && printed.is_met_by(15.7796));
/// assert!(!printed.is_met_by(15.7795 - 1e-6));
/// // Authors cut as often as they round.
/// assert!(printed.is_met_by(15.7809));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    text: String,
    value: f64,
    unit: f64,
}

impl Printed {
    /// Reads a number such as `-0.105`, `946.600` or `2e-6`; what is not one has no value, and
    /// nothing meets it.
    pub fn new(text: &str) -> Self {
        let value = text.parse().unwrap_or(f64::NAN);
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let exponent = exponent.parse::<i32>().unwrap_or(0);
        let places = i32::try_from(decimals).unwrap_or(0);
        Self { text: text.to_owned(), value, unit: 10_f64.powi(exponent - places) }
    }

    /// As it was printed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its value.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// One in the last digit that was printed.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// Whether a number, rounded or cut, is printed like this.
    pub fn is_met_by(&self, computed: f64) -> bool {
        let excess = self.sign() * (computed - self.value) / self.unit;
        (-0.5 - 1e-6..1.0).contains(&excess)
    }

    /// How far below and above a number may lie that is, rounded or cut, printed like this.
    pub fn allowed(&self) -> [f64; 2] {
        let (half, whole) = (0.5 * self.unit, self.unit);
        if self.sign() > 0.0 { [-half, whole] } else { [-whole, half] }
    }

    fn sign(&self) -> f64 {
        if self.value < 0.0 { -1.0 } else { 1.0 }
    }
}

impl<'de> Deserialize<'de> for Printed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let printed = Self::new(&text);
        if printed.value.is_finite() {
            return Ok(printed);
        }
        Err(serde::de::Error::custom(format!("`{text}` is not a number as it would be printed")))
    }
}
