//! Every scene of the gallery: its account, its level, its ends, and that it sounds like a thing in a
//! room.

use carom_scene::gallery::{PIECES, all};
use carom_scene::modes::modes;
use carom_scene::plan::Plan;
use carom_scene::render::{Keep, RenderOptions, Sound, render_sound};
use carom_scene::scene::Scene;
use realfft::RealFftPlanner;

fn plan(text: &str) -> Plan {
    let parsed = Scene::parse("piece.toml", text).unwrap_or_else(|errors| panic!("{errors}"));
    assert!(parsed.warnings.is_empty(), "{}", parsed.warnings_report().unwrap());
    parsed.plan
}

/// The lowest frequency (Hz) at which something in a scene rings, not counting what only swings on
/// its supports.
fn lowest(plan: &Plan) -> f64 {
    let bodies = modes(plan).unwrap().bodies;
    let ringing = bodies.iter().flat_map(|body| &body.modes);
    let ringing = ringing.filter(|mode| mode.frequency > 0.0 && mode.q.is_none_or(|q| q > 2.0));
    ringing.map(|mode| mode.frequency).fold(f64::INFINITY, f64::min)
}

/// The share of a channel's energy below a frequency (Hz).
fn share_below(samples: &[f32], rate: f64, hertz: f64) -> f64 {
    let mut input: Vec<f64> = samples.iter().map(|sample| f64::from(*sample)).collect();
    let transform = RealFftPlanner::new().plan_fft_forward(input.len());
    let mut spectrum = transform.make_output_vec();
    transform.process(&mut input, &mut spectrum).unwrap();
    let powers: Vec<f64> = spectrum.iter().map(realfft::num_complex::Complex::norm_sqr).collect();
    let limit = (hertz / rate * samples.len() as f64).ceil() as usize;
    powers[..limit.min(powers.len())].iter().sum::<f64>() / powers.iter().sum::<f64>()
}

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0f32, |loudest, x| loudest.max(x.abs()))
}

/// What is wrong with the beginning and the end of a sound.
fn ends(sound: &Sound, rate: f64) -> Vec<String> {
    let mut wrong = Vec::new();
    let peak = loudest(&sound.left).max(loudest(&sound.right));
    for channel in [&sound.left, &sound.right] {
        let mean = channel.iter().sum::<f32>() / channel.len() as f32;
        // What begins at full level is a click, and what ends there is cut off; the last samples
        // fade.
        let end = channel.len() - (0.011 * rate) as usize;
        let left = 20.0 * (loudest(&channel[end - (0.02 * rate) as usize..end]) / peak).log10();
        let onset = channel.iter().position(|x| x.abs() > 1e-3 * peak).unwrap_or(0);
        let onset = onset as f64 / rate;
        let checks = [
            (mean.abs() < 1e-3 * peak, format!("DC {:e}", mean / peak)),
            (channel[0].abs() < 0.1 * peak, format!("starts at {}", channel[0] / peak)),
            (left < -60.0, format!("ends at {left:.1} dB")),
            (onset < 0.3, format!("begins after {onset} s")),
        ];
        wrong.extend(checks.into_iter().filter(|(fine, _)| !fine).map(|(_, what)| what));
    }
    wrong
}

#[test]
fn every_piece_is_sound() {
    assert!(PIECES.len() >= 24);
    let (mut wrong, mut loudnesses) = (Vec::new(), Vec::new());
    let mut most_below = 0.0f64;
    for piece in all() {
        let (plan, name) = (plan(piece.text), piece.name);
        let listen_for = plan.description.as_deref().unwrap_or_default();
        assert_eq!(listen_for.trim().lines().count(), 2, "{name}: two lines of what to listen for");
        let options = RenderOptions { keep: Keep::Sums, ..RenderOptions::default() };
        let sound = render_sound(&plan, options).unwrap();
        let rendering = &sound.rendering;
        let summary = &rendering.summary;
        let peak = summary.audio.peak * rendering.gain;
        let heard: u64 = summary.contacts.iter().map(|contact| contact.log.count).sum();
        let checks = [
            (rendering.warnings.is_empty(), format!("{:?}", rendering.warnings)),
            (summary.energy.residual.abs() < 1e-10, format!("{:e}", summary.energy.residual)),
            ((0.05..=1.0).contains(&peak), format!("peak {peak}")),
            (heard > 0, "nothing touches".to_owned()),
        ];
        wrong.extend(checks.into_iter().filter(|(fine, _)| !fine).map(|(_, what)| (name, what)));
        wrong.extend(ends(&sound, plan.sample_rate).into_iter().map(|what| (name, what)));
        loudnesses.push((summary.audio.loudness_lufs.unwrap(), name));
        // Nothing that rocks on its supports is heard as a tone.
        if lowest(&plan) > 100.0 {
            for channel in [&sound.left, &sound.right] {
                let share = share_below(channel, plan.sample_rate, 60.0);
                most_below = most_below.max(share);
                if share > 0.01 {
                    wrong.push((name, format!("{share:.4} of the energy is below 60 Hz")));
                }
            }
        }
    }
    loudnesses.sort_by(|a, b| a.0.total_cmp(&b.0));
    let range = loudnesses[loudnesses.len() - 1].0 - loudnesses[0].0;
    println!("{range:.1} LU apart, at most {most_below:.1e} of the energy below 60 Hz");
    if range > 6.0 {
        wrong.push(("all", format!("{loudnesses:?}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rubber_does_not_sound_like_wood() {
    let of = |name: &str| {
        let piece = PIECES.iter().find(|piece| piece.name == name).unwrap();
        render_sound(&plan(piece.text), RenderOptions::default()).unwrap().left
    };
    let (rubber, wood) = (of("rubber-block"), of("woodblock"));
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let most = (0.005 * 44_100.0) as usize;
    let scale = (dot(&rubber, &rubber) * dot(&wood, &wood)).sqrt();
    let largest = (0..most)
        .map(|lag| dot(&rubber[lag..], &wood).abs().max(dot(&rubber, &wood[lag..]).abs()) / scale);
    let largest = largest.fold(0.0, f64::max);
    println!("they correlate by {largest:.3}");
    assert!(largest < 0.3, "they correlate by {largest}");
}
