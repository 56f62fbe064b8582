//! Reference data of the tests.
#![allow(dead_code)] // Each test uses some of it.

use serde_json::Value;

/// A file of references.
pub(crate) fn file(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The cases of a file of references.
pub(crate) fn read(name: &str) -> Vec<Value> {
    file(name).as_array().unwrap().clone()
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}
