//! Scores listening on sounds of known modes, made by `tests/truth/make.py`.
//!
//! ```sh
//! python3 crates/carom-listen/tests/truth/make.py DIRECTORY 40 7
//! cargo run --release -p carom-listen --example truth -- DIRECTORY
//! ```
//!
//! Counted are modes whose Cramér-Rao bound is under 1.5 % in decay and 0.03 % in frequency and, in a room, whose T60 is
//! above 0.8 s. One is found if a mode is reported within 0.1 % of its frequency and 5 % of its decay. A reported mode is
//! false if none of the sound is within 0.1 % or within its own width. A second argument `each` lists what is missed.

#[path = "../tests/all/support/score.rs"]
mod score;

use score::Score;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments.first().ok_or("say which directory")?;
    let each = arguments.get(1).is_some_and(|word| word == "each");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "wav"))
        .collect();
    paths.sort();
    let mut scores = [Score::default(), Score::default()];
    for path in paths {
        let (room, score) = Score::of(&path)?;
        if each {
            println!("{}: {score}", path.display());
            score.missed.iter().for_each(|line| println!("    {line}"));
        }
        scores[usize::from(room)].add(&score);
    }
    println!("dry:  {}\nroom: {}", scores[0], scores[1]);
    Ok(())
}
