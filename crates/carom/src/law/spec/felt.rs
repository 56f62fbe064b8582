//! Felt, as on a piano hammer.

use std::ops::Bound::Excluded;

use super::super::{Felt as Relaxation, hammer};
use super::{EXPONENT, Field, FieldError, Fields, InvalidValue, Law, Limit, STIFFNESS, Spec};

/// Stulov's felt, f = k·(x^α − ε·z) with ż = (x^α − z)/τ, which recovers more slowly than it gives
/// way: the parameters of a piano hammer by its key, or one by one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = super::describe::<Self>))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
pub struct Felt {
    /// The hammer of this key of a piano, from 1 (lowest) to 88, instead of everything below.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub key: Option<u32>,
    /// k (N/m^α), above 0: the stiffness of a strike too fast for the felt to yield.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stiffness: Option<f64>,
    /// α, 1 or above.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub exponent: Option<f64>,
    /// ε, above 0 and below 1: how much of the force the felt gives up in time.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub hysteresis: Option<f64>,
    /// τ (s), above 0: the time it takes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub relaxation: Option<f64>,
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false, it
    /// never pulls: the force is 0 there, and the energy that the surfaces still store is lost.
    #[cfg_attr(
        feature = "serde",
        serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")
    )]
    pub adhesive: bool,
}

impl Default for Felt {
    /// The hammer of the middle C.
    fn default() -> Self {
        let [stiffness, exponent, hysteresis, relaxation] = [None; 4];
        Self { key: Some(40), stiffness, exponent, hysteresis, relaxation, adhesive: true }
    }
}

impl Fields for Felt {
    fn fields(&self) -> Vec<Field> {
        let [lowest, highest] =
            [hammer::KEYS.start(), hammer::KEYS.end()].map(|key| f64::from(*key));
        let share = Limit { low: Excluded(0.0), high: Excluded(1.0), unit: "" };
        vec![
            Field::whole("key", self.key, Limit::between(lowest, highest, ""), 40),
            Field::optional("stiffness", self.stiffness, STIFFNESS, 1e18),
            Field::optional("exponent", self.exponent, EXPONENT, 4.3),
            Field::optional("hysteresis", self.hysteresis, share, 0.99),
            Field::optional("relaxation", self.relaxation, Limit::above(0.0, "s"), 2e-6),
        ]
    }
}

impl Spec for Felt {
    fn rule_errors(&self) -> Vec<FieldError> {
        let help = "give the `key` of a piano hammer, or all of stiffness, exponent, hysteresis \
                    and relaxation";
        let fields = self.fields();
        let given = fields[1..].iter().find(|field| field.value.is_some());
        let missing = fields[1..].iter().find(|field| field.value.is_none());
        let error = match (self.key, given, missing) {
            (Some(_), Some(field), _) => {
                let message = format!("the felt is given by both `key` and `{}`", field.name);
                FieldError::new(field.name, message, "one too many", help)
            }
            (None, _, Some(field)) => {
                let message = format!("felt without `{}`", field.name);
                FieldError::new("", message, "incomplete", help)
            }
            _ => return Vec::new(),
        };
        vec![error]
    }

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        if let Some(key) = self.key {
            return hammer::piano_hammer(key)?.law();
        }
        // A description without errors has all of them; NaN is refused with the name of the field.
        let of = |value: Option<f64>| value.unwrap_or(f64::NAN);
        let felt = Relaxation { hysteresis: of(self.hysteresis), relaxation: of(self.relaxation) };
        Law::felt(of(self.stiffness), of(self.exponent), felt)
    }
}
