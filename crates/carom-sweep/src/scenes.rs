//! Rows of scenes, one after the other, as `carom run` renders them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use carom::ContactLog;
use carom_files::FileErrors;
use carom_listen::Partial;
use carom_report::scene::write;
use carom_scene::plan::Plan;
use carom_scene::render::{
    AudioSummary, BodyState, ContactSummary, EnergySummary, Keep, ModeCount, Moment, RenderError,
    RenderOptions, Rendering, Summary, render,
};
use carom_scene::scene::Container;
use carom_scene::scene::{How, Parsed};
use serde_json::{Value, json};

use crate::SweepError;
use crate::axes::Axes;
use crate::outcome::Outcome;
use crate::rows::{Answers, Row, Wanted};

/// A scene that is varied.
#[derive(Clone, Debug)]
pub(crate) struct Scenes {
    pub(crate) base: Parsed,
}

impl Scenes {
    /// A summary in which every number is there.
    pub(crate) fn template(&self) -> Value {
        template(&self.base.plan)
    }

    /// The scene of a row.
    pub(crate) fn row(&self, row: u64, axes: &Axes) -> Result<Parsed, FileErrors> {
        self.base.with(&axes.assignments(row))
    }

    /// Computes some rows.
    pub(crate) fn compute(&self, rows: Range<u64>, wanted: Wanted) -> Result<Answers, SweepError> {
        let mut answers = Answers::new(wanted.outcomes.len(), (rows.end - rows.start) as usize);
        for (place, row) in rows.enumerate() {
            answers.put(place, self.one(row, wanted)?);
        }
        Ok(answers)
    }

    /// Computes one row; the outer error is that of a sound that cannot be written.
    fn one(&self, row: u64, wanted: Wanted) -> Result<Result<Row, String>, SweepError> {
        let Wanted { axes, outcomes, sounds } = wanted;
        let parsed = match self.row(row, axes) {
            Ok(parsed) => parsed,
            Err(errors) => return Ok(Err(in_words(&errors))),
        };
        let is_heard = outcomes.iter().any(|outcome| {
            outcome.is_in(&["audio", "centroid_hz"]) || outcome.is_in(&["audio", "partials"])
        });
        let keep = if is_heard { Keep::Summary } else { Keep::Sums };
        let options = RenderOptions { keep, ..RenderOptions::default() };
        let rendering = match sounds {
            None => render(&parsed.plan, options),
            Some(path) => {
                let how = How { only: Some(Container::Wav), ..How::default() };
                write(&parsed, how, &path(row), options).map(|written| written.rendering)
            }
        };
        match rendering {
            Ok(rendering) => Ok(Ok(outcomes_of(&rendering, outcomes))),
            Err(RenderError::Write(error)) => {
                let path = sounds.map(|path| path(row)).unwrap_or_default();
                Err(SweepError::writing(&path, &error))
            }
            Err(error) => Ok(Err(error.to_string())),
        }
    }

    /// Makes a row as `carom run` does, into a directory.
    pub(crate) fn write_row(
        &self,
        row: u64,
        axes: &Axes,
        directory: &Path,
    ) -> Result<Vec<PathBuf>, SweepError> {
        let parsed = self.row(row, axes).map_err(|errors| SweepError::Row(errors.to_string()))?;
        let written = write(&parsed, How::default(), directory, RenderOptions::default());
        match written {
            Ok(written) => Ok(written.files),
            Err(RenderError::Write(error)) => Err(SweepError::writing(directory, &error)),
            Err(error) => Err(SweepError::Row(error.to_string())),
        }
    }
}

fn outcomes_of(rendering: &Rendering, outcomes: &[Outcome]) -> Row {
    let summary = json!(rendering.summary);
    Row { values: outcomes.iter().map(|outcome| outcome.of(&summary)).collect(), error: None }
}

/// What is wrong with the scene of a row, without lines.
fn in_words(errors: &FileErrors) -> String {
    let one = |error: &carom_files::FileError| {
        let help = error.help.as_ref().map_or_else(String::new, |help| format!(": {help}"));
        format!("{}{help}", error.message)
    };
    errors.errors().iter().map(one).collect::<Vec<_>>().join("; ")
}

fn template(plan: &Plan) -> Value {
    let mut log = ContactLog::default();
    for number in [
        &mut log.first_contact_at,
        &mut log.first_contact_time,
        &mut log.first_restitution,
        &mut log.longest_contact_time,
        &mut log.longest_restitution,
        &mut log.overall_restitution,
    ] {
        *number = Some(0.0);
    }
    let body = |name: &str| BodyState { name: name.to_owned(), velocity: 0.0, energy: 0.0 };
    let moment = Moment { time: 0.0, bodies: plan.bodies.iter().map(|b| body(&b.name)).collect() };
    let count = |name: &str| ModeCount { body: name.to_owned(), count: 0, up_to: 0.0 };
    let partial = Partial { decay_s: Some(0.0), q: Some(0.0), ..Partial::default() };
    let contact = |contact: &carom_scene::plan::PlannedContact| ContactSummary {
        name: contact.name.clone(),
        between: contact.between.map(|body| plan.name(body).to_owned()),
        point_of: contact.point_of,
        log,
    };
    json!(Summary {
        version: 1,
        title: None,
        modes: plan.bodies.iter().map(|b| count(&b.name)).collect(),
        contacts: plan.contacts.iter().map(contact).collect(),
        at_first_release: Some(moment.clone()),
        at_end: moment,
        energy: EnergySummary {
            initial: 0.0,
            stored: 0.0,
            dissipated: 0.0,
            supplied: 0.0,
            residual: 0.0,
            adds_up: true,
        },
        audio: AudioSummary {
            peak: 0.0,
            gain: 0.0,
            rms: 0.0,
            loudness_lufs: Some(0.0),
            centroid_hz: 0.0,
            partials: vec![partial],
        },
        scheme: "",
        sample_rate: 0.0,
        samples: 0,
        iterations_max: 0,
        coarsened: 0,
        contact_steps: 0,
        halved: 0,
        stopped: 0,
    })
}
