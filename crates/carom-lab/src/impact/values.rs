//! Defaults of the plan, and how steps and schemes are written.

use carom::Substeps;
use carom_schemes::Method;
#[cfg(feature = "clap")]
use carom_schemes::correction::Correction;

use super::plan::USUAL_RATE;

pub(super) fn usual_rate() -> f64 {
    USUAL_RATE
}

pub(super) fn one_step() -> Substeps {
    Substeps::Fixed(1)
}

pub(super) fn all_methods() -> Vec<Method> {
    Method::CONTACT.to_vec()
}

/// The names of schemes with commas between them, or `all`.
#[cfg(feature = "clap")]
pub(super) fn parse_methods(text: &str) -> Result<Vec<Method>, String> {
    if text == "all" {
        return Ok(all_methods());
    }
    let parse = |name: &str| name.trim().to_lowercase().parse::<Method>();
    let methods = text.split(',').map(parse).collect::<Result<_, _>>();
    methods.map_err(|error| format!("{error}, or all alone"))
}

/// The name of a correction.
#[cfg(feature = "clap")]
pub(super) fn correction_parser() -> impl clap::builder::TypedValueParser<Value = Correction> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(Correction::NAMES).try_map(|name| name.parse::<Correction>())
}
