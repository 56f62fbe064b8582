//! Contact laws: a potential and a loss.
//!
//! The force between two bodies is f = φ′(x) + μ·|φ′(x)|·ẋ, for a wall φ′(x)·(1 + μẋ) (Hunt and
//! Crossley). Over a discrete step the elastic part is the difference of the potential over the
//! displacement, so that the energy it stores is exact, and the loss acts at the centre of the
//! step, so that what it takes is never negative. Schemes and ledgers are written once, against
//! this, for every law.

mod discrete;
mod felt;
pub mod hammer;
mod hertz;
mod potential;

pub use discrete::Discrete;
pub use felt::Felt;
pub use hertz::Surface;
pub(crate) use potential::Anchor;
pub use potential::{Potential, Sides};

use crate::InvalidValue;
use crate::check::{check, not_negative, positive};
use crate::exact;

/// The loss of a Hunt-Crossley contact, given in one of three ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Damping {
    /// μ = λ/k (s/m).
    Mu(f64),
    /// λ (N·s/m^(α+1)).
    Lambda(f64),
    /// The μ that gives this restitution at this approach speed (m/s), whatever mass and stiffness
    /// are.
    Restitution {
        /// |v_out|/v_in, above 0 and at most 1.
        restitution: f64,
        /// The approach speed (m/s) at which it holds.
        speed: f64,
    },
}

impl Damping {
    /// The μ (s/m) it means for a contact of the given stiffness.
    pub fn mu(self, stiffness: f64) -> Result<f64, InvalidValue> {
        match self {
            Self::Mu(mu) => not_negative("mu", mu),
            Self::Lambda(lambda) => {
                let mu = not_negative("lambda", lambda)? / stiffness;
                let allowed = "such that lambda/stiffness fits a double";
                check(mu.is_finite(), "lambda", lambda, allowed)?;
                Ok(mu)
            }
            Self::Restitution { restitution, speed } => {
                check_restitution(restitution)?;
                Ok(exact::damping_product(restitution) / positive("speed", speed)?)
            }
        }
    }
}

fn check_restitution(restitution: f64) -> Result<f64, InvalidValue> {
    let allowed = "above 0 (at least 1e-9) and at most 1";
    check((1e-9..=1.0).contains(&restitution), "restitution", restitution, allowed)
}

/// What a contact dissipates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// Nothing.
    None,
    /// Hunt and Crossley with a fixed μ (s/m): the restitution falls with speed.
    HuntCrossley {
        /// μ = λ/k (s/m).
        mu: f64,
    },
    /// μ set at each impact to `product`/approach speed: the restitution is the same at any speed.
    ConstantRestitution {
        /// μ·v_in.
        product: f64,
    },
    /// The relaxation of felt, which belongs to a wall (one side).
    Felt(Felt),
}

/// A contact law. It is immutable; what an impact has to remember is one number, its `memory`, which
/// belongs to the contact and is 0 for a law without memory.
///
/// ```
/// use carom::law::{Damping, Law};
/// let law = Law::hunt_crossley(1e9, 1.5, Damping::Restitution { restitution: 0.8, speed: 1.0 })?;
/// assert!((law.restitution(1.0) - 0.8).abs() < 1e-12);
/// assert!(law.restitution(0.1) > 0.97);
/// # Ok::<(), carom::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    potential: Potential,
    loss: Loss,
    adhesive: bool,
}

impl Law {
    /// A potential and a loss.
    pub fn new(potential: Potential, loss: Loss) -> Result<Self, InvalidValue> {
        match loss {
            Loss::None => 0.0,
            Loss::HuntCrossley { mu } => not_negative("mu", mu)?,
            Loss::ConstantRestitution { product } => not_negative("product", product)?,
            Loss::Felt(felt) => {
                felt.check()?;
                let one = matches!(potential.sides(), Sides::One { .. });
                check(one, "number of sides", 2.0, "1: felt is a wall")?
            }
        };
        Ok(Self { potential, loss, adhesive: true })
    }

