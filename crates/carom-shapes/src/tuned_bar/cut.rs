//! What is cut out of a bar from below, and the cut that gives it a wanted tuning.

use carom::check::FieldError;

use super::TunedBar;
use super::ritz::{FEW, Sliced};
use crate::Elastic;
use crate::fields::rule_error;
use crate::special::root;

/// Where a cut is looked for.
pub(super) const DEPTHS: [f64; 2] = [0.0, 0.95];
pub(super) const ARCHES: [f64; 2] = [0.1, 0.98];
pub(super) const FLATNESSES: [f64; 2] = [1.0, 16.0];

/// So many numbers between these are tried where Newton's method did not find the way.
const TRIED: usize = 7;

/// The most steps of that method, and how near it must come.
const STEPS: usize = 30;
const NEAR: f64 = 1e-9;

/// The usual cut, where nothing else is said.
pub(super) const USUAL: Cut = Cut { arch: 0.6, depth: 0.7, flatness: 4.0 };

/// A cut: of the thickness there remains 1 − depth·(1 − |u|^flatness), with u from −1 to 1 over the
/// length of the arch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    /// Share of the length.
    pub(super) arch: f64,
    /// Share of the thickness.
    pub(super) depth: f64,
    pub(super) flatness: f64,
}

impl Cut {
    /// What remains of the thickness at a place.
    pub(super) fn rest(&self, x: f64) -> f64 {
        let u = (2.0 * x - 1.0).abs() / self.arch;
        if u < 1.0 { 1.0 - self.depth * (1.0 - u.powf(self.flatness)) } else { 1.0 }
    }

    /// Its number that gives the second partial, the third or the fundamental: the deeper the middle
    /// and the flatter the arch, the higher the overtones lie above the fundamental, and the longer
    /// the arch, the lower that one.
    fn number(&mut self, want: Want) -> (&mut f64, [f64; 2]) {
        match want {
            Want::Second => (&mut self.depth, DEPTHS),
            Want::Third => (&mut self.flatness, FLATNESSES),
            Want::Fundamental => (&mut self.arch, ARCHES),
        }
    }

    fn with(mut self, want: Want, value: f64) -> Self {
        *self.number(want).0 = value;
        self
    }
}

/// What a cut can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Second,
    Third,
    Fundamental,
}

impl Want {
    /// What is wanted, from the three lowest frequencies.
    fn of(self, [first, second, third]: [f64; 3]) -> f64 {
        match self {
            Self::Second => second / first,
            Self::Third => third / first,
            Self::Fundamental => first,
        }
    }
}

/// How a bar of some material is cut.
pub(super) struct Cutter<'a> {
    pub(super) bar: &'a TunedBar,
    pub(super) elastic: &'a Elastic,
}

