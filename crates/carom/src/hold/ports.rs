//! Where the two ports of a contact are.

use super::ExactHold;
use super::kernels::at_port;
use super::mass::FreeMass;
use crate::model::Model;
use crate::stepper::Stepper;

impl ExactHold {
    /// The compression of a contact: as the steps left it while it touches.
    pub(super) fn compression(&self, model: &Model, c: usize) -> f64 {
        let link = &self.links[c];
        if link.touching { link.x } else { self.distance(model, c) - model.contacts[c].gap }
    }

    /// What the two ports of a contact have of something that masses and modes have.
    pub(super) fn at_ports(
        &self,
        contact: usize,
        of: fn(&FreeMass) -> f64,
        ringing: &[f64],
    ) -> [f64; 2] {
        let link = &self.links[contact];
        let mut ports = [0.0; 2];
        for (side, (port, sign)) in ports.iter_mut().zip([1.0, -1.0]).enumerate() {
            let body = link.bodies[side];
            let flying = link.masses.iter().filter(|(m, _)| self.bodies[body].masses.contains(m));
            for &(mass, weight) in flying {
                *port += sign * weight * of(&self.matter.masses[mass]);
            }
            for part in link.parts.iter().filter(|part| part.body == body) {
                *port += sign * at_port(self.matter.cpu, &part.ports, &ringing[part.range.clone()]);
            }
        }
        ports
    }
}
