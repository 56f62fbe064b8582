//! The method of iguchi as printed: a Gaussian pulse, internal forces, and its sticking rule.

use super::algebra::{
    Planar, Vector, add, apply, cross, dot, planar_dot, planar_length, scale, subtract,
};
use super::collision::Contact;
use super::history::Recorder;
use super::mirtich::check_restitution;
use super::{Body, Collision, CollisionError, Friction, Matrix, Solution};
use carom::InvalidValue;
use carom::check::{check, positive};

/// The paper's own method.
///
/// The area of the normal pulse is that of Newton's restitution E (section 3.2); at every step (8)
/// compares internal forces and declares the contact sticking, which here means that no tangential
/// force acts, or sliding, with friction by (9). As (8) compares momenta over one step, the step
/// cancels: it is a test of the angle of incidence, and a larger μ_s gives less friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iguchi {
    restitution: f64,
    friction: Friction,
    rise: f64,
    fall: f64,
    step: f64,
    convention: Convention,
}

/// Which sign the spin has in the slip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlipSign {
    /// v + ω × r.
    #[default]
    Physical,
    /// v − ω × r, as Table 1's F_x has it.
    Opposite,
}

/// What happens where the slip vanishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZeroSlip {
    /// Friction opposes whatever slip there is, as in (9).
    #[default]
    Opposing,
    /// Friction keeps the direction it began with and turns round once, as Table 3 has it.
    Reversing,
}

/// How the paper's equations are read. The default is as printed in its text; its tables were
/// computed otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convention {
    /// The sign of the spin in the slip.
    pub slip_sign: SlipSign,
    /// The lever of contact forces as a share of the distance to the contact.
    pub lever: f64,
    /// How fast friction changes the slip as a share of that by M.
    pub slip_change: f64,
    /// Whether (8) is applied.
    pub sticking: bool,
    /// What happens where the slip vanishes.
    pub zero_slip: ZeroSlip,
}

impl Default for Convention {
    fn default() -> Self {
        Self {
            slip_sign: SlipSign::Physical,
            lever: 1.0,
            slip_change: 1.0,
            sticking: true,
            zero_slip: ZeroSlip::Opposing,
        }
    }
}

impl Convention {
    /// Table 3, called Mirtich's method in the paper: the sign of the spin, friction that turns round where the
    /// slip vanishes, and a slip that friction changes as 3.28/m where a disc has 3/m.
    #[must_use]
    pub fn table_3() -> Self {
        Self {
            slip_sign: SlipSign::Opposite,
            slip_change: 3.28 / 3.0,
            sticking: false,
            zero_slip: ZeroSlip::Reversing,
            ..Self::default()
        }
    }

    /// Tables 1 and 4: the sign of the spin, 23.4 mm for the radius of 32.4, and no sticking.
    #[must_use]
    pub fn table_4() -> Self {
        Self {
            slip_sign: SlipSign::Opposite,
            lever: 0.0234 / 0.0324,
            sticking: false,
            ..Self::default()
        }
    }
}

/// Where the Gaussians are cut, in their σ: beyond it lies less than 1e-6 of the area.
const CUT: f64 = 5.0;

impl Iguchi {
    /// E, μ_s and μ_d, and the σ_A and σ_B (s) of the pulse before and after its peak.
    pub fn new(
        restitution: f64,
        friction: Friction,
        rise: f64,
        fall: f64,
    ) -> Result<Self, InvalidValue> {
        let method = Self {
            restitution: check_restitution(restitution)?,
            friction,
            rise: positive("rise", rise)?,
            fall: positive("fall", fall)?,
            step: 20e-6,
            convention: Convention::default(),
        };
        let steps = CUT * (rise + fall) / method.step;
        check(steps < 1e7, "width of the pulse", rise + fall, "below 40 s")?;
        Ok(method)
    }

    /// The same method read in another way.
    pub fn with_convention(self, convention: Convention) -> Result<Self, InvalidValue> {
        positive("lever", convention.lever)?;
        positive("change of slip", convention.slip_change)?;
        Ok(Self { convention, ..self })
    }

