//! Tensors of inertia: what they may be, and how they turn.

use carom_rigid::algebra::{cross, dot, length, scale};
use carom_rigid::{Matrix, Vector};
use carom_shapes::eigen::{Matrix as Square, symmetric};

use super::values::Orientation;

/// A share of the largest entry below which a difference is rounding.
const ROUNDING: f64 = 1e-9;

/// Why no body can have this inertia, if that is so.
pub(super) fn error(tensor: &Matrix) -> Option<String> {
    let size = tensor.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        if (tensor[i][j] - tensor[j][i]).abs() > ROUNDING * size {
            let (a, b) = (tensor[i][j], tensor[j][i]);
            return Some(format!(
                "`inertia` is not symmetric: row {} has {a:?} where row {} has {b:?}",
                i + 1,
                j + 1
            ));
        }
    }
    let &[small, middle, large] = principal(tensor).as_slice() else { return None };
    let moments = format!("principal moments are {small:.4e}, {middle:.4e}, {large:.4e}");
    if small <= 1e-12 * size {
        return Some(format!("`inertia` is not positive definite: its {moments}"));
    }
    if large > (small + middle) * (1.0 + ROUNDING) {
        return Some(format!("`inertia` breaks the triangle inequality: its {moments}"));
    }
    None
}

/// Principal moments, rising.
fn principal(tensor: &Matrix) -> Vec<f64> {
    symmetric(&Square::square(tensor)).values
}

/// R·M·Rᵀ.
pub(super) fn turned(m: &Matrix, rotation: &Matrix) -> Matrix {
    let product = rotation.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * m[k][j]).sum()));
    let mut result = product.map(|row: Vector| [0, 1, 2].map(|j| dot(row, rotation[j])));
    // Symmetric to the last digit, whatever was rounded.
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let mean = 0.5 * (result[i][j] + result[j][i]);
        (result[i][j], result[j][i]) = (mean, mean);
    }
    result
}

/// From the axes of the body to those of the world: Rodrigues' formula, column by column.
pub(super) fn rotation(orientation: Option<&Orientation>) -> Matrix {
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let Some(Orientation { axis, angle }) = orientation else { return unit };
    let axis = scale(*axis, 1.0 / length(*axis));
    let (sine, cosine) = angle.sin_cos();
    let columns = unit.map(|e| {
        let (along, across) = (dot(axis, e) * (1.0 - cosine), cross(axis, e));
        [0, 1, 2].map(|i| cosine * e[i] + sine * across[i] + along * axis[i])
    });
    transposed(&columns)
}

pub(super) fn transposed(m: &Matrix) -> Matrix {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| m[j][i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_rigid::algebra::apply;

    const TILT: Orientation = Orientation { axis: [1.0, -2.0, 0.5], angle: 0.7 };

    #[test]
    fn a_turn_keeps_lengths_and_its_axis() {
        let r = rotation(Some(&TILT));
        for (i, j) in [(0, 0), (0, 1), (1, 2), (2, 2)] {
            assert!((dot(r[i], r[j]) - f64::from(u8::from(i == j))).abs() < 1e-15);
        }
        let kept = apply(&r, TILT.axis);
        assert!((0..3).all(|i| (kept[i] - TILT.axis[i]).abs() < 1e-15));
        let quarter = Orientation { axis: [0.0, 0.0, 2.0], angle: std::f64::consts::FRAC_PI_2 };
        let y = apply(&rotation(Some(&quarter)), [1.0, 0.0, 0.0]);
        assert!((y[1] - 1.0).abs() < 1e-15 && y[0].abs() < 1e-15);
    }

    #[test]
    fn principal_moments_survive_a_turn() {
        let wanted = [1.0, 1.5, 2.2];
        let own = [[1.5, 0.0, 0.0], [0.0, 2.2, 0.0], [0.0, 0.0, 1.0]];
        let tensor = turned(&own, &rotation(Some(&TILT)));
        let found = principal(&tensor);
        assert!((0..3).all(|i| (found[i] - wanted[i]).abs() < 1e-14), "{found:?}");
        assert_eq!(error(&tensor), None);
    }

    #[test]
    fn impossible_tensors_are_told_apart() {
        let error_of = |m: Matrix| error(&m).unwrap();
        let skew = [[1.0, 0.2, 0.0], [0.1, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(error_of(skew).contains("not symmetric: row 1 has 0.2 where row 2 has 0.1"));
        let indefinite = [[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(error_of(indefinite).contains("not positive definite"));
        let needle = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.1]];
        assert!(error_of(needle).contains("triangle inequality"));
        let flat = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        assert_eq!(error(&flat), None);
    }
}
