use std::f64::consts::PI;

use super::*;

/// Every shape with its usual sizes, of a material that suits it.
fn defaults() -> Vec<(Shape, Material)> {
    let suited = |shape: Shape| {
        let material = match &shape {
            Shape::Membrane(_) | Shape::RoundMembrane(_) => MYLAR,
            Shape::Bowl(_) | Shape::Bell(_) => BRONZE,
            shape if shape.resonator().is_filled_with_gas() => AIR,
            _ => STEEL,
        };
        (shape, material)
    };
    Shape::all().into_iter().map(suited).collect()
}

/// The field that is wrong, and what is wrong with it.
fn error(shape: &dyn Resonator, material: &Material) -> (&'static str, String) {
    let error = shape.of(material).unwrap_err();
    (error.field, error.message)
}

fn assert_error(shape: &dyn Resonator, material: &Material, field: &str, value: &str) {
    let found = error(shape, material);
    assert_eq!((found.0, found.1.as_str()), (field, format!("`{field}` is {value}").as_str()));
}

#[test]
fn every_default_can_be_heard_and_touched() {
    fn can_be_shared<T: Clone + Send + Sync>(_: &T) {}
    for (shape, material) in defaults() {
        let shape = shape.resonator();
        assert_eq!(shape.errors(), vec![]);
        assert!(shape.warnings().is_empty(), "{:?}", shape.warnings());
        let thing = shape.of(&material).unwrap();
        can_be_shared(&thing);
        assert_eq!(thing.mass(), thing.object().mass);
        assert_eq!(thing.modes().len(), thing.object().modes.len());
        let ringing = thing.modes().iter().filter(|mode| mode.omega > 0.0);
        assert!(ringing.clone().count() > 5 && ringing.clone().all(|mode| mode.sigma > 0.0));
        assert!(ringing.clone().all(|mode| mode.omega <= 2.0 * PI * HIGHEST_MODE));
        assert!(ringing.clone().any(|mode| (60.0..4000.0).contains(&(mode.omega / (2.0 * PI)))));
        for place in [thing.places().touched(), thing.places().heard()] {
            let weights = thing.weights(place).unwrap();
            assert_eq!(weights, thing.object().weights(place));
            assert!(weights.iter().all(|weight| weight.is_finite()));
            assert!(weights.iter().any(|weight| weight.abs() > 0.1));
        }
        for outside in [[1.1, 0.0], [-0.1, 0.0], [f64::NAN, 0.0], [f64::INFINITY, 0.0]] {
            let error = thing.weights(outside).unwrap_err();
            assert_eq!(error.value.to_bits(), outside[0].to_bits());
        }
    }
}

#[test]
fn whole_turns_change_nothing() {
    let bell = Bell::default().of(&BRONZE).unwrap();
    assert_eq!(bell.weights([0.9, 0.25]), bell.weights([0.9, 3.25]));
    assert!(bell.weights([0.9, f64::MAX]).unwrap().iter().all(|weight| weight.is_finite()));
}

#[test]
fn modes_decay_by_their_material() {
    let lying = Bar { suspension: Some(25.0), ..Bar::default() };
    let thing = lying.of(&STEEL).unwrap();
    // On its supports it stops within a swing.
    assert_eq!(thing.modes()[0].sigma, PI * 25.0);
    for (mode, designed) in thing.modes().iter().zip(&thing.object().modes).skip(2) {
        assert_eq!(mode.mass, thing.mass());
        assert_eq!(mode.sigma, STEEL.damping.decay_rate(designed.frequency));
    }
    let same = lying.ringing(thing.object(), &STEEL.damping, Some(100.0));
    assert!((same[2].omega / (2.0 * same[2].sigma) - 100.0).abs() < 1e-9);
    // Nothing holds it: nothing stops it.
    let free = Bar::default().of(&STEEL).unwrap();
    assert_eq!(free.modes()[..2], [carom::Mode::free(free.mass()); 2]);
}

#[test]
fn modes_are_kept_as_far_as_one_likes() {
    let bar = Bar::default();
    let few = bar.of_up_to(&STEEL, 1000.0).unwrap();
    let many = bar.of(&STEEL).unwrap();
    assert!(few.modes().len() > 2 && few.modes().len() < many.modes().len());
    assert_eq!(few.modes(), &many.modes()[..few.modes().len()]);
    for hertz in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(bar.of_up_to(&STEEL, hertz).unwrap_err().field, "highest frequency");
    }
}

