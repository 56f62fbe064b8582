//! Homogeneous solids: how heavy, how hard to turn, and where they touch first.

use super::algebra::{Matrix, Vector, add, dot, length, scale, subtract};

/// A homogeneous solid about its centre of mass, lengths in m.
///
/// ```
/// use carom_rigid::{Body, Solid};
/// // A coin that stands tilted about the y axis touches with the lowest point of its rim.
/// let coin = Solid::Cylinder { radius: 0.012, length: 0.002, axis: [0.6, 0.0, 0.8] };
/// let lowest = coin.extreme([0.0, 0.0, -1.0]).ok_or("lies flat")?;
/// assert!((lowest[2] + 0.012 * 0.6 + 0.001 * 0.8).abs() < 1e-15);
/// let body = Body::new(0.0075, coin.inertia(0.0075))?.touched_at(lowest);
/// assert_eq!(body.contact(), lowest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// A ball.
    Ball {
        /// m.
        radius: f64,
    },
    /// A hollow ball.
    Shell {
        /// Outside.
        radius: f64,
        /// How thick its wall is; 0 is the limit of a thin one.
        wall: f64,
    },
    /// A disc, a coin, a rod.
    Cylinder {
        /// m.
        radius: f64,
        /// Along the axis; 0 is the limit of a thin disc.
        length: f64,
        /// Of any length but 0.
        axis: Vector,
    },
    /// A hollow cylinder without ends.
    Tube {
        /// Outside.
        radius: f64,
        /// How thick its wall is; 0 is the limit of a thin one.
        wall: f64,
        /// Along the axis.
        length: f64,
        /// Of any length but 0.
        axis: Vector,
    },
    /// A block with edges along x, y and z.
    Block {
        /// Its edges.
        size: Vector,
    },
    /// An ellipsoid with axes along x, y and z.
    Ellipsoid {
        /// Its diameters.
        size: Vector,
    },
}

/// What leans by less (rad) lies flat.
const FLAT: f64 = 1e-5;

impl Solid {
    /// m³.
    #[must_use]
    pub fn volume(&self) -> f64 {
        use std::f64::consts::PI;
        // R³ − r³ and R² − r² without their cancellation.
        let cubes = |wall: f64, r: f64| wall * (3.0 * r * r - 3.0 * r * wall + wall * wall);
        match *self {
            Self::Ball { radius } => 4.0 / 3.0 * PI * radius.powi(3),
            Self::Shell { radius, wall } => 4.0 / 3.0 * PI * cubes(wall, radius),
            Self::Cylinder { radius, length, .. } => PI * radius * radius * length,
            Self::Tube { radius, wall, length, .. } => PI * wall * (2.0 * radius - wall) * length,
            Self::Block { size } => size[0] * size[1] * size[2],
            Self::Ellipsoid { size } => PI / 6.0 * size[0] * size[1] * size[2],
        }
    }

    /// The inertia tensor (kg·m²) of this solid with `mass` (kg).
    #[must_use]
    pub fn inertia(&self, mass: f64) -> Matrix {
        match *self {
            Self::Ball { radius } => diagonal([0.4 * mass * radius * radius; 3]),
            Self::Shell { radius, wall } => {
                // 2/5·(R⁵ − r⁵)/(R³ − r³), divided out.
                let (a, b) = (radius, radius - wall);
                let fifths = a.powi(4) + b * (a.powi(3) + b * (a * a + b * (a + b)));
                diagonal([0.4 * mass * fifths / (a * a + a * b + b * b); 3])
            }
            Self::Cylinder { radius, length, axis } => {
                turned_about(axis, mass, radius * radius, length)
            }
            Self::Tube { radius, wall, length, axis } => {
                turned_about(axis, mass, radius.powi(2) + (radius - wall).powi(2), length)
            }
            Self::Block { size } => diagonal(squares(size).map(|x| mass / 12.0 * x)),
            Self::Ellipsoid { size } => diagonal(squares(size).map(|x| mass / 20.0 * x)),
        }
    }

    /// The point farthest in a direction (m from the centre), where it touches a wall there; none if
    /// it would touch with an edge or a face. A side line no longer than the solid is wide counts as
    /// its middle, so that a disc has a rim.
    #[must_use]
    pub fn extreme(&self, direction: Vector) -> Option<Vector> {
        let size = length(direction);
        let d = scale(direction, 1.0 / size);
        if !(size > 0.0 && size.is_finite()) {
            return None;
        }
        match *self {
            Self::Ball { radius } | Self::Shell { radius, .. } => Some(scale(d, radius)),
            Self::Cylinder { radius, length, axis } | Self::Tube { radius, length, axis, .. } => {
                rim(radius, length, axis, d)
            }
            Self::Block { size } => {
                let edge = d.iter().any(|x| x.abs() < FLAT);
                (!edge).then(|| [0, 1, 2].map(|i| 0.5 * size[i] * d[i].signum()))
            }
            Self::Ellipsoid { size } => {
                let stretched = [0, 1, 2].map(|i| 0.5 * size[i] * d[i]);
                let support = length(stretched);
                Some([0, 1, 2].map(|i| 0.5 * size[i] * stretched[i] / support))
            }
        }
    }
}

fn diagonal(moments: Vector) -> Matrix {
    [[moments[0], 0.0, 0.0], [0.0, moments[1], 0.0], [0.0, 0.0, moments[2]]]
}

/// y² + z², z² + x², x² + y².
fn squares(size: Vector) -> Vector {
    let [x, y, z] = size.map(|x| x * x);
    [y + z, z + x, x + y]
}

