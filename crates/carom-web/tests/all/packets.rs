//! The form of what the page is sent.

use serde_json::{Value, json};

#[path = "../../src/encode.rs"]
mod encode;

use encode::Arrays;

#[test]
fn arrays_start_at_multiples_of_four_bytes() {
    for title in ["", "a", "ab", "abc", "é"] {
        let mut arrays = Arrays::default();
        arrays.add("left", [1.0, 2.0]);
        arrays.add("right", [-3.5]);
        let packet = arrays.finish(json!({ "title": title }));
        let length = u32::from_le_bytes(packet[..4].try_into().unwrap()) as usize;
        let head: Value = serde_json::from_slice(&packet[4..4 + length]).unwrap();
        assert_eq!(head["title"], title);
        assert_eq!(head["arrays"]["right"], json!([2, 1]));
        let start = 4 + length.next_multiple_of(4);
        let floats: Vec<f32> = packet[start..]
            .chunks(4)
            .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        assert_eq!(floats, [1.0, 2.0, -3.5]);
    }
}
