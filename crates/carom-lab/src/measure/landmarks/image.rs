//! Frames of a high-speed camera: PNG and portable pixmaps.

use std::path::Path;

use carom_files::{ReadError, read_bytes};
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

use crate::measure::MeasureError;

/// Images of more pixels are refused.
const MOST_PIXELS: u64 = 1 << 24;
/// Files of more bytes are refused: the most pixels at six bytes, and something for the header.
const MOST_BYTES: u64 = 6 * MOST_PIXELS + (1 << 20);

/// Red, green and blue from 0 to 1, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Image {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<[f32; 3]>,
}

impl Image {
    pub(super) fn read(file: &Path) -> Result<Self, MeasureError> {
        let wrong = |what: String| MeasureError::recording(file, what);
        let bytes = match read_bytes(file, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(ReadError::Unreadable { source, .. }) => {
                return Err(MeasureError::read(file, source));
            }
            Err(error) => return Err(wrong(error.to_string())),
        };
        let image = match bytes.get(..2) {
            Some([0x89, b'P']) => from_png(&bytes),
            Some(b"P3" | b"P6") => from_pixmap(&bytes),
            Some(b"P1" | b"P2" | b"P4" | b"P5") => Err(NO_COLOUR.into()),
            _ => Err("it is no image; it must be PNG or a colour pixmap (PPM: P3, P6)".into()),
        };
        image.map_err(wrong)
    }

    pub(super) fn at(&self, x: usize, y: usize) -> [f32; 3] {
        self.pixels[y * self.width + x]
    }
}

const NO_COLOUR: &str = "it has no colour, by which landmarks are found";

fn checked_size(width: u64, height: u64) -> Result<(), String> {
    if width == 0 || height == 0 || width.saturating_mul(height) > MOST_PIXELS {
        return Err(format!("it has {width} × {height} pixels; from 1 to {MOST_PIXELS} are read"));
    }
    Ok(())
}

fn from_png(bytes: &[u8]) -> Result<Image, String> {
    let limits = Limits { bytes: 16 * MOST_PIXELS as usize };
    let mut decoder = Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND);
    let broken = |error: png::DecodingError| format!("it is no whole PNG image: {error}");
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    checked_size(width.into(), height.into())?;
    let size = reader.output_buffer_size().ok_or("it is too large")?;
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).map_err(broken)?;
    let channels = match frame.color_type {
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        _ => return Err(NO_COLOUR.into()),
    };
    let samples: Vec<f32> = if frame.bit_depth == BitDepth::Sixteen {
        let pairs = buffer.chunks_exact(2);
        pairs.map(|b| f32::from(u16::from_be_bytes([b[0], b[1]])) / 65_535.0).collect()
    } else {
        buffer.iter().map(|&b| f32::from(b) / 255.0).collect()
    };
    let pixels = samples.chunks_exact(channels).map(|p| [p[0], p[1], p[2]]).collect();
    Ok(Image { width: width as usize, height: height as usize, pixels })
}

/// Plain (P3) or raw (P6) portable pixmaps.
fn from_pixmap(bytes: &[u8]) -> Result<Image, String> {
    let mut numbers = Header { bytes, at: 2 };
    let mut header =
        |what: &str| numbers.number().ok_or_else(|| format!("its header ends before its {what}"));
    let (width, height) = (header("width")?, header("height")?);
    let largest = header("largest value")?;
    checked_size(width, height)?;
    if !(1..=65_535).contains(&largest) {
        return Err(format!("its largest value is {largest}; it must be from 1 to 65535"));
    }
    let (width, height) = (width as usize, height as usize);
    let wanted = 3 * width * height;
    let samples: Vec<f32> = if bytes[1] == b'3' {
        (0..wanted).map_while(|_| numbers.number()).map(|v| v as f32 / largest as f32).collect()
    } else {
        // One white space ends the header.
        let data = bytes.get(numbers.at + 1..).unwrap_or_default();
        if largest < 256 {
            data.iter().take(wanted).map(|&v| f32::from(v) / largest as f32).collect()
        } else {
            let pairs = data.chunks_exact(2).take(wanted);
            pairs.map(|b| f32::from(u16::from_be_bytes([b[0], b[1]])) / largest as f32).collect()
        }
    };
    if samples.len() < wanted {
        return Err(format!(
            "it ends after {} of its {} pixels",
            samples.len() / 3,
            width * height
        ));
    }
    let pixels = samples.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
    Ok(Image { width, height, pixels })
}

/// Numbers between white space and comments.
struct Header<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Header<'_> {
    fn number(&mut self) -> Option<u64> {
        loop {
            match self.bytes.get(self.at)? {
                b'#' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n')?;
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
        let digits = self.bytes[self.at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.bytes[self.at..self.at + digits]).ok()?;
        self.at += digits;
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_and_raw_pixmaps_are_the_same() {
        let plain = from_pixmap(b"P3 # comment\n2 1\n255\n255 0 0  0 51 255\n").unwrap();
        let raw = from_pixmap(b"P6\n2 1\n255\n\xff\x00\x00\x00\x33\xff").unwrap();
        let deep = from_pixmap(b"P6\n2 1\n65535\n\xff\xff\0\0\0\0\0\0\x33\x33\xff\xff").unwrap();
        assert_eq!(plain, raw);
        assert_eq!(plain, deep);
        assert_eq!(plain.at(1, 0), [0.0, 0.2, 1.0]);
    }

    #[test]
    fn what_is_cut_or_huge_is_refused() {
        assert!(from_pixmap(b"P6\n2 1\n255\n\xff\x00").unwrap_err().contains("0 of its 2"));
        assert!(from_pixmap(b"P6\n2").unwrap_err().contains("height"));
        assert!(from_pixmap(b"P6\n99999 99999\n255\n").unwrap_err().contains("are read"));
        assert!(from_pixmap(b"P6\n99999999999999999999 1\n255\n").unwrap_err().contains("width"));
        assert!(from_png(b"\x89PNG\r\n\x1a\nxxxx").unwrap_err().contains("no whole PNG"));
    }
}
