//! The JSON Schema of a scene, for editors.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::types::Scene;

impl Scene {
    /// The JSON Schema (draft 2020-12) of a scene file.
    #[must_use]
    pub fn schema() -> Value {
        schema_of::<Self>()
    }
}

/// The JSON Schema of a file that holds a `T`.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_null).transform(&mut schema);
    schema.to_value()
}

/// TOML has no null: what may be left out is left out.
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
            schema.ensure_object().extend(only);
        }
    }
}
