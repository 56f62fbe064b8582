//! The values of a document, from TOML or JSON, each with the place where it was written.

use std::ops::Range;

use serde_json::Map;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::path::{DEEPEST, Path};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// The bytes of the source where it stands; nothing if it comes from JSON.
    pub span: Option<Range<usize>>,
    /// Those of its key, if it has one.
    pub key: Option<Range<usize>>,
}

/// What a document is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// What JSON calls null, which no file of this project has.
    Null,
    /// true or false.
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
    /// A date or a time, which no file of this project has.
    Date(String),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order in which it was written.
    Table(Vec<(String, Node)>),
}

impl Node {
    /// A value that was written nowhere.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Self { value, span: None, key: None }
    }

    /// The document of a file, its ranges moved on by `base`.
    pub(crate) fn from_toml(value: Spanned<DeValue<'_>>, base: usize) -> Self {
        let moved = |span: Range<usize>| Some(base + span.start..base + span.end);
        let span = moved(value.span());
        let value = match value.into_inner() {
            DeValue::Boolean(value) => Value::Bool(value),
            DeValue::Integer(number) => {
                // Too large a number keeps its size.
                let float = || Value::Float(number.as_str().parse().unwrap_or(f64::NAN));
                i128::from_str_radix(number.as_str(), number.radix())
                    .map_or_else(|_| float(), Value::Integer)
            }
            DeValue::Float(number) => {
                Value::Float(number.as_str().replace('_', "").parse().unwrap_or(f64::NAN))
            }
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(list) => {
                Value::List(list.into_iter().map(|part| Self::from_toml(part, base)).collect())
            }
            DeValue::Table(table) => Value::Table(entries(table, base)),
        };
        Self { value, span, key: None }
    }

    /// A value of JSON.
    ///
    /// # Errors
    ///
    /// With the path of what no document holds, and what is wrong with it.
    pub(crate) fn from_json(json: &serde_json::Value, path: &Path) -> Result<Self, (Path, String)> {
        use serde_json::Value as Json;
        let wrong = |what: &str| (path.clone(), format!("`{}` is {what}", path.name()));
        if path.steps().len() > DEEPEST {
            return Err(wrong("nested too deeply"));
        }
        Ok(Self::new(match json {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(number) => number
                .as_i128()
                .map_or_else(|| Value::Float(number.as_f64().unwrap_or(f64::NAN)), Value::Integer),
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(list) => Value::List(
                (0..)
                    .zip(list)
                    .map(|(i, part)| Self::from_json(part, &path.index(i)))
                    .collect::<Result<_, _>>()?,
            ),
            Json::Object(table) => Value::Table(
                table
                    .iter()
                    .map(|(key, part)| Ok((key.clone(), Self::from_json(part, &path.join(key))?)))
                    .collect::<Result<_, _>>()?,
            ),
        }))
    }

    /// The same as JSON; what JSON cannot hold becomes null.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Integer(value) => serde_json::Number::from_i128(*value)
                .map_or_else(|| (*value as f64).into(), serde_json::Value::Number),
            Value::Float(value) => (*value).into(),
            Value::Text(text) | Value::Date(text) => text.clone().into(),
            Value::List(list) => list.iter().map(Self::to_json).collect(),
            Value::Table(table) => table
                .iter()
                .map(|(key, part)| (key.clone(), part.to_json()))
                .collect::<Map<_, _>>()
                .into(),
        }
    }

    /// A value of a table by its key, or of a list by its index.
    #[must_use]
    pub fn get(&self, step: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(table) => table.iter().find(|(key, _)| key == step).map(|(_, part)| part),
            Value::List(list) => list.get(step.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Its text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What a person would call it: a text, a number, a list.
    #[must_use]
    pub fn described(&self) -> String {
        match &self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Integer(value) => format!("the number {value}"),
            Value::Float(value) => format!("the number {value:?}"),
            Value::Text(text) => format!("the text {text:?}"),
            Value::Date(_) => "a date or a time".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// Whether it holds values more deeply than any file does, so that following it might exhaust
    /// the stack.
    pub(crate) fn is_too_deep(value: &DeValue<'_>) -> bool {
        let mut level = vec![value];
        for _ in 0..DEEPEST {
            let mut next = Vec::new();
            for value in level {
                match value {
                    DeValue::Table(table) => next.extend(table.values().map(Spanned::get_ref)),
                    DeValue::Array(list) => next.extend(list.iter().map(Spanned::get_ref)),
                    _ => {}
                }
            }
            level = next;
        }
        !level.is_empty()
    }
}

fn entries(table: DeTable<'_>, base: usize) -> Vec<(String, Node)> {
    let entry = |(key, value): (Spanned<_>, Spanned<DeValue<'_>>)| {
        let at = key.span();
        let part = Node::from_toml(value, base);
        let key: std::borrow::Cow<'_, str> = key.into_inner();
        (key.into_owned(), Node { key: Some(base + at.start..base + at.end), ..part })
    };
    table.into_iter().map(entry).collect()
}
