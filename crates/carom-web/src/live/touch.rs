//! What the last blow did, for drawing.

use carom::ContactSample;

use super::Stage;

/// Samples of a contact that are kept for drawing.
pub(super) const MOST_TOUCHED: usize = 8192;

/// What the last blow did, sample by sample.
#[derive(Debug, Default)]
pub struct Touch {
    /// The sample of the blow.
    pub frame: u64,
    /// Which stroke it was of.
    pub stroke: usize,
    /// How far the hammer has moved towards the surface (m), how fast (m/s), and the force (N).
    pub samples: Vec<[f32; 3]>,
    /// Whether the contact is over.
    pub is_over: bool,
    pub(super) at: Option<(usize, usize)>,
}

impl Stage {
    /// Notes what the last blow does.
    pub(super) fn note_touch(&mut self, count: usize) {
        let Some((player, contact)) = self.touch.at.filter(|_| !self.touch.is_over) else { return };
        let one = &self.players[player];
        let side =
            if one.plan.contacts[contact].between[0] == self.target_of() { -1.0 } else { 1.0 };
        for ContactSample { ports, velocities, force, known } in &one.touched[contact][..count] {
            let began = self.touch.samples.iter().any(|[.., force]| *force != 0.0);
            let over = began && *force == 0.0;
            if self.touch.samples.len() >= MOST_TOUCHED || over || !known {
                self.touch.is_over = began || self.touch.samples.len() >= MOST_TOUCHED;
                return;
            }
            let way = side * (ports[0] - ports[1]);
            let speed = side * (velocities[0] - velocities[1]);
            self.touch.samples.push([way as f32, speed as f32, *force as f32]);
        }
    }

    fn target_of(&self) -> usize {
        let fingers = self.hands.get(self.touch.stroke).map(|hand| &hand.fingers);
        fingers.and_then(|fingers| fingers.first()).map_or(usize::MAX, |finger| finger.target)
    }
}