impl Cutter<'_> {
    /// The cut that the bar states or that gives what it wants.
    pub(super) fn cut(&self) -> Result<Cut, FieldError> {
        let usual = Cut {
            arch: self.bar.arch.unwrap_or(USUAL.arch),
            depth: self.bar.depth.unwrap_or(USUAL.depth),
            flatness: self.bar.flatness.unwrap_or(USUAL.flatness),
        };
        let tuning = self.bar.tuning.as_deref().unwrap_or_default().iter().skip(1);
        let ratios = [Want::Second, Want::Third].into_iter().zip(tuning.copied());
        let fundamental = self.bar.fundamental.map(|wanted| (Want::Fundamental, wanted));
        self.search(usual, &ratios.chain(fundamental).collect::<Vec<_>>())
    }

    /// The cut that gives all that is wanted, by Newton's method or else by trying the number of the
    /// last want, for each of which the others are searched.
    fn search(&self, from: Cut, wants: &[(Want, f64)]) -> Result<Cut, FieldError> {
        if let Some(cut) = self.newton(from, wants) {
            return Ok(cut);
        }
        let Some((&(want, wanted), others)) = wants.split_last() else { return Ok(from) };
        let [low, high] = from.clone().number(want).1;
        let miss = |value: f64| {
            let cut = self.newton(from.with(want, value), others);
            cut.map_or(f64::NAN, |cut| (want.of(self.lowest(cut)) / wanted).ln())
        };
        let place = |i: usize| low + (high - low) * (i as f64 / (TRIED - 1) as f64).powi(2);
        let tries: Vec<(f64, f64)> = (0..TRIED).map(place).map(|x| (x, miss(x))).collect();
        if let Some(pair) = tries.windows(2).find(|pair| pair[0].1 * pair[1].1 <= 0.0) {
            let value = root(miss, pair[0], pair[1]);
            return self.search(from.with(want, value), others);
        }
        let reached = tries.iter().map(|one| one.1.exp() * wanted).filter(|one| one.is_finite());
        let ends = reached.fold(None, |ends: Option<[f64; 2]>, one| {
            let [low, high] = ends.unwrap_or([one; 2]);
            Some([low.min(one), high.max(one)])
        });
        // Nothing is wrong with it if no cut gives what else is wanted.
        let Some(ends) = ends else { return self.search(from, others) };
        Err(self.refused(want, wanted, ends))
    }

    /// Newton's method on the logarithms of what is wanted, with slopes by differences.
    fn newton(&self, from: Cut, wants: &[(Want, f64)]) -> Option<Cut> {
        let misses = |cut: Cut| {
            let lowest = self.lowest(cut);
            let miss = |&(want, wanted): &(Want, f64)| (want.of(lowest) / wanted).ln();
            wants.iter().map(miss).collect::<Vec<f64>>()
        };
        let mut cut = from;
        for _ in 0..STEPS {
            let here = misses(cut);
            if here.iter().all(|miss| miss.abs() < NEAR) {
                return Some(cut);
            }
            let mut columns = Vec::with_capacity(wants.len());
            for &(want, _) in wants {
                let (value, [low, high]) = cut.number(want);
                let step =
                    1e-5 * (high - low) * if *value > 0.5 * (low + high) { -1.0 } else { 1.0 };
                let value = *value + step;
                let there = misses(cut.with(want, value));
                columns.push(there.iter().zip(&here).map(|(a, b)| (a - b) / step).collect());
            }
            for (&(want, _), step) in wants.iter().zip(solve(columns, here)?) {
                let (value, [low, high]) = cut.number(want);
                // At most a quarter of the way to either limit's far side at once.
                let most = 0.25 * (high - low);
                *value = (*value - step.clamp(-most, most)).clamp(low, high);
            }
        }
        None
    }

    fn refused(&self, want: Want, wanted: f64, [low, high]: [f64; 2]) -> FieldError {
        if want == Want::Fundamental {
            let allowed = format!(
                "one that an arch can give: in this bar and material they give {low:.1} to \
                 {high:.1} Hz"
            );
            return rule_error("fundamental", wanted, &allowed);
        }
        let tuning = self.bar.tuning.as_deref().unwrap_or_default();
        let which = if want == Want::Second { "second" } else { "third" };
        let allowed = format!(
            "one that an arch can give: here the {which} number lies from {low:.2} to {high:.2}"
        );
        rule_error("tuning", format!("{tuning:?}"), &allowed)
    }

    fn lowest(&self, cut: Cut) -> [f64; 3] {
        Sliced::new(self.bar, cut, self.elastic, FEW).lowest()
    }
}

/// x with Σ column·x = right, by elimination with the largest entry of a column first.
fn solve(mut columns: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for k in 0..size {
        let largest =
            (k..size).max_by(|&i, &j| columns[k][i].abs().total_cmp(&columns[k][j].abs()))?;
        columns.iter_mut().for_each(|column| column.swap(k, largest));
        right.swap(k, largest);
        for i in 0..size {
            let factor = columns[k][i] / columns[k][k];
            if i != k {
                columns[k..].iter_mut().for_each(|column| column[i] -= factor * column[k]);
                right[i] -= factor * right[k];
            }
        }
    }
    let found: Vec<f64> = (0..size).map(|k| right[k] / columns[k][k]).collect();
    found.iter().all(|x| x.is_finite()).then_some(found)
}
