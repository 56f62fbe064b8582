//! Two walls with play between them.

use super::{EXPONENT, InvalidValue, Law, Limit, LossSpec, MU, STIFFNESS, Spec};

law_fields! {
    /// Two walls with play between them: no force until |u| exceeds `half_gap`, then that of a wall.
    Rattle {
        /// The stiffness k (N/m^α), above 0.
        stiffness = 1e6, STIFFNESS;
        /// The exponent α, 1 or above.
        exponent = 1.5, EXPONENT;
        /// The free distance in each direction (m), 0 or above.
        half_gap = 1e-3, Limit::from(0.0, "m");
    }
    optional {
        /// The loss μ (s/m), 0 or above; without it nothing is lost.
        mu: f64 = None, MU, 0.5;
    }
    /// Only true is allowed: a law that holds from two sides pulls.
    #[schemars(extend("const" = true))]
    adhesive
}

impl Spec for Rattle {
    const TWO_SIDES: bool = true;

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        let loss = LossSpec { mu: self.mu, ..LossSpec::default() };
        loss.of(Law::centred(self.stiffness, self.exponent, self.half_gap)?)
    }
}
