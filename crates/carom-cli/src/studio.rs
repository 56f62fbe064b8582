//! `carom studio`: a page where objects are struck, heard and looked at.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use carom_files::check_directory;
use carom_studio::{OpenError, Port, Site, Start, Stopper, Studio, modules, open_browser};
use clap::Args;

use crate::error::{CommandError, print};
use crate::say::say;
use crate::scene::parse;

/// Opens a page on which objects are struck, heard and looked at.
///
/// The page shows a scene: press the object to strike it, move the controls, and see force, energy
/// and spectrum follow. The engine runs in the page itself. What was played can be saved as a scene
/// file, which `carom run` renders to the same samples. The page is served on this machine, for this
/// machine only, and needs no network; with --site it is written as files that any web server can host.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene file to begin with, - for standard input; a singing bowl if left out
    scene: Option<PathBuf>,

    /// The port to listen on [default: 8700, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Write the page into this directory, with the studies, instead of serving it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "no_open"])]
    site: Option<PathBuf>,

    /// Leave the studies out of the site, which take minutes to compute
    #[arg(long, requires = "site")]
    without_studies: bool,
}

const EXAMPLES: &str = "\
Examples:
  carom studio                                   opens http://127.0.0.1:8700/
  carom studio scenes/glass-bowl.toml
  carom studio --port 9000 --no-open             then open http://127.0.0.1:9000/ yourself
  carom studio --site public                     a folder for a web server; nothing is sent anywhere

Ctrl-C ends it. Nothing is written unless you save it from the page, and only pages of the studio on
this machine are answered.
Exit status: 0 ended by Ctrl-C, 2 bad scene or flag, 3 the scene cannot be read or the port is taken.";

static RUNNING: Mutex<Option<Stopper>> = Mutex::new(None);

/// Ends the studio that is running, if one is; the second time there is none.
pub(crate) fn interrupted() -> bool {
    let running = RUNNING.lock().ok().and_then(|mut running| running.take());
    running.map(|stopper| stopper.stop()).is_some()
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let start = match &arguments.scene {
        Some(path) => Start::of(&parse(Some(path), &[])?),
        None => Start::built_in(),
    };
    if let Some(directory) = &arguments.site {
        // The engine and the studies take minutes: what cannot be written is said before.
        check_directory(directory).map_err(|error| CommandError::writing(directory, &error))?;
    }
    let modules = modules(&|text| say!("note: {text}"))
        .map_err(|error| CommandError::File(error.to_string()))?;
    let site = Site::new(&start, modules);
    if let Some(directory) = &arguments.site {
        let studies = if arguments.without_studies { Vec::new() } else { studies()? };
        return write(&site, directory, &studies);
    }
    let port = arguments.port.map_or(Port::Preferred, Port::Fixed);
    let studio = Studio::open(port, site).map_err(|error| failure(&error))?;
    let url = studio.url();
    if let Ok(mut running) = RUNNING.lock() {
        *running = Some(studio.stopper());
    }
    print(&format!("The studio is at {url}\nCtrl-C ends it."))?;
    if !arguments.no_open
        && let Err(error) = open_browser(&url)
    {
        say!("note: no browser could be opened ({error}); open the address yourself");
    }
    studio.serve().map_err(|error| CommandError::File(format!("the studio broke off: {error}")))
}

/// Writes the page as files.
fn write(site: &Site, directory: &Path, studies: &[(String, String)]) -> Result<(), CommandError> {
    let index =
        site.write(directory, studies).map_err(|error| CommandError::writing(directory, &error))?;
    print(&format!("{}", index.display()))
}

/// The pages of the studies.
#[cfg(feature = "papers")]
fn studies() -> Result<Vec<(String, String)>, CommandError> {
    use carom_papers::study::{self, Studied, site};
    say!("note: computing the studies …");
    let all = study::all();
    let mut pages = vec![("studies/index.html".to_owned(), site::list_page(&all))];
    for study in all {
        let findings =
            (study.run)().map_err(|error| CommandError::File(format!("{}: {error}", study.id)))?;
        let page = site::served_page(&Studied { study, findings });
        pages.push((format!("studies/{}.html", study.id), page));
    }
    Ok(pages)
}

#[cfg(not(feature = "papers"))]
fn studies() -> Result<Vec<(String, String)>, CommandError> {
    Ok(Vec::new())
}

fn failure(error: &OpenError) -> CommandError {
    let advice = match error {
        OpenError::Port { .. } => "; another program may be using it: choose one with --port",
        OpenError::Start(_) => "",
    };
    CommandError::File(format!("{error}{advice}"))
}
