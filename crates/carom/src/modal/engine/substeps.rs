//! How finely a contact is stepped, and what the steps need.

use super::super::kernels::dot;
use super::Engine;

/// Steps per sample while bodies touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substeps {
    /// As many as make each contact span at least twenty of them.
    Auto,
    /// Always this many.
    Fixed(u32),
}

/// The steps that a contact should span.
const WANTED: f64 = 20.0;

/// No contact is subdivided further than this.
const MOST_SUBSTEPS: u32 = 1 << 10;

/// Samples after which a lasting contact takes the coarser steps that it wants.
const CALM: u32 = 32;

/// How many fine steps are kept: 1, 2, 4, 8, 16 per sample, and whatever else was last.
pub(super) const SLOTS: usize = 6;

impl Engine {
    pub(super) fn choose_substeps(&mut self) -> u32 {
        if let Substeps::Fixed(count) = self.wanted {
            return count.max(1);
        }
        let mut most = 1;
        for ((link, law), log) in self.links.iter_mut().zip(&self.laws).zip(&self.logs) {
            if !link.awake {
                continue;
            }
            let wanted = link.wanted_substeps(law, self.dt, WANTED).min(f64::from(MOST_SUBSTEPS));
            let wanted = (wanted.ceil().max(1.0) as u32).next_power_of_two();
            // While a contact lasts its steps grow finer at once and coarser only slowly.
            link.calm = if wanted < link.substeps { link.calm + 1 } else { 0 };
            let calm = wanted <= link.substeps / 4 || (link.is_lasting(law) && link.calm > CALM);
            let calmer = if calm { link.substeps / 2 } else { link.substeps };
            if calm {
                link.calm = 0;
            }
            link.substeps = if log.is_touching() { calmer.max(wanted) } else { wanted };
            most = most.max(link.substeps);
        }
        most
    }

    /// Prepares steps of this many per sample.
    pub(super) fn refine(&mut self, substeps: u32) {
        let (old, new) = (slot(self.fine_substeps), slot(substeps));
        std::mem::swap(&mut self.stash[old], &mut self.fine);
        std::mem::swap(&mut self.stash[new], &mut self.fine);
        self.fine_substeps = substeps;
        if !std::mem::replace(&mut self.stashed[new], new < SLOTS - 1) {
            let dt = self.dt / f64::from(substeps);
            self.bank.coefficients(dt, &mut self.fine);
        }
        self.refine_links();
    }

    /// Prepares the contacts for their present weights and steps.
    pub(in super::super) fn refine_links(&mut self) {
        let dt = self.dt / f64::from(self.fine_substeps);
        if let [link] = &mut self.links[..] {
            let masses = link.masses.iter();
            let masses = masses.map(|&(m, weight)| weight * weight * self.masses[m].mobility(dt));
            let masses: f64 = masses.sum();
            self.coupled.k[0] = masses + link.refine(self.cpu, &self.fine);
            return;
        }
        for link in &mut self.links {
            link.refine(self.cpu, &self.fine);
        }
        let n = self.links.len();
        for a in 0..n {
            for b in 0..n {
                self.coupled.k[a * n + b] = self.compliance(a, b, dt);
            }
        }
    }

    /// How a force in contact `b` moves the compression of contact `a`.
    fn compliance(&self, a: usize, b: usize, dt: f64) -> f64 {
        let (first, second) = (&self.links[a], &self.links[b]);
        let mut sum = 0.0;
        for &(mass, weight) in &first.masses {
            let other = second.masses.iter().filter(|(m, _)| *m == mass);
            sum += other.map(|(_, w)| w * weight * self.masses[mass].mobility(dt)).sum::<f64>();
        }
        for part in &first.bank {
            for other in second.bank.iter().filter(|other| other.range == part.range) {
                sum += dot(self.cpu, &part.weights, &other.push);
            }
        }
        sum
    }
}

/// Where the coefficients of so many steps per sample are kept; the last place is for all others.
fn slot(substeps: u32) -> usize {
    let power = substeps.trailing_zeros() as usize;
    if substeps.is_power_of_two() { power.min(SLOTS - 1) } else { SLOTS - 1 }
}
