//! Impacts side by side, through the vector lanes of the engine.

use carom::Substeps;
use carom_lab::batch::{Batch, Outcome as Lane, Solver, Status, WallScheme};
use carom_lab::impact::Impact;
use carom_schemes::Method;
use carom_schemes::correction::Correction;

use crate::axes::Axes;
use crate::outcome::Outcome;
use crate::rows::Answers;

/// The schemes that the lanes know.
const SCHEMES: [(Method, WallScheme); 3] = [
    (Method::TwoPoint, WallScheme::TwoPoint),
    (Method::Verlet, WallScheme::Verlet),
    (Method::Rk4, WallScheme::Rk4),
];

/// How many columns of a batch give the damping: only one of them can be given.
const DAMPINGS: [&str; 3] = ["mu", "lambda", "restitution"];

/// Impacts whose outcomes the lanes can compute.
pub(crate) struct Lanes<'a> {
    axes: &'a Axes,
    /// The columns that have the same number in every row, and those that an axis gives.
    same: Vec<(&'static str, f64)>,
    varied: Vec<(&'static str, usize)>,
    wishes: Vec<Wish>,
}

/// By which scheme an outcome is computed, none for the exact one, and which it is.
type Wish = (Option<WallScheme>, Lane);

impl<'a> Lanes<'a> {
    /// The lanes for these outcomes; nothing if they cannot compute them.
    pub(crate) fn new(base: &Impact, axes: &'a Axes, outcomes: &[Outcome]) -> Option<Self> {
        let is_plain = base.force == 0.0
            && base.substeps == Substeps::Fixed(1)
            && base.correct == Correction::None
            && base.rebounds.is_none();
        let columns = [
            ("mass", Some(base.mass)),
            ("stiffness", Some(base.stiffness)),
            ("exponent", Some(base.exponent)),
            ("velocity", Some(base.velocity)),
            ("mu", base.mu),
            ("lambda", base.lambda),
            ("restitution", base.restitution),
            ("rate", Some(base.rate)),
            ("phase", Some(base.phase)),
        ];
        let column = |axis| {
            let known = columns.iter().find(|(name, _)| *name == axes.path(axis));
            known.filter(|_| axes.is_numeric(axis)).map(|(name, _)| (*name, axis))
        };
        let varied = (0..axes.count()).map(column).collect::<Option<Vec<_>>>()?;
        let is_varied = |name: &str| varied.iter().any(|(known, _)| *known == name);
        let same = columns.into_iter().filter(|(name, _)| !is_varied(name));
        let same: Vec<_> = same.filter_map(|(name, value)| Some((name, value?))).collect();
        let names = same.iter().map(|column| column.0).chain(varied.iter().map(|column| column.0));
        let one_damping = names.filter(|name| DAMPINGS.contains(name)).count() <= 1;
        let wishes = outcomes.iter().map(wish).collect::<Option<_>>()?;
        (is_plain && one_damping).then_some(Self { axes, same, varied, wishes })
    }

    /// Computes the rows from one on that the lanes can; the others are left.
    pub(crate) fn compute(&self, first: u64, answers: &mut Answers, left: &mut [bool]) {
        let number = |axis, place| self.axes.number(axis, first + place as u64).unwrap_or(f64::NAN);
        // What is not allowed is left to where it gets its message.
        let is_allowed = |place: &usize| {
            self.varied.iter().all(|(name, axis)| holds(name, number(*axis, *place)))
        };
        let places: Vec<usize> = (0..left.len()).filter(is_allowed).collect();
        let column = |(name, axis): &(&'static str, usize)| {
            (*name, places.iter().map(|place| number(*axis, *place)).collect::<Vec<f64>>())
        };
        let varied: Vec<(&str, Vec<f64>)> = self.varied.iter().map(column).collect();
        let Some(batch) = self.batch(places.len(), &varied) else { return };
        places.iter().for_each(|place| left[*place] = false);
        for scheme in SCHEMES.iter().map(|(_, scheme)| Some(*scheme)).chain([None]) {
            if self.solve(&batch, scheme, &places, answers, left).is_none() {
                return places.iter().for_each(|place| left[*place] = true);
            }
        }
    }

    fn batch<'b>(&self, rows: usize, varied: &'b [(&str, Vec<f64>)]) -> Option<Batch<'b>> {
        let mut batch = Batch::new(rows);
        for (name, value) in &self.same {
            batch = batch.column(name, *value).ok()?;
        }
        for (name, values) in varied {
            batch = batch.column(name, values).ok()?;
        }
        Some(batch)
    }

    /// Computes what is wanted of one scheme. Rows that fail are left to where they get their message.
    fn solve(
        &self,
        batch: &Batch,
        scheme: Option<WallScheme>,
        places: &[usize],
        answers: &mut Answers,
        left: &mut [bool],
    ) -> Option<()> {
        let wishes = self.wishes.iter().filter(|wish| wish.0 == scheme);
        let lanes: Vec<Lane> = wishes.map(|(_, lane)| *lane).collect();
        if lanes.is_empty() {
            return Some(());
        }
        let table = batch.compute(&scheme.map_or(Solver::Exact, Solver::Scheme), &lanes, 1).ok()?;
        for (wish, column) in self.wishes.iter().zip(&mut answers.values) {
            if wish.0 == scheme {
                for (place, value) in places.iter().zip(table.column(wish.1)?) {
                    column[*place] = Some(*value).filter(|value| value.is_finite());
                }
            }
        }
        for (place, status) in places.iter().zip(table.status()) {
            left[*place] |= *status != Status::Ok;
        }
        Some(())
    }
}

/// An outcome as the lanes know it.
fn wish(outcome: &Outcome) -> Option<Wish> {
    let steps: Vec<&str> = outcome.steps.iter().map(String::as_str).collect();
    let (scheme, name) = match steps.as_slice() {
        ["exact", name] => (None, name),
        ["runs", scheme, name @ ("v_out" | "x_max" | "contact_time")] => {
            let known = SCHEMES.iter().find(|(method, _)| method.name() == *scheme)?;
            (Some(known.1), name)
        }
        _ => return None,
    };
    Some((scheme, Lane::ALL.into_iter().find(|lane| lane.name() == *name)?))
}

/// Whether a column may have a value.
fn holds(column: &str, value: f64) -> bool {
    let holds = match column {
        "exponent" => value >= 1.0,
        "mu" | "lambda" => value >= 0.0,
        "restitution" => value > 0.0 && value <= 1.0,
        "phase" => (0.0..=1.0).contains(&value),
        _ => value > 0.0,
    };
    holds && value.is_finite()
}
