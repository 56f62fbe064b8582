//! A mass against a wall: what most experiments run.

use carom::law::Law;
use carom::{Body, Error, InvalidValue, Options, Voice, World};
use carom_schemes::Method;

/// A wall, and a mass that is thrown at it from a displacement with a velocity.
pub fn thrown(mass: f64, law: Law, (x, v): (f64, f64)) -> Result<(World, Body), InvalidValue> {
    let mut world = World::new();
    let (mass, wall) = (world.mass(mass)?, world.wall());
    world.contact(&mass, wall, law)?;
    world.throw(&mass, x, v)?;
    Ok((world, mass))
}

/// The same run by a scheme, every sample a step of `dt`.
pub fn start(
    mass: f64,
    law: Law,
    from: (f64, f64),
    method: Method,
    dt: f64,
) -> Result<Voice, Error> {
    let (world, _) = thrown(mass, law, from)?;
    Ok(carom_schemes::start(&world, 1.0 / dt, method, Options::plain())?.0)
}

/// Where the mass is and how fast.
pub fn motion(voice: &mut Voice) -> (f64, f64) {
    let state = voice.state();
    (state.displacement[0], state.velocity[0])
}