/// A round solid whose radii have this sum of squares: half of it about the axis, and across a
/// quarter and length²/12.
fn turned_about(axis: Vector, mass: f64, square: f64, along: f64) -> Matrix {
    let unit = scale(axis, 1.0 / length(axis));
    let across = mass * (0.25 * square + along * along / 12.0);
    let more = 0.5 * mass * square - across;
    let mut inertia = diagonal([across; 3]);
    for i in 0..3 {
        for j in 0..3 {
            inertia[i][j] += more * unit[i] * unit[j];
        }
    }
    inertia
}

fn rim(radius: f64, long: f64, axis: Vector, d: Vector) -> Option<Vector> {
    let unit = scale(axis, 1.0 / length(axis));
    let along = dot(d, unit);
    let across = subtract(d, scale(unit, along));
    let lean = length(across);
    if lean < FLAT {
        return None;
    }
    let point = scale(across, radius / lean);
    if along.abs() >= FLAT {
        return Some(add(point, scale(unit, 0.5 * long * along.signum())));
    }
    (long <= 2.0 * radius).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::numeric::Random;

    const AXIS: Vector = [0.36, 0.48, 0.8];

    fn all() -> [Solid; 6] {
        [
            Solid::Ball { radius: 0.3 },
            Solid::Shell { radius: 0.3, wall: 0.1 },
            Solid::Cylinder { radius: 0.2, length: 0.5, axis: AXIS },
            Solid::Tube { radius: 0.3, wall: 0.1, length: 0.4, axis: AXIS },
            Solid::Block { size: [0.2, 0.5, 0.7] },
            Solid::Ellipsoid { size: [0.2, 0.5, 0.7] },
        ]
    }

    fn holds(solid: &Solid, p: Vector) -> bool {
        let round = |radius: f64, wall: f64, x: f64| x <= radius && x >= radius - wall;
        let cylindrical = |radius: f64, wall: f64, long: f64| {
            let along = dot(p, AXIS);
            along.abs() <= 0.5 * long
                && round(radius, wall, length(subtract(p, scale(AXIS, along))))
        };
        match *solid {
            Solid::Ball { radius } => length(p) <= radius,
            Solid::Shell { radius, wall } => round(radius, wall, length(p)),
            Solid::Cylinder { radius, length, .. } => cylindrical(radius, radius, length),
            Solid::Tube { radius, wall, length, .. } => cylindrical(radius, wall, length),
            Solid::Block { size } => (0..3).all(|i| p[i].abs() <= 0.5 * size[i]),
            Solid::Ellipsoid { size } => {
                (0..3).map(|i| (2.0 * p[i] / size[i]).powi(2)).sum::<f64>() <= 1.0
            }
        }
    }

    #[test]
    fn volumes_moments_and_extremes_are_those_of_the_points_inside() {
        let mut random = Random::new(4);
        let direction: Vector = [0.3, -0.5, 0.9];
        for solid in all() {
            let (mut inside, mut sum, mut farthest) = (0.0, [[0.0; 3]; 3], 0.0);
            let trials = 400_000;
            for _ in 0..trials {
                let p = [0; 3].map(|_| random.uniform(-0.5, 0.5));
                if !holds(&solid, p) {
                    continue;
                }
                inside += 1.0;
                farthest = f64::max(farthest, dot(p, direction));
                for i in 0..3 {
                    sum[i][i] += dot(p, p);
                    for j in 0..3 {
                        sum[i][j] -= p[i] * p[j];
                    }
                }
            }
            let share = inside / f64::from(trials);
            assert!((solid.volume() / share - 1.0).abs() < 0.02, "{solid:?}: {share}");
            let inertia = solid.inertia(1.0);
            for i in 0..3 {
                for j in 0..3 {
                    let found = sum[i][j] / inside;
                    let error = (inertia[i][j] - found).abs() / inertia[i][i];
                    assert!(error < 0.02, "{solid:?}: {inertia:?} {found}");
                }
            }
            let extreme = dot(solid.extreme(direction).unwrap(), direction);
            assert!(extreme >= farthest && extreme < 1.1 * farthest, "{solid:?}: {farthest}");
        }
    }

    #[test]
    fn thin_walls_have_their_limits() {
        let shell = Solid::Shell { radius: 2.0, wall: 0.0 }.inertia(3.0);
        assert!((shell[0][0] - 2.0 / 3.0 * 3.0 * 4.0).abs() < 1e-14);
        let hoop = Solid::Tube { radius: 2.0, wall: 0.0, length: 0.0, axis: [0.0, 0.0, 1.0] };
        assert!((hoop.inertia(3.0)[2][2] - 12.0).abs() < 1e-14);
        let ball = Solid::Shell { radius: 2.0, wall: 2.0 };
        assert_eq!(ball.inertia(1.0), Solid::Ball { radius: 2.0 }.inertia(1.0));
    }

    #[test]
    fn faces_and_edges_are_no_points_and_a_rim_is() {
        let down = [0.0, 0.0, -1.0];
        assert_eq!(Solid::Block { size: [1.0; 3] }.extreme(down), None);
        assert_eq!(Solid::Block { size: [1.0; 3] }.extreme([1.0, 0.0, -1.0]), None);
        let coin = |axis| Solid::Cylinder { radius: 1.0, length: 0.1, axis };
        assert_eq!(coin([0.0, 0.0, 5.0]).extreme(down), None);
        assert_eq!(coin([0.0, 5.0, 0.0]).extreme(down), Some(down));
        let rod = Solid::Cylinder { radius: 0.01, length: 1.0, axis: [1.0, 0.0, 0.0] };
        assert_eq!(rod.extreme(down), None);
        assert_eq!(Solid::Ball { radius: 1.0 }.extreme([0.0; 3]), None);
    }
}
