//! The page of the gallery.

use carom_report::{Audio, Facts, Link, Page, Section};

use super::Played;
use crate::render::{Layout, spectrogram_figure, waveform_figure, write_sound_file};

/// Columns and rows of a small spectrogram.
const PICTURE: (usize, usize) = (260, 90);

/// One page with every piece: what to listen for, a player, and how it looks.
pub(super) fn page(played: &[Played]) -> Page {
    let subtitle = format!(
        "{} scenes, each rendered from the file that its page shows. Every sound is contact \
         physics: nothing is sampled, nothing is filtered noise.",
        played.len()
    );
    let mut page = Page::new("The gallery of Carom").subtitle(subtitle);
    for piece in played {
        page = page.section(section(piece));
    }
    page.footer("Made by Carom: every joule accounted for.")
}

fn section(played: &Played) -> Section {
    let Played { piece, plan, rendering, .. } = played;
    let title = plan.title.clone().unwrap_or_else(|| piece.name.to_owned());
    let summary = &rendering.summary;
    let contacts: u64 = summary.contacts.iter().map(|contact| contact.log.count).sum();
    let facts = Facts::new()
        .fact("length", format!("{:.1}", summary.samples as f64 / summary.sample_rate), "s")
        .fact("contacts", contacts, "")
        .fact("centroid of the attack", format!("{:.0}", summary.audio.centroid_hz), "Hz")
        .fact("energy missing, as a share", format!("{:.0e}", summary.energy.residual.abs()), "");
    let mut section = Section::new(title);
    for line in plan.description.iter().flat_map(|text| text.lines()) {
        section = section.text(line);
    }
    section
        .audio(Audio::wav(format!("{}.wav", piece.name), wav(played)))
        .figure(waveform_figure(plan, rendering).panel_size(760.0, 90.0))
        .figure(spectrogram_figure(plan, rendering, PICTURE).panel_size(760.0, 190.0))
        .facts(facts)
        .links([Link::new(
            "Report: contact, energy, partials and the scene file",
            format!("{}/report.html", piece.name),
        )])
}

/// The first seconds, mixed to one channel, in 16 bits.
fn wav(played: &Played) -> Vec<u8> {
    let gain = played.rendering.gain * std::f64::consts::SQRT_2;
    let mut bytes = std::io::Cursor::new(Vec::new());
    // Writing to memory does not fail.
    let layout = Layout::player(1, played.plan.sample_rate);
    let _ = write_sound_file(&mut bytes, &layout, &[], |take| {
        played.rendering.heard.iter().try_for_each(|value| take(&[(value * gain) as f32]))
    });
    bytes.into_inner()
}
