//! Schemes for a mass against a wall, many rows side by side: the numbers are those of a voice that runs
//! one row at a time, up to rounding.
//!
//! A row has a lane until its mass has left the wall; then the next row takes the lane.

use std::ops::Range;

use super::explicit::{runge_kutta, verlet};
use super::math::select;
use super::rows::{Answers, Column, Outcome, Status, WallRows};
use super::two_point::two_point;
use carom_numeric::cpu::Cpu;
use carom_schemes::Method;

/// Rows that are stepped together.
pub(super) const WIDTH: usize = 16;

/// Steps between two looks at which lanes are free.
pub(super) const STEPS: usize = 4;

/// Relative gain of energy that is not rounding.
const GAIN: f64 = 1e-9;

/// A number of each lane.
pub(super) type Lane = [f64; WIDTH];

/// A scheme that runs side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallScheme {
    /// The energy-conserving two-point scheme.
    TwoPoint,
    /// Velocity Verlet.
    Verlet,
    /// Runge and Kutta's scheme of fourth order.
    Rk4,
}

impl WallScheme {
    /// The one of a method, if that runs side by side.
    #[must_use]
    pub fn of(method: Method) -> Option<Self> {
        match method {
            Method::TwoPoint => Some(Self::TwoPoint),
            Method::Verlet => Some(Self::Verlet),
            Method::Rk4 => Some(Self::Rk4),
            _ => None,
        }
    }
}

/// Masses that meet a wall, and how they are stepped.
#[derive(Clone, Copy, Debug)]
pub struct SchemeRows<'a> {
    /// The impacts.
    pub wall: WallRows<'a>,
    /// Steps per second.
    pub rate: Column<'a>,
    /// A row starts at x = −phase·velocity/rate, from 0 to 1.
    pub phase: Column<'a>,
    /// A row of more steps than this is given up.
    pub most_steps: u64,
}

/// The state of all lanes.
#[derive(Debug)]
pub(super) struct Lanes {
    pub(super) mass: Lane,
    pub(super) stiffness: Lane,
    pub(super) exponent: Lane,
    pub(super) mu: Lane,
    /// The length of a step (s).
    pub(super) dt: Lane,
    pub(super) x: Lane,
    pub(super) v: Lane,
    /// What rounding took from x and v.
    pub(super) carried: [Lane; 2],
    /// The acceleration at the end of the last step.
    pub(super) acceleration: Lane,
    /// The forces of the last steps, the latest first.
    pub(super) forces: [Lane; 3],
    x_max: Lane,
    f_max: Lane,
    steps: Lane,
    /// 1 once the wall was touched.
    touched: Lane,
    /// 1 while the row is on its way.
    open: Lane,
    most: f64,
}

/// What a step made of a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) x: f64,
    pub(super) v: f64,
    pub(super) force: f64,
}

impl Lanes {
    fn new(most: u64) -> Self {
        let (zero, one) = ([0.0; WIDTH], [1.0; WIDTH]);
        Self {
            mass: one,
            stiffness: one,
            exponent: [1.5; WIDTH],
            mu: zero,
            dt: one,
            x: [-1.0; WIDTH],
            v: [-1.0; WIDTH],
            carried: [zero; 2],
            acceleration: zero,
            forces: [zero; 3],
            x_max: zero,
            f_max: zero,
            steps: zero,
            touched: zero,
            open: zero,
            most: most as f64,
        }
    }

    fn load(&mut self, i: usize, rows: &SchemeRows, row: usize) {
        let WallRows { mass, stiffness, exponent, mu, velocity } = rows.wall;
        let (velocity, dt) = (velocity.at(row), 1.0 / rows.rate.at(row));
        self.mass[i] = mass.at(row);
        self.stiffness[i] = stiffness.at(row);
        self.exponent[i] = exponent.at(row);
        self.mu[i] = mu.at(row);
        self.dt[i] = dt;
        let phase = rows.phase.at(row);
        self.x[i] = if phase == 0.0 { 0.0 } else { -phase * velocity * dt };
        self.v[i] = velocity;
        for zero in self.carried.iter_mut().chain(&mut self.forces) {
            zero[i] = 0.0;
        }
        let rest = [&mut self.acceleration, &mut self.x_max, &mut self.f_max];
        for zero in rest.into_iter().chain([&mut self.steps, &mut self.touched]) {
            zero[i] = 0.0;
        }
        self.open[i] = 1.0;
    }

