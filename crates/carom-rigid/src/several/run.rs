//! Steps in time in which all contacts act together.

use super::ContactPoint;
use super::law::ContactLaw;
use crate::algebra::{Matrix, Planar, Vector, add, apply, cross, dot, scale};
use crate::collision::frame;
use crate::compliant::bristle;
use crate::history::Recorder;
use crate::{Body, CollisionError};

/// Steps after which several contacts are given up.
const MOST_STEPS: usize = 5_000_000;
/// Iterations after which a step is halved.
const ITERATIONS: usize = 40;
/// A speed this small beside the fastest approach is none. Bodies that friction wedges together come to
/// rest on each other and never part.
const AT_REST: f64 = 1e-10;
/// Steps after which a speed twice as large is none, too: what friction wedges together while it slides
/// comes to rest by a power of time only.
const PATIENCE: f64 = 1e6;
/// A share of a gap that is rounding.
const ROUNDING: f64 = 1e-12;

/// How a contact hangs on one of its bodies.
#[derive(Clone, Copy, Debug)]
struct Grasp {
    body: usize,
    /// 1 for the first body, −1 for the second, times 1/m.
    push: f64,
    /// 1 or −1.
    sign: f64,
    /// The moments of unit forces along the axes of the contact.
    arms: Matrix,
    /// The same times the inverse inertia and the sign.
    turns: Matrix,
}

/// What does not change while contacts last.
struct Layout {
    laws: Vec<ContactLaw>,
    bristles: Vec<(f64, f64)>,
    frames: Vec<Matrix>,
    grasps: Vec<[Grasp; 2]>,
    /// The most by which unit forces of all contacts change the normal slip of one (1/kg).
    mobility: Vec<f64>,
    /// The same for slip along the surface.
    across: Vec<f64>,
}

/// The contacts at a moment, in their own axes; a depth below 0 is a gap.
#[derive(Clone)]
struct Moment {
    velocities: Vec<Vector>,
    spins: Vec<Vector>,
    slips: Vec<Vector>,
    depths: Vec<f64>,
    bends: Vec<Planar>,
    slides: Vec<bool>,
    forces: Vec<Vector>,
}

pub(super) struct Run {
    layout: Layout,
    now: Moment,
    next: Moment,
    impulses: Vec<Vector>,
    touched: Vec<Option<(f64, f64)>>,
    time: f64,
    steps: usize,
    taken: usize,
    /// The largest approach so far (m/s).
    fastest: f64,
}

impl Run {
    pub(super) fn new(bodies: &[Body], contacts: &[ContactPoint], steps: usize) -> Self {
        let layout = Layout::new(bodies, contacts);
        let count = contacts.len();
        let mut now = Moment {
            velocities: bodies.iter().map(Body::velocity).collect(),
            spins: bodies.iter().map(Body::spin).collect(),
            slips: vec![[0.0; 3]; count],
            depths: contacts.iter().map(|contact| -contact.gap).collect(),
            bends: vec![[0.0; 2]; count],
            slides: vec![false; count],
            forces: vec![[0.0; 3]; count],
        };
        for c in 0..count {
            now.slips[c] = layout.slip(c, &now.velocities, &now.spins);
        }
        let fastest = now.slips.iter().fold(0.0, |most: f64, slip| most.max(-slip[2]));
        let mut run = Self {
            next: now.clone(),
            now,
            layout,
            impulses: vec![[0.0; 3]; count],
            touched: vec![None; count],
            time: 0.0,
            steps,
            taken: 0,
            fastest,
        };
        run.fill_in_bristles();
        run
    }

    /// Bristles that were not given are as stiff as Mindlin has them beside the deepest compression that
    /// the fastest approach could make.
    fn fill_in_bristles(&mut self) {
        let layout = &mut self.layout;
        for c in 0..layout.laws.len() {
            let law = &layout.laws[c];
            let mass = 1.0 / layout.grasps[c].iter().map(Grasp::normal_mobility).sum::<f64>();
            let depth = law.depth_of(0.5 * mass * self.fastest * self.fastest);
            layout.bristles[c] = law.bristles.unwrap_or_else(|| (law.usual_bristles(depth), 0.0));
        }
    }

