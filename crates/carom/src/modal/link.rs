//! A contact as the modal engine sees it.

use std::ops::Range;

use super::bank::Bank;
use super::kernels::{Coefficients, Cpu, port_and_change, refine};
use super::mass::FreeMass;
use super::travel::Travelling;
use crate::law::{Law, Sides};
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
    /// Whether it belongs to the first or the second body.
    pub(super) side: usize,
    pub(super) range: Range<usize>,
    pub(super) weights: Vec<f64>,
    /// weights times the mobility of the fine step.
    pub(super) push: Vec<f64>,
}

/// Two ports that may touch.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) bodies: [usize; 2],
    pub(super) bank: Vec<BankPart>,
    /// Free masses, with signed weights.
    pub(super) masses: Vec<(usize, f64)>,
    /// The gap at the start of a step, and how far it moves within.
    pub(super) gap: f64,
    pub(super) gap_step: f64,
    /// What moves the gap and the point of contact, if anything does.
    pub(super) travelling: Option<Travelling>,
    pub(super) memory: Vec<f64>,
    /// Where the memory stands in a state of the model.
    pub(super) memory_of: Range<usize>,
    /// Σ w²/m: how easily the contact point moves at first.
    agility: f64,
    /// The lossless contact time is this times x_max/v.
    shape: f64,
    /// The present compression, and its change over the step if nothing touched.
    pub(super) x: f64,
    pub(super) free: f64,
    /// The compression after the step, the force in it and what it lost.
    pub(super) end: f64,
    pub(super) force: f64,
    /// The forces in the step before, and in the one before that.
    pub(super) last_force: f64,
    pub(super) older_force: f64,
    pub(super) lost: f64,
    pub(super) iterations: u32,
    /// Steps per sample that the present contact wants.
    pub(super) substeps: u32,
    pub(super) awake: bool,
    /// Samples for which the bodies have been touching.
    pub(super) age: u32,
    /// Samples for which coarser steps would have done.
    pub(super) calm: u32,
    /// Whether it was not looked at before this sample.
    pub(super) glanced: bool,
}

impl Link {
    pub(super) fn new(
        model: &Model,
        contact: usize,
        bank: &Bank,
        mass_of: &[Option<usize>],
    ) -> Self {
        let definition = &model.contacts()[contact];
        let coupling = &model.couplings()[contact];
        let mut link = Self {
            bodies: definition.bodies().map(|body| body.0),
            bank: Vec::new(),
            masses: Vec::new(),
            gap: definition.gap,
            gap_step: 0.0,
            travelling: None,
            memory: vec![0.0; model.memory_of(contact).len()],
            memory_of: model.memory_of(contact),
            agility: 0.0,
            shape: 0.0,
            x: 0.0,
            free: 0.0,
            end: 0.0,
            force: 0.0,
            last_force: 0.0,
            older_force: 0.0,
            lost: 0.0,
            iterations: 0,
            substeps: 1,
            awake: false,
            age: 0,
            calm: 0,
            glanced: false,
        };
        for (side, body) in definition.bodies().into_iter().enumerate() {
            let places = model.modes_of(body).filter_map(|i| bank.place[i]);
            if let (Some(low), Some(high)) = (places.clone().min(), places.max()) {
                let range = low..(high + 1).next_multiple_of(super::kernels::WIDTH);
                let zeros = vec![0.0; range.len()];
                link.bank.push(BankPart { side, range, weights: zeros.clone(), push: zeros });
            }
        }
        for (&i, &weight) in coupling.modes.iter().zip(&coupling.weights) {
            link.agility += weight * weight / model.modes().mass[i];
            if let Some(mass) = mass_of[i] {
                link.masses.push((mass, weight));
            } else if let Some(place) = bank.place[i] {
                for part in link.bank.iter_mut().filter(|part| part.range.contains(&place)) {
                    part.weights[place - part.range.start] = weight;
                }
            }
        }
        let p = definition.law.potential().exponent() + 1.0;
        link.shape = 2.0 * beta(1.0 / p, 0.5) / p;
        link
    }

    /// Reads the compression and its free change over a step.
    pub(super) fn look(
        &mut self,
        cpu: Cpu,
        bank: &Bank,
        masses: &[FreeMass],
        step: &Coefficients,
        dt: f64,
    ) {
        (self.x, self.free) = (-self.gap, -self.gap_step);
        for part in &self.bank {
            let range = part.range.clone();
            let (at, change) = port_and_change(
                cpu,
                &part.weights,
                &bank.y[range.clone()],
                &bank.w[range.clone()],
                &step.from_y[range.clone()],
                &step.from_w[range],
            );
            self.x += at;
            self.free += change;
        }
        for &(mass, weight) in &self.masses {
            self.x += weight * masses[mass].y;
            self.free += weight * masses[mass].free_change(dt);
        }
    }

    /// Whether it touches, or may within the step just looked at.
    pub(super) fn may_touch(&self, law: &Law) -> bool {
        let potential = law.potential();
        let inside = |x: f64| potential.depth(x).0 > 0.0;
        let sides_differ = potential.depth(self.x).1 != potential.depth(self.x + self.free).1;
        // A quarter of a step beyond either end: modes near the top of the band turn in between.
        inside(self.x)
            || inside(self.x + self.free)
            || inside(self.x + 0.5 * self.free + 0.25 * self.free.abs())
            || (sides_differ
                && matches!(potential.sides(), Sides::Two { half_gap } if half_gap == 0.0))
    }

    /// How many steps per sample of `dt` make the contact that begins or goes on span `wanted`.
    pub(super) fn wanted_substeps(&self, law: &Law, dt: f64, wanted: f64) -> f64 {
        let potential = law.potential();
        let (alpha, k) = (potential.exponent(), potential.stiffness_coefficient());
        let speed = self.free.abs() / dt;
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

    /// Prepares for another fine step; returns how far a force of one moves its modes.
    pub(super) fn refine(&mut self, cpu: Cpu, step: &Coefficients) -> f64 {
        let mut compliance = 0.0;
        for part in &mut self.bank {
            let mobility = &step.mobility[part.range.clone()];
            compliance += refine(cpu, &mut part.push, &part.weights, mobility);
        }
        compliance
    }

    /// A force that may be about right for the step to come: those of the two before, drawn on.
    pub(super) fn hint(&self) -> f64 {
        if self.older_force > 0.0 {
            (2.0 * self.last_force - self.older_force).max(0.5 * self.last_force)
        } else {
            self.last_force
        }
    }

    /// Another step begins: its force will be the new one.
    pub(super) fn next_force(&mut self) {
        (self.older_force, self.last_force) = (self.last_force, self.force);
    }
}
