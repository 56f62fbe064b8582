//! Values that files choose by name: schemes, corrections, quantities, steps per sample.

use carom::law::Law;
use carom::{ContactLog, Options, Quantity, Substeps, World};
use carom_schemes::Method;
use carom_schemes::correction::Correction;
use serde_json::{Value, from_value, json, to_value};

#[test]
fn names_are_read_and_written_as_they_are_listed() {
    for method in Method::CONTACT {
        assert_eq!(to_value(method).unwrap(), method.name());
        assert_eq!(from_value::<Method>(json!(method.name())).unwrap(), method);
        assert_eq!(method.name().parse(), Ok(method));
    }
    for correction in Correction::ALL {
        assert_eq!(to_value(correction).unwrap(), correction.name());
        assert_eq!(from_value::<Correction>(json!(correction.name())).unwrap(), correction);
    }
    let error = "euler".parse::<Method>().unwrap_err().to_string();
    assert!(error.starts_with("there is no scheme 'euler'; there are am1, verlet"), "{error}");
    let error = from_value::<Correction>(json!("all")).unwrap_err().to_string();
    assert!(error.starts_with("unknown variant `all`, expected one of `none`, `hybrid`"));
    assert_eq!(from_value::<Quantity>(json!("force")).unwrap(), Quantity::Force);
}

#[test]
fn schemas_list_the_names() {
    let schema = Value::from(schemars::schema_for!(Method));
    let values = schema["oneOf"].as_array().unwrap();
    assert!(values.iter().zip(Method::NAMES).all(|(value, name)| value["const"] == name));
    assert_eq!(values.len(), Method::CONTACT.len());
    let schema = Value::from(schemars::schema_for!(Correction));
    assert_eq!(schema["oneOf"][2]["const"], "v-out");
}

#[test]
fn substeps_are_auto_or_a_number() {
    for (file, expected) in [(json!("auto"), Substeps::Auto), (json!(8), Substeps::Fixed(8))] {
        assert_eq!(from_value::<Substeps>(file.clone()).unwrap(), expected);
        assert_eq!(to_value(expected).unwrap(), file);
    }
    for file in [json!(0), json!(-1), json!(u64::MAX), json!("many"), json!(1.5)] {
        let error = from_value::<Substeps>(file).unwrap_err().to_string();
        assert!(
            error.ends_with("expected \"auto\" or a whole number from 1 to 4294967295"),
            "{error}"
        );
    }
}

#[test]
fn logs_are_written_without_what_is_private() {
    let log = to_value(ContactLog::default()).unwrap();
    assert_eq!(log.as_object().unwrap().len(), 12);
}

#[test]
fn a_refusal_names_a_scheme_that_can_do_it() {
    let mut world = World::new();
    let (first, second) = (world.mass(1.0).unwrap(), world.mass(1.0).unwrap());
    world.contact(first, second, Law::power(1e6, 1.5).unwrap()).unwrap();
    let refused = |scheme| carom_schemes::start(&world, 44_100.0, scheme, Options::plain()).err();
    let error = refused(Method::ThreePoint).unwrap().to_string();
    assert!(error.ends_with("; take two-point, which treats everything"), "{error}");
    assert_eq!(refused(Method::TwoPoint), None);
}
