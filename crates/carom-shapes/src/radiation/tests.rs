use std::f64::consts::PI;

use crate::air::ROOM;
use carom::Rational;
use carom_numeric::quadrature::gauss;

use super::*;
use crate::special::testing::{self, STEEL};
use crate::*;

fn at(direction: [f64; 3]) -> Listener {
    Listener { distance: 1.0, direction }
}

fn radiation(shape: &dyn Resonator, elastic: &Elastic, up_to: f64) -> (Object, Radiation) {
    let object = shape.design(elastic, up_to);
    let radiation = Radiation::new(&shape.radiator(), &object, &ROOM);
    (object, radiation)
}

/// What listeners all around hear of each mode that rings, as a loss (1/s): the integral of the
/// squared pressure over a sphere of 1 m.
fn heard_all_around(object: &Object, radiation: &Radiation) -> Vec<f64> {
    let mut sums = vec![0.0; object.modes.len()];
    let around = 48;
    for node in gauss(40) {
        let z: f64 = 2.0 * node.place - 1.0;
        let round = (1.0 - z * z).sqrt();
        for i in 0..around {
            let (y, x) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
            let heard = radiation.heard_by(&at([round * x, round * y, z]));
            for (sum, heard) in sums.iter_mut().zip(&heard.modes) {
                let [re, im] = heard.ring;
                *sum += 2.0 * TAU / f64::from(around) * node.weight * (re * re + im * im);
            }
        }
    }
    let loss = |(mode, sum): (&DesignedMode, f64)| {
        let omega = TAU * mode.frequency;
        omega * omega * sum / (ROOM.density * ROOM.speed) / (2.0 * mode.mass)
    };
    object.modes.iter().zip(sums).map(loss).collect()
}

#[test]
fn what_is_heard_all_around_is_what_is_lost() {
    let skin = RoundMembrane { diameter: 0.3, tension: 2000.0, ..RoundMembrane::default() };
    let mylar = MYLAR.elastic;
    let held = Plate { edges: Edges::Clamped, ..Plate::default() };
    let lid = RoundPlate { edge: Edges::Clamped, ..RoundPlate::default() };
    let shapes: [(&str, &dyn Resonator, &Elastic, f64); 12] = [
        ("a plate in a wall", &held, &STEEL, 4000.0),
        ("a free plate", &Plate::default(), &STEEL, 4000.0),
        ("a lid in a wall", &lid, &STEEL, 6000.0),
        ("a free disc", &RoundPlate::default(), &STEEL, 6000.0),
        ("a bar", &Bar::default(), &STEEL, 8000.0),
        ("a tube", &Tube::default(), &STEEL, 6000.0),
        ("a bowl", &Bowl::default(), &STEEL, 6000.0),
        ("a bell", &Bell::default(), &STEEL, 6000.0),
        ("a skin", &skin, &mylar, 600.0),
        ("a sheet", &RectangularMembrane::default(), &mylar, 500.0),
        ("a pipe", &Pipe::default(), &testing::AIR, 4000.0),
        ("a block", &Block::default(), &STEEL, 12_000.0),
    ];
    for (name, shape, elastic, up_to) in shapes {
        let (object, radiation) = radiation(shape, elastic, up_to);
        let heard = heard_all_around(&object, &radiation);
        let losses = radiation.losses();
        let mut rang = 0;
        for ((mode, loss), heard) in object.modes.iter().zip(&losses).zip(&heard) {
            if mode.motion == Motion::Whole {
                assert_eq!(*loss, 0.0);
                continue;
            }
            assert!(*loss > 0.0, "{name}: {mode:?} loses nothing");
            assert!((heard / loss - 1.0).abs() < 0.03, "{name}: {mode:?}: {heard} is not {loss}");
            rang += 1;
        }
        assert!(rang >= 4, "{name} has {rang} modes");
    }
}

/// What a filter gives at a frequency.
fn response(filter: &Rational, omega: f64) -> Complex<f64> {
    let s = Complex::new(0.0, omega);
    let term = |([p, q], [a, b]): (&[f64; 2], &[f64; 2])| {
        let (pole, residue) = (Complex::new(*p, *q), Complex::new(*a, *b));
        let pair = if *q > 0.0 { residue.conj() / (s - pole.conj()) } else { 0.0.into() };
        residue / (s - pole) + pair
    };
    filter.poles.iter().zip(&filter.residues).map(term).sum()
}

#[test]
fn a_filter_is_as_loud_as_the_tone_of_its_mode() {
    let shapes: [(&dyn Resonator, &Elastic); 4] = [
        (&Plate::default(), &STEEL),
        (&Bar::default(), &STEEL),
        (&Bowl::default(), &STEEL),
        (&Pipe::default(), &testing::AIR),
    ];
    for (shape, elastic) in shapes {
        let (object, radiation) = radiation(shape, elastic, 8000.0);
        let heard = radiation.heard_by(&at([0.36, 0.48, 0.8]));
        assert!(heard.filters.len() < 20, "{}", heard.filters.len());
        for (mode, heard_mode) in object.modes.iter().zip(&heard.modes) {
            let filter = &heard.filters[heard_mode.filter.unwrap()];
            let blow = heard_mode.gain * response(filter, TAU * mode.frequency);
            let ring = Complex::new(heard_mode.ring[0], heard_mode.ring[1]);
            if mode.motion != Motion::Whole {
                assert!(ring.norm() > 0.0, "{mode:?}");
                assert!((blow.norm() / ring.norm() - 1.0).abs() < 1e-3, "{mode:?}");
            }
            assert!(filter.poles.iter().all(|pole| pole[0] < 0.0 && pole[1] >= 0.0));
        }
    }
}

