//! The listening test on materials: a page that asks, and what its answers say.
//!
//! Each answer is one of four materials for a sound of one pitch and one decay. The answers of all listeners are
//! described by a model of ordered choices: with rubber < wood < glass < steel, the odds that an answer is at most the
//! k-th are exp(a_k − b·ln(t_e) − c·ln(f)). Its likelihood has one maximum, which Newton's method finds. Between two
//! materials lies a line in decay and frequency, t_e = (e^(a_k)·f^(−c))^(1/b), where either is as likely as not.

mod fit;
mod page;

pub use page::write;

use std::path::Path;

use carom_files::csv::{CsvError, Table};
use serde::Serialize;
use thiserror::Error;

use super::stimuli::Stimuli;

/// The materials in the order in which sounds last longer.
pub const MATERIALS: [&str; 4] = ["rubber", "wood", "glass", "steel"];
/// The most answers in a file.
const MOST: usize = 1_000_000;

/// The page that asks, for the folder of its sounds.
pub fn test_page(stimuli: &Stimuli) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Sound<'a> {
        file: &'a str,
        pitch_hz: f64,
        q: f64,
        decay_s: f64,
    }
    let sounds: Vec<Sound<'_>> = stimuli
        .stimuli
        .iter()
        .map(|row| Sound {
            file: &row.file,
            pitch_hz: row.pitch_hz,
            q: row.q,
            decay_s: row.decay_s,
        })
        .collect();
    let page = include_str!("test.html");
    Ok(page.replace("/* stimuli */ []", &serde_json::to_string(&sounds)?))
}

/// One answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// A random number that stands for the listener.
    pub participant: u64,
    /// Hz.
    pub pitch_hz: f64,
    /// The time to 1/e (s).
    pub decay_s: f64,
    /// Which of the [`MATERIALS`].
    pub material: usize,
    /// From 1 (guessed) to 5 (certain).
    pub confidence: f64,
}

/// Why answers say nothing.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// A file cannot be read.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// There is too little to learn from.
    #[error("{0}")]
    TooFew(String),
}

/// Reads the answers that the page saved.
pub fn read(path: &Path) -> Result<Vec<Answer>, AnswerError> {
    answers(&Table::read(path)?)
}

/// Checks a table of answers.
pub fn answers(table: &Table) -> Result<Vec<Answer>, AnswerError> {
    let column = |name: &str| table.column(name);
    let (participants, pitches) = (column("participant")?, column("pitch_hz")?);
    let (decays, sure) = (column("decay_s")?, column("confidence")?);
    let chosen = MATERIALS.map(column);
    let [rubber, wood, glass, steel] = chosen;
    let chosen = [rubber?, wood?, glass?, steel?];
    if table.rows() > MOST {
        return Err(table.error(format!("{} answers, at most {MOST}", table.rows())).into());
    }
    let check = |row: usize, name: &str, value: f64, is_allowed: bool, allowed: &str| {
        let message = format!("`{name}` is {value}, it must be {allowed}");
        if is_allowed { Ok(value) } else { Err(table.cell_error(row, name, message)) }
    };
    (0..table.rows())
        .map(|row| {
            let whole =
                participants[row].fract() == 0.0 && (0.0..=1e15).contains(&participants[row]);
            let participant = check(
                row,
                "participant",
                participants[row],
                whole,
                "a whole number of 0 or above",
            )?;
            let audible = (20.0..=20_000.0).contains(&pitches[row]);
            let pitch_hz = check(row, "pitch_hz", pitches[row], audible, "from 20 to 20000")?;
            let lasts = (1e-6..=1e3).contains(&decays[row]);
            let decay_s = check(row, "decay_s", decays[row], lasts, "from 1e-6 to 1000")?;
            let rated = (1.0..=5.0).contains(&sure[row]);
            let confidence = check(row, "confidence", sure[row], rated, "from 1 to 5")?;
            for (name, marks) in MATERIALS.iter().zip(chosen) {
                check(row, name, marks[row], marks[row] == 0.0 || marks[row] == 1.0, "0 or 1")?;
            }
            let marked: Vec<usize> =
                (0..MATERIALS.len()).filter(|m| chosen[*m][row] == 1.0).collect();
            let [material] = marked[..] else {
                let message = format!("{} materials are chosen, one must be", marked.len());
                return Err(table.cell_error(row, MATERIALS[0], message).into());
            };
            Ok(Answer { participant: participant as u64, pitch_hz, decay_s, material, confidence })
        })
        .collect()
}

