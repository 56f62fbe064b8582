//! `carom run`: a scene becomes a sound, a force and a page.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use carom_files::Record;
use carom_numeric::five_digits as number;
use carom_report::scene::{summary_json, write};
use carom_scene::render::{
    ContactSummary, EnergySummary, RenderError, RenderOptions, Rendering, full_scale, render,
};
use carom_scene::scene::Container;
use carom_scene::scene::{How, Scene};
use clap::Args;

use crate::error::{CommandError, directory, print, report_files};
use crate::say::{quoted, say, show};
use crate::scene::parse;

/// Renders a scene: sound, forces, trajectories, energies, summary and a page that shows them.
///
/// A scene is a file in TOML or JSON: what hits what, how hard and where; docs/scenes.md describes
/// it. Without one, a mallet strikes a bar.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene file, or the name of a piece of the gallery; - reads standard input
    scene: Option<PathBuf>,

    /// Change a value of the scene; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,

    /// The directory to write to, or one sound file, NAME.wav or NAME.flac [default: carom-out;
    /// with --json, nowhere]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Print the summary as JSON on standard output
    #[arg(long)]
    json: bool,

    /// Write forces and trajectories of the whole run, not of the contacts only, and energies of every
    /// sample in contact
    #[arg(long)]
    full: bool,

    /// Write one more sound file per pickup
    #[arg(long)]
    pickups: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom run                                      a mallet on a bar, into carom-out/
  carom run wine-glass                           a piece of the gallery
  carom run scene.toml --out hit
  carom run scene.toml --out hit.wav             the sound alone
  carom gallery --print bar | carom run -        a scene from standard input, TOML or JSON
  carom run scene.toml --set body.mallet.velocity=2.5 --set contact.0.law.mu=0.3
  carom run --json --set scheme=rk4              numbers only

Written to a directory: sound.wav (or sound.flac), force.csv, trajectory.csv (places and velocities), \
energy.csv (of every body and contact over time, by where it goes), summary.json, report.html. A force in \
force.csv is the mean over the sample that ends at its time: forces sum to the impulse.

A scene without pickups is heard by a listener at 1 m, farther from large things: the sound is its pressure in \
pascals. The level of the scene says how many are full scale; by default the peak is at -3 dBFS.

A sound has one channel if every pickup is in the middle (pan = 0), otherwise two. The format of the \
scene is float32, int24 or int16, which are WAV files, or flac, a FLAC file of 24 bits. The name of a \
sound file overrides it: NAME.wav is WAV, with 24 bits for flac; NAME.flac is FLAC, with 16 bits for \
int16 and 24 bits otherwise.

A contact whose law follows from materials or hardness never pulls. A law as written may pull, unless \
it says adhesive = false.

Schemes: two-point treats every scene and closes its energy. quadratised does so without iteration, but \
without felt. am1, verlet, heun and rk4 treat bodies with modes, felt and moved contacts, too, but am1 \
not two contacts on one mode. three-point and quadratic treat one mass against a wall, without felt and \
without a law that never pulls.

