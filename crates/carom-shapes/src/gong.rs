//! A gong: a thin round plate, flat or slightly domed, with a rim that is turned back.
//!
//! It is a thin shell of revolution that nothing holds: a cap of a sphere, a bend of a quarter turn
//! at most, whose radius is half the depth of the rim, and a cylinder. The rim is stiff against
//! tilting, so that modes without a circle at rest are those of the rim with the plate in it.
//!
//! As the plate bends it is stretched, and the rim holds it: its mean tension makes all modes higher,
//! and the pitch glides down as the gong dies away. After Berger (J. Appl. Mech. 22 (1955) 465) the
//! energy is C/(8A)·(∫|∇w|²dA)² with C = Eh/(1−ν²) and the area A, if the edge cannot move inwards.
//! The rim is a ring of the section h·rim. Pulled by N per length it gives way by N·R²/(E·h·rim),
//! which relaxes the plate by C·(1+ν)/R times as much, so that of the tension remains
//! 1/(1 + R/((1−ν)·rim)). Each mode is taken to stretch the plate by itself.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use carom::Tension;
use carom::check::{Field, FieldError, Fields, Limit};

use crate::fields::{Warning, length, rule_error, split, suspension, warn};
use crate::shell::{Edge, Meridian, Piece, Shell, Wall};
use crate::special::{Form, Line, object};
use crate::{Elastic, Motion, Object, Outline, OutlineKind, Place, Resonator};

/// A gong or tam-tam that hangs free. The first number of a place goes from the middle (0) to where
/// the plate has turned into the rim (1), in shares of the radius.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Gong {
    /// Diameter (m), measured to the middle of the rim.
    pub diameter: f64,
    /// Thickness (m).
    pub thickness: f64,
    /// How far the rim is turned back (m); 0 for a plate without one.
    pub rim: f64,
    /// How far the middle stands out (m); 0 for a flat gong.
    #[cfg_attr(feature = "serde", serde(default))]
    pub dome: f64,
    /// How far the two frequencies of a pair are apart, relative to their mean: no gong is quite
    /// round. Without it 0.002.
    #[cfg_attr(feature = "serde", serde(default = "usual_split"))]
    pub split: f64,
    /// The frequency (Hz) at which the gong swings as a whole on its cords; without it nothing holds
    /// the gong.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A Chinese gong of about a kilogram.
impl Default for Gong {
    fn default() -> Self {
        let (split, suspension) = (usual_split(), Some(1.0));
        Self { diameter: 0.32, thickness: 0.001, rim: 0.03, dome: 0.004, split, suspension }
    }
}

fn usual_split() -> f64 {
    0.002
}

/// The plate and its bend along the meridian.
#[derive(Clone, Copy, Debug)]
struct Profile {
    /// Where the bend begins: distance from the axis (m) and angle of the tangent.
    edge: f64,
    angle: f64,
    /// Radius of the bend (m).
    bend: f64,
    /// The length of the meridian from the middle to there, and as a whole (m).
    plate: f64,
    whole: f64,
}

impl Profile {
    /// The share of the meridian at a share of the radius.
    fn share(&self, radius: f64) -> f64 {
        let r = radius * (self.edge + self.bend * (1.0 - self.angle.sin()));
        let way = if r <= self.edge || self.bend == 0.0 {
            let part = (r / self.edge).min(1.0);
            if self.angle == 0.0 {
                part * self.plate
            } else {
                self.plate * (part * self.angle.sin()).asin() / self.angle
            }
        } else {
            let sine = self.angle.sin() + (r - self.edge) / self.bend;
            self.plate + self.bend * (sine.min(1.0).asin() - self.angle)
        };
        (way / self.whole).min(1.0)
    }
}

