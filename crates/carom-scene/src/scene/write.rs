//! A JSON document as a scene file: plain values first, then a table for each element of the lists,
//! everything below on one line.

use serde_json::{Map, Number, Value};

use super::path::Path;

/// What TOML has no word for.
#[derive(Debug)]
pub(super) struct Unwritable {
    pub(super) path: Path,
    pub(super) message: String,
}

type Written = Result<(), Unwritable>;

/// The document as TOML.
pub(super) fn toml(document: &Value) -> Result<String, Unwritable> {
    let Value::Object(root) = document else {
        let message = format!("the scene is {}, not a table", described(document));
        return Err(Unwritable { path: Path::default(), message });
    };
    let mut writer = Writer { text: String::new() };
    let is_list = |value: &Value| match value {
        Value::Array(list) => !list.is_empty() && list.iter().all(Value::is_object),
        _ => false,
    };
    for (key, value) in root.iter().filter(|(_, value)| !is_list(value)) {
        writer.line(&Path::default().join(key), key, value)?;
    }
    for (key, list) in root.iter().filter(|(_, value)| is_list(value)) {
        let tables = list.as_array().into_iter().flatten().filter_map(Value::as_object);
        for (i, table) in tables.enumerate() {
            writer.text += &format!("\n[[{}]]\n", quoted_key(key));
            let path = Path::default().join(key).index(i);
            for (key, value) in table {
                writer.line(&path.join(key), key, value)?;
            }
        }
    }
    Ok(writer.text)
}

struct Writer {
    text: String,
}

impl Writer {
    fn line(&mut self, path: &Path, key: &str, value: &Value) -> Written {
        self.text += &quoted_key(key);
        self.text += " = ";
        match value {
            Value::String(text) if text.contains('\n') => self.lines(text),
            value => self.value(path, value)?,
        }
        self.text.push('\n');
        Ok(())
    }

    /// A text of several lines, as a person would write it.
    fn lines(&mut self, text: &str) {
        let lines: Vec<_> = text.split('\n').map(escaped).collect();
        self.text += &format!("\"\"\"\n{}\"\"\"", lines.join("\n"));
    }

    fn value(&mut self, path: &Path, value: &Value) -> Written {
        match value {
            Value::Null => {
                let message = format!("`{}` is null", path.name());
                return Err(Unwritable { path: path.clone(), message });
            }
            Value::Bool(value) => self.text += &value.to_string(),
            Value::Number(number) => self.number(path, number)?,
            Value::String(text) => self.text += &quoted(text),
            Value::Array(list) => self.list(path, list)?,
            Value::Object(table) => self.table(path, table)?,
        }
        Ok(())
    }

    fn number(&mut self, path: &Path, number: &Number) -> Written {
        match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => self.text += &whole.to_string(),
            (None, Some(value)) if number.is_f64() => self.text += &decimal(value),
            _ => {
                let message = format!("`{}` is {number}, which is too large", path.name());
                return Err(Unwritable { path: path.clone(), message });
            }
        }
        Ok(())
    }

    fn list(&mut self, path: &Path, list: &[Value]) -> Written {
        self.text.push('[');
        for (i, value) in list.iter().enumerate() {
            if i > 0 {
                self.text += ", ";
            }
            self.value(&path.index(i), value)?;
        }
        self.text.push(']');
        Ok(())
    }

    fn table(&mut self, path: &Path, table: &Map<String, Value>) -> Written {
        if table.is_empty() {
            self.text += "{}";
            return Ok(());
        }
        self.text += "{ ";
        for (i, (key, value)) in table.iter().enumerate() {
            if i > 0 {
                self.text += ", ";
            }
            self.text += &quoted_key(key);
            self.text += " = ";
            self.value(&path.join(key), value)?;
        }
        self.text += " }";
        Ok(())
    }
}

/// A float as a person would write it: 1e9, not a row of zeros.
fn decimal(value: f64) -> String {
    let plain = value == 0.0 || (1e-3..1e6).contains(&value.abs());
    if plain { format!("{value:?}") } else { format!("{value:e}") }
}

fn quoted_key(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => escaped += "\\\"",
            '\\' => escaped += "\\\\",
            '\n' => escaped += "\\n",
            '\t' => escaped += "\\t",
            c if c.is_control() => escaped += &format!("\\u{:04X}", u32::from(c)),
            c => escaped.push(c),
        }
    }
    escaped
}

fn described(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a table",
    }
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
        let text = toml(&document).unwrap();
        assert_eq!(toml::from_str::<Value>(&text).unwrap(), document, "{text}");
        assert!(text.contains("description = \"\"\"\ntwo\nlines with a \\\"quote\\\"\"\"\"\n"));
        assert!(text.contains("\n[[body]]\nname = \"x\"\n"), "{text}");
    }

    #[test]
    fn what_toml_cannot_say_is_refused_with_its_path() {
        for (document, path) in [
            (json!(null), ""),
            (json!([1]), ""),
            (json!({ "body": [{ "mass": null }] }), "body.0.mass"),
            (json!({ "seed": u64::MAX }), "seed"),
        ] {
            assert_eq!(toml(&document).unwrap_err().path.to_string(), path);
        }
    }
}
