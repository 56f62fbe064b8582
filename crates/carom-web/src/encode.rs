//! Numbers for the page: a JSON head, then arrays of 32-bit floats, little-endian.

use serde_json::{Map, Value, json};

/// Arrays by name.
#[derive(Default)]
pub(crate) struct Arrays {
    places: Map<String, Value>,
    bytes: Vec<u8>,
}

impl Arrays {
    /// Adds an array.
    pub(crate) fn add(&mut self, name: impl Into<String>, values: impl IntoIterator<Item = f32>) {
        let start = self.bytes.len() / 4;
        let values = values.into_iter();
        self.bytes.reserve(4 * values.size_hint().0);
        for value in values {
            self.bytes.extend_from_slice(&value.to_le_bytes());
        }
        let length = self.bytes.len() / 4 - start;
        self.places.insert(name.into(), json!([start, length]));
    }

    /// The length of the head, the head with the places of the arrays, zeros up to a multiple of
    /// four bytes, and the arrays.
    pub(crate) fn finish(self, mut head: Value) -> Vec<u8> {
        head["arrays"] = Value::Object(self.places);
        let head = head.to_string();
        let padding = head.len().next_multiple_of(4) - head.len();
        let mut packet = Vec::with_capacity(4 + head.len() + padding + self.bytes.len());
        packet.extend_from_slice(&(head.len() as u32).to_le_bytes());
        packet.extend_from_slice(head.as_bytes());
        packet.resize(packet.len() + padding, 0);
        packet.extend_from_slice(&self.bytes);
        packet
    }
}
