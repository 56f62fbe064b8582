//! Figures 5.6 and 5.7: the stimuli in the planes of pitch, quality factor and decay.

use std::f64::consts::PI;

use carom_report::Marker;

use super::super::published::{Material, Published};
use super::super::stimuli::{self, design};
use super::exact_to;
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new(
        "avanzini/fig-5.6",
        "A hundred stimuli and the materials they were heard as",
        fig_5_6,
    )
    .of(Kind::Consistency),
    Study::new("avanzini/fig-5.7", "Materials by quality factor and decay", fig_5_7)
        .of(Kind::Consistency),
];

/// Figure 5.6.
fn fig_5_6() -> Result<Findings> {
    let published = Published::read()?;
    let made = stimuli::render(&mut |_, _| {})?;
    let counts = &made.counts;
    let mut figure = Figure::new("Stimuli within the ranges of four materials")
        .caption(
            "Ranges of quality factor and decay in which more than half of the listeners chose the \
             material, Table 5.2.",
        )
        .columns(2);
    for material in &published.material {
        let (inside, outside): (Vec<_>, Vec<_>) = made
            .stimuli
            .iter()
            .map(|row| ((row.pitch_hz, row.q), material.holds(row.q, row.decay_s)))
            .partition(|(_, holds)| *holds);
        let points = |of: Vec<((f64, f64), bool)>| of.into_iter().map(|(at, _)| at).collect();
        figure = figure.panel(
            Panel::log(capital(&material.name), "pitch (Hz)", "quality factor")
                .x_range(930.0, 2150.0)
                .y_range(3.8, 6600.0)
                .with(Series::markers("within both ranges", points(inside)).colour(1))
                .with(Series::markers("outside", points(outside)).colour(5).marker(Marker::Cross)),
        );
    }
    let [in_two_by_q, in_two, in_none] =
        [counts.in_two_by_q, counts.in_two, counts.in_none].map(|count| count as f64);
    let error = counts.largest_decay_error_of_all;
    Ok(Findings::new()
        .parameter("stimuli", "5 pitches, 20 quality factors, rendered by the engine")
        .parameter(
            "object stiffness",
            format!("{:e} N/m (not given)", made.choices.object_stiffness),
        )
        .parameter(
            "hammer",
            format!("{}, {} m/s", made.choices.hammer.in_words(), made.choices.hammer.velocity),
        )
        .text(
            "The figure of the thesis shades each stimulus by the share of listeners who chose \
             a material; the shares themselves are not printed, only the ranges of Table 5.2, \
             which are drawn here over the same grid. So the claim that responses cluster in \
             horizontal stripes cannot be checked: ranges of quality factor are stripes by their \
             nature. The sounds were made again and measured: \
             every one has the pitch and decay it was designed for. Stiffness of the object, \
             speed and length are not given; those chosen keep the levels within 7 \
             dB.\n\nQuality factors alone put two thirds of the stimuli into two materials. \
             Four lie in none: wood ends before Q = 131.8 does at 1000 Hz, and glass begins at \
             a decay that Q = 189.6 does not reach at the three highest pitches.",
        )
        .figure(figure)
        .checks(
            [
                ("in-two-by-q", "Stimuli in two materials, by quality factor", in_two_by_q, ""),
                ("in-two", "Stimuli in two materials, by quality factor and decay", in_two, ""),
                ("in-none", "Stimuli in no material", in_none, ""),
                ("largest-decay-error", "Largest relative error of a measured decay", error, ""),
                ("level-range", "Levels within", counts.level_range_db, "dB"),
            ]
            .map(|(id, place, value, unit)| Check::unpublished(place, value).named(id).unit(unit)),
        )
        .command("carom stimuli"))
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Figure 5.7.
fn fig_5_7() -> Result<Findings> {
    let published = Published::read()?;
    let stimuli = design(&published);
    // q_o/ω_o and t_e of a stimulus.
    let plane: Vec<(f64, f64)> =
        stimuli.iter().map(|one| (one.q / (2.0 * PI * one.pitch_hz), one.decay_s())).collect();
    let off = plane.iter().map(|(x, t)| (t / (2.0 * x) - 1.0).abs()).fold(0.0, f64::max);
    let ends = [2e-4, 1.5];
    let mut panel = Panel::log("", "q_o/ω_o (s)", "t_e (s)")
        .x_range(ends[0], ends[1])
        .y_range(2.0 * ends[0], 2.0 * ends[1])
        .with(Series::guide("t_e = 2·q_o/ω_o", ends.map(|x| (x, 2.0 * x)).to_vec()));
    for (i, material) in published.material.iter().enumerate() {
        // Beside the line, one material next to the other: on it they would cover each other.
        let aside = 1.35_f64.powi(i as i32 + 1);
        let held =
            stimuli.iter().zip(&plane).filter(|(one, _)| material.holds(one.q, one.decay_s()));
        let mut points: Vec<(f64, f64)> = held.map(|(_, (x, t))| (*x, t / aside)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        panel = panel.with(Series::line(capital(&material.name), points).marked());
    }
    Ok(Findings::new()
        .parameter("stimuli", "5 pitches from 1000 to 2000 Hz, 20 quality factors from 5 to 5000")
        .text(
            "Of a single partial, decay time and quality factor are one quantity: t_e = \
             2·q_o/ω_o. So the plane of the figure holds one line, and a material is a stretch \
             of it. Rubber and wood lie in its lower half and overlap a little, glass and \
             steel in its upper half and are nearly the same stretch.",
        )
        .figure(
            Figure::new("Materials along the line of decay")
                .caption(
                    "Stimuli within the ranges of Table 5.2, each material shifted down from the \
                     line by a further third so that they can be told apart.",
                )
                .panel(panel)
                .panel_size(520.0, 420.0),
        )
        .check(
            Check::claim("Section 5.3.1", "q_o = ω_o·t_e/2")
                .holds(off < 1e-14, format!("all stimuli on one line, {}", exact_to(off))),
        )
        .checks(overlaps(&published.material)))
}

/// How much of the shorter of two stretches both have, in octaves of the decay.
fn overlaps(materials: &[Material]) -> Vec<Check> {
    let [rubber, wood, glass, steel] = materials else { return Vec::new() };
    let stretch = |material: &Material| {
        [material.decay_s[0].value().log2(), material.decay_s[1].value().log2()]
    };
    let shared = |a: &Material, b: &Material| {
        let (a, b) = (stretch(a), stretch(b));
        let both = a[1].min(b[1]) - a[0].max(b[0]);
        100.0 * both.max(0.0) / (a[1] - a[0]).min(b[1] - b[0])
    };
    let [low, high] = [shared(rubber, wood), shared(glass, steel)];
    vec![
        Check::claim("Fig. 5.7, text", "glass and steel overlap more than rubber and wood")
            .holds(high > low, format!("{high:.0} % and {low:.0} % of the shorter range of t_e")),
        Check::claim("Fig. 5.7, text", "low and high ranges are apart").holds(
            shared(wood, glass) == 0.0,
            format!("t_e to {} s, and from {} s", wood.decay_s[1].text(), glass.decay_s[0].text()),
        ),
    ]
}
