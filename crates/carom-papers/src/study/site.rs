//! Studies as a site of self-contained pages, and as JSON.

use std::io;
use std::path::{Path, PathBuf};

use carom_files::{Record, WholeFiles};
use serde_json::{Value, json};

use super::page::{address, citation, index, list, page};
use super::{Check, Kind, Studied, Study, Verdict, count, count_kind, select};

/// The version of the JSON.
const VERSION: u32 = 1;

/// The kind of the records of studies.
pub const KIND: &str = "study";

/// The record of results: which studies they are. A study has no other input.
fn record(results: &[Studied]) -> Record {
    let ids: Vec<_> = results.iter().map(|result| result.study.id).collect();
    Record::new(KIND, json!({ "studies": ids }))
}

/// The studies of a record.
///
/// # Errors
///
/// With what is wrong with the record.
pub fn recorded(record: &Record) -> Result<Vec<&'static Study>, String> {
    let ids = record.input["studies"].as_array().ok_or("its record names no studies")?;
    let ids: Vec<_> = ids.iter().filter_map(Value::as_str).collect();
    select(&ids).map_err(|error| error.to_string())
}

/// The page of one study as HTML.
pub fn study_page(studied: &Studied) -> String {
    study_html(studied, false)
}

/// The page of one study as HTML, as a page of the studio.
pub fn served_page(studied: &Studied) -> String {
    study_html(studied, true)
}

fn study_html(studied: &Studied, is_served: bool) -> String {
    page(studied, is_served).data(record(std::slice::from_ref(studied)).to_html()).to_html()
}

/// A page that lists studies without their results, for a site that computes them when they are
/// asked for.
pub fn list_page(studies: &[&'static Study]) -> String {
    list(studies).to_html()
}

/// Writes `index.html`, `studies.json` and a page per study; the index is the first of the files
/// returned. Either all appear or none.
pub fn write(results: &[Studied], directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = WholeFiles::in_directory(directory)?;
    files.add("index.html", index(results).data(record(results).to_html()).to_html())?;
    files.add("studies.json", format!("{:#}\n", to_json(results)))?;
    for result in results {
        files.add(&address(result.study.id), study_page(result))?;
    }
    files.commit()
}

/// Everything that was checked, with full precision.
pub fn to_json(results: &[Studied]) -> Value {
    let verdicts = [Verdict::Reproduced, Verdict::Differs, Verdict::NotPublished];
    let [reproduced, differs, unpublished] = verdicts.map(|verdict| count(results, verdict));
    let mut value = json!({
        "version": VERSION,
        "reproduced": reproduced,
        "differs": differs,
        "not_published": unpublished,
        "kinds": kinds(results),
        "broken": results.iter().map(|result| result.findings.broken().count()).sum::<usize>(),
        "studies": results.iter().map(study).collect::<Vec<_>>(),
    });
    record(results).add_to(&mut value);
    value
}

/// Reproduced and differing checks by what they are evidence of.
fn kinds(results: &[Studied]) -> Value {
    let kinds = Kind::ALL.map(|kind| {
        let count = |verdict| count_kind(results, verdict, kind);
        json!({
            "kind": kind,
            "reproduced": count(Verdict::Reproduced),
            "differs": count(Verdict::Differs),
        })
    });
    json!(kinds)
}

fn study(result: &Studied) -> Value {
    let parameters = result.findings.parameters.iter();
    json!({
        "id": result.study.id,
        "title": result.study.title,
        "citation": citation(result.study),
        "parameters": parameters.map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
        "checks": result.findings.checks.iter().map(|one| check(one, result.study.kind)).collect::<Vec<_>>(),
    })
}

fn check(check: &Check, kind: Kind) -> Value {
    json!({
        "id": check.id(),
        "locator": check.locator(),
        "published": check.published_value().map_or_else(|| json!(check.printed_text()), |v| json!(v)),
        "printed": check.printed_text(),
        "computed": check.computed(),
        "shown": check.shown(),
        "unit": check.unit_name(),
        "kind": check.kind_in(kind),
        "allowed": check.allowed(),
        "rule": check.rule(),
        "verdict": check.verdict(),
        "reason": check.reason(),
    })
}