Exit status: 0 done, 1 done but its energy does not add up to a millionth, 2 bad scene or flag, 3 could \
not read or write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let out = directory(arguments.out.as_ref(), arguments.json, "carom-out");
    let out = out.as_deref();
    let is_sound = out.is_some_and(|path| Container::of(path).is_some());
    if let Some(path) = out {
        check_out(path, is_sound, arguments)?;
    }
    let parsed = parse(arguments.scene.as_deref(), &arguments.set)?;
    let watched = io::stderr().is_terminal();
    let options = RenderOptions {
        full: arguments.full,
        progress: watched.then_some(&progress),
        announce: Some(|text| say!("note: {text}")),
        ..RenderOptions::default()
    };
    let only = out.and_then(Container::of);
    let how = How { full: arguments.full, pickups: arguments.pickups, only };
    let Some(out) = out else {
        let rendering = render(&parsed.plan, options).map_err(|error| failure(&error, None))?;
        print_warnings(&rendering);
        print_summary(&rendering, &parsed.record(how))?;
        return check_energy(&rendering);
    };
    let written = write(&parsed, how, out, options).map_err(|error| failure(&error, Some(out)))?;
    print_warnings(&written.rendering);
    if arguments.json {
        report_files(&written.files);
        print_summary(&written.rendering, &parsed.record(how))?;
        return check_energy(&written.rendering);
    }
    let silent = written.rendering.summary.audio.peak == 0.0;
    let sound = written.files.first().and_then(|file| file.file_name()).unwrap_or_default();
    let next = match (silent, is_sound) {
        (true, true) => String::new(),
        (true, false) => "See report.html for what moved.".to_owned(),
        (false, _) => {
            let page = if is_sound { "" } else { " and open report.html" };
            format!("Listen to {}{page}.{}", sound.display(), harder(arguments, &parsed.scene))
        }
    };
    let full_scale = full_scale(&parsed.plan, written.rendering.gain);
    print(&described(&written.rendering, &full_scale, &written.files, &next))?;
    check_energy(&written.rendering)
}

/// Energy that does not add up is a check that failed.
fn check_energy(rendering: &Rendering) -> Result<(), CommandError> {
    let EnergySummary { adds_up, residual, .. } = rendering.summary.energy;
    if adds_up {
        return Ok(());
    }
    Err(CommandError::Check(format!(
        "the energy of this run does not add up: {:.1e} of it is {}",
        residual.abs(),
        if residual < 0.0 { "missing" } else { "too much" }
    )))
}

/// Endings of sound files that are not written.
const OTHER_SOUNDS: [&str; 8] = ["aac", "aif", "aiff", "m4a", "mp3", "ogg", "opus", "wma"];

