//! A wall that loses nothing.

use super::{EXPONENT, InvalidValue, Law, STIFFNESS, Spec};

law_fields! {
    /// A wall that loses nothing, f = k·x^α.
    Power {
        /// The stiffness k (N/m^α), above 0.
        stiffness = 1e9, STIFFNESS;
        /// The exponent α, 1 or above.
        exponent = 1.5, EXPONENT;
    }
    optional {}
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
    /// it never pulls: the force is 0 there, and the energy of the surfaces is lost.
    adhesive
}

impl Spec for Power {
    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        Law::power(self.stiffness, self.exponent)
    }
}
