//! An impact during which a constant force acts on the mass: no closed form, so an integration
//! good to 1e-10.

use carom::InvalidValue;
use carom::check::finite;
use carom::exact::WallImpact;
use carom_numeric::extrapolation::Integrator;
use carom_numeric::root;

/// An impact with a constant force (N) on the mass, positive towards the wall:
/// m·ẍ = F − f(x, ẋ). (papetti's (21) and (22) print the opposite sign of what its Fig. 5 shows.)
///
/// ```
/// use carom::exact::WallImpact;
/// use carom_schemes::Pressed;
/// let free = WallImpact::new(0.01, 1e5, 1.5, 0.5, 0.05)?;
/// let pressed = Pressed::new(free.clone(), 0.03)?.solve();
/// assert!(pressed.x_max > free.x_max());
/// # Ok::<(), carom::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pressed {
    impact: WallImpact,
    /// μ·v_in.
    product: f64,
    force: f64,
}

/// How an impact under a constant force ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressedOutcome {
    /// The velocity at the wall, after; `None` if the force holds the mass there.
    pub v_out: Option<f64>,
    /// How long they touch (s); `None` if for ever.
    pub contact_time: Option<f64>,
    /// The largest compression (m).
    pub x_max: f64,
    /// The largest contact force (N).
    pub f_max: f64,
    /// The energy that the contact takes (J); `None` if the mass is not released.
    pub energy_lost: Option<f64>,
}

/// x/x_s, v/v_in, lost energy/(m·v_in²), t·v_in/x_s.
type Scaled = [f64; 4];

const TOLERANCE: f64 = 1e-13;
const MOST_STEPS: usize = 200_000;

impl Pressed {
    /// The impact without the force, and the force.
    pub fn new(impact: WallImpact, force: f64) -> Result<Self, InvalidValue> {
        finite("force", force)?;
        Ok(Self { product: impact.mu() * impact.v_in(), impact, force })
    }

    /// Integrates the impact to its release.
    #[must_use]
    pub fn solve(&self) -> PressedOutcome {
        let mut peaks = Peaks { x: 0.0, force: 0.0 };
        let inside = self.until_leaving(&mut peaks);
        let end = inside.and_then(|state| self.out_of_the_wall(state));
        let (length, speed) = (self.impact.lossless_x_max(), self.impact.v_in());
        PressedOutcome {
            v_out: end.map(|s| speed * outgoing(&s)),
            contact_time: end.map(|s| s[3] * length / speed),
            x_max: peaks.x * length,
            f_max: peaks.force * self.impact.mass() * speed * speed / length,
            energy_lost: end.map(|s| s[2] * self.impact.mass() * speed * speed),
        }
    }

    /// The constant force in units of m·v²/x_s.
    fn drive(&self) -> f64 {
        let speed = self.impact.v_in();
        self.force * self.impact.lossless_x_max() / (self.impact.mass() * speed * speed)
    }

    fn contact_force(&self, x: f64, v: f64) -> f64 {
        let alpha = self.impact.exponent();
        0.5 * (alpha + 1.0) * x.max(0.0).powf(alpha) * (1.0 + self.product * v)
    }

    fn slopes(&self, s: &Scaled) -> Scaled {
        let [x, v, ..] = *s;
        let elastic =
            0.5 * (self.impact.exponent() + 1.0) * x.max(0.0).powf(self.impact.exponent());
        let loss = elastic * self.product * v;
        [v, self.drive() - elastic - loss, loss * v, 1.0]
    }

    /// Whether kinetic, elastic and drive energy together are negative, beyond rounding: then the
    /// mass cannot reach the wall's surface any more. Without losses that never happens.
    fn is_trapped(&self, s: &Scaled) -> bool {
        let rounding = 1e-11 * (1.0 + (self.drive() * s[0]).abs());
        self.product > 0.0 && self.energy(s) < -rounding
    }

    fn energy(&self, s: &Scaled) -> f64 {
        let [x, v, ..] = *s;
        0.5 * v * v + 0.5 * x.max(0.0).powf(self.impact.exponent() + 1.0) - self.drive() * x
    }

