//! Figure 5.4: velocity after the collision and contact time on a rigid surface, "Type I".

use super::super::published::{Hammer, Published};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("avanzini/fig-5.4", "Velocity and contact time on a rigid surface", fig_5_4)];

/// Simulations along each axis, and points of the theoretical curves.
pub(super) const SIMULATED: u32 = 13;
const POINTS: u32 = 61;
/// The strike (m/s): the thesis does not say which of Figure 5.1.
pub(super) const VELOCITY: f64 = 1.0;

/// What is varied, in the normalised coordinate 0 to 1.
#[derive(Clone, Copy)]
pub(super) enum Varied {
    /// m/k at the mass of the hammer.
    Ratio([f64; 2]),
    /// μ.
    Mu([f64; 2]),
}

impl Varied {
    /// The hammer at a coordinate.
    pub(super) fn hammer(self, hammer: &Hammer, share: f64) -> Hammer {
        let at = |[from, to]: [f64; 2]| from + (to - from) * share;
        match self {
            Self::Ratio(range) => Hammer { stiffness: hammer.mass / at(range), ..*hammer },
            Self::Mu(range) => Hammer { mu: at(range), ..*hammer },
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ratio(_) => "m/k",
            Self::Mu(_) => "μ",
        }
    }
}

/// Coordinates from 0 to 1.
pub(super) fn shares(count: u32) -> impl Iterator<Item = f64> {
    (0..count).map(move |i| f64::from(i) / f64::from(count - 1))
}

/// Contact time (s) and velocity afterwards (m/s), simulated by the K method.
fn simulated(hammer: &Hammer, rate: f64) -> Result<(f64, f64)> {
    let impact = Impact {
        mu: Some(hammer.mu),
        velocity: VELOCITY,
        rate,
        methods: vec![Method::Am1],
        ..Impact::new(hammer.mass, hammer.stiffness, hammer.exponent)
    };
    let run = compare(&impact)?.runs.pop().ok_or("no run")?;
    Ok((run.contact_time.unwrap_or(f64::NAN), run.v_out.unwrap_or(f64::NAN)))
}

/// Figure 5.4.
fn fig_5_4() -> Result<Findings> {
    let published = Published::read()?;
    let (hammer, strikes) = (published.hammer, &published.strikes);
    let axis = || Axis::linear("m/k and μ, normalised", "").range(-0.03, 1.03);
    let mut speed = Panel::new("(a)", axis(), "v_out (m/s)").y_range(-1.02, -0.5);
    let mut time = Panel::new("(b)", axis(), "contact time (ms)").y_include(0.0);
    let mut worst = (0.0_f64, 0.0_f64);
    let varied = [Varied::Ratio(strikes.mass_over_stiffness), Varied::Mu(strikes.mu)];
    for (colour, varied) in varied.into_iter().enumerate() {
        let (mut theory, mut found) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for share in shares(POINTS) {
            let exact = varied.hammer(&hammer, share).against_wall(VELOCITY)?;
            theory[0].push((share, exact.v_out()));
            theory[1].push((share, 1e3 * exact.contact_time()));
        }
        for share in shares(SIMULATED) {
            let hammer = varied.hammer(&hammer, share);
            let (exact, (t, v)) =
                (hammer.against_wall(VELOCITY)?, simulated(&hammer, strikes.rate)?);
            worst.0 = worst.0.max((v / exact.v_out() - 1.0).abs());
            worst.1 = worst.1.max((t / exact.contact_time() - 1.0).abs());
            found[0].push((share, v));
            found[1].push((share, 1e3 * t));
        }
        let [v, t] = theory;
        let name = format!("over {}, (5.17)", varied.name());
        speed = speed.with(Series::line(name.as_str(), v).colour(colour));
        time = time.with(Series::line(name, t).colour(colour));
        let [v, t] = found;
        let name = format!("over {}, simulated", varied.name());
        speed = speed.with(Series::markers(name.as_str(), v).colour(colour));
        time = time.with(Series::markers(name, t).colour(colour));
    }
    Ok(Findings::new()
        .parameter("hammer", hammer.in_words())
        .parameter("velocity", format!("{VELOCITY} m/s (not given)"))
        .parameter(
            "m/k",
            format!(
                "{:e} to {:e} kg·m^α/N",
                strikes.mass_over_stiffness[0], strikes.mass_over_stiffness[1]
            ),
        )
        .parameter("μ", format!("{} to {} s/m", strikes.mu[0], strikes.mu[1]))
        .parameter("simulations", format!("trapezoidal rule by the K method, {} Hz", strikes.rate))
        .text(
            "Simulated and exact values agree: v_out depends on μ alone, and the contact time \
             on m/k as a power law and on μ hardly at all. The hammer of Fig. 5.1, with which \
             all else is to agree, has m/k = 6.7·10⁻¹⁴, a hundred times below the printed \
             range; with 10⁻¹⁴ in place of 10⁻¹² the range would begin at it, and Fig. 5.5 \
             would make sense.",
        )
        .figure(Figure::new("Collisions with a rigid surface").panel(speed).panel(time))
        .checks(checks(&hammer, &published, worst)?))
}

