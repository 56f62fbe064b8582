//! Patches: an instrument with its values as one document, for hosts and files.

use carom_scene::gallery::Piece;
use carom_scene::scene::{Parsed, Scene};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::{Instrument, InstrumentError, Parameter, Rest, Scale, Setup};

/// What a patch calls itself.
const FORMAT: &str = "carom-patch";
/// The version that is written. Later ones may add keys, which are passed over here.
const VERSION: u64 = 1;

/// An instrument and its values. The scene is whole, so that a patch sounds the same wherever it is
/// read.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// What it is called.
    pub name: String,
    /// The scene, as TOML or JSON.
    pub scene: String,
    /// The values by the numbers of their parameters; nothing for the instrument's own.
    pub values: [Option<f64>; Parameter::ALL.len()],
}

/// What is wrong with a patch.
#[derive(Debug, Error)]
pub enum PatchError {
    /// It is too long.
    #[error("the patch has {0} bytes: at most {max} are read", max = Patch::LARGEST)]
    Large(usize),
    /// It is not JSON.
    #[error("the patch is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A field is not what it should be.
    #[error("`{field}` of the patch is {value}: it should be {allowed}")]
    Field {
        /// Which.
        field: String,
        /// What it is.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// The scene cannot be read.
    #[error("the scene of the patch: {0}")]
    Scene(String),
    /// The scene is no instrument.
    #[error(transparent)]
    Instrument(#[from] InstrumentError),
}

fn wrong(field: &str, value: Option<&Value>, allowed: &'static str) -> PatchError {
    let text = value.map_or_else(|| "missing".to_owned(), ToString::to_string);
    let value = if text.chars().count() > 40 {
        text.chars().take(40).chain(['…']).collect()
    } else {
        text
    };
    PatchError::Field { field: field.to_owned(), value, allowed }
}

impl Patch {
    /// At most so many bytes are read.
    pub const LARGEST: usize = 1 << 20;

    /// A piece of the gallery with the instrument's own values.
    #[must_use]
    pub fn of_piece(piece: &Piece) -> Self {
        Self { name: piece.name.into(), scene: piece.text.into(), values: Default::default() }
    }

    /// The patch as JSON. Parameters stand under their names, words as words.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut parameters = Map::new();
        for (parameter, value) in Parameter::ALL.into_iter().zip(self.values) {
            let Some(value) = value else { continue };
            let about = parameter.about();
            let value = match about.scale {
                Scale::Words(_) => parameter.text(value).into(),
                Scale::Linear | Scale::Log => value.into(),
            };
            parameters.insert(about.name.to_owned(), value);
        }
        let document = json!({
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "scene": self.scene,
            "parameters": parameters,
        });
        format!("{document:#}\n")
    }

    /// Reads a patch, also of an older or newer version: names that are not known are passed over,
    /// and numbers are brought into their range.
    ///
    /// # Errors
    ///
    /// If it is too long, is not JSON, or a field is not what it should be. The scene is not looked at.
    pub fn from_json(json: &[u8]) -> Result<Self, PatchError> {
        if json.len() > Self::LARGEST {
            return Err(PatchError::Large(json.len()));
        }
        let document: Value = serde_json::from_slice(json)?;
        let field = |name: &str| document.get(name);
        if field("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(wrong("format", field("format"), "\"carom-patch\""));
        }
        if field("version").and_then(Value::as_u64).is_none_or(|version| version == 0) {
            return Err(wrong("version", field("version"), "a whole number from 1"));
        }
        let text = |name| {
            let text = field(name).and_then(Value::as_str).map(str::to_owned);
            text.ok_or_else(|| wrong(name, field(name), "text"))
        };
        let mut values = [None; Parameter::ALL.len()];
        let none = Map::new();
        let parameters = match field("parameters") {
            None => &none,
            Some(value) => value
                .as_object()
                .ok_or_else(|| wrong("parameters", Some(value), "an object of names and values"))?,
        };
        for (name, value) in parameters {
            let Some(parameter) = Parameter::of_name(name) else { continue };
            values[parameter.number() as usize] = match value {
                Value::Number(number) => number.as_f64().and_then(|value| parameter.fit(value)),
                Value::String(word) => parameter.read(word),
                _ => {
                    let field = format!("parameters.{name}");
                    return Err(wrong(&field, Some(value), "a number or a word"));
                }
            };
        }
        Ok(Self { name: text("name")?, scene: text("scene")?, values })
    }

    /// Makes the instrument, with the values of the patch.
    ///
    /// # Errors
    ///
    /// If the scene cannot be read, needs files, or is no instrument.
    pub fn instrument(&self, setup: &Setup) -> Result<Instrument, PatchError> {
        let mut instrument = Instrument::new(&self.scene()?, setup)?;
        self.set(&mut instrument);
        Ok(instrument)
    }

    /// Makes its first keys, with the values of the patch, and leaves [the rest](Instrument::first_keys).
    ///
    /// # Errors
    ///
    /// As of [`instrument`](Self::instrument).
    pub fn first_keys(&self, setup: &Setup) -> Result<(Instrument, Rest), PatchError> {
        let (mut instrument, rest) = Instrument::first_keys(&self.scene()?, setup)?;
        self.set(&mut instrument);
        Ok((instrument, rest))
    }

    fn scene(&self) -> Result<Parsed, PatchError> {
        let parsed = Scene::parse_alone(&self.name, &self.scene);
        parsed.map_err(|errors| PatchError::Scene(errors.to_string()))
    }

    fn set(&self, instrument: &mut Instrument) {
        for (parameter, value) in Parameter::ALL.into_iter().zip(self.values) {
            if let Some(value) = value {
                instrument.act(crate::Action::Set(parameter, value));
            }
        }
        instrument.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch() -> Patch {
        let mut values = [None; Parameter::ALL.len()];
        values[Parameter::Volume.number() as usize] = Some(-6.1);
        values[Parameter::Hardness.number() as usize] = Some(1.0 / 3.0);
        values[Parameter::Gesture.number() as usize] = Some(1.0);
        Patch { name: "a \"patch\"".into(), scene: "version = 1\n".into(), values }
    }

    fn changed(key: &str, value: Value) -> Result<Patch, PatchError> {
        let mut document: Value = serde_json::from_str(&patch().to_json()).unwrap();
        document[key] = value;
        Patch::from_json(document.to_string().as_bytes())
    }

    #[test]
    fn what_is_written_is_read_to_the_last_digit() {
        let json = patch().to_json();
        assert!(json.contains("\"Gesture\": \"drum roll\""), "{json}");
        assert_eq!(Patch::from_json(json.as_bytes()).unwrap(), patch());
    }

    #[test]
    fn other_versions_are_read_as_far_as_they_are_known() {
        let read = changed("version", json!(9)).unwrap();
        assert_eq!(read, patch());
        assert_eq!(changed("colour", json!("red")).unwrap(), patch());
        let read =
            changed("parameters", json!({ "Warp": [1], "volume": -200, "Material": "moon" }));
        let values = read.unwrap().values;
        assert_eq!(values[0], Some(-60.0));
        assert!(values[1..].iter().all(Option::is_none), "{values:?}");
    }

    #[test]
    fn what_is_no_patch_is_refused_by_name_and_value() {
        for (key, value, says) in [
            ("format", json!("other"), "`format` of the patch is \"other\""),
            ("version", json!("1"), "`version` of the patch is \"1\""),
            ("scene", json!(3), "`scene` of the patch is 3: it should be text"),
            ("parameters", json!([1]), "`parameters` of the patch is [1]"),
            ("parameters", json!({ "Volume": null }), "`parameters.Volume` of the patch is null"),
        ] {
            let error = changed(key, value).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        let json = patch().to_json();
        for end in 0..json.len() - 2 {
            assert!(Patch::from_json(&json.as_bytes()[..end]).is_err(), "{end}");
        }
        assert!(Patch::from_json(b"\xff\x00").is_err());
        assert!(Patch::from_json("[".repeat(100_000).as_bytes()).is_err());
        let long = changed("name", json!("x".repeat(Patch::LARGEST)));
        assert!(matches!(long, Err(PatchError::Large(_))));
    }

    #[test]
    fn a_patch_with_a_bad_scene_says_why() {
        let error = patch().instrument(&Setup::default()).unwrap_err().to_string();
        assert!(!error.is_empty());
        let broken = Patch { scene: "version = ".into(), ..patch() };
        assert!(matches!(broken.instrument(&Setup::default()), Err(PatchError::Scene(_))));
    }
}
