//! A wall of which the contact time is known, as it is measured.

use super::{EXPONENT, InvalidValue, Law, Limit, RESTITUTION, SPEED, Spec};
use carom::exact::WallImpact;

law_fields! {
    /// A wall whose contact lasts as long as it was measured: the stiffness follows from the time, the
    /// mass and the speed of one impact. It returns the same share of the speed at any speed.
    ContactTime {
        /// How long the contact of one impact lasts (s).
        duration = 1e-3, Limit::above(0.0, "s");
        /// The mass that hit a wall in that impact (kg). Of two free bodies, their reduced mass.
        mass = 0.01, Limit::above(0.0, "kg");
        /// The speed of approach of that impact (m/s).
        speed = 1.0, SPEED;
        /// α, 1 or above: 1.5 for round bodies.
        exponent = 1.5, EXPONENT;
        /// Speed after over speed before an impact: above 0, at most 1.
        restitution = 0.8, RESTITUTION;
    }
    optional {}
    /// Whether it may pull while bodies part fast, as in its formula; true if left out. If false,
    /// it never pulls: the force is 0 there, and the energy of the surfaces is lost.
    adhesive
}

impl Spec for ContactTime {
    fn adhesive_law(&self) -> Result<Law, InvalidValue> {
        // At one speed the time goes as k^(−1/(α+1)), whatever is lost.
        let trial = Law::constant_restitution(1.0, self.exponent, self.restitution)?;
        let mut memory = 0.0;
        trial.arm(self.speed, &mut memory);
        let mu = trial.mu(memory);
        let lasts = WallImpact::new(self.mass, 1.0, self.exponent, mu, self.speed)?.contact_time();
        let stiffness = (lasts / self.duration).powf(self.exponent + 1.0);
        Law::constant_restitution(stiffness, self.exponent, self.restitution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_lasts_as_long_as_it_was_measured() {
        for (duration, exponent, restitution) in
            [(1e-3, 1.5, 0.8), (2e-5, 1.0, 1.0), (0.01, 3.0, 0.3)]
        {
            let spec = ContactTime { duration, exponent, restitution, ..ContactTime::default() };
            let law = spec.adhesive_law().unwrap();
            let mut memory = 0.0;
            law.arm(spec.speed, &mut memory);
            let stiffness = law.potential().stiffness_coefficient();
            let mu = law.mu(memory);
            let impact = WallImpact::new(spec.mass, stiffness, exponent, mu, spec.speed).unwrap();
            assert!((impact.contact_time() / duration - 1.0).abs() < 1e-12);
            assert!((impact.restitution() / restitution - 1.0).abs() < 1e-12);
        }
    }
}
