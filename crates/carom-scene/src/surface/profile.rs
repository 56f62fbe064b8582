//! What the centre of a ball follows on its way over a surface.

use super::envelope::envelope;
use super::error::ProfileError;
use super::height::{Grid, Height, Scale};
use super::patch::average;
use super::table::Table;

/// What rolls or scrapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Radius of the ball, or of the tip of a probe (m).
    pub radius: f64,
    /// Half-width of the patch of contact (m), as Hertz's √(R·δ); 0 for a ball that does not yield.
    pub patch: f64,
}

/// The height of a ball's lowest point over a path: the envelope of the ball over the surface,
/// averaged over the patch of contact, as a curve without a jump in its slope.
///
/// Heights are those of the surface, whose zero is the mean of a rough one, the plane of ridges
/// and grooves, and that of the file. A ball at rest at the start stands at `at(0.0)`, not at 0.
/// The averaging lets the patch sink into sharp peaks, so that only without a patch the profile
/// lies nowhere below the surface.
///
/// The spacing of the table is a sixteenth of the finest feature of the surface, or a quarter of
/// the patch where that is less (a patch narrower than a sixteenth of the finest feature is left
/// out). Where that would be too many points, it is as coarse as it must be, up to half of the
/// finest feature; paths that need more are refused. It does not depend on any sample rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    table: Table,
    highest: f64,
}

impl Profile {
    /// The most points of a table, with those that the ball reaches before and behind the path:
    /// 64 MB each for heights, envelope and mean while it is made, and one of them kept.
    pub const MOST_POINTS: usize = 8_000_000;

    /// The profile of a path from 0 to `length` (m).
    ///
    /// # Errors
    ///
    /// If a number is out of its range, or the path too long for the finest features.
    pub fn new(height: &Height, ball: &Ball, length: f64) -> Result<Self, ProfileError> {
        Self::over(height, height.scale(), ball, length, Self::MOST_POINTS)
    }

    fn over(
        height: &Height,
        scale: Scale,
        ball: &Ball,
        length: f64,
        most: usize,
    ) -> Result<Self, ProfileError> {
        check(ball, length)?;
        let margin = margin(scale.relief, ball, length);
        let coarse = spacing(scale.finest, ball.patch, length, margin, most)?;
        let intervals = (length / coarse).ceil().max(1.0);
        let spacing = length / intervals;
        let before = (margin / spacing).ceil() as usize + 1;
        let path = before..before + intervals as usize + 1;

        let heights = height.sample(&Grid { before, spacing, count: path.end + before });
        let envelope = envelope(&heights, spacing, ball.radius);
        drop(heights);
        let means = average(&envelope, ball.patch / spacing);
        let table = Table::new(&means[path], spacing);
        Ok(Self { highest: table.highest(), table })
    }

    /// The height at a position along the path (both in m), constant beyond its ends.
    #[must_use]
    pub fn at(&self, position: f64) -> f64 {
        self.table.at(position)
    }

    /// The slope at a position, 0 at the ends of the path and beyond.
    #[must_use]
    pub fn slope(&self, position: f64) -> f64 {
        self.table.slope(position)
    }

    /// The highest point of the table (m).
    #[must_use]
    pub fn highest(&self) -> f64 {
        self.highest
    }

    /// The distance between the points of the table (m).
    #[must_use]
    pub fn spacing(&self) -> f64 {
        self.table.spacing()
    }

    /// The length of the path (m).
    #[must_use]
    pub fn length(&self) -> f64 {
        self.table.spacing() * self.table.intervals() as f64
    }
}

fn check(ball: &Ball, length: f64) -> Result<(), ProfileError> {
    let above = |value: f64| value.is_finite() && value > 0.0;
    let patch = ball.patch.is_finite() && ball.patch >= 0.0;
    let allowed = "a finite number of metres above 0";
    for (fine, what, value, allowed) in [
        (above(ball.radius), "radius of the ball", ball.radius, allowed),
        (patch, "patch of contact", ball.patch, "a finite number of metres, 0 or above"),
        (above(length), "length of the path", length, allowed),
    ] {
        if !fine {
            return Err(ProfileError::Value { what, value, allowed });
        }
    }
    Ok(())
}

/// How far before and behind the path the ball may touch: where it is higher above its lowest
/// point than the surface is deep. Balls that reach beyond another length of path are too big for
/// the ends of their path to matter.
fn margin(relief: f64, ball: &Ball, length: f64) -> f64 {
    let deep = relief.min(ball.radius);
    let reach = (deep * (2.0 * ball.radius - deep)).sqrt();
    (reach + ball.patch).min(length)
}

