//! What the edge of a round plate demands, by Kirchhoff's theory of thin plates (Leissa 1969,
//! Vibration of Plates, NASA SP-160, chapter 2). Radii are counted in that of the plate.

use crate::Edges;
use crate::special::{BesselI, BesselJ, roots};

/// The plate as far as it moves with some number of nodal diameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) edge: Edges,
    pub(super) poisson: f64,
    pub(super) diameters: u32,
}

/// What J(λr) and I(λr)/I(λ) do at the edge, each for one of two demands.
struct Demands {
    first: (f64, f64),
    second: (f64, f64),
}

impl Held {
    /// Below this there is no wave number. The modes of a free edge follow its edge wave, which is
    /// at most 1.5 % slower than waves inside, so that λ is hardly below n.
    pub(super) fn lowest(self) -> f64 {
        match self.diameters {
            // As ν approaches −1 the lowest mode of a free or hinged plate goes to 0.
            0 => 0.1,
            n => (0.8 * f64::from(n)).max(1.0),
        }
    }

    /// The least number of nodal circles, the edge not counted: bending a free plate with no or one
    /// nodal diameter takes one, else it would move as a rigid body.
    pub(super) fn fewest_circles(self) -> u32 {
        u32::from(self.edge == Edges::Free && self.diameters < 2)
    }

    /// All λ up to some value, rising. They lie about π apart.
    pub(super) fn wave_numbers(self, highest: f64) -> Vec<f64> {
        let determinant = |lambda: f64| {
            let (j, i) = self.bessel(lambda);
            let Demands { first, second } = self.demands(lambda, j, i);
            first.0 * second.1 - first.1 * second.0
        };
        roots(determinant, self.lowest(), highest, 1.0)
    }

    /// Of displacement W, slope W′, moment M = W″ + ν(W′ − n²W) and shear
    /// V = (∇²W)′ − (1 − ν)n²(W′ − W), two are 0. Bessel's equation removes higher derivatives.
    fn demands(self, lambda: f64, j: BesselJ, i: BesselI) -> Demands {
        let n2 = f64::from(self.diameters).powi(2);
        let (l2, rest) = (lambda * lambda, 1.0 - self.poisson);
        let displacement = (j.value, 1.0);
        let slope = (j.slope, i.steepness);
        // ∇²J = −λ²J, ∇²I = λ²I.
        let moment = |laplacian: f64, value: f64, slope: f64| {
            laplacian * value - rest * (slope - n2 * value)
        };
        let moment = (moment(-l2, j.value, j.slope), moment(l2, 1.0, i.steepness));
        let shear = |laplacian: f64, value: f64, slope: f64| {
            laplacian * slope - rest * n2 * (slope - value)
        };
        let shear = (shear(-l2, j.value, j.slope), shear(l2, 1.0, i.steepness));
        match self.edge {
            Edges::Free => Demands { first: moment, second: shear },
            Edges::Clamped => Demands { first: displacement, second: slope },
            Edges::Supported => Demands { first: displacement, second: moment },
        }
    }

    /// How the mode of wave number λ runs from the middle to the edge.
    pub(super) fn outwards(self, lambda: f64) -> Outwards {
        let (j, i) = self.bessel(lambda);
        // The first demand on I is never 0: it is 1, or the moment, which is positive.
        let Demands { first, .. } = self.demands(lambda, j, i);
        let share = -first.0 / first.1;
        let factor = 1.0 / self.mean_square(lambda, j, i, share).sqrt();
        Outwards { diameters: self.diameters, lambda, share, edge: i.scaled, factor }
    }

    fn bessel(self, lambda: f64) -> (BesselJ, BesselI) {
        (BesselJ::new(self.diameters, lambda), BesselI::new(self.diameters, lambda))
    }

    /// 2∫W²r dr for W = J(λr) + share·I(λr)/I(λ), from Bessel's equation times W′ or the other
    /// function (Watson 1944, Theory of Bessel Functions, 5.11).
    fn mean_square(self, lambda: f64, j: BesselJ, i: BesselI, share: f64) -> f64 {
        let (n2, l2) = (f64::from(self.diameters).powi(2), lambda * lambda);
        let oscillating = (j.slope * j.slope + (l2 - n2) * j.value * j.value) / l2;
        let decaying = (l2 + n2 - i.steepness * i.steepness) / l2;
        let mixed = (j.value * i.steepness - j.slope) / l2;
        oscillating + share * (2.0 * mixed + share * decaying)
    }
}

