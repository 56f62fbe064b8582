//! Sound files: WAV and FLAC, each with tags.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use carom_files::WholeFile;
use flac_codec::encode::{FlacSampleWriter, Options};
use flac_codec::metadata::{VorbisComment, read_block};
use hound::{SampleFormat, WavSpec, WavWriter};

use carom_scene::scene::{Container, Format};

/// What a sound file holds besides the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A comment.
    Comment,
    /// The program that made the sound.
    Software,
    /// A title.
    Title,
}

impl Tag {
    /// The name in a WAV file and in a FLAC file.
    fn names(self) -> (&'static [u8; 4], &'static str) {
        match self {
            Self::Comment => (b"ICMT", "COMMENT"),
            Self::Software => (b"ISFT", "ENCODER"),
            Self::Title => (b"INAM", "TITLE"),
        }
    }
}

/// How samples are stored in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// WAV or FLAC.
    pub container: Container,
    /// 16 or 24 for whole numbers; 32 for floating point, which only WAV holds.
    pub bits: u16,
    /// How many channels.
    pub channels: usize,
    /// Samples per second.
    pub rate: f64,
}

impl Layout {
    /// The layout of a scene's format. The container given, from the name of a file, overrides that
    /// of the format and keeps its bits, as far as it can hold them.
    #[must_use]
    pub fn new(format: Format, container: Option<Container>, channels: usize, rate: f64) -> Self {
        let usual = if format == Format::Flac { Container::Flac } else { Container::Wav };
        let container = container.unwrap_or(usual);
        let bits = match (format, container) {
            (Format::Int16, _) => 16,
            (Format::Float32, Container::Wav) => 32,
            (Format::Float32 | Format::Int24 | Format::Flac, _) => 24,
        };
        Self { container, bits, channels, rate }
    }

    /// The layout of a player on a page.
    pub(crate) fn player(channels: usize, rate: f64) -> Self {
        Self::new(Format::Int16, Some(Container::Wav), channels, rate)
    }
}

/// Samples of a channel that are encoded at once.
const BLOCK: usize = 4096;

/// Takes some samples: a row for each channel, all of one length, full scale at 1.
pub type TakeRows<'a> = dyn FnMut(&[&[f32]]) -> io::Result<()> + 'a;

/// Writes a sound with a comment to a file that appears whole or not at all. `sound` is called once
/// and passes all samples to its argument.
///
/// # Errors
///
/// If the file cannot be written, or `sound` fails.
pub fn save_sound(
    path: &Path,
    layout: &Layout,
    comment: &str,
    sound: impl FnOnce(&mut TakeRows) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    write_sound_file(&mut file, layout, &[(Tag::Comment, comment)], sound)?;
    file.commit()
}

/// A sound of one channel as a WAV file of 16 bits in memory.
///
/// # Errors
///
/// If it is too long for one.
pub fn wav(samples: &[f32], rate: f64) -> io::Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    write_sound_file(&mut bytes, &Layout::player(1, rate), &[], |take| take(&[samples]))?;
    Ok(bytes.into_inner())
}

