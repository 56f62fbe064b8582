//! The form of a document: its keys, types, words and ranges, checked against its JSON Schema. The
//! schema is the only place where they are declared.

use std::ops::Bound::{Excluded, Included, Unbounded};
use std::ops::{Bound, RangeBounds};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::Document;
use super::assign::name;
use super::error::FileError;
use super::node::{Node, Value};
use super::path::Path;
use crate::nearest::{did_you_mean, listed};

/// What a file holds: a scene, a collision.
pub trait Format: DeserializeOwned + JsonSchema {
    /// Its JSON Schema (draft 2020-12). Beside the usual keywords, `unit` is that of a number,
    /// `allowed` is what it may be, where its range is not enough, and `expected` what a
    /// value must be that may have several types.
    fn schema() -> &'static Json;
}

/// The version of the formats that are read.
pub const VERSION: u32 = 1;

/// Finds what is wrong with the form of a document.
pub(crate) struct Form {
    root: Schema,
}

/// A schema and what stands beside the reference to it.
#[derive(Clone, Copy)]
struct Schema {
    own: &'static Json,
    beside: &'static Json,
}

impl Schema {
    fn get(self, key: &str) -> Option<&'static Json> {
        self.beside.get(key).or_else(|| self.own.get(key))
    }

    fn text(self, key: &str) -> Option<&'static str> {
        self.get(key).and_then(Json::as_str)
    }

    fn number(self, key: &str) -> Option<f64> {
        self.get(key).and_then(Json::as_f64)
    }

    fn properties(self) -> Option<&'static Map<String, Json>> {
        self.get("properties").and_then(Json::as_object)
    }

    fn word(self) -> Option<&'static str> {
        self.get("const").and_then(Json::as_str)
    }
}

/// The part of a document that a message is about.
#[derive(Clone)]
struct Part {
    path: Path,
    title: String,
}

struct Checker<'a> {
    form: &'a Form,
    document: &'a Document,
    errors: Vec<FileError>,
    ranges: Vec<FileError>,
}

impl Form {
    pub(crate) fn new(schema: &'static Json) -> Self {
        Self { root: Schema { own: schema, beside: &Json::Null } }
    }

    /// What is wrong with the form, and which numbers are out of range.
    pub(crate) fn check(&self, document: &Document) -> (Vec<FileError>, Vec<FileError>) {
        // First, because a file of another version may well have other keys.
        if let Some(error) = wrong_version(document) {
            return (vec![error], Vec::new());
        }
        let mut checker = Checker { form: self, document, errors: Vec::new(), ranges: Vec::new() };
        let part = Part { path: Path::default(), title: String::new() };
        checker.value(self.root, document.root(), &part.path.clone(), &part);
        (checker.errors, checker.ranges)
    }

