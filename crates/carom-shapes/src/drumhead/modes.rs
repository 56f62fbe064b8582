//! The modes of skins and air together.

use crate::air::{Air as Gas, ROOM};

use super::body::Ends;
use super::outside::{Air, Load, Outside, local};
use super::shell::{Inside, Mode as AirMode};
use super::{Around, Basis, Head};
use crate::eigen::generalised::generalised;
use crate::eigen::{Eigen, Matrix};

/// The frequency of a mode is looked for in at most so many steps, to so many digits.
const STEPS: usize = 8;
const CLOSE: f64 = 1e-7;

/// The load is taken at wave numbers of sound, times radius, between these: no skin that can be made
/// has waves so fast that it would need higher ones.
const LOWEST: f64 = 1e-6;
const HIGHEST: f64 = 40.0;

/// A mode with some number of nodal diameters.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    /// rad/s.
    pub omega: f64,
    /// Decay by radiation (1/s).
    pub radiation: f64,
    /// How far the first skin would have to move in a wall, over how far it moves, to radiate as
    /// much.
    pub loudness: f64,
    /// How far each skin moves outwards in each of its shapes, with vᵀ·M·v = 1.
    pub skins: Vec<Vec<f64>>,
    pub kind: Kind,
}

/// What a mode mostly is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Of the skin with this number, with so many nodal circles, the rim being one.
    Skin(usize, usize),
    /// Of the air inside, with nodal circles and nodal planes.
    Air(usize, usize),
}

/// Skins with the air around them, all with the shapes of one basis.
pub(super) struct Together<'a> {
    heads: &'a [Head],
    basis: &'a Basis,
    outside: Option<Air<'a>>,
    /// How many sides of a skin the load is for.
    sides: f64,
    /// The radius (m) of the sphere that the whole body is taken for; none in a wall.
    sphere: Option<f64>,
    ringing: Vec<AirMode>,
    stiffness: Matrix,
    /// Without the air outside.
    mass: Matrix,
}

impl<'a> Together<'a> {
    pub(super) fn new(heads: &'a [Head], basis: &'a Basis, around: Around) -> Self {
        let (outside, sides, depth) = match around {
            Around::Vacuum => (None, 0.0, None),
            Around::Both(Outside::Wall) => (Some(Outside::Wall), 2.0, None),
            Around::Both(Outside::Open) => (Some(Outside::Open), 1.0, None),
            Around::Shell(depth) => (Some(Outside::Wall), 1.0, Some(depth)),
        };
        let top = basis.zeros.last().copied().unwrap_or(0.0);
        let highest = heads.iter().map(|head| head.square(top)).fold(0.0, f64::max).sqrt();
        let inside =
            depth.map(|depth| Inside::new(basis, &ROOM, [heads[0].radius, depth], 1.5 * highest));
        let outside = outside.map(|outside| Air::new(basis, outside));
        let sphere = |depth: f64| (0.75 * heads[0].radius.powi(2) * depth).cbrt();
        let sphere = depth.map(sphere).filter(|_| basis.m == 0);
        Self { outside, sides, sphere, ..Self::assembled(heads, basis, inside) }
    }

    /// Stiffness and mass of skins and air inside: skin by skin, then the modes of the air.
    fn assembled(heads: &'a [Head], basis: &'a Basis, inside: Option<Inside>) -> Self {
        let count = basis.zeros.len();
        let (all, added) = inside.map_or((Vec::new(), None), |air| (air.modes, Some(air.mass)));
        let skins = heads.len() * count;
        let push = |mode: &AirMode| -> Vec<f64> { mode.push[..heads.len()].concat() };
        let pushes: Vec<Vec<f64>> = all.iter().map(push).collect();
        // The mean pressure has no motion of its own.
        let (ringing, ringing_pushes): (Vec<_>, Vec<_>) =
            all.into_iter().zip(&pushes).filter(|(mode, _)| mode.omega > 0.0).unzip();
        let size = skins + ringing.len();
        let (mut stiffness, mut mass) = (Matrix::zero(size), Matrix::zero(size));
        for i in 0..skins {
            for j in 0..skins {
                stiffness.row_mut(i)[j] = pushes.iter().map(|push| push[i] * push[j]).sum();
                let ends = usize::from(i / count != j / count);
                if let Some(added) = &added {
                    mass.row_mut(i)[j] = added[ends][i % count][j % count];
                }
            }
            let head = &heads[i / count];
            stiffness.row_mut(i)[i] += head.density * head.square(basis.zeros[i % count]);
            mass.row_mut(i)[i] += head.density;
        }
        for (row, (mode, push)) in (skins..).zip(ringing.iter().zip(ringing_pushes)) {
            for (i, push) in push.iter().enumerate() {
                stiffness.row_mut(row)[i] = mode.omega * push;
                stiffness.row_mut(i)[row] = mode.omega * push;
            }
            stiffness.row_mut(row)[row] = mode.omega * mode.omega;
            mass.row_mut(row)[row] = 1.0;
        }
        Self { heads, basis, outside: None, sides: 0.0, sphere: None, ringing, stiffness, mass }
    }

    /// The load of the air outside at ω, and the modes under it.
    fn solved(&self, omega: f64) -> (Load, Eigen) {
        let Some(outside) = &self.outside else {
            return (Vec::new(), generalised(&self.stiffness, &self.mass));
        };
        let Gas { density, speed } = ROOM;
        let radius = self.heads[0].radius;
        let mut load = outside.load((omega * radius / speed).clamp(LOWEST, HIGHEST));
        load.iter_mut().flatten().for_each(|entry| *entry *= self.sides * density * radius);
        let (count, mut mass) = (self.basis.zeros.len(), self.mass.clone());
        for head in 0..self.heads.len() {
            for (p, row) in load.iter().enumerate() {
                for (q, entry) in row.iter().enumerate() {
                    mass.row_mut(head * count + p)[head * count + q] += entry.re;
                }
            }
        }
        let eigen = generalised(&self.stiffness, &mass);
        (load, eigen)
    }

