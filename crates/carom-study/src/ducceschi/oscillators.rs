//! Figs. 3 and 6: oscillators by the scheme and by the classic schemes for them.

use std::f64::consts::TAU;

use carom::Method;
use carom::exact::WallImpact;
use carom::law::Law;
use carom_report::{Axis, Figure, Panel, Series};

use super::published;
use super::setup::{named, quadratic, run, start};
use super::spectrum::{amplitude, frequency, harmonic_db, spectrum};
use crate::parallel;
use crate::study::{Check, Failed, Findings};

/// An oscillator at its sample rate.
struct Oscillator {
    mass: f64,
    law: Law,
    rate: f64,
    from: (f64, f64),
}

/// A run of one.
struct Tone {
    /// Displacements (m), up to a complex root if one was met.
    samples: Vec<f64>,
    complex: Option<usize>,
    /// Hz.
    hertz: f64,
}

impl Oscillator {
    fn play(&self, method: Method, steps: usize) -> Result<Tone, Failed> {
        let mut simulation =
            start(self.mass, self.law.clone(), self.from, method, 1.0 / self.rate)?;
        let mut samples = vec![self.from.0];
        let complex = run(&mut simulation, steps, |_, run| {
            samples.push(run.state().displacement[0]);
        })?;
        let hertz = frequency(&samples) * self.rate;
        Ok(Tone { samples, complex, hertz })
    }
}

/// How the panels are drawn.
struct Axes {
    /// The end of the time axis (s), and what a second is called there.
    until: f64,
    unit: (&'static str, f64),
    /// The end of the frequency axis (Hz).
    band: f64,
    /// Samples that the spectrum is taken of.
    window: usize,
    /// The displacement axis, and what a metre is called there.
    metre: (&'static str, f64),
}

/// Above in time, below in frequency, one column for each s.
fn figure(
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
            Panel::new(
                "",
                Axis::linear("frequency", "Hz").range(0.0, axes.band),
                Axis::linear("level", "dB").range(-120.0, 10.0),
            )
            .with(Series::line("scheme (17)", levels(&head(tone))))
            .with(Series::line(classic.0, levels(&benchmark)).dashed()),
        );
    }
    figure
}

/// Fig. 3.
pub(super) fn fig_3() -> Result<Findings, Failed> {
    let published = published::read()?;
    let given = &published.fig_3;
    let stiffness = (TAU * given.hertz).powi(2);
    let with = |from| -> Result<Oscillator, Failed> {
        Ok(Oscillator { mass: 1.0, law: Law::oscillator(stiffness, 1.0)?, rate: given.rate, from })
    };
    let oscillator = with((given.displacement, given.velocity))?;
    let steps = (100.0 * given.rate) as usize;
    let play = |method: &Method| oscillator.play(*method, steps);
    let methods = [quadratic(published.s[0]), quadratic(published.s[1]), quadratic(published.s[2])];
    let tones = parallel::map(&methods, play, &mut |_| {})?;
    let classic = play(&Method::Linear)?;
    let axes = Axes {
        until: 1.0,
        unit: ("s", 1.0),
        band: 120.0,
        window: (4.0 * given.rate) as usize,
        metre: ("m", 1.0),
    };
    let drawn = figure(
        "Simple harmonic oscillator of 11 Hz",
        "Dashed: the classic scheme (22). Levels relative to its fundamental.",
        given.rate,
        &published.s,
        &tones,
        ("classic (22)", &classic),
        &axes,
    );
    let [half, one, three] = &tones[..] else { return Err("three values of s".into()) };
    let third = |tone: &Tone| harmonic_db(&tone.samples, tone.hertz / given.rate, 3.0);
    let hertz = [half, one, three].map(|tone| tone.hertz);
    let off = hertz.map(|hertz| (hertz - given.hertz).abs());
    let starts = [(0.0, 0.5), (-0.1, 0.0), (-1.0, 5.0), (-1e-3, 20.0)];
    let levels = parallel::map(
        &starts,
        |from| Ok::<_, Failed>(third(&with(*from)?.play(quadratic(1.0), steps)?)),
        &mut |_| {},
    )?;
    let spread = levels.iter().fold(0.0_f64, |worst, db| worst.max((db - third(one)).abs()));
    Ok(Findings::new()
        .parameter("oscillator", format!("{} Hz, 1 kg", given.hertz))
        .parameter("sample rate", format!("{} Hz", given.rate))
        .parameter("start", format!("{} m, {} m/s", given.displacement, given.velocity))
        .parameter("length", "100 s; spectra of the first 4 s through a Blackman-Harris window")
        .text(
            "Even a linear spring is nonlinear to this scheme unless s = ½: the pitch rises with s \
             and odd harmonics appear. They are louder than the paper says. It puts the second \
             partial 60 dB below the first at s = 1; it is the third harmonic, and lies 45.6 dB \
             below, whatever the start.",
        )
        .figure(drawn)
        .check(Check::claim(
            "Section 4.1, accuracy",
            "less accurate as s grows",
            off[0] < off[1] && off[1] < off[2],
            format!("off by {:.3}, {:.3} and {:.3} Hz", off[0], off[1], off[2]),
        ))
        .check(Check::claim(
            "Section 4.1, pitch",
            "s = 1 and 3 are higher than the classic scheme",
            hertz[1] > classic.hertz && hertz[2] > hertz[1],
            format!("{:.3} and {:.3} against {:.3} Hz", hertz[1], hertz[2], classic.hertz),
        ))
        .check(
            Check::at_most(
                "Section 4.1, second partial, s = 1",
                given.harmonic_db.text(),
                third(one),
            )
            .unit("dB")
            .differs(
                -45.6,
                "No window, length or start brings it lower. Even harmonics, which the scheme does \
                 not make, lie below −60 dB in any case.",
            ),
        )
        .check(Check::claim(
            "Section 4.1, initial conditions",
            "harmonics do not depend on the start",
            spread < 0.1,
            format!("within {spread:.1e} dB over {} starts", starts.len()),
        ))
        .checks([
            Check::unpublished("Fig. 3, frequency, classic (22)", classic.hertz).unit("Hz"),
            Check::unpublished("Fig. 3, frequency, s = ½", hertz[0]).unit("Hz"),
            Check::unpublished("Fig. 3, frequency, s = 1", hertz[1]).unit("Hz"),
            Check::unpublished("Fig. 3, frequency, s = 3", hertz[2]).unit("Hz"),
            Check::unpublished("Fig. 3, third harmonic, s = ½", third(half)).unit("dB"),
            Check::unpublished("Fig. 3, third harmonic, s = 3", third(three)).unit("dB"),
        ]))
}

