//! What a study found.

use carom_report::{Figure, Table};

use super::{Check, CheckId, Verdict};

/// Something to look at, in the order in which it is shown.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Text(String),
    Figure(Box<Figure>),
    Table(Table),
}

/// What a study found: its parameters, figures in the axes of the paper, and checks.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Findings {
    pub(super) parameters: Vec<(String, String)>,
    pub(super) parts: Vec<Part>,
    pub(super) checks: Vec<Check>,
    pub(super) commands: Vec<String>,
}

impl Findings {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a parameter of the experiment, its value with its unit.
    pub fn parameter(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.parameters.push((name.into(), value.into()));
        self
    }

    /// Adds words: what is shown, and what follows from it. An empty line begins a new paragraph.
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Adds a figure.
    pub fn figure(mut self, figure: Figure) -> Self {
        self.parts.push(Part::Figure(Box::new(figure)));
        self
    }

    /// Adds a table that is not one of checks.
    pub fn table(mut self, table: Table) -> Self {
        self.parts.push(Part::Table(table));
        self
    }

    /// Adds a check.
    pub fn check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }

    /// Adds checks.
    pub fn checks(mut self, checks: impl IntoIterator<Item = Check>) -> Self {
        self.checks.extend(checks);
        self
    }

    /// Marks checks that are known not to reproduce: the id of each, what it gives, and why.
    pub fn known(mut self, known: &[(&str, f64, &str)]) -> Self {
        for &(id, gives, reason) in known {
            let wanted = CheckId::from(id);
            match self.checks.iter_mut().find(|check| check.id() == Some(&wanted)) {
                Some(check) => *check = check.clone().differs(gives, reason),
                None => self.checks.push(Check::claim(id, "a check").holds(false, "there is none")),
            }
        }
        self
    }

    /// Adds a command line by which a person gets at the same numbers.
    pub fn command(mut self, line: impl Into<String>) -> Self {
        self.commands.push(line.into());
        self
    }

    /// All checks, in the order in which they were added.
    pub fn all_checks(&self) -> &[Check] {
        &self.checks
    }

    /// The check of this id.
    pub fn get(&self, id: &CheckId) -> Option<&Check> {
        self.checks.iter().find(|check| check.id() == Some(id))
    }

    /// How many checks have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.checks.iter().filter(|check| check.verdict() == verdict).count()
    }

    /// The checks that no longer give what they gave.
    pub fn broken(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| check.is_broken())
    }
}
