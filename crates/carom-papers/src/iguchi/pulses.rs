//! Figs. 1, 3 and 4: the pulse of the normal force.

use carom_rigid::{
    Compliant, Convention, Friction, Iguchi, Method, Outcome, Pulse, Shape, Tangential, collide,
    collide_with_history,
};

use super::published::{self, motions};
use super::puck::{FALL, MASS, RISE, TABLE_4, iguchi, mirtich, parameters, puck};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new("iguchi/fig-1", "A collision over its impulse, and over time", fig_1),
    Study::new("iguchi/fig-3", "The pulse that stands for the measured one", fig_3)
        .of(Kind::Consistency),
    Study::new("iguchi/fig-4", "Height, area and duration over the speed of approach", fig_4)
        .of(Kind::Consistency),
];

/// Samples per second of the force.
pub(super) const RATE: f64 = 50_000.0;

fn gaussian() -> Result<Method> {
    let sliding = Convention { sticking: false, ..Convention::default() };
    Ok(Method::Iguchi(iguchi(TABLE_4, sliding)?))
}

/// Compression and restitution, over impulse and over time.
fn fig_1() -> Result<Findings> {
    let collision = puck([2.045, -2.045, 0.0])?;
    let over_impulse = collide(&collision, &mirtich(TABLE_4)?)?.impulse;
    let outcome = collide_with_history(&collision, &gaussian()?, RATE)?;
    let (p_x, p_z) = (over_impulse[0], over_impulse[2]);
    let compression = MASS * 2.045;
    let flat = |value: f64| vec![(0.0, value), (1e3 * p_z, value)];
    let mirtich =
        Panel::new("(a) Mirtich", "normal impulse so far (mN·s)", "force over normal force")
            .with(Series::line("p′_z", flat(1.0)))
            .with(Series::line("p′_x", flat(p_x / p_z)))
            .vline(1e3 * compression, "A | B");
    let pulse = Panel::new("(b) the paper", "time (ms)", "force (N)")
        .with(Series::line("p′_z", history(&outcome, 2)))
        .with(Series::line("p′_x", history(&outcome, 0)))
        .vline(1e3 * 5.0 * RISE, "A | B");
    let areas = areas(&outcome);
    Ok(parameters()
        .parameter("collision", "trial 5, v_x = −v_z = 2.045 m/s, no spin")
        .parameter("pulse", "σ 0.5 ms before the peak and 0.3 ms after")
        .text(
            "Over its own impulse a collision knows no time: the normal force is one throughout \
             and friction a constant share of it. The paper sets a force over time in its place, a \
             Gaussian that is wider in compression (A) than in restitution (B). The puck slides \
             throughout, so both give the same impulses; what the pulse adds is a force that can \
             be felt and heard. That compression and restitution are to each other as 1 to E is \
             true of the impulses, as both of Mirtich's phases show; a Gaussian of 0.5 and 0.3 ms \
             has 1 to 0.6.",
        )
        .figure(Figure::new("Compression A and restitution B").panel(mirtich).panel(pulse))
        .checks([
            Check::claim("Section 3.2, compression to restitution", "1 : E").holds(
                ((p_z - compression) / compression / TABLE_4.restitution - 1.0).abs() < 1e-9,
                format!("the impulses are 1 : {:.5}", (p_z - compression) / compression),
            ),
            Check::claim(
                "Fig. 1, both ways to compute one collision",
                "the impulses of (a) and of (b)",
            )
            .holds(
                (0..3).all(|i| (areas[i] - over_impulse[i]).abs() < 1e-9 * p_z),
                format!("p_x {:.5} and {:.5} N·s", areas[0], p_x),
            ),
        ]))
}

pub(super) fn history(outcome: &Outcome, axis: usize) -> Vec<(f64, f64)> {
    // Samples are means over their period: shown at its middle.
    let at = |time: f64| 1e3 * (time + 0.5 / RATE);
    outcome.history.iter().map(|sample| (at(sample.time), sample.force[axis])).collect()
}

fn areas(outcome: &Outcome) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for sample in &outcome.history {
        for (sum, force) in sums.iter_mut().zip(sample.force) {
            *sum += force / RATE;
        }
    }
    sums
}

fn height(outcome: &Outcome) -> f64 {
    outcome.history.iter().fold(0.0, |most: f64, sample| most.max(sample.force[2]))
}

