//! Fig. 5: kinetic, potential and total energy during the collision of Fig. 4.

use super::barrier::SHOWN;
use super::published::{self, Barrier};
use super::setup::{named, quadratic, run};
use crate::study::prelude::*;

pub(super) const STUDIES: &[Study] =
    &[Study::new("ducceschi/fig-5", "Energies of a particle at a barrier", fig_5)];

/// The discrete energies of a run.
struct Energies {
    /// Time (s), total, kinetic and potential energy (J) between two samples.
    points: Vec<[f64; 4]>,
    /// The most that the total was off by, relative.
    residual: f64,
}

impl Energies {
    fn of(given: &Barrier, method: Method, rate: f64) -> Result<Self> {
        let mut voice = given.begin(method, rate, 0.0)?;
        let initial = voice.ledger().initial();
        let mut energies = Self { points: Vec::new(), residual: 0.0 };
        let mut last = given.displacement;
        let steps = (SHOWN.1 * rate).ceil() as usize;
        let complex = run(&mut voice, steps, |step, voice| {
            let now = voice.state().displacement[0];
            // δ_t− uⁿ, the velocity of (7).
            let kinetic = 0.5 * given.mass * ((now - last) * rate).powi(2);
            last = now;
            let total = voice.energy();
            energies.residual = energies.residual.max((total / initial - 1.0).abs());
            let time = (step as f64 - 0.5) / rate;
            if time >= SHOWN.0 {
                energies.points.push([time, total, kinetic, total - kinetic]);
            }
        })?;
        if let Some(step) = complex {
            return Err(format!("{method} meets a complex root in step {step}").into());
        }
        Ok(energies)
    }

    fn least_potential(&self) -> f64 {
        self.points.iter().map(|point| point[3]).fold(f64::INFINITY, f64::min)
    }
}

/// Fig. 5.
fn fig_5() -> Result<Findings> {
    let published = published::read()?;
    let given = &published.fig_4;
    let [_, one, three] = published.s;
    let schemes = [
        (Method::ThreePoint, "benchmark (23)".to_owned()),
        (quadratic(one), named(one)),
        (quadratic(three), named(three)),
    ];
    let mut figure = Figure::new("Energies during the collision").columns(3);
    let mut all = Vec::new();
    let mut letters = 'a'..='f';
    for rate in given.rates {
        for (method, name) in &schemes {
            let energies = Energies::of(given, *method, rate)?;
            let letter = letters.next().unwrap_or(' ');
            let title = format!("({letter}) {name}, {} kHz", 1e-3 * rate);
            figure = figure.panel(panel(&title, &energies));
            all.push(energies);
        }
    }
    let least: Vec<f64> = all.iter().map(Energies::least_potential).collect();
    let &[_, one_slow, three_slow, _, one_fast, three_fast] = &least[..] else {
        return Err("six runs".into());
    };
    let residual = all.iter().map(|energies| energies.residual).fold(0.0, f64::max);
    // Potentials are differences of two energies of 200 J.
    let rounding = 1e-9;
    Ok(given
        .parameters()
        .text(
            "All three conserve their total energy. The expanded potential of the scheme is \
             not the potential of the barrier: with s = 3 it becomes negative as the particle \
             leaves, and the kinetic energy exceeds the total by as much, less so at the \
             higher sample rate. With s = 1 it never does.",
        )
        .figure(figure)
        .checks([
            Check::claim("Fig. 5, s = 1", "the potential energy is not negative").holds(
                one_slow >= -rounding && one_fast >= -rounding,
                format!("least {one_slow:.1e} and {one_fast:.1e} J"),
            ),
            Check::claim("Fig. 5, s = 3", "the potential energy becomes negative")
                .holds(three_slow < -rounding, format!("least {three_slow:.2} J")),
            Check::claim("Section 3.1", "its least value tends to zero with the sample rate")
                .holds(
                    three_fast.abs() < 0.5 * three_slow.abs(),
                    format!("{three_slow:.2} J, {three_fast:.2} J"),
                ),
            Check::claim("(14)", "the total energy is conserved")
                .holds(residual < 1e-12, format!("to {residual:.1e}")),
            Check::unpublished("Fig. 5, least potential energy, s = 3, 44.1 kHz", three_slow)
                .unit("J"),
            Check::unpublished("Fig. 5, least potential energy, s = 3, 441 kHz", three_fast)
                .unit("J"),
        ]))
}

fn panel(title: &str, energies: &Energies) -> Panel {
    let curve =
        |part: usize| energies.points.iter().map(|point| (1e3 * point[0], point[part])).collect();
    Panel::new(title, "time (ms)", "energy (J)")
        .x_range(1e3 * SHOWN.0, 1e3 * SHOWN.1)
        .y_range(-150.0, 350.0)
        .hline(0.0, "")
        .with(Series::line("total", curve(1)).colour(1))
        .with(Series::line("kinetic", curve(2)).colour(2))
        .with(Series::line("potential", curve(3)).colour(0))
}
