//! A key: a voice of the engine with a hammer, an object and a damper.

use std::sync::Arc;

use carom::law::{Law, Loss, Potential};
use carom::{Body, ContactId, Mode, Options, Voice};
use carom_scene::build::{BuildOptions, Built, Designs, build};
use carom_scene::plan::{Kind, Plan, Spot};
use carom_scene::scene::Scene;
use carom_scene::surface::Profile;
use carom_shapes::Place;

use crate::felt::Damped;
use crate::probe::{AWAY, Probe, Way};
use crate::template::{Fragment, place_in};
use crate::tuning::key_frequency;
use crate::{InstrumentError, Setup};

/// A blow as it is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blow {
    /// m/s.
    pub(crate) speed: f64,
    /// The mass and the stiffness of the hammer and its loss, beside those of the scene.
    pub(crate) mass: f64,
    pub(crate) hardness: f64,
    pub(crate) loss: f64,
    /// The exponent, if it is another than that of the scene.
    pub(crate) exponent: Option<f64>,
    /// The place, if it is another than that of the scene.
    pub(crate) place: Option<f64>,
}

impl Blow {
    /// As the scene has it, at rest.
    const USUAL: Self =
        Self { speed: 0.0, mass: 1.0, hardness: 1.0, loss: 1.0, exponent: None, place: None };

    /// Whether it is by the hammer of the scene.
    pub(crate) fn is_usual(&self) -> bool {
        Self { speed: 0.0, place: None, ..*self } == Self::USUAL
    }
}

/// A frequency changes by at most this share in 64 samples.
const FASTEST: f64 = 0.01;

/// Between these shares of the sample rate what is bent upwards is faded out, at most so fast (1/s): above
/// half the sample rate it would be heard as something lower.
const TOO_HIGH: [f64; 2] = [0.4, 0.47];
const FADED: f64 = 4000.0;

/// How fast what mends a jump dies away (s), and what is nothing of it, full scale being 1.
const MENDED: f64 = 0.002;
const NOTHING: f64 = 1e-12;

/// How an object differs from that of the scene: factors of its frequencies, masses and losses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tone {
    pub(crate) frequency: f64,
    pub(crate) mass: f64,
    pub(crate) loss: f64,
}

impl Tone {
    pub(crate) const SAME: Self = Self { frequency: 1.0, mass: 1.0, loss: 1.0 };

    /// A step towards another, evenly in octaves; there if it is near. Frequencies move no faster than a
    /// click would be heard of.
    fn towards(self, other: Self, share: f64) -> Self {
        let step = |from: f64, to: f64, most: f64| {
            let way = (to / from).ln();
            if way.abs() < 1e-4 { to } else { from * (share * way).clamp(-most, most).exp() }
        };
        let most = if share < 1.0 { FASTEST } else { f64::INFINITY };
        Self {
            frequency: step(self.frequency, other.frequency, most),
            mass: step(self.mass, other.mass, f64::INFINITY),
            loss: step(self.loss, other.loss, f64::INFINITY),
        }
    }
}

/// The weights of a body at places along it.
#[derive(Debug)]
pub(crate) struct Places {
    /// As many as [`Places::COUNT`] times the modes.
    weights: Vec<f64>,
    modes: usize,
    /// Those of the place that is written.
    usual: Vec<f64>,
}

impl Places {
    const COUNT: usize = 65;

    /// Those of an object where a contact may touch it, and the place where it does as it is written.
    fn new(
        plan: &Plan,
        built: &Built,
        (object, contact): (usize, usize),
        [along, across]: Place,
    ) -> Option<(Self, f64)> {
        let at = |along: f64| {
            let port = built.port(plan, object, &Spot::Place([along, across]), Some(contact));
            port.ok().map(|port| port.weights().to_vec())
        };
        let usual = at(along)?;
        let mut weights = Vec::with_capacity(Self::COUNT * usual.len());
        for i in 0..Self::COUNT {
            weights.extend(at(Self::place(i))?);
        }
        Some((Self { weights, modes: usual.len(), usual }, along))
    }

    fn place(i: usize) -> f64 {
        i as f64 / (Self::COUNT - 1) as f64
    }

    /// The nearest place that is known.
    fn snapped(place: f64) -> f64 {
        Self::place((place.clamp(0.0, 1.0) * (Self::COUNT - 1) as f64).round() as usize)
    }

