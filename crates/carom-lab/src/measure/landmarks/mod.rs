//! Two coloured landmarks on a body, followed through the frames of a high-speed camera (iguchi 5.1).
//!
//! Their middle is the body's place and the way between them its orientation. Straight lines through
//! the frames before and after the impact give velocities and spins; the impact is where they meet.

mod colour;
mod fit;
mod image;
mod split;
mod spot;
mod tracks;

pub use colour::Colour;
pub use spot::Detection;
pub use tracks::{Tracks, follow, read_table};

use std::f64::consts::{PI, TAU};

use serde::Serialize;

use super::error::MeasureError;
use super::line::Line;
use super::trial::{Impact, Measured, Trial, Wall};
use crate::disc::Disc;
use carom::check::{check as is_allowed, positive};
use fit::Fit;

/// The size of a pixel, or what it follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// The distance between the landmarks (m).
    Distance(f64),
    /// Metres per pixel.
    MetresPerPixel(f64),
}

/// How tracks are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where the wall lies in the image.
    pub wall: Wall,
    /// The size of a pixel.
    pub scale: Scale,
    /// Where the centre of mass lies on the way from the first landmark to the second: 0.5 is half way.
    pub centre: f64,
    /// Frames left out on either side of the impact, in which the bodies may touch.
    pub guard: f64,
    /// What is known of the body.
    pub disc: Option<Disc>,
}

/// Fewest frames on either side of the impact.
pub const FEWEST: usize = 3;
/// A change of velocity in this many standard deviations is an impact.
const SIGNIFICANT: f64 = 6.0;

/// What was measured of one collision.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// Velocities and spins.
    #[serde(flatten)]
    pub trial: Trial,
    /// When the lines before and after meet (s).
    pub impact_time: Measured,
    /// What follows from the velocities.
    pub impact: Impact,
    /// Frames on the line before and on the line after.
    pub frames: [usize; 2],
    /// Degrees of freedom that the noise was estimated from.
    pub degrees_of_freedom: usize,
    /// Metres per pixel.
    pub scale: Measured,
    /// Standard deviation of one frame: along and across the wall (m), and orientation (rad).
    pub noise: [f64; 3],
    /// The same in pixels, along and across the wall.
    pub noise_pixels: [f64; 2],
    /// The raster on which the tracks lie (pixels), if they do.
    pub raster: Option<f64>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Where the body was: time (s), x, z (m), orientation (rad), in the axes of the wall.
    #[serde(skip)]
    pub path: Vec<[f64; 4]>,
    /// The lines before and after: at the impact and slope, for x, z and orientation.
    #[serde(skip)]
    pub lines: [[(f64, f64); 3]; 2],
    /// The moments between which frames were left out (s).
    #[serde(skip)]
    pub left_out: [f64; 2],
}

/// Measures velocities and spins from the tracks of two landmarks.
pub fn measure(
    name: &str,
    tracks: &Tracks,
    settings: &Settings,
) -> Result<Measurement, MeasureError> {
    let wrong = |what: String| MeasureError::recording(&tracks.file, what);
    let (guard, centre) = (settings.guard, settings.centre);
    is_allowed((0.0..=1e3).contains(&guard), "guard", guard, "from 0 to 1000 frames")?;
    is_allowed(centre.abs() <= 10.0, "centre", centre, "from -10 to 10")?;
    let fewest = 2 * FEWEST;
    if tracks.times.len() < fewest {
        return Err(wrong(format!(
            "it has {} frames with both landmarks; at least {fewest} are needed",
            tracks.times.len()
        )));
    }
    let scale = scale(tracks, settings.scale)?;
    let path = path(tracks, settings, scale.value).map_err(wrong)?;
    let arm = 0.5 * mean_distance(tracks).value * scale.value;
    let split = split::split(&path, arm, settings.guard, FEWEST).map_err(|(what, frame)| {
        let frame = frame.and_then(|frame| tracks.frames.get(frame));
        wrong(frame.map_or_else(|| what.clone(), |frame| format!("{frame}: {what}")))
    })?;
    let raster = raster(tracks);
    let fit = Fit::new(&split, raster.map(|q| q * scale.value), arm, scale.sd / scale.value);
    let trial = Trial { trial: name.into(), before: fit.motion(0), after: fit.motion(1) };
    check(&trial).map_err(wrong)?;
    let impact = Impact::of(&trial, settings.disc.as_ref());
    let mut warnings = tracks.warnings.clone();
    warnings.extend(fit.warnings(&path, &split, scale.value));
    warnings.extend(raster.map(|q| format!(
        "the tracks lie on a raster of {q} pixels: centres of gravity to a part of a pixel would do far better"
    )));
    warnings.extend(distance_warning(tracks));
    warnings.extend(impact.warning());
    let noise = fit.variance.map(f64::sqrt);
    Ok(Measurement {
        impact_time: split.time(&fit.variance),
        impact,
        frames: split.counts(),
        degrees_of_freedom: fit.freedom,
        scale,
        noise,
        noise_pixels: [noise[0] / scale.value, noise[1] / scale.value],
        raster,
        warnings,
        lines: split.lines.map(|side| side.map(|line| (line.at(split.moment), line.slope))),
        left_out: split.left_out,
        path,
        trial,
    })
}

