//! Random roughness: stationary, self-affine, known at every place without memory.
//!
//! The height is a sum of layers of bumps, each layer about half as coarse as the one before and
//! lower by the ratio of the scales to the power H, so that the spectrum falls as k^−(1+2H)
//! between the coarsest and the finest scale and is flat below: the usual model of engineering
//! surfaces (Persson et al., J. Phys.: Condens. Matter 17, R1, 2005). A layer is sparse convolution
//! noise (Lewis, "Algorithms for solid noise synthesis", SIGGRAPH 1989) with one cubic B-spline
//! in every cell of a line, at a random place in its cell and with a random weight of mean 0. As
//! weights are independent and places uniform, its autocovariance is exactly the B-spline of
//! degree 7, whatever the place; so rms and correlation length are set, not measured.

use carom::check::{Field, FieldError, Fields, Limit, describe};
use carom::numeric::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::first_seed;
use super::height::Grid;

/// Random roughness, the same for the same seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
#[schemars(transform = describe::<Self>)]
pub struct Rough {
    /// The root mean square of the height (m).
    pub rms: f64,
    /// The distance (m) over which the autocorrelation of the height falls to 1/e.
    pub correlation: f64,
    /// The width of the finest bumps at half their height (m), at most `correlation`; a quarter of
    /// `correlation` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finest: Option<f64>,
    /// Hurst's exponent: the height of bumps is proportional to this power of their width. Fine bumps
    /// are higher if it is smaller.
    #[serde(default = "usual_hurst")]
    pub hurst: f64,
    /// The seed of the random numbers.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

/// Most measured surfaces, from asphalt to polished steel, lie around it.
fn usual_hurst() -> f64 {
    0.8
}

impl Rough {
    pub(super) fn finest(&self) -> f64 {
        self.finest.unwrap_or(self.correlation / 4.0)
    }

    /// Everything that is wrong with it.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let mut fields = self.fields();
        if self.correlation > 0.0 {
            fields[2].limit = Limit::above_to(0.0, self.correlation, "m");
        }
        fields.iter().filter_map(Field::error).collect()
    }
}

/// A ground surface.
impl Default for Rough {
    fn default() -> Self {
        Self { rms: 4e-6, correlation: 0.004, finest: None, hurst: usual_hurst(), seed: 1 }
    }
}

impl Fields for Rough {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("rms", self.rms, Limit::above(0.0, "m")),
            Field::new("correlation", self.correlation, Limit::above(0.0, "m")),
            Field::optional("finest", self.finest, Limit::above(0.0, "m"), 0.001),
            Field::new("hurst", self.hurst, Limit::above_to(0.0, 1.0, "")),
        ]
    }
}

/// Width at half height of the cubic B-spline, in cells.
const WIDTH: f64 = 1.447_3;
/// Weights are sums of two uniform numbers, of variance 1/6. With this law the height is closest
/// to a normal distribution: the excess of its kurtosis is a few hundredths.
const WEIGHT_VARIANCE: f64 = 1.0 / 6.0;
/// Far more than any surface has; no value may make a surface endlessly slow.
const MOST_LAYERS: f64 = 48.0;

/// Roughness ready for use.
#[derive(Clone, Debug)]
pub(super) struct Roughness {
    layers: Vec<Layer>,
}

#[derive(Clone, Debug)]
struct Layer {
    key: u64,
    /// Cells per metre.
    density: f64,
    /// What a weight of 1 is worth (m).
    amplitude: f64,
}

impl Roughness {
    pub(super) fn new(rough: &Rough) -> Self {
        let finest = rough.finest() / WIDTH;
        let count = 3.0 + (rough.correlation / rough.finest()).log2().ceil();
        let count = count.clamp(2.0, MOST_LAYERS) as usize;
        let scales = |coarsest: f64| Scales { coarsest, finest, count, hurst: rough.hurst };
        let scales = scales(coarsest(rough.correlation, finest, scales));
        let unit = (WEIGHT_VARIANCE * spline_7(0.0)).sqrt();
        let mut keys = Random::new(rough.seed);
        let layers = (0..count).map(|i| Layer {
            key: keys.bits(),
            density: scales.scale(i).recip(),
            amplitude: rough.rms * scales.share(i).sqrt() / unit,
        });
        Self { layers: layers.collect() }
    }

    pub(super) fn at(&self, position: f64) -> f64 {
        self.layers.iter().map(|layer| layer.at(position)).sum()
    }

