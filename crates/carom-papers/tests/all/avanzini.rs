//! Chapter 5 of avanzini: stimuli and brightness.

use std::fs;

use carom_listen::{Recording, listen};
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
    assert_eq!(written.len(), 105);
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
