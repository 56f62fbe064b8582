//! Lists the files of the page, which become part of the program, and its engine where it is given.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=assets");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let mut files = Vec::new();
    collect(&root.join("assets"), "", &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for (name, path) in files {
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    list.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("assets.rs"), list)?;
    // A package has no sources to make the engine from: it holds the module that was made before, or is given one, and
    // what learns from recordings if that lies beside it. Where the sources are, cargo makes both when they are needed.
    println!("cargo::rerun-if-env-changed=CAROM_ENGINE");
    let packed = root.join("modules/carom_web.wasm");
    let is_package = !root.join("../carom-web/Cargo.toml").is_file() && packed.is_file();
    let packed = is_package.then(|| packed.display().to_string());
    let engine = env::var("CAROM_ENGINE").ok().filter(|path| !path.is_empty()).or(packed);
    let bytes = |path: &Path| format!("include_bytes!({path:?}).as_slice()");
    let modules = engine.map(|path| {
        let beside = Path::new(&path).with_file_name("carom_web_learn.wasm");
        let learning =
            if beside.is_file() { format!("Some({})", bytes(&beside)) } else { "None".to_owned() };
        format!("Some(({}, {learning}))", bytes(Path::new(&path)))
    });
    fs::write(out.join("module.rs"), modules.unwrap_or_else(|| "None".to_owned()))
}

fn collect(directory: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            println!("cargo::rerun-if-changed={}", entry.path().display());
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if !name.starts_with('.') {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