/// The artificial pulse, and those of all trials.
fn fig_3() -> Result<Findings> {
    let tables = published::read()?;
    let (before, after) = (motions(&tables.table_1), motions(&tables.table_2));
    let collision = puck(before[4])?;
    let friction = Friction::coulomb(TABLE_4.friction)?;
    let hertz = Shape::Hertz { duration: 2.6e-3 };
    let hertz = Method::Pulse(Pulse::new(TABLE_4.restitution, friction, &hertz)?.with_steps(2000)?);
    let mut one = Panel::new("(a) trial 5", "time (ms)", "normal force (N)");
    for (name, method) in [("two Gaussians (11)", gaussian()?), ("Hertz, of the same area", hertz)]
    {
        let outcome = collide_with_history(&collision, &method, RATE)?;
        one = one.with(Series::line(name, history(&outcome, 2)));
    }
    let mut many = Panel::new("(b) all ten trials", "time (ms)", "normal force (N)");
    let (mut worst_area, mut largest, mut smallest): (f64, f64, f64) = (0.0, 0.0, f64::INFINITY);
    for (before, after) in before.iter().zip(&after) {
        let outcome = collide_with_history(&puck(*before)?, &gaussian()?, RATE)?;
        many = many.with(Series::line("two Gaussians (11)", history(&outcome, 2)));
        let area = areas(&outcome)[2];
        let wanted = -MASS * (1.0 + TABLE_4.restitution) * before[1];
        worst_area = worst_area.max((area / wanted - 1.0).abs());
        let difference = (area - MASS * (after[1] - before[1])).abs();
        largest = largest.max(difference);
        smallest = smallest.min(difference);
    }
    Ok(parameters()
        .parameter("restitution", format!("{}", TABLE_4.restitution))
        .parameter("pulse", "σ 0.5 ms before the peak and 0.3 ms after")
        .text(
            "The pulse is two halves of Gaussians with one height, its area that of Newton's \
             restitution. The forces that the paper measured are not printed, so a real pulse \
             cannot be set beside it; drawn is Hertz's instead, of the same area. Areas are \
             compared with the changes of momentum of Table 2: the difference is that of one \
             restitution for all trials from each trial's own.",
        )
        .figure(Figure::new("Normal force of the artificial impulse").panel(one).panel(many))
        .checks([
            Check::claim("Section 3.2, area of the pulse", "−m(1 + E)·v_bz")
                .holds(worst_area < 1e-9, format!("within {worst_area:.0e} in all ten trials")),
            Check::at_most(
                "Fig. 3(a), largest difference of areas, here from Table 2 (N·s)",
                "0.003527",
                largest,
            ),
            Check::unpublished(
                "Fig. 3(a), smallest difference of areas, here from Table 2",
                smallest,
            )
            .unit("N·s"),
        ]))
}

/// Height, area and duration over speed.
fn fig_4() -> Result<Findings> {
    let speeds: Vec<f64> = (1..=16).map(|i| 0.25 * f64::from(i)).collect();
    let bristles = Tangential::Bristle { stiffness: 1e5, damping: 0.0 };
    let frictionless = Friction::coulomb(0.0)?;
    let hertz = |loss: f64| Compliant::new(1e6, 1.5, (0.0, loss), frictionless, bristles);
    // Losses that keep the restitution constant leave the exponents as they are.
    let loss = Compliant::loss_of(TABLE_4.restitution)?;
    let methods = [
        ("two Gaussians", gaussian()?),
        ("Hertz, elastic", Method::Compliant(hertz(0.0)?)),
        ("Hertz, restitution 0.574", Method::Compliant(hertz(loss)?)),
    ];
    let panel = |title: &str, name: &str, unit: &str| {
        let speed = Axis::linear("speed of approach", "m/s").include(0.0);
        Panel::new(title, speed, Axis::linear(name, unit).include(0.0))
    };
    let mut panels = [
        (1.0, panel("(a) Height", "largest force", "N")),
        (1e3, panel("(a) Area", "impulse", "mN·s")),
        (1e3, panel("(b) Interval", "duration", "ms")),
    ];
    let mut exponents = Vec::new();
    for (name, method) in methods {
        let mut rows = Vec::new();
        for &speed in &speeds {
            let outcome = collide_with_history(&puck([0.0, -speed, 0.0])?, &method, 20.0 * RATE)?;
            rows.push((speed, [height(&outcome), outcome.impulse[2], outcome.contact_time]));
        }
        panels = std::array::from_fn(|k| {
            let (scale, panel) = &panels[k];
            let points = rows.iter().map(|(speed, row)| (*speed, scale * row[k])).collect();
            (*scale, panel.clone().with(Series::line(name, points).marked()))
        });
        let (first, last) = (rows[0], rows[rows.len() - 1]);
        let growth = |k: usize| (last.1[k] / first.1[k]).ln() / (last.0 / first.0).ln();
        exponents.push([0, 1, 2].map(growth));
    }
    let [heights, areas, times] = panels.map(|(_, panel)| panel);
    let [ours, elastic, lossy] = [exponents[0], exponents[1], exponents[2]];
    let claim = |place: &str, claim: &str, found: f64, wanted: f64| {
        let holds = (found - wanted).abs() < 1e-3;
        Check::claim(place, claim).holds(holds, format!("grows as speed to the power {found:.4}"))
    };
    Ok(parameters()
        .parameter("Hertz", "k = 10⁶ N/m^1.5, the puck against a wall")
        .text(
            "The paper finds the height and the area of the measured forces in proportion to the \
             speed of approach and the interval always the same, and builds its pulse so. Area in \
             proportion to speed is a constant restitution. The other two are a linear spring: in \
             Hertz's contact the height grows as v^(6/5) and the interval falls as v^(−1/5), with \
             losses of constant restitution as without. Over the ten trials that is 28 % of the \
             interval, which the sensor's sampling of 125 µs may have hidden.",
        )
        .figure(
            Figure::new("Pulses over the speed of approach")
                .panel(heights)
                .panel(areas)
                .panel(times),
        )
        .checks([
            claim("Fig. 4(a), height of the pulse", "in proportion to the speed", ours[0], 1.0),
            claim("Fig. 4(a), area of the pulse", "in proportion to the speed", ours[1], 1.0),
            claim("Fig. 4(b), interval", "the same at any speed", ours[2], 0.0),
            Check::unpublished("Hertz, elastic, exponent of the height (exactly 6/5)", elastic[0]),
            Check::unpublished(
                "Hertz, elastic, exponent of the interval (exactly −1/5)",
                elastic[2],
            ),
            Check::unpublished("Hertz, restitution 0.574, exponent of the height", lossy[0]),
            Check::unpublished("Hertz, restitution 0.574, exponent of the interval", lossy[2]),
        ]))
}

/// The paper's method with other widths of the pulse.
pub(super) fn widened(friction: Friction, factor: f64) -> Result<Method> {
    Ok(Method::Iguchi(Iguchi::new(TABLE_4.restitution, friction, factor * RISE, factor * FALL)?))
}
