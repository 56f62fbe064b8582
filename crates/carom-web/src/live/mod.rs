//! A scene that is played by hand: every body that can be struck has hammers that wait for it, and what
//! was played is written into the same scene, so that `carom run` renders the same samples.

mod carry;
mod hammers;
mod level;
mod pitches;
mod player;
mod run;
mod stage;
mod take;
mod tips;
mod touch;

use carom::Quantity;
use carom_scene::plan::{Hears, Plan};
use carom_scene::scene::{At, Body, Contact, Parsed, Pickup, Scene};
use serde::Serialize;

pub use pitches::Pitches;
pub use stage::{Deed, Stage};
pub use take::{Blow, Hold, Note, Take};
pub use tips::Scrape;
pub use touch::Touch;

/// How many blows on one body may overlap. A scene with several hammers for it has them share this.
const FINGERS: usize = 4;

/// How much faster than usual a blow may be before the modes that are kept are too few for it.
const HARDEST: f64 = 2.0;

/// A scene that can be played, all of its hammers at rest.
#[derive(Clone, Debug)]
pub struct Live {
    /// With all hammers.
    pub scene: Scene,
    /// Which hammer strikes what.
    pub strokes: Vec<Stroke>,
    /// The blows that the scene as it was written has.
    pub own: Vec<Blow>,
    /// Whether a hammer can strike any place: not every scheme moves contacts.
    pub anywhere: bool,
    /// What scrapes.
    pub(crate) tips: Vec<tips::Tip>,
}

/// A hammer and what it strikes.
#[derive(Clone, Debug, Serialize)]
pub struct Stroke {
    /// The name of the hammer on the page; nothing for one that is lent.
    pub hammer: Option<String>,
    /// The name of what it strikes.
    pub target: String,
    /// How fast it usually is (m/s).
    pub speed: f64,
    /// Where it usually strikes.
    pub place: Option<At>,
    /// The names of its copies, which can be in flight at the same time.
    pub fingers: Vec<String>,
    /// Whether the hammers are the first of the two bodies of their contacts.
    #[serde(skip)]
    pub(crate) is_first: bool,
}

impl Live {
    /// Adds the hammers to a scene, at another sample rate if one is given.
    #[must_use]
    pub fn new(parsed: &Parsed, rate: Option<f64>) -> Self {
        let mut scene = parsed.scene.clone();
        scene.sample_rate = rate.unwrap_or(scene.sample_rate);
        let anywhere = scene.scheme.holds();
        let (strokes, own, tips) = (Vec::new(), Vec::new(), Vec::new());
        let mut live = Self { scene, strokes, own, anywhere, tips };
        live.hear_at_once(&parsed.plan);
        live.find_strokes(&parsed.scene);
        live.own = take::own(&parsed.scene, &live.strokes);
        live.rest();
        let count = live.strokes.len();
        for stroke in 0..count {
            let target = &live.strokes[stroke].target;
            let rivals = live.strokes.iter().filter(|other| other.target == *target).count();
            for _ in 1..FINGERS.div_ceil(rivals) {
                live.add_finger(stroke);
            }
        }
        live.add_tips(&parsed.plan);
        live
    }

    /// Listeners hear at once what is played: the travel time of sound would be a delay.
    fn hear_at_once(&mut self, plan: &Plan) {
        if self.scene.pickup.is_empty() {
            // The listener that is usual without any, if there is one.
            let distance = plan.pickups.first().and_then(|pickup| match &pickup.hears {
                Hears::Room(listener) => Some(listener.distance),
                Hears::Point { .. } => None,
            });
            let Some(distance) = distance else { return };
            let distance = Some(distance);
            self.scene.pickup.push(Pickup { distance, gain: 1.0, ..Pickup::default() });
        }
        let radiates = |name: &String| {
            plan.bodies.iter().any(|body| body.name == *name && body.kind.radiates())
        };
        for pickup in &mut self.scene.pickup {
            let usual = pickup.quantity.is_none() && pickup.at.is_none();
            let room = pickup.quantity == Some(Quantity::Pressure)
                || pickup.body.as_ref().is_none_or(|name| usual && radiates(name));
            pickup.at_once |= room;
        }
    }

    /// Takes the hammers of the scene out of its way until they strike.
    fn rest(&mut self) {
        let own: Vec<_> = self.strokes.iter().filter_map(|stroke| stroke.hammer.clone()).collect();
        self.scene.strikes.retain(|strike| !own.contains(&strike.body));
        for stroke in &self.strokes {
            let Some(name) = &stroke.hammer else { continue };
            let Some(body) = self.scene.body.iter_mut().find(|body| body.name == *name) else {
                continue;
            };
            body.velocity = None;
            body.hardest_blow.get_or_insert(HARDEST * stroke.speed);
        }
    }

    /// Adds a copy of the first hammer of a stroke.
    fn add_finger(&mut self, stroke: usize) {
        let Stroke { fingers, target, .. } = &self.strokes[stroke];
        let Some(first) = fingers.first() else { return };
        let body = self.scene.body.iter().find(|body| body.name == *first);
        let meets = |contact: &&Contact| {
            contact.between.contains(first) && contact.between.contains(target)
        };
        let contact = self.scene.contact.iter().find(meets);
        let (Some(body), Some(contact)) = (body.cloned(), contact.cloned()) else { return };
        let first = first.clone();
        let name = self.add(body, contact, &first);
        self.strokes[stroke].fingers.push(name);
    }

    /// Adds a copy of a hammer and of its contact, under a new name.
    fn add(&mut self, mut body: Body, mut contact: Contact, model: &str) -> String {
        let name = self.fresh_name(model);
        body.name.clone_from(&name);
        for between in contact.between.iter_mut().filter(|between| **between == model) {
            between.clone_from(&name);
        }
        contact.name = contact.name.map(|label| format!("{label} ({name})"));
        let heard = self.scene.pickup.iter().filter(|pickup| pickup.body.as_deref() == Some(model));
        let heard = heard.map(|pickup| Pickup { body: Some(name.clone()), ..pickup.clone() });
        let heard: Vec<_> = heard.collect();
        self.scene.pickup.extend(heard);
        self.scene.body.push(body);
        self.scene.contact.push(contact);
        name
    }

    fn fresh_name(&self, model: &str) -> String {
        let is_free = |name: &String| self.scene.body.iter().all(|body| body.name != *name);
        let mut names = (2..).map(|n| format!("{model}-{n}"));
        if is_free(&model.to_owned()) {
            return model.to_owned();
        }
        names.find(is_free).unwrap_or_default()
    }
}
