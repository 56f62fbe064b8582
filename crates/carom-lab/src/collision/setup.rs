//! From a file to bodies and methods of the engine.

use carom::InvalidValue;
use carom_files::csv::{CsvError, Table};
use carom_files::{Document, FileError, FileErrors, Path};
use carom_rigid as rigid;
use carom_rigid::algebra::{apply, dot, scale};
use carom_rigid::{CollisionError, Matrix, Vector};
use carom_shapes::material;

use super::Parsed;
use super::inertia::{rotation, transposed, turned};
use super::method::{Gaussian, Method, PulseShape, Tangential};
use super::types::{Body, Collision};
use super::values::Restitution;

/// The bodies of a checked collision.
pub(super) fn bodies(
    collision: &Collision,
    document: &Document,
) -> Result<rigid::Collision, Vec<FileError>> {
    let [first, second] = collision.body.as_slice() else { return Err(Vec::new()) };
    // The normal points at the first body, which touches on the side it comes from.
    let towards = [scale(collision.normal, -1.0), collision.normal];
    let built = [(0, first), (1, second)].map(|(i, body)| one_body(i, body, towards[i], document));
    let bodies = match built {
        [Ok(first), Ok(second)] => [first, second],
        several => {
            return Err(several.into_iter().filter_map(Result::err).map(|error| *error).collect());
        }
    };
    rigid::Collision::new(bodies, collision.normal).map_err(|error| {
        let [first, second] = [&first.name, &second.name];
        let path = Path::parse("body.0.velocity").unwrap_or_default();
        vec![match error {
            CollisionError::Separating { speed } => document
                .error(&path, format!("`{first}` and `{second}` do not approach each other"))
                .label(format!("they part at {speed} m/s along the normal"))
                .help(format!(
                    "`normal` points from `{second}` to `{first}`; against it their points of \
                     contact, spin included, must come closer"
                )),
            other => document.error(&path, other.to_string()),
        }]
    })
}

fn one_body(
    i: usize,
    body: &Body,
    towards: Vector,
    document: &Document,
) -> Result<rigid::Body, Box<FileError>> {
    let path = Path::default().join("body").index(i);
    let moving = moving_body(i, body, document)?;
    let contact = contact(body, towards).ok_or_else(|| {
        let why = if body.shape.is_some() {
            "it touches with an edge or a face"
        } else {
            "it has no shape"
        };
        document
            .error(&path, format!("body `{}`: where does it touch? {why}", body.name))
            .label("`contact` is missing here")
            .help("add contact = [x, y, z], from its centre of mass to the point of contact (m)")
    })?;
    Ok(moving.touched_at(contact))
}

/// A body with its motion, wherever it touches.
pub(super) fn moving_body(
    i: usize,
    body: &Body,
    document: &Document,
) -> Result<rigid::Body, Box<FileError>> {
    let turn = rotation(body.orientation.as_ref());
    let resting = if body.immovable {
        rigid::Body::immovable()
    } else {
        let path = Path::default().join("body").index(i);
        let invalid =
            |error: InvalidValue| document.error(&path, format!("body `{}`: {error}", body.name));
        let mass = mass(body);
        rigid::Body::new(mass, turned(&own_inertia(body, mass), &turn)).map_err(invalid)?
    };
    Ok(resting.moving(body.velocity, body.spin))
}

/// The farthest point of a body's shape in a direction (m from its centre), if there is one.
pub(super) fn farthest(body: &Body, towards: Vector) -> Option<Vector> {
    let turn = rotation(body.orientation.as_ref());
    let own = apply(&transposed(&turn), towards);
    Some(apply(&turn, body.shape?.solid().extreme(own)?))
}

fn mass(body: &Body) -> f64 {
    let dense = || {
        let material = material::find(body.material.as_deref()?)?;
        Some(material.elastic.density * body.shape?.solid().volume())
    };
    body.mass.or_else(dense).unwrap_or(f64::NAN)
}

fn own_inertia(body: &Body, mass: f64) -> Matrix {
    let of_shape = || body.shape.map(|shape| shape.solid().inertia(mass));
    body.inertia.map(|inertia| inertia.tensor()).or_else(of_shape).unwrap_or_default()
}

/// Where it touches: as written, or the farthest point of its shape; the centre of what is immovable
/// and does not turn, where it makes no difference.
fn contact(body: &Body, towards: Vector) -> Option<Vector> {
    let anywhere = body.immovable && body.spin == [0.0; 3];
    body.contact.or_else(|| farthest(body, towards)).or(anywhere.then_some([0.0; 3]))
}

