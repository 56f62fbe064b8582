//! Documents as TOML that a person can read.

use serde_json::Value as Json;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use super::assign::element;
use super::node::{self, Node};
use super::path::steps;
use super::source::Source;

/// A JSON document as TOML: plain values first, then a table for each element of the lists,
/// everything below on one line.
pub(crate) fn toml(document: &Json) -> String {
    let mut file = DocumentMut::new();
    let is_list = |value: &Json| match value {
        Json::Array(list) => !list.is_empty() && list.iter().all(Json::is_object),
        _ => false,
    };
    let entries = || document.as_object().into_iter().flatten();
    for (key, json) in entries().filter(|(_, json)| !is_list(json)) {
        file.insert(key, Item::Value(value(json)));
    }
    for (key, list) in entries().filter(|(_, json)| is_list(json)) {
        let mut tables = ArrayOfTables::new();
        for element in list.as_array().into_iter().flatten() {
            let fields = element.as_object().into_iter().flatten();
            tables.push(fields.map(|(key, json)| (key.as_str(), value(json))).collect::<Table>());
        }
        file.insert(key, Item::ArrayOfTables(tables));
    }
    file.to_string()
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::from(f64::NAN),
        Json::Bool(value) => (*value).into(),
        Json::Number(number) => number
            .as_i64()
            .map_or_else(|| decimal(number.as_f64().unwrap_or(f64::NAN)), Value::from),
        Json::String(text) => text.as_str().into(),
        Json::Array(list) => list.iter().map(value).collect::<Array>().into(),
        Json::Object(table) => table
            .iter()
            .map(|(key, json)| (key.as_str(), value(json)))
            .collect::<InlineTable>()
            .into(),
    }
}

/// A float as a person would write it: 1e9, not a row of zeros.
fn decimal(number: f64) -> Value {
    let plain = number == 0.0 || (1e-3..1e6).contains(&number.abs());
    let text = if plain { format!("{number:?}") } else { format!("{number:e}") };
    text.parse().unwrap_or_else(|_| number.into())
}

/// A file with its assignments made, everything else as it was written, comments included.
pub(crate) fn assigned(source: &Source, root: &Node) -> String {
    let Ok(mut file) = source.text().parse::<DocumentMut>() else {
        return source.text().to_owned();
    };
    for assignment in source.assignments() {
        let Ok((steps, _)) = steps(assignment) else { continue };
        let mut item = Some(file.as_item_mut());
        let mut node = Some(root);
        for step in &steps {
            let key = match node.map(|node| &node.value) {
                Some(node::Value::List(list)) => element(list, &step.name).map(|i| i.to_string()),
                _ => Some(step.name.clone()),
            };
            let Some(key) = key else { break };
            node = node.and_then(|node| node.get(&key));
            item = item.and_then(|item| within(item, &key));
        }
        if let (Some(item), Some(node)) = (item, node) {
            let new = value(&node.to_json());
            match item.as_value_mut() {
                Some(old) => {
                    let decor = old.decor().clone();
                    *old = new;
                    *old.decor_mut() = decor;
                }
                None => *item = Item::Value(new),
            }
        }
    }
    file.to_string()
}

/// A value of a table or a list, made if it is not there.
fn within<'a>(item: &'a mut Item, key: &str) -> Option<&'a mut Item> {
    if item.is_array_of_tables() || item.is_array() {
        return item.get_mut(key.parse::<usize>().ok()?);
    }
    if item.is_none() {
        *item = Item::Value(InlineTable::new().into());
    }
    item.as_table_like_mut().map(|table| table.entry(key).or_insert(Item::None))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let document = json!({
            "title": "a \"quoted\" \\ text\u{7f}\u{0}",
            "description": "two\nlines with a \"quote\"",
            "slashes": "a\\n\nb",
            "quotes": "a \"\"\"\nb\"",
            "small": 1e-300, "large": 1e300, "whole": -7, "share": 0.1, "one": 1.0,
            "nothing": [],
            "": { "a.b": [1, 2.5, [true]], "c": {}, "ü": "é" },
            "body": [{ "name": "x", "shape": { "kind": "bar", "length": 0.3 } }, {}],
        });
        let text = toml(&document);
        assert_eq!(toml::from_str::<Json>(&text).unwrap(), document, "{text}");
        assert!(text.contains("\n[[body]]\nname = \"x\"\n"), "{text}");
        assert!(text.contains("large = 1e300\n"), "{text}");
    }
}
