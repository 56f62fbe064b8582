//! What made a result, so that it can be made again.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use std::fmt::Write;
use std::io::Read;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What a result was made from, and by what. Every result carries one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of Carom.
    pub carom: String,
    /// The build: the first digits of a hash of the program's head, which holds the linker's build id.
    pub build: String,
    /// The processor, as far as it changes the last digits.
    pub processor: String,
    /// What kind of input: `scene`, `song`, `impact`, `sweep`, `collision`.
    pub kind: String,
    /// Everything that the result follows from, defaults and seeds included.
    pub input: Value,
    /// SHA-256 of kind and input.
    pub hash: String,
}

/// The key of a record in JSON, and its id on a page.
const KEY: &str = "provenance";

/// What stands around a record on a page.
const BEFORE: &str = "<script type=\"application/json\" id=\"provenance\">";
const AFTER: &str = "</script>";

impl Record {
    /// The record of a result that this program makes.
    #[must_use]
    pub fn new(kind: &str, input: Value) -> Self {
        Self {
            carom: env!("CARGO_PKG_VERSION").to_owned(),
            build: build().to_owned(),
            processor: processor(),
            hash: hash(kind, &input),
            kind: kind.to_owned(),
            input,
        }
    }

    /// Whether it was computed with what every processor has, see [`carom_numeric::cpu::compute_alike`].
    #[must_use]
    pub fn was_alike(&self) -> bool {
        self.processor.ends_with(" plain")
    }

    /// Whether this program on this processor made it: then the bytes are the same again.
    #[must_use]
    pub fn is_of_this_build(&self) -> bool {
        (&*self.build, &self.processor) == (build(), &processor())
    }

    /// One line of JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        json!(self).to_string()
    }

    /// Adds it to a JSON object.
    pub fn add_to(&self, result: &mut Value) {
        if let Some(result) = result.as_object_mut() {
            result.insert(KEY.to_owned(), json!(self));
        }
    }

    /// The record as a part of a page that is not shown.
    #[must_use]
    pub fn to_html(&self) -> String {
        format!("{BEFORE}{}{AFTER}\n", self.to_text().replace('<', "\\u003c"))
    }

    /// Reads a record from a result: JSON, a page, or the comment of a sound file.
    ///
    /// # Errors
    ///
    /// With what is wrong, if there is none or if it was changed.
    pub fn find(result: &str) -> Result<Self, String> {
        let of_page = result.find(BEFORE).map(|start| &result[start + BEFORE.len()..]);
        let text = of_page.map_or(result, |rest| rest.split(AFTER).next().unwrap_or_default());
        let none = || {
            let damaged = result.contains(KEY) || result.contains("\"hash\"");
            let none = "it carries no record of what made it, as results of `carom run`, `play`, `impact`, \
                        `sweep`, `collide` and `study` do";
            if damaged { "its record cannot be read" } else { none }.to_owned()
        };
        let value: Value = serde_json::from_str(text).map_err(|_| none())?;
        let record = value.get(KEY).unwrap_or(&value);
        let record = Self::deserialize(record).map_err(|_| none())?;
        if record.hash != hash(&record.kind, &record.input) {
            return Err("its record was changed: the hash does not fit".to_owned());
        }
        Ok(record)
    }
}

fn hash(kind: &str, input: &Value) -> String {
    hex(&Sha256::digest(json!([kind, input]).to_string()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The first digits of a hash of the length and the head of the program that runs; `unknown` where it cannot be read.
///
/// The head holds what the linker made of all the rest: the build id, the tables and their sizes. All of it would take
/// longer to read than a short scene takes to compute.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        head_of_program()
            .map_or_else(|_| "unknown".to_owned(), |head| hex(&Sha256::digest(head)[..8]))
    })
}

fn head_of_program() -> std::io::Result<Vec<u8>> {
    let program = std::fs::File::open(program()?)?;
    let mut head = program.metadata()?.len().to_le_bytes().to_vec();
    program.take(1 << 16).read_to_end(&mut head)?;
    Ok(head)
}

/// The file of the program or, in a host such as Python, of the library that this function is part of.
fn program() -> std::io::Result<PathBuf> {
    let here = program as *const () as usize;
    let holds_this = |line: &str| {
        let (from, to) = line.split_once(' ')?.0.split_once('-')?;
        let (from, to) =
            (usize::from_str_radix(from, 16).ok()?, usize::from_str_radix(to, 16).ok()?);
        let path = line.find('/').map(|start| PathBuf::from(&line[start..]))?;
        (from..to).contains(&here).then_some(path)
    };
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().find_map(holds_this).map_or_else(std::env::current_exe, Ok)
}

fn processor() -> String {
    format!("{} {}", std::env::consts::ARCH, carom_numeric::cpu::vector_unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_found_in_every_kind_of_result() {
        let record = Record::new("scene", json!({ "title": "a </script> \"title\"", "x": 0.1 }));
        let mut summary = json!({ "samples": 3 });
        record.add_to(&mut summary);
        let page = format!("<html>{}</html>", record.to_html());
        for result in [record.to_text(), summary.to_string(), page] {
            assert_eq!(Record::find(&result).as_ref(), Ok(&record));
            let changed = result.replace("0.1", "0.2");
            assert!(Record::find(&changed).unwrap_err().contains("was changed"));
        }
        assert!(record.is_of_this_build());
        for none in ["", "{}", "[1]", "<html></html>"] {
            assert!(Record::find(none).unwrap_err().contains("no record"));
        }
    }

    #[test]
    fn the_build_is_that_of_the_program_which_holds_this_code() {
        assert_eq!(program().unwrap(), std::env::current_exe().unwrap());
        assert_eq!(build().len(), 16);
    }
}
