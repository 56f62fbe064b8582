//! A document: TOML with assignments laid over it, or JSON; and where everything in it stands.

mod assign;
mod error;
mod findings;
mod form;
mod node;
mod path;
mod record;
mod reference;
mod schema;
mod source;
mod unique;
mod write;

pub use error::{FileError, FileErrors, Severity};
pub use findings::{Findings, Part};
pub use form::{Format, VERSION};
pub use node::{Node, Value};
pub use path::Path;
pub use record::Record;
pub use reference::reference_of;
pub use schema::schema_of;
pub use source::Source;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::csv::Tables;
use assign::assign;
use form::Form;
use source::line_at;
use unique::Unique;

/// What was read, before it is understood.
#[derive(Clone, Debug)]
pub struct Document {
    source: Arc<Source>,
    root: Node,
    /// The tables that it names.
    pub tables: Tables,
    /// The document as a file, where it was made from a record.
    shown: Option<String>,
}

/// What the record of a result that follows from a document holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded<H> {
    /// What the document holds, with its overrides, defaults and seeds.
    document: serde_json::Value,
    /// The document as pages show it.
    source: String,
    /// The tables that it names.
    tables: BTreeMap<String, String>,
    /// How the result was made.
    how: H,
}

impl Document {
    /// Documents of more bytes are not read: what they hold takes a hundred times the room.
    pub const LARGEST: u64 = 4 << 20;

    fn new(source: Arc<Source>, root: Node) -> Self {
        Self { source, root, tables: Tables::default(), shown: None }
    }

    /// Reads TOML, or JSON if the text begins with a brace, and lays assignments over it. The tables
    /// that it names are read from the directory of the file.
    pub fn parse<T: Format>(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Self, FileErrors> {
        if text.len() as u64 > Self::LARGEST {
            let most = Self::LARGEST >> 20;
            let message = format!("{file_name} is too large: at most {most} MB are read");
            let source = Arc::new(Source::new(file_name, "", assignments));
            return Err(FileErrors::new(vec![FileError::new(Severity::Error, message)], source));
        }
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            let source = Arc::new(Source::new(file_name, text, assignments));
            let root = toml_root(&source).map_err(|e| FileErrors::new(vec![*e], source.clone()))?;
            return Self::new(source, root).assigned::<T>();
        }
        let source = Arc::new(Source::new(file_name, "", assignments));
        let Unique(json) = serde_json::from_str(text).map_err(|error| {
            let error = FileError::new(Severity::Error, format!("this is not JSON: {error}"));
            FileErrors::new(vec![error], source.clone())
        })?;
        Self::json_document(source, &json)?.assigned::<T>()
    }

    /// Takes JSON. Its errors have paths and no lines.
    pub fn from_json(name: &str, json: &serde_json::Value) -> Result<Self, FileErrors> {
        Self::json_document(Arc::new(Source::new(name, "", &[""; 0])), json)
    }

    fn json_document(source: Arc<Source>, json: &serde_json::Value) -> Result<Self, FileErrors> {
        let wrong = |path: Path, message: String| {
            let mut error = FileError::new(Severity::Error, message)
                .help("a document holds tables, lists, texts, numbers, true and false");
            error.path = (!path.is_root()).then(|| path.to_string());
            FileErrors::new(vec![error], Arc::clone(&source))
        };
        let root = Node::from_json(json, &Path::default());
        let root = root.map_err(|(path, message)| wrong(path, message))?;
        if !matches!(root.value, Value::Table(_)) {
            let message = format!("{} is {}, not a table", source.file(), root.described());
            return Err(wrong(Path::default(), message));
        }
        Ok(Self::new(source, root))
    }

    /// The document of a record of this kind, and how its result was made.
    ///
    /// # Errors
    ///
    /// With what is wrong with the record.
    pub fn of_record<H: DeserializeOwned>(
        kind: &str,
        record: &Record,
    ) -> Result<(Self, H), String> {
        let recorded = Recorded::deserialize(&record.input)
            .map_err(|error| format!("its record is not one of a {kind}: {error}"))?;
        let document = Self::from_json(&format!("the recorded {kind}"), &recorded.document);
        let document = document.map_err(|errors| errors.to_string())?;
        let tables = Tables::from_texts(recorded.tables);
        Ok((Self { tables, shown: Some(recorded.source), ..document }, recorded.how))
    }

    /// The record of a result that follows from what the document holds.
    #[must_use]
    pub fn record<T: Format + Serialize>(
        &self,
        kind: &str,
        held: &T,
        how: impl Serialize,
    ) -> Record {
        let recorded = Recorded {
            document: serde_json::to_value(held).unwrap_or_default(),
            source: self.to_toml::<T>(),
            tables: self.tables.texts().clone(),
            how,
        };
        Record::new(kind, serde_json::to_value(recorded).unwrap_or_default())
    }

    /// The document with the assignments of its source made.
    fn assigned<T: Format>(mut self) -> Result<Self, FileErrors> {
        let directory = std::path::Path::new(self.source.file()).parent();
        self.tables = Tables::from_directory(directory.unwrap_or("".as_ref()));
        self.assigned_from::<T>(0)
    }

    /// The document with the assignments from one of its source on made.
    fn assigned_from<T: Format>(mut self, first: usize) -> Result<Self, FileErrors> {
        let lists = Form::new(T::schema()).lists();
        let count = self.source.assignments().len();
        let make = |i| assign(&mut self.root, &self.source, i, &lists).err();
        let errors: Vec<_> = (first..count).filter_map(make).map(|error| *error).collect();
        if errors.is_empty() { Ok(self) } else { Err(self.errors(errors)) }
    }

