//! Writes a sample report of an impact sound, and an index of it, into the directory given as
//! argument.

use std::error::Error;
use std::f64::consts::{PI, TAU};
use std::path::PathBuf;

use carom_report::{
    Audio, Axis, Cell, Facts, Figure, Heatmap, Link, Page, Panel, Section, Series, Table,
};

const RATE: f64 = 48_000.0;
const SECONDS: f64 = 1.6;
/// Frequency in Hz, decay time to −60 dB in s, amplitude.
const MODES: [(f64, f64, f64); 7] = [
    (412.0, 1.90, 0.34),
    (1136.0, 1.35, 0.28),
    (2228.0, 0.92, 0.22),
    (3683.0, 0.58, 0.17),
    (5502.0, 0.37, 0.12),
    (7684.0, 0.24, 0.09),
    (10_231.0, 0.15, 0.06),
];
const SCENE: &str = r#"[body.bar]
material = "steel"
length = "240 mm"
section = { round = "12 mm" }
modes = 7

[body.hammer]
mass = "8 g"
velocity = "1.2 m/s"

[contact]
between = ["hammer", "bar"]
law = { stiffness = 2.1e8, exponent = 1.5, loss = 0.4 }
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("usage: page <directory>")?);
    std::fs::create_dir_all(&directory)?;
    for (name, page) in [("index.html", index()), ("bar.html", report())] {
        let path = directory.join(name);
        page.save(&path)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn index() -> Page {
    let scenes = [
        Link::new("A steel bar, struck", "bar.html"),
        Link::new("A marble on slate", "marble.html"),
        Link::new("Rattling cup", "cup.html"),
        Link::new("Wood on wood", "wood.html"),
    ];
    Page::new("Scenes")
        .subtitle("Impacts, each with its sound, its forces and the balance of its energy.")
        .here("Scenes")
        .link("Schemes", "schemes.html")
        .link("Validation", "validation.html")
        .section(Section::new("").links(scenes))
        .footer("Made by Carom.")
}

fn report() -> Page {
    let sound = sound();
    Page::new("A steel bar, struck")
        .subtitle(
            "An 8\u{a0}g hammer meets a free steel bar at 1.2\u{a0}m\u{a0}s⁻¹. What the contact does in a \
             fraction of a millisecond is heard for two seconds.",
        )
        .link("Scenes", "index.html")
        .here("A steel bar, struck")
        .link("Schemes", "schemes.html")
        .section(summary(&sound))
        .section(Section::new("Sound").text(SOUND_TEXT).figure(sound_figure(&sound)))
        .section(Section::new("Contact").text(CONTACT_TEXT).figure(contact_figure()))
        .section(energy())
        .section(modes())
        .section(
            Section::new("Reproduce")
                .source(
                    "Command",
                    "carom render bar.toml --rate 48000 --scheme conserving --report bar.html",
                )
                .source("bar.toml", SCENE)
                .footnote("Same scene, same version, same bytes: the page contains no dates."),
        )
        .footer("Made by Carom from bar.toml.")
}

const SOUND_TEXT: &str = "The waveform is the exact envelope of all samples. In the spectrogram \
    every mode is a line that ends when it has sunk into the floor; the click at the start is the \
    contact itself.";
const CONTACT_TEXT: &str = "The force grows as the power 3/2 of the compression and returns less \
    than it took: the area of the loop is the energy lost in the contact.";

fn summary(sound: &[f32]) -> Section {
    let facts = Facts::new()
        .fact("Peak force", "312", "N")
        .fact("Contact", "0.184", "ms")
        .fact("Restitution", "0.71", "")
        .fact("Lowest mode", "412", "Hz")
        .fact("Reverberation", "1.90", "s")
        .fact("Energy residual", format!("{:.1e}", 3.1e-16), "J");
    let wav = Audio::wav("bar.wav", wav(sound)).caption("48 kHz, 16 bit");
    Section::new("").facts(facts).audio(wav)
}

fn sound() -> Vec<f32> {
    let sample = |i: u32| {
        let t = f64::from(i) / RATE;
        let mode =
            |&(f, t60, a): &(f64, f64, f64)| a * (-6.91 * t / t60).exp() * (TAU * f * t).sin();
        let noise = f64::from(i.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 23) - 1.0;
        let click = 0.35 * (-t / 8e-4).exp() * noise;
        let onset = (t / 2e-4).min(1.0);
        (onset * (MODES.iter().map(mode).sum::<f64>() + click) + 2e-5 * noise) as f32 * 0.7
    };
    (0..(SECONDS * RATE) as u32).map(sample).collect()
}

fn wav(samples: &[f32]) -> Vec<u8> {
    let (rate, size) = (RATE as u32, 2 * samples.len() as u32);
    let mut out = Vec::new();
    out.extend(b"RIFF");
    out.extend((36 + size).to_le_bytes());
    out.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    out.extend(rate.to_le_bytes());
    out.extend((2 * rate).to_le_bytes());
    out.extend(b"\x02\0\x10\0data");
    out.extend(size.to_le_bytes());
    out.extend(samples.iter().flat_map(|s| ((s * 32_767.0) as i16).to_le_bytes()));
    out
}

fn sound_figure(sound: &[f32]) -> Figure {
    let time = || Axis::linear("time", "s").range(0.0, SECONDS);
    let wave = Panel::new("(a) Waveform", time(), Axis::linear("amplitude", ""))
        .with(Series::waveform("", sound, RATE, 860));
    let pitch = Axis::log("frequency", "Hz").range(100.0, 20_000.0);
    let levels = Panel::new("(b) Spectrogram", time(), pitch).heat(spectrogram(sound));
    Figure::new("").columns(1).panel_size(840.0, 230.0).panel(wave).panel(levels)
}

fn spectrogram(sound: &[f32]) -> Heatmap {
    const SIZE: usize = 2048;
    const HOP: usize = 192;
    let window = |i: usize| 0.5 - 0.5 * (TAU * i as f64 / SIZE as f64).cos();
    // Silence on both sides: the first column lies at the first sample.
    let silence = [0.0; SIZE / 2];
    let frames: Vec<Vec<f64>> = [&silence, sound, &silence]
        .concat()
        .windows(SIZE)
        .step_by(HOP)
        .map(|frame| {
            let weighted = frame.iter().enumerate().map(|(i, s)| (f64::from(*s) * window(i), 0.0));
            let spectrum = fft(weighted.collect());
            let power = |&(re, im): &(f64, f64)| 10.0 * (re * re + im * im).log10();
            spectrum.iter().take(SIZE / 2 + 1).map(power).collect()
        })
        .collect();
    let centre = |frame: usize| (frame * HOP) as f64 / RATE;
    let pitch = |bin: usize| bin as f64 * RATE / SIZE as f64;
    let times = (0..frames.len()).map(centre).collect();
    let pitches = (0..=SIZE / 2).map(pitch).collect();
    let top = frames.iter().flatten().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
    Heatmap::from_fn(times, pitches, |column, row| frames[column][row] - top)
        .colours(Axis::linear("level", "dB").range(-90.0, 0.0))
}

/// The transform of a power of two of complex numbers, by halving.
fn fft(values: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let half = values.len() / 2;
    if half == 0 {
        return values;
    }
    let even = fft(values.iter().copied().step_by(2).collect());
    let odd = fft(values.iter().copied().skip(1).step_by(2).collect());
    let turned = |k: usize| {
        let (sin, cos) = (-PI * k as f64 / half as f64).sin_cos();
        (odd[k].0 * cos - odd[k].1 * sin, odd[k].0 * sin + odd[k].1 * cos)
    };
    let sums = (0..half).map(|k| (even[k].0 + turned(k).0, even[k].1 + turned(k).1));
    let differences = (0..half).map(|k| (even[k].0 - turned(k).0, even[k].1 - turned(k).1));
    sums.chain(differences).collect()
}

/// Evenly spaced numbers from 0 to 1, both included.
fn unit(count: u32) -> impl Iterator<Item = f64> + Clone {
    (0..=count).map(move |i| f64::from(i) / f64::from(count))
}

fn contact_figure() -> Figure {
    let push = |u: f64| 2.2e-5 * (PI * u.powf(0.92)).sin();
    let force = |u: f64| 312.0 * (push(u) / 2.2e-5).max(0.0).powf(1.5) * (1.14 - 0.34 * u);
    let pulse = |count| unit(count).map(|u| (1.84e-4 * u, force(u))).collect();
    let pulse_panel =
        Panel::new("(a) Pulse", Axis::linear("time", "s"), Axis::linear("force", "N"))
            .with(Series::reference("fine", pulse(400)))
            .with(Series::line("48 kHz", pulse(9)).marked());
    let loops = |count| unit(count).map(|u| (push(u), force(u))).collect();
    let loop_panel =
        Panel::new("(b) Loop", Axis::linear("compression", "m"), Axis::linear("force", "N"))
            .with(Series::reference("fine", loops(400)))
            .with(Series::line("48 kHz", loops(9)).marked());
    Figure::new("").columns(2).panel(pulse_panel).panel(loop_panel)
}

fn energy() -> Section {
    let total = 5.76e-3;
    let shares = |t: f64| {
        let rung = (-13.8 * t / 1.2).exp();
        let struck = 0.5 - 0.5 * (PI * (t / 1.84e-4).min(1.0)).cos();
        [
            0.504 * struck + (1.0 - struck),
            0.31 * rung * struck,
            0.31 * (1.0 - rung) * struck,
            0.186 * struck,
        ]
    };
    let names = ["hammer", "ringing bar", "lost in the bar", "lost in the contact"];
    let sum = |t: f64, upto: usize| total * shares(t).iter().take(upto).sum::<f64>();
    let edge = |upto: usize| -> Vec<(f64, f64)> {
        unit(640).map(|u| 2e-5 * (SECONDS / 2e-5).powf(u)).map(|t| (t, sum(t, upto))).collect()
    };
    let axes = (Axis::log("time", "s").range(2e-5, SECONDS), Axis::linear("energy", "J"));
    let mut panel = Panel::new("", axes.0, axes.1.range(0.0, 1.08 * total));
    for (i, name) in names.iter().enumerate() {
        panel = panel
            .with(Series::band(*name, edge(i), edge(i + 1)))
            .with(Series::line(*name, edge(i + 1)));
    }
    let figure = Figure::new("")
        .columns(1)
        .panel_size(840.0, 260.0)
        .panel(panel.hline(total, "what the hammer brought"));
    Section::new("Energy")
        .text("Every joule is somewhere. The shares are stacked, their sum is the line on top; the logarithmic time shows the contact and the ringing alike.")
        .figure(figure)
        .warning(
            "At 48 kHz the contact lasts nine samples. The balance holds to rounding, the peak \
             force is 2 % low.",
        )
}

fn modes() -> Section {
    let errors = [2e-5, 9e-5, 3.1e-4, 8.4e-4, 1.9e-3, 3.7e-3, 6.6e-3];
    let mut table =
        Table::new(["mode", "frequency (Hz)", "decay (s)", "level (dB)", "pitch error", "verdict"]);
    for (i, (&(f, t60, a), error)) in MODES.iter().zip(errors).enumerate() {
        let fine = error < 3e-3;
        let word = if fine { Cell::text("inaudible").good() } else { Cell::text("audible").bad() };
        table = table.row([
            Cell::text(format!("bending {}", i + 1)),
            Cell::number(format!("{f:.0}")),
            Cell::number(format!("{t60:.2}")),
            Cell::number(format!("{:.1}", 20.0 * (a / MODES[0].2).log10())),
            Cell::number(format!("{error:.1e}")),
            word,
        ]);
    }
    Section::new("Modes")
        .table(table)
        .note("The pitch error is that of the scheme at this rate; it falls with the square of the step.")
        .footnote("An error of pitch is called audible from 3×10⁻³ on, about five cents.")
}
