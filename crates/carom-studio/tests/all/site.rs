//! The page as files for any web server.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use carom_studio::{Modules, Site, Start};

fn files(directory: &Path, below: &str, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

fn written(name: &str) -> (PathBuf, BTreeSet<String>) {
    let directory = std::env::temp_dir().join(format!("carom-site-{}-{name}", std::process::id()));
    let modules = Modules { engine: b"engine".to_vec(), learning: Some(b"learning".to_vec()) };
    let site = Site::new(&Start::built_in(), modules);
    let others = [("studies/index.html".to_owned(), "<p>".to_owned())];
    assert_eq!(site.write(&directory, &others).unwrap(), directory.join("index.html"));
    let mut found = BTreeSet::new();
    files(&directory, "", &mut found);
    (directory, found)
}

#[test]
fn every_file_is_there_and_every_address_is_relative() {
    let (directory, found) = written("whole");
    for name in [
        "index.html",
        "gallery.html",
        "compare.html",
        "collide.html",
        "calibrate.html",
        "listen.html",
        "studies/index.html",
        "assets/engine.wasm",
        "assets/learning.wasm",
        "assets/start.json",
        "assets/main.js",
        "assets/sound/worklet.js",
        "assets/engine/worker.js",
    ] {
        assert!(found.contains(name), "{name} is missing");
    }
    for name in found.iter().filter(|name| name.ends_with(".html") || name.ends_with(".js")) {
        let text = std::fs::read_to_string(directory.join(name)).unwrap();
        for absolute in ["href=\"/", "src=\"/", "\"/assets", "\"/api", "`/?", "127.0.0.1:"] {
            assert!(!text.contains(absolute), "{name} has {absolute}");
        }
    }
    let index = std::fs::read_to_string(directory.join("index.html")).unwrap();
    assert!(index.contains("script-src 'self' 'wasm-unsafe-eval'"));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_file_in_the_way_leaves_nothing_behind() {
    let path = std::env::temp_dir().join(format!("carom-site-{}-file", std::process::id()));
    std::fs::write(&path, "mine").unwrap();
    let site = Site::new(&Start::built_in(), Modules::default());
    assert!(site.write(&path, &[]).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    std::fs::remove_file(path).unwrap();
}
