//! Modes that are several pitches of a known shape at once.
//!
//! Where resonances overlap, listening finds one mode between them. A shape tells how many there are and
//! about where: they are fitted together, and kept if they are found there.

use crate::found::{Found, FoundMode, refined};
use crate::place::Placed;

/// How far a part of a mode may be from where the shape has it: as a part of the width of its resonance,
/// and as a logarithm of its decay.
const NEAR: (f64, f64) = (0.25, 1.0);

/// Sounds of one object.
pub(crate) struct Sounds<'a> {
    pub(crate) samples: &'a [&'a [f64]],
    /// Hz.
    pub(crate) rate: f64,
    /// Seconds after their first loud samples from which on they are looked at.
    pub(crate) after: f64,
}

impl Sounds<'_> {
    /// The modes that were found, with the parts that are heard of those that a shape parts; the loudest
    /// if these are more than `most`.
    pub(crate) fn parted(&self, mut found: Found, placed: &Placed, most: usize) -> Found {
        let Some(matched) = placed.matched(&found.modes) else { return found };
        let mut parts = matched.parts(&found.modes);
        while parts.iter().any(|parts| parts.len() > 1) {
            let mut all: Vec<FoundMode> = parts.iter().flatten().copied().collect();
            // Neighbours may have a part in common.
            all.sort_by(|a, b| a.exponent.im.total_cmp(&b.exponent.im));
            all.dedup_by(|a, b| a.frequency_hz() - b.frequency_hz() < NEAR.0 * a.width_hz());
            let refined = refined(self.samples, self.rate, &all, self.after).modes;
            let lost = |parts: &Vec<FoundMode>| {
                parts.len() > 1 && parts.iter().any(|part| nearest(part, &refined).is_none())
            };
            if !parts.iter().any(lost) {
                let heard = |mode: &FoundMode| nearest(mode, &refined).unwrap_or(*mode);
                found.modes = loudest(all.iter().map(heard).collect(), most);
                break;
            }
            for (parts, mode) in parts.iter_mut().zip(&found.modes) {
                if lost(parts) {
                    *parts = vec![*mode];
                }
            }
        }
        found
    }
}

/// The mode that is nearest to where one should be; none if it is not near.
fn nearest(part: &FoundMode, modes: &[FoundMode]) -> Option<FoundMode> {
    let apart = |mode: &FoundMode| (mode.frequency_hz() - part.frequency_hz()).abs();
    let nearest = *modes.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    let slower = (nearest.exponent.re / part.exponent.re).ln().abs();
    (apart(&nearest) < NEAR.0 * part.width_hz() && slower < NEAR.1).then_some(nearest)
}

/// At most so many modes, the loudest, from low to high.
fn loudest(mut modes: Vec<FoundMode>, most: usize) -> Vec<FoundMode> {
    modes.sort_by(|a, b| b.size.total_cmp(&a.size));
    modes.truncate(most);
    modes.sort_by(|a, b| a.exponent.im.total_cmp(&b.exponent.im));
    modes
}
