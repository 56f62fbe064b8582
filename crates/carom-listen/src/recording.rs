//! Reads sounds from files.

use hound::{SampleFormat, WavReader};
use std::fs::File;
#[cfg(feature = "recordings")]
use std::io::BufRead;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Largest number of minutes that are read.
const MOST_MINUTES: f64 = 20.0;
/// Largest number of channels that are read.
const MOST_CHANNELS: u16 = 64;
/// Largest number of samples of all channels together: 480 MB in memory.
const MOST_SAMPLES: f64 = 6e7;

/// The samples of a sound file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Samples per second.
    pub rate: f64,
    /// One list per channel, all equally long; full scale is 1.
    pub channels: Vec<Vec<f64>>,
}

/// Why a sound file cannot be read.
#[derive(Debug, Error)]
pub enum ListenError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not a WAV file, or a broken one.
    #[error("{} is not a WAV file that can be read: {reason}", path.display())]
    NotWav {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is a broken FLAC file.
    #[cfg(feature = "recordings")]
    #[error("{} is not a FLAC file that can be read: {reason}", path.display())]
    NotFlac {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A WAV file of a kind that is not read.
    #[error("{} has {what}; only integers of 8, 16, 24 or 32 bits and floats of 32 bits can be read", path.display())]
    Unsupported {
        /// Which file.
        path: PathBuf,
        /// What it has.
        what: String,
    },
    /// No samples.
    #[error("{} has no samples", path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
    /// More than is read.
    #[error("{} has {what}; at most {most} can be read", path.display())]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// What it has.
        what: String,
        /// The most that is read.
        most: String,
    },
    /// A sample that is not finite.
    #[error("{} has {value} in frame {frame} of channel {channel}", path.display())]
    NotFinite {
        /// Which file.
        path: PathBuf,
        /// Counted from 0.
        frame: usize,
        /// Counted from 1.
        channel: usize,
        /// NaN or an infinity.
        value: f64,
    },
}

impl Recording {
    /// Reads a WAV file (integers of 8, 16, 24 or 32 bits, floats of 32) or a FLAC file, up to 20
    /// minutes.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ListenError> {
        let path = path.as_ref();
        let file = File::open(path)
            .map_err(|source| ListenError::Unreadable { path: path.into(), source })?;
        Self::read_from(BufReader::new(file), path)
    }

    /// Reads the content of a WAV or FLAC file from anywhere; errors call it by its name.
    pub fn read_from(content: impl Read, name: impl AsRef<Path>) -> Result<Self, ListenError> {
        let path = name.as_ref();
        #[cfg(feature = "recordings")]
        let mut content = BufReader::new(content);
        // A FLAC file begins with this word.
        #[cfg(feature = "recordings")]
        if content.fill_buf().is_ok_and(|bytes| bytes.starts_with(b"fLaC")) {
            return flac(content, path);
        }
        let reader = WavReader::new(content).map_err(|error| wav_error(path, error))?;
        check_size(path, &reader)?;
        let spec = reader.spec();
        let channels = match (spec.sample_format, spec.bits_per_sample) {
            (SampleFormat::Int, bits @ (8 | 16 | 24 | 32)) => {
                let scale = 2.0_f64.powi(1 - i32::from(bits));
                channels::<i32>(path, reader, |x| f64::from(x) * scale)?
            }
            (SampleFormat::Float, 32) => channels::<f32>(path, reader, f64::from)?,
            (format, bits) => {
                let kind = if format == SampleFormat::Int { "integers" } else { "floats" };
                let what = format!("{kind} of {bits} bits");
                return Err(ListenError::Unsupported { path: path.into(), what });
            }
        };
        Ok(Self { rate: f64::from(spec.sample_rate), channels })
    }

    /// The mean of all channels.
    #[must_use]
    pub fn mono(&self) -> Vec<f64> {
        let length = self.channels.iter().map(Vec::len).max().unwrap_or(0);
        let mut mono = vec![0.0; length];
        for channel in &self.channels {
            mono.iter_mut().zip(channel).for_each(|(sum, x)| *sum += x);
        }
        let count = self.channels.len().max(1) as f64;
        mono.iter_mut().for_each(|sum| *sum /= count);
        mono
    }

    /// Its length (s).
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.channels.first().map_or(0, Vec::len) as f64 / self.rate
    }
}

