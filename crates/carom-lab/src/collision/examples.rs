//! Collisions to start from.

use carom_files::{did_you_mean, listed};

/// A collision that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

/// The examples by the names of their files.
macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        &[$(Example {
            name: $name,
            text: include_str!(concat!("../../collisions/", $name, ".toml")),
        }),*]
    };
}

/// All examples with one point of contact.
pub const EXAMPLES: &[Example] = examples!["puck", "billiard", "superball", "rod", "coin"];

/// Examples with several.
pub const SEVERAL: &[Example] = examples!["cradle", "box-on-a-face", "stack"];

impl Example {
    /// The example of this name, or an error message.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let all = || EXAMPLES.iter().chain(SEVERAL);
        let names = || all().map(|example| example.name);
        let found = all().find(|example| example.name == name);
        found.ok_or_else(|| {
            let guess = did_you_mean(name, names(), "unknown");
            format!("there is no example `{name}`: {guess} (there are {})", listed(names()))
        })
    }
}
