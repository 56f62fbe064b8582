//! Flat faces in a baffle: Rayleigh's integral (Theory of Sound, §278). The far field over the
//! acceleration is ρ/2π times the transform ∫v·e^{j(k_x·x + k_y·y)}dS of the mode shape v, with the
//! wave numbers of the direction, k times its cosines to length and width.

use std::f64::consts::{FRAC_PI_2, PI};

use carom_numeric::bessel::BesselJ;
use carom_numeric::quadrature::{Node, gauss};
use num_complex::Complex;

use crate::air::power_of_j;

/// How many nodes more than its waves a smooth integrand needs for five digits.
const MORE: f64 = 6.0;

/// The most nodes along anything, which bounds time and memory.
const MOST: f64 = 200.0;

/// So many nodes, and not none where the number is none.
fn nodes(count: f64) -> usize {
    if count < MOST { count.max(MORE).ceil() as usize } else { MOST as usize }
}

/// Places on a rectangle, Gauss's in both directions. Values on it are in rows across: all places of
/// the first place along, then of the second.
#[derive(Clone, Debug)]
pub struct Rectangle {
    along: Vec<Node>,
    across: Vec<Node>,
}

impl Rectangle {
    /// Of length and width (m), fine enough for the highest wave numbers (1/m) of the shapes and the
    /// sound.
    #[must_use]
    pub fn new(size: [f64; 2], shape: f64, sound: f64) -> Self {
        let [along, across] = [0, 1].map(|axis| {
            // Gauss's rule needs a node for four radians, and a few.
            let pairs = nodes(0.5 * (0.25 * (shape + sound) * size[axis] + MORE));
            let metres = |node: Node| Node {
                place: (node.place - 0.5) * size[axis],
                weight: node.weight * size[axis],
            };
            gauss(2 * pairs).into_iter().map(metres).collect()
        });
        Self { along, across }
    }

