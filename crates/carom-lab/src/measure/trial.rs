//! The result of every kind of recording: velocities and spin before and after, in the axes of the wall.

use std::fmt::Write;
use std::str::FromStr;

use serde::Serialize;

use crate::disc::Disc;

/// A measured value and its standard deviation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// Its standard deviation.
    pub sd: f64,
}

impl Measured {
    /// A value and its standard deviation.
    #[must_use]
    pub fn new(value: f64, sd: f64) -> Self {
        Self { value, sd }
    }

    /// How many standard deviations it lies from `truth`.
    #[must_use]
    pub fn deviations_from(&self, truth: f64) -> f64 {
        (self.value - truth) / self.sd
    }
}

/// How a body moves: along the wall (x), away from it (z), and about y, so that the point that
/// touches slides at vx − radius·spin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Motion {
    /// Along the wall (m/s).
    pub vx: Measured,
    /// Away from the wall (m/s).
    pub vz: Measured,
    /// About +y (rad/s): clockwise where x points right and z up.
    pub spin: Measured,
}

impl Motion {
    /// Its three values in the order of the table.
    #[must_use]
    pub fn values(&self) -> [Measured; 3] {
        [self.vx, self.vz, self.spin]
    }
}

/// One collision, as a row of the table that calibration reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// What it is called.
    pub trial: String,
    /// Before the impact.
    pub before: Motion,
    /// After the impact.
    pub after: Motion,
}

const COLUMNS: [&str; 6] =
    ["vx_before", "vz_before", "spin_before", "vx_after", "vz_after", "spin_after"];

/// The table that calibration reads: m/s and rad/s, after every value its standard deviation.
///
/// ```
/// use carom_lab::measure::{Measured, Motion, Trial, csv};
/// let at = |vz| Motion { vz: Measured::new(vz, 0.01), ..Motion::default() };
/// let trial = Trial { trial: "1".into(), before: at(-2.0), after: at(1.1) };
/// let table = csv([&trial]);
/// assert!(table.starts_with("trial,vx_before,vx_before_sd,vz_before,vz_before_sd,"));
/// assert!(table.ends_with("1,0,0,-2,0.01,0,0,0,0,1.1,0.01,0,0\n"));
/// ```
pub fn csv<'a>(trials: impl IntoIterator<Item = &'a Trial>) -> String {
    let mut text = String::from("trial");
    for name in COLUMNS {
        let _ = write!(text, ",{name},{name}_sd");
    }
    text.push('\n');
    for trial in trials {
        text += &cell(&trial.trial);
        for one in trial.before.values().into_iter().chain(trial.after.values()) {
            let _ = write!(text, ",{},{}", one.value, one.sd);
        }
        text.push('\n');
    }
    text
}

/// Everything measured of recordings of one kind, as JSON with a version.
pub fn document<T: Serialize>(kind: &str, trials: &[T]) -> serde_json::Value {
    serde_json::json!({ "version": 1, "kind": kind, "trials": trials })
}

/// A name without what would end a cell or begin a comment.
pub(crate) fn cell(name: &str) -> String {
    name.replace([',', '"', '\n', '\r', '#'], "_")
}

/// Where the wall lies in the axes of a recording, as the angle from their right to the wall's +x,
/// counter-clockwise; z is 90° further, away from the wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Wall {
    /// The angle (rad).
    pub angle: f64,
}

impl Wall {
    /// A vector to the right and up in the recording, in the axes of the wall (x, z).
    #[must_use]
    pub fn axes(&self, right: f64, up: f64) -> [f64; 2] {
        let (sin, cos) = self.angle.sin_cos();
        [cos * right + sin * up, cos * up - sin * right]
    }
}

impl FromStr for Wall {
    type Err = String;

    /// `below`, `right`, `above`, `left`, or an angle in degrees.
    fn from_str(text: &str) -> Result<Self, String> {
        let degrees = match text {
            "below" => 0.0,
            "right" => 90.0,
            "above" => 180.0,
            "left" => 270.0,
            _ => text.parse().ok().filter(|angle: &f64| angle.abs() <= 360.0).ok_or(
                "it must be below, right, above, left, or the angle of the wall from -360 to 360 degrees",
            )?,
        };
        Ok(Self { angle: f64::to_radians(degrees) })
    }
}

/// Restitution and impulses that follow from the two motions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Impact {
    /// −vz after over vz before.
    pub restitution: Measured,
    /// The impulse m·Δvx (N·s), where the mass is known.
    pub impulse_x: Option<Measured>,
    /// The impulse m·Δvz (N·s).
    pub impulse_z: Option<Measured>,
    /// J·Δspin (N·m·s).
    pub angular_impulse: Option<Measured>,
    /// J·Δspin + radius·m·Δvx (N·m·s), which vanishes where only the wall's force turned the body.
    pub imbalance: Option<Measured>,
}

impl Impact {
    /// From a trial; values before and after err independently.
    #[must_use]
    pub fn of(trial: &Trial, disc: Option<&Disc>) -> Self {
        let (a, b) = (&trial.before, &trial.after);
        let change = |from: Measured, to: Measured, scale: f64| {
            Measured::new(scale * (to.value - from.value), scale * from.sd.hypot(to.sd))
        };
        let e = -b.vz.value / a.vz.value;
        let sd = (b.vz.sd / a.vz.value).hypot(e * a.vz.sd / a.vz.value);
        let impulse_x = disc.map(|disc| change(a.vx, b.vx, disc.mass()));
        let angular = disc.map(|disc| change(a.spin, b.spin, disc.inertia()));
        let both = disc.zip(impulse_x).zip(angular);
        Self {
            restitution: Measured::new(e, sd),
            impulse_x,
            impulse_z: disc.map(|disc| change(a.vz, b.vz, disc.mass())),
            angular_impulse: angular,
            imbalance: both.map(|((disc, p), l)| {
                Measured::new(l.value + disc.radius() * p.value, l.sd.hypot(disc.radius() * p.sd))
            }),
        }
    }

    /// A warning about torques that do not come from the wall.
    pub(crate) fn warning(&self) -> Option<String> {
        let imbalance = self.imbalance.filter(|one| one.value.abs() > 4.0 * one.sd)?;
        Some(format!(
            "the change of spin does not fit the tangential impulse: J·Δspin + radius·m·Δvx is {:.2e} \
             ± {:.1e} N·m·s; check radius, inertia, centre and the place of the wall",
            imbalance.value, imbalance.sd
        ))
    }
}
