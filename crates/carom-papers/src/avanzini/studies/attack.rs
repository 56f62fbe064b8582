//! Figure 5.2: an attack transient, and how many iterations a step needs.

use carom::ContactSample;

use super::super::published::{Hammer, Published};
use super::resonator::{PARTIALS, Q, Strike};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "avanzini/fig-5.2",
    "An attack: hammer, resonator and the force between them",
    fig_5_2,
)];

/// The strike (m/s) and the modal masses (kg); the thesis gives neither. The lighter the resonator,
/// the more it shakes the hammer.
const VELOCITY: f64 = 2.0;
const MASS: f64 = 0.005;
/// What is drawn (s).
const SHOWN: f64 = 4e-3;
/// Random settings for the iterations, and their seed.
const RANDOM: u32 = 500;
const SEED: u64 = 52;

/// Figure 5.2.
fn fig_5_2() -> Result<Findings> {
    let published = Published::read()?;
    let (hammer, rate) = (published.hammer, published.strikes.rate);
    let strike = Strike { velocity: VELOCITY, ..Strike::new(hammer, MASS) };
    let samples = play(&strike, rate)?;
    let time = |i: usize| 1e3 * (i + 1) as f64 / rate;
    let port = |which: usize| -> Vec<(f64, f64)> {
        samples.iter().enumerate().map(|(i, sample)| (time(i), 1e3 * sample.ports[which])).collect()
    };
    let force: Vec<f64> = samples.iter().map(|sample| sample.force).collect();
    let rigid = play(&Strike { velocity: VELOCITY, ..Strike::new(hammer, 1e6) }, rate)?;
    let rigid: Vec<f64> = rigid.iter().map(|sample| sample.force).collect();
    let curve = |force: &[f64]| force.iter().enumerate().map(|(i, f)| (time(i), *f)).collect();
    let axis = || Axis::linear("time", "ms").range(0.0, 1e3 * SHOWN);
    let figure = Figure::new("A transient attack")
        .caption("Three partials, struck by the hammer of Fig. 5.1.")
        .panel(
            Panel::new("(a) Displacements", axis(), "displacement (mm)")
                .with(Series::line("hammer", port(0)))
                .with(Series::line("resonator", port(1))),
        )
        .panel(
            Panel::new("(b) Contact force", axis(), "force (N)")
                .with(Series::line("on the resonator", curve(&force)).colour(2))
                .with(Series::guide("on a rigid surface", curve(&rigid))),
        );
    let peaks = [peaks(&force), peaks(&rigid)];
    let iterations = most_iterations(&hammer, rate)?;
    Ok(Findings::new()
        .parameter("hammer", hammer.in_words())
        .parameter("velocity", format!("{VELOCITY} m/s (not given)"))
        .parameter("resonator", format!("{PARTIALS:?} Hz, Q {Q}, modal mass {MASS} kg (not given)"))
        .parameter("scheme", format!("trapezoidal rule by the K method, {rate} Hz"))
        .text(
            "The partials shake the surface while the hammer is on it, and the force shows it. \
             Some of the printed equations need care. In (5.12) K sums the reciprocals, \
             −(1/Δ_h + Σ 1/Δ_ol)·[1, 2F_s]ᵀ, not the reciprocal of the sum. In (5.11) b̄_ol \
             divides by Δ_ol. The force on the resonator in (5.7) and (5.8) pushes it away \
             from the hammer. In (5.3) the integral carries a factor k as well.\n\nNewton's \
             method needs as few iterations as the thesis says, here until nothing changes any \
             more and over five hundred random strikes on random resonators.",
        )
        .figure(figure)
        .checks([
            Check::claim("Fig. 5.2(b), text", "spikes in the force come from the partials").holds(
                peaks[0] > 1 && peaks[1] == 1,
                format!("{} maxima on the resonator, {} on a rigid surface", peaks[0], peaks[1]),
            ),
            Check::at_most(
                "Section 5.1.2, iterations of Newton's method",
                published.strikes.iterations.text(),
                f64::from(iterations),
            ),
            Check::unpublished("Fig. 5.2, contacts of the hammer", contacts(&force) as f64),
        ]))
}

/// Every sample of the first milliseconds.
fn play(strike: &Strike, rate: f64) -> Result<Vec<ContactSample>> {
    let frames = (SHOWN * rate).ceil() as usize;
    let mut contacts = vec![ContactSample::default(); frames];
    let mut voice = strike.start(rate)?;
    voice.watch::<f64, [f64; 0], _>(&mut [], &mut [&mut contacts]);
    voice.stopped().map_or(Ok(contacts), |error| Err(error.into()))
}

/// Local maxima above a hundredth of the largest.
fn peaks(force: &[f64]) -> usize {
    let floor = 0.01 * force.iter().copied().fold(0.0, f64::max);
    let is_peak = |three: &&[f64]| three[1] > three[0] && three[1] >= three[2] && three[1] > floor;
    force.windows(3).filter(is_peak).count()
}

/// How often the force begins.
fn contacts(force: &[f64]) -> usize {
    let begins = force.windows(2).filter(|pair| pair[0] == 0.0 && pair[1] > 0.0).count();
    begins + usize::from(force.first().is_some_and(|first| *first > 0.0))
}

/// The most iterations that a step needed, over hammers and resonators of all kinds.
fn most_iterations(hammer: &Hammer, rate: f64) -> Result<u32> {
    let mut random = Random::new(SEED);
    let mut most = 0;
    for _ in 0..RANDOM {
        let strike = Strike {
            hammer: Hammer {
                mu: random.uniform(0.01, 1.0),
                stiffness: hammer.mass / random.log_uniform(6e-14, 300e-12),
                ..*hammer
            },
            velocity: random.log_uniform(0.5, 4.0),
            partials: (0..3).map(|_| random.log_uniform(100.0, 4000.0)).collect(),
            q: random.log_uniform(5.0, 5000.0),
            mass: random.log_uniform(0.01, 10.0),
        };
        most = most.max(strike.first_contact(rate)?.1);
    }
    Ok(most)
}