    /// The same law without adhesion: it never pulls. Where the loss would hold the bodies together
    /// the force is zero instead, and the energy that the surfaces still store is lost. Only a wall
    /// (one side) can be without adhesion.
    ///
    /// ```
    /// use carom::law::{Damping, Law};
    /// let law = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5))?.without_adhesion()?;
    /// assert_eq!(law.force(1e-4, -3.0, 0.0), 0.0);
    /// # Ok::<(), carom::InvalidValue>(())
    /// ```
    pub fn without_adhesion(self) -> Result<Self, InvalidValue> {
        let one = matches!(self.potential.sides(), Sides::One { .. });
        check(one, "number of sides", 2.0, "1: only a wall can be without adhesion")?;
        Ok(Self { adhesive: false, ..self })
    }

    /// Whether the force may pull while the bodies part.
    #[must_use]
    pub fn is_adhesive(&self) -> bool {
        self.adhesive
    }

    /// A lossless wall, f = k·x^α.
    pub fn power(stiffness: f64, exponent: f64) -> Result<Self, InvalidValue> {
        Self::shifted(stiffness, exponent, 0.0)
    }

    /// Hunt and Crossley's wall, f = k·x^α·(1 + μẋ).
    pub fn hunt_crossley(
        stiffness: f64,
        exponent: f64,
        damping: Damping,
    ) -> Result<Self, InvalidValue> {
        let wall = Self::power(stiffness, exponent)?;
        let mu = damping.mu(stiffness)?;
        Ok(Self { loss: if mu > 0.0 { Loss::HuntCrossley { mu } } else { Loss::None }, ..wall })
    }

    /// A wall whose restitution does not depend on speed.
    pub fn constant_restitution(
        stiffness: f64,
        exponent: f64,
        restitution: f64,
    ) -> Result<Self, InvalidValue> {
        let wall = Self::power(stiffness, exponent)?;
        let product = exact::damping_product(check_restitution(restitution)?);
        Ok(Self { loss: Loss::ConstantRestitution { product }, ..wall })
    }

    /// A lossless nonlinear spring, φ = K/(α+1)·|u|^(α+1) (ducceschi 3a).
    pub fn oscillator(stiffness: f64, exponent: f64) -> Result<Self, InvalidValue> {
        Self::centred(stiffness, exponent, 0.0)
    }

    /// A lossless wall at h (ducceschi 3b).
    pub fn shifted(stiffness: f64, exponent: f64, offset: f64) -> Result<Self, InvalidValue> {
        Self::new(Potential::new(stiffness, exponent, Sides::One { offset })?, Loss::None)
    }

    /// Two lossless walls at ±h (ducceschi 3c).
    pub fn centred(stiffness: f64, exponent: f64, half_gap: f64) -> Result<Self, InvalidValue> {
        Self::new(Potential::new(stiffness, exponent, Sides::Two { half_gap })?, Loss::None)
    }

    /// Hertz's elastic contact of two spheres, or of a sphere and a plane, α = 3/2.
    ///
    /// ```
    /// use carom::law::{Law, Surface};
    /// let steel = Surface { young: 200e9, poisson: 0.3, radius: Some(0.01) };
    /// let law = Law::hertz(&steel, &Surface { radius: None, ..steel })?;
    /// assert!((law.potential().stiffness_coefficient() / 1.465e10 - 1.0).abs() < 1e-3);
    /// # Ok::<(), carom::InvalidValue>(())
    /// ```
    pub fn hertz(first: &Surface, second: &Surface) -> Result<Self, InvalidValue> {
        Self::power(hertz::stiffness(first, second)?, 1.5)
    }

    /// The law of one of so many equal contacts side by side that together have this one.
    #[must_use]
    pub fn shared_by(mut self, contacts: u32) -> Self {
        let stiffness = self.potential.stiffness_coefficient();
        self.potential.set_stiffness(stiffness / f64::from(contacts.max(1)));
        self
    }

