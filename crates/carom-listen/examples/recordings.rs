//! What listening reaches on recordings whose figures are known.
//!
//! ```sh
//! cargo run --release -p carom-listen --example recordings -- DIRECTORY recordings.toml
//! ```
//!
//! The table `resynthesis` of the file has, for each WAV file of the directory, the signal to noise ratio (dB) of all
//! modes, of 30 and of 10; a table for each instrument has frequency (`f1`) and T60 (`t60`, left and right) of bars.
//! Printed are the ratios reached and, of the fundamental, the distance (cents) from the largest peak of a spectrum of
//! one second and T60 beside the table's. A star marks what falls short.

#[path = "../tests/all/support/score.rs"]
#[allow(dead_code)]
mod score;

use carom_listen::{Partial, Recording, explain, listen};
use realfft::RealFftPlanner;
use score::used;
use std::error::Error;
use std::f64::consts::{LN_10, TAU};
use std::path::PathBuf;
use std::time::Instant;

/// The numbers of the list that follows `key` in a line of `table`.
fn numbers(text: &str, table: &str, key: &str, list: &str) -> Option<Vec<f64>> {
    let body = text.split(&format!("[{table}]")).nth(1)?.split("\n[").next()?;
    let line = body.lines().find(|line| line.split('=').next().is_some_and(|k| k.trim() == key))?;
    let numbers = line.split(list).nth(1)?.split('[').nth(1)?.split(']').next()?;
    numbers.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// The largest peak (Hz) of the first second from the first sample above 0.3 of the peak.
fn largest_peak(samples: &[f64], rate: f64) -> Result<f64, Box<dyn Error>> {
    let peak = samples.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    let start = samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0);
    let length = (rate as usize).min(samples.len() - start);
    let size = 8 * length.next_power_of_two();
    let mut input = vec![0.0; size];
    for (n, slot) in input[..length].iter_mut().enumerate() {
        *slot = samples[start + n] * (0.5 - 0.5 * (TAU * n as f64 / length as f64).cos());
    }
    let transform = RealFftPlanner::<f64>::new().plan_fft_forward(size);
    let mut output = transform.make_output_vec();
    transform.process(&mut input, &mut output)?;
    let best = (0..output.len()).max_by(|a, b| output[*a].norm().total_cmp(&output[*b].norm()));
    Ok(best.unwrap_or(0) as f64 * rate / size as f64)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, table] = &arguments[..] else {
        return Err("say which directory and which table".into());
    };
    let text = std::fs::read_to_string(table)?;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "wav"))
        .collect();
    paths.sort();
    println!("{:<16}  30 modes (more)  10 modes (more)  fundamental", "");
    for path in paths {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("");
        let recording = Recording::read(&path)?;
        let (mono, rate) = (recording.mono(), recording.rate);
        let printed = numbers(&text, "resynthesis", name, "=").unwrap_or_default();
        let start = Instant::now();
        let begun = used(start);
        let snr = |most: usize| explain(&[&mono], rate, most).snr_db[0];
        let (many, few) = (snr(30), snr(10));
        let seconds = 0.5 * (used(start) - begun).as_secs_f64();
        let more = |reached: f64, column: usize, least: f64| {
            let more = reached - printed.get(column).copied().unwrap_or(f64::NAN);
            format!("{reached:>6.2} ({more:>+5.2}{})", if more < least { "*" } else { " " })
        };
        let begun = used(start);
        let partials = listen(&mono, rate).partials;
        let heard = (used(start) - begun).as_secs_f64();
        let peak = largest_peak(&mono, rate)?;
        println!(
            "{name:<16}  {}  {}  {}  ({} partials; {seconds:.1} s, {heard:.1} s)",
            more(many, 1, 1.0),
            more(few, 2, 0.0),
            fundamental(&partials, peak, &t60(&text, name)),
            partials.len(),
        );
    }
    Ok(())
}

/// T60 of the fundamental of a clip, left and right.
fn t60(text: &str, name: &str) -> Vec<f64> {
    let (instrument, bar) = name.split_once('-').unwrap_or((name, ""));
    numbers(text, instrument, bar, "t60").unwrap_or_default()
}

fn fundamental(partials: &[Partial], peak: f64, t60: &[f64]) -> String {
    let cents = |partial: &Partial| 1200.0 * (partial.frequency_hz / peak).log2();
    let near = partials.iter().filter(|partial| cents(partial).abs() < 100.0).count();
    let nearest = partials.iter().min_by(|a, b| cents(a).abs().total_cmp(&cents(b).abs()));
    let Some(partial) = nearest else { return "none *".into() };
    let cents = cents(partial);
    let mut line = format!("{peak:>8.2} Hz {cents:>+6.2} cents");
    if cents.abs() > 3.0 || near != 1 {
        line += &format!(" * ({near} within a semitone)");
    }
    let found = partial.decay_s.map_or(f64::NAN, |decay| 3.0 * LN_10 * decay);
    line += &format!(", T60 {found:.2} s");
    if let [left, right] = t60 {
        let off = |t: &f64| found / t - 1.0;
        let best = if off(left).abs() < off(right).abs() { off(left) } else { off(right) };
        let middle = (found / (0.5 * (left + right)) - 1.0).abs();
        line += &format!(" ({:+.0} %{})", 100.0 * best, if middle > 0.15 { " *" } else { "" });
    }
    line
}
