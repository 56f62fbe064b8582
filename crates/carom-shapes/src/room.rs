//! Room for what is computed on the way to a result, where nothing may be allocated.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// How many threads find a room of their own.
const ROOMS: usize = 8;

/// A few rooms of one kind: whoever comes takes one that is free. Only where as many threads as there are rooms
/// compute at one instant does another wait for them.
#[derive(Debug)]
pub(crate) struct Rooms<T>([Mutex<T>; ROOMS]);

impl<T> Rooms<T> {
    pub(crate) fn new(make: impl Fn() -> T) -> Self {
        Self(std::array::from_fn(|_| Mutex::new(make())))
    }

    /// A room of one's own for as long as it is held.
    pub(crate) fn take(&self) -> MutexGuard<'_, T> {
        let free = self.0.iter().find_map(|room| match room.try_lock() {
            Ok(room) => Some(room),
            Err(TryLockError::Poisoned(room)) => Some(room.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        free.unwrap_or_else(|| self.0[0].lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_there_are_rooms_compute_at_once() {
        let rooms = Rooms::new(|| 0);
        let mut taken: Vec<_> = (0..ROOMS).map(|_| rooms.take()).collect();
        for (n, room) in taken.iter_mut().enumerate() {
            **room = n;
        }
        drop(taken);
        assert_eq!(*rooms.take(), 0);
    }
}