impl Gong {
    /// The bend takes half the depth of the rim.
    fn profile(&self) -> Profile {
        let (radius, bend) = (0.5 * self.diameter, 0.5 * self.rim);
        // Where the bend begins depends on the angle there, and that on where it begins, a little.
        let mut edge = radius - bend;
        let mut angle = 0.0_f64;
        for _ in 0..60 {
            angle = 2.0 * (self.dome / edge).atan();
            edge = radius - bend * (1.0 - angle.sin());
        }
        let plate = if angle == 0.0 { edge } else { edge * angle / angle.sin() };
        let whole = plate + bend * (FRAC_PI_2 - angle) + self.wall(angle, bend);
        Profile { edge, angle, bend, plate, whole }
    }

    /// The length of the cylinder (m).
    fn wall(&self, angle: f64, bend: f64) -> f64 {
        self.rim - bend * angle.cos()
    }

    fn shell(&self) -> Shell {
        let Profile { angle, bend, plate, .. } = self.profile();
        let piece = |length: f64, curvature: f64| Piece {
            length,
            curvature,
            thickness: [self.thickness; 2],
        };
        let mut pieces = vec![piece(plate, angle / plate)];
        if bend > 0.0 {
            pieces.push(piece(bend * (FRAC_PI_2 - angle), bend.recip()));
            pieces.push(piece(self.wall(angle, bend), 0.0));
        }
        let meridian = Meridian::from_pole(&pieces);
        Shell { meridian, start: Edge::Pole, end: Edge::Free, water: None }
    }
}

