//! A rendering as files. Each file appears whole or not at all.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use carom_files::{Record, WholeFile, WholeFiles};
use carom_scene::plan::Plan;
use carom_scene::render::{
    Chunk, FinalLevel, Keep, RenderError, RenderOptions, Rendering, Sink, render_into,
};
use carom_scene::scene::{Container, How, Parsed};

use super::page;
use super::sound_file::{Layout, Tag, TakeRows, write_sound_file};
use super::tables::Tables;

/// What was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The run.
    pub rendering: Rendering,
    /// The files, the sound first.
    pub files: Vec<PathBuf>,
}

/// As much of the sound as the page plays (s).
const PLAYED: f64 = 30.0;

/// Most bytes of samples in a WAV file.
const LARGEST_WAV: f64 = 4.2e9;

/// Renders a scene: into a directory with sound, tables, summary and page, or into
/// one sound file. Every file carries the record.
pub fn write<'a>(
    parsed: &'a Parsed,
    how: How,
    out: &Path,
    options: RenderOptions<'a>,
) -> Result<Written, RenderError> {
    let record = parsed.record(how);
    match how.only {
        Some(container) => write_sound(parsed, &record, container, out, options),
        None => write_all(parsed, &record, how, out, options),
    }
}

fn write_all<'a>(
    parsed: &'a Parsed,
    record: &Record,
    how: How,
    directory: &Path,
    options: RenderOptions<'a>,
) -> Result<Written, RenderError> {
    let options = RenderOptions { full: how.full, ..options };
    let plan = &parsed.plan;
    let comment = record.to_text();
    let mut files = WholeFiles::in_directory(directory)?;
    let mut tables = Tables::create(directory, plan, options.full)?;
    let mut recorded = record_sound(plan, options, directory, Some(&mut tables), how.pickups)?;
    let layout = recorded.layout(None);
    let extension = layout.container.extension();
    let mut add_sound = |name: String, first: usize, layout: Layout| {
        let mut file = files.create(&name)?;
        recorded.write(&mut file, first, &layout, &comment)?;
        files.take(&name, file);
        Ok::<_, io::Error>(())
    };
    add_sound(format!("sound.{extension}"), 0, layout)?;
    if how.pickups {
        for p in 0..plan.pickups.len() {
            let alone = Layout { channels: 1, ..layout };
            add_sound(format!("pickup-{}.{extension}", p + 1), layout.channels + p, alone)?;
        }
    }
    let played = recorded.beginning()?;
    let rendering = recorded.rendering;
    for (file, name) in tables.finish()?.into_iter().zip(TABLES) {
        files.take(name, file);
    }
    let page = page::page(plan, &parsed.to_toml(), &rendering, played);
    files.add("summary.json", summary_json(&rendering, record)?)?;
    files.add("report.html", page.data(record.to_html()).to_html())?;
    // Everything is whole: now it may appear.
    Ok(Written { rendering, files: files.commit()? })
}

/// The summary of a rendering with its warnings and its record, as JSON.
pub fn summary_json(rendering: &Rendering, record: &Record) -> io::Result<String> {
    let mut summary = serde_json::to_value(&rendering.summary).map_err(io::Error::other)?;
    summary["warnings"] = rendering.warnings.clone().into();
    record.add_to(&mut summary);
    serde_json::to_string_pretty(&summary).map_err(io::Error::other)
}

fn write_sound<'a>(
    parsed: &'a Parsed,
    record: &Record,
    container: Container,
    path: &Path,
    options: RenderOptions<'a>,
) -> Result<Written, RenderError> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = parent.unwrap_or(Path::new("."));
    // Made for the file, and removed if nothing comes of it.
    let mut files = WholeFiles::in_directory(directory)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = WholeFile::create(path)?;
    let options = RenderOptions { keep: options.keep.min(Keep::Summary), ..options };
    let mut recorded = record_sound(&parsed.plan, options, directory, None, false)?;
    let layout = recorded.layout(Some(container));
    recorded.write(&mut file, 0, &layout, &record.to_text())?;
    files.take(&name, file);
    files.commit()?;
    Ok(Written { rendering: recorded.rendering, files: vec![path.to_owned()] })
}

/// The names of the tables.
const TABLES: [&str; 3] = ["force.csv", "trajectory.csv", "energy.csv"];

/// Renders a scene and keeps its raw sound in a temporary file.
fn record_sound<'a>(
    plan: &'a Plan,
    options: RenderOptions<'a>,
    directory: &Path,
    tables: Option<&mut Tables>,
    separately: bool,
) -> Result<Recorded<'a>, RenderError> {
    let mixed = plan.channels();
    let alone = if separately { plan.pickups.len() } else { 0 };
    let raw = WholeFile::create(directory.join("sound.raw"))?;
    let rows = vec![Vec::with_capacity(BLOCK + 256); mixed + alone];
    let mut recorder = Recorder { raw, rows, bytes: Vec::new(), tables, mixed };
    let rendering = render_into(plan, options, &mut recorder)?;
    recorder.flush()?;
    let Recorder { raw, rows, .. } = recorder;
    Ok(Recorded { plan, rendering, raw, mixed, channels: rows.len() })
}

