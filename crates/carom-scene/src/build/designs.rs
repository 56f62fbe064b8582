//! Objects that were designed before: what is struck anew is mostly the same thing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carom_shapes::{Elastic, Object};

use carom_shapes::Shape;

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
    up_to: f64,
    object: Arc<Object>,
}

impl Designs {
    /// The object of this shape and material with its modes up to this frequency.
    pub(super) fn object(&self, shape: &Shape, elastic: &Elastic, up_to: f64) -> Arc<Object> {
        let is_same = |design: &Design| {
            design.shape == *shape && design.elastic == *elastic && design.up_to == up_to
        };
        let mut kept = self.kept();
        if let Some(design) = kept.iter().position(is_same).and_then(|place| kept.remove(place)) {
            let object = Arc::clone(&design.object);
            kept.push_front(design);
            return object;
        }
        // Nobody waits while it is designed.
        drop(kept);
        let object = Arc::new(shape.resonator().design(elastic, up_to));
        if object.modes.len() <= MOST_MODES {
            let (shape, elastic, kept) = (shape.clone(), *elastic, Arc::clone(&object));
            self.kept().push_front(Design { shape, elastic, up_to, object: kept });
            self.kept().truncate(MOST_OBJECTS);
        }
        object
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Design>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
