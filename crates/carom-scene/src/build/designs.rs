//! Objects that were designed before: what is struck anew is mostly the same thing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use carom_shapes::radiation::Radiation;
use carom_shapes::{Elastic, Material, Object, Shape};

/// So many objects are kept, and none with more modes than this.
const MOST_OBJECTS: usize = 16;
const MOST_MODES: usize = 5_000;

/// Keeps the objects that were designed last. Several threads may share it.
#[derive(Debug, Default)]
pub struct Designs(Mutex<VecDeque<Arc<Design>>>);

/// An object that was designed, and how it moves the air.
#[derive(Debug)]
pub(super) struct Design {
    shape: Shape,
    elastic: Elastic,
    stiffening: f64,
    up_to: f64,
    pub(super) object: Arc<Object>,
    radiation: OnceLock<Arc<Radiation>>,
}

impl Design {
    /// The object of this shape and material with its modes up to this frequency.
    pub(super) fn new(shape: &Shape, material: &Material, up_to: f64) -> Self {
        Self {
            shape: shape.clone(),
            elastic: material.elastic,
            stiffening: material.damping.stiffening,
            up_to,
            object: Arc::new(shape.resonator().object(material, up_to)),
            radiation: OnceLock::new(),
        }
    }

    /// How it moves the air; computed once.
    pub(super) fn radiation(&self) -> &Arc<Radiation> {
        let radiation = || Arc::new(self.shape.resonator().radiation(&self.object));
        self.radiation.get_or_init(radiation)
    }
}

impl Designs {
    /// The object of this shape and material with its modes up to this frequency.
    pub(super) fn design(&self, shape: &Shape, material: &Material, up_to: f64) -> Arc<Design> {
        let (elastic, stiffening) = (material.elastic, material.damping.stiffening);
        let is_same = |design: &Arc<Design>| {
            design.shape == *shape
                && (design.elastic, design.stiffening) == (elastic, stiffening)
                && design.up_to == up_to
        };
        let mut kept = self.kept();
        if let Some(design) = kept.iter().position(is_same).and_then(|place| kept.remove(place)) {
            kept.push_front(Arc::clone(&design));
            return design;
        }
        // Nobody waits while it is designed.
        drop(kept);
        let design = Arc::new(Design::new(shape, material, up_to));
        if design.object.modes.len() <= MOST_MODES {
            self.kept().push_front(Arc::clone(&design));
            self.kept().truncate(MOST_OBJECTS);
        }
        design
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<Design>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
