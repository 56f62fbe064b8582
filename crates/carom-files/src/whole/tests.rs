//! Files are whole or not there, whatever happens.

use super::*;

/// A fresh directory that is removed with its content at the end of a test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("carom-files-{name}-{}", std::process::id()));
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

#[test]
fn what_others_left_behind_goes_and_what_they_write_stays() {
    let scratch = Scratch::new("stale");
    // As a program of the same process id left them, more than a few.
    for n in 0..100 {
        fs::write(scratch.0.join(format!(".carom-{}-{n}.tmp", std::process::id())), "x").unwrap();
    }
    fs::write(scratch.0.join(".carom-notes.txt"), "x").unwrap();
    let written = scratch.0.join(".carom-0123456789abcdef.tmp");
    let held = File::create(&written).unwrap();
    held.lock().unwrap();
    write_whole(scratch.0.join("a.svg"), "new").unwrap();
    let mut names = scratch.names();
    names.sort();
    assert_eq!(names, [".carom-0123456789abcdef.tmp", ".carom-notes.txt", "a.svg"]);
}

#[test]
fn names_cannot_be_foreseen() {
    let scratch = Scratch::new("names");
    let open = || WholeFile::create(scratch.0.join("a.svg")).unwrap();
    let (one, two) = (open(), open());
    let name = |file: &WholeFile| file.rename.as_ref().unwrap().0.clone();
    assert_ne!(name(&one), name(&two));
    assert!(!name(&one).to_string_lossy().contains(&format!("-{}-", std::process::id())));
}

#[test]
fn a_set_that_cannot_appear_whole_says_what_is_missing() {
    let scratch = Scratch::new("set");
    let mut files = WholeFiles::in_directory(&scratch.0).unwrap();
    for name in ["a.txt", "b.txt", "c.txt"] {
        files.add(name, name).unwrap();
    }
    // A name that is taken meanwhile by what no file can replace.
    fs::create_dir_all(scratch.0.join("b.txt/x")).unwrap();
    let error = files.commit().unwrap_err().to_string();
    assert!(error.contains("missing or old: ") && error.contains("b.txt"), "{error}");
    assert!(error.contains("c.txt") && !error.contains("a.txt"), "{error}");
    let mut names = scratch.names();
    names.sort();
    assert_eq!(names, ["a.txt", "b.txt"]);
}

#[test]
#[cfg(unix)]
fn a_named_pipe_in_the_way_is_an_error_and_not_a_wait() {
    let scratch = Scratch::new("pipe");
    let target = scratch.0.join("a.svg");
    let made = std::process::Command::new("mkfifo").arg(&target).status();
    if made.is_ok_and(|status| status.success()) {
        let error = write_whole(&target, "x").unwrap_err().to_string();
        assert!(error.contains("named pipe"), "{error}");
    }
}

#[test]
fn what_is_being_written_is_not_swept() {
    let scratch = Scratch::new("sweep");
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                temporary::sweep_now(&scratch.0);
            }
        });
        for n in 0..2000 {
            let target = scratch.0.join("a");
            // Without the wait for the disk that a whole file takes.
            let mut file = WholeFile::create(&target).unwrap();
            file.write_all(&[1; 10]).unwrap();
            file.place(&Placing::begin()).unwrap_or_else(|error| panic!("file {n}: {error}"));
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(scratch.names(), ["a"]);
}