    /// All modes, by rising frequency.
    pub(super) fn modes(&self) -> Vec<Mode> {
        settled(|omega| self.solved(omega), |omega, vector, load| self.mode(omega, vector, load))
    }

    fn mode(&self, omega: f64, vector: &[f64], load: &Load) -> Mode {
        let count = self.basis.zeros.len();
        let skins: Vec<Vec<f64>> =
            vector[..self.heads.len() * count].chunks(count).map(<[f64]>::to_vec).collect();
        // R between two skins as it is in a wall.
        let between = |one: &[f64], other: &[f64]| -> f64 {
            let row = |(row, part): (&Vec<crate::air::Complex<f64>>, &f64)| {
                let along = row.iter().zip(other).map(|(entry, other)| -omega * entry.im * other);
                part * along.sum::<f64>()
            };
            load.iter().zip(one).map(row).sum()
        };
        let ends =
            self.sphere.map_or(Ends::WALL, |radius| Ends::on_sphere(omega * radius / ROOM.speed));
        let mut resistance = ends.own * skins.iter().map(|skin| between(skin, skin)).sum::<f64>();
        if let [one, other] = &skins[..] {
            resistance += 2.0 * ends.other * between(one, other);
        }
        let first = between(&skins[0], &skins[0]) / self.sides.max(1.0);
        let loudness = if first > 0.0 { (resistance.max(0.0) / first).sqrt() } else { 1.0 };
        let kind = self.kind(omega, vector);
        Mode { omega, radiation: 0.5 * resistance.max(0.0), loudness, skins, kind }
    }

    /// A mode is the air's if half of its energy is in the pressure of modes of the air.
    fn kind(&self, omega: f64, vector: &[f64]) -> Kind {
        let (skins, air) = vector.split_at(self.heads.len() * self.basis.zeros.len());
        let energy = |(mode, y): (&AirMode, &f64)| {
            let push: f64 = mode.push.concat().iter().zip(skins).map(|(push, v)| push * v).sum();
            (push + mode.omega * y).powi(2)
        };
        let energies: Vec<f64> = self.ringing.iter().zip(air).map(energy).collect();
        if energies.iter().sum::<f64>() > 0.5 * omega * omega {
            let mode = &self.ringing[largest(&energies)];
            return Kind::Air(mode.circles, mode.planes);
        }
        let most = largest(skins);
        Kind::Skin(most / self.basis.zeros.len(), most % self.basis.zeros.len() + 1)
    }
}

/// The place of the largest amount.
fn largest(values: &[f64]) -> usize {
    let amount = |i: &usize| values[*i].abs();
    (0..values.len()).max_by(|a, b| amount(a).total_cmp(&amount(b))).unwrap_or(0)
}

/// All modes of a problem whose masses depend on the frequency: each with its own frequency in them.
pub(super) fn settled<M>(
    solved: impl Fn(f64) -> (Load, Eigen),
    mode: impl Fn(f64, &[f64], &Load) -> M,
) -> Vec<M> {
    // Sizes that floating point cannot hold have no modes.
    let solved = |omega: f64| {
        Some(solved(omega)).filter(|(_, eigen)| eigen.values.iter().all(|value| value.is_finite()))
    };
    let Some((_, mut last)) = solved(0.0) else { return Vec::new() };
    let mut found = Vec::with_capacity(last.values.len());
    for i in 0..last.values.len() {
        // The load at the frequency of the mode below is nearly that at its own.
        let mut omega = last.values[i].max(0.0).sqrt();
        let mut latest = None;
        for _ in 0..STEPS {
            let Some((load, eigen)) = solved(omega) else { break };
            let next = eigen.values[i].max(0.0).sqrt();
            let close = (next - omega).abs() <= CLOSE * omega;
            omega = next;
            latest = Some(mode(omega, eigen.vectors.row(i), &load));
            last = eigen;
            if close {
                break;
            }
        }
        found.extend(latest);
    }
    found
}

const OPEN: Around = Around::Both(Outside::Open);

/// A mode of a skin by itself, whose waves are short: ω, its decay and its amplitude. The edges add
/// so much to the mass of the air.
pub(super) fn alone(
    head: &Head,
    around: Around,
    [m, zero]: [f64; 2],
    edges: f64,
) -> (f64, f64, f64) {
    let (mut omega, mut mass, mut loss) = (head.square(zero).sqrt(), head.density, 0.0);
    let outside = match around {
        Around::Vacuum => return (omega, loss, mass.sqrt().recip()),
        Around::Both(_) => 2.0,
        Around::Shell(_) => 1.0,
    };
    let stiffness = head.density * head.square(zero);
    for _ in 0..STEPS {
        let one = local(m, zero, omega * head.radius / ROOM.speed, around == OPEN);
        let unit = ROOM.density * head.radius;
        mass = head.density + 2.0 * unit * one.re * (1.0 + edges);
        loss = -outside * unit * one.im * omega / (2.0 * mass);
        let next = (stiffness / mass).sqrt();
        let close = (next - omega).abs() <= CLOSE * omega;
        omega = next;
        if close {
            break;
        }
    }
    (omega, loss, mass.sqrt().recip())
}