/// Writes a sound file. `sound` is called once and passes all samples to its argument.
pub(crate) fn write_sound_file(
    out: impl Write + Seek,
    layout: &Layout,
    tags: &[(Tag, &str)],
    sound: impl FnOnce(&mut TakeRows) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let (rate, bits) = (layout.rate.round() as u32, layout.bits);
    match layout.container {
        Container::Wav => {
            let (channels, float) = (layout.channels as u16, bits == 32);
            let sample_format = if float { SampleFormat::Float } else { SampleFormat::Int };
            let spec =
                WavSpec { channels, sample_rate: rate, bits_per_sample: bits, sample_format };
            let mut head = Cursor::new(Vec::new());
            WavWriter::new(&mut head, spec)
                .and_then(WavWriter::finalize)
                .map_err(io::Error::other)?;
            let head = head.into_inner();
            out.write_all(&head)?;
            let (mut bytes, mut length) = (Vec::new(), 0);
            sound(&mut |rows| {
                in_blocks(rows, |rows| {
                    encode(rows, bits, &mut bytes);
                    length += bytes.len() as u64;
                    out.write_all(&bytes)
                })
            })?;
            end_wav(&mut out, tags)?;
            // How long the samples are is the last that stands before them.
            out.seek(SeekFrom::Start(head.len() as u64 - 4))?;
            out.write_all(&chunk_size(length)?)?;
        }
        Container::Flac => {
            let tagged =
                |options: Options, (tag, text): &(Tag, &str)| options.tag(tag.names().1, text);
            let options = tags.iter().fold(Options::default(), tagged);
            let (bits, channels) = (u32::from(bits), layout.channels as u8);
            let mut writer = FlacSampleWriter::new(&mut out, options, rate, bits, channels, None)
                .map_err(io::Error::other)?;
            let mut samples = Vec::new();
            sound(&mut |rows| {
                in_blocks(rows, |rows| {
                    samples.resize(rows.len() * rows[0].len(), 0);
                    for (c, row) in rows.iter().enumerate() {
                        for (sample, value) in samples[c..].iter_mut().step_by(rows.len()).zip(*row)
                        {
                            *sample = whole_number(*value, layout.bits);
                        }
                    }
                    writer.write(&samples).map_err(io::Error::other)
                })
            })?;
            writer.finalize().map_err(io::Error::other)?;
        }
    }
    out.flush()
}

/// Passes rows on in blocks that stay in cache.
fn in_blocks(rows: &[&[f32]], mut take: impl FnMut(&[&[f32]]) -> io::Result<()>) -> io::Result<()> {
    let frames = rows.first().map_or(0, |row| row.len());
    for from in (0..frames).step_by(BLOCK) {
        let part = from..frames.min(from + BLOCK);
        let rows: Vec<_> = rows.iter().map(|row| &row[part.clone()]).collect();
        take(&rows)?;
    }
    Ok(())
}

/// The bytes of some samples in a WAV file.
fn encode(rows: &[&[f32]], bits: u16, bytes: &mut Vec<u8>) {
    fn put<const N: usize>(rows: &[&[f32]], bytes: &mut [u8], sample: impl Fn(f32) -> [u8; N]) {
        let (bytes, _) = bytes.as_chunks_mut::<N>();
        for (c, row) in rows.iter().enumerate() {
            for (bytes, value) in bytes[c..].iter_mut().step_by(rows.len()).zip(*row) {
                *bytes = sample(*value);
            }
        }
    }
    let samples: usize = rows.iter().map(|row| row.len()).sum();
    bytes.resize(samples * usize::from(bits / 8), 0);
    match bits {
        32 => put(rows, bytes, f32::to_le_bytes),
        24 => put(rows, bytes, |value| {
            let [low, middle, high, _] = whole_number(value, 24).to_le_bytes();
            [low, middle, high]
        }),
        _ => put(rows, bytes, |value| (whole_number(value, 16) as i16).to_le_bytes()),
    }
}

/// A sample as a whole number of so many bits, rounded without dither.
fn whole_number(value: f32, bits: u16) -> i32 {
    let full_scale = f64::from((1 << (bits - 1)) - 1);
    let exact = f64::from(value).clamp(-1.0, 1.0) * full_scale;
    (exact + 0.5_f64.copysign(exact)) as i32
}

/// Appends what comes after the samples of a WAV file: the byte that makes their chunk even, and the
/// tags.
fn end_wav(out: &mut (impl Write + Seek), tags: &[(Tag, &str)]) -> io::Result<()> {
    let length = out.seek(SeekFrom::End(0))?;
    let mut end = vec![0; (length % 2) as usize];
    if !tags.is_empty() {
        let mut info = b"INFO".to_vec();
        for (tag, text) in tags {
            push_chunk(&mut info, tag.names().0, &[text.as_bytes(), b"\0"].concat())?;
        }
        push_chunk(&mut end, b"LIST", &info)?;
    }
    out.write_all(&end)?;
    out.seek(SeekFrom::Start(4))?;
    out.write_all(&chunk_size(length + end.len() as u64 - 8)?)
}

