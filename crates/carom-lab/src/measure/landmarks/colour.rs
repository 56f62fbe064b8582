//! Colours without brightness, by which landmarks are found.

use std::str::FromStr;

use serde::Serialize;

/// Pixels whose red, green and blue add to less have no colour to speak of.
const DARKEST: f64 = 0.15;
/// The cosine of the largest angle between a pixel's hue and the landmark's: 30°.
const HUE: f64 = 0.866;

/// The colour of a landmark: normalised as r = R/(R+G+B) and so on (iguchi 5.1), and seen from grey.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Colour {
    /// As it was given.
    pub name: String,
    /// From grey to the colour.
    #[serde(skip)]
    away: [f64; 3],
}

impl Colour {
    /// How far a pixel is from grey towards this colour: 0 for grey, dark pixels and other hues, 1
    /// for the colour itself.
    pub(super) fn share(&self, pixel: [f32; 3]) -> f64 {
        let Some(away) = from_grey(pixel.map(f64::from)) else { return 0.0 };
        let dot = dot(away, self.away);
        let (own, other) = (length(self.away), length(away));
        if dot < HUE * own * other { 0.0 } else { dot / (own * own) }
    }
}

fn from_grey(rgb: [f64; 3]) -> Option<[f64; 3]> {
    let sum: f64 = rgb.iter().sum();
    (sum >= DARKEST).then(|| rgb.map(|one| one / sum - 1.0 / 3.0))
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

impl FromStr for Colour {
    type Err = String;

    /// A name, or six hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, String> {
        let rgb = match text {
            "red" => Some([1.0, 0.0, 0.0]),
            "green" => Some([0.0, 1.0, 0.0]),
            "blue" => Some([0.0, 0.0, 1.0]),
            "yellow" => Some([1.0, 1.0, 0.0]),
            "cyan" => Some([0.0, 1.0, 1.0]),
            "magenta" => Some([1.0, 0.0, 1.0]),
            "orange" => Some([1.0, 0.5, 0.0]),
            _ => hexadecimal(text),
        };
        let away = rgb.and_then(from_grey).filter(|away| length(*away) > 0.05);
        away.map(|away| Self { name: text.into(), away }).ok_or_else(|| {
            format!(
                "`{text}` is no colour; it must be red, green, blue, yellow, cyan, magenta, orange, \
                 or like #d02010, neither grey nor nearly black"
            )
        })
    }
}

fn hexadecimal(text: &str) -> Option<[f64; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok();
    Some([part(0)?, part(1)?, part(2)?].map(|one| f64::from(one) / 255.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brightness_does_not_matter_and_hue_does() {
        let red: Colour = "red".parse().unwrap();
        assert!((red.share([0.2, 0.0, 0.0]) - red.share([1.0, 0.0, 0.0])).abs() < 1e-12);
        assert!(red.share([0.8, 0.24, 0.2]) > 0.4);
        for other in [[0.5, 0.5, 0.5], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.05, 0.0, 0.0]] {
            assert_eq!(red.share(other), 0.0, "{other:?}");
        }
        let named: Colour = "#ff8000".parse().unwrap();
        assert!(named.share([1.0, 0.5, 0.0]) > 0.99);
        for wrong in ["pink?", "#12345", "#808080", "#000000", "#zzzzzz", "#é1234"] {
            assert!(wrong.parse::<Colour>().is_err(), "{wrong}");
        }
    }
}