    /// The same potential with another loss.
    pub fn with_loss(self, loss: Loss) -> Result<Self, InvalidValue> {
        let law = Self::new(self.potential, loss)?;
        if self.adhesive { Ok(law) } else { law.without_adhesion() }
    }

    /// Its potential.
    #[must_use]
    pub fn potential(&self) -> &Potential {
        &self.potential
    }

    /// Its loss.
    #[must_use]
    pub fn loss(&self) -> Loss {
        self.loss
    }

    pub(crate) fn potential_mut(&mut self) -> &mut Potential {
        &mut self.potential
    }

    /// Sets the μ of an impact that begins at this speed (m/s).
    pub(crate) fn set_mu(&mut self, wanted: f64, speed: f64) {
        match &mut self.loss {
            Loss::None | Loss::Felt(_) => {}
            Loss::HuntCrossley { mu } => *mu = wanted,
            Loss::ConstantRestitution { product } => *product = wanted * speed,
        }
    }

    /// λ = μ·k, 0 without losses or where μ changes from impact to impact.
    #[must_use]
    pub fn lambda(&self) -> f64 {
        match self.loss {
            Loss::HuntCrossley { mu } => mu * self.potential.stiffness_coefficient(),
            _ => 0.0,
        }
    }

    /// Stulov's hysteretic felt, [`Felt`].
    pub fn felt(stiffness: f64, exponent: f64, felt: Felt) -> Result<Self, InvalidValue> {
        Self::power(stiffness, exponent)?.with_loss(Loss::Felt(felt))
    }

    /// The felt, if it is one.
    #[must_use]
    pub fn as_felt(&self) -> Option<&Felt> {
        match &self.loss {
            Loss::Felt(felt) => Some(felt),
            _ => None,
        }
    }

    /// The restitution of an impact with a wall at this approach speed; for felt, which has no
    /// closed form, NaN.
    #[must_use]
    pub fn restitution(&self, speed: f64) -> f64 {
        match self.loss {
            Loss::Felt(_) => f64::NAN,
            Loss::None => 1.0,
            Loss::HuntCrossley { mu } => exact::restitution(mu * speed),
            Loss::ConstantRestitution { product } => exact::restitution(product),
        }
    }

    /// Whether an impact has a memory.
    #[must_use]
    pub fn has_memory(&self) -> bool {
        matches!(self.loss, Loss::ConstantRestitution { .. } | Loss::Felt(_))
    }

    /// Sets the memory for an impact that begins at this rate of approach (m/s). Without an approach there is no
    /// loss, until the bodies approach.
    pub fn arm(&self, rate: f64, memory: &mut f64) {
        // Between two walls either direction is an approach.
        let two = matches!(self.potential.sides(), Sides::Two { .. });
        let rate = if two { rate.abs() } else { rate };
        if let Loss::ConstantRestitution { product } = self.loss {
            *memory = if rate > 0.0 { product / rate } else { 0.0 };
        }
    }

    /// Sets the memory anew where the bodies of a contact that goes on approach or part at more than twice the
    /// speed (m/s) for which it was set, or where none was: the loss stays in proportion to the force, however
    /// gently a contact began and whatever then hits its bodies.
    pub(crate) fn rearm(&self, speed: f64, memory: &mut f64) {
        if let Loss::ConstantRestitution { product } = self.loss
            && speed > 0.0
            && (*memory == 0.0 || *memory * speed > 2.0 * product)
        {
            *memory = product / speed;
        }
    }

    /// The μ in force (s/m).
    #[inline]
    #[must_use]
    pub fn mu(&self, memory: f64) -> f64 {
        match self.loss {
            Loss::None | Loss::Felt(_) => 0.0,
            Loss::HuntCrossley { mu } => mu,
            Loss::ConstantRestitution { .. } => memory,
        }
    }

