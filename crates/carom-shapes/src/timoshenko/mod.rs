//! Bending of uniform beams that also shear and whose sections turn (Timoshenko, Phil. Mag. 41
//! (1921) 744; Huang, J. Appl. Mech. 28 (1961) 579), for any height of the modes.
//!
//! With places in units of the length, b² = ρAL⁴ω²/EI, r² = I/AL² and s² = EI/(KGAL²), the
//! deflection W and the turn Ψ of the sections obey W″ − Ψ′ + b²s²W = 0 and
//! s²Ψ″ + W′ − Ψ + b²r²s²Ψ = 0. Their solutions are c(x) = cosh(√z·x) and s(x) = sinh(√z·x)/√z for
//! the two roots of z² + b²(r²+s²)z − b²(1−b²r²s²) = 0. The lower root is a wave; so is the upper one
//! beyond the frequency b = 1/(rs), where a second branch of modes begins.
//!
//! Between hinges the modes are sines and both branches have closed forms. Other ends free or hold
//! one more motion, and by Rayleigh's theorem (Theory of Sound, §92a) each step moves every
//! frequency at most to its neighbour: that is where the roots of the other ends are looked for, and
//! none is missed.

use std::f64::consts::PI;

use crate::beam::Ends;
use crate::special::{MOST_MODES, root};

/// What of a beam its modes depend on, in units of its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slenderness {
    /// r², the square of the radius of gyration.
    pub(crate) turn: f64,
    /// s², the same times E/KG.
    pub(crate) shear: f64,
}

/// A mode. The mean square of its whole motion, W² + r²Ψ², is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flexure {
    /// ω in units of √(EI/ρA)/L².
    pub(crate) figure: f64,
    pair: Pair,
    /// How much of either solution about the middle, even ones first.
    even: [f64; 2],
    odd: [f64; 2],
}

impl Flexure {
    /// All modes with a figure up to `most`, rising, without the motions of the rigid body.
    pub(crate) fn all(ends: Ends, slenderness: Slenderness, most: f64) -> Vec<Self> {
        let beam = Beam { ends, slenderness, most };
        let mut modes = match ends {
            Ends::Cantilever => beam.cantilever(),
            _ => [beam.parity(true), beam.parity(false)].concat(),
        };
        modes.retain(|mode| mode.figure <= most);
        modes.sort_by(|a, b| a.figure.total_cmp(&b.figure));
        modes
    }

    /// The deflection W at a share of the length.
    pub(crate) fn weight(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for (k, wave) in self.pair.waves.iter().enumerate() {
            let (c, s) = wave.at(x - 0.5);
            sum += self.even[k] * c + self.odd[k] * wave.z * s;
        }
        sum
    }

    /// The turn Ψ of the section, over the length.
    #[cfg(test)]
    fn turn(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for (k, wave) in self.pair.waves.iter().enumerate() {
            let (c, s) = wave.at(x - 0.5);
            sum += wave.kappa * (self.even[k] * s + self.odd[k] * c);
        }
        sum
    }
}

/// One of the two solutions: cosh(√z·x) and sinh(√z·x)/√z about the middle, divided by the former
/// at the end where they grow.
#[derive(Clone, Copy, Debug)]
struct Wave {
    z: f64,
    /// Ψ′ over W: z + b²s².
    kappa: f64,
    /// |√z|.
    number: f64,
}

impl Wave {
    fn new(z: f64, kappa: f64) -> Self {
        Self { z, kappa, number: z.abs().sqrt() }
    }

    /// c and s at a distance from the middle.
    fn at(&self, x: f64) -> (f64, f64) {
        let phase = self.number * x;
        if self.z <= 0.0 {
            return (phase.cos(), if phase == 0.0 { x } else { phase.sin() / self.number });
        }
        // The hyperbolic functions overflow, their quotients do not.
        let decay = (self.number * (x.abs() - 0.5)).exp();
        let (near, far) = (-2.0 * phase.abs(), (-self.number).exp());
        let scale = decay / (1.0 + far);
        let rise = if phase == 0.0 { 2.0 * x } else { -near.exp_m1() * x.signum() / self.number };
        (scale * (1.0 + near.exp()), scale * rise)
    }