/// Reads a FLAC file.
#[cfg(feature = "recordings")]
fn flac(content: impl Read, path: &Path) -> Result<Recording, ListenError> {
    let broken = |error: claxon::Error| match error {
        claxon::Error::IoError(source) if source.kind() != ErrorKind::UnexpectedEof => {
            ListenError::Unreadable { path: path.into(), source }
        }
        other => ListenError::NotFlac { path: path.into(), reason: other.to_string() },
    };
    let mut reader = claxon::FlacReader::new(content).map_err(broken)?;
    let info = reader.streaminfo();
    let count = info.channels as usize;
    let rate = f64::from(info.sample_rate);
    let most = (MOST_SAMPLES / count.max(1) as f64).min(MOST_MINUTES * 60.0 * rate);
    let too_large = |frames: f64| ListenError::TooLarge {
        path: path.into(),
        what: format!("{:.1} minutes", frames / rate / 60.0),
        most: format!("{:.1}", most / rate / 60.0),
    };
    if let Some(frames) = info.samples.filter(|frames| *frames as f64 > most) {
        return Err(too_large(frames as f64));
    }
    let scale = 2.0_f64.powi(1 - info.bits_per_sample as i32);
    let mut channels = vec![Vec::new(); count];
    for (index, sample) in reader.samples().enumerate() {
        channels[index % count].push(f64::from(sample.map_err(broken)?) * scale);
        if (index / count) as f64 > most {
            return Err(too_large(most));
        }
    }
    if channels.iter().any(Vec::is_empty) {
        return Err(ListenError::Empty { path: path.into() });
    }
    Ok(Recording { rate, channels })
}

/// The error of the WAV reader as one of ours.
fn wav_error(path: &Path, error: hound::Error) -> ListenError {
    let path = path.into();
    match error {
        // The reader reports the end of a file as an error of kind `Other`.
        hound::Error::IoError(source)
            if matches!(source.kind(), ErrorKind::UnexpectedEof | ErrorKind::Other) =>
        {
            ListenError::NotWav {
                path,
                reason: "it ends too early; copy or record it again".into(),
            }
        }
        hound::Error::IoError(source) => ListenError::Unreadable { path, source },
        hound::Error::Unsupported => {
            ListenError::Unsupported { path, what: "samples of another kind".into() }
        }
        other => ListenError::NotWav { path, reason: other.to_string() },
    }
}

/// Checks that the sizes in the header can be read.
fn check_size(path: &Path, reader: &WavReader<impl Read>) -> Result<(), ListenError> {
    let spec = reader.spec();
    if spec.channels == 0 || spec.sample_rate == 0 {
        let reason =
            format!("its header has {} channels at {} Hz", spec.channels, spec.sample_rate);
        return Err(ListenError::NotWav { path: path.into(), reason });
    }
    if reader.duration() == 0 {
        return Err(ListenError::Empty { path: path.into() });
    }
    let too_large =
        |what: String, most: String| Err(ListenError::TooLarge { path: path.into(), what, most });
    if spec.channels > MOST_CHANNELS {
        return too_large(format!("{} channels", spec.channels), MOST_CHANNELS.to_string());
    }
    let minutes = f64::from(reader.duration()) / f64::from(spec.sample_rate) / 60.0;
    if minutes > MOST_MINUTES {
        return too_large(format!("{minutes:.1} minutes"), MOST_MINUTES.to_string());
    }
    let samples = f64::from(reader.duration()) * f64::from(spec.channels);
    if samples > MOST_SAMPLES {
        return too_large(format!("{samples:e} samples"), format!("{MOST_SAMPLES:e}"));
    }
    Ok(())
}

/// All samples, one list per channel.
fn channels<S: hound::Sample>(
    path: &Path,
    reader: WavReader<impl Read>,
    value: impl Fn(S) -> f64,
) -> Result<Vec<Vec<f64>>, ListenError> {
    let count = usize::from(reader.spec().channels).max(1);
    let mut channels = vec![Vec::new(); count];
    for (index, sample) in reader.into_samples::<S>().enumerate() {
        let value = value(sample.map_err(|error| wav_error(path, error))?);
        let (frame, channel) = (index / count, index % count);
        if !value.is_finite() {
            let channel = channel + 1;
            return Err(ListenError::NotFinite { path: path.into(), frame, channel, value });
        }
        channels[channel].push(value);
    }
    Ok(channels)
}
