//! The answers of a listening test as files.

use std::io;
use std::path::{Path, PathBuf};

use carom_files::WholeFiles;
use carom_report::{Axis, Cell, Facts, Figure, Page, Panel, Section, Series, Table};

use super::{Analysis, MATERIALS};

/// Writes `answers.json` and `answers.html`; the page is the last.
pub fn write(directory: &Path, analysis: &Analysis) -> io::Result<Vec<PathBuf>> {
    let mut pending = WholeFiles::in_directory(directory)?;
    let json = serde_json::to_string_pretty(analysis).map_err(io::Error::other)?;
    pending.add("answers.json", json)?;
    pending.add("answers.html", page(analysis).to_html())?;
    pending.commit()
}

fn page(analysis: &Analysis) -> Page {
    let model = &analysis.model;
    let facts = Facts::new()
        .fact("listeners", analysis.listeners, "")
        .fact("answers", analysis.answers, "")
        .fact(
            "boundaries follow decay ∝ pitch^x, x",
            format!("{:.2} ± {:.2}", model.slope, model.slope_sd),
            "",
        )
        .fact(
            "decay and pitch raise the log-likelihood by",
            format!("{:.1}", model.log_likelihood - model.log_likelihood_without),
            "",
        );
    let mut boundaries = Table::new([
        "between",
        "pitch (Hz)",
        "decay to 1/e (s)",
        "factor of one standard deviation",
    ]);
    for boundary in &analysis.boundaries {
        for at in &boundary.at {
            boundaries = boundaries.row([
                Cell::text(format!("{} and {}", boundary.below, boundary.above)),
                Cell::number(format!("{:.0}", at.pitch_hz)),
                Cell::number(format!("{:.4}", at.decay_s)),
                Cell::number(format!("{:.3}", at.factor)),
            ]);
        }
    }
    let mut shares = Table::new(
        ["pitch (Hz)", "decay (s)", "answers"].into_iter().chain(MATERIALS).chain(["confidence"]),
    );
    for row in &analysis.shares {
        let numbers = [
            format!("{:.0}", row.pitch_hz),
            format!("{:.4}", row.decay_s),
            row.answers.to_string(),
        ];
        let of_each = row.shares.iter().map(|share| format!("{share:.2}"));
        let cells = numbers.into_iter().chain(of_each).chain([format!("{:.1}", row.confidence)]);
        shares = shares.row(cells.map(Cell::number));
    }
    Page::new("What it is made of: the answers")
        .subtitle("A listening test on the perception of material, after section 5.3 of Avanzini (2001)")
        .section(
            Section::new("All answers")
                .facts(facts)
                .text(
                    "An exponent of 0 means that listeners go by how long a sound lasts, whatever its pitch; −1 means that \
                     they go by the quality factor, as a material with constant internal friction would have it.",
                )
                .figure(figure(analysis)),
        )
        .section(Section::new("Boundaries").table(boundaries))
        .section(Section::new("Shares by stimulus").table(shares))
        .footer("Made by Carom: every joule accounted for.")
}

/// What was said of each decay, and the model at the middle pitch.
fn figure(analysis: &Analysis) -> Figure {
    let pitches: Vec<f64> = analysis.shares.iter().map(|row| row.pitch_hz).collect();
    let middle = pitches.get(pitches.len() / 2).copied().unwrap_or(1000.0);
    let mut panel = Panel::new(
        format!("answers at {middle:.0} Hz and the model of all"),
        Axis::log("decay to 1/e", "s"),
        "share of the answers",
    )
    .y_range(0.0, 1.0);
    let of_middle: Vec<_> = analysis.shares.iter().filter(|row| row.pitch_hz == middle).collect();
    for (m, name) in MATERIALS.iter().enumerate() {
        let points = of_middle.iter().map(|row| (row.decay_s, row.shares[m])).collect();
        let model = of_middle
            .iter()
            .map(|row| (row.decay_s, analysis.model.chances(row.decay_s, middle)[m]))
            .collect();
        panel = panel
            .with(Series::markers(*name, points).colour(m))
            .with(Series::line("", model).colour(m));
    }
    Figure::new("What listeners heard")
        .caption("Points: shares of the answers. Lines: the most likely model.")
        .panel(panel)
}
