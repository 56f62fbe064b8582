//! `carom vary`: many sounds of one scene, no two alike.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use carom_files::{WholeFile, check_directory, write_whole};
use carom_report::scene::{Layout, save_sound};
use carom_scene::build::{BuildOptions, reach};
use carom_scene::plan::Plan;
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Container;
use carom_scene::scene::{Format, Scene};
use carom_scene::vary::{Ranges, Variation, changed, vary};
use clap::Args;
use serde_json::{Value, json};

use crate::error::{CommandError, print};
use crate::scene::parse;

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

    /// Names of the files; # is the number
    #[arg(long, default_value = "#.wav")]
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
  carom vary door.toml --count 8 --velocity 0.3..2 --size 0.95..1.05 --out knocks --names knock-#.wav

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
    // As it was once written: clap makes a new line of it in its help.
    let names = arguments.names.replace("{n}", "#");
    if !names.contains('#') || names.contains(['/', '\\']) || !names.ends_with(".wav") {
        return Err(CommandError::input(format!(
            "--names is {names}; it must hold #, end in .wav and name no directory"
        )));
    }
    let scene = parse(Some(Path::new(&arguments.scene)), &[])?.scene;
    let ranges = Ranges {
        velocity: arguments.velocity,
        place: arguments.place,
        hardness: arguments.hardness,
        size: arguments.size,
    };
    let variations = vary(&ranges, arguments.count, arguments.seed);
    let digits = arguments.count.to_string().len();
    let name = |n: usize| names.replace('#', &format!("{:0digits$}", n + 1));
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

/// Where the raw sound of a variation is among those that one thread made.
struct Made {
    thread: usize,
    from: u64,
    samples: usize,
    /// One if left and right are equal.
    channels: usize,
    rate: f64,
    peak: f32,
}

/// Renders a scene with each variation, on all processors, and writes the sounds at one common level;
/// returns the peaks as written.
pub(crate) fn write_sounds(
    scene: &Scene,
    jobs: &[(String, Variation)],
    out: &Path,
) -> Result<Vec<f32>, CommandError> {
    let parsed = |(name, variation): &(String, Variation)| {
        let scene = changed(scene, variation).resolve();
        scene
            .map(|scene| scene.plan)
            .map_err(|errors| CommandError::input(format!("{name} ({variation:?}): {errors}")))
    };
    // Sounds of one size are those of one object, with the modes that the hardest of their blows needs.
    let plans = jobs.iter().map(parsed).collect::<Result<Vec<Plan>, CommandError>>()?;
    let mut needed = HashMap::new();
    for (job, plan) in jobs.iter().zip(&plans) {
        let most = needed.entry(job.1.size.to_bits()).or_insert(0.0f64);
        *most = most.max(reach(plan));
    }
    let writing = |error| CommandError::writing(out, &error);
    std::fs::create_dir_all(out).map_err(writing)?;
    check_directory(out).map_err(writing)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let raw = |thread| WholeFile::create(out.join(format!("raw-{thread}"))).map(Mutex::new);
    let files = (0..threads).map(raw).collect::<io::Result<Vec<_>>>().map_err(writing)?;
    let next = AtomicUsize::new(0);
    let mut all = in_threads(threads, |thread| -> Result<Vec<(usize, Made)>, CommandError> {
        let (mut made, mut from) = (Vec::new(), 0);
        let mut file = files[thread].lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(plan) = plans.get(n) else {
                file.flush().map_err(writing)?;
                return Ok(made);
            };
            let reach = needed.get(&jobs[n].1.size.to_bits()).copied();
            let build = BuildOptions { reach, ..BuildOptions::default() };
            let options = RenderOptions { keep: Keep::Samples, build, ..RenderOptions::default() };
            let sound = render_sound(plan, options).map_err(CommandError::input)?;
            let rows = [&sound.left, &sound.right];
            let channels = if sound.left == sound.right { 1 } else { 2 };
            let values = rows[..channels].iter().copied().flatten();
            let peak = values.clone().fold(0.0_f32, |peak, x| peak.max(x.abs()));
            let bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
            file.write_all(&bytes).map_err(writing)?;
            let (samples, rate) = (sound.left.len(), plan.sample_rate);
            made.push((n, Made { thread, from, samples, channels, rate, peak }));
            from += bytes.len() as u64;
        }
    })?;
    all.sort_by_key(|(n, _)| *n);
    let loudest = all.iter().map(|(_, made)| made.peak).fold(0.0, f32::max);
    if loudest <= 0.0 || !loudest.is_finite() {
        return Err(CommandError::input("every sound is silent; nothing was written"));
    }
    let (gain, next) = (PEAK / loudest, AtomicUsize::new(0));
    in_threads(threads, |_| -> Result<Vec<()>, CommandError> {
        while let Some((n, made)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let path = out.join(&jobs[*n].0);
            let saved = save(&path, made, &files[made.thread], gain);
            saved.map_err(|error| CommandError::writing(&path, &error))?;
        }
        Ok(Vec::new())
    })?;
    Ok(all.iter().map(|(_, made)| gain * made.peak).collect())
}

fn save(path: &Path, made: &Made, file: &Mutex<WholeFile>, gain: f32) -> io::Result<()> {
    let mut raw = file.lock().unwrap_or_else(PoisonError::into_inner).reader()?;
    let mut bytes = vec![0; 4 * made.channels * made.samples];
    raw.seek(SeekFrom::Start(made.from))?;
    raw.read_exact(&mut bytes)?;
    let samples: Vec<f32> =
        bytes.as_chunks().0.iter().map(|bytes| gain * f32::from_le_bytes(*bytes)).collect();
    let rows: Vec<_> = samples.chunks(made.samples.max(1)).collect();
    let layout = Layout::new(Format::Int24, Some(Container::Wav), made.channels, made.rate);
    save_sound(path, &layout, "", |take| take(&rows))
}

/// What several threads make that do the same work; the first error if there is one.
fn in_threads<T: Send>(
    threads: usize,
    work: impl Fn(usize) -> Result<Vec<T>, CommandError> + Sync,
) -> Result<Vec<T>, CommandError> {
    let results: Vec<_> = std::thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = (0..threads).map(|n| scope.spawn(move || work(n))).collect();
        handles.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
    });
    let mut all = Vec::new();
    for result in results {
        all.extend(result.map_err(|_| CommandError::input("a sound could not be rendered"))??);
    }
    Ok(all)
}
