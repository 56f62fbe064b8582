//! What a run came to, and what is worth saying about it.

use super::super::level::unit;
use super::super::ringing;
use super::super::summary::{judge, summarise};
use super::{Keep, Rendering, Run};
use crate::plan::Kind;
use crate::scene::Level;
use carom_listen::{Cues, centroid, listen_briefly};
use carom_numeric::five_digits;

/// A larger gain than this (dB) gives a warning: hardly anything moves then.
const LARGE_GAIN: f64 = 100.0;

impl Run<'_> {
    /// What is over full scale is cut off or plays back distorted; what is far below is no sound.
    fn warn_of_level(&mut self, gain: f64) {
        let over = 20.0 * (self.peak * gain).log10();
        if over > 0.0 {
            // A little more than the peak, so that rounding does not take it below.
            let enough = format!("{} {}", five_digits(1.0001 * self.peak), unit(self.plan));
            self.warnings.push(format!(
                "the peak is {over:.1} dB over full scale: set level.full_scale to {}",
                enough.trim_end()
            ));
        }
        let decibels = 20.0 * gain.log10();
        if decibels > LARGE_GAIN && !matches!(self.plan.level, Level::FullScale(_)) {
            self.warnings.push(format!(
                "the sound is raised by {decibels:.0} dB: hardly anything moves in this scene"
            ));
        }
    }

    pub(super) fn finish(mut self) -> Rendering {
        let samples = self.players.frames();
        let loudness = self.loudness.loudest();
        let highest = |decibels: f64| 10f64.powf(decibels / 20.0) / self.peak;
        let gain = match self.plan.level {
            _ if self.peak == 0.0 => 1.0,
            Level::Auto => highest(-3.0),
            Level::FullScale(full) => 1.0 / full,
            Level::Loudness(wanted) => 10f64.powf((wanted - loudness) / 20.0).min(highest(-1.0)),
        };
        self.warnings.append(&mut self.built.warnings);
        // Of modes that are given the plan has told.
        let told = self.plan.bodies.iter().map(|body| match body.kind {
            Kind::Modes { left_out, .. } => left_out,
            _ => 0,
        });
        match self.built.left_out - told.sum::<usize>() {
            0 => {}
            1 => self.warnings.push("1 mode at or above half the sample rate was left out".into()),
            count => self
                .warnings
                .push(format!("{count} modes at or above half the sample rate were left out")),
        }
        let rms = (self.squares / samples.max(1) as f64).sqrt();
        self.warn_of_level(gain);
        let contacts = 0..self.built.world.model().contacts().len();
        let first_steps = contacts.map(|c| self.players.first_contact(c).to_vec()).collect();
        let level = [self.peak, gain, rms, loudness + 20.0 * gain.log10()];
        let heard = if self.options.keep < Keep::Summary {
            (0.0, Vec::new())
        } else if self.takes_partials_from_modes() {
            let partials = self
                .free
                .as_ref()
                .map(|(state, since)| ringing::partials(&self.built, &self.gains, state, *since));
            let partials = partials.unwrap_or_default();
            (centroid(&self.heard, self.plan.sample_rate), partials)
        } else {
            let Cues { centroid_hz, partials, .. } =
                listen_briefly(&self.heard, self.plan.sample_rate, &self.touched);
            (centroid_hz, partials)
        };
        let summary = summarise(self.plan, &self.built, &mut self.players, heard, level);
        self.warnings.extend(judge(self.plan, &summary, &self.players.ledger()));
        if self.peak == 0.0 && self.options.keep >= Keep::Summary {
            self.warnings.push("nothing is heard: every sample of the sound is zero".to_owned());
        }
        Rendering {
            summary,
            warnings: self.warnings,
            gain,
            heard: self.heard,
            ledgers: self.ledgers,
            stores: self.stores,
            apart: self.apart,
            first_contacts: self.first_contacts,
            first_steps,
        }
    }
}
