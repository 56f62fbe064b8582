//! The page that shows the stimuli.

use std::io;

use carom_report::{Audio, Cell, Facts, Page, Section, Table};

use super::brightness::Brightness;
use super::stimuli::{Row, Stimuli};
use super::{figures, wav};

/// Bits and the longest stretch (s) of a sound that the page plays.
const BITS: u16 = 16;
const PLAYED: f64 = 2.0;
/// Every how many quality factors of the middle pitch are played.
const EVERY: usize = 3;

/// One self-contained page.
pub(super) fn page(stimuli: &Stimuli, brightness: &Brightness) -> io::Result<Page> {
    Ok(Page::new("A hundred stimuli for the perception of material")
        .subtitle(
            "Five pitches and twenty quality factors, one partial each, after F. Avanzini, \
             Computational issues in physically-based sound models, PhD thesis, University of \
             Padova, 2001, section 5.3",
        )
        .section(overview(stimuli))
        .section(sounds(stimuli)?)
        .section(attack(brightness))
        .section(choices(stimuli))
        .section(Section::new("All stimuli").table(table(stimuli)))
        .footer("Made by Carom: every joule accounted for."))
}

fn overview(stimuli: &Stimuli) -> Section {
    let counts = &stimuli.counts;
    Section::new("Materials")
        .facts(
            Facts::new()
                .fact("in two materials, by Q alone", counts.in_two_by_q, "")
                .fact("in two materials, by Q and decay", counts.in_two, "")
                .fact("in no material", counts.in_none, "")
                .fact("levels within", format!("{:.1}", counts.level_range_db), "dB")
                .fact(
                    "decay off by at most, Q ≥ 20",
                    format!("{:.1e}", counts.largest_decay_error),
                    "",
                )
                .fact(
                    "decay off by at most, all",
                    format!("{:.1e}", counts.largest_decay_error_of_all),
                    "",
                ),
        )
        .text(
            "The ranges of rubber and wood overlap, and so do those of glass and steel: most \
             stimuli lie in two. Listeners told the two pairs apart, and the materials within a \
             pair less easily.",
        )
        .figure(figures::materials(stimuli))
}

fn sounds(stimuli: &Stimuli) -> io::Result<Section> {
    let rate = stimuli.choices.sample_rate;
    let middle = middle_pitch(&stimuli.stimuli);
    let mut section = Section::new("Some of the sounds").text(
        "From the middle pitch, at their own levels, two seconds at most; the files beside this \
         page have all of them in full.",
    );
    let both = stimuli.stimuli.iter().zip(&stimuli.sounds);
    for (row, sound) in both.filter(|(row, _)| row.pitch_hz == middle).step_by(EVERY) {
        let played = &sound[..sound.len().min((PLAYED * rate) as usize)];
        let caption = format!("{:.0} Hz, Q {:.0}: {}", row.pitch_hz, row.q, figures::class(row));
        let bytes = wav::wav(played, rate, BITS)?;
        section = section.audio(Audio::wav(row.file.as_str(), bytes).caption(caption));
    }
    Ok(section)
}

fn middle_pitch(rows: &[Row]) -> f64 {
    rows.get(rows.len() / 2).map_or(f64::NAN, |row| row.pitch_hz)
}

fn attack(brightness: &Brightness) -> Section {
    Section::new("Contact time and brightness")
        .text(
            "How hard a mallet seems is heard in the spectral centroid of the attack (Freed, as \
             quoted by avanzini, section 5.2). It falls as the contact lasts longer, whether the \
             hammer is softer or slower. Of two contacts that last equally long the faster is \
             brighter: the damping grows with the speed and makes its force rise more steeply.",
        )
        .figure(figures::brightness(brightness))
}

fn choices(stimuli: &Stimuli) -> Section {
    let choices = &stimuli.choices;
    let hammer = &choices.hammer;
    Section::new("What the thesis leaves open").text(format!(
        "Stiffness, hammer, speed, length and level of the stimuli are not printed. Here every \
         object has a stiffness of {:e} N/m, and the mass that belongs to its pitch. The hammer is \
         that of Figure 5.1 ({} kg, stiffness {:e}, exponent {}, μ {} s/m) at {} m/s. The velocity \
         of the partial is the sound, at {} Hz; full scale is {} m/s for all, so that relative \
         levels stay. A sound ends when it is {} dB below its peak, after {} s at the latest, and \
         its last {} ms fade.\n\n\
         The decay is measured on the sound after the hammer has left. A material holds a stimulus \
         if both of its printed ranges do, bounds and their rounding included.",
        choices.object_stiffness,
        hammer.mass,
        hammer.stiffness,
        hammer.exponent,
        hammer.mu,
        hammer.velocity,
        choices.sample_rate,
        choices.full_scale,
        choices.ends_db,
        choices.longest_s,
        1e3 * choices.fade_s
    ))
}

fn table(stimuli: &Stimuli) -> Table {
    let mut table = Table::new(
        "pitch (Hz) | Q | decay (ms) | measured (ms) | peak (dBFS) | contact (ms) | materials"
            .split(" | "),
    );
    for row in &stimuli.stimuli {
        let measured = row.measured_decay_s.map_or(f64::NAN, |decay| 1e3 * decay);
        table = table.row([
            Cell::number(format!("{:.1}", row.pitch_hz)),
            Cell::number(format!("{:.1}", row.q)),
            Cell::number(format!("{:.3}", 1e3 * row.decay_s)),
            Cell::number(format!("{measured:.3}")),
            Cell::number(format!("{:.2}", row.peak_dbfs)),
            Cell::number(format!("{:.3}", 1e3 * row.contact_time_s)),
            Cell::text(figures::class(row)),
        ]);
    }
    table
}
