//! Several contacts at once.
//!
//! With K the matrix of how a force in one contact moves the compression of another, the
//! changes d obey d + K·f(d) = u. K is a Gram matrix and every f is increasing, so there is one
//! solution. Newton's method is written with S = 1 + √f′·K·√f′, which is positive definite: it needs
//! no pivots, and where contacts share nothing its zeros stay zeros.

use super::cholesky::cholesky;
use super::link::Link;
use super::quadratised::{Linear, before, torn};
use super::solve::{APART, Solution};
use crate::cpu::Cpu;
use crate::law::{Anchor, Discrete};
use crate::model::Contact;

/// The most rounds of Newton's method: a step that needs more is taken in halves.
const MOST: u32 = 30;

/// How often a viscous stop is tried with a longer path.
const FARTHER: u32 = 200;

/// A Newton step this small beside the depth leaves its square.
const NEARLY: f64 = 1e-8;

/// Work of a force over what is left of its equation that no ledger can see, beside the energy of
/// everything.
const UNSEEN: f64 = 1e-18;

/// The same of the square that a Newton step leaves.
const SQUARE: f64 = 1e-16;

/// What surfaces that part may still store, beside the energy of everything: it is lost.
const REMAINDER: f64 = 1e-12;

/// What a step is given.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) cpu: Cpu,
    pub(super) contacts: &'a [Contact],
    pub(super) memory: &'a [f64],
    pub(super) dt: f64,
    /// The energy of everything (J).
    pub(super) energy: f64,
}

/// Room for the equations, made once.
#[derive(Clone, Debug)]
pub(super) struct Coupled {
    count: usize,
    /// In how many rounds the last step was solved.
    pub(super) rounds: u32,
    /// K, row by row.
    pub(super) k: Vec<f64>,
    /// The contacts that are awake.
    pub(super) seen: Vec<usize>,
    /// Which of these have a slope.
    active: Vec<usize>,
    right: Vec<f64>,
    anchors: Vec<Option<Anchor>>,
    matrix: Vec<f64>,
    residual: Vec<f64>,
    newton: Vec<f64>,
    before: Vec<f64>,
    first: Vec<usize>,
    /// The law of each over the step, if it is not torn apart; and how far each would go without forces.
    linear: Vec<Option<Linear>>,
    free: Vec<f64>,
    /// Which let go in a viscous stop.
    apart: Vec<bool>,
    /// Contacts with a force that is known.
    pushing: Vec<(usize, f64)>,
    pub(super) outcomes: Vec<Solution>,
    /// The root of twice what each contact stores after the step, where contacts are solved without iteration.
    pub(super) psi: Vec<f64>,
}

/// How far these forces move a contact whose row of K this is.
fn pushed(row: &[f64], pushing: &[(usize, f64)]) -> f64 {
    pushing.iter().map(|&(b, force)| row[b] * force).sum()
}

impl Coupled {
    pub(super) fn new(count: usize) -> Self {
        let zeros = vec![0.0; count];
        Self {
            count,
            rounds: 0,
            k: vec![0.0; count * count],
            seen: Vec::with_capacity(count),
            active: Vec::with_capacity(count),
            right: zeros.clone(),
            psi: zeros.clone(),
            anchors: vec![None; count],
            matrix: vec![0.0; count * count],
            residual: zeros.clone(),
            newton: zeros.clone(),
            free: zeros.clone(),
            before: zeros,
            first: vec![0; count],
            linear: vec![None; count],
            apart: vec![false; count],
            pushing: Vec::with_capacity(count),
            outcomes: vec![Solution { end: 0.0, change: 0.0, step: APART, iterations: 0 }; count],
        }
    }

    fn k(&self, a: usize, b: usize) -> f64 {
        self.k[a * self.count + b]
    }

