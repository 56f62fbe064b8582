//! Figs. 3 and 4: collisions that get harder, by both schemes.

use carom_schemes::correction::Correction;

use super::published::{self, Published};
use super::setup::{SCHEMES, command, impact, panel, parameters, run};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[
    Study::new(
        "chatziioannou/fig-3",
        "A soft and a hard collision by two conserving schemes",
        fig_3,
    ),
    Study::new("chatziioannou/fig-4", "A collision shorter than a sample", fig_4),
];

/// How long the contact lasts (s): exactly, and by each scheme.
struct Durations {
    exact: f64,
    runs: Vec<Run>,
}

impl Durations {
    fn of(published: &Published, stiffness: f64) -> Result<Self> {
        let impact = impact(published, stiffness);
        let exact = impact.closed_form()?.contact_time();
        let runs = SCHEMES.map(|(method, _)| run(&impact, method, Correction::None));
        Ok(Self { exact, runs: runs.into_iter().collect::<Result<_, _>>()? })
    }

    /// How much too long, as a share of the exact duration.
    fn excess(&self, scheme: usize) -> f64 {
        let time = self.runs.get(scheme).and_then(|run| run.contact_time);
        time.unwrap_or(f64::NAN) / self.exact - 1.0
    }

    /// All of them in µs.
    fn checks(&self, locator: &str, id: &str) -> impl Iterator<Item = Check> {
        let times = self.runs.iter().map(|run| run.contact_time.unwrap_or(f64::NAN));
        let of_schemes = SCHEMES.iter().map(|(_, name)| *name).zip(times);
        std::iter::once(("exact", self.exact)).chain(of_schemes).map(move |(name, time)| {
            Check::unpublished(format!("{locator}, duration, {name}"), 1e6 * time)
                .named(format!("{id}/{name}"))
                .unit("µs")
        })
    }
}

/// Fig. 3.
fn fig_3() -> Result<Findings> {
    let published = published::read()?;
    let (soft, hard) = (published.soft, published.hard);
    let [of_soft, of_hard] = [Durations::of(&published, soft)?, Durations::of(&published, hard)?];
    let draw = |title: &str, stiffness| {
        panel(title, &published, stiffness, &Correction::None, (0.0, 300e-6))
    };
    let figure = Figure::new("Displacement of the mass")
        .caption("Positive is inside the barrier. The contact begins on the sample at 100 µs.")
        .panel(draw("Soft, k = 10⁹ N/m", soft)?)
        .panel(draw("Hard, k = 10¹⁰ N/m", hard)?);
    let longer = (0..2).all(|i| of_soft.excess(i) > 0.0 && of_hard.excess(i) > of_soft.excess(i));
    let percent = |durations: &Durations| {
        let [two, three] = [0, 1].map(|i| 100.0 * durations.excess(i));
        format!("+{two:.1} % and +{three:.1} %")
    };
    Ok(parameters(&published)
        .parameter("stiffness", format!("{soft:e} and {hard:e} N/m"))
        .text(
            "Both schemes hold the mass longer than they should, the three-point scheme more so, \
             and the harder the collision the worse: at k = 10¹⁰ N/m the contact spans one and a \
             half samples, and comes out as two and as two and a half. Energy is conserved \
             throughout, so nothing but the delay shows after the release.",
        )
        .figure(figure)
        .check(
            Check::claim("Fig. 3, text", "both contacts last too long, harder ones more")
                .holds(longer, format!("soft {}, hard {}", percent(&of_soft), percent(&of_hard))),
        )
        .checks(of_soft.checks("Fig. 3, left", "soft"))
        .checks(of_hard.checks("Fig. 3, right", "hard"))
        .command(command(&published, soft, Correction::None))
        .command(command(&published, hard, Correction::None)))
}

/// Fig. 4.
fn fig_4() -> Result<Findings> {
    let published = published::read()?;
    let stiffness = published.hardest;
    let durations = Durations::of(&published, stiffness)?;
    let figure = Figure::new("Detail across the barrier")
        .caption("k = 10¹¹ N/m: the contact lasts half a sample.")
        .panel(panel("", &published, stiffness, &Correction::None, (60e-6, 180e-6))?);
    let inside: Vec<u64> = durations.runs.iter().map(|run| run.samples).collect();
    Ok(parameters(&published)
        .parameter("stiffness", format!("{stiffness:e} N/m"))
        .text(
            "The contact is over before the next sample. The two-point scheme spends a single \
             sample inside, the three-point scheme two, and that is the least either can do: \
             whatever the stiffness, the contacts get no shorter.",
        )
        .figure(figure)
        .checks([
            Check::claim(
                "Fig. 4, caption",
                "only the two-point scheme leaves after a single sample",
            )
            .holds(
                inside == [1, 2],
                format!(
                    "{inside:?} samples inside ({} and {})",
                    Method::TwoPoint,
                    Method::ThreePoint
                ),
            ),
            Check::claim("Section 2.1, after (13)", "the two-point scheme has the smaller error")
                .holds(
                    durations.excess(0) < durations.excess(1),
                    format!(
                        "×{:.2} and ×{:.2}",
                        1.0 + durations.excess(0),
                        1.0 + durations.excess(1)
                    ),
                ),
        ])
        .checks(durations.checks("Fig. 4", "hardest"))
        .command(command(&published, stiffness, Correction::None)))
}
