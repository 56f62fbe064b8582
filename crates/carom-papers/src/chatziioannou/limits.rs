//! Fig. 6: the sample rates from which a linear contact can have its duration.

use carom_schemes::correction::{
    DurationError, closed_form_stiffness, linear_three_point_stiffness,
};

use super::published;
use super::setup::{SCHEMES, parameters};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "chatziioannou/fig-6",
    "The sample rates from which the duration can be exact",
    fig_6,
)
.of(Kind::Exact)];

/// Sample rates (Hz) of the figure.
const RATES: (f64, f64) = (20e3, 100e3);
const POINTS: u32 = 161;

/// The corrected stiffness at a sample rate, or the reason why there is none.
type Stiffness<'a> = &'a dyn Fn(f64) -> Result<f64, DurationError>;

/// Fig. 6.
fn fig_6() -> Result<Findings> {
    let published = published::read()?;
    let (mass, stiffness) = (published.mass, published.hard);
    let exact = WallImpact::new(mass, stiffness, 1.0, 0.0, published.velocity)?;
    let wanted = exact.contact_time();
    let two: Stiffness = &|rate| closed_form_stiffness(&exact, 1.0 / rate);
    let three: Stiffness = &|rate| linear_three_point_stiffness(mass, stiffness, 1.0 / rate);
    let axis = || Axis::linear("sample rate", "kHz").range(1e-3 * RATES.0, 1e-3 * RATES.1);
    let mut shortest = Panel::new("", axis(), "shortest exact duration (µs)")
        .y_range(0.0, 100.0)
        .hline(1e6 * wanted, "target");
    let mut error = Panel::new("", axis(), "error of the duration (µs)").y_include(0.0);
    let mut checks = Vec::new();
    let mut errors = [f64::NAN; 2];
    for (i, ((_, name), stiffness)) in SCHEMES.into_iter().zip([two, three]).enumerate() {
        let held = |rate: f64| shortest_at(stiffness, rate).max(wanted);
        let points =
            |value: &dyn Fn(f64) -> f64| rates().map(|r| (1e-3 * r, 1e6 * value(r))).collect();
        let dashed = |series: Series| if i == 1 { series.dashed() } else { series };
        let line = Series::line(name, points(&|rate| shortest_of(i, rate)));
        shortest = shortest.with(dashed(line.colour(i)));
        let line = Series::line(name, points(&|rate| held(rate) - wanted));
        error = error.with(dashed(line.colour(i)));
        errors[i] = 1e6 * (held(RATES.0) - wanted);
        checks.push(
            Check::unpublished(format!("Fig. 6, exact from, {name}"), least_rate(stiffness))
                .named(format!("least-rate/{name}"))
                .unit("Hz"),
        );
    }
    let ratio = checks[1].computed() / checks[0].computed();
    Ok(parameters(&published)
        .parameter("stiffness", format!("{stiffness:e} N/m"))
        .parameter("exact duration", format!("{:.2} µs", 1e6 * wanted))
        .text(
            "A contact can be given its duration while it is longer than one sample (two-point) or \
             than two (three-point). Below that the engine refuses the correction; taken to its \
             limit it would leave a contact of one sample, or of two, and the error drawn below.",
        )
        .figure(
            Figure::new("Which durations can be exact")
                .caption("Dashed: the contact of Fig. 3, right.")
                .panel(shortest)
                .panel(error)
                .columns(1)
                .panel_size(540.0, 230.0),
        )
        .checks([
            Check::printed("Section 3 (1), ratio of the limits", "2", ratio).tolerance(1e-6),
            Check::claim(
                "Section 3 (2)",
                "below the limit the error of the three-point scheme is much the larger",
            )
            .holds(
                errors[1] > errors[0],
                format!("{:.1} and {:.1} µs at {} kHz", errors[0], errors[1], 1e-3 * RATES.0),
            ),
        ])
        .checks(checks)
        .command(format!(
            "carom impact --mass {mass} --stiffness {stiffness:e} --exponent 1 --velocity {} \
             --rate 31000 --scheme two-point --correct duration",
            published.velocity
        )))
}

fn rates() -> impl Iterator<Item = f64> {
    (0..POINTS).map(|i| RATES.0 + (RATES.1 - RATES.0) * f64::from(i) / f64::from(POINTS - 1))
}

/// One sample with the two-point scheme, two with the three-point scheme.
fn shortest_of(scheme: usize, rate: f64) -> f64 {
    (1 + scheme) as f64 / rate
}

/// The shortest contact (s) that the engine could correct, 0 if it corrects this one.
fn shortest_at(stiffness: Stiffness, rate: f64) -> f64 {
    match stiffness(rate) {
        Err(DurationError::TooShort { shortest, .. }) => shortest / rate,
        Err(DurationError::NotFound { .. }) => f64::NAN,
        Ok(_) => 0.0,
    }
}

/// The least sample rate at which there is a corrected stiffness.
fn least_rate(stiffness: Stiffness) -> f64 {
    let (mut refused, mut fine) = RATES;
    while fine - refused > 1e-6 {
        let middle = 0.5 * (refused + fine);
        if stiffness(middle).is_ok() {
            fine = middle;
        } else {
            refused = middle;
        }
    }
    fine
}