#[test]
fn rigid_motion_is_an_exact_dipole() {
    // p = jk·cos θ·F/(4πr), where F is the added mass and that of the air whose place is taken.
    let k = 1e-3 / 0.1;
    let dipole = |heard: &FarField| {
        let response = response(&heard.filters[0], k * ROOM.speed);
        4.0 * PI * heard.modes[0].gain * response / Complex::new(0.0, k * ROOM.density * 0.8)
    };
    let listener = at([0.0, 0.6, 0.8]);
    // A ball of radius a: 2πρa³.
    let ball = ball(0.1, &listener, &ROOM);
    assert!((dipole(&ball) / (2.0 * PI * 1e-3) - 1.0).norm() < 2e-3);
    assert!((ball.delay - 0.9 / ROOM.speed).abs() < 1e-15);
    // A disc: (8/3)ρa³.
    let (_, disc) = radiation(&RoundPlate::default(), &STEEL, 100.0);
    let found = dipole(&disc.heard_by(&listener));
    assert!((found / (8.0 / 3.0 * 1e-3) - 1.0).norm() < 3e-3, "{found}");
    // A long tube: 2πρa² per length, but for its ends.
    let tube = Tube { length: 2.0, diameter: 0.02, wall: 0.001, ..Tube::default() };
    let found = dipole(&radiation(&tube, &STEEL, 10.0).1.heard_by(&at([0.0, 0.6, 0.8])));
    assert!((found / (2.0 * PI * 1e-4 * 2.0) - 1.0).norm() < 6e-3, "{found}");
    // A bowl has more than a disc of its mouth, and less than a ball.
    let bowl = Bowl { diameter: 0.2, ..Bowl::default() };
    let found = dipole(&radiation(&bowl, &STEEL, 10.0).1.heard_by(&listener)).re / 1e-3;
    assert!((8.0 / 3.0..2.0 * PI).contains(&found), "{found}");
}

#[test]
fn a_small_plate_in_a_wall_is_a_source() {
    // (1, 1) of a supported plate moves 4/π² of its area on the mean with an amplitude of 2:
    // R = ρω²·Q²/(2πc).
    let plate = Plate {
        length: 0.02,
        width: 0.02,
        thickness: 1e-5,
        edges: Edges::Supported,
        suspension: None,
    };
    let (object, radiation) = radiation(&plate, &STEEL, 800.0);
    let omega = TAU * object.modes[0].frequency;
    let flow = 2.0 * 4.0 / (PI * PI) * 4e-4;
    let resistance = ROOM.density * omega * omega * flow * flow / (TAU * ROOM.speed);
    let loss = radiation.losses()[0];
    assert!((loss / (0.5 * resistance / object.mass) - 1.0).abs() < 0.01, "{loss}");
    // Behind the wall nothing is heard.
    assert_eq!(radiation.heard_by(&at([0.0, 0.6, -0.8])).modes[0].ring, [0.0; 2]);
}

