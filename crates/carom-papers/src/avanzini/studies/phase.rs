//! Figure 5.1: phase portrait and force of a hammer on a surface that does not move.

use carom_lab::felt::{Question, strike_wall};

use super::super::published::{Hammer, Published};
use super::exact_to;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "avanzini/fig-5.1",
    "A hammer on a massive surface, and the trajectories that stick",
    fig_5_1,
)
.of(Kind::Exact)];

/// Points of a curve.
const POINTS: u32 = 240;
/// Where the trajectories that stick begin (m), inside the surface.
const STICKY_FROM: f64 = 6e-4;
/// The fastest velocity drawn on the way out (m/s).
const FASTEST: f64 = -4.2;

impl Hammer {
    /// Its collision with a rigid surface at this speed.
    pub(super) fn against_wall(&self, velocity: f64) -> Result<WallImpact> {
        Ok(WallImpact::new(self.mass, self.stiffness, self.exponent, self.mu, velocity)?)
    }

    pub(super) fn in_words(&self) -> String {
        format!(
            "{} kg, k = {:e} N/m^α, α = {}, μ = {} s/m",
            self.mass, self.stiffness, self.exponent, self.mu
        )
    }

    fn law(&self) -> Result<Law> {
        Ok(Law::hunt_crossley(self.stiffness, self.exponent, Damping::Mu(self.mu))?)
    }
}

/// Figure 5.1.
fn fig_5_1() -> Result<Findings> {
    let published = Published::read()?;
    let (hammer, velocities) = (published.hammer, &published.strikes.velocities);
    let limit = -1.0 / hammer.mu;
    let mut portrait = Panel::new("(a) Phase portrait", "penetration (mm)", "velocity (m/s)")
        .x_range(0.0, 0.7)
        .y_range(FASTEST, 4.2)
        .hline(0.0, "")
        .hline(limit, "v_lim = −1/μ");
    let mut forces = Panel::new("(b) Penetration and force", "penetration (mm)", "force (N)")
        .x_range(0.0, 0.7)
        .y_include(0.0);
    let mut after = Vec::new();
    for &velocity in velocities {
        let exact = hammer.against_wall(velocity)?;
        let (end, name) = (exact.contact_time(), format!("{velocity} m/s"));
        let instants = (0..=POINTS).map(|i| end * f64::from(i) / f64::from(POINTS));
        let states = exact.sample(&instants.collect::<Vec<_>>());
        let line = states.iter().map(|(x, v)| (1e3 * x, *v)).collect();
        portrait = portrait.with(Series::line(name.as_str(), line));
        let line = states.iter().map(|(x, v)| (1e3 * x, exact.force(*x, *v))).collect();
        forces = forces.with(Series::line(name, line));
        after.push(exact.v_out());
        let held = (0..=POINTS).filter_map(|i| {
            let x = 0.7e-3 * f64::from(i) / f64::from(POINTS);
            exact.sticky_velocity_at(x).map(|v| (1e3 * x, v))
        });
        portrait = portrait.with(Series::line("sticky", held.collect()).dashed().colour(4));
    }
    let figure = Figure::new("Collision of a hammer with a massive surface")
        .caption("Exact. The sticky trajectories, below v_lim, run from right to left.")
        .panel(portrait)
        .panel(forces);
    Ok(Findings::new()
        .parameter("hammer", hammer.in_words())
        .parameter("velocities", format!("{velocities:?} m/s"))
        .text(
            "A hammer that strikes from outside leaves more slowly than it came and never faster \
             than 1/μ, so the force never pulls. Below v = −1/μ it would: there, damping outweighs \
             the spring, and a hammer is held back on its way out. The thesis says that such a \
             trajectory begins at x < 0 and runs from left to right. It does neither: at x < 0 \
             there is no contact, a hammer with negative velocity only flies away, and inside the \
             surface it moves towards smaller x, from right to left.",
        )
        .figure(figure)
        .checks(checks(&hammer, velocities, &after)?)
        .command(format!(
            "carom impact --mass {} --stiffness {:e} --exponent {} --mu {} --velocity 4",
            hammer.mass, hammer.stiffness, hammer.exponent, hammer.mu
        )))
}

