//! What the tests of shapes share.

use crate::eigen::polynomial::gauss;
use crate::{Elastic, Object, Place};

pub(crate) const STEEL: Elastic = Elastic::isotropic(2e11, 0.3, 7850.0);
pub(crate) const AIR: Elastic = Elastic::isotropic(1.2 * 343.0 * 343.0, 0.0, 1.2);

/// Frequencies over the first that is not 0.
pub(crate) fn ratios(object: &Object) -> Vec<f64> {
    let frequencies = object.modes.iter().map(|mode| mode.frequency).filter(|f| *f > 0.0);
    let frequencies: Vec<f64> = frequencies.collect();
    frequencies.iter().map(|frequency| frequency / frequencies[0]).collect()
}

/// Asserts that the first numbers are these, to a relative tolerance.
pub(crate) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert!(found.len() >= expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < tolerance, "{found} is not {expected}");
    }
}

/// Places with their shares of the mass: Gauss's rule along a line.
pub(crate) fn line(from: f64, to: f64, nodes: usize) -> Vec<(f64, f64)> {
    gauss(nodes).iter().map(|node| (from + (to - from) * node.place, node.weight)).collect()
}

/// On a shape whose places are a line.
pub(crate) fn along(from: f64, to: f64) -> Vec<(Place, f64)> {
    line(from, to, 80).into_iter().map(|(x, share)| ([x, 0.0], share)).collect()
}

/// Over the unit square.
pub(crate) fn square() -> Vec<(Place, f64)> {
    let side = line(0.0, 1.0, 40);
    let pairs = side.iter().flat_map(|x| side.iter().map(move |y| ([x.0, y.0], x.1 * y.1)));
    pairs.collect()
}

/// Over the unit disc: midpoints around, which is exact.
pub(crate) fn disc() -> Vec<(Place, f64)> {
    const AROUND: u32 = 48;
    let radii = line(0.0, 1.0, 40);
    let angles = (0..AROUND).map(|k| (f64::from(k) + 0.5) / f64::from(AROUND));
    let share =
        |turn: f64| move |(r, w): &(f64, f64)| ([*r, turn], 2.0 * r * w / f64::from(AROUND));
    angles.flat_map(|turn| radii.iter().map(share(turn)).collect::<Vec<_>>()).collect()
}

/// Asserts that the mean of φ_i·φ_j is 1 if i = j and else 0, for the first `count` modes.
pub(crate) fn assert_orthonormal(object: &Object, places: &[(Place, f64)], count: usize) {
    assert!(object.modes.len() >= count, "only {} modes", object.modes.len());
    let mut means = vec![vec![0.0; count]; count];
    for (place, share) in places {
        let weights = object.weights(*place);
        for i in 0..count {
            for j in 0..count {
                means[i][j] += share * weights[i] * weights[j];
            }
        }
    }
    for i in 0..count {
        for j in 0..count {
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((means[i][j] - expected).abs() < 1e-6, "{i} {j}: {}", means[i][j]);
        }
    }
}

/// Asserts that modes rise, weigh what the object weighs, and move finitely everywhere.
pub(crate) fn assert_sound(object: &Object, up_to: f64) {
    let frequencies: Vec<f64> = object.modes.iter().map(|mode| mode.frequency).collect();
    assert!(frequencies.is_sorted(), "not sorted");
    assert!(frequencies.iter().all(|f| (0.0..=up_to).contains(f)), "out of range");
    assert!(object.modes.iter().all(|mode| mode.mass == object.mass));
    for x in [0.0, 1e-9, 0.3, 0.5, 1.0] {
        for y in [0.0, 0.25, 0.7, 1.0] {
            let weights = object.weights([x, y]);
            let fine = weights.iter().all(|weight| weight.abs() < 1e3);
            assert!(fine, "at {x}, {y}");
        }
    }
}
