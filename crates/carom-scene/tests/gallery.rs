//! Every scene of the gallery: its account, its level, its ends.

use carom_scene::gallery::PIECES;
use carom_scene::render::{RenderOptions, render};
use carom_scene::scene::Scene;

#[test]
fn every_piece_is_sound() {
    assert!(PIECES.len() >= 20);
    for piece in PIECES {
        let parsed = Scene::parse(piece.name, piece.text).unwrap_or_else(|e| panic!("{e}"));
        assert!(parsed.warnings.is_empty(), "{}", parsed.warnings_report().unwrap());
        let (plan, name) = (parsed.plan, piece.name);
        let listen_for = plan.description.as_deref().unwrap_or_default();
        assert_eq!(listen_for.trim().lines().count(), 2, "{name}: two lines of what to listen for");
        let rendering = render(&plan, RenderOptions::default()).unwrap();
        assert!(rendering.warnings.is_empty(), "{name}: {:?}", rendering.warnings);
        let (summary, sound) = (&rendering.summary, &rendering.heard);
        assert!(summary.energy.residual.abs() < 1e-9, "{name}: {:e}", summary.energy.residual);
        let peak = summary.audio.peak * rendering.gain;
        assert!((0.05..=1.0).contains(&peak), "{name}: peak {peak}");
        let loudest = sound.iter().fold(0.0f64, |loudest, x| loudest.max(x.abs()));
        let mean = sound.iter().sum::<f64>() / sound.len() as f64;
        assert!(mean.abs() < 1e-3 * loudest, "{name}: DC {:e}", mean / loudest);
        // What begins at full level is a click, and what ends there is cut off; a hard blow rises
        // within a few samples.
        assert!(sound[0].abs() < 0.1 * loudest, "{name}: starts at {}", sound[0] / loudest);
        let end = sound.len().saturating_sub(2000);
        let left = sound[end..].iter().fold(0.0f64, |left, x| left.max(x.abs()));
        assert!(left < 0.1 * loudest, "{name}: ends at {}", left / loudest);
        let heard: u64 = summary.contacts.iter().map(|contact| contact.log.count).sum();
        assert!(heard > 0, "{name}");
    }
}
