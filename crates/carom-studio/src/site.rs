//! The page as files: served from this machine, or written into a directory for any web server.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use carom_files::WholeFiles;

use crate::reply::META_POLICY;
use crate::{Modules, Start};

static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The pages: one document that looks at its own name.
pub(crate) const PAGES: [&str; 6] =
    ["index.html", "gallery.html", "compare.html", "collide.html", "calibrate.html", "listen.html"];

/// The engine of the page, what learns from recordings, and the scene that it opens with.
const ENGINE: &str = "engine.wasm";
const LEARNING: &str = "learning.wasm";
const START: &str = "start.json";

/// Where the scripts of a page begin.
const SCRIPT: &str = "<script type=\"module\"";

/// Scripts that run elsewhere than in the page, or on other pages alone.
const ELSEWHERE: [&str; 6] = [
    "engine/instance.js",
    "engine/worker.js",
    "lib/table.js",
    "pages/bench.js",
    "sound/player.js",
    "sound/worklet.js",
];

/// The link to the studies, which a site may do without.
const STUDIES: &str = "<a href=\"studies/index.html\">Studies</a>";

/// The files of the page.
#[derive(Clone, Debug)]
pub struct Site {
    start: Vec<u8>,
    modules: Modules,
}

impl Site {
    /// A page that opens with a scene and has these modules, which [`modules`](crate::modules) makes.
    #[must_use]
    pub fn new(start: &Start, modules: Modules) -> Self {
        Self { start: start.to_json(), modules }
    }

    /// The file at a path: its type and its bytes.
    pub(crate) fn file(&self, path: &str) -> Option<(&'static str, Cow<'_, [u8]>)> {
        let body = match path.strip_prefix("assets/") {
            None => page(path)?,
            Some(ENGINE) => Cow::Borrowed(&self.modules.engine[..]),
            Some(LEARNING) => Cow::Borrowed(self.modules.learning.as_deref()?),
            Some(START) => Cow::Borrowed(&self.start[..]),
            Some(name) if name.ends_with(".js") => bare(&find(name)?).into(),
            Some(name) => find(name)?,
        };
        Some((content_type(path), body))
    }

    /// Writes all files into a directory, and others with them, such as the pages of the studies: nothing is
    /// there before all is whole. Returns the first page.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written.
    pub fn write(&self, directory: &Path, others: &[(String, String)]) -> io::Result<PathBuf> {
        let mut files = WholeFiles::in_directory(directory)?;
        for page in PAGES {
            let Some((_, body)) = self.file(page) else { continue };
            let mut text = String::from_utf8_lossy(&body).into_owned();
            if others.is_empty() {
                text = text.replacen(STUDIES, "", 1);
            }
            let meta = "<meta http-equiv=\"Content-Security-Policy\" content=";
            let meta = format!("{meta}\"{META_POLICY}\">");
            files.add(page, text.replacen("<title>", &format!("{meta}\n<title>"), 1))?;
        }
        for (name, _) in EMBEDDED.iter().filter(|(name, _)| *name != "index.html") {
            let path = format!("assets/{name}");
            if let Some((_, body)) = self.file(&path) {
                files.add(&path, &body)?;
            }
        }
        for name in [ENGINE, LEARNING, START] {
            let path = format!("assets/{name}");
            if let Some((_, body)) = self.file(&path) {
                files.add(&path, &body)?;
            }
        }
        for (path, text) in others {
            files.add(path, text)?;
        }
        files.commit()?;
        Ok(directory.join(PAGES[0]))
    }
}

/// One document is all pages. The first also names what it will ask for, so that nothing waits until a script is there
/// that wants the next one.
fn page(name: &str) -> Option<Cow<'static, [u8]>> {
    let body = find("index.html").filter(|_| PAGES.contains(&name))?;
    if name != PAGES[0] {
        return Some(body);
    }
    let mut ahead = String::new();
    for (script, _) in EMBEDDED.iter().filter(|(script, _)| is_of_first_page(script)) {
        ahead += &format!("<link rel=\"modulepreload\" href=\"assets/{script}\">\n");
    }
    ahead += &format!("<link rel=\"preload\" href=\"assets/{ENGINE}\" as=\"fetch\" crossorigin>\n");
    let text = String::from_utf8_lossy(&body).replacen(SCRIPT, &format!("{ahead}{SCRIPT}"), 1);
    Some(text.into_bytes().into())
}

/// Whether a file is a script of the first page: not of another page, a worker or the sound.
fn is_of_first_page(name: &str) -> bool {
    let stem = |name: &'static str| name.strip_suffix(".html").unwrap_or(name);
    let is_other = |page: &&'static str| name == format!("pages/{}.js", stem(page));
    name.ends_with(".js") && !PAGES.iter().any(is_other) && !ELSEWHERE.contains(&name)
}

/// A file that is part of the program; in debug builds it is read from disk.
fn find(name: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions) {
        let known = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "./_-".contains(c));
        if known && plain {
            let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
            if let Ok(body) = std::fs::read(Path::new(directory).join(name)) {
                return Some(body.into());
            }
        }
    }
    let (_, body) = EMBEDDED.iter().find(|(embedded, _)| *embedded == name)?;
    Some((*body).into())
}

/// A script without the lines that are comments, which no browser reads; the others keep their numbers.
fn bare(script: &[u8]) -> Vec<u8> {
    let (mut kept, mut is_inside) = (String::new(), false);
    for line in String::from_utf8_lossy(script).lines() {
        let line_of = line.trim();
        let begins = !is_inside && line_of.starts_with("/*");
        let ends = line_of.ends_with("*/");
        // A comment with something after it on its line is left, and so is what begins after something else.
        let is_comment =
            is_inside || line_of.starts_with("//") || begins && (ends || !line_of.contains("*/"));
        is_inside = (is_inside || begins && !line_of.contains("*/")) && !ends;
        if !is_comment {
            kept += line;
        }
        kept.push('\n');
    }
    kept.into_bytes()
}

/// The type of a file by the end of its name.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("toml") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_lose_their_comments_and_keep_their_lines() {
        let script = "// One.\n/** Two. */\nconst a = 1; // stays\n/**\n * Three.\n * @type {x}\n */\n\
                      /** @type {any} */ (b).c();\n  *d() {}\n";
        let kept = String::from_utf8(bare(script.as_bytes())).unwrap();
        assert_eq!(
            kept,
            "\n\nconst a = 1; // stays\n\n\n\n\n/** @type {any} */ (b).c();\n  *d() {}\n"
        );
    }
}
