//! Defaults of the plan, and how steps and schemes are written.

#[cfg(feature = "clap")]
use carom::correction::Correction;
use carom::{Method, Substeps};

use super::plan::{MOST_SUBSTEPS, USUAL_RATE};

pub(super) const ALLOWED_SUBSTEPS: &str = "a whole number from 1 to 1000000, or auto";

pub(super) fn usual_rate() -> f64 {
    USUAL_RATE
}

pub(super) fn one_step() -> Substeps {
    Substeps::Fixed(1)
}

pub(super) fn all_methods() -> Vec<Method> {
    Method::CONTACT.to_vec()
}

pub(super) fn parse_substeps(text: &str) -> Result<Substeps, String> {
    match text.parse() {
        Ok(count) if (1..=MOST_SUBSTEPS).contains(&count) => Ok(Substeps::Fixed(count)),
        _ if text == "auto" => Ok(Substeps::Auto),
        _ => Err(format!("it must be {ALLOWED_SUBSTEPS}")),
    }
}

/// The names of schemes with commas between them, or `all`.
#[cfg(feature = "clap")]
pub(super) fn parse_methods(text: &str) -> Result<Vec<Method>, String> {
    if text == "all" {
        return Ok(all_methods());
    }
    let parse = |name: &str| name.trim().to_lowercase().parse::<Method>();
    let methods = text.split(',').map(parse).collect::<Result<_, _>>();
    methods.map_err(|error| format!("{error}, or all"))
}

/// The name of a correction.
#[cfg(feature = "clap")]
pub(super) fn correction_parser() -> impl clap::builder::TypedValueParser<Value = Correction> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(Correction::NAMES).try_map(|name| name.parse::<Correction>())
}

/// A number, or `auto`.
pub(super) mod substeps {
    use super::*;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged, expecting = "it must be a whole number from 1 to 1000000, or \"auto\"")]
    enum Written {
        Number(u32),
        Name(String),
    }

    pub(in super::super) fn serialize<S: Serializer>(
        substeps: &Substeps,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match substeps {
            Substeps::Fixed(count) => Written::Number(*count),
            Substeps::Auto => Written::Name("auto".into()),
        }
        .serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Substeps, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Number(count) => Ok(Substeps::Fixed(count)),
            Written::Name(name) => parse_substeps(&name).map_err(D::Error::custom),
        }
    }
}
