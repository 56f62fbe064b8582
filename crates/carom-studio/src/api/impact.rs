//! A mass against a wall by several schemes and rates, beside the exact answer.

use carom::Method;
use carom::exact::WallImpact;
use carom::law::Damping;
use carom_lab::impact::{
    Comparison, Correct, DEFAULT_RATE, Impact, InvalidImpact, Sample, compare_and_observe,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Question};
use crate::limits::{MOST_CONTACT_SAMPLES, MOST_RATES};
use crate::pool::Stop;
use crate::reply::{Problem, Refusal};

/// The experiment, by the names that `carom impact` uses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Experiment {
    mass: f64,
    stiffness: f64,
    exponent: f64,
    #[serde(default)]
    mu: f64,
    velocity: f64,
    #[serde(default)]
    phase: f64,
    #[serde(default = "default_rates")]
    rates: Vec<f64>,
    /// Those that treat contacts, if left out.
    methods: Option<Vec<String>>,
    correction: Option<String>,
}

fn default_rates() -> Vec<f64> {
    vec![DEFAULT_RATE]
}

/// Points of a curve.
const POINTS: usize = 400;
const MOST_POINTS: usize = 2000;

/// Compares the schemes at every rate.
pub(super) fn impact(question: &Question, stop: &Stop) -> Result<Answer, Refusal> {
    let experiment: Experiment = serde_json::from_slice(&question.body)
        .map_err(|error| Refusal::unprocessable(Problem::new(format!("the impact: {error}"))))?;
    let base = experiment.impact()?;
    let exact = base.closed_form().map_err(|error| refusal(&error))?;
    experiment.check_rates(&exact)?;
    let mut runs = Vec::new();
    let mut answer = None;
    for &rate in &experiment.rates {
        if stop.check().is_break() {
            return Err(Refusal::unprocessable(Problem::new("this takes too long")));
        }
        let impact = Impact { rate, ..base.clone() };
        let mut curves: Vec<Curve> = Vec::new();
        let comparison = compare_and_observe(&impact, &mut |sample| match curves
            .last_mut()
            .filter(|curve| curve.scheme == sample.scheme)
        {
            Some(curve) => curve.add(sample),
            None => curves.push(Curve::begin(sample)),
        });
        let comparison = comparison.map_err(|error| refusal(&error))?;
        runs.extend(described(&comparison, &curves));
        answer.get_or_insert(comparison);
    }
    let answer = json!({
        "version": 1,
        "input": answer.as_ref().map(|answer| &answer.input),
        "exact": with_curve(answer.as_ref(), &exact),
        "approx": answer.as_ref().map(|answer| &answer.approx),
        "runs": runs,
    });
    Ok(("application/json", answer.to_string().into_bytes()))
}

impl Experiment {
    fn impact(&self) -> Result<Impact, Refusal> {
        let methods = match &self.methods {
            None => Method::CONTACT.to_vec(),
            Some(names) if names.len() > Method::CONTACT.len() => {
                let problem = Problem::new(format!("`methods` has {} names", names.len()));
                return Err(Refusal::unprocessable(problem.at("methods").allowed("each once")));
            }
            Some(names) => {
                names.iter().enumerate().map(method).collect::<Result<Vec<_>, Refusal>>()?
            }
        };
        let impact = Impact {
            damping: Damping::Mu(self.mu),
            velocity: self.velocity,
            phase: self.phase,
            methods,
            correct: self.correct()?,
            ..Impact::new(self.mass, self.stiffness, self.exponent)
        };
        impact.check().map_err(|error| refusal(&error))?;
        Ok(impact)
    }

    fn correct(&self) -> Result<Correct, Refusal> {
        let Some(name) = &self.correction else { return Ok(Correct::None) };
        Correct::ALL.into_iter().find(|correct| correct.name() == name).ok_or_else(|| {
            let problem = Problem::new(format!("`correction` is {name:?}")).at("correction");
            Refusal::unprocessable(problem.allowed(Correct::ALL.map(Correct::name).join(", ")))
        })
    }

