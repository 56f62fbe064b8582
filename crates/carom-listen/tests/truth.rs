//! Sounds of known modes that an independent script made (`truth/make.py`), some of them in a room.

#[path = "support/score.rs"]
#[allow(dead_code)]
mod score;

use score::Score;
use std::path::PathBuf;

#[test]
fn modes_of_known_sounds_are_found_and_hardly_any_others() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/truth");
    let [mut dry, mut room] = [Score::default(), Score::default()];
    for name in ["dry-000", "room-001", "dry-002", "room-003"] {
        let path = directory.join(format!("{name}.wav"));
        let (in_room, score) = Score::of(&path).expect("reads");
        score.missed.iter().for_each(|line| println!("{name}: {line}"));
        if in_room { room.add(&score) } else { dry.add(&score) }
    }
    println!("dry:  {dry}\nroom: {room}");
    for score in [&dry, &room] {
        assert!(score.found() >= 0.95 && score.wrong() <= 0.1, "{score}");
    }
    // 95 % intervals of a few dozen modes: between 85 and 100 % of them hold the truth.
    assert!(dry.covered().iter().all(|part| *part >= 0.85), "{dry}");
}
