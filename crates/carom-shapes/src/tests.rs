use std::f64::consts::PI;
use std::ops::RangeInclusive;

use super::*;
use crate::special::MOST_MODES;
use crate::special::testing::{self, along, assert_orthonormal, assert_sound, disc, square};

/// Every shape with its usual sizes, of a material that suits it.
fn defaults() -> Vec<(Shape, Material)> {
    let suited = |shape: Shape| {
        let material = match &shape {
            Shape::Membrane(_)
            | Shape::RoundMembrane(_)
            | Shape::Kettledrum(_)
            | Shape::Drum(_) => MYLAR,
            Shape::Bowl(_) | Shape::Bell(_) | Shape::Gong(_) => BRONZE,
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
        let again = shape.object(&material, HIGHEST_MODE);
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
            // The same shape is the same twice.
            assert_eq!(again.weights(place), weights);
        }
        assert!(thing.modes().is_sorted_by(|a, b| a.omega <= b.omega));
        assert_eq!(again.modes, thing.object().modes);
        for outside in [[1.1, 0.0], [-0.1, 0.0], [f64::NAN, 0.0], [f64::INFINITY, 0.0]] {
            let error = thing.weights(outside).unwrap_err();
            assert_eq!(error.value.to_bits(), outside[0].to_bits());
        }
    }
}

#[test]
fn whole_turns_change_nothing_and_a_bell_warbles() {
    let bell = Bell::default().of(&BRONZE).unwrap();
    let [low, high] = [0, 1].map(|i| bell.object().modes[i].frequency);
    assert!((2.0 * (high - low) / (high + low) - 0.001).abs() < 1e-9);
    assert_eq!(bell.weights([0.9, 0.25]), bell.weights([0.9, 3.25]));
    assert!(bell.weights([0.9, f64::MAX]).unwrap().iter().all(|weight| weight.is_finite()));
}

#[test]
fn modes_decay_by_their_material() {
    let lying = Bar { suspension: Some(25.0), ..Bar::default() };
    let thing = lying.of(&COPPER).unwrap();
    // On its supports it stops within a swing.
    assert_eq!(thing.modes()[0].sigma, PI * 25.0);
    for (mode, designed) in thing.modes().iter().zip(&thing.object().modes).skip(3) {
        assert_eq!((mode.mass, mode.support), (thing.mass(), 0.0));
        if designed.motion == Motion::Twisting {
            continue;
        }
        // Hysteresis, and a little heat between the faces.
        let loss = (mode.sigma - mode.radiation) / (PI * designed.frequency);
        assert!(loss > 2e-3 && loss < 2.2e-3, "{loss}");
    }
    // Nothing holds it: nothing stops it.
    let free = Bar::default().of(&STEEL).unwrap();
    assert_eq!(free.modes()[..3], [carom::Mode::free(free.mass()); 3]);
}

