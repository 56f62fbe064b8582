//! The figures of the page.

use carom_report::{Figure, Panel, Series};

use super::brightness::Brightness;
use super::stimuli::{Row, Stimuli};

/// Centroid of the attack against contact time, one series for each speed.
pub(super) fn brightness(brightness: &Brightness) -> Figure {
    let mut panel =
        Panel::log("", "contact time (ms)", "spectral centroid of the first 50 ms (Hz)");
    for points in brightness.points.chunk_by(|a, b| a.speed == b.speed) {
        let name = points.first().map_or_else(String::new, |point| format!("{} m/s", point.speed));
        let at = points.iter().map(|point| (1e3 * point.contact_time_s, point.centroid_hz));
        panel = panel.with(Series::line(name, at.collect()).marked());
    }
    Figure::new("Brightness falls as the contact lasts longer")
        .caption(format!(
            "A free bar, 20 modes from 200 Hz up, struck at its end by hammers of 10 g from \
             soft to hard; each point is a rendering. Rank correlation {}.",
            format!("{:.3}", brightness.rank_correlation).replace('-', "−")
        ))
        .panel(panel)
        .panel_size(620.0, 360.0)
}

/// All stimuli by pitch and quality factor, as in avanzini's Figure 5.6, marked by the materials
/// that hold them.
pub(super) fn materials(stimuli: &Stimuli) -> Figure {
    let mut classes: Vec<String> = Vec::new();
    for class in stimuli.stimuli.iter().map(class) {
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let series = |name: &String| {
        let of_class = stimuli.stimuli.iter().filter(|row| class(row) == *name);
        Series::markers(name.as_str(), of_class.map(|row| (row.pitch_hz, row.q)).collect())
    };
    let panel = Panel::log("", "pitch (Hz)", "quality factor")
        .x_range(930.0, 2150.0)
        .y_range(3.8, 6600.0)
        .with_all(classes.iter().map(series));
    Figure::new("Which materials hold a stimulus")
        .caption(
            "By the ranges of quality factor and decay in which more than half of 22 listeners \
             chose a material (avanzini Table 5.2).",
        )
        .panel(panel)
        .panel_size(520.0, 420.0)
}

/// The materials that hold a stimulus, in words.
pub(super) fn class(row: &Row) -> String {
    if row.materials.is_empty() { "none".into() } else { row.materials.join(" or ") }
}
