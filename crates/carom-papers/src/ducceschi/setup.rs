//! One mass in one potential, by the schemes of the paper.

use carom::Voice;
use carom::scheme::StepError;
use carom_schemes::Method;

/// The scheme (17) with its free parameter.
pub(super) fn quadratic(s: f64) -> Method {
    Method::Quadratic { s: Some(s) }
}

/// s in words.
pub(super) fn named(s: f64) -> String {
    if s == 0.5 { "s = ½".into() } else { format!("s = {s}") }
}

/// Runs to the end or to a complex root, `see`ing the run after every step; the number of the step
/// that met one.
pub(super) fn run(
    voice: &mut Voice,
    steps: usize,
    mut see: impl FnMut(usize, &mut Voice),
) -> Result<Option<usize>, StepError> {
    for step in 1..=steps {
        match voice.advance(1) {
            Ok(()) => see(step, voice),
            Err(StepError::ComplexRoot { .. }) => return Ok(Some(step)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
