//! A mass against a wall by several schemes and rates, beside the exact answer.

use carom::Substeps;
use carom::exact::WallImpact;
use carom_lab::impact::{Comparison, Impact, ImpactError, Sample, USUAL_RATE, compare_and_observe};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Question;
use crate::error::Refusal;
use crate::limits::{MOST_CONTACT_SAMPLES, MOST_RATES};

/// Points of a curve.
const POINTS: usize = 400;
const MOST_POINTS: usize = 2000;

/// Compares the schemes at every rate.
pub(super) fn impact(question: &Question<'_>) -> Result<Vec<u8>, Refusal> {
    let (base, rates) = read(question.body)?;
    let exact = base.closed_form().map_err(|error| request_error(&error))?;
    check_rates(&rates, &exact)?;
    let mut runs = Vec::new();
    let mut answer = None;
    for rate in rates {
        let impact = Impact { rate, ..base.clone() };
        let mut curves: Vec<Curve> = Vec::new();
        let comparison = compare_and_observe(&impact, &mut |sample| match curves
            .last_mut()
            .filter(|curve| curve.scheme == sample.scheme)
        {
            Some(curve) => curve.add(sample),
            None => curves.push(Curve::begin(sample)),
        });
        let comparison = comparison.map_err(|error| request_error(&error))?;
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
    Ok(answer.to_string().into_bytes())
}

/// The fields of an [`Impact`], and `rates` instead of one rate.
fn read(body: &[u8]) -> Result<(Impact, Vec<f64>), Refusal> {
    let mut fields: Map<String, Value> = serde_json::from_slice(body)
        .map_err(|error| Refusal::new(format!("the impact: {error}")))?;
    let rates = fields.remove("rates").unwrap_or_else(|| json!([USUAL_RATE]));
    let impact: Impact = decode("", Value::Object(fields))?;
    impact.check().map_err(|error| request_error(&error))?;
    // What would take longer than one short contact.
    for (field, is_given) in [
        ("force", impact.force != 0.0),
        ("rebounds", impact.rebounds.is_some()),
        ("substeps", impact.substeps != Substeps::Fixed(1)),
    ] {
        if is_given {
            let message = format!("`{field}` is only read by `carom impact`");
            return Err(Refusal::new(message).at(field).allowed("nothing here"));
        }
    }
    Ok((impact, decode("rates", rates)?))
}

fn decode<T: DeserializeOwned>(field: &str, value: Value) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = format!("{field}{}", error.path().to_string().trim_matches('.'));
        Refusal::new(format!("the impact: {}", error.inner())).at(path)
    })
}

/// Few enough rates, none of which makes the contact too long.
fn check_rates(rates: &[f64], exact: &WallImpact) -> Result<(), Refusal> {
    if rates.is_empty() || rates.len() > MOST_RATES {
        let error = Refusal::new(format!("`rates` has {} values", rates.len()));
        return Err(error.at("rates").allowed(format!("1 to {MOST_RATES} rates")));
    }
    let time = exact.contact_time();
    let fits = |rate: f64| rate > 0.0 && time * rate <= MOST_CONTACT_SAMPLES;
    let Some(i) = rates.iter().position(|rate| !fits(*rate)) else { return Ok(()) };
    let error = Refusal::new(format!(
        "at {:?} samples per second the contact takes {:.3e} samples",
        rates[i],
        time * rates[i]
    ));
    let allowed = format!("at most {MOST_CONTACT_SAMPLES} here; `carom impact` does more");
    Err(error.at(format!("rates[{i}]")).allowed(allowed))
}

fn request_error(error: &ImpactError) -> Refusal {
    let shown = Refusal::new(error.to_string());
    match error {
        ImpactError::Value(value) => shown.at(value.field).allowed(value.allowed),
        ImpactError::RepeatedMethod(_) => shown.at("methods").allowed("each once"),
        _ => shown,
    }
}

/// The samples of a run, thinned where there are many.
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

/// Each run with its trajectory.
fn described(comparison: &Comparison, curves: &[Curve]) -> Vec<Value> {
    let runs = comparison.runs.iter().map(|run| {
        let mut value = serde_json::to_value(run).unwrap_or_default();
        let curve = curves.iter().find(|curve| curve.scheme == run.scheme);
        value["trajectory"] = json!(curve);
        value
    });
    runs.collect()
}

/// The exact answer with its curve.
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
