//! Chapter 5 of avanzini: stimuli, brightness, felt.

use std::fs;

use carom_listen::{Recording, listen};
use carom_papers::avanzini::felt::{Answer, Loop, Question, strike_wall};
use carom_papers::avanzini::published::Published;
use carom_papers::avanzini::stimuli::{Stimuli, design, render};
use carom_papers::avanzini::{brightness, files};
use carom_scene::scene::Scene;

#[test]
fn the_grid_is_that_of_section_5_3_1() {
    let published = Published::read().unwrap();
    let stimuli = design(&published);
    assert_eq!(stimuli.len(), 100);
    let (first, last) = (stimuli[0], stimuli[99]);
    assert_eq!((first.pitch_hz, first.q), (1000.0, 5.0));
    assert!((last.pitch_hz - 2000.0).abs() < 1e-9 && (last.q - 5000.0).abs() < 1e-9);
    // "the relative lower/upper spacing between q_o values is −31 %/+44 %"
    let step = stimuli[1].q / stimuli[0].q;
    assert!((step - 1.44).abs() < 0.005 && (1.0 / step - 0.69).abs() < 0.006, "{step}");
    // The bounds of Table 5.2 are stimuli: glass ends at Q 5000 and 1414 Hz.
    assert!((stimuli[59].decay_s() - 1.1254).abs() < 5e-5);
}

#[test]
fn a_stimulus_is_a_scene_that_can_be_written_down() {
    let published = Published::read().unwrap();
    for stimulus in design(&published).iter().step_by(33) {
        let scene = stimulus.scene(&published.hammer);
        let text = scene.to_toml().unwrap();
        let read = Scene::parse("stimulus.toml", &text).map(|parsed| parsed.scene);
        assert_eq!(read.unwrap(), scene, "{text}");
    }
}

#[test]
fn a_hundred_stimuli_are_as_designed() {
    let stimuli = render(&mut |_, _| {}).unwrap();
    for row in &stimuli.stimuli {
        assert!(row.measured_decay_s.is_some(), "{}", row.file);
        assert_eq!(row.contacts, 1, "{}: the hammer came back", row.file);
        assert!((6e-4..1.1e-3).contains(&row.contact_time_s), "{}", row.file);
        assert!(row.peak_dbfs < -3.0 && row.length_s <= 10.0, "{}", row.file);
    }
    four_lie_in_no_material(&stimuli);
    the_files_hold_what_was_measured(&stimuli);
}

/// Wood ends at 35.3 ms, which Q 131.8 exceeds at 1000 Hz; glass begins at 43.4 ms, which Q 189.6
/// misses at the three highest pitches, by 1.7 % at 1414 Hz: more than the rounding of any bound.
fn four_lie_in_no_material(stimuli: &Stimuli) {
    let none = stimuli.stimuli.iter().filter(|row| row.materials.is_empty());
    let none: Vec<(i32, i32)> =
        none.map(|row| (row.pitch_hz.round() as i32, row.q.round() as i32)).collect();
    assert_eq!(none, [(1000, 132), (1414, 190), (1682, 190), (2000, 190)]);
    assert_eq!(stimuli.counts.in_none, 4);
}

fn the_files_hold_what_was_measured(stimuli: &Stimuli) {
    let directory = std::env::temp_dir().join(format!("carom-avanzini-{}", std::process::id()));
    let brightness = brightness::Brightness { rank_correlation: -1.0, points: Vec::new() };
    let written = files::write(&directory, stimuli, &brightness).unwrap();
    assert_eq!(written.len(), 104);
    for row in stimuli.stimuli.iter().filter(|row| row.q >= 20.0).step_by(7) {
        let recording = Recording::read(directory.join(&row.file)).unwrap();
        let cues = listen(&recording.mono(), recording.rate);
        let peak = 20.0 * cues.peak.log10();
        assert!((peak - row.peak_dbfs).abs() < 1e-3, "{}: {peak}", row.file);
        let loudest = cues.partials.iter().max_by(|a, b| a.level_db.total_cmp(&b.level_db));
        let q = loudest.and_then(|partial| partial.q).unwrap();
        assert!((q / row.q - 1.0).abs() < 0.02, "{}: {q}", row.file);
    }
    fs::remove_dir_all(&directory).unwrap();
}