    /// c² − zs², which is 1 but for the division.
    fn unit(&self) -> f64 {
        if self.z <= 0.0 { 1.0 } else { (0.5 * self.number).cosh().powi(-2) }
    }
}

/// Both solutions at one frequency, the lower root first, and their values at the end.
#[derive(Clone, Copy, Debug)]
struct Pair {
    waves: [Wave; 2],
    ends: [(f64, f64); 2],
}

impl Pair {
    fn new(b: f64, Slenderness { turn, shear }: Slenderness) -> Self {
        // κ of the lower root is −p and of the upper one b²/p: neither cancels.
        let difference = b * b * (turn - shear);
        let root = difference.hypot(2.0 * b);
        let (p, q) = if difference > 0.0 {
            let p = 0.5 * (difference + root);
            (p, b * b / p)
        } else {
            let q = 0.5 * (root - difference);
            (b * b / q, q)
        };
        let sheared = b * b * shear;
        // z₁z₂ = −b²(1 − b²r²s²): the upper one passes through 0 with no digit lost.
        let lower = -(p + sheared);
        let upper = b * b * (1.0 - b * b * turn * shear) / -lower;
        let waves = [Wave::new(lower, -p), Wave::new(upper, q)];
        Self { waves, ends: waves.map(|wave| wave.at(0.5)) }
    }

    /// The mean of W² + r²Ψ². Products of an even and an odd part vanish.
    fn mean_square(&self, even: [f64; 2], odd: [f64; 2], turn: f64) -> f64 {
        let kappa = [0, 1].map(|k| self.waves[k].kappa);
        let z = [0, 1].map(|k| self.waves[k].z);
        let mut sum = 0.0;
        for i in 0..2 {
            for j in 0..2 {
                let (cosines, sines) = self.products(i, j);
                let turned = turn * kappa[i] * kappa[j];
                sum += even[i] * even[j] * (cosines + turned * sines);
                sum += odd[i] * odd[j] * (z[i] * z[j] * sines + turned * cosines);
            }
        }
        sum
    }

    /// ∫c_i·c_j and ∫s_i·s_j over the length.
    fn products(&self, i: usize, j: usize) -> (f64, f64) {
        let (a, b) = (&self.waves[i], &self.waves[j]);
        let ((ca, sa), (cb, sb)) = (self.ends[i], self.ends[j]);
        if i != j {
            let apart = 2.0 / (a.z - b.z);
            return (apart * (a.z * sa * cb - b.z * sb * ca), apart * (ca * sb - sa * cb));
        }
        let cosines = 0.5 * a.unit() + sa * ca;
        let sines = if a.z.abs() < 1e-2 {
            // The series of the other, times the unit.
            a.unit() * (1.0 / 12.0 + a.z / 240.0 + a.z * a.z / 10_080.0)
        } else {
            (sa * ca - 0.5 * a.unit()) / a.z
        };
        (cosines, sines)
    }
}

/// The motions and forces at the end at place 1, of the two even solutions and the two odd ones. At
/// the other end the same stand with one or the other sign.
struct End {
    deflection: [f64; 4],
    turn: [f64; 4],
    moment: [f64; 4],
    force: [f64; 4],
}

impl End {
    fn of(pair: &Pair) -> Self {
        let [first, second] = pair.waves;
        let [(c1, s1), (c2, s2)] = pair.ends;
        Self {
            deflection: [c1, c2, first.z * s1, second.z * s2],
            turn: [first.kappa * s1, second.kappa * s2, first.kappa * c1, second.kappa * c2],
            moment: [
                first.kappa * c1,
                second.kappa * c2,
                first.kappa * first.z * s1,
                second.kappa * second.z * s2,
            ],
            // W′ − Ψ over −b²s².
            force: [s1, s2, c1, c2],
        }
    }
}

/// A mode between hinges: its figure, its half waves and which of the two solutions it is.
#[derive(Clone, Copy, Debug)]
struct Hinged {
    figure: f64,
    halves: usize,
    wave: usize,
}

/// What is looked for.
struct Beam {
    ends: Ends,
    slenderness: Slenderness,
    most: f64,
}