    /// Takes over a step of a lane, unless its row has ended.
    #[inline(always)]
    pub(super) fn take(&mut self, i: usize, step: Step) {
        let Step { x, v, force } = step;
        let open = self.open[i] > 0.0;
        let keep = |new: f64, old: f64| select(open, new, old);
        self.x[i] = keep(x, self.x[i]);
        self.v[i] = keep(v, self.v[i]);
        self.forces[2][i] = self.forces[1][i];
        self.forces[1][i] = self.forces[0][i];
        self.forces[0][i] = keep(force, self.forces[0][i]);
        self.x_max[i] = keep(self.x_max[i].max(x), self.x_max[i]);
        self.f_max[i] = keep(self.f_max[i].max(force), self.f_max[i]);
        self.steps[i] += self.open[i];
        let touches = (x > 0.0) | (force != 0.0);
        self.touched[i] = select(open & touches, 1.0, self.touched[i]);
        let left = (self.touched[i] > 0.0) & (x <= 0.0) & (v < 0.0) & (force == 0.0);
        let lost = !((x.abs() < f64::MAX) & (v.abs() < f64::MAX));
        let ends = left | lost | (self.steps[i] >= self.most);
        self.open[i] = select(ends, 0.0, self.open[i]);
    }

    fn status(&self, i: usize, velocity: f64) -> Status {
        let (x, v) = (self.x[i], self.v[i]);
        let gain = (v / velocity) * (v / velocity) - 1.0;
        if !(x.is_finite() && v.is_finite()) {
            Status::GainedEnergy
        } else if self.touched[i] == 0.0 || x > 0.0 || v >= 0.0 || self.forces[0][i] != 0.0 {
            Status::NotReleased
        } else if gain > GAIN {
            Status::GainedEnergy
        } else {
            Status::Ok
        }
    }

    /// An outcome of a lane whose mass has left.
    fn outcome(&self, i: usize, outcome: Outcome, (velocity, phase): (f64, f64)) -> f64 {
        let (x, v) = (self.x[i], self.v[i]);
        match outcome {
            Outcome::VOut => v,
            Outcome::Restitution => -v / velocity,
            Outcome::XMax => self.x_max[i],
            Outcome::FMax => self.f_max[i],
            // Between the lines of free flight before and after.
            Outcome::ContactTime => (self.steps[i] - phase) * self.dt[i] - x / v,
            Outcome::EnergyLost => 0.5 * self.mass[i] * (velocity + v) * (velocity - v),
        }
    }
}

/// Runs some rows by a scheme. The largest force is that of a step.
pub fn run(scheme: WallScheme, rows: &SchemeRows, range: Range<usize>, answers: &mut Answers) {
    run_on(Cpu::detect(), scheme, rows, range, answers);
}

/// The same on a given processor.
pub(super) fn run_on(
    cpu: Cpu,
    scheme: WallScheme,
    rows: &SchemeRows,
    range: Range<usize>,
    answers: &mut Answers,
) {
    // Rows of Hertz's exponent take a shorter way, whatever is beside them: what comes out of a row depends
    // on that row alone.
    for hertz in [true, false] {
        run_alike((cpu, scheme, hertz), rows, range.clone(), answers);
    }
}

fn run_alike(
    (cpu, scheme, hertz): (Cpu, WallScheme, bool),
    rows: &SchemeRows,
    range: Range<usize>,
    answers: &mut Answers,
) {
    let mut lanes = Lanes::new(rows.most_steps);
    let mut row_of = [None; WIDTH];
    let is_alike = |row: &usize| (rows.wall.exponent.at(*row) == 1.5) == hertz;
    let mut waiting = range.clone().filter(is_alike);
    loop {
        for i in 0..WIDTH {
            if lanes.open[i] > 0.0 {
                continue;
            }
            if let Some(row) = row_of[i] {
                finish(&lanes, i, rows, row, row - range.start, answers);
            }
            row_of[i] = waiting.next();
            if let Some(row) = row_of[i] {
                lanes.load(i, rows, row);
            }
        }
        if row_of.iter().all(Option::is_none) {
            return;
        }
        match scheme {
            WallScheme::TwoPoint => two_point(cpu, &mut lanes, hertz),
            WallScheme::Verlet => verlet(cpu, &mut lanes, hertz),
            WallScheme::Rk4 => runge_kutta(cpu, &mut lanes, hertz),
        }
    }
}

fn finish(
    lanes: &Lanes,
    i: usize,
    rows: &SchemeRows,
    row: usize,
    to: usize,
    answers: &mut Answers,
) {
    let (velocity, phase) = (rows.wall.velocity.at(row), rows.phase.at(row));
    let energy = 0.5 * rows.wall.mass.at(row) * velocity * velocity;
    let fits = energy.is_normal() && (rows.wall.mu.at(row) * velocity).is_finite();
    let status = if fits { lanes.status(i, velocity) } else { Status::OutOfRange };
    answers.status[to] = status;
    let known = match status {
        Status::Ok => true,
        Status::GainedEnergy => lanes.x[i].is_finite() && lanes.v[i].is_finite(),
        _ => false,
    };
    for (outcome, place) in &mut answers.outcomes {
        place[to] = if known { lanes.outcome(i, *outcome, (velocity, phase)) } else { f64::NAN };
    }
}
