//! A page per study, and the page that lists them.

use carom_report::{Cell, Facts, Page, Section, Table};

use super::findings::Part;
use super::select::PAPERS;
use super::{Check, Kind, Studied, Study, Verdict, count, count_kind};

/// Where the page of a study lies below the site.
pub(super) fn address(id: &str) -> String {
    format!("{id}.html")
}

/// The page of one study; pages of the same site are linked from it, and those of the studio where it is served there.
pub(super) fn page(studied: &Studied, is_served: bool) -> Page {
    let (study, findings) = (studied.study, &studied.findings);
    let mut shown = Section::new("");
    for part in &findings.parts {
        shown = match part {
            Part::Text(text) => shown.text(text.clone()),
            Part::Figure(figure) => shown.figure((**figure).clone()),
            Part::Table(table) => shown.table(table.clone()),
        };
    }
    let page = Page::new(study.title).subtitle(format!("{} · {}", study.id, citation(study)));
    let page = if is_served {
        in_studio(page, "../../").within("Studies", "../index.html")
    } else {
        page.link("All studies", "../index.html").here(study.id)
    };
    let mut page = page.section(shown);
    if !findings.checks.is_empty() {
        page =
            page.section(checks(study.kind, findings.checks.iter().collect::<Vec<_>>().as_slice()));
    }
    let mut how = Section::new("How it was computed");
    if !findings.parameters.is_empty() {
        let mut table = Table::new(["parameter", "value"]);
        for (name, value) in &findings.parameters {
            table = table.row([name.as_str(), value.as_str()]);
        }
        how = how.table(table);
    }
    let mut commands = vec![format!("carom study {}", study.id)];
    commands.extend(findings.commands.iter().cloned());
    page.section(how.source("Again", commands.join("\n")))
}

fn checks(kind: Kind, checks: &[&Check]) -> Section {
    let mut section = Section::new("Published and computed");
    let mut table =
        Table::new(["where", "published", "computed", "difference", "allowed", "kind", "verdict"]);
    for check in checks {
        table = table.row(row(check, kind));
    }
    section = section.table(table);
    let groups = reasons(checks);
    for (locators, reason) in &groups {
        let which = match (groups.len(), locators.len()) {
            (1, 3..) => "All that differ".to_owned(),
            _ => locators.join("; "),
        };
        section = section.warning(format!("{which}: {reason}"));
    }
    section
}

/// Why a check differs.
fn reason(check: &Check) -> &str {
    check.reason().unwrap_or("It reproduced before and no longer does.")
}

/// What differs for the same reason, together.
fn reasons<'a>(checks: &[&'a Check]) -> Vec<(Vec<&'a str>, &'a str)> {
    let mut groups: Vec<(Vec<&str>, &str)> = Vec::new();
    for &check in checks.iter().filter(|check| check.verdict() == Verdict::Differs) {
        match groups.iter_mut().find(|group| group.1 == reason(check)) {
            Some(group) => group.0.push(check.locator()),
            None => groups.push((vec![check.locator()], reason(check))),
        }
    }
    groups
}

fn row(check: &Check, kind: Kind) -> [Cell; 7] {
    let verdict = check.verdict();
    let cell = |cell: Cell| match verdict {
        Verdict::Reproduced => cell.good(),
        Verdict::Differs => cell.bad(),
        Verdict::NotPublished => cell.neutral(),
    };
    let unit = check.unit_name();
    let locator = check.locator();
    let place = if unit.is_empty() { locator.to_owned() } else { format!("{locator} ({unit})") };
    [
        Cell::text(place),
        number(check.printed_text()),
        number(check.shown()),
        number(check.difference().unwrap_or_default()),
        number(check.rule()),
        Cell::text(check.kind_in(kind).name()),
        cell(Cell::text(verdict.name())),
    ]
}

/// Numbers to the right, words to the left.
fn number(text: String) -> Cell {
    let digits = text.trim_start_matches(['+', '-', '≤', '≥', '±', ' ']);
    if digits.parse::<f64>().is_ok() { Cell::number(text) } else { Cell::text(text) }
}

/// The page that lists all studies.
pub(super) fn index(results: &[Studied]) -> Page {
    let [reproduced, differs, unpublished] = counts(results);
    let facts = Facts::new()
        .fact("studies", results.len(), "")
        .fact("reproduced", reproduced, format!("of {}", reproduced + differs))
        .fact("differ, with the reason", differs, "")
        .fact("shown, not published as a number", unpublished, "");
    let mut page = Page::new("Published results, rerun")
        .subtitle("Tables and figures set beside what the engine computes")
        .here("All studies")
        .section(Section::new("").facts(facts))
        .section(evidence(results));
    let columns = ["study", "what it shows", "reproduced", "differ", "unpublished"];
    page = by_paper(page, results, |result| result.study, &columns, line);
    let differing = differing(results);
    if differs > 0 {
        page = page.section(differing);
    }
    page.footer("Made by `carom study`.")
}

