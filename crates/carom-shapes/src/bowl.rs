//! A hemispherical bowl by Rayleigh's theory of shells that bend without stretching.
//!
//! Theory of Sound, 2nd ed. 1894, §235d and after. With the angle θ from the pole and
//! t = tan(θ/2), the mode of n ≥ 2 waves around has the displacements
//! normal (n + cos θ)·tⁿ·cos nφ, along the meridian −sin θ·tⁿ·cos nφ, around sin θ·tⁿ·sin nφ.
//! Both principal curvatures change by n(n²−1)·tⁿ/(a²·sin² θ), against each other, and the twist by
//! as much. Bending energy is G·h³/6 per area times the squares of curvature and twist, thus
//! ω² = (2/3)·(G/ρ)·(h²/a⁴)·n²(n²−1)²·∫t²ⁿ·sin⁻³θ dθ / ∫(2·sin² θ + (n + cos θ)²)·t²ⁿ·sin θ dθ.
//!
//! Modes with circles at rest are not in this theory: they stretch the shell and lie above
//! √(E/ρ)/(2πa), near which the formula itself begins to give frequencies that are too high. The
//! rocking of the bowl as a rigid body is left out too, its translations are not.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use carom::check::{Field, Fields};

use crate::eigen::polynomial::gauss;
use crate::fields::{Warning, length, split, suspension, warn};
use crate::special::{Around, Form, Line, object};
use crate::{Elastic, Object, Outline, OutlineKind, Place, Resonator};

/// The most waves around.
const MOST: u32 = 200;

/// A hemispherical shell, open at the top: a glass bowl, a singing bowl. Only the modes without
/// circles at rest are known, those that ring when it is struck at the rim. The first number of a
/// place goes from the pole (0) to the rim (1).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Bowl {
    /// Diameter at the rim (m), measured to the middle of the wall.
    pub diameter: f64,
    /// Thickness of the wall (m).
    pub thickness: f64,
    /// How far the two frequencies of a pair are apart, relative to their mean: a bowl that is not
    /// quite round beats.
    #[cfg_attr(feature = "serde", serde(default))]
    pub split: f64,
    /// The frequency (Hz) at which the bowl moves as a whole on its cushion; without it nothing
    /// holds the bowl.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A singing bowl.
impl Default for Bowl {
    fn default() -> Self {
        Self { diameter: 0.18, thickness: 0.003, split: 0.0, suspension: None }
    }
}

impl Fields for Bowl {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("thickness", self.thickness),
            split(self.split),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Bowl {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Bowl, [self.diameter, self.diameter, 0.5 * self.diameter])
    }

    fn is_free(&self) -> bool {
        true
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "above a tenth of the radius the wall is too thick for the theory of thin \
                   shells: the frequencies come out too high";
        warn(self.thickness > self.diameter / 20.0, "thickness", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let radius = self.diameter / 2.0;
        let mass = elastic.density * self.thickness * TAU * radius * radius;
        let shear = (elastic.young / (2.0 * (1.0 + elastic.poisson) * elastic.density)).sqrt();
        let unit = shear * self.thickness / (radius * radius) / TAU;
        let frequency = self.suspension.unwrap_or(0.0);
        let rigid = [Part::Up, Part::Aside(Around::Cosine(1)), Part::Aside(Around::Sine(1))];
        let mut lines = Vec::from(rigid.map(|form| Line { frequency, name: form.name(), form }));
        for n in 2..=MOST {
            let (figure, scale) = wave(n);
            for around in Around::all(n) {
                let frequency = unit * figure * around.detuning(self.split);
                let form = Part::Wave(around, scale);
                lines.push(Line { frequency, name: form.name(), form });
            }
            if unit * figure > up_to * 1.1 {
                break;
            }
        }
        object(mass, lines, up_to)
    }
}

/// ω in units of √(G/ρ)·h/a², and the factor that brings the shape to a mean square of 1.
fn wave(n: u32) -> (f64, f64) {
    let order = f64::from(n);
    // In t both integrands are t²ⁿ⁻³ and t²ⁿ⁺¹ times something smooth, which Gauss's rule with so
    // many nodes integrates to the last digits.
    let (mut bending, mut moving) = (0.0, 0.0);
    for node in gauss(n as usize + 40) {
        let t = node.place;
        let (sine, cosine) = (2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t));
        let step = node.weight * 2.0 / (1.0 + t * t) * t.powi(2 * n as i32);
        bending += step / sine.powi(3);
        moving += step * sine * (2.0 * sine * sine + (order + cosine).powi(2));
    }
    let curvature = order * (order * order - 1.0);
    let figure = (2.0 / 3.0 * curvature * curvature * bending / moving).sqrt();
    // The mean over the sphere's half is ∫…sin θ dθ, and over φ a half.
    (figure, (2.0 / moving).sqrt())
}

/// A mode.
#[derive(Clone, Copy, Debug)]
enum Part {
    Up,
    Aside(Around),
    /// With the factor that brings it to a mean square of 1.
    Wave(Around, f64),
}

