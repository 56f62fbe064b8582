//! A spring that pulls and pushes.

use super::{EXPONENT, InvalidValue, Law, STIFFNESS, Spec};

law_fields! {
    /// A spring that pulls and pushes and loses nothing, of energy k/(α+1)·|u|^(α+1).
    Spring {
        /// The stiffness k (N/m^α), above 0.
        stiffness = 1e4, STIFFNESS;
        /// The exponent α, 1 or above.
        exponent = 1.0, EXPONENT;
    }
    optional {}
    /// Only true is allowed: a law that holds from two sides pulls.
    #[schemars(extend("const" = true))]
    adhesive
}

impl Spec for Spring {
    const TWO_SIDES: bool = true;

    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        Law::oscillator(self.stiffness, self.exponent)
    }
}
