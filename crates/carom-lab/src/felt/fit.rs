//! Hunt and Crossley's hammer that pushes a wall most like one of felt.

use carom::InvalidValue;
use carom::exact::{WallImpact, damping_product};
use carom::law::{Damping, Felt, Law};
use carom_schemes::Method;

use super::{FeltError, Hammer, Loop};
use crate::least_squares::{Search, UNBOUNDED, minimise};
use crate::wall;

/// Means of the force over a contact of the felt, and over twice as long after it.
const MEANS: usize = 100;
const AFTER: usize = 2;
/// Steps of a mean: where the felt lets go its force is steep.
const STEPS: usize = 16;
/// The exponent at the start, and what one is in the search.
const EXPONENT: f64 = 3.0;

/// A law in the place of felt.
#[derive(Clone, Debug)]
pub struct Rival {
    /// Hunt and Crossley's law.
    pub law: Law,
    /// k (N/m^α).
    pub stiffness: f64,
    /// α.
    pub exponent: f64,
    /// μ (s/m).
    pub mu: f64,
    /// How far its force over time is from the felt's, of the peak of the felt's: the root mean square over a
    /// contact of the felt and all speeds.
    pub misfit: f64,
}

/// The force over time (N), as means.
fn force(mass: f64, law: Law, one: &Loop) -> Result<Vec<f64>, FeltError> {
    let dt = one.contact_time / (MEANS * STEPS) as f64;
    let mut voice = wall::start(mass, law, (0.0, one.speed), Method::TwoPoint, dt)?;
    let mut means = Vec::with_capacity(MEANS * (1 + AFTER));
    for _ in 0..MEANS * (1 + AFTER) {
        let mut sum = 0.0;
        for _ in 0..STEPS {
            voice.advance(1)?;
            sum += voice.forces()[0];
        }
        means.push(sum / STEPS as f64);
    }
    Ok(means)
}

/// Exponent, peak force and loss, as shares of what they are at the start, as a law.
fn law(mass: f64, middle: &Loop, at: &[f64]) -> Result<(Law, [f64; 3]), InvalidValue> {
    let exponent = 1.0 + (EXPONENT - 1.0) * at[0].exp();
    let start = damping_product(middle.energy_returned.sqrt());
    let mu = start * at[2].exp() / middle.speed;
    // The peak force grows as k^(1/(α+1)).
    let unit = WallImpact::new(mass, 1.0, exponent, mu, middle.speed)?.f_max();
    let stiffness = (middle.peak_force * at[1].exp() / unit).powf(exponent + 1.0);
    let law = Law::hunt_crossley(stiffness, exponent, Damping::Mu(mu))?;
    Ok((law, [stiffness, exponent, mu]))
}

/// The law of Hunt and Crossley whose force over time is closest to that of the felt, over all of these blows.
pub fn rival(hammer: &Hammer, loops: &[Loop]) -> Result<Rival, FeltError> {
    let count = loops.len() as f64;
    let middle = loops.get(loops.len() / 2).ok_or(InvalidValue {
        field: "blows",
        value: count,
        allowed: "at least one",
    })?;
    let felt = Felt { hysteresis: hammer.hysteresis, relaxation: hammer.relaxation };
    let felt = Law::felt(hammer.stiffness, hammer.exponent, felt)?;
    let wanted: Vec<Vec<f64>> =
        loops.iter().map(|one| force(hammer.mass, felt.clone(), one)).collect::<Result<_, _>>()?;
    let residuals = |at: &[f64]| {
        let (law, _) = law(hammer.mass, middle, at).ok()?;
        let mut all = Vec::new();
        for (one, wanted) in loops.iter().zip(&wanted) {
            let found = force(hammer.mass, law.clone(), one).ok()?;
            let share = 1.0 / (one.peak_force * (MEANS as f64 * count).sqrt());
            all.extend(found.iter().zip(wanted).map(|(a, b)| (a - b) * share));
        }
        Some(all)
    };
    let search = Search { step: 1e-5, iterations: 60, enough: 1e-9, bounds: UNBOUNDED };
    let found =
        minimise(&residuals, &[0.0; 3], &search).ok_or(FeltError::Stays { speed: middle.speed })?;
    let (law, [stiffness, exponent, mu]) = law(hammer.mass, middle, &found.at)?;
    Ok(Rival { law, stiffness, exponent, mu, misfit: (2.0 * found.cost).sqrt() })
}