/// The pixel distance between the landmarks: its mean, and the standard deviation of that.
fn mean_distance(tracks: &Tracks) -> Measured {
    let distances: Vec<f64> = tracks.places.iter().map(distance).collect();
    let count = distances.len() as f64;
    let mean = distances.iter().sum::<f64>() / count;
    let squares: f64 = distances.iter().map(|d| (d - mean).powi(2)).sum();
    Measured::new(mean, (squares / (count * (count - 1.0).max(1.0))).sqrt())
}

fn distance([a, b]: &[[f64; 2]; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn scale(tracks: &Tracks, scale: Scale) -> Result<Measured, MeasureError> {
    let between = mean_distance(tracks);
    if between.value < 1e-6 {
        return Err(MeasureError::recording(&tracks.file, "the two landmarks lie on each other"));
    }
    Ok(match scale {
        Scale::MetresPerPixel(size) => Measured::new(positive("scale", size)?, 0.0),
        Scale::Distance(metres) => {
            let size = positive("distance", metres)? / between.value;
            Measured::new(size, size * between.sd / between.value)
        }
    })
}

/// Time, x, z and orientation in the axes of the wall; the orientation turns with the spin about +y,
/// θ = arctan((x₁ − x₂)/(z₁ − z₂)) as in iguchi 5.1, without jumps.
fn path(tracks: &Tracks, settings: &Settings, scale: f64) -> Result<Vec<[f64; 4]>, String> {
    let mut last: Option<f64> = None;
    let mut path = Vec::with_capacity(tracks.times.len());
    for (i, [a, b]) in tracks.places.iter().enumerate() {
        let share = settings.centre;
        let middle = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
        let [x, z] = settings.wall.axes(scale * middle[0], -scale * middle[1]);
        let [dx, dz] = settings.wall.axes(a[0] - b[0], b[1] - a[1]);
        if dx.hypot(dz) < 1e-6 {
            return Err(format!("{}: the two landmarks lie on each other", tracks.frames[i]));
        }
        let angle = dx.atan2(dz);
        let turned = last.map_or(angle, |last| last + (angle - last + PI).rem_euclid(TAU) - PI);
        last = Some(turned);
        path.push([tracks.times[i], x, z, turned]);
    }
    Ok(path)
}

/// The raster of whole, half or quarter pixels on which all coordinates lie.
fn raster(tracks: &Tracks) -> Option<f64> {
    let on = |raster: f64| {
        let whole = |v: &f64| (v / raster).fract() == 0.0;
        tracks.places.iter().flatten().flatten().all(whole)
    };
    [1.0, 0.5, 0.25].into_iter().find(|&raster| on(raster))
}

fn check(trial: &Trial) -> Result<(), String> {
    let (before, after) = (trial.before.vz, trial.after.vz);
    let change = after.value - before.value;
    let sd = before.sd.hypot(after.sd);
    if change < SIGNIFICANT * sd {
        return Err(format!(
            "there is no impact in the recording: the velocity away from the wall changes by {change:.4} ± \
             {sd:.4} m/s where an impact adds to it; check the place of the wall"
        ));
    }
    if before.value >= 0.0 || after.value < -4.0 * after.sd {
        return Err(format!(
            "the body must approach the wall before the impact and leave it after, but its velocity \
             away from the wall is {:.4} m/s before and {:.4} m/s after; check the place of \
             the wall",
            before.value, after.value
        ));
    }
    Ok(())
}

/// A warning if the distance between the landmarks changes, by the lens or by perspective.
fn distance_warning(tracks: &Tracks) -> Option<String> {
    let points = tracks.times.iter().copied().zip(tracks.places.iter().map(distance));
    let line = Line::through(points);
    let noise = line.squares / (line.count - 2.0).max(1.0);
    let way = line.slope * (tracks.times.last()? - tracks.times.first()?);
    let real = line.slope.abs() > 4.0 * line.slope_sd(noise);
    (real && way.abs() > 0.01 * line.value).then(|| {
        format!(
            "the distance between the landmarks changes by {:.1} % through the recording: lens or \
             perspective",
            100.0 * way / line.value
        )
    })
}
