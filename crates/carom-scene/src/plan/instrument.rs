//! How a scene is played from keys.

use std::collections::BTreeMap;

use carom_files::{Part, listed};

use super::{Kind, Planner};
use crate::scene::InstrumentSpec;

/// How a scene is played from keys.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedInstrument {
    /// What the keys strike.
    pub plays: Plays,
    /// The lowest and the highest MIDI key number, if they are given.
    pub keys: Option<[u8; 2]>,
    /// The speed of the hammer (m/s) for the softest and the hardest key.
    pub speed: [f64; 2],
    /// In what time (s) the object falls by 60 dB with the damper on it, if there is one.
    pub damper: Option<f64>,
}

/// What the keys strike.
#[derive(Clone, Debug, PartialEq)]
pub enum Plays {
    /// One object, brought to the pitch of each key.
    One {
        /// What strikes it, and where.
        stroke: Stroke,
        /// At which pitch (Hz) it is heard as it is written; without one, at that of its lowest mode that
        /// rings.
        pitch: Option<f64>,
        /// What brings it to another pitch.
        tune: Tune,
    },
    /// An object for each key, as it is.
    Set(BTreeMap<u8, Stroke>),
}

/// A hammer and what it strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The free mass.
    pub hammer: usize,
    /// The body that rings.
    pub object: usize,
    /// Their contact.
    pub contact: usize,
}

/// What brings an object to a pitch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tune {
    /// All lengths in proportion; of given modes the frequencies.
    Size,
    /// A number of its shape.
    Field(String),
    /// Nothing: it is the same on every key.
    Nothing,
}

/// The usual speeds (m/s): of a hammer that stands still in the scene, and of one
/// that moves, in times its speed.
const SPEED: [f64; 2] = [0.1, 3.0];
const TIMES: [f64; 2] = [0.1, 2.0];

/// The highest MIDI key number.
const HIGHEST_KEY: u8 = 127;

