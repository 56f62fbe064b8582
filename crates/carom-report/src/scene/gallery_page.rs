//! The page of the gallery.

use super::gallery::Played;
use super::page::{spectrogram_figure, waveform_figure};
use crate::{Audio, Cell, Facts, Link, Page, Section, Table};

/// Columns and rows of a small spectrogram.
const PICTURE: (usize, usize) = (260, 90);

/// One page with every piece: what to listen for, a player, and how it looks.
pub(super) fn page(played: &[Played]) -> Page {
    let subtitle = format!(
        "{} scenes, each rendered from the file that its page shows, as a listener in the room hears \
         it. Every sound is contact physics: nothing is sampled, nothing is filtered noise.",
        played.len()
    );
    let mut page = Page::new("The gallery of Carom").subtitle(subtitle).section(contents(played));
    for piece in played {
        page = page.section(section(piece));
    }
    page.footer("Made by Carom: every joule accounted for.")
}

fn title(played: &Played) -> &str {
    played.plan.title.as_deref().unwrap_or(played.piece.name)
}

/// Every piece, and what to listen for.
fn contents(played: &[Played]) -> Section {
    let mut table = Table::new(["piece", "what to listen for"]);
    for piece in played {
        let (title, listen) = (title(piece), piece.plan.description.as_deref().unwrap_or(""));
        let listen = listen.trim().lines().last().unwrap_or("");
        table = table.row([Cell::link(title, Section::anchor(title)), Cell::text(listen)]);
    }
    Section::new("Contents").table(table)
}

fn section(played: &Played) -> Section {
    let Played { piece, plan, rendering, .. } = played;
    let summary = &rendering.summary;
    let contacts: u64 = summary.contacts.iter().map(|contact| contact.log.count).sum();
    let facts = Facts::new()
        .fact("length", format!("{:.1}", summary.samples as f64 / summary.sample_rate), "s")
        .fact("contacts", contacts, "")
        .fact("channels", plan.channels(), "")
        .fact("centroid of the attack", format!("{:.0}", summary.audio.centroid_hz), "Hz")
        .fact("energy missing, as a share", format!("{:.0e}", summary.energy.residual.abs()), "");
    let mut section = Section::new(title(played));
    for line in plan.description.iter().flat_map(|text| text.lines()) {
        section = section.text(line);
    }
    section
        .audio(Audio::file(format!("{}.wav", piece.name), format!("{}/sound.wav", piece.name)))
        .figure(waveform_figure(plan, rendering).panel_size(760.0, 90.0))
        .figure(spectrogram_figure(plan, rendering, PICTURE).panel_size(760.0, 190.0))
        .facts(facts)
        .links([Link::new(
            "Report: contact, energy, partials and the scene file",
            format!("{}/report.html", piece.name),
        )])
}
