//! Tables of numbers with named columns, from CSV files.
//!
//! The first line names the columns, in any order; case and surrounding space do not matter. Empty
//! lines and lines that start with `#` are skipped.
//!
//! ```
//! use carom_files::csv::Table;
//! let table = Table::parse("Force, time\n# at rest\n0, 0\n12.5, 0.001\n", "blow.csv")?;
//! assert_eq!(table.rising_column("time")?, [0.0, 0.001]);
//! let error = table.column("forse").unwrap_err();
//! assert!(error.to_string().contains("did you mean \"Force\"?"));
//! # Ok::<(), carom_files::csv::CsvError>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};
use thiserror::Error;

use crate::nearest::nearest;
use crate::read::{ReadError, read_text};

/// Larger files (bytes) are not read.
const MOST_BYTES: u64 = 1 << 26;
/// Larger tables (cells) are not read: a row of one cell takes room in every column.
const MOST_CELLS: usize = 1 << 23;
/// Larger numbers cannot be squared.
const LARGEST: f64 = 1e100;
/// More letters of a cell or a header are not shown.
const SHOWN: usize = 200;

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CsvError {
    /// The file is missing, or reading it failed.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// The reason that the system gives.
        reason: String,
    },
    /// The content cannot be used.
    #[error("{file}{place}: {message}")]
    Invalid {
        /// The file.
        file: String,
        /// Where in the file.
        place: CsvPlace,
        /// What is wrong, and what is allowed.
        message: String,
    },
}

/// A place in a table, as exactly as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsvPlace {
    /// The line of the file, counted from 1.
    pub line: Option<u64>,
    /// The name of the column.
    pub column: Option<String>,
}

impl fmt::Display for CsvPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(formatter, ", line {line}")?;
        }
        self.column.iter().try_for_each(|column| write!(formatter, ", column \"{column}\""))
    }
}

/// A table of numbers. A cell that is no number is an error only if its column is used.
#[derive(Clone, Debug)]
pub struct Table {
    file: String,
    header_line: u64,
    columns: Vec<Column>,
    /// The line of each row in the file.
    lines: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    values: Vec<f64>,
    /// The first row without a number, and what is wrong with it.
    error: Option<(usize, String)>,
}

/// The tables that a document names, and where they come from.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// From which directory they are read; none may be read without one.
    directory: Option<PathBuf>,
    /// Their texts by the names that the document uses.
    texts: BTreeMap<String, String>,
}

impl Tables {
    /// Tables that are read from a directory.
    #[must_use]
    pub fn from_directory(directory: &Path) -> Self {
        Self { directory: Some(directory.to_owned()), texts: BTreeMap::new() }
    }

    /// Tables whose texts are known.
    #[must_use]
    pub fn from_texts(texts: BTreeMap<String, String>) -> Self {
        Self { directory: None, texts }
    }

    /// Whether a table may be read.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.directory.is_some() || self.texts.contains_key(name)
    }

    /// Reads a table, once.
    ///
    /// # Errors
    ///
    /// As [`Table::read`].
    pub fn read(&mut self, name: &str) -> Result<Table, CsvError> {
        let path = self.directory.as_ref().map_or_else(|| name.into(), |base| base.join(name));
        if !self.texts.contains_key(name) {
            self.texts.insert(name.to_owned(), text_of(&path, MOST_BYTES)?);
        }
        let text = self.texts.get(name).map_or("", String::as_str);
        Table::parse(text, &path.display().to_string())
    }

    /// The texts of all tables that were read.
    #[must_use]
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.texts
    }
}

/// The text of a file of at most so many bytes.
fn text_of(path: &Path, most: u64) -> Result<String, CsvError> {
    let file = path.display().to_string();
    read_text(path, most).map_err(|error| match error {
        ReadError::Unreadable { file, source } => {
            CsvError::Unreadable { file, reason: source.to_string() }
        }
        ReadError::TooLarge { .. } => {
            let message = format!("it has more than {most} bytes, the most that are read");
            CsvError::Invalid { file, place: CsvPlace::default(), message }
        }
        ReadError::NotText { line, .. } => {
            let place = CsvPlace { line: Some(line as u64), column: None };
            let message = "it is not UTF-8 text, as a CSV table must be".into();
            CsvError::Invalid { file, place, message }
        }
    })
}

impl Table {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is too large, or is not a table in UTF-8 text.
    pub fn read(path: &Path) -> Result<Self, CsvError> {
        Self::parse(&text_of(path, MOST_BYTES)?, &path.display().to_string())
    }

