//! A sweep from beginning to end, or from where it was interrupted, on several threads.

use std::collections::HashMap;
use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use carom_files::{Record, check_directory, write_whole};

use crate::part::SOUNDS;
use crate::rows::Answers;
use crate::{Sweep, SweepError};

/// What the directory of a sweep holds beside its parts: the record of the sweep.
const ABOUT: &str = "_sweep.json";

/// How far a sweep is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows of the sweep.
    pub rows: u64,
    /// Rows in parts that were there before, or that another process made.
    pub found: u64,
    /// Rows computed by now.
    pub computed: u64,
    /// Rows of these that failed.
    pub failed: u64,
    /// Whether another build of the program, or another processor, began the sweep: its last digits may differ.
    pub mixed: bool,
}

/// How a sweep ended.
pub type Done = Progress;

/// Rows that a thread computes at a time.
struct Piece {
    part: u64,
    rows: Range<u64>,
    /// Which of the part, and how many it has.
    place: usize,
    count: usize,
}

/// What is still to be computed.
struct Left<'a> {
    sweep: &'a Sweep,
    parts: std::vec::IntoIter<u64>,
    /// Of the part that was begun.
    pieces: std::vec::IntoIter<Piece>,
}

enum Event {
    Found(u64),
    Computed { rows: u64, failed: u64 },
    Failed(SweepError),
}

