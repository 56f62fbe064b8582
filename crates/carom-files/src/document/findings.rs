//! What is found wrong with a document beyond its form.

use carom_numeric::check::FieldError;

use super::Document;
use super::error::{FileError, FileErrors};
use super::path::Path;

/// A part of a document: where it stands and what it is called.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where it stands.
    pub path: Path,
    /// What it is called, such as body `bar`; empty for the document itself.
    pub title: String,
}

impl Part {
    /// An element of a list.
    #[must_use]
    pub fn new(list: &str, i: usize, title: impl Into<String>) -> Self {
        Self { path: Path::default().join(list).index(i), title: title.into() }
    }

    /// The document itself.
    #[must_use]
    pub fn root() -> Self {
        Self { path: Path::default(), title: String::new() }
    }

    /// A table within it, under the same title.
    #[must_use]
    pub fn within(&self, key: &str) -> Self {
        Self { path: self.path.join(key), title: self.title.clone() }
    }

    /// A message that begins with the title.
    #[must_use]
    pub fn titled(&self, message: &str) -> String {
        if self.title.is_empty() {
            message.to_owned()
        } else {
            format!("{}: {message}", self.title)
        }
    }
}

/// Errors and warnings, in the order in which they are found.
#[derive(Debug)]
pub struct Findings<'a> {
    /// What they are about.
    pub document: &'a Document,
    /// What makes it useless.
    pub errors: Vec<FileError>,
    /// What may not be as it was meant.
    pub warnings: Vec<FileError>,
}

impl<'a> Findings<'a> {
    /// What was found so far.
    #[must_use]
    pub fn new(document: &'a Document, errors: Vec<FileError>) -> Self {
        Self { document, errors, warnings: Vec::new() }
    }

    /// The warnings, or else the errors, in the order of the document where they have a place.
    pub fn finish(self) -> Result<Vec<FileError>, FileErrors> {
        if self.errors.is_empty() {
            return Ok(self.warnings);
        }
        Err(self.document.errors(self.errors))
    }

    /// Adds an error about a field of a part, or about the part if the field is empty.
    pub fn error(&mut self, part: &Part, field: &str, message: &str, label: &str, help: &str) {
        let path = if field.is_empty() { part.path.clone() } else { part.path.field(field) };
        let error = self.document.error(&path, part.titled(message));
        self.errors.push(error.label(label).help(help));
    }

    /// Adds a warning about a field of a part.
    pub fn warning(&mut self, part: &Part, field: &str, message: &str, label: &str, help: &str) {
        let path = if field.is_empty() { part.path.clone() } else { part.path.field(field) };
        let mut warning = self.document.warning(&path, part.titled(message)).label(label);
        if !help.is_empty() {
            warning = warning.help(help);
        }
        self.warnings.push(warning);
    }

    /// Adds what is wrong with the fields of a part, unless it was found before.
    pub fn fields(&mut self, part: &Part, errors: &[FieldError]) {
        for FieldError { field, message, label, help } in errors {
            let path = part.path.field(field).to_string();
            if !self.errors.iter().any(|error| error.path.as_deref() == Some(&path)) {
                self.error(part, field, message, label, help);
            }
        }
    }

    /// Whether anything within a part is wrong.
    #[must_use]
    pub fn has_errors_in(&self, path: &Path) -> bool {
        let within = |error: &FileError| {
            error.path.as_deref().and_then(Path::parse).is_some_and(|p| p.starts_with(path))
        };
        self.errors.iter().any(within)
    }

    /// Adds an error for each name that is empty or given twice.
    pub fn unique_names<'n>(&mut self, list: &str, names: impl IntoIterator<Item = &'n str>) {
        let mut seen = std::collections::BTreeMap::new();
        for (i, name) in names.into_iter().enumerate() {
            let part = Part::new(list, i, "");
            if name.is_empty() {
                let message = format!("{list} {i} has an empty name");
                let help = "`name` must have at least one character";
                self.error(&part, "name", &message, "empty", help);
                continue;
            }
            let first = *seen.entry(name).or_insert(i);
            if first != i {
                let line = self.document.line(&Part::new(list, first, "").path.join("name"));
                let label = line.map_or_else(
                    || format!("{list} {first} is called the same"),
                    |line| format!("taken in line {line}"),
                );
                let message = format!("{list} {first} and {list} {i} are both called `{name}`");
                let help = format!("each {list} needs a name of its own");
                self.error(&part, "name", &message, &label, &help);
            }
        }
    }
}
