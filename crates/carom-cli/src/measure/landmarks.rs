//! `carom measure landmarks`.

use std::path::{Path, PathBuf};

use carom_lab::measure::landmarks::{
    Colour, Detection, Measurement, Scale, Settings, Tracks, follow, measure, read_table,
};
use carom_lab::measure::{Disc, MeasureError, Wall, csv, document, page};
use clap::{ArgGroup, Args};

use super::output::{Output, Results, named, setting};
use crate::error::CommandError;

/// Follows two coloured landmarks through high-speed frames: velocities and spin before and after
/// the impact by straight lines.
///
/// A recording is a directory of frames (PNG or PPM, in the order of their names) or a table of
/// tracks with the columns time (s) or frame, x1, y1, x2, y2 (pixels, y downwards). The centre
/// of mass lies half way between the landmarks, or at --centre.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    allow_negative_numbers = true,
    group = ArgGroup::new("size").required(true).args(["distance", "scale"])
)]
pub(super) struct Arguments {
    /// Directories of frames or tables of tracks, one for each trial
    #[arg(required = true, value_name = "FRAMES|TRACKS.csv")]
    recordings: Vec<PathBuf>,

    /// Frames per second; not needed for tables with times
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,

    /// The distance between the landmarks (m), which gives the size of a pixel
    #[arg(long, value_name = "M")]
    distance: Option<f64>,

    /// Metres per pixel
    #[arg(long, value_name = "M")]
    scale: Option<f64>,

    /// Where the wall lies in the image: below, right, above, left, or the angle of its x axis in
    /// degrees, counter-clockwise from the image's right
    #[arg(long, value_name = "PLACE", default_value = "below", allow_hyphen_values = true)]
    wall: Wall,

    /// The colours of the two landmarks: red, green, blue, yellow, cyan, magenta, orange or #rrggbb
    #[arg(long, value_name = "A,B", default_value = "red,green")]
    colours: String,

    /// The share of its colour, from grey to pure, that a pixel of a landmark needs
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    threshold: f64,

    /// The fewest pixels of a landmark
    #[arg(long, value_name = "PIXELS", default_value_t = 6)]
    smallest: usize,

    /// Where the centre of mass lies on the way from the first landmark to the second
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    centre: f64,

    /// Frames left out on either side of the impact: half the contact time and the exposure
    #[arg(long, value_name = "FRAMES", default_value_t = 1.5)]
    guard: f64,

    /// Mass of the body (kg), for impulses
    #[arg(long, value_name = "KG", requires = "radius")]
    mass: Option<f64>,

    /// From its centre to the point that touches (m), for the balance of impulse and spin
    #[arg(long, value_name = "M", requires = "mass")]
    radius: Option<f64>,

    /// Moment of inertia (kg·m²) [default: mass·radius²/2]
    #[arg(long, value_name = "KG_M2", requires = "mass")]
    inertia: Option<f64>,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  carom measure landmarks trial1/ trial2/ --rate 1000 --distance 0.036 --out trials.csv
  carom measure landmarks tracks.csv --scale 0.00114 --wall right --report tracks.html
  carom measure landmarks trial1/ --rate 1000 --distance 0.036 --colours '#d06010,blue' --json

Exit status: 0 done, 2 bad input, 3 could not read or write.";

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let colours = arguments.colours().map_err(CommandError::Input)?;
    let detection = arguments.detection().map_err(CommandError::Input)?;
    let settings = arguments.settings()?;
    let one = |name: &str, path: &Path| {
        measure(name, &arguments.tracks(path, &colours, detection)?, &settings)
    };
    arguments.output.give(&arguments.recordings, one, results)
}

fn results(trials: &[Measurement]) -> Results {
    Results {
        csv: csv(trials.iter().map(|one| &one.trial)),
        json: document("landmarks", trials),
        page: page::landmarks(trials),
        warnings: trials.iter().flat_map(|one| named(&one.trial.trial, &one.warnings)).collect(),
    }
}

impl Arguments {
    fn tracks(
        &self,
        path: &Path,
        colours: &[Colour; 2],
        detection: Detection,
    ) -> Result<Tracks, MeasureError> {
        if !path.is_dir() {
            return read_table(path, self.rate);
        }
        let rate = self.rate.ok_or_else(|| MeasureError::Recording {
            file: path.to_owned(),
            what: "frames have no times, so --rate must be given".into(),
        })?;
        follow(path, rate, colours, detection)
    }

    fn colours(&self) -> Result<[Colour; 2], String> {
        let wrong = |why: String| format!("--colours {}: {why}", self.colours);
        let Some((first, second)) = self.colours.split_once(',') else {
            return Err(wrong("it must be two colours with a comma between them".into()));
        };
        let colour = |text: &str| text.trim().parse::<Colour>().map_err(wrong);
        let both = [colour(first)?, colour(second)?];
        if both[0] == both[1] {
            return Err(wrong("the landmarks need different colours".into()));
        }
        Ok(both)
    }

    fn detection(&self) -> Result<Detection, String> {
        let (threshold, smallest) = (self.threshold, self.smallest);
        if !(0.01..=2.0).contains(&threshold) {
            return Err(format!("--threshold is {threshold}, it must be from 0.01 to 2"));
        }
        if smallest == 0 {
            return Err("--smallest is 0, it must be 1 or above".into());
        }
        Ok(Detection { threshold, smallest })
    }

    fn settings(&self) -> Result<Settings, CommandError> {
        let scale = match (self.distance, self.scale) {
            (Some(distance), _) => Scale::Distance(distance),
            (_, Some(scale)) => Scale::MetresPerPixel(scale),
            _ => return Err(CommandError::Input("--distance or --scale must be given".into())),
        };
        let disc = self.mass.zip(self.radius);
        let disc = disc.map(|(mass, radius)| Disc::new(mass, radius, self.inertia)).transpose();
        Ok(Settings {
            wall: self.wall,
            scale,
            centre: self.centre,
            guard: self.guard,
            disc: disc.map_err(setting)?,
        })
    }
}