impl Beam {
    /// The modes that are even or odd about the middle, of ends that are alike.
    fn parity(&self, even: bool) -> Vec<Flexure> {
        let hinged = self.hinged(usize::from(even), 2);
        if self.ends == Ends::Supported {
            // What only turns moves no place.
            let heard = hinged.into_iter().filter(|one| one.halves > 0);
            return heard.map(|one| self.sine(one, even)).collect();
        }
        // Free ends move, which lowers, and the lowest mode is then a motion of the rigid body;
        // clamped ends do not turn, which raises.
        let hinged: Vec<f64> = hinged.iter().map(|one| one.figure).collect();
        let condition = |b: f64| {
            let [first, second] = self.rows(&Pair::new(b, self.slenderness), even);
            first[0] * second[1] - first[1] * second[0]
        };
        between(&hinged, condition).into_iter().map(|b| self.symmetric(b, even)).collect()
    }

    /// The modes between hinges up to the highest figure and one more of each branch, with the
    /// half waves `first`, `first + step` and so on. Of b²r²s²·b² − b²(1 + k²(r²+s²)) + k⁴ = 0 the
    /// lower root b² is that of bending, the upper one that of the second branch, which has a mode
    /// without half waves too: all sections turn alike.
    fn hinged(&self, first: usize, step: usize) -> Vec<Hinged> {
        let Slenderness { turn, shear } = self.slenderness;
        let figure = |halves: usize, wave: usize| {
            let k = (PI * halves as f64).powi(2);
            let sum = 1.0 + k * (turn + shear);
            let root = (1.0 + 2.0 * k * (turn + shear) + (k * (turn - shear)).powi(2)).sqrt();
            let square = if wave == 0 {
                2.0 * k * k / (sum + root)
            } else {
                (sum + root) / (2.0 * turn * shear)
            };
            Hinged { figure: square.sqrt(), halves, wave }
        };
        let mut found = Vec::new();
        for wave in 0..2 {
            let from = if wave == 0 && first == 0 { step } else { first };
            for halves in (from..=MOST_MODES).step_by(step) {
                let one = figure(halves, wave);
                found.push(one);
                if one.figure > self.most || !one.figure.is_finite() {
                    break;
                }
            }
        }
        found.retain(|one| one.figure.is_finite());
        found.sort_by(|a, b| a.figure.total_cmp(&b.figure));
        found
    }

    /// A mode between hinges.
    fn sine(&self, hinged: Hinged, even: bool) -> Flexure {
        let mut pair = Pair::new(hinged.figure, self.slenderness);
        // Its nodes are where they should be, however high it is.
        let wave = &mut pair.waves[hinged.wave];
        wave.number = PI * hinged.halves as f64;
        wave.z = -wave.number.powi(2);
        pair.ends[hinged.wave] = wave.at(0.5);
        let mut part = [0.0; 2];
        part[hinged.wave] = 1.0;
        let (evens, odds) = if even { (part, [0.0; 2]) } else { ([0.0; 2], part) };
        self.mode(hinged.figure, pair, evens, odds)
    }

    /// The two motions or forces that vanish at an end, of either solution of this parity.
    fn rows(&self, pair: &Pair, even: bool) -> [[f64; 2]; 2] {
        let end = End::of(pair);
        let rows = if self.ends == Ends::Free {
            [end.moment, end.force]
        } else {
            [end.deflection, end.turn]
        };
        rows.map(|row| if even { [row[0], row[1]] } else { [row[2], row[3]] })
    }

    fn symmetric(&self, figure: f64, even: bool) -> Flexure {
        let pair = Pair::new(figure, self.slenderness);
        let most = pair.waves.map(|wave| (1.0, wave.number.recip()));
        let [sizes, rows] = [Pair { ends: most, ..pair }, pair].map(|pair| self.rows(&pair, even));
        // Of the two rows the one that is not small has the digits.
        let share = |i: usize| rows[i][0].hypot(rows[i][1]) / sizes[i][0].hypot(sizes[i][1]);
        let [first, second] = rows[usize::from(share(1) > share(0))];
        let part = [second, -first];
        let (evens, odds) = if even { (part, [0.0; 2]) } else { ([0.0; 2], part) };
        self.mode(figure, pair, evens, odds)
    }

