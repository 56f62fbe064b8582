//! Forces from compression and from bristles, integrated in time.

use super::algebra::{Planar, Vector, add, apply, planar_dot, planar_length, scale};
use super::collision::Contact;
use super::history::Recorder;
use super::{CollisionError, Friction, Solution};
use carom::InvalidValue;
use carom::check::{at_least_one, check, not_negative, positive};
use carom::exact;

/// What carries the tangential force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tangential {
    /// A spring and a damper that slip when they pull more than friction holds.
    Bristle {
        /// Stiffness (N/m).
        stiffness: f64,
        /// Damping (N·s/m).
        damping: f64,
    },
    /// LuGre: bristles that bend back while they slide, with Stribeck's fall from μ_s to μ_d. Their
    /// stiffness does not grow with the load, as it would then create energy.
    LuGre {
        /// Stiffness (N/m).
        stiffness: f64,
        /// Damping (N·s/m), less where it would drive the slip.
        damping: f64,
        /// The slip at which friction has mostly fallen (m/s).
        stribeck: f64,
    },
}

impl Tangential {
    fn checked(self) -> Result<Self, InvalidValue> {
        let (stiffness, damping) = self.spring();
        positive("tangential stiffness", stiffness)?;
        not_negative("tangential damping", damping)?;
        if let Self::LuGre { stribeck, .. } = self {
            positive("stribeck velocity", stribeck)?;
        }
        Ok(self)
    }

    fn spring(&self) -> (f64, f64) {
        match *self {
            Self::Bristle { stiffness, damping } | Self::LuGre { stiffness, damping, .. } => {
                (stiffness, damping)
            }
        }
    }
}

/// Hunt and Crossley's normal force k·δⁿ·[1 + (λ + d/|v₀|)·δ̇] with friction from bristles.
///
/// With a = λ|v₀| + d the restitution of a central impact solves ln[(1+a)/(1−a·e)] = a(1+e), whatever
/// k and n: λ lets it fall with the approach |v₀|, d alone keeps it. Each step balances its energy:
/// nothing is gained at any step size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliant {
    stiffness: f64,
    exponent: f64,
    falling: f64,
    constant: f64,
    friction: Friction,
    tangential: Tangential,
    steps: usize,
}

/// Steps after which a contact is given up.
const MOST_STEPS: usize = 2_000_000;
/// A force this small beside its peak is spent: where losses hold the separation at the speed at
/// which no force is left, the bodies coast out of what compression remains.
const SPENT: f64 = 1e-14;
const ITERATIONS: usize = 40;

impl Compliant {
    /// k (N/mⁿ), n ≥ 1, λ (s/m) and d of the normal force, friction and what carries it.
    pub fn new(
        stiffness: f64,
        exponent: f64,
        losses: (f64, f64),
        friction: Friction,
        tangential: Tangential,
    ) -> Result<Self, InvalidValue> {
        Ok(Self {
            stiffness: positive("stiffness", stiffness)?,
            exponent: at_least_one("exponent", exponent)?,
            falling: not_negative("loss that grows with speed", losses.0)?,
            constant: not_negative("loss at any speed", losses.1)?,
            friction,
            tangential: tangential.checked()?,
            steps: 1000,
        })
    }

    /// The d of a restitution 0 < e ≤ 1 that does not depend on speed.
    pub fn loss_of(restitution: f64) -> Result<f64, InvalidValue> {
        let holds = restitution > 0.0 && restitution <= 1.0;
        check(holds, "restitution", restitution, "above 0, at most 1")?;
        Ok(exact::damping_product(restitution))
    }

    /// The same contact in about this many steps.
    pub fn with_steps(self, steps: usize) -> Result<Self, InvalidValue> {
        check((10..=1_000_000).contains(&steps), "steps", steps as f64, "from 10 to a million")?;
        Ok(Self { steps, ..self })
    }

    /// The restitution of a central impact at this approach speed (m/s).
    #[must_use]
    pub fn restitution(&self, approach: f64) -> f64 {
        exact::restitution(self.falling * approach.abs() + self.constant)
    }