#[test]
fn bad_fields_are_named_with_their_value() {
    assert_error(&Bar { length: -0.3, ..Bar::default() }, &STEEL, "length", "-0.3");
    assert_error(&Tube { wall: 0.02, ..Tube::default() }, &STEEL, "wall", "0.02");
    let suspension = Some(-2.0);
    assert_error(&Plate { suspension, ..Plate::default() }, &STEEL, "suspension", "-2.0");
    assert_error(&RoundPlate { split: 0.2, ..RoundPlate::default() }, &STEEL, "split", "0.2");
    assert_error(&Cavity { roundness: 2.0, ..Cavity::default() }, &AIR, "roundness", "2.0");
    let endless = Block { height: f64::INFINITY, ..Block::default() };
    assert_error(&endless, &STONE, "height", "inf");
    let slack = StringShape { frequency: None, ..StringShape::default() };
    assert_error(&slack, &STEEL, "tension", "missing, and so is `frequency`");
}

#[test]
fn every_limit_of_every_shape_is_checked() {
    for shape in Shape::all() {
        for field in shape.resonator().fields() {
            let (inside, outside) = match field.limit.low {
                std::ops::Bound::Included(low) => (low, low - 1e-9),
                std::ops::Bound::Excluded(low) => (low + 1e-9, low),
                std::ops::Bound::Unbounded => panic!("{} has no lower limit", field.name),
            };
            assert!(field.limit.holds(inside), "{} of {}", field.name, shape.kind());
            for value in [outside, f64::NAN, f64::INFINITY] {
                let wrong = carom::check::Field { value: Some(value), ..field };
                assert_eq!(wrong.error().unwrap().field, field.name);
            }
            assert_eq!(field.error(), None);
        }
    }
}

#[test]
fn solids_and_gases_have_shapes_of_their_own() {
    for (shape, material) in defaults() {
        let other = if material.solid { AIR } else { STEEL };
        assert_error(shape.resonator(), &other, "material", other.name);
    }
}

#[test]
fn outlines_give_places_sizes_and_curvature() {
    for shape in Shape::all() {
        let (resonator, outline) = (shape.resonator(), shape.resonator().outline());
        assert!(outline.size().iter().all(|size| *size > 0.0), "{outline:?}");
        assert_eq!(resonator.places(), outline.places());
    }
    assert_eq!(Bar::default().curvature(), None);
    assert_eq!(Tube::default().curvature(), Some(0.015));
    assert_eq!(Bell::default().curvature(), Some(0.5));
    // Nothing touches the air in a pipe.
    assert_eq!(Pipe::default().curvature(), None);
}

#[test]
fn only_what_nothing_holds_is_loose() {
    let loose = |shape: &Shape| shape.resonator().is_loose();
    let kinds: Vec<_> = Shape::all().iter().filter(|s| loose(s)).map(Shape::kind).collect();
    assert_eq!(kinds, ["bar", "tube", "plate", "round-plate", "disc", "bowl", "block"]);
    assert!(!Bar { suspension: Some(20.0), ..Bar::default() }.is_loose());
    assert!(!Bar { ends: Ends::Clamped, ..Bar::default() }.is_loose());
}

#[test]
fn nothing_is_made_of_what_cannot_be() {
    let bar = Bar::default();
    let made_of = |elastic, field, value| {
        assert_error(&bar, &Material { elastic, ..STEEL }, field, value);
    };
    made_of(Elastic { young: 0.0, ..STEEL.elastic }, "Young's modulus", "0.0");
    made_of(Elastic { density: -1.0, ..STEEL.elastic }, "density", "-1.0");
    made_of(Elastic { poisson: 0.5, ..STEEL.elastic }, "Poisson's ratio", "0.5");
    let damping = material::Damping { loss_factor: -1.0, ..STEEL.damping };
    assert_error(&bar, &Material { damping, ..STEEL }, "loss factor", "-1.0");
    let vast = Bar { width: 1e300, thickness: 1e300, ..bar };
    assert_error(&vast, &STEEL, "mass", "inf");
    for (shape, material) in defaults() {
        let fitting = material::all().iter().filter(|m| m.solid == material.solid);
        for material in fitting {
            assert!(shape.resonator().of_up_to(material, 500.0).is_ok());
        }
    }
}

#[test]
fn a_contact_feels_the_surface_of_a_material() {
    let ball = RUBBER.ball(0.01);
    assert_eq!((ball.young, ball.radius), (RUBBER.elastic.young, Some(0.01)));
    let board = SPRUCE.flat();
    assert_eq!((Some(board.young), board.radius), (SPRUCE.across_grain, None));
    let law = carom::law::Law::hertz(&STEEL.ball(0.01), &GLASS.flat()).unwrap();
    let between = touch::hertz_between((&STEEL, Some(0.01)), (&GLASS, None)).unwrap();
    assert_eq!(law.potential(), between.potential());
}
