//! Studies as a site of self-contained pages, and as JSON.

use std::io;
use std::path::{Path, PathBuf};

use carom_files::WholeFiles;
use serde_json::{Value, json};

use super::page::{address, citation, index, list, page};
use super::{Check, Studied, Study, Verdict, count};

/// The version of the JSON.
const VERSION: u32 = 1;

/// The page of one study as HTML.
pub fn study_page(studied: &Studied) -> String {
    page(studied).to_html()
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
    files.add("index.html", index(results).to_html())?;
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
    json!({
        "version": VERSION,
        "reproduced": reproduced,
        "differs": differs,
        "not_published": unpublished,
        "broken": results.iter().map(|result| result.findings.broken().count()).sum::<usize>(),
        "studies": results.iter().map(study).collect::<Vec<_>>(),
    })
}

fn study(result: &Studied) -> Value {
    let parameters = result.findings.parameters.iter();
    json!({
        "id": result.study.id,
        "title": result.study.title,
        "citation": citation(result.study),
        "parameters": parameters.map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
        "checks": result.findings.checks.iter().map(check).collect::<Vec<_>>(),
    })
}

fn check(check: &Check) -> Value {
    json!({
        "id": check.id(),
        "locator": check.locator(),
        "published": check.published_value().map_or_else(|| json!(check.printed_text()), |v| json!(v)),
        "printed": check.printed_text(),
        "computed": check.computed(),
        "shown": check.shown(),
        "unit": check.unit_name(),
        "tolerance": check.allowed(),
        "verdict": check.verdict(),
        "reason": check.reason(),
    })
}
