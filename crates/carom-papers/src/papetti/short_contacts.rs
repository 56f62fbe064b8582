//! III-B: contacts of four samples and fewer.

use super::cases::{Case, RATE, SCHEMES};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("papetti/short-contacts", "Contacts of four samples and fewer", short_contacts)];

/// Where between two samples the impact begins.
const PHASES: [f64; 8] = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];

/// The contact of case 2 with the stiffness that makes it last so many samples.
fn lasting(samples: f64) -> Result<Case> {
    let hard = Case::HARD;
    let present = hard.exact()?.contact_time() * RATE;
    let stiffness = hard.stiffness * (present / samples).powf(hard.exponent + 1.0);
    Ok(Case { stiffness, ..hard })
}

/// The largest errors over all phases (%): of v_out, dev(x) and dev(H); infinite where the scheme
/// fails.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    v_out: f64,
    x: f64,
    h: f64,
}

impl Errors {
    fn worse(self, run: &Run) -> Self {
        let ended = run.status == Status::Ok || run.status == Status::GainedEnergy;
        let of = |value: Option<f64>| value.filter(|_| ended).map_or(f64::INFINITY, f64::abs);
        Self {
            v_out: self.v_out.max(of(run.err_v_out)),
            x: self.x.max(of(run.dev_x)),
            h: self.h.max(of(run.dev_h)),
        }
    }
}

/// The errors of the four schemes in a contact of so many samples.
fn errors(samples: f64) -> Result<[Errors; 4]> {
    let case = lasting(samples)?;
    let mut worst = [Errors::default(); 4];
    for phase in PHASES {
        let comparison = compare(&Impact { phase, ..case.impact() })?;
        for (worst, run) in worst.iter_mut().zip(&comparison.runs) {
            *worst = worst.worse(run);
        }
    }
    Ok(worst)
}

/// Something to draw.
type Measure = (&'static str, &'static str, fn(&Errors) -> f64);

const MEASURES: [Measure; 3] = [
    ("(a) Outgoing velocity", "largest err(v_out)", |errors| errors.v_out),
    ("(b) Compression", "largest dev(x)", |errors| errors.x),
    ("(c) Energy", "largest dev(H)", |errors| errors.h),
];

/// The study.
fn short_contacts() -> Result<Findings> {
    let lengths: Vec<f64> = (0..=52).map(|i| 2.0 + 0.25 * f64::from(i)).collect();
    let found: Result<Vec<[Errors; 4]>> = lengths.iter().map(|n| errors(*n)).collect();
    let found = found?;
    let panel = |(title, label, measure): Measure| {
        let series = SCHEMES.iter().enumerate().map(|(i, scheme)| {
            let pairs = lengths.iter().zip(&found);
            Series::line(scheme.name, pairs.map(|(n, errors)| (*n, measure(&errors[i]))).collect())
        });
        Panel::new(title, "contact time (samples)", Axis::log(label, "%"))
            .x_range(2.0, 15.0)
            .y_range(1e-2, 1e3)
            .with_all(series)
            .vline(4.0, "4 samples")
    };
    let figure = Figure::new("Short contacts").panels(MEASURES.map(panel)).caption(
        "Case 2 with other stiffnesses; the largest error over eight places of the impact between \
         two samples.",
    );
    Ok(Case::HARD
        .parameters()
        .parameter("stiffness", "such that the contact lasts 2 to 15 samples")
        .parameter("impact begins", "at eight places between two samples")
        .text(TEXT)
        .figure(figure)
        .checks(claims(errors(4.0)?, errors(2.5)?))
        .known(&[("rk4/4", 0.0, STILL_FAIR)]))
}

/// At four samples and at fewer.
fn claims(four: [Errors; 4], fewer: [Errors; 4]) -> Vec<Check> {
    let mut checks = Vec::new();
    for (i, scheme) in SCHEMES.iter().enumerate() {
        for (samples, at) in [("4", four[i]), ("2.5", fewer[i])] {
            let found =
                format!("err(v_out) {:.1} %, dev(x) {:.1} %, dev(H) {:.1} %", at.v_out, at.x, at.h);
            let poor = at.v_out > POOR_VELOCITY || at.h > POOR_ENERGY;
            let place = format!("III-B2, {} at {samples} samples of contact", scheme.name);
            let check = Check::claim(place, "extremely poor").holds(poor, found);
            checks.push(check.named(format!("{}/{samples}", scheme.key)));
        }
    }
    checks
}

/// Errors (%) that nobody would call good: of the outgoing velocity, and of the energy in parts of
/// what is lost.
const POOR_VELOCITY: f64 = 5.0;
const POOR_ENERGY: f64 = 20.0;

const STILL_FAIR: &str = "RK4's energy stays within a twentieth of the loss at four samples, \
    wherever the impact begins. It fails below three.";

const TEXT: &str = "The paper finds all simulations extremely unreliable when a contact lasts \
    four samples or fewer, and looks at longer ones only. Here the impact also begins between \
    two samples, and the worst of eight places counts; poor means that the outgoing velocity \
    is off by more than 5 %, or the energy by more than 20 % of the loss. Three schemes are \
    poor at four samples, RK4 is not yet, and below three all are. The deviation of the \
    compression says little: it is large for contacts of any length, because x(v) is steep \
    where contact begins and ends.";
