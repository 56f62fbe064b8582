//! `carom rerun`: a result made again from its record.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use carom_files::Record;
use carom_lab::collision;
use carom_lab::impact::{Impact, compare};
use carom_report::scene::{read_comment, write};
use carom_scene::render::RenderOptions;
use carom_scene::scene::Container;
use carom_scene::scene::Parsed;
use clap::Args;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{CommandError, print, report_files};
use crate::run::failure;

/// Results that are no sound and have more bytes are not read.
const LARGEST: u64 = 64 << 20;

/// Make a result again from the record that it carries
///
/// Results of `run`, `play`, `impact`, `sweep`, `collide` and `study` hold a record of what made them: the input with its
/// overrides, defaults and seeds, the version, the build and a hash. It is in summary.json and other
/// JSON, in sound files, in pages and in the parts of sweeps.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A summary.json, a JSON result, a WAV or FLAC file, a page, or a part of a sweep
    result: PathBuf,

    /// Where to write: a directory, or a sound file if the result was a single one
    #[arg(short, long, value_name = "PATH")]
    out: PathBuf,

    /// Of a part of a sweep, only this row: its number in the column `row`
    #[arg(long, value_name = "N")]
    row: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  carom run --set body.mallet.velocity=3 --out hard
  carom rerun hard/sound.wav --out again         the same bytes, from the sound alone
  carom rerun hard/report.html --out again
  carom rerun studies/papetti/table-1.html --out again
  carom rerun sweep/part-00003.parquet --out again
  carom rerun sweep/part-00003.parquet --row 200000 --out row    as carom run or impact gives it, and compared

The same build on the same processor gives the same bytes, and on any other if the result was made with
--alike. Another one gives the same numbers to 1e-9,
where contacts are not chaotic. The command prints which of the two holds, and compares. Studies that
measure the time of a computation differ each time.
Exit status: 0 done, 1 the bytes should be the same and are not, 2 no record or a bad one,
3 could not read or write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let (result, out) = (arguments.result.as_path(), arguments.out.as_path());
    let shown = result.display();
    let bad = |message: String| CommandError::Input(format!("{shown}: {message}"));
    // A sound may be of any length: only its comment is read, and it is compared piece by piece.
    let is_sound = Container::of(result).is_some();
    let bytes = if is_sound { Vec::new() } else { bytes_of(result)? };
    let part = crate::sweep::is_part(result).then(|| crate::sweep::read_part(&bytes));
    let part = part.transpose().map_err(bad)?;
    if part.is_none() && arguments.row.is_some() {
        return Err(CommandError::Input("--row is about a part of a sweep, NAME.parquet".into()));
    }
    let text = if let Some((_, record)) = &part {
        record.clone()
    } else if is_sound {
        let comment = read_comment(result).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => bad(error.to_string()),
            _ => CommandError::reading(&shown, &error),
        });
        comment?.unwrap_or_default()
    } else {
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let record = Record::find(&text).map_err(bad)?;
    if record.was_alike() {
        carom::compute_alike();
    }
    if let (Some((table, _)), Some(row)) = (&part, arguments.row) {
        return crate::sweep::rerun_row(&record, table, row, out);
    }
    let files = match record.kind.as_str() {
        "scene" => scene(&record, out, &bad)?,
        crate::play::KIND => crate::play::rerun(&record, out, &bad)?,
        "impact" => impact(&record, out, &bad)?,
        carom_sweep::KIND => crate::sweep::rerun(&record, out)?,
        "collision" => {
            let written = collision::rerun(&record, out).map_err(&bad)?;
            written.map_err(|error| CommandError::writing(out, &error))?
        }
        #[cfg(feature = "papers")]
        carom_papers::study::site::KIND => crate::study::rerun(&record, out, &bad)?,
        other => return Err(bad(format!("nothing is known of results of the kind `{other}`"))),
    };
    report_files(&files);
    let is_named = |file: &&PathBuf| file.file_name() == result.file_name();
    let is_alike = |file: &&PathBuf| file.extension() == result.extension();
    let again = files.iter().find(is_named).or_else(|| files.iter().find(is_alike));
    let verdict = match again {
        Some(again) => verdict(&record, result, again)?,
        None => "nothing to compare it with was written".to_owned(),
    };
    print(&format!("{}: {verdict}", record.kind))
}

fn scene(
    record: &Record,
    out: &Path,
    bad: &dyn Fn(String) -> CommandError,
) -> Result<Vec<PathBuf>, CommandError> {
    let (parsed, how) = Parsed::of_record(record).map_err(bad)?;
    let out = match (how.only, Container::of(out)) {
        (Some(only), None) => out.join(format!("sound.{}", only.extension())),
        (None, Some(_)) => {
            let message = "it was a directory: --out must not name a sound file";
            return Err(bad(message.to_owned()));
        }
        (Some(only), Some(other)) if only != other => {
            let message = format!("it was a {0} file: --out must end in .{0}", only.extension());
            return Err(bad(message));
        }
        _ => out.to_owned(),
    };
    let written = write(&parsed, how, &out, RenderOptions::default());
    Ok(written.map_err(|error| failure(&error, Some(&out)))?.files)
}

fn impact(
    record: &Record,
    out: &Path,
    bad: &dyn Fn(String) -> CommandError,
) -> Result<Vec<PathBuf>, CommandError> {
    let impact = Impact::deserialize(&record.input)
        .map_err(|error| bad(format!("its record is not one of an impact: {error}")))?;
    let comparison = compare(&impact).map_err(|error| bad(error.to_string()))?;
    let file = out.join("impact.json");
    let text = crate::impact::json(&impact, &comparison)? + "\n";
    let made = fs::create_dir_all(out).and_then(|()| carom_files::write_whole(&file, text));
    made.map_err(|error| CommandError::writing(&file, &error))?;
    Ok(vec![file])
}

