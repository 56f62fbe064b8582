//! What is wrong with a file, and how it is shown.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::source::{Line, Source, line_at};

/// Whether a file can be used all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can, perhaps not as it was meant.
    Warning,
}

/// One thing that is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct FileError {
    /// An error or a warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The value that is meant, such as `body.0.mass`.
    pub path: Option<String>,
    /// Bytes of the file, or of the assignment if there is one.
    pub span: Option<Range<usize>>,
    /// Which of the assignments the span lies in.
    pub assignment: Option<usize>,
    /// What stands behind the underlined text.
    pub label: Option<String>,
    /// What is allowed.
    pub help: Option<String>,
}

impl FileError {
    /// A finding that points nowhere yet.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            message: message.into(),
            path: None,
            span: None,
            assignment: None,
            label: None,
            help: None,
        }
    }

    /// With a text behind the underlined one.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..self }
    }

    /// With what is allowed.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Points at a range of the source.
    pub(crate) fn pointing(self, source: &Source, range: &Range<usize>) -> Self {
        let (assignment, span) = source.locate(range);
        Self { span: Some(span), assignment, ..self }
    }

    /// The keys and indices that lead to the value that is meant.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        let path = self.path.as_deref().and_then(super::path::Path::parse);
        path.map_or_else(Vec::new, |path| path.steps().to_vec())
    }

    /// The error with the line that it points at.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        let mut text = match self.severity {
            Severity::Error => format!("error: {}\n", in_a_line(&self.message)),
            Severity::Warning => format!("warning: {}\n", in_a_line(&self.message)),
        };
        match (&self.span, self.assignment) {
            (None, _) => {
                // JSON has no lines here.
                let path = self.path.as_ref().filter(|_| source.text().is_empty());
                let place = path.map_or_else(String::new, |path| format!(", at {path}"));
                text += &format!("  --> {}{place}\n", source.file());
            }
            (Some(span), None) => {
                let line = line_at(source.text(), span);
                text += &format!("  --> {}:{}:{}\n", source.file(), line.number, line.column);
                text += &self.excerpt(&line, &line.number.to_string());
            }
            (Some(span), Some(assignment)) => {
                let line = line_at(source.part(Some(assignment)), span);
                text += &format!("  --> assignment {}, column {}\n", assignment + 1, line.column);
                text += &self.excerpt(&line, "");
            }
        }
        if let Some(help) = &self.help {
            text += &format!("help: {}\n", in_a_line(help));
        }
        text
    }

    /// The line, and the part that is meant underlined.
    fn excerpt(&self, line: &Line<'_>, number: &str) -> String {
        let View { text, start, width } = View::new(line);
        let (margin, carets) = (" ".repeat(number.len()), "^".repeat(width));
        let label = self.label.as_deref().map(in_a_line).unwrap_or_default();
        let underline = format!("{}{carets} {label}", " ".repeat(start));
        let row =
            |margin: &str, text: &str| format!("{}\n", format!(" {margin} | {text}").trim_end());
        row(&margin, "") + &row(number, &text) + &row(&margin, &underline)
    }
}

/// A line as it is shown: tabs as spaces, and of a very long line only the part around the place.
struct View {
    text: String,
    start: usize,
    width: usize,
}

const TAB: usize = 4;
const WIDEST: usize = 120;
const CONTEXT: usize = 40;

impl View {
    fn new(line: &Line<'_>) -> Self {
        let (mut text, mut start, mut end) = (Vec::new(), 0, 0);
        for (i, c) in line.text.char_indices() {
            if i < line.part.start {
                start += if c == '\t' { TAB } else { 1 };
            }
            if i < line.part.end {
                end += if c == '\t' { TAB } else { 1 };
            }
            match c {
                '\t' => text.extend([' '; TAB]),
                c if c.is_control() => text.push(char::REPLACEMENT_CHARACTER),
                c => text.push(c),
            }
        }
        Self::cut(&text, start, end.max(start + 1))
    }

    fn cut(text: &[char], start: usize, end: usize) -> Self {
        if text.len() <= WIDEST {
            return Self { text: text.iter().collect(), start, width: end - start };
        }
        let first = start.saturating_sub(CONTEXT);
        let last = (first + WIDEST).min(text.len());
        let dots = |missing: bool| if missing { "…" } else { "" };
        let shown: String = text[first.min(last)..last].iter().collect();
        Self {
            text: format!("{}{shown}{}", dots(first > 0), dots(last < text.len())),
            start: start - first + usize::from(first > 0),
            width: end.min(last.max(start + 1)) - start,
        }
    }
}

/// Text from a file must not steer the terminal that shows it.
fn in_a_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// So many errors are shown at once.
const MOST_SHOWN: usize = 20;

/// Everything that is wrong with a file; shown with the lines that are meant.
#[derive(Clone, Debug, PartialEq)]
pub struct FileErrors {
    errors: Vec<FileError>,
    source: Arc<Source>,
}

impl FileErrors {
    /// Findings about a source.
    #[must_use]
    pub fn new(errors: Vec<FileError>, source: Arc<Source>) -> Self {
        Self { errors, source }
    }

    /// The errors, in the order in which they were found.
    #[must_use]
    pub fn errors(&self) -> &[FileError] {
        &self.errors
    }

    /// What the scene was read from.
    #[must_use]
    pub fn source_text(&self) -> &Source {
        &self.source
    }
}

impl fmt::Display for FileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.errors.iter().take(MOST_SHOWN);
        let mut rendered: Vec<_> = shown.map(|error| error.render(&self.source)).collect();
        if let Some(more @ 1..) = self.errors.len().checked_sub(MOST_SHOWN) {
            rendered.push(format!("and {more} more"));
        }
        f.write_str(rendered.join("\n").trim_end())
    }
}

impl std::error::Error for FileErrors {}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, span: Range<usize>) -> String {
        let source = Source::new("a.toml", text, &[""; 0]);
        FileError::new(Severity::Error, "no").pointing(&source, &span).label("here").render(&source)
    }

    #[test]
    fn tabs_and_letters_of_several_bytes_do_not_misalign() {
        let text = "x\n\t\"äö\" = 7";
        let at = text.len() - 1;
        let expected =
            "error: no\n  --> a.toml:2:9\n   |\n 2 |     \"äö\" = 7\n   |            ^ here\n";
        assert_eq!(shown(text, at..at + 1), expected);
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("a = [{}9, {}]", "1, ".repeat(1000), "1, ".repeat(1000));
        let at = 5 + 3000;
        let shown = shown(&text, at..at + 1);
        let lines: Vec<_> = shown.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() < 130), "{shown}");
        let column = lines[4].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[3].chars().nth(column), Some('9'), "{shown}");
    }

    #[test]
    fn a_range_over_several_lines_is_underlined_to_the_end_of_the_first() {
        assert!(shown("ab = [\n1]", 5..9).contains(" 1 | ab = [\n   |      ^ here\n"));
        assert!(shown("", 0..0).contains(" 1 |\n   | ^ here\n"));
    }
}
