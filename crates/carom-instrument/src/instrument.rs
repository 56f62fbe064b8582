//! The instrument: keys that sound, their notes, and the mix.

use carom::{InvalidValue, Sample};
use carom_scene::scene::Parsed;
use carom_shapes::{HIGHEST_MODE, Material, material};
use thiserror::Error;

use crate::export::{Deed, Log};
use crate::hands::{Channels, Note};
use crate::key::{Blow, CELL, Key, Made, Tone};
use crate::probe::{self, Way};
use crate::template::{Fragment, Template};
use crate::{Action, GESTURES, Parameter, Who};

/// How an instrument is set up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// Samples per second.
    pub sample_rate: f64,
    /// At most so many notes sound at once; the quietest makes room for a new one.
    pub voices: usize,
    /// All notes together take no more steps than this in 64 samples.
    pub budget: u32,
    /// An object has at most so many modes: the highest are left out.
    pub modes: usize,
    /// Objects have modes up to this frequency (Hz), unless they would have too many.
    pub highest: f64,
    /// Only keys between these two are made, of those that the scene has.
    pub keys: [u8; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            sample_rate: 48_000.0,
            voices: 16,
            budget: 16_384,
            modes: 512,
            highest: HIGHEST_MODE,
            keys: [0, 127],
        }
    }
}

impl Setup {
    /// The budget of one key: as many as sound may be fading at the same time.
    pub(crate) fn share(&self) -> u32 {
        (self.budget / (2 * self.voices as u32)).max(CELL as u32)
    }

    fn check(&self) -> Result<(), InvalidValue> {
        let wrong = |field, value, allowed| Err(InvalidValue { field, value, allowed });
        if !(1_000.0..=768_000.0).contains(&self.sample_rate) {
            return wrong("sample rate", self.sample_rate, "from 1000 to 768000 Hz");
        }
        if !(1..=128).contains(&self.voices) {
            return wrong("voices", self.voices as f64, "from 1 to 128");
        }
        let least = 2 * (CELL * self.voices) as u32;
        if self.budget < least {
            let allowed = "at least 128 steps for each voice";
            return wrong("budget", f64::from(self.budget), allowed);
        }
        if self.highest.is_nan() || self.highest <= 0.0 {
            return wrong("highest", self.highest, "above 0 Hz");
        }
        if self.modes == 0 {
            return wrong("modes", 0.0, "at least 1");
        }
        Ok(())
    }
}

/// Why a scene is no instrument.
#[derive(Debug, Error)]
pub enum InstrumentError {
    /// Nothing in it can be struck, or not in such a way.
    #[error("{0}")]
    Scene(String),
    /// A value of the set-up does not fit.
    #[error(transparent)]
    Setup(#[from] InvalidValue),
    /// The object of a key cannot be made.
    #[error("key {key}: {text}")]
    Key {
        /// Which.
        key: u8,
        /// Why.
        text: String,
    },
}

/// What an instrument has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Steps of all voices.
    pub steps: u64,
    /// The most steps in any 64 samples, counted from the start.
    pub most_steps: u32,
    /// Samples of voices whose steps were coarser than they should have been, because of the budget.
    pub coarsened: u64,
    /// Notes that were ended for others.
    pub stolen: u64,
}

/// How a key stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// It is silent and costs nothing.
    Asleep,
    /// It sounds.
    Awake,
    /// It is faded out, from this sample on.
    Fading(u64),
}

/// A key and what is going on with it.
#[derive(Debug)]
struct Slot {
    key: Key,
    stage: Stage,
    note: Note,
    /// A blow that is about to fall.
    blow: Option<f64>,
    /// When the next stroke of a drum roll falls.
    stroke: Option<u64>,
    /// Where the probe is drawn and by what share of the force it is pressed.
    drag: Option<(f64, f64)>,
    /// The loudest sample of these 64, and of the 64 before.
    loudest: f64,
    level: f64,
    /// How many times 64 samples it has been quiet.
    quiet: u32,
    /// Which blow it was, of all.
    order: u64,
    /// Its gain, as it is and as it was 64 samples ago.
    gain: [f64; 2],
}

