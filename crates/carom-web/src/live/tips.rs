//! What scrapes: a tip for every body that a hand can be drawn over.

use std::collections::BTreeMap;

use carom::Travel;
use carom_scene::build::{AWAY, Course, Probe};
use carom_scene::plan::{Kind, Plan, PlannedDrag, Spot};
use carom_scene::scene::{At, Body, Contact, Drag, Gesture, Scene};
use carom_scene::surface::{Rough, Surface};
use carom_shapes::Places;
use serde::{Deserialize, Serialize};

use super::{Live, Stage};

/// The mass of a tip (kg), its radius (m), its hardness and the force on it (N).
const TIP: (f64, f64, f64, f64) = (0.004, 5e-4, 0.75, 1.0);

/// The roughness of a body whose scene gives it none.
const ROUGH: Rough = Rough { rms: 1.5e-5, correlation: 4e-4, finest: None, hurst: 0.8, seed: 1 };

/// The time from place to place (s), by how much sooner the next place is known (s), and how fast a hand can be (m/s).
const EVERY: f64 = 0.01;
const AHEAD: f64 = 0.006;
const FASTEST: f64 = 5.0;

/// A hand that was drawn over a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scrape {
    /// When it was put on (s).
    pub time: f64,
    /// The name of what is scraped.
    pub target: String,
    /// The places, one for every hundredth of a second.
    pub path: Vec<At>,
}

impl Scrape {
    /// When it was lifted (s).
    pub(super) fn end(&self) -> f64 {
        self.time + self.path.len().saturating_sub(1) as f64 * EVERY
    }
}

/// A tip that waits for a hand: its name, what it scrapes, and over what surface.
#[derive(Clone, Debug)]
pub(crate) struct Tip {
    pub(super) name: String,
    pub(super) target: String,
    surface: Surface,
    rest: At,
}

impl Tip {
    /// It is drawn along a path from a time (s) on.
    pub(super) fn drawn(&self, time: f64, path: Vec<At>) -> Gesture {
        let (body, on, surface) = (self.name.clone(), self.target.clone(), self.surface.clone());
        Gesture::Drag(Drag { body, on, time, every: EVERY, path, force: TIP.3, surface })
    }
}

impl Live {
    /// Adds a tip for every body of a scene that can be scraped.
    pub(super) fn add_tips(&mut self, plan: &Plan) {
        for body in &plan.bodies {
            let Kind::Shape { shape, .. } = &body.kind else { continue };
            if !self.anywhere || shape.resonator().is_loose() {
                continue;
            }
            let target = body.name.clone();
            let name = self.fresh_name("tip");
            let (mass, radius, hardness, _) = TIP;
            self.scene.body.push(Body {
                name: name.clone(),
                mass: Some(mass),
                radius: Some(radius),
                hardness: Some(hardness),
                ..Body::default()
            });
            let between = [name.clone(), target.clone()];
            let at = BTreeMap::new();
            let contact = Contact { between, at, ..Contact::default() };
            self.scene.contact.push(contact);
            let surface = surface_of(&self.scene, &target);
            let places = shape.resonator().places();
            let [first, second] = places.touched();
            let rest =
                if places == Places::Line { At::Along(first) } else { At::On([first, second]) };
            self.tips.push(Tip { name, target, surface, rest });
        }
    }

    /// The scene with a way for each tip, so that all are built; nobody follows these ways.
    pub(super) fn with_tips(&self) -> Scene {
        let mut scene = self.scene.clone();
        let waits = |tip: &Tip| tip.drawn(0.0, vec![tip.rest.clone(); 2]);
        scene.gesture.extend(self.tips.iter().map(waits));
        scene
    }
}

/// The surface over which a scene moves something on a body, or a rough one.
fn surface_of(scene: &Scene, target: &str) -> Surface {
    let found = scene.gesture.iter().find_map(|gesture| match gesture {
        Gesture::Roll(roll) if roll.on == target => Some(&roll.surface),
        Gesture::Scrape(scrape) if scrape.on == target => Some(&scrape.surface),
        _ => None,
    });
    found.cloned().unwrap_or(Surface::Rough(ROUGH))
}

/// A tip as it is played.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) player: usize,
    probe: Probe,
    target: String,
    /// Which of its ways it is on, or waits for.
    course: usize,
    is_on: bool,
    /// Where a hand wants it, while one draws it.
    wanted: Option<[f64; 2]>,
    /// Whether its way is that of a hand, and not one that was known.
    is_new: bool,
}

impl Drawn {
    /// The way that it is on or waits for, with what must be known of it now.
    fn grown(&mut self, now: f64) -> Option<Course> {
        let path = &self.probe.path;
        let course = path.course(self.course)?;
        match self.wanted {
            Some(wanted) => {
                let mut room = true;
                while room && path.end() < now + AHEAD {
                    room = path.go_on(wanted, FASTEST);
                }
                if !room {
                    self.wanted = None;
                }
            }
            // It was lifted before it moved.
            None if course.end() <= course.begin => {
                path.go_on(path.place(&course, 0)?, FASTEST);
            }
            None => {}
        }
        path.course(self.course)
    }
}