fn piano(key: u32) -> Answer {
    strike_wall(&Question { key, speeds: vec![0.5, 1.0, 2.0, 4.0] }).unwrap()
}

#[test]
fn felt_closes_its_account_and_leaves_dented() {
    for key in [1, 16, 49, 88] {
        for one in piano(key).loops {
            let about = format!("key {key}: {:?}", Loop { curve: Vec::new(), ..one.clone() });
            assert!(one.residual.abs() < 1e-12, "{about}");
            let shares = one.energy_returned + one.energy_lost + one.energy_in_felt;
            assert!((shares - 1.0).abs() < 1e-12, "{about}");
            // Soft blows in the bass leave half of the compression, blows that the lag τ·ε/(1−ε) of
            // the felt outlasts nearly all of it.
            assert!((0.5..0.99).contains(&one.compression_left), "{about}");
            assert!((0.015..0.17).contains(&one.energy_in_felt), "{about}");
        }
    }
}

#[test]
fn felt_agrees_with_its_law_in_tiny_steps() {
    // Steps of a two-hundredth of the relaxation time; z exactly for x^α held over each.
    let Answer { hammer, loops, .. } = piano(49);
    for one in loops {
        let step = 0.005 * hammer.relaxation;
        let kept = (-step / hammer.relaxation).exp();
        let (mut x, mut v, mut z, mut time, mut deepest) = (0.0_f64, one.speed, 0.0, 0.0, 0.0_f64);
        loop {
            let pressed = x.powf(hammer.exponent);
            z = pressed + (z - pressed) * kept;
            let force = hammer.stiffness * (pressed - hammer.hysteresis * z);
            if time > 0.0 && force <= 0.0 {
                break;
            }
            v -= step * force / hammer.mass;
            x += step * v;
            deepest = deepest.max(x);
            time += step;
        }
        let (left, returned) = (x / deepest, (v / one.speed).powi(2));
        let found = [one.contact_time, one.compression_left, one.energy_returned];
        for (found, expected) in found.into_iter().zip([time, left, returned]) {
            assert!((found / expected - 1.0).abs() < 0.01, "{}: {found} {expected}", one.speed);
        }
    }
}

#[test]
fn faster_loops_enclose_slower_ones_and_grow_steeper() {
    for key in [1, 49, 88] {
        for pair in piano(key).loops.windows(2) {
            let (slow, fast) = (&pair[0], &pair[1]);
            assert!(fast.peak_force > 2.0 * slow.peak_force);
            assert!(fast.contact_time < slow.contact_time);
            // The way out of the fast one is to the right of all of the slow one.
            let left = fast.compression_left * fast.peak_compression;
            assert!(left > slow.compression_left * slow.peak_compression);
            for share in [0.1, 0.3, 0.5, 0.7] {
                let x = share * slow.peak_compression;
                assert!(way_in(fast, x) > way_in(slow, x), "key {key} at {x}");
            }
        }
        for one in piano(key).loops {
            let slope = |share: f64| {
                let (x, d) = (share * one.peak_compression, 0.05 * one.peak_compression);
                (way_in(&one, x + d) - way_in(&one, x)) / d
            };
            assert!(slope(0.4) > 2.0 * slope(0.2) && slope(0.2) > 2.0 * slope(0.1), "key {key}");
        }
    }
}

/// The force at a compression, before the largest.
fn way_in(one: &Loop, x: f64) -> f64 {
    let next = one.curve.iter().position(|point| point.0 >= x).unwrap();
    let ((x0, f0), (x1, f1)) = (one.curve[next - 1], one.curve[next]);
    f0 + (f1 - f0) * (x - x0) / (x1 - x0)
}

#[test]
fn felt_refuses_what_is_no_hammer_or_no_speed() {
    let field = |key: u32, speeds: &[f64]| {
        let question = Question { key, speeds: speeds.to_vec() };
        strike_wall(&question).unwrap_err().to_string()
    };
    assert!(field(0, &[1.0]).contains("key") && field(89, &[1.0]).contains("1 to 88"));
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9] {
        assert!(field(49, &[1.0, speed]).contains("speeds"), "{speed}");
    }
    assert!(field(49, &[]).contains("1 to 16") && field(49, &[1.0; 17]).contains("1 to 16"));
}
