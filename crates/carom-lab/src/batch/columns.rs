//! Impacts of a mass with a wall or with a body that rings.

use crate::lanes::{self, Answers, Column, Outcome, SchemeRows, WallRows, WallScheme};
use carom::check::Limit;
use carom::exact::damping_product;

use super::BatchError;
use super::hammer::{Hammer, Resonator};
use super::table::{Columns, Known, Table};
use super::threads::{check, spread};

/// How the rows of a batch are computed.
#[derive(Clone, Copy, Debug)]
pub enum Solver<'a> {
    /// The exact answers for a wall.
    Exact,
    /// A scheme for a wall, one step per sample: the columns `rate` (44100 unless given) and `phase` (0)
    /// say how.
    Scheme(WallScheme),
    /// A body that rings in place of the wall, by exact hold, until its first contact has ended.
    Resonator(&'a Resonator),
}

/// Rows that a thread takes at a time.
const PART: usize = 4096;
const PART_OF_HAMMERS: usize = 64;

/// A row of more steps than this is given up, unless another number is given.
const MOST_STEPS: u64 = 100_000;

const USUAL_RATE: f64 = 44_100.0;

const KNOWN: &[Known] = &[
    Known { name: "mass", limit: Limit::above(0.0, "kg") },
    Known { name: "stiffness", limit: Limit::above(0.0, "N/m^α") },
    Known { name: "exponent", limit: Limit::from(1.0, "") },
    Known { name: "velocity", limit: Limit::above(0.0, "m/s") },
    Known { name: "mu", limit: Limit::from(0.0, "s/m") },
    Known { name: "lambda", limit: Limit::from(0.0, "N·s/m^(α+1)") },
    Known { name: "restitution", limit: Limit::above_to(0.0, 1.0, "") },
    Known { name: "rate", limit: Limit::above(0.0, "Hz") },
    Known { name: "phase", limit: Limit::between(0.0, 1.0, "") },
];

/// Where some of them stand.
const RATE: usize = 7;
const PHASE: usize = 8;

/// Many impacts: the columns have the names of the fields of `carom impact`.
///
/// `mass` (kg), `stiffness` (N/m^α), `exponent` and `velocity` (m/s, towards the wall) are needed. The
/// damping is one of `mu` (s/m), `lambda` (N·s/m^(α+1)) and `restitution` (at `velocity`), none unless
/// given.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    columns: Columns<'a>,
    most_steps: u64,
}

impl<'a> Batch<'a> {
    /// A batch of so many rows, without columns.
    #[must_use]
    pub fn new(rows: usize) -> Self {
        Self { columns: Columns::new(rows, KNOWN), most_steps: MOST_STEPS }
    }

    /// The same with a column: one number for all rows, or a slice with one for each.
    ///
    /// # Errors
    ///
    /// A name that there is not, a column that is given twice, a wrong length, and a value that is
    /// not allowed, with its row.
    pub fn column(mut self, name: &str, column: impl Into<Column<'a>>) -> Result<Self, BatchError> {
        self.columns.set(name, column.into())?;
        Ok(self)
    }

    /// The same with rows of schemes given up after so many steps, 100000 unless given.
    #[must_use]
    pub fn most_steps(self, steps: u64) -> Self {
        Self { most_steps: steps, ..self }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.rows
    }

    /// Computes some outcomes of all rows.
    ///
    /// # Errors
    ///
    /// What [`run`](Self::run) refuses.
    pub fn compute(
        &self,
        solver: &Solver,
        outcomes: &[Outcome],
        threads: usize,
    ) -> Result<Table<Outcome>, BatchError> {
        let mut table = Table::new(self.rows(), outcomes)?;
        self.run(solver, &mut table.answers(), threads)?;
        Ok(table)
    }

    /// The same into memory of the caller. With one thread none is started.
    ///
    /// # Errors
    ///
    /// A column that is missing, a damping that is given twice, a place that is too short, no thread.
    pub fn run(
        &self,
        solver: &Solver,
        answers: &mut Answers,
        threads: usize,
    ) -> Result<(), BatchError> {
        check(self.rows(), answers, |outcome| outcome.name(), threads)?;
        let [mass, stiffness, exponent, velocity] = [
            self.columns.need(0)?,
            self.columns.need(1)?,
            self.columns.need(2)?,
            self.columns.need(3)?,
        ];
        let computed = self.dampings(stiffness, velocity)?;
        let mu = match (&computed, self.columns.get(4)) {
            (Some(mu), _) => Column::Each(mu),
            (None, given) => given.unwrap_or(Column::Same(0.0)),
        };
        let wall = WallRows { mass, stiffness, exponent, mu, velocity };
        match *solver {
            Solver::Exact => spread(answers, threads, PART, || {
                |range, answers: &mut Answers| lanes::answers(&wall, range, answers)
            }),
            Solver::Scheme(scheme) => {
                let rows = SchemeRows {
                    wall,
                    rate: self.columns.get(RATE).unwrap_or(Column::Same(USUAL_RATE)),
                    phase: self.columns.get(PHASE).unwrap_or(Column::Same(0.0)),
                    most_steps: self.most_steps,
                };
                spread(answers, threads, PART, || {
                    |range, answers: &mut Answers| lanes::run(scheme, &rows, range, answers)
                });
            }
            Solver::Resonator(resonator) => {
                for place in [RATE, PHASE] {
                    if self.columns.get(place).is_some() {
                        return Err(BatchError::NoMeaning(KNOWN[place].name));
                    }
                }
                let hammer = Hammer::new(resonator, self.most_steps)?;
                spread(answers, threads, PART_OF_HAMMERS, || hammer.worker(&wall));
            }
        }
        Ok(())
    }

    /// μ of every row, where it has to be computed.
    fn dampings(
        &self,
        stiffness: Column,
        velocity: Column,
    ) -> Result<Option<Vec<f64>>, BatchError> {
        let [mu, lambda, restitution] = [4, 5, 6].map(|place| self.columns.get(place));
        let rows = 0..self.rows();
        match (mu, lambda, restitution) {
            (_, None, None) => Ok(None),
            (None, Some(lambda), None) => {
                Ok(Some(rows.map(|row| lambda.at(row) / stiffness.at(row)).collect()))
            }
            (None, None, Some(Column::Same(e))) => {
                let product = damping_product(e);
                Ok(Some(rows.map(|row| product / velocity.at(row)).collect()))
            }
            (None, None, Some(Column::Each(e))) => {
                Ok(Some(rows.map(|row| damping_product(e[row]) / velocity.at(row)).collect()))
            }
            _ => Err(BatchError::TwoDampings),
        }
    }
}
