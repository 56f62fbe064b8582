//! Past the paper: a box that lands on a face or an edge, and a block that rocks.

use carom_rigid::{
    Body, ContactLaw, ContactPoint, Friction, Method, Mirtich, Resolution, Resolved, Solid,
    collide, resolve, resolve_with,
};

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new("iguchi/landing-box", "Several contacts at once: a box lands on a face", landing)
        .of(Kind::Own),
    Study::new("iguchi/rocking-block", "Several contacts at once: a block rocks over", rocking)
        .of(Kind::Own),
];

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const RESTITUTION: f64 = 0.5;

/// A block of 1 kg, 0.2 by 0.1 by 0.1 m, that falls at 1 m/s, tilted about y: the body and its lower corners.
fn block(tilt: f64) -> Result<(Body, Vec<[f64; 3]>)> {
    let size = [0.2, 0.1, 0.1];
    let own = Solid::Block { size }.inertia(1.0);
    let (sine, cosine) = tilt.sin_cos();
    let turn = |p: [f64; 3]| [cosine * p[0] + sine * p[2], p[1], cosine * p[2] - sine * p[0]];
    let mut inertia = own;
    inertia[0][0] = cosine * cosine * own[0][0] + sine * sine * own[2][2];
    inertia[2][2] = sine * sine * own[0][0] + cosine * cosine * own[2][2];
    inertia[0][2] = sine * cosine * (own[2][2] - own[0][0]);
    inertia[2][0] = inertia[0][2];
    let body = Body::new(1.0, inertia)?.moving([0.0, 0.0, -1.0], [0.0; 3]);
    let corners = [[-0.1, -0.05], [-0.1, 0.05], [0.1, -0.05], [0.1, 0.05]];
    Ok((body, corners.map(|[x, y]| turn([x, y, -0.05])).to_vec()))
}

fn landed(tilt: f64, stiffness: f64) -> Result<Resolved> {
    let (body, corners) = block(tilt)?;
    let lowest = corners.iter().fold(f64::INFINITY, |least, corner| least.min(corner[2]));
    let law = ContactLaw::new(stiffness, 1.5, RESTITUTION)?;
    let contact = |corner: &[f64; 3]| {
        ContactPoint::new([0, 1], [*corner, [0.0; 3]], UP, law).with_gap(corner[2] - lowest)
    };
    let contacts: Vec<ContactPoint> = corners.iter().map(contact).collect();
    Ok(resolve(&[body, Body::immovable()], &contacts)?)
}

/// Velocity along z and spin about y.
fn leaves(after: &Resolved) -> [f64; 2] {
    [after.bodies[0].velocity()[2], after.bodies[0].spin()[1]]
}

/// The same block, of which the middle of the lower edge strikes alone.
fn one_point(tilt: f64) -> Result<[f64; 2]> {
    let (body, corners) = block(tilt)?;
    let [x, _, z] = corners[2];
    let bodies = [body.touched_at([x, 0.0, z]), Body::immovable()];
    let collision = carom_rigid::Collision::new(bodies, UP)?;
    let method = Method::Mirtich(Mirtich::new(RESTITUTION, Friction::coulomb(0.0)?)?);
    let after = collide(&collision, &method)?;
    Ok([after.bodies[0].velocity()[2], after.bodies[0].spin()[1]])
}

fn landing() -> Result<Findings> {
    let flat = leaves(&landed(0.0, 1e8)?);
    let slight = leaves(&landed(1e-4, 1e8)?);
    let alone = one_point(1e-4)?;
    let mut speed = Panel::new("", Axis::log("tilt", "rad"), Axis::linear("velocity after", "m/s"));
    let mut spin = Panel::new("", Axis::log("tilt", "rad"), Axis::linear("spin after", "rad/s"));
    let mut jump: f64 = 0.0;
    for (name, stiffness) in [("10⁷ N/m^1.5", 1e7), ("10⁸", 1e8), ("10¹⁰", 1e10)] {
        let (mut up, mut turned) = (Vec::new(), Vec::new());
        let mut last: Option<f64> = None;
        for i in 0..=60 {
            let tilt = 10f64.powf(-7.0 + 0.1 * f64::from(i));
            let found = leaves(&landed(tilt, stiffness)?);
            jump = jump.max(last.map_or(0.0, |last| (found[0] - last).abs()));
            last = Some(found[0]);
            up.push((tilt, found[0]));
            turned.push((tilt, found[1]));
        }
        speed = speed.with(Series::line(name, up));
        spin = spin.with(Series::line(name, turned));
    }
    let (mut up, mut turned) = (Vec::new(), Vec::new());
    for tilt in [1e-7, 1e-1] {
        let found = one_point(tilt)?;
        up.push((tilt, found[0]));
        turned.push((tilt, found[1]));
    }
    speed = speed.with(Series::reference("one edge alone", up));
    spin = spin.with(Series::reference("one edge alone", turned));
    let slope = (leaves(&landed(1e-6, 1e8)?)[1] - flat[1]) / 1e-6;
    Ok(Findings::new()
        .parameter("box", "1 kg, 0.2 by 0.1 by 0.1 m, 1 m/s downwards, no spin")
        .parameter("contacts", "its four lower corners, k·δ^1.5, restitution 0.5, no friction")
        .text(LANDING)
        .figure(
            Figure::new("A box that lands nearly flat")
                .panel(speed)
                .panel(spin)
                .panel_size(360.0, 280.0),
        )
        .checks([
            Check::claim("Flat", "leaves at e·v without spin")
                .kind(Kind::Exact)
                .named("flat")
                .holds(
                    (flat[0] - 0.5).abs() < 1e-5 && flat[1].abs() < 1e-9,
                    format!("{:.7} m/s, {} rad/s", flat[0], flat[1].abs()),
                ),
            Check::claim("Tilted by 10⁻⁴ rad, 10⁸ N/m^1.5", "within 1 % of +0.5 m/s")
                .named("tilted")
                .holds(
                    (slight[0] / 0.5 - 1.0).abs() < 0.01,
                    format!(
                        "{:.4} m/s and {:.2} rad/s; one edge alone {:.3} and {:.1}",
                        slight[0],
                        slight[1].abs(),
                        alone[0],
                        alone[1].abs()
                    ),
                ),
            Check::claim("Continuous in the tilt", "no jump: below 0.05 m/s in every 26 % of tilt")
                .named("continuous")
                .holds(
                    jump < 0.05,
                    format!("at most {jump:.4} m/s; at 0 {slope:.0} rad/s per rad"),
                ),
        ])
        .command("carom collide --print box-on-a-face > box.toml")
        .command("carom collide box.toml --out box"))
}