/// As many samples of each channel follow each other in the temporary file, before those of the next.
const BLOCK: usize = 8192;

/// Takes the chunks of a run.
struct Recorder<'a> {
    raw: WholeFile,
    /// Samples that are not in the file yet: of the channels of the mix, which is one if left and right are equal,
    /// and of the pickups that are kept on their own.
    rows: Vec<Vec<f32>>,
    bytes: Vec<u8>,
    tables: Option<&'a mut Tables>,
    mixed: usize,
}

impl Recorder<'_> {
    /// Writes what would begin the next block, or everything.
    fn flush(&mut self) -> io::Result<()> {
        for row in &mut self.rows {
            let count = row.len().min(BLOCK);
            self.bytes.resize(4 * count, 0);
            for (bytes, sample) in self.bytes.as_chunks_mut().0.iter_mut().zip(row.drain(..count)) {
                *bytes = sample.to_le_bytes();
            }
            self.raw.write_all(&self.bytes)?;
        }
        Ok(())
    }
}

impl Sink for Recorder<'_> {
    fn take(&mut self, chunk: &Chunk) -> io::Result<()> {
        for (c, row) in self.rows.iter_mut().enumerate() {
            let samples = match c.checked_sub(self.mixed) {
                Some(pickup) => chunk.pickup(pickup),
                None => [chunk.left, chunk.right][c],
            };
            row.extend(samples.iter().map(|sample| *sample as f32));
        }
        if self.rows[0].len() >= BLOCK {
            self.flush()?;
        }
        self.tables.as_mut().map_or(Ok(()), |tables| tables.take(chunk))
    }
}

/// A run whose raw sound is read a second time, with the gain that followed from the first time.
struct Recorded<'a> {
    plan: &'a Plan,
    rendering: Rendering,
    raw: WholeFile,
    /// Channels of the mix, and of the mix and the pickups on their own.
    mixed: usize,
    channels: usize,
}

impl Recorded<'_> {
    /// The layout of a file with the mix.
    fn layout(&self, container: Option<Container>) -> Layout {
        Layout::new(self.plan.format, container, self.mixed, self.plan.sample_rate)
    }

    /// Passes `count` samples of some channels to `take`, gain and fade applied.
    fn rows(&mut self, part: Range<usize>, count: u64, take: &mut TakeRows) -> io::Result<()> {
        let mut raw = self.raw.reader()?;
        let all = self.rendering.summary.samples;
        let level = FinalLevel::new(&self.rendering);
        let mut rows = vec![Vec::new(); self.channels];
        let mut bytes = Vec::new();
        for start in (0..count).step_by(BLOCK) {
            let length = (all - start).min(BLOCK as u64) as usize;
            let wanted = (count - start).min(BLOCK as u64) as usize;
            for row in &mut rows {
                bytes.resize(4 * length, 0);
                raw.read_exact(&mut bytes)?;
                row.clear();
                row.extend(bytes.as_chunks().0[..wanted].iter().map(|b| f32::from_le_bytes(*b)));
            }
            let rows = &mut rows[part.clone()];
            rows.iter_mut().for_each(|row| level.raise(start, row));
            take(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// Writes the channels from `first` on as a sound file.
    fn write(
        &mut self,
        file: &mut WholeFile,
        first: usize,
        layout: &Layout,
        comment: &str,
    ) -> io::Result<()> {
        let samples = self.rendering.summary.samples;
        let bytes = samples as f64 * layout.channels as f64 * f64::from(layout.bits) / 8.0;
        if layout.container == Container::Wav && bytes > LARGEST_WAV {
            return Err(io::Error::other(format!(
                "the sound takes {:.1} GB, and a WAV file holds up to 4.2 GB; a FLAC file holds it",
                bytes / 1e9
            )));
        }
        let part = first..first + layout.channels;
        write_sound_file(file, layout, &[(Tag::Comment, comment)], |take| {
            self.rows(part, samples, take)
        })
    }

    /// The beginning of the mix as a WAV file of 16 bits, for the page.
    fn beginning(&mut self) -> io::Result<Vec<u8>> {
        let (mixed, rate) = (self.mixed, self.plan.sample_rate);
        let count = self.rendering.summary.samples.min(((PLAYED * rate) as u64).max(1));
        let mut bytes = io::Cursor::new(Vec::new());
        write_sound_file(&mut bytes, &Layout::player(mixed, rate), &[], |take| {
            self.rows(0..mixed, count, take)
        })?;
        Ok(bytes.into_inner())
    }
}
