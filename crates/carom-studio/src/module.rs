//! The modules of the page in WebAssembly: the engine, which is the file that `CAROM_ENGINE` names, when the program is
//! built or when it runs, and what learns from recordings, which lies beside it. Otherwise cargo makes both from the
//! sources, once. Making them is left to whoever opens the page: a build that nobody opens a page from does not compile
//! everything twice.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

const TARGET: &str = "wasm32-unknown-unknown";
const ENGINE: &str = "carom-web";
const LEARNING: &str = "carom-web-learn";
const FILE: &str = "carom_web.wasm";
/// What learns; the build script knows it, too.
const BESIDE: &str = "carom_web_learn.wasm";

/// The modules that the program was built with, if any.
static EMBEDDED: Option<(&[u8], Option<&[u8]>)> = include!(concat!(env!("OUT_DIR"), "/module.rs"));

/// The modules of the page.
#[derive(Clone, Debug, Default)]
pub struct Modules {
    /// What sounds, and answers the page.
    pub engine: Vec<u8>,
    /// What learns from recordings. A page without it says that it cannot.
    pub learning: Option<Vec<u8>>,
}

/// Why there is no module.
#[derive(Debug, Error)]
pub enum ModuleError {
    /// The program was moved away from its sources.
    #[error(
        "this carom has no engine for the page, and its sources are not at {0}: set the variable \
         CAROM_ENGINE to the path of {FILE}"
    )]
    NoSources(String),
    /// The target is missing and cannot be added.
    #[error(
        "the page needs its engine compiled for {TARGET}, which is missing here and could not be added. \
         Type\n\n    rustup target add {TARGET}\n\nand try again; docs/studio.md says how to do without it"
    )]
    NoTarget,
    /// The file that was given cannot be read.
    #[error("CAROM_ENGINE is {0:?}, which cannot be read: {1}")]
    Unread(String, io::Error),
    /// Cargo could not make it.
    #[error("cargo could not make the engine of the page:\n{0}")]
    Failed(String),
    /// It cannot be read, or cargo cannot be run.
    #[error("cannot make the engine of the page: {0}")]
    Io(#[from] io::Error),
}

/// The modules. `announce` is told what takes long before it begins.
///
/// # Errors
///
/// If they were not built with the program and cannot be made.
pub fn modules(announce: &dyn Fn(&str)) -> Result<Modules, ModuleError> {
    if let Some(path) = std::env::var_os("CAROM_ENGINE").map(PathBuf::from) {
        let unread = |error| ModuleError::Unread(path.display().to_string(), error);
        let engine = std::fs::read(&path).map_err(unread)?;
        return Ok(Modules { engine, learning: std::fs::read(path.with_file_name(BESIDE)).ok() });
    }
    if let Some((engine, learning)) = EMBEDDED {
        return Ok(Modules { engine: engine.to_vec(), learning: learning.map(<[u8]>::to_vec) });
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join("crates/carom-web/Cargo.toml").is_file() {
        return Err(ModuleError::NoSources(root.display().to_string()));
    }
    let directory = target_directory(&root);
    let made = directory.join(TARGET).join("web");
    // Without a compiler's own standard library for it, one is built along.
    let builds_std = std::env::var("RUSTC_BOOTSTRAP").is_ok_and(|value| value == "1");
    if !builds_std && !has_target() {
        announce(&format!("adding the target {TARGET} …"));
        let added = Command::new("rustup").args(["target", "add", TARGET]).output();
        if !added.is_ok_and(|output| output.status.success()) {
            return Err(ModuleError::NoTarget);
        }
    }
    if ![FILE, BESIDE].iter().all(|file| made.join(file).is_file()) {
        announce(&format!(
            "compiling the engine of the page in {}, which takes a minute or two the first time …",
            directory.display()
        ));
    }
    // One after the other: together they would share features, and the engine would get what only learning needs.
    let make = |package: &str, file: &str, config: &[&str]| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let mut command = Command::new(cargo);
        command.current_dir(&root).args(["build", "--profile", "web", "--package", package]);
        command.args(["--target", TARGET, "--target-dir"]).arg(&directory);
        command.args(config);
        if builds_std {
            command.arg("-Zbuild-std=std,panic_abort");
        }
        // Every browser of the last years computes with two numbers at once.
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Ctarget-feature=+simd128");
        match command.output() {
            Ok(output) if output.status.success() => {}
            // Sources without a compiler, and a module that was made before.
            Err(_) if made.join(file).is_file() => {}
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(ModuleError::Failed(said));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(std::fs::read(made.join(file))?)
    };
    // Where listening is all that is done, it is to be fast rather than small.
    let fast = ["--config", "profile.web.package.carom-listen.opt-level=3"];
    let (engine, learning) = (make(ENGINE, FILE, &[])?, make(LEARNING, BESIDE, &fast)?);
    Ok(Modules { engine, learning: Some(learning) })
}

/// A directory of its own: two runs of cargo never wait for each other.
fn target_directory(root: &Path) -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    given.map_or_else(|| root.join("target"), |given| root.join(given)).join("web")
}

/// Whether the compiler has the standard library of the target.
fn has_target() -> bool {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let printed =
        Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    printed.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}
