//! What things cost, as ratios measured in one run: `cargo bench -p carom`.

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::hint::black_box;

use carom::Options;
use carom::exact::restitution;
use carom::law::{Damping, Law};
use carom_schemes::Approximation;
use carom_schemes::Method;
use support::{Pair, fastest};

/// The fastest of several rounds, in nanoseconds per call.
fn nanoseconds(calls: usize, round: impl FnMut()) -> f64 {
    fastest(15, round) * 1e9 / calls as f64
}

fn line(what: &str, ns: f64, against: &str, reference: f64, bound: &str) {
    println!("{what:<34} {ns:>8.1} ns  {:>7.2} × {against:<22} {bound}", ns / reference);
}

/// v_out as a zero of papetti (6) by bisection, to the accuracy of a double.
fn bisection(s: f64) -> f64 {
    let target = s - s.ln_1p();
    let (mut low, mut high) = (-1.0f64, 0.0f64);
    loop {
        let middle = 0.5 * (low + high);
        if middle == low || middle == high {
            return low;
        }
        if middle - middle.ln_1p() > target {
            low = middle;
        } else {
            high = middle;
        }
    }
}

fn outgoing_velocity() {
    let products: Vec<f64> =
        (0..256).map(|i| 10f64.powf(-3.0 + 5.0 * f64::from(i) / 255.0)).collect();
    let over = |f: &dyn Fn(f64) -> f64| {
        nanoseconds(40 * products.len(), || {
            for _ in 0..40 {
                for &s in &products {
                    black_box(f(black_box(s)));
                }
            }
        })
    };
    let papetti = Approximation::non_local(4);
    let approximation = over(&|s| papetti.v_out(0.5, s / 0.5));
    let exact = over(&restitution);
    let by_bisection = over(&bisection);
    println!("Outgoing velocity, μ·v_in from 1e-3 to 100");
    line("approximation (papetti 7)", approximation, "itself", approximation, "");
    line("exact", exact, "approximation", approximation, "(at most 6)");
    line("bisection to a double", by_bisection, "exact", exact, "(at least 10)");
}

/// Steps in contact only, from the surface to just before the release.
fn step_in_contact(method: Method, samples: f64) -> f64 {
    // papetti's hard impact, at the rate at which it lasts `samples`.
    let law = Law::hunt_crossley(1e9, 1.5, Damping::Mu(0.5)).expect("a valid law");
    let pair = Pair::wall(0.01, law).thrown(1e-6, 0.99);
    let (mut voice, mut hands) =
        carom_schemes::start(&pair.world, samples / 1.329e-4, method, Options::plain())
            .expect("a voice");
    let length = (0.9 * samples) as u64;
    let rounds = 20_000 / length;
    // What it takes to begin again, and the first step, are in both.
    let mut run = |steps: u64| {
        nanoseconds(1, || {
            for _ in 0..rounds {
                hands.load(pair.world.state()).expect("a state of this world");
                let _ = black_box(voice.advance(steps));
            }
        })
    };
    let (all, first) = (run(length), run(1));
    (all - first) / (rounds * (length - 1)) as f64
}

fn steps() {
    for samples in [6.0, 60.0, 600.0] {
        println!("\nA step in contact, {samples} samples long");
        let verlet = step_in_contact(Method::Verlet, samples);
        for method in Method::CONTACT {
            let ns = step_in_contact(method, samples);
            let bound = if method == Method::TwoPoint { "(at most 6)" } else { "" };
            line(method.name(), ns, "verlet", verlet, bound);
        }
    }
}

fn main() {
    outgoing_velocity();
    steps();
}
