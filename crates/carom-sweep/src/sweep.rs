//! A sweep that was read and checked: everything that its rows follow from.

use std::path::Path;

use carom_files::{Document, FileErrors, Findings, Format, Part, Record, did_you_mean, listed};
use carom_lab::impact::Impact;
use carom_scene::gallery;
use carom_scene::scene::{How as SceneHow, Parsed, Scene};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::SweepError;
use crate::axes::Axes;
use crate::impacts::Impacts;
use crate::outcome::{Outcome, outcomes};
use crate::rows::Base;
use crate::scenes::Scenes;
use crate::spec::{self, Spec};

/// The kind of the records of sweeps.
pub const KIND: &str = "sweep";

/// The most parts of a sweep.
pub const MOST_PARTS: u64 = 100_000;

/// A sweep that was read and checked.
#[derive(Clone, Debug)]
pub struct Sweep {
    spec: Spec,
    document: Document,
    pub(crate) axes: Axes,
    pub(crate) base: Base,
    pub(crate) outcomes: Vec<Outcome>,
    part_rows: u64,
    /// What the record of the scene holds.
    scene: Option<Value>,
}

/// What a result follows from beside the file of the sweep.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct How {
    /// The scene that is varied.
    scene: Option<Value>,
    /// The part; none for the whole sweep.
    part: Option<u64>,
}

impl Sweep {
    /// Reads a sweep, changes it by assignments such as `samples=100`, and checks it. The path of a scene starts at
    /// the directory of the file.
    ///
    /// # Errors
    ///
    /// What is wrong with the sweep or its scene, with lines.
    pub fn parse(
        file_name: &str,
        text: &str,
        assignments: &[impl AsRef<str>],
    ) -> Result<Self, SweepError> {
        Self::new(Document::parse::<Spec>(file_name, text, assignments)?, None)
    }

    /// Takes a sweep that is written as JSON. The path of a scene starts at the working directory.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with paths.
    pub fn from_json(json: &Value) -> Result<Self, SweepError> {
        Self::new(Document::from_json("the sweep", json)?, None)
    }

    /// The sweep of a record, and which part carried it.
    ///
    /// # Errors
    ///
    /// What is wrong with the record.
    pub fn of_record(record: &Record) -> Result<(Self, Option<u64>), SweepError> {
        let (document, how) =
            Document::of_record::<How>(KIND, record).map_err(SweepError::Record)?;
        Ok((Self::new(document, how.scene)?, how.part))
    }

    /// The record of a part, or of the whole sweep. Its hash tells sweeps apart.
    #[must_use]
    pub fn record(&self, part: Option<u64>) -> Record {
        self.document.record(KIND, &self.spec, How { scene: self.scene.clone(), part })
    }

    /// The sweep as it is written.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The JSON Schema (draft 2020-12) of a sweep file.
    #[must_use]
    pub fn schema() -> &'static Value {
        Spec::schema()
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.axes.rows
    }

    /// How many rows are in each part but the last.
    #[must_use]
    pub fn part_rows(&self) -> u64 {
        self.part_rows
    }

    /// How many parts there are.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.rows().div_ceil(self.part_rows)
    }

    fn new(document: Document, recorded: Option<Value>) -> Result<Self, SweepError> {
        let (spec, errors) = document.read::<Spec>()?;
        let mut findings = Findings::new(&document, errors);
        let axes = Axes::new(&spec, &mut findings);
        let base = base(&spec, &mut findings, recorded)?;
        let (Some(axes), Some(base)) = (axes, base) else {
            findings.finish()?;
            // Without either, something was found.
            return Err(SweepError::Row("the sweep cannot be read".to_owned()));
        };
        check_paths(&spec, &base, &mut findings);
        let paths = (0..axes.count()).map(|axis| axes.path(axis));
        let taken: Vec<&str> = paths.chain(["row", "error", "audio"]).collect();
        let template = match &base {
            Base::Impacts(impacts) => impacts.template(),
            Base::Scenes(scenes) => scenes.template(),
        };
        let outcomes = outcomes(&spec.outcomes, &template, &taken, &mut findings);
        let part_rows = spec.part_rows.unwrap_or_else(|| base.usual_part());
        check_parts(axes.rows.div_ceil(part_rows), axes.rows, &mut findings);
        findings.finish()?;
        let scene = match &base {
            Base::Scenes(scenes) => Some(scenes.base.record(SceneHow::default()).input),
            Base::Impacts(_) => None,
        };
        check_rows(&axes, &base, &document)?;
        Ok(Self { spec, document, axes, base, outcomes, part_rows, scene })
    }
}

