//! `carom vary`: many sounds of one scene, no two alike.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use carom_files::{check_directory, write_whole};
use carom_learn::{Ranges, Variation, changed, vary};
use carom_report::scene::{Layout, save_sound};
use carom_scene::build::{BuildOptions, Designs, reach};
use carom_scene::plan::Plan;
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Container;
use carom_scene::scene::{Format, Scene};
use clap::Args;
use serde_json::{Value, json};

use crate::error::{CommandError, print};
use crate::scene::named;

/// Peak of the loudest of all sounds.
const PEAK: f32 = 0.89;

/// Renders many variations of a scene: speed, place, hardness and size differ within given ranges.
///
/// All sounds have one common level: what is struck more softly is softer. variations.json beside
/// them holds every parameter.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene file, or the name of a piece of the gallery
    scene: String,

    /// How many, 1 to 10000
    #[arg(long, default_value_t = 10)]
    count: usize,

    /// The same seed gives the same sounds
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The directory to write to; it is made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Names of the files; {n} is the number
    #[arg(long, default_value = "{n}.wav")]
    names: String,

    /// Factors of all speeds
    #[arg(long, value_name = "LOW..HIGH", default_value = "0.7..1.4", value_parser = range)]
    velocity: [f64; 2],

    /// Shifts of places, in shares of the object
    #[arg(long, value_name = "LOW..HIGH", default_value = "-0.03..0.03", value_parser = range, allow_hyphen_values = true)]
    place: [f64; 2],

    /// Shifts of the hardness of hammers, of the range from 0 to 1
    #[arg(long, value_name = "LOW..HIGH", default_value = "-0.05..0.05", value_parser = range, allow_hyphen_values = true)]
    hardness: [f64; 2],

    /// Factors of all lengths; larger is lower
    #[arg(long, value_name = "LOW..HIGH", default_value = "1..1", value_parser = range)]
    size: [f64; 2],
}

const EXAMPLES: &str = "\
Examples:
  carom vary wine-glass --count 50 --seed 7 --out glasses
  carom vary door.toml --count 8 --velocity 0.3..2 --size 0.95..1.05 --out knocks --names knock-{n}.wav

Exit status: 0 done, 2 bad input, 3 could not read or write.";

/// LOW..HIGH.
fn range(text: &str) -> Result<[f64; 2], String> {
    let wrong = || format!("`{text}` is not LOW..HIGH, such as 0.7..1.4");
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let (low, high) = number(low).zip(number(high)).ok_or_else(wrong)?;
    if low > high { Err(format!("{low} is above {high}")) } else { Ok([low, high]) }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if !(1..=10_000).contains(&arguments.count) {
        return Err(CommandError::input(format!(
            "--count is {}; it must be from 1 to 10000",
            arguments.count
        )));
    }
    for (name, range) in [("--velocity", arguments.velocity), ("--size", arguments.size)] {
        if range[0] <= 0.0 || range[1] > 100.0 {
            let [low, high] = range;
            return Err(CommandError::input(format!(
                "{name} is {low}..{high}; factors must be above 0 and at most 100"
            )));
        }
    }
    if !arguments.names.contains("{n}")
        || arguments.names.contains(['/', '\\'])
        || !arguments.names.ends_with(".wav")
    {
        return Err(CommandError::input(format!(
            "--names is {}; it must hold {{n}}, end in .wav and name no directory",
            arguments.names
        )));
    }
    let scene = named(&arguments.scene)?.to_json();
    let ranges = Ranges {
        velocity: arguments.velocity,
        place: arguments.place,
        hardness: arguments.hardness,
        size: arguments.size,
    };
    let variations = vary(&ranges, arguments.count, arguments.seed);
    let digits = arguments.count.to_string().len();
    let name = |n: usize| arguments.names.replace("{n}", &format!("{:0digits$}", n + 1));
    let jobs: Vec<(String, Variation)> =
        variations.iter().enumerate().map(|(n, variation)| (name(n), *variation)).collect();
    let peaks = write_sounds(&scene, &jobs, &arguments.out)?;
    let rows: Vec<Value> = jobs
        .iter()
        .zip(&peaks)
        .map(|((file, variation), peak)| json!({ "file": file, "variation": variation, "peak": peak }))
        .collect();
    let manifest = json!({ "version": 1, "scene": arguments.scene, "seed": arguments.seed, "ranges": ranges, "sounds": rows });
    let path = arguments.out.join("variations.json");
    let text = serde_json::to_string_pretty(&manifest).map_err(CommandError::file)?;
    write_whole(&path, text).map_err(|error| CommandError::writing(&path, &error))?;
    print(&format!("{} sounds and variations.json in {}", jobs.len(), arguments.out.display()))
}

