use std::f64::consts::PI;

use carom_air::ROOM;
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
    let around = 72;
    for node in gauss(60) {
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
            assert!((heard / loss - 1.0).abs() < 0.01, "{name}: {mode:?}: {heard} is not {loss}");
            rang += 1;
        }
        assert!(rang >= 4, "{name} has {rang} modes");
    }
}

#[test]
fn timing() {
    for thickness in [0.002, 0.001, 0.0007] {
        for edges in [Edges::Free, Edges::Supported] {
            let plate = Plate { thickness, edges, ..Plate::default() };
            let object = plate.design(&STEEL, 2e4);
            let start = Cpu::now();
            let radiation = Radiation::new(&plate.radiator(), &object, &ROOM);
            let a = start.elapsed();
            let losses = radiation.losses();
            let b = start.elapsed();
            radiation.heard_by(&at([0.0, 0.6, 0.8]));
            let c = start.elapsed();
            println!("{edges:?} {} modes {a:?} {b:?} {c:?} {}", object.modes.len(), losses[5]);
        }
    }
    for (shape, material) in [
        (Shape::RoundMembrane(RoundMembrane::default()), MYLAR),
        (Shape::RoundPlate(RoundPlate::default()), crate::STEEL),
        (Shape::Bowl(Bowl::default()), BRONZE),
        (Shape::Bar(Bar::default()), crate::STEEL),
        (Shape::Block(Block::default()), crate::STEEL),
    ] {
        let s = shape.resonator();
        let object = s.design(&material.elastic, 2e4);
        let start = Cpu::now();
        let radiation = Radiation::new(&s.radiator(), &object, &ROOM);
        let a = start.elapsed();
        let losses = radiation.losses();
        let b = start.elapsed();
        radiation.heard_by(&at([0.0, 0.6, 0.8]));
        let c = start.elapsed();
        println!("{} {} modes {a:?} {b:?} {c:?} {}", shape.kind(), object.modes.len(), losses[5]);
    }
}

struct Cpu(f64);
impl Cpu {
    fn read() -> f64 {
        let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        s.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-6
    }
    fn now() -> Self {
        Self(Self::read())
    }
    fn elapsed(&self) -> f64 {
        (Self::read() - self.0).round()
    }
}