/// The checks counted by what they are evidence of.
fn evidence(results: &[Studied]) -> Section {
    let mut table = Table::new(["kind of check", "reproduced", "differ", "what it is"]);
    for kind in Kind::ALL {
        let count = |verdict| Cell::number(count_kind(results, verdict, kind));
        let meaning = match kind {
            Kind::Simulated => "a number that a simulation gives, step by step",
            Kind::Exact => "a number of a formula, an integral or a root; no step is taken",
            Kind::Consistency => {
                "a printed table follows from itself by arithmetic or algebra: it was read right"
            }
            Kind::Own => "a statement that Carom makes and nobody has published",
        };
        let cells = [count(Verdict::Reproduced), count(Verdict::Differs), Cell::text(meaning)];
        table = table.row(std::iter::once(Cell::text(kind.name())).chain(cells));
    }
    Section::new("What the checks are evidence of").table(table)
}

/// How many checks reproduced, differ and were not published.
fn counts(results: &[Studied]) -> [usize; 3] {
    [Verdict::Reproduced, Verdict::Differs, Verdict::NotPublished].map(|v| count(results, v))
}

fn line(result: &Studied) -> [Cell; 5] {
    let [reproduced, differs, unpublished] = counts(std::slice::from_ref(result));
    let tally = |n: usize| if n > 0 { Cell::number(n) } else { Cell::text("") };
    let colour = |n: usize, cell: Cell, good: bool| match (n, good) {
        (0, _) => cell,
        (_, true) => cell.good(),
        (_, false) => cell.bad(),
    };
    [
        Cell::link(result.study.id, address(result.study.id)),
        Cell::text(result.study.title),
        colour(reproduced, tally(reproduced), true),
        colour(differs, tally(differs), false),
        tally(unpublished),
    ]
}

/// Everything that does not reproduce, in one place.
fn differing(results: &[Studied]) -> Section {
    let mut table = Table::new(["study", "where", "published", "computed", "why"]);
    for result in results {
        // A name or a reason stands once for all rows that share it.
        let mut last = None;
        let of_study = result.findings.checks.iter();
        for check in of_study.filter(|check| check.verdict() == Verdict::Differs) {
            let name = match last {
                None => Cell::link(result.study.id, address(result.study.id)),
                Some(_) => Cell::text(""),
            };
            let why = if last == Some(reason(check)) { "" } else { reason(check) };
            last = Some(reason(check));
            table = table.row([
                name,
                Cell::text(check.locator()),
                number(check.printed_text()),
                number(check.shown()).bad(),
                Cell::text(why),
            ]);
        }
    }
    Section::new("What does not reproduce").table(table)
}

/// The pages of the studio before the studies, for a page that lies at a depth below them.
pub(super) fn in_studio(page: Page, root: &str) -> Page {
    let address = |name: &str| format!("{root}{name}.html");
    page.home("studio", address("index"))
        .link("Studio", address("index"))
        .link("Gallery", address("gallery"))
        .link("Compare", address("compare"))
        .link("Collide", address("collide"))
        .link("Calibrate", address("calibrate"))
        .link("Listen", address("listen"))
}

/// A page that lists studies without results.
pub(super) fn list(studies: &[&'static Study]) -> Page {
    let page = Page::new("Published results, rerun")
        .subtitle("Tables and figures set beside what the engine computes, when it is opened");
    let page = in_studio(page, "../").here("Studies");
    by_paper(
        page,
        studies,
        |study| study,
        &["study", "what it shows"],
        |study| [Cell::link(study.id, address(study.id)), Cell::text(study.title)],
    )
}

/// Adds a section with a table for each paper of which there is something to list.
fn by_paper<T, const N: usize>(
    mut page: Page,
    items: &[T],
    study: impl Fn(&T) -> &'static Study,
    columns: &[&str; N],
    row: impl Fn(&T) -> [Cell; N],
) -> Page {
    for paper in PAPERS {
        let mut listed = items.iter().filter(|item| paper.holds(study(item))).peekable();
        if listed.peek().is_some() {
            let table = listed.fold(Table::new(*columns), |table, item| table.row(row(item)));
            page = page.section(Section::new(paper.title).text(paper.citation).table(table));
        }
    }
    page
}

/// Where a study's results were published.
pub(super) fn citation(study: &Study) -> &'static str {
    PAPERS.iter().find(|paper| paper.holds(study)).map_or("", |paper| paper.citation)
}
