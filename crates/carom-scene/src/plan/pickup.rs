//! Pickups: points of bodies and listeners in the room.

use carom::{Listener, Quantity};
use carom_files::Part;
use carom_shapes::Places;

use super::{Hears, Kind, PlannedBody, PlannedPickup, Planner};
use crate::scene::Pickup;

/// Where a listener is if nothing is said: distance (m) and two angles (degrees).
const DISTANCE: f64 = 1.0;
const DIRECTION: [f64; 2] = [0.0, 45.0];

/// The largest angles (degrees) to the right and up.
const LARGEST: [f64; 2] = [180.0, 90.0];

impl Kind {
    /// Whether it is known how it sounds in a room.
    #[must_use]
    pub fn radiates(&self) -> bool {
        match self {
            Self::Wall | Self::Modes { .. } => false,
            Self::Mass { radius, .. } => radius.is_some(),
            Self::Shape { shape, .. } => !shape.resonator().radiator().is_silent(),
        }
    }

    /// Its largest distance from its middle (m): nobody can listen within.
    #[must_use]
    pub fn reach(&self) -> f64 {
        match self {
            Self::Wall | Self::Modes { .. } => 0.0,
            Self::Mass { radius, .. } => radius.unwrap_or(0.0),
            Self::Shape { shape, .. } => shape.resonator().radiator().reach(),
        }
    }
}

