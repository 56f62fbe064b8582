//! The gallery rendered: every piece, and a page with all of them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use carom_files::FileErrors;
use carom_scene::gallery::Piece;
use carom_scene::plan::Plan;
use carom_scene::render::{RenderError, RenderOptions, Rendering};
use carom_scene::scene::{How, Scene};
use thiserror::Error;

use super::{gallery_page, write};

/// Why the gallery could not be made.
#[derive(Debug, Error)]
pub enum GalleryError {
    /// A scene is not one.
    #[error("{0}")]
    Scene(#[from] FileErrors),
    /// A scene could not be rendered.
    #[error("{name}: {error}")]
    Render {
        /// Which.
        name: &'static str,
        /// Why.
        error: RenderError,
    },
    /// The page could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// A piece that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Which.
    pub piece: Piece,
    /// Its scene.
    pub plan: Plan,
    /// How it went.
    pub rendering: Rendering,
    /// How long it took (s).
    pub seconds: f64,
}

/// Renders the pieces into directories of their own, on all cores, and a page with all of them.
/// `done` is called after each.
pub fn render_all(
    pieces: &[Piece],
    directory: &Path,
    done: &(dyn Fn(&Played) + Sync),
) -> Result<(Vec<Played>, PathBuf), GalleryError> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(pieces.len());
    let work = || {
        while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            let played = play(*piece, directory);
            if let Ok(played) = &played {
                done(played);
            }
            let failed = played.is_err();
            results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(played);
            if failed {
                next.store(pieces.len(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut played = results.into_iter().collect::<Result<Vec<_>, _>>()?;
    let place = |played: &Played| pieces.iter().position(|piece| *piece == played.piece);
    played.sort_by_key(place);
    let path = directory.join("index.html");
    gallery_page::page(&played).save(&path)?;
    Ok((played, path))
}

fn play(piece: Piece, directory: &Path) -> Result<Played, GalleryError> {
    let start = std::time::Instant::now();
    let parsed = Scene::parse(&format!("{}.toml", piece.name), piece.text)?;
    let into = directory.join(piece.name);
    let written = write(&parsed, How::default(), &into, RenderOptions::default())
        .map_err(|error| GalleryError::Render { name: piece.name, error })?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(Played { piece, plan: parsed.plan, rendering: written.rendering, seconds })
}