    /// Finds what the step does to every awake link.
    pub(super) fn solve(&mut self, links: &mut [Link], given: &Given) {
        let Given { contacts, memory, dt, .. } = *given;
        let coupled = self.seen.iter().enumerate().any(|(n, &a)| {
            self.seen[n + 1..].iter().any(|&b| self.k(a, b) != 0.0 || self.k(b, a) != 0.0)
        });
        for n in 0..self.seen.len() {
            let c = self.seen[n];
            let free = links[c].approach;
            // Forces about right for the others, where they share something.
            let others: f64 = if coupled {
                let others = self.seen.iter().filter(|&&b| b != c);
                others.map(|&b| self.k(c, b) * links[b].hint()).sum()
            } else {
                0.0
            };
            let (link, law) = (&mut links[c], &contacts[c].law);
            let potential = law.potential();
            self.anchors[c] = None;
            if !coupled || link.hint() == 0.0 {
                let k = self.k[c * self.count + c];
                self.outcomes[c] = link.solve(law, memory[c], (free - others, k), dt);
            } else {
                let change = free - others - self.k[c * self.count + c] * link.hint();
                let (depth, side) = potential.depth(link.x);
                // Never out of the wall by a guess.
                let inside = depth <= 0.0 || depth + side * change > 0.0;
                let change = if inside { change } else { -0.5 * side * depth };
                let end = link.x + change;
                self.outcomes[c] = Solution { end, change, step: APART, iterations: 0 };
            }
        }
        self.rounds = if coupled { self.newton(links, given) } else { 1 };
    }

    /// The same without iteration: with `psi`, the root of twice what each contact stores, every law is linear
    /// over the step and one solve is all.
    pub(super) fn solve_linear(&mut self, links: &mut [Link], given: &Given, psi: &[f64]) {
        let Given { contacts, memory, dt, .. } = *given;
        self.rounds = 1;
        self.pushing.clear();
        self.pushing.extend(self.seen.iter().map(|&c| (c, links[c].hint())));
        self.pushing.retain(|(_, force)| *force != 0.0);
        for (n, &c) in self.seen.iter().enumerate() {
            let row = &self.k[c * self.count..][..self.count];
            let others = self.pushing.iter().filter(|(b, _)| *b != c);
            let others: f64 = others.map(|(b, force)| row[*b] * force).sum();
            let free = links[c].approach;
            self.free[n] = free;
            let law = (&contacts[c].law, memory[c]);
            let known = (free - others, row[c]);
            self.linear[c] = Some(before(&links[c], law, psi[c], known, dt).linear());
        }
        // What would be torn apart has no force, and changes what the others do.
        while self.solve_once(given, psi) {}
        for (n, &c) in self.seen.iter().enumerate() {
            let (change, linear, law) = (self.newton[n], self.linear[c], &contacts[c].law);
            let end = links[c].x + change;
            self.psi[c] = psi[c];
            let psi = &mut self.psi[c];
            let mut step = match linear {
                Some(linear) if linear == Linear::default() => APART,
                Some(linear) => linear.take(change, psi),
                None => torn(law, law.mu(memory[c]) > 0.0, end, psi),
            };
            links[c].evaluations = u32::from(step != APART);
            let stored = 0.5 * *psi * *psi;
            if law.potential().depth(end).0 <= 0.0 && stored <= REMAINDER * given.energy {
                (step.lost, step.stored) = (step.lost + stored, step.stored - stored);
                *psi = 0.0;
            }
            self.outcomes[c] = Solution { end, change, step, iterations: 1 };
        }
    }

    /// Leaves the changes of the linear laws in `newton`; whether one of them pulls that must not, which is
    /// taken out.
    fn solve_once(&mut self, given: &Given, psi: &[f64]) -> bool {
        let law = |c: usize| self.linear[c].unwrap_or_default();
        self.pushing.clear();
        self.pushing.extend(self.seen.iter().map(|&c| (c, law(c).gradient * psi[c])));
        self.pushing.retain(|(_, force)| *force != 0.0);
        for (n, &a) in self.seen.iter().enumerate() {
            self.residual[n] = pushed(&self.k[a * self.count..], &self.pushing) - self.free[n];
            self.outcomes[a].step.slope = law(a).slope();
        }
        self.newton_step(given.cpu);
        // Where there is a force, the change follows from it with more digits than as a difference.
        for (&n, push) in self.active.iter().zip(&self.right) {
            self.newton[n] = push / self.outcomes[self.seen[n]].step.slope;
        }
        let mut again = false;
        for (&c, change) in self.seen.iter().zip(&self.newton) {
            let linear = &mut self.linear[c];
            if !given.contacts[c].law.is_adhesive()
                && linear.is_some_and(|linear| linear.pulls(psi[c], *change))
            {
                (*linear, again) = (None, true);
            }
        }
        again
    }