impl Planner<'_> {
    /// How the scene is played; nothing if it has nothing to play on, which is an error only where it
    /// says how.
    pub(super) fn instrument(&mut self) -> Option<PlannedInstrument> {
        let part = Part { path: Part::root().path.join("instrument"), title: "instrument".into() };
        let usual = InstrumentSpec::default();
        let written = self.scene.instrument.as_ref();
        if written.is_none() && self.strokes(None, None).is_empty() {
            return None;
        }
        let spec = written.unwrap_or(&usual);
        let hammer = match &spec.hammer {
            Some(name) => Some(self.free_mass(&part, "hammer", name)?),
            None => None,
        };
        self.only_one_way(&part, spec);
        let (plays, keys) = if spec.objects.is_empty() {
            self.one(&part, spec, hammer)?
        } else {
            self.set(&part, spec, hammer)?
        };
        let stroke = match &plays {
            Plays::One { stroke, .. } => Some(*stroke),
            Plays::Set(strokes) => strokes.values().next().copied(),
        };
        let speed = self.speeds(&part, spec, stroke?.hammer)?;
        let damper = Some(spec.damper).filter(|seconds| *seconds > 0.0);
        Some(PlannedInstrument { plays, keys, speed, damper })
    }

    /// Every free mass in contact with something that rings, in the order of the contacts; with that
    /// hammer or that object alone, if they are given. What rolls or scrapes does not strike.
    fn strokes(&self, hammer: Option<usize>, object: Option<usize>) -> Vec<Stroke> {
        let mut found = Vec::new();
        for (contact, between) in self.between.iter().enumerate() {
            let [Some(first), Some(second)] = *between else { continue };
            for (mass, struck) in [(first, second), (second, first)] {
                let strikes = matches!(self.kind(mass), Some(Kind::Mass { .. }));
                let wanted = hammer.is_none_or(|hammer| hammer == mass)
                    && object.is_none_or(|object| object == struck);
                if strikes && wanted && self.rings(struck) && self.begins(contact, struck).is_none()
                {
                    found.push(Stroke { hammer: mass, object: struck, contact });
                }
            }
        }
        found
    }

    fn rings(&self, body: usize) -> bool {
        match self.kind(body) {
            Some(Kind::Modes { modes, .. }) => modes.iter().any(|mode| mode.omega > 0.0),
            Some(Kind::Shape { .. }) => true,
            _ => false,
        }
    }

    /// The body of this name, if it rings; an error if not.
    pub(super) fn ringing(&mut self, part: &Part, field: &str, name: &str) -> Option<usize> {
        let body = self.find(part, field, name)?;
        if !self.rings(body) && self.kind(body).is_some() {
            let message = format!("body `{name}` does not ring");
            let help = "only a body with a `shape` or with `modes` above 0 Hz rings";
            self.findings.error(part, field, &message, "does not ring", help);
            return None;
        }
        Some(body)
    }

    /// The stroke of a hammer on an object: that of the first strike of the scene, or the first.
    fn stroke(
        &mut self,
        part: &Part,
        field: &str,
        hammer: Option<usize>,
        object: Option<usize>,
    ) -> Option<Stroke> {
        let strokes = self.strokes(hammer, object);
        let first = self.scene.strikes.first();
        let first = first.and_then(|strike| self.names.get(strike.body.as_str()).copied());
        let found = strokes.iter().find(|stroke| Some(stroke.hammer) == first);
        let found = found.or(strokes.first()).copied();
        if found.is_none() {
            let name = |body: usize| format!("`{}`", self.scene.body[body].name);
            let one = hammer.map_or("a body with `mass`".into(), name);
            let other = object.map_or("a body that rings".into(), name);
            let message = format!("no contact is between {one} and {other}");
            let help = "add a [[contact]] between a hammer and what it strikes";
            self.findings.error(part, field, &message, "untouched", help);
        }
        found
    }

    /// A set of objects leaves nothing to tune.
    fn only_one_way(&mut self, part: &Part, spec: &InstrumentSpec) {
        if spec.objects.is_empty() {
            return;
        }
        let given = [
            ("object", spec.object.is_some()),
            ("pitch", spec.pitch.is_some()),
            ("tune", spec.tune.is_some()),
            ("keys", spec.keys.is_some()),
        ];
        for (field, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            let message = format!("`{field}` means nothing beside `objects`");
            let help = "`objects` gives each key an object of its own, as it is";
            self.findings.error(part, field, &message, "not allowed here", help);
        }
    }

    fn one(
        &mut self,
        part: &Part,
        spec: &InstrumentSpec,
        hammer: Option<usize>,
    ) -> Option<(Plays, Option<[u8; 2]>)> {
        let object = match &spec.object {
            Some(name) => Some(self.ringing(part, "object", name)?),
            None => None,
        };
        if let Some(keys) = spec.keys.filter(|keys| keys[0] > keys[1]) {
            let message = format!("`keys` is {keys:?}");
            let help =
                format!("`keys` must be the lowest and the highest, from 0 to {HIGHEST_KEY}");
            self.findings.error(part, "keys", &message, "reversed", &help);
        }
        let field = if spec.object.is_some() { "object" } else { "hammer" };
        let stroke = self.stroke(part, field, hammer, object)?;
        let tune = self.tune(part, spec, stroke.object)?;
        Some((Plays::One { stroke, pitch: spec.pitch, tune }, spec.keys))
    }

    fn tune(&mut self, part: &Part, spec: &InstrumentSpec, object: usize) -> Option<Tune> {
        let field = match spec.tune.as_deref() {
            None | Some("size") => return Some(Tune::Size),
            Some("none") => return Some(Tune::Nothing),
            Some(field) => field,
        };
        let fields: Vec<&str> = match self.kind(object)? {
            Kind::Shape { shape, .. } => {
                let fields = shape.resonator().fields();
                fields.iter().filter(|one| one.value.is_some()).map(|one| one.name).collect()
            }
            _ => Vec::new(),
        };
        if fields.contains(&field) {
            return Some(Tune::Field(field.to_owned()));
        }
        let name = &self.scene.body[object].name;
        let message = format!("`tune` is \"{field}\", which body `{name}` does not have");
        let allowed = listed(["size", "none"].into_iter().chain(fields));
        let help = format!("`tune` of body `{name}` can be {allowed}");
        self.findings.error(part, "tune", &message, "nothing to tune", &help);
        None
    }

    fn set(
        &mut self,
        part: &Part,
        spec: &InstrumentSpec,
        hammer: Option<usize>,
    ) -> Option<(Plays, Option<[u8; 2]>)> {
        let mut strokes = BTreeMap::new();
        let within = part.within("objects");
        for (key, name) in &spec.objects {
            let number = key.parse().ok().filter(|number: &u8| *number <= HIGHEST_KEY);
            if number.is_none() {
                let message = format!("`objects` has the key `{key}`");
                let help = format!("keys are MIDI key numbers: whole, from 0 to {HIGHEST_KEY}");
                self.findings.error(&within, key, &message, "no such key", &help);
            }
            let object = self.ringing(&within, key, name);
            let stroke = object.and_then(|object| self.stroke(&within, key, hammer, Some(object)));
            strokes.extend(number.zip(stroke));
        }
        let [lowest, highest] =
            [strokes.keys().min(), strokes.keys().max()].map(Option::<&u8>::copied);
        Some((Plays::Set(strokes), Some([lowest?, highest?])))
    }

    /// The speeds that are given, or those that follow from how the hammer moves in the scene.
    fn speeds(&mut self, part: &Part, spec: &InstrumentSpec, hammer: usize) -> Option<[f64; 2]> {
        if let Some([softest, hardest]) = spec.speed {
            if softest > hardest || hardest == 0.0 {
                let message = format!("`speed` is [{softest:?}, {hardest:?}]");
                let help = "`speed` must be the softest and the hardest (m/s), the hardest above 0";
                self.findings.error(part, "speed", &message, "out of range", help);
                return None;
            }
            return Some([softest, hardest]);
        }
        let body = &self.scene.body[hammer];
        let mut strikes = self.scene.strikes.iter().filter(|strike| strike.body == body.name);
        let moving = |speed: &f64| *speed > 0.0;
        let at_start = body.velocity.map(f64::abs).filter(moving);
        let speed = at_start.or_else(|| strikes.next().map(|strike| strike.velocity.abs()));
        Some(speed.filter(moving).map_or(SPEED, |speed| TIMES.map(|times| times * speed)))
    }
}
