//! Pages that `carom study` made, as pages of the same site.

use std::path::{Path, PathBuf};

use hyper::header::{HeaderValue, LOCATION};
use hyper::{Response, StatusCode};

use crate::assets::content_type;
use crate::reply::{Reply, of_type};

/// No page is larger (bytes).
const LARGEST: u64 = 64 << 20;

/// The page at a path below `/studies`, or what to do where there is none yet.
pub(crate) fn page(directory: Option<&Path>, path: &str) -> Option<Reply> {
    let rest = path.strip_prefix("/studies")?;
    if rest.is_empty() {
        return Some(moved("/studies/"));
    }
    let rest = rest.strip_prefix('/')?;
    match directory.and_then(|directory| file(directory, rest)) {
        Some(Found::File(name, body)) => Some(of_type(content_type(&name), body)),
        Some(Found::Directory) => Some(moved(&format!("{path}/"))),
        None if rest.is_empty() => Some(of_type("text/html; charset=utf-8", NONE_YET)),
        None => None,
    }
}

enum Found {
    File(String, Vec<u8>),
    Directory,
}

/// A file of the directory and of nowhere else.
fn file(directory: &Path, rest: &str) -> Option<Found> {
    let (folder, name) = rest.rsplit_once('/').unwrap_or(("", rest));
    let name = if name.is_empty() { "index.html" } else { name };
    let mut path = PathBuf::from(directory);
    for part in folder.split('/').filter(|_| !folder.is_empty()).chain([name]) {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if part.is_empty() || part.starts_with('.') || !part.chars().all(plain) {
            return None;
        }
        path.push(part);
    }
    // A link may lead elsewhere, too.
    let path = path.canonicalize().ok()?;
    if !path.starts_with(directory.canonicalize().ok()?) {
        return None;
    }
    let about = path.metadata().ok()?;
    if about.is_dir() {
        return Some(Found::Directory);
    }
    let body = (about.len() <= LARGEST).then(|| std::fs::read(&path).ok())??;
    Some(Found::File(name.to_owned(), body))
}

fn moved(to: &str) -> Reply {
    let mut reply: Reply = Response::default();
    *reply.status_mut() = StatusCode::PERMANENT_REDIRECT;
    if let Ok(to) = HeaderValue::from_str(to) {
        reply.headers_mut().insert(LOCATION, to);
    }
    reply
}

const NONE_YET: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Studies</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
</style>
</head>
<body>
<h1>Studies</h1>
<p>Published results, rerun and set beside the printed ones. They take a minute to compute: run
<code>carom study</code> in the directory of this studio, then load this page again.</p>
<p><a href=\"/\">To the studio</a></p>
</body>
</html>
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_directory_are_found() {
        let root = std::env::temp_dir().join(format!("carom-studies-{}", std::process::id()));
        let site = root.join("site");
        std::fs::create_dir_all(site.join("papetti")).unwrap();
        std::fs::write(root.join("secret.html"), "secret").unwrap();
        std::fs::write(site.join("index.html"), "all").unwrap();
        std::fs::write(site.join("papetti/table-1.html"), "one").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("secret.html"), site.join("link.html")).unwrap();
        let status = |path: &str| page(Some(&site), path).map(|reply| reply.status().as_u16());
        assert_eq!(status("/studies"), Some(308));
        assert_eq!(status("/studies/"), Some(200));
        assert_eq!(status("/studies/papetti/table-1.html"), Some(200));
        assert_eq!(status("/studies/papetti"), Some(308));
        for path in [
            "/studies/../secret.html",
            "/studies/papetti/../../secret.html",
            "/studies//secret.html",
            "/studies/%2e%2e/secret.html",
            "/studies/link.html",
            "/studies/none.html",
            "/studiesx",
        ] {
            assert_eq!(status(path), None, "{path}");
        }
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(page(None, "/studies/").unwrap().status().as_u16(), 200);
    }
}
