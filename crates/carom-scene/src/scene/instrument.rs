//! How a scene is played from keys.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the scene is played from keys: a hammer, what it strikes, and how that comes to the pitch of a
/// key. `carom run` takes no notice of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub struct InstrumentSpec {
    /// The name of the body with `mass` that strikes. If left out, the body of the first of `strikes`,
    /// or the first that is in contact with a body that rings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hammer: Option<String>,
    /// The name of the body with a `shape` or `modes` that is struck and tuned. If left out, the first
    /// that is in contact with the hammer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// The pitch (Hz) at which the object is heard as it is written. If left out, that of its lowest mode
    /// that rings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 20_000, "unit" = "Hz", "examples" = [261.6]))]
    pub pitch: Option<f64>,
    /// What brings the object to the pitch of a key: "size" (all lengths of a shape in proportion, or all
    /// given modes), the name of a number of its shape, such as "length", "tension" or "frequency", or
    /// "none", which leaves it as it is on every key. "size" if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = ["size"]))]
    pub tune: Option<String>,
    /// The lowest and the highest key, as MIDI key numbers (60 is middle C). If left out, from 18
    /// semitones below the pitch of the object to 30 above it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 0, max = 127)), extend("examples" = [[36, 96]]))]
    pub keys: Option<[u8; 2]>,
    /// For a set of objects: by MIDI key number, the name of the body that this key strikes as it is. Then
    /// `object`, `pitch`, `tune` and `keys` have no meaning and are not allowed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub objects: BTreeMap<String, String>,
    /// The speed of the hammer (m/s) for the softest and for the hardest key. If left out, 0.1 and 2 times
    /// its speed in the scene, or 0.1 and 3 m/s if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 0, max = 100)), extend("unit" = "m/s", "examples" = [[0.1, 3]]))]
    pub speed: Option<[f64; 2]>,
    /// The time (s) in which the object falls by 60 dB with the damper on it; 0 for no damper.
    #[serde(default = "default_damper")]
    #[schemars(range(min = 0, max = 60), extend("unit" = "s"))]
    pub damper: f64,
}

fn default_damper() -> f64 {
    0.2
}

impl Default for InstrumentSpec {
    /// Everything at its usual value.
    fn default() -> Self {
        Self {
            hammer: None,
            object: None,
            pitch: None,
            tune: None,
            keys: None,
            objects: BTreeMap::new(),
            speed: None,
            damper: default_damper(),
        }
    }
}
