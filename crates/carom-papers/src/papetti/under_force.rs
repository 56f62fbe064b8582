//! Past the paper: rebounds under a force by pure numbers, and bouncing under gravity to rest.

use carom_lab::rebounds::{Rebound, Rebounds};
use carom_schemes::Pressed;

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "papetti/under-a-force",
    "Rebounds under a force, and bouncing to rest",
    under_a_force,
)
.of(Kind::Own)];

/// A soft ball under gravity that rests after a few bounces: kg, N/m^1.5, s/m, N, m/s.
const MASS: f64 = 0.01;
const STIFFNESS: f64 = 1e5;
const MU: f64 = 3.0;
const WEIGHT: f64 = 0.01 * 9.81;
const DROPPED: f64 = 0.5;
/// Samples per second of the run it is compared with.
const RATE: f64 = 705_600.0;

fn under_a_force() -> Result<Findings> {
    let bounces = by_table()?;
    let run = by_scheme(bounces.len())?;
    let apart = bounces
        .iter()
        .zip(&run)
        .fold(0.0, |most: f64, (table, run)| most.max((table / run - 1.0).abs()));
    let same = bounces.len() == run.len();
    let [velocity, time] = survey()?;
    Ok(Findings::new()
        .parameter("bouncing ball", "10 g, 10⁵ N/m^1.5, μ = 3 s/m, its weight, 0.5 m/s")
        .parameter("compared with", "the two-point scheme at 705.6 kHz")
        .text(TEXT)
        .figure(curves()?)
        .figure(energies(&bounces, &run))
        .checks([
            Check::claim("Outgoing velocity, by the table", "within 0.1 % of the integration")
                .named("velocity")
                .holds(velocity < 1e-3, format!("within {:.1e} over 81 impacts", velocity)),
            Check::claim("Contact time, by the table", "within 0.1 % of the integration")
                .named("time")
                .holds(time < 1e-3, format!("within {time:.1e} over 81 impacts")),
            Check::claim(
                "Energies of a ball that bounces to rest",
                "within 0.1 % of a converged run",
            )
            .kind(Kind::Simulated)
            .named("bouncing")
            .holds(
                same && apart < 1e-3,
                format!("{} bounces, within {apart:.1e}, then held", bounces.len()),
            ),
        ]))
}

const TEXT: &str = "The paper leaves a force during contact to future work. With the compression at \
    rest x_e = (F/k)^(1/α), v_F = √(F·x_e/m) and t_F = x_e/v_F the impact is X″ = 1 − X^α(1 + A·X′) from \
    X′ = u: α and A = μ·v_F belong to law and force, u = v_in/v_F to the impact. For a law and a force \
    everything is therefore one curve over the speed, tabulated once. Below a critical speed u_c, about \
    2.5·√A where A is small, the mass does not leave. Where A is above 0.44 (α = 1) to 0.56 (α = 4) it never \
    leaves: however fast it comes, losses bring it to the same path out, which ends at rest.\n\nA ball that \
    bounces with Hunt and Crossley's losses alone would go on for ever, as its restitution tends to one. Its \
    weight ends it: the last bounce is the first below the critical speed.";

/// Kinetic energies (J) at the wall after each bounce, until the ball is held.
fn by_table() -> Result<Vec<f64>> {
    let rebounds = Rebounds::new(MASS, STIFFNESS, 1.5, MU, WEIGHT)?;
    let mut energies = Vec::new();
    let mut speed = DROPPED;
    while let Rebound::Leaves { v_out, .. } = rebounds.after(speed)? {
        speed = -v_out;
        energies.push(0.5 * MASS * speed * speed);
        if energies.len() > 1000 {
            break;
        }
    }
    Ok(energies)
}

