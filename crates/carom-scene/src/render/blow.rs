//! One blow, watched closely: forces, motion, bending and energies from before the touch until after it.

use std::ops::Range;
use std::sync::Arc;

use carom::ContactSample;
use carom_shapes::Object;

use super::energies::{Energies, Stores};
use super::mix::{RenderError, RenderOptions, Run};
use crate::plan::{Kind, Plan};

/// A blow.
#[derive(Clone, Debug)]
pub struct Blow {
    /// Which contact touched first.
    pub contact: usize,
    /// When (s).
    pub begins: f64,
    /// How long it touched (s); nothing if that was longer than it is watched.
    pub lasts: Option<f64>,
    /// Samples per second at which it was watched.
    pub rate: f64,
    /// What was seen, in the order of time.
    pub views: Vec<View>,
    /// How everything was bent at some of the views.
    pub bends: Vec<Bend>,
    /// The bodies that bend.
    pub bodies: Vec<BentBody>,
}

/// A body that bends.
#[derive(Clone, Debug)]
pub struct BentBody {
    /// Which of the scene.
    pub index: usize,
    /// The object behind it, if it has a shape.
    pub object: Option<Arc<Object>>,
    /// Where its modes are in a bend.
    pub modes: Range<usize>,
}

/// Everything at one instant of a blow.
#[derive(Clone, Debug)]
pub struct View {
    /// s.
    pub time: f64,
    /// One for each contact of the scene; the force is the mean since the view before.
    pub contacts: Vec<ContactSample>,
    /// How far the bodies of each are pressed together (m), below 0 apart.
    pub depths: Vec<f64>,
    /// Where the energy is.
    pub stores: Stores,
}

/// The displacements of all modes at a view.
#[derive(Clone, Debug)]
pub struct Bend {
    /// Which of the views.
    pub view: usize,
    /// m.
    pub displacement: Vec<f64>,
}

/// Which blow, and how it is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The first touch at or after this time (s).
    pub after: f64,
    /// At more instants than the scene has samples, where the scheme does not depend on them.
    pub finely: bool,
    /// With how everything is bent.
    pub bent: bool,
}

/// A touch that has not come by then, or lasts longer, is not waited for (s).
const LONGEST_WAIT: f64 = 3.0;
const LONGEST_CONTACT: f64 = 0.2;

/// As many samples of a touch are wanted at least, by a rate up to so many times that of the scene, as
/// long as there are not more samples than this before it ends.
const WANTED: f64 = 160.0;
const MOST_FINE: f64 = 32.0;
const MOST_SAMPLES: f64 = 2e6;

/// How much is seen before and after, as shares of the touch; and at most so many views and bends.
const BEFORE: f64 = 0.25;
const AFTER: f64 = 0.75;
const MOST_VIEWS: u64 = 400;
const MOST_BENDS: u64 = 64;

/// Samples that are played at once while nothing is watched.
const BLOCK: usize = 64;

/// A touch in samples: of which contact, after how many it began, and after how many it was over.
struct Touch {
    contact: usize,
    begins: u64,
    ends: u64,
    is_over: bool,
}

/// Plays a scene until a blow is over and tells what happened; nothing if nothing touches.
pub fn blow(plan: &Plan, options: RenderOptions, look: Look) -> Result<Option<Blow>, RenderError> {
    // Nobody listens.
    let plan = &Plan { pickups: Vec::new(), ..plan.clone() };
    let Some(touch) = find(&mut Run::new(plan, options)?, look.after)? else { return Ok(None) };
    let samples = (touch.ends - touch.begins) as f64;
    let most = (MOST_SAMPLES / touch.ends as f64).clamp(1.0, MOST_FINE);
    let factor = (WANTED / samples).ceil().clamp(1.0, most.floor());
    if !look.finely || !plan.method.holds() || factor == 1.0 {
        return watch(&mut Run::new(plan, options)?, &touch, look.bent).map(Some);
    }
    let fine = Plan { sample_rate: factor * plan.sample_rate, ..plan.clone() };
    let [begins, ends] = [touch.begins, touch.ends].map(|frame| frame * factor as u64);
    let touch = Touch { begins, ends, ..touch };
    watch(&mut Run::new(&fine, options)?, &touch, look.bent).map(Some)
}

