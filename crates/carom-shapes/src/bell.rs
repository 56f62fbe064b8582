//! A church bell, tuned with a minor third, from tables: no formula gives a bell's modes.
//!
//! Partials: Perrin, Charnley and DePont, Normal modes of the modern English church bell, J. Sound
//! Vib. 90 (1983) 29; Fletcher and Rossing, The Physics of Musical Instruments, 2nd ed. 1998,
//! ch. 21. (m, n) has 2m meridians and n circles at rest; a sharp marks a circle near the sound bow
//! instead of the waist.
//!
//! Pitch: like a ring's, a bell's frequency goes as √(E/ρ(1−ν²))·h/D². Mass: founders reckon it
//! as frequency·D⁴, thus as ρ·h·D². Both constants are those of the bell that Perrin and his
//! colleagues measured: nominal 1171 Hz, diameter 0.70 m, 214 kg, with the sound bow taken as a
//! thirteenth of the diameter (Denison's rule) and bell metal as E = 100 GPa, ν = 0.34,
//! ρ = 8600 kg/m³.
//!
//! Decays are fitted too: those of the same kind of bell, 70 cm wide, as quoted from Fletcher and
//! Rossing's chapter (still to be compared with the printed book). They are kept as quality factors,
//! so that they go as 1/frequency. Bells of one form but different size have the same quality
//! factors: their metal has about the same loss factor at all frequencies, and what they radiate,
//! σ = ρ₀c·s/(2ρh) with a radiation efficiency s that depends on f·D/c alone, goes as 1/D like f.
//!
//! Shapes are assumed, not measured: sᵐ from crown (0) to rim (1), times a straight line that is 0
//! at each circle at rest; the metal moves around by 1/m of its normal motion, as a ring does that
//! does not stretch. For the mean over the mass, the radius grows evenly from half of the rim's, and
//! the wall as a square from a third of the sound bow's. Modes of the same m are not quite orthogonal.

use carom::check::{Field, Fields};

use crate::eigen::polynomial::gauss;
use crate::fields::{Warning, length, split, warn};
use crate::special::{Around, Form, Line, object};
use crate::{DesignedMode, Elastic, Object, Outline, OutlineKind, Place, Resonator};

/// f of the hum over √(E/ρ(1−ν²))·h/D².
const PITCH: f64 = 0.735;

/// Mass over ρ·h·D².
const MASS: f64 = 0.944;

/// A partial of the table.
#[derive(Clone, Copy, Debug)]
struct Partial {
    name: &'static str,
    /// Over the prime.
    ratio: f64,
    /// Waves around.
    waves: u32,
    /// Circles at rest, from crown (0) to rim (1).
    circles: &'static [f64],
    /// How long it rings (T60, s) in the measured bell, where that is known.
    decay: Option<f64>,
}

/// The prime of the measured bell (Hz).
const MEASURED: f64 = 585.5;

/// The circle of the waist.
const WAIST: &[f64] = &[0.6];

/// The circle close to the sound bow.
const BOW: &[f64] = &[0.85];

const fn partial(name: &'static str, ratio: f64, waves: u32, circles: &'static [f64]) -> Partial {
    Partial { name, ratio, waves, circles, decay: None }
}

/// Fletcher and Rossing, table 21.1.
const PARTIALS: [Partial; 12] = [
    partial("hum (2, 0)", 0.5, 2, &[]).rings(52.0),
    partial("prime (2, 1#)", 1.0, 2, BOW).rings(16.0),
    partial("tierce (3, 1)", 1.183, 3, WAIST).rings(16.0),
    partial("quint (3, 1#)", 1.506, 3, BOW).rings(6.0),
    partial("nominal (4, 1)", 2.0, 4, WAIST).rings(3.0),
    partial("deciem (4, 1#)", 2.514, 4, BOW).rings(1.4),
    partial("undeciem (2, 2)", 2.662, 2, &[0.45, 0.8]).rings(3.6),
    partial("superquint (5, 1)", 3.011, 5, WAIST).rings(5.0),
    partial("octave nominal (6, 1)", 4.166, 6, WAIST).rings(4.2),
    partial("(7, 1)", 5.433, 7, WAIST),
    partial("(8, 1)", 6.796, 8, WAIST),
    partial("(9, 1)", 8.215, 9, WAIST),
];

impl Partial {
    /// The same, ringing for so long (s) in the measured bell.
    const fn rings(self, decay: f64) -> Self {
        Self { decay: Some(decay), ..self }
    }

    /// The shape along the meridian, 1 at the rim.
    fn profile(&self, s: f64) -> f64 {
        let circles = self.circles.iter().map(|circle| (s - circle) / (1.0 - circle));
        s.powi(self.waves as i32) * circles.product::<f64>()
    }

