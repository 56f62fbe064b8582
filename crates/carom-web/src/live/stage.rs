//! A live scene that sounds.

use carom::scheme::StepError;
use carom_scene::build::{BuildOptions, build_islands};
use carom_scene::plan::{Kind, Spot};
use carom_scene::scene::{At, Parsed, Scene};
use serde_json::{Value, json};

use super::player::Player;
use super::take::HELD;
use super::tips::Drawn;
use super::touch::{MOST_TOUCHED, Touch};
use super::{Blow, Live, Stroke};
use crate::error::Refusal;

/// Blows that may wait for their samples.
const MOST_WAITING: usize = 1 << 16;

/// A copy of a hammer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finger {
    pub(super) player: usize,
    /// Its contact in the player, and the body that it strikes there.
    pub(super) contact: usize,
    pub(super) target: usize,
    /// When it struck last; 0 if never.
    struck: u64,
}

/// A stroke as it is played.
#[derive(Debug)]
pub(super) struct Hand {
    pub(super) fingers: Vec<Finger>,
    /// The weights of each named point of what it strikes, by name.
    points: Vec<(String, Vec<f64>)>,
    /// Where it strikes if no place is given.
    usual: Option<Vec<f64>>,
}

/// A blow that is to come: in which sample, by which finger of which stroke, where and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deed {
    /// The sample.
    pub frame: u64,
    /// Which stroke.
    pub stroke: usize,
    /// Which of its fingers; any that is free if nothing is given.
    pub finger: Option<usize>,
    /// Two numbers of a place on a shape, or the number of a named point and not a number; two that are
    /// no numbers for where it usually strikes.
    pub place: [f64; 2],
    /// m/s.
    pub speed: f64,
}

/// A live scene that sounds. It is made once, and from then on it is played sample by sample.
pub struct Stage {
    pub(super) players: Vec<Player>,
    pub(super) hands: Vec<Hand>,
    pub(super) tips: Vec<Drawn>,
    /// The tip that was lifted last, until somebody asks.
    pub(super) scraped: Option<usize>,
    pub(super) live: Live,
    pub(super) rate: f64,
    pub(super) frame: u64,
    /// When the scene's own gestures are over (s).
    pub(super) busy_until: f64,
    /// Blows that are to come, the latest first, and hands: in which sample, on what which stroke strikes,
    /// and whether they take hold.
    pub(super) waiting: Vec<Deed>,
    pub(super) holds: Vec<(u64, usize, bool)>,
    /// Room for the weights of a place.
    pub(super) weights: Vec<f64>,
    /// Whether it stays at the first sample, because nothing was played yet.
    pub(super) is_fresh: bool,
    /// Whether silence does not end it.
    pub keeps_running: bool,
    pub(super) quiet: u64,
    pub(super) touch: Touch,
    full_scale: f64,
    /// Why it broke off, until somebody asks.
    pub(super) broke: Option<StepError>,
}

impl Stage {
    /// Builds a live scene.
    ///
    /// # Errors
    ///
    /// If it has too many modes, values that do not go together, or blows that its scheme cannot follow.
    pub fn new(live: Live, options: BuildOptions) -> Result<Self, Refusal> {
        let mut parsed = resolved(&live.with_tips())?;
        parsed.plan.drawn.iter_mut().for_each(|drawn| drawn.drags.clear());
        let plan = &parsed.plan;
        let (whole, islands) =
            build_islands(plan, options).map_err(|error| Refusal::from(&error))?;
        let players: Result<Vec<_>, _> =
            islands.into_iter().map(|(island, built)| Player::new(island, built)).collect();
        let mut stage = Self {
            players: players?,
            hands: Vec::new(),
            tips: Vec::new(),
            scraped: None,
            rate: plan.sample_rate,
            frame: 0,
            busy_until: whole.busy_until,
            waiting: Vec::with_capacity(1024),
            holds: Vec::with_capacity(1024),
            weights: Vec::new(),
            is_fresh: true,
            keeps_running: false,
            quiet: 0,
            touch: Touch { samples: Vec::with_capacity(MOST_TOUCHED), ..Touch::default() },
            full_scale: 1.0,
            broke: None,
            live,
        };
        let most = stage.players.iter().map(Player::most_modes).max().unwrap_or(0);
        stage.weights.reserve(most + stage.live.scene.contact.len());
        stage.take_tips();
        let strokes = &stage.live.strokes;
        stage.hands =
            strokes.iter().map(|stroke| stage.hand(plan_names(&parsed), stroke)).collect();
        stage.full_scale = stage.find_level();
        if let Some(error) = stage.broke() {
            return Err(error.into());
        }
        stage.players.iter_mut().for_each(|player| player.set_full_scale(stage.full_scale));
        Ok(stage)
    }

