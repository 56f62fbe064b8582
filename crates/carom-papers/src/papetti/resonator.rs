//! What the paper leaves to future work: corrections where the struck object rings.
//!
//! A mode gets from a contact what the Fourier transform of the force has at its frequency. Well below the inverse of the
//! contact time two moments of the force say all of it: the impulse, and the variance in time.

use std::f64::consts::TAU;

use carom::{Mode, Substeps, World};
use carom_schemes::correction::{Held, phase_aware};

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "papetti/resonator",
    "Corrections with a body that rings, which the paper leaves to future work",
    resonator,
)
.of(Kind::Own)];

const RATE: f64 = 44_100.0;
const MASS: f64 = 0.01;
const SPEED: f64 = 1.0;
const EXPONENT: f64 = 1.5;
const MODAL_MASS: f64 = 0.5;
const HERTZ: [f64; 10] =
    [250.0, 500.0, 1000.0, 2000.0, 3000.0, 3600.0, 5000.0, 6000.0, 7500.0, 9000.0];
const COUNT: usize = HERTZ.len();
/// Samples that the contact of the figures lasts.
const SAMPLES: f64 = 6.0;
const PHASES: [f64; 6] = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98];
/// Steps per sample of a converged run.
const FINE: u32 = 128;

/// How a contact is computed, one step per sample but for the last two.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Plain,
    /// Duration and outgoing velocity of the wall are exact.
    Duration,
    /// Impulse and variance in time of the force are exact.
    Spectrum,
    /// Four steps per sample.
    Fourfold,
    Converged,
}

const SHOWN: [(How, &str, &str); 4] = [
    (How::Plain, "plain", "uncorrected"),
    (How::Duration, "duration", "duration and v_out"),
    (How::Spectrum, "spectrum", "spectrum"),
    (How::Fourfold, "fourfold", "four steps per sample"),
];

fn resonator() -> Result<Findings> {
    let mut findings = Findings::new()
        .parameter("hammer", format!("{MASS} kg at {SPEED} m/s, α = {EXPONENT}"))
        .parameter("body", format!("{COUNT} modes of {MODAL_MASS} kg each"))
        .parameter("sample rate", format!("{RATE} Hz, one step per sample"))
        .parameter("phases of the touch", PHASES.len().to_string())
        .text(TEXT);
    let mut figure = Figure::new("Energy that modes get from a contact of six samples")
        .caption(
            "Largest difference from a converged run over the phases of the touch. The line is half the \
             inverse of the contact time.",
        )
        .columns(2);
    for mu in [0.0, 0.5] {
        let mut panel =
            Panel::new(format!("μ = {mu} s/m"), "frequency (Hz)", "error of the energy (%)")
                .hline(0.0, "")
                .vline(0.5 * RATE / SAMPLES, "1/2τ");
        for (how, id, name) in SHOWN {
            let errors = errors(SAMPLES, mu, how)?;
            let points = HERTZ.iter().zip(errors).map(|(hertz, error)| (*hertz, 100.0 * error));
            panel = panel.with(Series::line(name, points.collect()).marked());
            let worst = worst_below(&errors, SAMPLES);
            findings = findings.check(match how {
                How::Spectrum => {
                    Check::claim(format!("μ = {mu}, modes below 1/2τ, corrected"), "within 2 %")
                        .named(format!("{id}/{mu}"))
                        .holds(worst < 0.02, format!("off by at most {:.2} %", 100.0 * worst))
                }
                _ => {
                    Check::unpublished(format!("μ = {mu}, modes below 1/2τ, {name}"), 100.0 * worst)
                        .named(format!("{id}/{mu}"))
                        .unit("%")
                }
            });
        }
        figure = figure.panel(panel);
    }
    let mut table = Table::new(
        ["samples"].into_iter().chain(SHOWN.map(|(_, _, name)| name)),
    )
    .caption("Largest error (%) of the energy of modes below 1/2τ, μ = 0.2 s/m, by the duration of the contact.");
    for samples in [2.5, 3.5, 4.0, 5.0, 6.0, 10.0, 20.0, 50.0] {
        let mut row = vec![samples.to_string()];
        for (how, ..) in SHOWN {
            row.push(format!("{:.2}", 100.0 * worst_below(&errors(samples, 0.2, how)?, samples)));
        }
        table = table.row(row);
    }
    Ok(findings
        .figure(figure)
        .table(table)
        .command("carom run SCENE.toml --set 'correct=\"spectrum\"' --set substeps=1"))
}

