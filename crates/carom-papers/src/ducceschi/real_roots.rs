//! When the quadratic of a step has a real root: a theorem for one mass, and why it ends where a body rings.

use carom::World;
use carom::scheme::StepError;

use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] = &[Study::new(
    "ducceschi/real-roots",
    "s = 2α/(α + 1): a root for every state, and where that ends",
    real_roots,
)
.of(Kind::Own)];

const PAIRS: u32 = 20_000;
const SEED: u64 = 47;
const EXPONENTS: [f64; 4] = [1.0, 1.5, 2.5, 5.0];

/// |1 + αr| + α|r|·q^β − q^(β+1) with q = |1 + r| and β = (α − 1)/2: the root exists where this is not below 0.
fn margin(alpha: f64, r: f64) -> f64 {
    let (q, beta) = ((1.0 + r).abs(), 0.5 * (alpha - 1.0));
    (1.0 + alpha * r).abs() + (alpha * r.abs() - q) * q.powf(beta)
}

/// The first two steps of a mass of 1 kg from one sample to the next under a force (N), with steps of 1 s.
fn steps(law: Law, [before, now]: [f64; 2], force: f64, method: Method) -> Result<bool> {
    let mut world = World::new();
    let (mass, wall) = (world.mass(1.0)?, world.wall());
    world.contact(&mass, &wall, law)?;
    world.throw(&mass, before, now - before)?;
    if force != 0.0 {
        world.push(&mass, force)?;
    }
    let (mut voice, _) = carom_schemes::start(&world, 1.0, method, Options::plain())?;
    match voice.advance(2) {
        Ok(()) => Ok(true),
        Err(StepError::ComplexRoot { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// How many of random pairs of samples have no real root, without a force and with one.
fn complex(method: Method) -> Result<[u32; 2]> {
    let mut random = Random::new(SEED);
    let mut found = [0; 2];
    for i in 0..PAIRS {
        let alpha = random.uniform(1.0, 5.0);
        let stiffness = random.log_uniform(1e-6, 1e6);
        let one_sided = i % 2 == 0;
        let law = if one_sided {
            Law::power(stiffness, alpha)?
        } else {
            Law::oscillator(stiffness, alpha)?
        };
        // The first sample lies inside, where the first step is the paper's.
        let before = random.log_uniform(1e-3, 1.0);
        let now = before + random.uniform(-3.0, 3.0);
        let force = random.uniform(-3.0, 3.0);
        found[0] += u32::from(!steps(law.clone(), [before, now], 0.0, method)?);
        found[1] += u32::from(!steps(law, [before, now], force, method)?);
    }
    Ok(found)
}

fn real_roots() -> Result<Findings> {
    let grid: Vec<f64> = (0..=8000).map(|i| -4.0 + 1e-3 * f64::from(i)).collect();
    let least = EXPONENTS.iter().flat_map(|alpha| grid.iter().map(|r| margin(*alpha, *r)));
    let least = least.fold(f64::INFINITY, f64::min);
    let quadratic = Method::Quadratic { s: None };
    let [none, forced] = complex(quadratic)?;
    let [_, quadratised] = complex(Method::Quadratised)?;
    // The mass moves out by a share 1/α of its depth, and the force turns it around.
    let turned = !steps(Law::power(1.0, 1.5)?, [1.0, 1.0 / 3.0], 4.0 / 3.0, quadratic)?;
    let mut panel = Panel::new("the margin of the theorem", "r = (uⁿ − uⁿ⁻¹)/uⁿ⁻¹", "margin")
        .hline(0.0, "")
        .y_range(-0.5, 6.0);
    for alpha in EXPONENTS {
        let points = grid.iter().step_by(20).map(|r| (*r, margin(alpha, *r)));
        panel = panel.with(Series::line(format!("α = {alpha}"), points.collect()));
    }
    Ok(Findings::new()
        .parameter(
            "random",
            format!("{PAIRS} pairs of samples, α 1 to 5, walls and springs, seed {SEED}"),
        )
        .text(TEXT)
        .figure(
            Figure::new("Where the root exists")
                .caption("Not below 0 for any two samples, so that the root exists.")
                .panel(panel),
        )
        .checks([
            Check::claim("s = 2α/(α + 1), no force", "a real root for every pair of samples")
                .named("theorem")
                .holds(none == 0, format!("{none} of {PAIRS} pairs complex")),
            Check::claim("the inequality behind it", "not below 0")
                .named("margin")
                .holds(least > -1e-14, format!("at least {least:.1e}")),
            Check::claim("a force that turns the mass around", "no real root")
                .named("counterexample")
                .holds(turned, if turned { "none found" } else { "one found" }),
            Check::unpublished("pairs without a real root under random forces", f64::from(forced))
                .named("forced"),
            Check::claim("quadratised, under the same forces", "a solution at every step")
                .named("quadratised")
                .holds(quadratised == 0, format!("{quadratised} of {PAIRS} pairs without")),
        ]))
}

const TEXT: &str = "Theorem. For one mass in a power law on one side or on two, α ≥ 1, without losses and \
    forces, the equation (17) with s = 2α/(α + 1) has a real root after any two samples, whatever the time step.\
    \n\nProof. Let x be the depth at uⁿ, e = uⁿ − uⁿ⁻¹, K = k²/M, and u the change to the next sample without \
    the contact. With s = 2α/(α + 1) the discrete potential is φ(x)·(1 + αd/x)², and with the potential p of the \
    last interval the step is a quadratic in d whose discriminant is, up to a factor of 4,\n\n\
    Δ = ((e + u)/2)² − K·φ·(1 + αu/x)·(1 − αe/x) + K·(1 + Kα²φ/x²)·p.\n\nA mass without forces has u = e, and \
    Δ = (1 + Kα²φ/x²)·(e² + Kp) − Kφ. If the last sample was outside, e ≥ x, and e²·α²/x² ≥ 1 is enough. If it was \
    at the depth x/(1 + r), p = φ·(1 + αr)²/|1 + r|^(α+1), and Δ ≥ 0 is a quadratic inequality in K whose ends are \
    not negative. It holds for all K if and only if |1 + αr| + α|r|·q^β ≥ q^(β+1), q = |1 + r|, β = (α − 1)/2. For \
    r ≥ 1/(α − 1), and wherever α|r| ≥ q, this is plain. For 0 ≤ r < 1/(α − 1) it says 1 + αr ≥ q^β·(1 − 2βr), and \
    β·ln(1 + r) + ln(1 − 2βr) ≤ −βr. For −1/(α + 1) < r < 0 it says 1 + αr ≥ q^β·(1 + (α + 1)r), and q < 1. ∎\n\n\
    Where it ends. A force, a mode that pulls back, or a loss makes u another number than e, and the second \
    term may win. Let the mass move out by a share 1/α of its depth, so that p = 0, and let whatever else acts turn \
    it around, u = −e: then Δ = −K·φ·(1 + αu/x)² < 0. A hard contact that is pressed by a spring does so all the \
    time, so that a bank of modes meets steps without a real root. (s = ½ meets them with one mass, from α = 3 on.) \
    What it takes is a quantity that is stored as a \
    square. With ψ² = 2φ carried along, the step is linear and solvable for any number of modes, contacts and \
    losses: see ducceschi/obstacle.";
