//! Rows: the numbers of the axes go in, those of the outcomes come out. What comes out of a row depends on its
//! number alone, not on which others are computed with it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::SweepError;
use crate::axes::Axes;
use crate::impacts::Impacts;
use crate::outcome::Outcome;
use crate::scenes::Scenes;

/// What is computed for every row.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    Impacts(Box<Impacts>),
    Scenes(Box<Scenes>),
}

/// What some rows came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// A column for each outcome.
    pub(crate) values: Vec<Vec<Option<f64>>>,
    /// Why a row failed.
    pub(crate) errors: Vec<Option<String>>,
}

/// What is to be computed.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) axes: &'a Axes,
    pub(crate) outcomes: &'a [Outcome],
    /// Where the sounds go, if they are written.
    pub(crate) sounds: Option<&'a dyn Fn(u64) -> PathBuf>,
}

/// The longest text of an error.
const LONGEST: usize = 400;

impl Answers {
    /// Room for some rows.
    pub(crate) fn new(outcomes: usize, rows: usize) -> Self {
        Self { values: vec![vec![None; rows]; outcomes], errors: vec![None; rows] }
    }

    /// Puts the outcomes of a row into its place, or why there are none.
    pub(crate) fn put(&mut self, place: usize, row: Result<Row, String>) {
        match row {
            Ok(Row { values, error }) => {
                for (column, value) in self.values.iter_mut().zip(values) {
                    column[place] = value.filter(|value| value.is_finite());
                }
                self.errors[place] = error.as_deref().map(short);
            }
            Err(error) => self.errors[place] = Some(short(&error)),
        }
    }

    /// Adds the rows that follow.
    pub(crate) fn append(&mut self, mut next: Self) {
        for (column, more) in self.values.iter_mut().zip(&mut next.values) {
            column.append(more);
        }
        self.errors.append(&mut next.errors);
    }
}

/// What one row came to.
pub(crate) struct Row {
    pub(crate) values: Vec<Option<f64>>,
    /// What failed, although others of its numbers are known.
    pub(crate) error: Option<String>,
}

/// An error on one line.
fn short(error: &str) -> String {
    let line = error.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

impl Base {
    /// Computes some rows.
    ///
    /// # Errors
    ///
    /// If a sound cannot be written. What is wrong with a row stands in the row.
    pub(crate) fn compute(&self, rows: Range<u64>, wanted: Wanted) -> Result<Answers, SweepError> {
        match self {
            Self::Impacts(impacts) => Ok(impacts.compute(rows, wanted)),
            Self::Scenes(scenes) => scenes.compute(rows, wanted),
        }
    }

    /// Rows that a thread computes at a time.
    pub(crate) fn piece(&self) -> u64 {
        match self {
            Self::Impacts(_) => 8192,
            Self::Scenes(_) => 1,
        }
    }

    /// Rows in a part unless given.
    pub(crate) fn usual_part(&self) -> u64 {
        match self {
            Self::Impacts(_) => 65_536,
            Self::Scenes(_) => 256,
        }
    }

    /// Why a row cannot be computed, before that is tried.
    pub(crate) fn refused(&self, row: u64, axes: &Axes) -> Option<String> {
        match self {
            Self::Impacts(impacts) => impacts.row(row, axes).err(),
            Self::Scenes(scenes) => scenes.row(row, axes).err().map(|errors| errors.to_string()),
        }
    }

    /// Makes one row as the command for one would, into a directory.
    pub(crate) fn write_row(
        &self,
        row: u64,
        axes: &Axes,
        directory: &Path,
    ) -> Result<Vec<PathBuf>, SweepError> {
        match self {
            Self::Impacts(impacts) => impacts.write_row(row, axes, directory),
            Self::Scenes(scenes) => scenes.write_row(row, axes, directory),
        }
    }
}
