//! A slip that turns while it slides.
//!
//! With dp = |u_t|·ds the direction θ of the slip obeys an equation of its own, dθ/ds = g(θ), and
//! d log|u_t|/ds = f(θ): nothing is singular where the slip vanishes, however fast it swings round.

use super::algebra::{Planar, Vector, dot};
use super::mirtich::{Ending, Path, Progress};
use carom::numeric::root;

/// Direction, logarithm of the slip, impulse (two tangents, normal), work of the normal force.
type State = [f64; 6];

const STEPS: usize = 100_000;
/// Steps of Newton's method towards an event, before it is bracketed.
const NEWTON: usize = 6;
/// A separation that falls below 0 by less than this share of what it is the sum of is rounding.
const ROUNDING: f64 = 1e-13;

/// Dormand and Prince's fifth order.
const STAGES: [&[f64]; 5] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
];
const FIFTH: [f64; 6] =
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];
/// Fifth minus fourth order, the seventh stage last.
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// How a slip stopped turning.
pub(super) enum Turned {
    /// A phase ended.
    Ended(Ending),
    /// It keeps its direction from here.
    Settled { along: Planar, speed: f64 },
}

struct Turning<'a> {
    path: &'a Path,
    mu: f64,
    /// What a step may err, where all is of order 1.
    tolerance: f64,
}

/// Follows the slip until it keeps its direction, vanishes, or a phase ends.
pub(super) fn turn_slip(
    path: &Path,
    mu: f64,
    straight: f64,
    progress: &mut Progress,
    slip: Vector,
) -> Turned {
    let turning = Turning { path, mu, tolerance: path.tolerance };
    let speed = slip[0].hypot(slip[1]);
    let p = progress.impulse;
    let mut y = [slip[1].atan2(slip[0]), speed.ln(), p[0], p[1], p[2], progress.work];
    let mut rate = turning.rate(&y);
    // The error of a step grows with the fifth power of its length.
    let mut h = 2.5 * path.tolerance.powf(0.2) / (rate[0].abs() + rate[1].abs() + speed);
    for _ in 0..STEPS {
        let (next, last, error) = turning.step(&y, &rate, h);
        if error > 1.0 || error.is_nan() {
            h *= if error.is_finite() { (0.9 * error.powf(-0.2)).max(0.1) } else { 0.1 };
            continue;
        }
        if turning.event(&next, progress) >= 0.0 {
            let end = turning.locate((&y, &rate), (&next, &last), h, progress);
            turning.finish(&end, progress);
            return Turned::Ended(Ending::Next);
        }
        (y, rate) = (next, last);
        let settled = rate[0].abs() <= straight;
        let vanished = y[1].exp() <= path.no_slip([y[2], y[3], y[4]]);
        if settled || vanished {
            progress.impulse = [y[2], y[3], y[4]];
            progress.work = y[5];
            let (sine, cosine) = y[0].sin_cos();
            return if vanished {
                Turned::Ended(Ending::Rest)
            } else {
                Turned::Settled { along: [cosine, sine], speed: y[1].exp() }
            };
        }
        h *= (0.9 * error.max(1e-10).powf(-0.2)).min(5.0);
    }
    Turned::Ended(Ending::Stuck)
}