    /// What the forces that were found move (J); nothing if the energy of the step does not add up, if bodies move
    /// under them.
    pub(super) fn adds_up(&mut self, links: &[Link], energy: f64) -> Option<f64> {
        self.note_pushing();
        let (mut created, mut size) = (0.0, 0.0);
        for &a in &self.seen {
            let (mut pushed, mut far) = (0.0, links[a].span());
            for &(b, force) in &self.pushing {
                let by = self.k(a, b) * force;
                (pushed, far) = (pushed + by, far + by.abs());
            }
            let Solution { change, step, .. } = self.outcomes[a];
            let way = links[a].approach - pushed;
            let of = step.created(way, far);
            // Bodies that end where they were not thought to be, but for rounding, store what was not counted.
            let aside = (change - way).abs() - 1e-15 * (far + links[a].x.abs());
            let aside = step.elastic.abs() * aside.max(0.0);
            (created, size) = (created + of.0.abs() + aside, size + of.1);
        }
        Discrete::adds_up((created, size), energy).then_some(size)
    }

    /// A step that cannot make energy and needs one solve: each contact pushes with its present force and, against
    /// its motion, half the steepest stiffness on its path. That is at least the elastic force of the way in and at
    /// most that of the way out, and the difference is lost. With `psi`, which stores whatever it stores for a step
    /// without a force, nothing pushes.
    pub(super) fn stop(&mut self, links: &[Link], given: &Given, psi: Option<&[f64]>) {
        let Given { contacts, memory, dt, .. } = *given;
        if let Some(psi) = psi {
            for &c in &self.seen {
                let Link { x, approach, .. } = links[c];
                let end = x + approach;
                self.outcomes[c] = Solution { end, change: approach, step: APART, iterations: 1 };
                self.psi[c] = psi[c];
            }
            return;
        }
        for (n, &c) in self.seen.iter().enumerate() {
            self.free[n] = links[c].approach.abs();
            self.apart[c] = false;
        }
        for _ in 0..FARTHER {
            for (n, &c) in self.seen.iter().enumerate() {
                let (law, x) = (&contacts[c].law, links[c].x);
                let slope = 0.5 * law.potential().steepest(x, self.free[n]);
                // Counted from where it would push no more: present forces may be far larger than what is left of them.
                let pushes = slope > 0.0 && !self.apart[c];
                let back = if pushes { law.force(x, 0.0, memory[c]) / slope } else { 0.0 };
                let slope = if pushes { slope } else { 0.0 };
                self.outcomes[c].step = Discrete { slope, ..APART };
                (self.outcomes[c].change, self.outcomes[c].end) = (0.0, back);
                self.residual[n] = -links[c].approach - back;
            }
            self.newton_step(given.cpu);
            let mut enough = true;
            for (n, &c) in self.seen.iter().enumerate() {
                let way = (self.newton[n] - self.outcomes[c].end).abs();
                if way > self.free[n] {
                    (self.free[n], enough) = (2.0 * way, false);
                }
            }
            // What must not pull lets go, and what would push again does: one at a time, the first of them, ends.
            let wrong = self.seen.iter().enumerate().find(|&(n, &c)| {
                let (law, x) = (&contacts[c].law, links[c].x);
                let slope = 0.5 * law.potential().steepest(x, self.free[n]);
                let way = self.newton[n] - self.outcomes[c].end;
                let force = law.force(x, 0.0, memory[c]) + slope * way;
                !law.is_adhesive() && (force < 0.0) != self.apart[c] && slope > 0.0
            });
            if let Some((_, &c)) = wrong {
                self.apart[c] = !self.apart[c];
            } else if enough {
                break;
            }
        }
        for (&n, push) in self.active.iter().zip(&self.right) {
            self.outcomes[self.seen[n]].step.force = *push;
        }
        self.find_residuals(links);
        for (n, &c) in self.seen.iter().enumerate() {
            // What bodies do under the forces, whatever rounding left of the equations.
            let (change, x, law) = (-self.residual[n], links[c].x, &contacts[c].law);
            let outcome = &mut self.outcomes[c];
            let Discrete { stored, elastic, .. } = law.discrete(x, x + change, dt, memory[c]);
            let lost = (outcome.step.force * change - stored).max(0.0);
            outcome.step = Discrete { stored, lost, elastic, ..outcome.step };
            (outcome.end, outcome.change, outcome.iterations) = (x + change, change, 1);
        }
    }

