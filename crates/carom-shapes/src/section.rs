//! How thick a shape is where it is strained, which decides what its material loses.

use std::f64::consts::{PI, SQRT_2, TAU};

use carom::check::Field;

use crate::material::Material;
use crate::{Elastic, Motion, Outline, OutlineKind};

/// Shear over what the middle of a rectangular section feels (Cowper's 5/6, for any ν about right).
const SHEAR_SHARE: f64 = 5.0 / 6.0;

/// The viscosity of air at 20 °C (Pa·s), its ratio of heat capacities and Prandtl's number (Kaye
/// and Laby).
const VISCOSITY: f64 = 1.81e-5;
const HEAT_RATIO: f64 = 1.40;
const PRANDTL: f64 = 0.71;

/// The section of a shape across which its material is strained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section {
    /// A bar of this thickness (m) that bends along its length only.
    Bar(f64),
    /// A plate or shell of this thickness (m).
    Plate(f64),
    /// A tube or rod that bends along its length, with the radii (m) outside and inside.
    Tube([f64; 2]),
    /// A string of this radius (m) under a tension (N).
    Wire {
        /// m.
        radius: f64,
        /// N.
        tension: f64,
    },
    /// A skin on which waves run at this speed (m/s).
    Skin(f64),
    /// A space whose volume over its wall is half of this (m): the radius of a pipe.
    Bore(f64),
    /// As thick as it is wide.
    Solid,
}

impl Section {
    /// What outline and fields suggest: shapes with a `thickness` are bars if they look like a
    /// strip and plates if not; with a `tension` (N/m) as well they are skins.
    pub(crate) fn of(outline: &Outline, fields: &[Field], density: f64) -> Self {
        let value = |name| fields.iter().find(|field| field.name == name)?.value;
        match (value("thickness"), value("tension")) {
            (Some(thickness), Some(tension)) => {
                Self::Skin((tension / (density * thickness)).sqrt())
            }
            (Some(thickness), None) if outline.kind == OutlineKind::Line => Self::Bar(thickness),
            (Some(thickness), None) => Self::Plate(thickness),
            (None, _) => Self::Solid,
        }
    }

    /// The loss factor of what stays in a mode of this motion: in the material and, of a string or
    /// a space, by friction of the air.
    pub(crate) fn loss_factor(&self, material: &Material, motion: Motion, hertz: f64) -> f64 {
        let (damping, omega) = (&material.damping, TAU * hertz);
        let (stretch, shear) = (damping.of_stretch(hertz), damping.of_shear(hertz));
        match motion {
            Motion::Whole => 0.0,
            Motion::Bending => {
                let share = self.shear_share(&material.elastic, omega);
                stretch + share * (shear - stretch) + self.thermoelastic(material, omega)
            }
            Motion::Twisting => shear,
            // How it is strained is not known: half of each.
            Motion::Solid => 0.5 * (stretch + shear),
            Motion::Taut => {
                let share = self.bending_share(&material.elastic, omega);
                let bent = stretch + self.thermoelastic(material, omega);
                damping.taut + share * (bent - damping.taut) + self.drag(&material.elastic, omega)
            }
            Motion::Gas => stretch + self.wall_loss(material, omega),
        }
    }

    /// Zener's loss factor. That of a plate has the factor (1+ν)/(1−ν): exact where its edges do
    /// not move, and the most that it can be where they do, as twisting warms nothing.
    fn thermoelastic(&self, material: &Material, omega: f64) -> f64 {
        let (Some(heat), elastic) = (&material.heat, &material.elastic) else { return 0.0 };
        let along = |path| heat.of_bending(elastic, path, omega);
        match *self {
            Self::Bar(thickness) => along(thickness / PI),
            Self::Plate(thickness) => {
                (1.0 + elastic.poisson) / (1.0 - elastic.poisson) * along(thickness / PI)
            }
            // Around a thin wall temperature goes as cos θ, with τ = R²ρc/κ; of a full rod the path
            // is 0.54 of its radius (J₁′(1.841) = 0), not a half.
            Self::Tube([outside, inside]) => along(0.5 * (outside + inside)),
            Self::Wire { radius, .. } => along(radius / 1.841),
            Self::Skin(_) | Self::Bore(_) | Self::Solid => 0.0,
        }
    }

