//! Vectors and matrices of three dimensions, and the tangent plane's two.

/// A vector of three components.
pub type Vector = [f64; 3];

/// A matrix of three rows.
pub type Matrix = [[f64; 3]; 3];

/// A vector in the tangent plane.
pub(super) type Planar = [f64; 2];

/// a + b.
#[must_use]
#[inline]
pub fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b.
#[must_use]
#[inline]
pub fn subtract(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a times a factor.
#[must_use]
#[inline]
pub fn scale(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// a · b.
#[must_use]
#[inline]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
#[must_use]
#[inline]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// m·a.
#[must_use]
#[inline]
pub fn apply(m: &Matrix, a: Vector) -> Vector {
    [dot(m[0], a), dot(m[1], a), dot(m[2], a)]
}

/// |a|.
#[must_use]
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Whether every component is finite.
#[must_use]
pub fn is_finite(a: Vector) -> bool {
    a.iter().all(|x| x.is_finite())
}

/// The inverse of a symmetric positive definite matrix by Cholesky's factors; none for any other.
pub(super) fn inverse_of_positive(m: &Matrix) -> Option<Matrix> {
    let mut l = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = m[i][j] - known;
            if i != j {
                l[i][j] = rest / l[j][j];
            } else if rest > 0.0 && rest.is_finite() {
                l[i][i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    // L⁻¹ by substitution; the inverse is L⁻ᵀ L⁻¹, symmetric to the last digit.
    let mut inner = [[0.0; 3]; 3];
    for j in 0..3 {
        inner[j][j] = 1.0 / l[j][j];
        for i in j + 1..3 {
            let known: f64 = (j..i).map(|k| l[i][k] * inner[k][j]).sum();
            inner[i][j] = -known / l[i][i];
        }
    }
    let mut inverse = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            inverse[i][j] = (i.max(j)..3).map(|k| inner[k][i] * inner[k][j]).sum();
        }
    }
    Some(inverse)
}

#[inline]
pub(super) fn planar_length(a: Planar) -> f64 {
    (a[0] * a[0] + a[1] * a[1]).sqrt()
}

#[inline]
pub(super) fn planar_dot(a: Planar, b: Planar) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The tangential block of a symmetric positive definite matrix, and the column that couples it to
/// the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangent {
    xx: f64,
    xy: f64,
    yy: f64,
    /// M_tn.
    pub(super) normal: Planar,
}

impl Tangent {
    pub(super) fn of(m: &Matrix) -> Self {
        Self { xx: m[0][0], xy: m[0][1], yy: m[1][1], normal: [m[0][2], m[1][2]] }
    }

    /// M_tt·a.
    #[inline]
    pub(super) fn apply(&self, a: Planar) -> Planar {
        [self.xx * a[0] + self.xy * a[1], self.xy * a[0] + self.yy * a[1]]
    }

    /// M_tt⁻¹·b, eliminating the larger diagonal first.
    pub(super) fn solve(&self, b: Planar) -> Planar {
        if self.xx >= self.yy {
            let ratio = self.xy / self.xx;
            let y = (b[1] - ratio * b[0]) / (self.yy - ratio * self.xy);
            [(b[0] - self.xy * y) / self.xx, y]
        } else {
            let ratio = self.xy / self.yy;
            let x = (b[0] - ratio * b[1]) / (self.xx - ratio * self.xy);
            [x, (b[1] - self.xy * x) / self.yy]
        }
    }

    /// An upper bound of the eigenvalues of M_tt.
    pub(super) fn largest(&self) -> f64 {
        self.xx + self.yy
    }

    /// The p with |p| = `radius` that makes ½pᵀM_tt p + bᵀp smallest on the disc, where the minimum
    /// over the plane lies outside it: (M_tt + c·I) p = −b with the one c > 0 that gives the length.
    pub(super) fn minimum_on_circle(&self, b: Planar, radius: f64) -> Planar {
        // In the axes of M_tt.
        let half = 0.5 * (self.xx - self.yy);
        let root = half.hypot(self.xy);
        let mean = 0.5 * (self.xx + self.yy);
        let large = mean + root;
        let small = ((self.xx * self.yy - self.xy * self.xy) / large).max(0.0);
        let angle = 0.5 * self.xy.atan2(half);
        let (sine, cosine) = angle.sin_cos();
        let along = [cosine * b[0] + sine * b[1], cosine * b[1] - sine * b[0]];
        // Newton on 1/|p(c)|, which is nearly straight: from the left it climbs to the root.
        let mut c = 0.0;
        let at = |c: f64| [-along[0] / (large + c), -along[1] / (small + c)];
        for _ in 0..60 {
            let p = at(c);
            let square = planar_dot(p, p);
            let slope = p[0] * p[0] / (large + c) + p[1] * p[1] / (small + c);
            let change = (square.sqrt() / radius - 1.0) * square / slope;
            if !change.is_finite() || change <= 1e-15 * (c + small) {
                break;
            }
            c += change;
        }
        let p = at(c);
        let length = planar_length(p);
        if length == 0.0 || !length.is_finite() {
            return [0.0, 0.0];
        }
        let p = [p[0] * radius / length, p[1] * radius / length];
        [cosine * p[0] - sine * p[1], sine * p[0] + cosine * p[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_inverts_and_refuses_what_is_not_positive() {
        let m = [[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 2.0]];
        let inverse = inverse_of_positive(&m).unwrap();
        for i in 0..3 {
            let column = apply(&m, [inverse[0][i], inverse[1][i], inverse[2][i]]);
            for (j, x) in column.iter().enumerate() {
                assert!((x - f64::from(u8::from(i == j))).abs() < 1e-15);
            }
        }
        assert!(
            inverse_of_positive(&[[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).is_none()
        );
    }

    #[test]
    fn the_minimum_on_the_circle_opposes_what_remains() {
        let tangent = Tangent::of(&[[3.0, 0.7, 0.0], [0.7, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let b = [2.0, -5.0];
        let p = tangent.minimum_on_circle(b, 0.3);
        let image = tangent.apply(p);
        let rest = [b[0] + image[0], b[1] + image[1]];
        assert!((planar_length(p) - 0.3).abs() < 1e-15);
        assert!((rest[0] * p[1] - rest[1] * p[0]).abs() < 1e-13);
        assert!(planar_dot(rest, p) < 0.0);
        let back = tangent.apply(tangent.solve(b));
        assert!((back[0] - b[0]).abs() < 1e-14 && (back[1] - b[1]).abs() < 1e-14);
    }
}