    /// Newton's method on all awake contacts together. Its direction always leads down for the sum of
    /// the squared residuals: a step that does not is halved, and where a kink stands in the way the
    /// contacts are solved one after the other, which cannot fail. Returns the number of rounds.
    fn newton(&mut self, links: &mut [Link], given: &Given) -> u32 {
        let Given { contacts, memory, energy, .. } = *given;
        let mut error = self.evaluate(links, given);
        let mut rounds = 1;
        loop {
            self.newton_step(given.cpu);
            // A step beyond which nothing would change: taken without another look at the laws.
            let done = self.seen.iter().enumerate().all(|(n, &c)| {
                let (outcome, law) = (&self.outcomes[c], &contacts[c].law);
                let depth = law.depth(outcome.end, memory[c]);
                let after = law.depth(outcome.end + self.newton[n], memory[c]);
                // What enters or leaves has not been felt yet.
                let entering = (depth <= 0.0) != (after <= 0.0);
                let by = self.newton[n].abs();
                let Discrete { force, slope, elastic, .. } = outcome.step;
                let largest = force.abs().max(elastic.abs()).max(slope * by);
                // The square that is left is a force, which moves stiff contacts far.
                let square = slope * by * by / depth.abs();
                let moved = (links[c].approach - outcome.change).abs();
                let nearly = by <= NEARLY * depth.abs() && square * moved <= SQUARE * energy;
                !entering && (nearly || largest * by <= UNSEEN * energy)
            });
            if done || rounds >= MOST {
                for (n, &c) in self.seen.iter().enumerate() {
                    let (outcome, by) = (&mut self.outcomes[c], self.newton[n]);
                    outcome.step.shift(outcome.change, by);
                    if !done {
                        // What was only drawn on adds up, whatever the law is there.
                        outcome.step.stored = f64::NAN;
                    }
                    if !contacts[c].law.is_adhesive() {
                        outcome.step.force = outcome.step.force.max(0.0);
                    }
                    outcome.change += by;
                    outcome.end = links[c].x + outcome.change;
                }
                return rounds;
            }
            for (n, &c) in self.seen.iter().enumerate() {
                self.before[n] = self.outcomes[c].change;
            }
            let (mut share, mut better) = (1.0, false);
            while !better && share > 0.05 && rounds < MOST {
                for (n, &c) in self.seen.iter().enumerate() {
                    let outcome = &mut self.outcomes[c];
                    outcome.change = self.before[n] + share * self.newton[n];
                    outcome.end = links[c].x + outcome.change;
                }
                let next = self.evaluate(links, given);
                rounds += 1;
                better = next <= (1.0 - 0.1 * share) * error;
                if better {
                    error = next;
                }
                share *= 0.5;
            }
            if !better {
                self.sweep(links, given);
                error = self.evaluate(links, given);
                rounds = (rounds + 2).min(MOST);
            }
        }
    }

    /// Solves each contact for itself, the forces of the others as they are.
    fn sweep(&mut self, links: &mut [Link], given: &Given) {
        let Given { contacts, memory, dt, .. } = *given;
        for &a in &self.seen {
            let row = &self.k[a * self.count..][..self.count];
            let others = self.seen.iter().filter(|&&b| b != a);
            let others: f64 = others.map(|&b| row[b] * self.outcomes[b].step.force).sum();
            let free = links[a].approach - others;
            self.outcomes[a] = links[a].solve(&contacts[a].law, memory[a], (free, row[a]), dt);
        }
    }

    /// Forces at the present changes, and the sum of the squared residuals of the equations.
    fn evaluate(&mut self, links: &mut [Link], given: &Given) -> f64 {
        let Given { contacts, memory, dt, .. } = *given;
        for &c in &self.seen {
            let (link, law, outcome) = (&mut links[c], &contacts[c].law, &mut self.outcomes[c]);
            let potential = law.potential();
            let (from, to) = (potential.depth(link.x), potential.depth(outcome.end));
            if from.0 <= 0.0 && to.0 <= 0.0 && (from.1 == to.1 || from.0 < 0.0) {
                outcome.step = APART;
                continue;
            }
            let start = self.anchors[c].get_or_insert_with(|| potential.anchor(link.x));
            outcome.step = law.discrete_from(start, outcome.end, dt, memory[c]);
            link.evaluations += 1;
        }
        self.find_residuals(links)
    }

    /// What is left of the equations, and the sum of its squares.
    fn find_residuals(&mut self, links: &[Link]) -> f64 {
        self.note_pushing();
        let mut sum = 0.0;
        for (n, &a) in self.seen.iter().enumerate() {
            let pushed = pushed(&self.k[a * self.count..], &self.pushing);
            self.residual[n] = self.outcomes[a].change - links[a].approach + pushed;
            sum += self.residual[n] * self.residual[n];
        }
        sum
    }

    /// Notes the contacts that push, and their forces.
    fn note_pushing(&mut self) {
        self.pushing.clear();
        self.pushing.extend(self.seen.iter().map(|&c| (c, self.outcomes[c].step.force)));
        self.pushing.retain(|(_, force)| *force != 0.0);
    }

