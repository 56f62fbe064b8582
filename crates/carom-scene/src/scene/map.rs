//! Where every value of a document was written.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::error::{SceneError, Severity};
use super::path::{DEEPEST, Path};
use super::source::Source;

/// A value, and the values within it, by the ranges of the source where they stand.
#[derive(Clone, Debug)]
struct Node {
    value: Range<usize>,
    /// Where its key stands, if it has one.
    key: Option<Range<usize>>,
    parts: Parts,
}

#[derive(Clone, Debug)]
enum Parts {
    None,
    Table(BTreeMap<String, Node>),
    List(Vec<Node>),
}

impl Node {
    fn new(value: &DeValue<'_>, span: Range<usize>, key: Option<Range<usize>>) -> Self {
        let parts = match value {
            DeValue::Table(table) => Parts::Table(parts_of(table)),
            DeValue::Array(list) => Parts::List(
                list.iter().map(|part| Self::new(part.get_ref(), part.span(), None)).collect(),
            ),
            _ => Parts::None,
        };
        Self { value: span, key, parts }
    }

    fn part(&self, step: &str) -> Option<&Self> {
        match &self.parts {
            Parts::None => None,
            Parts::Table(table) => table.get(step),
            Parts::List(list) => list.get(step.parse::<usize>().ok()?),
        }
    }

    /// The steps, last first, to the innermost part whose key or value stands at a range.
    fn find(&self, range: &Range<usize>) -> Option<Vec<String>> {
        let through = |step: String, part: &Self| {
            let mut steps = part.find(range)?;
            steps.push(step);
            Some(steps)
        };
        let within = match &self.parts {
            Parts::None => None,
            Parts::Table(table) => {
                table.iter().find_map(|(name, part)| through(name.clone(), part))
            }
            Parts::List(list) => {
                list.iter().enumerate().find_map(|(i, part)| through(i.to_string(), part))
            }
        };
        let here = self.value == *range || self.key.as_ref() == Some(range);
        within.or_else(|| here.then(Vec::new))
    }
}

fn parts_of(table: &DeTable<'_>) -> BTreeMap<String, Node> {
    let part = |value: &toml::Spanned<DeValue<'_>>, key: &toml::Spanned<_>| {
        Node::new(value.get_ref(), value.span(), Some(key.span()))
    };
    table.iter().map(|(key, value)| (key.get_ref().to_string(), part(value, key))).collect()
}

/// Whether a value holds values more deeply than any scene does, so that following it might
/// exhaust the stack.
pub fn is_too_deep(value: &DeValue<'_>) -> bool {
    let mut level = vec![value];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for value in level {
            match value {
                DeValue::Table(table) => next.extend(table.values().map(toml::Spanned::get_ref)),
                DeValue::Array(list) => next.extend(list.iter().map(toml::Spanned::get_ref)),
                _ => {}
            }
        }
        level = next;
    }
    !level.is_empty()
}

/// The source, and where in it everything stands.
#[derive(Clone, Debug)]
pub struct SourceMap {
    pub source: Arc<Source>,
    root: Node,
}

impl SourceMap {
    pub fn new(source: Arc<Source>, document: &DeTable<'_>) -> Self {
        let root = Node { value: 0..0, key: None, parts: Parts::Table(parts_of(document)) };
        Self { source, root }
    }

    /// The path of the key or value that stands at a range.
    pub fn find(&self, range: &Range<usize>) -> Option<Path> {
        let steps = self.root.find(range)?;
        Some(steps.iter().rev().fold(Path::default(), |path, step| path.join(step)))
    }

    /// An error about a value. What was left out is pointed at by the table that lacks it.
    pub fn error(&self, path: &Path, message: impl Into<String>) -> SceneError {
        self.finding(Severity::Error, path, |node| Some(&node.value), message)
    }

    /// An error about the key of a value.
    pub fn key_error(&self, path: &Path, message: impl Into<String>) -> SceneError {
        self.finding(Severity::Error, path, |node| node.key.as_ref(), message)
    }

    /// A warning about a value.
    pub fn warning(&self, path: &Path, message: impl Into<String>) -> SceneError {
        self.finding(Severity::Warning, path, |node| Some(&node.value), message)
    }

    fn finding(
        &self,
        severity: Severity,
        path: &Path,
        place: impl Fn(&Node) -> Option<&Range<usize>>,
        message: impl Into<String>,
    ) -> SceneError {
        let mut error = SceneError::new(severity, message);
        error.path = (!path.is_root()).then(|| path.to_string());
        match self.nearest(path).and_then(|node| place(node).or(Some(&node.value))) {
            Some(range) => error.pointing(&self.source, range),
            None => error,
        }
    }

    /// The value at a path, or the innermost one around it; none if that is the whole document.
    fn nearest(&self, path: &Path) -> Option<&Node> {
        let (mut node, mut found) = (&self.root, None);
        for step in path.steps() {
            let Some(part) = node.part(step) else { break };
            (node, found) = (part, Some(part));
        }
        found
    }

    /// The number of the line where a value stands, if it stands in the file.
    pub fn line(&self, path: &Path) -> Option<usize> {
        let (assignment, span) = self.source.locate(&self.nearest(path)?.value);
        assignment.is_none().then(|| super::source::line_at(self.source.text(), &span).number)
    }
}