/// Fig. 6.
pub(super) fn fig_6() -> Result<Findings, Failed> {
    let published = published::read()?;
    let given = &published.fig_6;
    let with = |velocity: f64| -> Result<Oscillator, Failed> {
        let (law, from) = (Law::oscillator(given.stiffness, 3.0)?, (given.displacement, velocity));
        Ok(Oscillator { mass: given.mass, law, rate: given.rate, from })
    };
    let oscillator = with(given.velocity)?;
    let steps = given.rate as usize;
    let play = |method: &Method| oscillator.play(*method, steps);
    let methods = [quadratic(published.s[0]), quadratic(published.s[1]), quadratic(published.s[2])];
    let tones = parallel::map(&methods, play, &mut |_| {})?;
    let classic = play(&Method::Cubic)?;
    let axes = Axes {
        until: 0.02,
        unit: ("ms", 1e3),
        band: 5000.0,
        window: (0.1 * given.rate) as usize,
        metre: ("mm", 1e3),
    };
    let drawn = figure(
        "Cubic oscillator",
        "Dashed: the classic scheme (25). Levels relative to its fundamental.",
        given.rate,
        &published.s,
        &tones,
        ("classic (25)", &classic),
        &axes,
    );
    // From wall to wall and back: twice the contact of a cubic wall.
    let exact = WallImpact::new(given.mass, given.stiffness, 3.0, 0.0, given.velocity)?;
    let exact = 0.5 / exact.contact_time();
    let [half, one, three] = &tones[..] else { return Err("three values of s".into()) };
    let faster = with(2.0 * given.velocity)?.play(quadratic(1.0), steps)?;
    let apart = (half.hertz / classic.hertz - 1.0).abs();
    let mut findings = Findings::new()
        .parameter("mass", format!("{} kg", given.mass))
        .parameter("stiffness K", format!("{:e} N/m³", given.stiffness))
        .parameter("start", format!("{} m, {} m/s", given.displacement, given.velocity))
        .parameter("sample rate", format!("{} Hz", given.rate))
        .parameter("length", "1 s; spectra of the first 0.1 s through a Blackman-Harris window")
        .text(
            "The same picture as for the linear spring: the oscillation is a little faster the \
             larger s, and partials appear that the cubic spring does not have. With s = ½ the \
             scheme follows the classic one. All of them may be set beside the exact period, which \
             is known in closed form.",
        )
        .figure(drawn)
        .check(Check::claim(
            "Section 4.3, s = ½",
            "virtually the same as the classic scheme",
            apart < 1e-3 && half.complex.is_none(),
            half.complex.map_or_else(
                || format!("frequencies {:.1e} apart", apart),
                |step| format!("a complex root in step {step}; until then {apart:.1e} apart"),
            ),
        ))
        .check(Check::claim(
            "Section 4.3, pitch",
            "a little faster than the classic scheme for s = 1 and 3",
            one.hertz > classic.hertz && three.hertz > one.hertz,
            format!("{:.1} and {:.1} against {:.1} Hz", one.hertz, three.hertz, classic.hertz),
        ))
        .check(Check::claim(
            "Section 4.3, hardening",
            "faster starts raise the pitch",
            faster.hertz > one.hertz,
            format!("twice the velocity, ×{:.4}", faster.hertz / one.hertz),
        ));
    for (name, hertz) in [
        ("exact", exact),
        ("classic (25)", classic.hertz),
        ("s = ½", half.hertz),
        ("s = 1", one.hertz),
        ("s = 3", three.hertz),
    ] {
        let locator = format!("Fig. 6, frequency, {name}");
        findings = findings.check(Check::unpublished(locator, hertz).unit("Hz"));
    }
    Ok(findings)
}
