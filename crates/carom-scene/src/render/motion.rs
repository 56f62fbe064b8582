//! How the bodies ring once they were struck, for pictures that move.

use std::io;
use std::sync::Arc;

use carom_shapes::Object;

use super::mix::{Chunk, RenderError, RenderOptions, Run, Sink};
use crate::plan::Plan;

/// All bodies that ring, at the first moment after the first strike at which nothing touches.
#[derive(Clone, Debug)]
pub struct Motion {
    /// When (s).
    pub time: f64,
    /// Whether anything touched before.
    pub struck: bool,
    /// In the order of the plan, masses and walls left out.
    pub bodies: Vec<RingingBody>,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct RingingBody {
    /// Which of the scene.
    pub index: usize,
    /// The object behind it, if it has a shape.
    pub object: Option<Arc<Object>>,
    /// Its modes that ring.
    pub modes: Vec<RingingMode>,
}

/// A mode and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingingMode {
    /// Which of the body, or of its object.
    pub index: usize,
    /// Undamped angular frequency (1/s).
    pub omega: f64,
    /// How fast it decays (1/s).
    pub sigma: f64,
    /// m.
    pub displacement: f64,
    /// m/s.
    pub velocity: f64,
}

impl RingingMode {
    /// How far it swings (m).
    #[must_use]
    pub fn amplitude(&self) -> f64 {
        self.displacement.hypot(self.velocity / self.omega)
    }
}

/// A strike that has not come by then, or a contact that lasts longer, is not waited for (s).
const LONGEST_WAIT: f64 = 2.0;
const LONGEST_CONTACT: f64 = 0.2;

/// Plays a scene until its first strike is over.
pub fn motion<'a>(plan: &'a Plan, options: RenderOptions<'a>) -> Result<Motion, RenderError> {
    struct Nowhere;
    impl Sink for Nowhere {
        fn take(&mut self, _: &Chunk) -> io::Result<()> {
            Ok(())
        }
    }
    let mut run = Run::new(plan, options)?;
    let (mut time, mut struck) = (0.0, false);
    while run.goes_on() {
        run.chunk(&mut Nowhere)?;
        time = run.players.frames() as f64 / plan.sample_rate;
        let first = run.players.logs().filter_map(|log| log.first_contact_at).reduce(f64::min);
        struck = first.is_some();
        let touching = run.players.logs().any(carom::ContactLog::is_touching);
        let over = first.is_some_and(|first| !touching || time > first + LONGEST_CONTACT);
        if over || time > LONGEST_WAIT {
            break;
        }
    }
    let state = run.players.state().clone();
    let model = run.built.world.model();
    let modes = model.modes();
    let mut bodies = Vec::new();
    for (index, object) in run.built.objects.iter().enumerate() {
        let mode = |(index, slot): (usize, usize)| RingingMode {
            index,
            omega: modes.omega[slot],
            sigma: modes.sigma[slot],
            displacement: state.displacement[slot],
            velocity: state.velocity[slot],
        };
        let all = run.built.heard_modes_of(plan, index).enumerate().map(mode);
        let ringing: Vec<_> = all.filter(|mode| mode.omega > 0.0).collect();
        if !ringing.is_empty() {
            bodies.push(RingingBody { index, object: object.clone(), modes: ringing });
        }
    }
    Ok(Motion { time, struck, bodies })
}
