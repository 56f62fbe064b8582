//! What `listen` finds in sound files, as JSON: one line for each file.

use carom_listen::{Recording, listen};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let recording = Recording::read(&path)?;
        let begin = Instant::now();
        if let Ok(most) = std::env::var("MODES") {
            let mono = recording.mono();
            let explained = carom_listen::explain(&[&mono], recording.rate, most.parse()?);
            let modes: Vec<_> = explained.modes.iter().map(|m| (m.frequency_hz, m.t60_s)).collect();
            println!(
                "{}",
                serde_json::json!({"file": path, "seconds": begin.elapsed().as_secs_f64(), "modes": modes})
            );
            continue;
        }
        let cues = listen(&recording.mono(), recording.rate);
        let seconds = begin.elapsed().as_secs_f64();
        println!("{}", serde_json::json!({ "file": path, "seconds": seconds, "cues": cues }));
    }
    Ok(())
}