fn checks(hammer: &Hammer, published: &Published, worst: (f64, f64)) -> Result<Vec<Check>> {
    let strikes = &published.strikes;
    let [low, high] = strikes.mass_over_stiffness;
    let (ratio, mu) = (Varied::Ratio([low, high]), Varied::Mu(strikes.mu));
    let time = |varied: Varied, share: f64| -> Result<f64> {
        Ok(varied.hammer(hammer, share).against_wall(VELOCITY)?.contact_time())
    };
    let slope = (time(ratio, 1.0)? / time(ratio, 0.0)?).ln() / (high / low).ln();
    let expected = 1.0 / (hammer.exponent + 1.0);
    let ends = [time(mu, 0.0)?, time(mu, 1.0)?];
    let mut bend = 0.0_f64;
    for share in shares(POINTS) {
        let line = ends[0] + (ends[1] - ends[0]) * share;
        bend = bend.max((time(mu, share)? - line).abs() / (ends[1] - ends[0]).abs());
    }
    let growth = |times: [f64; 2]| times[1] / times[0] - 1.0;
    let growth = [growth(ends), growth([time(ratio, 0.0)?, time(ratio, 1.0)?])];
    let own = hammer.mass / hammer.stiffness;
    Ok(vec![
        Check::claim("Fig. 5.4, text", "excellent accordance of theory and simulation").holds(
            worst.0 < 0.01 && worst.1 < 0.01,
            format!("v_out within {:.1e}, contact time within {:.1e}", worst.0, worst.1),
        ),
        Check::claim("(5.17), text", "t₀ ~ (m/k)^(1/(α + 1))").holds(
            (slope - expected).abs() < 1e-12,
            format!("exponent {slope:.6}, 1/(α + 1) = {expected:.6}"),
        ),
        Check::claim("Fig. 5.4(b), text", "t₀(μ) is almost linear").holds(
            bend < 0.05,
            format!("within {:.1} % of its rise from a straight line", 100.0 * bend),
        ),
        Check::claim("Fig. 5.4(b), text", "t₀ varies more slowly with μ than with m/k").holds(
            growth[0].abs() < 0.2 * growth[1].abs(),
            format!("+{:.0} % and +{:.0} % over the ranges", 100.0 * growth[0], 100.0 * growth[1]),
        ),
        Check::claim(
            "Figs. 5.1 and 5.4, captions",
            "m/k from 6·10⁻¹² to 300·10⁻¹², else as in Fig. 5.1",
        )
        .named("captions")
        .holds((low..=high).contains(&own), format!("m/k = {own:.2e} in Fig. 5.1"))
        .fails(
            "The two captions do not fit. Exponents of −14 instead of −12 would include the hammer \
             of Fig. 5.1; both figures here use the printed range.",
        ),
        Check::unpublished(
            "Fig. 5.4, t₀ of the hammer of Fig. 5.1 at 1 m/s",
            1e3 * hammer.against_wall(VELOCITY)?.contact_time(),
        )
        .named("contact-time")
        .unit("ms"),
    ])
}