/// The bytes of a result that is no sound.
fn bytes_of(path: &Path) -> Result<Vec<u8>, CommandError> {
    carom_files::read_bytes(path, LARGEST).map_err(|error| CommandError::of_reading(&error))
}

/// Whether two sound files hold the same bytes.
fn is_same_sound(one: &Path, other: &Path) -> Result<bool, CommandError> {
    let open = |path: &Path| {
        let file = File::open(path).map_err(|error| CommandError::reading(path.display(), &error));
        file.map(|file| BufReader::with_capacity(1 << 16, file).bytes())
    };
    let (mut one, mut other) = (open(one)?, open(other)?);
    loop {
        match (one.next(), other.next()) {
            (None, None) => return Ok(true),
            (Some(Ok(one)), Some(Ok(other))) if one == other => {}
            (Some(Err(error)), _) | (_, Some(Err(error))) => {
                return Err(CommandError::File(format!("cannot compare the sounds: {error}")));
            }
            _ => return Ok(false),
        }
    }
}

/// Whether the result is the same again.
fn verdict(record: &Record, result: &Path, again: &Path) -> Result<String, CommandError> {
    let is_sound = Container::of(result).is_some();
    let (is_same, is_all) = if is_sound {
        let is_same = is_same_sound(result, again)?;
        (is_same, is_same)
    } else {
        let (old, new) = (bytes_of(result)?, bytes_of(again)?);
        (old.trim_ascii_end() == new.trim_ascii_end(), old == new)
    };
    if record.is_of_this_build() {
        let names = format!("{} and {}", result.display(), again.display());
        let end = if is_all { "" } else { ", but for the end of the last line" };
        return if is_same {
            Ok(format!("the same build and processor made {names}: the same bytes{end}"))
        } else {
            let message = format!("the same build and processor made {names}, but they differ");
            Err(CommandError::Check(message))
        };
    }
    let Record { carom, build, processor, .. } = record;
    let made = format!("carom {carom}, build {build}, on {processor} made {}", result.display());
    if is_same {
        return Ok(format!("{made}; the bytes are the same here"));
    }
    let difference = match difference(result, again)? {
        Difference::Numbers(most) => format!("numbers differ by at most {most:.1e} of their size"),
        Difference::More => "more than numbers differs".to_owned(),
        Difference::Unknown => "its numbers are not compared".to_owned(),
    };
    Ok(format!(
        "{made}; here {difference} (1e-9 or less is expected where contacts are not chaotic)"
    ))
}

/// How two results differ.
enum Difference {
    /// In their numbers at most by this: samples by their share of full scale, others by that of their
    /// size.
    Numbers(f64),
    /// In their length, keys or texts.
    More,
    /// They cannot be compared.
    Unknown,
}

fn difference(old: &Path, new: &Path) -> Result<Difference, CommandError> {
    match Container::of(old) {
        Some(Container::Wav) => return Ok(sound_difference(old, new).unwrap_or(Difference::More)),
        Some(Container::Flac) => return Ok(Difference::Unknown),
        None => {}
    }
    let read = |path| bytes_of(path).map(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    let (Some(old), Some(new)) = (read(old)?, read(new)?) else { return Ok(Difference::Unknown) };
    let mut most = 0.0;
    let is_alike = is_alike(&old, &new, &mut most);
    Ok(if is_alike { Difference::Numbers(most) } else { Difference::More })
}

/// How far the samples of two WAV files are apart, if there are as many.
fn sound_difference(old: &Path, new: &Path) -> Option<Difference> {
    let (old, new) = (hound::WavReader::open(old).ok()?, hound::WavReader::open(new).ok()?);
    let is_alike = old.len() == new.len() && old.spec() == new.spec();
    let (mut old, mut new) = (samples(old), samples(new));
    let mut most = 0.0f64;
    while let (Some(old), Some(new)) = (old.next(), new.next()) {
        most = most.max((old? - new?).abs());
    }
    is_alike.then_some(Difference::Numbers(most))
}

/// The samples of a WAV file as shares of full scale; nothing for one that cannot be read.
fn samples(reader: hound::WavReader<BufReader<File>>) -> Box<dyn Iterator<Item = Option<f64>>> {
    let full = 2f64.powi(i32::from(reader.spec().bits_per_sample) - 1);
    match reader.spec().sample_format {
        hound::SampleFormat::Float => {
            Box::new(reader.into_samples::<f32>().map(|s| s.ok().map(f64::from)))
        }
        hound::SampleFormat::Int => {
            Box::new(reader.into_samples::<i32>().map(move |s| s.ok().map(|s| f64::from(s) / full)))
        }
    }
}

/// Whether two values differ in numbers alone, and by how much at most.
fn is_alike(old: &Value, new: &Value, most: &mut f64) -> bool {
    match (old, new) {
        (Value::Number(old), Value::Number(new)) => {
            let (old, new) = (old.as_f64().unwrap_or(0.0), new.as_f64().unwrap_or(0.0));
            // What is zero but for rounding has no size of its own.
            let size = old.abs().max(new.abs());
            if size > 1e-12 {
                *most = most.max((old - new).abs() / size);
            }
            true
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_alike(old, new, most))
        }
        (Value::Object(old), Value::Object(new)) => {
            let mut alike = |key: &String, old: &Value| {
                key == "provenance" || new.get(key).is_some_and(|new| is_alike(old, new, most))
            };
            old.len() == new.len() && old.iter().all(|(key, old)| alike(key, old))
        }
        (old, new) => old == new,
    }
}