    /// What brings the shape to a mean square of 1 over the mass.
    fn scale(&self) -> f64 {
        let square = |s: f64| self.profile(s).powi(2) * metal(s);
        let mean: f64 = gauss(24).iter().map(|node| node.weight * square(node.place)).sum();
        let around = 1.0 + f64::from(self.waves).powi(-2);
        (mean * around / 2.0).sqrt().recip()
    }
}

/// The share of the mass along the meridian: radius ∝ 1 + s times wall ∝ 1 + 2s².
fn metal(s: f64) -> f64 {
    (1.0 + s) * (1.0 + 2.0 * s * s) * 3.0 / 8.0
}

/// A church bell, tuned with a minor third, hung so that it does not give way. Its twelve strongest
/// partials, and how long nine of them ring, are those of a measured bell; size and metal set the
/// pitch. The first number of a place
/// goes from the crown (0) to the rim (1); a clapper strikes at about 0.95.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct Bell {
    /// Diameter of the mouth (m).
    pub diameter: f64,
    /// Thickness of the sound bow (m): the thickest part, where the clapper strikes, about
    /// a thirteenth of the diameter.
    pub thickness: f64,
    /// How far the two frequencies of a pair are apart, relative to their mean: the bell warbles.
    /// Without it 0.001.
    #[cfg_attr(feature = "serde", serde(default = "usual_split"))]
    pub split: f64,
}

/// A bell of about half a tonne.
impl Default for Bell {
    fn default() -> Self {
        Self { diameter: 1.0, thickness: 0.075, split: usual_split() }
    }
}

fn usual_split() -> f64 {
    0.001
}

impl Fields for Bell {
    fn fields(&self) -> Vec<Field> {
        vec![
            length("diameter", self.diameter),
            length("thickness", self.thickness),
            split(self.split),
        ]
    }
}

impl Resonator for Bell {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Bowl, [self.diameter, self.diameter, 0.8 * self.diameter])
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let usual = (self.diameter / 20.0..=self.diameter / 8.0).contains(&self.thickness);
        let why = "bells are a twentieth to an eighth of their diameter thick: the partials of \
                   others are not in the table";
        warn(!usual, "thickness", why)
    }

    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let mass = MASS * elastic.density * self.thickness * self.diameter * self.diameter;
        let modulus = elastic.young / (1.0 - elastic.poisson * elastic.poisson);
        let slenderness = self.thickness / self.diameter / self.diameter;
        let prime = 2.0 * PITCH * (modulus / elastic.density).sqrt() * slenderness;
        let mut lines = Vec::new();
        for partial in PARTIALS {
            let scale = partial.scale();
            for around in Around::all(partial.waves) {
                let frequency = prime * partial.ratio * around.detuning(self.split);
                let half = if matches!(around, Around::Sine(_)) { "sin" } else { "cos" };
                let name = format!("{} {half}", partial.name);
                lines.push(Line { frequency, name, form: Part { partial, around, scale } });
            }
        }
        object(mass, lines, up_to)
    }

    fn decays(&self, object: &Object) -> Vec<Option<f64>> {
        let decay = |mode: &DesignedMode| {
            let partial = PARTIALS.iter().find(|partial| mode.name.starts_with(partial.name))?;
            Some(partial.decay? * partial.ratio * MEASURED / mode.frequency)
        };
        object.modes.iter().map(decay).collect()
    }
}

/// One of the two orientations of a partial.
#[derive(Clone, Copy, Debug)]
struct Part {
    partial: Partial,
    around: Around,
    scale: f64,
}

