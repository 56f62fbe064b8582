//! Objects that were designed before: what is struck anew is mostly the same thing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carom_shapes::{Elastic, Material, Object, Shape};

/// So many objects are kept, and none with more modes than this.
const MOST_OBJECTS: usize = 16;
const MOST_MODES: usize = 5_000;

/// Keeps the objects that were designed last. Several threads may share it.
#[derive(Debug, Default)]
pub struct Designs(Mutex<VecDeque<Design>>);

#[derive(Debug)]
struct Design {
    shape: Shape,
    elastic: Elastic,
    stiffening: f64,
    up_to: f64,
    object: Arc<Object>,
}

impl Designs {
    /// The object of this shape and material with its modes up to this frequency.
    pub(super) fn object(&self, shape: &Shape, material: &Material, up_to: f64) -> Arc<Object> {
        let (elastic, stiffening) = (material.elastic, material.damping.stiffening);
        let is_same = |design: &Design| {
            design.shape == *shape
                && (design.elastic, design.stiffening) == (elastic, stiffening)
                && design.up_to == up_to
        };
        let mut kept = self.kept();
        if let Some(design) = kept.iter().position(is_same).and_then(|place| kept.remove(place)) {
            let object = Arc::clone(&design.object);
            kept.push_front(design);
            return object;
        }
        // Nobody waits while it is designed.
        drop(kept);
        let object = Arc::new(shape.resonator().object(material, up_to));
        if object.modes.len() <= MOST_MODES {
            let (shape, kept) = (shape.clone(), Arc::clone(&object));
            self.kept().push_front(Design { shape, elastic, stiffening, up_to, object: kept });
            self.kept().truncate(MOST_OBJECTS);
        }
        object
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Design>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
