//! A rendering as files. Each file appears whole or not at all.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use carom_files::{Record, WholeFile, WholeFiles};
use carom_scene::plan::Plan;
use carom_scene::render::{
    Chunk, FinalLevel, RenderError, RenderOptions, Rendering, Sink, raised, render_into,
};
use carom_scene::scene::{Container, How, Parsed};

use super::page;
use super::sound_file::{Layout, Tag, TakeFrame, write_sound_file};
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
    let pickups = &plan.pickups;
    let mixed = plan.channels();
    let alone = if separately { pickups.len() } else { 0 };
    let raw = BufWriter::new(WholeFile::create(directory.join("sound.raw"))?);
    let mut recorder = Recorder { raw, tables, mixed, alone };
    let rendering = render_into(plan, options, &mut recorder)?;
    let raw = recorder.raw.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(Recorded { plan, rendering, raw, mixed, channels: mixed + alone })
}

/// Takes the chunks of a run.
struct Recorder<'a> {
    raw: BufWriter<WholeFile>,
    tables: Option<&'a mut Tables>,
    /// Channels of the mix: 1 if left and right are equal.
    mixed: usize,
    /// Pickups that are kept on their own.
    alone: usize,
}

impl Sink for Recorder<'_> {
    fn take(&mut self, chunk: &Chunk) -> io::Result<()> {
        let mixed = [chunk.left, chunk.right].into_iter().take(self.mixed);
        let alone = chunk.pickups.chunks_exact(chunk.frames).take(self.alone);
        let channels: Vec<_> = mixed.chain(alone).collect();
        for n in 0..chunk.frames {
            for channel in &channels {
                self.raw.write_all(&(channel[n] as f32).to_le_bytes())?;
            }
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

    /// Passes `count` frames to `take`, gain and fade applied.
    fn frames(&mut self, count: u64, take: &mut TakeFrame) -> io::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 16, self.raw.reader()?);
        let mut bytes = vec![0; 4 * self.channels];
        let mut frame = vec![0.0; self.channels];
        let level = FinalLevel::new(&self.rendering);
        for n in 0..count {
            reader.read_exact(&mut bytes)?;
            let gain = level.at(n);
            for (value, bytes) in frame.iter_mut().zip(bytes.chunks_exact(4)) {
                let raw = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                *value = raised(raw, gain);
            }
            take(&frame)?;
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
            self.frames(samples, &mut |frame| take(&frame[part.clone()]))
        })
    }

    /// The beginning of the mix as a WAV file of 16 bits, for the page.
    fn beginning(&mut self) -> io::Result<Vec<u8>> {
        let (mixed, rate) = (self.mixed, self.plan.sample_rate);
        let count = self.rendering.summary.samples.min(((PLAYED * rate) as u64).max(1));
        let mut bytes = io::Cursor::new(Vec::new());
        write_sound_file(&mut bytes, &Layout::player(mixed, rate), &[], |take| {
            self.frames(count, &mut |frame| take(&frame[..mixed]))
        })?;
        Ok(bytes.into_inner())
    }
}
