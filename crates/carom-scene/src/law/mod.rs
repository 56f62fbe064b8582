//! Laws as files describe them: one file per law, and one line of the table at the end of this one.
//!
//! ```
//! use carom_scene::law::{LawSpec, Power};
//! let spec = LawSpec::from(Power { stiffness: -1.0, ..Power::default() });
//! let errors = spec.errors();
//! assert_eq!(errors[0].message, "`stiffness` is -1.0");
//! assert_eq!(errors[0].help, "`stiffness` must be a finite number above 0 (N/m^exponent)");
//! assert_eq!(spec.law(), Err(errors[0].clone()));
//! ```

use carom::InvalidValue;
use carom::check::{Field, FieldError, Fields, Limit, describe};
use carom::law::{Damping, Law, Loss};

const STIFFNESS: Limit = Limit::above(0.0, "N/m^exponent");
const EXPONENT: Limit = Limit::between(1.0, 100.0, "");
const MU: Limit = Limit::from(0.0, "s/m");
const RESTITUTION: Limit = Limit::above_to(0.0, 1.0, "");
const SPEED: Limit = Limit::above(0.0, "m/s");

/// What the file of each law provides.
trait Spec: Fields {
    /// Whether bodies are held from two sides, and not only pushed apart.
    const TWO_SIDES: bool = false;

    /// The errors that lie between fields, not in one of them.
    fn rule_errors(&self) -> Vec<FieldError> {
        Vec::new()
    }

    /// The law with adhesion, from fields without errors.
    fn adhesive_law(&self) -> Result<Law, InvalidValue>;
}

/// What is wrong with the fields of a law.
fn description_errors<T: Spec>(spec: &T, adhesive: bool) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if T::TWO_SIDES && !adhesive {
        let help = "`adhesive` must be true for spring and rattle, which hold from two sides";
        let message = "`adhesive` is false";
        errors.push(FieldError::new("adhesive", message, "not allowed here", help));
    }
    errors.extend(spec.field_errors());
    errors.extend(spec.rule_errors());
    errors
}

/// What a wall loses by Hunt and Crossley, given in at most one way; nothing if none is given.
#[derive(Clone, Copy, Default)]
struct LossSpec {
    mu: Option<f64>,
    /// `None` for a law that has no such field.
    lambda: Option<Option<f64>>,
    restitution: Option<f64>,
    speed: Option<f64>,
}

impl LossSpec {
    fn rule_errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let help = "`restitution` holds at one approach speed: give restitution and speed together";
        match (self.restitution, self.speed) {
            (Some(_), None) => {
                let message = "`restitution` is given without `speed`";
                errors.push(FieldError::new("restitution", message, "at which speed?", help));
            }
            (None, Some(_)) => {
                let message = "`speed` is given without `restitution`";
                errors.push(FieldError::new("speed", message, "speed of what?", help));
            }
            _ => {}
        }
        let mut ways = vec![("mu", self.mu)];
        ways.extend(self.lambda.map(|lambda| ("lambda", lambda)));
        ways.push(("restitution", self.restitution));
        let given = ways.iter().filter(|(_, value)| value.is_some());
        let given: Vec<_> = given.map(|(name, _)| *name).collect();
        if let [first, .., last] = given.as_slice() {
            let all: Vec<_> = ways.iter().map(|(name, _)| *name).collect();
            let message = format!("the loss is given by both `{first}` and `{last}`");
            let help = format!("give at most one of {}", all.join(", "));
            errors.push(FieldError::new(last, message, "one too many", help));
        }
        errors
    }

    /// A lossless law with this loss.
    fn of(&self, elastic: Law) -> Result<Law, InvalidValue> {
        let damping = match (self.restitution, self.speed, self.lambda.flatten()) {
            (Some(restitution), Some(speed), _) => Damping::Restitution { restitution, speed },
            (_, _, Some(lambda)) => Damping::Lambda(lambda),
            _ => Damping::Mu(self.mu.unwrap_or(0.0)),
        };
        let mu = damping.mu(elastic.potential().stiffness_coefficient())?;
        elastic.with_loss(if mu > 0.0 { Loss::HuntCrossley { mu } } else { Loss::None })
    }
}

fn adhesive() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_adhesive(adhesive: &bool) -> bool {
    *adhesive
}

