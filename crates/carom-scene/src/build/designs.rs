//! Objects that were designed before: what is struck anew is mostly the same thing. One cache for the whole process.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use carom_shapes::radiation::Radiation;
use carom_shapes::{Elastic, Material, Object, Shape};

/// So many objects are kept, with so many modes together.
const MOST_OBJECTS: usize = 64;
const MOST_MODES: usize = 40_000;

/// What was designed last, the latest first.
static KEPT: Mutex<VecDeque<Arc<Design>>> = Mutex::new(VecDeque::new());

/// How many objects were designed.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// How many objects were designed in this process: what is asked for again is not.
#[must_use]
pub fn designed() -> u64 {
    COUNT.load(Ordering::Relaxed)
}

/// An object that is designed when it is first asked for, and how it moves the air.
#[derive(Debug)]
pub(super) struct Design {
    shape: Shape,
    elastic: Elastic,
    stiffening: f64,
    up_to: f64,
    object: OnceLock<Arc<Object>>,
    radiation: OnceLock<Arc<Radiation>>,
}

impl Design {
    /// How it moves the air; computed once.
    pub(super) fn radiation(&self, object: &Object) -> &Arc<Radiation> {
        let radiation = || Arc::new(self.shape.resonator().radiation(object));
        self.radiation.get_or_init(radiation)
    }

    fn modes(&self) -> usize {
        self.object.get().map_or(0, |object| object.modes.len())
    }
}

/// The object of this shape and material with its modes up to this frequency.
pub(super) fn design(shape: &Shape, material: &Material, up_to: f64) -> (Arc<Design>, Arc<Object>) {
    let (elastic, stiffening) = (material.elastic, material.damping.stiffening);
    let is_same = |design: &Arc<Design>| {
        design.shape == *shape
            && (design.elastic, design.stiffening, design.up_to) == (elastic, stiffening, up_to)
    };
    let mut designs = kept();
    let known = designs.iter().position(is_same).and_then(|place| designs.remove(place));
    let is_new = known.is_none();
    let design = known.unwrap_or_else(|| {
        let (object, radiation) = (OnceLock::new(), OnceLock::new());
        Arc::new(Design { shape: shape.clone(), elastic, stiffening, up_to, object, radiation })
    });
    designs.push_front(Arc::clone(&design));
    // Only who wants the same object waits while it is designed.
    drop(designs);
    let make = || {
        COUNT.fetch_add(1, Ordering::Relaxed);
        Arc::new(shape.resonator().object(material, up_to))
    };
    let object = Arc::clone(design.object.get_or_init(make));
    if is_new {
        let mut room = MOST_MODES;
        let mut designs = kept();
        designs.truncate(MOST_OBJECTS);
        designs.retain(|design| {
            let fits = design.modes() <= room;
            room = room.saturating_sub(design.modes());
            fits
        });
    }
    (design, object)
}

fn kept() -> MutexGuard<'static, VecDeque<Arc<Design>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}
