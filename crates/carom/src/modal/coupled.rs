//! Several contacts at once.
//!
//! With K the matrix that says how a force in one contact moves the compression of another, the
//! changes d obey d + K·f(d) = u. K is a Gram matrix and every f is increasing, so there is one
//! solution. Contacts that share nothing are solved each for itself.

use super::link::Link;
use crate::law::Law;
use crate::scheme::Equation;

/// Room for the equations, made once.
#[derive(Clone, Debug)]
pub(super) struct Coupled {
    count: usize,
    /// K, row by row.
    pub(super) k: Vec<f64>,
    active: Vec<usize>,
    jacobian: Vec<f64>,
    residual: Vec<f64>,
    change: Vec<f64>,
    trial: Vec<f64>,
    force: Vec<f64>,
}

/// Sets force, end and loss of a contact whose change the others reduce by `others`; returns its
/// own.
fn solve_one(link: &mut Link, law: &Law, others: f64, compliance: f64, dt: f64) -> f64 {
    let equation = Equation {
        law,
        memory: &link.memory,
        free: link.free - others,
        compliance,
        dt,
        hint: link.hint(),
    };
    let solution = equation.solve(link.x);
    link.iterations = solution.iterations;
    (link.force, link.lost) = (solution.step.force, solution.step.lost);
    link.end = solution.end;
    solution.change
}

impl Coupled {
    pub(super) fn new(count: usize) -> Self {
        Self {
            count,
            k: vec![0.0; count * count],
            active: Vec::with_capacity(count),
            jacobian: vec![0.0; count * count],
            residual: vec![0.0; count],
            change: vec![0.0; count],
            trial: vec![0.0; count],
            force: vec![0.0; count],
        }
    }

    fn k(&self, a: usize, b: usize) -> f64 {
        self.k[a * self.count + b]
    }

    /// Sets force, end and loss of every awake link.
    pub(super) fn solve(&mut self, links: &mut [Link], laws: &[Law], dt: f64) {
        if let ([link], [law]) = (&mut *links, laws) {
            if link.awake {
                solve_one(link, law, 0.0, self.k[0], dt);
            }
            return;
        }
        self.force.fill(0.0);
        // Until no force wakes a contact that seemed to stay open.
        for _ in 0..=self.count {
            let before = self.active.len();
            self.choose(links, laws);
            if self.active.is_empty() {
                break;
            }
            let coupled = self
                .active
                .iter()
                .any(|&a| self.active.iter().any(|&b| a != b && self.k(a, b) != 0.0));
            self.sweep(links, laws, dt);
            if coupled {
                self.newton(links, laws, dt);
            }
            if self.active.len() == before {
                break;
            }
        }
        self.active.clear();
        for a in 0..self.count {
            if links[a].awake && self.force[a] == 0.0 {
                let pushed: f64 = (0..self.count).map(|b| self.k(a, b) * self.force[b]).sum();
                let link = &mut links[a];
                (link.force, link.lost) = (0.0, 0.0);
                link.end = link.x + link.free - pushed;
            }
        }
    }

    /// The contacts that touch, or would with the present forces.
    fn choose(&mut self, links: &[Link], laws: &[Law]) {
        for a in (0..self.count).filter(|&a| links[a].awake) {
            if self.active.contains(&a) {
                continue;
            }
            let pushed: f64 = (0..self.count).map(|b| self.k(a, b) * self.force[b]).sum();
            let (link, potential) = (&links[a], laws[a].potential());
            let end = link.x + link.free - pushed;
            let touches = potential.depth(link.x).0 > 0.0
                || potential.depth(end).0 > 0.0
                || potential.depth(link.x).1 != potential.depth(end).1;
            if touches {
                self.active.push(a);
            }
        }
    }

    /// Solves each active contact for itself, the forces of the others as they are.
    fn sweep(&mut self, links: &mut [Link], laws: &[Law], dt: f64) {
        for n in 0..self.active.len() {
            let a = self.active[n];
            let others: f64 =
                (0..self.count).filter(|&b| b != a).map(|b| self.k(a, b) * self.force[b]).sum();
            let k = self.k[a * self.count + a];
            self.change[a] = solve_one(&mut links[a], &laws[a], others, k, dt);
            self.force[a] = links[a].force;
        }
    }

    /// Newton's method on all active contacts together; a step that does not help is halved, and
    /// where halving does not help either the contacts are swept one by one.
    fn newton(&mut self, links: &mut [Link], laws: &[Law], dt: f64) {
        let mut error = self.evaluate(links, laws, dt);
        for _ in 0..100 {
            self.newton_step(links, laws, dt);
            // Once the equations hold to rounding, one last step takes what is left.
            let last = error < 1e-13;
            let mut better = false;
            for halvings in 0..6 {
                let share = 0.5f64.powi(halvings);
                for n in 0..self.active.len() {
                    let a = self.active[n];
                    self.change[a] = self.trial[a] + share * self.residual[n];
                }
                let next = self.evaluate(links, laws, dt);
                if next < error || last {
                    (error, better) = (next, true);
                    break;
                }
            }
            if last {
                return;
            }
            if !better {
                self.sweep(links, laws, dt);
                error = self.evaluate(links, laws, dt);
            }
        }
    }

    /// Forces at the present changes and the largest residual of the equations, each relative to
    /// its own terms.
    fn evaluate(&mut self, links: &mut [Link], laws: &[Law], dt: f64) -> f64 {
        for &a in &self.active {
            let link = &mut links[a];
            let step = laws[a].discrete(link.x, link.x + self.change[a], dt, &link.memory);
            self.force[a] = step.force;
            (link.force, link.lost) = (step.force, step.lost);
            link.end = link.x + self.change[a];
            link.iterations += 1;
        }
        let mut worst = 0.0f64;
        for &a in &self.active {
            let pushed: f64 = self.active.iter().map(|&b| self.k(a, b) * self.force[b]).sum();
            let size = self.change[a].abs() + links[a].free.abs() + pushed.abs();
            worst = worst.max((self.change[a] - links[a].free + pushed).abs() / size.max(1e-300));
        }
        worst
    }

    /// Leaves the Newton step in `residual`, and the changes it starts from in `trial`.
    fn newton_step(&mut self, links: &[Link], laws: &[Law], dt: f64) {
        let n = self.active.len();
        for row in 0..n {
            let a = self.active[row];
            let pushed: f64 = self.active.iter().map(|&b| self.k(a, b) * self.force[b]).sum();
            self.residual[row] = -(self.change[a] - links[a].free + pushed);
            self.trial[a] = self.change[a];
        }
        for column in 0..n {
            let b = self.active[column];
            let link = &links[b];
            let slope = laws[b].discrete(link.x, link.x + self.change[b], dt, &link.memory).slope;
            for row in 0..n {
                let identity = f64::from(u8::from(row == column));
                let a = self.active[row];
                self.jacobian[row * n + column] = identity + self.k(a, b) * slope;
            }
        }
        solve_in_place(&mut self.jacobian[..n * n], &mut self.residual[..n]);
    }
}

/// Gaussian elimination with partial pivoting.
fn solve_in_place(matrix: &mut [f64], right: &mut [f64]) {
    let n = right.len();
    for column in 0..n {
        let size = |row: usize| matrix[row * n + column].abs();
        let pivot = (column..n).max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(column);
        for k in 0..n {
            matrix.swap(column * n + k, pivot * n + k);
        }
        right.swap(column, pivot);
        for row in column + 1..n {
            let factor = matrix[row * n + column] / matrix[column * n + column];
            for k in column..n {
                matrix[row * n + k] -= factor * matrix[column * n + k];
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row * n + k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
}