/// A type of optional numbers.
trait Number: Sized {
    fn field(name: &'static str, value: Option<Self>, limit: Limit, usual: Self) -> Field;
}

impl Number for f64 {
    fn field(name: &'static str, value: Option<Self>, limit: Limit, usual: Self) -> Field {
        Field::optional(name, value, limit, usual)
    }
}

impl Number for u32 {
    fn field(name: &'static str, value: Option<Self>, limit: Limit, usual: Self) -> Field {
        Field::whole(name, value, limit, usual)
    }
}

/// Makes the struct of a law from the table of its fields: names, defaults and limits, and for
/// optional numbers usual values. Every law has `adhesive` as its last field.
macro_rules! law_fields {
    (
        $(#[$about:meta])*
        $name:ident {
            $($(#[$doc:meta])* $field:ident = $default:expr, $limit:expr;)*
        }
        optional {
            $($(#[$note:meta])* $option:ident: $type:ty = $given:expr, $range:expr, $usual:expr;)*
        }
        $(#[$adhesive:meta])*
        adhesive
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        #[derive(schemars::JsonSchema)]
        #[schemars(transform = super::describe::<Self>)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a table")]
        pub struct $name {
            $($(#[$doc])* pub $field: f64,)*
            $(
                $(#[$note])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $option: Option<$type>,
            )*
            $(#[$adhesive])*
            #[serde(default = "super::adhesive", skip_serializing_if = "super::is_adhesive")]
            pub adhesive: bool,
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* $($option: $given,)* adhesive: true }
            }
        }

        impl super::Fields for $name {
            fn fields(&self) -> Vec<super::Field> {
                vec![
                    $(super::Field::new(stringify!($field), self.$field, $limit),)*
                    $(super::Number::field(stringify!($option), self.$option, $range, $usual),)*
                ]
            }
        }
    };
}

/// Makes the enum of all laws from their kinds, files and names.
macro_rules! laws {
    ($($kind:literal => $file:ident::$name:ident,)+) => {
        $(
            mod $file;
            pub use $file::$name;

            impl From<$name> for LawSpec {
                fn from(law: $name) -> Self {
                    Self::$name(law)
                }
            }
        )+

        /// The law of the force between two bodies, by its `kind`.
        #[derive(Clone, Debug, PartialEq)]
        #[derive(schemars::JsonSchema)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(tag = "kind", expecting = "a table with a kind")]
        #[allow(missing_docs, reason = "each law is described in its own file")]
        pub enum LawSpec {
            $(#[serde(rename = $kind)] $name($name),)+
        }

        impl LawSpec {
            /// One law of each kind, with usual values.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$name($name::default())),+]
            }

            /// The name of the law in files.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self { $(Self::$name(_) => $kind,)+ }
            }

            /// Its numbers, each with its limit; those of surfaces as `first.young`.
            #[must_use]
            pub fn fields(&self) -> Vec<Field> {
                match self { $(Self::$name(law) => law.fields(),)+ }
            }

            /// Whether it may pull while bodies part.
            #[must_use]
            pub fn is_adhesive(&self) -> bool {
                match self { $(Self::$name(law) => law.adhesive,)+ }
            }

            /// Whether bodies are held from two sides, and not only pushed apart.
            #[must_use]
            pub fn has_two_sides(&self) -> bool {
                match self { $(Self::$name(_) => $name::TWO_SIDES,)+ }
            }

            fn description_errors(&self) -> Vec<FieldError> {
                match self { $(Self::$name(law) => description_errors(law, law.adhesive),)+ }
            }

            fn adhesive_law(&self) -> Result<Law, InvalidValue> {
                match self { $(Self::$name(law) => law.adhesive_law(),)+ }
            }
        }
    };
}

impl LawSpec {
    /// Makes a stiffness that is given so many times as large.
    pub fn stiffen(&mut self, factor: f64) {
        match self {
            Self::HuntCrossley(HuntCrossley { stiffness, .. })
            | Self::Power(Power { stiffness, .. })
            | Self::ConstantRestitution(ConstantRestitution { stiffness, .. })
            | Self::Spring(Spring { stiffness, .. })
            | Self::Rattle(Rattle { stiffness, .. }) => *stiffness *= factor,
            Self::Felt(felt) => felt.stiffness = felt.stiffness.map(|value| value * factor),
            Self::Hertz(_) | Self::ContactTime(_) => {}
        }
    }

    /// Everything that is wrong with the description; empty exactly where [`law`](Self::law)
    /// returns a law.
    #[must_use]
    pub fn errors(&self) -> Vec<FieldError> {
        let mut errors = self.description_errors();
        if errors.is_empty() {
            errors.extend(self.build().err().map(FieldError::from));
        }
        errors
    }

    /// The law that is described, or the first of the [errors](Self::errors).
    pub fn law(&self) -> Result<Law, FieldError> {
        match self.description_errors().into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.build()?),
        }
    }

    fn build(&self) -> Result<Law, InvalidValue> {
        let law = self.adhesive_law()?;
        if self.is_adhesive() { Ok(law) } else { law.without_adhesion() }
    }
}

laws! {
    "hunt-crossley" => hunt_crossley::HuntCrossley,
    "power" => power::Power,
    "constant-restitution" => constant_restitution::ConstantRestitution,
    "spring" => spring::Spring,
    "rattle" => rattle::Rattle,
    "hertz" => hertz::Hertz,
    "felt" => felt::Felt,
    "contact-time" => contact_time::ContactTime,
}