    /// Leaves the Newton step in `newton`: with s = √f′, (1 + sKs)·z = −s·r, then δ = −r − K·s·z. What has no
    /// slope takes no part.
    fn newton_step(&mut self, cpu: Cpu) {
        let slope = |&n: &usize| self.outcomes[self.seen[n]].step.slope > 0.0;
        self.active.clear();
        self.active.extend((0..self.seen.len()).filter(slope));
        let (n, active) = (self.active.len(), &self.active);
        for (row, &at) in active.iter().enumerate() {
            let a = self.seen[at];
            let s = self.outcomes[a].step.slope.sqrt();
            (self.before[row], self.right[row]) = (s, -s * self.residual[at]);
            let k = &self.k[a * self.count..][..self.count];
            let matrix = &mut self.matrix[row * n..][..row + 1];
            for (column, entry) in matrix.iter_mut().enumerate() {
                *entry = s * k[self.seen[active[column]]] * self.before[column];
            }
            matrix[row] += 1.0;
        }
        cholesky(cpu, &mut self.matrix[..n * n], &mut self.right[..n], &mut self.first);
        for (z, s) in self.right[..n].iter_mut().zip(&self.before) {
            *z *= s;
        }
        for (at, &a) in self.seen.iter().enumerate() {
            let k = &self.k[a * self.count..][..self.count];
            let pushes = active.iter().zip(&self.right);
            let pushed: f64 = pushes.map(|(&b, push)| k[self.seen[b]] * push).sum();
            self.newton[at] = -self.residual[at] - pushed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::{Damping, Felt, Law};
    use crate::model::Coupling;
    use crate::numeric::Random;

    /// Whatever laws, places and approaches: viscous stops lose energy, and their account closes.
    #[test]
    fn viscous_stops_never_make_energy() {
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let count = 1 + (random.bits() % 5) as usize;
            let dt = random.log_uniform(1e-9, 1e-4);
            let contacts: Vec<Contact> = (0..count)
                .map(|_| {
                    let (k, alpha) = (random.log_uniform(1e2, 1e15), random.uniform(1.0, 4.0));
                    let felt = Felt { hysteresis: random.uniform(0.1, 0.9), relaxation: 1e-3 };
                    let law = match random.bits() % 5 {
                        0 => {
                            Law::hunt_crossley(k, alpha, Damping::Mu(random.log_uniform(1e-3, 1e6)))
                        }
                        1 => Law::centred(k, alpha, random.log_uniform(1e-9, 1e-3)),
                        2 => Law::felt(k.min(1e10), alpha, felt),
                        3 => Law::power(k, alpha).and_then(Law::without_adhesion),
                        _ => Law::power(k, alpha),
                    };
                    Contact {
                        law: law.unwrap(),
                        gap: 0.0,
                        gap_rate: 0.0,
                        most_substeps: 1,
                        bodies: [0, 1],
                        coupling: Coupling::default(),
                    }
                })
                .collect();
            let mut signed = |low, high| {
                let size = random.log_uniform(low, high);
                if random.bits() & 1 == 0 { size } else { -size }
            };
            let mut links: Vec<Link> = (0..count)
                .map(|_| {
                    let (x, approach) = (signed(1e-9, 1e-2), signed(1e-12, 1e-3));
                    let mut link = Link::default();
                    (link.x, link.approach) = (x, approach);
                    link
                })
                .collect();
            let mut coupled = Coupled::new(count);
            coupled.seen.extend(0..count);
            // A Gram matrix: weights of each contact on a few modes.
            let weights: Vec<[f64; 4]> =
                (0..count).map(|_| [0.0; 4].map(|_: f64| signed(1e-7, 1e-4))).collect();
            for a in 0..count {
                for b in 0..count {
                    let products = weights[a].iter().zip(&weights[b]);
                    coupled.k[a * count + b] = products.map(|(a, b)| a * b).sum();
                }
            }
            let memory = vec![0.0; count];
            let given =
                Given { cpu: Cpu::detect(), contacts: &contacts, memory: &memory, dt, energy: 0.0 };
            coupled.stop(&links, &given, None);
            assert!(coupled.adds_up(&links, 0.0).is_some(), "{links:?} {:?}", coupled.outcomes);
            for (link, outcome) in links.iter_mut().zip(&coupled.outcomes) {
                assert!(outcome.step.lost >= 0.0 && outcome.end.is_finite());
                link.x = outcome.end;
            }
        }
    }
}
