//! The page that shows what happened.

use carom::Ledger;
use carom_listen::spectrogram;
use carom_numeric::five_digits;
use carom_scene::plan::Plan;
use carom_scene::render::{Rendering, full_scale, unit};

use crate::{Audio, Axis, Cell, Facts, Figure, Heatmap, Page, Panel, Section, Series, Table};

/// Columns and rows of the spectrogram.
const PICTURE: (usize, usize) = (320, 160);

/// One self-contained page; `wav` is the beginning of the sound.
pub(super) fn page(plan: &Plan, source: &str, rendering: &Rendering, wav: Vec<u8>) -> Page {
    let title = plan.title.clone().unwrap_or_else(|| "A scene".into());
    let summary = &rendering.summary;
    let seconds = summary.samples as f64 / summary.sample_rate;
    let subtitle = format!(
        "{:.2} s at {} Hz by the scheme {}; the ledger closes to {:.1e}",
        seconds, summary.sample_rate, summary.scheme, summary.energy.residual
    );
    let mut page = Page::new(title)
        .subtitle(subtitle)
        .section(sound(plan, rendering, wav))
        .section(contact(plan, rendering))
        .section(energy(rendering))
        .section(partials(rendering));
    if !rendering.warnings.is_empty() {
        let mut section = Section::new("Warnings");
        for warning in &rendering.warnings {
            section = section.warning(warning.clone());
        }
        page = page.section(section);
    }
    page.section(Section::new("The scene").source("scene.toml", source))
        .footer("Made by Carom: every joule accounted for.")
}

fn sound(plan: &Plan, rendering: &Rendering, wav: Vec<u8>) -> Section {
    let audio = &rendering.summary.audio;
    let decibels = 20.0 * rendering.gain.log10();
    let mut section = Section::new("Sound");
    for line in plan.description.iter().flat_map(|text| text.lines()) {
        section = section.text(line);
    }
    section
        .audio(Audio::wav("sound.wav", wav))
        .facts(
            Facts::new()
                .fact("peak before the gain", five_digits(audio.peak), unit(plan))
                .fact("gain", format!("{decibels:+.1}"), "dB")
                .fact("full scale", full_scale(plan, rendering.gain), "")
                .fact(
                    "loudest 400 ms",
                    format!("{:.1}", audio.loudness_lufs.unwrap_or(f64::NEG_INFINITY)),
                    "LUFS",
                )
                .fact("centroid of the attack", format!("{:.0}", audio.centroid_hz), "Hz"),
        )
        .figure(waveform_figure(plan, rendering).panel_size(760.0, 160.0))
        .figure(spectrogram_figure(plan, rendering, PICTURE).panel_size(760.0, 300.0))
}

fn gained(rendering: &Rendering) -> Vec<f64> {
    rendering.heard.iter().map(|x| x * rendering.gain).collect()
}

/// The beginning of the sound as a waveform.
pub(super) fn waveform_figure(plan: &Plan, rendering: &Rendering) -> Figure {
    let wave = Panel::new("", Axis::linear("time", "s"), Axis::linear("level", "full scale"))
        .with(Series::waveform("", &gained(rendering), plan.sample_rate, 1200));
    Figure::new("Waveform").panel(wave)
}

/// The beginning of the sound as a spectrogram of so many columns and rows.
pub(super) fn spectrogram_figure(
    plan: &Plan,
    rendering: &Rendering,
    (columns, rows): (usize, usize),
) -> Figure {
    let sound = gained(rendering);
    let picture = spectrogram(
        &sound,
        plan.sample_rate,
        columns,
        rows,
        -90.0,
        carom_listen::Axis::Logarithmic,
    );
    let level = |column: usize, row: usize| {
        let level = picture.decibels.get(column).and_then(|c| c.get(row));
        level.map_or(f64::NAN, |db| f64::from(*db))
    };
    let heat = Heatmap::from_fn(picture.times_s.clone(), picture.frequencies_hz.clone(), level)
        .colours(Axis::linear("level", "dB").range(-90.0, 0.0));
    let spectrum =
        Panel::new("", Axis::linear("time", "s"), Axis::log("frequency", "Hz")).heat(heat);
    Figure::new("Spectrogram").panel(spectrum)
}

