//! A contact as exact hold sees it.

use std::ops::Range;

use super::bank::Slot;
use super::kernels::{Port, at_port, compliance, foresee, look, part as part_of};
use super::matter::Matter;
use super::reach::Swings;
use super::solve::{Equation, Solution};
use super::vectors::LANES;
use crate::law::{Law, Loss, Sides};
use crate::model::Model;
use crate::numeric::special::beta;

/// Half a relaxation time per step keeps the hysteresis of felt within 2 %, and it is of second
/// order.
const STEPS_PER_RELAXATION: f64 = 2.0;

/// Samples after which a contact is no longer a blow.
const LASTING: u32 = 64;

/// The steps for half a swing of a body that rests on another: within 3 % of its frequency.
const STEPS_PER_SWING: f64 = 5.0;

/// The part of a port that lies in the bank.
#[derive(Clone, Debug)]
pub(super) struct BankPart {
    /// Which body.
    pub(super) body: usize,
    pub(super) range: Range<usize>,
    /// Weights are + on the first body, − on the second; and which weights of the contact these are.
    pub(super) ports: Vec<Port>,
    of: Vec<usize>,
    /// Whether any of its modes has no spring.
    pub(super) slack: bool,
    /// By how much the next step moves the port if nothing pushes, and the one after it, if they are known.
    pub(super) free: Option<f64>,
    pub(super) after: Option<f64>,
    /// By how much a force of one in a step moves the port in the next.
    pub(super) echo: f64,
    pub(super) swings: Swings,
}

/// Two ports that may touch.
#[derive(Clone, Debug, Default)]
pub(super) struct Link {
    pub(super) bodies: [usize; 2],
    pub(super) parts: Vec<BankPart>,
    /// Free masses, with signed weights; and which weights of the contact these are.
    pub(super) masses: Vec<(usize, f64)>,
    of_masses: Vec<usize>,
    /// Whether it moves one free mass, which no other contact moves; and whether that is all.
    pub(super) owns_mass: bool,
    pub(super) lone: bool,
    /// Σ w²/m: how easily the contact point moves at first.
    pub(super) agility: f64,
    /// √Σ w²/(mω²): how far √(2·energy) in its ringing bodies can move it.
    pub(super) swing: f64,
    /// The lossless contact time is this times x_max/v.
    shape: f64,
    /// How far a force of one moves it over a step.
    pub(super) compliance: f64,
    /// The present compression, and its change over the step if nothing touched.
    pub(super) x: f64,
    pub(super) free: f64,
    /// The same with what the gap moves in the step.
    pub(super) approach: f64,
    /// The forces in the last steps, the latest first.
    pub(super) forces: [f64; 3],
    /// Whether its loss is set when an impact begins.
    pub(super) arms: bool,
    /// Whether it is a wall without felt whose elastic force is worth keeping: not Hertz's, which is a root.
    keeps_power: bool,
    /// Where the elastic force was last computed, and what it is.
    power: (f64, f64),
    /// Steps per sample that the present contact needs.
    pub(super) substeps: u32,
    pub(super) awake: bool,
    /// Whether it may touch only because a fast mode turns within the sample.
    pub(super) turning: bool,
    /// Whether it is not certainly out of reach.
    pub(super) near: bool,
    /// Whether it is prepared for the present steps and weights.
    pub(super) ready: bool,
    /// Whether the matrix of the coupled contacts has it.
    pub(super) coupled: bool,
    pub(super) touching: bool,
    /// Whether its weights have changed in this sample.
    pub(super) reweighed: bool,
    /// Samples for which the bodies have been touching.
    pub(super) age: u32,
    /// Samples for which coarser steps would have done.
    pub(super) calm: u32,
    pub(super) evaluations: u32,
}

impl Link {
    pub(super) fn new(model: &Model, contact: usize, matter: &Matter) -> Self {
        let bank = &matter.bank;
        let definition = &model.contacts()[contact];
        let mut link = Self { bodies: definition.bodies, substeps: 1, ..Self::default() };
        let mut of = 0;
        for body in definition.bodies {
            let mut ringing = Vec::new();
            for i in model.modes_of(body) {
                match bank.slots[i] {
                    Slot::Ringing(place) => ringing.push((place, of)),
                    Slot::Mass(mass) => {
                        link.masses.push((mass, 0.0));
                        link.of_masses.push(of);
                    }
                }
                of += 1;
            }
            ringing.sort_unstable();
            if !ringing.is_empty() {
                // Padding beyond the last vector that is needed is not walked over.
                let start = bank.bodies[body].start;
                let range = start..start + ringing.len().next_multiple_of(LANES);
                let ports = vec![Port::default(); range.len() / LANES];
                link.parts.push(BankPart {
                    body,
                    range,
                    ports,
                    of: ringing.into_iter().map(|(_, of)| of).collect(),
                    slack: false,
                    free: None,
                    after: None,
                    echo: 0.0,
                    swings: Swings::default(),
                });
            }
        }
        link.update_weights(model, contact, matter);
        link.read_law(&definition.law);
        link
    }