impl Stage {
    /// Takes the tips of its players into its hands.
    pub(super) fn take_tips(&mut self) {
        for (player, one) in self.players.iter().enumerate() {
            for probe in &one.built.probes {
                probe.path.make_room();
                let target = one.plan.bodies[probe.ground].name.clone();
                let probe = probe.clone();
                let (course, is_on, wanted, is_new) = (0, false, None, false);
                self.tips.push(Drawn { player, probe, target, course, is_on, wanted, is_new });
            }
        }
    }

    /// All tips wait.
    pub(super) fn lift_tips(&mut self) {
        for tip in &mut self.tips {
            (tip.course, tip.is_on, tip.wanted, tip.is_new) = (0, false, None, false);
            tip.probe.path.clear();
        }
    }

    /// A hand is drawn over what a stroke strikes, to a place; from there on it is lifted if `lifts`. False where
    /// nothing can be scraped.
    pub fn draw(&mut self, stroke: usize, place: [f64; 2], lifts: bool) -> bool {
        let Some(target) = self.live.strokes.get(stroke).map(|stroke| &stroke.target) else {
            return false;
        };
        let Some(tip) = self.tips.iter_mut().find(|tip| tip.target == *target) else {
            return false;
        };
        let places = tip.probe.path.places();
        let place = if places.check(place).is_ok() { places.whole(place) } else { return false };
        if tip.wanted.is_none() && !lifts {
            let (begin, path) = (self.frame as f64 / self.rate, &tip.probe.path);
            // The way before must be over.
            if path.course(tip.course).is_some() || !path.begin(begin, EVERY, place) {
                return false;
            }
            self.is_fresh = false;
            tip.is_new = true;
        }
        tip.wanted = (!lifts).then_some(place);
        true
    }

    /// A hand that is to be drawn over a body from a time on, as it was.
    pub fn schedule_scrape(&mut self, stroke: usize, time: f64, path: &[[f64; 2]]) {
        let Some(target) = self.live.strokes.get(stroke).map(|stroke| &stroke.target) else {
            return;
        };
        let Some(tip) = self.tips.iter_mut().find(|tip| tip.target == *target) else { return };
        let places = tip.probe.path.places();
        if path.len() >= 2 && path.iter().all(|place| places.check(*place).is_ok()) {
            let path = path.iter().map(|place| places.whole(*place)).collect();
            tip.probe.path.follow(&PlannedDrag { time, every: EVERY, path });
            self.is_fresh = false;
        }
    }

    /// Whether a tip is on something or will be.
    pub(super) fn scrapes(&self) -> bool {
        self.tips.iter().any(|tip| tip.is_on || tip.probe.path.course(tip.course).is_some())
    }

    /// Moves tips on, puts them on and lifts them; until which sample nothing of that happens again.
    pub(super) fn move_tips(&mut self) -> u64 {
        let (now, rate) = (self.frame as f64 / self.rate, self.rate);
        let sample = |time: f64| (time * rate).round() as u64;
        let mut until = u64::MAX;
        for t in 0..self.tips.len() {
            while let Some(course) = self.tips[t].grown(now) {
                let [begin, end] = [course.begin, course.end()].map(sample);
                if begin > self.frame {
                    until = until.min(begin);
                    break;
                }
                if !std::mem::replace(&mut self.tips[t].is_on, true) {
                    self.put_on(t, &course);
                    self.quiet = 0;
                }
                if self.tips[t].wanted.is_some() {
                    break;
                }
                if end > self.frame {
                    until = until.min(end);
                    break;
                }
                self.lift(t);
            }
        }
        until
    }

    fn put_on(&mut self, t: usize, course: &Course) {
        let Self { tips, players, weights, .. } = self;
        let Drawn { player, probe, .. } = &tips[t];
        let one = &mut players[*player];
        let Some(place) = probe.path.place(course, 0) else { return };
        one.weigh(probe.ground, probe.number, &Spot::Place(place), weights);
        let _ = one.voice.gap(probe.contact, probe.path.gap_at(course.begin), 0.0);
        let body = &one.built.bodies[probe.ground];
        let _ = one.voice.strike_at(probe.contact, body, weights, 0.0);
        let _ = one.voice.push(probe.port, probe.force);
    }

    fn lift(&mut self, t: usize) {
        self.tips[t].is_on = false;
        self.tips[t].course += 1;
        let Drawn { player, probe, .. } = &self.tips[t];
        let voice = &mut self.players[*player].voice;
        let _ = voice.push(probe.port, 0.0);
        let _ = voice.gap(probe.contact, AWAY, 0.0);
        if std::mem::take(&mut self.tips[t].is_new) {
            self.scraped = Some(t);
        }
    }

    /// The way that a hand has just ended, if one has: the stroke, when it began (s), and its places.
    pub fn scraped(&mut self, into: &mut Vec<f64>) -> bool {
        into.clear();
        let Some(t) = self.scraped.take() else { return false };
        let Drawn { probe, target, course, .. } = &self.tips[t];
        let stroke = self.live.strokes.iter().position(|stroke| stroke.target == *target);
        let (Some(stroke), Some(course)) = (stroke, probe.path.course(course - 1)) else {
            return false;
        };
        into.extend([stroke as f64, course.begin]);
        let places = (0..).map_while(|n| probe.path.place(&course, n));
        into.extend(places.flatten());
        true
    }
}