impl Fields for Gong {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("thickness", self.thickness),
            Field::new("rim", self.rim, Limit::from(0.0, "m")),
            Field::new("dome", self.dome, Limit::from(0.0, "m")),
            split(self.split),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for Gong {
    fn outline(&self) -> Outline {
        let height = self.rim + self.dome + self.thickness;
        Outline::new(OutlineKind::Round, [self.diameter, self.diameter, height])
    }

    fn is_free(&self) -> bool {
        true
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        let quarter = 0.25 * self.diameter;
        let fields = [("rim", self.rim), ("dome", self.dome)];
        let wide = fields.into_iter().filter(|(_, value)| value.is_finite() && *value > quarter);
        wide.map(|(name, value)| rule_error(name, value, "at most a quarter of the diameter"))
            .collect()
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "a rim must be bent wider than the wall is thick for the theory of thin shells";
        warn(self.rim > 0.0 && self.rim < 4.0 * self.thickness, "rim", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let shell = self.shell();
        let profile = Arc::new(self.profile());
        let lines = shell.lines(elastic, up_to, self.split, self.suspension.unwrap_or(0.0));
        let by_radius = |Line { frequency, name, form }| {
            let form = ByRadius { wall: form, profile: profile.clone() };
            Line { frequency, name, form }
        };
        let lines = lines.into_iter().map(by_radius).collect();
        object(shell.mass(elastic.density), lines, up_to)
    }

    fn tension(&self, elastic: &Elastic, object: &Object) -> Option<Tension> {
        if self.rim == 0.0 {
            return None;
        }
        let edge = self.profile().edge;
        let plate = elastic.young * self.thickness / (1.0 - elastic.poisson.powi(2));
        let held = 1.0 / (1.0 + edge / ((1.0 - elastic.poisson) * self.rim));
        let stiffness = held * plate / (2.0 * PI * edge * edge);
        Some(Tension { stiffness, weights: object.forms.stretches() })
    }
}

/// A mode whose places are shares of the radius.
#[derive(Clone, Debug)]
struct ByRadius {
    wall: Wall,
    profile: Arc<Profile>,
}

impl Form for ByRadius {
    fn weight(&self, [radius, turns]: Place) -> f64 {
        self.wall.weight([self.profile.share(radius), turns])
    }

    fn motion(&self) -> Motion {
        self.wall.motion()
    }

    fn stretch(&self) -> f64 {
        self.wall.stretch()
    }

    fn first_part(&self, radius: f64) -> f64 {
        self.wall.first_part(self.profile.share(radius))
    }

    fn weight_from(&self, first_part: f64, place: Place) -> f64 {
        self.wall.weight_from(first_part, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::testing::assert_sound;

    const BRONZE: Elastic = Elastic::isotropic(1e11, 0.34, 8700.0);

    fn gong() -> Gong {
        Gong {
            diameter: 0.32,
            thickness: 0.001,
            rim: 0.03,
            dome: 0.004,
            split: 0.0,
            suspension: None,
        }
    }

    fn find(object: &Object, name: &str) -> f64 {
        object.modes.iter().find(|mode| mode.name == name).unwrap().frequency
    }

    #[test]
    fn frequencies_are_those_of_an_elastic_solid() {
        // From a finite-element program for solids of revolution with n waves around, in
        // three-dimensional elasticity, 36 elements of fourth order along the meridian: Hz.
        let domed = [
            ("(2, 0) cos", 67.0),
            ("(3, 0) cos", 199.2),
            ("(0, 1)", 210.9),
            ("(1, 1) cos", 257.2),
            ("(2, 1) cos", 317.2),
            ("(0, 2)", 367.7),
            ("(4, 1) cos", 526.9),
            ("(5, 2) cos", 1203.0),
            ("(0, 6)", 2404.1),
            ("(3, 5) cos", 2652.3),
        ];
        let flat = [
            ("(2, 0) cos", 68.1),
            ("(0, 1)", 88.7),
            ("(1, 1) cos", 161.7),
            ("(3, 0) cos", 200.0),
            ("(2, 1) cos", 241.9),
            ("(0, 2)", 303.2),
            ("(5, 1) cos", 637.3),
            ("(1, 7) cos", 3213.4),
        ];
        for (dome, known) in [(0.004, &domed[..]), (0.0, &flat)] {
            let object = Gong { dome, ..gong() }.design(&BRONZE, 4000.0);
            for (name, known) in known {
                let found = find(&object, name);
                assert!((found / known - 1.0).abs() < 4e-3, "{name}: {found} is not {known}");
            }
        }
    }

    #[test]
    fn without_rim_and_dome_it_is_a_round_plate() {
        let flat = Gong { rim: 0.0, dome: 0.0, ..gong() };
        let plate = crate::RoundPlate { diameter: 0.32, thickness: 0.001, ..Default::default() };
        let (flat, plate) = (flat.design(&BRONZE, 3000.0), plate.design(&BRONZE, 3000.0));
        // It also moves in its plane, as a whole.
        let bends = |object: &Object| -> Vec<f64> {
            object.modes.iter().map(|mode| mode.frequency).filter(|f| *f > 1.0).collect()
        };
        let (flat, plate) = (bends(&flat), bends(&plate));
        assert_eq!(flat.len(), plate.len());
        for (a, b) in flat.iter().zip(&plate) {
            assert!((a / b - 1.0).abs() < 1e-4, "{a} is not {b}");
        }
    }

    #[test]
    fn a_dome_stiffens_modes_with_circles_at_rest() {
        // Of a shallow cap of radius R: ω² = (ω of the flat plate)² + E/(ρR²), exact for waves that
        // are short beside the plate (Reissner, Q. Appl. Math. 13 (1955) 279).
        let domed = Gong { dome: 0.003, rim: 0.0, ..gong() };
        let profile = domed.profile();
        let ring = (1e11_f64 / 8700.0).sqrt() * profile.angle.sin() / profile.edge / (2.0 * PI);
        let flat = Gong { dome: 0.0, ..domed.clone() }.design(&BRONZE, 3000.0);
        let domed = domed.design(&BRONZE, 3000.0);
        for name in ["(0, 3)", "(0, 4)", "(1, 4) cos", "(2, 3) cos", "(3, 3) cos"] {
            let ratio = (find(&domed, name).powi(2) - find(&flat, name).powi(2)).sqrt() / ring;
            assert!((0.9..1.02).contains(&ratio), "{name}: {ratio}");
        }
    }

    #[test]
    fn the_plate_is_stretched_as_it_bends() {
        // Of a mode of short waves inside the plate, ∫|∇φ|² is k²·∫φ², with k from its frequency,
        // ω² = (D/ρh)·k⁴ + E/(ρR²).
        let gong = Gong { dome: 0.0, ..gong() };
        let object = gong.design(&BRONZE, 4000.0);
        let tension = gong.tension(&BRONZE, &object).unwrap();
        assert_eq!(tension.weights.len(), object.modes.len());
        let speed = (1e11_f64 / (12.0 * 8700.0 * (1.0 - 0.34 * 0.34))).sqrt() * 0.001;
        let area = object.mass / (8700.0 * 0.001);
        for name in ["(0, 4)", "(1, 4) cos", "(2, 4) sin"] {
            let i = object.modes.iter().position(|mode| mode.name == name).unwrap();
            let wavenumber = 2.0 * PI * object.modes[i].frequency / speed;
            let ratio = tension.weights[i] / (wavenumber * area);
            assert!((0.8..1.05).contains(&ratio), "{name}: {ratio}");
        }
        assert!(tension.weights[..5].iter().all(|weight| *weight == 0.0));
        // A rim that does not give way holds the plate wholly: C/2A.
        let edge = gong.profile().edge;
        let whole = 1e8 / (1.0 - 0.34 * 0.34) / (2.0 * PI * edge * edge);
        let share = tension.stiffness / whole;
        assert!((share - 0.03 / (0.03 + edge / 0.66)).abs() < 1e-12, "{share}");
        assert_eq!(Gong { rim: 0.0, ..gong }.tension(&BRONZE, &object), None);
    }

    #[test]
    fn the_pitch_of_a_struck_gong_glides_down() {
        use carom::law::{Damping, Law};
        use carom::{Options, World};
        let gong = Gong { dome: 0.0, suspension: Some(1.0), ..gong() };
        let thing = gong.of_up_to(&crate::BRONZE, 3000.0).unwrap();
        let slack = thing.modes().iter().map(|mode| mode.omega).collect::<Vec<_>>();
        let named = |name: &str| thing.object().modes.iter().position(|m| m.name == name).unwrap();
        let mut world = World::new();
        let body = world.body(&thing).unwrap();
        let beater = world.mass(0.1).unwrap();
        let law = Law::hunt_crossley(3e5, 2.0, Damping::Mu(0.2)).unwrap();
        let hit = world.contact(beater, body.at([0.2, 0.0]).unwrap(), law).unwrap();
        let (mut voice, mut hands) = world.start(44_100.0, Options::default()).unwrap();
        let cents = |voice: &carom::Voice| {
            let omega = &voice.model().modes().omega;
            ["(0, 1)", "(0, 2)", "(0, 3)"].map(named).map(|i| 1200.0 * (omega[i] / slack[i]).log2())
        };
        hands.strike(hit, 8.0).unwrap();
        voice.advance(4410).unwrap();
        // Some semitones, less for higher modes.
        let [first, second, third] = cents(&voice);
        assert!((100.0..500.0).contains(&first), "{first}");
        assert!(second < 0.5 * first && third < 0.6 * second, "{first} {second} {third}");
        let mut before = first;
        for _ in 0..4 {
            voice.advance(44_100).unwrap();
            let now = cents(&voice)[0];
            assert!(now < before, "{now} {before}");
            before = now;
        }
        let ledger = voice.ledger();
        assert!(ledger.residual().abs() < 1e-12 * ledger.supplied());
    }

    #[test]
    fn places_are_shares_of_the_radius() {
        for gong in [gong(), Gong { dome: 0.0, ..gong() }, Gong { rim: 0.0, ..gong() }] {
            let (profile, shell) = (gong.profile(), gong.shell());
            for radius in [0.0, 0.3, 0.7, 0.93, 0.99, 1.0] {
                let (piece, share) = shell.meridian.locate(profile.share(radius));
                let found = shell.meridian.at(piece, share).radius;
                assert!((found - 0.16 * radius).abs() < 1e-9, "{radius}: {found}");
            }
            let rim = shell.meridian.rim();
            assert!((rim.radius - 0.16).abs() < 1e-12);
            assert!((rim.height - gong.rim - gong.dome).abs() < 1e-12, "{}", rim.height);
            assert!((shell.meridian.length() - profile.whole).abs() < 1e-12);
            assert_sound(&gong.design(&BRONZE, 1000.0), 1000.0);
        }
    }
}