    /// The keys of lists of tables.
    pub(crate) fn lists(&self) -> Vec<&'static str> {
        let properties = self.root.properties().into_iter().flatten();
        let is_list = |schema: Schema| match schema.get("items") {
            Some(items) => {
                self.schema(items).properties().is_some()
                    || self.branches(self.schema(items)).len() > 1
            }
            None => false,
        };
        properties
            .filter(|(_, field)| is_list(self.schema(field)))
            .map(|(key, _)| key.as_str())
            .collect()
    }

    /// The schema that a reference means, with what stands beside it.
    fn schema(&self, given: &'static Json) -> Schema {
        let name =
            given.get("$ref").and_then(Json::as_str).and_then(|name| name.rsplit('/').next());
        let target = name.and_then(|name| self.root.own.get("$defs")?.get(name));
        match target {
            Some(target) => Schema { own: target, beside: given },
            None => Schema { own: given, beside: &Json::Null },
        }
    }

    fn branches(&self, schema: Schema) -> Vec<Schema> {
        let all = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Json::as_array);
        all.into_iter().flatten().map(|branch| self.schema(branch)).collect()
    }

    /// What a value must be, in words.
    fn expected(&self, schema: Schema) -> String {
        if let Some(words) = schema.text("expected") {
            return words.to_owned();
        }
        if let Some(word) = schema.word() {
            return format!("{word:?}");
        }
        if schema.properties().is_none() {
            let branches = self.branches(schema);
            if !branches.is_empty() {
                let all: Vec<_> = branches.iter().map(|branch| self.expected(*branch)).collect();
                return all.join(" or ");
            }
        }
        let most = (schema.text("format") == Some("uint32")).then(|| f64::from(u32::MAX));
        let most = schema.number("maximum").or(most);
        match (schema.text("type"), schema.number("minimum"), most) {
            (Some("integer"), Some(low), Some(high)) if low < high => {
                format!("a whole number from {low} to {high}")
            }
            (Some("integer"), Some(low), None) => format!("a whole number, {low} or above"),
            (Some("integer"), ..) => "a whole number".to_owned(),
            (Some("number"), ..) => "a number".to_owned(),
            (Some("string"), ..) => "a text in quotes".to_owned(),
            (Some("boolean"), ..) => "true or false".to_owned(),
            (Some("array"), ..) => "a list".to_owned(),
            _ => "a table".to_owned(),
        }
    }

    /// A document with its keys in the order of the schema, and large numbers as floats.
    pub(crate) fn arranged(&self, root: &Node) -> Json {
        self.arrange(self.root, root)
    }

    fn arrange(&self, schema: Schema, node: &Node) -> Json {
        /// A whole number from here on reads better with an exponent.
        const LARGE: i128 = 1_000_000;
        match &node.value {
            Value::Table(table) => {
                let branches = self.branches(schema);
                let kind = node.get("kind").and_then(Node::text);
                let named = |branch: &&Schema| is_called(**branch, kind);
                let of_kind = branches.iter().find(named).copied().unwrap_or(schema);
                let fields = of_kind.properties();
                let order = fields.into_iter().flatten().map(|(key, _)| key.as_str());
                let rest = table.iter().map(|(key, _)| key.as_str());
                let mut arranged = Map::new();
                for key in order.chain(rest) {
                    let Some(part) = node.get(key) else { continue };
                    let field = fields.and_then(|fields| fields.get(key));
                    let field = field.or_else(|| schema.get("additionalProperties"));
                    let field = field.map_or(schema, |field| self.schema(field));
                    arranged.entry(key).or_insert_with(|| self.arrange(field, part));
                }
                Json::Object(arranged)
            }
            Value::List(list) => {
                let items = schema.get("items").map_or(schema, |items| self.schema(items));
                list.iter().map(|part| self.arrange(items, part)).collect()
            }
            Value::Integer(value)
                if value.abs() >= LARGE && schema.text("type") != Some("integer") =>
            {
                (*value as f64).into()
            }
            _ => node.to_json(),
        }
    }
}

/// The word by which a branch is told apart from the others.
fn tag(branch: Schema) -> Option<&'static str> {
    branch.properties()?.get("kind")?.get("const")?.as_str()
}

/// Whether a branch goes by this word, or by another name of it.
fn is_called(branch: Schema, kind: Option<&str>) -> bool {
    let others = branch.get("aliases").and_then(Json::as_array).into_iter().flatten();
    kind.is_some() && (tag(branch) == kind || others.into_iter().any(|name| name.as_str() == kind))
}

fn wrong_version(document: &Document) -> Option<FileError> {
    let Value::Integer(version) = document.root().get("version")?.value else { return None };
    (version != i128::from(VERSION)).then(|| {
        let message = format!("`version` is {version}, but only version {VERSION} is known");
        document
            .error(&Path::default().join("version"), message)
            .label("unknown version")
            .help(format!("version = {VERSION}"))
    })
}

