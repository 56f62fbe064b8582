//! The reference of a file format in Markdown, made from its JSON Schema alone.

use carom_numeric::check::in_words;
use serde_json::Value;

use super::form::{allowed, range};

/// The reference of a file format in Markdown, from its JSON Schema: a table of keys for each part
/// of the file and for each kind of a part, and a table of values for each choice.
#[must_use]
pub fn reference_of(schema: &Value, title: &str) -> String {
    let mut reference = Reference { root: schema, sections: Vec::new() };
    reference.collect(schema, None);
    let mut text = format!("# {title}\n\n{ABOUT}\n{}", reference.definition(schema));
    for section in &reference.sections {
        text += &format!("\n## {}\n{}", section.heading(), reference.definition(section.schema));
    }
    text
}

const ABOUT: &str = "This page is generated from the JSON Schema of the format. Keys in **bold** are \
                     required, all others may be left out.";

struct Reference<'s> {
    root: &'s Value,
    sections: Vec<Section<'s>>,
}

/// A definition of the schema.
struct Section<'s> {
    name: &'s str,
    schema: &'s Value,
    /// The keys whose values it describes, and the tables that have these keys.
    keys: Vec<&'s str>,
    owners: Vec<&'s str>,
    is_list: bool,
}

impl Section<'_> {
    fn heading(&self) -> String {
        match (self.owners.is_empty(), self.is_list, self.schema.get("properties")) {
            (true, true, _) => format!("`[[{}]]`", self.keys.join(", ")),
            (true, false, Some(_)) => format!("`[{}]`", self.keys.join(", ")),
            (true, false, None) => code(&self.keys, ", "),
            (false, ..) => format!("{} of {}", code(&self.keys, ", "), code(&self.owners, ", ")),
        }
    }

    /// A link to it, by the anchor that Markdown gives to its heading.
    fn link(&self) -> String {
        let heading = self.heading();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        format!("see [{heading}](#{})", anchor.to_lowercase())
    }
}

impl<'s> Reference<'s> {
    /// Adds a section for each definition that a schema refers to, in the order of its keys.
    fn collect(&mut self, schema: &'s Value, owner: Option<&'s str>) {
        for (key, field) in entries(schema, "properties") {
            let Some((name, is_list)) = referred(field) else { continue };
            let known = self.sections.iter().position(|section| section.name == name);
            let at = known.unwrap_or(self.sections.len());
            if known.is_none() {
                let schema = &self.root["$defs"][name];
                let (keys, owners) = (Vec::new(), Vec::new());
                self.sections.push(Section { name, schema, keys, owners, is_list });
            }
            add(&mut self.sections[at].keys, key);
            owner.into_iter().for_each(|owner| add(&mut self.sections[at].owners, owner));
            if known.is_none() {
                self.collect(self.sections[at].schema, Some(key));
            }
        }
        for branch in self.branches(schema) {
            self.collect(branch, kind(branch).or(owner));
        }
    }