/// Looks for the first touch after some time.
fn find(run: &mut Run, after: f64) -> Result<Option<Touch>, RenderError> {
    let rate = run.plan.sample_rate;
    let pairs = run.built.contacts.len();
    // Half a sample, because times are rounded.
    let first = (after * rate - 0.5).max(0.0) as u64;
    let mut touched = vec![false; pairs];
    let mut found: Option<Touch> = None;
    loop {
        let start = run.players.frames();
        let limit = match &found {
            Some(touch) => touch.begins + (LONGEST_CONTACT * rate) as u64,
            None => first + (LONGEST_WAIT * rate) as u64,
        };
        if pairs == 0 || start > limit || (found.is_none() && !run.goes_on()) {
            return Ok(found.map(|touch| Touch { ends: start.min(limit), ..touch }));
        }
        play(run, BLOCK)?;
        for n in 0..BLOCK {
            for c in 0..pairs {
                let touches = run.players.touched(c)[n].force != 0.0;
                let frame = start + n as u64;
                match &mut found {
                    None if touches && !touched[c] && frame >= first => {
                        found = Some(Touch { contact: c, begins: frame, ends: 0, is_over: false });
                    }
                    Some(touch) if touch.contact == c && !touches => {
                        return Ok(Some(Touch { ends: frame, is_over: true, ..*touch }));
                    }
                    _ => {}
                }
                touched[c] = touches;
            }
        }
    }
}

/// Plays so many samples, at most a chunk.
fn play(run: &mut Run, count: usize) -> Result<(), RenderError> {
    let time = run.players.frames() as f64 / run.plan.sample_rate;
    run.players.watch(0..count);
    if let Some(error) = run.players.stopped() {
        return Err(RenderError::Step { time, error });
    }
    match run.options.progress {
        Some(progress) if progress(time, None).is_break() => Err(RenderError::Stopped { time }),
        _ => Ok(()),
    }
}

/// Watches a touch that was found before.
fn watch(run: &mut Run, touch: &Touch, is_bent: bool) -> Result<Blow, RenderError> {
    let rate = run.plan.sample_rate;
    let pairs = run.built.contacts.len();
    let lasted = (touch.ends - touch.begins).max(1);
    let shown = |share: f64| (share * lasted as f64).ceil() as u64;
    let from = touch.begins.saturating_sub(shown(BEFORE));
    let until = touch.ends + shown(AFTER);
    let every = (until - from).div_ceil(MOST_VIEWS).max(1);
    let bent = (until - from).div_ceil(every).div_ceil(MOST_BENDS).max(1);
    while run.players.frames() < from {
        let count = (from - run.players.frames()).min(BLOCK as u64) as usize;
        play(run, count)?;
    }
    let (mut views, mut bends) = (Vec::new(), Vec::new());
    see(run, &vec![0.0; pairs], &mut views);
    while run.players.frames() < until {
        if is_bent && (views.len() as u64 - 1).is_multiple_of(bent) {
            let displacement = run.players.state().displacement.clone();
            bends.push(Bend { view: views.len() - 1, displacement });
        }
        let mut forces = vec![0.0; pairs];
        for _ in 0..every {
            play(run, 1)?;
            for (c, force) in forces.iter_mut().enumerate() {
                *force += run.players.touched(c)[0].force / every as f64;
            }
        }
        see(run, &forces, &mut views);
    }
    let log = run.players.log(touch.contact);
    let (begins, lasts) = match (log.count, log.first_contact_at) {
        (1, Some(begins)) => (begins, log.first_contact_time),
        _ => {
            (touch.begins as f64 / rate, touch.is_over.then(|| touched_for(&views, touch.contact)))
        }
    };
    let bodies = bodies(run);
    Ok(Blow { contact: touch.contact, begins, lasts, rate, views, bends, bodies })
}

/// How long a contact touched within some views (s).
fn touched_for(views: &[View], contact: usize) -> f64 {
    let touches = |view: &View| view.contacts[contact].force != 0.0;
    let first = views.iter().position(touches).unwrap_or(0).max(1) - 1;
    let last = views.iter().skip(first + 1).position(|view| !touches(view)).unwrap_or(0) + first;
    views[last].time - views[first].time
}

/// Notes how everything is now.
fn see(run: &mut Run, forces: &[f64], views: &mut Vec<View>) {
    let contact =
        |(c, force): (usize, &f64)| ContactSample { force: *force, ..run.players.contact(c) };
    let contacts = forces.iter().enumerate().map(contact).collect();
    let depths = (0..forces.len()).map(|c| -run.players.apart(c)).collect();
    let mut energies = Energies::default();
    energies.note(run.plan, &mut run.players);
    let stores = energies.last(run.plan);
    let time = run.players.frames() as f64 / run.plan.sample_rate;
    views.push(View { time, contacts, depths, stores });
}

/// The bodies that have modes.
fn bodies(run: &Run) -> Vec<BentBody> {
    let objects = run.built.objects.iter().enumerate();
    let ringing = objects.filter(|(index, _)| {
        matches!(run.plan.bodies[*index].kind, Kind::Shape { .. } | Kind::Modes { .. })
    });
    let body = |(index, object): (usize, &Option<Arc<Object>>)| BentBody {
        index,
        object: object.clone(),
        modes: run.built.modes_of(index),
    };
    ringing.map(body).collect()
}