/// The share of the normal stiffness that a contact has across: 2(1 − ν)/(2 − ν) for ν = 0.3
/// (Mindlin 1949).
const MINDLIN: f64 = 1.4 / 1.7;

impl Parsed {
    /// One of the four methods with the parameters of the file.
    pub fn method(&self, method: Method) -> Result<rigid::Method, FileErrors> {
        Ok(match method {
            Method::Mirtich => {
                let law = rigid::Mirtich::new(self.restitution()?, self.friction()?);
                rigid::Method::Mirtich(law.map_err(|error| self.invalid("restitution", &error))?)
            }
            Method::Pulse => rigid::Method::Pulse(self.pulse()?),
            Method::Iguchi => rigid::Method::Iguchi(self.iguchi()?),
            Method::Compliant => rigid::Method::Compliant(self.compliant()?),
        })
    }

    fn invalid(&self, path: &str, error: &InvalidValue) -> FileErrors {
        self.wrong(path, error.to_string())
    }

    fn wrong(&self, path: &str, message: String) -> FileErrors {
        self.errors(self.document.error(&Path::parse(path).unwrap_or_default(), message))
    }

    fn approach(&self) -> f64 {
        -dot(self.bodies.slip(), self.bodies.normal())
    }

    fn friction(&self) -> Result<rigid::Friction, FileErrors> {
        let (sticking, sliding) = self.collision.friction.coefficients();
        rigid::Friction::new(sticking, sliding).map_err(|error| self.invalid("friction", &error))
    }

    /// Stronge's coefficient at the speed of this approach.
    fn restitution(&self) -> Result<f64, FileErrors> {
        match self.collision.restitution {
            Restitution::Constant(value) => Ok(value),
            Restitution::Falling(_) => Ok(self.law(1.0, None)?.restitution(self.approach())),
        }
    }

    /// λ and d of the compliant normal force.
    fn losses(&self) -> Result<(f64, f64), FileErrors> {
        let (slow, mu) = match self.collision.restitution {
            Restitution::Constant(value) => (value, 0.0),
            Restitution::Falling(falling) => (falling.slow, falling.mu),
        };
        let loss = rigid::Compliant::loss_of(slow).map_err(|_| {
            let path = Path::default().join("restitution");
            let error =
                self.document.error(&path, "the method compliant cannot have a restitution of 0");
            let help = "its force would have to hold on; take a small one, or another method";
            self.errors(error.label("must be above 0").help(help))
        })?;
        Ok((mu, loss))
    }

    /// The shape of the force over time by the method `pulse`.
    pub fn pulse_shape(&self) -> Result<rigid::Shape, FileErrors> {
        let duration = self.collision.duration;
        Ok(match &self.collision.pulse.shape {
            None | Some(PulseShape::Hertz(_)) => rigid::Shape::Hertz { duration },
            Some(PulseShape::HalfSine(_)) => rigid::Shape::HalfSine { duration },
            Some(PulseShape::Gaussian(Gaussian { rise, fall })) => {
                // Cut at four σ on either side.
                let sigma = duration / 8.0;
                rigid::Shape::Gaussian { rise: rise.unwrap_or(sigma), fall: fall.unwrap_or(sigma) }
            }
            Some(PulseShape::File(file)) => {
                let [times, forces] = self.trace(&file.path)?;
                rigid::Shape::Trace(times.into_iter().zip(forces).collect())
            }
        })
    }

    /// The number of steps by the method `pulse`.
    #[must_use]
    pub fn pulse_steps(&self) -> usize {
        self.collision.pulse.steps.unwrap_or(1000) as usize
    }

    fn pulse(&self) -> Result<rigid::Pulse, FileErrors> {
        let invalid = |error: InvalidValue| self.invalid("pulse.shape", &error);
        let shape = self.pulse_shape()?;
        let pulse = rigid::Pulse::new(self.restitution()?, self.friction()?, &shape);
        pulse.and_then(|pulse| pulse.with_steps(self.pulse_steps())).map_err(invalid)
    }

    fn trace(&self, name: &str) -> Result<[Vec<f64>; 2], FileErrors> {
        let mut tables = self.document.tables.clone();
        if !tables.has(name) {
            let message = format!("{name:?} is a file, and this collision must stand alone");
            return Err(self.wrong("pulse.shape.path", message));
        }
        let read = tables.read(name).and_then(|table| force_over_time(&table));
        read.map_err(|error| self.wrong("pulse.shape.path", error.to_string()))
    }