/// What all answers say.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The version of this structure.
    pub version: u32,
    /// How many listeners there were.
    pub listeners: usize,
    /// How many answers.
    pub answers: usize,
    /// The share of each material, by stimulus.
    pub shares: Vec<Shares>,
    /// The model of all answers.
    pub model: Model,
    /// Between each two neighbours: where either is as likely as not.
    pub boundaries: Vec<Boundary>,
}

/// What was said of the sounds of one pitch and decay.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// Hz.
    pub pitch_hz: f64,
    /// s.
    pub decay_s: f64,
    /// How many answers.
    pub answers: usize,
    /// Of rubber, wood, glass and steel.
    pub shares: [f64; 4],
    /// The mean confidence, from 1 to 5.
    pub confidence: f64,
}

/// The odds of at most the k-th material are exp(a_k − b·ln(decay/1 s) − c·ln(pitch/1000 Hz)).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Model {
    /// Of the three boundaries.
    pub a: [f64; 3],
    /// How sharply answers follow the decay.
    pub b: f64,
    /// How they follow the pitch.
    pub c: f64,
    /// Standard deviations of a, b and c in this order.
    pub sd: [f64; 5],
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// The same if neither decay nor pitch mattered.
    pub log_likelihood_without: f64,
    /// The boundaries follow decay ∝ pitch^slope: 0 if decay alone decides, −1 if the quality factor does.
    pub slope: f64,
    /// Its standard deviation.
    pub slope_sd: f64,
}

/// Between two materials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Boundary {
    /// The shorter one.
    pub below: &'static str,
    /// The longer one.
    pub above: &'static str,
    /// At 1000, 1414 and 2000 Hz: the decay (s), and by which factor it is uncertain (one standard deviation).
    pub at: Vec<BoundaryAt>,
}

/// A boundary at one pitch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoundaryAt {
    /// Hz.
    pub pitch_hz: f64,
    /// s.
    pub decay_s: f64,
    /// The factor of one standard deviation.
    pub factor: f64,
}

/// Shares, model and boundaries.
pub fn analyse(answers: &[Answer]) -> Result<Analysis, AnswerError> {
    let model = fit::fit(answers)?;
    let mut listeners: Vec<u64> = answers.iter().map(|answer| answer.participant).collect();
    listeners.sort_unstable();
    listeners.dedup();
    let boundaries = (0..3).map(|k| Boundary {
        below: MATERIALS[k],
        above: MATERIALS[k + 1],
        at: [1000.0, 1414.2, 2000.0].map(|pitch| model.boundary(k, pitch)).to_vec(),
    });
    Ok(Analysis {
        version: 1,
        listeners: listeners.len(),
        answers: answers.len(),
        shares: shares(answers),
        boundaries: boundaries.collect(),
        model: model.written(),
    })
}

fn shares(answers: &[Answer]) -> Vec<Shares> {
    let mut sorted: Vec<&Answer> = answers.iter().collect();
    sorted.sort_by(|a, b| {
        (a.pitch_hz, a.decay_s)
            .partial_cmp(&(b.pitch_hz, b.decay_s))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let groups = sorted.chunk_by(|a, b| (a.pitch_hz, a.decay_s) == (b.pitch_hz, b.decay_s));
    groups
        .map(|group| {
            let count = group.len() as f64;
            let share =
                |m: usize| group.iter().filter(|one| one.material == m).count() as f64 / count;
            Shares {
                pitch_hz: group[0].pitch_hz,
                decay_s: group[0].decay_s,
                answers: group.len(),
                shares: std::array::from_fn(share),
                confidence: group.iter().map(|one| one.confidence).sum::<f64>() / count,
            }
        })
        .collect()
}