    /// Reads a text; errors name it `file`.
    ///
    /// # Errors
    ///
    /// If the text is not a table.
    pub fn parse(text: &str, file: &str) -> Result<Self, CsvError> {
        // Spreadsheets put a byte order mark before the first letter.
        let text = text.trim_start_matches('\u{feff}');
        let mut table =
            Self { file: file.to_owned(), header_line: 1, columns: Vec::new(), lines: Vec::new() };
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).comment(Some(b'#')).trim(Trim::All);
        let mut reader = builder.from_reader(text.as_bytes());
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| table.error(error.to_string()))? {
            let line = line_of(&record, text);
            if record.iter().all(str::is_empty) && record.len() == 1 {
                continue;
            }
            if table.columns.is_empty() {
                table.set_header(&record, line)?;
            } else {
                table.add_row(&record, line);
            }
            if table.columns.len().saturating_mul(table.lines.len().max(1)) > MOST_CELLS {
                return Err(table.error(format!(
                    "it has more than {MOST_CELLS} cells, rows times columns: the most that are read"
                )));
            }
        }
        if table.columns.is_empty() {
            return Err(table.error("it is empty; it must begin with the names of its columns"));
        }
        Ok(table)
    }

    fn set_header(&mut self, record: &StringRecord, line: u64) -> Result<(), CsvError> {
        self.header_line = line;
        for (mark, name) in [(';', "semicolons"), ('\t', "tabs")] {
            if record.len() == 1 && record[0].contains(mark) {
                return Err(self.error(format!(
                    "its columns are separated by {name}; they must be separated by commas, with \
                     points in the numbers"
                )));
            }
        }
        let column = |name| Column { name: bare(name).to_owned(), values: Vec::new(), error: None };
        self.columns = record.iter().map(column).collect();
        Ok(())
    }

    fn add_row(&mut self, record: &StringRecord, line: u64) {
        let row = self.lines.len();
        self.lines.push(line);
        for (index, column) in self.columns.iter_mut().enumerate() {
            let value = number(record.get(index));
            column.values.push(*value.as_ref().unwrap_or(&f64::NAN));
            if let (Err(message), None) = (value, &column.error) {
                column.error = Some((row, message));
            }
        }
    }

    /// The number of rows below the header.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// The names of the columns, as the file writes them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Whether there is a column of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| is_same(known, name))
    }

    /// The line of the file, counted from 1, in which a row stands, counted from 0.
    #[must_use]
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row).copied().unwrap_or(self.header_line)
    }

    /// The numbers of a column.
    ///
    /// # Errors
    ///
    /// If the column is missing, there twice, without rows, or one of its cells is not a number.
    pub fn column(&self, name: &str) -> Result<&[f64], CsvError> {
        if let Some(values) = self.optional_column(name)? {
            return Ok(values);
        }
        let guess = nearest(name, self.names());
        let guess = guess.map_or(String::new(), |guess| format!(" (did you mean \"{guess}\"?)"));
        Err(self.header_error(&format!("there is no column \"{name}\"{guess}")))
    }

    /// The numbers of a column, if it is there.
    ///
    /// # Errors
    ///
    /// As [`Table::column`], but not if the column is missing.
    pub fn optional_column(&self, name: &str) -> Result<Option<&[f64]>, CsvError> {
        let mut found = self.columns.iter().filter(|column| is_same(&column.name, name));
        let Some(column) = found.next() else { return Ok(None) };
        if found.next().is_some() {
            return Err(self.header_error(&format!("there are two columns \"{name}\"")));
        }
        if self.lines.is_empty() {
            return Err(self.error("it has a header and no rows"));
        }
        match &column.error {
            Some((row, message)) => Err(self.cell_error(*row, name, message)),
            None => Ok(Some(&column.values)),
        }
    }

    /// The numbers of a column, each of which must be above the one before.
    ///
    /// # Errors
    ///
    /// As [`Table::column`], or if a number is not above the one before.
    pub fn rising_column(&self, name: &str) -> Result<&[f64], CsvError> {
        let values = self.column(name)?;
        let Some(row) = (1..values.len()).find(|&row| values[row] <= values[row - 1]) else {
            return Ok(values);
        };
        let (value, before) = (values[row], values[row - 1]);
        let message = format!("{value} is not above {before} in the row before; it must rise");
        Err(self.cell_error(row, name, message))
    }

    /// An error about the whole file.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> CsvError {
        self.invalid(CsvPlace::default(), message.into())
    }

    /// An error about a cell; rows are counted from 0.
    #[must_use]
    pub fn cell_error(&self, row: usize, column: &str, message: impl Into<String>) -> CsvError {
        let place = CsvPlace { line: Some(self.line(row)), column: Some(column.to_owned()) };
        self.invalid(place, message.into())
    }

    fn header_error(&self, message: &str) -> CsvError {
        let names = shortened(&self.names().collect::<Vec<_>>().join(", "));
        let place = CsvPlace { line: Some(self.header_line), column: None };
        self.invalid(place, format!("{message}; the columns are {names}"))
    }

    fn invalid(&self, place: CsvPlace, message: String) -> CsvError {
        CsvError::Invalid { file: self.file.clone(), place, message }
    }
}

fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.trim().to_lowercase()
}

fn number(cell: Option<&str>) -> Result<f64, String> {
    let text = bare(cell.ok_or("the row ends before it")?);
    match text.parse::<f64>() {
        Ok(value) if value.abs() <= LARGEST => Ok(value),
        Ok(value) if value.is_finite() => {
            Err(format!("\"{text}\" is too large; it must be from -{LARGEST:e} to {LARGEST:e}"))
        }
        _ => Err(format!("\"{}\" is not a finite number", shortened(text))),
    }
}

/// A cell without space and quotes around it. The library removes quotes only where no space
/// precedes them.
fn bare(cell: &str) -> &str {
    cell.trim().trim_matches('"').trim()
}

/// The line in which a record starts. The library gives the end of the record before; empty lines
/// and comments may lie between.
fn line_of(record: &StringRecord, text: &str) -> u64 {
    let Some(position) = record.position() else { return 0 };
    let bytes = text.as_bytes();
    let start = position.byte() as usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\r' | b'\n' => at += 1,
            b'#' => at += bytes[at..].iter().position(|&byte| byte == b'\n').unwrap_or(1),
            _ => break,
        }
    }
    position.line() + newlines(bytes.get(start..at).unwrap_or_default())
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn shortened(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, column: &str) -> String {
        let read = Table::parse(text, "a.csv");
        read.and_then(|table| table.rising_column(column).map(drop)).unwrap_err().to_string()
    }

    #[test]
    fn columns_are_found_by_name() {
        let text = "\u{feff}# measured\r\n\"Height\", remark ,position\r\n1e-3,x,0\r\n\r\n  \r\n\
                    # again\r\n 2e-3,y, \"0.5\"\r\n";
        let table = Table::parse(text, "a.csv").unwrap();
        assert_eq!(table.column("position").unwrap(), [0.0, 0.5]);
        assert_eq!(table.column(" HEIGHT ").unwrap(), [1e-3, 2e-3]);
        assert_eq!(table.optional_column("depth").unwrap(), None);
        assert_eq!(table.names().collect::<Vec<_>>(), ["Height", "remark", "position"]);
        assert_eq!([table.line(0), table.line(1)], [3, 7]);
    }

    #[test]
    fn a_missing_column_is_named_with_those_that_are_there() {
        let shown = error("# remark\nposition,hieght\n0,0\n", "height");
        let expected = "a.csv, line 2: there is no column \"height\" (did you mean \"hieght\"?); \
                        the columns are position, hieght";
        assert_eq!(shown, expected);
        assert!(error("a,A\n0,0\n", "a").contains("two columns \"a\""));
        assert!(error("", "a").contains("a.csv: it is empty"));
        assert!(error("a;b\n0;0\n", "a").contains("semicolons"));
        assert!(error("a\tb\n0\t0\n", "a").contains("tabs"));
        assert_eq!(error("a,b\n", "a"), "a.csv: it has a header and no rows");
    }

    #[test]
    fn a_wrong_cell_is_named() {
        let shown = error("a,b\n0,0\n1,deep\n", "b");
        assert_eq!(shown, "a.csv, line 3, column \"b\": \"deep\" is not a finite number");
        for text in ["NaN", "inf", "1e101", "", "1;2"] {
            let shown = error(&format!("a,b\n0,0\n\n{text},0\n"), "a");
            assert!(shown.starts_with(&format!("a.csv, line 4, column \"a\": \"{text}\" is")));
        }
        assert_eq!(error("a,b\n0\n", "b"), "a.csv, line 2, column \"b\": the row ends before it");
        assert!(error(&format!("a\n{}\n", "x".repeat(70_000)), "a").contains("line 2, column"));
        for second in ["0.5", "0.25"] {
            let shown = error(&format!("a,b\n0.5,0\n{second},0\n"), "a");
            let place = format!("a.csv, line 3, column \"a\": {second} is not above 0.5");
            assert!(shown.starts_with(&place), "{shown}");
        }
    }

    #[test]
    fn files_that_are_missing_large_or_binary_are_refused() {
        let missing = Table::read(Path::new("no/such.csv")).unwrap_err();
        assert!(missing.to_string().starts_with("no/such.csv: cannot be read: "));
        let path = std::env::temp_dir().join(format!("carom-csv-{}.csv", std::process::id()));
        std::fs::write(&path, b"a,b\n\xff\xfe,0\n").unwrap();
        let binary = Table::read(&path).unwrap_err().to_string();
        assert!(binary.contains(", line 2: it is not UTF-8 text"), "{binary}");
        let large = text_of(&path, 7).unwrap_err().to_string();
        assert!(large.contains("more than 7 bytes"), "{large}");
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(Table::read(&std::env::temp_dir()), Err(CsvError::Unreadable { .. })));
    }
}
