//! The spheres whose far fields shape blows.

use crate::air::{Air, Complex, sphere};
use carom::Rational;

use super::Source;

/// The highest order of a filter.
const HIGHEST_ORDER: u32 = 6;

/// How far below and above its frequency the far field of a mode is compared with those of spheres.
const APART: f64 = 3.0;

/// By what factor the radii of spheres differ that are compared.
const STEP: f64 = 3.0;

/// Directions in which they are compared, on one side: off every plane of symmetry.
const DIRECTIONS: [[f64; 3]; 4] =
    [[0.11, 0.07, 0.99], [-0.29, 0.55, 0.78], [0.83, 0.19, 0.53], [0.37, -0.80, 0.48]];

/// A sphere whose surface moves as a spherical harmonic of some degree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sphere {
    /// The degree.
    pub(super) order: u32,
    /// Its radius (m).
    pub(super) radius: f64,
}

impl Sphere {
    /// The far field over the acceleration and ρ (m²), from the time on when its near side is heard.
    pub(super) fn at(self, k: f64) -> Complex<f64> {
        let z = Complex::new(0.0, k * self.radius);
        self.radius * self.radius * sphere::far(self.order, z)
    }

    /// The same as a filter, with ρ.
    pub(super) fn filter(self, air: &Air) -> Rational {
        let rate = air.speed / self.radius;
        let scale = air.density * self.radius * self.radius * rate;
        let pair = |factor: f64, value: Complex<f64>| [factor * value.re, factor * value.im];
        let (poles, residues) = sphere::fractions(self.order)
            .into_iter()
            .map(|[pole, residue]| (pair(rate, pole), pair(scale, residue)))
            .unzip();
        Rational { poles, residues }
    }

    /// How much louder it is at one wave number than at another, as a logarithm.
    fn rise(self, from: f64, to: f64) -> f64 {
        (self.at(to).norm() / self.at(from).norm()).ln()
    }
}

/// How loud a field is at a wave number, as a logarithm.
fn level(source: &dyn Source, mode: usize, k: f64) -> f64 {
    let square = |direction| source.field(mode, k, direction).norm_sqr();
    0.5 * DIRECTIONS.into_iter().map(square).sum::<f64>().ln()
}

/// The best of some spheres by how far each is off.
fn best(spheres: impl Iterator<Item = Sphere>, off: impl Fn(Sphere) -> f64) -> Option<Sphere> {
    spheres.min_by(|a, b| off(*a).total_cmp(&off(*b)))
}

/// For a motion of the whole: the order by which its field rises for long waves.
pub(super) fn of_whole(source: &dyn Source, mode: usize, k: f64) -> Sphere {
    let radius = source.radius();
    let found = level(source, mode, APART * k) - level(source, mode, k);
    let spheres = (0..=HIGHEST_ORDER).map(|order| Sphere { order, radius });
    let off = |sphere: Sphere| (sphere.rise(k, APART * k) - found).abs();
    best(spheres, off).unwrap_or(Sphere { order: 1, radius })
}

/// For a mode with this wave number of its sound, among others up to a highest one, of a thing that
/// reaches so far (m): a sphere that rises from below to it, and from it upwards, as the mode does.
pub(super) fn of_mode(source: &dyn Source, mode: usize, [k, most]: [f64; 2], reach: f64) -> Sphere {
    let radius = source.radius();
    let (below, above) = (k / APART, (APART * k).min(most));
    let levels = [below, k, above].map(|k| level(source, mode, k));
    let found = [levels[1] - levels[0], levels[2] - levels[1]];
    let larger = (0..).map(|i| radius * STEP.powi(i)).take_while(|larger| *larger < reach);
    let radii = std::iter::once(radius).chain(larger.skip(1));
    let spheres =
        radii.flat_map(|radius| (0..=HIGHEST_ORDER).map(move |order| Sphere { order, radius }));
    let off = |sphere: Sphere| {
        let rises = [sphere.rise(below, k), sphere.rise(k, above)];
        (rises[0] - found[0]).abs() + (rises[1] - found[1]).abs()
    };
    best(spheres, off).unwrap_or(Sphere { order: 1, radius })
}
