//! What the paper hopes for: bodies that ring against a distributed obstacle, without iteration.

use carom::Substeps;
use carom_listen::centroid;

use carom_scene::build::{BuildOptions, build};
use carom_scene::gallery::PIECES;
use carom_scene::render::{RenderOptions, Rendering, render};
use carom_scene::scene::{Parsed, Scene};

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "ducceschi/obstacle",
    "A string against fifty points, without iteration, which the paper hopes for",
    obstacle,
)
.of(Kind::Own)];

const SCENE: &str = "tanpura";
const STEPS: [u32; 5] = [1, 2, 4, 8, 16];
/// Steps per sample of Runge-Kutta, which knows nothing of held forces.
const FINE: u32 = 64;
/// A window of the centroid (s).
const WINDOW: f64 = 0.1;

fn parsed(set: &[String]) -> Result<Parsed> {
    let piece = PIECES.iter().find(|piece| piece.name == SCENE).ok_or("no such scene")?;
    Ok(Scene::parse_with(SCENE, piece.text, set)?)
}

fn rendered(set: &[String]) -> Result<Rendering> {
    Ok(render(&parsed(set)?.plan, RenderOptions::default())?)
}

/// A bridge that a few steps per sample resolve, for a twentieth of a second: the sound, and what is not accounted
/// for of the energy.
fn soft(method: Method, steps: u32) -> Result<(Vec<f64>, f64)> {
    let set = ["contact.1.law.stiffness=2e6", "contact.2.law.stiffness=1e4"];
    let plan = parsed(&set.map(String::from))?.plan;
    let world = build(&plan, BuildOptions::default())?.world;
    let substeps = Substeps::Fixed(steps);
    let options = Options { substeps, most_substeps: steps, ..Options::plain() };
    let (mut voice, _) = carom_schemes::start(&world, plan.sample_rate, method, options)?;
    let mut sound = vec![0.0; (0.05 * plan.sample_rate) as usize];
    voice.process(&mut [&mut sound[..]]);
    let ledger = voice.ledger();
    Ok((sound, (ledger.residual() / ledger.initial()).abs()))
}

/// The root mean square of a difference beside that of the second.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let difference: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    (difference / b.iter().map(|b| b * b).sum::<f64>()).sqrt()
}

fn obstacle() -> Result<Findings> {
    let (exact, _) = soft(Method::Rk4, FINE)?;
    let mut findings = Findings::new()
        .parameter(
            "scene",
            "the tanpura of the gallery: 60 modes, 50 points of a bridge, a thread, a finger",
        )
        .parameter("reference", format!("Runge-Kutta, {FINE} steps per sample"))
        .text(TEXT);
    let mut errors =
        Panel::log("a bridge that steps resolve", "steps per sample", "error of the sound");
    let mut worst = 0.0_f64;
    for (scheme, name) in [
        (Method::TwoPoint, "two-point, Newton's method"),
        (Method::Quadratised, "quadratised, one solve"),
    ] {
        let mut points = Vec::new();
        for steps in STEPS {
            let found = soft(scheme, steps)?;
            worst = worst.max(found.1);
            points.push((f64::from(steps), distance(&found.0, &exact)));
        }
        let order = (points[2].1 / points[4].1).log2() / 2.0;
        findings = findings.check(
            Check::claim(format!("{scheme} as its steps shrink"), "second order")
                .named(format!("order/{scheme}"))
                .holds((order - 2.0).abs() < 0.15, format!("order {order:.2}")),
        );
        errors = errors.with(Series::line(name, points).marked());
    }
    let plain = |set: &[&str]| {
        let with = ["duration=2.5"].iter().chain(set).map(|one| (*one).to_owned());
        rendered(&with.collect::<Vec<_>>())
    };
    let played = plain(&[])?;
    let bare = plain(&["contact.1.gap=1", "contact.2.gap=1"])?;
    worst = worst.max(played.summary.energy.residual.abs());
    let over_time = |rendering: &Rendering| -> Vec<(f64, f64)> {
        let rate = rendering.summary.sample_rate;
        let window = (WINDOW * rate) as usize;
        let windows = rendering.heard.chunks_exact(window).enumerate();
        windows.map(|(i, part)| (WINDOW * (i as f64 + 0.5), centroid(part, rate))).collect()
    };
    let [played, bare] = [over_time(&played), over_time(&bare)];
    let late =
        |points: &[(f64, f64)]| points.iter().find(|(time, _)| *time > 1.5).map_or(0.0, |p| p.1);
    let sound = Panel::new("how the brightness passes", "time (s)", "spectral centroid (Hz)")
        .with(Series::line("with bridge and thread", played.clone()))
        .with(Series::line("the string alone", bare.clone()));
    Ok(findings
        .figure(
            Figure::new("A string that wraps around its bridge")
                .caption("Left: sound against an independent solver. Right: what the bridge does to the sound.")
                .columns(2)
                .panel(errors)
                .panel(sound),
        )
        .checks([
            Check::claim("energy that is not accounted for", "below 1e-12 of the whole")
                .named("ledger")
                .holds(worst < 1e-12, format!("at most {worst:.1e}")),
            Check::unpublished("spectral centroid after 1.5 s, with the bridge", late(&played))
                .named("centroid/bridge")
                .unit("Hz"),
            Check::unpublished("spectral centroid after 1.5 s, the string alone", late(&bare))
                .named("centroid/alone")
                .unit("Hz"),
        ])
        .command("carom run scenes/tanpura.toml")
        .command("cargo run --release -p carom --example bridge"))
}

const TEXT: &str = "The paper treats one mass and hopes for strings against distributed obstacles. Its quadratic does \
    not carry over (ducceschi/real-roots); what does is to store the energy of every contact as a square, ψ²/2. \
    Over a step in which the compression changes by d, ψ grows by g·d and the force is g·(ψ + g·d/2), whatever g is: \
    its work is what ψ²/2 gains. Together with modes that are propagated exactly under a held force, all contacts \
    of a step are one linear system with a positive definite matrix, losses included. g is the secant of √(2φ) over \
    the way that the contact is expected to go, so that ψ stays √(2φ); the scheme is then as accurate as the \
    iterative one, and one solve replaces up to twenty rounds of Newton's method.\n\nThe bridge of a tanpura shows \
    it: the string wraps around a wide curved bridge, and the place where it leaves it moves with every swing. \
    Energy climbs from low partials to high ones for seconds, where a string alone grows darker from the first \
    moment.";
