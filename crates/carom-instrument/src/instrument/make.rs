//! From a scene to an instrument.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use carom::numeric::Random;
use carom_scene::plan::Stroke;
use carom_scene::scene::Parsed;
use carom_scene::surface::Profile;

use super::slot::Slot;
use super::{Instrument, InstrumentError, SEED, Setup, Work};
use crate::hands::Channels;
use crate::key::Made;
use crate::template::{Common, Fragment, Template};
use crate::tuning::key_frequency;
use crate::{Parameter, probe};

/// The hardest blow has this peak, on the loudest of three keys.
const PEAK: f64 = 0.25;

/// The keys of an instrument that are still to be made, those in the middle first, and before them one that
/// somebody [wanted to play](Instrument::add). They can be made on another thread.
#[derive(Debug)]
pub struct Rest {
    maker: Maker,
    /// The next is the last.
    keys: Vec<(u8, Stroke)>,
    wanted: Arc<AtomicU8>,
}

/// A key that was made for an instrument.
#[derive(Debug)]
pub struct Addition {
    slot: Box<Slot>,
    fragment: Fragment,
}

/// What it takes to make a key.
#[derive(Debug)]
struct Maker {
    setup: Setup,
    template: Arc<Template>,
    common: Common,
    surfaces: Option<[Arc<Profile>; 2]>,
    full: f64,
}

impl Maker {
    fn fragment(&self, (key, struck): &(u8, Stroke)) -> Result<Fragment, InstrumentError> {
        let mut fragment = fragment(&self.template, (*key, struck))?;
        fragment.share(&self.common);
        Ok(fragment)
    }

    fn made(&self, fragment: &Fragment) -> Result<Made, InstrumentError> {
        // A scene has a whole number of samples a second, a host need not.
        let mut scene = self.template.scene(&[fragment], self.setup.sample_rate.round());
        scene.strikes.push(fragment.blow(0.0, self.template.speeds[1], None));
        Made::new(&scene, fragment.clone())
    }

    fn addition(&self, made: Made) -> Result<Addition, InstrumentError> {
        let key = made.key(&self.setup, self.full, self.surfaces.as_ref())?;
        Ok(Addition { slot: Box::new(Slot::new(key)), fragment: made.into_fragment() })
    }

    fn make(&self, key: &(u8, Stroke)) -> Result<Addition, InstrumentError> {
        self.addition(self.made(&self.fragment(key)?)?)
    }
}

impl Rest {
    /// How many keys are still to be made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// All of them, on all cores.
    fn all(self) -> Vec<Result<Addition, InstrumentError>> {
        in_parallel(&self.keys, |key| self.maker.make(key))
    }
}

impl Iterator for Rest {
    type Item = Result<Addition, InstrumentError>;

    fn next(&mut self) -> Option<Self::Item> {
        let wanted = self.wanted.load(Ordering::Relaxed);
        let place = self.keys.iter().position(|(key, _)| *key == wanted);
        let key = match place {
            Some(place) => self.keys.remove(place),
            None => self.keys.pop()?,
        };
        Some(self.maker.make(&key))
    }
}

impl Instrument {
    /// Makes an instrument of a scene: everything that takes time and memory.
    ///
    /// # Errors
    ///
    /// If nothing in the scene can be struck, a value of the set-up does not fit, or no key can be made.
    /// Keys that cannot be made while others can are [left out](Self::left_out).
    pub fn new(scene: &Parsed, setup: &Setup) -> Result<Self, InstrumentError> {
        let (mut instrument, rest) = Self::first_keys(scene, setup)?;
        for addition in rest.all() {
            match addition {
                Ok(addition) => instrument.add(addition),
                Err(error) => instrument.left_out.push(error),
            }
        }
        instrument.left_out.sort_by_key(|error| match error {
            InstrumentError::Key { key, .. } => *key,
            _ => 0,
        });
        Ok(instrument)
    }