    /// The same document with further assignments laid over it.
    ///
    /// # Errors
    ///
    /// Assignments that cannot be made.
    pub fn with<T: Format>(&self, assignments: &[impl AsRef<str>]) -> Result<Self, FileErrors> {
        let before = self.source.assignments();
        let all = before.iter().map(String::as_str).chain(assignments.iter().map(AsRef::as_ref));
        let all: Vec<&str> = all.collect();
        let source = Arc::new(Source::new(self.source.file(), self.source.text(), &all));
        let document = Self { source, shown: None, ..self.clone() };
        document.assigned_from::<T>(before.len())
    }

    /// What the document holds: a value whose form is right, and the numbers that are out of their
    /// range.
    ///
    /// # Errors
    ///
    /// If its form is wrong: unknown or missing keys, values of another type.
    pub fn read<T: Format>(&self) -> Result<(T, Vec<FileError>), FileErrors> {
        if self.root.get("provenance").is_some() {
            let error =
                FileError::new(Severity::Error, "this is a result, not what it was made from");
            let help = "`carom rerun` makes a result again from the record that it holds";
            return Err(self.errors(vec![error.help(help)]));
        }
        let (form_errors, range_errors) = Form::new(T::schema()).check(self);
        if !form_errors.is_empty() {
            return Err(self.errors(form_errors.into_iter().chain(range_errors).collect()));
        }
        match T::deserialize(self.root.to_json()) {
            Ok(held) => Ok((held, range_errors)),
            // A number that is not finite is out of range, and not a number of JSON.
            Err(_) if !range_errors.is_empty() => Err(self.errors(range_errors)),
            // The form is right: what serde may still find is a flaw of the schema.
            Err(error) => {
                Err(self.errors(vec![FileError::new(Severity::Error, error.to_string())]))
            }
        }
    }

    /// What it was read from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Its values.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Findings about it, to be shown with their lines.
    #[must_use]
    pub fn errors(&self, errors: Vec<FileError>) -> FileErrors {
        FileErrors::new(errors, Arc::clone(&self.source))
    }

    /// An error about a value. What was left out is pointed at by the table that lacks it.
    #[must_use]
    pub fn error(&self, path: &Path, message: impl Into<String>) -> FileError {
        self.finding(Severity::Error, path, false, message)
    }

    /// An error about the key of a value.
    #[must_use]
    pub fn key_error(&self, path: &Path, message: impl Into<String>) -> FileError {
        self.finding(Severity::Error, path, true, message)
    }

    /// A warning about a value.
    #[must_use]
    pub fn warning(&self, path: &Path, message: impl Into<String>) -> FileError {
        self.finding(Severity::Warning, path, false, message)
    }

    fn finding(
        &self,
        severity: Severity,
        path: &Path,
        of_key: bool,
        message: impl Into<String>,
    ) -> FileError {
        let mut error = FileError::new(severity, message);
        error.path = (!path.is_root()).then(|| path.to_string());
        let key = |node: &Node| node.key.clone().filter(|_| of_key);
        match self.nearest(path).and_then(|node| key(node).or(node.span.clone())) {
            Some(range) => error.pointing(&self.source, &range),
            None => error,
        }
    }

    /// The value at a path, or the innermost one around it; none if that is the whole document.
    fn nearest(&self, path: &Path) -> Option<&Node> {
        let (mut node, mut found) = (&self.root, None);
        for step in path.steps() {
            let Some(part) = node.get(step) else { break };
            (node, found) = (part, Some(part));
        }
        found
    }

    /// The number of the line where a value stands, if it stands in the file.
    #[must_use]
    pub fn line(&self, path: &Path) -> Option<usize> {
        let (assignment, span) = self.source.locate(self.nearest(path)?.span.as_ref()?);
        assignment.is_none().then(|| line_at(self.source.text(), &span).number)
    }

    /// The document as JSON: what was written, nothing else, its keys in the order of the schema.
    #[must_use]
    pub fn to_json<T: Format>(&self) -> serde_json::Value {
        Form::new(T::schema()).arranged(&self.root)
    }

    /// The document as a file that a person can read: what was written, with its comments and with
    /// the assignments made.
    #[must_use]
    pub fn to_toml<T: Format>(&self) -> String {
        if let Some(shown) = &self.shown {
            return shown.clone();
        }
        if self.source.text().is_empty() {
            return write::toml(&self.to_json::<T>());
        }
        write::assigned(&self.source, &self.root)
    }
}

fn toml_root(source: &Source) -> Result<Node, Box<FileError>> {
    let table = DeTable::parse(source.text()).map_err(|error| syntax_error(source, &error))?;
    let table = Spanned::new(0..0, DeValue::Table(table.into_inner()));
    if Node::is_too_deep(table.get_ref()) {
        return Err(FileError::new(Severity::Error, "the tables are nested too deeply").into());
    }
    Ok(Node { span: None, ..Node::from_toml(table, 0) })
}

fn syntax_error(source: &Source, error: &toml::de::Error) -> FileError {
    let (message, expected) = match error.message().split_once(", expected ") {
        Some((message, expected)) => (message, Some(expected)),
        None => (error.message(), None),
    };
    let mut found = FileError::new(Severity::Error, format!("this is not TOML: {message}"));
    if let Some(span) = error.span() {
        found = found.pointing(source, &span);
    }
    match expected {
        Some(expected) => found.label(format!("expected {expected}")),
        None => found,
    }
}