const LANDING: &str = "With one point of contact a box that is tilted by a hair strikes with one edge, \
    whatever the tilt, and goes over to its other edge: the result jumps where the tilt vanishes. Here \
    all four corners are contacts, two of them with a gap that follows from the tilt. Where the gap is \
    small beside the compression the corners share the blow, and the result tends to that of the flat \
    box; where it is large the low edge is done before the others touch. What is small depends on \
    stiffness, as it does for real boxes.";

/// A block of half width 1 m that rocks over its left corner at 1 rad/s: how fast it turns after its
/// right corner struck.
fn rocked(half_height: f64, restitution: f64) -> Result<f64> {
    let (b, h) = (1.0, half_height);
    let inertia = Solid::Block { size: [2.0 * b, 1.0, 2.0 * h] }.inertia(1.0);
    let body = Body::new(1.0, inertia)?.moving([h, 0.0, -b], [0.0, 1.0, 0.0]);
    let stiffness: f64 = 1e8;
    let across = 1e4 * stiffness;
    let law = ContactLaw::new(stiffness, 1.0, restitution)?
        .with_friction(Friction::coulomb(5.0)?)
        .with_bristles(across, 2.0 * across.sqrt())?;
    let corner = |x: f64| ContactPoint::new([0, 1], [[x, 0.0, -h], [0.0; 3]], UP, law);
    let corners = [corner(-b), corner(b)];
    let resolution = Resolution::default().with_steps(100)?;
    let after = resolve_with(&[body, Body::immovable()], &corners, resolution)?;
    Ok(after.bodies[0].spin()[1])
}

fn rocking() -> Result<Findings> {
    let housner = |h: f64, e: f64| 1.0 - 1.5 * (1.0 + e) / (1.0 + h * h);
    let heights: Vec<f64> = (3..=20).map(|i| 0.5 * f64::from(i)).collect();
    let mut panel = Panel::new(
        "",
        Axis::linear("height over width", ""),
        Axis::linear("spin after over spin before", ""),
    );
    let fine: Vec<(f64, f64)> =
        (150..=1000).map(|i| 0.01 * f64::from(i)).map(|h| (h, housner(h, 0.0))).collect();
    panel = panel.with(Series::reference("Housner", fine));
    let mut worst: f64 = 0.0;
    let mut limit: f64 = 0.0;
    for e in [0.01, 0.1] {
        let mut points = Vec::new();
        for h in &heights {
            let ratio = rocked(*h, e)?;
            worst = worst.max((ratio - housner(*h, e)).abs());
            if e < 0.05 {
                limit = limit.max((ratio - housner(*h, 0.0)).abs());
            }
            points.push((*h, ratio));
        }
        panel = panel.with(Series::markers(format!("restitution {e}"), points));
    }
    Ok(Findings::new()
        .parameter("block", "1 kg, 2 m wide, rocking over its left corner at 1 rad/s")
        .parameter(
            "contacts",
            "both lower corners, linear, friction 5, bristles 10⁴ times as stiff",
        )
        .text(ROCKING)
        .figure(Figure::new("A block rocks over").panel(panel).panel_size(560.0, 320.0))
        .checks([
            Check::claim(
                "Restitution 0.01, heights 1.5 to 10 times the width",
                "Housner's 1 − (3/2)·sin²α within 0.01",
            )
            .kind(Kind::Exact)
            .named("housner")
            .holds(limit < 0.01, format!("within {limit:.4}")),
            Check::claim(
                "Restitution 0.01 and 0.1",
                "1 − (3/2)(1 + e)·sin²α, rigid and without slip, within 0.002",
            )
            .named("bouncing")
            .holds(worst < 2e-3, format!("within {worst:.5}")),
        ]))
}

const ROCKING: &str = "A block that rocks from one corner to the other loses spin as the second corner \
    strikes. Housner (1963) has nothing bounce and nothing slip: the momentum about the new corner is \
    kept, and the spin falls to 1 − (3/2)·sin²α of what it was, with tan α the width over the height. \
    Both corners are contacts here, the old one already touching: it lifts by itself, without a rule \
    that says so. The limit is that of small restitution and bristles much stiffer than the contact. \
    With a restitution e the new corner leaves at e times its speed and the same balance gives \
    1 − (3/2)(1 + e)·sin²α.";