impl Checker<'_> {
    fn value(&mut self, schema: Schema, node: &Node, path: &Path, part: &Part) {
        if schema.properties().is_some() {
            return self.table(schema, node, path, part);
        }
        let branches = self.form.branches(schema);
        if !branches.is_empty() {
            return self.one_of(schema, &branches, node, path, part);
        }
        if schema.word().is_some() && schema.word() == node.text() {
            return;
        }
        match (schema.text("type"), &node.value) {
            (Some("number"), Value::Integer(number)) => {
                self.range(schema, *number as f64, path, part);
            }
            (Some("number"), Value::Float(number)) => self.range(schema, *number, path, part),
            (Some("integer"), Value::Integer(number)) => {
                let fits = match schema.text("format") {
                    Some("uint32") => u32::try_from(*number).is_ok(),
                    Some("uint64") => u64::try_from(*number).is_ok(),
                    _ => true,
                };
                if fits {
                    self.range(schema, *number as f64, path, part);
                } else {
                    self.wrong_type(schema, node, path);
                }
            }
            (Some("string"), Value::Text(_)) | (Some("boolean"), Value::Bool(_)) => {}
            (Some("array"), Value::List(list)) => self.list(schema, list, path, part),
            (Some("object"), Value::Table(table)) => {
                let Some(values) = schema.get("additionalProperties") else { return };
                for (key, entry) in table {
                    self.value(self.form.schema(values), entry, &path.join(key), part);
                }
            }
            _ => self.wrong_type(schema, node, path),
        }
    }

    fn table(&mut self, schema: Schema, node: &Node, path: &Path, part: &Part) {
        let (Value::Table(table), Some(properties)) = (&node.value, schema.properties()) else {
            return self.wrong_type(schema, node, path);
        };
        let before = self.errors.len();
        let allowed = || properties.keys().map(String::as_str).filter(|key| *key != "kind");
        for (key, _) in table.iter().filter(|(key, _)| !properties.contains_key(key)) {
            self.unknown_key(&path.join(key), key, allowed());
        }
        // What is missing may be so because it was mistyped.
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        let missing = required.filter_map(Json::as_str).filter(|key| node.get(key).is_none());
        for key in missing.filter(|_| self.errors.len() == before).collect::<Vec<_>>() {
            let error = self.document.error(path, format!("missing key `{key}`"));
            let error = error.label(format!("`{key}` is missing here"));
            self.errors.push(error.help(format!("add {key} = …")));
        }
        for (key, field) in properties {
            if let Some(value) = node.get(key) {
                self.value(self.form.schema(field), value, &path.join(key), part);
            }
        }
    }

    fn list(&mut self, schema: Schema, list: &[Node], path: &Path, part: &Part) {
        let Some(items) = schema.get("items").map(|items| self.form.schema(items)) else { return };
        let what = match items.text("type") {
            Some("string") => Some("names"),
            Some("number" | "integer") => Some("numbers"),
            _ => None,
        };
        let (least, most) = (schema.number("minItems"), schema.number("maxItems"));
        if let (Some(what), Some(least), Some(most)) = (what, least, most)
            && !(least..=most).contains(&(list.len() as f64))
        {
            let message =
                format!("`{}`: {} {what} are given, it must be {most}", path.name(), list.len());
            self.errors.push(self.document.error(path, message).label("not allowed"));
            return;
        }
        let at_top = path.steps().len() == 1 && what.is_none();
        for (i, node) in list.iter().enumerate() {
            let here = path.index(i);
            let own = at_top.then(|| Part { title: title(path, i, node), path: here.clone() });
            self.value(items, node, &here, own.as_ref().unwrap_or(part));
        }
    }

    /// A value that may be this or that.
    fn one_of(
        &mut self,
        schema: Schema,
        branches: &[Schema],
        node: &Node,
        path: &Path,
        part: &Part,
    ) {
        if branches.iter().all(|branch| tag(*branch).is_some()) {
            return self.tagged(branches, node, path, part);
        }
        if branches.iter().all(|branch| branch.word().is_some()) {
            return self.word(branches, node, path);
        }
        let single = |branch: &&Schema| branch.properties().is_some_and(|p| p.len() == 1);
        let is_choice =
            branches.iter().any(|b| b.word().is_some()) && branches.iter().any(|b| single(&b));
        if is_choice {
            return self.choice(branches, node, path, part);
        }
        let fits = |branch: &&Schema| match (&node.value, branch.text("type")) {
            _ if branch.word().is_some() => branch.word() == node.text(),
            (Value::Integer(_), Some("integer" | "number"))
            | (Value::Float(_), Some("number"))
            | (Value::Text(_), Some("string"))
            | (Value::List(_), Some("array"))
            | (Value::Table(_), Some("object"))
            | (Value::Bool(_), Some("boolean")) => true,
            _ => false,
        };
        // Of several lists, the one whose elements are of the same type.
        let mut fitting = branches.iter().filter(fits);
        let first = fitting.next();
        match fitting.find(|branch| self.has_items_like(**branch, node)).or(first) {
            Some(branch) => {
                let before = (self.errors.len(), self.ranges.len());
                self.value(*branch, node, path, part);
                let is_short = schema.text("expected").is_some()
                    && self.errors[before.0..].iter().any(|e| e.path == Some(path.to_string()));
                let is_out = self.ranges.len() > before.1 && branch.text("type") == Some("integer");
                // What all branches together expect is more useful than what one of them expects.
                if is_short || is_out {
                    self.errors.truncate(before.0);
                    self.ranges.truncate(before.1);
                    self.wrong_type(schema, node, path);
                }
            }
            None => self.wrong_type(schema, node, path),
        }
    }

    fn has_items_like(&self, branch: Schema, node: &Node) -> bool {
        let Value::List(list) = &node.value else { return false };
        let items = branch.get("items").and_then(|items| self.form.schema(items).text("type"));
        list.iter().all(|part| matches!(part.value, Value::List(_)) == (items == Some("array")))
    }

    /// A table that is told apart by its `kind`.
    fn tagged(&mut self, branches: &[Schema], node: &Node, path: &Path, part: &Part) {
        let Value::Table(_) = &node.value else {
            let expected = "a table with a kind";
            let error =
                self.document.error(path, format!("`{}` is {}", path.name(), node.described()));
            let help = format!("`{}` must be {expected}", path.name());
            self.errors.push(error.label(format!("expected {expected}")).help(help));
            return;
        };
        let Some(kind) = node.get("kind") else {
            let error = self.document.error(path, "missing key `kind`");
            self.errors.push(error.label("`kind` is missing here").help("add kind = …"));
            return;
        };
        match branches.iter().find(|branch| is_called(**branch, kind.text())) {
            Some(branch) => {
                let within = path.steps().len() > 2;
                let own = within.then(|| Part { path: path.clone(), title: part.title.clone() });
                self.table(*branch, node, path, own.as_ref().unwrap_or(part));
            }
            None => {
                let kinds: Vec<_> = branches.iter().filter_map(|branch| tag(*branch)).collect();
                self.unknown_word(&kinds, kind, &path.join("kind"));
            }
        }
    }

    fn word(&mut self, branches: &[Schema], node: &Node, path: &Path) {
        let words: Vec<_> = branches.iter().filter_map(|branch| branch.word()).collect();
        if !node.text().is_some_and(|text| words.contains(&text)) {
            self.unknown_word(&words, node, path);
        }
    }

    /// A word, or a table with one of several keys.
    fn choice(&mut self, branches: &[Schema], node: &Node, path: &Path, part: &Part) {
        let key = |branch: &Schema| {
            branch.properties().and_then(|properties| properties.keys().next()).map(String::as_str)
        };
        let names: Vec<_> = branches.iter().filter_map(|b| b.word().or_else(|| key(b))).collect();
        match &node.value {
            Value::Table(table) if table.len() == 1 => {
                let given = table[0].0.as_str();
                match branches.iter().find(|branch| key(branch) == Some(given)) {
                    Some(branch) => self.table(*branch, node, path, part),
                    None => self.unknown_key(&path.join(given), given, names.into_iter()),
                }
            }
            Value::Text(text) if branches.iter().any(|b| b.word() == Some(text)) => {}
            Value::Text(_) => self.unknown_word(&names, node, path),
            _ => self.not_a_word(&names, node, path),
        }
    }

    fn unknown_key<'n>(&mut self, path: &Path, key: &str, allowed: impl Iterator<Item = &'n str>) {
        let allowed: Vec<_> = allowed.collect();
        let error = self.document.key_error(path, format!("unknown key `{key}`"));
        let error = error.label(did_you_mean(key, allowed.iter().copied(), "unknown"));
        self.errors.push(error.help(format!("allowed here: {}", listed(allowed))));
    }

    fn unknown_word(&mut self, words: &[&str], node: &Node, path: &Path) {
        let Some(text) = node.text() else { return self.not_a_word(words, node, path) };
        let error = self.document.error(path, format!("`{}` is \"{text}\"", path.name()));
        let error = error.label(did_you_mean(text, words.iter().copied(), "unknown"));
        self.errors.push(error.help(format!("allowed here: {}", listed(words.iter().copied()))));
    }

    fn not_a_word(&mut self, words: &[&str], node: &Node, path: &Path) {
        let found = match node.value {
            Value::Integer(_) | Value::Float(_) => "a number".to_owned(),
            _ => node.described(),
        };
        let expected = format!("one of {}", listed(words.iter().copied()));
        let error = self.document.error(path, format!("`{}` is {found}", path.name()));
        let help = format!("`{}` must be {expected}", path.name());
        self.errors.push(error.label(format!("expected {expected}")).help(help));
    }

    fn wrong_type(&mut self, schema: Schema, node: &Node, path: &Path) {
        let (field, found) = (path.name(), node.described());
        let expected = self.form.expected(schema);
        let help = match (&node.value, expected.as_str()) {
            (Value::Table(_), "a list") => format!("write [[{field}]] above each of them"),
            _ => format!("`{field}` must be {expected}"),
        };
        let error = self.document.error(path, format!("`{field}` is {found}"));
        self.errors.push(error.label(format!("expected {expected}")).help(help));
    }

    fn range(&mut self, schema: Schema, value: f64, path: &Path, part: &Part) {
        let least = schema.number("least").unwrap_or(0.0);
        let is_whole = schema.number("multipleOf").is_none_or(|part| value % part == 0.0);
        let is_inside = is_whole && range(|key| schema.get(key)).contains(&value);
        if value.is_finite() && is_inside && (value == 0.0 || value.abs() >= least) {
            return;
        }
        let allowed = allowed(|key| schema.get(key));
        let field = path.relative_name(&part.path);
        let message = format!("`{field}` is {value:?}");
        let message =
            if part.title.is_empty() { message } else { format!("{}: {message}", part.title) };
        let help = match field.split_once('[') {
            Some((list, _)) => format!("each value of `{list}` must be {allowed}"),
            None => format!("`{field}` must be {allowed}"),
        };
        self.ranges.push(self.document.error(path, message).label("out of range").help(help));
    }
}

