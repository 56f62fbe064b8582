//! Random impacts in three dimensions: whether every property holds, and how fast they are.
//!
//! `cargo run --release -p carom-rigid --example random_collisions -- 100000 [100000]`: the second number is
//! that of compliant impacts, a hundredth of the first if left out.

#[path = "../tests/all/support/random_collision.rs"]
mod random_collision;

use carom::numeric::Random;
use carom_rigid::{Body, Collision, Friction, Method, Mirtich, collide};
use random_collision::{broken, collision, compliant, mirtich, pulse};
use std::time::Instant;

/// Counts of impacts with a broken property, and of those that were given up.
fn survey(name: &str, count: u64, method: fn(&mut Random) -> (Method, Friction)) -> (u64, u64) {
    let mut random = Random::new(1);
    let start = Instant::now();
    let (mut failed, mut given_up) = (0, 0);
    for i in 0..count {
        let collision = collision(&mut random);
        let (method, friction) = method(&mut random);
        let Ok(after) = collide(&collision, &method) else {
            given_up += 1;
            continue;
        };
        if let Some(problem) = broken(&collision, &friction, &after) {
            failed += 1;
            println!("{name} {i}: {problem}; {friction:?}");
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{name}: {count} impacts, {failed} broken, {given_up} given up, {seconds:.2} s");
    (failed, given_up)
}

fn pucks(count: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random::new(2);
    let puck = Body::disc(0.008, 0.0324, [0.0, 1.0, 0.0])?.touched_at([0.0, 0.0, -0.0324]);
    let method = Method::Mirtich(Mirtich::new(0.57, Friction::coulomb(0.068)?)?);
    let start = Instant::now();
    let mut sum = 0.0;
    for _ in 0..count {
        let velocity = [random.uniform(-3.0, 3.0), 0.0, random.uniform(-4.0, -0.1)];
        let puck = puck.moving(velocity, [0.0, random.uniform(-50.0, 50.0), 0.0]);
        let collision = Collision::new([puck, Body::immovable()], [0.0, 0.0, 1.0])?;
        sum += collide(&collision, &method)?.energy_after;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{count} pucks by mirtich: {seconds:.3} s on one core (mean {:e} J)",
        sum / count as f64
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = |n: usize| std::env::args().nth(n).map(|count| count.parse::<u64>()).transpose();
    let count = number(1)?.unwrap_or(100_000);
    let (over_impulse, in_steps) =
        (survey("mirtich", count, mirtich), survey("pulse", count, pulse));
    // Stiff bristles on a light body against a heavy one may take more steps than are allowed.
    let (in_time, _) = survey("compliant", number(2)?.unwrap_or(count / 100), compliant);
    pucks(1_000_000)?;
    let failures = over_impulse.0 + over_impulse.1 + in_steps.0 + in_steps.1 + in_time;
    if failures == 0 { Ok(()) } else { Err(format!("{failures} failures").into()) }
}