fn spacing(
    finest: f64,
    patch: f64,
    length: f64,
    margin: f64,
    most: usize,
) -> Result<f64, ProfileError> {
    let fine = finest / 16.0;
    let wanted = if patch >= fine { fine.min(patch / 4.0) } else { fine };
    let whole = length + 2.0 * margin;
    let spacing = wanted.max(whole / most as f64);
    if spacing > finest / 2.0 {
        return Err(ProfileError::TooLong { length, finest, needed: 2.0 * whole / finest, most });
    }
    Ok(spacing.min(length))
}

#[cfg(test)]
mod tests {
    use carom_files::csv::Tables;
    use std::f64::consts::{PI, TAU};

    use super::*;
    use crate::surface::{Grooves, Ridges, Rough, Surface};

    const HARD: f64 = 0.0;

    fn rough(rms: f64) -> Height {
        let rough = Rough { rms, correlation: 1e-3, finest: Some(5e-5), hurst: 0.8, seed: 1 };
        Surface::Rough(rough).load(&mut Tables::default()).unwrap()
    }

    fn profile(height: &Height, radius: f64, patch: f64, length: f64) -> Profile {
        Profile::new(height, &Ball { radius, patch }, length).unwrap()
    }

    /// Root mean square of the slope between places at a fixed distance.
    fn rms_slope(at: impl Fn(f64) -> f64) -> f64 {
        let rise = |i: i32| at(f64::from(i + 1) * 1e-5) - at(f64::from(i) * 1e-5);
        let squares = (1000..40_000).map(|i| (rise(i) / 1e-5).powi(2));
        (squares.sum::<f64>() / 39_000.0).sqrt()
    }

    #[test]
    fn over_a_narrow_deep_groove_the_ball_dips_as_geometry_says() {
        let (radius, width) = (0.01, 1e-3);
        let grooves = Grooves { depth: 0.05, spacing: 0.1, width };
        let height = Surface::Grooves(grooves).load(&mut Tables::default()).unwrap();
        let profile = profile(&height, radius, HARD, 0.1);
        let expected = radius - (radius * radius - 0.25 * width * width).sqrt();
        let dip = profile.at(0.0) - profile.at(0.05);
        // The edges are rounded, so that the ball touches a little inside of them.
        assert!((dip / expected - 1.0).abs() < 0.01, "{dip} {expected}");
        assert_eq!((profile.at(0.0), profile.highest()), (0.0, 0.0));
    }

    #[test]
    fn over_a_long_wave_the_ball_just_follows() {
        let (amplitude, wavelength) = (1e-4, 0.1);
        let ridges = Ridges {
            height: 2.0 * amplitude,
            spacing: wavelength,
            roundness: 1.0,
            jitter: 0.0,
            seed: 1,
        };
        let height = Surface::Ridges(ridges).load(&mut Tables::default()).unwrap();
        let largest = wavelength * wavelength / (4.0 * PI * PI * amplitude);
        let profile = profile(&height, largest / 500.0, HARD, 0.3);
        for i in 0..3000 {
            let position = f64::from(i) * 1e-4;
            let error = profile.at(position) - height.at(position);
            assert!(error.abs() < 2e-3 * amplitude, "{position} {error}");
            let slope = amplitude * TAU / wavelength * (TAU * position / wavelength).sin();
            let steepest = amplitude * TAU / wavelength;
            if i > 50 && i < 2950 {
                assert!((profile.slope(position) - slope).abs() < 0.01 * steepest, "{position}");
            }
        }
    }

    #[test]
    fn a_hard_ball_lies_nowhere_below_the_surface() {
        let height = rough(1e-5);
        for radius in [1e-4, 1e-2] {
            let profile = profile(&height, radius, HARD, 0.05);
            for i in 1..(0.05 / profile.spacing()) as usize {
                let position = i as f64 * profile.spacing();
                assert!(profile.at(position) >= height.at(position) - 1e-12, "{radius} {i}");
            }
        }
    }

    #[test]
    fn a_ball_is_smoother_than_the_roughness_and_a_soft_one_smoother_still() {
        let height = rough(1e-5);
        let raw = rms_slope(|position| height.at(position));
        let hard = profile(&height, 0.01, HARD, 0.5);
        let hard = rms_slope(|position| hard.at(position));
        let soft = profile(&height, 0.01, 1e-4, 0.5);
        let soft = rms_slope(|position| soft.at(position));
        assert!(hard < 0.6 * raw && soft < 0.95 * hard, "{raw} {hard} {soft}");
    }