#[test]
fn modes_are_kept_as_far_as_one_likes() {
    let bar = Bar::default();
    let few = bar.of_up_to(&STEEL, 1000.0).unwrap();
    let many = bar.of(&STEEL).unwrap();
    assert!(few.modes().len() > 2 && few.modes().len() < many.modes().len());
    for (few, many) in few.modes().iter().zip(many.modes()) {
        assert_eq!((few.mass, few.omega), (many.mass, many.omega));
        // The far field is integrated over as many places as the highest mode needs.
        assert!((few.radiation - many.radiation).abs() <= 0.02 * many.radiation);
        let inner = |mode: &carom::Mode| mode.sigma - mode.radiation;
        assert!((inner(few) - inner(many)).abs() <= 1e-12 * inner(many));
    }
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
fn errors_and_warnings_name_their_fields() {
    fn wrong(shape: &dyn Resonator, fields: &[&str]) {
        let errors: Vec<_> = shape.errors().iter().map(|error| error.field).collect();
        assert_eq!(errors, fields);
    }
    fn odd(shape: &dyn Resonator, fields: &[&str]) {
        let warnings: Vec<_> = shape.warnings().iter().map(|warning| warning.0).collect();
        assert_eq!((warnings.as_slice(), shape.errors()), (fields, vec![]));
    }
    let nan = f64::NAN;
    let (bar, string, pipe, tube) =
        (Bar::default(), StringShape::default(), Pipe::default(), Tube::default());
    let held = Bar { thickness: 0.08, ends: Ends::Clamped, suspension: Some(3.0), ..bar.clone() };
    odd(&held, &["thickness", "suspension"]);
    let suspension = Some(-1.0);
    wrong(&Bar { length: -1.0, width: 0.0, suspension, ..bar }, &["length", "width", "suspension"]);
    odd(&StringShape { diameter: 0.1, ..string.clone() }, &["diameter"]);
    let both = StringShape { tension: Some(1.0), ..string.clone() };
    let error = "`tension` is given along with `frequency`; \
                 give exactly one of `tension` and `frequency`";
    assert_eq!(both.errors()[0].to_string(), error);
    wrong(&StringShape { frequency: None, length: nan, ..string }, &["length", "tension"]);
    wrong(&Pipe { diameter: 0.0, ..pipe }, &["diameter"]);
    odd(&Pipe { diameter: 0.3, ..pipe }, &["diameter"]);
    wrong(&Tube { wall: 0.02, ..tube.clone() }, &["wall"]);
    wrong(&Tube { wall: nan, ..tube.clone() }, &["wall"]);
    odd(&Tube { diameter: 0.2, ..tube }, &["diameter"]);
    wrong(&RectangularMembrane { tension: 0.0, ..Default::default() }, &["tension"]);
    odd(&RectangularMembrane { thickness: 0.1, ..Default::default() }, &["thickness"]);
    wrong(&RoundMembrane { diameter: -1.0, ..Default::default() }, &["diameter"]);
    odd(&RoundMembrane { thickness: 0.1, ..Default::default() }, &["thickness"]);
    wrong(&RectangularMembrane { air: SkinAir::Open, ..Default::default() }, &["air"]);
    wrong(&Kettledrum { tension: nan, volume: -1.0, ..Default::default() }, &["tension", "volume"]);
    odd(&Kettledrum { thickness: 0.1, ..Default::default() }, &["thickness"]);
    wrong(&Drum { depth: 0.0, ..Default::default() }, &["depth"]);
    odd(&Drum { other_thickness: 0.1, ..Default::default() }, &["other_thickness"]);
    wrong(&SlottedBox { edges: Edges::Free, ..Default::default() }, &["edges"]);
    odd(&SlottedBox { thickness: 0.1, ..Default::default() }, &["thickness"]);
    wrong(&StringOnBoard { bridge_along: 1.5, ..Default::default() }, &["bridge_along"]);
    odd(&StringOnBoard { board_thickness: 0.1, ..Default::default() }, &["board_thickness"]);
    wrong(&Bowl { split: 0.2, ..Bowl::default() }, &["split"]);
    wrong(&Bowl { split: nan, ..Bowl::default() }, &["split"]);
    odd(&Bowl { thickness: 0.02, ..Bowl::default() }, &["thickness"]);
    wrong(&Bell { diameter: 0.0, ..Bell::default() }, &["diameter"]);
    odd(&Bell { thickness: 0.3, ..Bell::default() }, &["thickness"]);
    let spilt = WineGlass { water: 0.1, ..WineGlass::default() }.errors();
    assert_eq!(spilt[0].to_string(), "`water` is 0.1; `water` must be at most the height");
    wrong(&WineGlass { water: nan, ..WineGlass::default() }, &["water"]);
    let wide = WineGlass { height: 0.05, thickness: 0.01, ..WineGlass::default() };
    odd(&wide, &["thickness"]);
    wrong(&Gong { rim: 0.1, dome: -1.0, ..Gong::default() }, &["dome", "rim"]);
    odd(&Gong { thickness: 0.01, ..Gong::default() }, &["rim"]);
    wrong(
        &RoundPlate { thickness: 0.0, split: 0.2, ..Default::default() },
        &["thickness", "split"],
    );
    wrong(&RoundPlate { suspension: Some(nan), ..Default::default() }, &["suspension"]);
    let (edge, suspension) = (Edges::Clamped, Some(1.0));
    let held = RoundPlate { thickness: 0.1, edge, suspension, ..Default::default() };
    odd(&held, &["thickness", "suspension"]);
    wrong(&Cavity { roundness: nan, ..Cavity::default() }, &["roundness"]);
    wrong(&Cavity { side: 0.0, roundness: 1.1 }, &["side", "roundness"]);
    wrong(
        &Plate { length: nan, suspension: Some(-1.0), ..Default::default() },
        &["length", "suspension"],
    );
    let edges = Edges::Clamped;
    odd(
        &Plate { thickness: 0.03, edges, suspension, ..Default::default() },
        &["thickness", "suspension"],
    );
    wrong(&Block { width: 0.0, ..Block::default() }, &["width"]);
    odd(&Block { height: 0.01, ..Block::default() }, &["height"]);
}

#[test]
fn things_weigh_what_they_weigh() {
    let check = |shape: &dyn Resonator, material: &Material, volume: f64| {
        let mass = shape.of_up_to(material, 1.0).unwrap().mass();
        assert!((mass / (volume * material.elastic.density) - 1.0).abs() < 1e-12);
    };
    let pipe = Pipe { length: 0.6, diameter: 0.02, ends: PipeEnds::Closed };
    check(&pipe, &AIR, PI * 1e-4 * 0.6);
    check(&StringShape::default(), &STEEL, PI * 0.25e-6 * 0.62);
    let chime = Tube { length: 1.5, diameter: 0.038, wall: 0.0015, ..Tube::default() };
    check(&chime, &STEEL, PI / 4.0 * (0.038_f64.powi(2) - 0.035_f64.powi(2)) * 1.5);
    check(&Tube { wall: 0.019, ..chime }, &STEEL, PI * 0.019_f64.powi(2) * 1.5);
}

#[test]
fn mode_shapes_are_orthonormal() {
    let check = |shape: &dyn Resonator, up_to: f64, places: &[(Place, f64)], count: usize| {
        assert_orthonormal(&shape.design(&testing::STEEL, up_to), places, count);
    };
    check(&StringShape::default(), 20_000.0, &along(0.0, 1.0), 12);
    for ends in [Ends::Free, Ends::Clamped, Ends::Supported, Ends::Cantilever] {
        // So thin that its sections turn without moving.
        let bar = Bar { ends, width: 0.002, thickness: 1e-6, ..Bar::default() };
        check(&bar, 100.0, &square(), 17);
    }
    let skin = RectangularMembrane { air: SkinAir::Vacuum, ..RectangularMembrane::default() };
    check(&skin, 400.0, &square(), 12);
    let skin = RoundMembrane { air: SkinAir::Vacuum, ..RoundMembrane::default() };
    check(&skin, 500.0, &disc(), 14);
    for edges in [Edges::Free, Edges::Clamped, Edges::Supported] {
        let plate = Plate { length: 0.31, thickness: 0.001, edges, ..Plate::default() };
        check(&plate, 3000.0, &square(), 16);
        check(&RoundPlate { edge: edges, ..RoundPlate::default() }, 5e3, &disc(), 16);
    }
}

#[test]
fn modes_of_any_size_are_sound_and_bounded() {
    fn sound(shape: &dyn Resonator, up_to: f64, count: RangeInclusive<usize>) {
        let gas = shape.is_filled_with_gas();
        let elastic = if gas { &testing::AIR } else { &testing::STEEL };
        let object = shape.design(elastic, up_to);
        assert!(count.contains(&object.modes.len()), "{} modes", object.modes.len());
        if object.modes.len() < 20_000 {
            assert_sound(&object, up_to);
            return;
        }
        assert!(object.weights([1.0, 0.2]).iter().all(|weight| weight.abs() < 100.0));
    }
    let endless = f64::INFINITY;
    sound(
        &StringShape { frequency: Some(1e-300), ..Default::default() },
        endless,
        MOST_MODES..=MOST_MODES,
    );
    for ends in [Ends::Free, Ends::Clamped, Ends::Supported, Ends::Cantilever] {
        sound(&Bar { ends, ..Bar::default() }, 1e8, 301..=MOST_MODES);
        sound(&Bar { ends, length: 1e6, ..Bar::default() }, 1e4, 301..=MOST_MODES);
    }
    let skin = RectangularMembrane::default();
    sound(&skin, 2000.0, 1..=MOST_MODES);
    sound(
        &RectangularMembrane { length: 1e6, width: 1e-3, ..skin },
        endless,
        MOST_MODES..=MOST_MODES,
    );
    sound(
        &RectangularMembrane { length: 1e300, width: 1e300, ..skin },
        2e4,
        MOST_MODES..=MOST_MODES,
    );
    sound(&RectangularMembrane { length: 1e-300, ..skin }, 2e4, 0..=0);
    sound(&RoundMembrane::default(), 5e3, 1001..=MOST_MODES);
    sound(&RoundMembrane::default(), endless, 99_000..=MOST_MODES);
    for edge in [Edges::Free, Edges::Clamped, Edges::Supported] {
        sound(&RoundPlate { edge, ..Default::default() }, 4e5, 1001..=MOST_MODES);
    }
    sound(&RoundPlate { diameter: 1e5, ..Default::default() }, 2e4, 99_000..=MOST_MODES);
    for edges in [Edges::Free, Edges::Clamped, Edges::Supported] {
        for (length, width) in [(3.0, 2.0), (1e3, 1e-3), (1e-3, 1e3), (1e200, 1e-200)] {
            let plate = Plate { length, width, thickness: 0.001, edges, suspension: None };
            sound(&plate, 20_000.0, 0..=9000);
        }
    }
    for (diameter, thickness) in [(1e6, 1e-6), (1e-200, 1e200), (1e200, 1e-200), (0.2, 0.003)] {
        sound(&Bowl { diameter, thickness, split: 0.1, suspension: None }, 20_000.0, 3..=403);
    }
    for (diameter, thickness) in [(1e6, 1e-6), (1e-200, 1e200), (1e200, 1e-200)] {
        let (rim, dome) = (0.1 * diameter, 0.1 * diameter);
        sound(&Gong { diameter, thickness, rim, dome, ..Gong::default() }, 200.0, 5..=3000);
    }
    for (height, water) in [(0.08, 0.04), (1e-3, 1e-3), (100.0, 1e-200), (1e200, 1e200)] {
        sound(&WineGlass { height, water, ..Default::default() }, 2e4, 0..=200);
    }
    for [length, width, height] in
        [[0.1, 0.1, 0.1], [2.0, 1.0, 0.5], [1.0, 0.03, 0.02], [1e3, 1e-3, 1.0]]
    {
        sound(&Block { length, width, height, suspension: None }, 20_000.0, 3..=2000);
    }
    let odd = Block { length: 1e200, width: 1e-200, height: 1.0, suspension: None };
    assert!(odd.design(&testing::STEEL, f64::MAX).modes.len() < 2000);
    for roundness in [0.0, 0.5, 1.0] {
        sound(&Cavity { side: 1.0, roundness }, 4000.0, 1..=MOST_MODES);
        sound(&Cavity { side: 1e3, roundness }, endless, MOST_MODES..=MOST_MODES);
    }
    sound(&Cavity { side: 1e-6, roundness: 0.5 }, 2e4, 0..=0);
}

#[test]
fn assemblies_of_any_size_are_sound_and_bounded() {
    fn sound(shape: &dyn Resonator, up_to: f64) {
        assert_eq!(shape.errors(), vec![]);
        let object = shape.design(&testing::STEEL, up_to);
        let finite = |weights: Vec<f64>| weights.iter().all(|weight| weight.is_finite());
        assert!(object.modes.len() <= MOST_MODES);
        assert!(object.modes.is_sorted_by(|a, b| a.frequency <= b.frequency));
        assert!(object.modes.iter().all(|mode| (0.0..=up_to).contains(&mode.frequency)));
        assert!(finite(object.weights([0.3, 0.4])) && finite(object.face_weights([0.3, 0.4])));
        let losses = shape.radiation_losses(&object).unwrap_or_default();
        assert!(losses.iter().all(|loss| *loss >= 0.0 && loss.is_finite()));
    }
    // As many modes as there may be.
    sound(&Drum { tension: 1e-6, ..Drum::default() }, 800.0);
    for tension in [4000.0, 1e12] {
        for volume in [1e-9, 0.1, 1e6] {
            sound(&Kettledrum { tension, volume, ..Kettledrum::default() }, 800.0);
        }
        for depth in [1e-9, 1e-3, 1e3, 1e200] {
            sound(&Drum { depth, tension, ..Drum::default() }, 800.0);
        }
        for air in [SkinAir::Vacuum, SkinAir::Open, SkinAir::Wall] {
            sound(&RoundMembrane { tension, air, ..RoundMembrane::default() }, 800.0);
        }
        sound(&RectangularMembrane { tension, ..RectangularMembrane::default() }, 800.0);
    }
    for depth in [1e-6_f64, 0.3, 1e6] {
        for thickness in [1e-6, 0.004, 0.1] {
            let slot_width = depth.min(0.1);
            let shape = SlottedBox { depth, thickness, slot_width, ..SlottedBox::default() };
            sound(&shape, 2000.0);
        }
    }
    for frequency in [1e-3, 200.0, 1e6] {
        for board_length in [1e-3, 0.5, 1e3] {
            let frequency = Some(frequency);
            let shape = StringOnBoard { frequency, board_length, ..StringOnBoard::default() };
            sound(&shape, 2000.0);
        }
    }
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
    assert_eq!(
        kinds,
        ["bar", "tuned-bar", "tube", "plate", "round-plate", "disc", "bowl", "block"]
    );
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
    let grain = Grain { poisson: [0.4, 0.4, 1.5], ..SPRUCE.elastic.grain.unwrap() };
    let made = Material { elastic: Elastic { grain: Some(grain), ..SPRUCE.elastic }, ..SPRUCE };
    assert_error(&bar, &made, "poisson", "[0.4, 0.4, 1.5]");
    let damping = material::Damping { stretch: -1.0, ..STEEL.damping };
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
    assert_eq!(
        (Some(board.young), board.radius),
        (SPRUCE.elastic.grain.map(|grain| grain.young[0]), None)
    );
    let law = carom::law::Law::hertz(&STEEL.ball(0.01), &GLASS.flat()).unwrap();
    let between = touch::hertz_between((&STEEL, Some(0.01)), (&GLASS, None)).unwrap();
    assert_eq!(law.potential(), between.potential());
}

/// What is so many times as large, of the same material, has all its partials lower by that factor: what is given of
/// its size as well as its tensions, volumes and springs.
#[cfg(feature = "serde")]
#[test]
fn all_partials_of_a_larger_object_are_lower_by_one_factor() {
    for (shape, material) in defaults() {
        let factor = 1.25;
        let up_to = 3000.0;
        let object = shape.resonator().object(&material, up_to);
        let larger = shape.scaled(factor);
        let lower = larger.resonator().object(&material, up_to / factor);
        let partials = |object: &Object| -> Vec<f64> {
            let rings = object.modes.iter().filter(|mode| mode.motion != Motion::Whole);
            rings.map(|mode| mode.frequency).filter(|hertz| *hertz > 0.0).collect()
        };
        let (object, lower) = (partials(&object), partials(&lower));
        assert!(object.len().abs_diff(lower.len()) <= 1, "{}: {object:?} {lower:?}", shape.kind());
        for (high, low) in object.iter().zip(&lower) {
            let off = (high / low / factor - 1.0).abs();
            assert!(off < 1e-3, "{}: {high} Hz became {low} Hz", shape.kind());
        }
    }
}
