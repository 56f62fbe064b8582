//! A bar that is tuned by cutting out its underside, as those of marimbas, xylophones and
//! vibraphones (Fletcher and Rossing 1998, The Physics of Musical Instruments, 19.2 to 19.5).

mod cut;
mod ritz;
#[cfg(test)]
mod tests;

use carom::check::{Field, FieldError, Fields, Limit};

use crate::fields::{Warning, length, rule_error, suspension, warn};
use crate::{Elastic, Object, Outline, OutlineKind, Resonator};
use cut::{ARCHES, Cut, Cutter, DEPTHS, FLATNESSES, USUAL};

/// A bar of rectangular section that nothing holds, with an arch cut out of it from below, in the
/// middle of its length. State the arch, or the `tuning` and the `fundamental` that it is to give.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, expecting = "a table"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(transform = crate::shape::describe::<Self>))]
pub struct TunedBar {
    /// Length (m).
    pub length: f64,
    /// Width (m).
    pub width: f64,
    /// Thickness (m) where nothing is cut away, at the ends.
    pub thickness: f64,
    /// How the partials of bending lie above the fundamental, from 1 on: `[1, 4]` for a marimba,
    /// `[1, 3]` for a xylophone. The depth of the arch that gives the second number is found, and
    /// the flatness that gives the third, if there is one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "schemars", schemars(extend("examples" = [[1, 4]])))]
    pub tuning: Option<Vec<f64>>,
    /// The frequency (Hz) of the fundamental: the length of the arch that gives it is found.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub fundamental: Option<f64>,
    /// How much of the length the arch takes, 0.6 if nothing else says it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub arch: Option<f64>,
    /// How much of the thickness is cut away in the middle, 0.7 if nothing else says it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub depth: Option<f64>,
    /// How flat the arch is: 1 is a notch, 2 a parabola, and more are steeper where the arch ends. It
    /// is 4 if nothing else says it: with that the third partial comes near recorded marimbas.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub flatness: Option<f64>,
    /// The frequency (Hz) at which the bar bounces as a whole on its soft supports; without it
    /// nothing holds the bar.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub suspension: Option<f64>,
}

/// A bar of a marimba. Its size is that of the one of 130 Hz in Bork, Chaigne, Trebuchet, Kosfelder
/// and Pillot, Comparison between modal analysis and finite element modeling of a marimba bar,
/// manuscript of 1997.
impl Default for TunedBar {
    fn default() -> Self {
        Self {
            length: 0.46,
            width: 0.06,
            thickness: 0.0235,
            tuning: Some(vec![1.0, 4.0]),
            fundamental: None,
            arch: None,
            depth: None,
            flatness: None,
            suspension: None,
        }
    }
}

impl TunedBar {
    /// The arch as it is cut in a bar of some material: how much of the length it takes, how much of
    /// the thickness it takes away in the middle, and how flat it is.
    ///
    /// # Errors
    ///
    /// If no arch gives the tuning or the fundamental.
    pub fn cut(&self, elastic: &Elastic) -> Result<[f64; 3], FieldError> {
        let Cut { arch, depth, flatness } = Cutter { bar: self, elastic }.cut()?;
        Ok([arch, depth, flatness])
    }

    fn tuning_error(&self) -> Option<FieldError> {
        let tuning = self.tuning.as_ref()?;
        let rising = tuning.first() == Some(&1.0) && tuning.is_sorted_by(|a, b| a < b);
        let fine =
            (2..=3).contains(&tuning.len()) && rising && tuning.iter().all(|n| n.is_finite());
        let allowed = "two or three rising numbers, the first of them 1";
        (!fine).then(|| rule_error("tuning", format!("{tuning:?}"), allowed))
    }
}

impl Fields for TunedBar {
    fn fields(&self) -> Vec<Field> {
        let share = |[low, high]: [f64; 2]| Limit::between(low, high, "");
        vec![
            length("length", self.length),
            length("width", self.width),
            length("thickness", self.thickness),
            Field::optional("fundamental", self.fundamental, Limit::above(0.0, "Hz"), 130.8),
            Field::optional("arch", self.arch, share(ARCHES), USUAL.arch),
            Field::optional("depth", self.depth, share(DEPTHS), USUAL.depth),
            Field::optional("flatness", self.flatness, share(FLATNESSES), USUAL.flatness),
            suspension(self.suspension),
        ]
    }
}

impl Resonator for TunedBar {
    fn outline(&self) -> Outline {
        Outline::new(OutlineKind::Line, [self.length, self.width, self.thickness])
    }

    fn is_free(&self) -> bool {
        true
    }

    fn rule_errors(&self) -> Vec<FieldError> {
        let numbers = self.tuning.as_ref().map_or(0, Vec::len);
        let twice = |given: Option<f64>, found: bool, field: &'static str, by: &str| {
            let given = given.filter(|_| found)?;
            let allowed = format!("left out where `{by}` is given, which finds it");
            Some(rule_error(field, given, &allowed))
        };
        let errors = [
            self.tuning_error(),
            twice(self.depth, numbers > 1, "depth", "tuning"),
            twice(self.flatness, numbers > 2, "flatness", "a third number of tuning"),
            twice(self.arch, self.fundamental.is_some(), "arch", "fundamental"),
        ];
        errors.into_iter().flatten().collect()
    }

    fn formula_warnings(&self) -> Vec<Warning> {
        let why = "the bar is thicker than a quarter of its length: it moves like a block, and the \
                   theory of bars gives its modes too high";
        warn(self.thickness > 0.25 * self.length, "thickness", why)
    }

    fn material_errors(&self, elastic: &Elastic) -> Vec<FieldError> {
        self.cut(elastic).err().into_iter().collect()
    }

    /// With the usual arch where none gives what is wanted.
    fn design(&self, elastic: &Elastic, up_to: f64) -> Object {
        let cut = Cutter { bar: self, elastic }.cut().unwrap_or(USUAL);
        ritz::design(self, cut, elastic, up_to)
    }
}
