//! One mass in one potential, by the schemes of the paper.

use carom::law::Law;
use carom::scheme::StepError;
use carom::{Method, Model, Simulation};

use crate::study::Failed;

/// The scheme (17) with its free parameter.
pub(super) fn quadratic(s: f64) -> Method {
    Method::Quadratic { s: Some(s) }
}

/// s in words.
pub(super) fn named(s: f64) -> String {
    if s == 0.5 { "s = ½".into() } else { format!("s = {s}") }
}

/// A mass with this displacement and velocity.
pub(super) fn start(
    mass: f64,
    law: Law,
    (u, v): (f64, f64),
    method: Method,
    dt: f64,
) -> Result<Simulation, Failed> {
    let model = Model::mass_and_wall(mass, law)?;
    let mut state = model.rest();
    (state.displacement[0], state.velocity[0]) = (u, v);
    Ok(Simulation::new(model, &state, method, dt)?)
}

/// Runs to the end or to a complex root, `see`ing the run after every step; the number of the step
/// that met one.
pub(super) fn run(
    simulation: &mut Simulation,
    steps: usize,
    mut see: impl FnMut(usize, &mut Simulation),
) -> Result<Option<usize>, StepError> {
    for step in 1..=steps {
        match simulation.step() {
            Ok(_) => see(step, simulation),
            Err(StepError::ComplexRoot { .. }) => return Ok(Some(step)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
