//! From the scene of a key to its voice.

use std::sync::Arc;

use carom::law::Law;
use carom::{Mode, Options};
use carom_numeric::cpu::Cpu;
use carom_scene::build::{BuildOptions, Built, build};
use carom_scene::plan::{Kind, Plan};
use carom_scene::scene::Scene;
use carom_scene::surface::Profile;

use super::{Blow, CELL, Key, Pads, Places, Tone};
use crate::probe::Probe;
use crate::template::{Fragment, place_in};
use crate::tuning::key_frequency;
use crate::{InstrumentError, Setup};

/// A key as a plan and a world, before it sounds.
pub(crate) struct Made {
    plan: Plan,
    built: Built,
    fragment: Fragment,
}

impl Made {
    /// Builds the world of a key. What other keys have, too, is among the designs.
    pub(crate) fn new(scene: &Scene, fragment: Fragment) -> Result<Self, InstrumentError> {
        let refused = |text: String| InstrumentError::Key { key: fragment.key, text };
        let written = serde_json::to_value(scene).map_err(|error| refused(error.to_string()))?;
        let parsed = Scene::from_json(&written).map_err(|errors| refused(errors.to_string()))?;
        let plan = parsed.plan;
        let built = build(&plan, BuildOptions::default());
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
            cpu: Cpu::detect(),
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
