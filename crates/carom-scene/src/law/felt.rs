//! Felt, as on a piano hammer.

use std::ops::Bound::Excluded;

use super::{EXPONENT, FieldError, Fields, InvalidValue, Law, Limit, STIFFNESS, Spec};
use carom::law::{Felt as Relaxation, hammer};

const KEYS: Limit = Limit::between(*hammer::KEYS.start() as f64, *hammer::KEYS.end() as f64, "");
const SHARE: Limit = Limit { low: Excluded(0.0), high: Excluded(1.0), unit: "" };

law_fields! {
    /// Stulov's felt, f = k·(x^α − ε·z) with ż = (x^α − z)/τ, which recovers more slowly than it
    /// yields. Give the `key` of a piano hammer, or all other parameters.
    Felt {}
    optional {
        /// The hammer of this key of a piano, from 1 (lowest) to 88, instead of everything below.
        key: u32 = Some(40), KEYS, 40;
        /// The stiffness k (N/m^α), above 0, of a strike too fast for the felt to yield.
        stiffness: f64 = None, STIFFNESS, 1e18;
        /// The exponent α, 1 or above.
        exponent: f64 = None, EXPONENT, 4.3;
        /// The hysteresis ε, above 0 and below 1: the share of the force that relaxes.
        hysteresis: f64 = None, SHARE, 0.99;
        /// The relaxation time τ (s), above 0.
        relaxation: f64 = None, Limit::above(0.0, "s"), 2e-6;
    }
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
    /// it never pulls: the force is 0 there, and the energy of the surfaces is lost.
    adhesive
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