    /// The same heights as [`at`](Self::at) gives, but faster.
    pub(super) fn sample(&self, grid: &Grid) -> Vec<f64> {
        let mut heights = vec![0.0; grid.count];
        for layer in &self.layers {
            layer.add(grid, &mut heights);
        }
        heights
    }
}

impl Layer {
    fn at(&self, position: f64) -> f64 {
        let place = position * self.density;
        let cell = place.floor();
        Self::value(place - cell, &self.bumps(cell))
    }

    /// Adds itself to heights; bumps are looked up anew only where a cell begins.
    fn add(&self, grid: &Grid, heights: &mut [f64]) {
        let mut cell = f64::NAN;
        let mut bumps = [(0.0, 0.0); 5];
        for (i, height) in heights.iter_mut().enumerate() {
            let place = grid.position(i) * self.density;
            let here = place.floor();
            if here != cell {
                (cell, bumps) = (here, self.bumps(here));
            }
            *height += Self::value(place - cell, &bumps);
        }
    }

    /// Weights and places of the bumps that reach into a cell: a bump reaches two cells far and
    /// stands anywhere in its own.
    fn bumps(&self, cell: f64) -> [(f64, f64); 5] {
        [-2i8, -1, 0, 1, 2].map(|offset| {
            let cell = (cell as i64).wrapping_add(offset.into());
            let (weight, centre) = bump(self.key, cell);
            (self.amplitude * weight, f64::from(offset) + centre)
        })
    }

    fn value(within: f64, bumps: &[(f64, f64); 5]) -> f64 {
        bumps.iter().map(|(weight, centre)| weight * spline_3(within - centre)).sum()
    }
}