    pub(super) fn solve(
        &self,
        contact: &Contact,
        recorder: &mut Recorder,
    ) -> Result<Solution, CollisionError> {
        let run =
            Run { law: self, contact, loss: self.falling + self.constant / contact.approach() };
        let longest = self.longest_step(contact);
        let mut dt = longest;
        let mut now = Moment { slip: contact.slip, ..Moment::default() };
        let (mut time, mut peak, mut stuck): (f64, f64, f64) = (0.0, 0.0, 0.0);
        for _ in 0..MOST_STEPS {
            let Some(next) = run.step(&now, dt) else {
                dt *= 0.5;
                continue;
            };
            let (depth, before) = (now.depth, now.impulse[2]);
            now = next;
            stuck += if now.slides { 0.0 } else { now.impulse[2] - before };
            if now.depth <= 0.0 {
                time += dt * depth / (depth - now.depth);
                recorder.note(time, now.impulse);
                return Ok(self.solution(now.impulse, time, stuck));
            }
            time += dt;
            recorder.note(time, now.impulse);
            peak = peak.max(now.force[2]);
            if now.slip[2] > 0.0 && now.force[2] <= SPENT * peak {
                let contact_time = time + now.depth / now.slip[2];
                recorder.note(contact_time, now.impulse);
                return Ok(self.solution(now.impulse, contact_time, stuck));
            }
            dt = (1.3 * dt).min(longest);
        }
        Err(CollisionError::Unfinished { method: "compliant" })
    }

    fn solution(&self, impulse: Vector, contact_time: f64, stuck: f64) -> Solution {
        let knows = matches!(self.tangential, Tangential::Bristle { .. });
        Solution { impulse, contact_time, sticking: knows.then(|| stuck / impulse[2]) }
    }

    /// A share of the contact time, and what the bristles need.
    fn longest_step(&self, contact: &Contact) -> f64 {
        let approach = contact.approach();
        let mobility = contact.matrix[2][2];
        let n = self.exponent;
        let square = (n + 1.0) * approach * approach / (2.0 * self.stiffness * mobility);
        let contact_time = 3.0 * square.powf(1.0 / (n + 1.0)) / approach;
        let across = contact.matrix[0][0] + contact.matrix[1][1];
        let (stiffness, damping) = self.tangential.spring();
        let bristles = 0.2 / ((stiffness * across).sqrt() + damping * across);
        if self.friction.sticking() == 0.0 {
            return contact_time / self.steps as f64;
        }
        (contact_time / self.steps as f64).min(bristles)
    }

    /// [V(b) − V(a)]/(b − a): the mean force of the compression from a to b.
    fn mean_force(&self, a: f64, b: f64) -> f64 {
        let n = self.exponent;
        let (middle, way) = (0.5 * (a + b), b - a);
        if a > 0.0 && way.abs() < 0.01 * a {
            // The difference of two energies would cancel; its series does not.
            let x = (way / middle).powi(2);
            let fourth = n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 1920.0;
            let series = 1.0 + x * (n * (n - 1.0) / 24.0 + x * fourth);
            return self.stiffness * middle.powf(n) * series;
        }
        let energy = |x: f64| self.stiffness * x.max(0.0).powf(n + 1.0) / (n + 1.0);
        if way == 0.0 { 0.0 } else { (energy(b) - energy(a)) / way }
    }
}

/// The contact at a moment.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    slip: Vector,
    depth: f64,
    bend: Planar,
    slides: bool,
    force: Vector,
    impulse: Vector,
}

struct Run<'a> {
    law: &'a Compliant,
    contact: &'a Contact,
    loss: f64,
}

/// What friction does over a step.
pub(super) struct Grip {
    pub(super) force: Planar,
    pub(super) bend: Planar,
    pub(super) slides: bool,
}

