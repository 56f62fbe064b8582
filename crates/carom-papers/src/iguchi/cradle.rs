//! Past the paper: several contacts at once, Newton's cradle.

use carom_rigid::{Body, ContactLaw, ContactPoint, Resolution, Resolved, resolve, resolve_with};

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("iguchi/cradle", "Several contacts at once: Newton's cradle", cradle)
        .of(Kind::Own)];

/// N/m^1.5, about that of steel balls of 3 cm.
const STIFFNESS: f64 = 1e10;

struct Balls {
    bodies: Vec<Body>,
    contacts: Vec<ContactPoint>,
}

/// Balls of 0.1 kg in a row, the first at 1 m/s.
fn balls(stiffness: &[f64], exponent: f64, restitution: f64, gap: f64) -> Result<Balls> {
    let ball = Body::sphere(0.1, 0.015)?;
    let mut bodies = vec![ball; stiffness.len() + 1];
    bodies[0] = ball.moving([1.0, 0.0, 0.0], [0.0; 3]);
    let levers = [[0.015, 0.0, 0.0], [-0.015, 0.0, 0.0]];
    let mut contacts = Vec::new();
    for (i, stiffness) in stiffness.iter().enumerate() {
        let law = ContactLaw::new(*stiffness, exponent, restitution)?;
        let contact = ContactPoint::new([i, i + 1], levers, [-1.0, 0.0, 0.0], law);
        contacts.push(contact.with_gap(gap));
    }
    Ok(Balls { bodies, contacts })
}

fn speeds(after: &Resolved) -> Vec<f64> {
    after.bodies.iter().map(|body| body.velocity()[0]).collect()
}

fn solved(balls: &Balls) -> Result<Vec<f64>> {
    Ok(speeds(&resolve(&balls.bodies, &balls.contacts)?))
}