    /// An error if no contact closes.
    pub(super) fn approaching(&self) -> Result<(), CollisionError> {
        let speed = self.now.slips.iter().fold(f64::INFINITY, |least, slip| least.min(slip[2]));
        if speed < 0.0 { Ok(()) } else { Err(CollisionError::Separating { speed }) }
    }

    /// Steps until every contact has parted or is at rest.
    pub(super) fn finish(&mut self, recorders: &mut [Recorder]) -> Result<(), CollisionError> {
        let mut most = f64::INFINITY;
        while self.taken < MOST_STEPS {
            let Some(wanted) = self.wanted_step() else { return Ok(()) };
            let dt = wanted.min(most);
            self.taken += 1;
            if !(dt > 0.0 && dt.is_finite()) {
                break;
            }
            if !self.step(dt) {
                most = 0.5 * dt;
                continue;
            }
            // A step that had to be halved grows again slowly.
            most = if most.is_finite() && most < wanted { 1.5 * dt } else { f64::INFINITY };
            self.accept(dt, recorders);
        }
        Err(CollisionError::Unfinished { method: "several contacts" })
    }

    /// How long the next step may be, from the contacts that act or are about to; none if all part.
    fn wanted_step(&self) -> Option<f64> {
        let mut wanted: Option<f64> = None;
        let rest = AT_REST * self.fastest * (1.0 + self.taken as f64 / PATIENCE);
        for c in 0..self.layout.laws.len() {
            let (depth, approach) = (self.now.depths[c], -self.now.slips[c][2]);
            if approach <= rest && self.layout.is_spent(c, depth, rest) {
                continue;
            }
            let own = self.layout.scale(c, depth, approach) / self.steps as f64;
            let own = self.turning(c, approach, own);
            let arrives = if depth < 0.0 { -depth / approach } else { 0.0 };
            let limit = own.max(arrives);
            wanted = Some(wanted.map_or(limit, |least| least.min(limit)));
        }
        wanted
    }

    /// The step of a contact that is about to turn from compression to parting, which is faster: it
    /// ends near the turn.
    fn turning(&self, c: usize, approach: f64, own: f64) -> f64 {
        let slows = self.now.forces[c][2] * self.layout.mobility[c];
        if approach <= 0.0 || approach >= own * slows {
            return own;
        }
        (approach / slows).max(self.layout.laws[c].restitution * own)
    }

    /// Tries a step with the forces that its own mean velocities give, of all contacts together, by
    /// iteration; false if that does not settle. Kinetic energy changes by mean slip times impulse,
    /// so what the forces store and lose is all that happens.
    fn step(&mut self, dt: f64) -> bool {
        let (now, next, layout) = (&self.now, &mut self.next, &self.layout);
        // The last forces, where there are any now: a flight begins without those of the contact before it.
        for (c, force) in next.forces.iter_mut().enumerate() {
            *force = if now.depths[c] > 0.0 { now.forces[c] } else { [0.0; 3] };
        }
        let mut last = f64::INFINITY;
        for _ in 0..ITERATIONS {
            layout.push(now, next, dt);
            let (mut change, mut size) = (0.0, 0.0);
            for c in 0..layout.laws.len() {
                let after = layout.slip(c, &next.velocities, &next.spins);
                let mean = scale(add(now.slips[c], after), 0.5);
                next.slips[c] = after;
                let old = next.forces[c];
                let force = layout.force(c, now, next, mean, dt);
                next.forces[c] = force;
                for i in 0..3 {
                    change += (force[i] - old[i]).abs();
                    size += force[i].abs();
                }
            }
            if !size.is_finite() {
                return false;
            }
            if change <= 1e-15 * size || (change <= 1e-13 * size && change >= last) {
                // The last forces, once more, so that velocities and impulses agree to the last digit.
                layout.push(now, next, dt);
                for c in 0..layout.laws.len() {
                    next.slips[c] = layout.slip(c, &next.velocities, &next.spins);
                }
                return true;
            }
            last = change;
        }
        false
    }

