//! What full scale is where a scene leaves that open: it is played once, before anybody hears it.

use carom_listen::Loudness;
use carom_scene::scene::Level;

use super::Stage;
use super::player::QUANTUM;
use super::stage::Deed;

/// The loudest sample of what the scene plays by itself is so far below full scale (dB): there is room for
/// harder blows.
const ROOM: f64 = 7.0;

/// It is listened to for so long after its last blow or gesture, and at the most for so long (s).
const AFTER: f64 = 0.3;
const LONGEST: f64 = 6.0;

impl Stage {
    /// Full scale as the scene gives it, or as its own blows, or else one of each hammer, ask for.
    pub(super) fn find_level(&mut self) -> f64 {
        let wanted = match self.live.scene.level {
            Level::FullScale(full) => return full,
            Level::Auto => None,
            Level::Loudness(wanted) => Some(wanted),
        };
        self.begin(true);
        let mut deeds: Vec<_> = self.live.own.iter().filter_map(|blow| self.deed(blow)).collect();
        if deeds.is_empty() {
            let usual = |(stroke, one): (usize, &super::Stroke)| {
                let (finger, place) = (None, [f64::NAN; 2]);
                Deed { frame: 0, stroke, finger, place, speed: one.speed }
            };
            deeds = self.live.strokes.iter().enumerate().map(usual).collect();
        }
        let last = deeds.iter().map(|deed| deed.frame as f64 / self.rate).fold(0.0, f64::max);
        deeds.into_iter().for_each(|deed| self.schedule(deed));
        let seconds = (self.busy_until.max(last) + AFTER).min(LONGEST);
        let (mut left, mut right) = ([0.0; QUANTUM], [0.0; QUANTUM]);
        // One channel where everything is in the middle, as in a sound file.
        let aside = self.live.scene.pickup.iter().any(|pickup| pickup.pan != 0.0);
        let (mut peak, mut loudness) = (0.0f64, Loudness::new(self.rate, 1 + usize::from(aside)));
        while (self.frame() as f64) < seconds * self.rate && self.render(&mut left, &mut right) {
            let rows = [left.map(f64::from), right.map(f64::from)];
            peak = rows.iter().flatten().fold(peak, |peak, x| peak.max(x.abs()));
            loudness.take(&[&rows[0], &rows[1]]);
        }
        self.begin(false);
        let least = peak * 10f64.powf(1.0 / 20.0);
        let full = match wanted {
            Some(wanted) => least.max(10f64.powf((loudness.loudest() - wanted) / 20.0)),
            None => peak * 10f64.powf(ROOM / 20.0),
        };
        // Three digits, as somebody would write it.
        let short = format!("{full:.2e}").parse().unwrap_or(full);
        if short > 0.0 && f64::is_finite(short) { short } else { 1.0 }
    }
}
