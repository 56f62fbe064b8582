//! The modes of a struck skin as lines of a spectrum.

use super::modes::{Kind, Mode, Together, alone};
use super::{Around, Basis, Head, REACH, zeros};
use crate::special::{Around as Pattern, BesselJ, Form, HIGHEST_WAVE_NUMBER, Line};
use crate::{Motion, Place};

/// A mode that hardly moves the struck skin is heard as this many times its motion at the most.
const MOST_LOUD: f64 = 30.0;

/// The lines up to a frequency of skins of one radius. The first is the one that is struck; the
/// weights are for a modal mass that is the mass of all skins.
pub(crate) fn lines(heads: &[Head], around: Around, up_to: f64) -> Vec<Line<Skin>> {
    let omega = up_to * std::f64::consts::TAU;
    let highest = |head: &Head| {
        let bare = head.radius * omega * (head.density / head.tension).sqrt();
        let air = match around {
            Around::Vacuum => 0.0,
            _ => 2.0 * crate::air::ROOM.density * head.radius / head.density,
        };
        // The air slows waves down, by a mass 1/j of its own at the most.
        (bare * (1.0 + air / bare.max(1.0)).sqrt() + 1.0).min(HIGHEST_WAVE_NUMBER)
    };
    let far = heads.iter().map(highest).fold(0.0, f64::max);
    let unit = heads.iter().map(|head| head.density).sum::<f64>().sqrt();
    let mut lines = Vec::new();
    for m in (0..).take_while(|m| f64::from(*m) < far) {
        let near = if around == Around::Vacuum { 0.0 } else { far.min(REACH) };
        let basis = Basis::new(m, near);
        if !basis.zeros.is_empty() {
            let together = Together::new(heads, &basis, around);
            for mode in together.modes() {
                lines.extend(line(&basis, &mode, unit, matches!(around, Around::Both(_))));
            }
        }
        // Short waves stay in their skin, and who strikes the first one never meets the others.
        for (n, zero) in (1..).zip(zeros(m, far)).skip(basis.zeros.len()) {
            let (omega, radiation, scale) = alone(&heads[0], around, [m.into(), zero], 0.0);
            let parts = vec![Ripple::new(m, zero, unit * scale)];
            let form = Skin { around: Pattern::Even, parts, radiation, loudness: 1.0 };
            lines.extend(patterns(m, omega, &form, |pattern| pattern.name(n)));
        }
    }
    lines
}

/// The lines of a mode with its air.
fn line(basis: &Basis, mode: &Mode, unit: f64, both: bool) -> Vec<Line<Skin>> {
    let ripple = |(zero, part): (&f64, &f64)| Ripple::new(basis.m, *zero, unit * part);
    let parts: Vec<Ripple> = basis.zeros.iter().zip(&mode.skins[0]).map(ripple).collect();
    let name = |pattern: Pattern| match mode.kind {
        Kind::Air(circles, planes) => {
            format!("air {}", pattern.name(format!("{circles}, {planes}")))
        }
        Kind::Skin(_, n) if mode.skins.len() == 1 => pattern.name(n),
        Kind::Skin(_, n) => {
            // Outwards counts as positive on both.
            let same = mode.skins[0][n - 1] * mode.skins[1][n - 1] < 0.0;
            pattern.name(n) + if same { " together" } else { " against" }
        }
    };
    let Mode { radiation, loudness, .. } = *mode;
    // Both sides of a skin that has the same air there are heard each for itself.
    let loudness = if both { 1.0 } else { loudness.min(MOST_LOUD) };
    let form = Skin { around: Pattern::Even, parts, radiation, loudness };
    patterns(basis.m, mode.omega, &form, name)
}

/// A mode in all the ways that it can go around.
fn patterns(m: u32, omega: f64, form: &Skin, name: impl Fn(Pattern) -> String) -> Vec<Line<Skin>> {
    let line = |around: Pattern| Line {
        frequency: omega / std::f64::consts::TAU,
        name: name(around),
        form: Skin { around, ..form.clone() },
    };
    Pattern::all(m).into_iter().map(line).collect()
}

/// J(jr) with mean square 1 over the disc, times a factor.
#[derive(Clone, Copy, Debug)]
struct Ripple {
    zero: f64,
    factor: f64,
}

impl Ripple {
    fn new(m: u32, zero: f64, scale: f64) -> Self {
        // 2∫J(jr)²r dr = J′(j)², from the middle to the rim.
        Self { zero, factor: scale * (zero / BesselJ::new(m, zero).slope).abs() }
    }
}

/// A mode of the struck skin.
#[derive(Clone, Debug)]
pub(crate) struct Skin {
    around: Pattern,
    parts: Vec<Ripple>,
    radiation: f64,
    /// The face that is heard moves so much more: see [`Mode::loudness`].
    loudness: f64,
}

impl Form for Skin {
    fn motion(&self) -> Motion {
        Motion::Taut
    }

    fn weight(&self, place: Place) -> f64 {
        self.weight_from(self.first_part(place[0]), place)
    }

    fn first_part(&self, radius: f64) -> f64 {
        let m = self.around.diameters();
        let part = |part: &Ripple| part.factor * BesselJ::new(m, part.zero * radius).value;
        self.parts.iter().map(part).sum()
    }

    fn weight_from(&self, outwards: f64, [_, turns]: Place) -> f64 {
        outwards * self.around.weight(turns)
    }

    fn face(&self) -> f64 {
        self.loudness
    }

    fn radiation(&self) -> Option<f64> {
        Some(self.radiation)
    }
}