    /// The weights at the nearest place.
    pub(crate) fn nearest(&self, place: f64) -> &[f64] {
        let i = (place.clamp(0.0, 1.0) * (Self::COUNT - 1) as f64).round() as usize;
        &self.weights[i * self.modes..(i + 1) * self.modes]
    }
}

impl Places {
    /// The weights at a place, on lines between those that are known.
    pub(crate) fn between(&self, place: f64, weights: &mut [f64]) {
        let at = place.clamp(0.0, 1.0) * (Self::COUNT - 1) as f64;
        let i = (at as usize).min(Self::COUNT - 2);
        let share = at - i as f64;
        let row = |i: usize| &self.weights[i * self.modes..(i + 1) * self.modes];
        for ((weight, from), to) in weights.iter_mut().zip(row(i)).zip(row(i + 1)) {
            *weight = from + share * (to - from);
        }
    }
}

/// The dampers of a key.
#[derive(Debug)]
struct Pads {
    contacts: Vec<ContactId>,
    damped: Damped,
    /// The time in which they take 60 dB (s) by their present law.
    t60: f64,
    are_down: bool,
}

/// What a key has.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) number: u8,
    pub(crate) voice: Voice,
    object: Body,
    hammer: Body,
    strike: ContactId,
    /// All contacts of its scene and their gaps as they are written (m).
    contacts: Vec<(ContactId, f64)>,
    hammer_mass: f64,
    law: Law,
    /// The largest compression of a blow at 1 m/s (m), at which other exponents have the same force.
    compression: f64,
    pads: Option<Pads>,
    modes: Vec<Mode>,
    scratch: Vec<Mode>,
    places: Option<Arc<Places>>,
    probe: Option<Probe>,
    usual_place: f64,
    applied: Blow,
    tone: Tone,
    /// The gains of each pickup to the left and to the right, full scale being 1.
    gains: Vec<[f64; 2]>,
    rows: Vec<Vec<f64>>,
    /// What is added to the sound, left and right, so that it does not jump where something was changed;
    /// it dies away.
    mend: [f64; 2],
}

/// Samples that are made at once, at the most.
pub(crate) const CELL: usize = 64;

/// A key as a plan and a world, before it sounds.
pub(crate) struct Made {
    plan: Plan,
    built: Built,
    fragment: Fragment,
}

impl Made {
    /// Builds the world of a key. What other keys have, too, is among the designs.
    pub(crate) fn new(
        scene: &Scene,
        fragment: Fragment,
        designs: &Designs,
    ) -> Result<Self, InstrumentError> {
        let refused = |text: String| InstrumentError::Key { key: fragment.key, text };
        let written = serde_json::to_value(scene).map_err(|error| refused(error.to_string()))?;
        let parsed = Scene::from_json(&written).map_err(|errors| refused(errors.to_string()))?;
        let plan = parsed.plan;
        let options = BuildOptions { designs: Some(designs), ..BuildOptions::default() };
        let built = build(&plan, options);
        let built = built.map_err(|error| {
            let pitch = key_frequency(fragment.key);
            let highest = fragment.bodies[fragment.object].highest_mode;
            let too_high = highest.filter(|highest| *highest < pitch);
            refused(too_high.map_or_else(
                || error.to_string(),
                |most| format!("it rings at {pitch:.1} Hz, and has modes up to {most} Hz"),
            ))
        })?;
        Ok(Self { plan, built, fragment })
    }

    /// What it is made of.
    pub(crate) fn into_fragment(self) -> Fragment {
        self.fragment
    }

    /// The loudest sample of a blow within a time (s), of any channel.
    pub(crate) fn peak(&self, setup: &Setup, speed: f64, seconds: f64) -> f64 {
        let Ok(mut key) = self.key(setup, 1.0, None) else { return 0.0 };
        key.strike_as_written(speed);
        let (mut left, mut right) = ([0.0; CELL], [0.0; CELL]);
        let mut peak = 0.0f64;
        for _ in 0..(seconds * setup.sample_rate / CELL as f64).ceil() as usize {
            (left, right) = ([0.0; CELL], [0.0; CELL]);
            key.add(&mut left, &mut right, |_| 1.0);
            peak = left.iter().chain(&right).fold(peak, |peak, sample| peak.max(sample.abs()));
        }
        let _ = (left, right);
        peak
    }

