//! A thing: a shape of some material.

use std::sync::Arc;

use carom::{FarField, InvalidValue, Listener, Mode, Ringing, Tension};

use super::radiation::Radiation;
use super::{Object, Place, Places};

/// A thing of some shape and material, as [`Resonator::of`](super::Resonator::of) makes it. Copies
/// share what is large.
#[derive(Clone, Debug)]
pub struct Thing {
    object: Arc<Object>,
    modes: Arc<[Mode]>,
    places: Places,
    tension: Option<Arc<Tension>>,
    radiation: Arc<Radiation>,
}

impl Thing {
    pub(crate) fn new(
        object: Arc<Object>,
        modes: Vec<Mode>,
        places: Places,
        radiation: Radiation,
    ) -> Self {
        let radiation = Arc::new(radiation);
        Self { object, modes: modes.into(), places, tension: None, radiation }
    }

    /// The same, stretched as it bends.
    pub(crate) fn stretched(self, tension: Option<Tension>) -> Self {
        Self { tension: tension.map(Arc::new), ..self }
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

    fn tension(&self) -> Option<Tension> {
        self.tension.as_deref().cloned()
    }

    fn weights(&self, place: Place) -> Result<Vec<f64>, InvalidValue> {
        self.weights(place)
    }

    fn far_field(&self, listener: &Listener) -> Option<FarField> {
        Some(self.radiation.heard_by(listener))
    }
}