    #[test]
    fn larger_balls_stand_higher_and_shake_less() {
        let height = rough(1e-5);
        let profiles = [1e-3, 1e-2, 0.1].map(|radius| profile(&height, radius, HARD, 0.5));
        let mean = |profile: &Profile| {
            (0..5000).map(|i| profile.at(f64::from(i) * 1e-4)).sum::<f64>() / 5000.0
        };
        let [small, middle, large] = [0, 1, 2].map(|i| mean(&profiles[i]));
        assert!(0.0 < small && small < middle && middle < large, "{small} {middle} {large}");
    }

    #[test]
    fn the_order_of_questions_does_not_matter() {
        let profile = profile(&rough(1e-6), 0.01, 1e-4, 0.1);
        let places: Vec<_> = (0..1000).map(|i| f64::from(i) * 1.01e-4 - 1e-4).collect();
        let forth: Vec<_> = places.iter().map(|&place| profile.at(place)).collect();
        let mut back: Vec<_> = places.iter().rev().map(|&place| profile.at(place)).collect();
        back.reverse();
        assert_eq!(forth, back);
    }

    #[test]
    fn the_middle_of_a_path_does_not_depend_on_its_ends() {
        let height = rough(1e-5);
        let (short, long) = (profile(&height, 0.01, 1e-4, 0.05), profile(&height, 0.01, 1e-4, 0.1));
        for i in 10..490 {
            let position = f64::from(i) * 1e-4;
            let error = short.at(position) - long.at(position);
            assert!(error.abs() < 1e-9, "{position} {error}");
        }
    }

    #[test]
    fn a_finer_table_gives_the_same_profile() {
        let (height, ball) = (rough(1e-5), Ball { radius: 5e-3, patch: 1e-4 });
        let scale = height.scale();
        let fine = Scale { finest: scale.finest / 8.0, ..scale };
        let coarse = Profile::over(&height, scale, &ball, 0.2, 8_000_000).unwrap();
        let fine = Profile::over(&height, fine, &ball, 0.2, 8_000_000).unwrap();
        let square = |i: i32| {
            let position = 1e-3 + f64::from(i) * 0.99e-4;
            (coarse.at(position) - fine.at(position)).powi(2)
        };
        let error = ((0..2000).map(square).sum::<f64>() / 2000.0).sqrt();
        assert!(error < 1e-3 * 1e-5, "{error}");
    }

    #[test]
    fn extreme_values_stay_numbers() {
        let wild = [(1e-6, 1e-3), (10.0, 1e-9), (1e-9, 1e-3), (1e9, 1e-3), (1e-3, 1e3)];
        for (radius, rms) in wild {
            for patch in [0.0, 1e-9, 1e-4, 1e3] {
                let profile = profile(&rough(rms), radius, patch, 0.01);
                for i in -10..1100 {
                    let position = f64::from(i) * 1e-5;
                    assert!(profile.at(position).is_finite(), "{radius} {rms} {position}");
                    assert!(profile.slope(position).is_finite(), "{radius} {rms} {position}");
                }
            }
        }
    }

    #[test]
    fn long_paths_are_coarser_and_longer_ones_refused() {
        let (height, ball) = (rough(1e-6), Ball { radius: 0.01, patch: 0.0 });
        let over = |length, most| Profile::over(&height, height.scale(), &ball, length, most);
        let spacing = |most| over(1.0, most).unwrap().spacing();
        assert!((spacing(1_000_000) / (5e-5 / 16.0) - 1.0).abs() < 1e-3);
        assert!((spacing(100_000) / 1e-5 - 1.0).abs() < 1e-2);
        let error = over(1.0, 20_000).unwrap_err();
        assert!(matches!(error, ProfileError::TooLong { most: 20_000, .. }));
        assert!(error.to_string().starts_with("a path of 1 m over features of 0.00005 m"));
    }

    #[test]
    fn senseless_numbers_are_named() {
        let error = |radius, patch, length| {
            let ball = Ball { radius, patch };
            Profile::new(&Height::smooth(), &ball, length).unwrap_err().to_string()
        };
        assert!(error(0.0, 0.0, 1.0).starts_with("the radius of the ball is 0, but must be"));
        assert!(error(1.0, -1.0, 1.0).starts_with("the patch of contact is -1"));
        assert!(error(1.0, 0.0, f64::NAN).starts_with("the length of the path is NaN"));
    }
}