    fn hand(&self, names: impl Fn(&str) -> Option<usize>, stroke: &Stroke) -> Hand {
        let target = names(&stroke.target);
        let find = |finger: &String| {
            let finger = names(finger)?;
            self.players.iter().enumerate().find_map(|(player, one)| {
                let here = one.bodies.binary_search(&finger).ok()?;
                let struck = one.bodies.binary_search(&target?).ok()?;
                let meets =
                    |between: &[usize; 2]| between.contains(&here) && between.contains(&struck);
                let contact = one.plan.contacts.iter().position(|c| meets(&c.between))?;
                Some(Finger { player, contact, target: struck, struck: 0 })
            })
        };
        let fingers: Vec<_> = stroke.fingers.iter().filter_map(find).collect();
        let body = self.live.scene.body.iter().find(|body| body.name == stroke.target);
        let points = body.map(|body| points_of(body, self.rate)).unwrap_or_default();
        let usual = fingers.first().map(|finger| {
            let player = &self.players[finger.player];
            let contact = &player.plan.contacts[finger.contact];
            let side = usize::from(contact.between[0] != finger.target);
            let mut weights = Vec::new();
            player.weigh(finger.target, finger.contact, &contact.at[side], &mut weights);
            weights
        });
        Hand { fingers, points, usual }
    }

    /// What the page has to know of it.
    #[must_use]
    pub fn described(&self) -> Value {
        let stroke = |(stroke, hand): (&Stroke, &Hand)| {
            let points: Vec<_> = hand.points.iter().map(|(name, _)| name).collect();
            let mut value = json!(stroke);
            value["points"] = json!(points);
            value
        };
        let strokes: Vec<_> = self.live.strokes.iter().zip(&self.hands).map(stroke).collect();
        json!({
            "version": 1,
            "rate": self.rate,
            "full_scale": self.full_scale,
            "strokes": strokes,
            "own": self.live.own,
            "plays_by_itself": self.plays_by_itself(),
        })
    }

    fn plays_by_itself(&self) -> bool {
        self.players.iter().any(Player::moves_by_itself)
    }

    /// A blow of a take as a deed.
    #[must_use]
    pub fn deed(&self, blow: &Blow) -> Option<Deed> {
        let stroke = self.live.stroke_of(blow)?;
        let place = match &blow.place {
            None => [f64::NAN; 2],
            Some(At::Along(along)) => [*along, f64::NAN],
            Some(At::On(place)) => *place,
            Some(At::Name(name)) => {
                let mut points = self.hands[stroke].points.iter();
                [points.position(|(point, _)| point == name)? as f64, f64::NAN]
            }
        };
        let frame = (blow.time * self.rate).round() as u64;
        let speed = blow.strength * self.live.strokes[stroke].speed;
        Some(Deed { frame, stroke, finger: Some(blow.finger), place, speed })
    }

    /// The sample that comes next.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// What the last blow did.
    #[must_use]
    pub fn touch(&self) -> &Touch {
        &self.touch
    }

    /// Samples whose steps were coarser than they should have been.
    #[must_use]
    pub fn coarsened(&self) -> u64 {
        self.players.iter().map(|player| player.voice.counts().coarsened).sum()
    }

    /// Why it broke off since this was last asked: a scheme may fail at a blow. It begins anew then, silent
    /// until the next blow.
    pub fn broke(&mut self) -> Option<StepError> {
        self.broke.take()
    }

    /// Begins anew, with everything at rest; it runs at once if `runs`, otherwise from the first blow on.
    pub fn begin(&mut self, runs: bool) {
        self.begin_at(0);
        self.is_fresh = !runs;
    }

    pub(super) fn begin_at(&mut self, frame: u64) {
        for player in &mut self.players {
            // What could be started once can be started again.
            let _ = player.begin(frame);
        }
        self.frame = frame;
        self.waiting.clear();
        self.holds.clear();
        self.lift_tips();
        self.quiet = 0;
        for finger in self.hands.iter_mut().flat_map(|hand| &mut hand.fingers) {
            finger.struck = 0;
        }
        self.touch.at = None;
    }

    /// Has a blow fall in a later sample; one whose sample has passed falls in the next.
    pub fn schedule(&mut self, deed: Deed) {
        if self.waiting.len() < MOST_WAITING && deed.stroke < self.hands.len() {
            let place = self.waiting.partition_point(|other| other.frame > deed.frame);
            self.waiting.insert(place, deed);
            self.is_fresh = false;
        }
    }

