//! Contacts: which bodies touch, where, and by which law.

use carom::law::Law;
use carom_files::{Part, did_you_mean};
use carom_shapes::Places;

use super::{Kind, PlannedContact, Planner, Spot, body};
use crate::scene::{Along, At, Contact, Gesture};

/// A contact may store so much (J) at the start.
const MOST_STORED: f64 = 1e9;

impl Planner<'_> {
    pub(super) fn plan_contacts(&mut self) {
        let labels: Vec<_> = self.scene.contact.iter().map(Contact::label).collect();
        self.findings.unique_names("contact", labels.iter().map(String::as_str));
        for (i, name) in labels.into_iter().enumerate() {
            let part = Part::new("contact", i, format!("contact `{name}`"));
            let contact = self.plan_contact(&part, i, name);
            self.contacts.push(contact);
        }
        for i in 0..self.scene.contact.len() {
            self.spread(i);
        }
        self.untouched();
        self.uncorrected();
    }

    fn uncorrected(&mut self) {
        let correction = super::correction(self.scene);
        let corrects = |contact: &PlannedContact| correction.corrects(&contact.law);
        if self.scene.correct.is_some() && !self.contacts.iter().flatten().any(corrects) {
            let message = "`correct` has no effect: no contact can be corrected";
            let help = "contacts by a power law or Hunt-Crossley on one side can";
            self.findings.warning(&Part::root(), "correct", message, "ignored", help);
        }
    }

    fn plan_contact(&mut self, part: &Part, i: usize, name: String) -> Option<PlannedContact> {
        let contact = &self.scene.contact[i];
        let between = self.find_both(part, contact);
        let at = between.and_then(|between| self.spots(part, i, between));
        if let Some(between) = between {
            self.check_along(part, i, between);
        }
        let law = match &contact.law {
            Some(spec) => {
                let part = part.within("law");
                self.findings.fields(&part, &spec.errors());
                spec.law().ok()
            }
            None => between.and_then(|between| self.law_of_bodies(part, i, between)),
        };
        if let Some(law) = &law {
            self.check_stored(part, law, contact.gap);
        }
        Some(PlannedContact {
            name,
            between: between?,
            at: at?,
            gap: contact.gap,
            in_line: contact.along.is_some(),
            point_of: None,
            most_substeps: contact.most_substeps,
            law: law?,
        })
    }

    /// The points of a contact along a body: the first is the contact itself, the others follow all contacts of
    /// the scene.
    fn spread(&mut self, i: usize) {
        let (Some(along), Some(first)) = (self.scene.contact[i].along, &self.contacts[i]) else {
            return;
        };
        let Some(side) = first.between.iter().position(|b| self.has_shape(*b)) else { return };
        let (first, count) = (first.clone(), along.points);
        if !Along::POINTS.contains(&count) {
            return;
        }
        let point = |n: u32| {
            let share = f64::from(n) / f64::from(count - 1);
            let mut contact = first.clone();
            contact.at[side] = Spot::Place([along.from + share * (along.to - along.from), 0.5]);
            contact.gap += along.drop * share.powf(along.bend);
            contact.law = contact.law.shared_by(count);
            if n > 0 {
                contact.name = format!("{} {}", first.name, n + 1);
                contact.point_of = Some(i);
            }
            contact
        };
        self.contacts[i] = Some(point(0));
        self.contacts.extend((1..count).map(|n| Some(point(n))));
    }

    fn has_shape(&self, body: usize) -> bool {
        matches!(self.kind(body), Some(Kind::Shape { .. }))
    }

    /// Whether a line of points has exactly one body to lie along, and a place on it.
    fn check_along(&mut self, part: &Part, i: usize, between: [usize; 2]) {
        let contact = &self.scene.contact[i];
        let Some(along) = &contact.along else { return };
        let lines: Vec<usize> = between.into_iter().filter(|b| self.has_shape(*b)).collect();
        let [body] = lines[..] else {
            let message = format!("{} of the two bodies have a shape", lines.len());
            let help = "`along` lies along the one body that has a `shape`";
            self.findings.error(part, "along", &message, "which body?", help);
            return;
        };
        let name = &self.scene.body[body].name;
        if contact.at.contains_key(name) {
            let message = format!("`at` and `along` both say where `{name}` is touched");
            self.findings.error(part, "along", &message, "one of the two", "leave `at` out");
        }
        if self.begins(i, body).is_some() {
            let message = format!("a gesture moves the contact over `{name}`");
            self.findings.error(part, "along", &message, "one of the two", "leave `along` out");
        }
        let line = part.within("along");
        for (field, at) in [("from", along.from), ("to", along.to)] {
            self.spot(&line, field, body, Some(&At::Along(at)), Places::touched);
        }
    }

    /// A contact that is compressed from the start holds no more than a real thing could.
    fn check_stored(&mut self, part: &Part, law: &Law, gap: f64) {
        let stored = law.energy(-gap, 0.0);
        if stored.is_nan() || stored > MOST_STORED {
            let message = format!("{stored:.1e} J are stored in it before anything moves");
            let help = format!("at most {MOST_STORED:.0e} J: a smaller gap, stiffness or exponent");
            self.findings.error(part, "gap", &message, "too much", &help);
        }
    }

    fn find_both(&mut self, part: &Part, contact: &Contact) -> Option<[usize; 2]> {
        let [first, second] = &contact.between;
        let found = [self.find(part, "between.0", first), self.find(part, "between.1", second)];
        let is_wall =
            |body: &Option<usize>| body.is_some_and(|b| matches!(self.kind(b), Some(Kind::Wall)));
        let help = "`between` names two different bodies, at least one of them not a wall";
        if first == second {
            let message = format!("body `{first}` touches itself");
            self.findings.error(part, "between.1", &message, "the same body", help);
        } else if found.iter().all(is_wall) {
            let message = format!("`{first}` and `{second}` are both walls");
            self.findings.error(part, "between", &message, "neither can move", help);
        }
        Some([found[0]?, found[1]?])
    }

    /// Where each of the bodies is touched.
    fn spots(&mut self, part: &Part, i: usize, between: [usize; 2]) -> Option<[Spot; 2]> {
        let contact = &self.scene.contact[i];
        for name in contact.at.keys().filter(|name| !contact.between.contains(name)) {
            let path = part.path.join("at").join(name);
            let message = part.titled(&format!("`at` names `{name}`, which it does not touch"));
            let [first, second] = &contact.between;
            let names = [first.as_str(), second.as_str()];
            let error = self.findings.document.key_error(&path, message);
            let error = error.label(did_you_mean(name, names, "not in `between`"));
            let help = format!("this contact touches {first} and {second}");
            self.findings.errors.push(error.help(help));
        }
        let places = part.within("at");
        let [first, second] = between.map(|body| {
            let name = &self.scene.body[body].name;
            let place = places.within(name);
            let given = contact.at.get(name);
            let spot = self.spot(&place, "", body, given, Places::touched);
            // What is moved over a body begins where its way begins.
            match self.begins(i, body).and_then(At::place) {
                Some(place) if spot.is_some() => Some(Spot::Place(place)),
                _ => spot,
            }
        });
        Some([first?, second?])
    }

    /// Where a contact begins on a body over which a gesture moves it; of several gestures on one
    /// contact, the last.
    pub(super) fn begins(&self, contact: usize, ground: usize) -> Option<&At> {
        let contact = &self.scene.contact[contact];
        let name = &self.scene.body[ground].name;
        let mut ways = self.scene.gesture.iter().filter_map(|gesture| match gesture {
            Gesture::Roll(roll) => Some((&roll.body, &roll.on, &roll.from)),
            Gesture::Scrape(scrape) => Some((&scrape.body, &scrape.on, &scrape.from)),
            Gesture::Drag(drag) => Some((&drag.body, &drag.on, drag.path.first()?)),
            Gesture::Bounce(_) | Gesture::DrumRoll(_) | Gesture::Press(_) | Gesture::Damp(_) => {
                None
            }
        });
        let moves = |ball: &String, on: &String| {
            on == name && contact.between.contains(ball) && contact.between.contains(on)
        };
        ways.rfind(|(ball, on, _)| moves(ball, on)).map(|(_, _, from)| from)
    }

    /// A body that nothing touches would only cost time.
    fn untouched(&mut self) {
        if self.between.iter().flatten().any(Option::is_none) {
            return;
        }
        for (i, body) in self.scene.body.iter().enumerate() {
            let is_touched = self.first_contact(i).is_some();
            if is_touched || matches!(self.kind(i), None | Some(Kind::Wall)) {
                continue;
            }
            let help = "name it in `between` of a [[contact]], or leave it out";
            let part = body::part(i, body);
            self.findings.error(&part, "name", "no contact names it", "untouched", help);
        }
    }
}
