//! From a document to what it holds: what serde finds wrong, in the words of the file.

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, ValueDeserializer};

use super::error::SceneError;
use super::map::SourceMap;
use super::path::Path;
use carom_files::nearest::{did_you_mean, listed};

/// The version of the format that is read.
pub const VERSION: u32 = 1;

/// So many unknown keys are reported at once.
const MOST: usize = 20;

/// What a file holds: a scene, or a collision.
pub trait Holds: DeserializeOwned {
    /// The keys of lists.
    const LISTS: &'static [&'static str];

    /// What exactly is wrong with the parameters of a table at `path` that is told apart by its
    /// `kind`.
    fn kind_error(
        path: &Path,
        kind: &str,
        parameters: ValueDeserializer<'_>,
    ) -> Option<toml::de::Error>;
}

pub fn decode<T: Holds>(mut document: DeTable<'_>, map: &SourceMap) -> Result<T, Vec<SceneError>> {
    // First, because a file of another version may well have other keys.
    if let Some(error) = wrong_version(&document, map) {
        return Err(vec![error]);
    }
    let mut errors = Vec::new();
    while errors.len() < MOST {
        let root = Spanned::new(0..0, document.clone());
        let error = match T::deserialize(Deserializer::from(root)) {
            Ok(scene) if errors.is_empty() => return Ok(scene),
            Ok(_) => return Err(errors),
            Err(error) => error,
        };
        let fault = Fault::new::<T>(&error, &document, map);
        match &fault.kind {
            // The rest of the file may hold more of them.
            FaultKind::UnknownKey { .. } => {
                errors.push(fault.report(map));
                if !remove(&mut document, &fault.path) {
                    return Err(errors);
                }
            }
            // It may be missing because it was mistyped.
            FaultKind::Missing(_) if !errors.is_empty() => return Err(errors),
            _ => {
                errors.push(fault.report(map));
                return Err(errors);
            }
        }
    }
    Err(errors)
}

fn wrong_version(document: &DeTable<'_>, map: &SourceMap) -> Option<SceneError> {
    let version = document.get("version")?.get_ref().as_integer()?.to_string();
    let error = || {
        let message = format!("`version` is {version}, but only version {VERSION} is known");
        map.error(&Path::default().join("version"), message)
            .label("unknown version")
            .help(format!("version = {VERSION}"))
    };
    (version.parse() != Ok(VERSION)).then(error)
}

fn remove(document: &mut DeTable<'_>, path: &Path) -> bool {
    let Some(last) = path.last() else { return false };
    let parent = path.parent();
    if parent.is_root() {
        return document.remove(last).is_some();
    }
    match get_mut(document, &parent).map(Spanned::get_mut) {
        Some(DeValue::Table(table)) => table.remove(last).is_some(),
        _ => false,
    }
}

fn get<'a, 'i>(document: &'a DeTable<'i>, path: &Path) -> Option<&'a Spanned<DeValue<'i>>> {
    let (first, steps) = path.steps().split_first()?;
    steps.iter().try_fold(document.get(first.as_str())?, |value, step| match value.get_ref() {
        DeValue::Table(table) => table.get(step.as_str()),
        DeValue::Array(list) => list.get(step.parse::<usize>().ok()?),
        _ => None,
    })
}

