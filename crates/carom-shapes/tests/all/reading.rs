//! What a file may leave out, what it must not contain, and the schema.

#[cfg(feature = "schemars")]
use carom_shapes::Tube;
use carom_shapes::{Bar, Bell, Cavity, Pipe, PipeEnds, Plate, RoundPlate, Shape, StringShape};
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

#[test]
fn every_shape_is_read_by_its_kind_and_written_back() {
    for shape in Shape::all() {
        let mut value = serde_json::to_value(&shape).unwrap();
        assert_eq!(value["kind"], shape.kind());
        assert_eq!(serde_json::from_value::<Shape>(value.clone()).unwrap(), shape);
        value["colour"] = "blue".into();
        assert!(serde_json::from_value::<Shape>(value).is_err());
    }
    assert!(from_str::<Shape>(r#"{"kind": "cube"}"#).is_err());
    let error = from_str::<Shape>("7").unwrap_err().to_string();
    assert!(error.contains("a table with a kind"), "{error}");
}

#[cfg(feature = "schemars")]
#[test]
fn the_schema_has_limits_units_and_how_to_draw() {
    let schema = serde_json::to_value(schemars::schema_for!(Tube)).unwrap();
    let length = &schema["properties"]["length"];
    assert_eq!((&length["exclusiveMinimum"], &length["unit"]), (&0.into(), &"m".into()));
    assert_eq!(length["examples"][0].as_f64(), Some(1.0));
    let suspension = &schema["properties"]["suspension"];
    assert_eq!((&suspension["minimum"], &suspension["unit"]), (&0.into(), &"Hz".into()));
    assert_eq!((&schema["outline"], &schema["places"]), (&"tube".into(), &"line".into()));
    let all = serde_json::to_value(schemars::schema_for!(Shape)).unwrap();
    for (shape, variant) in Shape::all().iter().zip(all["oneOf"].as_array().unwrap()) {
        assert_eq!(variant["properties"]["kind"]["const"], shape.kind());
    }
    for definition in all["$defs"].as_object().unwrap().values() {
        let is_shape = definition["type"] == "object";
        assert_eq!(is_shape, definition["places"].is_string(), "{definition}");
    }
}