impl Planner<'_> {
    pub(super) fn pickups(&mut self) -> Vec<PlannedPickup> {
        let mut found = Vec::new();
        for (i, pickup) in self.scene.pickup.iter().enumerate() {
            let part = Part::new("pickup", i, format!("pickup {i}"));
            found.extend(self.pickup(&part, pickup));
        }
        if self.scene.pickup.is_empty() {
            found.extend(self.usual_pickups());
        }
        // A body that is nothing yet might have become one with modes.
        let all_known = self.bodies.iter().all(Option::is_some);
        if self.scene.pickup.is_empty() && found.is_empty() && all_known {
            let message = "nothing is heard: there is no pickup and no body with a shape or modes";
            let help =
                "add a body with a shape or modes; masses and walls make no sound of their own";
            if self.scene.contact.is_empty() {
                self.findings.error(&Part::root(), "", message, "", help);
            } else {
                // Forces and motion may be all that is wanted.
                let warning = self.findings.document.warning(&Part::root().path, message);
                self.findings.warnings.push(warning.help(help));
            }
        }
        found
    }

    fn pickup(&mut self, part: &Part, pickup: &Pickup) -> Vec<PlannedPickup> {
        let Some(name) = &pickup.body else { return self.listener_to_all(part, pickup) };
        let Some(body) = self.find(part, "body", name) else { return Vec::new() };
        let Some(kind) = self.kind(body) else { return Vec::new() };
        if matches!(kind, Kind::Wall) {
            let message = format!("body `{name}` is a wall");
            let help = "a wall never moves; pick up a body with a `shape` or `modes`";
            self.findings.error(part, "body", &message, "cannot be heard", help);
            return Vec::new();
        }
        let radiates = kind.radiates();
        let usual = if pickup.at.is_none() && radiates || self.asks_for_room(pickup) {
            Quantity::Pressure
        } else {
            Quantity::Velocity
        };
        if pickup.quantity.unwrap_or(usual) != Quantity::Pressure {
            return self.at_a_point(part, body, pickup).into_iter().collect();
        }
        if !radiates {
            let message = format!("nothing is known about how body `{name}` sounds in a room");
            let help = "a body with a `shape` (not a thin string) and a mass with a `material` or \
                        `radius` move air; others have `quantity = \"velocity\"`";
            let field = if pickup.quantity.is_some() { "quantity" } else { "body" };
            self.findings.error(part, field, &message, "no pressure", help);
            return Vec::new();
        }
        let listener = self.listener(part, pickup, &[body]);
        listener.map(|listener| planned(body, Hears::Room(listener), pickup)).into_iter().collect()
    }

    /// Whether a key is given that only a listener has.
    fn asks_for_room(&self, pickup: &Pickup) -> bool {
        pickup.quantity.is_none() && (pickup.distance.is_some() || pickup.direction.is_some())
    }

    /// A point of a body.
    fn at_a_point(&mut self, part: &Part, body: usize, pickup: &Pickup) -> Option<PlannedPickup> {
        let given = [
            ("distance", pickup.distance.is_some()),
            ("direction", pickup.direction.is_some()),
            ("at_once", pickup.at_once),
        ];
        for (field, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            let message = format!("`{field}` is given for a point of a body");
            let help =
                "only a listener, who has `quantity = \"pressure\"`, is somewhere in the room";
            self.findings.error(part, field, &message, "not allowed here", help);
        }
        let at = self.spot(part, "at", body, pickup.at.as_ref(), Places::heard)?;
        let quantity = pickup.quantity.unwrap_or(Quantity::Velocity);
        Some(planned(body, Hears::Point { at, quantity }, pickup))
    }

    /// A listener who hears whatever moves air.
    fn listener_to_all(&mut self, part: &Part, pickup: &Pickup) -> Vec<PlannedPickup> {
        if pickup.quantity.is_some_and(|quantity| quantity != Quantity::Pressure) {
            let help = "name the `body` whose motion is recorded";
            self.findings.error(part, "quantity", "of which body?", "`body` is missing", help);
            return Vec::new();
        }
        let bodies = self.heard_in_the_room();
        if bodies.is_empty() {
            let message = "no body is known to move the air";
            let help = "name a `body` and a `quantity` such as \"velocity\"";
            self.findings.error(part, "", message, "hears nothing", help);
            return Vec::new();
        }
        let Some(listener) = self.listener(part, pickup, &bodies) else { return Vec::new() };
        bodies.into_iter().map(|body| planned(body, Hears::Room(listener), pickup)).collect()
    }

    fn heard_in_the_room(&self) -> Vec<usize> {
        let radiates =
            |body: &Option<PlannedBody>| body.as_ref().is_some_and(|body| body.kind.radiates());
        (0..self.bodies.len()).filter(|&body| radiates(&self.bodies[body])).collect()
    }

    /// Where a listener to some bodies is.
    fn listener(&mut self, part: &Part, pickup: &Pickup, bodies: &[usize]) -> Option<Listener> {
        if pickup.at.is_some() {
            let message = "`at` is given for a listener";
            let help = "`at` is a place on the body; a listener has `distance` and `direction`";
            self.findings.error(part, "at", message, "not allowed here", help);
        }
        let distance = pickup.distance.unwrap_or(DISTANCE);
        let [aside, up] = pickup.direction.unwrap_or(DIRECTION);
        for (value, largest, which) in [(aside, LARGEST[0], "first"), (up, LARGEST[1], "second")] {
            if !(-largest..=largest).contains(&value) {
                let message = format!("the {which} angle of `direction` is {value:?}");
                let help = "`direction` is an angle from −180 to 180 to the right and one from −90 to \
                            90 up (degrees)";
                self.findings.error(part, "direction", &message, "out of range", help);
                return None;
            }
        }
        let reach = |&body: &usize| self.kind(body).map_or(0.0, Kind::reach);
        let (body, reach) = bodies
            .iter()
            .map(|body| (*body, reach(body)))
            .fold((0, 0.0), |largest, one| if one.1 > largest.1 { one } else { largest });
        if distance <= reach {
            let name = &self.scene.body[body].name;
            let message = format!("`distance` is {distance:?}: the listener is inside `{name}`");
            let help = format!("`distance` must be above {reach:.3} (m), the reach of `{name}`");
            let field = if pickup.distance.is_some() { "distance" } else { "" };
            self.findings.error(part, field, &message, "inside the object", &help);
            return None;
        }
        let (aside, up) = (aside.to_radians(), up.to_radians());
        let direction = [up.cos() * aside.sin(), -up.cos() * aside.cos(), up.sin()];
        Listener::new(distance, direction).ok()
    }

    /// Without pickups: a listener to everything that moves air, or the velocity of the first body
    /// that rings.
    fn usual_pickups(&mut self) -> Vec<PlannedPickup> {
        let usual = Pickup { gain: 1.0, ..Pickup::default() };
        let rings = |body: &Option<PlannedBody>| {
            let kind = body.as_ref().map(|body| &body.kind);
            matches!(kind, Some(Kind::Modes { .. } | Kind::Shape { .. }))
        };
        let Some(first) = self.bodies.iter().position(rings) else { return Vec::new() };
        let bodies = self.heard_in_the_room();
        let silent = |body: &usize| !bodies.contains(body);
        if silent(&first) {
            return self.at_a_point(&Part::root(), first, &usual).into_iter().collect();
        }
        let farther = bodies.iter().filter_map(|&body| Some(self.kind(body)?.reach()));
        // Large things are heard from farther away.
        let distance = farther.fold(DISTANCE, |distance, reach| distance.max(2.0 * reach));
        let usual = Pickup { distance: Some(distance), ..usual };
        self.listener_to_all(&Part::root(), &usual)
    }
}

fn planned(body: usize, hears: Hears, pickup: &Pickup) -> PlannedPickup {
    let Pickup { at_once, gain, pan, .. } = *pickup;
    PlannedPickup { body, hears, at_once, gain, pan }
}