const TEXT: &str = "The paper corrects a mass against a wall by what is known of it exactly: compression \
    from velocity, and the velocity at release. Where the wall moves, neither is known before the contact \
    is over, and to force the wall's answer on a body that rings would make or lose energy. What a body \
    needs of the contact is less than the trajectory, though: the energy of a mode is the spectrum of the \
    force at its frequency, and below half the inverse of the contact time that is the impulse and the \
    variance of the force in time.\n\nBoth are wrong for two reasons when a contact has few samples. It lasts \
    too long, and a force that is held over a step is spread by Δt²/12 more. So, at the touch, stiffness and \
    μ are chosen such that a contact of the same exponent, run ahead with the mass that the contact moves in \
    one step, at its speed and phase, has the variance and the outgoing velocity of the exact one. They \
    change while nothing touches, and the scheme balances its energy with any stiffness: the ledger closes \
    as before, and the contact with the body, which is not a wall, finds its own end.\n\nOf the paper's two \
    corrections the output velocity survives, as the impulse; the hybrid one does not. Duration and output \
    velocity together, which are exact for a wall, take away a third of the error at most. The correction \
    leaves contacts below 3.5 samples as they are: no stiffness spreads a held force so little at every \
    phase. Use substeps there.";

/// The largest error of modes below half the inverse of the contact time.
fn worst_below(errors: &[f64; COUNT], samples: f64) -> f64 {
    let below = HERTZ.iter().zip(errors).filter(|(hertz, _)| **hertz < 0.5 * RATE / samples);
    below.fold(0.0_f64, |worst, (_, error)| worst.max(error.abs()))
}

/// The largest relative errors over phases of the energy of each mode, with their signs.
fn errors(samples: f64, mu: f64, how: How) -> Result<[f64; COUNT]> {
    let exact = energies(samples, mu, 0.3, How::Converged)?;
    let mut worst = [0.0_f64; COUNT];
    for phase in PHASES {
        let found = energies(samples, mu, phase, how)?;
        for i in 0..COUNT {
            let error = found[i] / exact[i] - 1.0;
            if error.abs() > worst[i].abs() {
                worst[i] = error;
            }
        }
    }
    Ok(worst)
}

/// What every mode has got after a blow.
fn energies(samples: f64, mu: f64, phase: f64, how: How) -> Result<[f64; COUNT]> {
    let unit = WallImpact::new(MASS, 1.0, EXPONENT, mu, SPEED)?.contact_time();
    // τ ~ k^(−1/(α+1)).
    let stiffness = (unit * RATE / samples).powf(EXPONENT + 1.0);
    let mut held = Held { stiffness, mu };
    if how == How::Duration {
        let lightness = 1.0 / MASS + COUNT as f64 / MODAL_MASS;
        let wall = WallImpact::new(1.0 / lightness, stiffness, EXPONENT, mu, SPEED)?;
        // Where no pair is found, the law stays as it is.
        held = phase_aware(&wall, 1.0 / RATE, phase).unwrap_or(held);
    }
    let law = Law::hunt_crossley(held.stiffness, EXPONENT, Damping::Mu(held.mu))?;
    let mut world = World::new();
    let hammer = world.mass(MASS)?;
    let body = world.body(&HERTZ.map(|hertz| Mode::ringing(MODAL_MASS, hertz, 1e7)).to_vec())?;
    world.contact(&hammer, body.weighing(&[1.0; COUNT])?, law)?;
    world.throw(&hammer, -phase * SPEED / RATE, SPEED)?;
    let steps = match how {
        How::Converged => FINE,
        How::Fourfold => 4,
        _ => 1,
    };
    let correction = if how == How::Spectrum { Correction::Spectrum } else { Correction::None };
    let options =
        Options { substeps: Substeps::Fixed(steps), most_substeps: FINE, ..Options::plain() };
    let (mut voice, _) = carom_schemes::start(&world, RATE, correction, options)?;
    voice.advance(120)?;
    let state = voice.state();
    Ok(std::array::from_fn(|i| {
        let (y, v) = (state.displacement[i + 1], state.velocity[i + 1]);
        0.5 * MODAL_MASS * (v * v + (TAU * HERTZ[i] * y).powi(2))
    }))
}
