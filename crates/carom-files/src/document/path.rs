//! Where a value stands in a document: `body.0.mass`, with quotes around a step that needs them.

use std::fmt;
use std::ops::Range;

/// No scene is deeper; what is would only exhaust the stack.
pub(crate) const DEEPEST: usize = 16;

/// A path from the root of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<String>);

impl Path {
    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (steps, end) = steps(text).ok()?;
        (end == text.len()).then(|| Self(steps.into_iter().map(|step| step.name).collect()))
    }

    /// The path of a value within it.
    #[must_use]
    pub fn join(&self, step: &str) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.to_owned());
        Self(steps)
    }

    /// The path of an element of it.
    #[must_use]
    pub fn index(&self, i: usize) -> Self {
        self.join(&i.to_string())
    }

    /// Joins the dotted name of a field, such as `modes.q`.
    #[must_use]
    pub fn field(&self, field: &str) -> Self {
        Self(self.0.iter().cloned().chain(field.split('.').map(str::to_owned)).collect())
    }

    /// Its keys and indices.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.0
    }

    /// What a person would call the value: `mass`, or `frequency[1]`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.0.as_slice() {
            [] => "the scene".to_owned(),
            [.., list, i] if i.parse::<usize>().is_ok() => format!("{list}[{i}]"),
            [.., field] => field.clone(),
        }
    }

    /// What a person would call the value within a part: `modes.frequency[1]`.
    #[must_use]
    pub fn relative_name(&self, part: &Self) -> String {
        let steps = self.0.strip_prefix(part.0.as_slice()).unwrap_or(&self.0);
        let mut name = String::new();
        for step in steps {
            if step.parse::<usize>().is_ok() {
                name += &format!("[{step}]");
            } else {
                name += if name.is_empty() { "" } else { "." };
                name += step;
            }
        }
        name
    }

    /// Whether it leads into a part.
    #[must_use]
    pub fn starts_with(&self, part: &Self) -> bool {
        self.0.starts_with(&part.0)
    }

    /// Whether it is the document itself.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            let needs_quotes = |c: char| matches!(c, '.' | '=' | '"' | '\\') || c.is_whitespace();
            if step.is_empty() || step.contains(needs_quotes) {
                write!(f, "\"{}\"", step.replace('\\', "\\\\").replace('"', "\\\""))?;
            } else {
                f.write_str(step)?;
            }
        }
        Ok(())
    }
}

/// One step of a path and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub name: String,
    pub span: Range<usize>,
}

/// A path that cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BadPath {
    pub message: &'static str,
    pub span: Range<usize>,
}

/// The steps up to an `=` outside quotes or the end of the text, and where that is.
pub(crate) fn steps(text: &str) -> Result<(Vec<Step>, usize), BadPath> {
    let mut steps = Vec::new();
    let mut start = 0;
    loop {
        let (step, end) = step(text, start)?;
        steps.push(step);
        if steps.len() > DEEPEST {
            return Err(BadPath { message: "the path is too deep", span: 0..end });
        }
        if text.as_bytes().get(end) != Some(&b'.') {
            return Ok((steps, end));
        }
        start = end + 1;
    }
}

fn step(text: &str, start: usize) -> Result<(Step, usize), BadPath> {
    let rest = text.get(start..).unwrap_or_default();
    let begin = start + rest.len() - rest.trim_start().len();
    if text.as_bytes().get(begin) == Some(&b'"') {
        return quoted(text, begin);
    }
    let end = rest.find(['.', '=']).map_or(text.len(), |length| start + length);
    let name = text.get(begin..end).unwrap_or_default().trim_end();
    if name.is_empty() {
        return Err(BadPath { message: "a step of the path is empty", span: start..end });
    }
    Ok((Step { name: name.to_owned(), span: begin..begin + name.len() }, end))
}

fn quoted(text: &str, begin: usize) -> Result<(Step, usize), BadPath> {
    let mut name = String::new();
    let mut characters = text.char_indices().skip_while(|(i, _)| *i <= begin);
    while let Some((i, c)) = characters.next() {
        match c {
            '\\' => name.extend(characters.next().map(|(_, escaped)| escaped)),
            '"' => {
                let rest = text.get(i + 1..).unwrap_or_default();
                let end = text.len() - rest.trim_start().len();
                if !matches!(text.as_bytes().get(end), None | Some(b'.' | b'=')) {
                    let message = "expected `.` or `=` after the quote";
                    return Err(BadPath { message, span: end..text.len() });
                }
                return Ok((Step { name, span: begin..i + 1 }, end));
            }
            c => name.push(c),
        }
    }
    Err(BadPath { message: "the quote is not closed", span: begin..text.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_is_read_back() {
        for names in [vec!["body", "0", "mass"], vec!["a.b", "", "c \"d\" \\", "=", "ü"]] {
            let path = names.iter().fold(Path::default(), |path, name| path.join(name));
            assert_eq!(Path::parse(&path.to_string()), Some(path.clone()), "{path}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for text in ["", ".", "a.", "a..b", "\"a", "\"a\"b", &"a.".repeat(100_000)] {
            assert!(steps(text).is_err(), "{text}");
        }
    }
}