/// The same from a run: in flight, kinetic energy and that of the weight are what they are at the wall.
fn by_scheme(expected: usize) -> Result<Vec<f64>> {
    let law = Law::hunt_crossley(STIFFNESS, 1.5, Damping::Mu(MU))?;
    let (mut world, mass) = wall::thrown(MASS, law, (0.0, DROPPED))?;
    world.push(&mass, WEIGHT)?;
    let (mut voice, _) = world.start(RATE, Options::plain())?;
    let mut energies = Vec::new();
    let (mut inside, mut still) = (true, 0);
    // A bounce takes at most as long as the first; the ball is at rest where none follows for that long.
    while energies.len() <= expected + 2 && still < RATE as u64 / 5 {
        voice.advance(1)?;
        let (x, v) = wall::motion(&mut voice);
        still += 1;
        if inside && x < 0.0 {
            energies.push(0.5 * MASS * v * v - WEIGHT * x);
            still = 0;
        }
        inside = x >= 0.0;
    }
    Ok(energies)
}

/// The largest errors of the table over exponents, losses and speeds.
fn survey() -> Result<[f64; 2]> {
    let mut worst: [f64; 2] = [0.0; 2];
    for exponent in [1.0, 1.5, 3.0] {
        for loss in [0.0, 0.01, 0.2] {
            let rebounds = Rebounds::new(1.0, 1.0, exponent, loss, 1.0)?;
            let slowest = rebounds.slowest().unwrap_or(f64::INFINITY);
            for i in 0..9 {
                let speed = (1.001 * slowest).max(0.02) * 3f64.powi(i);
                let impact = WallImpact::new(1.0, 1.0, exponent, loss, speed)?;
                let exact = Pressed::new(impact, 1.0)?.solve();
                let (Rebound::Leaves { v_out, contact_time }, Some(v), Some(t)) =
                    (rebounds.after(speed)?, exact.v_out, exact.contact_time)
                else {
                    return Err(format!("α = {exponent}, A = {loss}, u = {speed}: held").into());
                };
                worst[0] = worst[0].max((v_out / v - 1.0).abs());
                worst[1] = worst[1].max((contact_time / t - 1.0).abs());
            }
        }
    }
    Ok(worst)
}

/// Outgoing over incoming speed, and contact time, over the speed.
fn curves() -> Result<Figure> {
    let axis = || Axis::log("v_in/v_F", "");
    let mut out = Panel::new("Outgoing over incoming speed", axis(), Axis::linear("", ""));
    let mut time = Panel::new("Contact time over t_F", axis(), Axis::linear("", "").include(0.0));
    for loss in [0.0, 0.01, 0.1, 0.3] {
        let rebounds = Rebounds::new(1.0, 1.0, 1.5, loss, 1.0)?;
        let (mut speeds, mut times) = (Vec::new(), Vec::new());
        for i in 0..=300 {
            let u = 10f64.powf(-2.0 + 0.015 * f64::from(i));
            if let Rebound::Leaves { v_out, contact_time } = rebounds.after(u)? {
                speeds.push((u, -v_out / u));
                times.push((u, contact_time));
            }
        }
        out = out.with(Series::line(format!("A = {loss}"), speeds));
        time = time.with(Series::line(format!("A = {loss}"), times));
    }
    Ok(Figure::new("Rebounds under a force, α = 1.5")
        .caption("Curves begin where the mass just leaves.")
        .panel(out)
        .panel(time)
        .panel_size(360.0, 280.0))
}

fn energies(table: &[f64], run: &[f64]) -> Figure {
    let points = |energies: &[f64]| {
        energies.iter().enumerate().map(|(i, e)| (i as f64 + 1.0, 1e6 * e)).collect::<Vec<_>>()
    };
    let panel = Panel::new("", Axis::linear("bounce", ""), Axis::log("energy after it", "µJ"))
        .with(Series::line("by the table", points(table)))
        .with(Series::markers("two-point at 705.6 kHz", points(run)));
    Figure::new("Bouncing under gravity to rest")
        .caption("After the last bounce that is shown the ball is held.")
        .panel(panel)
        .panel_size(480.0, 280.0)
}