/// Refuses what `--out` cannot mean.
fn check_out(path: &Path, is_sound: bool, arguments: &Arguments) -> Result<(), CommandError> {
    let shown = path.display();
    if is_sound && (arguments.pickups || arguments.full) {
        let flag = if arguments.pickups { "--pickups" } else { "--full" };
        return Err(CommandError::Input(format!(
            "{flag} writes more files, and --out {shown} is one sound file: give a directory"
        )));
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if OTHER_SOUNDS.contains(&extension.as_str()) && !path.is_dir() {
        return Err(CommandError::Input(format!(
            "--out {shown}: a sound file is NAME.wav or NAME.flac"
        )));
    }
    Ok(())
}

/// Shows on a terminal how far a long render is, twice a second.
fn progress(done: f64, of: Option<f64>) -> ControlFlow<()> {
    static SHOWN: Mutex<Option<Instant>> = Mutex::new(None);
    let go_on = ControlFlow::Continue(());
    let Ok(mut shown) = SHOWN.lock() else { return go_on };
    let last = *shown.get_or_insert_with(|| Instant::now() + Duration::from_millis(500));
    if Instant::now().saturating_duration_since(last) < Duration::from_millis(500) {
        return go_on;
    }
    *shown = Some(Instant::now());
    let whole = of.map_or_else(String::new, |of| format!(" of {of:.1}"));
    // The line is written over, and cleared when the render is done.
    show!("\r{done:.1}{whole} s rendered\x1b[K\r");
    go_on
}

pub(crate) fn failure(error: &RenderError, out: Option<&Path>) -> CommandError {
    match (error, out) {
        (RenderError::Write(error), Some(out)) => {
            CommandError::File(format!("cannot write to {}: {error}", out.display()))
        }
        (RenderError::Write(error), None) => CommandError::file(error),
        _ => CommandError::input(error),
    }
}

pub(crate) fn print_warnings(rendering: &Rendering) {
    if io::stderr().is_terminal() {
        show!("\x1b[K");
    }
    for warning in &rendering.warnings {
        say!("warning: {warning}");
    }
}

fn print_summary(rendering: &Rendering, record: &Record) -> Result<(), CommandError> {
    let json = summary_json(rendering, record);
    print(&json.map_err(CommandError::file)?)
}

/// The command that strikes twice as hard, if there is a velocity to double.
fn harder(arguments: &Arguments, scene: &Scene) -> String {
    let struck = scene.body.iter().find_map(|body| body.velocity.map(|v| (&body.name, v)));
    let Some((name, velocity)) = struck.filter(|(_, velocity)| *velocity != 0.0) else {
        return String::new();
    };
    let file = arguments.scene.as_ref().map(|path| quoted(&path.display().to_string()));
    let file = file.map_or_else(String::new, |file| format!(" {file}"));
    let set = quoted(&format!("body.{name}.velocity={}", 2.0 * velocity));
    format!(" Then strike harder:\n  carom run{file} --set {set}")
}

/// What happened in each contact; a line of points is one of them.
fn touches(contacts: &[ContactSummary]) -> Vec<String> {
    let told = contacts.iter().enumerate().filter(|(_, contact)| contact.point_of.is_none());
    let told = told.map(|(n, contact)| {
        let points: Vec<_> = contacts.iter().filter(|other| other.point_of == Some(n)).collect();
        if points.is_empty() { touched(contact) } else { touched_along(contact, &points) }
    });
    told.collect()
}

fn touched(ContactSummary { name, log, .. }: &ContactSummary) -> String {
    match (log.first_contact_at, log.first_contact_time) {
        (Some(_), Some(time)) => format!(
            "  {name}: touched {}, first for {:.3} ms, up to {:.1} N ({} steps per sample)",
            if log.count == 1 { "once".into() } else { format!("{} times", log.count) },
            1e3 * time,
            log.peak_force,
            log.substeps
        ),
        (Some(_), None) => format!("  {name}: still touching, up to {:.1} N", log.peak_force),
        _ => format!("  {name}: never touched"),
    }
}

fn touched_along(first: &ContactSummary, others: &[&ContactSummary]) -> String {
    let points = || std::iter::once(&first.log).chain(others.iter().map(|point| &point.log));
    let touched = points().filter(|log| log.first_contact_at.is_some()).count();
    let force = points().map(|log| log.peak_force).fold(0.0, f64::max);
    let substeps = points().map(|log| log.substeps).max().unwrap_or(0);
    format!(
        "  {}: {touched} of {} points touched, up to {force:.1} N each ({substeps} steps per sample)",
        first.name,
        points().count()
    )
}

/// What happened, where it is, and what to try next.
fn described(rendering: &Rendering, full_scale: &str, files: &[PathBuf], next: &str) -> String {
    let summary = &rendering.summary;
    let mut lines = Vec::new();
    if let Some(title) = &summary.title {
        lines.push(title.clone());
    }
    for body in &summary.modes {
        lines.push(format!("  {}: {} modes up to {:.0} Hz", body.body, body.count, body.up_to));
    }
    lines.extend(touches(&summary.contacts));
    let energy = &summary.energy;
    lines.push(format!(
        "  energy: {} J in, {} J lost, {} J left; {:.1e} of it unaccounted for",
        number(energy.initial + energy.supplied),
        number(energy.dissipated),
        number(energy.stored),
        energy.residual
    ));
    let partials: Vec<String> =
        summary.audio.partials.iter().take(8).map(|p| format!("{:.0}", p.frequency_hz)).collect();
    let seconds = summary.samples as f64 / summary.sample_rate;
    lines.push(if summary.audio.peak == 0.0 {
        format!("  sound: {seconds:.2} s of silence")
    } else {
        format!(
            "  sound: {seconds:.2} s, full scale is {full_scale}, {:.1} LUFS at its loudest, attack \
             around {:.0} Hz{}",
            summary.audio.loudness_lufs.unwrap_or(f64::NEG_INFINITY),
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