    fn accept(&mut self, dt: f64, recorders: &mut [Recorder]) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.time += dt;
        for (c, recorder) in recorders.iter_mut().enumerate() {
            // A gap that closes with a step is closed, whatever was rounded: what happened to touch a
            // little would begin with another friction than what happened not to.
            let gap = self.next.depths[c];
            if gap < 0.0 && self.now.depths[c].abs() <= ROUNDING * -gap {
                self.now.depths[c] = 0.0;
                self.now.bends[c] = [0.0; 2];
                self.now.slides[c] = false;
            }
            let force = self.now.forces[c];
            self.impulses[c] = add(self.impulses[c], scale(force, dt));
            if force[2] > 0.0 {
                let first = self.touched[c].map_or(self.time - dt, |(first, _)| first);
                self.touched[c] = Some((first, self.time));
            }
            self.fastest = self.fastest.max(-self.now.slips[c][2]);
            recorder.note(self.time, self.impulses[c]);
        }
    }

    /// The impulses so far, in the axes of the world.
    pub(super) fn impulses(&self) -> Vec<Vector> {
        self.impulses.iter().enumerate().map(|(c, impulse)| self.in_world(c, *impulse)).collect()
    }

    pub(super) fn in_world(&self, c: usize, a: Vector) -> Vector {
        self.layout.in_world(c, a)
    }

    pub(super) fn touched(&self) -> Vec<Option<(f64, f64)>> {
        self.touched.clone()
    }

    pub(super) fn duration(&self) -> f64 {
        self.time
    }

    pub(super) fn steps_taken(&self) -> usize {
        self.taken
    }
}

impl Layout {
    fn new(bodies: &[Body], contacts: &[ContactPoint]) -> Self {
        let frames: Vec<Matrix> = contacts.iter().map(|contact| frame(contact.normal)).collect();
        let grasps: Vec<[Grasp; 2]> = contacts
            .iter()
            .zip(&frames)
            .map(|(contact, frame)| [0, 1].map(|side| Grasp::new(bodies, contact, side, frame)))
            .collect();
        let rows: Vec<[f64; 2]> = (0..contacts.len()).map(|c| row(&grasps, c)).collect();
        Self {
            laws: contacts.iter().map(|contact| contact.law).collect(),
            bristles: vec![(1.0, 0.0); contacts.len()],
            mobility: rows.iter().map(|row| row[0]).collect(),
            across: rows.iter().map(|row| row[1]).collect(),
            frames,
            grasps,
        }
    }

    /// The slip of a contact in its axes.
    #[inline]
    fn slip(&self, c: usize, velocities: &[Vector], spins: &[Vector]) -> Vector {
        let mut slip = [0.0; 3];
        for grasp in &self.grasps[c] {
            let (velocity, spin) = (velocities[grasp.body], spins[grasp.body]);
            for i in 0..3 {
                slip[i] +=
                    grasp.sign * (dot(self.frames[c][i], velocity) + dot(grasp.arms[i], spin));
            }
        }
        slip
    }

    /// What the forces of `next` make of the velocities of `now` in a step.
    fn push(&self, now: &Moment, next: &mut Moment, dt: f64) {
        next.velocities.copy_from_slice(&now.velocities);
        next.spins.copy_from_slice(&now.spins);
        for c in 0..self.laws.len() {
            let force = next.forces[c];
            if force == [0.0; 3] {
                continue;
            }
            let pushed = self.in_world(c, scale(force, dt));
            for grasp in &self.grasps[c] {
                let velocity = &mut next.velocities[grasp.body];
                *velocity = add(*velocity, scale(pushed, grasp.push));
                let spin = &mut next.spins[grasp.body];
                for i in 0..3 {
                    *spin = add(*spin, scale(grasp.turns[i], force[i] * dt));
                }
            }
        }
    }

