//! Several contacts as files, all of them or none.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use carom_files::{Record, WholeFiles};
use carom_numeric::five_digits as number;
use carom_report::{Axis, Cell, Facts, Figure, Page, Panel, Section, Series, Table};
use carom_rigid::algebra::{dot, length, scale};
use carom_rigid::{ForceSample, Vector};

use super::Pile;
use super::answer::{ContactAnswer, SeveralAnswer};

/// The answer with its record as JSON.
pub fn to_json(answer: &SeveralAnswer, record: &Record) -> serde_json::Result<String> {
    let mut value = serde_json::to_value(answer)?;
    record.add_to(&mut value);
    serde_json::to_string_pretty(&value)
}

/// Writes a table of the forces, a picture, a summary and a page into a directory.
pub fn write_all(
    pile: &Pile,
    answer: &SeveralAnswer,
    record: &Record,
    directory: &Path,
) -> io::Result<Vec<PathBuf>> {
    let json = to_json(answer, record).map_err(io::Error::other)?;
    let mut files = WholeFiles::in_directory(directory)?;
    files.add("force.csv", table(pile, answer))?;
    files.add("force.svg", figure(pile, answer).to_svg())?;
    files.add("summary.json", json)?;
    let page = page(pile, answer).data(record.to_html()).to_html();
    files.add("report.html", page)?;
    files.commit()
}

fn normal(pile: &Pile, contact: usize) -> Vector {
    let normal = pile.contacts[contact].normal();
    scale(normal, 1.0 / length(normal))
}

fn label(i: usize, contact: &ContactAnswer) -> String {
    format!("{} {}, {}", i + 1, contact.between[0], contact.between[1])
}

/// Each row is the mean normal force of every contact over the period that begins at its time.
fn table(pile: &Pile, answer: &SeveralAnswer) -> String {
    let mut text = String::from("time_s");
    for i in 0..answer.contacts.len() {
        let _ = write!(text, ",mean_normal_force_{}_n", i + 1);
    }
    text.push('\n');
    let histories: Vec<(Vector, &[ForceSample])> = answer
        .contacts
        .iter()
        .enumerate()
        .map(|(i, contact)| (normal(pile, i), contact.history.as_slice()))
        .collect();
    let Some((_, first)) = histories.first() else { return text };
    for (row, sample) in first.iter().enumerate() {
        let _ = write!(text, "{:e}", sample.time);
        for (normal, history) in &histories {
            let force = history.get(row).map_or(0.0, |sample| dot(sample.force, *normal));
            let _ = write!(text, ",{:e}", force + 0.0);
        }
        text.push('\n');
    }
    text
}

/// The normal force of every contact over time.
fn figure(pile: &Pile, answer: &SeveralAnswer) -> Figure {
    let time = Axis::linear("time", "s");
    let mut panel = Panel::new("Normal forces", time, Axis::linear("force", "N").include(0.0));
    for (i, contact) in answer.contacts.iter().enumerate() {
        let direction = normal(pile, i);
        let half = 0.5 * answer.duration / contact.curve.len().max(1) as f64;
        let points = contact.curve.iter().map(|s| (s.time + half, dot(s.force, direction)));
        panel = panel.with(Series::line(label(i, contact), points.collect::<Vec<_>>()));
    }
    Figure::new("Forces of the contacts")
        .caption("Which contact passes on its impulse first is decided by stiffness and gaps.")
        .panel(panel)
        .panel_size(640.0, 300.0)
}

fn page(pile: &Pile, answer: &SeveralAnswer) -> Page {
    let title = answer.title.clone().unwrap_or_else(|| "Several contacts".into());
    let mut motion = Section::new("Motion");
    for line in pile.collision.description.iter().flat_map(|text| text.lines()) {
        motion = motion.text(line);
    }
    let three = |a: &Vector| a.map(|x| format!("{x:.4}")).join(", ");
    let mut moves = Table::new(["body", "", "velocity x, y, z (m/s)", "spin x, y, z (rad/s)"]);
    for (before, after) in answer.before.iter().zip(&answer.bodies) {
        for (state, when) in [(before, "before"), (after, "after")] {
            moves = moves.row([
                Cell::text(state.name.clone()),
                Cell::text(when),
                Cell::text(three(&state.velocity)),
                Cell::text(three(&state.spin)),
            ]);
        }
    }
    let mut contacts =
        Table::new(["contact", "impulse (N·s)", "touches (ms)", "parts (ms)", "peak force (N)"]);
    for (i, contact) in answer.contacts.iter().enumerate() {
        let time =
            |time: Option<f64>| time.map_or_else(|| "–".into(), |t| format!("{:.4}", 1e3 * t));
        contacts = contacts.row([
            Cell::text(label(i, contact)),
            Cell::number(number(length(contact.impulse))),
            Cell::number(time(contact.touched.map(|touched| touched.0))),
            Cell::number(time(contact.touched.map(|touched| touched.1))),
            Cell::number(number(contact.peak_force)),
        ]);
    }
    let facts = Facts::new()
        .fact("energy before", number(answer.energy.before), "J")
        .fact("energy after", number(answer.energy.after), "J")
        .fact("momentum missing", format!("{:.1e}", answer.residual.momentum), "")
        .fact("steps", answer.steps.to_string(), "");
    Page::new(title)
        .subtitle("Several contacts at once")
        .section(motion.table(moves))
        .section(Section::new("Contacts").table(contacts).facts(facts))
        .section(Section::new("Forces").figure(figure(pile, answer)))
        .section(Section::new("The collision").source("collision.toml", pile.to_toml()))
        .footer("Made by Carom: every joule accounted for.")
}
