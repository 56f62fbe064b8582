//! What the engine holds, read and set in physical terms.

use std::ops::Range;
use std::sync::Arc;

use super::bank::Bank;
use super::engine::Engine;
use super::kernels::dot;
use super::link::Link;
use super::mass::FreeMass;
use super::travel::{Travel, Travelling};
use crate::energy::Flow;
use crate::model::State;

impl Engine {
    /// The energy in modes, masses and contacts (J).
    pub(super) fn energy(&self) -> f64 {
        let Bank { y, w, stiffness, .. } = &self.bank;
        let modes: f64 = (0..y.len()).map(|i| w[i] * w[i] + stiffness[i] * y[i] * y[i]).sum();
        let masses: f64 = self.masses.iter().map(FreeMass::energy).sum();
        let contacts: f64 = (0..self.links.len())
            .map(|c| self.laws[c].energy(self.compression(c), &self.links[c].memory))
            .sum();
        modes + masses + contacts
    }

    fn compression(&self, contact: usize) -> f64 {
        let [first, second] = self.ports(contact);
        first - second - self.links[contact].gap
    }

    /// The displacements of the two ports of a contact.
    pub(super) fn ports(&self, contact: usize) -> [f64; 2] {
        let link = &self.links[contact];
        let mut ports = [0.0; 2];
        for (side, port) in ports.iter_mut().enumerate() {
            let body = &self.bodies[link.bodies[side]];
            let sign = if side == 0 { 1.0 } else { -1.0 };
            for &(mass, weight) in link.masses.iter().filter(|(m, _)| body.masses.contains(m)) {
                *port += sign * weight * self.masses[mass].y;
            }
            for part in link.bank.iter().filter(|part| part.range == body.bank) {
                *port += sign * dot(self.cpu, &part.weights, &self.bank.y[part.range.clone()]);
            }
        }
        ports
    }

    /// The physical state, velocities read with steps of `dt`.
    pub(super) fn store(&self, state: &mut State, dt: f64) {
        for (i, place) in self.bank.place.iter().enumerate() {
            if let Some(place) = *place {
                let step = self.bank.step(place, dt);
                state.displacement[i] = self.bank.y[place];
                state.velocity[i] = self.bank.velocity(place, &step);
            }
        }
        for link in &self.links {
            state.memory[link.memory_of.clone()].copy_from_slice(&link.memory);
        }
        for mass in &self.masses {
            state.displacement[mass.mode] = mass.y;
            state.velocity[mass.mode] = mass.v;
        }
    }

    /// Has a contact moved over the body on this side of it, whose modes are given.
    pub(super) fn set_travel(
        &mut self,
        contact: usize,
        side: usize,
        modes: Range<usize>,
        path: Arc<dyn Travel>,
    ) {
        let time = self.frame as f64 * self.dt;
        let before = self.energy();
        let places = modes.map(|i| (self.bank.place[i], self.mass_of[i]));
        let link = &mut self.links[contact];
        link.gap = path.gap(time);
        let travelling = Travelling::new(path, link, side, places);
        link.travelling = Some(travelling);
        link.move_point(self.cpu, time, &self.bank, &self.masses);
        link.gap = link.travelling.as_ref().map_or(link.gap, |t| t.gap(time));
        let supplied = self.energy() - before;
        self.ledger.book(&Flow { supplied, ..Flow::default() });
        self.rest.wake();
        self.refine_links();
    }

    /// Whether a force drives a mass that touches nothing towards what it can touch.
    pub(super) fn falls(&self) -> bool {
        let falls = |(m, mass): (usize, &FreeMass)| {
            let mut contacts = self.links.iter().zip(&self.logs).filter_map(|(link, log)| {
                let (_, weight) = link.masses.iter().find(|(i, _)| *i == m)?;
                Some((weight * mass.force > 0.0, log.is_touching()))
            });
            contacts.clone().any(|(towards, _)| towards) && !contacts.any(|(_, touches)| touches)
        };
        self.masses.iter().enumerate().any(falls)
    }

    pub(super) fn dt(&self) -> f64 {
        self.dt
    }

    /// Puts a free mass at the surface of its first contact with a new velocity.
    pub(super) fn strike(&mut self, mode: usize, velocity: f64) {
        let Some(mass) = self.mass_of.get(mode).copied().flatten() else { return };
        let before = self.energy();
        self.rest.wake();
        self.masses[mass].v = velocity;
        let weight_in = |link: &Link| link.masses.iter().find(|(m, _)| *m == mass).map(|(_, w)| *w);
        let found = self.links.iter().enumerate().find_map(|(c, link)| {
            weight_in(link).filter(|weight| *weight != 0.0).map(|weight| (c, weight))
        });
        if let Some((contact, weight)) = found {
            let link = &self.links[contact];
            let depth = self.laws[contact].depth(self.compression(contact), &link.memory);
            self.masses[mass].y -= depth / weight;
            // A blow, however long they have been touching.
            self.links[contact].age = 0;
        }
        let after = self.energy();
        self.ledger.book(&Flow { supplied: after - before, ..Flow::default() });
    }
}