    /// The force of a contact over a step with this mean slip, and what it makes of the contact.
    #[inline]
    fn force(&self, c: usize, now: &Moment, next: &mut Moment, mean: Vector, dt: f64) -> Vector {
        let law = &self.laws[c];
        let (depth, push) = law.advance(now.depths[c], -mean[2] * dt);
        let normal = push * (1.0 - law.mu * mean[2]).max(0.0);
        next.depths[c] = depth;
        if normal <= 0.0 || law.friction.sticking() == 0.0 {
            next.bends[c] = [0.0; 2];
            next.slides[c] = false;
            return [0.0, 0.0, normal];
        }
        let slides = now.slides[c];
        let share = if slides { law.friction.sliding() } else { law.friction.sticking() };
        let slip = [mean[0], mean[1]];
        let grip = bristle(now.bends[c], slip, dt, self.bristles[c], share * normal);
        next.bends[c] = grip.bend;
        next.slides[c] = grip.slides;
        [grip.force[0], grip.force[1], normal]
    }

    /// Whether a contact is open, or holds no more energy than bodies at rest have.
    fn is_spent(&self, c: usize, depth: f64, rest: f64) -> bool {
        depth <= 0.0 || self.laws[c].energy(depth) * self.mobility[c] <= 0.5 * rest * rest
    }

    /// How long a contact at this depth and approach takes, about.
    fn scale(&self, c: usize, depth: f64, approach: f64) -> f64 {
        let law = &self.laws[c];
        let mobility = self.mobility[c];
        let energy = law.energy(depth) + 0.5 * approach * approach / mobility;
        let speed = (2.0 * energy * mobility).sqrt();
        let parting = if approach < 0.0 { law.restitution } else { 1.0 };
        let normal = 3.0 * parting * law.depth_of(energy) / speed;
        if law.friction.sticking() == 0.0 {
            return normal;
        }
        let (stiffness, damping) = self.bristles[c];
        let across = self.across[c];
        normal.min(10.0 / ((stiffness * across).sqrt() + damping * across))
    }

    fn in_world(&self, c: usize, a: Vector) -> Vector {
        let frame = &self.frames[c];
        let column = |j: usize| frame[0][j] * a[0] + frame[1][j] * a[1] + frame[2][j] * a[2];
        [column(0), column(1), column(2)]
    }
}

impl Grasp {
    fn new(bodies: &[Body], contact: &ContactPoint, side: usize, frame: &Matrix) -> Self {
        let body = &bodies[contact.between[side]];
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let arms = frame.map(|axis| cross(contact.levers[side], axis));
        Self {
            body: contact.between[side],
            push: sign * body.inverse_mass(),
            sign,
            arms,
            turns: arms.map(|arm| scale(apply(body.inverse_inertia(), arm), sign)),
        }
    }

    /// How fast a unit normal force moves this body's point of contact (1/kg).
    fn normal_mobility(&self) -> f64 {
        self.push.abs() + self.sign * dot(self.arms[2], self.turns[2])
    }
}

/// The sums of the sizes of a contact's row of the collision matrix: its normal, and across.
fn row(grasps: &[[Grasp; 2]], c: usize) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for mine in &grasps[c] {
        for other in grasps.iter().flatten().filter(|other| other.body == mine.body) {
            let mass = mine.push.abs();
            let turn = |i: usize| {
                (0..3).fold(0.0, |most: f64, j| most.max(dot(mine.arms[i], other.turns[j]).abs()))
            };
            sums[0] += mass + turn(2);
            sums[1] += mass + turn(0).max(turn(1));
        }
    }
    sums
}
