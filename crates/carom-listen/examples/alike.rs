//! How alike two recordings are: the second is aligned with the first by correlation.
//!
//! ```sh
//! cargo run -p carom-listen --example alike -- wanted.wav captured.wav
//! ```

use std::error::Error;

use carom_listen::Recording;
use realfft::RealFftPlanner;

/// Seconds of a window in which the two are compared by themselves.
const WINDOW: f64 = 0.5;

/// How many samples later the second begins, by the largest correlation.
fn lag(first: &[f64], second: &[f64]) -> Result<isize, Box<dyn Error>> {
    let length = (first.len() + second.len()).next_power_of_two();
    let mut planner = RealFftPlanner::<f64>::new();
    let (forward, inverse) = (planner.plan_fft_forward(length), planner.plan_fft_inverse(length));
    let spectrum = |samples: &[f64]| {
        let mut padded = samples.to_vec();
        padded.resize(length, 0.0);
        let mut spectrum = forward.make_output_vec();
        forward.process(&mut padded, &mut spectrum).map(|()| spectrum)
    };
    let (first, mut second) = (spectrum(first)?, spectrum(second)?);
    second.iter_mut().zip(&first).for_each(|(second, first)| *second *= first.conj());
    // What must be real is so but for rounding.
    second[0].im = 0.0;
    second[length / 2].im = 0.0;
    let mut correlation = inverse.make_output_vec();
    inverse.process(&mut second, &mut correlation)?;
    let largest = (0..length).max_by(|a, b| correlation[*a].total_cmp(&correlation[*b]));
    let largest = largest.unwrap_or(0) as isize;
    let length = length as isize;
    Ok(if largest > length / 2 { largest - length } else { largest })
}

fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.max(1e-30).log10()
}

fn energy(samples: impl Iterator<Item = f64>) -> f64 {
    samples.map(|sample| sample * sample).sum()
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = std::env::args().skip(1).collect();
    let [first, second] = &paths[..] else { return Err("say which two WAV files".into()) };
    let (first, second) = (Recording::read(first)?, Recording::read(second)?);
    if first.rate != second.rate {
        return Err(format!("{} and {} Hz cannot be compared", first.rate, second.rate).into());
    }
    let (rate, first, second) = (first.rate, first.mono(), second.mono());
    let lag = lag(&first, &second)?;
    let at = |n: usize| {
        let place = usize::try_from(n as isize + lag).ok();
        place.and_then(|place| second.get(place)).copied().unwrap_or(0.0)
    };
    let product: f64 = first.iter().enumerate().map(|(n, sample)| sample * at(n)).sum();
    let size = energy(first.iter().copied());
    let other = energy((0..first.len()).map(at));
    let apart = energy(first.iter().enumerate().map(|(n, sample)| sample - at(n)));
    let window = (WINDOW * rate) as usize;
    let worst = first.chunks(window).enumerate().map(|(i, chunk)| {
        let differs = chunk.iter().enumerate().map(|(n, sample)| sample - at(i * window + n));
        (energy(differs) / size, i)
    });
    let (worst, place) = worst.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
    println!(
        "the second begins {:.4} s later; correlation {:.9}; difference {:.1} dB, its largest part {:.1} \
         dB in the {WINDOW} s from {:.1} s on",
        lag as f64 / rate,
        product / (size * other).sqrt(),
        decibels(apart / size),
        decibels(worst),
        place as f64 * WINDOW
    );
    Ok(())
}
