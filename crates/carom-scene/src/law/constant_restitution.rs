//! A wall with the same restitution at any speed.

use super::{EXPONENT, InvalidValue, Law, RESTITUTION, STIFFNESS, Spec};

law_fields! {
    /// A wall that returns the same share of the speed at any speed.
    ConstantRestitution {
        /// The stiffness k (N/m^α), above 0.
        stiffness = 1e9, STIFFNESS;
        /// The exponent α, 1 or above.
        exponent = 1.5, EXPONENT;
        /// The speed after an impact over the speed before it: above 0, at most 1.
        restitution = 0.8, RESTITUTION;
    }
    optional {}
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
    /// it never pulls: the force is 0 there, and the energy of the surfaces is lost.
    adhesive
}

impl Spec for ConstantRestitution {
    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        Law::constant_restitution(self.stiffness, self.exponent, self.restitution)
    }
}