    /// Few enough rates, none of which makes the contact too long.
    fn check_rates(&self, exact: &WallImpact) -> Result<(), Refusal> {
        if self.rates.is_empty() || self.rates.len() > MOST_RATES {
            let problem = Problem::new(format!("`rates` has {} values", self.rates.len()));
            let allowed = format!("1 to {MOST_RATES} rates");
            return Err(Refusal::unprocessable(problem.at("rates").allowed(allowed)));
        }
        let time = exact.contact_time();
        let fits = |rate: f64| rate > 0.0 && time * rate <= MOST_CONTACT_SAMPLES;
        match self.rates.iter().position(|rate| !fits(*rate)) {
            None => Ok(()),
            Some(i) => {
                let problem = Problem::new(format!(
                    "at {:?} samples per second the contact takes {:.3e} samples",
                    self.rates[i],
                    time * self.rates[i]
                ));
                let allowed =
                    format!("at most {MOST_CONTACT_SAMPLES} here; `carom impact` does more");
                Err(Refusal::unprocessable(problem.at(format!("rates[{i}]")).allowed(allowed)))
            }
        }
    }
}

fn method((i, name): (usize, &String)) -> Result<Method, Refusal> {
    name.parse::<Method>().map_err(|error| {
        Refusal::unprocessable(Problem::new(error.to_string()).at(format!("methods[{i}]")))
    })
}

fn refusal(error: &InvalidImpact) -> Refusal {
    let problem = Problem::new(error.to_string());
    Refusal::unprocessable(match error {
        InvalidImpact::Value(value) => problem.at(value.field).allowed(value.allowed),
        _ => problem,
    })
}

/// A run as it went, thinned where it is long.
#[derive(Debug, Default, Serialize)]
struct Curve {
    #[serde(skip)]
    scheme: &'static str,
    /// Every how many samples are kept, and how many were seen.
    #[serde(skip)]
    every: usize,
    #[serde(skip)]
    seen: usize,
    time: Vec<f64>,
    compression: Vec<f64>,
    velocity: Vec<f64>,
    force: Vec<f64>,
    energy: Vec<f64>,
}

impl Curve {
    fn begin(sample: &Sample) -> Self {
        let mut curve = Self { scheme: sample.scheme, every: 1, ..Self::default() };
        curve.add(sample);
        curve
    }

    fn add(&mut self, sample: &Sample) {
        if self.seen.is_multiple_of(self.every) {
            self.push([sample.time, sample.x, sample.v, sample.force, sample.energy]);
        }
        self.seen += 1;
        if self.time.len() > MOST_POINTS {
            self.every *= 2;
            for values in self.columns() {
                let mut i = 0;
                values.retain(|_| {
                    i += 1;
                    i % 2 == 1
                });
            }
        }
    }

    fn columns(&mut self) -> [&mut Vec<f64>; 5] {
        let Self { time, compression, velocity, force, energy, .. } = self;
        [time, compression, velocity, force, energy]
    }

    fn push(&mut self, row: [f64; 5]) {
        for (column, value) in self.columns().into_iter().zip(row) {
            column.push(value);
        }
    }
}

/// Each run, and how it went.
fn described(comparison: &Comparison, curves: &[Curve]) -> Vec<Value> {
    let runs = comparison.runs.iter().map(|run| {
        let mut value = serde_json::to_value(run).unwrap_or_default();
        let curve = curves.iter().find(|curve| curve.scheme == run.scheme);
        value["trajectory"] = json!(curve);
        value
    });
    runs.collect()
}

/// The exact answer, and its curve.
fn with_curve(comparison: Option<&Comparison>, exact: &WallImpact) -> Value {
    let mut value = json!(comparison.map(|comparison| comparison.exact));
    let end = exact.contact_time();
    let times: Vec<f64> = (0..=POINTS).map(|i| end * i as f64 / POINTS as f64).collect();
    let mut curve = Curve::default();
    for (&time, (x, v)) in times.iter().zip(exact.sample(&times)) {
        let x = x.max(0.0);
        let p = exact.exponent() + 1.0;
        let energy = 0.5 * exact.mass() * v * v + exact.stiffness() * x.powf(p) / p;
        curve.push([time, x, v, exact.force(x, v), energy]);
    }
    value["curve"] = json!(curve);
    value
}
