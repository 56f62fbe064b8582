//! Checks whether a recording is consistent.

use std::ops::Range;

use super::FEWEST_QUIET;
use super::integral::Integral;
use super::signals::Signals;
use crate::measure::baseline::robust_sd;
use crate::measure::trial::{Measured, Motion, Trial};

/// Drift that is no straight line shows as quiet stretches beside it.
pub(super) fn wandering(
    signals: &Signals,
    quiet: &[Range<usize>],
    integral: &Integral,
) -> Vec<String> {
    let mut warnings = Vec::new();
    for (i, name) in ["x", "z", "turning"].into_iter().enumerate() {
        let baseline = &integral.baselines[i];
        let beside = |stretch: &&Range<usize>| {
            let rest = |k: usize| signals.channels[i][k] - baseline.at(k);
            let mean = (*stretch).clone().map(rest).sum::<f64>() / stretch.len() as f64;
            mean.abs() > 5.0 * (baseline.slow_variance() / stretch.len() as f64).sqrt()
        };
        let long = quiet.iter().filter(|stretch| stretch.len() >= FEWEST_QUIET);
        if let Some(stretch) = long.clone().find(beside) {
            warnings.push(format!(
                "the drift of {name} is no straight line: the quiet stretch from {:.6} to {:.6} s lies \
                 beside it; standard deviations are too small",
                signals.time(stretch.start),
                signals.time(stretch.end)
            ));
        }
    }
    warnings
}

/// ω² before and after, against the first quiet stretch, in which the body turns as it starts.
pub(super) fn spin_squares(
    signals: &Signals,
    quiet: &[Range<usize>],
    struck: usize,
    start: &Motion,
) -> Option<[Measured; 2]> {
    let mean = |stretch: &Range<usize>| {
        let values = &signals.channels[3][stretch.clone()];
        let (count, sum) = (values.len() as f64, values.iter().sum::<f64>());
        let noise = robust_sd(values);
        (values.len() >= FEWEST_QUIET).then(|| Measured::new(sum / count, noise / count.sqrt()))
    };
    let first = mean(&quiet[0])?;
    let known = start.spin.value.powi(2);
    let square = |stretch: &Range<usize>| {
        mean(stretch)
            .map(|one| Measured::new(one.value - first.value + known, one.sd.hypot(first.sd)))
    };
    let [before, after] = [square(&quiet[struck])?, square(&quiet[struck + 1])?];
    (struck > 0).then_some([before, after])
}

pub(super) fn disagreement(squares: &[Measured; 2], trial: &Trial) -> Option<String> {
    let sides = [("before", trial.before.spin), ("after", trial.after.spin)];
    squares.iter().zip(sides).find_map(|(square, (when, spin))| {
        let expected = spin.value * spin.value;
        let sd = square.sd.hypot(2.0 * spin.value * spin.sd);
        let far = (square.value - expected).abs() > (5.0 * sd).max(0.2 * expected);
        far.then(|| {
            format!(
                "{when} the impact the centripetal force gives spin² = {:.1} ± {:.1} rad²/s², but the \
                 spin is {:.2} rad/s; check places and axes of the sensors",
                square.value, square.sd, spin.value
            )
        })
    })
}