/// The range of a number, by the keywords of its schema.
pub(super) fn range<'s>(get: impl Fn(&str) -> Option<&'s Json>) -> (Bound<f64>, Bound<f64>) {
    let bound = |closed: &str, open: &str| {
        let number = |key: &str| get(key).and_then(Json::as_f64);
        number(closed).map(Included).or(number(open).map(Excluded)).unwrap_or(Unbounded)
    };
    (bound("minimum", "exclusiveMinimum"), bound("maximum", "exclusiveMaximum"))
}

/// What a number may be, in words.
pub(super) fn allowed<'s>(get: impl Fn(&str) -> Option<&'s Json>) -> String {
    let text = |key: &str| get(key).and_then(Json::as_str);
    let (low, high) = range(&get);
    if let Some(least) = get("least").and_then(Json::as_f64) {
        let unit = text("unit").unwrap_or_default();
        return format!("0, or {}", carom_numeric::check::allowed(Included(least), high, unit));
    }
    let whole = get("multipleOf").is_some();
    let in_words = || {
        let words = carom_numeric::check::allowed(low, high, text("unit").unwrap_or_default());
        if whole { format!("whole: {words}") } else { words }
    };
    text("allowed").map_or_else(in_words, str::to_owned)
}

/// What an element of a list is called: body `bar`, strike 0, gesture 1 (roll).
fn title(list: &Path, i: usize, node: &Node) -> String {
    let lists = list.name();
    let one = if lists.ends_with("is") { lists.as_str() } else { lists.trim_end_matches('s') };
    match (name(node), node.get("kind").and_then(Node::text)) {
        (Some(name), _) => format!("{one} `{name}`"),
        (None, Some(kind)) => format!("{one} {i} ({})", kind.replace('-', " ")),
        (None, None) => format!("{one} {i}"),
    }
}
