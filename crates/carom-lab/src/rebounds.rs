//! Rebounds under a constant force towards the wall, by pure numbers: fast, to 1e-4.
//!
//! With the compression at rest x_e = (F/k)^(1/α), v_F = √(F·x_e/m) and t_F = x_e/v_F the impact is
//! X″ = 1 − X^α·(1 + A·X′) from X = 0, X′ = u: two numbers of the law and the force, α and A = μ·v_F, and one
//! of the impact, u = v_in/v_F. For a law and a force the answer is a curve over u, which is tabulated.

use carom::InvalidValue;
use carom::check::{check, positive};
use carom::exact::WallImpact;
use carom::numeric::extrapolation::Integrator;
use carom_schemes::Pressed;

/// How an impact under a force ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rebound {
    /// The mass leaves the wall.
    Leaves {
        /// The velocity at the wall (m/s), below 0.
        v_out: f64,
        /// How long they touch (s).
        contact_time: f64,
    },
    /// The force holds it at the wall.
    Held,
}

/// Impacts of one mass on one wall under one force, for any speed.
///
/// Outgoing velocity and contact time are within 1e-4 of [`Pressed`] for α from 1 to 4 and A up to 1,
/// and cost a closed form and four entries of a table, which is made once for a law and a force.
///
/// ```
/// use carom_lab::rebounds::{Rebound, Rebounds};
/// // A ball of 30 g dropped on a wall: gravity holds it below a certain speed.
/// let rebounds = Rebounds::new(0.03, 1e9, 1.5, 0.3, 0.03 * 9.81)?;
/// assert_eq!(rebounds.after(0.5 * rebounds.slowest().ok_or("never leaves")?)?, Rebound::Held);
/// let Rebound::Leaves { v_out, contact_time } = rebounds.after(1.0)? else { panic!("held") };
/// assert!(v_out < -0.8 && contact_time > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rebounds {
    mass: f64,
    stiffness: f64,
    exponent: f64,
    mu: f64,
    /// v_F (m/s).
    speed: f64,
    /// t_F (s).
    time: f64,
    curve: Curve,
}

impl Rebounds {
    /// Mass (kg), stiffness (N/m^α), α, μ (s/m) and the force (N) towards the wall, above 0.
    pub fn new(
        mass: f64,
        stiffness: f64,
        exponent: f64,
        mu: f64,
        force: f64,
    ) -> Result<Self, InvalidValue> {
        // The impact checks its own numbers.
        WallImpact::new(mass, stiffness, exponent, mu, 1.0)?;
        check(exponent <= 4.0, "exponent", exponent, "from 1 to 4")?;
        positive("force", force)?;
        let depth = (force / stiffness).powf(1.0 / exponent);
        let speed = positive("speed scale", (force * depth / mass).sqrt())?;
        let loss = mu * speed;
        check(loss <= 1.0, "mu times the speed scale of the force", loss, "at most 1")?;
        let time = depth / speed;
        let curve = Curve::new(exponent, loss)?;
        Ok(Self { mass, stiffness, exponent, mu, speed, time, curve })
    }

    /// The speed (m/s) below which the mass does not leave; none if it never does.
    #[must_use]
    pub fn slowest(&self) -> Option<f64> {
        self.curve.critical.map(|critical| critical * self.speed)
    }

    /// μ·v_F, which decides with α how rebounds depend on speed.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.mu * self.speed
    }

    /// v_F (m/s): the speed of a mass that the force has moved by the compression at rest, but for √2.
    #[must_use]
    pub fn speed_scale(&self) -> f64 {
        self.speed
    }

    /// What an impact at this speed (m/s) ends with.
    pub fn after(&self, v_in: f64) -> Result<Rebound, InvalidValue> {
        let free = WallImpact::new(self.mass, self.stiffness, self.exponent, self.mu, v_in)?;
        let u = v_in / self.speed;
        let within = u.min(FASTEST);
        let bounded = WallImpact::new(
            self.mass,
            self.stiffness,
            self.exponent,
            self.mu,
            within * self.speed,
        )?;
        Ok(match self.curve.at(within, bounded.restitution()) {
            Some((out, time)) => {
                // Beyond the table the force changes the outgoing velocity by the same share and the
                // contact time by as much as at its end.
                let more = free.v_out() / bounded.v_out();
                let later = free.contact_time() - bounded.contact_time();
                Rebound::Leaves {
                    v_out: -out * self.speed * more,
                    contact_time: time * self.time + later,
                }
            }
            None => Rebound::Held,
        })
    }
}

/// The largest u of the curve.
const FASTEST: f64 = 1e5;
const NODES: usize = 200;
/// What a step of the integration may err.
const TOLERANCE: f64 = 1e-13;
const MOST_STEPS: usize = 100_000;
/// Nearer to the surface than this the wall pushes less than 1e-9 of the force.
const SURFACE: f64 = 1e-10;

/// Outgoing energy and contact time over u, as smooth functions of z = log(1 + u − u_c):
/// (v_out/u)² / [(1 − u_c²/u²)·e²], with e the restitution without the force, which has neither the zero at
/// u_c nor the fall at large u; and log(t + v_out/(1 + v_out⁴)), as the last way to the surface takes √.
#[derive(Clone, Debug)]
struct Curve {
    /// u_c, 0 without losses; none if no impact up to u = 1000 leaves: faster ones come out on the same path.
    critical: Option<f64>,
    step: f64,
    nodes: Vec<[f64; 2]>,
}

