//! The page of `carom learn`: recording and resynthesis side by side.

use std::io::Cursor;

use carom_learn::{Learned, LearnedMode};
use carom_listen::{Comparison, Recording, band_edges, band_levels, compare, spectrogram};
use carom_report::{
    Audio, Axis, Cell, Facts, Figure, Heatmap, Page, Panel, Section, Series, Table,
};
use carom_scene::plan::Plan;
use carom_scene::render::{RenderOptions, render_sound};
use hound::{SampleFormat, WavSpec, WavWriter};

use crate::error::CommandError;

/// Columns and rows of a spectrogram.
const PICTURE: (usize, usize) = (240, 120);
/// Lowest level (dB) of a spectrogram.
const LOWEST: f64 = -90.0;
/// Part of the loudest cell below which differences are not shown.
const FAINT: f64 = 1e-6;
/// How many standard deviations an error bar has on each side.
const BAR: f64 = 1.96;

/// A sound of one channel.
struct Sound {
    samples: Vec<f64>,
    rate: f64,
}

/// The page about what was learned from the first of some recordings.
pub(super) fn page(
    name: &str,
    recording: &Recording,
    learned: &Learned,
    plan: &Plan,
) -> Result<Page, CommandError> {
    let recorded = Sound { samples: recording.mono(), rate: recording.rate };
    let made = resynthesis(plan, recorded.samples.len() as f64 / recorded.rate)?;
    let apart = compare((&recorded.samples, recorded.rate), (&made.samples, made.rate));
    let mut page = Page::new(format!("Learned from {name}"))
        .subtitle("A recording, and the object that was made of it")
        .section(sounds(&recorded, &made, &apart)?)
        .section(pictures(&recorded, &made))
        .section(modes(&learned.modes))
        .section(unexplained(learned));
    if !learned.warnings.is_empty() {
        let section = Section::new("Warnings");
        page = page.section(learned.warnings.iter().fold(section, |s, w| s.warning(w.clone())));
    }
    Ok(page.section(Section::new("Scene").source("the scene", learned.scene.clone())))
}

/// The scene as it is rendered, no longer than the recording.
fn resynthesis(plan: &Plan, seconds: f64) -> Result<Sound, CommandError> {
    let mut plan = plan.clone();
    plan.duration = Some(plan.duration.unwrap_or(seconds).min(seconds.max(0.1)));
    let options = RenderOptions { unheard: true, ..RenderOptions::default() };
    let sound = render_sound(&plan, options).map_err(CommandError::input)?;
    let mean = |(left, right): (&f32, &f32)| 0.5 * f64::from(left + right);
    let samples = sound.left.iter().zip(&sound.right).map(mean).collect();
    Ok(Sound { samples, rate: plan.sample_rate })
}

fn sounds(recorded: &Sound, made: &Sound, apart: &Comparison) -> Result<Section, CommandError> {
    let facts = Facts::new()
        .fact("difference of levels", format!("{:.2}", apart.level_difference_db), "dB")
        .fact("partials that both have", apart.partials.len().to_string(), "");
    Ok(Section::new("Sounds")
        .audio(Audio::wav("recording.wav", wav(recorded)?).caption("The recording"))
        .audio(Audio::wav("resynthesis.wav", wav(made)?).caption("The scene, rendered"))
        .facts(facts))
}

/// A sound as the content of a WAV file of 16 bits, quieter if it would clip.
fn wav(sound: &Sound) -> Result<Vec<u8>, CommandError> {
    let spec = WavSpec {
        channels: 1,
        sample_rate: sound.rate.round() as u32,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let peak = sound.samples.iter().fold(1.0_f64, |peak, x| peak.max(x.abs()));
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec).map_err(CommandError::input)?;
    for sample in &sound.samples {
        let value = (sample / peak * 32767.0).round() as i16;
        writer.write_sample(value).map_err(CommandError::input)?;
    }
    writer.finalize().map_err(CommandError::input)?;
    Ok(bytes.into_inner())
}

fn pictures(recorded: &Sound, made: &Sound) -> Section {
    Section::new("Spectrograms")
        .figure(picture("Recording", recorded))
        .figure(picture("Resynthesis", made))
        .figure(difference(recorded, made))
}