    /// Clamped at place 0 and free at place 1: from hinges at both, first the one is freed, then
    /// the other no longer turns.
    fn cantilever(&self) -> Vec<Flexure> {
        let hinged: Vec<f64> = self.hinged(0, 1).iter().map(|one| one.figure).collect();
        let freed = between(&hinged, |b| determinant(&self.four_rows(b, false)));
        // At the lowest the beam turns as a whole about its hinge.
        let lowest = freed.first().map(|lowest| 0.01 * lowest);
        let freed: Vec<f64> = lowest.into_iter().chain(freed).collect();
        let figures = between(&freed, |b| determinant(&self.four_rows(b, true)));
        let mode = |figure: f64| {
            let [a, b, c, d] = null_vector(&self.four_rows(figure, true));
            self.mode(figure, Pair::new(figure, self.slenderness), [a, b], [c, d])
        };
        figures.into_iter().map(mode).collect()
    }

    /// What vanishes at place 0, clamped or on a hinge, and at place 1, free; each row is scaled to
    /// the length 1.
    fn four_rows(&self, b: f64, clamped: bool) -> [[f64; 4]; 4] {
        let end = End::of(&Pair::new(b, self.slenderness));
        let other = |[a, b, c, d]: [f64; 4]| [a, b, -c, -d];
        let held = if clamped { end.turn } else { end.moment };
        [other(end.deflection), other(held), end.moment, end.force].map(|row| {
            let length = row.iter().map(|value| value * value).sum::<f64>().sqrt();
            row.map(|value| value / length)
        })
    }

    fn mode(&self, figure: f64, pair: Pair, even: [f64; 2], odd: [f64; 2]) -> Flexure {
        let scale = pair.mean_square(even, odd, self.slenderness.turn).sqrt().recip();
        let scaled = |part: [f64; 2]| part.map(|value| value * scale);
        Flexure { figure, pair, even: scaled(even), odd: scaled(odd) }
    }
}

/// The one root between each number and the next.
fn between(numbers: &[f64], function: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut values = numbers.iter().map(|number| (*number, function(*number)));
    let Some(mut left) = values.next() else { return Vec::new() };
    let mut found = Vec::with_capacity(numbers.len());
    for right in values {
        found.push(if (left.1 > 0.0) != (right.1 > 0.0) {
            root(&function, left, right)
        } else if left.1.abs() < right.1.abs() {
            // They coincide, to rounding.
            left.0
        } else {
            right.0
        });
        left = right;
    }
    found
}

/// The determinant of the columns but one of three rows, with its sign.
fn minor(rows: [&[f64; 4]; 3], without: usize) -> f64 {
    let [i, j, k] = match without {
        0 => [1, 2, 3],
        1 => [0, 2, 3],
        2 => [0, 1, 3],
        _ => [0, 1, 2],
    };
    let [a, b, c] = rows;
    let value = a[i] * (b[j] * c[k] - b[k] * c[j]) - a[j] * (b[i] * c[k] - b[k] * c[i])
        + a[k] * (b[i] * c[j] - b[j] * c[i]);
    if without.is_multiple_of(2) { value } else { -value }
}

fn determinant(rows: &[[f64; 4]; 4]) -> f64 {
    let [first, a, b, c] = rows;
    (0..4).map(|i| first[i] * minor([a, b, c], i)).sum()
}

/// What three of four rows have no part of, which the fourth should not have either: of the four
/// answers the longest.
fn null_vector([a, b, c, d]: &[[f64; 4]; 4]) -> [f64; 4] {
    let answer = |rows: [&[f64; 4]; 3]| [0, 1, 2, 3].map(|i| minor(rows, i));
    let square = |vector: &[f64; 4]| vector.iter().map(|value| value * value).sum::<f64>();
    let answers = [[b, c, d], [a, c, d], [a, b, d], [a, b, c]].map(answer);
    answers.into_iter().max_by(|x, y| square(x).total_cmp(&square(y))).unwrap_or_default()
}

#[cfg(test)]
mod tests;
