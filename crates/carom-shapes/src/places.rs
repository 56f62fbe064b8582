//! Places on a thing.

use carom::InvalidValue;
use carom::check::check;

/// How the places of a shape are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Places {
    /// One number from 0 to 1: along the length, in the middle of the width. A second one from 0 to
    /// 1 is along the width, where there is one.
    Line,
    /// Two numbers from 0 to 1: along length and width.
    Rectangle,
    /// A radius from 0 to 1 (centre to rim) and an angle in turns.
    Round,
}

/// A place on a shape. On a line the second number may be NaN, which is the middle of the width.
pub type Place = [f64; 2];

impl Places {
    /// An error if the shape has no such place.
    pub fn check(self, [first, second]: Place) -> Result<(), InvalidValue> {
        let share = |field, value: f64| {
            check((0.0..=1.0).contains(&value), field, value, "a number from 0 to 1")
        };
        match self {
            Self::Line if second.is_nan() => share("place along the length", first)?,
            Self::Line | Self::Rectangle => {
                share("place along the length", first)?;
                share("place along the width", second)?
            }
            Self::Round => {
                share("radius of the place", first)?;
                let allowed = "a finite number of turns";
                check(second.is_finite(), "angle of the place", second, allowed)?
            }
        };
        Ok(())
    }

    /// The place with both its numbers, and an angle within a turn: whole turns change nothing,
    /// but too many of them would overflow.
    #[must_use]
    pub fn whole(self, [first, second]: Place) -> Place {
        match self {
            Self::Line if second.is_nan() => [first, 0.5],
            Self::Line | Self::Rectangle => [first, second],
            Self::Round => [first, second.fract()],
        }
    }

    /// Where a thing is touched by default: off every line of symmetry.
    #[must_use]
    pub fn touched(self) -> Place {
        match self {
            Self::Line => [0.37, 0.5],
            Self::Rectangle => [0.37, 0.43],
            Self::Round => [0.63, 0.0],
        }
    }

    /// Where a thing is picked up by default: near an edge, off every line of symmetry.
    #[must_use]
    pub fn heard(self) -> Place {
        match self {
            Self::Line => [0.07, 0.5],
            Self::Rectangle => [0.07, 0.11],
            Self::Round => [0.93, 0.06],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_must_lie_on_the_shape() {
        let wrong = |places: Places, place| {
            let error = places.check(place).unwrap_err();
            (error.field, error.value)
        };
        assert_eq!(wrong(Places::Line, [1.5, 0.0]), ("place along the length", 1.5));
        assert_eq!(wrong(Places::Rectangle, [0.5, -0.1]), ("place along the width", -0.1));
        assert_eq!(wrong(Places::Round, [-0.1, 0.0]), ("radius of the place", -0.1));
        let endless = ("angle of the place", f64::INFINITY);
        assert_eq!(wrong(Places::Round, [0.5, f64::INFINITY]), endless);
        assert!(Places::Line.check([f64::NAN, 0.0]).is_err());
        assert_eq!(wrong(Places::Line, [0.5, 1.1]), ("place along the width", 1.1));
        // A line may do without a second number, and an angle may go round several times.
        assert_eq!(Places::Line.check([1.0, f64::NAN]), Ok(()));
        assert_eq!(Places::Line.whole([1.0, f64::NAN]), [1.0, 0.5]);
        assert_eq!(Places::Round.check([1.0, -3.7]), Ok(()));
    }
}