/// `J_n(λr)` + share·`I_n(λr)`/`I_n(λ)`, scaled to mean square 1 over the disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outwards {
    diameters: u32,
    lambda: f64,
    share: f64,
    /// I at the edge, scaled.
    edge: f64,
    factor: f64,
}

impl Outwards {
    pub(super) fn weight(&self, radius: f64) -> f64 {
        let x = self.lambda * radius;
        let oscillating = BesselJ::new(self.diameters, x).value;
        self.factor * (oscillating + self.share * self.decaying(x))
    }

    /// I(x)/I(λ).
    fn decaying(&self, x: f64) -> f64 {
        let depth = self.lambda - x;
        // So far inside nothing is left of it that a double could show beside J.
        if depth > 60.0 {
            return 0.0;
        }
        BesselI::new(self.diameters, x).scaled / self.edge * (-depth).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::assert_close;

    /// λ² of all numbers of nodal diameters, rising.
    fn squares(edge: Edges, poisson: f64) -> Vec<f64> {
        let of = |diameters| Held { edge, poisson, diameters }.wave_numbers(12.0);
        let mut found: Vec<f64> = (0..12).flat_map(of).map(|lambda| lambda * lambda).collect();
        found.sort_by(f64::total_cmp);
        found
    }

    #[test]
    fn plates_are_those_of_leissa() {
        let clamped = [10.2158, 21.260, 34.877, 39.771, 51.030, 60.829];
        assert_close(&squares(Edges::Clamped, 0.3), &clamped, 1e-4);
        assert_close(&squares(Edges::Clamped, 0.0), &clamped, 1e-4);
        assert_close(&squares(Edges::Supported, 0.3), &[4.935, 13.898, 25.613, 29.720], 1e-4);
        assert_close(&squares(Edges::Free, 0.3), &[5.358, 9.003, 12.439, 20.475], 1e-4);
        // Exact, from the same determinant with 25 digits.
        let exact = [5.262_037, 9.068_898_7, 12.243_894, 20.513_087, 21.527_217];
        assert_close(&squares(Edges::Free, 0.33), &exact, 1e-7);
        // His table for 0.33 goes back to 1937 and is good to four parts in a thousand.
        assert_close(&squares(Edges::Free, 0.33), &[5.253, 9.084, 12.23, 20.52, 21.6], 4e-3);
    }

    #[test]
    fn no_mode_is_missing_whatever_the_material() {
        // Between neighbours the wave numbers grow by about π.
        for edge in [Edges::Free, Edges::Clamped, Edges::Supported] {
            for poisson in [-0.9, -0.5, 0.0, 0.25, 0.5] {
                for diameters in [0, 1, 2, 3, 10, 100, 400] {
                    let held = Held { edge, poisson, diameters };
                    let found = held.wave_numbers(500.0);
                    let first = found[0];
                    let n = f64::from(diameters);
                    assert!(
                        first > held.lowest() && first < n + 12.0 + 0.2 * n,
                        "{held:?} {first}"
                    );
                    let (count, most) = (found.len() as f64, 1.6 * n.cbrt() + 4.2);
                    let gaps = found.windows(2).map(|pair| pair[1] - pair[0]);
                    assert!(count > 10.0 && gaps.clone().all(|gap| gap > 2.5), "{held:?}");
                    // Edges modes of large n lie apart from the others.
                    assert!(gaps.skip(1).all(|gap| gap < most), "{held:?}");
                }
            }
        }
    }

    #[test]
    fn the_edge_is_where_it_should_be() {
        for diameters in [0, 1, 5, 60] {
            let weights = |edge| {
                let held = Held { edge, poisson: 0.3, diameters };
                let found = held.wave_numbers(150.0).into_iter();
                found.map(|lambda| held.outwards(lambda)).collect::<Vec<_>>()
            };
            for shape in weights(Edges::Supported) {
                assert!(shape.weight(1.0).abs() < 1e-11);
            }
            for shape in weights(Edges::Clamped) {
                assert!(shape.weight(1.0).abs() < 1e-11);
                assert!(shape.weight(1.0 - 1e-6).abs() < 1e-6);
            }
            for shape in weights(Edges::Free) {
                let edge = shape.weight(1.0).abs();
                assert!((0.5..6.0).contains(&edge), "{diameters}: {edge}");
            }
        }
    }
}
