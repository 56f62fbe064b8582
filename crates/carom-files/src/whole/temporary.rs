//! Temporary files: how they are named, which are under way, and what becomes of those left behind.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How the names of temporary files begin and end.
const NAME: (&str, &str) = (".carom-", ".tmp");

/// How many names are tried: they are random, so that one that is taken is a wonder.
const ATTEMPTS: usize = 8;

/// What must go if the program is interrupted.
struct UnderWay {
    files: Vec<PathBuf>,
    /// Directories that were made for files that are not there yet.
    directories: Vec<PathBuf>,
    /// Directories in which files left behind were looked for.
    swept: BTreeSet<PathBuf>,
}

static UNDER_WAY: Mutex<UnderWay> =
    Mutex::new(UnderWay { files: Vec::new(), directories: Vec::new(), swept: BTreeSet::new() });

fn under_way() -> MutexGuard<'static, UnderWay> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Held while files get their names, so that no interrupt comes between those of a set.
static PLACING: Mutex<()> = Mutex::new(());

/// Whoever has this may give files their names.
pub(super) struct Placing {
    _held: MutexGuard<'static, ()>,
}

impl Placing {
    pub(super) fn begin() -> Self {
        Self { _held: PLACING.lock().unwrap_or_else(PoisonError::into_inner) }
    }
}

/// Removes every temporary file and every empty directory under way, for a program that ends now because it
/// is interrupted: nothing gets its name any more.
pub fn remove_unfinished() {
    std::mem::forget(Placing::begin());
    let mut all = under_way();
    for path in all.files.drain(..) {
        let _ = fs::remove_file(path);
    }
    // Only what is empty goes.
    for path in all.directories.drain(..).rev() {
        let _ = fs::remove_dir(path);
    }
}

pub(super) fn forget_file(temporary: &Path) {
    under_way().files.retain(|path| path != temporary);
}

/// Directories that are about to be made, outer ones first.
pub(super) fn note_directories<'a>(made: impl Iterator<Item = &'a PathBuf>) {
    under_way().directories.extend(made.cloned());
}

pub(super) fn forget_directories(made: &[PathBuf]) {
    under_way().directories.retain(|path| !made.contains(path));
}

/// Opens a new file in the target's directory: only within one file system is a rename atomic. It is locked
/// while it is open, so that it can be told from one that was left behind.
pub(super) fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    sweep(directory.unwrap_or(Path::new(".")));
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..ATTEMPTS {
        // Independent of the target's name, which may be as long as the file system allows.
        let name = format!("{}{:016x}{}", NAME.0, RandomState::new().hash_one(0), NAME.1);
        let temporary = path.with_file_name(name);
        // Noted first: an interrupt may come as soon as it is there.
        under_way().files.push(temporary.clone());
        let opened = OpenOptions::new().write(true).create_new(true).open(&temporary);
        if let Ok(file) = opened {
            // Where files cannot be locked, none is swept. One that another program is about to sweep is waited for,
            // and is gone then.
            let _ = file.lock();
            if temporary.exists() {
                return Ok((file, temporary));
            }
            forget_file(&temporary);
            continue;
        }
        forget_file(&temporary);
        match opened {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(error) => last = error,
            Ok(_) => {}
        }
    }
    Err(last)
}

/// Removes the temporary files that others left behind in a directory; once for each directory.
fn sweep(directory: &Path) {
    if under_way().swept.insert(directory.to_owned()) {
        sweep_now(directory);
    }
}

pub(super) fn sweep_now(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name.starts_with(NAME.0) && name.ends_with(NAME.1);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_unlocked(&entry.path());
        }
    }
}

/// Whoever still writes a file has locked it.
fn remove_if_unlocked(path: &Path) {
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return };
    if file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}
