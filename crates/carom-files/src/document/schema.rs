//! The JSON Schema of a file, for editors, pages and checks.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The JSON Schema of a file that holds a `T`.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_null).transform(&mut schema);
    RecursiveTransform(with_ranges_inside).transform(&mut schema);
    schema.to_value()
}

/// A file has no null: what may be left out is left out.
fn without_null(schema: &mut Schema) {
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    let is_null = |schema: &Value| schema.get("type").is_some_and(|name| name == "null");
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| !is_null(choice));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            // What is written at the field itself comes first.
            for (key, value) in only {
                schema.ensure_object().entry(key).or_insert(value);
            }
        }
    }
}

/// What is known about a number.
const NUMBER: [&str; 6] =
    ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "unit", "allowed"];

/// The range of a value that is a number or a list of numbers belongs to each of them.
fn with_ranges_inside(schema: &mut Schema) {
    let known: Vec<_> =
        NUMBER.iter().filter_map(|key| Some((*key, schema.get(*key)?.clone()))).collect();
    let add = |number: &mut Value| {
        if let Some(number) = number.as_object_mut() {
            for (key, value) in &known {
                number.entry(*key).or_insert_with(|| value.clone());
            }
        }
    };
    let is_number = |value: &Value| value.get("type").is_some_and(|name| name == "number");
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        for choice in choices {
            if is_number(choice) {
                add(choice);
            } else if let Some(items) = choice.get_mut("items").filter(|items| is_number(items)) {
                add(items);
            }
        }
    } else if let Some(items) = schema.get_mut("items").filter(|items| is_number(items)) {
        add(items);
    }
}
