//! What a file may leave out, and what it may not say.

use carom_shapes::{Bar, Bell, Cavity, Pipe, PipeEnds, Plate, RoundPlate, StringShape};
use serde_json::from_str;

#[test]
fn a_file_may_leave_out_what_has_a_default() {
    let bar = Bar { length: 0.4, width: 0.03, thickness: 0.004, ..Bar::default() };
    let text = r#"{"length": 0.4, "width": 0.03, "thickness": 0.004}"#;
    assert_eq!(from_str::<Bar>(text).unwrap(), bar);

    let plate = Plate { length: 0.3, width: 0.2, thickness: 0.001, ..Plate::default() };
    let text = r#"{"length": 0.3, "width": 0.2, "thickness": 0.001}"#;
    assert_eq!(from_str::<Plate>(text).unwrap(), plate);

    let lid = RoundPlate { diameter: 0.2, thickness: 0.001, ..RoundPlate::default() };
    let text = r#"{"diameter": 0.2, "thickness": 0.001}"#;
    assert_eq!(from_str::<RoundPlate>(text).unwrap(), lid);

    let bell = Bell { diameter: 0.7, thickness: 0.05, split: 0.001 };
    let text = r#"{"diameter": 0.7, "thickness": 0.05}"#;
    assert_eq!(from_str::<Bell>(text).unwrap(), bell);

    let cavity = Cavity { side: 1.0, ..Cavity::default() };
    assert_eq!(from_str::<Cavity>(r#"{"side": 1.0}"#).unwrap(), cavity);

    let (frequency, stiff) = (Some(440.0), true);
    let string = StringShape { length: 0.4, diameter: 0.001, tension: None, frequency, stiff };
    let text = r#"{"length": 0.4, "diameter": 0.001, "frequency": 440.0}"#;
    assert_eq!(from_str::<StringShape>(text).unwrap(), string);
}

#[test]
fn names_are_written_with_hyphens() {
    let pipe = Pipe { length: 0.6, diameter: 0.02, ends: PipeEnds::HalfOpen };
    let text = r#"{"length": 0.6, "diameter": 0.02, "ends": "half-open"}"#;
    assert_eq!(from_str::<Pipe>(text).unwrap(), pipe);
}

#[test]
fn unknown_fields_are_refused() {
    let plate = r#"{"length": 0.3, "width": 0.2, "thickness": 0.001, "depth": 1}"#;
    assert!(from_str::<Plate>(plate).is_err());
    let string = r#"{"length": 0.62, "diameter": 0.001, "frequency": 261.63, "mass": 1}"#;
    assert!(from_str::<StringShape>(string).is_err());
}
