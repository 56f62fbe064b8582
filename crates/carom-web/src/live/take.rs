//! What was played, and how it becomes a scene.

use carom_scene::scene::{At, Damp, Gesture, Scene, Strike};
use serde::{Deserialize, Serialize};

use super::{Live, Scrape, Stroke};
use crate::error::Refusal;

/// In what time (s) a hand lets what it holds fall by 60 dB.
pub(super) const HELD: f64 = 0.12;

/// A blow of a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blow {
    /// When (s): the sample that it falls on, divided by the sample rate.
    pub time: f64,
    /// The name of the hammer on the page; nothing for one that is lent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hammer: Option<String>,
    /// The name of what it strikes.
    pub target: String,
    /// Which copy of the hammer struck.
    #[serde(default)]
    pub finger: usize,
    /// Where, if not where the hammer usually strikes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<At>,
    /// How fast, beside how fast the hammer usually is.
    pub strength: f64,
}

/// A hand that damps what rings, or lets go of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// When (s).
    pub time: f64,
    /// The name of what is held.
    pub target: String,
    /// Whether the hand takes hold or lets go.
    pub holds: bool,
}

/// A key that goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// When (s): the sample that it falls on, divided by the sample rate.
    pub time: f64,
    /// The MIDI key, 60 being middle C.
    pub key: u8,
    /// How hard, from 0 to 1; 0 for a key that goes up.
    pub velocity: f64,
}

/// What was played on a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// The blows.
    pub strikes: Vec<Blow>,
    /// When hands damped what rings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Hold>,
    /// When hands were drawn over what is scraped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scrapes: Vec<Scrape>,
    /// Keys that were played as pitches. With any, the take is of nothing else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The lowest and the highest key of the instrument on which they were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<[u8; 2]>,
    /// How long it is (s); if left out, it rings as long as the scene does after the last blow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}

impl Take {
    /// Whether nothing was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.strikes.is_empty() && self.scrapes.is_empty() && self.notes.is_empty()
    }
}

/// The blows that a scene has by itself.
pub(super) fn own(scene: &Scene, strokes: &[Stroke]) -> Vec<Blow> {
    let mut found = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for stroke in strokes {
        let Some(hammer) = stroke.hammer.as_deref().filter(|name| !seen.contains(name)) else {
            continue;
        };
        // What a hammer touches first is what it strikes.
        seen.push(hammer);
        let side = if stroke.is_first { 1.0 } else { -1.0 };
        let blow = |time: f64, velocity: f64, at: Option<&At>| Blow {
            time,
            hammer: stroke.hammer.clone(),
            target: stroke.target.clone(),
            finger: 0,
            place: at.or(stroke.place.as_ref()).cloned(),
            strength: side * velocity / stroke.speed,
        };
        let start = scene.body.iter().find(|body| body.name == hammer).and_then(|b| b.velocity);
        found.extend(start.map(|velocity| blow(0.0, velocity, None)));
        let later = scene.strikes.iter().filter(|strike| strike.body == hammer);
        found.extend(later.map(|strike| blow(strike.time, strike.velocity, strike.at.as_ref())));
    }
    found.retain(|blow| blow.strength > 0.0);
    found.sort_by(|a, b| a.time.total_cmp(&b.time));
    found
}

impl Live {
    /// The stroke that a blow is one of.
    #[must_use]
    pub fn stroke_of(&self, blow: &Blow) -> Option<usize> {
        let same = |stroke: &Stroke| stroke.target == blow.target && stroke.hammer == blow.hammer;
        let target = |stroke: &Stroke| stroke.target == blow.target;
        // A hammer that is gone leaves its blows to another.
        let found = self.strokes.iter().position(same);
        found.or_else(|| self.strokes.iter().position(target))
    }

    /// The scene with what was played on it. Copies of hammers that did nothing are left out.
    ///
    /// # Errors
    ///
    /// If something was struck that the scene does not have.
    pub fn played(&self, take: &Take) -> Result<Scene, Refusal> {
        let mut scene = self.scene.clone();
        let mut used: Vec<&str> = Vec::new();
        for (i, blow) in take.strikes.iter().enumerate() {
            let at = format!("take.strikes[{i}].target");
            let Some(stroke) = self.stroke_of(blow) else {
                let refusal = Refusal::new(format!("nothing can strike {:?}", blow.target)).at(at);
                let names: Vec<_> = self.strokes.iter().map(|one| one.target.as_str()).collect();
                return Err(refusal.allowed(names.join(", ")));
            };
            let stroke = &self.strokes[stroke];
            let finger = &stroke.fingers[blow.finger.min(stroke.fingers.len() - 1)];
            used.push(finger);
            let place = blow.place.as_ref().or(stroke.place.as_ref());
            let speed = blow.strength * stroke.speed;
            scene.strikes.push(Strike {
                body: finger.clone(),
                time: blow.time,
                velocity: if stroke.is_first { speed } else { -speed },
                at: place.filter(|_| self.anywhere).cloned(),
            });
        }
        scene.strikes.sort_by(|a, b| a.time.total_cmp(&b.time));
        scene.gesture.extend(take.holds.iter().map(|hold| {
            let decay = hold.holds.then_some(HELD);
            Gesture::Damp(Damp { body: hold.target.clone(), time: hold.time, decay })
        }));
        for (i, scrape) in take.scrapes.iter().enumerate() {
            let Some(tip) = self.tips.iter().find(|tip| tip.target == scrape.target) else {
                let refusal = Refusal::new(format!("nothing can scrape {:?}", scrape.target));
                let names: Vec<_> = self.tips.iter().map(|tip| tip.target.as_str()).collect();
                let at = format!("take.scrapes[{i}].target");
                return Err(refusal.at(at).allowed(names.join(", ")));
            };
            used.push(&tip.name);
            scene.gesture.push(tip.drawn(scrape.time, scrape.path.clone()));
        }
        let copies = self.strokes.iter().flat_map(|stroke| stroke.fingers.iter().skip(1));
        let spare: Vec<&String> = copies.chain(self.tips.iter().map(|tip| &tip.name)).collect();
        let idle = |name: &String| spare.contains(&name) && !used.contains(&name.as_str());
        scene.body.retain(|body| !idle(&body.name));
        scene.contact.retain(|contact| !contact.between.iter().any(idle));
        scene.pickup.retain(|pickup| !pickup.body.as_ref().is_some_and(idle));
        let scraped = take.scrapes.iter().map(Scrape::end);
        let last = take.strikes.iter().map(|blow| blow.time).chain(scraped).fold(0.0, f64::max);
        scene.duration = take.length.or(scene.duration.map(|duration| duration + last));
        Ok(scene)
    }
}
