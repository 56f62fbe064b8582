//! Strikes: which mass meets what, when, how fast and where.

use carom_files::Part;
use carom_shapes::Places;

use super::{Approach, Planner, Spot};
use crate::scene::Strike;

impl Planner<'_> {
    pub(super) fn strikes(&mut self) -> Vec<Approach> {
        let mut found = Vec::new();
        for (i, strike) in self.scene.strikes.iter().enumerate() {
            let part = Part::new("strikes", i, format!("strike {i}"));
            if let Some(body) = self.free_mass(&part, "body", &strike.body) {
                self.towards(&part, body, strike);
                let speed = self.side(body) * strike.velocity;
                let at = self.lands(&part, body, strike);
                let approach = self.approach(body, strike.time, speed);
                found.extend(approach.map(|approach| Approach { at, ..approach }));
            }
            self.before_the_end(&part, strike.time, "such a strike is never heard");
        }
        found
    }

    /// Warns of what comes after the end of the scene.
    pub(super) fn before_the_end(&mut self, part: &Part, time: f64, why: &str) {
        if let Some(duration) = self.scene.duration.filter(|end| time >= *end) {
            let message = format!("`time` is {time:?}, after the end");
            let help = format!("the scene lasts {duration:?} s; {why}");
            self.findings.warning(part, "time", &message, "after the end", &help);
        }
    }

    /// A body meets what it touches first.
    pub(super) fn approach(&self, body: usize, time: f64, speed: f64) -> Option<Approach> {
        Some(Approach { time, contact: self.first_contact(body)?, body, speed, at: None })
    }

    /// Where a strike lands on the other body, if it says so.
    fn lands(&mut self, part: &Part, body: usize, strike: &Strike) -> Option<Spot> {
        let at = strike.at.as_ref()?;
        let contact = self.first_contact(body)?;
        let mut bodies = self.between[contact].into_iter().flatten();
        let struck = bodies.find(|other| *other != body)?;
        if self.begins(contact, struck).is_some() {
            let message = "a gesture gives the place of this contact";
            let help = "leave `at` out for a body that is travelled over";
            self.findings.warning(part, "at", message, "not used", help);
            return None;
        }
        self.spot(part, "at", struck, Some(at), Places::touched)
    }

    /// A place given to one strike holds for the contact from then on: every other strike of that
    /// contact is given the place of the contact.
    pub(super) fn return_to_contacts(&self, strikes: &mut [Approach]) {
        for (c, contact) in self.contacts.iter().enumerate() {
            let Some(contact) = contact else { continue };
            let moves = |strike: &Approach| strike.contact == c && strike.at.is_some();
            if !strikes.iter().any(moves) {
                continue;
            }
            for strike in strikes.iter_mut().filter(|strike| strike.contact == c) {
                let struck = usize::from(contact.between[0] == strike.body);
                strike.at.get_or_insert_with(|| contact.at[struck].clone());
            }
        }
    }

    /// A strike leads to the surface.
    fn towards(&mut self, part: &Part, body: usize, Strike { velocity, .. }: &Strike) {
        let towards = self.side(body);
        if velocity * towards < 0.0 && !self.is_held(body) {
            let name = &self.scene.body[body].name;
            let message = format!("`velocity` is {velocity:?}, away from what it hits");
            let allowed = if towards > 0.0 { "0 or above" } else { "0 or below" };
            let help = format!("`velocity` of body `{name}` must be {allowed} (m/s), towards it");
            self.findings.error(part, "velocity", &message, "leads away", &help);
        }
    }
}