#[test]
fn above_coincidence_a_free_plate_loses_as_an_endless_one() {
    // Both sides meet ρc/√(1 − f_c/f) (Cremer, Heckl and Petersson 2005, Structure-Borne Sound, 6.6),
    // with f_c = c²/2π·√(ρh/D).
    let plate = Plate { thickness: 0.004, ..Plate::default() };
    let aluminium = ALUMINIUM.elastic;
    let (object, radiation) = radiation(&plate, &aluminium, 18_000.0);
    let modulus = aluminium.young / (1.0 - aluminium.poisson.powi(2));
    let bending = plate.thickness * (modulus / (12.0 * aluminium.density)).sqrt();
    let coincidence = ROOM.speed.powi(2) / (TAU * bending);
    let surface = aluminium.density * plate.thickness;
    let mut ratios = Vec::new();
    for (mode, loss) in object.modes.iter().zip(radiation.losses()) {
        if mode.frequency > 2.0 * coincidence {
            let cosine = (1.0 - coincidence / mode.frequency).sqrt();
            ratios.push(loss * surface * cosine / (ROOM.density * ROOM.speed));
        }
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(ratios.len() > 30 && (10.0 * mean.log10()).abs() < 1.0, "{mean}");
    // Far below it loses next to nothing: the sides cancel.
    assert!(radiation.losses()[3] < 1e-3 * ROOM.density * ROOM.speed / surface);
}

#[test]
fn an_open_pipe_is_two_sources() {
    let pipe = Pipe::default();
    let (object, radiation) = radiation(&pipe, &testing::AIR, 2000.0);
    let area = PI * 1e-4;
    for (i, loss) in radiation.losses().iter().enumerate() {
        let k = TAU * object.modes[i].frequency / ROOM.speed;
        // The gas moves √2 at the acoustic end, a little less at the opening, out of both at once
        // in odd modes and in turn in even ones.
        let inside = (0.0061 * k).cos();
        let together = (k * pipe.length).sin() / (k * pipe.length);
        let pair = if i % 2 == 0 { 1.0 + together } else { 1.0 - together };
        let flow = 2.0 * (area * inside).powi(2) * 2.0 * pair;
        let resistance = ROOM.density * k * k * ROOM.speed * flow / (4.0 * PI);
        let known = 0.5 * resistance / object.mass;
        // An opening is no point but a sphere of its area, 5 mm in radius.
        let known = known / (1.0 + (5e-3 * k).powi(2));
        assert!((loss / known - 1.0).abs() < 1e-3, "{i}: {loss} {known}");
    }
}

#[test]
fn what_moves_no_air_is_silent() {
    let closed = Pipe { ends: PipeEnds::Closed, ..Pipe::default() };
    let shapes: [(&dyn Resonator, &Elastic); 3] = [
        (&StringShape::default(), &STEEL),
        (&closed, &testing::AIR),
        (&Cavity::default(), &testing::AIR),
    ];
    for (shape, elastic) in shapes {
        let (object, radiation) = radiation(shape, elastic, 2000.0);
        let heard = radiation.heard_by(&at([0.0, 0.0, 1.0]));
        assert_eq!(heard.modes, vec![Heard::default(); object.modes.len()]);
        assert_eq!(radiation.losses(), vec![0.0; object.modes.len()]);
    }
    // Nobody hears what is too high.
    let (object, radiation) = radiation(&Bar::default(), &STEEL, 60_000.0);
    let losses = radiation.losses();
    let heard = radiation.heard_by(&at([0.6, 0.0, 0.8]));
    assert_eq!(losses.len(), object.modes.len());
    for ((mode, loss), heard) in object.modes.iter().zip(losses).zip(heard.modes) {
        assert_eq!(heard.filter.is_some(), mode.frequency <= HIGHEST_HEARD);
        assert_eq!(loss > 0.0, mode.frequency <= HIGHEST_HEARD && mode.motion != Motion::Whole);
    }
}

#[test]
fn things_of_any_size_are_heard_finitely() {
    let finite = |shape: &dyn Resonator, elastic: &Elastic| {
        let object = shape.design(elastic, 200.0);
        let few = Object { modes: object.modes[..object.modes.len().min(4)].into(), ..object };
        let radiation = Radiation::new(&shape.radiator(), &few, &ROOM);
        let heard = radiation.heard_by(&at([0.0, 0.0, 1.0]));
        let fine =
            |heard: &Heard| heard.gain.is_finite() && heard.ring.iter().all(|r| r.is_finite());
        assert!(heard.modes.iter().all(fine), "{shape:?}: {heard:?}", shape = shape.outline());
        assert!(radiation.losses().iter().all(|loss| loss.is_finite() && *loss >= 0.0));
        assert!(shape.radiator().reach() >= 0.0);
    };
    for length in [1e-6, 0.3, 1e4] {
        for width in [1e-6, 1e4] {
            finite(&Bar { length, width, ..Bar::default() }, &STEEL);
            finite(&Plate { length, width, ..Plate::default() }, &STEEL);
            let (length_of_skin, width) = (length.min(1.0), width.min(1.0));
            let skin = RectangularMembrane { length: length_of_skin, width, ..Default::default() };
            finite(&skin, &STEEL);
            finite(&Tube { length, diameter: width, wall: 0.1 * width, ..Tube::default() }, &STEEL);
            finite(&Block { length, width, ..Block::default() }, &STEEL);
        }
        finite(&RoundPlate { diameter: length, ..RoundPlate::default() }, &STEEL);
        finite(&Bowl { diameter: length, ..Bowl::default() }, &STEEL);
        finite(&Pipe { length, ..Pipe::default() }, &testing::AIR);
    }
}

#[test]
fn a_large_face_radiates_as_a_piece_of_an_endless_one() {
    let (length, width, edges) = (0.6, 0.5, Edges::Supported);
    let plate = Plate { length, width, thickness: 0.006, edges, suspension: None };
    let (object, radiation) = radiation(&plate, &STEEL, 20_000.0);
    let source = radiation.source.as_deref().unwrap();
    for mode in [object.modes.len() - 1, object.modes.len() - 20] {
        let k = TAU * object.modes[mode].frequency / ROOM.speed;
        let mut sum = 0.0;
        for node in gauss(120) {
            let round = (1.0 - node.place * node.place).sqrt();
            for i in 0..240 {
                let (y, x) = (TAU * f64::from(i) / 240.0).sin_cos();
                let field = source.field(mode, k, [round * x, round * y, node.place]);
                sum += TAU / 240.0 * node.weight * field.norm_sqr();
            }
        }
        let square = source.square(mode, k);
        assert!((square / sum - 1.0).abs() < 0.01, "{mode}: {square} is not {sum}");
    }
}