fn picture(title: &str, sound: &Sound) -> Figure {
    let (columns, rows) = PICTURE;
    let axis = carom_listen::Axis::Logarithmic;
    let picture = spectrogram(&sound.samples, sound.rate, columns, rows, LOWEST, axis);
    let level = |column: usize, row: usize| {
        let level = picture.decibels.get(column).and_then(|c| c.get(row));
        level.map_or(f64::NAN, |db| f64::from(*db))
    };
    let heat = Heatmap::from_fn(picture.times_s.clone(), picture.frequencies_hz.clone(), level)
        .colours(Axis::linear("level", "dB").range(LOWEST, 0.0));
    Figure::new(title)
        .panel(Panel::new("", Axis::linear("time", "s"), Axis::log("frequency", "Hz")).heat(heat))
}

/// Levels of the resynthesis minus those of the recording, in bands of the ear and frames of 10 ms.
fn difference(recorded: &Sound, made: &Sound) -> Figure {
    let levels = [recorded, made].map(|sound| {
        let peak = sound.samples.iter().fold(0.0_f64, |peak, x| peak.max(x.abs()));
        let onset = sound.samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0);
        band_levels(&sound.samples, sound.rate, onset)
    });
    let loudest = levels.iter().flatten().flatten().copied().fold(0.0, f64::max);
    let frames = levels[0].len().min(levels[1].len());
    let times: Vec<f64> = (0..frames).map(|n| 0.01 * n as f64).collect();
    let edges = band_edges();
    let centres: Vec<f64> = edges.windows(2).map(|pair| (pair[0] * pair[1]).sqrt()).collect();
    let apart = |frame: usize, band: usize| {
        let [a, b] = [levels[0][frame][band], levels[1][frame][band]];
        let floor = FAINT * loudest;
        if a.max(b) < floor { f64::NAN } else { 10.0 * (b.max(floor) / a.max(floor)).log10() }
    };
    let heat = Heatmap::from_fn(times, centres, apart)
        .colours(Axis::linear("difference", "dB").range(-20.0, 20.0));
    Figure::new("Difference: resynthesis minus recording")
        .panel(Panel::new("", Axis::linear("time", "s"), Axis::log("frequency", "Hz")).heat(heat))
}

fn modes(modes: &[LearnedMode]) -> Section {
    let points = modes.iter().map(|mode| (mode.frequency_hz, mode.t60_s)).collect();
    let bar = |mode: &LearnedMode| {
        let reach = BAR * mode.t60_sd_s;
        let low = (mode.t60_s - reach).max(0.05 * mode.t60_s);
        Series::line("", vec![(mode.frequency_hz, low), (mode.frequency_hz, mode.t60_s + reach)])
            .colour(0)
    };
    let panel =
        Panel::log("", Axis::log("frequency", "Hz"), Axis::log("time to fall by 60 dB", "s"))
            .with(Series::markers("", points).colour(0))
            .with_all(modes.iter().map(bar));
    let figure = Figure::new("Modes").caption("Bars are intervals of 95 %.").panel(panel);
    let mut table =
        Table::new(["frequency (Hz)", "± (Hz)", "-60 dB (s)", "± (s)", "amplitude (full scale)"]);
    for mode in modes {
        table = table.row([
            Cell::number(format!("{:.2}", mode.frequency_hz)),
            Cell::number(format!("{:.3}", mode.frequency_sd_hz)),
            Cell::number(format!("{:.4}", mode.t60_s)),
            Cell::number(format!("{:.4}", mode.t60_sd_s)),
            Cell::number(format!("{:.2e}", mode.amplitude)),
        ]);
    }
    Section::new("Modes").figure(figure).table(table.caption("± is one standard deviation."))
}

fn unexplained(learned: &Learned) -> Section {
    let contact = &learned.contact;
    let range = |interval: &carom_learn::Interval, scale: f64, digits: usize| {
        let [value, low, high] = [interval.value, interval.low, interval.high].map(|x| x * scale);
        format!("{value:.digits$} ({low:.digits$} to {high:.digits$})")
    };
    let facts = Facts::new()
        .fact("what no mode explains", format!("{:.1}", learned.residual_db), "dB")
        .fact("contact lasts", range(&contact.duration_s, 1000.0, 3), "ms")
        .fact("exponent", range(&contact.exponent, 1.0, 2), "")
        .fact("loss", range(&contact.loss, 1.0, 2), "s/m");
    Section::new("What is not explained, and the contact")
        .text(
            "What no mode explains of the first second, relative to the recording: the noise of the blow, \
             a room, what is not linear. In the scene it is kept as bands of short modes that are struck \
             with the object.",
        )
        .facts(facts)
}