    fn branches(&self, schema: &'s Value) -> Vec<&'s Value> {
        let all = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array);
        let resolved = |branch: &'s Value| match referred(branch) {
            Some((name, _)) => &self.root["$defs"][name],
            None => branch,
        };
        all.into_iter().flatten().map(resolved).collect()
    }

    /// What a schema describes: a table, kinds of tables, words or several types.
    fn definition(&self, schema: &'s Value) -> String {
        let mut text = paragraph(&described(schema));
        let branches = self.branches(schema);
        if schema.get("properties").is_some() {
            let ways: Vec<_> = branches.iter().map(|way| code(&required(way), " and ")).collect();
            if !ways.is_empty() {
                text += &paragraph(&format!("Give exactly one of {}.", ways.join(", ")));
            }
            return text + &self.keys(schema);
        }
        if branches.iter().all(|branch| branch.get("const").is_some()) {
            let row =
                |word: &&Value| format!("| {} | {} |\n", shown(&word["const"]), described(word));
            let rows: String = branches.iter().map(row).collect();
            return text + "\n| value | meaning |\n|---|---|\n" + &rows;
        }
        for branch in branches {
            let is_table = branch.get("properties").is_some();
            if let Some(kind) = kind(branch) {
                text += &format!("\n### `kind = \"{kind}\"`\n{}", self.kind(branch));
                continue;
            }
            let allowed = if is_table { "a table".to_owned() } else { self.allowed(branch) };
            let about = format!("- {allowed}: {}", described(branch));
            text += &paragraph(about.trim_end_matches(": "));
            if is_table {
                text += &self.keys(branch);
            }
        }
        text
    }

    /// A kind of table: what it is, and its keys.
    fn kind(&self, branch: &'s Value) -> String {
        let mut about = vec![described(branch)];
        let others = branch.get("aliases").and_then(Value::as_array).into_iter().flatten();
        about.extend(others.map(|other| format!("The kind may also be {}.", shown(other))));
        about.extend(text(branch, "places").map(|places| format!("Places on it: {places}.")));
        paragraph(about.join(" ").trim()) + &self.keys(branch)
    }

    /// The keys of a table.
    fn keys(&self, table: &'s Value) -> String {
        let required = required(table);
        let row = |(key, field): (&'s str, &'s Value)| {
            let mark = if required.contains(&key) { "**" } else { "" };
            let (meaning, allowed) = (described(field), self.allowed(field));
            format!("| {mark}`{key}`{mark} | {meaning} | {allowed} | {} |\n", usual(field))
        };
        let fields = entries(table, "properties").filter(|(key, _)| *key != "kind");
        let rows: String = fields.map(row).collect();
        if rows.is_empty() {
            return paragraph("It has no other keys.");
        }
        format!("\n| key | meaning | allowed | default or usual value |\n|---|---|---|---|\n{rows}")
    }

    /// What a value may be, in words.
    fn allowed(&self, field: &'s Value) -> String {
        let section = referred(field)
            .and_then(|(name, _)| self.sections.iter().find(|section| section.name == name));
        let inner = |key| field.get(key).map_or_else(String::new, |inner| self.allowed(inner));
        if let Some(section) = section {
            let is_map = field.get("additionalProperties").is_some();
            return (if is_map { "a table of names, " } else { "" }).to_owned() + &section.link();
        }
        if let Some(word) = field.get("const") {
            return shown(word);
        }
        let number = || allowed(|key| field.get(key));
        if let Some(expected) = text(field, "expected") {
            let is_any = number() == allowed(|_| None);
            return if is_any {
                expected.to_owned()
            } else {
                format!("{expected}; each {}", number())
            };
        }
        match text(field, "type").unwrap_or_default() {
            "number" => number(),
            "integer" => match range(|key| field.get(key)) {
                (low, high) if low == high => shown(&field["minimum"]),
                _ => number().replace("finite ", "").replacen("a ", "a whole ", 1),
            },
            "boolean" => "true or false".to_owned(),
            "string" => match field.get("examples").and_then(Value::as_array) {
                Some(words) => words.iter().map(shown).collect::<Vec<_>>().join(", "),
                None => "a text".to_owned(),
            },
            "array" => match field.get("maxItems") {
                Some(count) => format!("a list of {count}, each {}", inner("items")),
                None => format!("a list, each {}", inner("items")),
            },
            _ => format!("a table of names, each {}", inner("additionalProperties")),
        }
    }
}

/// The definition that a schema refers to, by itself or for its elements, and whether it is a list.
fn referred(schema: &Value) -> Option<(&str, bool)> {
    let values = schema.get("additionalProperties").and_then(target);
    let items = schema.get("items").and_then(target).map(|name| (name, true));
    target(schema).or(values).map(|name| (name, false)).or(items)
}

fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

fn add<'s>(names: &mut Vec<&'s str>, name: &'s str) {
    if !names.contains(&name) {
        names.push(name);
    }
}

fn entries<'s>(schema: &'s Value, key: &str) -> impl Iterator<Item = (&'s str, &'s Value)> {
    let entries = schema.get(key).and_then(Value::as_object).into_iter().flatten();
    entries.map(|(key, value)| (key.as_str(), value))
}

fn required(table: &Value) -> Vec<&str> {
    let keys = table.get("required").and_then(Value::as_array).into_iter().flatten();
    keys.filter_map(Value::as_str).collect()
}

