//! Laws as files describe them: limits, rules between fields, schema.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

use carom::check::Field;
use carom::law::{Damping, Law};
use carom_scene::law::{Felt, Hertz, HuntCrossley, LawSpec, Power, Rattle, Spring};
use serde_json::{Value, json};

/// The same law with another number in one field, written in a file.
fn with(spec: &LawSpec, field: &Field, value: f64) -> LawSpec {
    let mut file = serde_json::to_value(spec).unwrap();
    let place = field.name.split('.').fold(&mut file, |table, key| &mut table[key]);
    *place = if field.whole { json!(value as u32) } else { json!(value) };
    serde_json::from_value(file).unwrap()
}

/// Numbers just beyond the two ends of a limit.
fn outside(low: Bound<f64>, high: Bound<f64>, whole: bool) -> Vec<f64> {
    let below = |x: f64| if whole { x - 1.0 } else { x.next_down() };
    let above = |x: f64| if whole { x + 1.0 } else { x.next_up() };
    let low = match low {
        Included(low) => Some(below(low)),
        Excluded(low) => Some(low),
        Unbounded => None,
    };
    let high = match high {
        Included(high) => Some(above(high)),
        Excluded(high) => Some(high),
        Unbounded => None,
    };
    low.into_iter().chain(high).collect()
}

#[test]
fn usual_laws_are_accepted_and_read_back() {
    for spec in LawSpec::all() {
        assert_eq!(spec.errors(), [], "{spec:?}");
        assert!(spec.law().is_ok());
        let file = serde_json::to_value(&spec).unwrap();
        assert_eq!(file["kind"], spec.kind());
        assert_eq!(serde_json::from_value::<LawSpec>(file).unwrap(), spec);
    }
}

#[test]
fn numbers_just_outside_a_limit_are_refused() {
    for spec in LawSpec::all() {
        for field in spec.fields() {
            let values = outside(field.limit.low, field.limit.high, field.whole);
            assert!(!values.is_empty(), "{field:?}");
            for value in values {
                let wrong = with(&spec, &field, value);
                let errors = wrong.errors();
                assert!(errors.iter().any(|error| error.field == field.name), "{wrong:?}");
                assert_eq!(wrong.law().unwrap_err(), errors[0], "{wrong:?}");
            }
        }
    }
}

#[test]
fn rules_between_fields_are_checked() {
    let wall = HuntCrossley::default();
    let first = |spec: LawSpec| {
        let error = spec.law().unwrap_err();
        assert_eq!(spec.errors(), std::slice::from_ref(&error));
        (error.field, error.to_string())
    };
    let both = first(HuntCrossley { lambda: Some(1.0), ..wall.clone() }.into());
    assert_eq!(both.0, "lambda");
    assert_eq!(
        both.1,
        "the loss is given by both `mu` and `lambda`; give at most one of mu, lambda, restitution"
    );
    let alone = HuntCrossley { mu: None, restitution: Some(0.5), ..wall.clone() };
    assert_eq!(first(alone.into()).0, "restitution");
    let alone = HuntCrossley { mu: None, speed: Some(0.5), ..wall.clone() };
    assert_eq!(first(alone.into()).0, "speed");
    // Within the limits, but beyond what the engine computes.
    let tiny = HuntCrossley { mu: None, restitution: Some(1e-12), speed: Some(1.0), ..wall };
    assert_eq!(first(tiny.into()).0, "restitution");

    let flat = Hertz { first: Hertz::default().second, ..Hertz::default() };
    assert_eq!(
        first(flat.into()),
        (
            "",
            "both surfaces are planes; give the radius of at least one of first and second (m)"
                .into()
        )
    );
    let hertz = Hertz { mu: Some(0.5), restitution: Some(0.5), ..Hertz::default() };
    let errors = LawSpec::from(Hertz { speed: Some(1.0), ..hertz }).errors();
    assert_eq!(errors[0].help, "give at most one of mu, restitution");

    let felt = Felt { exponent: Some(2.0), ..Felt::default() };
    assert_eq!(first(felt.clone().into()).0, "exponent");
    let felt = Felt { key: None, ..felt };
    assert!(first(felt.into()).1.starts_with("felt without `stiffness`; give the `key`"));
    let felt = Felt { key: Some(89), ..Felt::default() };
    assert_eq!(first(felt.into()).1, "`key` is 89; `key` must be a whole number from 1 to 88");

    for spec in LawSpec::all() {
        let mut file = serde_json::to_value(&spec).unwrap();
        file["adhesive"] = json!(false);
        let spec: LawSpec = serde_json::from_value(file).unwrap();
        assert_eq!(spec.law().is_err(), spec.has_two_sides());
        if let Ok(law) = spec.law() {
            assert!(!law.is_adhesive() && !spec.is_adhesive());
        } else {
            assert_eq!(first(spec).0, "adhesive");
        }
    }
}

#[test]
fn descriptions_give_the_laws_of_the_engine() {
    let law = |spec: LawSpec| spec.law().unwrap();
    let wall = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5)).unwrap();
    assert_eq!(law(HuntCrossley::default().into()), wall);
    assert_eq!(law(Power::default().into()), Law::power(1e9, 1.5).unwrap());
    assert_eq!(law(Spring::default().into()), Law::oscillator(1e4, 1.0).unwrap());
    assert_eq!(law(Rattle::default().into()), Law::centred(1e6, 1.5, 1e-3).unwrap());
    let lambda = HuntCrossley { mu: None, lambda: Some(5e8), ..HuntCrossley::default() };
    assert_eq!(law(lambda.into()), wall);
}

#[test]
fn the_schema_has_limits_units_and_examples() {
    let schema = Value::from(schemars::schema_for!(LawSpec));
    let text = serde_json::to_string_pretty(&schema).unwrap();
    let kinds = schema["oneOf"].as_array().unwrap();
    assert_eq!(kinds.len(), LawSpec::all().len());
    for (kind, spec) in kinds.iter().zip(LawSpec::all()) {
        assert_eq!(kind["properties"]["kind"]["const"], spec.kind(), "{text}");
        for field in spec.fields() {
            let property = match field.name.split_once('.') {
                Some((_, name)) => &schema["$defs"]["Surface"]["properties"][name],
                None => &kind["properties"][field.name],
            };
            let number = |key: &str| property[key].as_f64();
            match field.limit.low {
                Included(low) => assert_eq!(number("minimum"), Some(low), "{field:?} {text}"),
                Excluded(low) => assert_eq!(number("exclusiveMinimum"), Some(low), "{field:?}"),
                Unbounded => {}
            }
            let unit = property["unit"].as_str().unwrap_or_default();
            assert_eq!(unit, field.limit.unit, "{field:?}");
            assert!(property["examples"][0].is_number(), "{field:?}");
        }
    }
}
