//! The travel of a contact over a body.

use std::sync::Arc;

use carom::Travel;
use carom_shapes::Object;

use crate::plan::Journey;
use crate::surface::Profile;

/// A ball on its way over a body.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) object: Arc<Object>,
    pub(super) journey: Journey,
    pub(super) profile: Profile,
    pub(super) gap: f64,
    pub(super) radius: f64,
    /// How far the centre of mass is from the centre (m).
    pub(super) asymmetry: f64,
}

impl Travel for Track {
    fn gap(&self, time: f64) -> f64 {
        let position = self.journey.position(time);
        let gap = self.gap - self.profile.at(position);
        if self.asymmetry == 0.0 {
            return gap;
        }
        gap - self.asymmetry * (1.0 - (position / self.radius).cos())
    }

    fn weights(&self, time: f64, weights: &mut [f64]) {
        let share = self.journey.position(time) / self.journey.length();
        // The last modes may belong to other contacts.
        let own = self.object.modes.len().min(weights.len());
        self.object.forms.weights(self.journey.place(share), &mut weights[..own]);
    }

    fn end(&self) -> f64 {
        self.journey.duration()
    }
}
