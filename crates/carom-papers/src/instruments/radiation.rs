//! What things send into the air, against closed forms and against what it costs them.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use carom::numeric::quadrature::gauss;
use carom::{Listener, Ringing, World};
use carom_shapes::air::face::wallace;
use carom_shapes::air::{Complex, ROOM};
use carom_shapes::radiation::ball;
use carom_shapes::{ALUMINIUM, Bar, Bowl, Edges, Elastic, Plate, Resonator, STEEL, Thing};

use super::{Points, beside, largest};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("instruments/radiation", "What is heard, and what it costs", radiation)];

/// Modes of the supported plate.
const MODES: [[u32; 2]; 3] = [[1, 1], [1, 2], [2, 2]];
/// Side of the plate (m).
const SIDE: f64 = 0.3;
/// Radius of the ball (m).
const RADIUS: f64 = 0.02;
const RATE: f64 = 192_000.0;

fn radiation() -> Result<Findings> {
    let mut checks = Vec::new();
    let (x, y) = (Axis::log("ka", ""), Axis::log("radiation efficiency", ""));
    let mut plate = Panel::new("(a) Supported plate in a wall", x, y);
    for (colour, mode) in MODES.into_iter().enumerate() {
        let mut both = [Vec::new(), Vec::new()];
        for i in 0..=12 {
            let ka = 0.1 * 30_f64.powf(f64::from(i) / 12.0);
            both[0].push((ka, efficiency(mode, ka)?));
            both[1].push((ka, wallace(mode, [SIDE; 2], ka / SIDE)));
        }
        let name = format!("({}, {})", mode[0], mode[1]);
        let place = format!("plate, {name}, ka 0.1 to 3: distance from Wallace's integral");
        let apart = largest(&both, |found, known| 10.0 * (found / known).log10());
        checks.push(Check::at_most(place, "1", apart).unit("dB"));
        plate = plate.with_all(beside(&name, "Wallace", both, colour));
    }
    let mut sphere = Panel::new("(b) Ball under half a sine", "time (µs)", "pressure (Pa)");
    for (colour, contact) in [60e-6, 120e-6, 300e-6].into_iter().enumerate() {
        let [found, known] = transient(contact)?;
        let peak = known.iter().map(|at| at.1.abs()).fold(0.0, f64::max);
        let both = [found, known];
        let apart = largest(&both, |found, known| 100.0 * (found - known) / peak);
        let name = format!("{:.0} µs", 1e6 * contact);
        let place = format!("ball, force of {name}: largest error over the peak");
        checks.push(Check::at_most(place, "1", apart).unit("%"));
        let [found, known] = both;
        let some = found.into_iter().step_by(4).collect();
        sphere = sphere.with_all(beside(&name, "exact", [some, known], colour));
    }
    for (name, thing) in [
        ("bar", Bar::default().of_up_to(&STEEL, 3000.0)?),
        ("free plate", Plate::default().of_up_to(&ALUMINIUM, 1200.0)?),
        ("bowl", Bowl::default().of_up_to(&STEEL, 4000.0)?),
    ] {
        let place = format!("{name}: sound all around over radiation in the account");
        checks.push(Check::printed(place, "1.000", all_around(&thing)?).tolerance(0.05));
    }
    Ok(Findings::new()
        .parameter("plate", "30 cm square, as thick as gives the mode its frequency")
        .parameter("ball", "2 cm in radius, 0.26 kg, 1 m/s, heard at 1 m ahead of it")
        .parameter("things", "all modes that ring set off at 1 m/s; 0.3 s in 192 directions")
        .text(
            "C. E. Wallace (J. Acoust. Soc. Am. 51, 946 (1972)) integrates the far field of a \
             supported plate in a wall in closed form; here it is summed over places on any shape. A \
             rigid ball that rebounds from a spring is heard as G. H. Koss and R. J. Alfredson say \
             (J. Sound Vib. 27, 59 (1973)), without any mode. What listeners all around hear is what \
             the account books as radiation.",
        )
        .figure(Figure::new("Far fields").panel(plate).panel(sphere))
        .checks(checks))
}