fn push_chunk(out: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) -> io::Result<()> {
    out.extend(name);
    out.extend(chunk_size(content.len() as u64)?);
    out.extend(content);
    out.extend(vec![0; content.len() % 2]);
    Ok(())
}

fn chunk_size(bytes: u64) -> io::Result<[u8; 4]> {
    let size =
        u32::try_from(bytes).map_err(|_| io::Error::other("a WAV file holds up to 4.2 GB"))?;
    Ok(size.to_le_bytes())
}

/// The comment of a WAV or FLAC file, if it has one.
///
/// # Errors
///
/// Fails when the file cannot be read or is neither.
pub fn read_comment(path: impl AsRef<Path>) -> io::Result<Option<String>> {
    let (in_wav, in_flac) = Tag::Comment.names();
    let mut file = BufReader::new(File::open(path)?);
    let mut start = Vec::new();
    file.by_ref().take(12).read_to_end(&mut start)?;
    if start.starts_with(b"fLaC") {
        file.rewind()?;
        let comments = read_block::<_, VorbisComment>(file).map_err(io::Error::other)?;
        return Ok(comments.and_then(|comments| comments.get(in_flac).map(str::to_owned)));
    }
    if !(start.starts_with(b"RIFF") && start.ends_with(b"WAVE")) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "neither a WAV nor a FLAC file"));
    }
    while let Some(list) = next_chunk(&mut file, b"LIST")? {
        let Some(info) = list.strip_prefix(b"INFO") else { continue };
        if let Some(text) = next_chunk(&mut Cursor::new(info), in_wav)? {
            let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
            return Ok(Some(String::from_utf8_lossy(text).into_owned()));
        }
    }
    Ok(None)
}

/// Texts of more bytes are passed over.
const LARGEST_COMMENT: u32 = 16 << 20;