impl Sweep {
    /// Computes the parts that a directory lacks, on so many threads. It is told how far it is now and then; a break
    /// ends the sweep, and the parts that are there are whole. Several processes may do this at once.
    ///
    /// # Errors
    ///
    /// A directory that holds something else, or files that cannot be written.
    pub fn run(
        &self,
        directory: &Path,
        threads: usize,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Done, SweepError> {
        let mut state = Progress { rows: self.rows(), ..Progress::default() };
        state.mixed = self.claim(directory)?;
        let missing = self.missing(directory);
        let rows = |part: &u64| self.rows_of(*part).map_or(0, |rows| rows.end - rows.start);
        state.found = self.rows() - missing.iter().map(rows).sum::<u64>();
        let left = Left { sweep: self, parts: missing.into_iter(), pieces: Vec::new().into_iter() };
        let work = Work {
            sweep: self,
            directory,
            left: Mutex::new(left),
            open: Mutex::default(),
            stop: AtomicBool::new(false),
        };
        let (sender, receiver) = mpsc::channel();
        let mut ended = None;
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (work, sender) = (&work, sender.clone());
                scope.spawn(move || work.run(&sender));
            }
            drop(sender);
            for event in receiver {
                match event {
                    Event::Found(rows) => state.found += rows,
                    Event::Computed { rows, failed } => {
                        state.computed += rows;
                        state.failed += failed;
                    }
                    Event::Failed(error) => ended = ended.take().or(Some(error)),
                }
                if ended.is_none() && progress(&state).is_break() {
                    ended = Some(SweepError::Stopped);
                }
                if ended.is_some() {
                    work.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(error) = ended {
            return Err(error);
        }
        remove_left_over(directory);
        let sounds = fs::read_dir(directory.join(SOUNDS));
        sounds.into_iter().flatten().flatten().for_each(|entry| remove_left_over(&entry.path()));
        Ok(state)
    }

    /// The parts that a directory lacks.
    #[must_use]
    pub fn missing(&self, directory: &Path) -> Vec<u64> {
        (0..self.parts()).filter(|part| !is_there(directory, *part)).collect()
    }

    /// Makes a directory the one of this sweep, before parts are written to it by [`write_part`](Self::write_part);
    /// true if another build or processor began it.
    ///
    /// # Errors
    ///
    /// A directory that holds something else or cannot be written.
    pub fn claim(&self, directory: &Path) -> Result<bool, SweepError> {
        check_directory(directory).map_err(|error| SweepError::Directory(error.to_string()))?;
        let (shown, path) = (directory.display(), directory.join(ABOUT));
        let record = self.record(None);
        if !path.exists() {
            let strange = (0..self.parts()).find(|part| is_there(directory, *part));
            if let Some(part) = strange {
                let name = Self::part_name(part);
                let message =
                    format!("{shown} holds {name} of some other sweep: give another directory");
                return Err(SweepError::Directory(message));
            }
            let made = fs::create_dir_all(directory);
            let made = made.and_then(|()| write_whole(&path, record.to_text() + "\n"));
            // Another process may have been first.
            made.or_else(|error| if path.exists() { Ok(()) } else { Err(error) })
                .map_err(|error| SweepError::writing(&path, &error))?;
        }
        let text = fs::read_to_string(&path);
        let text = text.map_err(|error| SweepError::files("read", &path, &error))?;
        let other = |why: String| {
            let message = format!("{shown} holds another sweep ({why}): give another directory");
            Err(SweepError::Directory(message))
        };
        match Record::find(&text) {
            Ok(found) if found.hash == record.hash => Ok(!found.is_of_this_build()),
            Ok(found) => other(format!("its hash begins with {:.8}", found.hash)),
            Err(why) => other(format!("{ABOUT}: {why}")),
        }
    }
}

fn is_there(directory: &Path, part: u64) -> bool {
    directory.join(Sweep::part_name(part)).is_file()
}

/// Removes the temporary files of processes that were killed. All parts are there: one that is being written
/// again by another process is not needed.
fn remove_left_over(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(".carom-") && name.ends_with(".tmp") {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Left<'_> {
    /// The next piece; or the rows of a part that another process has made meanwhile.
    fn next(&mut self, directory: &Path) -> Option<Result<Piece, u64>> {
        if let Some(piece) = self.pieces.next() {
            return Some(Ok(piece));
        }
        let part = self.parts.next()?;
        let rows = self.sweep.rows_of(part).ok()?;
        if is_there(directory, part) {
            return Some(Err(rows.end - rows.start));
        }
        let length = self.sweep.base.piece();
        let count = (rows.end - rows.start).div_ceil(length) as usize;
        let piece = |(place, first): (usize, u64)| Piece {
            part,
            rows: first..rows.end.min(first + length),
            place,
            count,
        };
        let firsts = rows.clone().step_by(length as usize);
        self.pieces = firsts.enumerate().map(piece).collect::<Vec<_>>().into_iter();
        self.pieces.next().map(Ok)
    }
}

/// What the threads share. Pieces are handed out in order, so that no more parts are open than there are threads,
/// and one.
struct Work<'a> {
    sweep: &'a Sweep,
    directory: &'a Path,
    left: Mutex<Left<'a>>,
    /// The pieces of parts that are not complete.
    open: Mutex<HashMap<u64, Vec<Option<Answers>>>>,
    stop: AtomicBool,
}

impl Work<'_> {
    fn run(&self, sender: &mpsc::Sender<Event>) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(next) = locked(&self.left).next(self.directory) else { return };
            let event = match next {
                Err(rows) => Event::Found(rows),
                Ok(piece) => {
                    let (part, rows) = (piece.part, piece.rows.end - piece.rows.start);
                    match self.piece(piece) {
                        // Whoever completed the sweep meanwhile removed what this thread was writing.
                        Err(_) if is_there(self.directory, part) => Event::Found(rows),
                        event => event.unwrap_or_else(Event::Failed),
                    }
                }
            };
            // The receiver is there until all threads have ended.
            let _ = sender.send(event);
        }
    }

    /// Computes a piece; whoever completes a part writes it.
    fn piece(&self, piece: Piece) -> Result<Event, SweepError> {
        let Piece { part, rows, place, count } = piece;
        let answers = self.sweep.compute(rows.clone(), Some(self.directory))?;
        let failed = answers.errors.iter().flatten().count() as u64;
        let complete = {
            let mut open = locked(&self.open);
            let pieces = open.entry(part).or_insert_with(|| vec![None; count]);
            pieces[place] = Some(answers);
            let is_complete = pieces.iter().all(Option::is_some);
            is_complete.then(|| open.remove(&part)).flatten()
        };
        if let Some(pieces) = complete {
            let whole = pieces.into_iter().flatten().reduce(|mut whole, next| {
                whole.append(next);
                whole
            });
            self.sweep.save(part, whole.unwrap_or_default(), self.directory)?;
        }
        Ok(Event::Computed { rows: rows.end - rows.start, failed })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