/// Quieter than this, full scale being 1, is silence if it lasts: 160 dB down.
const SILENCE: f64 = 1e-8;

/// It lasts for so many times 64 samples.
const PATIENCE: u32 = 32;

/// How long a note that makes room for another is faded out (s).
const FADE: f64 = 0.004;

/// The hardest blow has this peak, on the loudest of three keys.
const PEAK: f64 = 0.25;

/// Up to here the sound is not touched, beyond it is bent towards 1.
const KNEE: f64 = 0.8;

/// How fast tones and gains follow their parameters (s).
const FOLLOW: f64 = 0.03;

/// A scene that is played. See [the crate](crate).
#[derive(Debug)]
pub struct Instrument {
    setup: Setup,
    template: Template,
    fragments: Vec<Fragment>,
    full: f64,
    highest: f64,
    slots: Vec<Slot>,
    /// The slot of each key.
    of_key: [Option<u8>; 128],
    values: [f64; Parameter::ALL.len()],
    usual: [f64; Parameter::ALL.len()],
    channels: Channels,
    wheel: f64,
    sustain: bool,
    frame: u64,
    orders: u64,
    /// What is left of sounds that were cut off, left and right.
    tail: [f64; 2],
    volume: [f64; 2],
    own: Option<Material>,
    random: u64,
    work: Work,
    /// The steps of voices at the last multiple of 64 samples.
    steps_before: u64,
    /// What was played, if that is kept.
    log: Option<Log>,
}

impl Instrument {
    /// Makes an instrument of a scene: everything that takes time and memory.
    ///
    /// # Errors
    ///
    /// If nothing in the scene can be struck, or a value of the set-up does not fit.
    pub fn new(scene: &Parsed, setup: &Setup) -> Result<Self, InstrumentError> {
        setup.check()?;
        let template = Template::new(scene)?;
        let [lowest, highest] = setup.keys;
        let keys = template.keys.iter().filter(|(key, _)| (lowest..=highest).contains(key));
        let fragments =
            in_parallel(keys.collect(), |(key, struck)| template.fragment(*key, struck));
        let mut fragments: Vec<Fragment> = fragments.into_iter().flatten().collect();
        if fragments.is_empty() {
            let text = format!("it has no key from {lowest} to {highest} that can be tuned");
            return Err(InstrumentError::Scene(text));
        }
        template.place_listeners(&mut fragments);
        let highest = template.highest(&fragments, setup.modes).min(setup.highest);
        let made = in_parallel(fragments.iter().collect(), |fragment| {
            let mut scene = template.scene(&[fragment], setup.sample_rate, highest, 1.0);
            scene.strikes.push(fragment.blow(0.0, template.speeds[1], None));
            Made::new(&scene, (*fragment).clone())
        });
        let made = made.into_iter().collect::<Result<Vec<_>, _>>()?;
        let some = [0, made.len() / 2, made.len() - 1];
        let peaks = some.map(|i| made[i].peak(setup, template.speeds[1], 0.3));
        let peak = peaks.into_iter().fold(0.0, f64::max);
        let full = if peak > 0.0 { peak / PEAK } else { 1.0 };
        let surfaces = probe::surfaces(&scene.plan);
        let keys = made.iter().map(|made| made.key(setup, full, surfaces.as_ref()));
        let slots = keys.map(|key| key.map(Slot::new)).collect::<Result<Vec<_>, _>>()?;
        let mut of_key = [None; 128];
        for (i, slot) in slots.iter().enumerate() {
            of_key[usize::from(slot.key.number)] = Some(i as u8);
        }
        let mut usual = Parameter::ALL.map(|parameter| parameter.about().usual);
        let middle = &slots[slots.len() / 2].key;
        for (parameter, value) in [
            (Parameter::Exponent, middle.usual_exponent()),
            (Parameter::Place, middle.usual_place()),
            (Parameter::Softest, template.speeds[0]),
            (Parameter::Hardest, template.speeds[1]),
            (Parameter::Damper, if template.damper > 0.0 { template.damper } else { 0.2 }),
        ] {
            usual[parameter.number() as usize] = parameter.fit(value).unwrap_or(value);
        }
        Ok(Self {
            setup: *setup,
            own: template.material(),
            template,
            fragments,
            full,
            highest,
            slots,
            of_key,
            values: usual,
            usual,
            channels: Channels::default(),
            wheel: 1.0,
            sustain: false,
            frame: 0,
            orders: 0,
            tail: [0.0; 2],
            volume: [1.0; 2],
            random: 1,
            work: Work::default(),
            steps_before: 0,
            log: None,
        })
    }