/// The content of the next chunk with a name, `None` at the end of the file.
fn next_chunk(file: &mut (impl Read + Seek), name: &[u8; 4]) -> io::Result<Option<Vec<u8>>> {
    loop {
        let mut head = Vec::new();
        file.by_ref().take(8).read_to_end(&mut head)?;
        let Ok([a, b, c, d, size @ ..]) = <[u8; 8]>::try_from(head) else { return Ok(None) };
        let size = u32::from_le_bytes(size);
        let mut rest = i64::from(size) + i64::from(size % 2);
        let mut content = Vec::new();
        if [a, b, c, d] == *name && size <= LARGEST_COMMENT {
            rest -= file.by_ref().take(u64::from(size)).read_to_end(&mut content)? as i64;
        }
        file.seek(SeekFrom::Current(rest))?;
        if [a, b, c, d] == *name {
            return Ok(Some(content));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [Format; 4] = [Format::Float32, Format::Int24, Format::Int16, Format::Flac];

    /// One or two channels, with full scale and values beyond it.
    fn rows(count: usize, channels: usize) -> Vec<Vec<f32>> {
        let value =
            |n: usize| (n as f32 * 0.37).sin() * if n.is_multiple_of(50) { 1.5 } else { 0.9 };
        (0..channels).map(|c| (0..count).map(|n| value(n + 7 * c)).collect()).collect()
    }

    fn encoded(layout: &Layout, rows: &[Vec<f32>], tags: &[(Tag, &str)]) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let (first, second) = (0..1000.min(rows[0].len()), 1000.min(rows[0].len())..rows[0].len());
        write_sound_file(&mut bytes, layout, tags, |take| {
            take(&rows.iter().map(|row| &row[first.clone()]).collect::<Vec<_>>())?;
            take(&rows.iter().map(|row| &row[second.clone()]).collect::<Vec<_>>())
        })
        .unwrap();
        bytes.into_inner()
    }

    /// All samples as whole numbers, by decoders of others.
    fn decoded(bytes: &[u8]) -> Vec<i32> {
        if bytes.starts_with(b"fLaC") {
            let mut reader = claxon::FlacReader::new(bytes).unwrap();
            return reader.samples().map(Result::unwrap).collect();
        }
        let reader = hound::WavReader::new(bytes).unwrap();
        match reader.spec().sample_format {
            SampleFormat::Int => reader.into_samples().map(Result::unwrap).collect(),
            SampleFormat::Float => {
                let samples = reader.into_samples::<f32>().map(Result::unwrap);
                samples.map(|value| whole_number(value, 24)).collect()
            }
        }
    }

    #[test]
    fn every_format_holds_the_same_samples_at_every_length() {
        for (count, channels) in [(1, 1), (1, 2), (17, 1), (4096, 1), (4097, 2), (10_001, 1)] {
            let rows = rows(count, channels);
            for rate in [1.0, 44_100.0, 44_101.0, 192_000.0] {
                let read = |format| {
                    let layout = Layout::new(format, None, channels, rate);
                    decoded(&encoded(&layout, &rows, &[]))
                };
                let whole = read(Format::Int24);
                assert_eq!(whole.len(), count * channels);
                assert_eq!(read(Format::Flac), whole, "{count} {channels} {rate}");
                assert_eq!(read(Format::Float32), whole, "{count} {channels} {rate}");
                let close = |(short, whole): (i32, i32)| {
                    let apart = f64::from(short) / 32_767.0 - f64::from(whole) / 8_388_607.0;
                    apart.abs() < 0.51 / 32_767.0
                };
                assert!(read(Format::Int16).into_iter().zip(whole).all(close));
            }
        }
    }

    #[test]
    fn the_name_of_a_file_overrides_the_container_of_the_format() {
        let layout = |format, name: &str| {
            let layout = Layout::new(format, Container::of(name.as_ref()), 1, 44_100.0);
            (layout.container, layout.bits)
        };
        let (wav, flac) = (Container::Wav, Container::Flac);
        let expected = [(32, 24), (24, 24), (16, 16), (24, 24)];
        for (format, (in_wav, in_flac)) in FORMATS.into_iter().zip(expected) {
            assert_eq!(layout(format, "a.b/hit.Wav"), (wav, in_wav), "{format:?}");
            assert_eq!(layout(format, "HIT.FLAC"), (flac, in_flac), "{format:?}");
        }
        assert_eq!(layout(Format::Flac, "hit"), (flac, 24));
        assert_eq!(layout(Format::Int24, "wav"), (wav, 24));
    }

    #[test]
    fn a_comment_is_read_back_and_the_samples_stay_as_they_were() {
        let path = std::env::temp_dir().join(format!("carom-comment-{}", std::process::id()));
        for text in ["odd", "even", "{\"größe\": \"a\\nb\"}", ""] {
            let tags = [(Tag::Title, "A title"), (Tag::Comment, text)];
            for format in FORMATS {
                let layout = Layout::new(format, None, 1, 44_100.0);
                let rows = rows(4097, 1);
                let plain = encoded(&layout, &rows, &[]);
                let tagged = encoded(&layout, &rows, &tags);
                assert_eq!(decoded(&tagged), decoded(&plain), "{format:?}");
                std::fs::write(&path, &tagged).unwrap();
                assert_eq!(read_comment(&path).unwrap().as_deref(), Some(text), "{format:?}");
                std::fs::write(&path, &plain).unwrap();
                assert_eq!(read_comment(&path).unwrap(), None, "{format:?}");
                for wav in [plain, tagged].iter().filter(|bytes| bytes.starts_with(b"RIFF")) {
                    let size = u32::from_le_bytes([wav[4], wav[5], wav[6], wav[7]]);
                    assert_eq!((size as usize + 8, wav.len() % 2), (wav.len(), 0), "{format:?}");
                }
            }
        }
        std::fs::write(&path, "no sound").unwrap();
        let error = read_comment(&path).unwrap_err().to_string();
        assert!(error.contains("neither a WAV nor a FLAC file"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }
}
