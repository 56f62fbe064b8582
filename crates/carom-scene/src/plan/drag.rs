//! What hands draw over bodies.

use carom_files::Part;

use super::{Drawn, Kind, PlannedDrag, Planner};
use crate::scene::{Drag, Gesture};

/// The most places of a path.
const MOST_PLACES: usize = 1_000_000;

impl Planner<'_> {
    /// One way of a hand, after those that the same probe was drawn before.
    pub(super) fn drag(&mut self, part: &Part, drag: &Drag, found: &mut Vec<Drawn>) {
        let bodies = [self.free_mass(part, "body", &drag.body), self.find(part, "on", &drag.on)];
        let contact = self.meeting(part, [&drag.body, &drag.on], bodies);
        self.loose(part, "on", &drag.on);
        self.same_touch(part, drag);
        if !self.scene.scheme.holds() {
            let scheme = self.scene.scheme.name();
            let message = format!("the scheme {scheme} cannot move a contact while it sounds");
            self.findings.error(part, "body", &message, "not with this scheme", "use two-point");
        }
        self.before_the_end(part, drag.time, "such a hand comes too late");
        let [ball, ground] = bodies;
        let radius = ball.and_then(|ball| self.tip_radius(part, ball, &drag.body));
        let path = ground.and_then(|ground| self.path(part, ground, drag));
        let height = self.surface(part, &drag.surface);
        let (Some(ball), Some(ground), Some(contact)) = (ball, ground, contact) else { return };
        let (Some(radius), Some(path), Some(height)) = (radius, path, height) else { return };
        let planned = PlannedDrag { time: drag.time, every: drag.every, path };
        let Some(drawn) = found.iter_mut().find(|drawn| drawn.contact == contact) else {
            let (press, drags) = (drag.force, vec![planned]);
            found.push(Drawn { ball, ground, contact, radius, press, height, drags });
            return;
        };
        let place = drawn.drags.partition_point(|other| other.time < planned.time);
        drawn.drags.insert(place, planned);
        let overlaps = drawn.drags.windows(2).any(|two| two[1].time < two[0].end());
        if overlaps {
            let message =
                format!("`time` is {:?}, when `{}` is drawn already", drag.time, drag.body);
            let help = "one probe is drawn once at a time: give a later `time`, or another body";
            self.findings.error(part, "time", &message, "too early", help);
        }
    }

    /// The radius of a tip.
    fn tip_radius(&mut self, part: &Part, ball: usize, name: &str) -> Option<f64> {
        let Some(Kind::Mass { radius, .. }) = self.kind(ball) else { return None };
        let radius = *radius;
        if radius.is_none() {
            let message = format!("body `{name}` has no radius");
            let help = "give it the `radius` (m) of its tip";
            self.findings.error(part, "body", &message, "how sharp?", help);
        }
        radius
    }

    /// The places of a path over a body with a shape.
    fn path(&mut self, part: &Part, ground: usize, drag: &Drag) -> Option<Vec<[f64; 2]>> {
        let Some(Kind::Shape { shape, .. }) = self.kind(ground) else {
            let message = format!("body `{}` has no shape", drag.on);
            let help = "a path needs a body with a `shape`, such as a bar or a plate";
            self.findings.error(part, "on", &message, "nowhere to go", help);
            return None;
        };
        let places = shape.resonator().places();
        let count = drag.path.len();
        if !(2..=MOST_PLACES).contains(&count) {
            let message = format!("`path` has {count} places");
            let help = format!("`path` must have from 2 to {MOST_PLACES} places");
            self.findings.error(part, "path", &message, "too few or too many", &help);
            return None;
        }
        let mut found = Vec::with_capacity(count);
        for (i, at) in drag.path.iter().enumerate() {
            let field = format!("path.{i}");
            found.push(self.place_on(part, &field, ground, places, at, 0.0..=1.0)?);
        }
        Some(found)
    }

    /// A probe presses as it did before, on the same surface.
    fn same_touch(&mut self, part: &Part, drag: &Drag) {
        let is_same = |other: &Drag| other.body == drag.body && other.on == drag.on;
        let first = self.scene.gesture.iter().find_map(|gesture| match gesture {
            Gesture::Drag(other) if is_same(other) => Some(other),
            _ => None,
        });
        let Some(first) = first else { return };
        let (force, surface) = (first.force, &first.surface);
        if drag.force != force {
            let message =
                format!("`force` is {:?}, and {force:?} where it is drawn before", drag.force);
            let help = format!("`force` must be {force:?} for all drags of `{}`", drag.body);
            self.findings.error(part, "force", &message, "another force", &help);
        }
        if drag.surface != *surface {
            let help = format!("all drags of `{}` on `{}` have one surface", drag.body, drag.on);
            let message = "`surface` is another than where it is drawn before";
            self.findings.error(part, "surface", message, "another surface", &help);
        }
    }
}