    /// How many places there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.along.len() * self.across.len()
    }

    /// The places (m from the middle) with their areas (m²).
    pub fn places(&self) -> impl Iterator<Item = ([f64; 2], f64)> {
        self.along
            .iter()
            .flat_map(|x| self.across.iter().map(|y| ([x.place, y.place], x.weight * y.weight)))
    }

    /// The places and weights (m) along (0) or across (1).
    pub(crate) fn axis(&self, axis: usize) -> Vec<[f64; 2]> {
        let nodes = if axis == 0 { &self.along } else { &self.across };
        nodes.iter().map(|node| [node.place, node.weight]).collect()
    }

    /// ∫v·e^{j(k_x·x + k_y·y)}dS of values times areas, by what is even and odd along and across.
    #[must_use]
    pub fn transform(&self, values: &[f64], [along, across]: [f64; 2]) -> Parts {
        let row: Vec<(f64, f64)> =
            self.across.iter().map(|node| (across * node.place).sin_cos()).collect();
        let mut parts = [[0.0; 2]; 2];
        for (x, values) in self.along.iter().zip(values.chunks_exact(row.len())) {
            let (mut even, mut odd) = (0.0, 0.0);
            for ((sine, cosine), value) in row.iter().zip(values) {
                even += cosine * value;
                odd += sine * value;
            }
            let (sine, cosine) = (along * x.place).sin_cos();
            parts[0] = [parts[0][0] + cosine * even, parts[0][1] + cosine * odd];
            parts[1] = [parts[1][0] + sine * even, parts[1][1] + sine * odd];
        }
        Parts(parts)
    }

    /// The integral of `power` of the transform over the directions of a half space, of values
    /// times areas; `power` must be smooth and even in the cosine to the normal. The nodes are few
    /// enough to be fast and enough for four digits.
    #[must_use]
    pub fn over_half(&self, values: &[f64], k: f64, power: impl Fn([f64; 3], Parts) -> f64) -> f64 {
        let (half, width) = (self.along.len() / 2, self.across.len());
        let reach = |nodes: &[Node]| 2.0 * nodes.last().map_or(0.0, |node| node.place);
        let (length, breadth) = (reach(&self.along), reach(&self.across));
        // Even and odd part along the length; values are real, so that directions with a negative
        // cosine to the length are the mirror images of the others.
        let mut parts = vec![[0.0; 2]; half * width];
        for i in 0..half {
            let (upper, lower) = ((half + i) * width, (half - 1 - i) * width);
            for y in 0..width {
                let (above, below) = (values[upper + y], values[lower + y]);
                parts[i * width + y] = [above + below, above - below];
            }
        }
        let mut sum = 0.0;
        let mut row = vec![[0.0; 2]; width];
        for node in gauss(nodes(0.25 * k * length + MORE)) {
            row.iter_mut().for_each(|value| *value = [0.0; 2]);
            for (x, parts) in self.along[half..].iter().zip(parts.chunks_exact(width)) {
                let (sine, cosine) = (k * node.place * x.place).sin_cos();
                for (value, part) in row.iter_mut().zip(parts) {
                    value[0] += cosine * part[0];
                    value[1] += sine * part[1];
                }
            }
            let round = (1.0 - node.place * node.place).sqrt();
            let power =
                |[side, up]: [f64; 2], parts| power([node.place, round * side, round * up], parts);
            sum += 2.0 * node.weight * self.around(&row, [k * round, breadth], power);
        }
        sum
    }

    /// The part of a half circle around the length. On the full circle the integrand is periodic,
    /// for which evenly spaced angles are best.
    fn around(
        &self,
        row: &[[f64; 2]],
        [k, breadth]: [f64; 2],
        power: impl Fn([f64; 2], Parts) -> f64,
    ) -> f64 {
        let half = self.across.len() / 2;
        let count = nodes(0.5 * k * breadth + MORE);
        let mut sum = 0.0;
        for i in 0..count {
            let (side, up) = (PI * ((i as f64 + 0.5) / count as f64) - FRAC_PI_2).sin_cos();
            let mut parts = [[0.0; 2]; 2];
            for j in 0..half {
                let ([a, b], [c, d]) = (row[half + j], row[half - 1 - j]);
                let (sine, cosine) = (k * side * self.across[half + j].place).sin_cos();
                parts[0] = [parts[0][0] + (a + c) * cosine, parts[0][1] + (a - c) * sine];
                parts[1] = [parts[1][0] + (b + d) * cosine, parts[1][1] + (b - d) * sine];
            }
            sum += power([side, up], Parts(parts));
        }
        sum * PI / count as f64
    }
}

/// The transform of a shape, by what is even (0) and odd (1) along and across.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts(pub [[f64; 2]; 2]);

impl Parts {
    /// All of it.
    #[must_use]
    pub fn whole(self) -> Complex<f64> {
        let Self([even, odd]) = self;
        Complex::new(even[0] - odd[1], even[1] + odd[0])
    }
}

/// Radii on a disc, for shapes f(r)·cos m(φ − φ₀).
#[derive(Clone, Debug)]
pub struct Disc {
    radii: Vec<Node>,
    /// J_m by m at multiples of [`STEP`], with its slopes.
    tables: Vec<Vec<BesselJ>>,
}

/// Between two entries of a table a cubic is within 3e-7.
const STEP: f64 = 0.1;

impl Disc {
    /// Of a radius (m), fine enough for the highest wave numbers (1/m) of the shapes and the sound,
    /// and quick for shapes with at most so many waves around.
    #[must_use]
    pub fn new(radius: f64, shape: f64, sound: f64, waves: u32) -> Self {
        let count = 0.25 * (shape + sound) * radius + MORE + 2.0;
        let node = |node: Node| {
            let place = radius * node.place;
            Node { place, weight: radius * node.weight * place }
        };
        let entries = (sound * radius / STEP).min(1e4) as u32 + 2;
        let table = |m: u32| (0..entries).map(|i| BesselJ::new(m, STEP * f64::from(i))).collect();
        let tables = (0..waves).map(table).collect();
        Self { radii: gauss(nodes(count)).into_iter().map(node).collect(), tables }
    }