    /// Makes the lowest, the middle and the highest key, which say what all others are like, and leaves the
    /// rest to be [added](Self::add) while these are played. With all of them it is
    /// the same instrument as [at once](Self::new). Keys that each strike an object of their own are all
    /// made.
    ///
    /// # Errors
    ///
    /// As of [`new`](Self::new).
    pub fn first_keys(scene: &Parsed, setup: &Setup) -> Result<(Self, Rest), InstrumentError> {
        setup.check()?;
        let template = Arc::new(Template::new(scene)?);
        let [lowest, highest] = setup.keys;
        let keys = template.keys.iter().filter(|(key, _)| (lowest..=highest).contains(key));
        let mut keys: Vec<(u8, Stroke)> = keys.copied().collect();
        let mut left_out = Vec::new();
        let firsts = take_firsts(&template, &mut keys, &mut left_out);
        if firsts.is_empty() {
            let text = format!("it has no key from {lowest} to {highest} that can be tuned");
            return Err(InstrumentError::Scene(text));
        }
        let mut maker = Maker {
            setup: *setup,
            common: template.common(&firsts, setup.modes),
            template,
            surfaces: probe::surfaces(&scene.plan),
            full: 1.0,
        };
        let made = in_parallel(&firsts, |fragment| {
            let mut fragment = fragment.clone();
            fragment.share(&maker.common);
            maker.made(&fragment)
        });
        let mut made = those_made(made, &mut left_out);
        while made.is_empty() {
            let Some(key) = keys.pop() else {
                return Err(left_out.swap_remove(left_out.len() - 1));
            };
            let one = maker.fragment(&key).and_then(|fragment| maker.made(&fragment));
            made.extend(one.map_err(|error| left_out.push(error)));
        }
        let hardest = maker.template.speeds[1];
        let some = [0, made.len() / 2, made.len() - 1];
        let peak = some.map(|i| made[i].peak(setup, hardest, 0.3)).into_iter().fold(0.0, f64::max);
        maker.full = if peak > 0.0 { peak / PEAK } else { 1.0 };
        let additions = made.into_iter().map(|made| maker.addition(made)).collect();
        let additions = those_made(additions, &mut left_out);
        let Some(middle) = additions.get(additions.len() / 2).map(|addition| &addition.slot.key)
        else {
            return Err(left_out.swap_remove(left_out.len() - 1));
        };
        let usual = usual_values(&maker.template, middle);
        let own = i16::from(maker.template.own_key());
        keys.sort_by_key(|(key, _)| std::cmp::Reverse((i16::from(*key) - own).abs()));
        let all = keys.len() + additions.len();
        let wanted = Arc::new(AtomicU8::new(u8::MAX));
        let mut instrument = Self {
            setup: *setup,
            own: maker.template.material(),
            template: Arc::clone(&maker.template),
            fragments: Vec::with_capacity(all),
            left_out,
            full: maker.full,
            slots: Vec::with_capacity(all),
            of_key: [None; 128],
            wanted: Arc::clone(&wanted),
            values: usual,
            usual,
            channels: Channels::default(),
            wheel: 1.0,
            sustain: false,
            frame: 0,
            orders: 0,
            tails: [(); 2].map(|()| vec![0.0; setup.fade() as usize]),
            volume: [1.0; 2],
            random: Random::new(SEED),
            work: Work::default(),
            spare: 0,
            log: None,
        };
        additions.into_iter().for_each(|addition| instrument.add(addition));
        Ok((instrument, Rest { maker, keys, wanted }))
    }

    /// Adds a key of the [rest](Self::first_keys), before the next sample. It never waits or allocates. Until it
    /// is there a key is silent, and the last such key that was struck is the next that is made.
    pub fn add(&mut self, addition: Addition) {
        let Addition { slot, fragment } = addition;
        let place = self.slots.partition_point(|other| other.key.number < slot.key.number);
        self.slots.insert(place, slot);
        self.fragments.insert(place, fragment);
        for (i, slot) in self.slots.iter().enumerate() {
            self.of_key[usize::from(slot.key.number)] = Some(i as u8);
        }
    }
}

/// Takes the keys that say what all others are like, lowest first: the lowest and the highest that can be
/// tuned and the one in the middle, or all if they strike different objects.
fn take_firsts(
    template: &Template,
    keys: &mut Vec<(u8, Stroke)>,
    left_out: &mut Vec<InstrumentError>,
) -> Vec<Fragment> {
    let object = keys.first().map(|(_, struck)| struck.object);
    if keys.iter().any(|(_, struck)| Some(struck.object) != object) {
        let all = in_parallel(keys, |(key, struck)| fragment(template, (*key, struck)));
        keys.clear();
        return those_made(all, left_out);
    }
    let middle = keys.get(keys.len() / 2).map(|(key, _)| *key);
    let mut one = |(key, struck): (u8, Stroke)| {
        fragment(template, (key, &struck)).map_err(|error| left_out.push(error)).ok()
    };
    let mut firsts = Vec::new();
    while let Some(key) = keys.pop() {
        firsts.extend(one(key));
        if !firsts.is_empty() {
            break;
        }
    }
    while !keys.is_empty() && firsts.len() < 2 {
        firsts.extend(one(keys.remove(0)));
    }
    if let Some(place) = keys.iter().position(|(key, _)| Some(*key) == middle) {
        firsts.extend(one(keys.remove(place)));
    }
    firsts.sort_by_key(|fragment| fragment.key);
    firsts
}

fn fragment(
    template: &Template,
    (key, struck): (u8, &Stroke),
) -> Result<Fragment, InstrumentError> {
    template.fragment(key, struck).ok_or_else(|| {
        let text = format!("its object cannot be tuned to {:.1} Hz", key_frequency(key));
        InstrumentError::Key { key, text }
    })
}

/// The values of all parameters as the scene has them.
fn usual_values(template: &Template, middle: &crate::key::Key) -> [f64; Parameter::ALL.len()] {
    let mut usual = Parameter::ALL.map(|parameter| parameter.about().usual);
    for (parameter, value) in [
        (Parameter::Exponent, middle.usual_exponent()),
        (Parameter::Place, middle.usual_place()),
        (Parameter::Softest, template.speeds[0]),
        (Parameter::Hardest, template.speeds[1]),
        (Parameter::Damper, if template.damper > 0.0 { template.damper } else { 0.2 }),
    ] {
        usual[parameter.number() as usize] = parameter.fit(value).unwrap_or(value);
    }
    usual
}

/// Those that could be made; why the others could not is noted.
fn those_made<T>(
    all: Vec<Result<T, InstrumentError>>,
    left_out: &mut Vec<InstrumentError>,
) -> Vec<T> {
    all.into_iter().filter_map(|one| one.map_err(|error| left_out.push(error)).ok()).collect()
}

/// Does something for each item, on all cores; results in the order of the items.
fn in_parallel<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut results: Vec<(usize, O)> = std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
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
