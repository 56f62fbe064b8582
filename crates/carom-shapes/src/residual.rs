//! What the modes that were not kept do to a contact.

use std::f64::consts::TAU;

use carom::Mode;

use super::{Motion, Object, OutlineKind, Resonator};

impl Object {
    /// All modes above those that were kept up to `hertz`, as one mode that moves only the place
    /// with these weights: a force that is slow for them bends the object there as far as it would
    /// with them. It has no losses. None for membranes and solids, which give way without end where
    /// a point presses them: there the surfaces that touch decide.
    ///
    /// The sum Σφ²/(mω²) over the modes above ω follows from the same sum over the octave below,
    /// for modes whose number per hertz grows as ωᵖ (p = −½ for bars, 0 for plates and strings), and
    /// the frequency of the one mode, ω·√((3−p)/(1−p)), from Σφ²/(mω⁴).
    #[must_use]
    pub fn residual(&self, shape: &dyn Resonator, weights: &[f64], hertz: f64) -> Option<Mode> {
        let line = matches!(shape.outline().kind, OutlineKind::Line | OutlineKind::Tube);
        let p = match self.modes.last()?.motion {
            Motion::Bending | Motion::Twisting if line => -0.5,
            Motion::Bending => 0.0,
            Motion::Taut if line => 0.0,
            _ => return None,
        };
        let octave = self.modes.iter().zip(weights).filter(|(mode, _)| {
            (0.5 * hertz..=hertz).contains(&mode.frequency) && mode.motion != Motion::Whole
        });
        let give = |(mode, weight): (&super::DesignedMode, &f64)| {
            weight * weight / (mode.mass * (TAU * mode.frequency).powi(2))
        };
        let give = octave.map(give).sum::<f64>() / (2f64.powf(1.0 - p) - 1.0);
        let omega = TAU * hertz * ((3.0 - p) / (1.0 - p)).sqrt();
        (give > 0.0).then(|| Mode { omega, ..Mode::free(1.0 / (give * omega * omega)) })
    }
}
