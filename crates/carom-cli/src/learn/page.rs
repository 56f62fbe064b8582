//! A recording and what was learned of it, side by side.

use carom_learn::Learned;
use carom_listen::{Axis as Spacing, Recording, band_edges, band_levels, compare, spectrogram};
use carom_report::scene::wav;
use carom_report::{
    Audio, Axis, Cell, Facts, Figure, Heatmap, Page, Panel, Section, Series, Table,
};
use carom_scene::render::{Keep, RenderOptions, render_sound};
use carom_scene::scene::Scene;
use serde_json::json;

use crate::error::CommandError;

/// Columns and rows of spectrograms.
const PICTURE: (usize, usize) = (260, 120);
/// Seconds of sound that the page holds at most.
const LONGEST: f64 = 6.0;
/// Levels (dB) below the loudest cell that count as this.
const FLOOR: f64 = -60.0;
/// The largest difference (dB) that is drawn.
const DIFFERENCE: f64 = 20.0;

/// The page of a recording with this name.
pub(super) fn page(
    name: &str,
    recording: &Recording,
    learned: &Learned,
) -> Result<Page, CommandError> {
    let rate = recording.rate;
    let mono = recording.mono();
    let from = learned.begin.min(mono.len());
    let recorded = &mono[from..mono.len().min(from + (LONGEST * rate) as usize)];
    let made = resynthesis(&learned.scene, recorded.len() as f64 / rate)?;
    let apart = compare((recorded, rate), (&made, rate));
    let figures = Facts::new()
        .fact("modes", learned.modes.len().to_string(), "")
        .fact("explained by modes", format!("{:.1}", learned.snr_db), "dB")
        .fact("not explained", format!("{:.1}", learned.residual_db), "dB")
        .fact("levels apart, with the rest", format!("{:.1}", apart.level_difference_db), "dB");
    let page = Page::new(format!("Learned from {name}"))
        .subtitle("The recording, and the object that was learned from it, struck as it was")
        .section(sounds(name, recorded, &made, learned, rate)?.facts(figures))
        .section(pictures(recorded, &made, rate))
        .section(partials(learned))
        .section(rest(recorded, learned, rate))
        .section(contact(learned))
        .section(Section::new("The scene").source("scene.toml", learned.scene.as_str()));
    Ok(page)
}

/// The sound of a learned scene.
fn resynthesis(scene: &str, seconds: f64) -> Result<Vec<f64>, CommandError> {
    let parsed = Scene::parse("the learned scene", scene).map_err(CommandError::rendered)?;
    let mut json = parsed.to_json();
    json["duration"] = json!(seconds.max(0.05));
    let parsed = Scene::from_json(&json).map_err(CommandError::rendered)?;
    let options = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
    let sound = render_sound(&parsed.plan, options).map_err(CommandError::input)?;
    let mean = |(left, right): (&f32, &f32)| 0.5 * f64::from(left + right);
    Ok(sound.left.iter().zip(&sound.right).map(mean).collect())
}

fn sounds(
    name: &str,
    recorded: &[f64],
    made: &[f64],
    learned: &Learned,
    rate: f64,
) -> Result<Section, CommandError> {
    let mut section = Section::new("Sounds");
    for warning in &learned.warnings {
        section = section.warning(warning.clone());
    }
    // All three at one level.
    let peak = |samples: &[f64]| samples.iter().fold(1e-9_f64, |a, x| a.max(x.abs()));
    let gain = 0.9 / peak(recorded).max(peak(made));
    let louder = |samples: &[f64]| {
        let samples: Vec<_> = samples.iter().map(|x| (x * gain) as f32).collect();
        wav(&samples, rate).map_err(CommandError::input)
    };
    let players = [
        (format!("The recording: {name}"), "recorded.wav", recorded),
        ("The object, struck".into(), "object.wav", made),
        ("What no mode explains".into(), "not-explained.wav", &learned.residual[..]),
    ];
    for (caption, file, samples) in players {
        section = section.audio(Audio::wav(file, louder(samples)?).caption(caption));
    }
    Ok(section)
}

/// Spectrograms of both, and their difference.
fn pictures(recorded: &[f64], made: &[f64], rate: f64) -> Section {
    let picture = |title: &str, samples: &[f64]| {
        let (columns, rows) = PICTURE;
        let picture = spectrogram(samples, rate, columns, rows, -90.0, Spacing::Logarithmic);
        let level = |column: usize, row: usize| {
            let level = picture.decibels.get(column).and_then(|c| c.get(row));
            level.map_or(f64::NAN, |db| f64::from(*db))
        };
        let heat = Heatmap::from_fn(picture.times_s.clone(), picture.frequencies_hz.clone(), level)
            .colours(Axis::linear("level", "dB").range(-90.0, 0.0));
        Panel::new(title, Axis::linear("time", "s"), Axis::log("frequency", "Hz")).heat(heat)
    };
    let cells = [recorded, made].map(|samples| band_levels(samples, rate, onset(samples)));
    let top = cells.iter().flatten().flatten().copied().fold(1e-30, f64::max);
    let frames = cells[0].len().min(cells[1].len()).max(1);
    let edges = band_edges();
    let centres: Vec<f64> = edges.windows(2).map(|pair| (pair[0] * pair[1]).sqrt()).collect();
    let level = |which: usize, frame: usize, band: usize| {
        let value = cells[which].get(frame).map_or(0.0, |bands| bands[band]);
        (10.0 * (value / top).max(1e-30).log10()).max(FLOOR)
    };
    let difference = Heatmap::from_fn(
        (0..frames).map(|n| 0.01 * (n as f64 + 0.5)).collect(),
        centres,
        |frame, band| level(1, frame, band) - level(0, frame, band),
    )
    .colours(Axis::linear("difference", "dB").range(-DIFFERENCE, DIFFERENCE));
    let apart = Panel::new(
        "The object minus the recording, in bands of the ear and 10 ms",
        Axis::linear("time", "s"),
        Axis::log("frequency", "Hz"),
    )
    .heat(difference);
    let both = Figure::new("Spectrograms")
        .panel(picture("The recording", recorded))
        .panel(picture("The object", made))
        .columns(2)
        .panel_size(380.0, 260.0);
    let apart = Figure::new("Their difference")
        .caption("What is more than 60 dB below the loudest cell counts as 60 dB below it.")
        .panel(apart)
        .panel_size(760.0, 260.0);
    Section::new("Side by side").figure(both).figure(apart)
}