fn contact(plan: &Plan, rendering: &Rendering) -> Section {
    let mut section = Section::new("Contact");
    let mut table = Table::new([
        "contact",
        "first at (ms)",
        "lasts (ms)",
        "times",
        "peak force (N)",
        "compression (µm)",
        "impulse (N·s)",
        "steps per sample",
    ]);
    for contact in &rendering.summary.contacts {
        let milliseconds = |time: Option<f64>| {
            time.map_or_else(|| "never".into(), |time| format!("{:.4}", 1e3 * time))
        };
        table = table.row([
            Cell::text(contact.name.clone()),
            Cell::number(milliseconds(contact.log.first_contact_at)),
            Cell::number(milliseconds(contact.log.first_contact_time)),
            Cell::number(contact.log.count),
            Cell::number(format!("{:.2}", contact.log.peak_force)),
            Cell::number(format!("{:.2}", 1e6 * contact.log.peak_compression)),
            Cell::number(five_digits(contact.log.impulse)),
            Cell::number(contact.log.substeps),
        ]);
    }
    section = section.table(table);
    for (samples, contact) in rendering.first_contacts.iter().zip(&plan.contacts) {
        if samples.len() < 2 {
            continue;
        }
        let line = |value: &dyn Fn(&carom::ContactSample) -> f64| {
            samples.iter().map(|(time, sample)| (*time, value(sample))).collect::<Vec<_>>()
        };
        let force =
            Panel::new("Force", Axis::linear("time", "s"), Axis::linear("force", "N").include(0.0))
                .with(Series::line("force", line(&|sample| sample.force)).marked());
        let [first, second] = contact.between.map(|body| plan.name(body));
        let moves = Panel::new(
            "Displacement",
            Axis::linear("time", "s"),
            Axis::linear("displacement", "m"),
        )
        .with(Series::line(first, line(&|sample| sample.ports[0])))
        .with(Series::line(second, line(&|sample| sample.ports[1])));
        let title = format!("First contact: {}", contact.name);
        section = section.figure(Figure::new(title).panel(force).panel(moves).columns(2));
    }
    section
}

fn energy(rendering: &Rendering) -> Section {
    let energy = &rendering.summary.energy;
    let line = |value: &dyn Fn(&Ledger) -> f64| {
        rendering.ledgers.iter().map(|(time, ledger)| (*time, value(ledger))).collect::<Vec<_>>()
    };
    let panel = Panel::new("", Axis::linear("time", "s"), Axis::linear("energy", "J").include(0.0))
        .with(Series::line("stored", line(&Ledger::stored)))
        .with(Series::line("dissipated", line(&Ledger::dissipated)))
        .with(Series::line("supplied", line(&|ledger| ledger.supplied() + ledger.corrected())));
    Section::new("Energy")
        .facts(
            Facts::new()
                .fact("initial", five_digits(energy.initial), "J")
                .fact("supplied", five_digits(energy.supplied), "J")
                .fact("dissipated", five_digits(energy.dissipated), "J")
                .fact("stored at the end", five_digits(energy.stored), "J")
                .fact("missing, as a share", format!("{:.1e}", energy.residual), ""),
        )
        .figure(Figure::new("Where the energy is").panel(panel).panel_size(760.0, 220.0))
}

fn partials(rendering: &Rendering) -> Section {
    let mut table = Table::new(["frequency (Hz)", "level (dB)", "decay to 1/e (s)", "Q"]);
    for partial in &rendering.summary.audio.partials {
        let or_dash = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "–".into(), |value| format!("{value:.digits$}"))
        };
        table = table.row([
            Cell::number(format!("{:.2}", partial.frequency_hz)),
            Cell::number(format!("{:.1}", partial.level_db)),
            Cell::number(or_dash(partial.decay_s, 4)),
            Cell::number(or_dash(partial.q, 0)),
        ]);
    }
    Section::new("Partials, as they are heard").table(table)
}
