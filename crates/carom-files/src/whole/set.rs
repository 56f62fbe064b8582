//! Files that appear together.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::temporary::{Placing, forget_directories, note_directories};
use super::{WholeFile, check_directory};

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
        let mut file = self.create(name)?;
        file.write_all(bytes.as_ref())?;
        self.take(name, file);
        Ok(())
    }

    /// Opens a file by its path below the directory, to be written piece by piece and [taken](Self::take).
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create`].
    pub fn create(&mut self, name: &str) -> io::Result<WholeFile> {
        let path = self.directory.join(name);
        if let Some(parent) = path.parent() {
            self.make(parent)?;
        }
        WholeFile::create(&path)
    }

    /// Takes a file that was opened by its path below the directory.
    pub fn take(&mut self, name: &str, file: WholeFile) {
        self.files.push((file, self.directory.join(name)));
    }

    /// Puts all files in their places and returns their paths. An interrupt waits until that is done.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::commit`]. If not all files could be put in their places, the error says which
    /// are missing.
    pub fn commit(mut self) -> io::Result<Vec<PathBuf>> {
        for (file, _) in &self.files {
            file.prepare()?;
        }
        let placing = Placing::begin();
        let mut files = std::mem::take(&mut self.files);
        for n in 0..files.len() {
            if let Err(error) = files[n].0.place(&placing) {
                let names: Vec<_> =
                    files[n..].iter().map(|(_, path)| path.display().to_string()).collect();
                let message = format!("{error}; missing or old: {}", names.join(", "));
                return Err(io::Error::new(error.kind(), message));
            }
        }
        forget_directories(&std::mem::take(&mut self.made));
        Ok(files.into_iter().map(|(_, path)| path).collect())
    }

    fn make(&mut self, directory: &Path) -> io::Result<()> {
        check_directory(directory)?;
        let missing = directory.ancestors().take_while(|path| !path.as_os_str().is_empty());
        let missing: Vec<PathBuf> =
            missing.take_while(|path| !path.exists()).map(Path::to_owned).collect();
        note_directories(missing.iter().rev());
        self.made.extend(missing.into_iter().rev());
        fs::create_dir_all(directory)
    }
}

impl Drop for WholeFiles {
    fn drop(&mut self) {
        self.files.clear();
        // Only what is empty goes: others may have put something there meanwhile.
        for directory in self.made.iter().rev() {
            let _ = fs::remove_dir(directory);
        }
        forget_directories(&self.made);
    }
}
