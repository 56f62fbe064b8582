//! All shapes by the names that files use.

/// Declares the shapes, each by one line: its name in files, its variant, its struct and, where the
/// struct has a file of its own, the module.
macro_rules! shapes {
    ($($(#[doc = $doc:literal])+ $name:tt => $kind:ident($shape:ident) $(in $module:ident)?,)+) => {
        $($(
            mod $module;
            pub use $module::*;
        )?)+

        /// The shape of a body, by its `kind`.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(tag = "kind", expecting = "a table with a kind"))]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        pub enum Shape {
            $(
                $(#[doc = $doc])+
                #[cfg_attr(feature = "serde", serde(rename = $name))]
                $kind($shape),
            )+
        }

        impl Shape {
            /// One of each kind, with its usual sizes.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$kind($shape::default())),+]
            }

            /// The name of its kind, as files write it.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)+
                }
            }

            /// What designs it.
            #[must_use]
            pub fn resonator(&self) -> &dyn Resonator {
                match self {
                    $(Self::$kind(shape) => shape,)+
                }
            }
        }
    };
}

/// Adds to the schema of a shape the limits and units of its fields, and how a page draws it and
/// places something on it: `outline` and `places`, and `silent` for one that nobody hears in a room.
#[cfg(feature = "schemars")]
pub(crate) fn describe<T: crate::Resonator + Default>(schema: &mut schemars::Schema) {
    carom::check::describe::<T>(schema);
    let usual = T::default();
    let outline = usual.outline();
    // Both are one word, written in small letters.
    let word = |variant: &dyn std::fmt::Debug| format!("{variant:?}").to_lowercase();
    schema.insert("outline".to_owned(), word(&outline.kind).into());
    schema.insert("places".to_owned(), word(&outline.places()).into());
    if usual.radiator().is_silent() {
        schema.insert("silent".to_owned(), true.into());
    }
}