    /// Takes the law from the model.
    pub(super) fn read_law(&mut self, law: &Law) {
        let p = law.potential().exponent() + 1.0;
        self.shape = 2.0 * beta(1.0 / p, 0.5) / p;
        let one_sided = matches!(law.potential().sides(), Sides::One { .. });
        self.keeps_power =
            one_sided && law.as_felt().is_none() && law.potential().exponent() != 1.5;
        self.arms = matches!(law.loss(), Loss::ConstantRestitution { .. });
        self.discard_depth();
    }

    /// What was computed of the present depth is computed anew: its rounding errors would add up.
    pub(super) fn discard_depth(&mut self) {
        self.power = (f64::NAN, f64::NAN);
    }

    /// What a step does to it alone: how far it would go without its force, and how far a force of one takes it back.
    #[inline(always)]
    pub(super) fn solve(
        &mut self,
        law: &Law,
        memory: f64,
        (free, compliance): (f64, f64),
        dt: f64,
    ) -> Solution {
        let hint = self.hint();
        let power = if self.power.0 == self.x { self.power.1 } else { f64::NAN };
        let equation = Equation { law, memory, free, compliance, dt, hint, power };
        let solution = equation.solve(self.x);
        self.evaluations += solution.iterations;
        if self.keeps_power
            && solution.step.force > 0.0
            && law.potential().depth(solution.end).0 > 0.0
        {
            self.power = (solution.end, solution.step.elastic);
        }
        solution
    }

    /// Takes the weights from the model.
    pub(super) fn update_weights(&mut self, model: &Model, contact: usize, matter: &Matter) {
        let Matter { bank, masses, .. } = matter;
        let weights = &model.contacts()[contact].coupling.weights;
        let (mut agility, mut swing) = (0.0, 0.0);
        for part in &mut self.parts {
            let range = part.range.clone();
            part.swings.after = 0;
            part.slack = bank.period[range.clone()][..part.of.len()].contains(&0.0);
            let (lightness, give) = (&bank.lightness[range.clone()], &bank.give[range]);
            for (i, &of) in part.of.iter().enumerate() {
                let (weight, port) = (weights[of], &mut part.ports[i / LANES]);
                port.weights[i % LANES] = weight;
                port.push[i % LANES] = -weight * lightness[i];
                agility += weight * weight * lightness[i];
                swing += weight * weight * give[i];
            }
        }
        for ((mass, weight), &of) in self.masses.iter_mut().zip(&self.of_masses) {
            *weight = weights[of];
            agility += *weight * *weight * masses[*mass].lightness;
        }
        (self.agility, self.swing, self.ready) = (agility, swing.sqrt(), false);
        self.reweighed = true;
        self.look_again();
    }

    /// Makes the next step read the ports again.
    pub(super) fn look_again(&mut self) {
        for part in &mut self.parts {
            (part.free, part.after) = (None, None);
        }
    }

    /// How far a force of one moves it over a step: never negative.
    pub(super) fn refine(&mut self, Matter { cpu, masses, steps, .. }: &Matter) {
        let of_masses = self.masses.iter().map(|&(m, w)| w * w * masses[m].mobility(steps.dt));
        let mut sum: f64 = of_masses.sum();
        for part in &mut self.parts {
            let step = part_of(steps.fine(), part.range.clone());
            sum += compliance(*cpu, &part.ports, &part.ports, step);
            part.echo = foresee(*cpu, &mut part.ports, step);
        }
        self.compliance = sum.max(0.0);
        self.ready = true;
        self.look_again();
    }

