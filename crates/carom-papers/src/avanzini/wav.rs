//! Sounds as WAV files in memory.

use std::io::{self, Cursor};

use hound::{SampleFormat, WavSpec, WavWriter};

/// The end of every sound fades over this (s).
pub(super) const FADE: f64 = 0.010;

/// One channel of whole numbers with this many bits; ±1 is full scale. The end fades.
pub(super) fn wav(sound: &[f64], rate: f64, bits: u16) -> io::Result<Vec<u8>> {
    let spec = WavSpec {
        channels: 1,
        sample_rate: rate.round() as u32,
        bits_per_sample: bits,
        sample_format: SampleFormat::Int,
    };
    let full = f64::from((1_i32 << (bits - 1)) - 1);
    let fade = FADE * rate;
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec).map_err(io::Error::other)?;
    for (n, value) in sound.iter().enumerate() {
        let left = ((sound.len() - 1 - n) as f64 / fade).min(1.0);
        // A raised cosine: no corner at either end.
        let share = 0.5 - 0.5 * (std::f64::consts::PI * left).cos();
        let value = (value * share).clamp(-1.0, 1.0) * full;
        writer.write_sample(value.round() as i32).map_err(io::Error::other)?;
    }
    writer.finalize().map_err(io::Error::other)?;
    Ok(bytes.into_inner())
}
