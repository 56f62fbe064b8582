//! A string against a distributed obstacle: many contacts on one body, solved without iteration.

#[path = "support/bridge.rs"]
mod bridge;
mod support;

use std::time::Instant;

use bridge::Bridge;
use carom::law::Law;
use carom::{Method, Options, Substeps, Voice};
use support::{fixed, listen};

const RATE: f64 = 48_000.0;
const HOLDING: [Method; 2] = [Method::TwoPoint, Method::Quadratised];

fn voice(bridge: &Bridge, method: Method, steps: u32) -> Voice {
    bridge.world().start(RATE, Options { scheme: method, ..fixed(steps) }).unwrap().0
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let square = |sound: &[f64]| sound.iter().map(|x| x * x).sum::<f64>();
    let difference: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    (square(&difference) / square(b)).sqrt()
}

#[test]
fn look_at_it() {
    let bridge = Bridge::default();
    let frames = 2400;
    let reference = listen(&mut voice(&bridge, Method::TwoPoint, 128), frames);
    for steps in [1, 2, 4, 8, 16, 32] {
        for method in HOLDING {
            let mut voice = voice(&bridge, method, steps);
            let began = Instant::now();
            let sound = listen(&mut voice, frames);
            let took = began.elapsed().as_secs_f64() / (frames as f64 / RATE);
            let ledger = voice.ledger();
            println!(
                "{steps:3} {method:12} error {:.2e} ledger {:.1e} lost {:.4e} of {:.4e} real time {took:.2} evals {}",
                distance(&sound, &reference),
                ledger.residual() / ledger.initial(),
                ledger.dissipated(), ledger.initial(),
                voice.counts().most_evaluations,
            );
        }
    }
    let auto = Options { substeps: Substeps::Auto, ..Options::default() };
    for method in HOLDING {
        let (mut voice, _) = bridge.world().start(RATE, Options { scheme: method, ..auto.clone() }).unwrap();
        let began = Instant::now();
        let sound = listen(&mut voice, frames);
        let took = began.elapsed().as_secs_f64() / (frames as f64 / RATE);
        println!("auto {method:12} error {:.2e} real time {took:.2} {:?}", distance(&sound, &reference), voice.counts());
    }
    let _ = Law::power(1.0, 1.0);
}
