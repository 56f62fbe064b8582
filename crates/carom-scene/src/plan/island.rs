//! Islands: groups of bodies that can never touch each other.

use super::{
    Approach, Drawn, Kind, Plan, PlannedContact, PlannedDamp, PlannedPickup, PlannedPress, Way,
};

/// Bodies that may touch each other, directly or through others, as a plan of their own. Of each list
/// of that plan it knows which elements of the whole plan they are.
#[derive(Clone, Debug)]
pub struct Island {
    /// The plan of the island.
    pub plan: Plan,
    /// Its bodies, ascending. A wall belongs to every island that touches it.
    pub bodies: Vec<usize>,
    /// Its contacts, ascending.
    pub contacts: Vec<usize>,
    /// Its pickups, ascending.
    pub pickups: Vec<usize>,
}

impl Plan {
    /// For each body the first of those that it may touch, directly or through others; nothing for a
    /// wall, which passes nothing on.
    #[must_use]
    pub fn groups(&self) -> Vec<Option<usize>> {
        let moves = |(i, body): (usize, &super::PlannedBody)| match body.kind {
            Kind::Wall => None,
            _ => Some(i),
        };
        let mut groups: Vec<_> = self.bodies.iter().enumerate().map(moves).collect();
        for contact in &self.contacts {
            if let [Some(one), Some(other)] = contact.between.map(|body| groups[body]) {
                let (first, second) = (one.min(other), one.max(other));
                for group in groups.iter_mut().filter(|group| **group == Some(second)) {
                    *group = Some(first);
                }
            }
        }
        groups
    }

    /// The group of a contact: that of a body of it which is no wall.
    pub(crate) fn group_of(&self, groups: &[Option<usize>], contact: usize) -> Option<usize> {
        self.contacts[contact].between.iter().find_map(|body| groups[*body])
    }

    /// The islands, by their first contacts. Only the two-point scheme plays them apart: with others the
    /// whole plan is one.
    #[must_use]
    pub fn islands(&self) -> Vec<Island> {
        let groups = self.groups();
        let mut found: Vec<usize> = Vec::new();
        let of_contacts: Vec<_> =
            (0..self.contacts.len()).map(|c| self.group_of(&groups, c)).collect();
        for group in of_contacts.iter().flatten() {
            if !found.contains(group) {
                found.push(*group);
            }
        }
        if !self.method.holds() || found.len() < 2 {
            return vec![self.part(|_| true, |_| true, |_| true)];
        }
        let mut taken = vec![false; self.pickups.len()];
        let island = |(n, group): (usize, usize)| {
            let contact = |c: usize| of_contacts[c] == Some(group);
            let touched = |body: usize| {
                (0..self.contacts.len()).any(|c| self.contacts[c].between.contains(&body))
            };
            let body = |body: usize| match groups[body] {
                Some(of) => of == group,
                None if !touched(body) => n == 0,
                None => (0..self.contacts.len())
                    .any(|c| contact(c) && self.contacts[c].between.contains(&body)),
            };
            // What is picked up of a shared wall is picked up once.
            let pickup =
                |p: usize| body(self.pickups[p].body) && !std::mem::replace(&mut taken[p], true);
            self.part(body, contact, pickup)
        };
        found.into_iter().enumerate().map(island).collect()
    }

    /// Some bodies, contacts and pickups as a plan of their own.
    fn part(
        &self,
        body: impl Fn(usize) -> bool,
        contact: impl Fn(usize) -> bool,
        pickup: impl FnMut(usize) -> bool,
    ) -> Island {
        let bodies: Vec<usize> = (0..self.bodies.len()).filter(|b| body(*b)).collect();
        let contacts: Vec<usize> = (0..self.contacts.len()).filter(|c| contact(*c)).collect();
        let mut pickup = pickup;
        let pickups: Vec<usize> = (0..self.pickups.len()).filter(|p| pickup(*p)).collect();
        let body_here = |body: usize| bodies.binary_search(&body).unwrap_or_default();
        let contact_here = |contact: usize| contacts.binary_search(&contact).ok();
        let strikes = self.strikes.iter().filter_map(|strike| {
            let (contact, body) = (contact_here(strike.contact)?, body_here(strike.body));
            Some(Approach { contact, body, ..strike.clone() })
        });
        let presses = self.presses.iter().filter_map(|press| {
            Some(PlannedPress { contact: contact_here(press.contact)?, ..*press })
        });
        let damps = self.damps.iter().filter_map(|damp| {
            Some(PlannedDamp { body: bodies.binary_search(&damp.body).ok()?, ..*damp })
        });
        let ways = self.ways.iter().filter_map(|way| {
            let contact = contact_here(way.contact)?;
            let (ball, ground) = (body_here(way.ball), body_here(way.ground));
            Some(Way { ball, ground, contact, ..way.clone() })
        });
        let drawn = self.drawn.iter().filter_map(|drawn| {
            let contact = contact_here(drawn.contact)?;
            let (ball, ground) = (body_here(drawn.ball), body_here(drawn.ground));
            Some(Drawn { ball, ground, contact, ..drawn.clone() })
        });
        let planned = |c: &usize| {
            let contact = self.contacts[*c].clone();
            PlannedContact { between: contact.between.map(body_here), ..contact }
        };
        let picked = |p: &usize| {
            let pickup = self.pickups[*p].clone();
            PlannedPickup { body: body_here(pickup.body), ..pickup }
        };
        let plan = Self {
            title: self.title.clone(),
            description: self.description.clone(),
            sample_rate: self.sample_rate,
            method: self.method,
            substeps: self.substeps,
            correction: self.correction,
            duration: self.duration,
            level: self.level,
            format: self.format,
            bodies: bodies.iter().map(|b| self.bodies[*b].clone()).collect(),
            contacts: contacts.iter().map(planned).collect(),
            strikes: strikes.collect(),
            presses: presses.collect(),
            damps: damps.collect(),
            ways: ways.collect(),
            drawn: drawn.collect(),
            pickups: pickups.iter().map(picked).collect(),
            // It names bodies of the whole, and is for playing, not for rendering.
            instrument: None,
        };
        Island { plan, bodies, contacts, pickups }
    }
}
