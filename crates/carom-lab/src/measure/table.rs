//! Tables of numbers with a line of names, read so that a mistake is found by its line and column.

use std::fs;
use std::path::{Path, PathBuf};

use super::MeasureError;
use super::error::positive;

/// Larger files are refused (bytes).
const LARGEST: u64 = 1 << 30;
/// How far a sample may lie from its place in an even row of them, in sampling intervals.
const JITTER: f64 = 0.25;

/// A file of comma separated values.
pub(crate) struct Table {
    file: PathBuf,
    names: Vec<String>,
    /// Lines with content after the first, with their number in the file.
    lines: Vec<(usize, String)>,
}

impl Table {
    pub(crate) fn read(file: &Path) -> Result<Self, MeasureError> {
        let read = |error| MeasureError::read(file, error);
        let size = fs::metadata(file).map_err(read)?.len();
        if size > LARGEST {
            let what = format!("it has {size} bytes; at most {LARGEST} are read");
            return Err(MeasureError::recording(file, what));
        }
        let bytes = fs::read(file).map_err(read)?;
        let text = String::from_utf8(bytes).map_err(|_| {
            MeasureError::recording(file, "it is not a text, but must be a CSV table")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
            .map(|(number, line)| (number, line.to_owned()));
        let Some((_, head)) = lines.next() else {
            return Err(MeasureError::recording(
                file,
                "it is empty, but must begin with names of columns",
            ));
        };
        let names = head.split(',').map(|name| plain(name).to_lowercase()).collect();
        Ok(Self { file: file.to_owned(), names, lines: lines.collect() })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// The numbers of one column.
    pub(crate) fn column(&self, name: &str) -> Result<Vec<f64>, MeasureError> {
        let Some(index) = self.names.iter().position(|known| known == name) else {
            let names = self.names.join(", ");
            return Err(self.wrong(format!("it has no column `{name}` (its columns: {names})")));
        };
        let number = |(line, text): &(usize, String)| {
            let cell = text.split(',').nth(index).map(plain);
            let value = cell.and_then(|cell| cell.parse::<f64>().ok()).filter(|v| v.is_finite());
            value.ok_or_else(|| {
                let found = match cell {
                    None => "there is no value".to_owned(),
                    Some(cell) => format!("`{cell}` is no finite number"),
                };
                self.wrong(format!("line {line}, column `{name}`: {found}"))
            })
        };
        self.lines.iter().map(number).collect()
    }

    /// When each row was recorded: by its column `time` (s), or by `rate` (per second) and the column
    /// `frame`, or the order of rows.
    pub(crate) fn times(&self, rate: Option<f64>) -> Result<Vec<f64>, MeasureError> {
        let rate = rate.map(|rate| positive("rate", rate)).transpose()?;
        let (name, times) = match rate {
            _ if self.has("time") => ("time", self.column("time")?),
            Some(rate) if self.has("frame") => {
                ("frame", self.column("frame")?.iter().map(|frame| frame / rate).collect())
            }
            Some(rate) => ("row", (0..self.lines.len()).map(|i| i as f64 / rate).collect()),
            None => {
                return Err(self.wrong("it has no column `time`, so the rate must be given"));
            }
        };
        for (i, pair) in times.windows(2).enumerate() {
            if pair[1] <= pair[0] {
                let line = self.lines[i + 1].0;
                return Err(self.wrong(format!("line {line}, column `{name}`: it must increase")));
            }
        }
        Ok(times)
    }

    /// The same, where samples must follow each other evenly: the first moment and the interval.
    pub(crate) fn even_times(&self, rate: Option<f64>) -> Result<(f64, f64), MeasureError> {
        let times = self.times(rate)?;
        let (Some(first), Some(last)) = (times.first(), times.last()) else {
            return Err(self.wrong("it has no rows"));
        };
        let step = (last - first) / (times.len() - 1).max(1) as f64;
        for (i, time) in times.iter().enumerate() {
            if (time - first - step * i as f64).abs() > JITTER * step {
                let line = self.lines[i].0;
                return Err(self.wrong(format!(
                    "line {line}: samples must be evenly spaced, but this one is {:.2} intervals of \
                     {step:e} s away from its place",
                    (time - first - step * i as f64) / step
                )));
            }
        }
        Ok((*first, step))
    }

    pub(crate) fn rows(&self) -> usize {
        self.lines.len()
    }

    /// Where a row stands in the file.
    pub(crate) fn line_of(&self, row: usize) -> usize {
        self.lines.get(row).map_or(0, |line| line.0)
    }

    pub(crate) fn wrong(&self, what: impl Into<String>) -> MeasureError {
        MeasureError::recording(&self.file, what)
    }
}

fn plain(cell: &str) -> &str {
    cell.trim().trim_matches('"').trim()
}