fn checks(hammer: &Hammer, velocities: &[f64], after: &[f64]) -> Result<Vec<Check>> {
    let limit = -1.0 / hammer.mu;
    let pairs: Vec<(f64, f64)> = velocities.iter().copied().zip(after.iter().copied()).collect();
    let fast = hammer.against_wall(1e3)?;
    let (sticks, departure) = sticky_runs(hammer, velocities)?;
    let outside = way_out(hammer, (-1e-4, -2.0))?;
    let apart = outside.iter().all(|(x, v)| *x < 0.0 && *v == -2.0);
    let level = way_out(hammer, (1e-3, limit))?;
    let drift = level.iter().map(|(_, v)| (v / limit - 1.0).abs()).fold(0.0, f64::max);
    let felt = strike_wall(&Question { key: 49, speeds: vec![1.0] })?;
    let left = felt.loops.first().map_or(f64::NAN, |one| one.compression_left);
    let list = after.iter().map(|v| format!("{v:.3}")).collect::<Vec<_>>().join(", ");
    let mut checks = vec![
        Check::claim("Fig. 5.1(a), text", "the hammer leaves more slowly than it came")
            .holds(pairs.iter().all(|(v_in, v_out)| v_out.abs() < *v_in), format!("{list} m/s")),
        Check::claim("Fig. 5.1(a), text", "v_out tends to v_lim, which is never exceeded").holds(
            (fast.v_out() / limit - 1.0).abs() < 1e-12 && after.iter().all(|v| *v > limit),
            format!("{:.6} m/s for 1000 m/s", fast.v_out()),
        ),
        Check::claim("Fig. 5.1(a), text", "at v_lim the hammer moves with constant velocity")
            .holds(drift < 1e-12, exact_to(drift)),
        Check::claim("Fig. 5.1(a), text", "below v_lim the force holds the hammer back").holds(
            sticks,
            format!("simulated, it leaves ever more slowly, {departure:.1e} from the exact branch"),
        ),
        Check::claim(
            "Fig. 5.1(a), text, the lower trajectories",
            "begin at x < 0 and run from left to right",
        )
        .named("lower-trajectories")
        .holds(!apart, "from x < 0 the hammer flies away, from x > 0 it runs from right to left")
        .fails(
            "The signs cannot be meant: with x < 0 and v < 0 nothing touches, and v < 0 means that \
             x falls.",
        ),
        Check::claim("Fig. 5.1(b), text", "the force is not zero before the penetration is").holds(
            after.iter().all(|v| 1.0 + hammer.mu * v > 0.0),
            format!("never: 1 + μv > {:.3}", 1.0 + hammer.mu * after.last().unwrap_or(&f64::NAN)),
        ),
        Check::claim(
            "Fig. 5.1(b), text, Stulov's felt",
            "the force ends before the penetration does",
        )
        .holds(
            left > 0.0,
            format!("{:.0} % of the compression left, hammer of A4 at 1 m/s", 100.0 * left),
        ),
        Check::unpublished("Fig. 5.1, v_lim", limit).unit("m/s"),
    ];
    for (v_in, v_out) in pairs {
        let locator = format!("Fig. 5.1, v_out for {v_in} m/s");
        checks.push(Check::unpublished(locator, v_out).unit("m/s"));
    }
    Ok(checks)
}

/// Whether hammers that begin on the sticky branches move out and slow down, and how far they get
/// from the exact branch (relative velocity).
fn sticky_runs(hammer: &Hammer, velocities: &[f64]) -> Result<(bool, f64)> {
    let (mut sticks, mut worst) = (true, 0.0_f64);
    for &velocity in velocities {
        let exact = hammer.against_wall(velocity)?;
        let from = exact.sticky_velocity_at(STICKY_FROM).ok_or("no sticky branch")?;
        let way = way_out(hammer, (STICKY_FROM, from))?;
        sticks &= way.windows(2).all(|pair| pair[1].0 < pair[0].0 && pair[1].1 >= pair[0].1);
        for (x, v) in way {
            let branch = exact.sticky_velocity_at(x).unwrap_or(f64::NAN);
            worst = worst.max((v / branch - 1.0).abs());
        }
    }
    Ok((sticks, worst))
}

/// A hammer from a given position and velocity until it is outside, simulated in small steps.
fn way_out(hammer: &Hammer, from: (f64, f64)) -> Result<Vec<(f64, f64)>> {
    let mut voice = wall::start(hammer.mass, hammer.law()?, from, Method::Rk4, 2e-7)?;
    let mut way = vec![from];
    for _ in 0..20_000 {
        voice.advance(1)?;
        let (x, v) = wall::motion(&mut voice);
        if x <= 0.0 && way.len() > 1 {
            break;
        }
        way.push((x, v));
    }
    Ok(way)
}
