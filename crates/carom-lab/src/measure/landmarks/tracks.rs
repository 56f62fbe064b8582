//! Where both landmarks were, frame by frame.

use std::fs;
use std::path::{Path, PathBuf};

use carom_files::csv::Table;

use super::image::Image;
use super::spot::find;
use super::{Colour, Detection};
use crate::measure::MeasureError;
use crate::measure::times::times;
use carom::check::positive;

/// The paths of two landmarks through a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Tracks {
    /// Where they were recorded.
    pub file: PathBuf,
    /// The name of each frame: its file, or its line in the table.
    pub frames: Vec<String>,
    /// When each frame was taken (s).
    pub times: Vec<f64>,
    /// The two landmarks in each frame, right and down (pixels).
    pub places: Vec<[[f64; 2]; 2]>,
    /// Warnings.
    pub warnings: Vec<String>,
}

/// Frames beyond this number are refused.
const MOST_FRAMES: usize = 100_000;

/// Reads a table of tracks: `time` (s) or `frame`, and `x1`, `y1`, `x2`, `y2` (pixels, y downwards).
pub fn read_table(file: &Path, rate: Option<f64>) -> Result<Tracks, MeasureError> {
    let table = Table::read(file)?;
    let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(|name| table.column(name));
    let (x1, y1, x2, y2) = (x1?, y1?, x2?, y2?);
    let places = (0..table.rows()).map(|i| [[x1[i], y1[i]], [x2[i], y2[i]]]).collect();
    Ok(Tracks {
        file: file.to_owned(),
        frames: (0..table.rows()).map(|row| format!("line {}", table.line(row))).collect(),
        times: times(&table, rate)?,
        places,
        warnings: Vec::new(),
    })
}

/// Follows two landmarks through the images of a directory, in the order of their names.
pub fn follow(
    directory: &Path,
    rate: f64,
    colours: &[Colour; 2],
    detection: Detection,
) -> Result<Tracks, MeasureError> {
    let rate = positive("rate", rate)?;
    let files = images(directory)?;
    let mut places = Vec::with_capacity(files.len());
    let mut follower = Follower { colours, detection, size: None, last: [None; 2], rivalled: 0 };
    for file in &files {
        places.push(follower.frame(file)?);
    }
    let name = |file: &PathBuf| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> = files.iter().map(name).collect();
    let mut warnings = Vec::new();
    let (first, last) = seen(directory, &names, &places, &mut warnings)?;
    if follower.rivalled > 0 {
        warnings.push(format!(
            "in {} of {} frames another patch of a landmark's colour was at least half as large; \
             the one nearer to the frame before was taken",
            follower.rivalled,
            names.len()
        ));
    }
    Ok(Tracks {
        file: directory.to_owned(),
        frames: names[first..=last].to_vec(),
        times: (first..=last).map(|frame| frame as f64 / rate).collect(),
        places: places[first..=last]
            .iter()
            .filter_map(|place| place.as_ref().ok().copied())
            .collect(),
        warnings,
    })
}

type Place = Result<[[f64; 2]; 2], String>;

struct Follower<'a> {
    colours: &'a [Colour; 2],
    detection: Detection,
    size: Option<(usize, usize)>,
    last: [Option<[f64; 2]>; 2],
    rivalled: usize,
}

impl Follower<'_> {
    fn frame(&mut self, file: &Path) -> Result<Place, MeasureError> {
        let image = Image::read(file)?;
        let size = (image.width, image.height);
        let first = *self.size.get_or_insert(size);
        if size != first {
            return Err(MeasureError::recording(
                file,
                format!(
                    "it has {} × {} pixels, but the frames before it {} × {}",
                    size.0, size.1, first.0, first.1
                ),
            ));
        }
        let mut places = [[0.0; 2]; 2];
        for (i, colour) in self.colours.iter().enumerate() {
            match find(&image, colour, self.detection, self.last[i]) {
                Ok(spot) => {
                    self.rivalled += usize::from(spot.rivalled);
                    self.last[i] = Some(spot.centre);
                    places[i] = spot.centre;
                }
                Err(why) => return Ok(Err(format!("landmark {}: {why}", i + 1))),
            }
        }
        Ok(Ok(places))
    }
}

/// The first and last frame with both landmarks; frames without them may only lie outside.
fn seen(
    directory: &Path,
    names: &[String],
    places: &[Place],
    warnings: &mut Vec<String>,
) -> Result<(usize, usize), MeasureError> {
    let lost = |frame: usize| match &places[frame] {
        Err(why) => MeasureError::recording(directory, format!("{}: {why}", names[frame])),
        Ok(_) => MeasureError::recording(directory, "a landmark is lost"),
    };
    let first = places.iter().position(Result::is_ok).ok_or_else(|| lost(0))?;
    let last = places.iter().rposition(Result::is_ok).ok_or_else(|| lost(0))?;
    if let Some(gap) = places[first..=last].iter().position(Result::is_err) {
        return Err(lost(first + gap));
    }
    for (what, range) in [("first", 0..first), ("last", last + 1..places.len())] {
        if let Some(Err(why)) = places.get(range.start).filter(|_| !range.is_empty()) {
            let frame = &names[range.start];
            warnings
                .push(format!("the {what} {} frames are left out: {frame}: {why}", range.len()));
        }
    }
    Ok((first, last))
}

/// The images of a directory by name, where 10 follows 9.
fn images(directory: &Path) -> Result<Vec<PathBuf>, MeasureError> {
    let read = |error| MeasureError::read(directory, error);
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if matches!(ending.as_deref(), Some("png" | "ppm" | "pnm")) {
            files.push(path);
        }
    }
    if files.is_empty() || files.len() > MOST_FRAMES {
        let what = format!(
            "it holds {} images (.png, .ppm, .pnm); from 1 to {MOST_FRAMES} are followed",
            files.len()
        );
        return Err(MeasureError::recording(directory, what));
    }
    files.sort_by_cached_key(|path| order(&path.to_string_lossy()));
    Ok(files)
}

/// A name as texts and numbers in turn.
fn order(name: &str) -> Vec<(String, u128)> {
    let mut parts = vec![(String::new(), 0u128)];
    let mut in_number = false;
    for letter in name.chars() {
        let digit = letter.to_digit(10);
        if in_number && digit.is_none() {
            parts.push((String::new(), 0));
        }
        in_number = digit.is_some();
        if let Some(last) = parts.last_mut() {
            match digit {
                Some(digit) => last.1 = last.1.saturating_mul(10).saturating_add(digit.into()),
                None => last.0.push(letter),
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_follows_nine() {
        let mut names = ["f10.png", "f9.png", "f1.png", "e20.png", "f010.png"];
        names.sort_by_cached_key(|name| order(name));
        assert_eq!(names, ["e20.png", "f1.png", "f9.png", "f10.png", "f010.png"]);
    }
}
