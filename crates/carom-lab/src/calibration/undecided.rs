//! Sentences about what the measurements do not determine.

use super::answer::{Calibration, ModelAnswer};

/// Models whose errors on trials left out differ by less are equally good.
const ALIKE: f64 = 0.1;

impl Calibration {
    /// What these measurements cannot decide, a sentence each.
    #[must_use]
    pub fn undecided(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.models.iter().filter_map(open_parameters).collect();
        sentences.extend(self.equally_good());
        sentences.extend(self.inertia_mismatch());
        sentences.extend(self.models.iter().filter_map(beyond_deviations));
        sentences
    }

    fn equally_good(&self) -> Option<String> {
        let best = self.best()?;
        let near = |model: &&ModelAnswer| {
            model.name != best.name && model.score <= (1.0 + ALIKE) * best.score
        };
        let others: Vec<&str> = self.models.iter().filter(near).map(|model| model.name).collect();
        (!others.is_empty()).then(|| {
            format!(
                "{} trials do not distinguish {} from {}: on trials left out their errors differ by less \
                 than {:.0} %.",
                self.trials,
                best.name,
                others.join(", "),
                100.0 * ALIKE
            )
        })
    }

    fn inertia_mismatch(&self) -> Option<String> {
        let (implied, sd) = (self.inertia.implied?, self.inertia.sd?);
        let off = (implied - self.inertia.assumed).abs();
        (off > 2.0 * sd).then(|| {
            format!(
                "Spin and tangential velocity change together as for an inertia of {implied:.3e} ± \
                 {sd:.1e} kg·m², but {:.3e} is assumed: friction is a compromise between the two \
                 columns. --inertia sets it.",
                self.inertia.assumed
            )
        })
    }
}

fn open_parameters(model: &ModelAnswer) -> Option<String> {
    let open: Vec<String> = model
        .parameters
        .0
        .iter()
        .filter(|estimate| !estimate.identified)
        .map(|estimate| {
            let reason = estimate.reason.as_deref().unwrap_or("unknown");
            format!("{} ({}; {reason})", estimate.name, estimate.meaning)
        })
        .collect();
    (!open.is_empty()).then(|| format!("{}: {}.", model.name, open.join(", ")))
}

fn beyond_deviations(model: &ModelAnswer) -> Option<String> {
    let excess = model.reduced_chi_square.filter(|excess| *excess > 2.0)?;
    Some(format!(
        "{}: its residuals are {:.1} times the stated standard deviations; either they are too \
         small or the model lacks something. Its uncertainties are widened by as much.",
        model.name,
        excess.sqrt()
    ))
}