    /// J of some order, from the table if the argument is large enough for its digits, else by the
    /// power series.
    pub(crate) fn bessel(&self, waves: u32, x: f64) -> f64 {
        if x < 0.2 * f64::from(waves) + 1.0 {
            let mut term: f64 = (1..=waves).map(|k| 0.5 * x / f64::from(k)).product();
            let mut sum = term;
            for k in 1..60 {
                term *= -0.25 * x * x / (f64::from(k) * f64::from(k + waves));
                sum += term;
                if term.abs() <= 1e-16 * sum.abs() {
                    break;
                }
            }
            return sum;
        }
        let near = self.tables.get(waves as usize);
        let place = x / STEP;
        let Some([a, b]) = near.and_then(|table| table.get(place as usize..place as usize + 2))
        else {
            return BesselJ::new(waves, x).value;
        };
        // Hermite's cubic; the slopes are times x.
        let (t, start) = (place.fract(), place.trunc());
        let (before, after) = (a.slope / start, b.slope / (start + 1.0));
        let rise = b.value - a.value;
        a.value + t * (rise + (1.0 - t) * ((1.0 - t) * (before - rise) + t * (rise - after)))
    }

    /// The radii (m) with their shares r·dr (m²).
    pub fn radii(&self) -> impl Iterator<Item = (f64, f64)> {
        self.radii.iter().map(|node| (node.place, node.weight))
    }

    /// ∫v·e^{jκ·x}dS over cos m(ψ − φ₀), ψ being the direction of κ, of values times shares:
    /// 2π·j^m·∫f·J_m(κr)·r dr.
    #[must_use]
    pub fn transform(&self, waves: u32, values: &[f64], wave_number: f64) -> Complex<f64> {
        let bessel = |node: &Node| self.bessel(waves, wave_number * node.place);
        let sum: f64 = self.radii.iter().zip(values).map(|(node, v)| v * bessel(node)).sum();
        2.0 * PI * sum * power_of_j(waves)
    }

    /// The integral of `power` of the cosine to the normal over the directions of a half space,
    /// over that of cos² m(ψ − φ₀) around; `power` is smooth in it and even.
    #[must_use]
    pub fn over_half(&self, k: f64, power: impl Fn(f64) -> f64) -> f64 {
        let reach = self.radii.last().map_or(0.0, |node| node.place);
        let term = |node: &Node| node.weight * power(node.place);
        gauss(nodes(0.8 * k * reach + MORE)).iter().map(term).sum()
    }
}

