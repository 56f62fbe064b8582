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
            /// The shape with other values of its fields; those for which `value` gives nothing stay.
            #[cfg(feature = "serde")]
            #[must_use]
            pub fn with(&self, value: impl Fn(&carom::check::Field) -> Option<f64>) -> Self {
                let Ok(mut written) = serde_json::to_value(self) else { return self.clone() };
                for field in self.resonator().fields() {
                    if let (Some(entry), Some(value)) = (written.get_mut(field.name), value(&field)) {
                        *entry = value.into();
                    }
                }
                serde_json::from_value(written).unwrap_or_else(|_| self.clone())
            }

            /// The shape so many times as large, of the same material: its partials are as much lower. Every field
            /// follows from its unit, as in any two bodies that are similar, so tensions, volumes and springs fit.
            ///
            /// ```
            /// use carom_shapes::{Shape, StringShape};
            /// let string = StringShape { frequency: None, tension: Some(700.0), ..StringShape::default() };
            /// let Shape::String(larger) = Shape::String(string.clone()).scaled(1.25) else { panic!() };
            /// assert_eq!(larger.length, 1.25 * string.length);
            /// assert_eq!(larger.tension, Some(1.25 * 1.25 * 700.0));
            /// ```
            #[cfg(feature = "serde")]
            #[must_use]
            pub fn scaled(&self, factor: f64) -> Self {
                self.with(|field| Some(field.value? * factor.powi(crate::shape::similarity(field.limit.unit)?)))
            }

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

/// The power of its size with which a quantity of this unit grows in similar bodies of one material; nothing if it
/// stays. Lengths and times grow with the size, masses with its cube.
#[cfg(feature = "serde")]
pub(crate) fn similarity(unit: &str) -> Option<i32> {
    Some(match unit {
        "Hz" => -1,
        "m" | "s" | "N/m" | "kg/m²" => 1,
        "m²" | "N" | "kg/m" | "N·s/m" => 2,
        "m³" | "kg" => 3,
        _ => return None,
    })
}
