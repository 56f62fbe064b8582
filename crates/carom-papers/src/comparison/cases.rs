//! The impacts and the ways to compute them.

use carom::law::Surface;

use crate::study::prelude::*;

/// An impact with a name.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) impact: Impact,
}

/// Steel on steel: 10 mm of radius.
const STEEL: Surface = Surface { young: 200e9, poisson: 0.3, radius: Some(0.01) };
/// kg of such a ball.
const STEEL_BALL: f64 = 0.0327;

/// From the softest to the hardest.
pub(super) fn cases() -> Result<Vec<Case>> {
    let papetti = |stiffness: f64, exponent: f64, mu: f64, velocity: f64| Impact {
        mu: Some(mu),
        velocity,
        ..Impact::new(0.01, stiffness, exponent)
    };
    let plane = Surface { radius: None, ..STEEL };
    let steel = Law::hertz(&STEEL, &plane)?.potential().stiffness_coefficient();
    let case = |name, impact| Case { name, impact };
    Ok(vec![
        case("papetti, soft", papetti(1e3, 1.5, 0.5, 0.5)),
        case("papetti, low loss", papetti(1e7, 1.3, 0.01, 0.5)),
        case("papetti, hard", papetti(1e9, 1.5, 0.5, 1.0)),
        case("chatziioannou, linear", Impact::new(1.0, 1e9, 1.0)),
        case(
            "steel ball",
            Impact { restitution: Some(0.9), ..Impact::new(STEEL_BALL, steel, 1.5) },
        ),
        case("shorter than a sample", papetti(2e12, 1.5, 0.5, 1.0)),
    ])
}

/// A scheme and its correction.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Variant {
    pub(super) method: Method,
    pub(super) correct: Correction,
}

impl Variant {
    pub(super) fn name(self) -> String {
        match self.correct {
            Correction::None => self.method.name().to_owned(),
            correct => format!("{} + {}", self.method.name(), correct.name()),
        }
    }

    pub(super) fn is_plain(self) -> bool {
        self.correct == Correction::None
    }
}

/// Every scheme as it is.
pub(super) fn plain() -> impl Iterator<Item = Variant> {
    Method::CONTACT.into_iter().map(|method| Variant { method, correct: Correction::None })
}

/// Every scheme with every correction that it takes.
pub(super) fn corrected() -> impl Iterator<Item = Variant> {
    let all = Method::CONTACT.into_iter().flat_map(|method| {
        let corrections =
            Correction::ALL.into_iter().filter(|correct| *correct != Correction::None);
        corrections.map(move |correct| Variant { method, correct })
    });
    all.filter(|variant| match variant.correct {
        Correction::None | Correction::VOut => true,
        Correction::Hybrid | Correction::Both => variant.method.is_one_step(),
        // The three-point scheme takes one of them, for linear contacts alone.
        Correction::Duration | Correction::DurationPhase => variant.method == Method::TwoPoint,
        // It is for bodies that ring.
        Correction::Spectrum => false,
    })
}

/// The cases as parameters of a study.
pub(super) fn parameters(cases: &[Case]) -> Result<Findings> {
    let mut findings = Findings::new();
    for Case { name, impact } in cases {
        let exact = impact.closed_form()?;
        findings = findings.parameter(
            *name,
            format!(
                "{} kg, k = {:.3e}, α = {}, μ = {:.3} s/m, {} m/s: {:.4} ms, restitution {:.3}",
                impact.mass,
                impact.stiffness,
                impact.exponent,
                impact.mu()?,
                impact.velocity,
                1e3 * exact.contact_time(),
                exact.restitution()
            ),
        );
    }
    Ok(findings)
}
