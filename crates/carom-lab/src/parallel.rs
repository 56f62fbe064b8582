//! Many independent pieces of work at once.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Applies `work` to every item on all processors and returns the results in the order of the
/// items. `progress` is called with the number of items done. The first error ends it.
pub fn map<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let mut done: Vec<(usize, R)> = Vec::with_capacity(items.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((index, item)) = take(items, next) {
                    // The receiver is gone after an error.
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Dropped at the first error, so that the workers stop.
        for (index, result) in receiver {
            done.push((index, result?));
            progress(done.len());
        }
        Ok(())
    })?;
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order_and_an_error_ends_it() {
        let items: Vec<u32> = (0..1000).collect();
        let mut progress = 0;
        let doubled = map(&items, |item| Ok::<_, ()>(2 * item), &mut |done| progress = done);
        assert_eq!(doubled.unwrap(), items.iter().map(|item| 2 * item).collect::<Vec<_>>());
        assert_eq!(progress, 1000);
        let failed = map(&items, |item| if *item == 7 { Err(*item) } else { Ok(()) }, &mut |_| ());
        assert_eq!(failed, Err(7));
        assert_eq!(map(&[], |(): &()| Ok::<_, ()>(()), &mut |_| ()), Ok(Vec::new()));
    }
}
