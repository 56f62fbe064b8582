//! What goes in, and what comes out.

use std::ops::Bound::{Excluded, Included, Unbounded};
use std::ops::Range;

use carom::check::{FieldError, Limit};
use carom_schemes::named;

/// A quantity of many rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column<'a> {
    /// The same in all rows.
    Same(f64),
    /// One number for each row.
    Each(&'a [f64]),
}

impl From<f64> for Column<'_> {
    fn from(value: f64) -> Self {
        Self::Same(value)
    }
}

impl<'a> From<&'a [f64]> for Column<'a> {
    fn from(values: &'a [f64]) -> Self {
        Self::Each(values)
    }
}

impl<'a> From<&'a Vec<f64>> for Column<'a> {
    fn from(values: &'a Vec<f64>) -> Self {
        Self::Each(values)
    }
}

impl<'a, const N: usize> From<&'a [f64; N]> for Column<'a> {
    fn from(values: &'a [f64; N]) -> Self {
        Self::Each(values)
    }
}

impl Column<'_> {
    /// Its value in a row.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, row: usize) -> f64 {
        match self {
            Self::Same(value) => *value,
            Self::Each(values) => values[row],
        }
    }

    /// Copies some rows.
    #[inline(always)]
    pub(super) fn read(&self, rows: Range<usize>, block: &mut [f64]) {
        match self {
            Self::Same(value) => block[..rows.len()].fill(*value),
            Self::Each(values) => block[..rows.len()].copy_from_slice(&values[rows]),
        }
    }

    /// Whether it has a value for each of `rows` rows, and all of them are allowed.
    ///
    /// # Errors
    ///
    /// The first row that is not, or the wrong length.
    pub fn check(&self, name: &'static str, rows: usize, limit: Limit) -> Result<(), FieldError> {
        match *self {
            Self::Same(value) if limit.holds(value) => Ok(()),
            Self::Same(value) => Err(FieldError::out_of_range(name, value, limit)),
            Self::Each(values) if values.len() != rows => Err(FieldError::new(
                name,
                format!("`{name}` has {} values", values.len()),
                "wrong length",
                format!("it must have one value for each of the {rows} rows, or one for all"),
            )),
            // Most columns are as they should be: all at once is fastest.
            Self::Each(values) if all_hold(values, limit) => Ok(()),
            Self::Each(values) => match values.iter().position(|value| !limit.holds(*value)) {
                None => Ok(()),
                Some(row) => Err(FieldError::new(
                    name,
                    format!("`{name}` is {:?} in row {row}", values[row]),
                    "out of range",
                    format!("`{name}` must be {limit}"),
                )),
            },
        }
    }
}

/// Whether all numbers are allowed, without a branch for each.
fn all_hold(values: &[f64], limit: Limit) -> bool {
    let low = match limit.low {
        Included(low) => low,
        Excluded(low) => low.next_up(),
        Unbounded => f64::MIN,
    };
    let high = match limit.high {
        Included(high) => high,
        Excluded(high) => high.next_down(),
        Unbounded => f64::MAX,
    };
    values.iter().fold(true, |all, value| all & (low <= *value) & (*value <= high))
}

/// Masses that meet a wall, one in each row: see [`WallImpact`](carom::exact::WallImpact).
#[derive(Clone, Copy, Debug)]
pub struct WallRows<'a> {
    /// The masses (kg).
    pub mass: Column<'a>,
    /// The stiffnesses (N/m^α).
    pub stiffness: Column<'a>,
    /// The exponents α.
    pub exponent: Column<'a>,
    /// The dampings μ (s/m).
    pub mu: Column<'a>,
    /// The velocities at the wall (m/s).
    pub velocity: Column<'a>,
}

/// A quantity that an impact ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The velocity after: negative, away from the wall (m/s).
    VOut,
    /// Its size over that of the velocity before.
    Restitution,
    /// The largest compression (m).
    XMax,
    /// The largest force (N).
    FMax,
    /// How long they touch (s).
    ContactTime,
    /// The energy that the mass does not take back (J).
    EnergyLost,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::VOut,
        Self::Restitution,
        Self::XMax,
        Self::FMax,
        Self::ContactTime,
        Self::EnergyLost,
    ];

    /// The name, as in the results of `carom impact`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::VOut => "v_out",
            Self::Restitution => "restitution",
            Self::XMax => "x_max",
            Self::FMax => "f_max",
            Self::ContactTime => "contact_time",
            Self::EnergyLost => "energy_lost",
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::VOut => "the velocity after, negative away from the wall (m/s)",
            Self::Restitution => "the size of the velocity after over that before",
            Self::XMax => "the largest compression (m)",
            Self::FMax => "the largest force (N)",
            Self::ContactTime => "how long they touch (s)",
            Self::EnergyLost => "the energy that the mass does not take back (J)",
        }
    }
}

named!(Outcome, "outcome", ALL, "A quantity that an impact ends with.");

/// How the computation of a row ended. Where it is not `Ok`, the outcomes of the row are NaN, unless it
/// gained energy and is finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// As it should.
    #[default]
    Ok,
    /// A double does not hold μ·velocity, the energy or the compression.
    OutOfRange,
    /// The mass left with more energy than it brought, or a number left the range of a double.
    GainedEnergy,
    /// The contact had not ended after as many steps as it may take.
    NotReleased,
    /// The method did not find the end of the contact.
    Unfinished,
    /// The bodies do not approach each other.
    Apart,
}

impl Status {
    /// The name, as in the results of `carom impact`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::OutOfRange => "out-of-range",
            Self::GainedEnergy => "gained-energy",
            Self::NotReleased => "not-released",
            Self::Unfinished => "unfinished",
            Self::Apart => "apart",
        }
    }
}

/// Where the outcomes of some rows go.
#[derive(Debug)]
pub struct Answers<'a, O = Outcome> {
    /// Those that are wanted, each with its place: one number for each row.
    pub outcomes: Vec<(O, &'a mut [f64])>,
    /// How each row ended.
    pub status: &'a mut [Status],
}