    /// Does something, before the next sample. It never fails, waits or allocates.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::NoteOn { id, channel, key, velocity } if velocity > 0.0 => {
                self.note_on(id, channel, key, velocity.min(1.0));
            }
            Action::NoteOn { channel, key, velocity, .. } if velocity <= 0.0 => {
                self.note_off(Who { id: None, channel: Some(channel), key: Some(key) });
            }
            Action::NoteOff(who) => self.note_off(who),
            Action::Choke(who) => {
                for i in 0..self.slots.len() {
                    if self.slots[i].note.is(who) {
                        self.fade(i);
                    }
                }
            }
            Action::Set(parameter, value) => {
                if let Some(value) = parameter.fit(value) {
                    self.values[parameter.number() as usize] = value;
                }
            }
            Action::Modulate(who, parameter, amount) if amount.is_finite() => {
                if parameter.about().per_note {
                    self.shape_notes(who, |touch| {
                        touch.offsets[parameter.number() as usize] = amount;
                    });
                }
            }
            Action::Bend(who, semitones) if semitones.is_finite() => {
                self.shape_notes(who, |touch| touch.bend = semitones.clamp(-96.0, 96.0));
            }
            Action::Pressure(who, amount) if amount.is_finite() => {
                self.shape_notes(who, |touch| touch.pressure = amount.clamp(0.0, 1.0));
            }
            Action::Wheel(amount) if amount.is_finite() => self.wheel = amount.clamp(0.0, 1.0),
            Action::Sustain(down) => {
                self.sustain = down;
                for i in 0..self.slots.len() {
                    if !down && std::mem::take(&mut self.slots[i].note.sustained) {
                        self.damp(i);
                    }
                }
            }
            Action::AllNotesOff => {
                self.note_off(Who::ALL);
                self.slots.iter_mut().for_each(Slot::let_go);
            }
            Action::AllSoundOff => (0..self.slots.len()).for_each(|i| self.fade(i)),
            Action::Drag(who, place, share) if place.is_finite() && share.is_finite() => {
                self.drag(who, place.clamp(0.0, 1.0), share.clamp(0.0, 1.0));
            }
            Action::NoteOn { .. }
            | Action::Drag(..)
            | Action::Modulate(..)
            | Action::Bend(..)
            | Action::Pressure(..)
            | Action::Wheel(_) => {}
        }
    }

    fn shape_notes(&mut self, who: Who, change: impl Fn(&mut crate::hands::Touch)) {
        self.channels.change(who, &change);
        for slot in self.slots.iter_mut().filter(|slot| slot.note.is(who)) {
            change(&mut slot.note.touch);
        }
    }

    fn note_on(&mut self, id: Option<i32>, channel: u8, key: u8, velocity: f64) {
        let Some(i) = self.of_key.get(usize::from(key)).copied().flatten() else { return };
        let slot = &mut self.slots[usize::from(i)];
        slot.note = Note::new(id, channel, key, self.channels.touch(channel), velocity);
        // Of several blows at one sample the hardest counts.
        slot.blow = Some(slot.blow.unwrap_or(0.0).max(velocity));
    }

    /// Draws probes to a place. A key that was not played before is one of those that are meant.
    fn drag(&mut self, who: Who, place: f64, share: f64) {
        for i in 0..self.slots.len() {
            let (note, number) = (&self.slots[i].note, self.slots[i].key.number);
            let meant = (note.held && note.is(who)) || who.key == Some(number);
            if !meant || !self.slots[i].key.has_probe() {
                continue;
            }
            if share <= 0.0 {
                self.slots[i].let_go();
                continue;
            }
            if self.slots[i].drag.is_none() {
                self.begin(i);
                self.slots[i].key.raise_pads();
                self.slots[i].key.put_probe_on(false);
            }
            self.slots[i].drag = Some((place, share));
        }
    }

    fn note_off(&mut self, who: Who) {
        for i in 0..self.slots.len() {
            let note = &mut self.slots[i].note;
            if !note.held || !note.is(who) {
                continue;
            }
            note.held = false;
            self.slots[i].stroke = None;
            if self.slots[i].drag.is_none() {
                self.slots[i].key.take_probe_off();
            }
            if self.sustain {
                self.slots[i].note.sustained = true;
            } else {
                self.damp(i);
            }
        }
    }

    /// Lowers the damper of a key.
    fn damp(&mut self, i: usize) {
        let t60 = self.values[Parameter::Damper.number() as usize];
        // A blow that is about to fall comes first.
        self.strike_if_due(i);
        let slot = &mut self.slots[i];
        if slot.stage == Stage::Awake && slot.key.lower_pads(t60) {
            self.note(i, Deed::Down);
        }
    }

    /// The value of a parameter for a key.
    fn of(&self, i: usize, parameter: Parameter) -> f64 {
        let number = parameter.number() as usize;
        let value = self.values[number];
        let offset = self.slots[i].note.touch.offsets[number];
        if offset == 0.0 { value } else { parameter.moved(value, offset) }
    }

    fn strike_if_due(&mut self, i: usize) {
        let Some(velocity) = self.slots[i].blow.take() else { return };
        let ball = match self.gesture() {
            "scrape" => false,
            "roll" => true,
            _ => return self.strike(i, velocity),
        };
        if !self.slots[i].key.has_probe() {
            return self.strike(i, velocity);
        }
        self.begin(i);
        self.slots[i].key.raise_pads();
        self.slots[i].key.put_probe_on(ball);
    }

    /// What a key does.
    fn gesture(&self) -> &'static str {
        GESTURES.get(self.value(Parameter::Gesture) as usize).copied().unwrap_or(GESTURES[0])
    }

    /// Presses and moves the probe of a key, if it is on its object.
    fn scrape(&mut self, i: usize, share: f64) {
        if !self.slots[i].key.is_scraped() {
            return;
        }
        let (force, speed) = (self.of(i, Parameter::Force), self.of(i, Parameter::Speed));
        let Note { velocity, touch, .. } = self.slots[i].note;
        let (way, force) = match self.slots[i].drag {
            Some((place, share)) => (Way::To(place), share * force),
            None => (Way::Along(speed * self.wheel), force * velocity * touch.pressure),
        };
        self.slots[i].key.steer_probe(way, force, share);
    }

    fn strike(&mut self, i: usize, velocity: f64) {
        let of = |parameter| self.of(i, parameter);
        let unless_usual = |parameter: Parameter| {
            let value = of(parameter);
            (value != self.usual(parameter)).then_some(value)
        };
        let (soft, hard) = (of(Parameter::Softest), of(Parameter::Hardest));
        let blow = Blow {
            speed: soft * (hard / soft).powf(velocity),
            mass: of(Parameter::HammerMass),
            hardness: of(Parameter::Hardness),
            loss: of(Parameter::Loss),
            exponent: unless_usual(Parameter::Exponent),
            place: unless_usual(Parameter::Place),
        };
        self.begin(i);
        let slot = &mut self.slots[i];
        let raised = slot.key.raise_pads();
        let struck = slot.key.strike(&blow);
        if raised {
            self.note(i, Deed::Up);
        }
        self.note(i, Deed::Blow(blow.speed, struck));
        let altered = self.tone(i) != Tone::SAME || !blow.is_usual();
        if let Some(log) = &mut self.log {
            log.altered |= altered;
        }
    }

    /// Keeps what a key does, if that is wanted.
    fn note(&mut self, i: usize, deed: Deed) {
        if let Some(log) = &mut self.log {
            log.deeds.push((self.frame, i, deed));
        }
    }

    /// Something begins to sound, the last to be stolen.
    fn begin(&mut self, i: usize) {
        self.orders += 1;
        let slot = &mut self.slots[i];
        (slot.order, slot.level, slot.quiet) = (self.orders, f64::INFINITY, 0);
        self.wake(i);
    }

    /// Lets a key sound; if too many do, the quietest makes room.
    fn wake(&mut self, i: usize) {
        if self.slots[i].stage == Stage::Awake {
            return;
        }
        if let Stage::Fading(since) = self.slots[i].stage {
            // It comes back from where it is.
            let left = self.fade_gain(self.frame - since);
            let slot = &mut self.slots[i];
            slot.gain = [slot.gain[1] * left; 2];
        } else {
            let (tone, gain, frame) = (self.tone(i), self.gain(i), self.frame);
            let slot = &mut self.slots[i];
            slot.key.voice.skip_to(frame);
            slot.key.approach(tone, 1.0);
            (slot.gain, slot.loudest) = ([gain; 2], 0.0);
        }
        self.slots[i].stage = Stage::Awake;
        if self.count(|stage| stage == Stage::Awake) > self.setup.voices {
            self.steal();
        }
    }

    /// What is left of a note so many samples after it began to fade.
    fn fade_gain(&self, samples: u64) -> f64 {
        let gone = samples as f64 / (FADE * self.setup.sample_rate);
        0.5 + 0.5 * (std::f64::consts::PI * gone.min(1.0)).cos()
    }

    fn count(&self, is: impl Fn(Stage) -> bool) -> usize {
        self.slots.iter().filter(|slot| is(slot.stage)).count()
    }

    /// Fades out the quietest key that sounds; the oldest, if all have just been struck.
    fn steal(&mut self) {
        let awake = (0..self.slots.len()).filter(|&i| self.slots[i].stage == Stage::Awake);
        let quieter = |a: &usize, b: &usize| {
            let [a, b] = [a, b].map(|i| {
                let slot = &self.slots[*i];
                let ends = !(slot.note.held || slot.note.sustained);
                (slot.level * if ends { 0.1 } else { 1.0 }, slot.order)
            });
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        };
        let Some(i) = awake.min_by(quieter) else { return };
        self.work.stolen += 1;
        self.fade(i);
    }

    /// Fades a key out.
    fn fade(&mut self, i: usize) {
        (self.slots[i].blow, self.slots[i].stroke, self.slots[i].drag) = (None, None, None);
        self.slots[i].note.end();
        if self.slots[i].stage != Stage::Awake {
            return;
        }
        let fading = |stage| matches!(stage, Stage::Fading(_));
        if self.count(fading) >= self.setup.voices {
            // The one that is nearly gone goes now; a short tail takes what is left of it.
            let since = |i: &usize| match self.slots[*i].stage {
                Stage::Fading(since) => since,
                _ => u64::MAX,
            };
            if let Some(first) = (0..self.slots.len()).min_by_key(since) {
                self.cut(first);
            }
        }
        self.slots[i].stage = Stage::Fading(self.frame);
        if let Some(log) = &mut self.log {
            log.faded += 1;
        }
    }

    /// Ends a key at once; what it last sounded like dies away.
    fn cut(&mut self, i: usize) {
        let slot = &mut self.slots[i];
        let last = slot.key.last();
        self.tail = [self.tail[0] + last[0], self.tail[1] + last[1]];
        slot.end();
    }

    /// Makes the next samples, as many as the longer of the two has. It never fails, waits or
    /// allocates.
    pub fn render<S: Sample>(&mut self, left: &mut [S], right: &mut [S]) {
        let frames = left.len().max(right.len());
        let mut at = 0;
        while at < frames {
            if self.frame.is_multiple_of(CELL as u64) {
                self.begin_cell();
            }
            self.do_what_is_due();
            let count = self.until_something(frames - at);
            let (mut sum_left, mut sum_right) = ([0.0; CELL], [0.0; CELL]);
            self.add_keys(&mut sum_left[..count], &mut sum_right[..count]);
            self.finish(&mut sum_left[..count], &mut sum_right[..count]);
            for (row, sum) in [(&mut *left, &sum_left), (&mut *right, &sum_right)] {
                for (sample, value) in row.iter_mut().skip(at).zip(&sum[..count]) {
                    *sample = S::from_f64(*value);
                }
            }
            self.frame += count as u64;
            at += count;
        }
    }

    /// How many samples may be made before something is due.
    fn until_something(&self, most: usize) -> usize {
        let cell = CELL - (self.frame % CELL as u64) as usize;
        let due = self.slots.iter().filter_map(|slot| slot.stroke);
        let due = due.map(|due| due.saturating_sub(self.frame)).filter(|due| *due > 0).min();
        let due = due.map_or(usize::MAX, |due| usize::try_from(due).unwrap_or(usize::MAX));
        most.min(cell).min(due)
    }

    /// Blows, strokes and dampers whose time has come.
    fn do_what_is_due(&mut self) {
        for i in 0..self.slots.len() {
            self.strike_if_due(i);
            if self.slots[i].stage == Stage::Asleep {
                continue;
            }
            self.drum(i);
        }
    }

    /// What happens every 64 samples: levels are looked at, tones and gains follow.
    fn begin_cell(&mut self) {
        let steps: u64 = self.slots.iter().map(|slot| slot.key.voice.counts().steps).sum();
        let most = u32::try_from(steps - self.steps_before).unwrap_or(u32::MAX);
        self.work.most_steps = self.work.most_steps.max(most);
        (self.steps_before, self.work.steps) = (steps, steps);
        let share = 1.0 - (-(CELL as f64) / (FOLLOW * self.setup.sample_rate)).exp();
        let volume = 10f64.powf(self.value(Parameter::Volume) / 20.0);
        self.volume = [self.volume[1], self.volume[1] + share * (volume - self.volume[1])];
        for i in 0..self.slots.len() {
            if self.slots[i].stage == Stage::Asleep {
                continue;
            }
            self.scrape(i, share);
            let (tone, gain) = (self.tone(i), self.gain(i));
            let slot = &mut self.slots[i];
            slot.gain = [slot.gain[1], slot.gain[1] + share * (gain - slot.gain[1])];
            slot.key.approach(tone, share);
            slot.level = std::mem::take(&mut slot.loudest);
            let busy = slot.stroke.is_some() || slot.key.is_scraped() || slot.level >= SILENCE;
            slot.quiet = if busy { 0 } else { slot.quiet + 1 };
            if slot.key.voice.stopped().is_some() {
                slot.end();
            } else if slot.quiet >= PATIENCE {
                slot.sleep();
            }
        }
    }

    fn gain(&self, i: usize) -> f64 {
        let number = Parameter::Volume.number() as usize;
        let offset = self.slots[i].note.touch.offsets[number];
        if offset == 0.0 {
            return 1.0;
        }
        let value = self.values[number];
        10f64.powf((Parameter::Volume.moved(value, offset) - value) / 20.0)
    }

    /// How the object of a key is to differ from that of the scene.
    fn tone(&self, i: usize) -> Tone {
        let size = self.value(Parameter::Size);
        let semitones = self.of(i, Parameter::Tune) + self.slots[i].note.touch.bend;
        let mut tone = Tone {
            frequency: (semitones / 12.0).exp2() / size,
            mass: size.powi(3),
            loss: self.value(Parameter::Damping),
        };
        if let Some(own) = &self.own
            && let Some(other) = self.material()
        {
            let speed = |m: &Material| (m.elastic.young / m.elastic.density).sqrt();
            tone.frequency *= speed(other) / speed(own);
            tone.mass *= other.elastic.density / own.elastic.density;
            tone.loss *= other.damping.stretch.max(1e-6) / own.damping.stretch.max(1e-6);
        }
        tone
    }

    /// The material that was chosen, if it is not that of the scene.
    fn material(&self) -> Option<&'static Material> {
        let chosen = self.value(Parameter::Material) as usize;
        let mut solid = material::all().iter().filter(|material| material.solid);
        if chosen == 0 { None } else { solid.nth(chosen - 1) }
    }

    /// Strokes of a drum roll while a key is down.
    fn drum(&mut self, i: usize) {
        let rolls = self.gesture() == "drum roll" && self.slots[i].note.held;
        if !rolls {
            self.slots[i].stroke = None;
            return;
        }
        let due = self.slots[i].stroke;
        if due.is_some_and(|due| due > self.frame) {
            return;
        }
        let [early, hard] = [self.chance(), self.chance()];
        if due.is_some() {
            let Note { velocity, touch, .. } = self.slots[i].note;
            self.strike(i, (velocity * touch.pressure * (1.0 + 0.15 * hard)).clamp(0.0, 1.0));
        }
        let rate = 1.0 + self.wheel * (self.value(Parameter::Rate) - 1.0);
        let samples = self.setup.sample_rate / rate * (1.0 + 0.08 * early);
        self.slots[i].stroke = Some(self.frame + (samples.round() as u64).max(1));
    }

    /// A number from −1 to 1, the same in every run.
    fn chance(&mut self) -> f64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn add_keys(&mut self, left: &mut [f64], right: &mut [f64]) {
        let (frame, place) = (self.frame, self.frame % CELL as u64);
        let fade = FADE * self.setup.sample_rate;
        for slot in &mut self.slots {
            let [from, to] = slot.gain;
            let follow = |n: usize| from + (to - from) * (place as usize + n) as f64 / CELL as f64;
            let loudest = match slot.stage {
                Stage::Asleep => continue,
                Stage::Awake if from == 1.0 && to == 1.0 => slot.key.add(left, right, |_| 1.0),
                Stage::Awake => slot.key.add(left, right, follow),
                Stage::Fading(since) => slot.key.add(left, right, |n| {
                    let gone = (frame + n as u64 - since) as f64 / fade;
                    follow(n) * (0.5 + 0.5 * (std::f64::consts::PI * gone.min(1.0)).cos())
                }),
            };
            slot.loudest = slot.loudest.max(loudest);
            if let Stage::Fading(since) = slot.stage
                && (frame + left.len() as u64 - since) as f64 >= fade
            {
                slot.end();
            }
        }
    }

    /// Volume, what is left of sounds that were cut off, and no sample beyond full scale.
    fn finish(&mut self, left: &mut [f64], right: &mut [f64]) {
        let place = (self.frame % CELL as u64) as usize;
        let dies = (-1.0 / (0.0005 * self.setup.sample_rate)).exp();
        let [from, to] = self.volume;
        for (side, row) in [left, right].into_iter().enumerate() {
            for (n, sample) in row.iter_mut().enumerate() {
                let volume = from + (to - from) * (place + n) as f64 / CELL as f64;
                let tail = self.tail[side];
                *sample = bounded(volume * (*sample + tail));
                self.tail[side] = if tail.abs() < SILENCE { 0.0 } else { tail * dies };
            }
        }
    }

    /// Everything silent, as at the start; parameters stay.
    pub fn reset(&mut self) {
        for slot in &mut self.slots {
            slot.end();
            (slot.note, slot.blow, slot.drag) = (Note::default(), None, None);
            slot.key.reset();
        }
        self.channels = Channels::default();
        (self.wheel, self.sustain, self.tail) = (1.0, false, [0.0; 2]);
        let volume = 10f64.powf(self.value(Parameter::Volume) / 20.0);
        (self.volume, self.random) = ([volume; 2], 1);
    }

    /// From now on keeps what is played, for [`export`](crate::export). That takes memory as it is
    /// played: not for an audio thread.
    pub fn keep(&mut self) {
        self.log = Some(Log::default());
    }

    pub(crate) fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    pub(crate) fn template(&self) -> &Template {
        &self.template
    }

    pub(crate) fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// What is full scale, in the unit of the pickups.
    #[must_use]
    pub fn full(&self) -> f64 {
        self.full
    }

    /// Up to which frequency (Hz) objects have modes.
    #[must_use]
    pub fn highest(&self) -> f64 {
        self.highest
    }

    /// How it was set up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The value of a parameter, where it is going.
    #[must_use]
    pub fn value(&self, parameter: Parameter) -> f64 {
        self.values[parameter.number() as usize]
    }

    /// The value that this instrument has for a parameter as it was made.
    #[must_use]
    pub fn usual(&self, parameter: Parameter) -> f64 {
        self.usual[parameter.number() as usize]
    }

    /// The lowest and the highest key that it has.
    #[must_use]
    pub fn keys(&self) -> [u8; 2] {
        let number = |slot: Option<&Slot>| slot.map_or(0, |slot| slot.key.number);
        [number(self.slots.first()), number(self.slots.last())]
    }

    /// Whether its objects have dampers: without, they ring on when their keys are up.
    #[must_use]
    pub fn is_damped(&self) -> bool {
        self.template.damper > 0.0
    }

    /// Samples made so far.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frame
    }

    /// How many notes sound.
    #[must_use]
    pub fn sounding(&self) -> usize {
        self.count(|stage| stage != Stage::Asleep)
    }

    /// What it has done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        let counts = self.slots.iter().map(|slot| slot.key.voice.counts());
        Work { coarsened: counts.map(|counts| counts.coarsened).sum(), ..self.work }
    }
}

