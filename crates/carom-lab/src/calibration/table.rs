//! Tables of numbers with named columns.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::CalibrationError;

/// Larger files (bytes) are not read: measurements of collisions are not that many.
const LARGEST: u64 = 64 << 20;
/// Beyond it squares lose their meaning.
const BEYOND: f64 = 1e100;

/// A CSV file: names, and the cells of each row.
#[derive(Clone, Debug)]
pub(super) struct Table {
    file: String,
    header: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
}

impl Table {
    pub(super) fn read(path: &Path) -> Result<Self, CalibrationError> {
        let file = path.display().to_string();
        let unreadable =
            |reason: String| CalibrationError::Unreadable { file: file.clone(), reason };
        if path.is_dir() {
            return Err(unreadable("it is a directory".into()));
        }
        let opened = File::open(path).map_err(|error| unreadable(error.to_string()))?;
        let mut bytes = Vec::new();
        let read = opened.take(LARGEST + 1).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(error.to_string()))?;
        if bytes.len() as u64 > LARGEST {
            let reason = format!("it holds more than {} MB, the most that is read", LARGEST >> 20);
            return Err(CalibrationError::NotATable { file, reason });
        }
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(CalibrationError::NotATable {
                file,
                reason: "it is not UTF-8 text".into(),
            });
        };
        Self::parse(&text, file)
    }

    /// Empty lines and lines that begin with `#` are passed over.
    pub(super) fn parse(text: &str, file: String) -> Result<Self, CalibrationError> {
        // Spreadsheets put a byte order mark before the first letter.
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let Some((_, first)) = lines.next() else {
            return Err(CalibrationError::NotATable { file, reason: "it is empty".into() });
        };
        for (mark, name) in [(';', "semicolons"), ('\t', "tabs")] {
            if first.contains(mark) && !first.contains(',') {
                let reason = format!(
                    "its columns are separated by {name}; they must be separated by commas, with \
                     points in the numbers"
                );
                return Err(CalibrationError::NotATable { file, reason });
            }
        }
        let header = first.split(',').map(|cell| bare(cell).to_owned()).collect();
        let cells = |line: &str| line.split(',').map(|cell| bare(cell).to_owned()).collect();
        let rows: Vec<_> = lines.map(|(number, line)| (number, cells(line))).collect();
        if rows.is_empty() {
            let reason = "it has a header and no rows".into();
            return Err(CalibrationError::NotATable { file, reason });
        }
        Ok(Self { file, header, rows })
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn header(&self) -> &[String] {
        &self.header
    }

    /// The numbers of a column, if it is there.
    pub(super) fn optional(&self, name: &str) -> Result<Option<Vec<f64>>, CalibrationError> {
        let mut found = (0..self.header.len()).filter(|&index| self.header[index] == name);
        let Some(index) = found.next() else { return Ok(None) };
        if found.next().is_some() {
            return Err(self.column("there are two columns", name));
        }
        (0..self.rows.len()).map(|row| self.number(row, index)).collect::<Result<_, _>>().map(Some)
    }

    pub(super) fn required(&self, name: &str) -> Result<Vec<f64>, CalibrationError> {
        self.optional(name)?.ok_or_else(|| self.column("there is no column", name))
    }

    fn column(&self, problem: &'static str, name: &str) -> CalibrationError {
        let header = shortened(&self.header.join(", "), 200);
        CalibrationError::Column {
            file: self.file.clone(),
            problem,
            column: name.to_owned(),
            header,
        }
    }

    /// What is wrong with a cell, counted from 0.
    pub(super) fn cell(&self, row: usize, column: &str, reason: String) -> CalibrationError {
        CalibrationError::Cell {
            file: self.file.clone(),
            row: row + 1,
            line: self.rows.get(row).map_or(0, |(line, _)| *line),
            column: column.to_owned(),
            reason,
        }
    }

    fn number(&self, row: usize, index: usize) -> Result<f64, CalibrationError> {
        let name = self.header.get(index).map_or("", String::as_str);
        let text = self.rows.get(row).and_then(|(_, cells)| cells.get(index));
        let Some(text) = text else {
            return Err(self.cell(row, name, "the row ends before it".into()));
        };
        let value = text.parse::<f64>().ok().filter(|value| value.abs() < BEYOND);
        value.ok_or_else(|| {
            let text = shortened(text, 40);
            self.cell(row, name, format!("\"{text}\" is not a finite number"))
        })
    }
}

/// A cell without blanks and quotes around it.
fn bare(cell: &str) -> &str {
    let cell = cell.trim();
    let quoted = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    quoted.map_or(cell, str::trim)
}

fn shortened(text: &str, most: usize) -> String {
    let start: String = text.chars().take(most).collect();
    if start.len() < text.len() { start + "…" } else { start }
}
