//! The steps of the engine for one mass and a wall, written out in counted numbers.
//!
//! Products of constants, such as half a time step over the mass, are taken as known. What the
//! engine does beside the step (its ledger, several bodies and contacts) is not here. The tests hold
//! every program to the engine's own result.

use super::counted::{Counted, Tally};
use crate::papetti::cases::{Case, MASS, RATE};

/// Compression, velocity, and what a scheme keeps from step to step.
#[derive(Clone, Copy, Debug)]
pub(in crate::papetti) struct Moving<'t> {
    pub(in crate::papetti) x: Counted<'t>,
    pub(in crate::papetti) v: Counted<'t>,
    /// Verlet and Heun: the acceleration; AM1: the force.
    pub(in crate::papetti) kept: Counted<'t>,
}

/// A mass, a wall and a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::papetti) struct Wall<'t> {
    tally: &'t Tally,
    case: Case,
    step: f64,
}

impl<'t> Wall<'t> {
    pub(in crate::papetti) fn new(tally: &'t Tally, case: Case) -> Self {
        Self { tally, case, step: 1.0 / RATE }
    }

    fn constant(&self, value: f64) -> Counted<'t> {
        self.tally.number(value)
    }

    /// At the wall, on the way in.
    pub(in crate::papetti) fn start(&self) -> Moving<'t> {
        let zero = self.constant(0.0);
        Moving { x: zero, v: self.constant(self.case.velocity), kept: zero }
    }

    /// k·x^α·(1 + μ·v) as the engine sums it, elastic force and loss.
    fn force(&self, x: Counted<'t>, v: Counted<'t>) -> Counted<'t> {
        if !x.above(0.0) {
            return self.constant(0.0);
        }
        let elastic = self.constant(self.case.stiffness) * x.power(self.case.exponent);
        elastic + self.constant(self.case.mu) * elastic * v
    }

    fn acceleration(&self, x: Counted<'t>, v: Counted<'t>) -> Counted<'t> {
        self.force(x, v).negative() / self.constant(MASS)
    }

    /// papetti (24).
    pub(in crate::papetti) fn verlet(&self, m: Moving<'t>) -> Moving<'t> {
        let (h, half_h) = (self.constant(self.step), self.constant(0.5 * self.step));
        let half = m.v + half_h * m.kept;
        let x = m.x + h * half;
        let kept = self.acceleration(x, half);
        Moving { x, v: half + half_h * kept, kept }
    }

    /// papetti (25).
    pub(in crate::papetti) fn heun(&self, m: Moving<'t>) -> Moving<'t> {
        let (h, half_h) = (self.constant(self.step), self.constant(0.5 * self.step));
        let predicted = m.v + h * m.kept;
        let x = m.x + half_h * (m.v + predicted);
        let kept = self.acceleration(x, predicted);
        Moving { x, v: m.v + half_h * (m.kept + kept), kept }
    }

    /// papetti (26).
    pub(in crate::papetti) fn rk4(&self, m: Moving<'t>) -> Moving<'t> {
        let h = self.step;
        let stages = [(h / 6.0, 0.5 * h), (h / 3.0, 0.5 * h), (h / 3.0, h), (h / 6.0, 0.0)];
        let (mut x, mut v) = (m.x, m.v);
        let (mut x_sum, mut v_sum) = (self.constant(0.0), self.constant(0.0));
        for (weight, reach) in stages {
            let (weight, reach) = (self.constant(weight), self.constant(reach));
            let a = self.acceleration(x, v);
            x_sum = x_sum + weight * v;
            v_sum = v_sum + weight * a;
            x = m.x + reach * v;
            v = m.v + reach * a;
        }
        Moving { x: m.x + x_sum, v: m.v + v_sum, ..m }
    }

    /// papetti (23) around the solve: where the mass would be without the new force, and where it
    /// is with it.
    pub(in crate::papetti) fn am1(
        &self,
        m: Moving<'t>,
        solve: impl FnOnce(Counted<'t>) -> Counted<'t>,
    ) -> Moving<'t> {
        let mobility = self.constant(0.5 * self.step / MASS);
        let half_h = self.constant(0.5 * self.step);
        let predicted = m.v - mobility * m.kept;
        let free = m.x + half_h * (m.v + predicted);
        let kept = solve(free);
        let v = predicted - mobility * kept;
        Moving { x: m.x + half_h * (m.v + v), v, kept }
    }

    /// One iteration of its solve, for the compression at the end of the step.
    pub(in crate::papetti) fn am1_iteration(
        &self,
        m: Moving<'t>,
        free: Counted<'t>,
        x: Counted<'t>,
    ) -> Counted<'t> {
        let k = 0.25 * self.step * self.step / MASS;
        let one = self.constant(1.0);
        let (stiffness, alpha) = (self.case.stiffness, self.case.exponent);
        let rate = self.constant(2.0 / self.step) * (x - m.x) - m.v;
        let force = self.force(x, rate);
        let elastic = self.constant(stiffness) * x.power(alpha);
        let steepness = self.constant(stiffness * alpha) * x.power(alpha - 1.0);
        let by_x = steepness * (one + self.constant(self.case.mu) * rate);
        let by_rate = self.constant(self.case.mu * 2.0 / self.step) * elastic;
        let value = x - free + self.constant(k) * force;
        let slope = one + self.constant(k) * (by_x + by_rate);
        let next = x - value / slope;
        // Which side of the root, still in the bracket, close enough.
        let _ = (value.above(0.0), next.above(0.0), next.above(free.value), value.above(1e-18));
        next
    }

    /// The force of the step once its end is known.
    pub(in crate::papetti) fn am1_force(&self, m: Moving<'t>, x: Counted<'t>) -> Counted<'t> {
        let rate = self.constant(2.0 / self.step) * (x - m.x) - m.v;
        self.force(x, rate)
    }

    /// The hybrid correction, papetti (3).
    pub(in crate::papetti) fn hybrid(&self, v: Counted<'t>) -> Counted<'t> {
        let Case { stiffness, mu, exponent, velocity } = self.case;
        let p = exponent + 1.0;
        let (mu_counted, v_in) = (self.constant(mu), self.constant(velocity));
        let ratio =
            (self.constant(1.0) + mu_counted * v) * self.constant(1.0 / (1.0 + mu * velocity));
        let gain = ratio.ln() - mu_counted * (v - v_in);
        if !gain.above(0.0) {
            return self.constant(0.0);
        }
        (self.constant(MASS * p / (stiffness * mu * mu)) * gain).power(1.0 / p)
    }

    /// The output velocity constraint, papetti (7) of order 4.
    pub(in crate::papetti) fn constraint(&self, coefficients: &[f64]) -> Counted<'t> {
        let mu = self.constant(self.case.mu);
        let s = mu * self.constant(self.case.velocity);
        // Whether the approximation is good enough here.
        let _ = s.above(0.0);
        let mut highest_first = coefficients.iter().rev();
        let mut sum = self.constant(highest_first.next().copied().unwrap_or(0.0));
        for &c in highest_first.clone().take(coefficients.len().saturating_sub(2)) {
            sum = sum * s + self.constant(c);
        }
        let tail = s * sum;
        let decay = (self.constant(-2.0) * s).exp_m1();
        ((self.constant(1.0) + tail) * decay + tail) / mu
    }

    /// One step of Halley's method towards the zero of (6), for w = μ·v_out with p = φ(s).
    pub(in crate::papetti) fn zero_finding(&self, w: Counted<'t>, p: f64) -> Counted<'t> {
        let one = self.constant(1.0);
        let image = (w - self.constant(p)).exp();
        let value = one + w - image;
        let slope = one - image;
        let change = value / (slope + (value * image).half() / slope);
        let _ = change.above(2e-6);
        w - change
    }
}

#[cfg(test)]
mod tests {
    use carom::exact::restitution;
    use carom::law::{Damping, Law};
    use carom::numeric::special::log_excess;
    use carom_schemes::Approximation;
    use carom_schemes::Method;

    use super::*;
    use carom_lab::wall;

    /// The largest distance of a program from the engine's scheme over one impact.
    fn distance<'t>(
        tally: &'t Tally,
        method: Method,
        step: impl Fn(&Wall<'t>, Moving<'t>) -> Moving<'t>,
    ) -> f64 {
        let case = Case::HARD;
        let law = Law::hunt_crossley(case.stiffness, case.exponent, Damping::Mu(case.mu)).unwrap();
        let from = (0.0, case.velocity);
        let mut engine = wall::start(MASS, law, from, method, 1.0 / RATE).unwrap();
        let wall = Wall::new(tally, case);
        let mut moving = wall.start();
        let mut worst = 0.0f64;
        for _ in 0..10 {
            engine.advance(1).unwrap();
            moving = step(&wall, moving);
            let (x, v) = wall::motion(&mut engine);
            worst = worst.max((moving.x.value - x).abs() / 5e-5);
            worst = worst.max((moving.v.value - v).abs());
        }
        worst
    }

    #[test]
    fn programs_do_what_the_schemes_of_the_engine_do() {
        let tally = Tally::default();
        assert!(distance(&tally, Method::Verlet, Wall::verlet) < 1e-13);
        assert!(distance(&tally, Method::Heun, Wall::heun) < 1e-13);
        assert!(distance(&tally, Method::Rk4, Wall::rk4) < 1e-13);
        assert!(distance(&tally, Method::Am1, am1) < 1e-11);
    }

    fn am1<'t>(wall: &Wall<'t>, m: Moving<'t>) -> Moving<'t> {
        wall.am1(m, |free| solve(wall, m, free))
    }

    fn solve<'t>(wall: &Wall<'t>, m: Moving<'t>, free: Counted<'t>) -> Counted<'t> {
        if free.value <= 0.0 {
            return wall.constant(0.0);
        }
        let mut x = free;
        for _ in 0..30 {
            let next = wall.am1_iteration(m, free, x);
            x = wall.constant(next.value.max(0.1 * x.value));
        }
        wall.am1_force(m, x)
    }

    #[test]
    fn corrections_and_zero_finding_give_the_engines_numbers() {
        let tally = Tally::default();
        let wall = Wall::new(&tally, Case::HARD);
        let exact = Case::HARD.exact().unwrap();
        let x = wall.hybrid(tally.number(0.3)).value;
        assert!((x / exact.compression_at(0.3).unwrap() - 1.0).abs() < 1e-13);
        let formula = Approximation::non_local(4);
        let v = wall.constraint(formula.coefficients()).value;
        assert!((v / formula.v_out(0.5, 1.0) - 1.0).abs() < 1e-14);
        let mut w = tally.number(-0.5 / (1.0 + 1.0 / 3.0));
        for _ in 0..4 {
            w = wall.zero_finding(w, log_excess(0.5));
        }
        assert!((-w.value / 0.5 / restitution(0.5) - 1.0).abs() < 1e-14);
    }
}
