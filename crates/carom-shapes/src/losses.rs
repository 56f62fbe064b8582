//! What a mode loses: σ = material + supports + edges + radiation, each known by itself.

use std::f64::consts::{LN_10, PI};

use carom::check::{Field, FieldError, Limit};

use crate::material::Material;
use crate::{Outline, OutlineKind, Place, Places};

/// Something that touches a thing at a place and takes energy from what moves there. A mode loses
/// by it as if the others were still, and keeps its frequency: right while the loss of a mode is
/// small beside the distance to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// Where.
    pub at: Place,
    /// What it takes.
    pub takes: Takes,
}

/// What a support takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// A resistance R (N·s/m): σ = R·φ²/2m.
    Resistance(f64),
    /// A spring with a loss factor: σ = η·k·φ²/2mω.
    Spring {
        /// k (N/m).
        stiffness: f64,
        /// η.
        loss: f64,
    },
}

impl Support {
    /// What is wrong with it on a thing with such places.
    #[must_use]
    pub fn errors(&self, places: Places) -> Vec<FieldError> {
        let mut errors: Vec<FieldError> =
            places.check(self.at).err().map(FieldError::from).into_iter().collect();
        let fields = match self.takes {
            Takes::Resistance(resistance) => {
                vec![Field::new("resistance", resistance, Limit::from(0.0, "N·s/m"))]
            }
            Takes::Spring { stiffness, loss } => vec![
                Field::new("stiffness", stiffness, Limit::from(0.0, "N/m")),
                Field::new("loss", loss, Limit::from(0.0, "")),
            ],
        };
        errors.extend(fields.iter().filter_map(Field::error));
        errors
    }

    /// σ (1/s) of a mode of this mass and angular frequency, whose shape is `weight` here.
    pub(crate) fn rate(&self, mass: f64, omega: f64, weight: f64) -> f64 {
        let resistance = match self.takes {
            Takes::Resistance(resistance) => resistance,
            Takes::Spring { stiffness, loss } => loss * stiffness / omega,
        };
        0.5 * resistance * weight * weight / mass
    }
}

/// How fast a mode decays, all in all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// A quality factor.
    Q(f64),
    /// The time (s) in which it falls by 60 dB.
    Decay(f64),
}

impl Rate {
    /// σ (1/s) at `hertz`.
    #[must_use]
    pub fn sigma(self, hertz: f64) -> f64 {
        match self {
            Self::Q(q) => PI * hertz / q,
            Self::Decay(time) => 3.0 * LN_10 / time,
        }
    }
}

/// Decays that are known beforehand, such as measured ones. A mode with a given one has that decay
/// in all; what supports, edges and radiation take is then a part of it, at most all of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// The same for all modes that ring.
    All(Rate),
    /// Those of the first modes that ring.
    First(Vec<Rate>),
}

impl Given {
    /// That of the i-th mode that rings.
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Rate> {
        match self {
            Self::All(rate) => Some(*rate),
            Self::First(rates) => rates.get(i).copied(),
        }
    }
}

/// Everything by which a thing loses energy.
#[derive(Clone, Copy, Debug)]
pub struct Losses<'a> {
    /// What it is made of.
    pub material: &'a Material,
    /// What touches it.
    pub supports: &'a [Support],
    /// The share of energy that its edges or ends absorb whenever a wave meets them.
    pub edge: f64,
    /// σ (1/s) of each mode by the sound that leaves; those that are left out radiate nothing.
    pub radiation: &'a [f64],
    /// Decays that are known beforehand.
    pub given: Option<&'a Given>,
}

impl<'a> Losses<'a> {
    /// Those of a material alone.
    #[must_use]
    pub fn of(material: &'a Material) -> Self {
        Self { material, supports: &[], edge: 0.0, radiation: &[], given: None }
    }
}