impl Slot {
    fn new(key: Key) -> Self {
        Self {
            key,
            stage: Stage::Asleep,
            note: Note::default(),
            blow: None,
            stroke: None,
            drag: None,
            loudest: 0.0,
            level: 0.0,
            quiet: 0,
            order: 0,
            gain: [1.0; 2],
        }
    }

    /// Takes the probe off, whoever draws it.
    fn let_go(&mut self) {
        self.drag = None;
        self.key.take_probe_off();
    }

    /// Silent from now on, as it is.
    fn sleep(&mut self) {
        (self.stage, self.quiet, self.stroke) = (Stage::Asleep, 0, None);
        (self.loudest, self.level) = (0.0, 0.0);
    }

    /// Silent from now on, with everything at rest and the dampers up.
    fn end(&mut self) {
        self.sleep();
        self.key.raise_pads();
        self.key.rest();
    }
}

/// Nothing beyond full scale, nothing bent below the knee.
fn bounded(sample: f64) -> f64 {
    let over = sample.abs() - KNEE;
    if over <= 0.0 {
        return sample;
    }
    let room = 1.0 - KNEE;
    (KNEE + room * (over / room).tanh()).copysign(sample)
}

/// Does something for each item, on all cores; results in the order of the items.
fn in_parallel<I: Sync, O: Send>(items: Vec<I>, work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut results: Vec<(usize, O)> = std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(item) = items.get(i) else { return done };
                done.push((i, work(item)));
            }
        };
        let threads: Vec<_> = (1..cores).map(|_| scope.spawn(worker)).collect();
        let mut done = worker();
        for thread in threads {
            match thread.join() {
                Ok(others) => done.extend(others),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}
