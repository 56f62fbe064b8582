//! From text to a document: the file, and the assignments laid over it.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::error::{SceneError, Severity};
use super::map::is_too_deep;
use super::path::{Step, steps};
use super::source::Source;
use carom_files::nearest::{did_you_mean, listed};

type Value<'i> = Spanned<DeValue<'i>>;

/// The file with all assignments laid over it. All ranges are ranges of the source. What stands in
/// it as `lists`, an assignment cannot begin.
pub fn document<'i>(source: &'i Source, lists: &[&str]) -> Result<DeTable<'i>, Vec<SceneError>> {
    let parsed = DeTable::parse(source.text());
    let root = parsed.map_err(|error| vec![syntax_error(source, &error)])?;
    let mut root = Spanned::new(0..0, DeValue::Table(root.into_inner()));
    if is_too_deep(root.get_ref()) {
        return Err(vec![SceneError::new(Severity::Error, "the tables are nested too deeply")]);
    }
    let assign =
        |i| assign(&mut root, source, i, lists).err().map(|refusal| refusal.report(source, i));
    let errors: Vec<_> = (0..source.assignments().len()).filter_map(assign).collect();
    match root.into_inner() {
        DeValue::Table(table) if errors.is_empty() => Ok(table),
        _ => Err(errors),
    }
}

fn syntax_error(source: &Source, error: &toml::de::Error) -> SceneError {
    let (message, expected) = match error.message().split_once(", expected ") {
        Some((message, expected)) => (message, Some(expected)),
        None => (error.message(), None),
    };
    let mut found = SceneError::new(Severity::Error, format!("this is not TOML: {message}"));
    if let Some(span) = error.span() {
        found = found.pointing(source, &span);
    }
    match expected {
        Some(expected) => found.label(format!("expected {expected}")),
        None => found,
    }
}

/// Why an assignment cannot be carried out, and which bytes of it are to blame.
struct Refusal {
    message: String,
    span: Range<usize>,
    label: String,
    help: String,
}

impl Refusal {
    fn report(self, source: &Source, i: usize) -> SceneError {
        let Self { message, span, label, help } = self;
        let message = format!("assignment `{}`: {message}", source.part(Some(i)));
        let error = SceneError::new(Severity::Error, message).label(label).help(help);
        let base = source.base(i);
        error.pointing(source, &(base + span.start..base + span.end))
    }
}

fn assign<'i>(
    root: &mut Value<'i>,
    source: &'i Source,
    i: usize,
    lists: &[&str],
) -> Result<(), Refusal> {
    let (steps, value) = read(source.part(Some(i)), source.base(i))?;
    if let ([step, _, ..], DeValue::Table(table)) = (steps.as_slice(), root.get_ref())
        && lists.contains(&step.name.as_str())
        && !table.contains_key(step.name.as_str())
    {
        return Err(nothing_there(step));
    }
    insert(root, &steps, source.base(i), value)
}

fn read(assignment: &str, base: usize) -> Result<(Vec<Step>, Value<'_>), Refusal> {
    let help = "write it as path=value, such as body.mallet.velocity=2.5";
    let refusal = |message: &str, span, label: &str| Refusal {
        message: message.to_owned(),
        span,
        label: label.to_owned(),
        help: help.into(),
    };
    let (steps, equals) =
        steps(assignment).map_err(|bad| refusal(bad.message, bad.span, "cannot be read"))?;
    let whole = 0..assignment.len();
    let Some(text) = assignment.get(equals + 1..) else {
        return Err(refusal("it has no `=`", whole, "expected `=` and a value"));
    };
    let start = assignment.len() - text.trim_start().len();
    let text = text.trim();
    let value = value(text).map_err(|error| {
        let span = error.span().unwrap_or(0..text.len());
        let span = start + span.start..start + span.end.max(span.start + 1);
        refusal("the value is not TOML", span, error.message())
    })?;
    if is_too_deep(value.get_ref()) {
        return Err(refusal("the value is nested too deeply", whole, "no scene is that deep"));
    }
    Ok((steps, shift(value, base + start)))
}

