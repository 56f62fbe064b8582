//! Contacts: who touches whom, and where.

use std::collections::BTreeSet;

use super::super::types::{Contact, Kind, Scene};
use super::{Checker, Part, body, limit};
use carom_files::nearest::did_you_mean;

impl Checker<'_> {
    pub(super) fn contacts(&mut self, scene: &Scene) {
        let names: Vec<_> = scene.contact.iter().map(Contact::label).collect();
        self.unique_names("contact", &names);
        for (i, contact) in scene.contact.iter().enumerate() {
            let part = Part::new("contact", i, format!("contact `{}`", contact.label()));
            self.number(&part, "gap", contact.gap, &limit::GAP);
            self.between(&part, contact);
            self.at(&part, contact);
            match &contact.law {
                Some(law) => self.law(&part, law),
                None => self.law_from_bodies(&part, contact),
            }
        }
        self.untouched(scene);
    }

    fn between(&mut self, part: &Part, contact: &Contact) {
        let path = part.path.join("between");
        let [first, second] = &contact.between;
        let mut is_wall = |i: usize, name| {
            self.body(part, &path.index(i), name)
                .is_some_and(|body| body.kind() == Some(Kind::Wall))
        };
        let both_walls = is_wall(0, first) & is_wall(1, second);
        let help = "`between` names two different bodies, at least one of them not a wall";
        if first == second {
            let message = format!("body `{first}` touches itself");
            self.fault(part, "between.1", &message, "the same body", help);
        } else if both_walls {
            let message = format!("`{first}` and `{second}` are both walls");
            self.fault(part, "between", &message, "neither can move", help);
        }
    }

    fn at(&mut self, part: &Part, contact: &Contact) {
        // A name that was mistyped there would be blamed twice.
        if !self.knows_both(contact) {
            return;
        }
        let between = || contact.between.iter().map(String::as_str);
        for (name, at) in &contact.at {
            let path = part.path.join("at").join(name);
            if !contact.between.contains(name) {
                let message = part.says(&format!("`at` names `{name}`, which it does not touch"));
                let error = self.map.key_error(&path, message);
                let error = error.label(did_you_mean(name, between(), "not in `between`"));
                let [first, second] = &contact.between;
                self.errors.push(error.help(format!("this contact touches {first} and {second}")));
            } else if let Some(body) = self.bodies.get(name.as_str()).copied() {
                self.place(part, &path, body, at);
            }
        }
    }

    fn knows_both(&self, contact: &Contact) -> bool {
        contact.between.iter().all(|name| self.bodies.contains_key(name.as_str()))
    }

    /// A body that nothing touches would only cost time.
    fn untouched(&mut self, scene: &Scene) {
        if !scene.contact.iter().all(|contact| self.knows_both(contact)) {
            return;
        }
        let touched: BTreeSet<&str> =
            scene.contact.iter().flat_map(|contact| &contact.between).map(String::as_str).collect();
        for (i, body) in scene.body.iter().enumerate() {
            if matches!(body.kind(), None | Some(Kind::Wall))
                || touched.contains(body.name.as_str())
            {
                continue;
            }
            let help = "name it in `between` of a [[contact]], or leave it out";
            self.fault(&body::part(i, body), "name", "no contact names it", "untouched", help);
        }
    }
}
