//! A mass in a spring by any scheme, in time and in frequency: Figs. 3 and 6.

use super::setup::{named, quadratic, run};
use super::spectrum::{amplitude, frequency, spectrum};
use crate::study::prelude::*;

/// An oscillator at its sample rate.
pub(super) struct Oscillator {
    pub(super) mass: f64,
    pub(super) law: Law,
    pub(super) rate: f64,
    pub(super) from: (f64, f64),
}

/// A run of one.
pub(super) struct Tone {
    /// Displacements (m), up to a complex root if one was met.
    pub(super) samples: Vec<f64>,
    pub(super) complex: Option<usize>,
    /// Hz.
    pub(super) hertz: f64,
}

impl Oscillator {
    pub(super) fn play(&self, method: Method, steps: usize) -> Result<Tone> {
        let (law, dt) = (self.law.clone(), 1.0 / self.rate);
        let mut voice = wall::start(self.mass, law, self.from, method, dt)?;
        let mut samples = vec![self.from.0];
        let complex = run(&mut voice, steps, |_, voice| {
            samples.push(voice.state().displacement[0]);
        })?;
        let hertz = frequency(&samples) * self.rate;
        Ok(Tone { samples, complex, hertz })
    }

    /// A tone for each s, and one by the classic scheme.
    pub(super) fn tones(
        &self,
        s: [f64; 3],
        classic: Method,
        steps: usize,
    ) -> Result<([Tone; 3], Tone)> {
        let play = |method: &Method| self.play(*method, steps);
        let tones = parallel::map(&s.map(quadratic), play, &mut |_| {})?;
        Ok((tones.try_into().map_err(|_| "three values of s")?, play(&classic)?))
    }
}

/// The frequency of each run: id, name and Hz.
pub(super) fn frequencies<const N: usize>(
    figure: &str,
    runs: [(&str, &str, f64); N],
) -> [Check; N] {
    runs.map(|(id, name, hertz)| {
        let place = format!("{figure}, frequency, {name}");
        Check::unpublished(place, hertz).named(format!("frequency/{id}")).unit("Hz")
    })
}

/// How the panels are drawn.
pub(super) struct Axes {
    /// The end of the time axis (s), and what a second is called there.
    pub(super) until: f64,
    pub(super) unit: (&'static str, f64),
    /// The end of the frequency axis (Hz).
    pub(super) band: f64,
    /// Samples that the spectrum is taken of.
    pub(super) window: usize,
    /// The displacement axis, and what a metre is called there.
    pub(super) metre: (&'static str, f64),
}

/// Above in time, below in frequency, one column for each s.
pub(super) fn figure(
    title: &str,
    caption: &str,
    rate: f64,
    s: &[f64],
    tones: &[Tone],
    classic: (&str, &Tone),
    axes: &Axes,
) -> Figure {
    let mut figure = Figure::new(title).caption(caption).columns(s.len());
    let motion = |tone: &Tone| -> Vec<(f64, f64)> {
        let shown = tone.samples.iter().take((axes.until * rate) as usize + 1).enumerate();
        shown.map(|(i, u)| (axes.unit.1 * i as f64 / rate, axes.metre.1 * u)).collect()
    };
    for (s, tone) in s.iter().zip(tones) {
        figure = figure.panel(
            Panel::new(
                named(*s),
                Axis::linear("time", axes.unit.0).range(0.0, axes.unit.1 * axes.until),
                Axis::linear("displacement", axes.metre.0),
            )
            .with(Series::line("scheme (17)", motion(tone)))
            .with(Series::line(classic.0, motion(classic.1)).dashed()),
        );
    }
    let head = |tone: &'_ Tone| tone.samples[..tone.samples.len().min(axes.window)].to_vec();
    let benchmark = head(classic.1);
    let reference = amplitude(&benchmark, classic.1.hertz / rate);
    let levels = |samples: &[f64]| spectrum(samples, rate, axes.band, reference);
    for tone in tones {
        figure = figure.panel(
            Panel::new("", "frequency (Hz)", "level (dB)")
                .x_range(0.0, axes.band)
                .y_range(-120.0, 10.0)
                .with(Series::line("scheme (17)", levels(&head(tone))))
                .with(Series::line(classic.0, levels(&benchmark)).dashed()),
        );
    }
    figure
}