/// The resistance of a mode of the plate over that of plane waves.
fn efficiency([m, n]: [u32; 2], ka: f64) -> Result<f64> {
    let Elastic { young, poisson, density, .. } = ALUMINIUM.elastic;
    let bending = (young / (12.0 * density * (1.0 - poisson * poisson))).sqrt();
    let (hertz, waves) = (ka / SIDE * ROOM.speed / TAU, f64::from(m * m + n * n));
    let thickness = hertz * SIDE * SIDE / (FRAC_PI_2 * bending * waves);
    let edges = Edges::Supported;
    let plate = Plate { length: SIDE, width: SIDE, thickness, edges, suspension: None };
    let object = plate.design(&ALUMINIUM.elastic, 1.01 * hertz);
    let mode = object.modes.iter().position(|mode| mode.name == format!("({m}, {n})"));
    let loss = plate.radiation(&object).losses()[mode.ok_or("a plate has the mode")?];
    Ok(2.0 * object.mass * loss / (ROOM.density * ROOM.speed * SIDE * SIDE))
}

/// What is heard of a ball that rebounds from a spring, and the closed form: the filter βs/(s² + 2βs
/// + 2β²), β = c/a, under a sine that begins and one that ends it.
fn transient(contact: f64) -> Result<[Points; 2]> {
    let (mass, omega, beta) = (0.26, PI / contact, ROOM.speed / RADIUS);
    let law = Law::power(mass * omega * omega, 1.0)?;
    let (mut world, body) = wall::thrown(mass, law, (0.0, 1.0))?;
    let mut far = ball(RADIUS, &Listener::new(1.0, [0.0, 0.0, 1.0])?, &ROOM);
    far.delay = 0.0;
    world.listen_as(&body, &far)?;
    let (mut voice, _) = world.start(RATE, Options::offline())?;
    let mut heard = vec![0.0; 100];
    voice.process(&mut [&mut heard]);
    let sine = |t: f64| {
        let (pole, turn) = (Complex::new(-beta, beta), Complex::new(0.0, omega));
        let steady = beta * turn / (turn * turn + 2.0 * beta * turn + 2.0 * beta * beta);
        let own = pole / Complex::new(0.0, 1.0) * omega / (pole * pole + omega * omega);
        if t > 0.0 { (steady * (turn * t).exp()).im + (own * (pole * t).exp()).re } else { 0.0 }
    };
    let scale = -ROOM.density * RADIUS * RADIUS * omega;
    let time = |n: usize| (n + 1) as f64 / RATE;
    let exact = |t: f64| (1e6 * t, scale * (sine(t) + sine(t - contact)));
    let found = heard.iter().enumerate().map(|(n, p)| (1e6 * time(n), *p)).collect();
    Ok([found, (0..100).map(|n| exact(time(n))).collect()])
}

/// The energy that listeners all around hear of a thing whose modes ring, over what it lost by
/// radiation.
fn all_around(thing: &Thing) -> Result<f64> {
    let mut world = World::new();
    let body = world.body(thing)?;
    let mut shares = Vec::new();
    for node in gauss(12) {
        let z = 2.0 * node.place - 1.0;
        for i in 0..16 {
            let (y, x) = (TAU * f64::from(i) / 16.0).sin_cos();
            let round = (1.0 - z * z).sqrt();
            let listener = Listener::new(1.0, [round * x, round * y, z])?;
            let mut far = thing.far_field(&listener).ok_or("it is heard")?;
            far.delay = 0.0;
            world.listen_as(&body, &far)?;
            shares.push(2.0 * TAU / 16.0 * node.weight / (ROOM.density * ROOM.speed));
        }
    }
    let mut state = world.state().clone();
    for (velocity, mode) in state.velocity.iter_mut().zip(thing.modes()) {
        *velocity = if mode.radiation > 0.0 { 1.0 } else { 0.0 };
    }
    world.set_state(&state)?;
    let (mut voice, _) = world.start(44_100.0, Options::default())?;
    let mut rows = vec![vec![0.0_f64; 13_230]; shares.len()];
    voice.process(&mut rows);
    let squares = rows.iter().zip(&shares).map(|(row, share)| {
        share / 44_100.0 * row.iter().map(|pressure| pressure * pressure).sum::<f64>()
    });
    let lost = voice.account().losses(body.id().index()).ok_or("it loses")?.radiation;
    Ok(squares.sum::<f64>() / lost)
}