/// The word by which a table is told apart from others.
fn kind(table: &Value) -> Option<&str> {
    table.get("properties")?.get("kind")?.get("const")?.as_str()
}

fn text<'s>(schema: &'s Value, key: &str) -> Option<&'s str> {
    schema.get(key).and_then(Value::as_str)
}

/// Its description, on one line and without what would end the cell of a table.
fn described(schema: &Value) -> String {
    text(schema, "description").unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// The value that a key has if it is left out, or else a usual one.
fn usual(field: &Value) -> String {
    let usual = || field.get("examples")?.as_array()?.first().filter(|value| value.is_number());
    match field.get("default").filter(|value| value.as_array().is_none_or(|list| !list.is_empty()))
    {
        Some(default) => shown(default),
        None => usual().map_or_else(String::new, |usual| format!("such as {}", shown(usual))),
    }
}

/// A value as a file has it.
fn shown(value: &Value) -> String {
    format!("`{}`", toml(value))
}

fn toml(value: &Value) -> String {
    match value {
        Value::Number(number) => in_words(number.as_f64().unwrap_or(f64::NAN)),
        Value::Array(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let entry = |(key, value): (&String, &Value)| format!("{key} = {}", toml(value));
            format!("{{ {} }}", table.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}

fn code(names: &[&str], between: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(between)
}

fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n{text}\n") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_part_of_a_schema_is_shown() {
        let schema = json!({
            "description": "A file.",
            "properties": {
                "version": { "type": "integer", "minimum": 1, "maximum": 1 },
                "rate": { "type": "number", "exclusiveMinimum": 0, "unit": "Hz", "default": 44100.0 },
                "body": { "type": "array", "items": { "$ref": "#/$defs/Body" } },
            },
            "required": ["version"],
            "$defs": {
                "Body": {
                    "properties": {
                        "mass": { "type": "number", "description": "a\n|b|", "examples": [1e-9] },
                        "shape": { "$ref": "#/$defs/Shape" },
                        "at": { "type": "object", "additionalProperties": { "$ref": "#/$defs/At" } },
                    },
                    "oneOf": [{ "required": ["mass"] }, { "required": ["shape", "at"] }],
                },
                "Shape": { "oneOf": [
                    { "properties": { "kind": { "const": "dot" } }, "places": "line" },
                    { "properties": {
                        "kind": { "const": "box" },
                        "ends": { "$ref": "#/$defs/Ends", "default": "free" },
                    }, "required": ["ends"], "aliases": ["block"] },
                ]},
                "Ends": { "oneOf": [{ "const": "free", "description": "Not held." }] },
                "At": { "anyOf": [
                    { "type": "number", "description": "Along it." },
                    { "properties": { "turns": { "type": "boolean" } }, "description": "Around it." },
                ]},
            },
        });
        let text = reference_of(&schema, "Things");
        for part in [
            "# Things\n\n",
            "\nA file.\n\n| key |",
            "| **`version`** |  | `1` |  |\n",
            "| `rate` |  | a finite number above 0 (Hz) | `44100` |\n",
            "| `body` |  | see [`[[body]]`](#body) |  |\n",
            "\n## `[[body]]`\n\nGive exactly one of `mass`, `shape` and `at`.\n",
            "| `mass` | a \\|b\\| | a finite number | such as `1e-9` |\n",
            "| `shape` |  | see [`shape` of `body`](#shape-of-body) |  |\n",
            "| `at` |  | a table of names, see [`at` of `body`](#at-of-body) |  |\n",
            "\n### `kind = \"dot\"`\n\nPlaces on it: line.\n\nIt has no other keys.\n",
            "\nThe kind may also be `\"block\"`.\n",
            "| **`ends`** |  | see [`ends` of `box`](#ends-of-box) | `\"free\"` |\n",
            "\n## `ends` of `box`\n\n| value | meaning |\n|---|---|\n| `\"free\"` | Not held. |\n",
            "\n- a finite number: Along it.\n",
            "\n- a table: Around it.\n\n| key |",
        ] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
    }
}
