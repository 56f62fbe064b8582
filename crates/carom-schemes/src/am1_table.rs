//! The K method's alternative to iterating: the force as a table, computed beforehand.

use super::am1::EndOfStep;
use carom::law::Law;

/// Points in each direction.
const SIZE: usize = 192;

/// The force at the end of a step as a function of where the contact would be, and how fast it
/// would move, without the force of that step.
///
/// What is stored is force^(1/α), which is nearly a plane, over a grid that is finer near the
/// surface; values between are interpolated in both directions, to a thousandth of the largest force
/// on the table wherever the force pushes. Outside its range the equation is solved instead.
#[derive(Clone, Debug)]
pub(super) struct ForceTable {
    reach: f64,
    speed: f64,
    exponent: f64,
    roots: Vec<f64>,
}

impl ForceTable {
    /// A table for approaches up to `speed`, in a contact of this K and step.
    pub(super) fn new(law: &Law, k: f64, h: f64, reach: f64, speed: f64) -> Self {
        let exponent = law.potential().exponent();
        let mut table = Self { reach, speed, exponent, roots: vec![0.0; SIZE * SIZE] };
        for row in 0..SIZE {
            for column in 0..SIZE {
                let (free, rate) = table.at(row, column);
                let force = solved(law, k, h, free, rate);
                table.roots[row * SIZE + column] = force.abs().powf(1.0 / exponent).copysign(force);
            }
        }
        table
    }

    /// Free compression and free rate of a grid point.
    fn at(&self, row: usize, column: usize) -> (f64, f64) {
        let share = |i: usize| i as f64 / (SIZE - 1) as f64;
        (self.reach * share(row).powi(2), self.speed * (2.0 * share(column) - 1.0))
    }

    /// The force, if the point is on the table.
    pub(super) fn force(&self, free: f64, rate: f64) -> Option<f64> {
        let last = (SIZE - 1) as f64;
        let row = (free / self.reach).max(0.0).sqrt() * last;
        let column = 0.5 * (rate / self.speed + 1.0) * last;
        if !(row < last && column >= 0.0 && column < last) {
            return None;
        }
        let (i, j) = (row as usize, column as usize);
        let (u, v) = (row - i as f64, column - j as f64);
        let corner = |di: usize, dj: usize| self.roots[(i + di) * SIZE + j + dj];
        let root = (1.0 - u) * ((1.0 - v) * corner(0, 0) + v * corner(0, 1))
            + u * ((1.0 - v) * corner(1, 0) + v * corner(1, 1));
        Some(root.abs().powf(self.exponent).copysign(root))
    }
}

/// The force where the contact would be at `free` with `rate`: any state before the step that leads
/// there will do, such as the one at the surface.
fn solved(law: &Law, k: f64, h: f64, free: f64, rate: f64) -> f64 {
    // rate = 2(free − x)/h − v with x = 0.
    let v = 2.0 * free / h - rate;
    EndOfStep { law, memory: 0.0, k, h, x: 0.0, rate: v, gap_rate: 0.0, free }.solve().0
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::law::Damping;
    use carom_numeric::Random;

    #[test]
    fn the_table_is_within_its_stated_error() {
        // The hammer of avanzini Fig. 5.1.
        let law = Law::hunt_crossley(1.5e11, 2.8, Damping::Mu(0.6)).unwrap();
        let (h, mass) = (1.0 / 44_100.0, 0.01);
        let k = 0.25 * h * h / mass;
        let (reach, speed) = (8e-4, 4.0);
        let table = ForceTable::new(&law, k, h, reach, speed);
        let mut random = Random::new(9);
        let (mut worst, mut largest) = (0.0f64, 0.0f64);
        for _ in 0..20_000 {
            // Above −1/μ, below which the force would hold the bodies together.
            let (free, rate) = (random.uniform(0.0, reach), random.uniform(-1.6, speed));
            let exact = solved(&law, k, h, free, rate);
            worst = worst.max((table.force(free, rate).unwrap() - exact).abs());
            largest = largest.max(exact.abs());
        }
        println!("{:.1e} of the largest force", worst / largest);
        assert!(worst < 1e-3 * largest, "{worst} {largest}");
        assert!(table.force(2.0 * reach, 0.0).is_none());
    }
}
