//! One published statement beside what the engine computes.

use serde::Serialize;

use super::Printed;

/// How a published statement fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The computed number is the printed one, or the claim holds.
    Reproduced,
    /// It is not; the reason holds what is known, and what was tried.
    Differs,
    /// The paper shows it in a figure or in words only.
    NotPublished,
}

impl Verdict {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Differs => "differs",
            Self::NotPublished => "not published as a number",
        }
    }
}

/// What a check is evidence of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A number that a simulation gives, over many steps.
    Simulated,
    /// A number of a formula, an integral or a root: no step is taken.
    Exact,
    /// A table that follows from itself by arithmetic or algebra: it says that it was read right.
    Consistency,
    /// A statement of Carom's own, which nobody has published.
    Own,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Simulated, Self::Exact, Self::Consistency, Self::Own];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simulated => "simulated result",
            Self::Exact => "exact result",
            Self::Consistency => "consistency of a printed table",
            Self::Own => "Carom's own",
        }
    }
}

/// The name by which programs find a check among those of a study: `duration/two-point`. What
/// people read is its locator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct CheckId(String);

impl<S: Into<String>> From<S> for CheckId {
    fn from(id: S) -> Self {
        Self(id.into())
    }
}

/// What a paper prints.
#[derive(Clone, Debug, Default, PartialEq)]
enum Published {
    Number(Printed),
    AtMost(Printed),
    AtLeast(Printed),
    Within(f64, f64),
    Claim(String),
    #[default]
    Nothing,
}

/// A published statement, what was computed, and how far apart they may be.
///
/// A check is expected to hold. If it does not and has no reason, something broke; if it has a
/// reason, it must go on giving what it gave when the reason was written.
///
/// ```
/// use carom_papers::study::{Check, Verdict};
/// let check = Check::printed("Table I, dev(x), Verlet", "0.018", 0.01762).unit("%");
/// assert_eq!(check.verdict(), Verdict::Reproduced);
/// let check = Check::printed("Table I, dev(x), AM1", "0.255", 0.1974)
///     .differs(0.197, "a fully converged solve gives less");
/// assert!(check.verdict() == Verdict::Differs && !check.is_broken());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Check {
    id: Option<CheckId>,
    locator: String,
    published: Published,
    computed: f64,
    /// What was found, where a claim is about more than a number.
    found: String,
    tolerance: Option<f64>,
    unit: &'static str,
    known: Option<(f64, String)>,
    kind: Option<Kind>,
}

impl Check {
    fn new(locator: impl Into<String>, published: Published, computed: f64) -> Self {
        Self { locator: locator.into(), published, computed, ..Self::default() }
    }

    /// A number that was printed; it reproduces if it comes out to the printed digits.
    pub fn printed(locator: impl Into<String>, printed: &str, computed: f64) -> Self {
        Self::number(locator, &Printed::new(printed), computed)
    }

    /// The same from data.
    pub fn number(locator: impl Into<String>, printed: &Printed, computed: f64) -> Self {
        Self::new(locator, Published::Number(printed.clone()), computed)
    }

    /// A published bound from above.
    pub fn at_most(locator: impl Into<String>, printed: &str, computed: f64) -> Self {
        Self::new(locator, Published::AtMost(Printed::new(printed)), computed)
    }

    /// A published bound from below.
    pub fn at_least(locator: impl Into<String>, printed: &str, computed: f64) -> Self {
        Self::new(locator, Published::AtLeast(Printed::new(printed)), computed)
    }

    /// A published range.
    pub fn within_range(locator: impl Into<String>, range: (f64, f64), computed: f64) -> Self {
        Self::new(locator, Published::Within(range.0, range.1), computed)
    }

    /// A published statement in words; [`Check::holds`] adds whether it holds.
    pub fn claim(locator: impl Into<String>, claim: impl Into<String>) -> Self {
        Self::new(locator, Published::Claim(claim.into()), f64::NAN)
    }

    /// Sets whether a claim holds, and what was found.
    pub fn holds(mut self, holds: bool, found: impl Into<String>) -> Self {
        self.computed = f64::from(u8::from(holds));
        self.found = found.into();
        self
    }

    /// A number that the paper does not print.
    pub fn unpublished(locator: impl Into<String>, computed: f64) -> Self {
        Self::new(locator, Published::Nothing, computed)
    }

    /// Sets what it is evidence of, where that is not what its study says.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// What it is evidence of, in a study of this kind.
    pub fn kind_in(&self, study: Kind) -> Kind {
        self.kind.unwrap_or(study)
    }

    /// Sets its id, which is unique within the study.
    pub fn named(mut self, id: impl Into<CheckId>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets the unit of both numbers.
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// Allows an absolute difference instead of that of the printed digits: for numbers read off a
    /// figure, or stated as "about".
    pub fn tolerance(mut self, absolute: f64) -> Self {
        self.tolerance = Some(absolute);
        self
    }

    /// Allows a relative difference instead.
    pub fn relative(self, share: f64) -> Self {
        let size = self.published_value().map_or(f64::NAN, f64::abs);
        self.tolerance(share * size)
    }

    /// It is known not to reproduce: what it gives, and why, or what was tried.
    pub fn differs(mut self, gives: f64, reason: impl Into<String>) -> Self {
        self.known = Some((gives, reason.into()));
        self
    }

    /// The claim is known not to hold, and why.
    pub fn fails(self, reason: impl Into<String>) -> Self {
        self.differs(0.0, reason)
    }

    /// Its id, if it has one.
    pub fn id(&self) -> Option<&CheckId> {
        self.id.as_ref()
    }

    /// Where in the paper.
    pub fn locator(&self) -> &str {
        &self.locator
    }

    /// The unit of its numbers; may be empty.
    pub fn unit_name(&self) -> &'static str {
        self.unit
    }