impl Curve {
    fn new(exponent: f64, loss: f64) -> Result<Self, InvalidValue> {
        let solve = |u: f64| solved(exponent, loss, u);
        let critical = critical(&solve, loss)?;
        let Some(slowest) = critical else {
            return Ok(Self { critical, step: 1.0, nodes: Vec::new() });
        };
        let step = (FASTEST - slowest).ln_1p() / (NODES - 1) as f64;
        let mut nodes = Vec::with_capacity(NODES);
        for i in 0..NODES {
            // At u_c itself everything is 0/0: the first node lies beside it.
            let z = (i as f64 * step).max(1e-4 * step);
            let u = slowest + z.exp_m1();
            let e = WallImpact::new(1.0, 1.0, exponent, loss, u)?.restitution();
            let Some((out, time)) = solve(u)? else {
                return Ok(Self { critical: None, step: 1.0, nodes: Vec::new() });
            };
            let room = (u - slowest) * (u + slowest);
            nodes.push([(out * out / (room * e * e)).ln(), (time + late(out)).ln()]);
        }
        Ok(Self { critical, step, nodes })
    }

    /// Outgoing speed and contact time in the scales of the force.
    fn at(&self, u: f64, restitution: f64) -> Option<(f64, f64)> {
        let slowest = self.critical?;
        if u <= slowest {
            return None;
        }
        let [share, time] = self.interpolated((u - slowest).ln_1p() / self.step);
        let room = (u - slowest) * (u + slowest);
        let out = restitution * (room * share.exp()).sqrt();
        Some((out, time.exp() - late(out)))
    }

    /// The cubic through the four nodes around a place.
    fn interpolated(&self, place: f64) -> [f64; 2] {
        let first = (place.floor() as usize).clamp(1, NODES - 3) - 1;
        let x = place - first as f64;
        let weights = [
            -(x - 1.0) * (x - 2.0) * (x - 3.0) / 6.0,
            x * (x - 2.0) * (x - 3.0) / 2.0,
            -x * (x - 1.0) * (x - 3.0) / 2.0,
            x * (x - 1.0) * (x - 2.0) / 6.0,
        ];
        let mut sums = [0.0; 2];
        for (weight, node) in weights.iter().zip(&self.nodes[first..first + 4]) {
            sums[0] += weight * node[0];
            sums[1] += weight * node[1];
        }
        sums
    }
}

/// What a slow mass takes longer for the last way, where only the force is left.
fn late(out: f64) -> f64 {
    out / (1.0 + out.powi(4))
}

/// Outgoing speed and contact time in the scales of the force; none if the mass is held.
fn solved(exponent: f64, loss: f64, u: f64) -> Result<Option<(f64, f64)>, InvalidValue> {
    if u < 2.0 {
        return Ok(slow(exponent, loss, u));
    }
    let end = Pressed::new(WallImpact::new(1.0, 1.0, exponent, loss, u)?, 1.0)?.solve();
    Ok(end.v_out.zip(end.contact_time).map(|(v_out, time)| (-v_out, time)))
}

/// The same for slow impacts, in which the force does most of it: in time, and the last way to the surface, where
/// the force is alone, in closed form.
fn slow(exponent: f64, loss: f64, u: f64) -> Option<(f64, f64)> {
    let system = |s: &[f64; 4]| {
        let [x, v, ..] = *s;
        let push = x.max(0.0).powf(exponent);
        [v, 1.0 - push * (1.0 + loss * v), loss * push * v * v, 1.0]
    };
    let mut run = Integrator::new(system, [0.0, u, 0.0, 0.0], 1e-6, TOLERANCE);
    for _ in 0..MOST_STEPS {
        let [x, v, ..] = run.state;
        run.advance(if v < 0.0 { 0.3 * x / -v } else { 0.2 });
        let [x, v, lost, time] = run.state;
        // A constant force does no work from surface to surface: what was not lost is what leaves.
        let left = u * u - 2.0 * lost;
        if left < 0.0 {
            return None;
        }
        if v < 0.0 && x < SURFACE {
            let out = left.sqrt();
            // −v is √(out² + 2x).
            return Some((out, time + 2.0 * x / (out - v)));
        }
    }
    None
}

/// u_c: bisected, and then where the outgoing energy, nearly straight in u², is 0.
fn critical(
    solve: &impl Fn(f64) -> Result<Option<(f64, f64)>, InvalidValue>,
    loss: f64,
) -> Result<Option<f64>, InvalidValue> {
    if loss == 0.0 {
        return Ok(Some(0.0));
    }
    let energy = |u: f64| Ok::<_, InvalidValue>(solve(u)?.map(|(out, _)| out * out));
    let (mut low, mut high) = (0.0, 1.0);
    while energy(high)?.is_none() {
        low = high;
        high *= 2.0;
        if high > 1e3 {
            return Ok(None);
        }
    }
    while high - low > 1e-3 * high {
        let middle = 0.5 * (low + high);
        if energy(middle)?.is_some() {
            high = middle;
        } else {
            low = middle;
        }
    }
    // Both leave; the next one lies between the nearer of them and where the line through both has its zero.
    let (mut far, mut near) = ([1.02 * high, 0.0], [high, 0.0]);
    far[1] = energy(far[0])?.unwrap_or_default();
    near[1] = energy(near[0])?.unwrap_or_default();
    let mut share = 1e-3;
    for _ in 0..40 {
        let squares = (far[0] - near[0]) * (far[0] + near[0]);
        let root = (near[0] * near[0] - near[1] * squares / (far[1] - near[1])).max(0.0).sqrt();
        let tried = root + share * (near[0] - root);
        if near[0] - root <= 1e-12 * root || !tried.is_finite() || share > 0.9 {
            break;
        }
        match energy(tried)? {
            Some(left) => (far, near, share) = (near, [tried, left], 1e-3),
            None => share = (10.0 * share).min(0.95),
        }
    }
    Ok(Some(near[0]))
}