    /// The force (N) at compression `x` and rate `rate`, positive where it pushes the bodies apart.
    #[must_use]
    pub fn force(&self, x: f64, rate: f64, memory: f64) -> f64 {
        if let Loss::Felt(felt) = &self.loss {
            return felt.force(&self.potential, x, memory);
        }
        let elastic = self.potential.force(x);
        let force = elastic + self.mu(memory) * elastic.abs() * rate;
        if self.adhesive { force } else { force.max(0.0) }
    }

    /// How deep `x` is inside, negative where the law has no force: felt keeps a dent.
    #[must_use]
    pub fn depth(&self, x: f64, memory: f64) -> f64 {
        let depth = self.potential.depth(x).0;
        match &self.loss {
            Loss::Felt(felt) => depth - felt.dent(&self.potential, memory),
            _ => depth,
        }
    }

    /// The energy that it stores (J).
    #[must_use]
    pub fn energy(&self, x: f64, memory: f64) -> f64 {
        match &self.loss {
            Loss::Felt(felt) => felt.energy(&self.potential, x, memory),
            _ => self.potential.energy(x),
        }
    }

    /// Lets the memory follow a step that ended at `x` and took `dt`; returns what is lost in it
    /// (J). Only felt has something to do here.
    pub fn settle(&self, x: f64, dt: f64, memory: &mut f64) -> f64 {
        match &self.loss {
            Loss::Felt(felt) => felt.settle(&self.potential, x, dt, memory),
            _ => 0.0,
        }
    }

    /// The derivatives of [`force`](Self::force) by compression and by rate.
    #[must_use]
    pub fn slopes(&self, x: f64, rate: f64, memory: f64) -> (f64, f64) {
        let (mu, elastic) = (self.mu(memory), self.potential.force(x));
        let sign = if elastic < 0.0 { -1.0 } else { 1.0 };
        let by_x = self.potential.stiffness(x) * (1.0 + sign * mu * rate);
        if !self.adhesive && mu * rate <= -1.0 {
            return (0.0, 0.0);
        }
        (by_x, mu * elastic.abs())
    }

    /// The power (W) that it dissipates; felt loses when it [settles](Self::settle).
    #[must_use]
    pub fn power_lost(&self, x: f64, rate: f64, memory: f64) -> f64 {
        if matches!(self.loss, Loss::Felt(_)) {
            return 0.0;
        }
        (self.force(x, rate, memory) - self.potential.force(x)) * rate
    }

    /// Force, stored and lost energy over a step from `x0` to `x1` that takes `dt`, the loss at its
    /// centre: force·(x1−x0) = stored + lost.
    #[must_use]
    pub fn discrete(&self, x0: f64, x1: f64, dt: f64, memory: f64) -> Discrete {
        self.discrete_from(&self.potential.anchor(x0), x1, dt, memory)
    }

