//! Rows of impacts: through the lanes of the engine where these give what is wanted, else one after the other.

use std::ops::Range;
use std::path::{Path, PathBuf};

use carom_files::Record;
use carom_lab::impact::{self, Approximated, Comparison, Exact, Impact, Run};
use carom_schemes::Method;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::SweepError;
use crate::axes::{Axes, is_whole};
use crate::lanes::Lanes;
use crate::rows::{Answers, Row, Wanted};
use crate::spec::Given;

/// An impact that is varied.
#[derive(Clone, Debug)]
pub(crate) struct Impacts {
    base: Impact,
    fields: Map<String, Value>,
}

impl Impacts {
    pub(crate) fn new(base: &Impact) -> Self {
        let fields = json!(base).as_object().cloned().unwrap_or_default();
        Self { base: base.clone(), fields }
    }

    /// A result in which every number is there.
    pub(crate) fn template(&self) -> Value {
        let some = Some(0.0);
        let run = |method: &Method| Run {
            scheme: method.name(),
            contact_time: some,
            v_out: some,
            x_max: some,
            dev_x: some,
            dev_h: some,
            err_v_out: some,
            err_v_out_approx: some,
            iterations_max: Some(0),
            energy_residual: some,
            accumulated: some,
            max_dev: some,
            ..Run::default()
        };
        let exact = Exact {
            v_out: some,
            restitution: some,
            x_max: 0.0,
            f_max: 0.0,
            contact_time: some,
            energy_lost: some,
        };
        let runs: Vec<Run> = self.base.methods.iter().map(run).collect();
        json!({ "exact": exact, "approx": Approximated { v_out: some }, "runs": runs })
    }

    /// The impact of a row.
    pub(crate) fn row(&self, row: u64, axes: &Axes) -> Result<Impact, String> {
        let mut fields = self.fields.clone();
        for axis in 0..axes.count() {
            let value = match axes.value(axis, row) {
                Given::Number(number) if is_whole(number) => (number as i64).into(),
                other => json!(other),
            };
            fields.insert(axes.path(axis).to_owned(), value);
        }
        let impact = Impact::deserialize(Value::Object(fields)).map_err(|e| e.to_string())?;
        impact.check().map_err(|error| error.to_string())?;
        Ok(impact)
    }

    /// Computes some rows.
    pub(crate) fn compute(&self, rows: Range<u64>, wanted: Wanted) -> Answers {
        let count = (rows.end - rows.start) as usize;
        let mut answers = Answers::new(wanted.outcomes.len(), count);
        let mut left = vec![true; count];
        if let Some(lanes) = Lanes::new(&self.base, wanted.axes, wanted.outcomes) {
            lanes.compute(rows.start, &mut answers, &mut left);
        }
        for (place, row) in rows.enumerate().filter(|(place, _)| left[*place]) {
            answers.put(place, self.one(row, wanted));
        }
        answers
    }

    /// Computes one row, as `carom impact` does.
    fn one(&self, row: u64, wanted: Wanted) -> Result<Row, String> {
        let Wanted { axes, outcomes, .. } = wanted;
        let mut impact = self.row(row, axes)?;
        let is_wanted =
            |method: &Method| outcomes.iter().any(|o| o.is_in(&["runs", method.name()]));
        // By index or by an axis, any may be meant.
        let by_name =
            outcomes.iter().all(|o| o.steps[0] != "runs" || o.steps[1].parse::<u32>().is_err());
        if by_name && impact.methods == self.base.methods {
            impact.methods.retain(is_wanted);
        }
        let comparison = impact::compare(&impact).map_err(|error| error.to_string())?;
        let failed = |run: &Run| {
            let message = run.message.as_ref()?;
            Some(format!("{}: {message}", run.scheme))
        };
        let failures: Vec<_> = comparison.runs.iter().filter_map(failed).collect();
        let error = (!failures.is_empty()).then(|| failures.join("; "));
        let result = json!(comparison);
        Ok(Row { values: outcomes.iter().map(|outcome| outcome.of(&result)).collect(), error })
    }

    /// Makes a row as `carom impact --json` does, into a directory.
    pub(crate) fn write_row(
        &self,
        row: u64,
        axes: &Axes,
        directory: &Path,
    ) -> Result<Vec<PathBuf>, SweepError> {
        let impact = self.row(row, axes).map_err(SweepError::Row)?;
        let comparison: Comparison =
            impact::compare(&impact).map_err(|error| SweepError::Row(error.to_string()))?;
        let mut result = json!(comparison);
        Record::new("impact", json!(impact)).add_to(&mut result);
        let path = directory.join("impact.json");
        let text = format!("{result:#}\n");
        let written =
            std::fs::create_dir_all(directory).and_then(|()| carom_files::write_whole(&path, text));
        written.map_err(|error| SweepError::writing(&path, &error))?;
        Ok(vec![path])
    }
}