    /// Why it differs, as far as known.
    pub fn reason(&self) -> Option<&str> {
        self.known.as_ref().map(|(_, reason)| reason.as_str())
    }

    /// The printed number or bound, if there is one.
    fn printed_number(&self) -> Option<&Printed> {
        match &self.published {
            Published::Number(number) | Published::AtMost(number) | Published::AtLeast(number) => {
                Some(number)
            }
            Published::Within(..) | Published::Claim(_) | Published::Nothing => None,
        }
    }

    /// The published number, if there is one.
    pub fn published_value(&self) -> Option<f64> {
        self.printed_number().map(Printed::value)
    }

    /// What was computed; of a claim, 1 if it holds.
    pub fn computed(&self) -> f64 {
        self.computed
    }

    /// The rule by which it is decided: how far below and above the published number the computed one may lie.
    pub fn allowed(&self) -> Option<[f64; 2]> {
        match (&self.published, self.tolerance) {
            (_, Some(tolerance)) => Some([-tolerance, tolerance]),
            (Published::Number(printed), None) => Some(printed.allowed()),
            _ => None,
        }
    }

    /// The same in words.
    pub fn rule(&self) -> String {
        let short = |value: f64| match value.abs() {
            size if size < 1e-4 => format!("{size:e}"),
            size => format!("{size}"),
        };
        match (&self.published, self.allowed()) {
            (Published::Nothing, _) | (_, None) => String::new(),
            (Published::Number(_), Some([below, above])) if below != -above => {
                format!("rounded or cut to the digits: −{} to +{}", short(below), short(above))
            }
            (_, Some([_, above])) => format!("±{}", short(above)),
        }
    }

    /// What comes of it.
    pub fn verdict(&self) -> Verdict {
        match &self.published {
            Published::Nothing => Verdict::NotPublished,
            _ if self.is_met() => Verdict::Reproduced,
            _ => Verdict::Differs,
        }
    }

    /// Whether it no longer gives what it gave: out of tolerance without a reason, or with a
    /// reason for another number. A difference that has gone is one too: its reason is wrong.
    pub fn is_broken(&self) -> bool {
        match &self.known {
            Some((gives, _)) => {
                self.is_met() || !(self.computed - gives).abs().le(&(1e-2 * gives.abs()))
            }
            None => self.verdict() == Verdict::Differs || !self.computed.is_finite(),
        }
    }

    fn is_met(&self) -> bool {
        let slack = self.tolerance.unwrap_or(0.0);
        match &self.published {
            Published::Number(printed) => match self.tolerance {
                Some(tolerance) => (self.computed - printed.value()).abs() <= tolerance,
                None => printed.is_met_by(self.computed),
            },
            Published::AtMost(printed) => self.computed <= printed.value() + slack,
            Published::AtLeast(printed) => self.computed >= printed.value() - slack,
            Published::Within(low, high) => (low - slack..=high + slack).contains(&self.computed),
            Published::Claim(_) => self.computed == 1.0,
            Published::Nothing => true,
        }
    }

    /// What the paper prints, as shown.
    pub fn printed_text(&self) -> String {
        match &self.published {
            Published::Number(printed) => printed.text().to_owned(),
            Published::AtMost(printed) => format!("≤ {}", printed.text()),
            Published::AtLeast(printed) => format!("≥ {}", printed.text()),
            Published::Within(low, high) => format!("{low} to {high}"),
            Published::Claim(claim) => claim.clone(),
            Published::Nothing => "–".to_owned(),
        }
    }

    /// What was computed, as shown: two digits more than printed.
    pub fn shown(&self) -> String {
        if !self.found.is_empty() {
            return self.found.clone();
        }
        match &self.published {
            _ if self.is_count() => format!("{}", self.computed),
            Published::Number(printed) => digits(self.computed, printed.unit() / 100.0),
            _ => digits(self.computed, self.computed.abs() * 1e-4),
        }
    }

    /// Whether a whole number stands beside whole numbers, so that decimals would say nothing.
    fn is_count(&self) -> bool {
        let beside = match &self.published {
            Published::Within(low, high) => low.fract() == 0.0 && high.fract() == 0.0,
            _ => self.printed_number().is_none_or(|printed| printed.unit() >= 1.0),
        };
        beside && self.computed.fract() == 0.0 && self.computed.abs() < 1e6
    }

    /// The difference of the two numbers, as shown.
    pub fn difference(&self) -> Option<String> {
        match &self.published {
            Published::Number(printed) => {
                let difference = self.computed - printed.value();
                let size = if self.is_count() { 1.0 } else { printed.unit() / 100.0 };
                let sign = if difference < 0.0 { "" } else { "+" };
                Some(format!("{sign}{}", digits(difference, size)))
            }
            _ => None,
        }
    }
}

/// A number down to a digit of this size; very small and very large ones with an exponent.
fn digits(value: f64, size: f64) -> String {
    if value == 0.0 || !value.is_finite() || !size.is_finite() {
        return format!("{value}");
    }
    let places = (-size.max(1e-300).log10()).ceil();
    if (1e-3..1e5).contains(&value.abs()) || (places <= 6.0 && value.abs() < 1e5) {
        return format!("{value:.*}", places.clamp(0.0, 12.0) as usize);
    }
    let significant = (value.abs().log10().floor() + places).clamp(1.0, 8.0);
    format!("{value:.*e}", significant as usize)
}