/// How often per metre of its way a wave meets an edge, so that edges which absorb the share α take
/// σ = α·c_g/2 times this: 1/L for the two ends of a line, and in a diffuse field on a surface its
/// perimeter over π times its area (Cremer and Heckl 1988, section V.6).
pub(crate) fn edges_met(outline: &Outline) -> f64 {
    let Outline { kind, length, width, .. } = *outline;
    match kind {
        OutlineKind::Line | OutlineKind::Tube => 1.0 / length,
        OutlineKind::Rectangle => 2.0 * (length + width) / (PI * length * width),
        OutlineKind::Round => 4.0 / (PI * length),
        // Of a hemisphere, which has an edge at its rim only.
        OutlineKind::Bowl => 2.0 / (PI * length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Damping;
    use crate::*;

    /// A material that loses nothing.
    const QUIET: Material = Material { damping: Damping::constant(0.0), heat: None, ..STEEL };

    fn modes(shape: &dyn Resonator, losses: &Losses<'_>) -> Vec<carom::Mode> {
        shape.ringing(&shape.object(losses.material, 5000.0), losses)
    }

    #[test]
    fn supports_take_what_the_shape_gives_them_there() {
        // So thin that its sections turn without moving, and so narrow that it hardly twists.
        let (width, thickness) = (1e-8, 1e-8);
        let bar = Bar { ends: Ends::Supported, width, thickness, ..Bar::default() };
        let bending = |losses: &Losses<'_>| {
            let mut all = modes(&bar, losses);
            all.truncate(8);
            all
        };
        let mass = bar.of(&QUIET).unwrap().mass();
        let [cord, spring] =
            [Takes::Resistance(0.5), Takes::Spring { stiffness: 200.0, loss: 0.3 }];
        // √2·sin nπx: the middle moves most in odd modes and not at all in even ones.
        let supports = [Support { at: [0.5, 0.5], takes: cord }];
        let held = bending(&Losses { supports: &supports, ..Losses::of(&QUIET) });
        assert!(held.len() > 4);
        for (n, mode) in held.iter().enumerate() {
            let sigma = if n % 2 == 0 { 0.5 * 2.0 / (2.0 * mass) } else { 0.0 };
            assert!((mode.sigma - sigma).abs() < 1e-12 * mass.recip(), "mode {n}");
            assert_eq!((mode.support, mode.radiation), (mode.sigma, 0.0));
        }
        let supports = [Support { at: [0.25, 0.5], takes: spring }; 2];
        let held = bending(&Losses { supports: &supports, ..Losses::of(&QUIET) });
        // Two of them, each η·k·φ²/2mω with φ = √2·sin π/4.
        assert!((held[0].sigma * held[0].omega * mass / 60.0 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn cords_at_the_nodes_keep_the_fundamental_and_take_the_overtones() {
        let bar = Bar { suspension: Some(20.0), ..Bar::default() };
        let cord = |x| Support { at: [x, 0.5], takes: Takes::Resistance(0.2) };
        let supports = [cord(0.2242), cord(0.7758)];
        let held = modes(&bar, &Losses { supports: &supports, ..Losses::of(&STEEL) });
        let free = modes(&bar, &Losses::of(&STEEL));
        // On its suspension it stops at once, which the supports take.
        assert_eq!((held[0], held[0].support), (free[0], PI * 20.0));
        assert!(held[3].sigma < 1.001 * free[3].sigma, "{:?} {:?}", held[3], free[3]);
        assert!(held[4].sigma > 3.0 * free[4].sigma, "{:?} {:?}", held[4], free[4]);
        for (held, free) in held.iter().zip(&free) {
            assert!((held.sigma - held.support - free.sigma + free.support).abs() < 1e-9);
        }
    }

    #[test]
    fn edges_take_their_share_whenever_a_wave_meets_them() {
        let edge = 0.05;
        // A string's wave meets an end once per length: e^(−2σ·L/c) is 1 − α for small α.
        let string = StringShape { stiff: false, ..StringShape::default() };
        let all = modes(&string, &Losses { edge, ..Losses::of(&QUIET) });
        let speed = 2.0 * string.length * 261.63;
        let found = all[0].support;
        assert!((found / (0.5 * edge * speed / string.length) - 1.0).abs() < 1e-3, "{found}");
        // A square membrane: the way between two meetings is π·S/P in the mean.
        let skin = RectangularMembrane { length: 0.4, width: 0.4, ..Default::default() };
        let all = modes(&skin, &Losses { edge, ..Losses::of(&QUIET) });
        let speed = (skin.tension / (7850.0 * skin.thickness)).sqrt();
        let expected = 0.5 * edge * speed * 1.6 / (PI * 0.16);
        assert!(all.iter().all(|mode| (mode.support / expected - 1.0).abs() < 1e-12));
        // Bending waves run faster the higher they are.
        let plate = modes(&Plate::default(), &Losses { edge, ..Losses::of(&QUIET) });
        let [low, high] = [plate[3], plate[plate.len() - 1]];
        let grows = (high.support / low.support) / (high.omega / low.omega).sqrt();
        assert!((grows - 1.0).abs() < 1e-12);
        // A solid and a room have no edges.
        assert!(
            modes(&Block::default(), &Losses { edge, ..Losses::of(&QUIET) })
                .iter()
                .all(|mode| mode.support == 0.0)
        );
    }

    #[test]
    fn given_decays_hold_and_radiation_is_a_part() {
        let bar = Bar { suspension: Some(20.0), ..Bar::default() };
        let radiation = vec![0.5; 40];
        let plain = Losses { radiation: &radiation, ..Losses::of(&STEEL) };
        let inside = modes(&bar, &Losses::of(&STEEL));
        for (mode, inside) in modes(&bar, &plain).iter().zip(&inside).skip(3) {
            assert_eq!(mode.radiation, 0.5);
            assert!((mode.sigma - inside.sigma - 0.5).abs() < 1e-12);
        }
        let given = Given::First(vec![Rate::Decay(2.0), Rate::Q(100.0), Rate::Decay(60.0)]);
        let known = modes(&bar, &Losses { given: Some(&given), ..plain });
        assert!((known[3].sigma - 6.907755 / 2.0).abs() < 1e-6);
        assert!((known[4].omega / (2.0 * known[4].sigma) - 100.0).abs() < 1e-9);
        // It cannot radiate more than it loses.
        assert!((known[5].sigma - 6.907755 / 60.0).abs() < 1e-6);
        assert!((known[5].radiation - known[5].sigma).abs() < 1e-12);
        assert_eq!(known[6], modes(&bar, &plain)[6]);
        let given = Given::All(Rate::Q(50.0));
        let known = modes(&bar, &Losses { given: Some(&given), ..plain });
        assert_eq!(known[0].sigma, PI * 20.0);
        assert!(known[3..].iter().all(|m| (m.omega / (2.0 * m.sigma) - 50.0).abs() < 1e-9));
    }

    #[test]
    fn bars_ring_longer_than_recorded_ones_until_air_and_cords_take_their_share() {
        // T60·f (Hz·s) of recorded bars (VSCO 2 Community Edition): marimba 1090, glockenspiel 6900
        // to 12 200.
        let product = |bar: &Bar, material: &Material| {
            let mode = bar.of(material).unwrap().modes()[3];
            3.0 * LN_10 / mode.sigma * mode.omega / (2.0 * PI)
        };
        let wooden = Bar { length: 0.5, width: 0.06, thickness: 0.013, ..Bar::default() };
        let found = product(&wooden, &ROSEWOOD);
        assert!((1090.0..1400.0).contains(&found), "{found}");
        let metal = Bar { length: 0.2, width: 0.03, thickness: 0.008, ..Bar::default() };
        let found = product(&metal, &STEEL);
        assert!((12_200.0..22_100.0).contains(&found), "{found}");
    }

    #[test]
    fn what_is_wrong_with_a_support_is_named() {
        let wrong = |at, takes| {
            let errors = Support { at, takes }.errors(Places::Line);
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let off = wrong([1.2, 0.0], Takes::Resistance(0.5));
        assert!(off.contains("is 1.2") && off.contains("from 0 to 1"), "{off}");
        let gains = wrong([0.2, 0.0], Takes::Spring { stiffness: 1.0, loss: -0.1 });
        assert!(gains.contains("`loss` is -0.1") && gains.contains("0 or above"), "{gains}");
        assert_eq!(wrong([0.2, 0.0], Takes::Resistance(0.0)), "");
    }

    #[test]
    fn rubber_is_stiffer_the_faster_it_moves() {
        let block = Block::default();
        let slow = block.design(&RUBBER.elastic, RUBBER.damping.softened(1e3));
        let fast = block.object(&RUBBER, 1e3);
        let (p, thing) = (RUBBER.damping.stiffening, block.of(&RUBBER).unwrap());
        let rings = |object: &Object| object.modes.iter().position(|m| m.frequency > 0.0).unwrap();
        let (first, mode) = (rings(&slow), &fast.modes[rings(&fast)]);
        // f² is in proportion to the modulus at f, E·f^p.
        let expected = slow.modes[first].frequency * mode.frequency.powf(0.5 * p);
        assert!((mode.frequency / expected - 1.0).abs() < 1e-12);
        assert!(fast.modes.iter().all(|mode| mode.frequency <= 1e3));
        assert_eq!(thing.modes().len(), thing.object().modes.len());
        assert_eq!(block.object(&STEEL, 2e4).modes, block.design(&STEEL.elastic, 2e4).modes);
    }
}
