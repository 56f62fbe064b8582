//! From a scene to an instrument.

use carom::numeric::Random;
use carom_scene::build::Designs;
use carom_scene::scene::Parsed;

use super::slot::Slot;
use super::{Instrument, InstrumentError, SEED, Setup, Work};
use crate::hands::Channels;
use crate::key::Made;
use crate::template::Template;
use crate::tuning::key_frequency;
use crate::{Parameter, probe};

/// The hardest blow has this peak, on the loudest of three keys.
const PEAK: f64 = 0.25;

impl Instrument {
    /// Makes an instrument of a scene: everything that takes time and memory.
    ///
    /// # Errors
    ///
    /// If nothing in the scene can be struck, a value of the set-up does not fit, or no key can be made.
    /// Keys that cannot be made while others can are [left out](Self::left_out).
    pub fn new(scene: &Parsed, setup: &Setup) -> Result<Self, InstrumentError> {
        setup.check()?;
        let template = Template::new(scene)?;
        let [lowest, highest] = setup.keys;
        let keys = template.keys.iter().filter(|(key, _)| (lowest..=highest).contains(key));
        let mut left_out = Vec::new();
        let fragments = in_parallel(&keys.collect::<Vec<_>>(), |(key, struck)| {
            template.fragment(*key, struck).ok_or_else(|| untuned(*key))
        });
        let mut fragments = those_made(fragments, &mut left_out);
        if fragments.is_empty() {
            let text = format!("it has no key from {lowest} to {highest} that can be tuned");
            return Err(InstrumentError::Scene(text));
        }
        template.place_listeners(&mut fragments);
        template.limit_modes(&mut fragments, setup.modes);
        let designs = Designs::default();
        let made = in_parallel(&fragments, |fragment| {
            let mut scene = template.scene(&[fragment], setup.sample_rate);
            scene.strikes.push(fragment.blow(0.0, template.speeds[1], None));
            Made::new(&scene, fragment.clone(), &designs)
        });
        let made = those_made(made, &mut left_out);
        if made.is_empty() {
            return Err(left_out.swap_remove(left_out.len() - 1));
        }
        let some = [0, made.len() / 2, made.len() - 1];
        let peaks = some.map(|i| made[i].peak(setup, template.speeds[1], 0.3));
        let peak = peaks.into_iter().fold(0.0, f64::max);
        let full = if peak > 0.0 { peak / PEAK } else { 1.0 };
        let surfaces = probe::surfaces(&scene.plan);
        let keys = in_parallel(&made, |made| made.key(setup, full, surfaces.as_ref()));
        let (mut slots, mut fragments) = (Vec::new(), Vec::new());
        for (key, made) in keys.into_iter().zip(made) {
            match key {
                Ok(key) => {
                    slots.push(Slot::new(key));
                    fragments.push(made.into_fragment());
                }
                Err(error) => left_out.push(error),
            }
        }
        if slots.is_empty() {
            return Err(left_out.swap_remove(left_out.len() - 1));
        }
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
            left_out,
            full,
            slots,
            of_key,
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
        })
    }
}

/// Those that could be made; why the others could not is noted.
fn those_made<T>(
    all: Vec<Result<T, InstrumentError>>,
    left_out: &mut Vec<InstrumentError>,
) -> Vec<T> {
    all.into_iter().filter_map(|one| one.map_err(|error| left_out.push(error)).ok()).collect()
}

fn untuned(key: u8) -> InstrumentError {
    let text = format!("its object cannot be tuned to {:.1} Hz", key_frequency(key));
    InstrumentError::Key { key, text }
}

/// Does something for each item, on all cores; results in the order of the items.
fn in_parallel<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
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