impl Turning<'_> {
    fn normal(&self, y: &State) -> f64 {
        self.path.slip[2] + dot(self.path.matrix[2], [y[2], y[3], y[4]])
    }

    fn rate(&self, y: &State) -> State {
        let (sine, cosine) = y[0].sin_cos();
        let speed = y[1].exp();
        let (growth, turn) = self.path.rates([cosine, sine], self.mu);
        let push = -self.mu * speed;
        [turn, growth, push * cosine, push * sine, speed, speed * self.normal(y)]
    }

    /// The state after a step, its rate, and its error as a share of what is tolerated.
    fn step(&self, y: &State, first: &State, h: f64) -> (State, State, f64) {
        let mut k = [[0.0; 6]; 7];
        k[0] = *first;
        for (stage, row) in STAGES.iter().enumerate() {
            k[stage + 1] = self.rate(&combine(y, &k, row, h));
        }
        let next = combine(y, &k, &FIFTH, h);
        k[6] = self.rate(&next);
        let mut worst: f64 = 0.0;
        for i in 0..6 {
            let error: f64 = ERROR.iter().zip(&k).map(|(c, k)| c * k[i]).sum();
            let size = if i < 2 { 1.0 } else { 1.0 + next[i].abs() };
            let share = (h * error).abs() / (self.tolerance * size);
            // `max` would drop a NaN.
            worst = if share > worst || share.is_nan() { share } else { worst };
        }
        (next, k[6], worst)
    }

    /// Rises through 0 where the phase ends.
    fn event(&self, y: &State, progress: &Progress) -> f64 {
        let normal = self.normal(y);
        if progress.compressing {
            return normal;
        }
        let row = self.path.matrix[2];
        let parts = (row[0] * y[2]).abs() + (row[1] * y[3]).abs() + row[2] * y[4];
        (y[5] - progress.target).max(-normal - ROUNDING * (1.0 + parts))
    }

    /// How fast [`event`](Self::event) rises, from the rate of the state.
    fn event_rate(&self, y: &State, rate: &State, progress: &Progress) -> f64 {
        let normal = dot(self.path.matrix[2], [rate[2], rate[3], rate[4]]);
        if progress.compressing {
            normal
        } else if self.event(y, progress) > y[5] - progress.target {
            -normal
        } else {
            rate[5]
        }
    }

    /// The state at the event within a step: where the cubic through values and slopes at its ends has
    /// its root, corrected by Newton's method. Each guess takes a whole step, two are nearly always enough.
    fn locate(&self, from: (&State, &State), to: (&State, &State), h: f64, p: &Progress) -> State {
        let (y, rate) = from;
        let g0 = self.event(y, p).min(0.0);
        let slopes = [self.event_rate(y, rate, p) * h, self.event_rate(to.0, to.1, p) * h];
        let mut x = cubic_root([g0, self.event(to.0, p)], slopes);
        for _ in 0..NEWTON {
            let (mut state, rate, _) = self.step(y, rate, h * x);
            let (value, slope) = (self.event(&state, p), self.event_rate(&state, &rate, p) * h);
            let by = -value / slope;
            if !by.is_finite() || x + by <= 0.0 || x + by > 1.0 + 1e-9 {
                break;
            }
            if value.abs() <= 1e-4 * self.tolerance || by.abs() <= 1e-15 {
                state.iter_mut().zip(&rate).for_each(|(y, rate)| *y += h * by * rate);
                return state;
            }
            x += by;
        }
        self.locate_slowly(y, rate, h, p)
    }

    /// The same where Newton's method does not behave: regula falsi that never keeps an end twice.
    fn locate_slowly(&self, y: &State, rate: &State, h: f64, progress: &Progress) -> State {
        let (mut low, mut high) = (0.0, 1.0);
        let at = |x: f64| self.step(y, rate, h * x).0;
        let mut end = at(1.0);
        let (mut f_low, mut f_high) =
            (self.event(y, progress).min(0.0), self.event(&end, progress));
        for _ in 0..60 {
            if high - low <= 1e-16 || f_high <= 1e-16 {
                break;
            }
            let guess = (low * f_high - high * f_low) / (f_high - f_low);
            let x = if guess > low && guess < high { guess } else { 0.5 * (low + high) };
            let state = at(x);
            let value = self.event(&state, progress);
            if value >= 0.0 {
                (high, f_high, end) = (x, value, state);
                f_low *= 0.5;
            } else {
                (low, f_low) = (x, value);
                f_high *= 0.5;
            }
        }
        end
    }

    fn finish(&self, y: &State, progress: &mut Progress) {
        progress.impulse = [y[2], y[3], y[4]];
        progress.work = y[5];
        if progress.compressing {
            progress.end_compression();
        } else if y[5] < progress.target {
            progress.compressing = true;
        }
    }
}

/// The root between 0 and 1 of the cubic with these values at 0 (below 0) and 1 (above), and slopes.
fn cubic_root(values: [f64; 2], slopes: [f64; 2]) -> f64 {
    let [g0, g1] = values;
    let (b, c) =
        (3.0 * (g1 - g0) - 2.0 * slopes[0] - slopes[1], 2.0 * (g0 - g1) + slopes[0] + slopes[1]);
    let cubic = |x: f64| {
        let value = g0 + x * (slopes[0] + x * (b + x * c));
        (value, slopes[0] + x * (2.0 * b + 3.0 * x * c))
    };
    root::increasing_above_noise(0.0, 1.0, g0 / (g0 - g1), 1e-9 * (g1 - g0), cubic).0
}

fn combine(y: &State, k: &[State; 7], weights: &[f64], h: f64) -> State {
    let mut next = *y;
    for (weight, k) in weights.iter().zip(k) {
        for i in 0..6 {
            next[i] += h * weight * k[i];
        }
    }
    next
}
