//! Values that files and commands choose by name.

use thiserror::Error;

/// A name that no value has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {what} '{name}'; there are {}", names.join(", "))]
pub struct UnknownNameError {
    /// What has names, such as `scheme`.
    pub what: &'static str,
    /// The unknown name.
    pub name: String,
    /// The names that there are.
    pub names: &'static [&'static str],
}

/// Lets a type be written and read by the names of the values in `$list`. The type has `name` and
/// `description`; its crate uses `serde`, `serde_json` and `schemars`.
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal, $list:ident, $about:literal) => {
        impl $type {
            /// The names that can be read.
            pub const NAMES: [&'static str; Self::$list.len()] = {
                let mut names = [""; Self::$list.len()];
                let mut i = 0;
                while i < names.len() {
                    names[i] = Self::$list[i].name();
                    i += 1;
                }
                names
            };
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownNameError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let known = Self::$list.into_iter().find(|value| value.name() == name);
                let unknown = || $crate::UnknownNameError {
                    what: $what,
                    name: name.to_owned(),
                    names: &Self::NAMES,
                };
                known.ok_or_else(unknown)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'_, str>>::deserialize(reader)?;
                let unknown = |_| serde::de::Error::unknown_variant(&name, &Self::NAMES);
                name.parse().map_err(unknown)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let values = Self::$list.map(|value| {
                    serde_json::json!({
                        "type": "string",
                        "const": value.name(),
                        "description": value.description(),
                    })
                });
                schemars::json_schema!({ "description": $about, "oneOf": values })
            }
        }
    };
}
