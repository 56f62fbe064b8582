//! Hunt and Crossley's wall.

use super::{EXPONENT, MU, RESTITUTION, SPEED, STIFFNESS};
use super::{FieldError, InvalidValue, Law, Limit, LossSpec, Spec};

law_fields! {
    /// Hunt and Crossley's wall, f = k·x^α·(1 + μẋ). Its loss is given by at most one of `mu`,
    /// `lambda`, and `restitution` with `speed`.
    HuntCrossley {
        /// The stiffness k (N/m^α), above 0.
        stiffness = 1e9, STIFFNESS;
        /// The exponent α, 1 or above.
        exponent = 1.5, EXPONENT;
    }
    optional {
        /// The loss μ = λ/k (s/m), 0 or above.
        mu: f64 = Some(0.5), MU, 0.5;
        /// The loss λ (N·s/m^(α+1)), 0 or above.
        lambda: f64 = None, Limit::from(0.0, "N·s/m^(exponent+1)"), 5e8;
        /// The speed after an impact over the speed before it, at `speed`: above 0, at most 1.
        restitution: f64 = None, RESTITUTION, 0.8;
        /// The approach speed (m/s) at which `restitution` holds.
        speed: f64 = None, SPEED, 1.0;
    }
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
    /// it never pulls: the force is 0 there, and the energy of the surfaces is lost.
    adhesive
}

impl HuntCrossley {
    fn loss(&self) -> LossSpec {
        let Self { mu, lambda, restitution, speed, .. } = *self;
        LossSpec { mu, lambda: Some(lambda), restitution, speed }
    }
}

impl Spec for HuntCrossley {
    fn rule_errors(&self) -> Vec<FieldError> {
        self.loss().rule_errors()
    }

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        self.loss().of(Law::power(self.stiffness, self.exponent)?)
    }
}