    /// The radius of gyration (m) of a section that bends.
    fn gyration(&self) -> Option<f64> {
        match *self {
            Self::Bar(thickness) | Self::Plate(thickness) => Some(thickness / 12.0_f64.sqrt()),
            Self::Tube([outside, inside]) => Some(0.5 * outside.hypot(inside)),
            Self::Wire { radius, .. } => Some(0.5 * radius),
            Self::Skin(_) | Self::Bore(_) | Self::Solid => None,
        }
    }

    /// The share of the energy of a bending wave that is shear, after Timoshenko without the inertia
    /// of turning: x/(1+x) with x = r²k²·E/(κG), where ω²·(1+x) = (E/ρ)·r²·k⁴.
    fn shear_share(&self, elastic: &Elastic, omega: f64) -> f64 {
        let Some(gyration) = self.gyration() else { return 0.0 };
        let ratio = elastic.young / (SHEAR_SHARE * elastic.shear);
        let a = omega * omega * gyration * gyration * elastic.density / elastic.young;
        let x = ratio * 0.5 * (a * ratio + ((a * ratio).powi(2) + 4.0 * a).sqrt());
        x / (1.0 + x)
    }

    /// k² (1/m²) of a wave on a string, μω² = T·k² + EI·k⁴, with μ and EI.
    fn string_wave(&self, elastic: &Elastic, omega: f64) -> Option<[f64; 3]> {
        let Self::Wire { radius, tension } = *self else { return None };
        let area = PI * radius * radius;
        let (line, stiffness) =
            (elastic.density * area, elastic.young * area * radius * radius / 4.0);
        let inertia = line * omega * omega;
        let squared =
            2.0 * inertia / (tension + (tension * tension + 4.0 * stiffness * inertia).sqrt());
        Some([squared, line, stiffness])
    }

    /// The share of the energy of a wave on a string that is bending: all else is tension.
    fn bending_share(&self, elastic: &Elastic, omega: f64) -> f64 {
        match (self.string_wave(elastic, omega), self) {
            (Some([squared, _, stiffness]), Self::Wire { tension, .. }) => {
                stiffness * squared / (tension + stiffness * squared)
            }
            _ => 0.0,
        }
    }

    /// What the friction of air takes from a string (Stokes; Fletcher and Rossing 1998, section
    /// 2.12.2): 2σ/ω = (ρ_a/ρ)·(2√2·M + 1)/M², M = (r/2)·√(ω·ρ_a/viscosity).
    fn drag(&self, elastic: &Elastic, omega: f64) -> f64 {
        let Self::Wire { radius, .. } = *self else { return 0.0 };
        let air = crate::air::ROOM.density;
        let m = 0.5 * radius * (omega * air / VISCOSITY).sqrt();
        air / elastic.density * (2.0 * SQRT_2 * m + 1.0) / (m * m)
    }

    /// What friction and heat take from a gas at its walls (Kirchhoff; Fletcher and Rossing 1998,
    /// section 8.2): σ = √(ω·viscosity/2ρ)·(1 + (γ−1)/√Pr)/a.
    fn wall_loss(&self, material: &Material, omega: f64) -> f64 {
        let Self::Bore(radius) = *self else { return 0.0 };
        let layer = (0.5 * omega * VISCOSITY / material.elastic.density).sqrt();
        2.0 * layer * (1.0 + (HEAT_RATIO - 1.0) / PRANDTL.sqrt()) / (radius * omega)
    }

    /// Whether waves on it run to edges or ends.
    #[must_use]
    pub fn has_edges(&self) -> bool {
        !matches!(self, Self::Bore(_) | Self::Solid)
    }