/// What is varied.
fn base(
    spec: &Spec,
    findings: &mut Findings,
    recorded: Option<Value>,
) -> Result<Option<Base>, SweepError> {
    let root = Part::root();
    match (&spec.scene, &spec.impact) {
        (Some(scene), None) => {
            let base = match recorded {
                Some(input) => {
                    let parsed = Parsed::of_record(&Record::new("scene", input));
                    Some(parsed.map_err(SweepError::Record)?.0)
                }
                None => read_scene(scene, findings)?,
            };
            Ok(base.map(|base| Base::Scenes(Box::new(Scenes { base }))))
        }
        (None, Some(impact)) => {
            if let Err(error) = impact.check() {
                let help = "see `carom impact --help`";
                findings.error(&root, "impact", &format!("impact: {error}"), "not allowed", help);
                return Ok(None);
            }
            if spec.audio {
                let help = "take a scene, or leave `audio` out";
                findings.error(&root, "audio", "an impact has no sound", "not possible", help);
            }
            Ok(Some(Base::Impacts(Box::new(Impacts::new(impact)))))
        }
        (given, _) => {
            let message = match given {
                Some(_) => "there are both `scene` and `impact`",
                None => "there is neither `scene` nor `impact`",
            };
            let help = "a sweep has one of them: scene = \"bar\", or a table [impact]";
            findings.error(&root, "impact", message, "what is varied?", help);
            Ok(None)
        }
    }
}

fn read_scene(scene: &spec::Base, findings: &mut Findings) -> Result<Option<Parsed>, FileErrors> {
    let name = match scene {
        spec::Base::Scene(scene) => return scene.resolve().map(Some),
        spec::Base::Name(name) => name,
    };
    let directory = Path::new(findings.document.source().file()).parent();
    let path = directory.unwrap_or(Path::new("")).join(name);
    let given = Path::new(name);
    if path.exists() || given.extension().is_some() || given.components().count() > 1 {
        return match carom_files::read_text(&path, Document::LARGEST) {
            Ok(text) => Scene::parse(&path.display().to_string(), &text).map(Some),
            Err(error) => {
                let message = error.to_string();
                let help = "the path of a scene starts at the directory of the sweep";
                findings.error(&Part::root(), "scene", &message, "not there", help);
                Ok(None)
            }
        };
    }
    if let Some(piece) = gallery::all().find(|piece| piece.name == name) {
        return Scene::parse(piece.name, piece.text).map(Some);
    }
    let names = || gallery::all().map(|piece| piece.name);
    let message = format!("there is no scene \"{name}\" in the gallery");
    let label = did_you_mean(name, names(), "unknown");
    let help = format!("there are {}; a file is named with its ending", listed(names()));
    findings.error(&Part::root(), "scene", &message, &label, &help);
    Ok(None)
}

/// Finds axes of an impact that no value of it has.
fn check_paths(spec: &Spec, base: &Base, findings: &mut Findings) {
    if let Base::Scenes(_) = base {
        return;
    }
    let schema = carom_files::schema_of::<Impact>();
    let names = schema.get("properties").and_then(Value::as_object);
    let names: Vec<&str> = names.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    for (i, axis) in spec.axis.iter().enumerate() {
        if !names.contains(&axis.path()) {
            let part = Part::new("axis", i, "");
            let message = format!("an impact has no value `{}`", axis.path());
            let label = did_you_mean(axis.path(), names.iter().copied(), "unknown");
            let help = format!("there are {}", listed(names.iter().copied()));
            findings.error(&part, "path", &message, &label, &help);
        }
    }
}

fn check_parts(parts: u64, rows: u64, findings: &mut Findings) {
    if parts > MOST_PARTS {
        let message = format!("{rows} rows would be in {parts} parts");
        let least = rows.div_ceil(MOST_PARTS);
        let help = format!("at most {MOST_PARTS} are possible: set part_rows to {least} or above");
        findings.error(&Part::root(), "part_rows", &message, "too many parts", &help);
    }
}

/// A sweep of which neither the first nor the last row can be computed is wrong altogether.
fn check_rows(axes: &Axes, base: &Base, document: &Document) -> Result<(), SweepError> {
    let last = axes.rows - 1;
    let (Some(first), Some(_)) = (base.refused(0, axes), base.refused(last, axes)) else {
        return Ok(());
    };
    if let Base::Scenes(scenes) = base
        && let Err(errors) = scenes.row(0, axes)
    {
        return Err(document.errors(moved(&errors, axes, document)).into());
    }
    let path = carom_files::Path::default().join("axis");
    let error = document
        .error(&path, format!("neither the first nor the last row can be computed: {first}"));
    Err(document.errors(vec![error.label("of these axes")]).into())
}

/// Errors of a scene, pointing at the axes that caused them.
fn moved(errors: &FileErrors, axes: &Axes, document: &Document) -> Vec<carom_files::FileError> {
    let moved = |error: &carom_files::FileError| {
        let path = carom_files::Path::default().join("axis");
        let path = error.assignment.map_or(path.clone(), |axis| path.index(axis).join("path"));
        let title = error.assignment.map_or_else(
            || "neither the first nor the last row can be computed".to_owned(),
            |axis| format!("axis `{}`", axes.path(axis)),
        );
        let found = document.error(&path, format!("{title}: {}", error.message));
        carom_files::FileError { label: error.label.clone(), help: error.help.clone(), ..found }
    };
    errors.errors().iter().map(moved).collect()
}
