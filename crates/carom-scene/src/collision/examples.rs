//! Collisions to start from.

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
            text: include_str!(concat!("../../../../scenes/collisions/", $name, ".toml")),
        }),*]
    };
}

/// All examples.
pub const EXAMPLES: &[Example] = examples!["puck", "billiard", "superball", "rod", "coin"];