/// The weight of the bump in a cell, and its place there from 0 to 1.
fn bump(key: u64, cell: i64) -> (f64, f64) {
    // The generator's own step, so that the cells draw the numbers of one of its sequences.
    let state = key.wrapping_add((cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let bits = Random::new(state).bits();
    let part = |shift: u32| ((bits >> shift) & 0x1f_ffff) as f64 / f64::from(1 << 21);
    (part(0) + part(21) - 1.0, part(42))
}

/// The layers of a surface: scales (m) in a geometric row, shares of the variance.
struct Scales {
    coarsest: f64,
    finest: f64,
    count: usize,
    hurst: f64,
}

impl Scales {
    fn scale(&self, i: usize) -> f64 {
        let part = i as f64 / (self.count - 1) as f64;
        self.coarsest * (self.finest / self.coarsest).powf(part)
    }

    fn weight(&self, i: usize) -> f64 {
        (self.scale(i) / self.coarsest).powf(2.0 * self.hurst)
    }

    fn share(&self, i: usize) -> f64 {
        self.weight(i) / (0..self.count).map(|i| self.weight(i)).sum::<f64>()
    }

    fn autocorrelation(&self, distance: f64) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for i in 0..self.count {
            let weight = self.weight(i);
            sum += weight * spline_7(distance / self.scale(i));
            total += weight * spline_7(0.0);
        }
        sum / total
    }
}

/// The coarsest scale with which the autocorrelation is 1/e at the distance `correlation`.
fn coarsest(correlation: f64, finest: f64, scales: impl Fn(f64) -> Scales) -> f64 {
    let short = |scale: f64| scales(scale).autocorrelation(correlation) < (-1.0f64).exp();
    // A single layer is correlated over 1.16 cells; flat spectra need a scale a few times coarser.
    let (mut low, mut high) = (finest, 64.0 * correlation);
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        if short(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The B-spline of degree 3 around 0.
fn spline_3(place: f64) -> f64 {
    let distance = place.abs();
    let outer = (2.0 - distance).max(0.0);
    let inner = (1.0 - distance).max(0.0);
    (outer * outer * outer - 4.0 * inner * inner * inner) / 6.0
}

/// The B-spline of degree 7 around 0, which is the autocorrelation of that of degree 3.
fn spline_7(place: f64) -> f64 {
    let start = 4.0 - place.abs();
    let term = |(k, factor): (usize, &f64)| factor * (start - k as f64).max(0.0).powi(7);
    [1.0, -8.0, 28.0, -56.0].iter().enumerate().map(term).sum::<f64>() / 5040.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rough(seed: u64) -> Rough {
        Rough { rms: 2e-6, correlation: 1e-3, finest: None, hurst: 0.8, seed }
    }

    fn samples(rough: &Rough, spacing: f64, count: usize) -> Vec<f64> {
        let surface = Roughness::new(rough);
        (0..count).map(|i| surface.at(i as f64 * spacing)).collect()
    }

    fn mean_product(heights: &[f64], lag: usize) -> f64 {
        let products = heights.iter().zip(&heights[lag..]).map(|(a, b)| a * b);
        products.sum::<f64>() / (heights.len() - lag) as f64
    }

    #[test]
    fn rms_and_correlation_are_as_stated() {
        for (hurst, finest) in [(0.8, None), (0.3, None), (1.0, Some(1e-3)), (0.05, Some(2e-5))] {
            let rough = Rough { finest, hurst, ..rough(5) };
            let heights = samples(&rough, 1e-4, 400_000);
            let variance = mean_product(&heights, 0);
            let rms = variance.sqrt() / rough.rms;
            assert!((rms - 1.0).abs() < 0.03, "{hurst} {finest:?} {rms}");
            let correlation = mean_product(&heights, 10) / variance;
            assert!((correlation - (-1.0f64).exp()).abs() < 0.02, "{hurst} {correlation}");
        }
    }

    #[test]
    fn the_autocorrelation_has_the_closed_form() {
        let (rough, heights) = (rough(9), samples(&rough(9), 5e-5, 800_000));
        let scales = |coarsest| Scales { coarsest, finest: 5e-5 / WIDTH, count: 8, hurst: 0.8 };
        let scales = scales(coarsest(rough.correlation, 5e-5 / WIDTH, scales));
        for lag in [2, 5, 10, 20, 40, 100] {
            let measured = mean_product(&heights, lag) / rough.rms.powi(2);
            let expected = scales.autocorrelation(lag as f64 * 5e-5);
            assert!((measured - expected).abs() < 0.025, "{lag}: {measured} {expected}");
        }
    }

    #[test]
    fn heights_are_spread_as_a_normal_distribution() {
        let heights = samples(&rough(2), 2e-4, 400_000);
        let fourth = heights.iter().map(|height| height.powi(4)).sum::<f64>() / 400_000.0;
        let excess = fourth / mean_product(&heights, 0).powi(2) - 3.0;
        assert!(excess.abs() < 0.2, "{excess}");
    }

    #[test]
    fn the_variance_is_the_same_within_a_cell() {
        // Over many surfaces, at places in and between cells of all layers.
        for position in [0.0, 2.9e-4, 0.77] {
            let square = |seed| Roughness::new(&rough(seed)).at(position).powi(2);
            let variance = (0..8000).map(square).sum::<f64>() / 8000.0;
            assert!((variance / 4e-12 - 1.0).abs() < 0.06, "{position} {variance}");
        }
    }

    #[test]
    fn a_seed_gives_one_surface_and_another_seed_another() {
        assert_eq!(samples(&rough(1), 1e-4, 1000), samples(&rough(1), 1e-4, 1000));
        let (one, two) = (samples(&rough(1), 1e-4, 100_000), samples(&rough(2), 1e-4, 100_000));
        let shared = one.iter().zip(&two).map(|(a, b)| a * b).sum::<f64>() / 1e5;
        assert!(shared.abs() < 0.05 * 4e-12, "{shared}");
    }

    #[test]
    fn a_row_of_places_has_the_heights_of_each() {
        let (surface, grid) =
            (Roughness::new(&rough(1)), Grid { before: 500, spacing: 3.3e-6, count: 2000 });
        let each: Vec<_> = (0..2000).map(|i| surface.at(grid.position(i))).collect();
        assert_eq!(surface.sample(&grid), each);
    }

    #[test]
    fn it_does_not_come_again_within_a_hundred_metres() {
        let surface = Roughness::new(&rough(1));
        let start: Vec<_> = (0..50).map(|i| surface.at(f64::from(i) * 2e-4)).collect();
        let coarsest = surface.layers[0].density.recip();
        let cells = (100.0 / coarsest) as usize;
        let again = (1..cells).filter(|&n| {
            let from = n as f64 * coarsest;
            let heights = (0..50).map(|i| surface.at(from + f64::from(i) * 2e-4));
            start.iter().zip(heights).all(|(a, b)| (a - b).abs() < 1e-7)
        });
        assert_eq!(again.count(), 0);
    }

    #[test]
    fn no_place_breaks_it() {
        let surface = Roughness::new(&rough(1));
        for position in [-1e9, 1e300, -1e300, f64::MAX, f64::MIN_POSITIVE] {
            assert!(surface.at(position).is_finite(), "{position}");
        }
        let wild = Rough { rms: 1e-3, correlation: 1.0, finest: Some(1e-300), ..rough(1) };
        assert!(Roughness::new(&wild).at(0.3).is_finite());
    }
}