    /// Has a hand damp what a stroke strikes in a later sample, or let go of it.
    pub fn schedule_hold(&mut self, frame: u64, stroke: usize, holds: bool) {
        if self.holds.len() < MOST_WAITING {
            let place = self.holds.partition_point(|other| other.0 > frame);
            self.holds.insert(place, (frame, stroke, holds));
        }
    }

    /// Strikes before the next sample, or before a later one; the finger that does it, if there is one.
    pub fn strike(&mut self, deed: &Deed) -> Option<usize> {
        let free = || self.free_finger(deed.stroke);
        let finger = deed.finger.or_else(free)?;
        let hand = self.hands.get_mut(deed.stroke)?;
        let one = hand.fingers.get_mut(finger)?;
        one.struck = deed.frame.max(self.frame) + 1;
        if deed.frame > self.frame {
            self.schedule(Deed { finger: Some(finger), ..*deed });
            return Some(finger);
        }
        let Finger { player, contact, target, .. } = *one;
        let has_place = self.weigh(deed, finger);
        let one = &mut self.players[player];
        let (id, body) = (one.built.contacts[contact], &one.built.bodies[target]);
        let speed = deed.speed.max(0.0);
        let struck = if has_place && self.live.anywhere {
            one.voice.strike_at(id, body, &self.weights, speed)
        } else {
            one.voice.strike(id, speed)
        };
        struck.ok()?;
        self.is_fresh = false;
        self.quiet = 0;
        self.touch.samples.clear();
        self.touch = Touch {
            frame: self.frame,
            stroke: deed.stroke,
            samples: std::mem::take(&mut self.touch.samples),
            is_over: false,
            at: Some((player, contact)),
        };
        Some(finger)
    }

    /// Has a hand damp what a stroke strikes, or let go of it.
    pub fn hold(&mut self, stroke: usize, holds: bool) {
        let finger = self.hands.get(stroke).and_then(|hand| hand.fingers.first().copied());
        let Some(Finger { player, target, .. }) = finger else { return };
        let one = &mut self.players[player];
        let rate = if holds { 1000f64.ln() / HELD } else { 0.0 };
        // What does not ring, or not by a scheme that can change it, cannot be damped.
        let _ = one.voice.damp(&one.built.bodies[target], rate);
    }

    /// The finger that struck longest ago.
    fn free_finger(&self, stroke: usize) -> Option<usize> {
        let fingers = &self.hands.get(stroke)?.fingers;
        (0..fingers.len()).min_by_key(|finger| fingers[*finger].struck)
    }

    /// Notes the weights of the place of a deed; false if it has none.
    fn weigh(&mut self, deed: &Deed, finger: usize) -> bool {
        let Self { hands, players, weights, .. } = self;
        let hand = &hands[deed.stroke];
        let Finger { player, contact, target, .. } = hand.fingers[finger];
        let one = &players[player];
        let given = match &one.plan.bodies[target].kind {
            _ if deed.place[0].is_nan() => None,
            Kind::Shape { shape, .. } => {
                let places = shape.resonator().places();
                if places.check(deed.place).is_ok() {
                    let spot = Spot::Place(places.whole(deed.place));
                    one.weigh(target, contact, &spot, weights);
                    return true;
                }
                None
            }
            _ => hand.points.get(deed.place[0] as usize).map(|(_, weights)| weights),
        };
        let Some(given) = given.or(hand.usual.as_ref()) else { return false };
        weights.clear();
        weights.extend_from_slice(given);
        true
    }
}

/// The scene of a stage, checked again with its hammers.
fn resolved(scene: &Scene) -> Result<Parsed, Refusal> {
    crate::answers::checked(&serde_json::to_value(scene).unwrap_or_default())
}

fn plan_names(parsed: &Parsed) -> impl Fn(&str) -> Option<usize> {
    |name: &str| parsed.plan.bodies.iter().position(|body| body.name == name)
}

/// The named points of a body: a weight for each mode below half the sample rate.
fn points_of(body: &carom_scene::scene::Body, rate: f64) -> Vec<(String, Vec<f64>)> {
    let Some(modes) = &body.modes else { return Vec::new() };
    let below = |i: &usize| modes.frequency.get(*i).is_some_and(|hertz| hertz < 0.5 * rate);
    let point = |(name, weights): (&String, &Vec<f64>)| {
        let kept = (0..modes.count()).filter(below);
        (name.clone(), kept.map(|i| weights.get(i).copied().unwrap_or(0.0)).collect())
    };
    body.points.iter().map(point).collect()
}