/// A sound in memory.
struct Made {
    rate: f64,
    left: Vec<f32>,
    right: Vec<f32>,
}

/// Renders a scene with each variation, on all processors, and writes the sounds at one common level;
/// returns the peaks as written.
pub(crate) fn write_sounds(
    scene: &Value,
    jobs: &[(String, Variation)],
    out: &Path,
) -> Result<Vec<f32>, CommandError> {
    let parsed = |(name, variation): &(String, Variation)| {
        let scene = Scene::from_json(&changed(scene, variation));
        scene
            .map(|scene| scene.plan)
            .map_err(|errors| CommandError::input(format!("{name} ({variation:?}): {errors}")))
    };
    let plans = jobs.iter().map(parsed).collect::<Result<Vec<Plan>, CommandError>>()?;
    // Sounds of one size are those of one object, with the modes that the hardest of their blows needs.
    let needed: Vec<f64> = plans.iter().map(reach).collect();
    let reach = |n: usize| {
        let size = jobs[n].1.size;
        let same = jobs.iter().zip(&needed).filter(|((_, other), _)| other.size == size);
        same.map(|(_, needed)| *needed).fold(0.0, f64::max)
    };
    let (next, designs) = (AtomicUsize::new(0), Designs::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let work = || -> Result<Vec<(usize, Made)>, CommandError> {
        let mut made = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(plan) = plans.get(n) else {
                return Ok(made);
            };
            let build = BuildOptions {
                designs: Some(&designs),
                reach: Some(reach(n)),
                ..BuildOptions::default()
            };
            let options = RenderOptions { keep: Keep::Samples, build, ..RenderOptions::default() };
            let sound = render_sound(plan, options).map_err(CommandError::input)?;
            let rate = plan.sample_rate;
            made.push((n, Made { rate, left: sound.left, right: sound.right }));
        }
    };
    let mut all = in_threads(threads, work)?;
    all.sort_by_key(|(n, _)| *n);
    let peak =
        |made: &Made| made.left.iter().chain(&made.right).fold(0.0_f32, |a, x| a.max(x.abs()));
    let loudest = all.iter().map(|(_, made)| peak(made)).fold(0.0, f32::max);
    if loudest <= 0.0 || !loudest.is_finite() {
        return Err(CommandError::input("every sound is silent; nothing was written"));
    }
    std::fs::create_dir_all(out).map_err(|error| CommandError::writing(out, &error))?;
    check_directory(out).map_err(|error| CommandError::writing(out, &error))?;
    let (gain, next) = (PEAK / loudest, AtomicUsize::new(0));
    in_threads(threads, || -> Result<Vec<()>, CommandError> {
        while let Some((n, made)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            save(&out.join(&jobs[*n].0), made, gain)?;
        }
        Ok(Vec::new())
    })?;
    Ok(all.iter().map(|(_, made)| gain * peak(made)).collect())
}

/// What several threads make that do the same work; the first error if there is one.
fn in_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> Result<Vec<T>, CommandError> + Sync,
) -> Result<Vec<T>, CommandError> {
    let results: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        handles.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
    });
    let mut all = Vec::new();
    for result in results {
        all.extend(result.map_err(|_| CommandError::input("a sound could not be rendered"))??);
    }
    Ok(all)
}

fn save(path: &Path, made: &Made, gain: f32) -> Result<(), CommandError> {
    let channels = if made.left == made.right { 1 } else { 2 };
    let layout = Layout::new(Format::Int24, Some(Container::Wav), channels, made.rate);
    let [left, right] =
        [&made.left, &made.right].map(|row| -> Vec<f32> { row.iter().map(|x| x * gain).collect() });
    save_sound(path, &layout, "", |take| take(&[&left[..], &right[..]][..channels]))
        .map_err(|error| CommandError::writing(path, &error))
}
