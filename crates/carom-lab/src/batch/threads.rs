//! Parts of a table for several threads.

use std::ops::Range;
use std::sync::Mutex;
use std::thread;

use crate::lanes::Answers;

use super::BatchError;

/// Checks that there is room for every row, before any work.
pub(crate) fn check<O>(
    rows: usize,
    answers: &Answers<O>,
    name: impl Fn(&O) -> &'static str,
    threads: usize,
) -> Result<(), BatchError> {
    if threads == 0 {
        return Err(BatchError::NoThreads);
    }
    let places = answers.outcomes.iter().map(|(outcome, place)| (name(outcome), place.len()));
    for (what, length) in places.chain([("the status", answers.status.len())]) {
        if length != rows {
            return Err(BatchError::Place { what, length, rows });
        }
    }
    Ok(())
}

/// Gives every thread parts of `part` rows until none is left. Each thread makes its worker once; with one
/// thread none is started.
pub(crate) fn spread<O: Copy + Send, W: FnMut(Range<usize>, &mut Answers<O>)>(
    answers: &mut Answers<O>,
    threads: usize,
    part: usize,
    worker: impl Fn() -> W + Sync,
) {
    let rows = answers.status.len();
    if threads == 1 || rows <= part {
        worker()(0..rows, answers);
        return;
    }
    let parts = Mutex::new(split(answers, part).into_iter());
    let work = || {
        let mut worker = worker();
        // Whoever holds the lock only takes the next part: it cannot fail.
        while let Some((range, mut part)) = parts.lock().ok().and_then(|mut parts| parts.next()) {
            worker(range, &mut part);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(rows.div_ceil(part)) {
            scope.spawn(work);
        }
        work();
    });
}

fn split<'b, O: Copy>(
    answers: &'b mut Answers<'_, O>,
    part: usize,
) -> Vec<(Range<usize>, Answers<'b, O>)> {
    let rows = answers.status.len();
    let mut parts: Vec<_> = answers
        .status
        .chunks_mut(part)
        .enumerate()
        .map(|(i, status)| {
            let range = i * part..rows.min((i + 1) * part);
            (range, Answers { outcomes: Vec::with_capacity(answers.outcomes.len()), status })
        })
        .collect();
    for (outcome, place) in &mut answers.outcomes {
        for ((_, answers), place) in parts.iter_mut().zip(place.chunks_mut(part)) {
            answers.outcomes.push((*outcome, place));
        }
    }
    parts
}
