//! Parts: some rows as one Parquet file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use carom_files::parquet::{Column, Table};

use crate::rows::{Answers, Wanted};
use crate::spec::Given;
use crate::{Sweep, SweepError, axes};

/// The note of a part that holds its record.
pub const RECORD: &str = "provenance";

/// The directory of the sounds. Programs that read a directory of tables pass over names that begin so.
pub(crate) const SOUNDS: &str = "_audio";

impl Sweep {
    /// The name of the file of a part.
    #[must_use]
    pub fn part_name(part: u64) -> String {
        format!("part-{part:05}.parquet")
    }

    /// A part as a Parquet file: the same bytes whoever computes it, on one processor by one build. The sounds of
    /// a sweep with `audio` are named in it, and not written.
    ///
    /// # Errors
    ///
    /// A part that there is not.
    pub fn part(&self, part: u64) -> Result<Vec<u8>, SweepError> {
        let rows = self.rows_of(part)?;
        let answers = self.compute(rows, None)?;
        self.encode(part, answers)
    }

    /// Computes a part and writes it into a directory, with its sounds if the sweep has `audio`.
    ///
    /// # Errors
    ///
    /// A part that there is not, or files that cannot be written.
    pub fn write_part(&self, part: u64, directory: &Path) -> Result<PathBuf, SweepError> {
        let rows = self.rows_of(part)?;
        let answers = self.compute(rows, Some(directory))?;
        self.save(part, answers, directory)
    }

    /// The rows of a part.
    pub(crate) fn rows_of(&self, part: u64) -> Result<Range<u64>, SweepError> {
        let most = self.parts() - 1;
        if part > most {
            return Err(SweepError::Number { what: "the part", number: part, least: 0, most });
        }
        let first = part * self.part_rows();
        Ok(first..self.rows().min(first + self.part_rows()))
    }

    /// Computes some rows; sounds go into the directory.
    pub(crate) fn compute(
        &self,
        rows: Range<u64>,
        directory: Option<&Path>,
    ) -> Result<Answers, SweepError> {
        let path = directory.map(|directory| move |row| directory.join(self.sound(row)));
        let sounds = path.as_ref().filter(|_| self.spec().audio);
        let sounds = sounds.map(|path| path as &dyn Fn(u64) -> PathBuf);
        self.base.compute(rows, Wanted { axes: &self.axes, outcomes: &self.outcomes, sounds })
    }

    /// The path of the sound of a row, from the directory of the sweep.
    fn sound(&self, row: u64) -> String {
        format!("{SOUNDS}/part-{:05}/row-{row:010}.wav", row / self.part_rows())
    }

    /// Writes a part. Another process may have written it meanwhile: then it is there as well.
    pub(crate) fn save(
        &self,
        part: u64,
        answers: Answers,
        directory: &Path,
    ) -> Result<PathBuf, SweepError> {
        let path = directory.join(Self::part_name(part));
        let bytes = self.encode(part, answers)?;
        match carom_files::write_whole(&path, bytes) {
            Err(error) if !path.is_file() => Err(SweepError::writing(&path, &error)),
            _ => Ok(path),
        }
    }

    fn encode(&self, part: u64, answers: Answers) -> Result<Vec<u8>, SweepError> {
        let rows = self.rows_of(part)?;
        let mut table = Table::default();
        table.add("row", Column::Whole(rows.clone().map(|row| row as i64).collect()));
        for axis in 0..self.axes.count() {
            let column = if self.axes.is_numeric(axis) {
                Column::Numbers(rows.clone().map(|row| self.axes.number(axis, row)).collect())
            } else {
                let text = |row| Some(text(&self.axes.value(axis, row)));
                Column::Texts(rows.clone().map(text).collect())
            };
            table.add(self.axes.path(axis), column);
        }
        for (outcome, values) in self.outcomes.iter().zip(answers.values) {
            table.add(&outcome.name, Column::Numbers(values));
        }
        if self.spec().audio {
            let sound =
                |(row, error): (u64, &Option<String>)| error.is_none().then(|| self.sound(row));
            table.add("audio", Column::Texts(rows.zip(&answers.errors).map(sound).collect()));
        }
        table.add("error", Column::Texts(answers.errors));
        table.note(RECORD, self.record(Some(part)).to_text());
        Ok(table.to_bytes()?)
    }

    /// Computes a row of a part again and compares it with what the part has.
    ///
    /// # Errors
    ///
    /// A row that is not in the part, or a part of another sweep.
    pub fn again(&self, part: &Table, row: u64) -> Result<Again, SweepError> {
        let rows = match part.column("row") {
            Some(Column::Whole(rows)) => rows.as_slice(),
            _ => &[],
        };
        let Some(place) = rows.iter().position(|known| u64::try_from(*known) == Ok(row)) else {
            let end = |row: Option<&i64>| row.map_or(0, |row| *row as u64);
            let (least, most) = (end(rows.first()), end(rows.last()));
            return Err(SweepError::Number { what: "the row", number: row, least, most });
        };
        let answers = self.compute(row..row + 1, None)?;
        let mut again = Again::Same;
        for (outcome, new) in self.outcomes.iter().zip(&answers.values) {
            let old = match part.column(&outcome.name) {
                Some(Column::Numbers(values)) => values[place],
                _ => None,
            };
            again = again.and(old, new[0]);
        }
        let error = match part.column("error") {
            Some(Column::Texts(texts)) => texts[place].as_ref(),
            _ => None,
        };
        Ok(if error == answers.errors[0].as_ref() { again } else { Again::More })
    }

    /// Makes a row as `carom run` or `carom impact` would, into a directory.
    ///
    /// # Errors
    ///
    /// A row that there is not or that fails, or files that cannot be written.
    pub fn write_row(&self, row: u64, directory: &Path) -> Result<Vec<PathBuf>, SweepError> {
        let most = self.rows() - 1;
        if row > most {
            return Err(SweepError::Number { what: "the row", number: row, least: 0, most });
        }
        self.base.write_row(row, &self.axes, directory)
    }
}

/// How a row that is computed again compares with the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Again {
    /// All its numbers are the same to the last digit.
    Same,
    /// They differ by at most this share of their size.
    Numbers(f64),
    /// A number or an error is missing or new.
    More,
}

impl Again {
    fn and(self, old: Option<f64>, new: Option<f64>) -> Self {
        let difference = match (old, new) {
            (None, None) => return self,
            (Some(old), Some(new)) if old.to_bits() == new.to_bits() => return self,
            (Some(old), Some(new)) => (old - new).abs() / old.abs().max(new.abs()),
            _ => return Self::More,
        };
        match self {
            Self::Same => Self::Numbers(difference),
            Self::Numbers(before) => Self::Numbers(before.max(difference)),
            Self::More => Self::More,
        }
    }
}

/// A value that is not a number, as text.
fn text(value: &Given) -> String {
    match value {
        Given::Text(text) => text.clone(),
        other => axes::written(other),
    }
}