    fn iguchi(&self) -> Result<rigid::Iguchi, FileErrors> {
        let iguchi = &self.collision.iguchi;
        // Cut at five σ on either side.
        let sigma = self.collision.duration / 10.0;
        let (rise, fall) = (iguchi.rise.unwrap_or(sigma), iguchi.fall.unwrap_or(sigma));
        let method = rigid::Iguchi::new(self.restitution()?, self.friction()?, rise, fall);
        let read = method.and_then(|method| method.with_convention(iguchi.reading()));
        read.map_err(|error| self.invalid("iguchi", &error))
    }

    /// The law of this normal stiffness, without friction unless it is given.
    fn law(
        &self,
        stiffness: f64,
        friction: Option<(rigid::Friction, rigid::Tangential)>,
    ) -> Result<rigid::Compliant, FileErrors> {
        let invalid = |error: InvalidValue| self.invalid("compliant", &error);
        let compliant = &self.collision.compliant;
        let none = (rigid::Friction::coulomb(0.0).map_err(invalid)?, BRISTLE);
        let (friction, tangential) = friction.unwrap_or(none);
        let exponent = compliant.exponent.unwrap_or(1.5);
        let law = rigid::Compliant::new(stiffness, exponent, self.losses()?, friction, tangential);
        let steps = compliant.steps.unwrap_or(1000) as usize;
        law.and_then(|law| law.with_steps(steps)).map_err(invalid)
    }

    fn compliant(&self) -> Result<rigid::Compliant, FileErrors> {
        let compliant = &self.collision.compliant;
        let (stiffness, lasts) = self.stiffness_and_time()?;
        // The spring that would swing back in the time of the contact.
        let mobility =
            dot(self.bodies.normal(), apply(&self.bodies.matrix(), self.bodies.normal()));
        let across = MINDLIN * (std::f64::consts::PI / lasts).powi(2) / mobility;
        let tangential = match compliant.tangential {
            Some(Tangential::Lugre(law)) => rigid::Tangential::LuGre {
                stiffness: law.stiffness.unwrap_or(across),
                damping: law.damping,
                stribeck: law.stribeck,
            },
            Some(Tangential::Bristle(law)) => rigid::Tangential::Bristle {
                stiffness: law.stiffness.unwrap_or(across),
                damping: law.damping,
            },
            None => rigid::Tangential::Bristle { stiffness: across, damping: 0.0 },
        };
        self.law(stiffness, Some((self.friction()?, tangential)))
    }

    /// The normal stiffness, and how long the contact lasts with it but for friction. The time goes
    /// as k^(−1/(n+1)), whatever the losses, so that one contact is enough.
    fn stiffness_and_time(&self) -> Result<(f64, f64), FileErrors> {
        let compliant = &self.collision.compliant;
        let exponent = compliant.exponent.unwrap_or(1.5);
        let (approach, wanted) = (self.approach(), self.collision.duration);
        let mobility =
            dot(self.bodies.normal(), apply(&self.bodies.matrix(), self.bodies.normal()));
        let depth = approach * wanted / 3.0;
        let near = 0.5 * (exponent + 1.0) * approach * approach / mobility;
        let trial = compliant.stiffness.unwrap_or(near / depth.powf(exponent + 1.0));
        let law = rigid::Method::Compliant(self.law(trial, None)?);
        let touched = rigid::collide(&self.bodies, &law);
        let lasts =
            touched.map_err(|error| self.wrong("compliant", error.to_string()))?.contact_time;
        Ok(match compliant.stiffness {
            Some(stiffness) => (stiffness, lasts),
            None => (trial * (lasts / wanted).powf(exponent + 1.0), wanted),
        })
    }
}

/// Without effect where there is no friction.
const BRISTLE: rigid::Tangential = rigid::Tangential::Bristle { stiffness: 1.0, damping: 0.0 };

/// The columns `time` and `force` of a table.
fn force_over_time(table: &Table) -> Result<[Vec<f64>; 2], CsvError> {
    let (times, forces) = (table.rising_column("time")?, table.column("force")?);
    if let Some(row) = forces.iter().position(|force| *force < 0.0) {
        let message = format!("{} pulls; a contact only pushes", forces[row]);
        return Err(table.cell_error(row, "force", message));
    }
    if forces.len() < 2 {
        return Err(table.error("1 row below the header: at least 2 are needed"));
    }
    Ok([times.to_vec(), forces.to_vec()])
}
