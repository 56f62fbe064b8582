//! `carom run`: a scene becomes a sound, a force and a page.

use std::fs;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use carom_scene::render::{RenderError, RenderOptions, Rendering, render, write_all};
use carom_scene::scene::{Parsed, Scene};
use clap::Args;

use crate::failure::{Failure, print};

/// The scene that plays when none is given.
const BUILT_IN: &str = include_str!("../../../../scenes/bar.toml");

/// Renders a scene: sound, force, trajectories, summary and a page that shows them.
///
/// A scene is a TOML file that says what hits what, how hard and where; docs/scenes.md describes
/// it. Without one, a mallet strikes a bar.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene file
    scene: Option<PathBuf>,

    /// Change a value of the scene; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// The directory to write to [default: carom-out; with --json, nowhere]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print the summary as JSON on standard output
    #[arg(long)]
    json: bool,

    /// Write forces and trajectories of the whole run, not of the contacts only
    #[arg(long)]
    full: bool,

    /// Write one more sound file per pickup
    #[arg(long)]
    pickups: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom run                                      a mallet on a bar, into carom-out/
  carom run scene.toml --out hit
  carom run scene.toml --set body.mallet.velocity=2.5 --set contact.0.law.mu=0.3
  carom run --json --set scheme=rk4              numbers only

Written: sound.wav, force.csv, trajectory.csv, summary.json, report.html. A force in force.csv is the \
mean over the sample that ends at its time: forces sum to the impulse.

A contact whose law follows from materials or hardness never pulls. A law as written may pull, unless \
it says adhesive = false.

Schemes: two-point treats every scene and closes its energy. am1, verlet, heun and rk4 treat bodies \
with modes, felt and moved contacts, too, but am1 not two contacts on one mode. three-point, quadratic \
and quadratised treat one mass against a wall, without felt and without a law that never pulls.

Exit status: 0 done, 2 bad scene or flag, 3 could not read or write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, text) = read(arguments.scene.as_deref())?;
    let parsed = Scene::parse_with(&name, &text, &arguments.set)
        .map_err(|errors| Failure::Rendered(errors.to_string()))?;
    if let Some(warnings) = parsed.warnings_report() {
        eprintln!("{warnings}");
    }
    let watched = io::stderr().is_terminal();
    let options = RenderOptions {
        full: arguments.full,
        progress: watched.then_some(&progress),
        announce: Some(|text| eprintln!("note: {text}")),
        ..RenderOptions::default()
    };
    let directory = match (&arguments.out, arguments.json) {
        (Some(directory), _) => Some(directory.clone()),
        (None, false) => Some(PathBuf::from("carom-out")),
        (None, true) => None,
    };
    let Some(directory) = directory else {
        let rendering = render(&parsed.scene, options).map_err(|error| failure(&error, None))?;
        say_warnings(&rendering);
        return print_json(&rendering);
    };
    let source = shown(&parsed, &text);
    let written = write_all(&parsed.scene, &source, &directory, options, arguments.pickups)
        .map_err(|error| failure(&error, Some(&directory)))?;
    say_warnings(&written.rendering);
    if arguments.json {
        for file in &written.files {
            eprintln!("wrote {}", file.display());
        }
        return print_json(&written.rendering);
    }
    let next = match written.rendering.summary.audio.peak {
        0.0 => "Nothing is heard: see report.html for what moved.".to_owned(),
        _ => next(arguments, &parsed.scene),
    };
    print(&said(&written.rendering, &written.files, &next))
}

/// Says how far a long render is, twice a second, to a person who watches.
fn progress(done: f64, of: Option<f64>) -> ControlFlow<()> {
    static SPOKEN: Mutex<Option<Instant>> = Mutex::new(None);
    let go_on = ControlFlow::Continue(());
    let Ok(mut spoken) = SPOKEN.lock() else { return go_on };
    let last = *spoken.get_or_insert_with(|| Instant::now() + Duration::from_millis(500));
    if Instant::now().saturating_duration_since(last) < Duration::from_millis(500) {
        return go_on;
    }
    *spoken = Some(Instant::now());
    let whole = of.map_or_else(String::new, |of| format!(" of {of:.1}"));
    // The line is written over, and cleared when the render is done.
    eprint!("\r{done:.1}{whole} s rendered\x1b[K\r");
    go_on
}

