//! Reads two columns of a table.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::error::SurfaceError;
use super::file::Measured;

/// More rows are not read: they would only exhaust the memory.
const MOST_ROWS: usize = 10_000_000;
/// No table of numbers has longer lines (bytes); a file that is no table may have only one.
const LONGEST_LINE: u64 = 65_536;
/// Beyond it (m) differences of numbers lose all digits.
const FARTHEST: f64 = 1e9;

/// Reads the columns `position` and `height`.
pub(super) fn read(path: &Path) -> Result<Measured, SurfaceError> {
    let [positions, heights] = read_columns(path, ["position", "height"])?;
    let (file, rows) = (path.display().to_string(), positions.len());
    Measured::new(positions, heights).ok_or(SurfaceError::TooFewRows { file, rows })
}

/// Reads two columns by their names, at least two rows; the first column rises.
pub fn read_columns(
    path: &Path,
    columns: [&'static str; 2],
) -> Result<[Vec<f64>; 2], SurfaceError> {
    let name = path.display().to_string();
    let opened = fs::File::open(path);
    let file = opened.map_err(|error| unreadable(&name, &error))?;
    read_from(BufReader::new(file), name, columns, MOST_ROWS)
}

fn read_from(
    reader: impl BufRead,
    file: String,
    columns: [&'static str; 2],
    most_rows: usize,
) -> Result<[Vec<f64>; 2], SurfaceError> {
    let mut lines = Lines { reader, file, number: 0, buffer: Vec::new() };
    let places = lines.header(columns)?;
    let (mut rising, mut values) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next()? {
        if line.trim().is_empty() {
            continue;
        }
        if rising.len() == most_rows {
            let (file, line) = (lines.file, lines.number);
            return Err(SurfaceError::TooManyRows { file, line, most: most_rows });
        }
        let value = lines.cell(&line, places[0], columns[0])?;
        if let Some(&before) = rising.last().filter(|&&before| value <= before) {
            let (file, line, column) = (lines.file, lines.number, columns[0]);
            return Err(SurfaceError::NotRising { file, line, column, value, before });
        }
        rising.push(value);
        values.push(lines.cell(&line, places[1], columns[1])?);
    }
    let rows = rising.len();
    if rows < 2 {
        return Err(SurfaceError::TooFewRows { file: lines.file, rows });
    }
    Ok([rising, values])
}

struct Lines<R> {
    reader: R,
    file: String,
    /// Of the last line that was read, from 1.
    number: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<String>, SurfaceError> {
        self.buffer.clear();
        let mut limited = self.reader.by_ref().take(LONGEST_LINE + 1);
        let read = limited.read_until(b'\n', &mut self.buffer);
        let count = read.map_err(|error| unreadable(&self.file, &error))?;
        self.number += 1;
        if count as u64 > LONGEST_LINE {
            return Err(self.not_a_table("longer than 65536 bytes"));
        }
        let text = std::str::from_utf8(&self.buffer).map(str::to_owned);
        let text = text.map_err(|_| self.not_a_table("not UTF-8 text"))?;
        Ok((count > 0).then_some(text))
    }

    fn not_a_table(&self, reason: &'static str) -> SurfaceError {
        SurfaceError::NotATable { file: self.file.clone(), line: self.number, reason }
    }

    /// Which cell of a row is which.
    fn header(&mut self, wanted: [&'static str; 2]) -> Result<[usize; 2], SurfaceError> {
        let line = self.next()?.unwrap_or_default();
        // Spreadsheets put a byte order mark before the first letter.
        let header = line.trim_start_matches('\u{feff}').trim();
        let find = |column: &'static str| {
            let found = header.split(',').position(|name| bare(name) == column);
            let (file, header) = (self.file.clone(), shortened(header));
            found.ok_or(SurfaceError::NoColumn { file, column, wanted, header })
        };
        Ok([find(wanted[0])?, find(wanted[1])?])
    }

    fn cell(&self, line: &str, index: usize, column: &'static str) -> Result<f64, SurfaceError> {
        let (file, number) = (|| self.file.clone(), self.number);
        let missing = || SurfaceError::NoCell { file: file(), line: number, column };
        let text = bare(line.split(',').nth(index).ok_or_else(missing)?);
        let value = text.parse().ok().filter(|value: &f64| value.abs() <= FARTHEST);
        let text = || shortened(text);
        value.ok_or_else(|| SurfaceError::NotANumber {
            file: file(),
            line: number,
            column,
            text: text(),
        })
    }
}

/// A cell without blanks and quotes around it.
fn bare(cell: &str) -> &str {
    let cell = cell.trim();
    let quoted = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    quoted.map_or(cell, str::trim)
}

/// Enough of a text to find it again.
fn shortened(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

fn unreadable(file: &str, error: &std::io::Error) -> SurfaceError {
    SurfaceError::Unreadable { file: file.to_owned(), reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 2] = ["position", "height"];

    fn error(text: &str) -> String {
        read_from(text.as_bytes(), "a.csv".into(), COLUMNS, 4).unwrap_err().to_string()
    }

    #[test]
    fn columns_are_found_by_name() {
        let text = "\u{feff}\"height\", remark ,position\r\n1e-3,x,0\r\n\r\n 2e-3,y,\"0.5\"\r\n";
        let read = read_from(text.as_bytes(), "a.csv".into(), COLUMNS, 4).unwrap();
        assert_eq!(read, [vec![0.0, 0.5], vec![1e-3, 2e-3]]);
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read(Path::new("no/such.csv")).unwrap_err();
        assert!(matches!(error, SurfaceError::Unreadable { .. }));
        assert!(error.to_string().starts_with("no/such.csv: cannot be read: "));
    }

    #[test]
    fn a_missing_column_is_named() {
        let shown = error("position,depth\n0,0\n");
        assert!(shown.starts_with("a.csv, line 1: no column \"height\""), "{shown}");
        assert!(shown.ends_with("but is \"position,depth\""), "{shown}");
        assert!(error("").contains("no column \"position\""));
    }

    #[test]
    fn a_wrong_cell_is_named() {
        let shown = error("position,height\n0,0\n1,deep\n");
        assert!(shown.starts_with("a.csv, line 3, column \"height\": \"deep\" is not"), "{shown}");
        for text in ["NaN", "inf", "1e10", "", "1;2"] {
            let shown = error(&format!("position,height\n{text},0\n"));
            assert!(shown.contains(&format!("line 2, column \"position\": \"{text}\"")), "{shown}");
        }
        let shown = error("position,height\n0\n");
        assert_eq!(shown, "a.csv, line 2, column \"height\": the row ends before it");
    }

    #[test]
    fn positions_must_rise() {
        for second in ["0.5", "0.25"] {
            let shown = error(&format!("position,height\n0.5,0\n{second},0\n"));
            assert!(shown.starts_with("a.csv, line 3, column \"position\": "), "{shown}");
            assert!(shown.contains(&format!("{second} does not lie beyond 0.5")), "{shown}");
        }
    }

    #[test]
    fn the_number_of_rows_has_bounds() {
        assert!(error("position,height\n").contains(": 0 rows"));
        assert!(error("position,height\n0,0\n").contains(": 1 rows"));
        let many = error("position,height\n0,0\n1,0\n2,0\n3,0\n4,0\n");
        assert_eq!(many, "a.csv, line 6: more than 4 rows");
    }

    #[test]
    fn what_is_no_table_is_refused_early() {
        let long = "x".repeat(70_000);
        assert!(error(&format!("position,height\n{long}\n")).contains("line 2: not a line"));
        let bytes: &[u8] = b"position,height\n\xff\xfe,0\n";
        let binary = read_from(bytes, "a.csv".into(), COLUMNS, 4).unwrap_err();
        assert!(matches!(binary, SurfaceError::NotATable { line: 2, .. }));
    }
}