    /// Internal force and moment before the collision, iguchi (14) and (16), of the body that moves
    /// (the first if both do), in the axes of the world. With [`SlipSign::Opposite`] the force holds
    /// the spin already, as in Table 1.
    #[must_use]
    pub fn internal_force(&self, collision: &Collision) -> (Vector, Vector) {
        let (body, other) = self.acting(collision);
        let relative = subtract(body.velocity(), other.contact_velocity());
        let turning = cross(body.spin(), scale(body.contact(), self.convention.lever));
        let motion = match self.convention.slip_sign {
            SlipSign::Physical => relative,
            SlipSign::Opposite => subtract(relative, turning),
        };
        let moment = apply(body.inertia(), body.spin());
        (scale(motion, body.mass() / self.step), scale(moment, 1.0 / self.step))
    }

    fn acting<'a>(&self, collision: &'a Collision) -> (&'a Body, &'a Body) {
        let [first, second] = collision.bodies();
        if first.is_immovable() { (second, first) } else { (first, second) }
    }

    pub(super) fn struck(&self, collision: &Collision, impulse: Vector) -> [Body; 2] {
        let lever = |body: &Body| scale(body.contact(), self.convention.lever);
        let [first, second] = *collision.bodies();
        [
            first.struck_with_lever(impulse, lever(&first)),
            second.struck_with_lever(scale(impulse, -1.0), lever(&second)),
        ]
    }

    pub(super) fn solve(
        &self,
        collision: &Collision,
        contact: &Contact,
        recorder: &mut Recorder,
    ) -> Result<Solution, CollisionError> {
        let matrix = collision.matrix_in(&contact.frame, self.convention.lever);
        let mut slide = Slide::new(self, collision, contact, matrix);
        let steps = (CUT * (self.rise + self.fall) / self.step).ceil() as usize;
        let h = self.step;
        let raw: f64 = (0..steps).map(|k| self.simpson(k as f64 * h)).sum();
        let height = (1.0 + self.restitution) * contact.approach() / (matrix[2][2] * raw);
        let mut internal = Internal::new(self, collision, contact);
        let (mut impulse, mut stuck) = ([0.0; 3], 0.0);
        for k in 0..steps {
            let time = k as f64 * h;
            let sticks = self.convention.sticking && internal.sticks(self.friction.sticking());
            let force = |t: f64| height * self.gaussian(t);
            let stages = [force(time), force(time + 0.5 * h), force(time + h)];
            let gained = slide.step(stages, h, sticks);
            impulse = add(impulse, gained);
            stuck += if sticks { gained[2] } else { 0.0 };
            internal.renew(scale(gained, 1.0 / h));
            recorder.note(time + h, impulse);
        }
        let sticking = Some(stuck / impulse[2]);
        Ok(Solution { impulse, contact_time: steps as f64 * h, sticking })
    }

    /// iguchi (11) with its peak at five σ_A, but for the height.
    fn gaussian(&self, time: f64) -> f64 {
        let x = time - CUT * self.rise;
        let sigma = if x < 0.0 { self.rise } else { self.fall };
        (-0.5 * (x / sigma).powi(2)).exp()
    }

    /// What a step of Runge and Kutta makes of the pulse.
    fn simpson(&self, time: f64) -> f64 {
        let h = self.step;
        let middle = self.gaussian(time + 0.5 * h);
        h / 6.0 * (self.gaussian(time) + 4.0 * middle + self.gaussian(time + h))
    }
}

/// The slip under (9).
struct Slide {
    matrix: Matrix,
    slip: Planar,
    start: Planar,
    reversed: bool,
    mu: f64,
    convention: Convention,
}

impl Slide {
    fn new(method: &Iguchi, collision: &Collision, contact: &Contact, matrix: Matrix) -> Self {
        let factor = match method.convention.slip_sign {
            SlipSign::Physical => method.convention.lever,
            SlipSign::Opposite => -method.convention.lever,
        };
        let point =
            |body: &Body| add(body.velocity(), scale(cross(body.spin(), body.contact()), factor));
        let [first, second] = collision.bodies();
        let slip = subtract(point(first), point(second));
        let slip = [dot(contact.frame[0], slip), dot(contact.frame[1], slip)];
        Self {
            matrix,
            slip,
            start: direction(slip),
            reversed: false,
            mu: method.friction.sliding(),
            convention: method.convention,
        }
    }