    /// Starts it; `full` is full scale, and `surfaces` are what its object feels like, if it can be
    /// scraped.
    pub(crate) fn key(
        &self,
        setup: &Setup,
        full: f64,
        surfaces: Option<&[Arc<Profile>; 2]>,
    ) -> Result<Key, InstrumentError> {
        let Self { plan, built, fragment } = self;
        let failed = |text: String| InstrumentError::Key { key: fragment.key, text };
        let options = Options { commands: 1, budget: setup.share(), ..Options::default() };
        let options = Options { substeps: plan.substeps, ..options };
        let (object, hammer, strike) = (fragment.object, fragment.hammer, fragment.strike);
        let place = place_in(plan, strike, object);
        let places = place.and_then(|place| Places::new(plan, built, (object, strike), place));
        let (places, usual_place) =
            places.map_or((None, 0.5), |(all, usual)| (Some(Arc::new(all)), usual));
        let mut world = built.world.clone();
        let probe = places.as_ref().zip(surfaces).zip(length_of(plan, object));
        let probe = probe.map(|((places, surfaces), length)| {
            let near = (length, usual_place);
            Probe::new(&mut world, &built.bodies[object], places, near, surfaces.clone())
        });
        let probe = probe.transpose().map_err(|error| failed(error.to_string()))?;
        let started = world.start(setup.sample_rate, options);
        let (voice, _) = started.map_err(|error| failed(error.to_string()))?;
        let model = built.world.model();
        let modes_of = |body: usize| {
            let modes = model.modes();
            let mode = |i: usize| Mode {
                mass: modes.mass[i],
                omega: modes.omega[i],
                sigma: modes.sigma[i],
                radiation: modes.radiation[i],
                support: modes.support[i],
            };
            model.modes_of(built.bodies[body].id().index()).map(mode).collect::<Vec<_>>()
        };
        let law = plan.contacts[strike].law.clone();
        let hammer_mass = modes_of(hammer).first().map_or(1.0, |mode| mode.mass);
        let gains = plan.pickups.iter().map(|pickup| pickup.gains().map(|side| side / full));
        let modes = modes_of(object);
        let written = plan.contacts.iter().map(|contact| contact.gap);
        Ok(Key {
            number: fragment.key,
            voice,
            object: built.bodies[object].clone(),
            hammer: built.bodies[hammer].clone(),
            strike: built.contacts[strike],
            contacts: built.contacts.iter().copied().zip(written).collect(),
            hammer_mass,
            compression: compression(&law, hammer_mass),
            applied: Blow::USUAL,
            law,
            pads: fragment.pads.first().map(|(_, damped)| Pads {
                contacts: fragment.pads.iter().map(|(c, _)| built.contacts[*c]).collect(),
                damped: *damped,
                t60: 0.0,
                are_down: false,
            }),
            scratch: modes.clone(),
            modes,
            places,
            probe,
            usual_place,
            tone: Tone::SAME,
            gains: gains.collect(),
            rows: vec![vec![0.0; CELL]; plan.pickups.len()],
            mend: [0.0; 2],
        })
    }
}

/// How long an object is (m), if it has a shape; the radius of what is round.
fn length_of(plan: &Plan, object: usize) -> Option<f64> {
    match &plan.bodies[object].kind {
        Kind::Shape { shape, .. } => Some(shape.resonator().size()[0]),
        _ => None,
    }
}

/// The largest compression (m) of a hammer of this mass at 1 m/s on a wall without losses.
fn compression(law: &Law, mass: f64) -> f64 {
    let (k, alpha) = (law.potential().stiffness_coefficient(), law.potential().exponent());
    (0.5 * (alpha + 1.0) * mass / k).powf(1.0 / (alpha + 1.0))
}

impl Key {
    /// Where its hammer strikes as it is written.
    pub(crate) fn usual_place(&self) -> f64 {
        self.usual_place
    }

    /// The exponent of its law as it is written.
    pub(crate) fn usual_exponent(&self) -> f64 {
        self.law.potential().exponent()
    }

    /// Strikes as the scene would.
    pub(crate) fn strike_as_written(&mut self, speed: f64) {
        let _ = self.voice.strike(self.strike, speed);
    }