pub(crate) fn read(path: Option<&Path>) -> Result<(String, String), Failure> {
    let Some(path) = path else { return Ok(("the built-in scene".into(), BUILT_IN.into())) };
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::File(format!("cannot read {}: {error}", path.display())))?;
    Ok((path.display().to_string(), text))
}

/// The scene as it was played: the file, or with overrides what they made of it.
fn shown(parsed: &Parsed, text: &str) -> String {
    if parsed.source().assignments().is_empty() {
        return text.to_owned();
    }
    parsed.scene.to_toml().unwrap_or_else(|_| text.to_owned())
}

fn failure(error: &RenderError, directory: Option<&Path>) -> Failure {
    match (error, directory) {
        (RenderError::Write(error), Some(directory)) => {
            Failure::File(format!("cannot write to {}: {error}", directory.display()))
        }
        (RenderError::Write(error), None) => Failure::File(error.to_string()),
        _ => Failure::Input(error.to_string()),
    }
}

fn say_warnings(rendering: &Rendering) {
    if io::stderr().is_terminal() {
        eprint!("\x1b[K");
    }
    for warning in &rendering.warnings {
        eprintln!("warning: {warning}");
    }
}

fn print_json(rendering: &Rendering) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(&rendering.summary);
    print(&json.map_err(|error| Failure::File(error.to_string()))?)
}

/// What to try next: the same, struck twice as hard.
fn next(arguments: &Arguments, scene: &Scene) -> String {
    let open = "Listen to sound.wav and open report.html.";
    let struck = scene.body.iter().find_map(|body| body.velocity.map(|v| (&body.name, v)));
    let Some((name, velocity)) = struck.filter(|(_, velocity)| *velocity != 0.0) else {
        return open.into();
    };
    let file = arguments.scene.as_ref().map_or_else(String::new, |p| format!(" {}", p.display()));
    let harder = 2.0 * velocity;
    format!("{open} Then strike harder:\n  carom run{file} --set body.{name}.velocity={harder}")
}

/// What happened, where it is, and what to try next.
fn said(rendering: &Rendering, files: &[PathBuf], next: &str) -> String {
    let summary = &rendering.summary;
    let mut lines = Vec::new();
    if let Some(title) = &summary.title {
        lines.push(title.clone());
    }
    for body in &summary.modes {
        lines.push(format!("  {}: {} modes up to {:.0} Hz", body.body, body.count, body.up_to));
    }
    for contact in &summary.contacts {
        lines.push(match (contact.first_contact_at, contact.first_contact_time) {
            (Some(_), Some(time)) => format!(
                "  {}: touched {}, first for {:.3} ms, up to {:.1} N ({} steps per sample)",
                contact.name,
                if contact.count == 1 { "once".into() } else { format!("{} times", contact.count) },
                1e3 * time,
                contact.peak_force,
                contact.substeps
            ),
            (Some(_), None) => {
                format!("  {}: still touching, up to {:.1} N", contact.name, contact.peak_force)
            }
            _ => format!("  {}: never touched", contact.name),
        });
    }
    let energy = &summary.energy;
    lines.push(format!(
        "  energy: {:.4e} J in, {:.4e} J lost, {:.4e} J left; {:.1e} of it unaccounted for",
        energy.initial + energy.supplied,
        energy.dissipated,
        energy.stored,
        energy.residual
    ));
    let partials: Vec<String> =
        summary.audio.partials.iter().take(8).map(|p| format!("{:.0}", p.frequency_hz)).collect();
    let seconds = summary.samples as f64 / summary.sample_rate;
    lines.push(if summary.audio.peak == 0.0 {
        format!("  sound: {seconds:.2} s of silence")
    } else {
        format!(
            "  sound: {seconds:.2} s, gain {:+.1} dB, attack around {:.0} Hz{}",
            20.0 * summary.audio.gain.log10(),
            summary.audio.centroid_hz,
            if partials.is_empty() {
                String::new()
            } else {
                format!(", partials at {} Hz", partials.join(", "))
            }
        )
    });
    lines.push(String::new());
    for file in files {
        lines.push(format!("wrote {}", file.display()));
    }
    lines.push(String::new());
    lines.push(next.to_owned());
    lines.join("\n")
}
