//! From a world to a voice and its hands.

use super::blow::blows;
use super::delay::Delay;
use super::log::Trace;
use super::losses::Booked;
use super::motion::{Motion, Travelling};
use super::plain::Plain;
use super::rest::Rest;
use super::rules::{Playing, check_law};
use super::{ContactLog, Counts, FirstRelease, Hands, Options, Substeps, Voice, add_forces};
use crate::Error;
use crate::check::{check, positive};
use crate::energy::Ledger;
use crate::hold::{ExactHold, LONGEST};
use crate::scheme::{Input, Plugged, SchemeError, Start};
use crate::stepper::{Drive, Row, Stepper, Touch};
use crate::world::World;

impl Voice {
    pub(crate) fn new(
        world: &World,
        rate: f64,
        options: &Options,
        plug: impl FnOnce(&Start) -> Result<Plugged, Error>,
    ) -> Result<(Self, Hands), Error> {
        let drive = begin(world, rate, options)?;
        let (dt, substeps) = (1.0 / rate, substeps(options));
        let (model, state) = (&world.model, &world.state);
        let step = dt / f64::from(substeps);
        let input = Input { force: &drive.force };
        let Plugged { scheme, corrector } = plug(&Start { model, state, dt: step, input })?;
        let name = scheme.as_ref().map_or(options.hold.name(), |(name, _)| name);
        let stepper: Box<dyn Stepper> = match scheme {
            Some((_, scheme)) => {
                let steps = substeps.saturating_mul(LONGEST as u32);
                let allowed = "at least 64 times `substeps`: only two-point and quadratised can take coarser steps";
                check(options.budget >= steps, "budget", f64::from(options.budget), allowed)?;
                Box::new(Plain::new(scheme, state, step, substeps, &drive))
            }
            None => Box::new(ExactHold::new(model, state, dt, &drive, options)),
        };
        let abilities = stepper.abilities();
        let (model, state) = (world.model.clone(), world.state.clone());
        for contact in &model.contacts {
            check_law(&contact.law, abilities, name)?;
        }
        if !world.travels.is_empty() && !abilities.travel {
            return Err(SchemeError::new(name, "it cannot move a contact").into());
        }
        if !model.tensions.is_empty() && !abilities.exact_modes {
            return Err(SchemeError::new(name, "it cannot stiffen modes").into());
        }
        let corrected = corrector.as_ref().is_some_and(|corrector| corrector.holds_world());
        let playing = Playing { scheme: name, abilities, corrected };
        let (hands, queues) = Hands::new(world, playing, options.commands);
        let contacts = model.contacts.len();
        let delays = model.pickups.iter().map(|pickup| {
            let seconds = pickup.hearing.as_ref().map_or(0.0, |hearing| hearing.far.delay);
            Delay::new(seconds, 1.0 / dt)
        });
        let modes = model.modes.sigma.iter().zip(&model.modes.support);
        let undamped = modes.map(|(sigma, support)| [*sigma, *support]);
        let mut voice = Self {
            origin: model.clone(),
            origin_state: state.clone(),
            origin_ports: world.ports.clone(),
            playing,
            ports: world.ports.clone(),
            damping: vec![0.0; model.bodies.len()],
            undamped: undamped.collect(),
            forced: Vec::with_capacity(model.modes.mass.len()),
            motions: (0..contacts).map(|_| Motion::default()).collect(),
            moving: false,
            corrector,
            dt,
            budget: options.budget,
            frame: 0,
            cell: 0,
            cell_work: 0,
            ledger: Ledger::new(stepper.energy(&model)),
            losses: Booked::new(&model),
            logs: vec![ContactLog::default(); contacts],
            traces: (0..contacts).map(|_| Trace::new(options.traced)).collect(),
            tracing: options.traced > 0,
            touches: vec![Touch::default(); contacts],
            seen: Vec::with_capacity(contacts),
            impulses: vec![0.0; contacts],
            means: vec![0.0; contacts],
            rows: vec![Row::with_room(LONGEST); model.pickups.len()],
            blows: blows(&model, &drive.force, dt),
            delays: delays.collect::<Result<_, _>>()?,
            ahead: None,
            retry: 0,
            rest: Rest::default(),
            queues,
            pending: Vec::with_capacity(options.commands),
            counts: Counts::default(),
            iterations: 0,
            stopped: None,
            first_release: FirstRelease { time: 0.0, state: state.clone() },
            released: false,
            state,
            stepper,
            drive,
            model,
        };
        for (contact, side, path) in &world.travels {
            let path = std::sync::Arc::clone(path);
            let mut travelling = Box::new(Travelling::new(path, &voice.model, *contact, *side));
            travelling.own = true;
            voice.begin_travel(*contact, travelling);
        }
        voice.losses.known = voice.stepper.lost(&mut voice.losses.since);
        voice.note_touching();
        voice.note_forced();
        Ok((voice, hands))
    }
}

/// Checks what can be checked before a scheme is made; what acts from outside.
fn begin(world: &World, rate: f64, options: &Options) -> Result<Drive, Error> {
    positive("sample rate", rate)?;
    positive("length of a sample", 1.0 / rate)?;
    options.check()?;
    world.model.check_state(&world.state)?;
    let contacts = world.model.contacts.len();
    let mut drive = Drive {
        force: vec![0.0; world.model.modes.mass.len()],
        gap_step: vec![0.0; contacts],
        moving: vec![false; contacts],
        touching: vec![false; contacts],
        next_gap: vec![0.0; contacts],
        gap_steps: vec![0.0; LONGEST],
        reach: f64::INFINITY,
        ..Drive::default()
    };
    add_forces(&world.model, &world.ports, &mut drive.force);
    Ok(drive)
}

/// The steps per sample of a scheme that cannot change them.
fn substeps(options: &Options) -> u32 {
    match options.substeps {
        Substeps::Auto => 1,
        Substeps::Fixed(count) => count.max(1),
    }
}