    /// Strikes; where, if that is not where the scene has it. What is refused, because a number is out
    /// of the engine's range, does nothing.
    pub(crate) fn strike(&mut self, blow: &Blow) -> Option<f64> {
        let before = self.applied;
        if blow.mass != before.mass {
            let mass = Mode::free(self.hammer_mass * blow.mass);
            let _ = self.voice.modes(&self.hammer, &[mass]);
        }
        let law = |blow: &Blow| (blow.hardness, blow.loss, blow.exponent);
        if law(blow) != law(&before)
            && let Some(law) = self.law_of(blow)
        {
            let _ = self.voice.law(self.strike, &law);
        }
        match (&self.places, blow.place) {
            (Some(places), place) if place != before.place => {
                let weights = place.map_or(&places.usual[..], |place| places.nearest(place));
                let _ = self.voice.strike_at(self.strike, &self.object, weights, blow.speed);
            }
            _ => self.strike_as_written(blow.speed),
        }
        self.applied = *blow;
        self.places.as_ref().and(blow.place).map(Places::snapped)
    }

    /// The law of a blow: as stiff as wanted at the compression of a middling blow.
    fn law_of(&self, blow: &Blow) -> Option<Law> {
        let potential = self.law.potential();
        let exponent = blow.exponent.unwrap_or_else(|| potential.exponent());
        let same = self.compression.powf(potential.exponent() - exponent);
        let stiffness = potential.stiffness_coefficient() * same * blow.hardness;
        let potential = Potential::new(stiffness, exponent, potential.sides()).ok()?;
        let loss = match self.law.loss() {
            Loss::HuntCrossley { mu } => Loss::HuntCrossley { mu: mu * blow.loss },
            Loss::ConstantRestitution { product } => {
                Loss::ConstantRestitution { product: product * blow.loss }
            }
            other => other,
        };
        let law = Law::new(potential, loss).ok()?;
        if self.law.is_adhesive() { Some(law) } else { law.without_adhesion().ok() }
    }

    /// Lowers the dampers, which take 60 dB in such a time (s); whether there are any.
    pub(crate) fn lower_pads(&mut self, t60: f64) -> bool {
        let Self { pads, voice, .. } = self;
        let Some(pads) = pads.as_mut() else { return false };
        let Ok(law) = pads.damped.law(t60) else { return false };
        for contact in &pads.contacts {
            if pads.t60 != t60 {
                let _ = voice.law(*contact, &law);
            }
            let _ = voice.gap(*contact, -pads.damped.depth(), pads.damped.down_time());
        }
        (pads.t60, pads.are_down) = (t60, true);
        true
    }

    /// Takes the dampers away, if they are down; whether they were.
    pub(crate) fn raise_pads(&mut self) -> bool {
        let Self { pads, voice, .. } = self;
        let Some(pads) = pads.as_mut().filter(|pads| pads.are_down) else { return false };
        pads.are_down = false;
        for contact in &pads.contacts {
            let _ = voice.gap(*contact, pads.damped.up, 0.0);
        }
        true
    }

    /// Takes everything off its object, which rings on alone: that takes no steps.
    pub(crate) fn take_all_off(&mut self) {
        let before = self.heard_now();
        self.take_probe_off();
        for (contact, _) in &self.contacts {
            let _ = self.voice.gap(*contact, AWAY, 0.0);
        }
        // From the start of 64 samples on it flies without a step.
        self.voice.skip_to(0);
        self.mend_from(before);
    }

    /// What is heard at this moment, left and right.
    fn heard_now(&mut self) -> [f64; 2] {
        let mut heard = [0.0; 2];
        for (pickup, gains) in self.gains.iter().enumerate() {
            let signal = self.voice.heard_now(pickup);
            heard = [0, 1].map(|side| heard[side] + gains[side] * signal);
        }
        heard
    }

    /// Lets the sound go on from what was heard before a change.
    fn mend_from(&mut self, before: [f64; 2]) {
        let after = self.heard_now();
        self.mend = [0, 1].map(|side| self.mend[side] + before[side] - after[side]);
    }

    /// Puts everything back where it is written, at rest, the dampers up.
    pub(crate) fn put_all_back(&mut self) {
        self.rest();
        for (contact, gap) in &self.contacts {
            let _ = self.voice.gap(*contact, *gap, 0.0);
        }
        if let Some(pads) = &mut self.pads {
            pads.are_down = false;
        }
    }

    /// Whether it can be scraped.
    pub(crate) fn has_probe(&self) -> bool {
        self.probe.is_some()
    }

    /// Whether it is scraped now.
    pub(crate) fn is_scraped(&self) -> bool {
        self.probe.as_ref().is_some_and(Probe::is_on)
    }

    /// Puts the probe on the object, as a tip or as a ball.
    pub(crate) fn put_probe_on(&mut self, ball: bool) {
        if let Some(probe) = &mut self.probe {
            probe.put_on(&mut self.voice, ball);
        }
    }

