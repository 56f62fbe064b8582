//! Assignments such as `body.mallet.mass=0.02`, laid over a document.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::error::{FileError, Severity};
use super::node::{Node, Value};
use super::path::{Step, steps};
use super::source::Source;
use crate::nearest::{did_you_mean, listed};

/// Why an assignment cannot be made, and which bytes of it are wrong.
struct AssignError {
    message: String,
    span: Range<usize>,
    label: String,
    help: String,
}

/// Makes assignment `i` of the source. What stands in the document as `lists`, an assignment cannot
/// begin.
pub(crate) fn assign(
    root: &mut Node,
    source: &Source,
    i: usize,
    lists: &[&str],
) -> Result<(), Box<FileError>> {
    let text = source.part(Some(i));
    let base = source.base(i);
    let made = read(text, base).and_then(|(steps, value)| {
        if let [step, _, ..] = steps.as_slice()
            && lists.contains(&step.name.as_str())
            && root.get(&step.name).is_none()
        {
            return Err(nothing_there(step));
        }
        insert(root, &steps, base, value)
    });
    made.map_err(|AssignError { message, span, label, help }| {
        let error = FileError::new(Severity::Error, format!("assignment `{text}`: {message}"));
        let range = base + span.start..base + span.end;
        Box::new(error.label(label).help(help).pointing(source, &range))
    })
}

fn read(assignment: &str, base: usize) -> Result<(Vec<Step>, Node), AssignError> {
    let help = "write it as path=value, such as body.mallet.velocity=2.5";
    let error = |message: &str, span, label: &str| AssignError {
        message: message.to_owned(),
        span,
        label: label.to_owned(),
        help: help.into(),
    };
    let (steps, equals) =
        steps(assignment).map_err(|bad| error(bad.message, bad.span, "cannot be read"))?;
    let whole = 0..assignment.len();
    let Some(text) = assignment.get(equals + 1..) else {
        return Err(error("it has no `=`", whole, "expected `=` and a value"));
    };
    let start = assignment.len() - text.trim_start().len();
    let text = text.trim();
    let value = value(text).map_err(|wrong| {
        let span = wrong.span().unwrap_or(0..text.len());
        let span = start + span.start..start + span.end.max(span.start + 1);
        error("the value is not TOML", span, wrong.message())
    })?;
    if Node::is_too_deep(value.get_ref()) {
        return Err(error("the value is nested too deeply", whole, "no file is that deep"));
    }
    Ok((steps, Node::from_toml(value, base + start)))
}

/// A TOML value, or else the text itself, unless it clearly was meant as TOML.
pub(crate) fn value(text: &str) -> Result<Spanned<DeValue<'_>>, toml::de::Error> {
    match DeValue::parse(text) {
        Ok(value) => Ok(value),
        Err(error) if text.starts_with(['[', '{', '"', '\'']) => Err(error),
        Err(_) => Ok(Spanned::new(0..text.len(), DeValue::String(Cow::Borrowed(text)))),
    }
}

fn insert(node: &mut Node, steps: &[Step], base: usize, value: Node) -> Result<(), AssignError> {
    let [step, rest @ ..] = steps else {
        *node = Node { key: node.key.take(), ..value };
        return Ok(());
    };
    match &mut node.value {
        Value::Table(table) => {
            let span = Some(base + step.span.start..base + step.span.end);
            let place = table.iter().position(|(key, _)| *key == step.name);
            let place = place.unwrap_or_else(|| {
                let empty = Value::Table(Vec::new());
                table.push((step.name.clone(), Node { span: span.clone(), ..Node::new(empty) }));
                table.len() - 1
            });
            let part = &mut table[place].1;
            if rest.is_empty() || part.key.is_none() {
                part.key = span;
            }
            insert(part, rest, base, value)
        }
        Value::List(list) => match element(list, &step.name) {
            Some(i) => insert(&mut list[i], rest, base, value),
            None => Err(no_element(list, step)),
        },
        _ => Err(not_a_table(step)),
    }
}

/// An element of a list by its name or its index.
pub(crate) fn element(list: &[Node], step: &str) -> Option<usize> {
    let named = list.iter().position(|part| name(part).as_deref() == Some(step));
    named.or_else(|| step.parse().ok().filter(|i| *i < list.len()))
}

/// What an element is called, also where it names only what it lies between.
pub(crate) fn name(node: &Node) -> Option<String> {
    if let Some(name) = node.get("name") {
        return name.text().map(str::to_owned);
    }
    let Value::List(bodies) = &node.get("between")?.value else { return None };
    let bodies: Option<Vec<_>> = bodies.iter().map(Node::text).collect();
    Some(bodies?.join("-"))
}

fn no_element(list: &[Node], step: &Step) -> AssignError {
    let names: Vec<_> = list.iter().filter_map(name).collect();
    let names = || names.iter().map(String::as_str);
    let count = list.len();
    let mut help = match count {
        0 => "the list is empty".to_owned(),
        1 => "there is one element: 0".to_owned(),
        _ => format!("there are {count} elements: 0 to {}", count - 1),
    };
    if names().next().is_some() {
        help += &format!(", by name {}", listed(names()));
    }
    AssignError {
        message: format!("there is no element `{}`", step.name),
        span: step.span.clone(),
        label: did_you_mean(&step.name, names(), "not in the list"),
        help,
    }
}

fn nothing_there(step: &Step) -> AssignError {
    AssignError {
        message: format!("the scene has no `{}`", step.name),
        span: step.span.clone(),
        label: "not in the scene".to_owned(),
        help: format!("add a [[{}]] to the file", step.name),
    }
}

fn not_a_table(step: &Step) -> AssignError {
    AssignError {
        message: format!("what stands before `{}` is a plain value", step.name),
        span: step.span.clone(),
        label: "nothing can be set within it".to_owned(),
        help: "leave this step out to replace the value itself".to_owned(),
    }
}
