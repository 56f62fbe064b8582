//! Files that appear whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Distinguishes the temporary files of one process.
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// The temporary files under way, for [`remove_unfinished`].
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How many names left behind by earlier processes of the same id are stepped over.
const ATTEMPTS: usize = 64;

/// Writes `bytes` to `path` so that the file appears whole or not at all.
///
/// # Errors
///
/// As [`WholeFile::create`] and [`WholeFile::commit`]: an existing target is then unchanged.
pub fn write_whole(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.commit()
}

/// A file that is written piece by piece and appears at its target when it is committed; dropped
/// before that, it leaves nothing.
///
/// The bytes go to a temporary file in the same directory, which is then renamed over the target:
/// a reader sees the old content or the new one, never a part. A target that is not a regular
/// file, such as a pipe or a terminal, is written to directly.
#[derive(Debug)]
pub struct WholeFile {
    file: Option<File>,
    /// Where it is now and where it will be; `None` if it is written in place.
    rename: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Opens a temporary file beside `path`.
    ///
    /// # Errors
    ///
    /// Fails when the target is a directory or has no file name, or when the directory cannot be
    /// written.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if path.file_name().is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it names no file"));
        }
        // A link is followed, so that what it points to is replaced and not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if target.exists() && !target.is_file() {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Self { file: Some(file), rename: None });
        }
        let (file, temporary) = create_beside(&target)?;
        unfinished().push(temporary.clone());
        Ok(Self { file: Some(file), rename: Some((temporary, target)) })
    }

    /// Another handle to what was written so far, for reading it back before it is committed, or
    /// without ever committing it.
    ///
    /// # Errors
    ///
    /// Fails when the file is written in place, or cannot be opened again.
    pub fn reader(&mut self) -> io::Result<File> {
        self.flush()?;
        let Some((temporary, _)) = &self.rename else {
            return Err(io::Error::other("a file that is written in place cannot be read back"));
        };
        File::open(temporary)
    }

    /// Puts the whole file in its place.
    ///
    /// # Errors
    ///
    /// Fails when the bytes cannot be made to last or the target cannot be replaced; the target is
    /// then unchanged.
    pub fn commit(mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let Some((temporary, target)) = &self.rename else {
            return Ok(());
        };
        if let Ok(existing) = fs::metadata(target) {
            // A file that only its owner may read stays one.
            file.set_permissions(existing.permissions())?;
        }
        file.sync_all()?;
        // Closed before the rename: some systems refuse to move an open file.
        drop(file);
        fs::rename(temporary, target)?;
        unfinished().retain(|path| path != temporary);
        self.rename = None;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.as_mut().map_or(Ok(0), |file| file.seek(position))
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        self.file = None;
        if let Some((temporary, _)) = self.rename.take() {
            unfinished().retain(|path| *path != temporary);
            // A failed removal has no remedy.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Whether a path is a directory or may become one, and can be written: for a look before long work.
///
/// # Errors
///
/// Fails when it or a directory above it is a file, and when nothing can be created there.
pub fn check_directory(path: &Path) -> io::Result<()> {
    let above = path.ancestors().find(|above| above.exists());
    let above = above.unwrap_or_else(|| Path::new("."));
    if !above.is_dir() {
        let message = format!("{} is a file, not a directory", above.display());
        return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
    }
    // A file that is never committed leaves nothing.
    WholeFile::create(above.join(".carom-probe")).map(drop)
}

/// Files of one directory that appear together: nothing is in its place before all are whole.
///
/// ```no_run
/// use carom_files::WholeFiles;
/// let mut files = WholeFiles::in_directory("report".as_ref())?;
/// files.add("index.html", "<p>…</p>")?;
/// files.add("pages/one.html", "<p>…</p>")?;
/// let paths = files.commit()?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFiles {
    directory: PathBuf,
    files: Vec<(WholeFile, PathBuf)>,
    /// Directories that were made for the files, outer ones first.
    made: Vec<PathBuf>,
}

impl WholeFiles {
    /// Files below a directory, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// Fails when the path is a file, or the directory cannot be made.
    pub fn in_directory(directory: &Path) -> io::Result<Self> {
        let mut files =
            Self { directory: directory.to_owned(), files: Vec::new(), made: Vec::new() };
        files.make(directory)?;
        Ok(files)
    }

    /// Takes a file, by its path below the directory.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create`], or when the bytes cannot be written.
    pub fn add(&mut self, name: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.directory.join(name);
        if let Some(parent) = path.parent() {
            self.make(parent)?;
        }
        let mut file = WholeFile::create(&path)?;
        file.write_all(bytes.as_ref())?;
        self.files.push((file, path));
        Ok(())
    }

    /// Puts all files in their places and returns their paths.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::commit`].
    pub fn commit(mut self) -> io::Result<Vec<PathBuf>> {
        self.made.clear();
        let mut paths = Vec::with_capacity(self.files.len());
        for (file, path) in std::mem::take(&mut self.files) {
            file.commit()?;
            paths.push(path);
        }
        Ok(paths)
    }

    fn make(&mut self, directory: &Path) -> io::Result<()> {
        check_directory(directory)?;
        let missing = directory.ancestors().take_while(|path| !path.as_os_str().is_empty());
        let missing: Vec<PathBuf> =
            missing.take_while(|path| !path.exists()).map(Path::to_owned).collect();
        fs::create_dir_all(directory)?;
        self.made.extend(missing.into_iter().rev());
        Ok(())
    }
}

impl Drop for WholeFiles {
    fn drop(&mut self) {
        self.files.clear();
        // Only what is empty goes: others may have put something there meanwhile.
        for directory in self.made.iter().rev() {
            let _ = fs::remove_dir(directory);
        }
    }
}

/// Removes every temporary file under way, for a program that is being interrupted.
pub fn remove_unfinished() {
    for path in unfinished().drain(..) {
        let _ = fs::remove_file(path);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a new file in the target's directory: only within one file system is a rename atomic.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..ATTEMPTS {
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        // Independent of the target's name, which may be as long as the file system allows.
        let name = format!(".carom-{}-{count}.tmp", std::process::id());
        let temporary = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
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
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
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
        let mut file = WholeFile::create(&target).unwrap();
        file.write_all(b"half of the ne").unwrap();
        assert_eq!(scratch.names().len(), 2);
        drop(file);
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(scratch.names(), ["a.svg"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_device_is_written_to_and_a_link_followed() {
        let scratch = Scratch::new("device");
        let (link, real) = (scratch.0.join("link"), scratch.0.join("real"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write_whole(&link, "new").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert!(link.is_symlink());
        write_whole("/dev/null", "gone").unwrap();
        assert!(!Path::new("/dev/null").is_file());
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
