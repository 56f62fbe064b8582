//! The impacts of the paper, and its schemes as it calls them.

use carom::InvalidValue;
use carom::exact::Branch;
use serde::Deserialize;

use crate::study::prelude::*;
use carom_lab::impact::{Comparison, ImpactError, Sample, compare_and_observe};

/// kg, in all of the paper.
pub(super) const MASS: f64 = 0.01;

/// Samples per second, in all of the paper.
pub(super) const RATE: f64 = 44_100.0;

/// A scheme, its key in the tables and its name in the paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) method: Method,
    pub(super) key: &'static str,
    pub(super) name: &'static str,
}

/// The schemes in the order of the tables.
pub(super) const SCHEMES: [Named; 4] = [
    Named { method: Method::Am1, key: "am1", name: "AM1" },
    Named { method: Method::Verlet, key: "verlet", name: "Verlet" },
    Named { method: Method::Heun, key: "heun", name: "Heun" },
    Named { method: Method::Rk4, key: "rk4", name: "RK4" },
];

/// What distinguishes one impact of the paper from another.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(super) struct Case {
    /// N/m^α.
    pub(super) stiffness: f64,
    /// s/m.
    pub(super) mu: f64,
    pub(super) exponent: f64,
    /// m/s.
    pub(super) velocity: f64,
}

impl Case {
    /// The hard impact of Fig. 1, which the paper calls case 2.
    pub(super) const HARD: Self = Self { stiffness: 1e9, mu: 0.5, exponent: 1.5, velocity: 1.0 };

    /// The same at another velocity.
    pub(super) fn at(self, velocity: f64) -> Self {
        Self { velocity, ..self }
    }

    /// As an experiment by the four schemes.
    pub(super) fn impact(self) -> Impact {
        Impact {
            mu: Some(self.mu),
            velocity: self.velocity,
            rate: RATE,
            methods: SCHEMES.map(|scheme| scheme.method).to_vec(),
            ..Impact::new(MASS, self.stiffness, self.exponent)
        }
    }

    /// In closed form.
    pub(super) fn exact(self) -> Result<WallImpact, InvalidValue> {
        WallImpact::new(MASS, self.stiffness, self.exponent, self.mu, self.velocity)
    }

    /// The parameters and the command, to which a study adds what it found.
    pub(super) fn begin(self) -> Findings {
        self.parameters().command(self.command())
    }

    /// The parameters alone.
    pub(super) fn parameters(self) -> Findings {
        Findings::new()
            .parameter("mass", format!("{MASS} kg"))
            .parameter("stiffness", format!("{:e} N/m^{}", self.stiffness, self.exponent))
            .parameter("exponent α", self.exponent.to_string())
            .parameter("μ", format!("{} s/m", self.mu))
            .parameter("velocity", format!("{} m/s", self.velocity))
            .parameter("sample rate", format!("{RATE} Hz"))
    }

    /// What gives the same numbers on the command line.
    pub(super) fn command(self) -> String {
        self.command_by("am1,verlet,heun,rk4")
    }

    /// The same by other schemes.
    pub(super) fn command_by(self, schemes: &str) -> String {
        format!(
            "carom impact --mass {MASS} --stiffness {:e} --exponent {} --mu {} --velocity {} \
             --scheme {schemes}",
            self.stiffness, self.exponent, self.mu, self.velocity
        )
    }
}

/// The samples of one scheme.
#[derive(Debug)]
pub(super) struct Curve {
    /// As in the paper.
    pub(super) name: &'static str,
    pub(super) samples: Vec<Sample>,
}

impl Curve {
    /// Points of its samples.
    pub(super) fn points(&self, point: impl Fn(&Sample) -> (f64, f64)) -> Vec<(f64, f64)> {
        self.samples.iter().map(point).collect()
    }

    /// The same as a series.
    pub(super) fn series(&self, point: impl Fn(&Sample) -> (f64, f64)) -> Series {
        Series::line(self.name, self.points(point)).marked()
    }
}

/// Runs an experiment and keeps every sample.
pub(super) fn observe(impact: &Impact) -> Result<(Comparison, Vec<Curve>), ImpactError> {
    let mut curves: Vec<Curve> = Vec::new();
    let mut current = "";
    let comparison = compare_and_observe(impact, &mut |sample| {
        if sample.scheme != current || curves.is_empty() {
            current = sample.scheme;
            curves.push(Curve { name: paper_name(sample.scheme), samples: Vec::new() });
        }
        if let Some(curve) = curves.last_mut() {
            curve.samples.push(*sample);
        }
    })?;
    Ok((comparison, curves))
}

fn paper_name(key: &'static str) -> &'static str {
    SCHEMES.iter().find(|scheme| scheme.key == key).map_or(key, |scheme| scheme.name)
}

/// The run of a scheme, with its name in the paper.
pub(super) fn runs(comparison: &Comparison) -> impl Iterator<Item = (Named, &Run)> {
    SCHEMES.into_iter().filter_map(|scheme| {
        let run = comparison.runs.iter().find(|run| run.scheme == scheme.key)?;
        Some((scheme, run))
    })
}

/// Compression and velocity along the exact impact, even in angle so that both ends are smooth.
pub(super) fn exact_points(exact: &WallImpact) -> Vec<(f64, f64)> {
    let steps = 400;
    let along = |branch: Branch, i: i32| {
        let turn = std::f64::consts::FRAC_PI_2 * f64::from(i) / f64::from(steps);
        let x = exact.x_max() * turn.sin();
        exact.velocity_at(x, branch).map(|v| (x, v))
    };
    let inward = (0..=steps).filter_map(|i| along(Branch::Compression, i));
    let outward = (0..steps).rev().filter_map(|i| along(Branch::Release, i));
    inward.chain(outward).collect()
}

/// Energy over velocity along the exact impact.
pub(super) fn exact_energies(exact: &WallImpact) -> Vec<(f64, f64)> {
    let due = |&(_, v): &(f64, f64)| Some((v, exact.hamiltonian_at(v)?));
    exact_points(exact).iter().filter_map(due).collect()
}

/// The plane of compression and velocity.
pub(super) fn portrait(title: &str) -> Panel {
    Panel::new(title, "compression x (m)", "velocity v (m/s)")
}

/// Energy over velocity, which runs backwards: the exact curve and others.
pub(super) fn energies(title: &str, exact: &WallImpact, curves: Vec<Series>) -> Panel {
    Panel::new(title, Axis::linear("velocity v", "m/s").inverted(), "energy H (J)")
        .with(Series::reference("exact", exact_energies(exact)))
        .with_all(curves)
        .hline(exact.energy_in(), "H₀")
        .hline(exact.energy_in() - exact.energy_lost(), "H_τ")
}

/// How far the energy of a sample in contact lies from H(v), % of the energy lost, signed:
/// papetti (27) before its maximum is taken.
pub(super) fn energy_deviation(exact: &WallImpact, x: f64, v: f64) -> f64 {
    let p = exact.exponent() + 1.0;
    let stored = exact.stiffness() * x.max(0.0).powf(p) / p;
    // Velocities that the impact never has belong to no compression.
    let due = exact.elastic_share_at(v).max(0.0) * exact.energy_in();
    100.0 * (stored - due) / exact.energy_lost()
}
