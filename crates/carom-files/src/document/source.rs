//! The text that a scene was read from: a file, and the assignments that change it.

use std::ops::Range;

/// A file and the assignments laid over it, one behind the other, so that one range of bytes gives
/// where anything stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    file: String,
    text: String,
    assignments: Vec<String>,
}

/// A line of the source, and the part of it that is meant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub number: usize,
    /// From 1, in characters.
    pub column: usize,
    pub text: &'a str,
    /// Bytes of the line, not beyond its end.
    pub part: Range<usize>,
}

impl Source {
    /// A file and its assignments.
    #[must_use]
    pub fn new(file: &str, text: &str, assignments: &[impl AsRef<str>]) -> Self {
        let assignments = assignments.iter().map(|text| text.as_ref().to_owned()).collect();
        Self { file: file.to_owned(), text: text.to_owned(), assignments }
    }

    /// The name of the file, as it was given.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The assignments that were laid over the file.
    #[must_use]
    pub fn assignments(&self) -> &[String] {
        &self.assignments
    }

    /// Where an assignment begins.
    pub(crate) fn base(&self, assignment: usize) -> usize {
        let before = self.assignments.iter().take(assignment);
        self.text.len() + 1 + before.map(|text| text.len() + 1).sum::<usize>()
    }

    /// The assignment that a range lies in, none for the file, and the range within it.
    pub(crate) fn locate(&self, range: &Range<usize>) -> (Option<usize>, Range<usize>) {
        let found = (0..self.assignments.len()).rev().find(|&i| self.base(i) <= range.start);
        let base = found.map_or(0, |i| self.base(i));
        (found, range.start - base..range.end.saturating_sub(base))
    }

    /// The text of an assignment or of the file.
    pub(crate) fn part(&self, assignment: Option<usize>) -> &str {
        assignment.map_or(&self.text, |i| self.assignments.get(i).map_or("", String::as_str))
    }
}

/// The line on which a range begins.
pub(crate) fn line_at<'a>(text: &'a str, range: &Range<usize>) -> Line<'a> {
    let bytes = text.as_bytes();
    let start = range.start.min(bytes.len());
    let is_break = |byte: &u8| *byte == b'\n';
    let first = bytes[..start].iter().rposition(is_break).map_or(0, |i| i + 1);
    let last = bytes[start..].iter().position(is_break).map_or(bytes.len(), |i| start + i);
    let line = text.get(first..last).unwrap_or_default().trim_end_matches('\r');
    let begin = (start - first).min(line.len());
    let end = range.end.saturating_sub(first).clamp(begin, line.len());
    Line {
        number: 1 + bytes[..first].iter().filter(|byte| is_break(byte)).count(),
        column: 1 + line.char_indices().take_while(|(i, _)| *i < begin).count(),
        text: line,
        part: begin..end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_characters() {
        let text = "a = 1\r\n\"ü\" = 2\n";
        let line = line_at(text, &(14..15));
        assert_eq!((line.number, line.column, line.text), (2, 7, "\"ü\" = 2"));
        assert_eq!(line.text.get(line.part), Some("2"));
        for range in [0..0, 5..900, 900..901, text.len()..text.len(), 9..10] {
            let line = line_at(text, &range);
            assert!(line.part.end <= line.text.len());
        }
    }

    #[test]
    fn a_range_belongs_to_the_file_or_to_an_assignment() {
        let source = Source::new("x", "abc", &["de", "f"]);
        assert_eq!(source.locate(&(1..2)), (None, 1..2));
        assert_eq!(source.locate(&(source.base(0)..source.base(0) + 1)), (Some(0), 0..1));
        assert_eq!(source.locate(&(source.base(1)..source.base(1) + 1)), (Some(1), 0..1));
        assert_eq!(source.part(Some(1)), "f");
    }
}