fn get_mut<'a, 'i>(
    document: &'a mut DeTable<'i>,
    path: &Path,
) -> Option<&'a mut Spanned<DeValue<'i>>> {
    let (first, steps) = path.steps().split_first()?;
    steps.iter().try_fold(document.get_mut(first.as_str())?, |value, step| match value.get_mut() {
        DeValue::Table(table) => table.get_mut(step.as_str()),
        DeValue::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// What serde found wrong, and where.
struct Fault {
    path: Path,
    kind: FaultKind,
}

enum FaultKind {
    UnknownKey {
        name: String,
        allowed: Vec<String>,
    },
    UnknownWord {
        name: String,
        allowed: Vec<String>,
    },
    /// A key where one of several keys must stand alone.
    UnknownChoice {
        name: String,
        allowed: Vec<String>,
    },
    Missing(String),
    WrongType {
        found: String,
        expected: String,
    },
    Other(String),
}

impl Fault {
    fn new<T: Holds>(error: &toml::de::Error, document: &DeTable<'_>, map: &SourceMap) -> Self {
        let path = error.span().and_then(|span| map.find(&span)).unwrap_or_default();
        let tagged = get(document, &path).and_then(|value| kind_error::<T>(&path, value));
        if let Some(precise) = tagged
            && precise.span() != error.span()
        {
            return Self::new::<T>(&precise, document, map);
        }
        let value = get(document, &path).map(Spanned::get_ref);
        let kind = match (FaultKind::new(error.message()), value) {
            (FaultKind::Other(message), Some(value)) if message.starts_with("wanted ") => {
                let found = described(value).to_owned();
                FaultKind::WrongType { found, expected: words::<T>(document, &path) }
            }
            // To serde a date looks like a table.
            (FaultKind::WrongType { expected, .. }, Some(value @ DeValue::Datetime(_))) => {
                FaultKind::WrongType { found: described(value).to_owned(), expected }
            }
            (FaultKind::UnknownWord { name, allowed }, Some(value)) if !value.is_str() => {
                FaultKind::UnknownChoice { name, allowed }
            }
            (kind, _) => kind,
        };
        Self { path, kind }
    }

    fn report(&self, map: &SourceMap) -> SceneError {
        let field = self.path.name();
        match &self.kind {
            FaultKind::UnknownKey { name, allowed }
            | FaultKind::UnknownChoice { name, allowed } => {
                let allowed = || allowed.iter().map(String::as_str);
                map.key_error(&self.path, format!("unknown key `{name}`"))
                    .label(did_you_mean(name, allowed(), "unknown"))
                    .help(format!("allowed here: {}", listed(allowed())))
            }
            FaultKind::UnknownWord { name, allowed } => {
                let allowed = || allowed.iter().map(String::as_str);
                map.error(&self.path, format!("`{field}` is \"{name}\""))
                    .label(did_you_mean(name, allowed(), "unknown"))
                    .help(format!("allowed here: {}", listed(allowed())))
            }
            FaultKind::Missing(name) => map
                .error(&self.path, format!("missing key `{name}`"))
                .label(format!("`{name}` is missing here"))
                .help(format!("add {name} = …")),
            FaultKind::WrongType { found, expected } => {
                let help = match (found.as_str(), expected.as_str()) {
                    ("a table", "a list") => format!("write [[{field}]] above each of them"),
                    _ => format!("`{field}` must be {expected}"),
                };
                let error = map.error(&self.path, format!("`{field}` is {found}"));
                error.label(format!("expected {expected}")).help(help)
            }
            FaultKind::Other(message) => {
                map.error(&self.path, format!("`{field}`: {message}")).label("not allowed")
            }
        }
    }
}

fn described(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(true) => "true",
        DeValue::Boolean(false) => "false",
        DeValue::Datetime(_) => "a date or a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The words that a value may be, asked for with one that it cannot be.
fn words<T: Holds>(document: &DeTable<'_>, path: &Path) -> String {
    let mut asking = document.clone();
    if let Some(value) = get_mut(&mut asking, path) {
        *value.get_mut() = DeValue::String("".into());
    }
    let answer = T::deserialize(Deserializer::from(Spanned::new(0..0, asking)));
    match answer.map_err(|error| FaultKind::new(error.message())) {
        Err(FaultKind::UnknownWord { allowed, .. }) => {
            format!("one of {}", listed(allowed.iter().map(String::as_str)))
        }
        _ => "a word in quotes".to_owned(),
    }
}

/// What exactly is wrong within a table that is told apart by its `kind`.
fn kind_error<T: Holds>(path: &Path, value: &Spanned<DeValue<'_>>) -> Option<toml::de::Error> {
    let DeValue::Table(table) = value.get_ref() else { return None };
    let kind = table.get("kind")?.get_ref().as_str()?.to_owned();
    let mut parameters = table.clone();
    parameters.remove("kind");
    let parameters = Spanned::new(value.span(), DeValue::Table(parameters));
    T::kind_error(path, &kind, ValueDeserializer::from(parameters))
}

impl FaultKind {
    /// Takes serde's sentences apart, which are the same for all types.
    fn new(message: &str) -> Self {
        let other = || Self::Other(message.to_owned());
        if let Some(rest) = message.strip_prefix("unknown field `") {
            let Some((name, allowed)) = name_and_allowed(rest) else { return other() };
            return Self::UnknownKey { name, allowed };
        }
        if let Some(rest) = message.strip_prefix("unknown variant `") {
            let Some((name, allowed)) = name_and_allowed(rest) else { return other() };
            return Self::UnknownWord { name, allowed };
        }
        if let Some(name) = message.strip_prefix("missing field `") {
            return Self::Missing(name.trim_end_matches('`').to_owned());
        }
        let wrong = ["invalid type: ", "invalid value: "];
        match wrong.iter().find_map(|start| message.strip_prefix(start)) {
            Some(rest) => match rest.rsplit_once(", expected ") {
                Some((found, expected)) => {
                    Self::WrongType { found: in_words(found), expected: in_words(expected) }
                }
                None => other(),
            },
            None => other(),
        }
    }
}

/// «X`, expected one of `a`, `b`» taken apart. X may be anything, so the last such place counts.
fn name_and_allowed(rest: &str) -> Option<(String, Vec<String>)> {
    let (name, allowed) = rest.rsplit_once("`, expected ")?;
    let allowed = allowed.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    Some((name.to_owned(), allowed))
}

/// Rust's names of types, for people who write TOML.
fn in_words(serde: &str) -> String {
    let plain = match serde {
        "f64" => "a number",
        "u32" => "a whole number",
        "a string" => "a text in quotes",
        "a boolean" => "true or false",
        "a sequence" | "sequence" => "a list",
        "a map" | "map" => "a table",
        other => other,
    };
    let starts = [
        ("string ", "the text "),
        ("integer `", "the number "),
        ("floating point `", "the number "),
        ("boolean `", ""),
    ];
    for (start, words) in starts {
        if let Some(rest) = plain.strip_prefix(start) {
            return format!("{words}{}", rest.trim_end_matches('`'));
        }
    }
    plain.to_owned()
}