impl Part {
    fn name(self) -> String {
        match self {
            Self::Up => "translation along the axis".into(),
            Self::Aside(Around::Sine(_)) => "translation across sin".into(),
            Self::Aside(_) => "translation across cos".into(),
            Self::Wave(around, _) => around.name(0),
        }
    }
}

impl Form for Part {
    fn motion(&self) -> crate::Motion {
        match self {
            Self::Up | Self::Aside(_) => crate::Motion::Whole,
            Self::Wave(..) => crate::Motion::Bending,
        }
    }

    /// The displacement along the normal.
    fn weight(&self, [radius, turns]: Place) -> f64 {
        let theta = FRAC_PI_2 * radius;
        match self {
            Self::Up => theta.cos(),
            Self::Aside(around) => theta.sin() * around.wave(turns),
            Self::Wave(around, scale) => {
                let t = (FRAC_PI_4 * radius).tan();
                let order = around.diameters();
                let height = scale * (f64::from(order) + theta.cos()) * t.powi(order as i32);
                height * around.wave(turns)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    const GLASS: Elastic = Elastic::isotropic(7e10, 0.22, 2500.0);

    fn bowl() -> Bowl {
        Bowl { diameter: 0.2, thickness: 0.003, split: 0.0, suspension: None }
    }

    #[test]
    fn the_hemisphere_has_the_figures_of_rayleigh() {
        // Rayleigh gives ω = {5.240, 14.726, 28.462}·√(H/σ)/a², where σ = ρh is the mass per area
        // and H = G·h³/6 his constant of bending.
        for (n, expected) in [(2, 5.240), (3, 14.726), (4, 28.462)] {
            let figure = wave(n).0 * 6.0_f64.sqrt();
            assert!((figure / expected - 1.0).abs() < 1e-4, "{n}: {figure}");
        }
        // His integral for n = 2: 20·ln 2 − 12⅓ in the denominator, 7/24 above.
        let exact = (24.0_f64 * 7.0 / 24.0 / (20.0 * 2.0_f64.ln() - 37.0 / 3.0)).sqrt();
        assert!((wave(2).0 / exact - 1.0).abs() < 1e-12);
    }

    #[test]
    fn frequencies_scale_as_thickness_over_radius_squared() {
        let object = bowl().design(&GLASS, 5000.0);
        let shear = (7e10_f64 / (2.44 * 2500.0)).sqrt();
        let expected = 5.240 / 6.0_f64.sqrt() * shear * 0.003 / 0.01 / (2.0 * PI);
        assert!((object.modes[3].frequency / expected - 1.0).abs() < 1e-4);
        assert_eq!(object.modes[3].frequency, object.modes[4].frequency);
        assert_eq!(object.modes[4].name, "(2, 0) sin");
    }

    #[test]
    fn shapes_have_a_mean_square_of_one_with_their_tangential_part() {
        for n in [2, 3, 7, 40] {
            let (_, scale) = wave(n);
            // The integral over θ by the trapezoid rule, apart from `wave`.
            let (steps, mut sum) = (20_000, 0.0);
            for i in 1..steps {
                let radius = f64::from(i) / f64::from(steps);
                let theta: f64 = FRAC_PI_2 * radius;
                let normal = Part::Wave(Around::Cosine(n), scale).weight([radius, 0.0]);
                let tangent = scale * theta.sin() * (theta / 2.0).tan().powi(n as i32);
                let square = normal * normal / 2.0 + tangent * tangent;
                sum += square * theta.sin() * FRAC_PI_2 / f64::from(steps);
            }
            let rim = scale * scale * (f64::from(n).powi(2) / 2.0 + 1.0);
            sum += rim * FRAC_PI_2 / f64::from(steps) / 2.0;
            assert!((sum - 1.0).abs() < 1e-5, "{n}: {sum}");
        }
    }

    #[test]
    fn it_gives_way_as_a_rigid_body_along_the_normal() {
        let object = bowl().design(&GLASS, 100.0);
        let mass = 2500.0 * 0.003 * 2.0 * PI * 0.01;
        assert!((object.mass / mass - 1.0).abs() < 1e-12);
        for place in [[0.0, 0.0], [0.4, 0.1], [1.0, 0.7]] {
            let square: f64 = object.weights(place).iter().map(|weight| weight * weight).sum();
            assert!((square - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pair_is_split_and_turned() {
        let object = Bowl { split: 0.01, ..bowl() }.design(&GLASS, 2000.0);
        let [low, high] = [object.modes[3].frequency, object.modes[4].frequency];
        assert!((2.0 * (high - low) / (high + low) - 0.01).abs() < 1e-12);
        let weights = object.weights([1.0, 0.125]);
        assert!(weights[3].abs() < 1e-12 && weights[4].abs() > 1.0);
        assert!(object.weights([0.0, 0.3])[3..].iter().all(|weight| *weight == 0.0));
    }
}
