//! Steps per sample, as options and files give them.

/// Steps per sample while bodies touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Substeps {
    /// As many as make each contact span at least twenty of them. Only the two-point scheme adapts
    /// them; others take one.
    #[default]
    Auto,
    /// Always this many.
    Fixed(u32),
}

impl Substeps {
    /// The most steps per sample.
    pub const MOST: u32 = 65_536;
}

#[cfg(feature = "serde")]
mod reading {
    use std::fmt;

    use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
    use serde::ser::{Serialize, Serializer};

    use super::Substeps;

    impl Serialize for Substeps {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Auto => serializer.serialize_str("auto"),
                Self::Fixed(steps) => serializer.serialize_u32(*steps),
            }
        }
    }

    impl<'de> Deserialize<'de> for Substeps {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(SubstepsVisitor)
        }
    }

    struct SubstepsVisitor;

    impl Visitor<'_> for SubstepsVisitor {
        type Value = Substeps;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "\"auto\" or a whole number from 1 to {}", Substeps::MOST)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Substeps, E> {
            let known = (text == "auto").then_some(Substeps::Auto);
            known.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<Substeps, E> {
            let steps = u32::try_from(value).ok();
            let steps = steps.filter(|steps| (1..=Substeps::MOST).contains(steps));
            let error = || E::invalid_value(Unexpected::Signed(value), &self);
            steps.map(Substeps::Fixed).ok_or_else(error)
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<Substeps, E> {
            self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
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