    /// How fast energy runs in a wave (m/s): 2·√(ω·r)·(E/ρ)^¼ in bending, of a plate with E/(1−ν²).
    /// None where there are no edges for it to run to.
    pub(crate) fn group_speed(&self, elastic: &Elastic, omega: f64) -> Option<f64> {
        let bending = |modulus: f64, gyration: f64| {
            2.0 * (omega * gyration).sqrt() * (modulus / elastic.density).powf(0.25)
        };
        match self {
            Self::Bar(_) | Self::Tube(_) => Some(bending(elastic.young, self.gyration()?)),
            Self::Plate(_) => {
                Some(bending(elastic.young / (1.0 - elastic.plane_product()), self.gyration()?))
            }
            Self::Wire { tension, .. } => {
                let [squared, line, stiffness] = self.string_wave(elastic, omega)?;
                let wave = squared.sqrt();
                Some(wave * (tension + 2.0 * stiffness * squared) / (line * omega))
            }
            Self::Skin(speed) => Some(*speed),
            Self::Bore(_) | Self::Solid => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    fn loss(section: Section, material: &Material, motion: Motion, hertz: f64) -> f64 {
        section.loss_factor(material, motion, hertz)
    }

    /// Zener's formula with α (1/K), κ (W/(m·K)), c (J/(kg·K)), E (Pa), ν, ρ (kg/m³), as in his
    /// paper: Δ·f·f₀/(f² + f₀²) with Δ = Eα²T/ρc and f₀ = πκ/2h²ρc.
    fn zener([expansion, conductivity, capacity]: [f64; 3], e: [f64; 3], h: f64) -> [f64; 2] {
        let [young, _, density] = e;
        let peak = 0.5 * PI * conductivity / (h * h * density * capacity);
        [young * expansion * expansion * 293.15 / (density * capacity), peak]
    }

    #[test]
    fn bending_warms_bars_and_plates_as_zener_says() {
        for (material, heat, elastic) in [
            (ALUMINIUM, [23.6e-6, 167.0, 896.0], [70e9, 0.34, 2700.0]),
            (STEEL, [11.7e-6, 51.9, 486.0], [205e9, 0.29, 7850.0]),
            (BRASS, [19.9e-6, 120.0, 375.0], [101e9, 0.35, 8500.0]),
        ] {
            // Without any other loss.
            let material = Material { damping: material::Damping::constant(0.0), ..material };
            for thickness in [1e-3, 3e-3] {
                let [strength, peak] = zener(heat, elastic, thickness);
                let factor = (1.0 + elastic[1]) / (1.0 - elastic[1]);
                for (section, factor) in
                    [(Section::Bar(thickness), 1.0), (Section::Plate(thickness), factor)]
                {
                    let found = |hertz| loss(section, &material, Motion::Bending, hertz);
                    for hertz in [1.0, 10.0, 100.0, 1e3, 1e4, 2e4] {
                        let zener =
                            factor * strength * hertz * peak / (hertz * hertz + peak * peak);
                        assert!((found(hertz) / zener - 1.0).abs() < 1e-9, "{}", material.name);
                    }
                    // The peak has half the strength and lies where it should.
                    assert!((found(peak) / (0.5 * factor * strength) - 1.0).abs() < 1e-9);
                    assert!(found(0.9 * peak) < found(peak) && found(1.1 * peak) < found(peak));
                }
            }
        }
        // As printed digits: 1 mm of steel, 21.4 Hz and 2.16e-3/2 (bar).
        let [strength, peak] = zener([11.7e-6, 51.9, 486.0], [205e9, 0.29, 7850.0], 1e-3);
        assert!((peak - 21.37).abs() < 0.01 && (strength - 2.156e-3).abs() < 1e-6);
        // Twisting and solid motion change no volume between the faces.
        let still = Material { damping: material::Damping::constant(0.0), ..STEEL };
        assert_eq!(loss(Section::Bar(1e-3), &still, Motion::Twisting, 20.0), 0.0);
    }

    #[test]
    fn wood_loses_more_in_bending_as_shear_grows() {
        // Ono and Norimoto: about 0.0065 at some hundred hertz, growing to 0.01 and more at 10 kHz.
        let bar = |hertz| loss(Section::Bar(0.01), &SPRUCE, Motion::Bending, hertz);
        assert!(bar(100.0) < 0.0069 && bar(10e3) > 0.010 && bar(1e6) < 0.016);
        assert!((bar(1e-6) / 0.0065 - 1.0).abs() < 1e-6);
        assert_eq!(loss(Section::Bar(0.01), &SPRUCE, Motion::Twisting, 440.0), 0.016);
        // A supported Timoshenko bar has the share exactly, but for the inertia of turning.
        let (elastic, gyration) = (SPRUCE.elastic, 0.01 / 12.0_f64.sqrt());
        let wave = 10.0 * PI;
        let x = (gyration * wave).powi(2) * elastic.young / (SHEAR_SHARE * elastic.shear);
        let omega = gyration * wave * wave * (elastic.young / elastic.density / (1.0 + x)).sqrt();
        let share = Section::Bar(0.01).shear_share(&elastic, omega);
        assert!((share / (x / (1.0 + x)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn strings_lose_to_the_air_and_by_bending() {
        // Fletcher and Rossing's formula at 330 Hz for a steel wire of 0.25 mm: 1.1 s.
        let wire = Section::Wire { radius: 1.25e-4, tension: 70.0 };
        let still = Material { damping: material::Damping::constant(0.0), heat: None, ..STEEL };
        let omega = TAU * 330.0;
        let m = 1.25e-4 / 2.0 * (omega / (1.81e-5 / 1.204)).sqrt();
        let time = 7850.0 / (omega * 1.204) * 2.0 * m * m / (2.0 * SQRT_2 * m + 1.0);
        let found = 2.0 / (omega * loss(wire, &still, Motion::Taut, 330.0));
        assert!((found / time - 1.0).abs() < 1e-12 && (time - 1.1).abs() < 0.03, "{time}");
        // A string so stiff that it is a bar.
        let rod = Section::Wire { radius: 0.01, tension: 1e-6 };
        assert!((rod.bending_share(&STEEL.elastic, omega) - 1.0).abs() < 1e-6);
        assert!(wire.bending_share(&STEEL.elastic, omega) < 1e-3);
    }

    #[test]
    fn air_loses_at_the_walls_of_a_pipe() {
        // α = 3e-5·√f/a per metre: Fletcher and Rossing 1998, section 8.2; σ = α·c.
        for (hertz, radius) in [(100.0_f64, 0.01), (1e3, 0.02)] {
            let alpha = 3e-5 * hertz.sqrt() / radius;
            let found = loss(Section::Bore(radius), &AIR, Motion::Gas, hertz) * PI * hertz / 343.0;
            assert!((found / alpha - 1.0).abs() < 0.02, "{found} {alpha}");
        }
    }

    #[test]
    fn energy_runs_at_the_slope_of_the_dispersion() {
        // ω = r·√(E/ρ)·k² has dω/dk = 2ω/k; of a string by differences.
        let (elastic, omega) = (STEEL.elastic, TAU * 500.0);
        let gyration = 0.004 / 12.0_f64.sqrt();
        let wave = (omega / (gyration * (elastic.young / elastic.density).sqrt())).sqrt();
        let found = Section::Bar(0.004).group_speed(&elastic, omega).unwrap();
        assert!((found / (2.0 * omega / wave) - 1.0).abs() < 1e-12);
        let wire = Section::Wire { radius: 1e-3, tension: 800.0 };
        let wave = |omega| wire.string_wave(&elastic, omega).unwrap()[0].sqrt();
        let slope = 2.0 * 1e-3 * omega / (wave(1.001 * omega) - wave(0.999 * omega));
        assert!((wire.group_speed(&elastic, omega).unwrap() / slope - 1.0).abs() < 1e-6);
        assert_eq!(Section::Skin(90.0).group_speed(&elastic, omega), Some(90.0));
        assert_eq!(Section::Solid.group_speed(&elastic, omega), None);
    }

    #[test]
    fn shapes_know_their_sections() {
        let of = |shape: &dyn Resonator| shape.section(&STEEL.elastic);
        assert_eq!(of(&Bar::default()), Section::Bar(0.005));
        assert_eq!(of(&Plate::default()), Section::Plate(0.002));
        assert_eq!(of(&Bowl::default()), Section::Plate(0.003));
        assert_eq!(of(&Tube::default()), Section::Tube([0.015, 0.013]));
        assert_eq!(of(&Block::default()), Section::Solid);
        assert_eq!(of(&Pipe::default()), Section::Bore(0.01));
        let Section::Skin(speed) = of(&RoundMembrane::default()) else { panic!("no skin") };
        let RoundMembrane { tension, thickness, .. } = RoundMembrane::default();
        assert!((speed * speed * 7850.0 * thickness / tension - 1.0).abs() < 1e-12);
        let sphere = Cavity { side: 0.3, roundness: 1.0 };
        let Section::Bore(bore) = of(&sphere) else { panic!("no space") };
        let radius = (3.0 * 0.027 / (4.0 * PI)).cbrt();
        assert!((bore / (2.0 * radius / 3.0) - 1.0).abs() < 1e-12);
    }
}
