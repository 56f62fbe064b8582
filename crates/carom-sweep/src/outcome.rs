//! Outcomes: numbers of a result by their names.

use carom_files::{Findings, Part, Path, did_you_mean, listed};
use serde_json::Value;

/// A number of a result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) steps: Vec<String>,
}

impl Outcome {
    /// The number in a result; nothing if it has none there.
    pub(crate) fn of(&self, result: &Value) -> Option<f64> {
        self.steps.iter().try_fold(result, |value, step| part(value, step))?.as_f64()
    }

    /// Whether its name begins so.
    pub(crate) fn is_in(&self, steps: &[&str]) -> bool {
        self.steps.len() >= steps.len() && self.steps.iter().zip(steps).all(|(a, b)| a == b)
    }
}

/// Reads the outcomes of a sweep; `template` is a result in which every number is there.
pub(crate) fn outcomes(
    names: &[String],
    template: &Value,
    taken: &[&str],
    findings: &mut Findings,
) -> Vec<Outcome> {
    let root = Part::root();
    if names.is_empty() {
        let known = all(template, "");
        let help = format!("there are {}", listed(known.iter().map(String::as_str)));
        findings.error(&root, "outcomes", "`outcomes` is empty", "nothing is kept", &help);
    }
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let steps = Path::parse(name).map(|path| path.steps().to_vec()).unwrap_or_default();
        let field = format!("outcomes.{i}");
        if !is_number(template, &steps) {
            let known = all(template, name);
            let known = || known.iter().map(String::as_str);
            let message = format!("there is no outcome \"{name}\"");
            let help = format!("there are {}", listed(near(name, known())));
            let label = did_you_mean(name, known(), "unknown");
            findings.error(&root, &field, &message, &label, &help);
        } else if taken.contains(&name.as_str()) || outcomes.iter().any(|o| o.name == *name) {
            let message = format!("there would be two columns \"{name}\"");
            let help = "each outcome is named once, and not as an axis is";
            findings.error(&root, &field, &message, "again", help);
        } else {
            outcomes.push(Outcome { name: name.clone(), steps });
        }
    }
    outcomes
}

/// The names that begin as a name does, or all of them if none does.
fn near<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Vec<&'a str> {
    let start = name.split('.').next().unwrap_or_default();
    let alike: Vec<_> =
        known.clone().filter(|known| known.split('.').next() == Some(start)).collect();
    if alike.is_empty() { known.collect() } else { alike }
}

/// A part of a table by its key, of a list by its index or by what its element is called.
fn part<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Object(table) => table.get(step),
        Value::Array(list) => {
            let named = list.iter().find(|element| name(element) == Some(step));
            named.or_else(|| list.get(step.parse::<usize>().ok()?))
        }
        _ => None,
    }
}

/// What an element of a list is called.
fn name(element: &Value) -> Option<&str> {
    ["name", "body", "scheme"].iter().find_map(|key| element.get(key)?.as_str())
}

fn is_number(template: &Value, steps: &[String]) -> bool {
    let step = |value, step: &String| {
        // As many partials as there may be.
        let unnamed = |list: &&Vec<Value>| list.iter().all(|element| name(element).is_none());
        let any = Value::as_array(value).filter(unnamed).filter(|_| step.parse::<usize>().is_ok());
        any.map_or_else(|| part(value, step), |list| list.first())
    };
    steps.iter().try_fold(template, step).is_some_and(Value::is_number)
}

/// The names of all numbers, with elements of lists called as in a name that somebody wrote.
fn all(template: &Value, like: &str) -> Vec<String> {
    let by_index = like.split('.').any(|step| step.parse::<usize>().is_ok());
    let mut known = Vec::new();
    numbers(template, "", by_index, &mut known);
    known
}

fn numbers(value: &Value, at: &str, by_index: bool, known: &mut Vec<String>) {
    let join = |step: &str| {
        let step = Path::default().join(step).to_string();
        if at.is_empty() { step } else { format!("{at}.{step}") }
    };
    match value {
        Value::Number(_) => known.push(at.to_owned()),
        Value::Object(table) => {
            table.iter().for_each(|(key, part)| numbers(part, &join(key), by_index, known));
        }
        Value::Array(list) => {
            for (i, part) in list.iter().enumerate() {
                let step = name(part).filter(|_| !by_index).map_or(i.to_string(), str::to_owned);
                numbers(part, &join(&step), by_index, known);
            }
        }
        _ => {}
    }
}