impl Run<'_> {
    /// A step with the force that its own mean velocities give, by iteration; none if that does not
    /// settle. The kinetic energy changes by mean velocity times impulse, so what the force stores
    /// and loses is all that happens.
    fn step(&self, now: &Moment, dt: f64) -> Option<Moment> {
        let mut force = now.force;
        let mut last = f64::INFINITY;
        for _ in 0..ITERATIONS {
            let slip = add(now.slip, scale(apply(&self.contact.matrix, force), dt));
            let mean = scale(add(now.slip, slip), 0.5);
            let depth = now.depth - mean[2] * dt;
            let loss = (1.0 - self.loss * mean[2]).max(0.0);
            let normal = self.law.mean_force(now.depth.max(0.0), depth) * loss;
            let grip = self.grip(now, [mean[0], mean[1]], normal, dt);
            let found = [grip.force[0], grip.force[1], normal];
            let change = (0..3).fold(0.0, |sum: f64, i| sum + (found[i] - force[i]).abs());
            let size = found[0].abs() + found[1].abs() + found[2].abs();
            force = found;
            if change <= 1e-15 * size || (change <= 1e-13 * size && change >= last) {
                let impulse = scale(force, dt);
                return Some(Moment {
                    slip: add(now.slip, apply(&self.contact.matrix, impulse)),
                    depth,
                    bend: grip.bend,
                    slides: grip.slides,
                    force,
                    impulse: add(now.impulse, impulse),
                });
            }
            last = change;
        }
        None
    }

    fn grip(&self, now: &Moment, slip: Planar, normal: f64, dt: f64) -> Grip {
        let friction = &self.law.friction;
        if normal <= 0.0 || friction.sticking() == 0.0 {
            return Grip { force: [0.0; 2], bend: [0.0; 2], slides: true };
        }
        match self.law.tangential {
            Tangential::Bristle { stiffness, damping } => {
                let share = if now.slides { friction.sliding() } else { friction.sticking() };
                bristle(now.bend, slip, dt, (stiffness, damping), share * normal)
            }
            Tangential::LuGre { stiffness, damping, stribeck } => {
                let fall = (-(planar_dot(slip, slip) / (stribeck * stribeck))).exp();
                let share = friction.sliding() + (friction.sticking() - friction.sliding()) * fall;
                let most = friction.sticking() * normal / stiffness;
                lugre(now.bend, slip, dt, (stiffness, damping), (share * normal, most))
            }
        }
    }
}

/// Spring and damper, cut at what friction holds.
pub(super) fn bristle(bend: Planar, slip: Planar, dt: f64, spring: (f64, f64), holds: f64) -> Grip {
    let (stiffness, damping) = spring;
    let pull = |i: usize| stiffness * (bend[i] + 0.5 * dt * slip[i]) + damping * slip[i];
    let pull = [pull(0), pull(1)];
    let size = planar_length(pull);
    if size <= holds {
        let bent = [bend[0] + dt * slip[0], bend[1] + dt * slip[1]];
        return Grip { force: [-pull[0], -pull[1]], bend: bent, slides: false };
    }
    let along = [pull[0] / size, pull[1] / size];
    // What the spring may hold afterwards: what it held and what the slip brought.
    let brought = planar_dot(along, slip) * dt;
    let budget = 0.5 * stiffness * planar_dot(bend, bend) + holds * brought;
    let (force, bent) = if budget < 0.0 {
        (0.5 * stiffness * planar_dot(bend, bend) / -brought, 0.0)
    } else {
        (holds, (holds / stiffness).min((2.0 * budget / stiffness).sqrt()))
    };
    Grip {
        force: [-force * along[0], -force * along[1]],
        bend: [bent * along[0], bent * along[1]],
        slides: true,
    }
}

/// ż = u − σ₀|u|/(share·F_n)·z by its middle, which keeps LuGre's balance of energy as it is.
fn lugre(bend: Planar, slip: Planar, dt: f64, spring: (f64, f64), limits: (f64, f64)) -> Grip {
    let (stiffness, damping) = spring;
    let (holds, most) = limits;
    if holds <= 0.0 {
        return Grip { force: [0.0; 2], bend: [0.0; 2], slides: true };
    }
    let back = stiffness * planar_length(slip) / holds;
    // σ₁ ≤ 4σ₀/back keeps the force passive.
    let damping = if back > 0.0 { damping.min(4.0 * stiffness / back) } else { damping };
    let half = 0.5 * dt * back;
    let new = |i: usize| (bend[i] * (1.0 - half) + slip[i] * dt) / (1.0 + half);
    let new = [new(0), new(1)];
    let force =
        |i: usize| -(0.5 * stiffness * (bend[i] + new[i]) + damping * (new[i] - bend[i]) / dt);
    let force = [force(0), force(1)];
    // Bristles let go of what the load no longer holds.
    let length = planar_length(new);
    let keep = if length > most { most / length } else { 1.0 };
    Grip { force, bend: [new[0] * keep, new[1] * keep], slides: true }
}
