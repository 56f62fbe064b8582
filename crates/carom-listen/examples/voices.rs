//! Says of each recording whether it is a voice: `voices FILE...`.

use carom_listen::{Recording, faults, voice};

fn main() {
    let (mut voices, mut files) = (0, 0);
    for path in std::env::args().skip(1) {
        let recording = match Recording::read(&path) {
            Ok(recording) => recording,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        files += 1;
        let mono = recording.mono();
        let struck = faults(&mono, recording.rate).map_or_else(|e| e.to_string(), |_| "ok".into());
        let found = voice(&mono, recording.rate).map(|v| {
            voices += 1;
            format!("voice {:.0} to {:.0} Hz, {} harmonics", v.lowest_hz, v.highest_hz, v.harmonics)
        });
        println!("{path}: {}; {struck}", found.unwrap_or_else(|| "no voice".into()));
    }
    println!("{voices} of {files} are voices");
}