/// The radiation efficiency of a supported plate in a wall, of length and width (m), whose mode has so
/// many half waves along and across, at a wave number of the sound (1/m): the resistance over ρc per
/// area, by Wallace's integral (1972, J. Acoust. Soc. Am. 51, 946), for sound whose waves are longer
/// than a third of the sides.
#[must_use]
pub fn wallace(waves: [u32; 2], [a, b]: [f64; 2], k: f64) -> f64 {
    let part = |m: u32, x: f64| {
        let trig = if m % 2 == 1 { (0.5 * x).cos() } else { (0.5 * x).sin() };
        trig / ((x / (f64::from(m) * PI)).powi(2) - 1.0)
    };
    let (nodes, mut sum) = (gauss(40), 0.0);
    for theta in &nodes {
        let sine = (FRAC_PI_2 * theta.place).sin();
        for phi in &nodes {
            let (y, x) = (FRAC_PI_2 * phi.place).sin_cos();
            let both = part(waves[0], k * a * sine * x) * part(waves[1], k * b * sine * y);
            sum += theta.weight * phi.weight * both * both * sine;
        }
    }
    let [m, n] = waves.map(f64::from);
    16.0 * k * k * a * b / (PI.powi(4) * m * m * n * n) * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baffled_piston_has_its_directivity() {
        let radius = 0.1;
        let disc = Disc::new(radius, 0.0, 500.0, 1);
        let values: Vec<f64> = disc.radii().map(|(_, share)| share).collect();
        for x in [0.1, 1.0, 3.0, 10.0, 40.0] {
            let found = disc.transform(0, &values, x / radius) / (PI * radius * radius);
            let known = 2.0 * BesselJ::new(1, x).value / x;
            assert!((found - known).norm() < 1e-6, "{x}: {found} {known}");
            let direct = Disc::new(radius, 0.0, 500.0, 0).transform(0, &values, x / radius);
            assert!((direct / (PI * radius * radius) - known).norm() < 1e-10);
        }
        // Its resistance: 1 − J₁(2ka)/ka of ρc per area (Rayleigh, §302).
        for ka in [0.1, 1.0, 2.5, 8.0, 30.0] {
            let k = ka / radius;
            let area = PI * radius * radius;
            let sine = |cosine: f64| (1.0 - cosine * cosine).sqrt();
            let power = |cosine| disc.transform(0, &values, k * sine(cosine)).norm_sqr();
            let square = 2.0 * PI * disc.over_half(k, power);
            let found = square * k * k / (4.0 * PI * PI * area);
            let known = 1.0 - BesselJ::new(1, 2.0 * ka).value / ka;
            assert!((found / known - 1.0).abs() < 1e-4, "{ka}: {found} {known}");
        }
    }

    #[test]
    fn a_supported_plate_radiates_as_wallace_says() {
        for (size, modes) in [
            ([0.3, 0.3], vec![[1, 1], [1, 2], [2, 2], [5, 4]]),
            ([0.4, 0.25], vec![[1, 1], [1, 2], [2, 2], [11, 3]]),
        ] {
            for waves in modes {
                let [m, n] = waves.map(f64::from);
                for ka in [0.1, 0.3, 1.0, 2.0, 3.0, 20.0] {
                    let k = ka / size[0];
                    let face = Rectangle::new(size, PI * (m / size[0]).max(n / size[1]), k);
                    let sine = |([x, y], area): ([f64; 2], f64)| {
                        let along = (m * PI * (x / size[0] + 0.5)).sin();
                        area * along * (n * PI * (y / size[1] + 0.5)).sin()
                    };
                    let values: Vec<f64> = face.places().map(sine).collect();
                    // Power over ρc·area·mean square velocity, the latter a quarter.
                    let square = face.over_half(&values, k, |_, parts| parts.whole().norm_sqr());
                    let found = square * k * k / (4.0 * PI * PI * 0.25 * size[0] * size[1]);
                    let known = wallace(waves, size, k);
                    let error = (found / known - 1.0).abs();
                    assert!(error < 1e-3, "{m} {n} at {ka}: {found} {known}");
                }
            }
        }
    }

    #[test]
    fn a_direction_is_a_part_of_all_directions() {
        // The square over a half sphere from single directions, for a shape without symmetry.
        let size = [0.3, 0.2];
        let (k, face) = (40.0, Rectangle::new(size, 40.0, 40.0));
        let bump = |([x, y], area): ([f64; 2], f64)| area * (3.0 * x - 5.0 * y + 7.0 * x * y).exp();
        let values: Vec<f64> = face.places().map(bump).collect();
        let mut sum = 0.0;
        for node in gauss(40) {
            let round = (1.0 - node.place * node.place).sqrt();
            for i in 0..64 {
                let (y, x) = (2.0 * PI * f64::from(i) / 64.0).sin_cos();
                let transform = face.transform(&values, [k * round * x, k * round * y]);
                let square = transform.whole().norm_sqr() * node.place.powi(2);
                sum += node.weight * PI / 32.0 * square;
            }
        }
        let found = face.over_half(&values, k, |[.., z], parts| z * z * parts.whole().norm_sqr());
        assert!((found / sum - 1.0).abs() < 1e-5, "{found} {sum}");
    }
}
