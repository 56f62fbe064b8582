//! What a contact did over time, as a device or a listener samples it.

use super::algebra::{Vector, add, scale, subtract};

/// The force on the first body, averaged over one period of sampling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceSample {
    /// Where the period begins (s after the first touch).
    pub time: f64,
    /// The mean force over the period (N), in the axes of the world.
    pub force: Vector,
}

/// The impulse so far at moments of the contact; kept only where a history is wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    wanted: bool,
    knots: Vec<(f64, Vector)>,
}

impl Recorder {
    pub(super) fn new(wanted: bool) -> Self {
        Self { wanted, knots: Vec::new() }
    }

    pub(super) fn note(&mut self, time: f64, impulse: Vector) {
        if self.wanted {
            self.knots.push((time, impulse));
        }
    }

    /// Gives the knots the times they turn out to have.
    pub(super) fn retime(&mut self, time_of: impl Fn(&Vector) -> f64) {
        for (time, impulse) in &mut self.knots {
            *time = time_of(impulse);
        }
    }

    /// Mean forces over periods of 1/`rate`: times the period they sum to the impulse, at any rate.
    pub(super) fn sampled(
        &self,
        rate: f64,
        in_world: impl Fn(Vector) -> Vector,
    ) -> Vec<ForceSample> {
        let Some(&(end, _)) = self.knots.last() else { return Vec::new() };
        let periods = (end * rate).ceil().max(1.0) as usize;
        let mut at = 0;
        let mut before = [0.0; 3];
        let mut samples = Vec::with_capacity(periods);
        for k in 0..periods {
            let after = self.impulse_at((k + 1) as f64 / rate, &mut at);
            let force = in_world(scale(subtract(after, before), rate));
            samples.push(ForceSample { time: k as f64 / rate, force });
            before = after;
        }
        samples
    }

    fn impulse_at(&self, time: f64, at: &mut usize) -> Vector {
        while *at < self.knots.len() && self.knots[*at].0 <= time {
            *at += 1;
        }
        let (t0, p0) = if *at == 0 { (0.0, [0.0; 3]) } else { self.knots[*at - 1] };
        let Some(&(t1, p1)) = self.knots.get(*at) else { return p0 };
        add(p0, scale(subtract(p1, p0), (time - t0) / (t1 - t0)))
    }
}
