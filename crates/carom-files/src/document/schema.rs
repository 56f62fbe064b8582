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
    RecursiveTransform(with_bounds).transform(&mut schema);
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

/// What a thing that is struck may have, by unit: the smallest that is not zero, and the largest. Beyond
/// that, sums and squares of numbers lose all their digits.
const BOUNDS: [(&str, f64, f64); 17] = [
    ("Hz", 0.01, 1e6),
    ("J/(kg·K)", 1.0, 1e6),
    ("N", 1e-12, 1e9),
    ("N/m", 1e-9, 1e15),
    ("N/m^exponent", 1e-6, 1e40),
    ("N·s/m", 1e-12, 1e9),
    ("N·s/m^(exponent+1)", 1e-9, 1e40),
    ("Pa", 1.0, 1e15),
    ("W/(m·K)", 1e-6, 1e6),
    ("kg", 1e-9, 1e7),
    ("kg/m³", 1e-2, 1e6),
    ("m", 1e-12, 1e4),
    ("m/s", 1e-12, 1e4),
    ("m³", 1e-15, 1e9),
    ("s", 1e-12, 1e9),
    ("s/m", 1e-12, 1e9),
    ("degrees", 1e-12, 3600.0),
];

/// The bounds of a number by its unit, where its field has none of its own.
fn with_bounds(schema: &mut Schema) {
    let unit = schema.get("unit").and_then(Value::as_str).unwrap_or_default();
    let Some((_, least, most)) = BOUNDS.iter().find(|(name, ..)| *name == unit) else { return };
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    let (low, above) = (number("minimum"), number("exclusiveMinimum"));
    let is_bounded = number("maximum").or(number("exclusiveMaximum")).is_some();
    if !is_bounded {
        schema.insert("maximum".to_owned(), (*most).into());
    }
    if above == Some(0.0) && !is_bounded {
        schema.remove("exclusiveMinimum");
        schema.insert("minimum".to_owned(), (*least).into());
    } else if low == Some(0.0) && !is_bounded {
        schema.insert("least".to_owned(), (*least).into());
    } else if low.or(above).is_none() {
        schema.insert("minimum".to_owned(), (-most).into());
    }
}

/// What is known about a number.
const NUMBER: [&str; 7] =
    ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "least", "unit", "allowed"];

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
