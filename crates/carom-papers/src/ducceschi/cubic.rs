//! Fig. 6: the cubic oscillator by the scheme and by the classic one for it.

use super::oscillator::{Axes, Oscillator, Tone, figure, frequencies};
use super::published;
use super::setup::quadratic;
use super::spectrum::harmonic_db;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("ducceschi/fig-6", "The cubic oscillator", fig_6)];

/// Fig. 6.
fn fig_6() -> Result<Findings> {
    let published = published::read()?;
    let given = &published.fig_6;
    let with = |velocity: f64| -> Result<Oscillator> {
        let (law, from) = (Law::oscillator(given.stiffness, 3.0)?, (given.displacement, velocity));
        Ok(Oscillator { mass: given.mass, law, rate: given.rate, from })
    };
    let oscillator = with(given.velocity)?;
    let steps = given.rate as usize;
    let (tones, classic) = oscillator.tones(published.s, Method::Cubic, steps)?;
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
    let [half, one, three] = &tones;
    let faster = with(2.0 * given.velocity)?.play(quadratic(1.0), steps)?;
    let high = |tone: &Tone| harmonic_db(&tone.samples, tone.hertz / given.rate, 15.0);
    let apart = (half.hertz / classic.hertz - 1.0).abs();
    Ok(Findings::new()
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
        .checks([
            Check::claim("Section 4.3, s = ½", "virtually the same as the classic scheme").holds(
                apart < 1e-3 && half.complex.is_none(),
                half.complex.map_or_else(
                    || format!("frequencies {:.1e} apart", apart),
                    |step| format!("a complex root in step {step}; until then {apart:.1e} apart"),
                ),
            ),
            Check::claim(
                "Section 4.3, pitch",
                "a little faster than the classic scheme for s = 1 and 3",
            )
            .holds(
                one.hertz > classic.hertz && three.hertz > one.hertz,
                format!("{:.1} and {:.1} against {:.1} Hz", one.hertz, three.hertz, classic.hertz),
            ),
            Check::claim("Section 4.3, spectrum", "peaks at high frequencies for s other than ½")
                .holds(
                    high(one) > -100.0 && high(three) > -100.0 && high(half) < -100.0,
                    format!(
                        "15th harmonic {:.0}, {:.0} and {:.0} dB for s = ½, 1 and 3",
                        high(half),
                        high(one),
                        high(three)
                    ),
                ),
            Check::claim("Section 4.3, hardening", "faster starts raise the pitch").holds(
                faster.hertz > one.hertz,
                format!("twice the velocity, ×{:.4}", faster.hertz / one.hertz),
            ),
        ])
        .checks(frequencies(
            "Fig. 6",
            [
                ("exact", "exact", exact),
                ("classic", "classic (25)", classic.hertz),
                ("half", "s = ½", half.hertz),
                ("one", "s = 1", one.hertz),
                ("three", "s = 3", three.hertz),
            ],
        )))
}
