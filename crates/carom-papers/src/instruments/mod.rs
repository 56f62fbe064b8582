//! Things that ring: what recordings tell of real instruments, and what theory says of what rings,
//! what is lost and what is heard.

mod recorded;

use std::f64::consts::PI;

use carom::{Mode, Voice, World};
use carom_shapes::Material;

use crate::study::{paper, prelude::*};

paper! {
    PAPER {
        key: "instruments",
        title: "Things that ring, recorded and in theory",
        citation: "Recordings: Versilian Studios, VSCO 2 Community Edition, CC0 1.0, commit 4403009. \
            Theory: each study names its sources",
    }
    decay
    marimba_arch
    how_many_modes
    radiation
    losses
    shapes
}

type Points = Vec<(f64, f64)>;

/// What was found, as markers, beside what is known, as a line.
fn beside(name: &str, by: &str, [found, known]: [Points; 2], colour: usize) -> [Series; 2] {
    let line = Series::line(format!("{name}, {by}"), known);
    [line.colour(colour), Series::markers(name, found).colour(colour)]
}

/// The largest distance between what was found and what is known.
fn largest([found, known]: &[Points; 2], apart: impl Fn(f64, f64) -> f64) -> f64 {
    found.iter().zip(known).map(|(a, b)| apart(a.1, b.1).abs()).fold(0.0, f64::max)
}

/// A ball of some radius (m) thrown at 1 m/s at modes where they have these weights: it is the first
/// body and they are the second.
fn thrown(
    (ball, radius): (&Material, f64),
    (face, modes, weights): (&Material, &Vec<Mode>, &[f64]),
    rate: f64,
) -> Result<Voice> {
    let mut world = World::new();
    let mass = world.mass(4.0 / 3.0 * PI * radius.powi(3) * ball.elastic.density)?;
    let body = world.body(modes)?;
    let law = Law::hertz(&ball.ball(radius), &face.flat())?;
    world.contact(&mass, body.weighing(weights)?, law)?;
    world.throw(&mass, -1e-7, 1.0)?;
    Ok(world.start(rate, Options::offline())?.0)
}
