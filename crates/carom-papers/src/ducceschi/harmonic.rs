//! Fig. 3: the simple harmonic oscillator by the scheme and by the classic one for it.

use std::f64::consts::TAU;

use super::oscillator::{Axes, Oscillator, Tone, figure, frequencies};
use super::published;
use super::setup::quadratic;
use super::spectrum::{amplitude, harmonic_db};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("ducceschi/fig-3", "The simple harmonic oscillator, made nonlinear", fig_3)];

/// Fig. 3.
fn fig_3() -> Result<Findings> {
    let published = published::read()?;
    let given = &published.fig_3;
    let stiffness = (TAU * given.hertz).powi(2);
    let with = |from| -> Result<Oscillator> {
        Ok(Oscillator { mass: 1.0, law: Law::oscillator(stiffness, 1.0)?, rate: given.rate, from })
    };
    let oscillator = with((given.displacement, given.velocity))?;
    let steps = (100.0 * given.rate) as usize;
    let (tones, classic) = oscillator.tones(published.s, Method::Linear, steps)?;
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
    let [half, one, three] = &tones;
    let third = |tone: &Tone| harmonic_db(&tone.samples, tone.hertz / given.rate, 3.0);
    let in_metres = 20.0 * amplitude(&one.samples, 3.0 * one.hertz / given.rate).log10();
    let hertz = [half, one, three].map(|tone| tone.hertz);
    let off = hertz.map(|hertz| (hertz - given.hertz).abs());
    let starts = [(0.0, 0.5), (-0.1, 0.0), (-1.0, 5.0), (-1e-3, 20.0)];
    let levels = parallel::map(
        &starts,
        |from| Ok::<_, BoxError>(third(&with(*from)?.play(quadratic(1.0), steps)?)),
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
             below, whatever the start. In metres, as a spectrum that is not set in relation to its \
             fundamental shows it, it lies 66 dB below one, because the oscillation itself is 0.1 m: \
             that is the number which fits the text.",
        )
        .figure(drawn)
        .checks([
            Check::claim("Section 4.1, accuracy", "less accurate as s grows").holds(
                off[0] < off[1] && off[1] < off[2],
                format!("off by {:.3}, {:.3} and {:.3} Hz", off[0], off[1], off[2]),
            ),
            Check::claim("Section 4.1, pitch", "s = 1 and 3 are higher than the classic scheme")
                .holds(
                    hertz[1] > classic.hertz && hertz[2] > hertz[1],
                    format!("{:.3} and {:.3} against {:.3} Hz", hertz[1], hertz[2], classic.hertz),
                ),
            Check::at_most(
                "Section 4.1, second partial, s = 1",
                given.harmonic_db.text(),
                third(one),
            )
            .named("second-partial")
            .unit("dB")
            .differs(
                -45.6,
                "No window, length or start brings it lower beside the fundamental. Below −60 dB it is \
                 on an absolute scale only: −66 dB of a metre, the amplitude being 0.1 m. Even \
                 harmonics, which the scheme does not make, lie below −60 dB in any case.",
            ),
            Check::claim("Section 4.1, initial conditions", "harmonics do not depend on the start")
                .holds(
                    spread < 0.1,
                    format!("within {spread:.1e} dB over {} starts", starts.len()),
                ),
        ])
        .checks(frequencies(
            "Fig. 3",
            [
                ("classic", "classic (22)", classic.hertz),
                ("half", "s = ½", hertz[0]),
                ("one", "s = 1", hertz[1]),
                ("three", "s = 3", hertz[2]),
            ],
        ))
        .checks([
            Check::unpublished("Fig. 3, third harmonic, s = 1, in metres", in_metres)
                .named("third-harmonic/one/in-metres")
                .unit("dB"),
            Check::unpublished("Fig. 3, third harmonic, s = ½", third(half)).unit("dB"),
            Check::unpublished("Fig. 3, third harmonic, s = 3", third(three))
                .named("third-harmonic/three")
                .unit("dB"),
        ]))
}