    /// A step of the fourth-order Runge-Kutta method with the normal force at its start, middle and
    /// end; returns the impulse. In the sticking mode (9) sees no slip, so nothing tangential acts.
    fn step(&mut self, normal: [f64; 3], h: f64, sticks: bool) -> Vector {
        let before = planar_dot(self.slip, self.start);
        let at = |slip: Planar, normal: f64| {
            let force = if sticks { [0.0, 0.0, normal] } else { self.force(slip, normal) };
            (force, self.change(force))
        };
        let ahead =
            |change: Planar, h: f64| [self.slip[0] + h * change[0], self.slip[1] + h * change[1]];
        let (f1, k1) = at(self.slip, normal[0]);
        let (f2, k2) = at(ahead(k1, 0.5 * h), normal[1]);
        let (f3, k3) = at(ahead(k2, 0.5 * h), normal[1]);
        let (f4, k4) = at(ahead(k3, h), normal[2]);
        let mean = |a: f64, b: f64, c: f64, d: f64| h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        let change = [0, 1].map(|i| mean(k1[i], k2[i], k3[i], k4[i]));
        let mut gained = [0, 1, 2].map(|i| mean(f1[i], f2[i], f3[i], f4[i]));
        let after = before + planar_dot(change, self.start);
        let mut share = 1.0;
        if self.convention.zero_slip == ZeroSlip::Reversing && !self.reversed && after < 0.0 {
            // It turns round where the slip vanishes, within the step.
            self.reversed = true;
            share = 2.0 * before / (before - after) - 1.0;
        }
        for i in 0..2 {
            self.slip[i] += share * change[i];
            gained[i] *= share;
        }
        gained
    }

    fn force(&self, slip: Planar, normal: f64) -> Vector {
        let along = match self.convention.zero_slip {
            ZeroSlip::Opposing => direction(slip),
            ZeroSlip::Reversing if self.reversed => [-self.start[0], -self.start[1]],
            ZeroSlip::Reversing => self.start,
        };
        [-self.mu * along[0] * normal, -self.mu * along[1] * normal, normal]
    }

    fn change(&self, force: Vector) -> Planar {
        let change = apply(&self.matrix, force);
        [change[0] * self.convention.slip_change, change[1] * self.convention.slip_change]
    }
}

fn direction(slip: Planar) -> Planar {
    let size = planar_length(slip);
    if size == 0.0 { [0.0, 0.0] } else { [slip[0] / size, slip[1] / size] }
}

/// Internal force and moment, renewed by (10), in the axes of the contact.
struct Internal {
    force: Vector,
    moment: Vector,
    arm: Vector,
    sign: f64,
    holds_moment: bool,
}

impl Internal {
    fn new(method: &Iguchi, collision: &Collision, contact: &Contact) -> Self {
        let (force, moment) = method.internal_force(collision);
        let (body, _) = method.acting(collision);
        let seen = |a: Vector| contact.frame.map(|axis| dot(axis, a));
        Self {
            force: seen(force),
            moment: seen(moment),
            arm: seen(scale(body.contact(), method.convention.lever)),
            sign: if collision.bodies()[0].is_immovable() { -1.0 } else { 1.0 },
            holds_moment: method.convention.slip_sign == SlipSign::Opposite,
        }
    }

    /// iguchi (8), with N = r × F_N solved by the F_N across r.
    fn sticks(&self, mu: f64) -> bool {
        let square = dot(self.arm, self.arm);
        let turning = if self.holds_moment || square == 0.0 {
            [0.0; 3]
        } else {
            scale(cross(self.moment, self.arm), 1.0 / square)
        };
        let across = [self.force[0] + turning[0], self.force[1] + turning[1]];
        planar_length(across) <= mu * self.force[2].abs()
    }

    fn renew(&mut self, force: Vector) {
        let force = scale(force, self.sign);
        self.force = add(self.force, force);
        self.moment = add(self.moment, cross(self.arm, force));
    }
}