    /// Reads compression and free change over a fine step or a sample, the gap apart.
    pub(super) fn look(&mut self, matter: &Matter, gap: f64, fine: bool) {
        let (cpu, Matter { bank, masses, drives, .. }) = (matter.cpu, matter);
        let (step, dt) = matter.step(fine);
        (self.x, self.free) = (-gap, 0.0);
        for part in &mut self.parts {
            let range = part.range.clone();
            let step = part_of(step, range.clone());
            let (y, v) = (&bank.y[range.clone()], &bank.v[range.clone()]);
            let (at, mut change) = look(cpu, &part.ports, y, v, step);
            // By how much accelerations from outside move it.
            for (i, drive) in drives.iter().skip(range.start).take(range.len()).enumerate() {
                let (port, lane) = (&part.ports[i / LANES], i % LANES);
                change += port.weights[lane] * drive * step[i / LANES].c[lane];
            }
            self.x += at;
            self.free += change;
            (part.free, part.after) = (fine.then_some(change), None);
        }
        for &(mass, weight) in &self.masses {
            self.x += weight * masses[mass].y;
            self.free += weight * masses[mass].free_change(dt);
        }
    }

    /// The free change of the next step from what the last one left; false if a look is needed.
    #[inline(always)]
    pub(super) fn foresee(&mut self, matter: &Matter) -> bool {
        let mut free = 0.0;
        for part in &self.parts {
            let Some(change) = part.free else { return false };
            free += change;
        }
        for &(mass, weight) in &self.masses {
            free += weight * matter.masses[mass].free_change(matter.steps.dt);
        }
        self.free = free;
        true
    }

    /// How fast the ports approach one another now (m/s), the gap apart.
    pub(super) fn rate(&self, Matter { cpu, bank, masses, .. }: &Matter) -> f64 {
        let parts =
            self.parts.iter().map(|part| at_port(*cpu, &part.ports, &bank.v[part.range.clone()]));
        let free = self.masses.iter().map(|&(mass, weight)| weight * masses[mass].v);
        parts.sum::<f64>() + free.sum::<f64>()
    }

    /// How many steps per sample of `dt` make the contact that begins or goes on span `wanted`;
    /// `speed` is how fast the ports approach or part.
    pub(super) fn wanted_substeps(&self, law: &Law, speed: f64, dt: f64, wanted: f64) -> f64 {
        let potential = law.potential();
        let (alpha, k) = (potential.exponent(), potential.stiffness_coefficient());
        let speed = speed.abs();
        // x_m = ((α+1)·m·v²/2k)^(1/(α+1)) and τ = shape·x_m/v: without losses, which lengthen it,
        // and with the mass that moves at first, which is the least.
        let reached = 0.5 * (alpha + 1.0) * speed * speed / (k * self.agility);
        let pressed = (potential.stiffness(self.x) * self.agility).sqrt() / std::f64::consts::PI;
        let lasting = self.is_lasting(law);
        let swing = STEPS_PER_SWING * dt * pressed;
        // A ball that rests or rolls only swings about its place, unless something hits it.
        let depth = potential.depth(self.x).0;
        if lasting && depth > 0.0 && k * reached <= potential.force(self.x).abs() * depth {
            return swing.max(1.0);
        }
        let reach = reached.powf(1.0 / (alpha + 1.0));
        let time = self.shape * reach / speed;
        let impact = if time > 0.0 { wanted * dt / time } else { 1.0 };
        if lasting {
            return impact.max(swing);
        }
        match law.as_felt() {
            // Felt that has relaxed is softer by 1 − ε, and its memory must be followed.
            Some(felt) => {
                let softer = (1.0 - felt.hysteresis).powf(1.0 / (alpha + 1.0));
                (impact * softer).max(STEPS_PER_RELAXATION * dt / felt.relaxation)
            }
            None => impact.max(wanted * dt * pressed),
        }
    }

    /// Whether the contact is no longer a blow.
    pub(super) fn is_lasting(&self, law: &Law) -> bool {
        self.age > LASTING && law.as_felt().is_none()
    }

    /// A force that may be about right for the step to come: those before, drawn on.
    #[inline(always)]
    pub(super) fn hint(&self) -> f64 {
        let [last, older, oldest] = self.forces;
        let drawn = match (last > 0.0 && older > 0.0, oldest > 0.0) {
            (true, true) => 3.0 * (last - older) + oldest,
            (true, false) => 2.0 * last - older,
            _ => return last,
        };
        drawn.max(0.5 * last).min(2.0 * last)
    }

    /// The size (m) of what a step adds up: how far the ports approach, and, known to more digits, where they are.
    #[inline(always)]
    pub(super) fn span(&self) -> f64 {
        self.approach.abs() + 1e-3 * self.x.abs()
    }

    /// Another step has this force.
    #[inline(always)]
    pub(super) fn note_force(&mut self, force: f64) {
        self.forces = [force, self.forces[0], self.forces[1]];
    }
}
