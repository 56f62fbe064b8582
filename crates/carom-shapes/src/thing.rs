//! A thing: a shape of some material.

use std::sync::Arc;

use carom::{InvalidValue, Mode, Ringing};

use super::{Object, Place, Places};

/// A thing of some shape and material, as [`Resonator::of`](super::Resonator::of) makes it. Copies
/// share what is large.
#[derive(Clone, Debug)]
pub struct Thing {
    object: Arc<Object>,
    modes: Arc<[Mode]>,
    places: Places,
}

impl Thing {
    pub(crate) fn new(object: Arc<Object>, modes: Vec<Mode>, places: Places) -> Self {
        Self { object, modes: modes.into(), places }
    }

    /// Its modes by rising frequency, those of the rigid body first.
    #[must_use]
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// How far the surface moves at a place when each mode moves by one.
    ///
    /// # Errors
    ///
    /// If it has no such place.
    pub fn weights(&self, place: Place) -> Result<Vec<f64>, InvalidValue> {
        self.places.check(place)?;
        Ok(self.object.weights(self.places.whole(place)))
    }

    /// Its mass (kg).
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.object.mass
    }

    /// How places on it are written.
    #[must_use]
    pub fn places(&self) -> Places {
        self.places
    }

    /// Its modes with their names and shapes, in the same order.
    #[must_use]
    pub fn object(&self) -> &Object {
        &self.object
    }
}

impl Ringing for Thing {
    fn modes(&self) -> &[Mode] {
        self.modes()
    }

    fn weights(&self, place: Place) -> Result<Vec<f64>, InvalidValue> {
        self.weights(place)
    }
}
