//! A rendering as files, each whole or not there.

use std::fs;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use carom_files::WholeFile;
use hound::{SampleFormat, WavSpec, WavWriter};

use super::level::{FinalLevel, raised};
use super::mix::{Chunk, RenderError, RenderOptions, Rendering, Sink, render_into};
use super::report;
use super::tables::Tables;
use crate::scene::{Format, Scene};

/// What was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The run.
    pub rendering: Rendering,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// As much of the sound as the page plays (s).
const PLAYED: f64 = 30.0;

/// Renders a scene into a directory: sound, tables, summary and page. `source` is the text of the
/// scene, shown on the page; `separately` asks for one more file per pickup.
pub fn write_all<'a>(
    scene: &'a Scene,
    source: &str,
    directory: &Path,
    options: RenderOptions<'a>,
    separately: bool,
) -> Result<Written, RenderError> {
    if directory.exists() && !directory.is_dir() {
        let message = format!("{} is a file, not a directory", directory.display());
        return Err(io::Error::new(io::ErrorKind::NotADirectory, message).into());
    }
    let is_new = !directory.exists();
    fs::create_dir_all(directory)?;
    let written = write_into(scene, source, directory, options, separately);
    if written.is_err() && is_new {
        // Only if it is empty, as it should be.
        let _ = fs::remove_dir(directory);
    }
    written
}

fn write_into<'a>(
    scene: &'a Scene,
    source: &str,
    directory: &Path,
    options: RenderOptions<'a>,
    separately: bool,
) -> Result<Written, RenderError> {
    let channels = 2 + if separately { scene.pickups().len() } else { 0 };
    let mut sink = Files {
        raw: BufWriter::new(WholeFile::create(directory.join("sound.raw"))?),
        tables: Tables::create(directory, scene, options.full)?,
        separately,
    };
    let rendering = render_into(scene, options, &mut sink)?;
    let mut raw = sink.raw.into_inner().map_err(io::IntoInnerError::into_error)?;
    let stream = Stream { scene, rendering: &rendering, channels };
    let mut files =
        vec![(stream.wav(&mut raw, &[0, 1], directory, "sound.wav")?, "sound.wav".to_owned())];
    if separately {
        for p in 0..scene.pickups().len() {
            let name = format!("pickup-{}.wav", p + 1);
            files.push((stream.wav(&mut raw, &[2 + p], directory, &name)?, name));
        }
    }
    let played = stream.beginning(&mut raw)?;
    for (file, name) in sink.tables.finish()?.into_iter().zip(["force.csv", "trajectory.csv"]) {
        files.push((file, name.into()));
    }
    let json = serde_json::to_string_pretty(&rendering.summary).map_err(io::Error::other)?;
    let page = report::page(scene, source, &rendering, played).to_html();
    for (name, text) in [("summary.json", json), ("report.html", page)] {
        let mut file = WholeFile::create(directory.join(name))?;
        file.write_all(text.as_bytes())?;
        files.push((file, name.into()));
    }
    // Everything is whole: now it may appear.
    let mut paths = Vec::with_capacity(files.len());
    for (file, name) in files {
        file.commit()?;
        paths.push(directory.join(name));
    }
    Ok(Written { rendering, files: paths })
}

/// Where the chunks of a run go.
struct Files {
    raw: BufWriter<WholeFile>,
    tables: Tables,
    separately: bool,
}

impl Sink for Files {
    fn take(&mut self, chunk: &Chunk) -> io::Result<()> {
        for n in 0..chunk.frames {
            for value in [chunk.left[n], chunk.right[n]] {
                self.raw.write_all(&(value as f32).to_le_bytes())?;
            }
            if self.separately {
                for value in chunk.pickups.iter().skip(n).step_by(chunk.frames) {
                    self.raw.write_all(&(*value as f32).to_le_bytes())?;
                }
            }
        }
        self.tables.take(chunk)
    }
}

/// The raw sound on disk, read a second time with the gain that the first one gave.
struct Stream<'a> {
    scene: &'a Scene,
    rendering: &'a Rendering,
    channels: usize,
}

impl Stream<'_> {
    /// Calls `f` with every frame, gain and fade applied.
    fn each(
        &self,
        raw: &mut WholeFile,
        mut f: impl FnMut(u64, &[f32]) -> io::Result<bool>,
    ) -> io::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 16, raw.reader()?);
        let mut bytes = vec![0; 4 * self.channels];
        let mut frame = vec![0.0; self.channels];
        let level = FinalLevel::new(self.rendering);
        for n in 0..self.rendering.summary.samples {
            reader.read_exact(&mut bytes)?;
            let gain = level.at(n);
            for (value, bytes) in frame.iter_mut().zip(bytes.chunks_exact(4)) {
                let raw = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                *value = raised(raw, gain);
            }
            if !f(n, &frame)? {
                break;
            }
        }
        Ok(())
    }

    /// Some channels as a WAV file, not yet in place.
    fn wav(
        &self,
        raw: &mut WholeFile,
        channels: &[usize],
        directory: &Path,
        name: &str,
    ) -> io::Result<WholeFile> {
        let (bits, sample_format) = match self.scene.format {
            Format::Float32 => (32, SampleFormat::Float),
            Format::Int24 => (24, SampleFormat::Int),
        };
        let bytes =
            self.rendering.summary.samples as f64 * channels.len() as f64 * f64::from(bits) / 8.0;
        if bytes > 4.2e9 {
            let message = format!("{name} would take {bytes:.2e} bytes; a WAV file holds 4.2e9");
            return Err(io::Error::other(message));
        }
        let spec = WavSpec {
            channels: channels.len() as u16,
            sample_rate: self.scene.sample_rate.round() as u32,
            bits_per_sample: bits,
            sample_format,
        };
        let mut file = WholeFile::create(directory.join(name))?;
        {
            let mut writer =
                WavWriter::new(BufWriter::new(&mut file), spec).map_err(io::Error::other)?;
            self.each(raw, |_, frame| {
                for &c in channels {
                    let written = match self.scene.format {
                        Format::Float32 => writer.write_sample(frame[c]),
                        Format::Int24 => writer.write_sample(to_24_bits(frame[c])),
                    };
                    written.map_err(io::Error::other)?;
                }
                Ok(true)
            })?;
            writer.finalize().map_err(io::Error::other)?;
        }
        Ok(file)
    }

    /// The first half minute as 16-bit WAV, for the page.
    fn beginning(&self, raw: &mut WholeFile) -> io::Result<Vec<u8>> {
        let most = (PLAYED * self.scene.sample_rate) as u64;
        let spec = WavSpec {
            channels: 2,
            sample_rate: self.scene.sample_rate.round() as u32,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let mut bytes = io::Cursor::new(Vec::new());
        let mut writer = WavWriter::new(&mut bytes, spec).map_err(io::Error::other)?;
        self.each(raw, |n, frame| {
            for &value in &frame[..2] {
                let value = (value.clamp(-1.0, 1.0) * 32_767.0).round() as i16;
                writer.write_sample(value).map_err(io::Error::other)?;
            }
            Ok(n + 1 < most)
        })?;
        writer.finalize().map_err(io::Error::other)?;
        Ok(bytes.into_inner())
    }
}

fn to_24_bits(value: f32) -> i32 {
    (f64::from(value).clamp(-1.0, 1.0) * 8_388_607.0).round() as i32
}
