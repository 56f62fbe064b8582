//! Files that appear whole or not at all.

mod set;
mod temporary;
#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use set::WholeFiles;
pub use temporary::remove_unfinished;
use temporary::{Placing, create_beside, forget_file};

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
            refuse_named_pipe(&target)?;
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(Self { file: Some(file), rename: None });
        }
        let (file, temporary) = create_beside(&target)?;
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
        self.prepare()?;
        self.place(&Placing::begin())
    }

    /// Makes what was written last, so that only its name is missing.
    fn prepare(&self) -> io::Result<()> {
        let (Some(file), Some((_, target))) = (&self.file, &self.rename) else { return Ok(()) };
        if let Ok(existing) = fs::metadata(target) {
            // A file that only its owner may read stays one.
            file.set_permissions(existing.permissions())?;
        }
        file.sync_all()
    }

    /// Gives it its name. It stays open, and so locked, until it has it.
    fn place(&mut self, _: &Placing) -> io::Result<()> {
        let Some((temporary, target)) = &self.rename else { return Ok(()) };
        if cfg!(windows) {
            // An open file is not moved there.
            self.file = None;
        }
        fs::rename(temporary, target)?;
        forget_file(temporary);
        (self.file, self.rename) = (None, None);
        Ok(())
    }
}

/// A pipe with a name may have no reader: to open it would wait for one. Those of a shell have one.
#[cfg(unix)]
fn refuse_named_pipe(target: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    let of_a_shell = ["/dev", "/proc"].iter().any(|above| target.starts_with(above));
    if !of_a_shell && fs::metadata(target)?.file_type().is_fifo() {
        let message = "it is a named pipe, and nobody may be reading it";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_named_pipe(_: &Path) -> io::Result<()> {
    Ok(())
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
        if let Some((temporary, _)) = self.rename.take() {
            forget_file(&temporary);
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