    /// In time, through the largest force and compression, until the mass is on its way out.
    fn until_leaving(&self, peaks: &mut Peaks) -> Option<Scaled> {
        let first = 1e-6 / (1.0 + self.drive().abs());
        let mut run =
            Integrator::new(|s: &Scaled| self.slopes(s), [0.0, 1.0, 0.0, 0.0], first, TOLERANCE);
        for _ in 0..MOST_STEPS {
            let [x, v, ..] = run.state;
            // Never step through the surface, where the force has a corner.
            let limit = if v < 0.0 { 0.3 * x / -v } else { 0.5 };
            let from = run.state;
            let h = run.advance(limit);
            self.note_peaks(&run, &from, h, peaks);
            let [x, v, ..] = run.state;
            if self.is_trapped(&run.state) && (v <= 0.0 || self.has_settled(x, v)) {
                // Held: the largest force and compression are behind, or are those of rest.
                peaks.x = peaks.x.max(self.rest());
                peaks.force = peaks.force.max(self.drive());
                return None;
            }
            if run.state[1] < 0.0 && run.state[0] < 0.5 * peaks.x {
                return Some(run.state);
            }
        }
        None
    }

    /// The compression at which the spring carries the force.
    fn rest(&self) -> f64 {
        let alpha = self.impact.exponent();
        (2.0 * self.drive().max(0.0) / (alpha + 1.0)).powf(1.0 / alpha)
    }

    /// Whether an overdamped mass has come as close to rest as makes no difference.
    fn has_settled(&self, x: f64, v: f64) -> bool {
        v.abs() < 1e-9 && (x / self.rest() - 1.0).abs() < 1e-9
    }

    /// With the compression as the independent variable, exactly to the surface (Hénon's trick).
    fn out_of_the_wall(&self, state: Scaled) -> Option<Scaled> {
        let system = |s: &Scaled| {
            let slopes = self.slopes(s);
            slopes.map(|slope| -slope / s[1])
        };
        let mut left = state[0];
        let mut run = Integrator::new(system, state, 0.1 * left, TOLERANCE);
        for _ in 0..MOST_STEPS {
            left -= run.advance(left);
            if !run.state[1].is_finite() || run.state[1] >= 0.0 || self.is_trapped(&run.state) {
                return None;
            }
            if left <= 0.0 {
                return Some(run.state);
            }
        }
        None
    }

    /// Locates the turning point and the largest force if they lie inside the last step.
    fn note_peaks<F: Fn(&Scaled) -> Scaled>(
        &self,
        run: &Integrator<4, F>,
        from: &Scaled,
        h: f64,
        peaks: &mut Peaks,
    ) {
        let locate = |falling: &dyn Fn(&Scaled) -> f64| -> Scaled {
            let (at, _) =
                root::increasing(0.0, h, 0.5 * h, |at| (-falling(&run.probe(from, at)), f64::NAN));
            run.probe(from, at)
        };
        let velocity = |s: &Scaled| s[1];
        // The rate of the force, up to a positive factor.
        let rate = |s: &Scaled| {
            let [x, v, ..] = *s;
            let product = self.product;
            self.impact.exponent() * v * (1.0 + product * v) + x * product * self.slopes(s)[1]
        };
        if velocity(from) > 0.0 && velocity(&run.state) <= 0.0 {
            peaks.x = peaks.x.max(locate(&velocity)[0]);
        }
        if rate(from) > 0.0 && rate(&run.state) <= 0.0 {
            let top = locate(&rate);
            peaks.force = peaks.force.max(self.contact_force(top[0], top[1]));
        }
    }
}

/// The outgoing velocity over the incoming one. A constant force does no work from surface to
/// surface, so that it is computed from the energy lost while that is little: exactly −1 if it is none.
fn outgoing(state: &Scaled) -> f64 {
    let [_, v, lost, _] = *state;
    if lost < 0.125 { -(1.0 - 2.0 * lost).sqrt() } else { v }
}

struct Peaks {
    x: f64,
    force: f64,
}
