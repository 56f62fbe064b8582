//! Steps per sample, as options and files give them.

/// Steps per sample while bodies touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written", into = "Written"))]
pub enum Substeps {
    /// As many as make each contact span at least twenty of them. Only the two-point scheme adapts
    /// them; others take one.
    #[default]
    Auto,
    /// Always this many.
    Fixed(u32),
}

impl Substeps {
    /// The most steps per sample of a voice.
    pub const MOST: u32 = 65_536;
}

/// What can be written for steps per sample.
const ALLOWED: &str = "expected \"auto\" or a whole number from 1 to 4294967295";

impl std::str::FromStr for Substeps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(steps) if steps >= 1 => Ok(Self::Fixed(steps)),
            _ if text == "auto" => Ok(Self::Auto),
            _ => Err(ALLOWED.to_owned()),
        }
    }
}

/// Steps per sample in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged, expecting = "expected \"auto\" or a whole number from 1 to 4294967295")]
enum Written {
    Steps(u32),
    Name(String),
}

#[cfg(feature = "serde")]
impl From<Substeps> for Written {
    fn from(substeps: Substeps) -> Self {
        match substeps {
            Substeps::Auto => Self::Name("auto".to_owned()),
            Substeps::Fixed(steps) => Self::Steps(steps),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Substeps {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Steps(steps) => steps.to_string().parse(),
            Written::Name(name) if name == "auto" => Ok(Self::Auto),
            Written::Name(_) => Err(ALLOWED.to_owned()),
        }
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Substeps {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Substeps".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Steps per sample while bodies touch.",
            "oneOf": [
                { "const": "auto", "description": "As many as the contacts need." },
                { "type": "integer", "minimum": 1, "maximum": Self::MOST }
            ]
        })
    }
}
