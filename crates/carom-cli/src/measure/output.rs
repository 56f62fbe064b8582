//! Names, files and errors of every kind of recording.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use carom_files::csv::CsvError;
use carom_lab::measure::{MeasureError, measure_all};
use carom_report::Page;
use clap::Args;
use serde_json::Value;

use crate::error::{CommandError, Target, print, print_json};
use crate::say::say;

/// Where results go.
#[derive(Args)]
pub(super) struct Output {
    /// Write the table to a file instead of standard output
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,

    /// Write a page with signals, fits and residuals
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Print everything measured as JSON, SI units; the table then goes to --out alone
    #[arg(long)]
    json: bool,
}

impl Output {
    /// Measures every recording and writes all files, or none.
    pub(super) fn give<T>(
        &self,
        recordings: &[PathBuf],
        measure: impl Fn(&str, &Path) -> Result<T, MeasureError>,
        results: impl Fn(&[T]) -> Results,
    ) -> Result<(), CommandError> {
        if let Some(out) = self.out.as_ref().filter(|out| Some(*out) == self.report.as_ref()) {
            let both = out.display();
            return Err(CommandError::Input(format!(
                "--out and --report name the same file, {both}"
            )));
        }
        // Opened before anything is computed.
        let mut table = self.out.as_deref().map(Target::open).transpose()?;
        let mut page = self.report.as_deref().map(Target::open).transpose()?;
        let mut names = names(recordings).into_iter();
        let measured =
            measure_all(recordings, |file| measure(&names.next().unwrap_or_default(), file));
        let results = results(&measured.map_err(|errors| failure(&errors))?);
        for warning in &results.warnings {
            say!("warning: {warning}");
        }
        // Both are written before either appears.
        table.as_mut().map_or(Ok(()), |table| table.write(&results.csv))?;
        page.as_mut().map_or(Ok(()), |page| page.write(&results.page.to_html()))?;
        [table, page].into_iter().flatten().try_for_each(Target::commit)?;
        if self.json {
            return print_json(&results.json);
        }
        if self.out.is_some() { Ok(()) } else { print(results.csv.trim_end()) }
    }
}

/// Results in every form.
pub(super) struct Results {
    pub(super) csv: String,
    pub(super) json: Value,
    pub(super) page: Page,
    pub(super) warnings: Vec<String>,
}

/// Warnings with the names of their trials.
pub(super) fn named<'a>(
    trial: &'a str,
    warnings: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    warnings.iter().map(move |warning| format!("{trial}: {warning}"))
}

/// Every bad recording by its name. Only if none of them could be read it is a matter of files.
fn failure(errors: &[MeasureError]) -> CommandError {
    let mut messages: Vec<String> = errors.iter().map(message).collect();
    // A setting is wrong once, however many trials meet it.
    messages.dedup();
    let messages = messages.join("\nerror: ");
    let unreadable = errors.iter().all(|error| {
        let table = matches!(error, MeasureError::Table(CsvError::Unreadable { .. }));
        table || matches!(error, MeasureError::Read { .. })
    });
    if unreadable { CommandError::File(messages) } else { CommandError::Input(messages) }
}

fn message(error: &MeasureError) -> String {
    match error {
        MeasureError::Setting(setting) => {
            format!("--{} is {}, it must be {}", setting.field, setting.value, setting.allowed)
        }
        _ => error.to_string(),
    }
}

/// A setting that makes no sense, as a flag.
pub(super) fn setting(error: impl Into<MeasureError>) -> CommandError {
    failure(&[error.into()])
}

/// The names of files without their endings, or the whole paths where those are not different.
fn names(recordings: &[PathBuf]) -> Vec<String> {
    let name = |path: &PathBuf| {
        let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
        name.unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    };
    let short: Vec<String> = recordings.iter().map(name).collect();
    if short.iter().collect::<BTreeSet<_>>().len() == short.len() {
        return short;
    }
    recordings.iter().map(|path| path.display().to_string()).collect()
}

/// Numbers with commas between them.
pub(super) fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let parsed: Option<Vec<f64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok().filter(|value: &f64| value.is_finite()))
        .collect();
    let found: Option<[f64; N]> = parsed.and_then(|values| values.try_into().ok());
    found.ok_or_else(|| format!("it must be {N} numbers with commas between them"))
}
