//! `carom gallery`: every scene of the gallery, and a page to hear them on.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use carom_files::did_you_mean;
use carom_report::scene::gallery::{GalleryError, Played, render_all};
use carom_scene::gallery::{Piece, all};
use carom_scene::render::RenderError;
use clap::Args;

use crate::error::{CommandError, print};
use crate::say::say;

/// Renders the gallery: struck, bouncing, rolling and scraped things, and a page to hear them on.
///
/// Each piece gets a directory of its own with everything that `carom run` writes. The scenes are
/// in `scenes/` of the project; `--print NAME` shows one.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Only these pieces; all of them if left out
    pieces: Vec<String>,

    /// The directory to write to
    #[arg(long, value_name = "DIR", default_value = "carom-gallery")]
    out: PathBuf,

    /// List the pieces and what to listen for
    #[arg(long)]
    list: bool,

    /// Print the scene file of a piece, to start from
    #[arg(long, value_name = "NAME", conflicts_with = "list")]
    print: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  carom gallery                                  all of it, into carom-gallery/index.html
  carom gallery glass-bowl coin-settling --out two
  carom gallery --print marble-on-glass > mine.toml

Exit status: 0 done, 2 bad flag, 3 could not write.";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    if arguments.list {
        return list();
    }
    if let Some(name) = &arguments.print {
        return print(find(name)?.text.trim_end());
    }
    let pieces = match arguments.pieces.as_slice() {
        [] => all().copied().collect(),
        names => names.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()?,
    };
    let watched = io::stderr().is_terminal();
    let done = |played: &Played| {
        if watched {
            say!("{} ({:.1} s)", played.piece.name, played.seconds);
        }
    };
    let (played, page) = render_all(&pieces, &arguments.out, &done)
        .map_err(|error| failure(error, &arguments.out))?;
    let worst =
        played.iter().map(|p| p.rendering.summary.energy.residual.abs()).fold(0.0, f64::max);
    print(&format!(
        "{} pieces; of no scene is more than {worst:.1e} of its energy missing.\nOpen {}.",
        played.len(),
        page.display()
    ))
}

fn list() -> Result<(), CommandError> {
    let mut lines = Vec::new();
    for piece in all() {
        let parsed = carom_scene::scene::Scene::parse(piece.name, piece.text)
            .map_err(CommandError::rendered)?;
        let about = parsed.scene.description.unwrap_or_default();
        lines.push(format!("{}\n  {}", piece.name, about.trim().replace('\n', "\n  ")));
    }
    print(&lines.join("\n"))
}

/// The piece of a name.
pub(crate) fn find(name: &str) -> Result<Piece, CommandError> {
    all().find(|piece| piece.name == name).copied().ok_or_else(|| {
        let names = || all().map(|piece| piece.name);
        let every = format!("there are {}", names().collect::<Vec<_>>().join(", "));
        let instead = did_you_mean(name, names(), &every);
        CommandError::Input(format!("there is no piece `{name}`: {instead}"))
    })
}

fn failure(error: GalleryError, directory: &Path) -> CommandError {
    match error {
        GalleryError::Write(error)
        | GalleryError::Render { error: RenderError::Write(error), .. } => {
            CommandError::File(format!("cannot write to {}: {error}", directory.display()))
        }
        other => CommandError::input(other),
    }
}