fn onset(samples: &[f64]) -> usize {
    let peak = samples.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    samples.iter().position(|x| x.abs() > 0.3 * peak).unwrap_or(0)
}

/// Frequencies and decays with two standard deviations.
fn partials(learned: &Learned) -> Section {
    let strongest = learned.modes.iter().map(|mode| mode.amplitude).fold(1e-12, f64::max);
    let at = |mode: &carom_learn::LearnedMode| (mode.frequency_hz, mode.t60_s);
    let mut panel = Panel::log("", Axis::log("frequency", "Hz"), Axis::log("60 dB", "s"))
        .with(Series::markers("mode", learned.modes.iter().map(at).collect()).colour(0));
    for mode in &learned.modes {
        let low = (mode.t60_s - 2.0 * mode.t60_sd_s).max(0.1 * mode.t60_s);
        let high = (mode.t60_s + 2.0 * mode.t60_sd_s).min(10.0 * mode.t60_s);
        let bar = vec![(mode.frequency_hz, low), (mode.frequency_hz, high)];
        panel = panel.with(Series::line("", bar).colour(0));
    }
    let figure = Figure::new("Decays")
        .caption("Bars are two standard deviations to both sides.")
        .panel(panel)
        .panel_size(760.0, 260.0);
    let mut table = Table::new(["mode (Hz)", "± (Hz)", "60 dB in (s)", "± (s)", "amplitude (dB)"]);
    for mode in &learned.modes {
        let level = 20.0 * (mode.amplitude / strongest).max(1e-9).log10();
        table = table.row([
            Cell::number(format!("{:.2}", mode.frequency_hz)),
            Cell::number(format!("{:.3}", mode.frequency_sd_hz)),
            Cell::number(format!("{:.4}", mode.t60_s)),
            Cell::number(format!("{:.4}", mode.t60_sd_s)),
            Cell::number(format!("{level:.1}")),
        ]);
    }
    Section::new("Partials").figure(figure).table(table)
}

/// What no mode explains, and how loud it is.
fn rest(recorded: &[f64], learned: &Learned, rate: f64) -> Section {
    let edges = band_edges();
    let level = |samples: &[f64]| -> Vec<f64> {
        let frames = band_levels(samples, rate, 0);
        let count = frames.len().clamp(1, 100);
        let mean = |b: usize| frames.iter().take(100).map(|f| f[b]).sum::<f64>() / count as f64;
        (0..edges.len() - 1).map(mean).collect()
    };
    let (whole, left) = (level(recorded), level(&learned.residual));
    let top = whole.iter().copied().fold(1e-30, f64::max);
    let line = |levels: &[f64]| -> Vec<(f64, f64)> {
        let point = |b: usize| {
            let frequency = (edges[b] * edges[b + 1]).sqrt();
            (frequency, (10.0 * (levels[b] / top).max(1e-30).log10()).max(-90.0))
        };
        (0..levels.len()).map(point).collect()
    };
    let panel = Panel::new("", Axis::log("frequency", "Hz"), Axis::linear("level", "dB"))
        .with(Series::line("the recording", line(&whole)))
        .with(Series::line("not explained", line(&left)).dashed());
    let words = format!(
        "No mode explains {:.1} dB of the first second: the noise of the blow, a room, what is not linear. \
         The scene keeps its level in bands over time as short modes, which follow the force.",
        learned.residual_db
    );
    let figure = Figure::new("Mean levels of the first second in bands of the ear")
        .panel(panel)
        .panel_size(760.0, 240.0);
    Section::new("What is not explained").text(words).figure(figure)
}

fn contact(learned: &Learned) -> Section {
    let contact = &learned.contact;
    let row = |name: &str, interval: carom_learn::Interval, scale: f64| {
        let digits = |x: f64| Cell::number(format!("{:.3}", scale * x));
        [Cell::text(name), digits(interval.value), digits(interval.low), digits(interval.high)]
    };
    let table = Table::new(["", "best", "from", "to"])
        .row(row("exponent", contact.exponent, 1.0))
        .row(row("loss μ (s/m)", contact.loss, 1.0))
        .row(row("time of contact (ms)", contact.duration_s, 1000.0))
        .row(row("mass of the mallet divided by that of a mode", contact.share, 1.0));
    let words = if contact.separated {
        "Blows of several speeds separate the mallet from the object."
    } else {
        "One blow does not separate the mallet from the object: only how bright it is is known."
    };
    Section::new("The contact").text(words).table(table)
}