/// Three balls with linear contacts: δ₁ ± δ₂ swing at ω and √3·ω until the first contact parts.
fn three_linear() -> [f64; 3] {
    let root = 3f64.sqrt();
    let depth = |t: f64| 0.5 * (t.sin() + (root * t).sin() / root);
    let (mut low, mut high) = (2.0, 3.1);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if depth(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (plus, minus) = (low.cos(), (root * low).cos());
    let (a, b) = (0.5 * (plus + minus), 0.5 * (plus - minus));
    let first = (1.0 + 2.0 * a + b) / 3.0;
    let pair = 0.5 * (1.0 - first);
    let left = 0.5 * (low.sin() - (root * low).sin() / root);
    let apart = (b * b + 2.0 * left * left).sqrt();
    [first, pair - 0.5 * apart, pair + 0.5 * apart]
}

/// Five balls with Hertz's contacts, by Runge and Kutta's fourth order in steps far below what they
/// need; mass, stiffness and speed are 1, as velocities do not depend on them.
fn five_by_runge_kutta() -> [f64; 5] {
    const STEPS: usize = 100_000;
    let rate = |y: &[f64; 10]| {
        let mut rate = [0.0; 10];
        rate[..5].copy_from_slice(&y[5..]);
        for i in 0..4 {
            let force = (y[i] - y[i + 1]).max(0.0).powf(1.5);
            rate[5 + i] -= force;
            rate[6 + i] += force;
        }
        rate
    };
    let h = 40.0 / STEPS as f64;
    let mut y = [0.0; 10];
    y[5] = 1.0;
    let along = |y: &[f64; 10], k: &[f64; 10], h: f64| {
        let mut at = *y;
        at.iter_mut().zip(k).for_each(|(y, k)| *y += h * k);
        at
    };
    for _ in 0..STEPS {
        let k1 = rate(&y);
        let k2 = rate(&along(&y, &k1, 0.5 * h));
        let k3 = rate(&along(&y, &k2, 0.5 * h));
        let k4 = rate(&along(&y, &k3, h));
        for i in 0..10 {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    [y[5], y[6], y[7], y[8], y[9]]
}

fn worst(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
}

fn listed(speeds: &[f64]) -> String {
    speeds.iter().map(|v| format!("{v:.4}")).collect::<Vec<_>>().join(", ")
}

fn cradle() -> Result<Findings> {
    let hertz = solved(&balls(&[STIFFNESS; 4], 1.5, 1.0, 0.0)?)?;
    let linear = solved(&balls(&[1e7; 2], 1.0, 1.0, 0.0)?)?;
    let apart = solved(&balls(&[STIFFNESS; 4], 1.5, 1.0, 1e-3)?)?;
    let reference = five_by_runge_kutta();
    let (exact, off) = (three_linear(), worst(&hertz, &reference));
    let once: Vec<f64> = (0..5).map(|i| if i == 0 { -0.6 } else { 0.4 }).collect();
    let mut table = Table::new(["five balls", "first", "second", "third", "fourth", "fifth"])
        .caption("Velocities after (m/s); the first ball came at 1 m/s.");
    for (name, row) in [
        ("Hertz, touching", &hertz),
        ("Hertz, 1 mm apart", &apart),
        ("one complementarity solve", &once),
    ] {
        let cells = row.iter().map(|v| Cell::number(format!("{v:.4}")));
        table = table.row([Cell::text(name)].into_iter().chain(cells).collect::<Vec<_>>());
    }
    Ok(Findings::new()
        .parameter("balls", "0.1 kg, the first at 1 m/s")
        .parameter("contacts", "10¹⁰ N/m^1.5 (Hertz) or 10⁷ N/m (linear), lossless")
        .text(TEXT)
        .table(table)
        .figure(figure()?)
        .checks([
            Check::claim("Five balls, Hertz", "as an independent solver, within 10⁻⁵ m/s")
                .kind(Kind::Simulated)
                .named("hertz")
                .holds(off < 1e-5, format!("{}: within {off:.0e}", listed(&hertz))),
            Check::claim("Three balls, linear", "the closed form, within 10⁻⁵ m/s")
                .kind(Kind::Exact)
                .named("linear")
                .holds(
                    worst(&linear, &exact) < 1e-5,
                    format!("{}: within {:.0e}", listed(&linear), worst(&linear, &exact)),
                ),
            Check::claim("Five balls 1 mm apart", "the last ball alone moves")
                .named("apart")
                .holds(
                    worst(&apart, &[0.0, 0.0, 0.0, 0.0, 1.0]) < 1e-9,
                    format!("the others within {:.0e} m/s of rest", worst(&apart[..4], &[0.0; 4])),
                ),
            order()?,
        ])
        .command("carom collide --print cradle > cradle.toml")
        .command("carom collide cradle.toml"))
}

const TEXT: &str = "The paper leaves several contacts at once to future work. Here each contact has a \
    stiffness and lasts a finite time, and all of them act together: which one passes on its impulse \
    first follows from stiffness and gaps. Balls that touch disperse a little, as those of a real cradle \
    do; balls with gaps larger than their compression hand the impulse on whole. One solve of the \
    complementarity problem with Newton's restitution has no times: it moves all balls but the first \
    together, at 2/n of the speed, and throws the first one back.\n\nBetween the two limits lies the \
    stiffness of the second contact over that of the first, for three balls: where it is small the \
    impulse arrives after the first contact is over, where it is large the last two balls are one.";

/// Three balls over the stiffness of the second contact.
fn figure() -> Result<Figure> {
    let mut lines = vec![Vec::new(); 3];
    for i in 0..=60 {
        let ratio = 10f64.powf(-3.0 + 0.1 * f64::from(i));
        let balls = balls(&[STIFFNESS, STIFFNESS * ratio], 1.5, 1.0, 0.0)?;
        let resolution = Resolution::default().with_steps(150)?;
        let after = resolve_with(&balls.bodies, &balls.contacts, resolution)?;
        for (line, speed) in lines.iter_mut().zip(speeds(&after)) {
            line.push((ratio, speed));
        }
    }
    let mut panel = Panel::new(
        "",
        Axis::log("stiffness of the second contact over that of the first", ""),
        Axis::linear("velocity after", "m/s"),
    );
    for (name, line) in ["first", "second", "third"].into_iter().zip(lines) {
        panel = panel.with(Series::line(name, line));
    }
    Ok(Figure::new("Stiffness decides the order")
        .caption("Three balls that touch. Lines at 0 and 1: one contact after the other.")
        .panel(panel.hline(1.0, "").hline(0.0, ""))
        .panel_size(560.0, 320.0))
}

/// The list of contacts backwards.
fn order() -> Result<Check> {
    let balls = balls(&[STIFFNESS, 3e9, 1e11, 5e9], 1.5, 0.8, 1e-7)?;
    let forward = solved(&balls)?;
    let backwards: Vec<ContactPoint> = balls.contacts.iter().rev().copied().collect();
    let other = speeds(&resolve(&balls.bodies, &backwards)?);
    let apart = worst(&forward, &other);
    Ok(Check::claim("Five balls, contacts listed backwards", "the same within 10⁻⁹")
        .named("order")
        .holds(apart <= 1e-9, format!("{apart:.0e} m/s apart")))
}