/// A TOML value, or else the text itself, unless it clearly was meant as TOML.
fn value(text: &str) -> Result<Value<'_>, toml::de::Error> {
    match DeValue::parse(text) {
        Ok(value) => Ok(value),
        Err(error) if text.starts_with(['[', '{', '"', '\'']) => Err(error),
        Err(_) => Ok(Spanned::new(0..text.len(), DeValue::String(Cow::Borrowed(text)))),
    }
}

/// Moves all ranges on by `base`.
fn shift(value: Value<'_>, base: usize) -> Value<'_> {
    let moved = |span: Range<usize>| base + span.start..base + span.end;
    let span = moved(value.span());
    let inner = match value.into_inner() {
        DeValue::Array(list) => {
            DeValue::Array(list.into_iter().map(|part| shift(part, base)).collect::<DeArray<'_>>())
        }
        DeValue::Table(table) => DeValue::Table(
            table
                .into_iter()
                .map(|(key, part)| {
                    (Spanned::new(moved(key.span()), key.into_inner()), shift(part, base))
                })
                .collect(),
        ),
        plain => plain,
    };
    Spanned::new(span, inner)
}

fn insert<'i>(
    node: &mut Value<'i>,
    steps: &[Step],
    base: usize,
    value: Value<'i>,
) -> Result<(), Refusal> {
    let [step, rest @ ..] = steps else {
        *node = value;
        return Ok(());
    };
    match node.get_mut() {
        DeValue::Table(table) => {
            let is_absent = !table.contains_key(step.name.as_str());
            let span = base + step.span.start..base + step.span.end;
            if is_absent || rest.is_empty() {
                table.remove(step.name.as_str());
                let key = Spanned::new(span.clone(), Cow::Owned(step.name.clone()));
                table.insert(key, Spanned::new(span, DeValue::Table(DeTable::new())));
            }
            match table.get_mut(step.name.as_str()) {
                Some(part) => insert(part, rest, base, value),
                None => Ok(()),
            }
        }
        DeValue::Array(list) => {
            let found = element(list, &step.name);
            match found.and_then(|i| list.get_mut(i)) {
                Some(part) => insert(part, rest, base, value),
                None => Err(no_element(list, step)),
            }
        }
        _ => Err(not_a_table(step)),
    }
}

/// An element of a list by its name or its index.
fn element(list: &DeArray<'_>, step: &str) -> Option<usize> {
    let named = list.iter().position(|part| name(part.get_ref()).as_deref() == Some(step));
    named.or_else(|| step.parse().ok().filter(|i| *i < list.len()))
}

/// What a body or a contact is called, also where it does not say so itself.
fn name(value: &DeValue<'_>) -> Option<String> {
    if let Some(name) = value.get("name") {
        return name.get_ref().as_str().map(str::to_owned);
    }
    let bodies = value.get("between")?.get_ref().as_array()?;
    let bodies: Option<Vec<_>> = bodies.iter().map(|name| name.get_ref().as_str()).collect();
    Some(bodies?.join("-"))
}

fn no_element(list: &DeArray<'_>, step: &Step) -> Refusal {
    let names: Vec<_> = list.iter().filter_map(|part| name(part.get_ref())).collect();
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
    Refusal {
        message: format!("there is no element `{}`", step.name),
        span: step.span.clone(),
        label: did_you_mean(&step.name, names(), "not in the list"),
        help,
    }
}

fn nothing_there(step: &Step) -> Refusal {
    Refusal {
        message: format!("the scene has no `{}`", step.name),
        span: step.span.clone(),
        label: "not in the scene".to_owned(),
        help: format!("add a [[{}]] to the file", step.name),
    }
}

fn not_a_table(step: &Step) -> Refusal {
    Refusal {
        message: format!("what stands before `{}` is a plain value", step.name),
        span: step.span.clone(),
        label: "nothing can be set within it".to_owned(),
        help: "leave this step out to replace the value itself".to_owned(),
    }
}