impl Form for Part {
    fn weight(&self, [height, turns]: Place) -> f64 {
        self.scale * self.partial.profile(height) * self.around.wave(turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BELL_METAL: Elastic = Elastic::isotropic(1e11, 0.34, 8600.0);

    fn bell(diameter: f64, thickness: f64) -> Bell {
        Bell { diameter, thickness, split: 0.0 }
    }

    fn semitones(ratio: f64) -> f64 {
        12.0 * ratio.log2()
    }

    fn nominal(object: &Object) -> f64 {
        let mode = object.modes.iter().find(|mode| mode.name.starts_with("nominal"));
        mode.unwrap().frequency
    }

    #[test]
    fn the_measured_bell_comes_out() {
        let object = bell(0.7, 0.7 / 13.0).design(&BELL_METAL, 20_000.0);
        assert!(semitones(nominal(&object) / 1171.0).abs() < 0.02);
        assert!((object.mass / 214.0 - 1.0).abs() < 0.002, "{}", object.mass);
        assert_eq!(object.modes.len(), 24);
    }

    #[test]
    fn partials_ring_as_long_as_they_were_measured_to_and_longer_in_larger_bells() {
        let known = [52.0, 16.0, 16.0, 6.0, 3.0, 1.4, 3.6, 5.0, 4.2];
        for size in [1.0, 2.0] {
            let bell = bell(0.7 * size, 0.7 / 13.0 * size);
            let decays = bell.decays(&bell.design(&BELL_METAL, 20_000.0));
            assert_eq!(decays.len(), 24);
            for (pair, known) in decays.chunks(2).zip(known) {
                for decay in pair {
                    assert!((decay.unwrap() / (known * size) - 1.0).abs() < 2e-3, "{decay:?}");
                }
            }
            assert!(decays[18..].iter().all(Option::is_none));
        }
        // So does the thing, with what it radiates: the metal alone would let it ring longer.
        let thing = bell(0.7, 0.7 / 13.0).of(&crate::BRONZE).unwrap();
        for (pair, known) in thing.modes().chunks(2).zip(known) {
            for mode in pair {
                let decay = 3.0 * std::f64::consts::LN_10 / mode.sigma;
                assert!((decay / known - 1.0).abs() < 0.03, "{known}: {decay}");
            }
        }
        // The hum loses least, and its quality factor is the bound on that of the metal.
        let q = 0.5 * MEASURED * 52.0 * std::f64::consts::PI / 1000.0_f64.ln();
        assert!((q / 6920.0 - 1.0).abs() < 1e-3, "{q}");
    }

    #[test]
    fn the_great_bell_of_westminster_is_near_its_note() {
        // 9 feet wide, 8¾ inches thick, 13.76 t, note E: nominal about 330 Hz.
        let object = bell(2.74, 0.222).design(&BELL_METAL, 20_000.0);
        assert!(semitones(nominal(&object) / 330.0).abs() < 1.0, "{}", nominal(&object));
        assert!((object.mass / 13_760.0 - 1.0).abs() < 0.05, "{}", object.mass);
    }

    #[test]
    fn mass_and_pitch_agree_with_the_rule_of_founders() {
        // Pounds = 3·nominal·inches⁴/4359085 for modern bells (bell-historians list, 2002).
        for diameter in [0.5, 1.0, 2.0] {
            let object = bell(diameter, diameter / 14.0).design(&BELL_METAL, 20_000.0);
            let inches: f64 = diameter / 0.0254;
            let pounds = 3.0 * nominal(&object) * inches.powi(4) / 4_359_085.0;
            assert!((object.mass / (0.453_592 * pounds) - 1.0).abs() < 0.03);
        }
    }

    #[test]
    fn the_five_tuned_partials_stand_in_their_ratios() {
        let object = bell(1.0, 0.075).design(&BELL_METAL, 20_000.0);
        let hum = object.modes[0].frequency;
        let ratios: Vec<f64> = object.modes.iter().map(|mode| mode.frequency / hum).collect();
        for (i, expected) in [(0, 1.0), (2, 2.0), (4, 2.366), (6, 3.012), (8, 4.0)] {
            assert!((ratios[i] / expected - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn shapes_have_a_mean_square_of_one() {
        let object = bell(1.0, 0.075).design(&BELL_METAL, 20_000.0);
        let (along, around) = (400, 36);
        let mut sums = [0.0; 24];
        for i in 0..along {
            let s = (f64::from(i) + 0.5) / f64::from(along);
            for j in 0..around {
                let weights = object.weights([s, f64::from(j) / f64::from(around)]);
                let share = metal(s) / f64::from(along * around);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += share * weight * weight;
                }
            }
        }
        for (mode, sum) in object.modes.iter().zip(sums) {
            let waves =
                PARTIALS.iter().find(|part| mode.name.starts_with(part.name)).unwrap().waves;
            let square = sum * (1.0 + f64::from(waves).powi(-2));
            assert!((square - 1.0).abs() < 1e-3, "{} {square}", mode.name);
        }
    }

    #[test]
    fn circles_and_meridians_are_at_rest() {
        let object = bell(1.0, 0.075).design(&BELL_METAL, 20_000.0);
        for (mode, weight) in object.modes.iter().zip(object.weights([0.6, 0.0])) {
            assert_eq!(mode.name.contains(", 1)") || mode.name.ends_with("sin"), weight == 0.0);
        }
        assert!(object.weights([0.0, 0.1]).iter().all(|weight| *weight == 0.0));
        assert!(object.weights([1.0, 0.25])[0].abs() > 1.0);
    }
}
