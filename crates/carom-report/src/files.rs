//! Files that appear whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Distinguishes the temporary files of one process.
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// How many names left behind by earlier processes of the same id are stepped over.
const ATTEMPTS: usize = 64;

/// Writes `bytes` to `path` so that the file appears whole or not at all.
///
/// The bytes go to a temporary file in the same directory, which is then renamed over the target:
/// a reader sees the old content or the new one, never a part. A target that is a symbolic link is
/// itself replaced.
///
/// # Errors
///
/// Fails when the target is a directory or has no file name, or when the directory cannot be
/// written. An existing target is then unchanged and the temporary file is removed.
pub fn write_whole(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace_with(path.as_ref(), |file| file.write_all(bytes.as_ref()))
}

fn replace_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if path.is_dir() {
        let message = format!("{} is a directory", path.display());
        return Err(io::Error::new(io::ErrorKind::IsADirectory, message));
    }
    if path.file_name().is_none() {
        let message = format!("{} names no file", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let (mut file, temporary) = create_beside(path)?;
    let written = fill(&mut file).and_then(|()| file.sync_all());
    // Closed before the rename: some systems refuse to move an open file.
    drop(file);
    let result = written.and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // The first error is the one worth telling; a failed removal adds nothing to it.
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// Opens a new file in the target's directory: only within one file system is a rename atomic.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..ATTEMPTS {
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        // Independent of the target's name, which may be as long as the file system allows.
        let name = format!(".carom-{}-{count}.tmp", std::process::id());
        let temporary = path.with_file_name(name);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
        {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fresh directory that is removed with its content at the end of a test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("carom-files-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            entries
                .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
                .collect()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn writes_then_replaces_and_leaves_nothing_else() {
        let scratch = Scratch::new("replace");
        let target = scratch.0.join("a.svg");
        write_whole(&target, "first, and longer").unwrap();
        write_whole(&target, b"second").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"second");
        assert_eq!(scratch.names(), ["a.svg"]);
    }

    #[test]
    fn a_failure_half_way_keeps_the_old_file() {
        let scratch = Scratch::new("fail");
        let target = scratch.0.join("a.svg");
        write_whole(&target, "old").unwrap();
        let result = replace_with(&target, |file| {
            file.write_all(b"half of the ne")?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(result.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(scratch.names(), ["a.svg"]);
    }

    #[test]
    fn a_directory_or_a_missing_parent_is_an_error() {
        let scratch = Scratch::new("directory");
        let error = write_whole(&scratch.0, "x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        let error = write_whole(scratch.0.join("none/a.svg"), "x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(write_whole("", "x").is_err());
        assert!(scratch.names().is_empty());
    }

    #[test]
    fn writers_at_the_same_time_leave_one_whole_file() {
        let scratch = Scratch::new("threads");
        let target = scratch.0.join("a.svg");
        let contents: Vec<String> = (0..8).map(|i| i.to_string().repeat(10_000)).collect();
        std::thread::scope(|scope| {
            for content in &contents {
                let target = &target;
                scope.spawn(move || write_whole(target, content).unwrap());
            }
        });
        let found = fs::read_to_string(&target).unwrap();
        assert!(contents.contains(&found));
        assert_eq!(scratch.names(), ["a.svg"]);
    }
}