    /// Takes the probe off.
    pub(crate) fn take_probe_off(&mut self) {
        if let Some(probe) = &mut self.probe {
            probe.take_off(&mut self.voice);
        }
    }

    /// Presses and moves the probe.
    pub(crate) fn steer_probe(&mut self, way: Way, force: f64, share: f64) {
        if let Some(probe) = &mut self.probe {
            probe.steer(&mut self.voice, way, force, share);
        }
    }

    /// Whether its object hardly moves: what it has of the energy of a blow is 130 dB down. Slow motion
    /// is not heard, but the next blow would meet it.
    pub(crate) fn is_still(&mut self) -> bool {
        const STILL: f64 = 1e-13;
        let modes = self.voice.model().modes_of(self.object.id().index());
        let velocities = &self.voice.state().velocity[modes];
        // What nothing holds drifts on for ever.
        let kinetic = |(mode, v): (&Mode, &f64)| {
            if mode.omega > 0.0 { 0.5 * mode.mass * v * v } else { 0.0 }
        };
        let moving: f64 = self.modes.iter().zip(velocities).map(kinetic).sum();
        moving <= STILL * 0.5 * self.hammer_mass * self.applied.speed.powi(2).max(1.0)
    }

    /// Laws and places as they are written, its modes included.
    pub(crate) fn reset(&mut self) {
        self.approach(Tone::SAME, 1.0);
        self.strike(&Blow::USUAL);
        self.rest();
    }

    /// Everything where it was at the start, at rest.
    pub(crate) fn rest(&mut self) {
        self.take_probe_off();
        self.voice.rest();
        self.mend = [0.0; 2];
    }

    /// A step of the object towards another tone.
    pub(crate) fn approach(&mut self, tone: Tone, share: f64) {
        if self.tone == tone {
            return;
        }
        self.tone = self.tone.towards(tone, share);
        let Tone { frequency, mass, loss } = self.tone;
        let turn = std::f64::consts::TAU / self.voice.dt();
        for (now, mode) in self.scratch.iter_mut().zip(&self.modes) {
            let inner = (mode.sigma - mode.radiation - mode.support).max(0.0);
            let (radiation, support) = (mode.radiation / mass, mode.support / mass);
            if self.tone == Tone::SAME {
                // No rounding: it is the same again.
                *now = *mode;
                continue;
            }
            let omega = mode.omega * frequency;
            let [low, high] = TOO_HIGH;
            let bent = frequency > 1.0;
            let share = if bent { (omega / turn - low) / (high - low) } else { 0.0 };
            let faded = FADED * share.clamp(0.0, 1.0).powi(2);
            *now = Mode {
                mass: mode.mass * mass,
                omega,
                sigma: inner * frequency * loss + radiation + support + faded,
                radiation,
                support,
            };
        }
        let before = self.heard_now();
        let _ = self.voice.modes(&self.object, &self.scratch);
        self.mend_from(before);
    }

    /// Adds its sound, with a gain for each sample.
    pub(crate) fn add(
        &mut self,
        left: &mut [f64],
        right: &mut [f64],
        gain: impl Fn(usize) -> f64,
    ) -> f64 {
        let count = left.len().min(CELL);
        let mut rows: [&mut [f64]; MOST_PICKUPS] = Default::default();
        for (slot, row) in rows.iter_mut().zip(&mut self.rows) {
            *slot = &mut row[..count];
        }
        let used = self.gains.len().min(MOST_PICKUPS);
        self.voice.process(&mut rows[..used]);
        let mut loudest = 0.0f64;
        for (row, [to_left, to_right]) in rows[..used].iter().zip(&self.gains) {
            for (n, sample) in row.iter().enumerate() {
                let sample = sample * gain(n);
                loudest = loudest.max(sample.abs() * to_left.abs().max(to_right.abs()));
                left[n] += to_left * sample;
                right[n] += to_right * sample;
            }
        }
        let dies = (-self.voice.dt() / MENDED).exp();
        for (mend, row) in self.mend.iter_mut().zip([left, right]).filter(|(mend, _)| **mend != 0.0)
        {
            for (n, sample) in row.iter_mut().enumerate().take(count) {
                *sample += *mend * gain(n);
                *mend *= dies;
            }
            if mend.abs() < NOTHING {
                *mend = 0.0;
            }
        }
        loudest
    }
}

/// A key is heard through at most so many pickups.
pub(crate) const MOST_PICKUPS: usize = 8;