    #[inline]
    pub(crate) fn discrete_from(&self, start: &Anchor, x1: f64, dt: f64, memory: f64) -> Discrete {
        if let Loss::Felt(felt) = &self.loss {
            return felt.discrete(&self.potential, start, x1, memory);
        }
        let secant = self.potential.secant_from(start, x1);
        let d = x1 - start.u;
        let resistance = self.mu(memory) / dt;
        let loss = resistance * secant.walls * d;
        let force = secant.force + loss;
        let stored = secant.force * d;
        if force < 0.0 && !self.adhesive {
            // The bodies part faster than the surface follows: what it stores is lost.
            let elastic = secant.force + secant.slope * d;
            let parts = [secant.force, secant.slope, 0.0];
            return Discrete { force: 0.0, slope: 0.0, stored, lost: -stored, elastic, parts };
        }
        // walls·d is the sum of the energies that the walls gain, each monotone in d; its slope is
        // the elastic force at the end of the step.
        let end = secant.force + secant.slope * d;
        let slope = secant.slope + resistance * end.abs();
        // From wall to wall the loss is not that of one force.
        let across = secant.walls != secant.force.abs();
        let parts = [secant.force, secant.slope, if across { f64::NAN } else { resistance }];
        Discrete { force, slope, stored, lost: loss * d, elastic: end, parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Random;

    #[test]
    fn a_step_accounts_for_every_joule_and_never_gains_any() {
        let mut random = Random::new(3);
        for _ in 0..100_000 {
            let (alpha, mu) = (random.uniform(1.0, 5.0), random.log_uniform(1e-3, 1e3));
            let half_gap = [0.0, 0.3][(random.bits() & 1) as usize];
            for wall in [Law::power(2.0, alpha), Law::centred(2.0, alpha, half_gap)] {
                let law = wall.unwrap().with_loss(Loss::HuntCrossley { mu }).unwrap();
                let (a, b) = (random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
                let step = law.discrete(a, b, 1e-2, 0.0);
                let work = step.force * (b - a);
                assert!((work - step.stored - step.lost).abs() <= 1e-14 * (1.0 + work.abs()));
                assert!(step.lost >= 0.0 && step.slope >= 0.0, "{law:?} {a} {b} {step:?}");
            }
        }
    }

    #[test]
    fn lambda_mu_and_restitution_say_the_same() {
        let by_mu = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5)).unwrap();
        let by_lambda = Law::hunt_crossley(1e9, 1.5, Damping::Lambda(0.5e9)).unwrap();
        assert_eq!(by_mu, by_lambda);
        let restitution = by_mu.restitution(2.0);
        let back =
            Law::hunt_crossley(1e9, 1.5, Damping::Restitution { restitution, speed: 2.0 }).unwrap();
        assert!((back.lambda() / by_mu.lambda() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn chung_and_ooi_glass_spheres_have_their_published_force() {
        // Chung and Ooi 2011, test 1: equal glass spheres of 10 mm head-on at 10 m/s each,
        // overlap 274.11 µm at 10697 N.
        let glass = Surface { young: 48e9, poisson: 0.20, radius: Some(0.01) };
        let law = Law::hertz(&glass, &glass).unwrap();
        assert!((law.force(274.11e-6, 0.0, 0.0) / 10697.0 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn constant_restitution_arms_at_each_impact() {
        let law = Law::constant_restitution(1e9, 1.5, 0.7).unwrap();
        let mut memory = 0.0;
        for speed in [0.01, 1.0, 30.0] {
            law.arm(speed, &mut memory);
            assert!((exact::restitution(law.mu(memory) * speed) - 0.7).abs() < 1e-12);
        }
    }

    #[test]
    fn the_loss_of_a_gentle_touch_does_not_stay_for_what_follows() {
        let law = Law::constant_restitution(1e9, 1.5, 0.7).unwrap();
        let product = exact::damping_product(0.7);
        let mut memory = 0.0;
        // Bodies that are pushed into each other while they part are not damped by what they were before.
        law.arm(1e-3, &mut memory);
        law.arm(-1.0, &mut memory);
        assert_eq!(memory, 0.0);
        law.arm(1e-9, &mut memory);
        for speed in [1e-9, 1e-3, 10.0] {
            law.rearm(speed, &mut memory);
            assert!(law.mu(memory) * speed <= 2.0 * product && law.mu(memory) > 0.0);
        }
        let before = memory;
        law.rearm(1.0, &mut memory);
        assert_eq!(memory, before, "slower than the impact: as it was");
    }

    #[test]
    fn bad_parameters_are_named() {
        let error = Law::power(f64::NAN, 1.5).unwrap_err().to_string();
        assert!(error.contains("stiffness") && error.contains("NaN"), "{error}");
        assert!(Law::power(1.0, 0.9).is_err());
        assert!(Law::hunt_crossley(1.0, 1.0, Damping::Mu(-1.0)).is_err());
        assert!(Law::constant_restitution(1.0, 1.0, 0.0).is_err());
        let plane = Surface { young: 1e9, poisson: 0.3, radius: None };
        assert!(Law::hertz(&plane, &plane).is_err());
    }
}
