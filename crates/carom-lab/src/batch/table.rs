//! The columns that go in by name, and the table that comes out.

use crate::lanes::{Answers, Column, Status};
use carom::check::Limit;

use super::BatchError;

/// A column that a batch may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) name: &'static str,
    pub(crate) limit: Limit,
}

/// The columns of a batch, in the order of those that it knows.
#[derive(Clone, Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) rows: usize,
    known: &'static [Known],
    given: Vec<Option<Column<'a>>>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(rows: usize, known: &'static [Known]) -> Self {
        Self { rows, known, given: vec![None; known.len()] }
    }

    /// Takes a column whose values are all allowed.
    pub(crate) fn set(&mut self, name: &str, column: Column<'a>) -> Result<(), BatchError> {
        let Some(place) = self.known.iter().position(|known| known.name == name) else {
            let names: Vec<&str> = self.known.iter().map(|known| known.name).collect();
            let (name, allowed) = (name.to_owned(), names.join(", "));
            return Err(BatchError::UnknownColumn { name, allowed });
        };
        let Known { name, limit } = self.known[place];
        if self.given[place].is_some() {
            return Err(BatchError::Repeated(name));
        }
        column.check(name, self.rows, limit)?;
        self.given[place] = Some(column);
        Ok(())
    }

    /// The column at a place, if it is given.
    pub(crate) fn get(&self, place: usize) -> Option<Column<'a>> {
        self.given[place]
    }

    /// The column at a place.
    pub(crate) fn need(&self, place: usize) -> Result<Column<'a>, BatchError> {
        self.given[place].ok_or(BatchError::Missing(self.known[place].name))
    }
}

/// Outcomes of all rows, in one piece of memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<O> {
    rows: usize,
    outcomes: Vec<O>,
    values: Vec<f64>,
    status: Vec<Status>,
}

impl<O: Copy + PartialEq> Table<O> {
    pub(crate) fn new(rows: usize, outcomes: &[O]) -> Result<Self, BatchError> {
        let size = rows.saturating_mul(outcomes.len());
        let room = Vec::<f64>::new().try_reserve_exact(size.max(rows));
        room.map_err(|_| BatchError::TooManyRows(rows))?;
        Ok(Self {
            rows,
            outcomes: outcomes.to_vec(),
            // Zeros cost nothing until a thread writes over them.
            values: vec![0.0; size],
            status: vec![Status::default(); rows],
        })
    }

    /// The places of all outcomes.
    pub(crate) fn answers(&mut self) -> Answers<'_, O> {
        let places = self.values.chunks_mut(self.rows.max(1));
        let outcomes = self.outcomes.iter().copied().zip(places).collect();
        Answers { outcomes, status: &mut self.status }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The outcomes, in the order in which they were asked for.
    #[must_use]
    pub fn outcomes(&self) -> &[O] {
        &self.outcomes
    }

    /// An outcome of every row, if it was asked for.
    #[must_use]
    pub fn column(&self, outcome: O) -> Option<&[f64]> {
        let place = self.outcomes.iter().position(|known| *known == outcome)?;
        self.values.get(place * self.rows..(place + 1) * self.rows)
    }

    /// How every row ended.
    #[must_use]
    pub fn status(&self) -> &[Status] {
        &self.status
    }
}
